"""Level-pool routing: inflow over time and a rating make outflow and stage over time.

Owns the storage-indication step (modified Puls), held or adapting, and what is said when the storage does not hold the
water. The rating is `rating`'s; ponds that stand in each other's tailwater are `backwater`'s.

Symbols: 2S2/dt + O2 = I1 + I2 + 2S1/dt - O1, with S `storage_cf`, I inflow and O outflow in cfs, dt `step_s`.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from headwater.hydraulics.rating import Rating
from headwater.hydrology.hydrograph import Hydrograph

S_PER_H: Final = 3600.0

# How far a step may miss the curve: the level of the pool, and the outflow as a share of the highest so far.
STAGE_ERROR_FT: Final = 2e-5
FLOW_ERROR_FRACTION: Final = 2e-4
SLIGHT_FLOW_CFS: Final = 1e-4
LONGEST_STEP_H: Final = 0.5
HALVINGS: Final = 7
ENDLESS_CF: Final = 1e9


@dataclass(frozen=True, kw_only=True)
class Excess:
    """When water rose above the top of the storage, and how much more it would have had to hold."""

    time_h: float
    short_cf: float


@dataclass(frozen=True, kw_only=True)
class Routed:
    """Stage, storage and outflow at the ends of the steps; equally long series, `time_h` rising.

    `position` is the place in the rating's lists, as 12.25 for a quarter of the way from the 12th point to the next.
    `outflow_cf` is the water that left up to each time, `inflow_cf` what came.
    """

    time_h: NDArray[np.float64]
    position: NDArray[np.float64]
    stage_ft: NDArray[np.float64]
    storage_cf: NDArray[np.float64]
    outflow_cfs: NDArray[np.float64]
    outflow_cf: NDArray[np.float64]
    inflow_cf: float
    excess: Excess | None
    subdivided: bool


def route(inflow: Hydrograph, rating: Rating, *, start_ft: float, held_step: bool = False) -> Routed:
    """Return how `inflow` passes through a pool with a level surface.

    Parameters
    ----------
    inflow
        Flow into the pool, straight between its ordinates.
    rating
        The pool.
    start_ft
        The level at time 0, within the rating.
    held_step
        Whether every step is one ordinate of the inflow; otherwise steps adapt, from a small part of an ordinate to
        half an hour, to keep the level within 0.00002 ft of the step's own error.

    References
    ----------
    NEH630-17; HEC22 ch. 10, storage-indication.
    """
    return _Router(inflow, rating, start_ft).run(held_step)


class _Router:
    """One run. The lists are plain ones: a step is scalar work, and takes them ten times faster than arrays."""

    def __init__(self, inflow: Hydrograph, rating: Rating, start_ft: float) -> None:
        self.dt_h = inflow.dt_h
        self.flow: list[float] = inflow.flow_cfs.tolist()
        half_s = inflow.dt_h * S_PER_H / 2
        volumes = (inflow.flow_cfs[1:] + inflow.flow_cfs[:-1]) * half_s
        self.volume: list[float] = np.concatenate(([0.0], np.cumsum(volumes))).tolist()
        self.top = len(rating.stage_ft) - 1
        # Above the top there is room without end, and the outlets pass what they pass at the top. No level comes of it:
        # what stands there is by how much the storage is short.
        self.stage = [*rating.stage_ft, rating.stage_ft[-1] + 1.0]
        self.storage = [*rating.storage_cf, rating.storage_cf[-1] + ENDLESS_CF]
        self.outflow = [*rating.flow_cfs, rating.flow_cfs[-1]]
        self.start = _position(rating.stage_ft, start_ft)

    def run(self, held_step: bool) -> Routed:
        storage, outflow, flow, volume = self.storage, self.outflow, self.flow, self.volume
        last = len(flow) - 1
        dt_s = self.dt_h * S_PER_H
        index, fraction = int(self.start), self.start - int(self.start)
        stored_cf = storage[index] + fraction * (storage[index + 1] - storage[index])
        out_cfs = outflow[index] + fraction * (outflow[index + 1] - outflow[index])
        times, places, stores, flows, passed = [0.0], [index + fraction], [stored_cf], [out_cfs], [0.0]
        tick, span, part, parts = 0, 1, 0, 1  # the step covers `span` ordinates, or the `part`-th of `parts` of one
        slope_before, step_before_s, highest_cfs, passed_cf = 0.0, dt_s, out_cfs, 0.0
        longest = 1 if held_step else max(1, round(LONGEST_STEP_H / self.dt_h))
        most_parts = 1 if held_step else 2**HALVINGS
        subdivided = False
        while tick < last:
            if parts > 1:
                step_s = dt_s / parts
                rise = flow[tick + 1] - flow[tick]
                in_cf = step_s * (flow[tick] + rise * (part + 0.5) / parts)
            else:
                span = min(span, last - tick)
                step_s = dt_s * span
                in_cf = volume[tick + span] - volume[tick]
            half_s = step_s / 2
            due_cf = stored_cf + in_cf - half_s * out_cfs
            low, weight = index, half_s
            if due_cf < storage[0] + half_s * outflow[0]:
                # More would leave than is there: the step is taken with the flow of its end alone, which cannot do so.
                due_cf, weight = stored_cf + in_cf, step_s
            while low and storage[low] + weight * outflow[low] > due_cf:
                low -= 1
            top = len(storage) - 2
            while low < top and storage[low + 1] + weight * outflow[low + 1] <= due_cf:
                low += 1
            rise_cf = storage[low + 1] - storage[low]
            rise_cfs = outflow[low + 1] - outflow[low]
            place = (due_cf - storage[low] - weight * outflow[low]) / (rise_cf + weight * rise_cfs)
            new_cfs = outflow[low] + place * rise_cfs
            mean_cfs = new_cfs if weight == step_s else (out_cfs + new_cfs) / 2
            if place < 0.0:  # the rating passes water at its very bottom, more than there is
                place, mean_cfs = 0.0, (stored_cf + in_cf - storage[low]) / step_s
                new_cfs = mean_cfs
            slope = (new_cfs - out_cfs) / step_s
            bend = abs(slope - slope_before) / (half_s + step_before_s / 2)
            missed_cf = bend * step_s**3 / 12
            allowed_cfs = FLOW_ERROR_FRACTION * max(highest_cfs, new_cfs) + SLIGHT_FLOW_CFS
            area_sf = rise_cf / (self.stage[low + 1] - self.stage[low])
            strain = max(missed_cf / (STAGE_ERROR_FT * area_sf), bend * step_s**2 / 8 / allowed_cfs)
            if strain > 1.0 and not held_step:
                if span > 1:
                    span //= 2
                    continue
                if parts < most_parts and part % 2 == 0 and parts * 2 <= most_parts:
                    parts, part = parts * 2, part * 2
                    continue
            if parts > 1:
                subdivided = True
            passed_cf += mean_cfs * step_s
            index, stored_cf, out_cfs = low, storage[low] + place * rise_cf, new_cfs
            slope_before, step_before_s = slope, step_s
            highest_cfs = max(highest_cfs, new_cfs)
            if parts > 1:
                part += 1
                times.append((tick + part / parts) * self.dt_h)
                if part == parts:
                    tick, part, parts = tick + 1, 0, max(parts // 2, 1) if strain < 0.2 else parts
                elif strain < 0.2 and part % 2 == 0:
                    part, parts = part // 2, parts // 2
            else:
                tick += span
                times.append(tick * self.dt_h)
                # A longer step starts at a multiple of its own length, so that halves of it meet the ordinates.
                if strain < 0.1 and 2 * span <= longest and tick % (2 * span) == 0:
                    span *= 2
            places.append(low + place)
            stores.append(stored_cf)
            flows.append(out_cfs)
            passed.append(passed_cf)
        positions = np.array(places)
        return Routed(
            time_h=np.array(times),
            position=positions,
            stage_ft=np.interp(positions, np.arange(self.top + 1), self.stage[: self.top + 1]),
            storage_cf=np.array(stores),
            outflow_cfs=np.array(flows),
            outflow_cf=np.array(passed),
            inflow_cf=volume[-1],
            excess=self._excess(times, stores),
            subdivided=subdivided,
        )

    def _excess(self, times: list[float], stores: list[float]) -> Excess | None:
        """Return when the storage was first full, straight between steps, and the most that stood above its top."""
        full_cf = self.storage[self.top]
        for place, stored_cf in enumerate(stores):
            if stored_cf > full_cf * (1 + 1e-12):
                before_cf = stores[place - 1]
                part = (full_cf - before_cf) / (stored_cf - before_cf)
                time_h = times[place - 1] + part * (times[place] - times[place - 1])
                return Excess(time_h=time_h, short_cf=max(stores) - full_cf)
        return None


def _position(stages_ft: list[float], stage_ft: float) -> float:
    index = min(max(bisect_right(stages_ft, stage_ft) - 1, 0), len(stages_ft) - 2)
    return index + (stage_ft - stages_ft[index]) / (stages_ft[index + 1] - stages_ft[index])


def flow_at_ordinates(
    time_h: NDArray[np.float64], flow_cfs: NDArray[np.float64], *, dt_h: float, ordinates: int, subdivided: bool
) -> NDArray[np.float64]:
    """Return a flow known at the ends of steps as `ordinates` ordinates `dt_h` apart.

    Where steps were shorter than an ordinate (`subdivided`), each ordinate is the mean over the time around it, so that
    no volume is lost between ordinates; elsewhere it is the flow at its time.
    """
    grid_h = np.arange(ordinates) * dt_h
    if not subdivided:
        drawn: NDArray[np.float64] = np.interp(grid_h, time_h, flow_cfs)
        return drawn
    steps_h = np.diff(time_h)
    cumulative = np.concatenate(([0.0], np.cumsum((flow_cfs[1:] + flow_cfs[:-1]) / 2 * steps_h)))
    edges_h = np.concatenate(([0.0], grid_h[:-1] + dt_h / 2, [grid_h[-1]]))
    step = np.searchsorted(time_h, edges_h, side="right").clip(1, len(steps_h)) - 1
    into_h = edges_h - time_h[step]
    slope = (flow_cfs[step + 1] - flow_cfs[step]) / steps_h[step]
    passed = cumulative[step] + into_h * (flow_cfs[step] + slope * into_h / 2)
    means: NDArray[np.float64] = np.diff(passed) / np.diff(edges_h)
    return means


def flow_from_volume(
    time_h: NDArray[np.float64],
    flow_cfs: NDArray[np.float64],
    passed_cf: NDArray[np.float64],
    *,
    dt_h: float,
    ordinates: int,
) -> NDArray[np.float64]:
    """Return a flow known at the ends of steps, with the water that had passed by then, as ordinates.

    Each ordinate is the mean over the time around it; the water passed is drawn as a cubic that holds it, and the flow
    as its slope, at every end of a step. So no volume is lost.
    """
    grid_h = np.arange(ordinates) * dt_h
    edges_h = np.concatenate(([0.0], grid_h[:-1] + dt_h / 2, [grid_h[-1]]))
    steps_h = np.diff(time_h)
    step = np.searchsorted(time_h, edges_h, side="right").clip(1, len(steps_h)) - 1
    width_h = steps_h[step]
    x = (edges_h - time_h[step]) / width_h
    rise_cf = passed_cf[step + 1] - passed_cf[step]
    start_cf, end_cf = flow_cfs[step] * width_h * S_PER_H, flow_cfs[step + 1] * width_h * S_PER_H
    passed = passed_cf[step] + x * (
        start_cf + x * (3 * rise_cf - 2 * start_cf - end_cf + x * (start_cf + end_cf - 2 * rise_cf))
    )
    means: NDArray[np.float64] = np.diff(passed) / (np.diff(edges_h) * S_PER_H)
    return means
