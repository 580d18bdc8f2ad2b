"""The daily balance of capture and reuse: by hand, by another formulation, and closed."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError
from headwater.hydrology.daily_rain import DailyRain
from headwater.treatment.reuse import ReuseSystem, Use, daily_balance, reuse_answer, summed

DEPTHS = st.lists(st.floats(0, 5), min_size=1, max_size=60)


def rain(*depths_in: float, first: str = "2012-05-14") -> DailyRain:
    return DailyRain(
        station="made up", source="none", first_day=datetime.date.fromisoformat(first), depths_in=tuple(depths_in)
    )


def system(*, capacity_cf: float = 1_500, demand_cf: float = 300, loss_in: float = 0.0) -> ReuseSystem:
    """Return a system into which an inch of rain brings 1,000 cf: 12,000 sf, all running off."""
    use = Use(id="lawn", demand_cf_per_day=demand_cf)
    return ReuseSystem(
        id="cistern",
        capacity_cf=capacity_cf,
        drainage_sf=12_000,
        runoff_fraction=1.0,
        uses=(use,),
        initial_loss_in=loss_in,
    )


def test_three_days_are_what_they_are_by_hand() -> None:
    """Day 1: 1,000 in, nothing held before, so nothing is drawn; 1,000 held.

    Day 2: 1,000 in, of 2,000 there is room for 1,500, 500 spill; 300 drawn; 1,200 held. Day 3: 300 drawn; 900 held.
    """
    days = daily_balance(system(), rain(1.0, 1.0, 0.0))
    assert [day.held_cf for day in days] == pytest.approx([1_000, 1_200, 900])
    assert [day.used_cf for day in days] == pytest.approx([0, 300, 300])
    assert [day.overflow_cf for day in days] == pytest.approx([0, 500, 0])
    whole = summed(days, held_before_cf=0)
    assert whole.inflow_cf == pytest.approx(2_000)
    assert whole.change_cf == pytest.approx(900)
    assert whole.captured_fraction == pytest.approx(0.30)
    assert whole.supplied_fraction == pytest.approx(600 / 900)


def test_what_wets_the_ground_does_not_run_in() -> None:
    """0.5 in less 0.1 in: 400 cf; 0.1 in: nothing."""
    days = daily_balance(system(loss_in=0.1), rain(0.5, 0.1))
    assert [day.inflow_cf for day in days] == [pytest.approx(400), 0]


def test_a_use_is_drawn_in_its_months_only() -> None:
    lawn = Use(id="lawn", demand_cf_per_day=100, months=(5,))
    flush = Use(id="toilets", demand_cf_per_day=10)
    both = ReuseSystem(id="cistern", capacity_cf=1_500, drainage_sf=12_000, runoff_fraction=1.0, uses=(lawn, flush))
    days = daily_balance(both, rain(1.0, 0.0, 0.0, first="2012-05-30"))
    assert [day.demand_cf for day in days] == [110, 110, 10]


@given(depths=DEPTHS, capacity_cf=st.floats(0, 5_000), demand_cf=st.floats(0, 2_000), loss_in=st.floats(0, 0.5))
def test_the_balance_closes_and_follows_the_other_formulation(
    depths: list[float], capacity_cf: float, demand_cf: float, loss_in: float
) -> None:
    """Yield after spillage as published: Y = min(D, V), V' = min(V + Q - Y, S - Y), and what is left over has spilt."""
    tank = system(capacity_cf=capacity_cf, demand_cf=demand_cf, loss_in=loss_in)
    days = daily_balance(tank, rain(*depths))
    held = 0.0
    for depth, day in zip(depths, days, strict=True):
        inflow = max(depth - loss_in, 0) * 1_000
        drawn = min(demand_cf, held)
        then = min(held + inflow - drawn, capacity_cf - drawn)
        assert day.used_cf == pytest.approx(drawn, abs=1e-6)
        assert day.overflow_cf == pytest.approx(held + inflow - drawn - then, abs=1e-6)
        assert day.held_cf == pytest.approx(then, abs=1e-6)
        assert 0 <= day.held_cf <= capacity_cf
        held = then
    whole = summed(days, held_before_cf=0)
    assert whole.inflow_cf == pytest.approx(whole.used_cf + whole.overflow_cf + whole.change_cf, abs=1e-6)


