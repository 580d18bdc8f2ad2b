"""A subcatchment of a printed report: its areas with their curve numbers, and its time of concentration."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake.foreign_values import number_of
from headwater.intake.handed import list_node, map_node, text_node
from headwater.intake.hydrocad.printed import MOST_SAID, SF_PER_AC, Line, N, Reading, bare, figure
from headwater.intake.hydrocad.sections import flow_section
from headwater.intake.yaml_text import Node

_AREAS: Final = re.compile(r"^Area \((sf|ac)\) CN Description$")
_WEIGHTED: Final = re.compile(rf"^{N} {N} Weighted Average$")
_PART: Final = re.compile(rf"^{N} (?:{N} )?{N}% (Pervious|Impervious) Area(.*)$")
_AREA: Final = re.compile(rf"^(?:\* ?)?{N} {N} (\S.*)$")
_GROUP: Final = re.compile(r"^(.*?),? HSG ([ABCD](?:/D)?)$")
_TC: Final = re.compile(r"^Tc Length Slope Velocity Capacity Description$")
_UNITS: Final = re.compile(r"^\(min\) \(feet\) \(ft/ft\) \(ft/sec\) \(cfs\)$")
_TOTAL: Final = re.compile(rf"^{N} (?:{N} )?Total(?:, Increased to minimum Tc ?= ?{N} min)?$")
_KINDS: Final = (
    "Sheet Flow|Shallow Concentrated Flow|Channel Flow|Pipe Channel|Trap/Vee/Rect Channel Flow|Parabolic Channel|"
    "Lag/CN Method|Direct Entry|Lake or Reservoir"
)
_STRETCH: Final = re.compile(rf"^((?:{N} ){{1,5}})({_KINDS}),? ?(.*)$")
_OTHER_STRETCH: Final = re.compile(rf"^{N} (?:[0-9.,]+ ){{0,4}}[A-Z].*$")
_ONE: Final = Fraction(1)
PAVED: Final = "98"


@dataclass
class _Stretch:
    kind: str
    numbers: list[str]
    line: int
    said: str


@dataclass
class PrintedLand:
    """One subcatchment while its lines are read."""

    name: str
    reading: Reading
    unit: str | None = None
    rows: list[tuple[str, str, str, int]] = field(default_factory=list)
    impervious: str | None = None
    stretches: list[_Stretch] = field(default_factory=list)
    table: str | None = None
    total: tuple[str, int] | None = None
    least: tuple[str, int] | None = None
    unknown: Line | None = None
    is_whole: bool = True
    is_parted: bool = False

    def take(self, line: Line) -> bool:
        """Read one line; return whether it is one of a subcatchment's tables."""
        words = line.words
        header = _AREAS.match(words)
        if header is not None:
            self.unit, self.table = header[1], "areas"
            self.reading.book.ignore(line.number, "a heading")
        elif _TC.match(words):
            self.table = "times"
            self.reading.book.ignore(line.number, "a heading")
        elif _UNITS.match(words):
            self.reading.book.ignore(line.number, "a heading")
        elif self.table == "areas":
            return self._area(line)
        elif self.table == "times":
            return self._time(line)
        else:
            return False
        return True

    # ---- areas -------------------------------------------------------------------------------------------------------

    def _area(self, line: Line) -> bool:
        name, use = self.name, self.reading.book.use
        quantity = f"area_{self.unit}"
        weighted = _WEIGHTED.match(line.words)
        part = _PART.match(line.words)
        row = _AREA.match(line.words)
        if weighted is not None:
            self.reading.claim(quantity, name, None, weighted[1], line.number)
            self.reading.claim("curve_number", name, None, weighted[2], line.number)
            use(line.number, f"area and weighted curve number of {name}")
        elif part is not None:
            self.is_parted = True
            if part[4] == "Impervious":
                self.impervious = part[1]
                self.reading.claim("impervious_fraction", name, None, part[3], line.number, per=Fraction(100))
            if part[3] == "100.00" and len(self.rows) == 1:
                self.reading.claim(quantity, name, None, part[1], line.number)
            use(line.number, f"{part[4].lower()} area of {name}")
            if part[5].strip():
                self.is_whole = False
                self.reading.book.not_understood(line.number, f"{part[5].strip()} is not known")
        elif row is not None and not row[3].startswith(("Weighted", "Total", "Pervious", "Impervious")):
            self.rows.append((row[1], row[2], row[3], line.number))
            use(line.number, f"an area of {name}")
        else:
            self.is_whole = False
            return False
        return True

    @property
    def area_ac(self) -> Fraction:
        """All areas together."""
        whole = sum((number_of(row[0]) or Fraction(0) for row in self.rows), Fraction(0))
        return whole / (SF_PER_AC if self.unit == "sf" else 1)

    def areas(self, *, separate: bool) -> Node | None:
        """Return the areas; which are impervious is said where those of number 98 are the printed sum.

        They are unknown where a line of their table is not understood, and where runoff is computed of both `separate`
        while it is not told which are impervious.
        """
        told = self._is_told()
        if not self.rows or not self.is_whole or (separate and not told):
            self.reading.remark(
                "areas-not-understood",
                f"the areas of {self.name} are not printed, not understood, or do not tell which are impervious; they "
                "stay open",
                line=self.rows[0][3] if self.rows else None,
                element=self.name,
            )
            return None
        return list_node([self._cover(*row, told=told) for row in self.rows], self.rows[0][3])

    def _is_told(self) -> bool:
        paved = [number_of(area) or Fraction(0) for area, number, _, _ in self.rows if number == PAVED]
        printed = Fraction(0) if self.impervious is None else number_of(self.impervious) or Fraction(0)
        step = _ONE if self.unit == "sf" else Fraction(1, 1000)
        return self.is_parted and abs(sum(paved, Fraction(0)) - printed) <= step * (1 + len(paved)) / 2

    def _cover(self, area: str, number: str, words: str, line: int, *, told: bool) -> Node:
        grouped = _GROUP.match(words)
        return map_node(
            line,
            cover=text_node(grouped[1] if grouped is not None else words, line),
            soil_group=None if grouped is None else text_node(grouped[2], line),
            area=figure(area, self.unit or "sf", line),
            curve_number=text_node(bare(number), line),
            impervious=text_node("yes" if number == PAVED else "no", line) if told else None,
        )

    # ---- time of concentration ---------------------------------------------------------------------------------------

    def _time(self, line: Line) -> bool:
        total = _TOTAL.match(line.words)
        stretch = _STRETCH.match(line.words)
        if total is not None:
            minimum = total[3]
            self.total = (minimum or total[1], line.number)
            self.least = None if minimum is None else (minimum, line.number)
            self.table = None
            self.reading.claim("time_of_concentration_min", self.name, None, self.total[0], line.number)
            self.reading.book.use(line.number, f"time of concentration of {self.name}")
        elif stretch is not None:
            numbers = stretch[1].split()
            self.stretches.append(_Stretch(stretch[3], numbers, line.number, stretch[4]))
            self.reading.book.use(line.number, f"a stretch of the flow path of {self.name}")
        elif _OTHER_STRETCH.match(line.words):
            self.unknown = line
            self.reading.book.not_understood(line.number, "this kind of flow is not known")
        elif self.stretches and not line.words.startswith("[") and len(self.stretches[-1].said) < MOST_SAID:
            self.stretches[-1].said += " " + line.words
            self.reading.book.use(line.number, f"a stretch of the flow path of {self.name}")
        else:
            return False
        return True

    def path(self) -> dict[str, Node | None]:
        """Return the flow path; where a stretch of it is not understood, its printed total instead."""
        if not self.stretches and self.unknown is None:
            return {}
        nodes = [flow_section(stretch.kind, stretch.numbers, stretch.said, stretch.line) for stretch in self.stretches]
        whole: list[Node] = [node for node in nodes if node is not None]
        if len(self.stretches) == 1 and self.total is None and self.unknown is None:
            only = self.stretches[0]
            self.reading.claim("time_of_concentration_min", self.name, None, only.numbers[0], only.line)
        if len(whole) < len(nodes) or self.unknown is not None:
            line = self.stretches[0].line if self.unknown is None else self.unknown.number
            self.reading.remark(
                "flow-path-not-understood",
                f"a stretch of the flow path of {self.name} is not understood; its printed time of concentration "
                "stands in its place"
                if self.total
                else f"a stretch of the flow path of {self.name} is not understood",
                line=line,
                element=self.name,
            )
            for stretch, node in zip(self.stretches, nodes, strict=True):
                if node is None:
                    self.reading.book.not_understood(
                        stretch.line, "what this kind of flow needs is not printed with it"
                    )
            return {} if self.total is None else {"time_of_concentration": figure(self.total[0], "min", self.total[1])}
        return {
            "flow_path": list_node(whole, self.stretches[0].line),
            "minimum_time": None if self.least is None else figure(self.least[0], "min", self.least[1]),
        }
