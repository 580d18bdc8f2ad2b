"""Practices in series, and phosphorus control in place of a volume owed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError
from headwater.treatment.equivalence import TreatedVolume, equivalent_by_annual_load, equivalent_by_volume
from headwater.treatment.levels import LEVELS, RemovalRange, stated_concentration, stated_removal
from headwater.treatment.phosphorus import Land, annual_loads
from headwater.treatment.removals import removal_range
from headwater.treatment.trains import Step, in_series, range_in_series, step_removal, train_removal

SHARES = st.floats(0, 1)


def step(removal: float, *, captured: float | None = 1.0, infiltrated: float = 0.0) -> Step:
    return Step(
        id="step",
        removal=stated_removal(removal, basis="made up"),
        captured_fraction=captured,
        infiltrated_fraction=infiltrated,
    )


def test_a_pond_and_a_filter_leave_the_product_of_what_each_leaves() -> None:
    """1 - (1 - 0.46)(1 - 0.50) = 1 - 0.27 = 73 %."""
    assert train_removal([step(0.46), step(0.50)], level="median") == pytest.approx(0.73)


def test_what_soaks_in_is_removed_whole_and_what_bypasses_is_not_treated() -> None:
    """0.9 captured, of which 0.7 soaks in and 0.3 loses 31 %: 0.9 x (0.7 + 0.3 x 0.31) = 0.9 x 0.793 = 0.7137."""
    assert step_removal(step(0.31, captured=0.9, infiltrated=0.7), level="median") == pytest.approx(0.7137)
    assert step_removal(step(0.0, captured=0.9, infiltrated=1.0), level="median") == pytest.approx(0.9)


def test_an_unknown_capture_leaves_a_train_unknown_and_no_step_removes_nothing() -> None:
    assert train_removal([step(0.5), step(0.5, captured=None)], level="median") is None
    assert train_removal([], level="median") == 0


@given(shares=st.lists(SHARES, max_size=6), at=st.integers(0, 6), more=SHARES)
def test_a_further_step_never_lessens_what_a_train_removes(shares: list[float], at: int, more: float) -> None:
    with_it = [*shares[:at], more, *shares[at:]]
    assert 0 <= in_series(shares) <= in_series(with_it) + 1e-12 <= 1 + 1e-12


def test_removals_in_series_keep_their_levels_and_what_is_provisional() -> None:
    """Wet pond and sand filter: 1 - 0.54 x 0.5 = 0.73 low and median, 1 - 0.25 x 0.5 = 0.875 high."""
    names = ("wet pond", "sand filter")
    both = range_in_series([removal_range(name, pollutant="total phosphorus") for name in names])
    assert [both.at(level) for level in LEVELS] == [pytest.approx(0.73), pytest.approx(0.73), pytest.approx(0.875)]
    assert both.provisional == {"high"}


# ---- equivalence, reading R38 ----------------------------------------------------------------------------------------


def pond(volume_cf: float, *, infiltrated: float = 0.0) -> TreatedVolume:
    removal = RemovalRange(low_fraction=0.46, median_fraction=0.50, high_fraction=0.75)
    return TreatedVolume(id="pond", volume_cf=volume_cf, removal=removal, infiltrated_fraction=infiltrated)


def test_each_level_has_its_own_verdict() -> None:
    """18,513 cf x 0.46 = 8,515.98, x 0.50 = 9,256.5, x 0.75 = 13,884.75, against 9,256.5 owed (2.55 ac, one inch)."""
    answers = equivalent_by_volume([pond(18_513)], owed_cf=9_256.5)
    assert [one.counted_cf for one in answers] == [pytest.approx(8_515.98), 9_256.5, 13_884.75]
    assert [one.verdict for one in answers] == ["not met", "met", "met"]


@pytest.mark.parametrize(("volume_cf", "verdict"), [(18_512, "not met"), (18_513, "met"), (18_514, "met")])
def test_the_volume_owed_is_met_at_itself(volume_cf: float, verdict: str) -> None:
    assert equivalent_by_volume([pond(volume_cf)], owed_cf=9_256.5)[1].verdict == verdict


def test_what_soaks_in_counts_whole() -> None:
    """1,000 cf, a fifth soaking in: 200 + 800 x 0.5 = 600."""
    assert equivalent_by_volume([pond(1_000, infiltrated=0.2)], owed_cf=0)[1].counted_cf == pytest.approx(600)


def test_without_a_practice_only_nothing_is_met() -> None:
    assert {one.verdict for one in equivalent_by_volume([], owed_cf=1)} == {"not met"}
    assert {one.verdict for one in equivalent_by_volume([], owed_cf=0)} == {"met"}


@pytest.mark.parametrize("owed_cf", [-1.0, float("nan")])
def test_what_is_no_volume_owed_is_refused(owed_cf: float) -> None:
    with pytest.raises(OutOfRangeError, match="owed_cf"):
        equivalent_by_volume([], owed_cf=owed_cf)


def site(captured: float | None) -> Land:
    treated = Step(id="pond", removal=pond(1).removal, captured_fraction=captured)
    return Land(
        id="site",
        area_ac=10,
        runoff_fraction=0.41,
        concentration=stated_concentration(0.3, basis="made up"),
        train=(treated,),
    )


def test_by_annual_load_the_capture_of_the_volume_owed_is_the_measure() -> None:
    """Captured whole the pond removes 46, 50, 75 %; abstraction that would capture half of the year's runoff, 50 %."""
    loads = annual_loads([site(1.0)], annual_rain_in=30.65)
    answers = equivalent_by_annual_load(loads, owed_captured_fraction=0.5)
    assert answers[0].owed_lb_per_yr == pytest.approx(7.690698 / 2)
    assert [one.verdict for one in answers] == ["not met", "met", "met"]


@pytest.mark.parametrize(("captured", "owed"), [(None, 0.5), (1.0, None), (None, None)])
def test_by_annual_load_nothing_can_be_told_where_a_capture_is_not_known(
    captured: float | None, owed: float | None
) -> None:
    loads = annual_loads([site(captured)], annual_rain_in=30.65)
    assert {one.verdict for one in equivalent_by_annual_load(loads, owed_captured_fraction=owed)} == {"cannot tell"}
