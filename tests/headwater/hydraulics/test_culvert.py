"""Culverts against hand computations and an integration of the profile of its own."""

from __future__ import annotations

import math

import pytest

from headwater.errors import OutOfRangeError
from headwater.hydraulics.culvert import Culvert, OutletControl
from headwater.hydraulics.culvert_inlet import inlet_headwater_ft, inlet_named
from headwater.hydraulics.pipe_sections import BoxSection, CircularSection
from headwater.hydraulics.sections import Section, TrapezoidalSection


def culvert(
    *,
    fall_ft: float = 0.3,
    length_ft: float = 60.0,
    section: Section | None = None,
    inlet: str = "concrete pipe square edge headwall",
    barrels: int = 1,
    way: OutletControl = "backwater",
) -> Culvert:
    return Culvert(
        inlet_invert_ft=100.0,
        outlet_invert_ft=100.0 - fall_ft,
        length_ft=length_ft,
        section=section or CircularSection(diameter_ft=2.0, manning_n=0.013),
        inlet=inlet_named(inlet),
        entrance_loss=0.5,
        barrels=barrels,
        outlet_control=way,
    )


BOX = BoxSection(width_ft=4.0, rise_ft=3.0, manning_n=0.012)


def test_inlet_control_of_a_box_by_form_2() -> None:
    # Chart 10, chamfers: K .515, M .667, c .0375, Y .79. A D^.5 = 12 * 1.7320508 = 20.784610.
    # 40 cfs: F = 1.924501, HW = 3 * .515 * 1.924501^.667 = 1.545 * 1.547596 = 2.391035.
    inlet = inlet_named("box headwall chamfer")
    assert inlet_headwater_ft(inlet, BOX, 40.0, slope_fraction=0.01) == pytest.approx(2.3910, abs=2e-4)
    # 100 cfs: F = 4.811252, F^2 = 23.148148, HW = 3 * (.0375 * 23.148148 + .79 - .005) = 4.959167.
    assert inlet_headwater_ft(inlet, BOX, 100.0, slope_fraction=0.01) == pytest.approx(4.959167, abs=1e-6)


def test_inlet_control_of_a_box_by_form_1() -> None:
    # Chart 8, 30 to 75 degrees: K .026, M 1. Critical depth of 10 cfs a foot: (100 / 32.2)^(1/3) = 1.458976; Hc 1.5
    # times that, 2.188464. F = 1.924501: HW = 2.188464 + 3 * (.026 * 1.924501 - .005) = 2.323575.
    inlet = inlet_named("box wingwall 30-75")
    assert inlet_headwater_ft(inlet, BOX, 40.0, slope_fraction=0.01) == pytest.approx(2.323575, abs=1e-5)


def test_a_mitered_inlet_stands_higher_the_steeper_it_is() -> None:
    # 2 ft of metal, 25 cfs: F = 25 / (3.141593 * 1.414214) = 5.626977, submerged:
    # 2 * (.0463 * 31.662870 + .75 + .7 * .02) = 4.459982.
    pipe = CircularSection(diameter_ft=2.0, manning_n=0.024)
    depth_ft = inlet_headwater_ft(inlet_named("metal pipe mitered"), pipe, 25.0, slope_fraction=0.02)
    assert depth_ft == pytest.approx(4.459982, abs=1e-5)


def test_between_unsubmerged_and_submerged_the_headwater_runs_straight() -> None:
    pipe = CircularSection(diameter_ft=2.0, manning_n=0.013)
    scale_cfs = math.pi * math.sqrt(2.0)

    def depth_ft(loading: float) -> float:
        inlet = inlet_named("concrete pipe groove end headwall")
        return inlet_headwater_ft(inlet, pipe, loading * scale_cfs, slope_fraction=0.01)

    assert depth_ft(3.75) == pytest.approx((depth_ft(3.5) + depth_ft(4.0)) / 2, rel=1e-12)
    for edge in (3.5, 4.0):
        assert depth_ft(edge - 1e-9) == pytest.approx(depth_ft(edge + 1e-9), rel=1e-7)


def test_a_drowned_culvert_runs_full_from_pool_to_pool() -> None:
    # R = 0.5: 29 n^2 L / R^(4/3) = 29 * .000169 * 60 / .396850 = 0.740970; heads 1 + .5 + .740970 = 2.240970.
    # 1 ft between the pools: V = sqrt(64.4 / 2.240970) = 5.360738; times 3.141593 = 16.841256.
    assert culvert().flow_cfs(104.0, 103.0) == pytest.approx(16.8413, abs=1e-3)
    # And so says the headwater of that flow.
    assert culvert().headwater_ft(16.8413, 103.0) == pytest.approx(104.0, abs=1e-4)


