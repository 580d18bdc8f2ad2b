"""Reaches: water that travels along a channel or pipe, delayed and flattened.

Owns the two ways of routing a reach: storage-indication over its own storage, with the rest of the travel time as pure
translation if asked, and Muskingum-Cunge with the parameters of one reference flow. The shape is `sections`'s.

Symbols: c `celerity_fps`, K `storage_h`, X `weight`, B `top_width_ft`, S0 `slope_fraction`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from headwater.hydraulics.network import Reach
from headwater.hydraulics.rating import Rating
from headwater.hydraulics.routing import S_PER_H, Excess, Routed, flow_at_ordinates, route
from headwater.hydrology.hydrograph import Hydrograph

LEVELS: Final = 120
MOST_PARTS: Final = 400
MOST_SUBSTEPS: Final = 50


@dataclass(frozen=True, kw_only=True)
class ReachRouted:
    """What comes out of a reach, the deepest flow in it, and how long water takes.

    `travel_min` is the length over the mean velocity at the peak inflow; `translation_min` the part of it that was
    added as pure delay; `stored_cf` the water in the reach at the end.
    """

    outflow: Hydrograph
    peak_depth_ft: float
    peak_velocity_fps: float
    capacity_cfs: float
    travel_min: float
    translation_min: float
    stored_cf: float
    excess: Excess | None
    longest_ft: float | None
    """The length up to which one storage flattens a flood as the channel does; None where none is taken for it."""


def reach_rating(reach: Reach) -> Rating:
    """Return depth, storage and flow of a reach at normal depth, up to the depth of the highest flow."""
    section = reach.section
    full_ft = section.depth_of_highest_flow_ft
    # Closer near the bottom, where depth changes most with flow.
    depths_ft = [full_ft * (step / LEVELS) ** 2 for step in range(LEVELS + 1)]
    flows_cfs = [0.0, *(_flow_cfs(reach, depth_ft) for depth_ft in depths_ft[1:])]
    return Rating(
        stage_ft=depths_ft,
        storage_cf=[section.area_sf(depth_ft) * reach.length_ft * reach.side_by_side for depth_ft in depths_ft],
        flow_cfs=flows_cfs,
        by_destination_cfs={reach.to: flows_cfs},
    )


def route_reach(inflow: Hydrograph, reach: Reach, rating: Rating) -> ReachRouted:
    """Return what becomes of `inflow` in `reach`.

    References
    ----------
    NEH630-17, storage-indication and Muskingum-Cunge; HEC22 ch. 10.
    """
    peak_cfs = float(inflow.flow_cfs.max(initial=0.0))
    capacity_cfs = rating.flow_cfs[-1]
    depth_ft = float(np.interp(peak_cfs, rating.flow_cfs, rating.stage_ft))
    area_sf = reach.section.area_sf(depth_ft) * reach.side_by_side
    velocity_fps = min(peak_cfs, capacity_cfs) / area_sf if area_sf > 0 else 0.0
    travel_h = reach.length_ft / velocity_fps / S_PER_H if velocity_fps > 0 else 0.0
    translation_h, excess, longest_ft = 0.0, None, None
    if reach.method == "Muskingum-Cunge":
        outflow, stored_cf = _muskingum_cunge(inflow, reach, rating)
        if peak_cfs > capacity_cfs:
            excess = _over_capacity(inflow, capacity_cfs)
    else:
        routed = route(inflow, rating, start_ft=rating.stage_ft[0])
        excess = routed.excess
        outflow = Hydrograph(
            dt_h=inflow.dt_h,
            flow_cfs=flow_at_ordinates(
                routed.time_h,
                routed.outflow_cfs,
                dt_h=inflow.dt_h,
                ordinates=len(inflow.flow_cfs),
                subdivided=routed.subdivided,
            ),
        )
        stored_cf = float(routed.storage_cf[-1])
        longest_ft = _longest_ft(reach, rating, min(peak_cfs, capacity_cfs) / 2)
        if reach.method == "storage-indication with translation":
            translation_h = max(travel_h - _lag_h(inflow, routed), 0.0)
            outflow, under_way_cf = _delayed(outflow, translation_h)
            stored_cf += under_way_cf
    return ReachRouted(
        outflow=outflow,
        peak_depth_ft=depth_ft,
        peak_velocity_fps=velocity_fps,
        capacity_cfs=capacity_cfs,
        travel_min=travel_h * 60,
        translation_min=translation_h * 60,
        stored_cf=stored_cf,
        excess=excess,
        longest_ft=longest_ft,
    )


def _longest_ft(reach: Reach, rating: Rating, flow_cfs: float) -> float | None:
    """Return the characteristic length Q / (B S0 c) of Kalinin and Milyukov at a flow."""
    if flow_cfs <= 0:
        return None
    celerity_fps, top_width_ft = _wave(rating, flow_cfs, reach)
    return flow_cfs / (top_width_ft * reach.slope_fraction * celerity_fps)


def _flow_cfs(reach: Reach, depth_ft: float) -> float:
    return reach.side_by_side * reach.section.flow_cfs(depth_ft, slope_fraction=reach.slope_fraction)


def _over_capacity(inflow: Hydrograph, capacity_cfs: float) -> Excess:
    over_cfs = np.maximum(inflow.flow_cfs - capacity_cfs, 0.0)
    first = int(np.argmax(over_cfs > 0))
    return Excess(time_h=first * inflow.dt_h, short_cf=float(over_cfs.sum()) * inflow.dt_h * S_PER_H)


def _lag_h(inflow: Hydrograph, routed: Routed) -> float:
    """Return the time between the centres of mass of what comes and what leaves, the delay that storage gave."""
    if inflow.volume_cf <= 0 or routed.excess is not None:
        return 0.0
    waiting_cf_h = float(np.trapezoid(routed.storage_cf, routed.time_h))
    return waiting_cf_h / inflow.volume_cf


def _delayed(hydrograph: Hydrograph, delay_h: float) -> tuple[Hydrograph, float]:
    """Return the hydrograph later by `delay_h`, and the water still under way at its end."""
    if delay_h <= 0:
        return hydrograph, 0.0
    steps = delay_h / hydrograph.dt_h
    whole, part = int(steps), steps - int(steps)
    flow_cfs = np.concatenate((np.zeros(whole + 1), hydrograph.flow_cfs))
    late_cfs = (1 - part) * flow_cfs[1:] + part * flow_cfs[:-1]
    end_h = (len(hydrograph.flow_cfs) - 1) * hydrograph.dt_h
    times_h = np.linspace(max(end_h - delay_h, 0.0), end_h, 200)
    leaving_cfs = np.interp(times_h, np.arange(len(hydrograph.flow_cfs)) * hydrograph.dt_h, hydrograph.flow_cfs)
    under_way_cf = float(np.trapezoid(leaving_cfs, times_h)) * S_PER_H
    return Hydrograph(dt_h=hydrograph.dt_h, flow_cfs=late_cfs[: len(hydrograph.flow_cfs)]), under_way_cf


def _muskingum_cunge(inflow: Hydrograph, reach: Reach, rating: Rating) -> tuple[Hydrograph, float]:
    """Route with the parameters of half the peak flow, which keeps the volume exact; return the water held too."""
    peak_cfs = min(float(inflow.flow_cfs.max(initial=0.0)), rating.flow_cfs[-1])
    if peak_cfs <= 0:
        return inflow, 0.0
    reference_cfs = peak_cfs / 2
    celerity_fps, top_width_ft = _wave(rating, reference_cfs, reach)
    dt_s = inflow.dt_h * S_PER_H
    diffusion_ft = reference_cfs / (top_width_ft * reach.slope_fraction * celerity_fps)
    parts, substeps = _division(reach.length_ft, covered_ft=celerity_fps * dt_s, diffusion_ft=diffusion_ft)
    part_ft, dt_s = reach.length_ft / parts, dt_s / substeps
    # What no division within reason can do is done by a little more flattening.
    diffusion_ft = max(diffusion_ft, abs(celerity_fps * dt_s - part_ft))
    storage_s = part_ft / celerity_fps
    weight = (1 - diffusion_ft / part_ft) / 2
    denominator = storage_s * (1 - weight) + dt_s / 2
    c0 = (dt_s / 2 - storage_s * weight) / denominator
    c1 = (dt_s / 2 + storage_s * weight) / denominator
    c2 = (storage_s * (1 - weight) - dt_s / 2) / denominator
    # An ordinate is the mean over its step, so it stands for every part of the step, and is their mean again below.
    flow_cfs, stored_cf = np.repeat(inflow.flow_cfs, substeps), 0.0
    for _ in range(parts):
        passed_cfs = _one_part(flow_cfs, c0, c1, c2)
        stored_cf += storage_s * float(weight * flow_cfs[-1] + (1 - weight) * passed_cfs[-1])
        flow_cfs = passed_cfs
    return Hydrograph(dt_h=inflow.dt_h, flow_cfs=flow_cfs.reshape(-1, substeps).mean(axis=1)), stored_cf


def _division(length_ft: float, *, covered_ft: float, diffusion_ft: float) -> tuple[int, int]:
    """Return into how many parts the reach is cut, and into how many each step of time.

    Parts are no longer than half of what the wave covers in a step and of the diffusion length together (NEH630-17).
    Where they would be shorter than what the wave covers less the diffusion length, a step is longer than 2 K (1 - x),
    and the flow swings over the inflow and below zero. Then parts are about what the wave covers in a step.
    """
    part_ft = min(length_ft, (covered_ft + diffusion_ft) / 2)
    parts = min(max(math.ceil(length_ft / part_ft), 1), MOST_PARTS)
    if length_ft / parts >= covered_ft - diffusion_ft:
        return parts, 1
    for substeps in range(1, MOST_SUBSTEPS + 1):
        parts = min(max(round(length_ft * substeps / covered_ft), 1), MOST_PARTS)
        if abs(length_ft / parts - covered_ft / substeps) <= diffusion_ft:
            return parts, substeps
    return parts, MOST_SUBSTEPS


def _one_part(flow_cfs: NDArray[np.float64], c0: float, c1: float, c2: float) -> NDArray[np.float64]:
    driven = (c0 * flow_cfs[1:] + c1 * flow_cfs[:-1]).tolist()
    out = float(flow_cfs[0])
    routed = [out]
    for value in driven:
        out = value + c2 * out
        routed.append(out)
    return np.array(routed)


def _wave(rating: Rating, flow_cfs: float, reach: Reach) -> tuple[float, float]:
    """Return the celerity dQ/dA and the top width at a flow."""
    section = reach.section
    depth_ft = section.normal_depth_ft(flow_cfs / reach.side_by_side, slope_fraction=reach.slope_fraction)
    depth_ft = min(depth_ft, rating.stage_ft[-1])
    nudge_ft = 1e-3 * depth_ft
    area_sf = section.area_sf(depth_ft + nudge_ft) - section.area_sf(depth_ft - nudge_ft)
    rise_cfs = _flow_cfs(reach, depth_ft + nudge_ft) - _flow_cfs(reach, depth_ft - nudge_ft)
    return rise_cfs / (area_sf * reach.side_by_side), section.top_width_ft(depth_ft) * reach.side_by_side
