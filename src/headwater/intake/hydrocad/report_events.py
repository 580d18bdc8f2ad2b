"""The tables of a printed report that have one node's results in all storms, a row for each.

Owns which heading is which result. A table with a heading or a unit that is not known is not read at all, since its
columns could then not be told apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake.foreign_values import number_of
from headwater.intake.hydrocad.printed import Line, Reading

_TITLE: Final = re.compile(r"^Events for (Subcatchment|Reach|Pond|Link) ([^:]{1,40}?) ?:.*$")
# Per heading: what it is of each kind of node, its unit as printed, and how many of that make one of the claim's.
_LAND: Final[Mapping[str, tuple[str, str]]] = {
    "Rainfall": ("", "(inches)"),
    "Runoff": ("peak_cfs", "(cfs)"),
    "Volume": ("volume_acft", "(acre-feet)"),
    "Depth": ("runoff_in", "(inches)"),
}
_FLOW: Final[Mapping[str, tuple[str, str]]] = {
    "Inflow": ("inflow_peak_cfs", "(cfs)"),
    "Outflow": ("outflow_peak_cfs", "(cfs)"),
    "Primary": ("primary_peak_cfs", "(cfs)"),
    "Secondary": ("secondary_peak_cfs", "(cfs)"),
    "Discarded": ("discarded_peak_cfs", "(cfs)"),
    "Elevation": ("peak_elevation_ft", "(feet)"),
    "Storage": ("peak_storage_cf", "(cubic-feet)"),
}


@dataclass
class EventTable:
    """One such table while it is read."""

    reading: Reading
    kind: str
    name: str
    columns: list[tuple[str, str]] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    is_known: bool = False

    def take(self, line: Line) -> bool:
        """Read one line; return whether it is known."""
        known = _LAND if self.kind == "Subcatchment" else _FLOW
        words = line.words.split()
        if not self.headings and words[0] == "Event":
            self.headings = words[1:]
            self.columns = [known[heading] for heading in self.headings if heading in known]
            if len(self.columns) < len(self.headings):
                return False
            self.reading.book.ignore(line.number, "a heading")
        elif not self.is_known and self.columns and words[0].startswith("("):
            self.is_known = words == [unit for _, unit in self.columns] and len(words) == len(self.headings)
            if not self.is_known:
                return False
            self.reading.book.ignore(line.number, "a heading")
        elif self.is_known and len(words) > len(self.columns):
            return self._row(line, words)
        else:
            return False
        return True

    def _row(self, line: Line, words: list[str]) -> bool:
        cells = words[-len(self.columns) :]
        storm = " ".join(words[: -len(self.columns)])
        if any(number_of(cell) is None for cell in cells):
            return False
        given = [quantity for quantity, _ in self.columns]
        for quantity, cell in zip(given, cells, strict=True):
            if quantity:
                self.reading.claim(quantity, self.name, storm, cell, line.number, per=Fraction(1))
        # What leaves over the surface: all of it, or what is primary where some soaks in or there is no other way.
        leaving = "outflow_peak_cfs" if "outflow_peak_cfs" in given else "primary_peak_cfs"
        if "discarded_peak_cfs" in given:
            leaving = "primary_peak_cfs"
        if leaving in given and not (leaving.startswith("primary") and "secondary_peak_cfs" in given):
            self.reading.claim("peak_cfs", self.name, storm, cells[given.index(leaving)], line.number)
        self.reading.book.use(line.number, f"results of {self.name} in {storm}")
        return True


def event_table(line: Line, reading: Reading) -> EventTable | None:
    """Return the table that a line begins; None where it begins none."""
    title = _TITLE.match(line.words)
    if title is None:
        return None
    reading.book.ignore(line.number, "a heading")
    return EventTable(reading, title[1], title[2])