def test_hds5s_approximation_is_as_by_hand() -> None:
    # A box of 4 by 3 ft, 80 cfs, 100 ft, n .012, falling 0.5 ft, Ke .5, free: V = 6.666667, V^2/2g = 0.690131.
    # R = 12 / 14 = .857143; 29 * .000144 * 100 / .857143^(4/3) = .4176 / .814205 = .512893;
    # H = 2.012893 * .690131 = 1.389160.
    # dc = (400 / 32.2)^(1/3) = 2.315891; ho = (2.315891 + 3) / 2 = 2.657946. HW = 1.389160 + 2.657946 - 0.5 = 3.547106.
    box = culvert(section=BOX, inlet="box headwall chamfer", length_ft=100.0, fall_ft=0.5, way="full flow")
    assert box.outlet_control_ft(80.0) == pytest.approx(103.5471, abs=1e-3)
    # A tailwater of 2.9 ft above the outlet's invert takes the place of ho: 2.9 - 2.657946 higher.
    assert box.outlet_control_ft(80.0, 99.5 + 2.9) == pytest.approx(103.5471 + 0.242054, abs=1e-3)


def depth_by_small_steps_ft(pipe: Culvert, flow_cfs: float, outlet_depth_ft: float) -> float:
    """Return the depth at the inlet: dy/dx = (S - Sf) / (1 - Fr^2) upstream in 20,000 steps, in another's formulas."""
    section, length_ft = pipe.section, pipe.length_ft
    depth_ft, step_ft = outlet_depth_ft, length_ft / 20_000
    for _ in range(20_000):
        angle = 2 * math.acos(1 - 2 * depth_ft / section.height_ft)
        area_sf = section.height_ft**2 / 8 * (angle - math.sin(angle))
        radius_ft = area_sf / (section.height_ft * angle / 2)
        width_ft = section.height_ft * math.sin(angle / 2)
        friction = (flow_cfs * section.manning_n / (1.486 * area_sf)) ** 2 / radius_ft ** (4 / 3)
        froude_squared = flow_cfs**2 * width_ft / (32.2 * area_sf**3)
        depth_ft += step_ft * (friction - pipe.slope_fraction) / (1 - froude_squared)
    return depth_ft


@pytest.mark.parametrize(
    ("flow_cfs", "fall_ft", "tail_ft"),
    [(6.0, 0.1, 1.6), (3.0, 0.2, 1.2), (8.0, 0.0, 1.5), (4.0, 0.8, 1.9)],
    ids=["level, rising", "near normal", "quite level", "steep, drowned"],
)
def test_the_profile_agrees_with_one_by_small_steps(flow_cfs, fall_ft, tail_ft) -> None:
    pipe = culvert(fall_ft=fall_ft, length_ft=80.0)
    depth_ft = depth_by_small_steps_ft(pipe, flow_cfs, tail_ft)
    area_sf = pipe.section.area_sf(depth_ft)
    # The entrance loses between what HDS-5 measured and 0.5 of a velocity head.
    velocity_head_ft = (flow_cfs / area_sf) ** 2 / 64.4
    headwater_ft = pipe.outlet_control_ft(flow_cfs, pipe.outlet_invert_ft + tail_ft) - 100.0
    assert depth_ft + velocity_head_ft < headwater_ft + 0.003
    assert headwater_ft < depth_ft + 1.5 * velocity_head_ft + 0.003
    # With no loss at the entrance there is one answer.
    smooth = Culvert(
        inlet_invert_ft=100.0,
        outlet_invert_ft=pipe.outlet_invert_ft,
        length_ft=80.0,
        section=pipe.section,
        inlet=pipe.inlet,
        entrance_loss=0.0,
    )
    headwater_ft = smooth.outlet_control_ft(flow_cfs, pipe.outlet_invert_ft + tail_ft) - 100.0
    assert headwater_ft == pytest.approx(depth_ft + velocity_head_ft, abs=0.003)


