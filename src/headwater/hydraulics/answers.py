"""What is read out of a run: levels exceeded and for how long, drawdown, freeboard, flows of several outfalls at once.

Owns quantities of one pond or of several outfalls in one storm; `simulation` makes the run they are read from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from headwater.errors import NetworkError, OutOfRangeError
from headwater.hydraulics.rating import Rating
from headwater.hydraulics.results import Flow, PondAnswer, PoolLevels, Run
from headwater.hydrology.hydrograph import Hydrograph, summed

CF_PER_ACFT = 43_560.0
S_PER_H = 3600.0


@dataclass(frozen=True, kw_only=True)
class Exceedance:
    """How long a pool stands above a stage; no times where it never does.

    `total_h` counts every time that it does, and `last_h` less `first_h` the dry time between too. `still` says that it
    stood above when the run ended, so that all three may be longer.
    """

    stage_ft: float
    total_h: float
    first_h: float | None
    last_h: float | None
    still: bool


@dataclass(frozen=True, kw_only=True)
class Together:
    """Several outfalls at once.

    `summed` is the peak of the summed hydrographs; `sum_of_peaks_cfs` adds peaks that may come at different times and
    is shown beside it, never in its place.
    """

    ids: tuple[str, ...]
    summed: Flow
    hydrograph: Hydrograph
    sum_of_peaks_cfs: float


def bounce_ft(pond: PondAnswer) -> float:
    """Return how far the pool rises above its level at the start."""
    return pond.peak_elevation_ft - pond.start_ft


def freeboard_ft(pond: PondAnswer, *, opening_ft: float) -> float:
    """Return how far an opening, a road or a bank lies above the highest level; below zero where water reaches it."""
    return opening_ft - pond.peak_elevation_ft


def falls_back_h(pond: PondAnswer, *, within_ft: float = 0.05) -> float | None:
    """Return the hours from the highest level until the pool is back near its start; None if the run ends before."""
    levels = pond.levels
    reached = inundation(levels, stage_ft=pond.start_ft + within_ft)
    if reached.still or reached.last_h is None:
        return None if reached.still else 0.0
    return max(reached.last_h - pond.time_of_peak_elevation_h, 0.0)


def inundation(levels: PoolLevels, *, stage_ft: float) -> Exceedance:
    """Return how long a pool stands above `stage_ft`, straight between the ends of the steps."""
    time_h, above_ft = levels.time_h, levels.stage_ft - stage_ft
    total_h = 0.0
    first_h: float | None = None
    last_h: float | None = None
    for index in np.flatnonzero((above_ft[1:] > 0) | (above_ft[:-1] > 0)).tolist():
        start_h, end_h = float(time_h[index]), float(time_h[index + 1])
        low_ft, high_ft = float(above_ft[index]), float(above_ft[index + 1])
        if low_ft <= 0:
            start_h += (end_h - start_h) * -low_ft / (high_ft - low_ft)
        elif high_ft <= 0:
            end_h = start_h + (end_h - start_h) * low_ft / (low_ft - high_ft)
        total_h += end_h - start_h
        first_h = start_h if first_h is None else first_h
        last_h = end_h
    return Exceedance(stage_ft=stage_ft, total_h=total_h, first_h=first_h, last_h=last_h, still=bool(above_ft[-1] > 0))


def drawdown_h(rating: Rating, *, from_ft: float, to_ft: float) -> float | None:
    """Return the hours in which a pool falls from one stage to another with nothing coming in; None if it never does.

    Every straight piece of the rating has its own closed form: with S and Q straight between two stages,
    t = dS ln(Q1/Q0)/(Q1 - Q0), and dS/Q where Q does not change.

    Raises
    ------
    OutOfRangeError
        If a stage lies outside the rating, or the first is not above the second.
    """
    bottom_ft, top_ft = rating.stage_ft[0], rating.stage_ft[-1]
    if not bottom_ft <= to_ft < from_ft <= top_ft:
        raise OutOfRangeError(
            f"drawdown from {from_ft:g} to {to_ft:g} ft; expected to fall within the storage, {bottom_ft:g} to "
            f"{top_ft:g} ft; correct the stages"
        )
    inside = [stage_ft for stage_ft in rating.stage_ft if to_ft < stage_ft < from_ft]
    stages = np.array([to_ft, *inside, from_ft])
    storage_cf = np.interp(stages, rating.stage_ft, rating.storage_cf)
    flow_cfs = np.interp(stages, rating.stage_ft, rating.flow_cfs)
    total_s = 0.0
    for index in range(len(stages) - 1):
        low_cfs, high_cfs = float(flow_cfs[index]), float(flow_cfs[index + 1])
        fall_cf = float(storage_cf[index + 1] - storage_cf[index])
        if index == 0 and low_cfs <= 0 < high_cfs:
            # The last of it leaves ever more slowly; the flow at the top of that piece, under 0.001 ft, stands for it.
            low_cfs = high_cfs
        if min(low_cfs, high_cfs) <= 0:
            return None
        log_mean_cfs = (
            (high_cfs - low_cfs) / float(np.log(high_cfs / low_cfs))
            if abs(high_cfs - low_cfs) > 1e-9 * high_cfs
            else (high_cfs + low_cfs) / 2
        )
        total_s += fall_cf / log_mean_cfs
    return total_s / S_PER_H


def together(run: Run, outfalls: Sequence[str]) -> Together:
    """Return the flow of several outfalls at once.

    Raises
    ------
    NetworkError
        If one of them has no hydrograph in the run.
    """
    ids = tuple(sorted(dict.fromkeys(outfalls)))
    for id_ in ids:
        if id_ not in run.hydrographs:
            status = run.nodes[id_].status if id_ in run.nodes else "not there"
            raise NetworkError(
                f"the sum of outfalls: {id_!r} is {status}; expected an outfall with an answer; look at its cautions"
            )
    hydrograph = summed([run.hydrographs[id_] for id_ in ids])
    peak = hydrograph.peak()
    flow = Flow(peak_cfs=peak.flow_cfs, time_of_peak_h=peak.time_h, volume_acft=hydrograph.volume_acft)
    return Together(ids=ids, summed=flow, hydrograph=hydrograph, sum_of_peaks_cfs=_sum_of_peaks_cfs(run, ids))


def _sum_of_peaks_cfs(run: Run, ids: Iterable[str]) -> float:
    return float(sum(flow.peak_cfs for id_ in ids if (flow := run.nodes[id_].inflow) is not None))
