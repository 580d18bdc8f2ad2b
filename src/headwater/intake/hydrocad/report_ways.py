"""Where the water of each printed node goes.

Newer reports print it. Older ones do not, but print the land above each node and what comes in: where exactly one set
of nodes adds up to both, in every storm, those are the nodes above it, and a remark says so. Else it stays unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Protocol

from headwater.intake.foreign_values import number_of
from headwater.intake.handed import Claim, text_node
from headwater.intake.hydrocad.printed import SF_PER_AC, Reading
from headwater.intake.hydrocad.report_flow import PrintedFlow
from headwater.intake.hydrocad.report_land import PrintedLand
from headwater.intake.hydrocad.report_listing import ListedNode
from headwater.intake.hydrocad.report_reaches import PrintedReach
from headwater.intake.yaml_text import Node

EXIT: Final = " exit"
MOST_STEPS: Final = 50_000
MOST_NODES: Final = 60
_HALF_AC: Final = Fraction(1, 2000)
_HALF_CFS: Final = Fraction(1, 200)


class Summary(Protocol):
    """What is asked of the summary of a node."""

    kind: str
    line: int
    land: PrintedLand
    flow: PrintedFlow
    reach: PrintedReach


@dataclass
class Ways:
    """Where each node goes; `ends` are outfalls that are printed as no nodes, `last` printed nodes that end."""

    to: dict[str, str] = field(default_factory=dict)
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)
    last: set[str] = field(default_factory=set)

    def node(self, name: str, line: int) -> Node | None:
        """Return where a node goes as a plan has it; None where it is unknown."""
        to = self.to.get(name)
        return None if to is None else text_node(to, line)

    def by_label(self, name: str) -> dict[str, str]:
        """Return where each flow of a pond goes, by its label, as far as it is known."""
        to = self.to.get(name)
        return {**({} if to is None else {"Primary": to}), **self.labels.get(name, {})}


def ways_of(modelled: Mapping[str, Summary], listed: Mapping[str, ListedNode], reading: Reading) -> Ways:
    """Return where the water of each node goes."""
    ways = Ways()
    for name, summary in modelled.items():
        printed = summary.flow.ways
        if not printed:
            continue
        ways.labels[name] = dict(printed)
        if summary.kind != "Pond" or "Primary" in printed:
            ways.to[name] = printed.get("Primary", next(iter(printed.values())))
        for target in printed.values():
            if target not in modelled and target not in listed:
                ways.ends.setdefault(target, summary.line)
    unsaid = [name for name in (*listed, *modelled) if name not in ways.to]
    below = [name for name, summary in modelled.items() if summary.kind != "Subcatchment"]
    open_: Sequence[str] = ()
    if below and unsaid and not ways.to:
        open_ = _Sums(modelled, listed, reading, ways).infer(below, unsaid)
    _end(ways, [name for name in unsaid if name not in ways.to], set(open_), modelled, listed, reading)
    return ways


def _end(
    ways: Ways,
    left: Sequence[str],
    unknown: set[str],
    modelled: Mapping[str, Summary],
    listed: Mapping[str, ListedNode],
    reading: Reading,
) -> None:
    """Let what nothing takes leave the model, and remark where it is unknown what takes it."""
    for name in left:
        summary = modelled.get(name)
        line = listed[name].line if summary is None else summary.line
        # Of a pond whose one way is printed and whose other is not, the other is unknown too.
        if name in unknown or name in ways.labels:
            reading.remark(
                "routing-not-printed",
                f"the report does not say where the water of {name} goes, and its sums do not tell",
                line=line,
                element=name,
            )
        elif summary is not None and summary.kind in ("Reach", "Link") and not summary.reach.is_shaped:
            ways.last.add(name)
        else:
            ways.to[name] = f"{name}{EXIT}"
            ways.ends[f"{name}{EXIT}"] = line


@dataclass
class _Sums:
    """The search for the nodes that add up to what comes into another."""

    modelled: Mapping[str, Summary]
    listed: Mapping[str, ListedNode]
    reading: Reading
    ways: Ways
    steps: int = 0
    storms: dict[str, list[str | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for quantity, name, storm in self.reading.claims:
            if quantity == "inflow_volume_acft" and name is not None:
                self.storms.setdefault(name, []).append(storm)

    def infer(self, below: Sequence[str], unsaid: Sequence[str]) -> Sequence[str]:
        """Say what goes into each of the nodes `below`, and return the nodes of which it stays unknown."""
        areas = {name: area for name in unsaid if (area := self._area(name)) is not None}
        free = [name for name in unsaid if name in areas]
        open_ = len(unsaid) > MOST_NODES
        pairs: list[str] = []
        for target in sorted(below, key=lambda name: areas.get(name, Fraction(0))):
            found = [] if open_ else self._found(target, [name for name in free if name != target], areas)
            if len(found) != 1:
                open_ = True
                continue
            for name in found[0]:
                self.ways.to[name] = target
                free.remove(name)
            pairs.append(f"{', '.join(found[0])} into {target}")
        if pairs:
            more = f"; and {len(pairs) - 10} more" if len(pairs) > 10 else ""
            self.reading.remark(
                "routing-by-sums",
                "the report does not say where water goes; areas, volumes and peaks add up in one way alone: "
                + "; ".join(pairs[:10])
                + more,
            )
        return [name for name in unsaid if name not in self.ways.to] if open_ else ()

    def _claim(self, quantity: str, name: str, storm: str | None) -> Claim | None:
        return self.reading.claims.get((quantity, name, storm))

    def _area(self, name: str) -> Fraction | None:
        """Return the land that drains out of a node, in acres, as far as printed."""
        summary = self.modelled.get(name)
        if summary is not None and summary.kind == "Subcatchment":
            return summary.land.area_ac
        if summary is not None:
            printed = summary.flow.inflow_area
            value = None if printed is None else number_of(printed[0])
            return None if printed is None or value is None else value / (SF_PER_AC if printed[1] == "sf" else 1)
        for quantity, per in (("area_ac", 1), ("area_sf", SF_PER_AC)):
            claim = self._claim(quantity, name, None)
            if claim is not None:
                return claim.value / per
        return None

    def _found(self, target: str, pool: Sequence[str], areas: Mapping[str, Fraction]) -> list[tuple[str, ...]]:
        """Return the sets of nodes that add up to what comes into `target`; two at most."""
        whole = areas.get(target)
        if whole is None or whole <= 0:
            return []
        some = sorted((name for name in pool if 0 < areas[name] <= whole + 2 * _HALF_AC), key=lambda one: -areas[one])
        rest = [Fraction(0)] * (len(some) + 1)
        for index in range(len(some) - 1, -1, -1):
            rest[index] = rest[index + 1] + areas[some[index]]
        found: dict[tuple[str, ...], None] = {}
        pending: list[tuple[int, Fraction, tuple[str, ...]]] = [(0, whole, ())]
        while pending and len(found) < 2:
            index, left, taken = pending.pop()
            slack = _HALF_AC * (len(taken) + 2)
            self.steps += 1
            if self.steps > MOST_STEPS:
                return []
            if abs(left) <= slack and taken and self._fits(target, taken):
                found[taken] = None
            if index == len(some) or left < -slack or rest[index] < left - slack - _HALF_AC * len(some):
                continue
            pending.append((index + 1, left, taken))
            pending.append((index + 1, left - areas[some[index]], (*taken, some[index])))
        return list(found)

    def _fits(self, target: str, taken: tuple[str, ...]) -> bool:
        """Return whether volumes add up in every storm, and peaks may; of one node alone they are the same."""
        for storm in self.storms.get(target, ()):
            come = self.reading.claims["inflow_volume_acft", target, storm]
            sent = [self._claim("volume_acft", one, storm) for one in taken]
            peaks = [self._claim("peak_cfs", one, storm) for one in taken]
            peak = self._claim("inflow_peak_cfs", target, storm)
            if peak is None or None in sent or None in peaks:
                return False
            volumes = [one for one in sent if one is not None]
            slack = come.half + sum((one.half for one in volumes), Fraction(0))
            if abs(come.value - sum((one.value for one in volumes), Fraction(0))) > slack:
                return False
            highest = sum((one.value for one in peaks if one is not None), Fraction(0))
            allowed = _HALF_CFS * (len(taken) + 1)
            if peak.value > highest + allowed or (len(taken) == 1 and peak.value < highest - allowed):
                return False
        return target in self.storms