def test_the_profile_and_hds5s_approximation_agree_where_that_one_holds() -> None:
    # From 1.2 D up the approximation is good: the headwaters differ by less than 1 %, in a mild and a steep barrel.
    for fall_ft in (0.1, 0.6):
        by_profile, by_hand = culvert(fall_ft=fall_ft), culvert(fall_ft=fall_ft, way="full flow")
        for flow_cfs in (16.0, 20.0, 30.0, 40.0):
            profile_ft, hand_ft = by_profile.headwater_ft(flow_cfs), by_hand.headwater_ft(flow_cfs)
            assert profile_ft - 100.0 == pytest.approx(hand_ft - 100.0, rel=0.01)


def test_a_trickle_passes_a_nearly_level_culvert_where_the_approximation_lets_nothing_through() -> None:
    # L S = 0.3 ft, less than D / 2: full flow asks for 0.7 ft of headwater at any flow.
    assert culvert(way="full flow").flow_cfs(100.6) == 0
    assert culvert().flow_cfs(100.6) > 1.0


@pytest.mark.parametrize(("headwater_ft", "poor"), [(101.499, True), (101.5, False), (101.501, False)])
def test_hds5s_approximation_is_poor_below_three_quarters_of_the_rise(headwater_ft, poor) -> None:
    # 0.75 * 2 ft; a level barrel, so that outlet control holds.
    assert culvert(fall_ft=0.0, way="full flow").is_poorly_approximated(headwater_ft) is poor
    assert not culvert(fall_ft=0.0).is_poorly_approximated(headwater_ft)


def test_a_steep_culvert_is_under_inlet_control_and_a_drowned_one_under_outlet_control() -> None:
    steep = culvert(fall_ft=3.0)
    assert steep.control(103.0) == "inlet"
    assert steep.control(103.0, 102.5) == "outlet"
    assert steep.control(99.0) == "none"


def test_barrels_share_the_flow() -> None:
    assert culvert(barrels=3).flow_cfs(102.5) == pytest.approx(3 * culvert().flow_cfs(102.5), rel=1e-9)
    assert culvert(barrels=3).headwater_ft(30.0) == culvert().headwater_ft(10.0)


@pytest.mark.parametrize("tailwater_ft", [-math.inf, 99.9, 100.7, 101.3, 102.0, 104.0])
def test_flow_by_headwater_undoes_headwater_by_flow(tailwater_ft) -> None:
    for pipe in (culvert(), culvert(fall_ft=4.0), culvert(section=BOX, inlet="box wingwall 30-75")):
        for flow_cfs in (1.0, 3.0, 9.0, 25.0, 60.0):
            headwater_ft = pipe.headwater_ft(flow_cfs, tailwater_ft)
            # Straight lines between the tailwaters and flows that were worked out.
            drop_ft = headwater_ft - max(tailwater_ft, pipe.inlet_invert_ft)
            if drop_ft > 0.05:
                assert pipe.flow_cfs(headwater_ft, tailwater_ft) == pytest.approx(flow_cfs, rel=0.03)


def test_far_above_the_crown_the_flow_goes_with_the_root_of_the_head() -> None:
    pipe = culvert()
    # Inlet control: HW = D (c F^2 + Y - S / 2): at 100 ft over the invert F = sqrt((50 - .67 + .0025) / .0398).
    loading = math.sqrt((50 - 0.67 + 0.0025) / 0.0398)
    assert pipe.flow_cfs(200.0) == pytest.approx(loading * math.pi * math.sqrt(2.0), rel=1e-3)


def test_its_kinks_are_where_its_entrance_is_submerged() -> None:
    pipe = culvert()
    scale_cfs = math.pi * math.sqrt(2.0)
    expected_ft = (100.0, 102.0, pipe.headwater_ft(3.5 * scale_cfs), pipe.headwater_ft(4.0 * scale_cfs))
    assert pipe.kinks_ft() == pytest.approx(expected_ft, abs=1e-9)
    assert pipe.invert_ft == 100.0


def test_an_open_channel_is_no_culvert() -> None:
    ditch = TrapezoidalSection(
        bottom_width_ft=2, left_slope_h_per_v=3, right_slope_h_per_v=3, depth_ft=2, manning_n=0.03
    )
    with pytest.raises(OutOfRangeError, match="expected a closed section"):
        culvert(section=ditch)
    with pytest.raises(OutOfRangeError, match=r"outlet_invert_ft is 100\.5; expected the inlet's invert, 100\.0"):
        culvert(fall_ft=-0.5)
