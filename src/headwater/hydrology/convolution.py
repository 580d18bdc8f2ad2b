"""Bursts of excess laid through a unit hydrograph: the flow per acre on a grid of times.

Owns the recipe of TR-20 as the printed peaks have it: bursts of D = 2/15 Tc from the start of the storm whatever the
step is, Tp = D/2 + 0.6 Tc, each burst's unit hydrograph starting at the burst's end, and each ordinate being the flow
averaged over the step that is centred on it. What the excess is, is `runoff`.

The weight of burst i in ordinate k depends on Tc and the step alone. Weights are kept as dense blocks of consecutive
ordinates, each over the few bursts that reach it, so that one hydrograph is a row of small products and a thousand are
a row of larger ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
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
_MOST_KEPT_WEIGHTS: Final = 400_000


@dataclass(frozen=True, kw_only=True, eq=False)
class BurstWeights:
    """The weights of bursts in ordinates, in blocks of consecutive ordinates.

    Block b gives the ordinates from `b * ordinates_per_block` on from `bursts_per_block` bursts, counted from
    `starts[b]` in the row of excess with `lead` zeros before it and `trail` after it.
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
    per_ordinate = (reach_h + dt_h) / (BURST_PER_TC * tc_h)
    make = _kept if per_ordinate * min(rain_h + reach_h, span_h) / dt_h < _MOST_KEPT_WEIGHTS else _made
    return make(unit_hydrograph, tc_h, dt_h, rain_h, span_h)


def _made(
    unit_hydrograph: DimensionlessUnitHydrograph, tc_h: float, dt_h: float, rain_h: float, span_h: float
) -> BurstWeights:
    burst_h = BURST_PER_TC * tc_h
    peak_h = burst_h / 2 + LAG_PER_TC * tc_h
    reach_h = unit_hydrograph.end * peak_h
    bursts = math.ceil(rain_h / burst_h - 1e-9)
    last = math.ceil((bursts * burst_h + reach_h) / dt_h + 0.5)
    ordinates = min(ordinates_of(span_h, dt_h=dt_h), last + 1)

    size = min(max(_FEWEST_ORDINATES, math.ceil(_BURSTS_PER_BLOCK * burst_h / dt_h)), ordinates)
    blocks = math.ceil(ordinates / size)
    width = math.ceil((size * dt_h + reach_h) / burst_h) + 2
    edges = (size * np.arange(blocks)[:, None] + np.arange(size + 1) - 0.5) * dt_h
    # Burst i counts from 0 and ends at (i + 1) D; the first that still flows after the block's first edge:
    starts = np.floor((edges[:, 0] - reach_h) / burst_h).astype(np.int64) - 1
    ends = (starts[:, None] + np.arange(width) + 1) * burst_h
    passed = unit_hydrograph.cumulative((edges[:, None, :] - ends[:, :, None]) / peak_h)
    lead = max(0, -int(starts[0]))
    return BurstWeights(
        burst_h=burst_h,
        bursts=bursts,
        ordinates=ordinates,
        lead=lead,
        trail=max(0, int(starts[-1]) + width - bursts),
        starts=starts + lead,
        blocks=np.diff(passed, axis=2) / dt_h,
    )


_kept = lru_cache(maxsize=64)(_made)


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
    flow = np.matmul(windows[:, None, :], weights.blocks).ravel()[: weights.ordinates]
    return np.asarray(flow * CFS_PER_AC_IN_PER_H)
