"""The Santa Barbara urban hydrograph: excess through one reservoir, in place of a unit hydrograph.

Owns that method alone; Washington and Oregon practice. Symbols: I is the flow of excess as it forms, w the share of a
step's change that comes out within it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from headwater.errors import OutOfRangeError

_MIN_PER_H = 60.0


def sbuh_flow_cfs(
    excess_cfs: NDArray[np.float64], *, time_of_concentration_min: float, dt_h: float
) -> NDArray[np.float64]:
    """Return the flow out at the end of each step, the first at time 0.

    `Q2 = Q1 + w (I1 + I2 - 2 Q1)`, `w = dt / (2 Tc + dt)`.

    Parameters
    ----------
    excess_cfs
        Excess formed within the step that ends at each time, as a flow; the first is 0.

    Raises
    ------
    OutOfRangeError
        If the step is longer than twice the time of concentration: the flow would swing below zero.
    """
    tc_h = time_of_concentration_min / _MIN_PER_H
    if dt_h > 2 * tc_h:
        raise OutOfRangeError(
            f"time step of the Santa Barbara hydrograph: {dt_h:g} h at a time of concentration of "
            f"{time_of_concentration_min:g} min; expected at most twice that time; take at most {2 * tc_h:g} h"
        )
    share = dt_h / (2 * tc_h + dt_h)
    keep = 1 - 2 * share
    given = (share * (excess_cfs + np.concatenate(([0.0], excess_cfs[:-1])))).tolist()
    flow, out = 0.0, []
    for inflow in given:
        flow = keep * flow + inflow
        out.append(flow)
    return np.array(out)
