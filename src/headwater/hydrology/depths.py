"""Depths of rain by duration and return period, and where they come from.

Owns the table and the reading of a depth out of it. A depth that is not listed is refused; `log_log_depth` interpolates
between two durations for whoever asks for that by name, and says so in the source of what it returns. Return periods
are never interpolated. Storms are `storm`, curves nested from a table `nesting`; reading files is `headwater.intake`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from headwater.errors import OutOfRangeError, shown

# Durations are kept in hours: five minutes may be written 1/12 or 0.0833.
SAME_DURATION_H: Final = 1 / 3600
MOST_TABLE_DEPTH_IN: Final = 200.0


@dataclass(frozen=True, kw_only=True)
class DesignDepth:
    """One depth, what it stands for, and its source in words."""

    depth_in: float
    duration_h: float
    return_period_yr: float
    source: str


@dataclass(frozen=True, kw_only=True)
class DepthTable:
    """Depths in inches by duration and return period at one place.

    Parameters
    ----------
    source
        The atlas with volume and version, as written on it.
    station
        The place: a station, or latitude and longitude.
    depths_in
        By duration in hours, then by return period in years.
    series
        "partial duration" or "annual maximum", where the source says it.

    Raises
    ------
    OutOfRangeError
        If the table is empty or has gaps, a number is no depth, or a depth falls with a longer duration or return
        period.
    """

    source: str
    station: str
    depths_in: Mapping[float, Mapping[float, float]] = field(repr=False)
    series: str = ""

    def __post_init__(self) -> None:
        ordered = {
            float(duration): MappingProxyType(dict(sorted((float(p), float(d)) for p, d in row.items())))
            for duration, row in sorted(self.depths_in.items())
        }
        object.__setattr__(self, "depths_in", MappingProxyType(ordered))
        _check_table(self)

    @property
    def durations_h(self) -> tuple[float, ...]:
        """The listed durations, rising."""
        return tuple(self.depths_in)

    @property
    def return_periods_yr(self) -> tuple[float, ...]:
        """The listed return periods, rising."""
        return tuple(next(iter(self.depths_in.values())))

    def listed_depth(self, *, duration_h: float, return_period_yr: float) -> DesignDepth:
        """Return a depth that the table lists.

        Raises
        ------
        OutOfRangeError
            If the table does not list this duration or this return period.
        """
        listed = self._listed_duration(duration_h)
        if listed is None:
            raise self._not_listed("duration_h", duration_h, self.durations_h)
        return self._depth(listed, return_period_yr, self.described)

    def log_log_depth(self, *, duration_h: float, return_period_yr: float) -> DesignDepth:
        """Return a depth, a duration between two listed ones by a straight line in the logarithms of both.

        Raises
        ------
        OutOfRangeError
            If the duration is shorter or longer than every listed one, or the return period is not listed.
        """
        listed = self._listed_duration(duration_h)
        if listed is not None:
            return self._depth(listed, return_period_yr, self.described)
        shorter = [one for one in self.durations_h if one < duration_h]
        longer = [one for one in self.durations_h if one > duration_h]
        if not (shorter and longer):
            raise self._not_listed("duration_h", duration_h, self.durations_h)
        low, high = shorter[-1], longer[0]
        low_in, high_in = (self._depth(one, return_period_yr, "").depth_in for one in (low, high))
        if low_in <= 0:
            raise self._not_listed("duration_h", duration_h, tuple(one for one in self.durations_h if one > low))
        share = math.log(duration_h / low) / math.log(high / low)
        return DesignDepth(
            depth_in=low_in * (high_in / low_in) ** share,
            duration_h=duration_h,
            return_period_yr=return_period_yr,
            source=f"{self.described}, log-log between {low:.4g} h and {high:.4g} h",
        )

    def column(self, return_period_yr: float) -> dict[float, float]:
        """Return the depths of one return period by duration in hours."""
        return {one: self._depth(one, return_period_yr, "").depth_in for one in self.durations_h}

    @property
    def described(self) -> str:
        """Source, place and series in words."""
        return ", ".join(filter(None, (self.source, self.station, self.series)))

    def _listed_duration(self, duration_h: float) -> float | None:
        return next((one for one in self.durations_h if abs(one - duration_h) <= SAME_DURATION_H), None)

    def _depth(self, duration_h: float, return_period_yr: float, source: str) -> DesignDepth:
        row = self.depths_in[duration_h]
        if return_period_yr not in row:
            raise self._not_listed("return_period_yr", return_period_yr, self.return_periods_yr)
        return DesignDepth(
            depth_in=row[return_period_yr], duration_h=duration_h, return_period_yr=return_period_yr, source=source
        )

    def _not_listed(self, field_name: str, value: float, listed: tuple[float, ...]) -> OutOfRangeError:
        some = ", ".join(f"{one:.4g}" for one in listed)
        remedy = "take a listed one" + (", or ask for log-log between two" if field_name == "duration_h" else "")
        return OutOfRangeError(
            f"depths of {shown(self.station)}: {field_name}: {value:.4g} is not in the table; expected one of {some}; "
            f"{remedy}"
        )


def _check_table(table: DepthTable) -> None:
    where = f"depths of {shown(table.station)}"
    if not table.depths_in or not all(table.depths_in.values()):
        raise OutOfRangeError(f"{where}: the table is empty; expected depths by duration and return period; fill it")
    periods = table.return_periods_yr
    before: Mapping[float, float] | None = None
    for duration, row in table.depths_in.items():
        at = f"{where}: {duration:.4g} h"
        if not (0 < duration < math.inf and all(0 < period < math.inf for period in row)):
            raise OutOfRangeError(f"{at}: expected durations and return periods above 0; correct them")
        if tuple(row) != periods:
            raise OutOfRangeError(
                f"{at}: return periods {', '.join(f'{one:g}' for one in row)}; expected those of the other durations, "
                f"{', '.join(f'{one:g}' for one in periods)}; complete the table, or leave the duration out"
            )
        _check_row(at, row, before)
        before = row


def _check_row(at: str, row: Mapping[float, float], shorter: Mapping[float, float] | None) -> None:
    """Refuse what is no depth, and what falls with the return period or with the duration."""
    below = 0.0
    for period, depth in row.items():
        cell = f"{at}, {period:g} yr"
        if not 0 <= depth <= MOST_TABLE_DEPTH_IN:
            raise OutOfRangeError(
                f"{cell}: depth_in {depth:g}: this is no depth of rain; expected 0 to {MOST_TABLE_DEPTH_IN:g} inches; "
                "correct it, or convert it to inches"
            )
        if depth < below:
            raise OutOfRangeError(
                f"{cell}: depth_in {depth:g}: less than the {below:g} of a shorter return period; expected a depth "
                "that does not fall; correct it"
            )
        if shorter is not None and depth < shorter[period]:
            raise OutOfRangeError(
                f"{cell}: depth_in {depth:g}: less than the {shorter[period]:g} of a shorter duration; expected a "
                "depth that does not fall; correct it, or convert intensities to depths"
            )
        below = depth
