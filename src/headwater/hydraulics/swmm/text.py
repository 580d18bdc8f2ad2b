"""The text of an input file of SWMM: sections of lines, short names, and time series.

Owns how it is written and that nothing from a plan gets into it but numbers: nodes are named by a letter and a number,
as a long id makes SWMM crash, and the ids of the plan stand in comments alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

# The order of the sections; links are written one by one, in the order in which water comes to them.
_SECTIONS = (
    *("JUNCTIONS", "OUTFALLS", "STORAGE", "LINKS", "TRANSECTS", "XSECTIONS", "LOSSES", "CURVES", "INFLOWS"),
    "TIMESERIES",
)
LONGEST_COMMENT = 60


class InputText:
    """An input file as it grows: lines by section."""

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {name: [] for name in _SECTIONS}
        self._links: list[tuple[str, str]] = []
        self._counts: dict[str, int] = {}

    def name(self, letter: str) -> str:
        """Return a new name that begins with `letter`."""
        number = self._counts.get(letter, 0) + 1
        self._counts[letter] = number
        return f"{letter}{number}"

    def add(self, section: str, line: str) -> None:
        """Add a line to a section."""
        self._lines[section].append(line)

    def link(self, kind: str, name: str, rest: str) -> None:
        """Add a link of a kind: CONDUITS, PUMPS, ORIFICES, WEIRS or OUTLETS."""
        self._links.append((kind, f"{name} {rest}"))

    def curve(self, kind: str, points: Iterable[tuple[float, float]]) -> str:
        """Add a curve and return its name."""
        name = self.name("C")
        for number, (x, y) in enumerate(points):
            self.add("CURVES", f"{name} {kind if number == 0 else ''} {x:.10g} {y:.10g}")
        return name

    def series(self, time_h: NDArray[np.float64], values: NDArray[np.float64]) -> str:
        """Add a time series, leaving out what lies between equal values, and return its name."""
        name = self.name("T")
        needed = np.ones(len(values), dtype=bool)
        needed[1:-1] = (values[1:-1] != values[:-2]) | (values[1:-1] != values[2:])
        for hour, value in zip(time_h[needed].tolist(), values[needed].tolist(), strict=True):
            self.add("TIMESERIES", f"{name} {hour:.8g} {value:.8g}")
        return name

    def written(self, options: Mapping[str, str], comments: Iterable[str]) -> str:
        """Return the whole file."""
        parts = ["[TITLE]", ";; Headwater: one network, one storm", ""]
        parts += [f";; {comment}" for comment in comments]
        parts += ["", "[OPTIONS]", *(f"{key} {value}" for key, value in options.items()), ""]
        parts += ["[EVAPORATION]", "CONSTANT 0.0", "DRY_ONLY NO", ""]
        parts += ["[REPORT]", "INPUT NO", "CONTROLS NO", "NODES ALL", "LINKS ALL", ""]
        for section, lines in self._lines.items():
            if section == "LINKS":
                parts += self._link_lines()
            elif lines:
                parts += [f"[{section}]", *lines, ""]
        return "\n".join(parts) + "\n"

    def _link_lines(self) -> list[str]:
        lines: list[str] = []
        before = ""
        for kind, line in self._links:
            if kind != before:
                lines += ["", f"[{kind}]"]
                before = kind
            lines.append(line)
        return [*lines, ""]


def as_comment(id_: str) -> str:
    """Return an id of a plan as one short line of plain letters.

    >>> as_comment("Pond\\n[OPTIONS] 1")
    'Pond?[OPTIONS] 1'
    """
    plain = "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in id_)
    return plain if len(plain) <= LONGEST_COMMENT else plain[:LONGEST_COMMENT] + "..."
