"""Reaches: delay and flattening, against kinematic theory, a hand computation and what must hold."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.hydraulics.network import Reach
from headwater.hydraulics.pipe_sections import CircularSection
from headwater.hydraulics.reach import reach_rating, route_reach
from headwater.hydraulics.sections import TrapezoidalSection
from headwater.hydrology.hydrograph import Hydrograph

CHANNEL = TrapezoidalSection(
    bottom_width_ft=10.0, left_slope_h_per_v=0.0, right_slope_h_per_v=0.0, depth_ft=20.0, manning_n=0.03
)
DITCH = Reach(id="1R", to="1O", section=CHANNEL, length_ft=3_000.0, slope_fraction=0.005, method="Muskingum-Cunge")


def wave(peak_cfs: float, *, hours: float = 12.0) -> Hydrograph:
    time_h = np.arange(0.0, hours + 0.005, 0.01)
    return Hydrograph(dt_h=0.01, flow_cfs=np.interp(time_h, [0.0, 1.0, 3.0], [0.0, peak_cfs, 0.0]))


def centre_h(hydrograph: Hydrograph) -> float:
    return float(hydrograph.flow_cfs @ hydrograph.time_h / hydrograph.flow_cfs.sum())


def test_the_rating_is_mannings_flow_at_normal_depth() -> None:
    # 10 ft wide, 2 ft deep: A 20, R 20/14; Q = 1.486/0.03 x 20 x (20/14)^(2/3) x 0.005^0.5 = 88.9 cfs.
    rating = reach_rating(DITCH)
    by_hand_cfs = 1.486 / 0.03 * 20 * (20 / 14) ** (2 / 3) * 0.005**0.5
    assert by_hand_cfs == pytest.approx(88.86, abs=0.02)
    assert np.interp(2.0, rating.stage_ft, rating.flow_cfs) == pytest.approx(by_hand_cfs, rel=0.003)
    assert np.interp(2.0, rating.stage_ft, rating.storage_cf) == pytest.approx(20 * 3_000, rel=0.002)


def test_muskingum_cunge_moves_the_centre_of_mass_by_length_over_celerity() -> None:
    # The celerity of the reference flow, half the peak: dQ/dA of Manning's flow, by small differences here.
    def flow_cfs(depth_ft: float) -> float:
        return 1.486 / 0.03 * 10 * depth_ft * math.pow(10 * depth_ft / (10 + 2 * depth_ft), 2 / 3) * math.sqrt(0.005)

    inflow = wave(80.0)
    depth_ft = min((abs(flow_cfs(step / 1000) - 40.0), step / 1000) for step in range(1, 4_000))[1]
    celerity_fps = (flow_cfs(depth_ft + 0.01) - flow_cfs(depth_ft - 0.01)) / (10 * 0.02)
    outflow = route_reach(inflow, DITCH, reach_rating(DITCH)).outflow
    moved_h = centre_h(outflow) - centre_h(inflow)
    assert moved_h == pytest.approx(3_000 / celerity_fps / 3_600, rel=0.02)


@pytest.mark.parametrize("method", ["storage-indication", "storage-indication with translation", "Muskingum-Cunge"])
def test_each_method_keeps_the_volume_and_flattens(method: str) -> None:
    inflow = wave(80.0)
    reach = replace(DITCH, method=method)  # type: ignore[arg-type]
    routed = route_reach(inflow, reach, reach_rating(reach))
    assert routed.outflow.volume_cf + routed.stored_cf == pytest.approx(inflow.volume_cf, rel=5e-4)
    assert routed.outflow.flow_cfs.max() <= 80.0 * (1 + 1e-9)
    assert centre_h(routed.outflow) > centre_h(inflow)


def test_translation_brings_the_delay_to_the_travel_time() -> None:
    inflow = wave(80.0)
    plain = route_reach(inflow, replace(DITCH, method="storage-indication"), reach_rating(DITCH))
    moved = route_reach(inflow, replace(DITCH, method="storage-indication with translation"), reach_rating(DITCH))
    assert plain.translation_min == 0.0
    assert moved.travel_min == pytest.approx(3_000 / moved.peak_velocity_fps / 60)
    delay_min = (centre_h(moved.outflow) - centre_h(inflow)) * 60
    assert delay_min == pytest.approx(
        max(moved.travel_min, (centre_h(plain.outflow) - centre_h(inflow)) * 60), rel=0.02
    )


def test_a_pipe_that_cannot_carry_the_flow_has_no_answer() -> None:
    # 12 in at 1 %, n 0.013: full 1.486/0.013 x 0.7854 x 0.25^(2/3) x 0.1 = 3.56 cfs, highest 1.076 times that, 3.83.
    pipe = Reach(
        id="1R",
        to="1O",
        section=CircularSection(diameter_ft=1.0, manning_n=0.013),
        length_ft=200.0,
        slope_fraction=0.01,
    )
    rating = reach_rating(pipe)
    assert rating.flow_cfs[-1] == pytest.approx(3.83, abs=0.02)
    for reach in (pipe, replace(pipe, method="Muskingum-Cunge")):
        assert route_reach(wave(3.7), reach, rating).excess is None
        over = route_reach(wave(5.0), reach, rating).excess
        assert over is not None
        assert 0.7 < over.time_h < 1.05  # the flow passes 3.83 cfs at 0.766 h
        assert over.short_cf > 0


def test_two_pipes_side_by_side_carry_twice_the_flow_at_the_same_depth() -> None:
    one = replace(DITCH, method="storage-indication")
    two = replace(one, side_by_side=2)
    single = route_reach(wave(40.0), one, reach_rating(one))
    double = route_reach(wave(80.0), two, reach_rating(two))
    assert double.peak_depth_ft == pytest.approx(single.peak_depth_ft)
    assert double.peak_velocity_fps == pytest.approx(single.peak_velocity_fps)
    assert double.outflow.flow_cfs == pytest.approx(2 * single.outflow.flow_cfs, abs=0.02)


@settings(max_examples=40)
@given(
    peak_cfs=st.floats(0.5, 500.0),
    length_ft=st.floats(10.0, 20_000.0),
    slope=st.floats(0.0005, 0.05),
)
def test_muskingum_cunge_keeps_the_volume_for_any_reach(peak_cfs: float, length_ft: float, slope: float) -> None:
    reach = replace(DITCH, length_ft=length_ft, slope_fraction=slope)
    inflow = wave(peak_cfs, hours=48.0)
    routed = route_reach(inflow, reach, reach_rating(reach))
    assert routed.outflow.volume_cf + routed.stored_cf == pytest.approx(inflow.volume_cf, rel=0.001)
    assert routed.outflow.flow_cfs.max() <= peak_cfs * (1 + 1e-12)
    assert routed.outflow.flow_cfs.min() >= 0


@pytest.mark.parametrize("dt_h", [0.01, 0.05, 0.1])
@pytest.mark.parametrize("slope", [0.0005, 0.002, 0.01, 0.03, 0.08])
@pytest.mark.parametrize("length_ft", [1.0, 20.0, 100.0, 300.0, 3_000.0])
def test_a_flow_that_a_pump_turns_on_and_off_swings_neither_over_itself_nor_below_zero(
    dt_h: float, slope: float, length_ft: float
) -> None:
    # None of C0, C1 and C2 is below zero where 2 K x <= dt <= 2 K (1 - x); they add up to 1, so that each flow out is
    # then a mean of flows in and out before it.
    time_h = dt_h * np.arange(round(12 / dt_h))
    inflow = Hydrograph(dt_h=dt_h, flow_cfs=np.where((time_h > 1) & (time_h < 3), 10.0, 0.0))
    reach = replace(DITCH, length_ft=length_ft, slope_fraction=slope)
    outflow = route_reach(inflow, reach, reach_rating(reach)).outflow
    assert outflow.flow_cfs.max() <= 10 * (1 + 1e-12)
    assert outflow.flow_cfs.min() >= 0
    assert outflow.volume_cf == pytest.approx(inflow.volume_cf, rel=1e-6)


@pytest.mark.parametrize("dt_h", [0.01, 0.05])
@pytest.mark.parametrize(("slope", "length_ft"), [(0.03, 300.0), (0.03, 1_000.0), (0.08, 100.0), (0.08, 3_000.0)])
def test_a_steep_reach_hands_a_flood_on_as_it_is(dt_h: float, slope: float, length_ft: float) -> None:
    """The diffusion length Q / (B S0 c) is a few feet here, so that kinematic theory moves the flood by L / c alone."""

    def flow_cfs(time_h: np.ndarray) -> np.ndarray:
        return 20 * np.exp(-(((time_h - 2) / 0.25) ** 2))

    reach = replace(DITCH, length_ft=length_ft, slope_fraction=slope)
    inflow = Hydrograph(dt_h=dt_h, flow_cfs=flow_cfs(dt_h * np.arange(round(8 / dt_h))))
    outflow = route_reach(inflow, reach, reach_rating(reach)).outflow
    moved_h = centre_h(outflow) - centre_h(inflow)
    assert outflow.flow_cfs == pytest.approx(flow_cfs(outflow.time_h - moved_h), abs=0.3)
    assert outflow.flow_cfs.max() == pytest.approx(20, rel=0.012)
