"""A network and one storm as an input file of EPA SWMM 5.2.

Owns the walk down the network, the map from its ids to SWMM's names, and the list of what was replaced or left out.
SWMM has no unit hydrograph, so the runoff of a subcatchment comes in as a time series. Ponds are storage nodes, reaches
chains of conduits, links junctions.

A link of ours, and the end of a reach, hands its water on at once and feels nothing from below. Over there that is a
sump, a pool so small that it follows its inflow within two seconds, and a pump that lifts what its depth says; so
nothing has to be invented about the fall between nodes. Sumps lie below all ponds: outlets discharge freely into them.
(SWMM's ideal pump would have no delay at all, and may not follow another one.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from headwater.hydraulics.devices import FREE
from headwater.hydraulics.network import (
    FixedTailwater,
    Link,
    Network,
    Outfall,
    Pond,
    RatedTailwater,
    Reach,
    Split,
    TimedTailwater,
)
from headwater.hydraulics.rating import OutletGroup
from headwater.hydraulics.results import Run
from headwater.hydraulics.sections import SurveyedSection
from headwater.hydraulics.simulation import Model
from headwater.hydraulics.swmm.outlets import As, Way, barrel, native, openings_of, rated
from headwater.hydraulics.swmm.pools import area_curve, seepage_in_per_hr
from headwater.hydraulics.swmm.sections import shape_of, transect_of
from headwater.hydraulics.swmm.text import InputText, as_comment
from headwater.hydrology.hydrograph import ordinates_of
from headwater.hydrology.subcatchment import Subcatchment, runoff_hydrograph

Floats = NDArray[np.float64]

# A part of a reach is one cell of SWMM's; longer ones flatten a flood by themselves.
PART_FT = 100.0
MOST_PARTS = 40
DEEP_FT = 60.0
SECOND_H = 1 / 3600
# A sump's area by the flow that a foot of depth lifts: the seconds by which it is late.
SUMP_S = 2.0
LEAST_CFS_PER_FT = 10.0


@dataclass(frozen=True, kw_only=True)
class Replacement:
    """An element without a counterpart in SWMM: where, what it is, and what stands for it there."""

    where: str
    what: str
    by: str


@dataclass(frozen=True, kw_only=True)
class ExportOptions:
    """How an element is written that could be written in two ways, and how finely SWMM steps."""

    culverts: As = "device"
    routing_step_h: float = 1 * SECOND_H
    report_step_h: float = 15 * SECOND_H


@dataclass(frozen=True, kw_only=True)
class Exported:
    """An input file, and where in it each node is found.

    `storages` names the storage node of each pond; `leaving` the links, by node and destination, that carry what
    leaves it (for an outfall, what comes to it, under its own id).
    """

    text: str
    span_h: float
    storages: Mapping[str, str]
    leaving: Mapping[str, Mapping[str, tuple[str, ...]]]
    bottoms_ft: Mapping[str, float]
    replaced: tuple[Replacement, ...]
    options: ExportOptions = field(default_factory=ExportOptions)


def export(network: Network, run: Run, *, options: ExportOptions | None = None) -> Exported:
    """Return `network` with the runoff of `run` as an input file of SWMM.

    Parameters
    ----------
    run
        Gives the storm, the grid of the inflows and the span; no answer of a node is taken from it.
    """
    return _Export(Model(network=network), run, options or ExportOptions()).written()


class _Export:
    def __init__(self, model: Model, run: Run, options: ExportOptions) -> None:
        self.model, self.network, self.run, self.options = model, model.network, run, options
        self.text = InputText()
        self.entry: dict[str, str] = {}
        self.storages: dict[str, str] = {}
        self.leaving: dict[str, dict[str, list[str]]] = {}
        self.inflows: dict[str, Floats] = {}
        self.replaced: list[Replacement] = []
        self.comments: list[str] = []
        peaks = [answer.inflow.peak_cfs for answer in run.nodes.values() if answer.inflow is not None]
        # Half the sump's depth for all that comes at once.
        self.sump_cfs_per_ft = max(LEAST_CFS_PER_FT, 2 * sum(peaks) / DEEP_FT)
        self._lift_curve = ""
        self._sump_area = ""
        self.deep_ft = min([0.0, *(_lowest_of(pond) for pond in self.network.ponds)]) - DEEP_FT

    def written(self) -> Exported:
        nodes = [self.network.nodes[id_] for id_ in self.network.order]
        for node in nodes:
            self._enter(node)
        for node in nodes:
            match node:
                case Subcatchment():
                    self._subcatchment(node)
                case Link():
                    self._link(node)
                case Reach():
                    self._reach(node)
                case Pond():
                    self._pond(node)
        for name, flow in self.inflows.items():
            series = self.text.series(self.run.dt_h * np.arange(len(flow), dtype=np.float64), flow)
            self.text.add("INFLOWS", f"{name} FLOW {series} FLOW 1.0 1.0")
        return Exported(
            text=self.text.written(_options(self.run.span_h, self.options), self.comments),
            span_h=self.run.span_h,
            storages=self.storages,
            leaving={
                id_: {to: tuple(links) for to, links in by_target.items()} for id_, by_target in self.leaving.items()
            },
            bottoms_ft={pond.id: pond.storage.bottom_ft for pond in self.network.ponds},
            replaced=tuple(self.replaced),
            options=self.options,
        )

    # ---- where water comes in --------------------------------------------------------------------------------------
    def _enter(self, node: object) -> None:
        match node:
            case Pond():
                self._enter_pond(node)
            case Outfall():
                self._enter_outfall(node)
            case Link():
                self.entry[node.id] = self._sump(self.deep_ft)
                self.comments.append(f"{self.entry[node.id]} = link {as_comment(node.id)}")
            case Reach():
                name = self.text.name("J")
                self.text.add("JUNCTIONS", f"{name} {self.deep_ft:.8g} {DEEP_FT / 2:g} 0 0 0")
                self.entry[node.id] = name
                self.comments.append(f"{name} = reach {as_comment(node.id)}")

    def _enter_pond(self, pond: Pond) -> None:
        name = self.text.name("P")
        bottom_ft, storage = pond.storage.bottom_ft, pond.storage
        start_ft = bottom_ft if pond.start_ft is None else pond.start_ft
        rate, _ = seepage_in_per_hr(pond)
        seepage = f" 0 {rate:.8g} 0" if rate > 0 else ""
        curve = self.text.curve("STORAGE", area_curve(storage))
        self.text.add(
            "STORAGE",
            f"{name} {bottom_ft:.8g} {storage.top_ft - bottom_ft:.8g} {start_ft - bottom_ft:.8g} TABULAR {curve} 0 0"
            + seepage,
        )
        self.entry[pond.id] = self.storages[pond.id] = name
        self.comments.append(f"{name} = pond {as_comment(pond.id)}")

    def _enter_outfall(self, outfall: Outfall) -> None:
        self.leaving.setdefault(outfall.id, {})[outfall.id] = []
        if isinstance(outfall.tailwater, RatedTailwater):
            name = self._rated_outfall(outfall, outfall.tailwater)
        else:
            name = self._free_end()
        self.entry[outfall.id] = name
        self.comments.append(f"{name} = outfall {as_comment(outfall.id)}")

    def _free_end(self) -> str:
        """Write a sump from which water leaves for good."""
        name, end = self._sump(self.deep_ft), self.text.name("O")
        self.text.add("OUTFALLS", f"{end} {self.deep_ft:.8g} FREE NO")
        self._lift(name, end)
        return name

    def _rated_outfall(self, outfall: Outfall, tailwater: RatedTailwater) -> str:
        """Write the level below as that of a small pool, which a pump empties as fast as the curve says."""
        levels: list[tuple[float, float]] = []
        for flow_cfs, level_ft in tailwater.curve:
            if not levels or level_ft > levels[-1][1]:
                levels.append((flow_cfs, level_ft))
        bottom_ft = levels[0][1] - 1.0
        points = [(0.0, 0.0), *((level_ft - bottom_ft, flow_cfs) for flow_cfs, level_ft in levels)]
        name, end, depth_ft = self.text.name("S"), self.text.name("O"), points[-1][0] + 20.0
        area_sf = SUMP_S * self.sump_cfs_per_ft
        area = self.text.curve("STORAGE", [(0.0, area_sf), (depth_ft, area_sf)])
        self.text.add("STORAGE", f"{name} {bottom_ft:.8g} {depth_ft:.8g} 1.0 TABULAR {area} 0 0")
        self.text.add("OUTFALLS", f"{end} {self.deep_ft:.8g} FREE NO")
        self._lift(name, end, self.text.curve("PUMP4", points))
        self.replaced.append(
            Replacement(
                where=f"outfall {outfall.id}",
                what="a tailwater that follows the flow",
                by="a small pool whose outflow by depth is that curve",
            )
        )
        return name

    def _sump(self, bottom_ft: float) -> str:
        name = self.text.name("S")
        if not self._sump_area:
            area_sf = SUMP_S * self.sump_cfs_per_ft
            self._sump_area = self.text.curve("STORAGE", [(0.0, area_sf), (DEEP_FT, area_sf)])
        self.text.add("STORAGE", f"{name} {bottom_ft:.8g} {DEEP_FT:g} 0 TABULAR {self._sump_area} 0 0")
        return name

    def _lift(self, sump: str, target: str, curve: str = "") -> str:
        """Write the pump of a sump: all that comes, or the share of a curve by depth."""
        name = self.text.name("L")
        if not curve and not self._lift_curve:
            most_cfs = self.sump_cfs_per_ft * DEEP_FT
            self._lift_curve = self.text.curve("PUMP4", [(0.0, 0.0), (DEEP_FT, most_cfs)])
        self.text.link("PUMPS", name, f"{sump} {target} {curve or self._lift_curve} ON 0 0")
        return name

    # ---- where it goes ---------------------------------------------------------------------------------------------
    def _goes(self, id_: str, to: str, links: list[str]) -> None:
        self.leaving.setdefault(id_, {}).setdefault(to, []).extend(links)
        if isinstance(self.network.nodes.get(to), Outfall):
            self.leaving[to][to].extend(links)

    def _comes(self, name: str, flow: Floats) -> None:
        self.inflows[name] = self.inflows[name] + flow if name in self.inflows else flow

    def _subcatchment(self, subcatchment: Subcatchment) -> None:
        kept = self.run.hydrographs.get(subcatchment.id)
        if kept is None:
            runoff = runoff_hydrograph(subcatchment, self.run.storm, dt_h=self.run.dt_h, span_h=self.run.span_h)
            kept = runoff.hydrograph
        self._comes(self._entry_of_inflow(subcatchment.to), kept.flow_cfs)
        self.replaced.append(
            Replacement(
                where=f"subcatchment {subcatchment.id}",
                what="curve number and unit hydrograph",
                by="its runoff as a time series of inflow",
            )
        )

    def _entry_of_inflow(self, to: str) -> str:
        """Return the node that a time series comes into: before an outfall a sump, so that a link carries it."""
        if not isinstance(self.network.nodes[to], Outfall):
            return self.entry[to]
        name = self._sump(self.deep_ft)
        self.leaving[to][to].append(self._lift(name, self.entry[to]))
        return name

    def _link(self, link: Link) -> None:
        name = self.entry[link.id]
        if link.inflow is not None:
            grid_h = np.arange(ordinates_of(self.run.span_h, dt_h=self.run.dt_h)) * self.run.dt_h
            own = np.interp(grid_h, link.inflow.time_h, link.inflow.flow_cfs, left=0.0, right=0.0)
            self._comes(name, own)
        if not link.splits:
            self._goes(link.id, link.to, [self._lift(name, self.entry[link.to])])
            return
        for to, points in _divided(link, self.sump_cfs_per_ft).items():
            curve = self.text.curve("PUMP4", points)
            target = self._free_end() if to is None else self.entry[to]
            self._goes(link.id, to or "", [self._lift(name, target, curve)])
        self.replaced.append(
            Replacement(
                where=f"link {link.id}",
                what="a flow divided by a curve",
                by="a sump with a pump for each branch, which takes its share by depth",
            )
        )

    def _reach(self, reach: Reach) -> None:
        parts = min(max(1, round(reach.length_ft / PART_FT)), MOST_PARTS)
        part_ft, above = reach.length_ft / parts, self.entry[reach.id]
        shape = self._shape_of(reach)
        level_ft = self.deep_ft
        for part in range(parts):
            last = part == parts - 1
            level_ft -= reach.slope_fraction * part_ft
            if last:  # it ends above its sump, so that the flow falls freely there
                below, above_ft = self._sump(level_ft - DEEP_FT), DEEP_FT
            else:
                below, above_ft = self.text.name("J"), 0.0
                self.text.add("JUNCTIONS", f"{below} {level_ft:.8g} {DEEP_FT / 2:g} 0 0 0")
            name = self.text.name("L")
            rest = f"{above} {below} {part_ft:.8g} {reach.section.manning_n:.8g} 0 {above_ft:g} 0 0"
            self.text.link("CONDUITS", name, rest)
            self.text.add("XSECTIONS", f"{name} {shape} {reach.side_by_side}")
            above = below
        self._lift(above, self.entry[reach.to])
        self._goes(reach.id, reach.to, [name])
        self.replaced.append(
            Replacement(
                where=f"reach {reach.id}",
                what=f"{reach.method} routing",
                by=f"{parts} conduit{'s' if parts > 1 else ''} under the dynamic wave, its end free",
            )
        )

    def _shape_of(self, reach: Reach) -> str:
        if isinstance(reach.section, SurveyedSection):
            name = self.text.name("X")
            for line in transect_of(reach.section, name):
                self.text.add("TRANSECTS", line)
            return f"IRREGULAR {name} 0 0 0"
        shape = shape_of(reach.section)
        assert shape is not None
        return shape

    # ---- ponds -----------------------------------------------------------------------------------------------------
    def _pond(self, pond: Pond) -> None:
        _, seeping = seepage_in_per_hr(pond)
        self.leaving.setdefault(pond.id, {})
        for group in self.model.groups[pond.id]:
            if seeping is not None and group.last.id == seeping.id:
                continue
            self._outlet(pond, group)

    def _outlet(self, pond: Pond, group: OutletGroup) -> None:
        storage, where = self.storages[pond.id], f"pond {pond.id}, outlet {group.last.id}"
        links: list[str] = []
        if group.to is not None:
            for opening in openings_of(group):  # each on a way of its own, as an outfall of SWMM's takes one link
                links += native(self.text, pond, storage, opening, self._way(group))
        if links:
            self._goes(pond.id, group.to or "", links)
            return
        way = self._way(group)
        if group.to is not None and not links and self.options.culverts == "device":
            links = barrel(self.text, pond, storage, group, way)
        if not links:
            links, felt = rated(self.text, pond, storage, group, way, self.model.ratings[pond.id].stage_ft)
            what = " into ".join(type(device).__name__ for device in reversed(group.devices()))
            self.replaced.append(Replacement(where=where, what=what, by=f"its rating curve, {felt}"))
        if group.to is not None:
            self._goes(pond.id, group.to, links)

    def _way(self, group: OutletGroup) -> Way:
        if group.to is None:
            end = self._free_end()
            return Way(node=end, free_node=end, tailwater_ft=FREE, invert_ft=self.deep_ft)
        target, entry = self.network.nodes[group.to], self.entry[group.to]
        match target:
            case Pond():
                return Way(node=entry, free_node=entry, tailwater_ft=None, invert_ft=target.storage.bottom_ft)
            case Outfall(tailwater=RatedTailwater(curve=curve)):
                lowest_ft = min(level_ft for _, level_ft in curve) - 1.0
                return Way(node=entry, free_node=entry, tailwater_ft=None, invert_ft=lowest_ft)
            case Outfall(tailwater=FixedTailwater(elevation_ft=elevation_ft)):
                name, invert_ft = self.text.name("O"), min(_bottom_ft(group), elevation_ft) - 1.0
                self.text.add("OUTFALLS", f"{name} {invert_ft:.8g} FIXED {elevation_ft:.8g} YES")
                return Way(node=name, free_node=entry, tailwater_ft=elevation_ft, invert_ft=invert_ft)
            case Outfall(tailwater=TimedTailwater(series=series)):
                name, invert_ft = self.text.name("O"), min(_bottom_ft(group), *(ft for _, ft in series)) - 1.0
                held = [*series, (max(series[-1][0], self.run.span_h) + 1.0, series[-1][1])]
                level = self.text.series(np.array([h for h, _ in held]), np.array([ft for _, ft in held]))
                self.text.add("OUTFALLS", f"{name} {invert_ft:.8g} TIMESERIES {level} YES")
                return Way(node=name, free_node=entry, tailwater_ft=None, invert_ft=invert_ft)
        return Way(node=entry, free_node=entry, tailwater_ft=FREE, invert_ft=self.deep_ft)


def _bottom_ft(group: OutletGroup) -> float:
    return min(device_ft for device_ft in (group.lowest_ft, *(d.invert_ft for d in group.devices())))


def _lowest_of(pond: Pond) -> float:
    outlets = [getattr(outlet.device, "outlet_invert_ft", math.inf) for outlet in pond.outlets]
    return min([pond.storage.bottom_ft, *outlets])


def _divided(link: Link, sump_cfs_per_ft: float) -> dict[str | None, list[tuple[float, float]]]:
    """Return, by destination, flow against the depth of the sump before the branches."""
    most_cfs = sump_cfs_per_ft * DEEP_FT
    bends = {0.0, most_cfs} | {place for split in link.splits for place, _ in split.curve_cfs if 0 < place < most_cfs}
    places = sorted(bends | {most_cfs * step / 200 for step in range(200)})
    branches: dict[str | None, list[tuple[float, float]]] = {}
    for flow_cfs in places:
        left_cfs, shares = flow_cfs, dict.fromkeys([*(split.to for split in link.splits), link.to], 0.0)
        for split in link.splits:
            share_cfs = min(_share_cfs(split, flow_cfs), left_cfs)
            left_cfs -= share_cfs
            shares[split.to] += share_cfs
        shares[link.to] += left_cfs
        for to, share_cfs in shares.items():
            branches.setdefault(to, []).append((flow_cfs / sump_cfs_per_ft, share_cfs))
    return branches


def _share_cfs(split: Split, flow_cfs: float) -> float:
    (before, before_cfs), *others = split.curve_cfs
    if flow_cfs <= before:
        return max(before_cfs, 0.0)
    for number, (after, after_cfs) in enumerate(others, start=1):
        if flow_cfs <= after or number == len(others):
            return max(before_cfs + (after_cfs - before_cfs) * (flow_cfs - before) / (after - before), 0.0)
        before, before_cfs = after, after_cfs
    return 0.0


def _options(span_h: float, options: ExportOptions) -> dict[str, str]:
    report_s = round(options.report_step_h / SECOND_H)
    ends = datetime(2020, 1, 1) + timedelta(seconds=round(span_h / SECOND_H))  # noqa: DTZ001 - SWMM's clock has no zone
    return {
        "FLOW_UNITS": "CFS",
        "INFILTRATION": "HORTON",
        "FLOW_ROUTING": "DYNWAVE",
        "LINK_OFFSETS": "DEPTH",
        "ALLOW_PONDING": "NO",
        "START_DATE": "01/01/2020",
        "START_TIME": "00:00:00",
        "REPORT_START_DATE": "01/01/2020",
        "REPORT_START_TIME": "00:00:00",
        "END_DATE": f"{ends:%m/%d/%Y}",
        "END_TIME": f"{ends:%H:%M:%S}",
        "WET_STEP": "00:01:00",
        "DRY_STEP": "00:01:00",
        "REPORT_STEP": f"00:{report_s // 60:02d}:{report_s % 60:02d}",
        "ROUTING_STEP": f"{options.routing_step_h / SECOND_H:.6g}",
        "VARIABLE_STEP": "0",
        "LENGTHENING_STEP": "0",
        "INERTIAL_DAMPING": "PARTIAL",
        "NORMAL_FLOW_LIMITED": "BOTH",
        "MAX_TRIALS": "20",
        "HEAD_TOLERANCE": "0.0001",
        "THREADS": "1",
    }
