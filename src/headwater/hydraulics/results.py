"""What a run says of each node: flows, levels, and whether there is an answer at all.

Owns the records. `simulation` fills them; `answers` reads more out of them, as how long a level is exceeded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from headwater.caution import Caution
from headwater.hydraulics.network import Kind
from headwater.hydrology.hydrograph import Hydrograph
from headwater.hydrology.storm import Storm

Status = Literal["computed", "storage exceeded", "not computed"]


@dataclass(frozen=True, kw_only=True)
class Flow:
    """A hydrograph in three numbers."""

    peak_cfs: float
    time_of_peak_h: float
    volume_acft: float


@dataclass(frozen=True, kw_only=True)
class PoolLevels:
    """Level of a pond over time, at the ends of the steps: equally long series."""

    time_h: NDArray[np.float64]
    stage_ft: NDArray[np.float64]
    storage_cf: NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class PondAnswer:
    """The pool of a pond in one storm."""

    start_ft: float
    start_storage_cf: float
    peak_elevation_ft: float
    time_of_peak_elevation_h: float
    peak_storage_cf: float
    peak_area_sf: float
    top_ft: float
    final_ft: float
    levels: PoolLevels
    device_flows_cfs: Mapping[str, float]
    """What each outlet could pass under the highest level, by its id."""
    detention_min: float | None
    """Centre of mass of what left less that of what came; None where nothing left."""


@dataclass(frozen=True, kw_only=True)
class ReachAnswer:
    """A reach in one storm."""

    peak_depth_ft: float
    peak_velocity_fps: float
    capacity_cfs: float
    travel_min: float
    translation_min: float


@dataclass(frozen=True, kw_only=True)
class Shortfall:
    """Why a node has no answer: when its storage was full, and how much more it would have had to hold."""

    time_h: float
    short_cf: float


@dataclass(frozen=True, kw_only=True)
class NodeAnswer:
    """One node in one storm.

    `inflow` is what comes from above (of a subcatchment, its runoff); `outflow` all that leaves over the surface;
    `to` the flow to each destination, `discarded` what leaves the surface for good. All are None without an answer.
    """

    id: str
    kind: Kind
    status: Status
    inflow: Flow | None = None
    outflow: Flow | None = None
    to: Mapping[str, Flow] = field(default_factory=dict)
    discarded: Flow | None = None
    runoff_in: float | None = None
    pond: PondAnswer | None = None
    reach: ReachAnswer | None = None
    shortfall: Shortfall | None = None
    mass_residual_fraction: float | None = None
    because: str | None = None
    """Of a node that was not computed, the id of the node above that has no answer."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """One storm through one network.

    `hydrographs` holds, by node, what flows out of it over the surface (of an outfall, what flows in), for the nodes
    that were asked for.
    """

    storm: Storm
    dt_h: float
    span_h: float
    nodes: Mapping[str, NodeAnswer]
    hydrographs: Mapping[str, Hydrograph]
    inflows: Mapping[str, Hydrograph]
    cautions: tuple[Caution, ...]
    mass_residual_fraction: float | None
    """Of the whole network: what came less what left and stayed, as a share of what came; None where a node failed."""

    @property
    def complete(self) -> bool:
        """Whether every node has an answer."""
        return all(node.status == "computed" for node in self.nodes.values())
