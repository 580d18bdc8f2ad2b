"""What one node makes of the water that comes to it: its answer, what it hands on, its share of the balance.

Owns a function for each kind of node, and for ponds solved together. In what order nodes are asked is `walk`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from headwater.caution import Caution
from headwater.hydraulics import cautions
from headwater.hydraulics.backwater import Boundary, Pool, route_together
from headwater.hydraulics.grid import Floats, Grid
from headwater.hydraulics.network import Kind, Link, Node, Outfall, Pond, Reach, kind_of
from headwater.hydraulics.rating import OutletGroup, Rating
from headwater.hydraulics.reach import route_reach
from headwater.hydraulics.results import Flow, NodeAnswer, PondAnswer, PoolLevels, ReachAnswer, Shortfall
from headwater.hydraulics.routing import Excess, flow_at_ordinates, flow_from_volume, route
from headwater.hydraulics.splits import split_cfs
from headwater.hydrology.hydrograph import Hydrograph
from headwater.hydrology.subcatchment import Runoff, Subcatchment

MOST_RESIDUAL_FRACTION: Final = 0.001
SLIGHT_CF: Final = 1.0


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """One node in one storm.

    `sends` is the flow to each node below, but for ponds solved together with it; `came_cf` what entered the network
    here, `left_cf` what left it, `stayed_cf` what is held at the end beyond what was held at the start.
    """

    answer: NodeAnswer
    sends: Mapping[str, Floats] = field(default_factory=dict)
    outflow: Hydrograph | None = None
    inflow: Hydrograph | None = None
    cautions: tuple[Caution, ...] = ()
    came_cf: float = 0.0
    left_cf: float = 0.0
    stayed_cf: float = 0.0


def not_computed(node: Node, because: str) -> Outcome:
    """Return the outcome of a node below one without an answer."""
    kind = kind_of(node)
    return Outcome(
        answer=NodeAnswer(id=node.id, kind=kind, status="not computed", because=because),
        cautions=(cautions.not_computed(node.id, kind, because),),
    )


def subcatchment_outcome(subcatchment: Subcatchment, runoff: Runoff, grid: Grid) -> Outcome:
    """Return the outcome of a subcatchment, whose runoff was worked out before."""
    flow = Flow(peak_cfs=runoff.peak.flow_cfs, time_of_peak_h=runoff.peak.time_h, volume_acft=runoff.volume_acft)
    return Outcome(
        answer=NodeAnswer(
            id=subcatchment.id,
            kind="subcatchment",
            status="computed",
            inflow=flow,
            outflow=flow,
            to={subcatchment.to: flow},
            runoff_in=runoff.depth_in,
        ),
        sends={subcatchment.to: runoff.hydrograph.flow_cfs},
        outflow=runoff.hydrograph,
        cautions=runoff.cautions,
        came_cf=grid.volume_cf(runoff.hydrograph.flow_cfs),
    )


def outfall_outcome(outfall: Outfall, inflow: Floats, grid: Grid) -> Outcome:
    """Return the outcome of an outfall."""
    flow, hydrograph = grid.flow(inflow), grid.hydrograph(inflow)
    return Outcome(
        answer=NodeAnswer(
            id=outfall.id, kind="outfall", status="computed", inflow=flow, outflow=flow, mass_residual_fraction=0.0
        ),
        outflow=hydrograph,
        inflow=hydrograph,
        cautions=_peak_within(outfall.id, inflow, grid),
        left_cf=grid.volume_cf(inflow),
    )


def link_outcome(link: Link, inflow: Floats, grid: Grid) -> Outcome:
    """Return the outcome of a link: its own hydrograph added, its splits taken off."""
    came_cf = 0.0
    if link.inflow is not None:
        own: Floats = np.interp(grid.time_h, link.inflow.time_h, link.inflow.flow_cfs, left=0.0, right=0.0)
        came_cf = grid.volume_cf(own)
        inflow = inflow + own
    left = inflow
    parts: dict[str | None, Floats] = {}
    for split in link.splits:
        share = np.minimum(split_cfs(split, inflow), left)
        left = left - share
        parts[split.to] = parts[split.to] + share if split.to in parts else share
    parts[link.to] = parts[link.to] + left if link.to in parts else left
    return _passed_on(link.id, "link", inflow, parts, grid, came_cf=came_cf)


def reach_outcome(reach: Reach, rating: Rating, inflow: Floats, grid: Grid) -> Outcome:
    """Return the outcome of a reach."""
    routed = route_reach(grid.hydrograph(inflow), reach, rating)
    if routed.excess is not None:
        return _exceeded(reach.id, "reach", inflow, routed.excess, grid)
    said = [cautions.oscillation(reach.id, routed.outflow.flow_cfs)]
    if routed.longest_ft is not None:
        said.append(cautions.reach_flattens(reach.id, reach.length_ft, routed.longest_ft))
    return _passed_on(
        reach.id,
        "reach",
        inflow,
        {reach.to: routed.outflow.flow_cfs},
        grid,
        stored_cf=routed.stored_cf,
        reach=ReachAnswer(
            peak_depth_ft=routed.peak_depth_ft,
            peak_velocity_fps=routed.peak_velocity_fps,
            capacity_cfs=routed.capacity_cfs,
            travel_min=routed.travel_min,
            translation_min=routed.translation_min,
        ),
        said=said,
    )


def pond_outcome(pond: Pond, rating: Rating, inflow: Floats, grid: Grid, *, held_step: bool) -> Outcome:
    """Return the outcome of a pond whose tailwater does not change, or is not felt."""
    start_ft = rating.stage_ft[0] if pond.start_ft is None else pond.start_ft
    routed = route(grid.hydrograph(inflow), rating, start_ft=start_ft, held_step=held_step)
    if routed.excess is not None:
        return _exceeded(pond.id, "pond", inflow, routed.excess, grid)
    places = np.arange(len(rating.stage_ft))
    parts = {
        to: flow_at_ordinates(
            routed.time_h,
            np.interp(routed.position, places, flows_cfs),
            dt_h=grid.dt_h,
            ordinates=grid.ordinates,
            subdivided=routed.subdivided,
        )
        for to, flows_cfs in rating.by_destination_cfs.items()
    }
    levels = PoolLevels(time_h=routed.time_h, stage_ft=routed.stage_ft, storage_cf=routed.storage_cf)
    return _pond(pond, levels, inflow, parts, grid)


def outcomes_together(
    ponds: Collection[Pond],
    *,
    ratings: Mapping[str, Rating],
    groups: Mapping[str, tuple[OutletGroup, ...]],
    inflows: Mapping[str, Floats],
    boundaries: Mapping[str, Boundary],
    grid: Grid,
) -> dict[str, Outcome]:
    """Return the outcomes of ponds that act on each other, or of one whose tailwater changes."""
    by_id = {pond.id: pond for pond in ponds}
    pools = [
        Pool(
            id=pond.id,
            rating=ratings[pond.id],
            start_ft=ratings[pond.id].stage_ft[0] if pond.start_ft is None else pond.start_ft,
            groups=groups[pond.id],
            inflow=grid.hydrograph(inflows[pond.id]),
        )
        for pond in ponds
    ]
    solved = route_together(pools, boundaries, dt_h=grid.dt_h, span_h=grid.span_h)
    if solved.excess:
        failed = min(solved.excess)
        return {
            id_: _exceeded(id_, "pond", inflows[id_], solved.excess[id_], grid)
            if id_ in solved.excess
            else not_computed(pond, failed)
            for id_, pond in by_id.items()
        }
    parts = {
        key: flow_from_volume(solved.time_h, flow_cfs, solved.passed_cf[key], dt_h=grid.dt_h, ordinates=grid.ordinates)
        for key, flow_cfs in solved.flow_cfs.items()
    }
    found: dict[str, Outcome] = {}
    for id_, pond in by_id.items():
        inflow = inflows[id_]
        for (source, to), flow in sorted(parts.items(), key=lambda item: item[0][0]):
            if to == id_ and source != id_:
                inflow = inflow + flow
        levels = PoolLevels(time_h=solved.time_h, stage_ft=solved.stage_ft[id_], storage_cf=solved.storage_cf[id_])
        own = {to: flow for (source, to), flow in parts.items() if source == id_}
        found[id_] = _pond(pond, levels, inflow, own, grid, within=frozenset(by_id))
    return found


def _pond(
    pond: Pond,
    levels: PoolLevels,
    inflow: Floats,
    parts: Mapping[str | None, Floats],
    grid: Grid,
    within: frozenset[str] = frozenset(),
) -> Outcome:
    highest = int(np.argmax(levels.stage_ft))
    peak_ft = float(levels.stage_ft[highest])
    start_cf = float(levels.storage_cf[0])
    answer = PondAnswer(
        start_ft=float(levels.stage_ft[0]),
        start_storage_cf=start_cf,
        peak_elevation_ft=peak_ft,
        time_of_peak_elevation_h=float(levels.time_h[highest]),
        peak_storage_cf=float(levels.storage_cf[highest]),
        peak_area_sf=pond.storage.area_sf(peak_ft),
        top_ft=pond.storage.top_ft,
        final_ft=float(levels.stage_ft[-1]),
        levels=levels,
        device_flows_cfs={outlet.id: outlet.device.flow_cfs(peak_ft) for outlet in pond.outlets},
        detention_min=_detention_min(inflow, parts.values(), grid.dt_h),
    )
    said: list[Caution | None] = [*cautions.crest_between_stages(pond), cautions.stage_near_top(pond.id, answer)]
    said += [cautions.oscillation(pond.id, flow) for flow in parts.values()]
    if highest == len(levels.time_h) - 1 and peak_ft > answer.start_ft:
        said.append(cautions.peak_at_end(pond.id, grid.span_h))
    return _passed_on(
        pond.id,
        "pond",
        inflow,
        parts,
        grid,
        stored_cf=float(levels.storage_cf[-1]) - start_cf,
        base_cf=start_cf,
        pond=answer,
        said=said,
        within=within,
    )


def _passed_on(
    id_: str,
    kind: Kind,
    inflow: Floats,
    parts: Mapping[str | None, Floats],
    grid: Grid,
    *,
    stored_cf: float = 0.0,
    base_cf: float = 0.0,
    came_cf: float = 0.0,
    pond: PondAnswer | None = None,
    reach: ReachAnswer | None = None,
    said: Collection[Caution | None] = (),
    within: frozenset[str] = frozenset(),
) -> Outcome:
    """Return the outcome of a node that passes its water on, with its balance drawn.

    Of ponds solved together (`within`), what one hands to another is in the other's inflow already.
    """
    surface = np.zeros(grid.ordinates)
    for to in sorted(to for to in parts if to is not None):
        surface = surface + parts[to]
    gone = parts.get(None)
    gone_cf = 0.0 if gone is None else grid.volume_cf(gone)
    in_cf = grid.volume_cf(inflow)
    lost_cf = in_cf - grid.volume_cf(surface) - gone_cf - stored_cf
    # Of all that moved: where water came back, what came and what went may nearly cancel.
    moved_cf = grid.volume_cf(np.abs(inflow))
    residual_fraction = lost_cf / max(moved_cf + base_cf, SLIGHT_CF)
    remarks = [caution for caution in said if caution is not None]
    if abs(residual_fraction) > MOST_RESIDUAL_FRACTION and abs(lost_cf) > SLIGHT_CF:
        remarks.append(cautions.mass_residual(id_, residual_fraction))
    return Outcome(
        answer=NodeAnswer(
            id=id_,
            kind=kind,
            status="computed",
            inflow=grid.flow(inflow),
            outflow=grid.flow(surface),
            to={to: grid.flow(flow) for to, flow in parts.items() if to is not None},
            discarded=None if gone is None else grid.flow(gone),
            pond=pond,
            reach=reach,
            mass_residual_fraction=residual_fraction,
        ),
        sends={to: flow for to, flow in parts.items() if to is not None and to not in within},
        outflow=grid.hydrograph(surface),
        inflow=grid.hydrograph(inflow),
        cautions=(*remarks, *_peak_within(id_, surface, grid)),
        came_cf=came_cf,
        left_cf=gone_cf,
        stayed_cf=stored_cf,
    )


def _exceeded(id_: str, kind: Kind, inflow: Floats, excess: Excess, grid: Grid) -> Outcome:
    return Outcome(
        answer=NodeAnswer(
            id=id_,
            kind=kind,
            status="storage exceeded",
            inflow=grid.flow(inflow),
            shortfall=Shortfall(time_h=excess.time_h, short_cf=excess.short_cf),
        ),
        cautions=(cautions.storage_exceeded(id_, kind, excess),),
    )


def _peak_within(id_: str, flow: Floats, grid: Grid) -> tuple[Caution, ...]:
    if int(np.argmax(flow)) == len(flow) - 1 and flow[-1] > 0:
        return (cautions.peak_at_end(id_, grid.span_h),)
    return ()


def _detention_min(inflow: Floats, parts: Collection[Floats], dt_h: float) -> float | None:
    """Return the centre of mass of all that left less that of what came; None where less than nine tenths left."""
    outflow = sum(parts, np.zeros_like(inflow))
    came, left = float(inflow.sum()), float(outflow.sum())
    if came <= 0 or left < 0.9 * came:
        return None
    time_h = np.arange(len(inflow)) * dt_h
    return float((outflow * time_h).sum() / left - (inflow * time_h).sum() / came) * 60
