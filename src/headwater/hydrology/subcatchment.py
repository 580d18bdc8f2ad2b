"""Subcatchments: areas that drain to one point, and the runoff hydrograph of a storm over them.

Owns the record of a subcatchment, the weighting of its curve numbers, and what has to be said beside its hydrograph.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.caution import Caution
from headwater.errors import OutOfRangeError
from headwater.hydrology.convolution import (
    CFS_PER_AC_IN_PER_H,
    SHORTEST_TC_MIN,
    burst_weights,
    flow_per_acre_cfs,
)
from headwater.hydrology.hydrograph import Hydrograph, Peak, ordinates_of
from headwater.hydrology.runoff import USUAL_ABSTRACTION_RATIO, retention_in, runoff_in, runoff_in_turn_in
from headwater.hydrology.unit_hydrograph import CURVILINEAR, DimensionlessUnitHydrograph

Floats = NDArray[np.float64]
Weighting = Literal["composite", "separate"]
Rounding = Literal["whole", "exact"]
Method = Literal["unit hydrograph", "SBUH"]

# Half a whole number, less what float arithmetic may lose of it: 80.5 by areas is 80.5 and goes up.
_HALF: Final = 0.5 + 1e-9


class Curve(Protocol):
    """What is asked of a distribution."""

    def fraction(self, time_h: ArrayLike, /) -> Floats:
        """Return the share of the rain fallen by each time."""


class Storm(Protocol):
    """What is asked of a storm."""

    @property
    def depth_in(self) -> float:
        """The depth of one."""

    @property
    def duration_h(self) -> float:
        """The duration of one."""

    @property
    def distribution(self) -> Curve:
        """The course of one."""

    @property
    def repeats(self) -> int:
        """How many follow each other."""

    @property
    def retention(self) -> Literal["cumulative", "reset"]:
        """What a later one meets."""


def rain_in(storm: Storm, time_h: Floats) -> Floats:
    """Return the rain fallen by each time."""
    total = np.zeros(time_h.shape)
    for before in range(storm.repeats):
        total = total + storm.depth_in * storm.distribution.fraction(time_h - before * storm.duration_h)
    return total


@dataclass(frozen=True, kw_only=True)
class Part:
    """A piece of a subcatchment with one curve number of the usual tables (Ia/S 0.2)."""

    area_ac: float
    curve_number: float
    impervious: bool = False
    description: str = ""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.area_ac) and self.area_ac > 0):
            raise OutOfRangeError(
                f"area of a part {self.description!r}: {self.area_ac} ac; expected above 0; leave out what has no area"
            )
        retention_in(self.curve_number)


@dataclass(frozen=True, kw_only=True)
class Subcatchment:
    """Land that drains to one point: its parts, how long water takes, and how its runoff is computed.

    `to` is the id of the node that takes the runoff. `weighting` is "composite" for one curve number over all parts, or
    "separate" for one over pervious and one over impervious parts, whose runoff is added. `rounding` takes each of them
    to the nearest "whole" number, as TR-55 and its programs do, or leaves it "exact".
    """

    id: str
    to: str
    parts: tuple[Part, ...]
    time_of_concentration_min: float
    weighting: Weighting = "composite"
    rounding: Rounding = "whole"
    unit_hydrograph: DimensionlessUnitHydrograph = CURVILINEAR
    abstraction_ratio: float = USUAL_ABSTRACTION_RATIO
    method: Method = "unit hydrograph"

    def __post_init__(self) -> None:
        if not self.parts:
            raise OutOfRangeError(f"subcatchment {self.id}: it has no parts; expected at least one; give its areas")
        if not (math.isfinite(self.time_of_concentration_min) and self.time_of_concentration_min >= 0):
            raise OutOfRangeError(
                f"time of concentration of subcatchment {self.id}: {self.time_of_concentration_min} min; "
                "expected 0 or more; write it in minutes"
            )
        retention_in(100, abstraction_ratio=self.abstraction_ratio)

    @property
    def area_ac(self) -> float:
        """All of it."""
        return math.fsum(part.area_ac for part in self.parts)

    @property
    def impervious_fraction(self) -> float:
        """The impervious share of its area."""
        return math.fsum(part.area_ac for part in self.parts if part.impervious) / self.area_ac

    @property
    def shares(self) -> tuple[tuple[float, float], ...]:
        """The share of the area that each curve number stands for, and that number, rounded as asked."""
        if self.weighting == "composite":
            groups: list[Sequence[Part]] = [self.parts]
        else:
            groups = [[part for part in self.parts if part.impervious is kind] for kind in (False, True)]
        weighted = [
            (math.fsum(part.area_ac for part in group) / self.area_ac, composite_curve_number(group))
            for group in groups
            if group
        ]
        if self.rounding == "exact":
            return tuple(weighted)
        return tuple((share, float(math.floor(number + _HALF))) for share, number in weighted)


def composite_curve_number(parts: Sequence[Part]) -> float:
    """Return the curve number of `parts`, weighted by area and not rounded. TR55, worksheet 2."""
    total_ac = math.fsum(part.area_ac for part in parts)
    return math.fsum(part.area_ac * part.curve_number for part in parts) / total_ac


@dataclass(frozen=True, kw_only=True)
class Runoff:
    """The runoff of one storm from one subcatchment.

    `depth_in` is the excess formed by the end of the run; `volume_acft` is that depth over the area. Where the run
    ends before the water has passed, the hydrograph holds less, and a caution says so.
    """

    hydrograph: Hydrograph
    depth_in: float
    volume_acft: float
    peak: Peak
    cautions: tuple[Caution, ...] = ()


def runoff_hydrograph(subcatchment: Subcatchment, storm: Storm, *, dt_h: float, span_h: float) -> Runoff:
    """Return the runoff of `storm` from `subcatchment` at every `dt_h` from 0 to `span_h`.

    Raises
    ------
    OutOfRangeError
        If step or span cannot be used.

    References
    ----------
    NEH630-16; TR20.
    """
    ordinates = ordinates_of(span_h, dt_h=dt_h)
    flow = np.zeros(ordinates)
    if subcatchment.time_of_concentration_min < SHORTEST_TC_MIN:
        edges_h = (np.arange(ordinates + 1) - 0.5) * dt_h
        rate_in_per_hr = np.diff(excess_by_in(subcatchment, storm, edges_h)) / dt_h
        flow[:] = rate_in_per_hr * (CFS_PER_AC_IN_PER_H * subcatchment.area_ac)
        highest_in_per_hr = float(rate_in_per_hr.max())
    else:
        weights = burst_weights(
            subcatchment.unit_hydrograph,
            time_of_concentration_min=subcatchment.time_of_concentration_min,
            dt_h=dt_h,
            rain_h=storm.duration_h * storm.repeats,
            span_h=span_h,
        )
        excess_in = np.diff(excess_by_in(subcatchment, storm, weights.burst_ends_h))
        flow[: weights.ordinates] = flow_per_acre_cfs(excess_in, weights) * subcatchment.area_ac
        highest_in_per_hr = float(excess_in.max()) / weights.burst_h
    hydrograph = Hydrograph(dt_h=dt_h, flow_cfs=flow)
    depth_in = float(excess_by_in(subcatchment, storm, span_h))
    peak = hydrograph.peak()
    # A parabola may rise above a flat top: no flow is higher than the fastest burst.
    ceiling_cfs = highest_in_per_hr * CFS_PER_AC_IN_PER_H * subcatchment.area_ac
    if peak.flow_cfs > ceiling_cfs:
        peak = Peak(flow_cfs=ceiling_cfs, time_h=peak.time_h)
    return Runoff(
        hydrograph=hydrograph,
        depth_in=depth_in,
        volume_acft=depth_in * subcatchment.area_ac / 12,
        peak=peak,
    )


def excess_by_in(subcatchment: Subcatchment, storm: Storm, time_h: ArrayLike) -> Floats:
    """Return the runoff depth formed by each of `time_h`, over the whole area."""
    rain = rain_in(storm, np.asarray(time_h, dtype=np.float64))
    total = np.zeros(rain.shape)
    for share, number in subcatchment.shares:
        ratio = subcatchment.abstraction_ratio
        if number <= 0:
            continue
        if storm.repeats > 1 and storm.retention == "reset":
            total = total + share * runoff_in_turn_in(
                rain,
                depth_in=storm.depth_in,
                repeats=storm.repeats,
                curve_number=number,
                abstraction_ratio=ratio,
            )
        else:
            total = total + share * runoff_in(rain, curve_number=number, abstraction_ratio=ratio)
    return total
