"""The shape of a reach in a printed report, and what a link is beside its flows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from headwater.intake.handed import text_node
from headwater.intake.hydrocad.printed import Line, N, Reading, bare, figure, level
from headwater.intake.yaml_text import Node

_FULL: Final = re.compile(rf"^Bank-Full Depth= ?{N}' Flow Area= ?{N} sf, ?Capacity= ?{N} cfs$")
_CHANNEL: Final = re.compile(rf"^{N}' x {N}' deep channel, n= ?{N}(?: .*)?$")
_SIDES: Final = re.compile(rf"^Side Slope Z-value= ?{N} ?'/' Top Width= ?{N}'$")
_PIPE: Final = re.compile(rf'^{N}" Round Pipe$')
_ROUGHNESS: Final = re.compile(rf"^n= ?{N}(?: .*)?$")
_LENGTH: Final = re.compile(rf"^Length= ?{N}' Slope= ?{N} ?'/'$")
_INVERTS: Final = re.compile(rf"^Inlet Invert= ?{N}', ?Outlet Invert= ?{N}'$")
_FIXED: Final = re.compile(rf"^Fixed water surface Elevation= ?{N}'$")
_METHODS: Final = {"stor-ind+trans": "yes", "dyn-stor-ind": "no"}


@dataclass
class PrintedReach:
    """One reach, or a link, while its lines are read."""

    name: str
    reading: Reading
    found: dict[str, tuple[str, int]] = field(default_factory=dict)
    tailwater: tuple[str, int] | None = None

    def take(self, line: Line) -> bool:
        """Read one line; return whether it is known."""
        number, words = line.number, line.words
        for pattern, keys in (
            (_CHANNEL, ("bottom_width", "depth", "roughness")),
            (_SIDES, ("side_slope", "top")),
            (_PIPE, ("diameter",)),
            (_ROUGHNESS, ("roughness",)),
            (_LENGTH, ("length", "slope")),
        ):
            match = pattern.match(words)
            if match is not None:
                for key, text in zip(keys, match.groups(), strict=True):
                    self.found.setdefault(key, (text, number))
                self.reading.book.use(number, f"shape of {self.name}")
                return True
        full, fixed = _FULL.match(words), _FIXED.match(words)
        if full is not None:
            self.reading.claim("capacity_cfs", self.name, None, full[3], number)
            self.reading.book.use(number, f"capacity of {self.name}")
        elif fixed is not None:
            self.tailwater = (fixed[1], number)
            self.reading.book.use(number, f"level of the water below {self.name}")
        elif _INVERTS.match(words):
            self.reading.book.ignore(number, "length and slope stand beside it")
        else:
            return False
        return True

    @property
    def is_shaped(self) -> bool:
        """Whether it has a section, so that it is more than a place where flows meet."""
        return "diameter" in self.found or "depth" in self.found

    def shape(self, method: tuple[str, int] | None) -> dict[str, Node | None]:
        """Return the reach as a plan has it, without name and way."""
        found: dict[str, Node | None] = {}
        for key, unit in (("bottom_width", "ft"), ("depth", "ft"), ("length", "ft"), ("slope", "ft/ft")):
            if key in self.found:
                found[key] = figure(self.found[key][0], unit, self.found[key][1])
        if "roughness" in self.found:
            text, line = self.found["roughness"]
            found["roughness"] = text_node(bare(text), line)
        if "diameter" in self.found:
            found["diameter"] = figure(self.found["diameter"][0], "in", self.found["diameter"][1])
        elif "side_slope" in self.found:
            text, line = self.found["side_slope"]
            found["side_slope"] = text_node(f"{bare(text)}:1", line)
        line = next(iter(self.found.values()))[1]
        found["kind"] = text_node("pipe" if "diameter" in self.found else "channel", line)
        moved = None if method is None else _METHODS.get(method[0].lower())
        if method is not None and moved is None:
            self.reading.book.not_understood(method[1], "this way of routing reaches is not known here")
        elif method is not None and moved is not None:
            found["method"] = text_node("storage-indication", method[1])
            found["translation"] = text_node(moved, method[1])
        return found

    def level_below(self) -> Node | None:
        """Return the fixed level of the water below, where one is printed."""
        return None if self.tailwater is None else level(*self.tailwater)
