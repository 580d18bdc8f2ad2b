"""Records of daily rain: whole years, quantiles, and the dry, average and wet year."""

from __future__ import annotations

import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError
from headwater.hydrology.daily_rain import DailyRain, annual_depths_in, quantile_in, typical_years


def record(first: str, *depths_in: float) -> DailyRain:
    return DailyRain(
        station="made up", source="none", first_day=datetime.date.fromisoformat(first), depths_in=depths_in
    )


def of_years(*depths_in: float, first_yr: int = 2001) -> DailyRain:
    """Return a record in which each year's depth falls on its first day."""
    days: list[float] = []
    for year, depth in enumerate(depths_in, start=first_yr):
        length = (datetime.date(year + 1, 1, 1) - datetime.date(year, 1, 1)).days
        days += [depth, *[0.0] * (length - 1)]
    return record(f"{first_yr}-01-01", *days)


def test_only_whole_calendar_years_count() -> None:
    """From 31 December 2003 to 1 January 2005: of three years only 2004, a leap year of 366 days, is whole."""
    rain = record("2003-12-31", *[0.1] * 368)
    assert annual_depths_in(rain) == {2004: pytest.approx(36.6)}
    assert rain.last_day == datetime.date(2005, 1, 1)


@given(depths=st.lists(st.floats(0, 60), min_size=1, max_size=80), share=st.floats(0, 1))
def test_a_quantile_is_that_of_numpy(depths: list[float], share: float) -> None:
    assert quantile_in(depths, quantile_fraction=share) == pytest.approx(float(np.quantile(depths, share)), abs=1e-9)


def test_the_years_are_those_nearest_to_the_percentiles() -> None:
    """20, 25, 30, 35, 40 in: the 10th percentile is 22, nearest 20; the 50th 30; the 90th 38, nearest 40."""
    dry, average, wet = typical_years(of_years(35.0, 20.0, 40.0, 30.0, 25.0))
    assert [(one.name, one.calendar_yr) for one in (dry, average, wet)] == [
        ("dry", 2002),
        ("average", 2004),
        ("wet", 2003),
    ]
    assert [one.quantile_in for one in (dry, average, wet)] == pytest.approx([22, 30, 38])
    assert (dry.depth_in, wet.depth_in) == (20, 40)


def test_of_two_years_equally_near_the_earlier_is_taken() -> None:
    """10, 20, 30, 40 in: the 50th percentile is 25, as far from 30 as from 20."""
    _, average, _ = typical_years(of_years(40.0, 30.0, 20.0, 10.0))
    assert average.calendar_yr == 2002


@pytest.mark.parametrize(("years", "enough"), [(2, False), (3, True), (4, True)])
def test_three_years_are_the_fewest(years: int, enough: bool) -> None:
    rain = of_years(*[30.0] * years)
    if enough:
        assert len(typical_years(rain)) == 3
        return
    with pytest.raises(OutOfRangeError, match="give a longer record"):
        typical_years(rain)


@pytest.mark.parametrize("depth_in", [-0.01, float("nan"), 50.01])
def test_what_is_no_depth_of_a_day_is_refused_with_its_day(depth_in: float) -> None:
    with pytest.raises(OutOfRangeError, match="2012-05-15"):
        record("2012-05-14", 0.0, depth_in)


def test_a_record_without_a_day_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="no day"):
        record("2012-05-14")
