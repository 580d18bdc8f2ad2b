"""Sections against hand computations and published tables."""

from __future__ import annotations

import math

import pytest

from headwater.errors import OutOfRangeError
from headwater.hydraulics.pipe_sections import BoxSection, CircularSection, EllipticalSection
from headwater.hydraulics.sections import SurveyedSection, TrapezoidalSection

PIPE = CircularSection(diameter_ft=2.0, manning_n=0.013)
DITCH = TrapezoidalSection(
    bottom_width_ft=4.0, left_slope_h_per_v=3.0, right_slope_h_per_v=2.0, depth_ft=3.0, manning_n=0.03
)


def test_a_round_pipe_half_full_and_full() -> None:
    # Half: pi / 2 = 1.570796 sf, pi ft of wall, 2 ft wide. Full: 1.486 / .013 * pi * .5^(2/3) * .1 = 22.6225 at 1 %.
    assert PIPE.area_sf(1.0) == pytest.approx(1.570796, abs=1e-6)
    assert PIPE.perimeter_ft(1.0) == pytest.approx(math.pi, rel=1e-12)
    assert PIPE.top_width_ft(1.0) == pytest.approx(2.0, rel=1e-12)
    assert PIPE.flow_cfs(2.0, slope_fraction=0.01) == pytest.approx(22.6225, abs=1e-3)
    # Half a pipe carries half as much at the same velocity.
    assert PIPE.flow_cfs(1.0, slope_fraction=0.01) == pytest.approx(11.3112, abs=1e-3)
    assert PIPE.velocity_fps(1.0, slope_fraction=0.01) == pytest.approx(7.2009, abs=1e-3)


def test_a_round_pipe_carries_most_at_0_938_of_its_diameter_and_1_076_times_its_full_flow() -> None:
    most_cfs = PIPE.flow_cfs(PIPE.depth_of_highest_flow_ft, slope_fraction=0.01)
    assert PIPE.depth_of_highest_flow_ft / 2 == pytest.approx(0.938, abs=5e-4)
    assert most_cfs / PIPE.flow_cfs(2.0, slope_fraction=0.01) == pytest.approx(1.076, abs=5e-4)
    for depth_ft in (1.87, 1.88):
        assert PIPE.flow_cfs(depth_ft, slope_fraction=0.01) < most_cfs


def test_normal_depth_undoes_mannings_flow() -> None:
    for section in (PIPE, DITCH, BoxSection(width_ft=3, rise_ft=2, manning_n=0.012)):
        for depth_ft in (0.2, 0.9, 1.8):
            flow_cfs = section.flow_cfs(depth_ft, slope_fraction=0.004)
            assert section.normal_depth_ft(flow_cfs, slope_fraction=0.004) == pytest.approx(depth_ft, abs=1e-9)


@pytest.mark.parametrize(("flow_cfs", "fits"), [(24.3, True), (24.34, False)])
def test_a_flow_that_a_pipe_is_too_small_for_has_no_normal_depth(flow_cfs, fits) -> None:
    # Full 22.6225, at most 1.0757 of that: 24.335.
    assert math.isfinite(PIPE.normal_depth_ft(flow_cfs, slope_fraction=0.01)) is fits


def test_critical_depth_in_a_box_and_in_a_triangle() -> None:
    # Box, 5 cfs a foot: (25 / 32.2)^(1/3) = 0.919129. Triangle, sides z 2 and 2: dc = (2 Q^2 / (g z^2))^(1/5), 20 cfs:
    # (800 / 128.8)^.2 = 1.440970.
    box = BoxSection(width_ft=3, rise_ft=2, manning_n=0.012)
    assert box.critical_depth_ft(15.0) == pytest.approx(0.91909, abs=1e-4)
    triangle = TrapezoidalSection(
        bottom_width_ft=0, left_slope_h_per_v=2, right_slope_h_per_v=2, depth_ft=5, manning_n=0.03
    )
    assert triangle.critical_depth_ft(20.0) == pytest.approx(1.44096, abs=1e-4)


def test_critical_flow_in_a_round_pipe() -> None:
    # Half full: Q = sqrt(g A^3 / T) = sqrt(32.2 * 3.875785 / 2) = 7.899375.
    assert PIPE.critical_depth_ft(7.899375) == pytest.approx(1.0, abs=1e-6)
    # However much flows, it stays below the crown.
    assert PIPE.critical_depth_ft(500.0) <= 2.0


def test_a_box_that_would_be_critical_above_its_crown_is_critical_at_it() -> None:
    assert BoxSection(width_ft=1, rise_ft=1, manning_n=0.012).critical_depth_ft(20.0) == 1.0


def test_a_trapezoidal_channel() -> None:
    # 2 ft deep: 2 * (4 + 5 * 2 / 2) = 18 sf; 4 + 2 sqrt(10) + 2 sqrt(5) = 14.796691 ft; 14 ft wide.
    assert DITCH.area_sf(2.0) == 18
    assert DITCH.perimeter_ft(2.0) == pytest.approx(14.796691, abs=1e-6)
    assert DITCH.top_width_ft(2.0) == 14
    # 1.486 / .03 * 18 * (18 / 14.796691)^(2/3) * .1 = 49.533333 * 18 * 1.139572 * .1 = 101.606.
    assert DITCH.flow_cfs(2.0, slope_fraction=0.01) == pytest.approx(101.60, abs=0.02)


