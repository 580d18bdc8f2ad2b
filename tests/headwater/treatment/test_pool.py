"""Permanent pools by the state permit and by other bodies' depths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError, UnknownNameError
from headwater.treatment.pool import Pool, PoolAnswer, pool_answers, pool_rule, pool_rules, required_pool_cf


def answers(pool: Pool) -> dict[tuple[str, str], PoolAnswer]:
    return {(one.rule.id, one.part): one for one in pool_answers(pool)}


def test_the_rules_are_as_typed_a_second_time() -> None:
    permit, rice_creek, orono = pool_rules()
    assert (permit.volume_cf_per_ac, permit.least_depth_ft, permit.most_depth_ft) == (1800, 3, 10)
    assert permit.most_release_cfs_per_ac == 5.66
    assert (rice_creek.rain_in, orono.rain_in) == (2.5, 2.0)
    assert [rule.standing for rule in pool_rules()] == ["state permit", "another body's draft", "another body's draft"]


def test_the_state_permit_asks_for_1800_cubic_feet_an_acre() -> None:
    """12.5 ac x 1,800 = 22,500 cf."""
    assert required_pool_cf(pool_rule("state-permit"), drainage_ac=12.5) == 22_500


def test_a_depth_of_rain_asks_for_its_runoff() -> None:
    """CN 80: S = 2.5, Ia = 0.5; 2.5 in: (2.0)^2 / 4.5 = 0.888889 in; x 3,630 x 10 ac = 32,266.67 cf.

    2.0 in: (1.5)^2 / 4.0 = 0.5625 in; 20,418.75 cf.
    """
    rice_creek, orono = pool_rule("rice-creek-draft"), pool_rule("orono-draft-1993")
    assert required_pool_cf(rice_creek, drainage_ac=10, curve_number=80) == pytest.approx(32_266.67, abs=0.01)
    assert required_pool_cf(orono, drainage_ac=10, curve_number=80) == pytest.approx(20_418.75)


def test_one_pool_may_hold_by_one_body_and_not_by_another() -> None:
    found = answers(Pool(drainage_ac=10, volume_cf=25_000, curve_number=80))
    assert found["state-permit", "volume"].verdict == "met"
    assert found["rice-creek-draft", "volume"].verdict == "not met"
    assert found["orono-draft-1993", "volume"].verdict == "met"


@pytest.mark.parametrize(("volume_cf", "verdict"), [(17_999, "not met"), (18_000, "met"), (18_001, "met")])
def test_the_volume_is_met_at_itself(volume_cf: float, verdict: str) -> None:
    assert answers(Pool(drainage_ac=10, volume_cf=volume_cf))["state-permit", "volume"].verdict == verdict


@pytest.mark.parametrize(("depth_ft", "verdict"), [(2.9, "not met"), (3.0, "met"), (3.1, "met")])
def test_three_feet_are_deep_enough(depth_ft: float, verdict: str) -> None:
    assert answers(Pool(drainage_ac=10, depth_ft=depth_ft))["state-permit", "least depth"].verdict == verdict


@pytest.mark.parametrize(("deepest_ft", "verdict"), [(9.9, "met"), (10.0, "met"), (10.1, "not met")])
def test_ten_feet_are_not_too_deep(deepest_ft: float, verdict: str) -> None:
    assert answers(Pool(drainage_ac=10, deepest_ft=deepest_ft))["state-permit", "most depth"].verdict == verdict


@pytest.mark.parametrize(("release_cfs", "verdict"), [(2.82, "met"), (2.83, "met"), (2.84, "not met")])
def test_the_release_is_limited_by_the_surface(release_cfs: float, verdict: str) -> None:
    """Half an acre of surface: 0.5 x 5.66 = 2.83 cfs."""
    found = answers(Pool(drainage_ac=10, release_cfs=release_cfs, surface_ac=0.5))
    assert found["state-permit", "release"].verdict == verdict


def test_what_is_not_known_cannot_be_told_and_is_named() -> None:
    found = answers(Pool(drainage_ac=10))
    assert {one.verdict for one in found.values()} == {"cannot tell"}
    assert found["state-permit", "volume"].missing == ("volume_cf",)
    assert found["state-permit", "volume"].threshold == 18_000
    assert found["rice-creek-draft", "volume"].missing == ("volume_cf", "curve_number")
    assert found["state-permit", "release"].missing == ("release_cfs", "surface_ac")


@given(area_ac=st.floats(0.1, 500), curve_number=st.floats(40, 100))
def test_a_pool_is_linear_in_area_and_grows_with_the_rain(area_ac: float, curve_number: float) -> None:
    for rule in pool_rules():
        one = required_pool_cf(rule, drainage_ac=area_ac, curve_number=curve_number)
        two = required_pool_cf(rule, drainage_ac=2 * area_ac, curve_number=curve_number)
        assert one is not None
        assert two == pytest.approx(2 * one)
    more = required_pool_cf(pool_rule("rice-creek-draft"), drainage_ac=area_ac, curve_number=curve_number)
    less = required_pool_cf(pool_rule("orono-draft-1993"), drainage_ac=area_ac, curve_number=curve_number)
    assert (more or 0) >= (less or 0)


def test_a_pool_without_land_and_a_rule_that_is_not_there_are_refused() -> None:
    with pytest.raises(OutOfRangeError, match="drainage_ac"):
        Pool(drainage_ac=0)
    with pytest.raises(UnknownNameError, match="state-permit"):
        pool_rule("nurp")
