"""Subcatchments: areas that drain to one point, and the runoff hydrograph of a storm over them.

Owns the record of a subcatchment, the weighting of its curve numbers, and its hydrograph. What has to be said beside it
is `runoff_cautions`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from headwater.caution import Caution
from headwater.errors import OutOfRangeError, UnknownNameError, shown
from headwater.hydrology.convolution import (
    CFS_PER_AC_IN_PER_H,
    SHORTEST_TC_MIN,
    burst_weights,
    flow_per_acre_cfs,
)
from headwater.hydrology.curve_number import (
    Antecedent,
    antecedent_curve_number,
    composite_curve_number,
    takes_up_unconnected,
    whole_curve_number,
)
from headwater.hydrology.hydrograph import Hydrograph, Peak, ordinates_of
from headwater.hydrology.runoff import USUAL_ABSTRACTION_RATIO, retention_in, runoff_in, runoff_in_turn_in
from headwater.hydrology.runoff_cautions import cautions_of
from headwater.hydrology.sbuh import sbuh_flow_cfs
from headwater.hydrology.storm import Storm, rain_in
from headwater.hydrology.unit_hydrograph import CURVILINEAR, DimensionlessUnitHydrograph

Floats = NDArray[np.float64]
Weighting = Literal["composite", "separate"]
Rounding = Literal["whole", "exact"]
Method = Literal["unit hydrograph", "SBUH"]

_MOST_KEPT_BURSTS: Final = 20_000
_CHOICES: Final = {
    "weighting": ("composite", "separate"),
    "rounding": ("whole", "exact"),
    "method": ("unit hydrograph", "SBUH"),
    "antecedent": ("I", "II", "III"),
}


@dataclass(frozen=True, kw_only=True)
class Part:
    """A piece of a subcatchment with one curve number of the usual tables (Ia/S 0.2).

    An impervious piece that drains over pervious ground first is not `connected`; a composite curve number gives it the
    credit of TR-55 figure 2-4 where the whole is less than 30 % impervious.
    """

    area_ac: float
    curve_number: float
    impervious: bool = False
    connected: bool = True
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
    to the nearest "whole" number, as TR-55 and its programs do, or leaves it "exact". `antecedent` is the condition at
    the start, average ("II") unless it is said; the curve numbers are then taken from the table of starts.
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
    antecedent: Antecedent = "II"

    def __post_init__(self) -> None:
        if not self.parts:
            raise OutOfRangeError(f"subcatchment {self.id}: it has no parts; expected at least one; give its areas")
        if not (math.isfinite(self.time_of_concentration_min) and self.time_of_concentration_min >= 0):
            raise OutOfRangeError(
                f"time of concentration of subcatchment {self.id}: {self.time_of_concentration_min} min; "
                "expected 0 or more; write it in minutes"
            )
        retention_in(100, abstraction_ratio=self.abstraction_ratio)
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise UnknownNameError(
                    f"{name} of subcatchment {self.id}: {shown(getattr(self, name))}: there is no such choice; "
                    f"expected {' or '.join(choices)}; write one of them"
                )

    @property
    def area_ac(self) -> float:
        """All of it."""
        return math.fsum(part.area_ac for part in self.parts)

    @property
    def impervious_fraction(self) -> float:
        """The impervious share of its area."""
        return math.fsum(part.area_ac for part in self.parts if part.impervious) / self.area_ac

    @property
    def unconnected_fraction(self) -> float:
        """The share of its impervious area that drains over pervious ground first."""
        impervious = [part for part in self.parts if part.impervious]
        if not impervious:
            return 0.0
        unconnected_ac = math.fsum(part.area_ac for part in impervious if not part.connected)
        return unconnected_ac / math.fsum(part.area_ac for part in impervious)

    @property
    def credits_unconnected(self) -> bool:
        """Whether impervious ground that is not connected lowers the curve number."""
        few = takes_up_unconnected(self.impervious_fraction)
        return self.weighting == "composite" and few and self.unconnected_fraction > 0

    @property
    def shares(self) -> tuple[tuple[float, float], ...]:
        """The share of the area that each curve number stands for, and that number, rounded as asked."""
        groups: list[Sequence[Part]] = [self.parts]
        if self.weighting == "separate":
            groups = [[part for part in self.parts if part.impervious is kind] for kind in (False, True)]
        area_ac = self.area_ac
        return tuple(
            (math.fsum(part.area_ac for part in group) / area_ac, self._number(group)) for group in groups if group
        )

    def _number(self, group: Sequence[Part]) -> float:
        number = _composite(group)
        if self.credits_unconnected:
            pervious = _composite([part for part in group if not part.impervious])
            number = pervious + (number - pervious) * (1 - 0.5 * self.unconnected_fraction)
        if self.rounding == "whole":
            number = whole_curve_number(number)
        if self.antecedent == "II":
            return number
        number = antecedent_curve_number(number, self.antecedent)
        return whole_curve_number(number) if self.rounding == "whole" else number


def _composite(parts: Sequence[Part]) -> float:
    return composite_curve_number([(part.area_ac, part.curve_number) for part in parts])


@dataclass(frozen=True, kw_only=True)
class Runoff:
    """The runoff of one storm from one subcatchment.

    `depth_in` and `volume_acft` are what has run off by the end of the run, as printed models have them; `excess_in` is
    all that the storm will give. They are one where the run is long enough, and a caution says where it is not.
    """

    hydrograph: Hydrograph
    depth_in: float
    volume_acft: float
    peak: Peak
    excess_in: float
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

    Examples
    --------
    A printed peak of 1.37 cfs and runoff of 2.04 in, for a run that stops at 20 h:

    >>> from headwater.hydrology.distribution import named_distribution
    >>> storm = Storm(id="10-yr", depth_in=4.2, distribution=named_distribution("Type II"), duration_h=24)
    >>> lot = Part(area_ac=15114 / 43560, curve_number=80)
    >>> a3 = Subcatchment(id="A3", to="MH2", parts=(lot,), time_of_concentration_min=5)
    >>> runoff = runoff_hydrograph(a3, storm, dt_h=0.05, span_h=20)
    >>> round(runoff.peak.flow_cfs, 2), round(runoff.depth_in, 2)
    (1.37, 2.04)
    """
    flow = np.zeros(ordinates_of(span_h, dt_h=dt_h))
    if subcatchment.method == "SBUH":
        formed_in, ceiling_cfs = _fill_sbuh(flow, subcatchment, storm, dt_h=dt_h)
    elif subcatchment.time_of_concentration_min < SHORTEST_TC_MIN:
        formed_in, ceiling_cfs = _fill_at_once(flow, subcatchment, storm, dt_h=dt_h)
    else:
        formed_in, ceiling_cfs = _fill_by_bursts(flow, subcatchment, storm, dt_h=dt_h, span_h=span_h)
    hydrograph = Hydrograph(dt_h=dt_h, flow_cfs=flow)
    peak = hydrograph.peak()
    # A parabola may rise above a flat top: no flow is higher than the fastest excess.
    if peak.flow_cfs > ceiling_cfs:
        peak = Peak(flow_cfs=ceiling_cfs, time_h=peak.time_h)
    volume_acft = hydrograph.volume_acft
    depth_in = 12 * volume_acft / subcatchment.area_ac
    return Runoff(
        hydrograph=hydrograph,
        depth_in=depth_in,
        volume_acft=volume_acft,
        peak=peak,
        excess_in=formed_in,
        cautions=cautions_of(subcatchment, storm, hydrograph=hydrograph, depth_in=depth_in, excess_in=formed_in),
    )


