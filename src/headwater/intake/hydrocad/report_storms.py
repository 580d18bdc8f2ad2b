"""The storms of a printed report: the line that names one, and the listing of all."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from headwater.intake.handed import map_node, text_node
from headwater.intake.hydrocad.printed import Line, N, Reading, figure
from headwater.intake.hydrocad.words import distribution_of, return_period_of
from headwater.intake.yaml_text import Node, TextNode

_RAIN: Final = re.compile(rf'^(.*?) ?Rainfall ?= ?{N}"(.*)$')
_KNOWN: Final = re.compile(
    r"(?:Type (?:IA|III|II|I) 24-hr(?: Tabular)?|(?:MSE|CA) 24-hr [1-6]|(?:NOAA|NRCC) 24-hr [A-D])(?= |$)"
)
_OTHER: Final = re.compile(r"^(.{1,60}?24-hr)(?: (.*))?$")
_LISTED: Final = re.compile(
    rf"^([0-9]{{1,4}}) (.{{1,60}}?) ({_KNOWN.pattern}) (Default|Scale|[A-Z][a-z]+) {N} ([0-9]{{1,3}}) {N} ([1-4])$"
)
_ANTECEDENT: Final = {"1": "I", "2": "II", "3": "III"}


@dataclass
class PrintedStorm:
    """One storm as it is printed."""

    id: str
    curve: str | None
    depth: str
    line: int
    duration: str | None = None
    repeats: str | None = None


@dataclass
class Storms:
    """The storms of a report, by the name of their event, in the order in which they are met."""

    reading: Reading
    found: dict[str, PrintedStorm] = field(default_factory=dict)
    antecedent: str | None = None
    _twice: set[str] = field(default_factory=set)

    def of_line(self, line: Line, *, header: bool) -> tuple[str, str] | None:
        """Return the storm that a line names, and what stands before it; None where it names none.

        In a page's header the name of the project stands before the storm.
        """
        match = _RAIN.match(line.words)
        if match is None:
            return None
        head, depth, rest = match[1], match[2], match[3].strip()
        if rest and not rest.startswith(","):
            if not header:
                return None
            # Some texts of a PDF have the project behind the storm.
            head, rest = f"{rest} {head}", ""
        known = _KNOWN.search(head)
        before = ""
        curve: str | None
        if known is not None:
            before, curve, event = head[: known.start()].strip(), known[0], head[known.end() :].strip()
        elif header:
            # Where the project ends and a curve of an unknown name begins cannot be told.
            named = next((name for name in self.found if head.endswith(name)), None)
            return None if named is None else (named, "")
        else:
            other = _OTHER.match(head)
            curve, event = (other[1], (other[2] or "").strip()) if other is not None else (None, head)
        id_ = event or head
        self._keep(PrintedStorm(id=id_, curve=curve, depth=depth, line=line.number))
        for word in (rest or "").split(","):
            name, _, value = word.strip().partition("=")
            if name == "AMC" and value in _ANTECEDENT:
                self.antecedent = _ANTECEDENT[value]
            elif name:
                self.reading.book.not_understood(line.number, f"{word.strip()} is not known")
        return id_, before

    def _keep(self, storm: PrintedStorm) -> None:
        before = self.found.setdefault(storm.id, storm)
        differs = before.depth != storm.depth or before.curve != storm.curve
        if differs and storm.id not in self._twice:
            self._twice.add(storm.id)
            self.reading.remark(
                "storm-printed-twice",
                f"the storm {storm.id} is printed with {before.depth} in and with {storm.depth} in, or with two "
                "curves; the first stands",
                line=storm.line,
            )

    def listed(self, line: Line) -> bool:
        """Read one line of the listing of all storms; return whether it is one."""
        match = _LISTED.match(line.words)
        if match is None:
            return False
        _, id_, curve, mode, duration, repeats, depth, antecedent = match.groups()
        storm = PrintedStorm(id=id_, curve=curve, depth=depth, line=line.number, duration=duration, repeats=repeats)
        self._keep(storm)
        self.antecedent = _ANTECEDENT.get(antecedent, self.antecedent)
        if mode != "Default" or antecedent not in _ANTECEDENT:
            self.reading.book.not_understood(line.number, "this mode of a curve, or this moisture, is not known")
        return True

    def nodes(self) -> list[Node]:
        """Return the storms as a plan has them."""
        return [self._node(storm) for storm in self.found.values()]

    def _node(self, storm: PrintedStorm) -> Node:
        ours = None if storm.curve is None else distribution_of(storm.curve)
        if ours is None:
            self.reading.book.not_understood(storm.line, "no published curve of rain is called so")
            self.reading.remark(
                "storm-curve-unknown",
                f"the storm {storm.id} falls by {storm.curve or 'a curve that is not named'}, which is no published "
                "curve; it stays open",
                line=storm.line,
            )
        years = return_period_of(storm.id)
        repeats = storm.repeats if storm.repeats not in (None, "1") else None
        return map_node(
            storm.line,
            id=text_node(storm.id, storm.line),
            return_period=None if years is None else text_node(years, storm.line),
            depth=figure(storm.depth, "in", storm.line),
            duration=self._duration(storm),
            distribution=None if ours is None else text_node(ours, storm.line),
            repeats=None if repeats is None else text_node(repeats, storm.line),
        )

    def _duration(self, storm: PrintedStorm) -> TextNode | None:
        if storm.duration is not None:
            return figure(storm.duration, "h", storm.line)
        return text_node("24 h", storm.line) if storm.curve is not None and "24-hr" in storm.curve else None
