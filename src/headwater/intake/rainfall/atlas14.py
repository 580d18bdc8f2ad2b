"""A point precipitation frequency page of NOAA Atlas 14, as the Precipitation Frequency Data Server writes it.

The table is found by its header, not by its line, and columns by their value. Depths are inches by duration and return
period; a page in millimetres is refused, and one of intensities too, since neither is what a plan writes. Where the
page goes on with the bounds of the 90 % interval, those are passed over and a remark says where. The kind of series is
kept: annual maxima are not partial durations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from headwater.intake.foreign_values import number_of
from headwater.intake.handed import Handed, Remark, list_node, map_node, text_node
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import HandedText, handed_text, refuse
from headwater.intake.yaml_text import Node

KIND: Final = "Atlas 14 rainfall page"
MOST_LINES: Final = 2_000
_TITLE: Final = re.compile(r"^\s*Point precipitation frequency estimates \((?P<unit>[^)]{1,30})\)", re.IGNORECASE)
_HEADER: Final = re.compile(r"^by duration for (?P<series>ARI|AEP)", re.IGNORECASE)
_ROW: Final = re.compile(r"^(?P<count>[0-9]{1,2})-(?P<unit>min|hr|day):?$", re.IGNORECASE)
_DETAIL: Final = re.compile(r"^(?P<name>[A-Za-z][A-Za-z ()]{1,40}):\s*(?P<value>.{0,120})$")
_HOURS: Final = {"hr": "h", "min": "min", "day": "day"}


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is such a page."""
    return "precipitation frequency estimates" in start.lower()


def read(data: bytes, *, file: str) -> Handed:
    """Return what a page of rainfall depths says.

    Raises
    ------
    HandedFileError
        If it is not in inches of depth, or has no table, as a place outside the coverage has none.
    """
    text = handed_text(data, file=file)
    if len(text.lines) > MOST_LINES:
        refuse(
            file,
            f"the page has {len(text.lines):,} lines",
            expected=f"at most {MOST_LINES:,}",
            remedy="hand in the page of one place as the server wrote it",
        )
    return _Page(text).read()


class _Page:
    def __init__(self, text: HandedText) -> None:
        self.text = text
        self.book = LedgerBook(text.lines)
        self.details: dict[str, tuple[str, int]] = {}
        self.rows: list[Node] = []
        self.remarks: list[Remark] = []
        self.series = ""

    def read(self) -> Handed:
        years: Sequence[str] = ()
        tables = 0
        for number, line in enumerate(self.text.lines, start=1):
            cells = [cell.strip() for cell in line.split(",")]
            header = _HEADER.match(cells[0])
            if header is not None:
                tables += 1
                years = cells[1:]
                self._header(header["series"], years, number, tables)
            elif tables == 1 and _ROW.match(cells[0]):
                self._row(cells, years, number)
            elif tables > 1 and _ROW.match(cells[0]):
                self.book.ignore(number, "a bound of the 90 % interval")
            else:
                self._before(line, number)
        if not self.rows:
            refuse(
                self.text.file,
                "there is no table of depths in it",
                expected="a header `by duration for ARI (years):` and rows such as `24-hr:`",
                remedy="hand in the page of a place that Atlas 14 covers, as csv",
            )
        return self._handed()

    def _header(self, series: str, years: Sequence[str], number: int, tables: int) -> None:
        self.book.use(number, "return periods of the columns")
        if tables > 1:
            self.remarks.append(
                Remark(
                    code="interval-passed-over",
                    message="bounds of the 90 % interval follow and are not used",
                    line=number,
                )
            )
            return
        self.series = series.upper()
        if self.series == "AEP":
            self.remarks.append(
                Remark(
                    code="annual-maximum-series",
                    message="the depths are of annual maxima by probability; those of frequent storms are smaller than "
                    "of partial durations",
                    line=number,
                )
            )
        if not any(_years(cell) for cell in years):
            refuse(
                self.text.file,
                "the columns have no return periods",
                line=number,
                value=",".join(years)[:60],
                expected="years, as 1,2,5,10,25,50,100",
                remedy="hand in the page as the server wrote it",
            )

    def _row(self, cells: Sequence[str], years: Sequence[str], number: int) -> None:
        found = _ROW.match(cells[0])
        assert found is not None
        self.book.use(number, "depths of a duration")
        for year, cell in zip(years, cells[1:], strict=False):
            depth = number_of(cell)
            recurrence = _years(year)
            if not cell:
                continue
            if depth is None or depth <= 0 or recurrence is None:
                self.book.not_understood(number, f"{cell[:20]!r} is no depth of a return period")
                continue
            self.rows.append(
                map_node(
                    number,
                    return_period=text_node(f"{recurrence} yr", number),
                    duration=text_node(f"{int(found['count'])} {_HOURS[found['unit'].lower()]}", number),
                    depth=text_node(f"{cell} in", number),
                )
            )

    def _before(self, line: str, number: int) -> None:
        """Take what stands around the table: title, and who, where and which series."""
        title = _TITLE.match(line)
        if title is not None:
            if title["unit"].strip().lower() != "inches":
                refuse(
                    self.text.file,
                    f"the page is in {title['unit'].strip()}",
                    line=number,
                    expected="depths in inches",
                    remedy="choose precipitation depth and English units on the server",
                )
            self.book.use(number, "what the page holds, and its unit")
            return
        detail = _DETAIL.match(line.strip().strip(",").strip('"'))
        if detail is not None:
            name, value = detail["name"].strip().lower(), detail["value"].strip()
            if name == "data type" and value and "depth" not in value.lower():
                refuse(
                    self.text.file,
                    f"the page is of {value.lower()}",
                    line=number,
                    expected="precipitation depth",
                    remedy="choose precipitation depth on the server",
                )
            self.details.setdefault(name, (value, number))
            self.book.use(number, f"{name} of the page")
        elif line.strip().lower().startswith("noaa atlas"):
            self.details.setdefault("volume", (line.strip().strip(","), number))
            self.book.use(number, "volume and version")
        elif line.strip().upper().startswith(("PRECIPITATION FREQUENCY", "DATE/TIME", "PYRUNTIME")):
            self.book.ignore(number, "a banner, or when the page was made")

    def _handed(self) -> Handed:
        volume, line = self.details.get("volume", ("NOAA Atlas 14", 1))
        names = ("station name", "location name (esri maps)", "location name")
        told = [self.details[name][0] for name in names if name in self.details]
        place = [one for one in told if one and one.lower() != "none"]
        where = [f"{name} {self.details[name][0]}" for name in ("latitude", "longitude") if name in self.details]
        station = ", ".join([*place[:1], *where])
        series = self.details.get("time series type", ("", 0))[0]
        source = f"{volume}{', ' + series.lower() if series else ''}"
        return Handed(
            file=self.text.file,
            sha256=self.text.sha256,
            kind=KIND,
            ledger=self.book.close(),
            program=volume,
            title=station or None,
            section=map_node(
                1,
                rainfall=map_node(
                    line,
                    source=text_node(source, line),
                    station=text_node(station, line) if station else None,
                    depths=list_node(self.rows, self.rows[0].line),
                ),
            ),
            remarks=tuple(self.remarks),
        )


def _years(cell: str) -> int | None:
    """Return a return period in years; a probability such as 1/2 is one over it."""
    words = cell.strip()
    if words.startswith("1/"):
        words = words[2:]
    return int(words) if re.fullmatch(r"[0-9]{1,4}", words) and int(words) else None