def excess_in(subcatchment: Subcatchment, storm: Storm, rain_in: Floats) -> Floats:
    """Return the runoff depth over the whole area under the cumulative rain of a storm."""
    total = np.zeros(rain_in.shape)
    for share, number in subcatchment.shares:
        total += share * runoff_of_storm_in(
            rain_in, storm, curve_number=number, abstraction_ratio=subcatchment.abstraction_ratio
        )
    return total


def runoff_of_storm_in(rain_in: Floats, storm: Storm, *, curve_number: float, abstraction_ratio: float) -> Floats:
    """Return the runoff under the rain of a storm, whose repeats meet the ground as the storm says."""
    if curve_number <= 0:
        return np.zeros(rain_in.shape)
    if storm.repeats == 1 or storm.retention == "cumulative":
        return runoff_in(rain_in, curve_number=curve_number, abstraction_ratio=abstraction_ratio)
    return runoff_in_turn_in(
        rain_in,
        depth_in=storm.depth_in,
        repeats=storm.repeats,
        curve_number=curve_number,
        abstraction_ratio=abstraction_ratio,
    )


def rain_by_burst_in(storm: Storm, burst_h: float, bursts: int) -> Floats:
    """Return the rain at the start of the first burst and at the end of every burst; what is not too long is kept."""
    return _kept_rain(storm, burst_h, bursts) if bursts < _MOST_KEPT_BURSTS else _rain(storm, burst_h, bursts)


