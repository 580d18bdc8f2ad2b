"""The page of a printed report that lists all nodes of one storm, a line or two for each.

Where a report prints nothing else of a subcatchment, its area, curve number and time of concentration stand here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from headwater.intake.handed import list_node, map_node, text_node
from headwater.intake.hydrocad.printed import Line, N, Reading, bare, figure
from headwater.intake.yaml_text import Node

_NODE: Final = re.compile(r"(?:^|(?<=\s)|(?<=[\"a-z]))(Subcatchment|Reach|Pond|Link) ([^:=]{1,40}?): ?")
_TOTAL: Final = re.compile(r"^Total Runoff Area ?=|^[0-9.]+% (?:Pervious|Impervious) ?=")
_AREA: Final = re.compile(rf"Runoff Area= ?{N} (ac|sf)")
_DEPTH: Final = re.compile(rf'Runoff Depth ?[=>] ?{N}"')
_TIME: Final = re.compile(rf"(?<![A-Za-z])Tc= ?{N} min")
_NUMBER: Final = re.compile(rf"(?<![A-Za-z])CN= ?{N}(?![0-9/.])")
_FLOW: Final = re.compile(rf"(?<![A-Za-z])(Runoff|Inflow|Outflow|Primary|Secondary|Discarded)= ?{N} cfs {N} (af|cf)")
_LEVEL: Final = re.compile(rf"Peak Elev= ?{N}'")
_STORAGE: Final = re.compile(rf"(?<![A-Za-z])Storage= ?{N} (cf|af)")
_KNOWN_ONLY: Final = re.compile(
    r"^(?:Runoff by |Reach routing by |Flow Length= ?[0-9.,]+'|[0-9.]+\" Round Culvert |n= ?[0-9.]+ |Avg\. Flow Depth=)"
)


@dataclass
class ListedNode:
    """One node as the listing has it."""

    kind: str
    name: str
    line: int
    storm: str | None
    area: tuple[str, str] | None = None
    number: str | None = None
    time: str | None = None
    flows: dict[str, tuple[str, str, str, int]] = field(default_factory=dict)


@dataclass
class Listing:
    """The listing pages of a report while they are read."""

    reading: Reading
    found: dict[str, ListedNode] = field(default_factory=dict)
    _node: ListedNode | None = None

    def open(self) -> None:
        """Begin a page of the listing."""
        self._node = None

    def take(self, line: Line, storm: str | None) -> bool:
        """Read one line; return whether it is known."""
        named = _NODE.search(line.words)
        if named is not None:
            self._close()
            self._node = ListedNode(kind=named[1], name=named[2], line=line.number, storm=storm)
            self.found.setdefault(named[2], self._node)
        elif _TOTAL.match(line.words):
            self._close()
            self._node = None
            self.reading.book.ignore(line.number, "a sum of all nodes")
            return True
        if self._node is None:
            return False
        told = self._figures(self._node, line)
        if not (told or named is not None or _KNOWN_ONLY.match(line.words)):
            return False
        self.reading.book.use(line.number, f"results of {self._node.name}")
        return True

    def _figures(self, node: ListedNode, line: Line) -> bool:
        words, claim = line.words, self.reading.claim
        area, depth, time = _AREA.search(words), _DEPTH.search(words), _TIME.search(words)
        number, level, storage = _NUMBER.search(words), _LEVEL.search(words), _STORAGE.search(words)
        flows = _FLOW.findall(words)
        if area is not None:
            node.area = (area[1], area[2])
            claim(f"area_{area[2]}", node.name, None, area[1], line.number)
        if depth is not None:
            claim("runoff_in", node.name, node.storm, depth[1], line.number)
        if time is not None:
            node.time = time[1]
            claim("time_of_concentration_min", node.name, None, time[1], line.number)
        if number is not None:
            node.number = number[1]
            claim("curve_number", node.name, None, number[1], line.number)
        if level is not None:
            claim("peak_elevation_ft", node.name, node.storm, level[1], line.number)
        if storage is not None and storage[2] == "cf":
            claim("peak_storage_cf", node.name, node.storm, storage[1], line.number)
        for label, peak, volume, unit in flows:
            node.flows[label] = (peak, volume, unit, line.number)
        return bool(area or depth or time or number or level or storage or flows)

    def _close(self) -> None:
        """Keep the flows of a node, once all are known: what soaks in does not leave over the surface."""
        node = self._node
        if node is None:
            return
        leaving = "Outflow" if "Outflow" in node.flows and "Discarded" not in node.flows else "Primary"
        leaving = "Runoff" if "Runoff" in node.flows else leaving
        for label, begin in (("Inflow", "inflow_"), (leaving, "")):
            found = node.flows.get(label)
            if found is None or (label == "Primary" and "Secondary" in node.flows):
                continue
            peak, volume, unit, number = found
            self.reading.claim(f"{begin}peak_cfs", node.name, node.storm, peak, number)
            self.reading.volume(f"{begin}volume_acft", node.name, node.storm, volume, unit, number)

    def close(self) -> None:
        """End the last page."""
        self._close()
        self._node = None


def listed_subcatchment(node: ListedNode, to: Node | None) -> Node:
    """Return a subcatchment of which only the listing tells."""
    line = node.line
    area = None if node.area is None else figure(*node.area, line)
    number = None if node.number is None else text_node(bare(node.number), line)
    return map_node(
        line,
        id=text_node(node.name, line),
        to=to,
        areas=None if area is None else list_node([map_node(line, area=area, curve_number=number)], line),
        time_of_concentration=None if node.time is None else figure(node.time, "min", line),
    )
