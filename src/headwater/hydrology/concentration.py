"""Time of concentration: how long water takes from the far end of a subcatchment to its outlet, stretch by stretch.

Owns the ways of flowing, their times and what has to be said of each. A stretch gives `time_min`, `velocity_fps` and
`cautions`; `time_of_concentration` adds them up. Symbols: L is `length_ft`, s `slope_ft_per_ft`, n `manning_n`,
P2 `two_year_rain_in`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from headwater.caution import Caution
from headwater.errors import OutOfRangeError
from headwater.hydrology.roughness import shallow_factor_of
from headwater.hydrology.runoff import retention_in

MANNING_US: Final = 1.486
"""The factor of Manning's equation in feet; TR-55 and HEC-22 print 1.49, a printed capacity closes with this."""

GRAVITY_FT_PER_S2: Final = 32.174
LONGEST_SHEET_FT: Final = 100.0
LONGEST_SHEET_OF_1986_FT: Final = 300.0
_S_PER_MIN: Final = 60.0
_MIN_PER_H: Final = 60.0


class Stretch(Protocol):
    """One way of flowing over one stretch."""

    @property
    def description(self) -> str:
        """What the stretch is called."""

    @property
    def time_min(self) -> float:
        """How long it takes."""

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """What has to be said of it."""


@dataclass(frozen=True, kw_only=True)
class SheetFlow:
    """Flow in a thin layer over a plane. TR55 eq. 3-3, the same as HEC22 eq. 4.3."""

    length_ft: float
    slope_ft_per_ft: float
    manning_n: float
    two_year_rain_in: float
    description: str = "sheet flow"

    def __post_init__(self) -> None:
        _check_above_zero(self, "length_ft", "slope_ft_per_ft", "manning_n", "two_year_rain_in")

    @property
    def time_min(self) -> float:
        """How long it takes."""
        rough = (self.manning_n * self.length_ft) ** 0.8
        return float(_MIN_PER_H * 0.007 * rough / (self.two_year_rain_in**0.5 * self.slope_ft_per_ft**0.4))

    @property
    def velocity_fps(self) -> float:
        """How fast it is on average."""
        return self.length_ft / (self.time_min * _S_PER_MIN)

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """Whether the stretch is longer than sheet flow lasts."""
        if self.length_ft <= LONGEST_SHEET_FT:
            return ()
        text = f"sheet flow over {self.length_ft:g} ft: NRCS holds it to {LONGEST_SHEET_FT:g} ft"
        if self.length_ft > LONGEST_SHEET_OF_1986_FT:
            text += f", and TR-55 of 1986 to {LONGEST_SHEET_OF_1986_FT:g} ft"
        text += "; beyond, water gathers and runs faster: go on with shallow concentrated flow"
        return (Caution(grade="warning", code="sheet-flow-long", where=self.description, text=text),)


@dataclass(frozen=True, kw_only=True)
class _MeasuredStretch(ABC):
    """A stretch with a length and a velocity."""

    length_ft: float

    @property
    @abstractmethod
    def velocity_fps(self) -> float:
        """How fast it is."""

    @property
    def time_min(self) -> float:
        """How long it takes."""
        return self.length_ft / self.velocity_fps / _S_PER_MIN

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """Nothing, unless the way of flowing has something to say."""
        return ()


@dataclass(frozen=True, kw_only=True)
class ShallowFlow(_MeasuredStretch):
    """Flow that has gathered, by a surface in `roughness.shallow_factors()` or a velocity factor.

    References
    ----------
    TR55 figure 3-1; NEH630-15.
    """

    slope_ft_per_ft: float
    surface: str = ""
    velocity_factor: float | None = None
    description: str = "shallow concentrated flow"

    def __post_init__(self) -> None:
        _check_above_zero(self, "length_ft", "slope_ft_per_ft")
        if self.velocity_factor is None:
            shallow_factor_of(self.surface)
        else:
            _check_above_zero(self, "velocity_factor")

    @property
    def velocity_fps(self) -> float:
        """How fast it is."""
        factor = shallow_factor_of(self.surface) if self.velocity_factor is None else self.velocity_factor
        return float(factor * math.sqrt(self.slope_ft_per_ft))


@dataclass(frozen=True, kw_only=True)
class ChannelFlow(_MeasuredStretch):
    """Flow in a channel of given section, by Manning. TR55 eq. 3-4."""

    slope_ft_per_ft: float
    manning_n: float
    area_sf: float
    wetted_perimeter_ft: float
    description: str = "channel flow"

    def __post_init__(self) -> None:
        _check_above_zero(self, "length_ft", "slope_ft_per_ft", "manning_n", "area_sf", "wetted_perimeter_ft")

    @property
    def hydraulic_radius_ft(self) -> float:
        """Area over wetted perimeter."""
        return self.area_sf / self.wetted_perimeter_ft

    @property
    def velocity_fps(self) -> float:
        """How fast it is."""
        return manning_velocity_fps(
            self.hydraulic_radius_ft, slope_ft_per_ft=self.slope_ft_per_ft, manning_n=self.manning_n
        )

    @property
    def capacity_cfs(self) -> float:
        """What the section carries at that velocity."""
        return self.velocity_fps * self.area_sf


@dataclass(frozen=True, kw_only=True)
class PipeFlow(_MeasuredStretch):
    """Flow in a round pipe that runs full, by Manning."""

    slope_ft_per_ft: float
    manning_n: float
    diameter_in: float
    description: str = "pipe flow"

    def __post_init__(self) -> None:
        _check_above_zero(self, "length_ft", "slope_ft_per_ft", "manning_n", "diameter_in")

    @property
    def velocity_fps(self) -> float:
        """How fast it is."""
        return manning_velocity_fps(
            self.diameter_in / 12 / 4, slope_ft_per_ft=self.slope_ft_per_ft, manning_n=self.manning_n
        )

    @property
    def capacity_cfs(self) -> float:
        """What the pipe carries full."""
        return self.velocity_fps * math.pi * (self.diameter_in / 12) ** 2 / 4


