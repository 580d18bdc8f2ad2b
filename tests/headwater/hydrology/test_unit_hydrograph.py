"""Unit hydrographs: their areas, factors and exact integrals, the gamma curve of any factor, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError
from headwater.hydrology.unit_hydrograph import (
    CURVILINEAR,
    DELMARVA,
    TRIANGULAR,
    DimensionlessUnitHydrograph,
    gamma_peak_rate_factor,
    gamma_shape,
    gamma_unit_hydrograph,
)

ALL = [CURVILINEAR, TRIANGULAR, DELMARVA, gamma_unit_hydrograph(484.0), gamma_unit_hydrograph(150.0)]


def test_the_curvilinear_one_has_33_ordinates_and_their_own_area() -> None:
    """The area under the straight lines is 1.33595, so its factor is 645.33 / 1.33595 = 483.05."""
    assert len(CURVILINEAR.ratios) == len(CURVILINEAR.ordinates) == 33
    assert CURVILINEAR.area == pytest.approx(1.33595, abs=1e-12)
    assert CURVILINEAR.peak_rate_factor == pytest.approx(483.05, abs=0.005)


def test_the_triangle_has_the_factor_484() -> None:
    assert TRIANGULAR.peak_rate_factor == pytest.approx(484, abs=0.01)


def test_the_delmarva_one_has_the_factor_284_and_says_that_it_was_not_re_read() -> None:
    assert DELMARVA.peak_rate_factor == pytest.approx(284, abs=0.6)
    assert DELMARVA.provisional


@pytest.mark.parametrize(
    ("shape", "factor"),
    # NEH 630 chapter 16, the table of m against the peak rate factor.
    [(0.26, 101), (1, 238), (2, 349), (3, 433), (3.7, 484), (4, 504), (5, 566)],
)
def test_the_shape_of_a_factor_is_the_one_in_the_table(shape: float, factor: float) -> None:
    assert gamma_peak_rate_factor(shape) == pytest.approx(factor, abs=1.01)
    # Turned round, a shape from a factor printed to a whole number.
    near = sorted(gamma_shape(factor + way) for way in (-1.0, 1.0))
    assert near[0] <= shape <= near[1]


@given(st.floats(60, 1500))
def test_the_gamma_curve_of_a_factor_has_that_factor(factor: float) -> None:
    assert gamma_peak_rate_factor(gamma_shape(factor)) == pytest.approx(factor, rel=1e-9)


@pytest.mark.parametrize("factor", [100.0, 200.0, 284.0, 484.0, 600.0])
def test_its_ordinates_have_that_factor_too_and_their_top_at_one(factor: float) -> None:
    curve = gamma_unit_hydrograph(factor)
    assert curve.peak_rate_factor == pytest.approx(factor, rel=2e-3)
    assert curve.ordinate([0.0, 1.0, curve.end]).tolist() == pytest.approx([0, 1, 0], abs=1e-4)


def test_a_gamma_curve_of_484_is_near_the_curvilinear_one() -> None:
    x = np.linspace(0, 5, 101)
    assert np.abs(gamma_unit_hydrograph(484.0).ordinate(x) - CURVILINEAR.ordinate(x)).max() < 0.08


def test_a_gamma_curve_with_a_whole_shape_has_the_known_integral() -> None:
    """m = 1: q/qp = x e^(1-x), so the share passed by x is 1 - (1 + x) e^-x."""
    curve = gamma_unit_hydrograph(gamma_peak_rate_factor(1.0))
    for x in (0.5, 1.0, 2.0, 5.0):
        assert float(curve.cumulative(x)) == pytest.approx(1 - (1 + x) * math.exp(-x), abs=1e-4)


@pytest.mark.parametrize("factor", [0, -484, 10, 5000, math.nan])
def test_a_factor_that_no_curve_has_is_refused(factor: float) -> None:
    with pytest.raises(OutOfRangeError, match="peak rate factor"):
        gamma_shape(factor)


@pytest.mark.parametrize("curve", ALL, ids=lambda curve: curve.name)
def test_the_share_passed_is_the_integral_of_the_ordinates(curve: DimensionlessUnitHydrograph) -> None:
    """Against the midpoint rule over a million strips."""
    strips = 1_000_000
    edges = np.linspace(0, curve.end, strips + 1)
    area = np.cumsum(curve.ordinate((edges[1:] + edges[:-1]) / 2)) * curve.end / strips
    at = np.arange(1, 20) * strips // 20
    assert curve.cumulative(edges[at]) == pytest.approx(area[at - 1] / area[-1], abs=1e-6)


@pytest.mark.parametrize("curve", ALL, ids=lambda curve: curve.name)
@given(data=st.data())
def test_the_share_passed_never_falls_and_runs_from_0_to_1(
    curve: DimensionlessUnitHydrograph, data: st.DataObject
) -> None:
    x = sorted(data.draw(st.lists(st.floats(-2, 50), min_size=2, max_size=10)))
    passed = curve.cumulative(x)
    assert (np.diff(passed) >= -1e-12).all()
    assert ((passed >= 0) & (passed <= 1 + 1e-12)).all()
    assert curve.cumulative([-1.0, 0.0, curve.end, 1e9]).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("ratios", "ordinates"),
    [
        ((0.0, 1.0, 2.0), (0.0, 1.0)),
        ((0.0, 1.0), (0.0, 0.0)),
        ((0.0, 2.0, 1.0), (0.0, 1.0, 0.0)),
        ((0.1, 1.0, 2.0), (0.0, 1.0, 0.0)),
        ((0.0, 1.0, 2.0), (0.0, 1.0, 0.1)),
        ((0.0, 1.0, 2.0), (0.0, -1.0, 0.0)),
        ((0.0, 1.0, 2.0), (0.0, math.nan, 0.0)),
        ((0.0, 1.0, 2.0), (0.0, 0.0, 0.0)),
    ],
)
def test_ordinates_that_are_no_unit_hydrograph_are_refused(
    ratios: tuple[float, ...], ordinates: tuple[float, ...]
) -> None:
    with pytest.raises(OutOfRangeError, match="cannot be used"):
        DimensionlessUnitHydrograph(name="mine", ratios=ratios, ordinates=ordinates)
