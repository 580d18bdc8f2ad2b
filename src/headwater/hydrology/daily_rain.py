"""Daily rain: a record of whole days at one station, and its dry, average and wet years.

Owns the record and the choice of its years; reading a file is `headwater.intake.daily_rain`. No record is kept here: a
plan names its own, with station and span, and without one nothing is said.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from headwater.errors import OutOfRangeError, shown

YearName = Literal["dry", "average", "wet"]
QUANTILES: Final[Mapping[YearName, float]] = {"dry": 0.10, "average": 0.50, "wet": 0.90}
LEAST_YEARS: Final = 3
MOST_DAILY_DEPTH_IN: Final = 50.0


@dataclass(frozen=True, kw_only=True)
class DailyRain:
    """The depth of rain on each day from `first_day` on, without a gap.

    Raises
    ------
    OutOfRangeError
        If it holds no day, or a depth is below zero, no number, or more than any day has had.
    """

    station: str
    source: str
    first_day: datetime.date
    depths_in: tuple[float, ...] = field(repr=False)

    def __post_init__(self) -> None:
        where = f"daily rain of {shown(self.station)}"
        if not self.depths_in:
            raise OutOfRangeError(f"{where}: no day; expected a depth for each day of its span; fill it")
        for index, depth in enumerate(self.depths_in):
            if not 0 <= depth <= MOST_DAILY_DEPTH_IN:
                raise OutOfRangeError(
                    f"{where}: {self.day(index)}: {depth!r} in; expected 0 to {MOST_DAILY_DEPTH_IN:g}; correct it"
                )

    def day(self, index: int) -> datetime.date:
        """Return the day of the depth at `index`."""
        return self.first_day + datetime.timedelta(days=index)

    @property
    def last_day(self) -> datetime.date:
        """The last day of the record."""
        return self.day(len(self.depths_in) - 1)

    @property
    def described(self) -> str:
        """Station, source and span in words."""
        return f"{self.station}, {self.source}, {self.first_day} to {self.last_day}"


@dataclass(frozen=True, kw_only=True)
class TypicalYear:
    """A year of a record: its depth, and the depth at the quantile that it is nearest to."""

    name: YearName
    calendar_yr: int
    depth_in: float
    quantile_fraction: float
    quantile_in: float


def annual_depths_in(rain: DailyRain) -> dict[int, float]:
    """Return the depth of each calendar year that the record holds whole, by year."""
    years: dict[int, list[float]] = {}
    for index, depth in enumerate(rain.depths_in):
        years.setdefault(rain.day(index).year, []).append(depth)
    return {year: math.fsum(depths) for year, depths in years.items() if len(depths) == _days_in(year)}


def _days_in(year: int) -> int:
    return (datetime.date(year, 12, 31) - datetime.date(year, 1, 1)).days + 1


def quantile_in(depths_in: Sequence[float], *, quantile_fraction: float) -> float:
    """Return the depth that a share of the depths stays below, straight between the two beside it.

    The lowest is the quantile 0 and the highest the quantile 1, as spreadsheets have it.

    >>> round(quantile_in([20, 25, 30, 35, 40], quantile_fraction=0.10), 4)
    22.0
    """
    ordered = sorted(depths_in)
    place = quantile_fraction * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def typical_years(rain: DailyRain) -> tuple[TypicalYear, ...]:
    """Return the dry, average and wet year: those whose depths are nearest the 10th, 50th and 90th percentile.

    Of two that are equally near, the earlier one is taken.

    Raises
    ------
    OutOfRangeError
        If the record holds fewer than three whole calendar years.
    """
    depths = annual_depths_in(rain)
    if len(depths) < LEAST_YEARS:
        raise OutOfRangeError(
            f"daily rain of {shown(rain.station)}: {len(depths)} whole calendar years from {rain.first_day} to "
            f"{rain.last_day}; expected {LEAST_YEARS} or more, to tell dry, average and wet apart; give a longer record"
        )
    found = []
    for name, share in QUANTILES.items():
        target = quantile_in(list(depths.values()), quantile_fraction=share)
        year = min(sorted(depths), key=lambda one: abs(depths[one] - target))
        found.append(
            TypicalYear(name=name, calendar_yr=year, depth_in=depths[year], quantile_fraction=share, quantile_in=target)
        )
    return tuple(found)
