"""Hydrographs as a table with commas: a column of times, and a column of flows for each hydrograph or storm.

Laid out as the vendor's page on such files describes it; no original file has been read yet. A heading that names a
return period is a storm, any other one a hydrograph.
"""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from typing import Final

from headwater.intake.foreign_values import S_PER_H, number_of
from headwater.intake.handed import Handed, Remark
from headwater.intake.hydrocad.hydrographs import Hydrograph, handed_of
from headwater.intake.hydrocad.words import return_period_of
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import handed_text, refuse

KIND: Final = "table of hydrographs"
MOST_COLUMNS: Final = 200
_SECONDS: Final = {"hours": 3600, "minutes": 60, "seconds": 1}
_TIME: Final = re.compile(r'^\s*"?time\b[^,]{0,40},', re.IGNORECASE)
_UNIT: Final = re.compile(r"^(.*?)\s*\((cfs|cms|hours|minutes|seconds)\)\s*$", re.IGNORECASE)


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is a table of hydrographs."""
    first = next((line for line in start.splitlines() if line.strip()), "")
    return _TIME.match(first.removeprefix("\xef\xbb\xbf")) is not None


def read(data: bytes, *, file: str) -> Handed:
    """Return what a table of hydrographs says.

    Raises
    ------
    HandedFileError
        If it is no text, has no heading, or holds no flow.
    """
    text = handed_text(data, file=file)
    book = LedgerBook(text.lines)
    remarks: list[Remark] = []
    columns: list[Hydrograph | None] = []
    per = 0
    last_s = Fraction(-1)
    for number, line in enumerate(text.lines, start=1):
        if not line.strip():
            continue
        try:
            cells = [cell.strip() for cell in next(csv.reader([line]))]
        except csv.Error:
            book.not_understood(number, "it is no row of a table")
            continue
        if not per:
            per = _seconds(cells[0], number, file)
            columns = _columns(cells[1:], number, file, book, remarks)
            continue
        time = number_of(cells[0])
        flows = [number_of(cell) for cell in cells[1:]]
        if time is None or time * per <= last_s or len(flows) != len(columns) or not _are_flows(flows, columns):
            book.not_understood(number, "no later time with a flow for each column")
            continue
        last_s = time * per
        for column, cell in zip(columns, cells[1:], strict=True):
            if column is not None:
                column.add(last_s / S_PER_H, cell, number, file=file)
        book.use(number, "flows, cfs")
    return handed_of(text, book, KIND, [column for column in columns if column is not None], remarks)


def _are_flows(flows: list[Fraction | None], columns: list[Hydrograph | None]) -> bool:
    read = [flow for flow, column in zip(flows, columns, strict=True) if column is not None]
    return all(flow is not None and flow >= 0 for flow in read)


def _seconds(heading: str, line: int, file: str) -> int:
    """Return how many seconds a unit of the times has; hours where the heading does not say."""
    if not heading.lower().startswith("time"):
        refuse(
            file,
            "the first column is not headed as a time",
            line=line,
            value=heading,
            expected="Time, Time (hours), Time (minutes) or Time (seconds)",
            remedy="put the headings in the first row",
        )
    unit = _UNIT.match(heading)
    return _SECONDS.get(unit[2].lower() if unit is not None else "hours", 3600)


def _columns(
    headings: list[str], line: int, file: str, book: LedgerBook, remarks: list[Remark]
) -> list[Hydrograph | None]:
    if not headings or len(headings) > MOST_COLUMNS:
        refuse(
            file,
            f"the table has {len(headings):,} columns of flows",
            line=line,
            expected=f"1 to {MOST_COLUMNS}",
            remedy="hand in the hydrographs that the site has",
        )
    book.use(line, "headings")
    found: list[Hydrograph | None] = []
    for heading in headings:
        unit = _UNIT.match(heading)
        name = heading if unit is None else unit[1]
        if not name or (unit is not None and unit[2].lower() != "cfs"):
            book.not_understood(line, f"the column {heading!r} has no name, or is not in cfs")
            remarks.append(
                Remark(
                    code="column-not-understood",
                    message=f"the column {heading[:60]!r} has no name, or is not in cfs; it is left out",
                    line=line,
                )
            )
            found.append(None)
            continue
        is_storm = return_period_of(name) is not None
        found.append(Hydrograph(name=None if is_storm else name, storm=name if is_storm else None, line=line))
    return found
