"""Capture and reuse: a daily balance of a tank or pond over a record of rain.

Owns the balance. The record is the plan's own; without one the answer is "cannot tell". All that is used is removed
with what is in it, and what overflows is not treated. Melt and freezing are not told apart: snow runs in as it falls,
and a use has the months in which it is drawn.

The day's order is *yield after spillage*: the runoff comes in, what does not fit spills, and the use is drawn from what
was there at the end of the day before. With V the water held, Q inflow, D demand and S capacity,
``Y = min(D, V[t-1])``, ``V[t] = min(V[t-1] + Q - Y, S - Y)``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from headwater.caution import Caution
from headwater.hydraulics.ranges import finite, not_negative, positive, refuse
from headwater.hydrology.daily_rain import LEAST_YEARS, DailyRain, TypicalYear, annual_depths_in, typical_years
from headwater.treatment.limits import share

_IN_PER_FT: Final = 12.0
ALL_MONTHS: Final = tuple(range(1, 13))
ENOUGH_YEARS: Final = 10


@dataclass(frozen=True, kw_only=True)
class Use:
    """Water drawn each day of its months (1 to 12), as irrigation from May to September."""

    id: str
    demand_cf_per_day: float
    months: tuple[int, ...] = ALL_MONTHS

    def __post_init__(self) -> None:
        not_negative(self, "demand_cf_per_day")
        if not self.months or not set(self.months) <= set(ALL_MONTHS):
            raise refuse(self, "months", self.months, expected="months from 1 to 12", remedy="write 5 for May")


@dataclass(frozen=True, kw_only=True)
class ReuseSystem:
    """A storage, the land that drains to it, and the uses.

    Of each day's rain `initial_loss_in` wets the ground, and `runoff_fraction` of the rest runs in.
    """

    id: str
    capacity_cf: float
    drainage_sf: float
    runoff_fraction: float
    uses: tuple[Use, ...]
    initial_loss_in: float = 0.0

    def __post_init__(self) -> None:
        not_negative(self, "capacity_cf", "initial_loss_in")
        positive(self, "drainage_sf")
        finite(self, "runoff_fraction")
        share(self, "runoff_fraction")


@dataclass(frozen=True, kw_only=True)
class ReuseDay:
    """One day of the balance: inflow = used + overflow + change of what is held."""

    inflow_cf: float
    demand_cf: float
    used_cf: float
    overflow_cf: float
    held_cf: float


@dataclass(frozen=True, kw_only=True)
class ReuseBalance:
    """Some days of the balance summed up.

    `captured_fraction` is the share of the inflow that is used, and so removed; `supplied_fraction` that of the demand
    which is met. Either is None where there was no inflow, or no demand.
    """

    inflow_cf: float
    demand_cf: float
    used_cf: float
    overflow_cf: float
    change_cf: float

    @property
    def captured_fraction(self) -> float | None:
        """Share of the inflow that is used."""
        return self.used_cf / self.inflow_cf if self.inflow_cf else None

    @property
    def supplied_fraction(self) -> float | None:
        """Share of the demand that is met."""
        return self.used_cf / self.demand_cf if self.demand_cf else None


@dataclass(frozen=True, kw_only=True)
class ReuseYear:
    """The balance of the year that stands for dry, average or wet."""

    year: TypicalYear
    balance: ReuseBalance


@dataclass(frozen=True, kw_only=True)
class ReuseAnswer:
    """The balance over a whole record and in its dry, average and wet year; or what is missing for it.

    `record` says which record it stands on.
    """

    outcome: Literal["computed", "cannot tell"]
    record: str = ""
    whole: ReuseBalance | None = None
    years: tuple[ReuseYear, ...] = ()
    missing: tuple[str, ...] = ()
    cautions: tuple[Caution, ...] = ()


def daily_balance(system: ReuseSystem, rain: DailyRain) -> tuple[ReuseDay, ...]:
    """Return the balance of each day of a record; the storage is empty before the first.

    References
    ----------
    FEWKES-2000, yield after spillage.
    """
    return tuple(_days(system, rain))


def _days(system: ReuseSystem, rain: DailyRain) -> Iterator[ReuseDay]:
    demands_cf = {
        month: math.fsum(use.demand_cf_per_day for use in system.uses if month in use.months) for month in ALL_MONTHS
    }
    running_in_sf = system.drainage_sf * system.runoff_fraction
    held_cf = 0.0
    for index, depth_in in enumerate(rain.depths_in):
        inflow_cf = max(depth_in - system.initial_loss_in, 0.0) / _IN_PER_FT * running_in_sf
        demand_cf = demands_cf[rain.day(index).month]
        used_cf = min(demand_cf, held_cf)
        overflow_cf = max(held_cf + inflow_cf - system.capacity_cf, 0.0)
        held_cf = min(held_cf + inflow_cf, system.capacity_cf) - used_cf
        yield ReuseDay(
            inflow_cf=inflow_cf, demand_cf=demand_cf, used_cf=used_cf, overflow_cf=overflow_cf, held_cf=held_cf
        )


def summed(days: Sequence[ReuseDay], *, held_before_cf: float) -> ReuseBalance:
    """Return the sums of some days in a row, before which `held_before_cf` was held."""
    return ReuseBalance(
        inflow_cf=math.fsum(day.inflow_cf for day in days),
        demand_cf=math.fsum(day.demand_cf for day in days),
        used_cf=math.fsum(day.used_cf for day in days),
        overflow_cf=math.fsum(day.overflow_cf for day in days),
        change_cf=(days[-1].held_cf if days else held_before_cf) - held_before_cf,
    )


def reuse_answer(system: ReuseSystem, rain: DailyRain | None) -> ReuseAnswer:
    """Return the balance over the whole record, and in its dry, average and wet year, named.

    The years are cut out of the balance over the whole record, so that each begins with what was held. Without a record
    nothing can be told, and from one too short to have such years only its whole balance.
    """
    if rain is None:
        return ReuseAnswer(outcome="cannot tell", missing=("daily_rain",))
    days = daily_balance(system, rain)
    enough = len(annual_depths_in(rain)) >= LEAST_YEARS
    chosen = typical_years(rain) if enough else ()
    return ReuseAnswer(
        outcome="computed" if enough else "cannot tell",
        record=rain.described,
        whole=summed(days, held_before_cf=0.0),
        years=tuple(ReuseYear(year=year, balance=_year_of(days, rain, year.calendar_yr)) for year in chosen),
        missing=() if enough else (f"daily_rain: {LEAST_YEARS} whole calendar years",),
        cautions=_cautions(system, rain),
    )


def _year_of(days: Sequence[ReuseDay], rain: DailyRain, calendar_yr: int) -> ReuseBalance:
    of_year = [index for index in range(len(days)) if rain.day(index).year == calendar_yr]
    first = of_year[0]
    before_cf = days[first - 1].held_cf if first else 0.0
    return summed(days[first : of_year[-1] + 1], held_before_cf=before_cf)


def _cautions(system: ReuseSystem, rain: DailyRain) -> tuple[Caution, ...]:
    count = len(annual_depths_in(rain))
    found = []
    if count < ENOUGH_YEARS:
        found.append(
            Caution(
                grade="warning",
                code="rain-record-short",
                where=system.id,
                text=f"The record of daily rain holds {count} whole years; dry, average and wet take {ENOUGH_YEARS} "
                "or more to stand for a climate.",
            )
        )
    return tuple(found)
