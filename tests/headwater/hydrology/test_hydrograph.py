"""Hydrographs: peak and volume by hand, sums, imported series, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError
from headwater.hydrology.hydrograph import Hydrograph, Peak, imported, ordinates_of, summed

FLOWS = st.lists(st.floats(0, 1e4), min_size=1, max_size=40)


def flows(*flow_cfs: float, dt_h: float = 0.5) -> Hydrograph:
    return Hydrograph(dt_h=dt_h, flow_cfs=np.array(flow_cfs))


def test_the_volume_is_the_sum_of_ordinates_times_the_step() -> None:
    """(1 + 3 + 2) cfs x 1,800 s = 10,800 cf = 0.2479 ac-ft."""
    one = flows(1, 3, 2)
    assert one.volume_cf == 10_800
    assert one.volume_acft == pytest.approx(0.24793, abs=1e-5)
    assert one.time_h.tolist() == [0, 0.5, 1.0]
    assert one.span_h == 1.0


def test_the_peak_is_the_top_of_the_parabola_through_the_three_highest_flows() -> None:
    """q = 10 - 4 (t - 1.1)^2 at 0.5, 1.0 and 1.5 h."""
    one = flows(0, 10 - 4 * 0.36, 10 - 4 * 0.01, 10 - 4 * 0.16, 0)
    assert one.peak().flow_cfs == pytest.approx(10)
    assert one.peak().time_h == pytest.approx(1.1)


@pytest.mark.parametrize(
    ("series", "peak"),
    [
        ((5.0, 1.0, 0.0), Peak(flow_cfs=5, time_h=0)),
        ((0.0, 1.0, 5.0), Peak(flow_cfs=5, time_h=1)),
        ((2.0, 2.0, 2.0), Peak(flow_cfs=2, time_h=0)),
        ((0.0, 0.0, 0.0), Peak(flow_cfs=0, time_h=0)),
        ((7.0,), Peak(flow_cfs=7, time_h=0)),
    ],
)
def test_a_hydrograph_highest_at_an_end_has_its_peak_there(series: tuple[float, ...], peak: Peak) -> None:
    assert flows(*series).peak() == peak


def test_a_flat_top_is_no_higher_than_it_is() -> None:
    assert flows(0, 3, 3, 3, 0).peak().flow_cfs == pytest.approx(3, rel=0.13)
    assert flows(0, 1, 3, 3, 1, 0).peak().time_h == pytest.approx(1.25)


@given(FLOWS)
def test_the_peak_is_never_below_the_highest_flow(series: list[float]) -> None:
    one = flows(*series)
    assert one.peak().flow_cfs >= max(series) * (1 - 1e-12)
    assert 0 <= one.peak().time_h <= one.span_h


@given(FLOWS, st.floats(0.001, 1000))
def test_peak_and_volume_scale_with_the_flow(series: list[float], times: float) -> None:
    one, other = flows(*series), flows(*(times * flow for flow in series))
    assert other.peak().flow_cfs == pytest.approx(times * one.peak().flow_cfs, rel=1e-9, abs=1e-9)
    assert other.volume_cf == pytest.approx(times * one.volume_cf, rel=1e-9, abs=1e-9)


def test_the_flows_can_be_changed_neither_in_it_nor_behind_it() -> None:
    given_flows = np.array([1.0, 2.0])
    one = Hydrograph(dt_h=1, flow_cfs=given_flows)
    given_flows[0] = 99
    assert one.flow_cfs.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        one.flow_cfs[0] = 99


def test_two_of_the_same_flows_are_equal_and_others_are_not() -> None:
    assert flows(1, 2) == flows(1, 2)
    assert hash(flows(1, 2)) == hash(flows(1, 2))
    assert flows(1, 2) != flows(1, 3)
    assert flows(1, 2) != flows(1, 2, dt_h=0.25)
    assert flows(1, 2) != (1, 2)


def test_whole_flows_are_kept_as_floats() -> None:
    assert Hydrograph(dt_h=1, flow_cfs=np.array([1, 2])).flow_cfs.dtype == np.float64


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_flow_that_is_no_number_is_refused_with_its_time(bad: float) -> None:
    with pytest.raises(OutOfRangeError, match=r"at 0\.5 h"):
        flows(1, bad, 2)


@pytest.mark.parametrize("step", [0, -0.1, math.nan, math.inf])
def test_a_step_that_is_none_is_refused(step: float) -> None:
    with pytest.raises(OutOfRangeError, match="time step"):
        Hydrograph(dt_h=step, flow_cfs=np.array([1.0]))


@pytest.mark.parametrize("shape", [(0,), (2, 2)])
def test_flows_that_are_no_series_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(OutOfRangeError, match="shape"):
        Hydrograph(dt_h=1, flow_cfs=np.zeros(shape))


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1, max_size=20))
def test_a_sum_has_the_volume_of_its_parts_and_a_peak_no_higher_than_theirs_together(
    pairs: list[tuple[float, float]],
) -> None:
    one, other = flows(*(pair[0] for pair in pairs)), flows(*(pair[1] for pair in pairs))
    both = one + other
    assert both == other + one
    assert both.volume_cf == pytest.approx(one.volume_cf + other.volume_cf)
    assert both.flow_cfs.max() <= one.flow_cfs.max() + other.flow_cfs.max() + 1e-9


@pytest.mark.parametrize("other", [flows(1, 2, 3), flows(1, 2, dt_h=0.25)])
def test_hydrographs_of_different_grids_are_not_added(other: Hydrograph) -> None:
    with pytest.raises(OutOfRangeError, match="one grid of times"):
        summed([flows(1, 2), other])


def test_a_sum_of_none_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="none is given"):
        summed([])


def test_an_imported_series_is_read_by_straight_lines_and_is_zero_outside_its_times() -> None:
    one = imported([1.0, 2.0, 4.0], [0.0, 4.0, 2.0], dt_h=0.5, span_h=5)
    assert one.flow_cfs.tolist() == [0, 0, 0, 2, 4, 3.5, 3, 2.5, 2, 0, 0]


@pytest.mark.parametrize(
    ("times", "series", "wrong"),
    [
        ([0, 1], [1], "2 times and 1 flows"),
        ([], [], "0 times"),
        ([0, 0], [1, 2], "do not rise"),
        ([1, 0], [1, 2], "do not rise"),
        ([-1, 0], [1, 2], "do not rise"),
        ([0, math.nan], [1, 2], "do not rise"),
        ([0, 1], [1, -2], "at 1 h: -2"),
        ([0, 1], [math.nan, 2], "at 0 h: nan"),
    ],
)
def test_an_imported_series_that_is_none_is_refused(times: list[float], series: list[float], wrong: str) -> None:
    with pytest.raises(OutOfRangeError, match=wrong):
        imported(times, series, dt_h=1, span_h=2)


@pytest.mark.parametrize(
    ("span_h", "dt_h", "count"), [(24, 0.1, 241), (72, 0.01, 7201), (0.3, 0.1, 4), (1.05, 0.1, 11)]
)
def test_a_run_has_an_ordinate_at_its_start_and_at_every_step(span_h: float, dt_h: float, count: int) -> None:
    assert ordinates_of(span_h, dt_h=dt_h) == count


@pytest.mark.parametrize("span_h", [0, 0.05, -1, math.nan, math.inf])
def test_a_run_shorter_than_a_step_is_refused(span_h: float) -> None:
    with pytest.raises(OutOfRangeError, match="time span"):
        ordinates_of(span_h, dt_h=0.1)


@pytest.mark.parametrize("dt_h", [0, -1, math.nan])
def test_a_run_of_no_step_is_refused(dt_h: float) -> None:
    with pytest.raises(OutOfRangeError, match="time step"):
        ordinates_of(24, dt_h=dt_h)


def test_a_top_that_is_cut_off_is_its_own_peak() -> None:
    # A parabola through 19, 20, 20 would top out at 20.125; of three equal ordinates the flow is what it is.
    cut = Hydrograph(dt_h=0.1, flow_cfs=np.array([0.0, 10.0, 19.0, 20.0, 20.0, 20.0, 12.0, 0.0]))
    assert cut.peak().flow_cfs == 20.0
    assert cut.peak().time_h == pytest.approx(0.3)


def test_two_equal_ordinates_have_the_top_between_them() -> None:
    # Through 18, 20, 20 at 0, 1, 2: bend -2, across 0.5, 20 + 0.25 x 2 x 0.5 = 20.25.
    twin = Hydrograph(dt_h=1.0, flow_cfs=np.array([18.0, 20.0, 20.0, 18.0]))
    assert twin.peak().flow_cfs == pytest.approx(20.25)
    assert twin.peak().time_h == pytest.approx(1.5)


def test_a_run_has_at_most_a_million_steps() -> None:
    assert ordinates_of(1_000_000, dt_h=1) == 1_000_001
    assert ordinates_of(500, dt_h=0.001) == 500_001
    assert ordinates_of(999_999, dt_h=1) == 1_000_000
    with pytest.raises(OutOfRangeError, match=r"makes 1,000,001 steps of a span of .*take a longer step"):
        ordinates_of(1_000_001, dt_h=1)