@dataclass(frozen=True, kw_only=True)
class BoxFlow(_MeasuredStretch):
    """Flow in a box that runs full, by Manning."""

    slope_ft_per_ft: float
    manning_n: float
    width_ft: float
    height_ft: float
    description: str = "box flow"

    def __post_init__(self) -> None:
        _check_above_zero(self, "length_ft", "slope_ft_per_ft", "manning_n", "width_ft", "height_ft")

    @property
    def velocity_fps(self) -> float:
        """How fast it is."""
        return manning_velocity_fps(
            self.width_ft * self.height_ft / (2 * (self.width_ft + self.height_ft)),
            slope_ft_per_ft=self.slope_ft_per_ft,
            manning_n=self.manning_n,
        )

    @property
    def capacity_cfs(self) -> float:
        """What the box carries full."""
        return self.velocity_fps * self.width_ft * self.height_ft


@dataclass(frozen=True, kw_only=True)
class LakeFlow(_MeasuredStretch):
    """The way over a lake or pond, at the speed of a wave: the root of gravity times mean depth. NEH630-15."""

    mean_depth_ft: float
    description: str = "lake"

    def __post_init__(self) -> None:
        _check_above_zero(self, "length_ft", "mean_depth_ft")

    @property
    def velocity_fps(self) -> float:
        """How fast a wave is."""
        return math.sqrt(GRAVITY_FT_PER_S2 * self.mean_depth_ft)

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """That the equation is from memory."""
        text = "over a lake at the speed of a wave, an equation not re-read in the source"
        return (Caution(grade="warning", code="wave-speed-unread", where=self.description, text=text),)


@dataclass(frozen=True, kw_only=True)
class LagTime:
    """The whole time of concentration from the lag of a watershed, Tc = lag / 0.6. NEH630-15, lag equation."""

    length_ft: float
    slope_ft_per_ft: float
    curve_number: float
    description: str = "lag equation"

    def __post_init__(self) -> None:
        _check_above_zero(self, "length_ft", "slope_ft_per_ft")
        retention_in(self.curve_number)

    @property
    def lag_min(self) -> float:
        """The lag."""
        wet = (retention_in(self.curve_number) + 1) ** 0.7
        return float(_MIN_PER_H * self.length_ft**0.8 * wet / (1900 * (100 * self.slope_ft_per_ft) ** 0.5))

    @property
    def time_min(self) -> float:
        """How long it takes."""
        return self.lag_min / 0.6

    @property
    def velocity_fps(self) -> float:
        """How fast it is on average."""
        return self.length_ft / (self.time_min * _S_PER_MIN)

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """Whether the curve number is outside the equation's range."""
        if 50 <= self.curve_number <= 95:
            return ()
        text = f"the lag equation at curve number {self.curve_number:g}; it is meant for 50 to 95"
        return (Caution(grade="warning", code="lag-outside-range", where=self.description, text=text),)


@dataclass(frozen=True, kw_only=True)
class DirectTime:
    """A time as given."""

    time_min: float
    description: str = "direct entry"

    def __post_init__(self) -> None:
        if not (math.isfinite(self.time_min) and self.time_min >= 0):
            raise OutOfRangeError(
                f"time of {self.description}: {self.time_min} min; expected 0 or more; write it in minutes"
            )

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """Nothing."""
        return ()


@dataclass(frozen=True, kw_only=True)
class TimeOfConcentration:
    """The time of concentration that is used, the sum it comes from, and what has to be said."""

    time_min: float
    sum_min: float
    cautions: tuple[Caution, ...]


def time_of_concentration(
    stretches: Sequence[Stretch], *, where: str = "", minimum_min: float | None = None
) -> TimeOfConcentration:
    """Return the sum of the times of `stretches`, or the smallest time that is taken, which is then said.

    Raises
    ------
    OutOfRangeError
        If there is no stretch, or the smallest time is below zero.
    """
    if not stretches:
        raise OutOfRangeError(
            f"time of concentration {where}: no stretch is given; expected at least one; give the way of the water, or "
            "its time"
        )
    if minimum_min is not None:
        DirectTime(time_min=minimum_min, description="smallest time of concentration")
    sum_min = math.fsum(stretch.time_min for stretch in stretches)
    cautions = [caution for stretch in stretches for caution in stretch.cautions]
    if minimum_min is None or sum_min >= minimum_min:
        return TimeOfConcentration(time_min=sum_min, sum_min=sum_min, cautions=tuple(cautions))
    text = f"time of concentration {minimum_min:g} min, the smallest that is taken, in place of {sum_min:.1f} min"
    cautions.append(Caution(grade="note", code="concentration-floor", where=where, text=text))
    return TimeOfConcentration(time_min=minimum_min, sum_min=sum_min, cautions=tuple(cautions))


def manning_velocity_fps(hydraulic_radius_ft: float, *, slope_ft_per_ft: float, manning_n: float) -> float:
    """Return the velocity of uniform flow."""
    return float(MANNING_US / manning_n * hydraulic_radius_ft ** (2 / 3) * math.sqrt(slope_ft_per_ft))


def _check_above_zero(stretch: Stretch, *names: str) -> None:
    for name in names:
        value = getattr(stretch, name)
        if not (math.isfinite(value) and value > 0):
            raise OutOfRangeError(
                f"{name} of {stretch.description}: {value}; expected above 0; measure it again, or leave it out"
            )
