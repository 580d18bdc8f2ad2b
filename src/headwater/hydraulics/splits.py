"""How a link divides its flow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from headwater.hydraulics.network import Split


def split_cfs(split: Split, inflow: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the part of a flow that a split takes, its last straight line going on beyond its last point."""
    places, flows = (np.array(column) for column in zip(*split.curve_cfs, strict=True))
    share: NDArray[np.float64] = np.interp(inflow, places, flows)
    slope = (flows[-1] - flows[-2]) / (places[-1] - places[-2])
    beyond = inflow > places[-1]
    share[beyond] = flows[-1] + slope * (inflow[beyond] - places[-1])
    return share.clip(min=0.0)