@given(depths=DEPTHS, capacities=st.tuples(st.floats(0, 5_000), st.floats(0, 5_000)), demand_cf=st.floats(0, 2_000))
def test_a_larger_tank_never_gives_less(depths: list[float], capacities: tuple[float, float], demand_cf: float) -> None:
    small, large = (
        summed(daily_balance(system(capacity_cf=one, demand_cf=demand_cf), rain(*depths)), held_before_cf=0)
        for one in sorted(capacities)
    )
    assert large.used_cf >= small.used_cf - 1e-6


def five_years() -> DailyRain:
    """Return 2001 to 2005, all of a year's rain on each 1st of July: 20, 25, 30, 35, 40 in."""
    depths_in: list[float] = []
    for year, depth in zip(range(2001, 2006), (20.0, 25.0, 30.0, 35.0, 40.0), strict=True):
        days = (datetime.date(year, 12, 31) - datetime.date(year, 1, 1)).days + 1
        of_year = [0.0] * days
        of_year[(datetime.date(year, 7, 1) - datetime.date(year, 1, 1)).days] = depth
        depths_in += of_year
    return rain(*depths_in, first="2001-01-01")


def test_without_a_record_nothing_can_be_told() -> None:
    answer = reuse_answer(system(), None)
    assert (answer.outcome, answer.missing, answer.years, answer.whole) == ("cannot tell", ("daily_rain",), (), None)


def test_the_dry_average_and_wet_year_are_named_and_balanced_each_by_itself() -> None:
    """A tank of 1,500 cf is filled by each 1st of July and drawn empty in five days, so each year uses 1,500 cf.

    2001: 20,000 cf in, 18,500 spill; 2003: 30,000 and 28,500; 2005: 40,000 and 38,500.
    """
    answer = reuse_answer(system(), five_years())
    assert [(one.year.name, one.year.calendar_yr) for one in answer.years] == [
        ("dry", 2001),
        ("average", 2003),
        ("wet", 2005),
    ]
    assert [one.balance.inflow_cf for one in answer.years] == pytest.approx([20_000, 30_000, 40_000])
    assert [one.balance.overflow_cf for one in answer.years] == pytest.approx([18_500, 28_500, 38_500])
    assert [one.balance.used_cf for one in answer.years] == pytest.approx([1_500, 1_500, 1_500])
    assert answer.record == "made up, none, 2001-01-01 to 2005-12-31"


def test_a_year_begins_with_what_was_held() -> None:
    """An inch on 31 December, half drawn on each of the next two days."""
    record = rain(*[0.0] * 364, 1.0, *[0.0] * 730, first="2001-01-01")
    answer = reuse_answer(system(demand_cf=500), record)
    by_year = {one.year.calendar_yr: one.balance for one in answer.years}
    assert by_year[2002].used_cf == pytest.approx(1_000)
    assert by_year[2002].change_cf == pytest.approx(-1_000)
    assert by_year[2002].captured_fraction is None


def test_a_record_of_fewer_than_ten_years_is_warned_of() -> None:
    (caution,) = reuse_answer(system(), five_years()).cautions
    assert (caution.grade, caution.code) == ("warning", "rain-record-short")
    ten = rain(*[0.1] * 3652, first="2001-01-01")
    assert reuse_answer(system(), ten).cautions == ()


def test_a_record_of_two_years_tells_no_dry_from_a_wet_one() -> None:
    """0.1 in on each of 730 days: 100 cf a day, 73,000 cf in all."""
    answer = reuse_answer(system(), rain(*[0.1] * 730, first="2001-01-01"))
    assert (answer.outcome, answer.years) == ("cannot tell", ())
    assert answer.missing == ("daily_rain: 3 whole calendar years",)
    assert answer.whole is not None
    assert answer.whole.inflow_cf == pytest.approx(73_000)
    assert [caution.code for caution in answer.cautions] == ["rain-record-short"]


@pytest.mark.parametrize("months", [(), (0,), (13,)])
def test_a_month_that_is_none_is_refused(months: tuple[int, ...]) -> None:
    with pytest.raises(OutOfRangeError, match="months"):
        Use(id="lawn", demand_cf_per_day=1, months=months)
