"""A batch looks for each peak in a few blocks only, and finds what the whole hydrograph has."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from headwater.hydrology.batch import runoff_peaks
from headwater.hydrology.distribution import named_distribution, uniform_distribution
from headwater.hydrology.nesting import nested_distribution
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Part, Subcatchment, runoff_hydrograph
from headwater.hydrology.unit_hydrograph import CURVILINEAR, DELMARVA, TRIANGULAR, gamma_unit_hydrograph

CURVES = (
    named_distribution("MSE 3"),
    named_distribution("Type II"),
    named_distribution("Type III"),
    nested_distribution("nested", depth_in={0.25: 1.1, 1: 1.9, 6: 3.0, 24: 4.2}, source="user"),
    uniform_distribution(24.0),
)
TIMES_MIN = st.one_of(st.just(0.0), st.floats(0.05, 240), st.integers(50, 600).map(lambda tenths: tenths / 10))
NUMBERS = st.one_of(st.just(100.0), st.floats(30, 100), st.integers(30, 100).map(float))
DEPTHS_IN = st.one_of(st.just(0.0), st.floats(0.01, 12), st.sampled_from([1.1, 2.8, 4.2, 7.4]))
LANDS = st.builds(
    lambda numbers, tc_min, weighting, unit_hydrograph, ratio: Subcatchment(
        id="1S",
        to="1P",
        parts=tuple(
            Part(area_ac=1.0 + place, curve_number=number, impervious=place > 0) for place, number in enumerate(numbers)
        ),
        time_of_concentration_min=tc_min,
        weighting=weighting,
        rounding="exact",
        unit_hydrograph=unit_hydrograph,
        abstraction_ratio=ratio,
    ),
    st.lists(NUMBERS, min_size=1, max_size=2),
    TIMES_MIN,
    st.sampled_from(["composite", "separate"]),
    st.sampled_from([CURVILINEAR, TRIANGULAR, DELMARVA, gamma_unit_hydrograph(300.0)]),
    st.sampled_from([0.2, 0.05]),
)
STORMS = st.builds(
    lambda depth_in, curve, repeats, retention: Storm(
        id="s", depth_in=depth_in, distribution=curve, duration_h=24.0, repeats=repeats, retention=retention
    ),
    DEPTHS_IN,
    st.sampled_from(CURVES),
    st.sampled_from([1, 1, 2, 3]),
    st.sampled_from(["cumulative", "reset"]),
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(LANDS, min_size=1, max_size=4),
    st.lists(STORMS, min_size=1, max_size=4),
    st.sampled_from([(0.01, 36.0), (0.05, 12.3), (0.05, 26.0), (0.1, 96.0), (0.02, 0.5), (0.3, 40.0)]),
)
def test_each_of_a_batch_has_the_peak_the_time_and_the_depth_of_its_whole_hydrograph(
    lands: list[Subcatchment], storms: list[Storm], grid: tuple[float, float]
) -> None:
    dt_h, span_h = grid
    made = runoff_peaks(lands, storms, dt_h=dt_h, span_h=span_h)
    for row, land in enumerate(lands):
        for column, storm in enumerate(storms):
            due = runoff_hydrograph(land, storm, dt_h=dt_h, span_h=span_h)
            assert made.depth_in[row, column] == pytest.approx(due.depth_in, rel=1e-11, abs=1e-12)
            assert made.volume_acft[row, column] == pytest.approx(due.volume_acft, rel=1e-11, abs=1e-12)
            peak_cfs, time_h = made.peak_cfs[row, column], made.time_h[row, column]
            tops_h = dt_h * equally_high(due.hydrograph.flow_cfs)
            if len(tops_h) == 1:
                assert peak_cfs == pytest.approx(due.peak.flow_cfs, rel=1e-11, abs=1e-12)
                assert time_h == pytest.approx(due.peak.time_h, abs=1e-6)
            else:
                # Rounding alone says which of them is the highest, and so which parabola is drawn.
                highest_cfs = min(due.hydrograph.flow_cfs.max(), due.peak.flow_cfs)
                assert peak_cfs >= highest_cfs * (1 - 1e-11)
                assert peak_cfs == pytest.approx(due.peak.flow_cfs, rel=1e-3, abs=1e-12)
                assert np.abs(tops_h - time_h).min() <= 0.5 * dt_h * (1 + 1e-9)


def equally_high(flow_cfs: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the ordinates that are the highest but for rounding."""
    return np.flatnonzero(flow_cfs >= flow_cfs.max() * (1 - 1e-11) - 1e-13)


def test_the_peak_of_dry_ground_is_found_late_and_that_of_no_runoff_at_the_start() -> None:
    """At CN 55 S is 8.18 in and Ia 1.64 in: 1.6 in of rain gives nothing, and of 2 in what falls after the first 82 %.

    MSE 3 is even about noon: by 12.5 h 75 % of it have fallen.
    """
    dry = Subcatchment(id="S", to="O", parts=(Part(area_ac=1, curve_number=55),), time_of_concentration_min=10)
    storms = [Storm(id="s", depth_in=depth, distribution=CURVES[0], duration_h=24.0) for depth in (1.6, 2.0)]
    made = runoff_peaks([dry], storms, dt_h=0.01, span_h=36)
    assert made.peak_cfs[0, 0] == made.time_h[0, 0] == made.depth_in[0, 0] == 0
    assert made.time_h[0, 1] > 12.5
