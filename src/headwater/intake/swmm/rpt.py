"""The report of EPA SWMM: its summaries of nodes, storages, outfalls and links, and its continuity, as claims.

A table is found by its title between two lines of asterisks, and its columns by their order, which every build of 5.1
and 5.2 shares. Flows are in CFS; a report in other units is refused, since a claim says its unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake.foreign_values import half_of, number_of
from headwater.intake.handed import Claim, Handed
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import handed_text, refuse
from headwater.units import CF_PER_ACFT, CF_PER_GAL, H_PER_DAY, MIN_PER_H

KIND: Final = "EPA SWMM report"
PROGRAM: Final = re.compile(
    r"EPA STORM WATER MANAGEMENT MODEL - VERSION (?P<version>\S{1,12}(?: \(Build [0-9.]{1,12}\))?)"
)
ACFT_PER_MGAL: Final = 10**6 * CF_PER_GAL / CF_PER_ACFT
_UNITS: Final = re.compile(r"^Flow Units \.+ (?P<unit>\S+)")
_CONTINUITY: Final = re.compile(r"^Continuity Error \(%\) \.+\s+(?P<percent>\S+)")
_STARS: Final = re.compile(r"^\*{4,}")
_RULE: Final = re.compile(r"^-{20,}$")
_TIME: Final = re.compile(r"^(?P<hours>[0-9]{1,2}):(?P<minutes>[0-9]{2})$")


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is a report of EPA SWMM."""
    return "EPA STORM WATER MANAGEMENT MODEL" in start


def read(data: bytes, *, file: str) -> Handed:
    """Return what a report of EPA SWMM claims.

    Raises
    ------
    HandedFileError
        If it is no text, or its flows are in other units than CFS.
    """
    text = handed_text(data, file=file)
    report = _Report(file, LedgerBook(text.lines))
    for number, line in enumerate(text.lines, start=1):
        report.take(line.strip(), number)
    return Handed(
        file=file,
        sha256=text.sha256,
        kind=KIND,
        ledger=report.book.close(),
        program=report.program,
        claims=tuple(report.claims),
    )


@dataclass
class _Report:
    file: str
    book: LedgerBook
    program: str | None = None
    claims: list[Claim] = field(default_factory=list)
    table: str = ""
    rules: int = 0

    def take(self, line: str, number: int) -> None:
        """Take one line: a title, a rule, a row of a table, or a line of its own."""
        program, units, continuity = PROGRAM.search(line), _UNITS.match(line), _CONTINUITY.match(line)
        if not line:
            return
        if program is not None:
            self.program = f"EPA SWMM {program['version']}"
            self.book.use(number, "program and version")
        elif units is not None:
            self._units(units["unit"], number)
        elif continuity is not None:
            self.book.use(number, "continuity")
            self._claim("mass_residual_fraction", None, continuity["percent"], number, Fraction(1, 100))
        elif _STARS.match(line):
            self.book.ignore(number, "a line of asterisks")
        elif line in _TITLES:
            self.table, self.rules = line, 0
            self.book.use(number, "title of a table")
        elif line.endswith(("Summary", "Options", "Indexes", "Errors", "Nodes", "Elements", "Warnings")):
            self.table = ""
            self.book.ignore(number, "title of a part that is not held against ours")
        elif line.startswith(("WARNING", "ERROR")):
            self.book.not_understood(number, "a warning or an error of SWMM: read it")
        elif self.table in _TABLES:
            self._row(line, number)
        else:
            self.book.ignore(number, "what SWMM was asked, and how it went")

    def _units(self, unit: str, number: int) -> None:
        if unit != "CFS":
            refuse(
                self.file,
                "the report is in other units of flow",
                line=number,
                value=unit,
                expected="CFS",
                remedy="run SWMM with flow units of CFS, and hand in that report",
            )
        self.book.use(number, "unit of flow")

    def _row(self, line: str, number: int) -> None:
        if _RULE.match(line):
            self.rules += 1
            self.book.ignore(number, "a line of a table")
            return
        words = line.split()
        if self.rules < 2 or words[0] in ("System", "No"):
            self.book.ignore(number, "head or sum of a table")
            return
        found = list(_TABLES[self.table](self, words, number))
        if found:
            self.book.use(number, f"row of {self.table}")
        else:
            self.book.not_understood(number, f"it is no row of {self.table}")

    # ---- tables ------------------------------------------------------------------------------------------------------

    def depths(self, words: list[str], number: int) -> Iterator[Claim]:
        """Yield what the depths of nodes claim: name, type, average, maximum, level, days, time."""
        if len(words) >= 7:
            yield from self._claim("peak_elevation_ft", words[0], words[4], number)
            yield from self._time("time_of_peak_elevation_h", words[0], words[5], words[6], number)

    def inflows(self, words: list[str], number: int) -> Iterator[Claim]:
        """Yield what the inflows of nodes claim: name, type, lateral, total, days, time, lateral and total volume."""
        if len(words) >= 8:
            yield from self._claim("inflow_peak_cfs", words[0], words[3], number)
            yield from self._time("inflow_time_of_peak_h", words[0], words[4], words[5], number)
            yield from self._claim("inflow_volume_acft", words[0], words[7], number, ACFT_PER_MGAL)

    def storages(self, words: list[str], number: int) -> Iterator[Claim]:
        """Yield what storages claim: name, five shares and volumes, maximum volume, share, days, time, outflow."""
        if len(words) >= 10:
            yield from self._claim("peak_storage_cf", words[0], words[5], number, Fraction(1000))
            yield from self._claim("peak_cfs", words[0], words[9], number)

    def outfalls(self, words: list[str], number: int) -> Iterator[Claim]:
        """Yield what outfalls claim: name, frequency, average, maximum, volume."""
        if len(words) >= 5:
            yield from self._claim("peak_cfs", words[0], words[3], number)
            yield from self._claim("volume_acft", words[0], words[4], number, ACFT_PER_MGAL)

    def links(self, words: list[str], number: int) -> Iterator[Claim]:
        """Yield what links claim: name, type, maximum, days, time."""
        if len(words) >= 5:
            yield from self._claim("peak_cfs", words[0], words[2], number)
            yield from self._time("time_of_peak_h", words[0], words[3], words[4], number)

    def _time(self, quantity: str, element: str, days: str, clock: str, number: int) -> Iterator[Claim]:
        found, whole = _TIME.match(clock), number_of(days)
        if found is None or whole is None:
            return
        hours = whole * H_PER_DAY + int(found["hours"]) + Fraction(int(found["minutes"])) / MIN_PER_H
        claim = Claim(
            quantity=quantity,
            element=element,
            storm=None,
            text=f"{days} d {clock}",
            value=hours,
            half=Fraction(1, 2) / MIN_PER_H,
            line=number,
        )
        self.claims.append(claim)
        yield claim

    def _claim(
        self, quantity: str, element: str | None, text: str, number: int, per: Fraction = Fraction(1)
    ) -> list[Claim]:
        value = number_of(text)
        if value is None:
            return []
        claim = Claim(
            quantity=quantity,
            element=element,
            storm=None,
            text=text,
            value=value * per,
            half=half_of(text) * per,
            line=number,
        )
        self.claims.append(claim)
        return [claim]


_TABLES: Final[Mapping[str, Callable[[_Report, list[str], int], Iterator[Claim]]]] = {
    "Node Depth Summary": _Report.depths,
    "Node Inflow Summary": _Report.inflows,
    "Storage Volume Summary": _Report.storages,
    "Outfall Loading Summary": _Report.outfalls,
    "Link Flow Summary": _Report.links,
}
_TITLES: Final = frozenset(_TABLES)
