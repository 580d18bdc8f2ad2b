"""Annual loads by the Simple Method: hand computations, the factor, invariants, and what cannot be told."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError
from headwater.treatment.levels import RemovalRange, stated_concentration, stated_removal
from headwater.treatment.phosphorus import (
    AnnualLoads,
    Land,
    annual_load_lb_per_yr,
    annual_loads,
    annual_runoff_in,
    removes_at_least,
    runoff_fraction,
    stays_within,
)
from headwater.treatment.trains import Step

MADE_UP = stated_concentration(0.30, basis="made up")
SHARES = st.floats(0, 1)


def land(*train: Step, area_ac: float = 10.0, name: str = "site", concentration_mg_per_l: float = 0.30) -> Land:
    return Land(
        id=name,
        area_ac=area_ac,
        runoff_fraction=runoff_fraction(impervious_fraction=0.40),
        concentration=stated_concentration(concentration_mg_per_l, basis="made up"),
        train=train,
    )


def step(name: str, removal: RemovalRange | float, *, captured: float | None = 1.0, infiltrated: float = 0.0) -> Step:
    shared = removal if isinstance(removal, RemovalRange) else stated_removal(removal, basis="made up")
    return Step(id=name, removal=shared, captured_fraction=captured, infiltrated_fraction=infiltrated)


def median(loads: tuple[AnnualLoads, ...]) -> AnnualLoads:
    return next(one for one in loads if one.level == "median")


def test_a_load_is_what_it_is_by_hand() -> None:
    """10 ac, 40 % impervious, 0.30 mg/L, 30.65 in, Pj 0.9.

    Rv = 0.05 + 0.009 x 40 = 0.41. Runoff = 30.65 x 0.9 x 0.41 = 27.585 x 0.41 = 11.30985 in = 0.9424875 ft.
    Load = 0.9424875 ft x 10 ac x 0.30 mg/L x 2.72 = 9.424875 x 0.816 = 7.690698 lb/yr.
    """
    share = runoff_fraction(impervious_fraction=0.40)
    depth_in = annual_runoff_in(annual_rain_in=30.65, runoff_fraction=share)
    assert share == pytest.approx(0.41)
    assert depth_in == pytest.approx(11.30985)
    load = annual_load_lb_per_yr(area_ac=10, runoff_in=depth_in, concentration_mg_per_l=0.30)
    assert load == pytest.approx(7.690698)


@pytest.mark.parametrize(("impervious", "share"), [(0.0, 0.05), (0.5, 0.50), (1.0, 0.95)])
def test_the_share_that_runs_off_goes_from_a_twentieth_to_nineteen(impervious: float, share: float) -> None:
    assert runoff_fraction(impervious_fraction=impervious) == pytest.approx(share)


def test_the_factor_is_that_of_the_units_and_of_the_other_print_of_it_within_a_third_of_a_percent() -> None:
    """1 in over 1 ac at 1 mg/L: 3,630 cf x 28.316846592 L x 1 mg, 453,592.37 mg to the pound; HEC-22 prints 0.226."""
    load = annual_load_lb_per_yr(area_ac=1, runoff_in=1, concentration_mg_per_l=1)
    assert load == pytest.approx(3630 * 28.316846592 / 453_592.37, rel=0.0003)
    assert load == pytest.approx(0.226, rel=0.0033)


def test_solids_are_computed_as_phosphorus_is() -> None:
    """At 54.5 mg/L the load is 54.5 / 0.30 times that of phosphorus: 7.690698 x 181.6667 = 1397.1435 lb/yr."""
    solids = median(annual_loads([land(concentration_mg_per_l=54.5)], annual_rain_in=30.65))
    assert solids.before_lb_per_yr == pytest.approx(1397.1435, abs=0.0005)


def test_a_pond_of_the_two_values_of_the_manual_is_on_either_side_of_half() -> None:
    """Captured whole: 7.690698 lb/yr x 0.46 = 3.537721 and x 0.50 = 3.845349 are removed."""
    pond = RemovalRange(low_fraction=0.46, median_fraction=0.50, high_fraction=0.50)
    low, middle, high = annual_loads([land(step("pond", pond))], annual_rain_in=30.65)
    assert low.removed_lb_per_yr == pytest.approx(3.537721, abs=1e-6)
    assert middle.removed_lb_per_yr == pytest.approx(3.845349, abs=1e-6)
    assert [removes_at_least(one, least_fraction=0.50) for one in (low, middle, high)] == ["not met", "met", "met"]


def test_treated_and_untreated_land_add_up() -> None:
    """Two like pieces, one treated to 80 %: 2 x 7.690698 before, 0.8 x 7.690698 = 6.1525584 removed, 40 % of all."""
    both = [land(step("sand filter", 0.8), name="a"), land(name="b")]
    loads = median(annual_loads(both, annual_rain_in=30.65))
    assert loads.before_lb_per_yr == pytest.approx(15.381396)
    assert loads.after_lb_per_yr == pytest.approx(9.2288376)
    assert loads.removed_fraction == pytest.approx(0.40)


@pytest.mark.parametrize(("removed", "verdict"), [(0.499, "not met"), (0.5, "met"), (0.501, "met")])
def test_half_is_enough_and_just_below_is_not(removed: float, verdict: str) -> None:
    loads = median(annual_loads([land(step("filter", removed))], annual_rain_in=30.65))
    assert removes_at_least(loads, least_fraction=0.5) == verdict


@pytest.mark.parametrize(("limit", "verdict"), [(3.84, "not met"), (7.690698 / 2, "met"), (3.85, "met")])
def test_a_load_that_equals_that_before_the_work_is_no_increase(limit: float, verdict: str) -> None:
    loads = median(annual_loads([land(step("filter", 0.5))], annual_rain_in=30.65))
    assert stays_within(loads, most_lb_per_yr=limit) == verdict


def test_where_the_capture_is_not_known_the_load_after_cannot_be_told() -> None:
    loads = median(annual_loads([land(step("filter", 0.5, captured=None))], annual_rain_in=30.65))
    assert (loads.outcome, loads.missing) == ("cannot tell", ("site/filter",))
    assert loads.before_lb_per_yr == pytest.approx(7.690698)
    assert (loads.after_lb_per_yr, loads.removed_fraction) == (None, None)
    assert removes_at_least(loads, least_fraction=0.5) == "cannot tell"
    assert stays_within(loads, most_lb_per_yr=100) == "cannot tell"


def test_of_no_load_no_share_can_be_told() -> None:
    loads = median(annual_loads([land(step("filter", 0.5))], annual_rain_in=0))
    assert (loads.outcome, loads.removed_lb_per_yr, loads.removed_fraction) == ("computed", 0.0, None)
    assert removes_at_least(loads, least_fraction=0.5) == "cannot tell"


@given(area_ac=st.floats(0.01, 640), factor=st.floats(0.1, 10), impervious=SHARES)
def test_a_load_is_linear_in_area(area_ac: float, factor: float, impervious: float) -> None:
    depth_in = annual_runoff_in(annual_rain_in=30.65, runoff_fraction=runoff_fraction(impervious_fraction=impervious))
    one = annual_load_lb_per_yr(area_ac=area_ac, runoff_in=depth_in, concentration_mg_per_l=0.3)
    more = annual_load_lb_per_yr(area_ac=area_ac * factor, runoff_in=depth_in, concentration_mg_per_l=0.3)
    assert more == pytest.approx(one * factor)


@given(shares=st.lists(st.tuples(SHARES, SHARES, SHARES), min_size=2, max_size=4))
def test_the_order_of_a_train_makes_no_difference_and_no_load_falls_below_zero(
    shares: list[tuple[float, float, float]],
) -> None:
    steps = [step(str(at), a, captured=b, infiltrated=c) for at, (a, b, c) in enumerate(shares)]
    after = {
        median(annual_loads([land(*train)], annual_rain_in=30.65)).after_lb_per_yr
        for train in itertools.permutations(steps)
    }
    (left,) = after
    assert left is not None
    assert -1e-12 <= left <= 7.690698 * (1 + 1e-12)


@given(low=SHARES, middle=SHARES, high=SHARES)
def test_more_is_removed_at_a_higher_level(low: float, middle: float, high: float) -> None:
    shares = sorted((low, middle, high))
    removal = RemovalRange(low_fraction=shares[0], median_fraction=shares[1], high_fraction=shares[2])
    removed = [one.removed_lb_per_yr or 0.0 for one in annual_loads([land(step("a", removal))], annual_rain_in=30.65)]
    assert removed == sorted(removed)


@pytest.mark.parametrize("impervious", [-0.01, 1.01, 40.0, float("nan")])
def test_a_percentage_in_place_of_a_share_is_refused(impervious: float) -> None:
    with pytest.raises(OutOfRangeError, match=r"write 40 % as 0\.40"):
        runoff_fraction(impervious_fraction=impervious)


@pytest.mark.parametrize("rain_in", [-1.0, float("nan"), float("inf")])
def test_what_is_no_depth_of_rain_is_refused(rain_in: float) -> None:
    with pytest.raises(OutOfRangeError, match="annual_rain_in"):
        annual_loads([land()], annual_rain_in=rain_in)


@pytest.mark.parametrize("area_ac", [0.0, -1.0, float("nan")])
def test_land_without_an_area_is_refused(area_ac: float) -> None:
    with pytest.raises(OutOfRangeError, match="Land: area_ac"):
        land(area_ac=area_ac)


def test_levels_out_of_order_are_refused() -> None:
    with pytest.raises(OutOfRangeError, match="put the three in order"):
        RemovalRange(low_fraction=0.5, median_fraction=0.46, high_fraction=0.75)