def _rain(storm: Storm, burst_h: float, bursts: int) -> Floats:
    rain = rain_in(storm, burst_h * np.arange(bursts + 1))
    rain.flags.writeable = False
    return rain


_kept_rain = lru_cache(maxsize=128)(_rain)


# Each of these fills the flow in, and returns the depth of excess of the whole storm and the highest rate of it.


def _fill_by_bursts(
    flow: Floats, subcatchment: Subcatchment, storm: Storm, *, dt_h: float, span_h: float
) -> tuple[float, float]:
    weights = burst_weights(
        subcatchment.unit_hydrograph,
        time_of_concentration_min=subcatchment.time_of_concentration_min,
        dt_h=dt_h,
        rain_h=storm.span_h,
        span_h=span_h,
    )
    formed_in = excess_in(subcatchment, storm, rain_by_burst_in(storm, weights.burst_h, weights.bursts))
    bursts_in = np.diff(formed_in)
    flow[: weights.ordinates] = flow_per_acre_cfs(bursts_in, weights)
    flow *= subcatchment.area_ac
    highest_in_per_hr = float(bursts_in.max()) / weights.burst_h
    return float(formed_in[-1]), highest_in_per_hr * CFS_PER_AC_IN_PER_H * subcatchment.area_ac


def _fill_at_once(flow: Floats, subcatchment: Subcatchment, storm: Storm, *, dt_h: float) -> tuple[float, float]:
    edges_h = (np.arange(flow.size + 1) - 0.5) * dt_h
    formed_in = excess_in(subcatchment, storm, rain_in(storm, np.append(edges_h, storm.span_h)))
    flow[:] = np.diff(formed_in[:-1]) * (CFS_PER_AC_IN_PER_H * subcatchment.area_ac / dt_h)
    return float(formed_in[-1]), float(flow.max())


def _fill_sbuh(flow: Floats, subcatchment: Subcatchment, storm: Storm, *, dt_h: float) -> tuple[float, float]:
    times_h = np.append(np.arange(flow.size) * dt_h, storm.span_h)
    formed_in = excess_in(subcatchment, storm, rain_in(storm, times_h))
    excess_cfs = np.diff(formed_in[:-1], prepend=0.0) * (CFS_PER_AC_IN_PER_H * subcatchment.area_ac / dt_h)
    flow[:] = sbuh_flow_cfs(excess_cfs, time_of_concentration_min=subcatchment.time_of_concentration_min, dt_h=dt_h)
    return float(formed_in[-1]), float(excess_cfs.max())
