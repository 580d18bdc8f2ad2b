"""Many subcatchments at once give what each gives by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.hydrology.batch import PeakTable, runoff_peaks
from headwater.hydrology.distribution import named_distribution, uniform_distribution
from headwater.hydrology.storm import Storm, back_to_back
from headwater.hydrology.subcatchment import Part, Subcatchment, runoff_hydrograph
from headwater.hydrology.unit_hydrograph import CURVILINEAR, DELMARVA, TRIANGULAR

ONE = Storm(id="2-yr", depth_in=2.8, distribution=named_distribution("Type II"), duration_h=24)
STORMS = (
    ONE,
    replace(ONE, id="100-yr", depth_in=7.4, distribution=named_distribution("MSE 3")),
    back_to_back(replace(ONE, id="cumulative", depth_in=7.4)),
    back_to_back(replace(ONE, id="reset", depth_in=7.4), retention="reset"),
    Storm(id="even", depth_in=2.4, distribution=uniform_distribution(duration_h=24), duration_h=24),
    replace(ONE, id="none", depth_in=0.0),
)


def by_itself(lands: list[Subcatchment], storms: tuple[Storm, ...], **grid: float) -> PeakTable:
    runs = [[runoff_hydrograph(one, storm, **grid) for storm in storms] for one in lands]
    return PeakTable(
        peak_cfs=np.array([[run.peak.flow_cfs for run in row] for row in runs]),
        time_h=np.array([[run.peak.time_h for run in row] for row in runs]),
        depth_in=np.array([[run.depth_in for run in row] for row in runs]),
        volume_acft=np.array([[run.volume_acft for run in row] for row in runs]),
    )


def assert_same(made: PeakTable, due: PeakTable) -> None:
    assert np.allclose(made.peak_cfs, due.peak_cfs, rtol=1e-11, atol=1e-13)
    assert np.allclose(made.depth_in, due.depth_in, rtol=1e-11, atol=1e-13)
    assert np.allclose(made.volume_acft, due.volume_acft, rtol=1e-11, atol=1e-13)


def land(index: int, number: float, tc_min: float, **other: Any) -> Subcatchment:
    parts = (
        Part(area_ac=0.5 + index, curve_number=98, impervious=True),
        Part(area_ac=1.0 + 2 * index, curve_number=number),
    )
    return Subcatchment(id=f"{index}S", to="1P", parts=parts, time_of_concentration_min=tc_min, **other)


CHOICES = st.fixed_dictionaries(
    {
        "weighting": st.sampled_from(["composite", "separate"]),
        "rounding": st.sampled_from(["whole", "exact"]),
        "unit_hydrograph": st.sampled_from([CURVILINEAR, TRIANGULAR, DELMARVA]),
        "abstraction_ratio": st.sampled_from([0.2, 0.05]),
        "method": st.sampled_from(["unit hydrograph", "unit hydrograph", "SBUH"]),
    }
)
LANDS = st.lists(
    st.tuples(st.floats(35, 100), st.sampled_from([3.0, 7.3, 19.1, 60.0, 12.345678]), CHOICES), min_size=1, max_size=8
)


@settings(max_examples=40)
@given(LANDS, st.sampled_from([(0.01, 60.0), (0.05, 20.0), (0.1, 96.0)]))
def test_a_batch_gives_what_each_gives_by_itself(
    drawn: list[tuple[float, float, dict[str, Any]]], grid: tuple[float, float]
) -> None:
    lands = [land(index, number, tc_min, **other) for index, (number, tc_min, other) in enumerate(drawn)]
    dt_h, span_h = grid
    made = runoff_peaks(lands, STORMS, dt_h=dt_h, span_h=span_h)
    assert_same(made, by_itself(lands, STORMS, dt_h=dt_h, span_h=span_h))


def test_the_times_of_peaks_are_the_same_too() -> None:
    lands = [
        land(index, 60 + 5 * index, tc_min) for index, tc_min in enumerate((0.0, 0.8, 5.0, 12.345678, 30.0, 240.0))
    ]
    made = runoff_peaks(lands, STORMS[:4], dt_h=0.05, span_h=72)
    due = by_itself(lands, STORMS[:4], dt_h=0.05, span_h=72)
    assert made.time_h == pytest.approx(due.time_h, abs=1e-9)
    assert_same(made, due)


def test_the_order_of_subcatchments_and_storms_makes_no_difference() -> None:
    lands = [land(index, 50 + index, float(5 + index % 3)) for index in range(12)]
    made = runoff_peaks(lands, STORMS, dt_h=0.05, span_h=72)
    back = runoff_peaks(lands[::-1], STORMS[::-1], dt_h=0.05, span_h=72)
    assert back.peak_cfs[::-1, ::-1] == pytest.approx(made.peak_cfs, rel=1e-12)


def test_more_of_one_kind_than_are_held_at_once_are_all_answered() -> None:
    """At 1,081 times of rain about 92 are held at once."""
    lands = [replace(land(0, 40 + 0.2 * index, 10.0), rounding="exact") for index in range(250)]
    made = runoff_peaks(lands, (ONE,), dt_h=0.01, span_h=72)
    some = [0, 91, 92, 93, 184, 249]
    due = by_itself([lands[index] for index in some], (ONE,), dt_h=0.01, span_h=72)
    assert made.peak_cfs[some] == pytest.approx(due.peak_cfs, rel=1e-11)
    assert (np.diff(made.peak_cfs[:, 0]) > 0).all()


@pytest.mark.parametrize(("lands", "storms"), [(0, 3), (2, 0), (0, 0)])
def test_a_batch_of_nothing_is_a_table_of_nothing(lands: int, storms: int) -> None:
    made = runoff_peaks([land(0, 80, 10.0)] * lands, STORMS[:storms], dt_h=0.1, span_h=72)
    assert made.peak_cfs.shape == made.time_h.shape == made.volume_acft.shape == (lands, storms)
