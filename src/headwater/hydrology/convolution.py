"""Bursts of excess laid through a unit hydrograph: the flow per acre on a grid of times.

Owns the recipe of TR-20 as the printed peaks have it: bursts of D = 2/15 Tc from the start of the storm whatever the
step is, Tp = D/2 + 0.6 Tc, each burst's unit hydrograph starting at the burst's end, and each ordinate being the flow
averaged over the step that is centred on it. What the excess is, is `runoff`.

The weight of burst i in ordinate k depends on Tc and the step alone. Weights are kept as dense blocks of consecutive
ordinates, each over the few bursts that reach it, so that one hydrograph is a row of small products and a thousand are
a row of larger ones. Where a whole number of steps is a whole number of bursts, as it is at a step of 0.01 h for every
Tc in tenths of a minute, all blocks are one. Where only some ordinates are asked for, only their weights are made.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from headwater.hydrology.hydrograph import ordinates_of
from headwater.hydrology.unit_hydrograph import DimensionlessUnitHydrograph

Floats = NDArray[np.float64]

CFS_PER_AC_IN_PER_H: Final = 43_560.0 / 12 / 3600
"""One inch per hour off an acre: 1.00833 cfs."""

BURST_PER_TC: Final = 2 / 15
LAG_PER_TC: Final = 0.6
SHORTEST_TC_MIN: Final = 0.05
"""Below three seconds runoff leaves as it forms: bursts of a shorter Tc would only be many."""

_MIN_PER_H: Final = 60.0
# Bursts that a block of ordinates begins anew; wider blocks waste products, narrower ones waste calls.
_BURSTS_PER_BLOCK: Final = 16
_FEWEST_ORDINATES: Final = 4
# The longest period of bursts and steps for which one block is made.
_MOST_BURSTS_OF_ONE_BLOCK: Final = 48
_MOST_KEPT_WEIGHTS: Final = 400_000


@dataclass(frozen=True, kw_only=True)
class BurstTimes:
    """Bursts and ordinates of one time of concentration: how many, how far apart, and how long a burst flows.

    Burst i counts from 0, ends at `(i + 1) * burst_h`, and flows for `reach_h` from then on.
    """

    burst_h: float
    peak_h: float
    reach_h: float
    bursts: int
    ordinates: int
    dt_h: float


@dataclass(frozen=True, kw_only=True, eq=False)
class BurstWeights:
    """The weights of bursts in ordinates, in blocks of consecutive ordinates.

    Blocks give as many ordinates each as their weights have columns, block b from `bursts_per_block` bursts, counted
    from `starts[b]` in the row of excess with `lead` zeros before it and `trail` after it. Its weights are `blocks[b]`,
    or `blocks[0]` where all blocks are one.
    """

    burst_h: float
    bursts: int
    ordinates: int
    lead: int
    trail: int
    starts: NDArray[np.int64]
    blocks: Floats

    @property
    def bursts_per_block(self) -> int:
        """How many bursts each block looks at."""
        return int(self.blocks.shape[1])


def burst_times(
    unit_hydrograph: DimensionlessUnitHydrograph,
    *,
    time_of_concentration_min: float,
    dt_h: float,
    rain_h: float,
    span_h: float,
) -> BurstTimes:
    """Return bursts and ordinates for a time of concentration of at least `SHORTEST_TC_MIN`.

    References
    ----------
    TR20.
    """
    tc_h = time_of_concentration_min / _MIN_PER_H
    burst_h = BURST_PER_TC * tc_h
    peak_h = burst_h / 2 + LAG_PER_TC * tc_h
    reach_h = unit_hydrograph.end * peak_h
    bursts = math.ceil(rain_h / burst_h - 1e-9)
    last = math.ceil((bursts * burst_h + reach_h) / dt_h + 0.5)
    ordinates = min(ordinates_of(span_h, dt_h=dt_h), last + 1)
    return BurstTimes(burst_h=burst_h, peak_h=peak_h, reach_h=reach_h, bursts=bursts, ordinates=ordinates, dt_h=dt_h)


def burst_weights(
    unit_hydrograph: DimensionlessUnitHydrograph,
    *,
    time_of_concentration_min: float,
    dt_h: float,
    rain_h: float,
    span_h: float,
) -> BurstWeights:
    """Return the weights for a time of concentration of at least `SHORTEST_TC_MIN`; what is not too large is kept."""
    times = burst_times(
        unit_hydrograph,
        time_of_concentration_min=time_of_concentration_min,
        dt_h=dt_h,
        rain_h=rain_h,
        span_h=span_h,
    )
    weights = (times.reach_h + dt_h) / times.burst_h * times.ordinates
    make = _kept if weights < _MOST_KEPT_WEIGHTS else _made
    return make(unit_hydrograph, time_of_concentration_min, times)


def _made(unit_hydrograph: DimensionlessUnitHydrograph, tc_min: float, times: BurstTimes) -> BurstWeights:
    burst_h, reach_h, dt_h, ordinates = times.burst_h, times.reach_h, times.dt_h, times.ordinates
    size, begun = _block_of(tc_min, dt_h)
    if size >= ordinates:
        size, begun = ordinates, 0
    count = math.ceil(ordinates / size)
    width = math.ceil((size * dt_h + reach_h) / burst_h) + 2
    edges = (size * np.arange(1 if begun else count)[:, None] + np.arange(size + 1) - 0.5) * dt_h
    # The first burst that still flows after the block's first edge:
    starts = np.floor((edges[:, 0] - reach_h) / burst_h).astype(np.int64) - 1
    ends = (starts[:, None] + np.arange(width) + 1) * burst_h
    passed = unit_hydrograph.cumulative((edges[:, None, :] - ends[:, :, None]) / times.peak_h)
    if begun:
        starts = starts[0] + begun * np.arange(count)
    lead = max(0, -int(starts[0]))
    return BurstWeights(
        burst_h=burst_h,
        bursts=times.bursts,
        ordinates=ordinates,
        lead=lead,
        trail=max(0, int(starts[-1]) + width - times.bursts),
        starts=starts + lead,
        blocks=np.diff(passed, axis=2) / dt_h,
    )


_kept = lru_cache(maxsize=64)(_made)


def _block_of(tc_min: float, dt_h: float) -> tuple[int, int]:
    """Return how many ordinates a block has, and how many bursts it begins after the last one, or 0 if they vary."""
    wanted = max(_FEWEST_ORDINATES, math.ceil(_BURSTS_PER_BLOCK * BURST_PER_TC * tc_min / _MIN_PER_H / dt_h))
    step, minutes = Fraction(dt_h).limit_denominator(10_000), Fraction(tc_min).limit_denominator(1_000)
    if not (math.isclose(step, dt_h, rel_tol=1e-12) and math.isclose(minutes, tc_min, rel_tol=1e-12)):
        return wanted, 0
    bursts_per_step = step * 60 / minutes * Fraction(15, 2)
    period = bursts_per_step.denominator
    if bursts_per_step.numerator > _MOST_BURSTS_OF_ONE_BLOCK:
        return wanted, 0
    size = period * max(1, round(wanted / period))
    return size, int(bursts_per_step * size)


def flow_per_acre_cfs(excess_in: Floats, weights: BurstWeights) -> Floats:
    """Return the flow off one acre from the excess of each burst, as far as there is any.

    Parameters
    ----------
    excess_in
        Depth of each burst, `weights.bursts` of them.

    Returns
    -------
    ndarray
        `weights.ordinates` flows, the first at time 0.
    """
    row = np.zeros(weights.lead + weights.bursts + weights.trail)
    row[weights.lead : weights.lead + weights.bursts] = excess_in
    windows = np.lib.stride_tricks.sliding_window_view(row, weights.bursts_per_block)[weights.starts]
    if len(weights.blocks) == 1:
        flow = windows @ weights.blocks[0]
    else:
        flow = np.matmul(windows[:, None, :], weights.blocks)
    return np.asarray(flow.ravel()[: weights.ordinates] * CFS_PER_AC_IN_PER_H)


# ---- of some ordinates only ------------------------------------------------------------------------------------------


def weights_in(ordinates: range, unit_hydrograph: DimensionlessUnitHydrograph, times: BurstTimes) -> tuple[int, Floats]:
    """Return the weights in consecutive ordinates of the bursts that reach them, and the first such burst.

    Returns
    -------
    tuple
        The index of the first burst, and weights with a row for each burst from it on and a column for each ordinate.
    """
    edges = (np.arange(ordinates.start, ordinates.stop + 1) - 0.5) * times.dt_h
    begin = min(max(0, math.floor((edges[0] - times.reach_h) / times.burst_h) - 1), times.bursts)
    end = min(max(begin, math.ceil(edges[-1] / times.burst_h)), times.bursts)
    ends = np.arange(begin + 1, end + 1) * times.burst_h
    passed = unit_hydrograph.cumulative((edges - ends[:, None]) / times.peak_h)
    return begin, (passed[:, 1:] - passed[:, :-1]) / times.dt_h


def passed_by_end(
    unit_hydrograph: DimensionlessUnitHydrograph, times: BurstTimes, *, end_h: float
) -> tuple[int, Floats]:
    """Return how many bursts have wholly passed by `end_h`, and which share of those after them that have begun to."""
    begin = min(max(0, math.floor((end_h - times.reach_h) / times.burst_h) - 1), times.bursts)
    end = min(max(begin, math.ceil(end_h / times.burst_h)), times.bursts)
    ends_h = times.burst_h * np.arange(begin + 1, end + 1)
    return begin, unit_hydrograph.cumulative((end_h - ends_h) / times.peak_h)


@lru_cache(maxsize=64)
def bounding_rates(unit_hydrograph: DimensionlessUnitHydrograph, bursts: int) -> Floats:
    """Return rates that no flow exceeds during `bursts` bursts: rows by burst, from the first that still flows.

    Columns are the times every half burst, first and last included; the highest of them bounds the flow of all that
    time. Rates are of one inch, an hour, times the hours of a burst: with times counted in bursts, all times of
    concentration have the same.
    """
    burst = BURST_PER_TC / (BURST_PER_TC / 2 + LAG_PER_TC)
    reach = math.ceil(unit_hydrograph.end / burst - 1e-9)
    # Joined by straight lines, values every half burst bound the curve where they are raised by its bulges above them.
    grid = 0.5 * burst * np.arange(2 * reach + 1)
    values, knots = unit_hydrograph.ordinate(grid), np.array(unit_hydrograph.ratios)
    bulge = unit_hydrograph.ordinate(knots) - np.interp(knots, grid, values)
    piece = np.minimum(np.searchsorted(grid, knots, side="right") - 1, 2 * reach - 1)
    raised = np.zeros(len(grid))
    np.maximum.at(raised, piece, bulge)
    np.maximum.at(raised, piece + 1, bulge)
    rates = (values + raised) * (burst / unit_hydrograph.area)
    past = np.arange(2 * bursts + 1) - 2 * (np.arange(reach + bursts)[:, None] + 1 - reach)
    return np.where((past >= 0) & (past <= 2 * reach), rates[np.clip(past, 0, 2 * reach)], 0.0)