def test_the_banks_of_a_channel_go_on_upright() -> None:
    assert DITCH.area_sf(4.0) - DITCH.area_sf(3.0) == pytest.approx(19.0, rel=1e-12)
    assert DITCH.perimeter_ft(4.0) - DITCH.perimeter_ft(3.0) == pytest.approx(2.0, rel=1e-12)
    assert DITCH.normal_depth_ft(2000.0, slope_fraction=0.01) > 3.0


def test_an_ellipse_that_is_a_circle_is_that_circle() -> None:
    ellipse = EllipticalSection(span_ft=2.0, rise_ft=2.0, manning_n=0.013)
    for depth_ft in (0.1, 0.9, 1.5, 2.0):
        assert ellipse.area_sf(depth_ft) == pytest.approx(PIPE.area_sf(depth_ft), rel=1e-12)
        assert ellipse.perimeter_ft(depth_ft) == pytest.approx(PIPE.perimeter_ft(depth_ft), rel=1e-9)
        assert ellipse.top_width_ft(depth_ft) == pytest.approx(PIPE.top_width_ft(depth_ft), rel=1e-12)
    assert ellipse.depth_of_highest_flow_ft == pytest.approx(PIPE.depth_of_highest_flow_ft, abs=1e-4)


def test_the_way_around_an_ellipse_is_ramanujans() -> None:
    # Half axes 2.5 and 1: pi (3 * 3.5 - sqrt(8.5 * 5.5)) = 11.506; his second formula 11.5063 is good to 1e-5 here.
    ellipse = EllipticalSection(span_ft=5.0, rise_ft=2.0, manning_n=0.013)
    h = (1.5 / 3.5) ** 2
    around_ft = math.pi * 3.5 * (1 + 3 * h / (10 + math.sqrt(4 - 3 * h)))
    assert ellipse.perimeter_ft(2.0) == pytest.approx(around_ft, rel=1e-5)
    assert ellipse.area_sf(2.0) == pytest.approx(math.pi * 2.5, rel=1e-12)


def test_the_crown_of_a_box_is_wet_above_it_only() -> None:
    box = BoxSection(width_ft=3, rise_ft=2, manning_n=0.012)
    assert box.perimeter_ft(2.0) == 7
    assert box.perimeter_ft(2.001) == 10
    assert box.area_sf(2.5) == 6


def test_a_surveyed_channel_agrees_with_the_trapezoid_it_is() -> None:
    surveyed = SurveyedSection(points_ft=((0, 103), (9, 100), (13, 100), (19, 103)), manning_n=0.03)
    for depth_ft in (0.5, 2.0, 3.0, 4.0):
        assert surveyed.area_sf(depth_ft) == pytest.approx(DITCH.area_sf(depth_ft), rel=1e-12)
        assert surveyed.perimeter_ft(depth_ft) == pytest.approx(DITCH.perimeter_ft(depth_ft), rel=1e-12)
        assert surveyed.top_width_ft(depth_ft) == pytest.approx(DITCH.top_width_ft(depth_ft), rel=1e-12)


def test_a_bar_in_a_channel_stays_dry_until_it_is_covered() -> None:
    # Two pools of a foot in depth on either side of a bar half a foot high.
    barred = SurveyedSection(
        points_ft=((0, 102), (0, 100), (4, 100), (4, 100.5), (6, 100.5), (6, 100), (8, 100), (8, 102)), manning_n=0.03
    )
    assert barred.area_sf(0.5) == pytest.approx(3.0, rel=1e-12)
    assert barred.area_sf(1.0) == pytest.approx(3.0 + 8 * 0.5, rel=1e-12)
    assert barred.top_width_ft(0.4) == pytest.approx(6.0, rel=1e-12)


@pytest.mark.parametrize("slope_fraction", [0.0, -0.01, math.nan])
def test_no_uniform_flow_runs_without_a_slope(slope_fraction) -> None:
    for ask in (
        lambda: PIPE.flow_cfs(1.0, slope_fraction=slope_fraction),
        lambda: PIPE.velocity_fps(1.0, slope_fraction=slope_fraction),
        lambda: PIPE.normal_depth_ft(1.0, slope_fraction=slope_fraction),
    ):
        with pytest.raises(OutOfRangeError, match=r"slope_fraction is .*; expected a number above 0"):
            ask()


@pytest.mark.parametrize("flow_cfs", [-1.0, math.nan, math.inf])
def test_no_depth_belongs_to_a_flow_that_is_none(flow_cfs) -> None:
    for ask in (lambda: PIPE.critical_depth_ft(flow_cfs), lambda: PIPE.normal_depth_ft(flow_cfs, slope_fraction=0.01)):
        with pytest.raises(OutOfRangeError, match=r"flow_cfs is .*; expected 0 or more"):
            ask()


@pytest.mark.parametrize(
    ("points_ft", "wrong"),
    [
        (((0, 1), (1, 0)), "expected 3 points or more"),
        (((0, 1), (2, 0), (1, 1)), "expected stations that do not fall"),
        (((0, 1), (1, math.nan), (2, 1)), "expected numbers"),
        (((0, 0), (1, 1), (2, 1)), "expected banks above the bottom"),
    ],
)
def test_points_that_make_no_channel_are_refused(points_ft, wrong) -> None:
    with pytest.raises(OutOfRangeError, match=wrong):
        SurveyedSection(points_ft=points_ft, manning_n=0.03)


def test_a_channel_without_width_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="expected a width, or a sloping side"):
        TrapezoidalSection(bottom_width_ft=0, left_slope_h_per_v=0, right_slope_h_per_v=0, depth_ft=1, manning_n=0.03)
