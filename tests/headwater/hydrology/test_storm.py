"""Storms: depth and curve as a pair, back to back, as a hyetograph, and the search for the critical duration."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError
from headwater.hydrology.critical import (
    CRITICAL_DURATIONS_H,
    central_part,
    critical_storms,
    critical_storms_of_table,
    worst,
)
from headwater.hydrology.depths import DepthTable
from headwater.hydrology.distribution import (
    depth_distribution,
    named_distribution,
    straight_line_distribution,
    uniform_distribution,
)
from headwater.hydrology.distribution_names import known_names
from headwater.hydrology.nesting import nested_from_table
from headwater.hydrology.smoothing import smoothed
from headwater.hydrology.storm import Storm, back_to_back, check_storm, hyetograph, rain_in

ATLAS_14 = "NOAA Atlas 14 volume 8"


def storm(curve: str = "MSE 3", **other: Any) -> Storm:
    stated: dict[str, Any] = {
        "id": "100-yr",
        "depth_in": 7.4,
        "distribution": named_distribution(curve),
        "duration_h": 24,
        "return_period_yr": 100,
        "depth_source": ATLAS_14,
    }
    return Storm(**(stated | other))


def codes(one: Storm) -> dict[str, str]:
    return {caution.code: caution.grade for caution in check_storm(one)}


# ---- the pair --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth_in", [0.0, 40.0])
def test_a_depth_from_0_to_40_inches_is_one(depth_in):
    assert rain_in(storm(depth_in=depth_in), 24) == depth_in


@pytest.mark.parametrize("depth_in", [-0.01, 40.01, float("nan"), float("inf")])
def test_a_depth_outside_0_to_40_inches_is_refused(depth_in):
    with pytest.raises(OutOfRangeError, match="expected 0 to 40 inches"):
        storm(depth_in=depth_in)


@pytest.mark.parametrize("duration_h", [6, 23.9, 24.1, 48, float("nan")])
def test_a_duration_that_is_not_the_curves_is_refused(duration_h):
    with pytest.raises(OutOfRangeError, match=r"'MSE 3' is one of 24 hours; .* take the central part"):
        storm(duration_h=duration_h)


def test_a_duration_of_five_minutes_may_be_written_with_its_digits():
    assert storm(distribution=uniform_distribution(1 / 12), duration_h=0.0833).span_h == pytest.approx(1 / 12)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"return_period_yr": 0}, "return_period_yr: 0"),
        ({"return_period_yr": -2}, "return_period_yr: -2"),
        ({"repeats": 0}, "repeats: 0"),
        ({"repeats": 11}, "repeats: 11"),
        ({"retention": "half"}, "expected cumulative or reset"),
    ],
)
def test_what_is_no_storm_is_refused(other, message):
    with pytest.raises(OutOfRangeError, match=message):
        storm(**other)


@pytest.mark.parametrize("curve", ["Type I", "Type IA", "Type II", "Type III", "Type II tabular"])
@pytest.mark.parametrize("source", [ATLAS_14, "Atlas 14", "atlas-14 Vol 8", "NA14", "A-14"])
def test_an_atlas_14_depth_by_an_scs_curve_is_warned_of(curve, source):
    assert codes(storm(curve, depth_source=source))["newer-depth-with-older-curve"] == "warning"


@pytest.mark.parametrize("curve", ["MSE 3", "NOAA A", "NRCC D", "CA 1", "NV N"])
@pytest.mark.parametrize("source", ["TP-40", "TP 40", "TP40", "Technical Paper No. 40", "HYDRO-35", "TP-49"])
def test_a_tp_40_depth_by_a_regional_curve_is_warned_of(curve, source):
    assert codes(storm(curve, depth_source=source))["older-depth-with-newer-curve"] == "warning"


def test_a_tp_40_depth_by_a_nested_curve_is_warned_of():
    curve = nested_from_table(table(), return_period_yr=100)
    assert codes(storm(distribution=curve, depth_source="TP-40"))["older-depth-with-newer-curve"] == "warning"
    assert "older-depth-with-newer-curve" not in codes(storm(distribution=curve))


@pytest.mark.parametrize(
    ("curve", "source"), [("MSE 3", ATLAS_14), ("Type II", "TP-40"), ("Type II", "city ordinance")]
)
def test_depth_and_curve_of_one_generation_are_not_warned_of(curve, source):
    assert [caution for caution in check_storm(storm(curve, depth_source=source)) if caution.grade != "note"] == []


def test_a_source_that_is_missing_or_names_two_atlases_is_noted():
    assert codes(storm(depth_source=" "))["depth-source-missing"] == "note"
    both = codes(storm("Type II", depth_source="Atlas 14 (TP-40: 5.9)"))
    assert both == {"depth-source-twofold": "note"}


def test_how_the_points_of_a_table_are_joined_is_said_and_a_chain_of_quadratics_needs_no_word():
    assert codes(storm("Type II", depth_source="TP-40")) == {}
    joined = [caution for caution in check_storm(storm()) if caution.code == "rain-between-points"]
    assert "straight lines between the points" in joined[0].text
    smooth = storm(distribution=smoothed(named_distribution("MSE 3")))
    assert codes(smooth)["rain-curve-origin"] == "note"
    assert any("5 min" in caution.text for caution in check_storm(smooth))


def test_a_rebuilt_table_is_noted():
    assert codes(storm("MSE 4"))["rain-curve-origin"] == "note"
    assert "rain-curve-origin" not in codes(storm("MSE 3"))


# ---- the rain --------------------------------------------------------------------------------------------------------


def test_a_storm_falls_by_its_curve():
    # MSE 3 holds .37245 at 11.9 h: 7.4 in x .37245 = 2.75613 in.
    np.testing.assert_allclose(rain_in(storm(), [-1, 0, 11.9, 24, 30]), [0, 0, 2.75613, 7.4, 7.4], atol=1e-9)


def test_storms_back_to_back_fall_without_a_pause():
    two = back_to_back(storm())
    np.testing.assert_allclose(
        rain_in(two, [11.9, 24, 24 + 11.9, 48, 60]), [2.75613, 7.4, 7.4 + 2.75613, 14.8, 14.8], atol=1e-9
    )
    assert (two.span_h, two.total_depth_in, two.retention) == (48, 14.8, "cumulative")
    assert codes(two)["storms-back-to-back"] == "note"


@pytest.mark.parametrize(
    ("retention", "words"),
    [("cumulative", "losses on the running total"), ("reset", "each storm with losses of its own")],
)
def test_the_choice_of_retention_is_printed(retention, words):
    two = back_to_back(storm(), retention=retention)
    assert words in two.describe()
    assert any(words in caution.text for caution in check_storm(two))
    assert words not in storm().describe()


def test_a_storm_is_described_with_every_choice():
    assert storm().describe() == (
        "100-yr 24-h, 7.4 in (NOAA Atlas 14 volume 8), MSE 3, straight lines between the points"
    )
    assert "source of the depth not stated" in storm(depth_source="").describe()


def test_a_hyetograph_has_the_mean_intensity_of_each_step():
    # The tenth hour after noon holds .62755 - .46289 = .16466 of 7.4 in: 12.18484 in/h.
    figure = hyetograph(storm(), step_h=0.1)
    assert len(figure.intensity_in_per_hr) == 240
    assert figure.intensity_in_per_hr[120] == pytest.approx(12.18484, abs=1e-4)
    assert figure.start_h[120] == pytest.approx(12.0)


@given(st.floats(0.01, 30.0), st.sampled_from(["MSE 3", "Type II", "Type IA"]), st.integers(1, 3))
def test_a_hyetograph_holds_the_whole_depth_whatever_its_step(step_h, curve, repeats):
    some = storm(curve, repeats=repeats)
    figure = hyetograph(some, step_h=step_h)
    assert (figure.intensity_in_per_hr * step_h).sum() == pytest.approx(some.total_depth_in)
    assert (figure.intensity_in_per_hr >= -1e-12).all()


@pytest.mark.parametrize("step_h", [0, -1, float("nan"), 1e-9])
def test_a_hyetograph_by_no_step_is_refused(step_h):
    with pytest.raises(OutOfRangeError, match="step_h"):
        hyetograph(storm(), step_h=step_h)


@given(st.integers(1, 4), st.lists(st.floats(-10, 120), min_size=2, max_size=50), st.sampled_from(known_names()))
def test_rain_never_falls_with_time_and_stays_within_the_depth(repeats, times, curve):
    some = storm(curve, repeats=repeats)
    rain = rain_in(some, sorted(times))
    assert np.diff(rain).min() >= -1e-12
    assert rain.min() >= 0
    assert rain.max() <= some.total_depth_in + 1e-12


# ---- the critical duration -------------------------------------------------------------------------------------------


def table() -> DepthTable:
    """Depths made up for the tests, of the shape that an atlas has."""
    hundred = {1 / 12: 0.9, 1 / 6: 1.32, 0.25: 1.6, 0.5: 2.3, 1: 3.2, 2: 4.1, 3: 4.7, 6: 5.6, 12: 6.5, 24: 7.4, 48: 8.3}
    two = {hours: round(inches * 0.39, 3) for hours, inches in hundred.items()}
    depths = {hours: {100.0: hundred[hours], 2.0: two[hours]} for hours in hundred}
    return DepthTable(source="made up", station="nowhere", depths_in=depths)


def test_the_wettest_parts_of_mse_3_hold_the_published_ratios():
    # The published ratios of MSE 3 to 24 h: 1 h .504, 2 h .61456, 3 h .68728, 6 h .7939, 12 h .8981.
    storms = critical_storms(storm(depth_in=10.0), durations_h=(24, 1, 2, 3, 6, 12))
    assert [one.duration_h for one in storms] == [1, 2, 3, 6, 12, 24]
    np.testing.assert_allclose([one.depth_in for one in storms], [5.04, 6.1456, 6.8728, 7.939, 8.981, 10], atol=1e-6)
    assert storms[0].id == "100-yr, 1 h"
    assert storms[-1] == storm(depth_in=10.0)


@pytest.mark.parametrize("name", ["Type II", "Type III", "MSE 3", "Type IA", "NOAA B"])
@pytest.mark.parametrize("duration_h", [0.25, 1.7, 6, 12])
def test_a_part_falls_as_the_whole_does_in_it(name, duration_h):
    whole = named_distribution(name)
    part, share = central_part(whole, duration_h)
    start, _ = whole.largest_window(duration_h)
    time = np.linspace(0, duration_h, 301)
    np.testing.assert_allclose(
        part.fraction(time) * share, whole.fraction(start + time) - whole.fraction(start), atol=1e-9
    )
    assert f"wettest {duration_h:g} h" in part.name


@pytest.mark.parametrize("duration_h", [0, -1, 24.1, float("nan")])
def test_a_part_that_the_curve_does_not_have_is_refused(duration_h):
    with pytest.raises(OutOfRangeError, match="the curve has no such part"):
        central_part(named_distribution("MSE 3"), duration_h)


def test_by_a_table_each_duration_has_its_own_depth_and_a_curve_of_its_own():
    storms = critical_storms_of_table(table(), return_period_yr=100)
    assert tuple(one.duration_h for one in storms) == CRITICAL_DURATIONS_H
    assert [one.depth_in for one in storms] == [2.3, 3.2, 4.1, 4.7, 5.6, 6.5, 7.4]
    for one in storms:
        # Whatever the duration, its wettest 15 minutes hold the depth of the table.
        assert one.depth_in * one.distribution.largest_fraction(0.25) == pytest.approx(1.6, rel=1e-3)
        assert one.distribution.duration_h == pytest.approx(one.duration_h)


def test_parts_of_a_nested_storm_have_the_depths_of_its_table():
    nested = nested_from_table(table(), return_period_yr=100)
    storms = critical_storms(storm(distribution=nested))
    np.testing.assert_allclose([one.depth_in for one in storms], [2.3, 3.2, 4.1, 4.7, 5.6, 6.5, 7.4], rtol=1e-9)


def test_a_storm_longer_than_a_day_is_a_pattern_of_its_own():
    (two_days,) = critical_storms_of_table(table(), return_period_yr=100, durations_h=(48,))
    assert (two_days.depth_in, two_days.duration_h) == (8.3, 48)
    assert rain_in(two_days, 48) == pytest.approx(8.3)
    # The day in its middle holds the 24-h depth.
    assert rain_in(two_days, 36) - rain_in(two_days, 12) == pytest.approx(7.4)


def test_a_duration_that_the_table_lacks_is_refused():
    with pytest.raises(OutOfRangeError, match="duration_h: 5 is not in the table"):
        critical_storms_of_table(table(), return_period_yr=100, durations_h=(5,))
    with pytest.raises(OutOfRangeError, match="return_period_yr: 50 is not in the table"):
        critical_storms_of_table(table(), return_period_yr=50)
    with pytest.raises(OutOfRangeError, match="too few durations to nest"):
        critical_storms_of_table(table(), return_period_yr=100, durations_h=(1 / 12,))
    with pytest.raises(OutOfRangeError, match="no durations"):
        critical_storms(storm(), durations_h=())


def test_the_worst_storm_is_the_one_with_the_largest_value_and_the_first_of_equal_ones():
    storms = critical_storms(storm(), durations_h=(1, 6, 24))
    assert worst(zip(storms, (3.0, 9.0, 5.0), strict=True)) == (storms[1], 9.0)
    assert worst(zip(storms, (9.0, 9.0, 5.0), strict=True)) == (storms[0], 9.0)


def test_there_is_no_worst_of_nothing_and_none_where_an_answer_is_missing():
    with pytest.raises(OutOfRangeError, match="nothing to choose from"):
        worst([])
    with pytest.raises(OutOfRangeError, match="'100-yr': the value is no number"):
        worst([(storm(), float("nan"))])


@given(st.floats(0.02, 1.0))
def test_a_shorter_part_never_holds_more(share):
    curve = straight_line_distribution("mine", time_h=[0, 5, 6, 8, 24], fraction=[0, 0.1, 0.5, 0.8, 1], source="user")
    part, held = central_part(curve, 24 * share)
    shorter, less = central_part(curve, 12 * share)
    assert less <= held + 1e-12
    assert shorter.duration_h == pytest.approx(part.duration_h / 2)


def test_a_curve_of_depths_brings_its_depth_to_the_storm():
    depth = [0, 0.4, 2.0, 2.5]
    curve = depth_distribution("gauge", time_h=[0, 1, 2, 6], depth_in=depth, source="user")
    np.testing.assert_allclose(
        rain_in(storm(distribution=curve, duration_h=6, depth_in=depth[-1]), [0, 1, 2, 6]), depth
    )
