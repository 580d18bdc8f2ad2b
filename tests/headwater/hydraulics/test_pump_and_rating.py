"""Pumps and given ratings against hand computations."""

from __future__ import annotations

import pytest

from headwater.errors import OutOfRangeError
from headwater.hydraulics.pump import HeadPump, LevelPump
from headwater.hydraulics.user_rating import UserRating

LIFT = HeadPump(
    stop_ft=90.0, start_ft=92.0, discharge_ft=100.0, heads_ft=(0.0, 10.0, 20.0), flows_cfs=(3.0, 2.0, 0.0), loss_ft=1.0
)


def test_a_pump_passes_less_the_higher_it_lifts() -> None:
    # From 93 ft to 100 ft and a foot of loss: a head of 8 ft: 3 - 0.8 = 2.2 cfs.
    assert LIFT.flow_cfs(93.0) == pytest.approx(2.2, abs=1e-12)
    # To a tailwater of 108 ft: 16 ft: 2 - 6 * 0.2 = 0.8 cfs, though the tailwater is higher than the pool.
    assert LIFT.flow_cfs(93.0, 108.0) == pytest.approx(0.8, abs=1e-12)
    # To 113 ft: 21 ft, past the shut-off head.
    assert LIFT.flow_cfs(93.0, 113.0) == 0


@pytest.mark.parametrize(("level_ft", "off", "on"), [(90.0, False, False), (90.1, False, True), (92.1, True, True)])
def test_a_pump_starts_at_one_level_and_stops_at_another(level_ft, off, on) -> None:
    assert LIFT.runs(level_ft, was_running=False) is off
    assert LIFT.runs(level_ft, was_running=True) is on


def test_a_pump_by_level() -> None:
    pump = LevelPump(stop_ft=90.0, start_ft=91.0, levels_ft=(90.0, 92.0), flows_cfs=(1.0, 2.0))
    assert [pump.flow_cfs(level_ft) for level_ft in (91.0, 91.5, 95.0)] == [0.0, 1.75, 2.0]
    assert pump.running_cfs(90.5) == 1.25


def test_a_rating_runs_straight_between_its_rows_and_is_held_above() -> None:
    rating = UserRating(levels_ft=(100.0, 101.0, 103.0), flows_cfs=(0.0, 2.0, 3.0))
    assert [rating.flow_cfs(level_ft) for level_ft in (100.0, 100.5, 102.0, 104.0)] == [0.0, 1.0, 2.5, 3.0]
    # A tailwater half way up: 2 * 0.845386.
    assert rating.flow_cfs(101.0, 100.5) == pytest.approx(1.690772, abs=1e-5)


@pytest.mark.parametrize(
    ("levels_ft", "flows_cfs", "wrong"),
    [
        ((100.0, 101.0), (0.5, 2.0), "flows_cfs is 0.5; expected no flow at the first level"),
        ((100.0, 101.0, 102.0), (0.0, 2.0, 1.0), "flows_cfs is 1.0; expected numbers that do not fall"),
        ((100.0, 101.0), (0.0, float("nan")), "flows_cfs is nan"),
        ((101.0, 100.0), (0.0, 2.0), "levels_ft is 100.0; expected rising numbers"),
        ((100.0, 101.0), (0.0,), "levels_ft, 2"),
        ((100.0,), (0.0,), "expected 2 numbers or more"),
    ],
)
def test_a_rating_that_cannot_be_is_refused(levels_ft, flows_cfs, wrong) -> None:
    with pytest.raises(OutOfRangeError, match=wrong):
        UserRating(levels_ft=levels_ft, flows_cfs=flows_cfs)


def test_a_pump_curve_ends_at_no_flow() -> None:
    with pytest.raises(OutOfRangeError, match="expected a curve that ends at no flow"):
        HeadPump(stop_ft=0, start_ft=1, discharge_ft=9, heads_ft=(0, 10), flows_cfs=(2, 1))
