"""Bursts of excess laid through a unit hydrograph: the flow per acre on a grid of times.

Owns the recipe of TR-20 as the printed peaks have it: bursts of D = 2/15 Tc from the start of the storm whatever the
step is, Tp = D/2 + 0.6 Tc, each burst's unit hydrograph starting at the burst's end, and each ordinate being the flow
averaged over the step that is centred on it. What the excess is, is `runoff`.

The weight of burst i in ordinate k depends on Tc and the step alone. Weights are kept as dense blocks of consecutive
ordinates, each over the few bursts that reach it, so that one hydrograph is a row of small products and a thousand are
a row of larger ones. Where a whole number of steps is a whole number of bursts, as it is at a step of 0.01 h for every
Tc in tenths of a minute, all blocks are one.
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


@dataclass(frozen=True, kw_only=True, eq=False)
class BurstWeights:
    """The weights of bursts in ordinates, in blocks of consecutive ordinates.

    Block b gives the ordinates from `b * ordinates_per_block` on from `bursts_per_block` bursts, counted from
    `starts[b]` in the row of excess with `lead` zeros before it and `trail` after it. Its weights are `blocks[b]`, or
    `blocks[0]` where all blocks are one.
    """

    burst_h: float
    peak_h: float
    bursts: int
    ordinates: int
    lead: int
    trail: int
    starts: NDArray[np.int64]
    blocks: Floats

    def block(self, index: int) -> Floats:
        """Return the weights of one block, a row for each burst."""
        return np.asarray(self.blocks[index if len(self.blocks) > 1 else 0])

    @property
    def bursts_per_block(self) -> int:
        """How many bursts each block looks at."""
        return int(self.blocks.shape[1])

    @property
    def ordinates_per_block(self) -> int:
        """How many ordinates each block gives."""
        return int(self.blocks.shape[2])


def burst_weights(
    unit_hydrograph: DimensionlessUnitHydrograph,
    *,
    time_of_concentration_min: float,
    dt_h: float,
    rain_h: float,
    span_h: float,
) -> BurstWeights:
    """Return the weights for a time of concentration of at least `SHORTEST_TC_MIN`; what is not too large is kept."""
    tc_h = time_of_concentration_min / _MIN_PER_H
    reach_h = (BURST_PER_TC / 2 + LAG_PER_TC) * tc_h * unit_hydrograph.end
    steps = min(rain_h + reach_h, span_h) / dt_h
    weights = (reach_h + dt_h) / (BURST_PER_TC * tc_h) * steps
    make = _kept if weights < _MOST_KEPT_WEIGHTS else _made
    return make(unit_hydrograph, time_of_concentration_min, dt_h, rain_h, span_h)


def _made(
    unit_hydrograph: DimensionlessUnitHydrograph, tc_min: float, dt_h: float, rain_h: float, span_h: float
) -> BurstWeights:
    tc_h = tc_min / _MIN_PER_H
    burst_h = BURST_PER_TC * tc_h
    peak_h = burst_h / 2 + LAG_PER_TC * tc_h
    reach_h = unit_hydrograph.end * peak_h
    bursts = math.ceil(rain_h / burst_h - 1e-9)
    last = math.ceil((bursts * burst_h + reach_h) / dt_h + 0.5)
    ordinates = min(ordinates_of(span_h, dt_h=dt_h), last + 1)

    size, begun = _block_of(tc_min, dt_h)
    if size >= ordinates:
        size, begun = ordinates, 0
    count = math.ceil(ordinates / size)
    width = math.ceil((size * dt_h + reach_h) / burst_h) + 2
    edges = (size * np.arange(1 if begun else count)[:, None] + np.arange(size + 1) - 0.5) * dt_h
    # Burst i counts from 0 and ends at (i + 1) D; the first that still flows after the block's first edge:
    starts = np.floor((edges[:, 0] - reach_h) / burst_h).astype(np.int64) - 1
    ends = (starts[:, None] + np.arange(width) + 1) * burst_h
    passed = unit_hydrograph.cumulative((edges[:, None, :] - ends[:, :, None]) / peak_h)
    if begun:
        starts = starts[0] + begun * np.arange(count)
    lead = max(0, -int(starts[0]))
    return BurstWeights(
        burst_h=burst_h,
        peak_h=peak_h,
        bursts=bursts,
        ordinates=ordinates,
        lead=lead,
        trail=max(0, int(starts[-1]) + width - bursts),
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


def passed_by_end(unit_hydrograph: DimensionlessUnitHydrograph, weights: BurstWeights, *, end_h: float) -> Floats:
    """Return which share of each burst has passed by `end_h`."""
    ends_h = weights.burst_h * np.arange(1, weights.bursts + 1)
    return unit_hydrograph.cumulative((end_h - ends_h) / weights.peak_h)
