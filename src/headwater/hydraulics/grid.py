"""The times of all hydrographs of a run, and what is read off a flow on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from headwater.hydraulics.results import Flow
from headwater.hydraulics.routing import S_PER_H
from headwater.hydrology.hydrograph import Hydrograph, ordinates_of, peak_of

Floats = NDArray[np.float64]

CF_PER_ACFT: Final = 43_560.0


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Ordinates `dt_h` apart, from 0 to `span_h`."""

    dt_h: float
    span_h: float

    @cached_property
    def ordinates(self) -> int:
        """How many there are."""
        return ordinates_of(self.span_h, dt_h=self.dt_h)

    @cached_property
    def time_h(self) -> Floats:
        """The time of each."""
        return np.arange(self.ordinates, dtype=np.float64) * self.dt_h

    def volume_cf(self, flow_cfs: Floats) -> float:
        """Return the volume under straight lines between ordinates, which is what routing passes on."""
        return float(flow_cfs.sum() - (flow_cfs[0] + flow_cfs[-1]) / 2) * self.dt_h * S_PER_H

    def hydrograph(self, flow_cfs: Floats) -> Hydrograph:
        """Return a flow as a hydrograph."""
        return Hydrograph(dt_h=self.dt_h, flow_cfs=flow_cfs)

    def flow(self, flow_cfs: Floats) -> Flow:
        """Return a flow in three numbers."""
        peak = peak_of(flow_cfs, dt_h=self.dt_h)
        return Flow(
            peak_cfs=peak.flow_cfs, time_of_peak_h=peak.time_h, volume_acft=self.volume_cf(flow_cfs) / CF_PER_ACFT
        )
