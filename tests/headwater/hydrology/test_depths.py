"""Depths by duration and return period, curves nested from them, and the published depths of the District."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.editions.registry import load_edition
from headwater.errors import OutOfRangeError
from headwater.hydrology.depths import DepthTable
from headwater.hydrology.distribution import named_distribution
from headwater.hydrology.district_depths import district_depths, named_storms
from headwater.hydrology.nesting import nested_distribution, nested_from_table
from headwater.sources import SOURCES

# Made up, of the shape that an atlas has.
HUNDRED = {1 / 12: 0.9, 1 / 6: 1.32, 0.25: 1.6, 0.5: 2.3, 1.0: 3.2, 2.0: 4.1, 3.0: 4.7, 6.0: 5.6, 12.0: 6.5, 24.0: 7.4}
TWENTY_FIVE = {hours: inches * (0.72 + 0.01 * math.log(hours)) for hours, inches in HUNDRED.items()}


def table() -> DepthTable:
    depths = {hours: {100.0: HUNDRED[hours], 25.0: TWENTY_FIVE[hours]} for hours in reversed(HUNDRED)}
    return DepthTable(source="Atlas 14 volume 8", station="nowhere", depths_in=depths, series="partial duration")


def test_a_listed_depth_is_read_with_its_source():
    depth = table().listed_depth(duration_h=6, return_period_yr=100)
    assert (depth.depth_in, depth.source) == (5.6, "Atlas 14 volume 8, nowhere, partial duration")
    assert table().durations_h == tuple(sorted(HUNDRED))
    assert table().return_periods_yr == (25, 100)


def test_five_minutes_may_be_written_with_its_digits():
    assert table().listed_depth(duration_h=0.0833, return_period_yr=100).depth_in == 0.9


def test_a_depth_that_is_not_listed_is_never_made_up():
    with pytest.raises(
        OutOfRangeError, match=r"duration_h: 4 is not in the table; expected one of 0\.08333, .*log-log"
    ):
        table().listed_depth(duration_h=4, return_period_yr=100)
    with pytest.raises(OutOfRangeError, match="return_period_yr: 50 is not in the table; expected one of 25, 100"):
        table().log_log_depth(duration_h=6, return_period_yr=50)


def test_a_depth_between_two_durations_is_log_log_where_that_is_asked_for_and_says_so():
    # Halfway in the logarithm between 3 and 12 h would be 6 h; here between 3 h (4.7) and 6 h (5.6), at 4.2426 h.
    depth = table().log_log_depth(duration_h=math.sqrt(18), return_period_yr=100)
    assert depth.depth_in == pytest.approx(math.sqrt(4.7 * 5.6))
    assert depth.source.endswith("log-log between 3 h and 6 h")
    assert table().log_log_depth(duration_h=6, return_period_yr=100).source == table().described


@pytest.mark.parametrize("duration_h", [0.05, 24.1, 48])
def test_no_depth_is_extrapolated(duration_h):
    with pytest.raises(OutOfRangeError, match="is not in the table"):
        table().log_log_depth(duration_h=duration_h, return_period_yr=100)


def test_no_logarithm_is_taken_of_no_rain():
    dry = DepthTable(source="made up", station="nowhere", depths_in={1: {2: 0.0}, 3: {2: 1.0}, 6: {2: 1.5}})
    with pytest.raises(OutOfRangeError, match="duration_h: 2 is not in the table; expected one of 3, 6"):
        dry.log_log_depth(duration_h=2, return_period_yr=2)


@pytest.mark.parametrize(
    ("depths", "message"),
    [
        ({}, "the table is empty"),
        ({24: {}}, "the table is empty"),
        ({6: {2: 2.0}, 24: {2: 1.9}}, "24 h, 2 yr: depth_in 1.9: less than the 2 of a shorter duration"),
        ({24: {2: 2.8, 10: 2.7}}, "24 h, 10 yr: depth_in 2.7: less than the 2.8 of a shorter return period"),
        ({24: {2: -0.1}}, "24 h, 2 yr: depth_in -0.1: this is no depth"),
        ({24: {2: math.nan}}, "24 h, 2 yr: depth_in nan: this is no depth"),
        ({24: {2: 200.1}}, "this is no depth"),
        ({0: {2: 1.0}}, "expected durations and return periods above 0"),
        ({24: {-2: 1.0}}, "expected durations and return periods above 0"),
        ({6: {2: 1.0}, 24: {2: 2.0, 10: 3.0}}, "24 h: return periods 2, 10; expected those of the other durations, 2"),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_its_cell(depths, message):
    with pytest.raises(OutOfRangeError) as refusal:
        DepthTable(source="made up", station="nowhere", depths_in=depths)
    assert message in str(refusal.value)


# ---- nesting ---------------------------------------------------------------------------------------------------------


def test_each_duration_falls_in_the_middle_of_the_next():
    # Three durations, by hand: 2 of 4 in within 6 h, 1 within 1 h. F(9) = (1 - 1/2)/2 = .25, F(11.5) = (1 - 1/4)/2.
    curve = nested_distribution("by hand", depth_in={24: 4.0, 1: 1.0, 6: 2.0}, source="user")
    np.testing.assert_allclose(curve.fraction([0, 9, 11.5, 12, 12.5, 15, 24]), [0, 0.25, 0.375, 0.5, 0.625, 0.75, 1])
    assert curve.intensity_max_per_h == pytest.approx(0.25)
    assert curve.family == "nested"


def test_nested_from_the_ratios_of_mse_3_is_mse_3_at_every_listed_duration():
    # Published ratios of MSE 3, centred on noon.
    ratios = {0.2: 0.2551, 1: 0.504, 2: 0.61456, 3: 0.68728, 6: 0.7939, 12: 0.8981, 24: 1.0}
    nested, published = nested_distribution("mine", depth_in=ratios, source="user"), named_distribution("MSE 3")
    hours = [12 + sign * hours / 2 for hours in ratios for sign in (-1, 1)]
    np.testing.assert_allclose(nested.fraction(hours), published.fraction(hours), atol=6e-5)


@pytest.mark.parametrize(("ratios_of_yr", "whose"), [(None, "its own ratios"), (25, "the 25-yr ratios")])
def test_whose_ratios_a_curve_has_is_said(ratios_of_yr, whose):
    curve = nested_from_table(table(), return_period_yr=100, ratios_of_yr=ratios_of_yr)
    assert f"for the 100-yr storm by {whose}" in curve.remark
    assert "from 5 min up" in curve.remark
    depths = HUNDRED if ratios_of_yr is None else TWENTY_FIVE
    assert curve.largest_fraction(1) == pytest.approx(depths[1.0] / depths[24.0])


@pytest.mark.parametrize(
    ("depths", "message"),
    [
        ({24: 4.0}, "too few durations to nest: 1 up to 24 h"),
        ({6: 2.0, 1: 1.0}, "there is no depth for 24 h: the longest is 6 h"),
        ({24: 0.0, 1: 0.0}, "no rain falls: 0 in"),
        ({24: 4.0, 6: 4.5}, "is negative"),
        ({24: 4.0, 6: 2.0, 1: 2.5}, "falls at"),
        ({24: 4.0, 6: math.nan, 1: 1.0}, "is no number"),
        # 1 in the first hour, nothing until 6 h, 3 in after it: the hours beyond are the wetter ones.
        ({24: 4.0, 6: 1.0, 1: 1.0}, "the wettest 6 h hold more than the table says"),
    ],
)
def test_depths_that_cannot_be_nested_are_refused(depths, message):
    with pytest.raises(OutOfRangeError, match=message):
        nested_distribution("mine", depth_in=depths, source="user")


rising = st.lists(st.floats(0.05, 1.0), min_size=9, max_size=9)


@given(rising, st.floats(0.5, 30.0))
def test_a_nested_curve_holds_the_depth_of_each_duration_to_a_thousandth(shares, most):
    # Rain that falls the less hard the longer it lasts: each further hour brings a share of the hour before it.
    hours = sorted(HUNDRED)
    depths, intensity = [most * hours[0]], most
    for step, share in zip(np.diff(hours), shares, strict=True):
        intensity *= share
        depths.append(depths[-1] + intensity * step)
    curve = nested_distribution("mine", depth_in=dict(zip(hours, depths, strict=True)), source="user")
    for duration, depth in zip(hours, depths, strict=True):
        assert curve.largest_fraction(duration) * depths[-1] == pytest.approx(depth, rel=1e-3)
    np.testing.assert_allclose(curve.fraction(hours) + curve.fraction(24 - np.array(hours)), 1, atol=1e-9)


# ---- the District ----------------------------------------------------------------------------------------------------


def test_the_published_depths_are_those_of_their_texts_and_say_how_sure_they_are():
    found = {(one.place, one.atlas, one.return_period_yr): one for one in district_depths()}
    assert {key: one.depth_in for key, one in found.items()} == {
        ("Minnetonka", "ATLAS14", 2): 2.9,
        ("Minnetonka", "ATLAS14", 10): 4.3,
        ("Minnetonka", "ATLAS14", 100): 7.4,
        ("Minnetonka", "TP40", 2): 2.8,
        ("Minnetonka", "TP40", 10): 4.2,
        ("Minnetonka", "TP40", 100): 5.9,
        ("Edina", "ATLAS14", 10): 4.28,
        ("central Hennepin County", "ATLAS14", 1): 2.49,
        ("central Hennepin County", "ATLAS14", 2): 2.87,
        ("central Hennepin County", "ATLAS14", 5): 3.58,
        ("central Hennepin County", "ATLAS14", 10): 4.28,
        ("central Hennepin County", "ATLAS14", 25): 5.4,
        ("central Hennepin County", "ATLAS14", 50): 6.4,
        ("central Hennepin County", "ATLAS14", 100): 7.5,
    }
    assert {one.place for one in found.values() if one.provisional} == {"central Hennepin County"}
    assert all(one.where and one.sure and one.atlas in SOURCES and one.duration_h == 24 for one in found.values())


def test_each_edition_names_its_storms_by_a_provision_that_it_has():
    named = {one.edition: one for one in named_storms()}
    assert {key: one.return_periods_yr for key, one in named.items()} == {
        "mcwd-2005": (1, 10, 100),
        "mcwd-2011": (1, 10, 100),
        "mcwd-2024": (1, 2, 10, 100),
    }
    for key, one in named.items():
        assert one.provision in load_edition(key).provisions


def test_the_table_of_distributions_says_where_it_comes_from(repository: Path) -> None:
    told = (repository / "src/headwater/hydrology/data/nrcs_24h_distributions.md").read_text(encoding="utf-8")
    for column in ("SCS_I", "MSE_3", "rebuilt from the key ordinates", "NV_N", "public domain"):
        assert column in told
