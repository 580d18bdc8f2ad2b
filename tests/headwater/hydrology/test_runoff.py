"""The runoff equation: printed cells of TR-55, its limits, its two ratios, and storms in a row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError
from headwater.hydrology.runoff import converted_curve_number, retention_in, runoff_in, runoff_in_turn_in

NUMBERS = st.floats(1, 100)
DEPTHS = st.floats(0, 40)


@pytest.mark.parametrize(
    ("rain_in", "curve_number", "printed_in"),
    # TR-55 table 2-1: printed to 0.01 in.
    [(1.0, 80, 0.08), (2.0, 80, 0.56), (4.0, 80, 2.04), (4.0, 60, 0.76), (6.0, 70, 2.80), (10.0, 95, 9.40)],
)
def test_cells_of_the_table_of_runoff_depths_are_reproduced(
    rain_in: float, curve_number: float, printed_in: float
) -> None:
    assert float(runoff_in(rain_in, curve_number=curve_number)) == pytest.approx(printed_in, abs=0.011)


def test_nothing_runs_off_until_the_initial_abstraction_is_filled() -> None:
    """CN 80: S = 2.5 in, Ia = 0.5 in."""
    assert runoff_in([0.49, 0.5, 0.51], curve_number=80).tolist() == [0, 0, pytest.approx(0.01**2 / 2.51)]


def test_at_curve_number_100_all_rain_runs_off() -> None:
    assert runoff_in([0.0, 0.3, 2.8], curve_number=100).tolist() == [0.0, 0.3, 2.8]


def test_at_a_ratio_of_0_05_the_retention_is_converted() -> None:
    """CN 75: S20 = 10/3 in, S05 = 1.33 (10/3)^1.15 = 5.311 in, CN05 = 65.3."""
    assert retention_in(75, abstraction_ratio=0.05) == pytest.approx(5.311, abs=0.001)
    assert converted_curve_number(75) == pytest.approx(65.3, abs=0.05)
    rain, abstraction = 3.0, 0.05 * 5.311
    by_hand = (rain - abstraction) ** 2 / (rain + 0.95 * 5.311)
    assert float(runoff_in(rain, curve_number=75, abstraction_ratio=0.05)) == pytest.approx(by_hand, rel=1e-3)


@given(st.floats(1, 99.9))
def test_the_converted_number_has_the_form_that_was_published(number: float) -> None:
    """CN05 = 100 / (1.879 (100/CN - 1)^1.15 + 1)."""
    assert converted_curve_number(number) == pytest.approx(100 / (1.879 * (100 / number - 1) ** 1.15 + 1), rel=1e-3)


@pytest.mark.parametrize("number", [0, -1, 100.01, float("nan")])
def test_what_is_no_curve_number_is_refused(number: float) -> None:
    with pytest.raises(OutOfRangeError, match="curve number"):
        retention_in(number)


@pytest.mark.parametrize("ratio", [0.1, 0.0, -0.2, float("nan")])
def test_a_ratio_to_which_no_table_can_be_converted_is_refused(ratio: float) -> None:
    with pytest.raises(OutOfRangeError, match=r"expected 0\.2 or 0\.05"):
        retention_in(80, abstraction_ratio=ratio)


@given(DEPTHS, NUMBERS, st.sampled_from([0.2, 0.05]))
def test_runoff_is_never_below_zero_nor_above_the_rain(rain: float, number: float, ratio: float) -> None:
    assert 0 <= float(runoff_in(rain, curve_number=number, abstraction_ratio=ratio)) <= rain


@given(DEPTHS, st.floats(0, 5), NUMBERS, st.sampled_from([0.2, 0.05]))
def test_more_rain_never_gives_less_runoff_nor_more_than_the_rain_added(
    rain: float, more: float, number: float, ratio: float
) -> None:
    less, all_ = runoff_in([rain, rain + more], curve_number=number, abstraction_ratio=ratio)
    assert -1e-12 <= all_ - less <= more + 1e-12


@given(DEPTHS, NUMBERS, NUMBERS, st.sampled_from([0.2, 0.05]))
def test_a_higher_curve_number_never_gives_less_runoff(rain: float, one: float, other: float, ratio: float) -> None:
    low, high = (
        float(runoff_in(rain, curve_number=number, abstraction_ratio=ratio)) for number in sorted((one, other))
    )
    assert low <= high + 1e-12


@given(st.floats(0.01, 10), st.integers(1, 4), NUMBERS)
def test_storms_in_turn_run_off_as_often_as_one_does(depth: float, repeats: int, number: float) -> None:
    once = float(runoff_in(depth, curve_number=number))
    total = runoff_in_turn_in(repeats * depth, depth_in=depth, repeats=repeats, curve_number=number)
    assert float(total) == pytest.approx(repeats * once, rel=1e-9, abs=1e-12)
    # Ground that stays wet gives at least as much.
    assert float(total) <= float(runoff_in(repeats * depth, curve_number=number)) + 1e-9


def test_the_second_of_two_storms_begins_where_the_first_ends() -> None:
    """7.4 in at CN 72 twice: 4.172 in each."""
    rain = np.array([7.4, 7.4 + 0.7, 14.8])
    formed = runoff_in_turn_in(rain, depth_in=7.4, repeats=2, curve_number=72)
    assert formed.tolist() == pytest.approx([4.172, 4.172, 8.344], abs=0.001)
