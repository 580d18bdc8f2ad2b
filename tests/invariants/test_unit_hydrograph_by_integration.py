"""The unit hydrograph, for which EPA SWMM has no counterpart, by two other ways of computing it.

Ours lays exact integrals of the dimensionless curve over bursts, in blocks of products. Here the same recipe (bursts of
D = 2/15 Tc, Tp = D/2 + 0.6 Tc, each burst's curve from its end on, ordinates that are means over their step) is done
second by second, and for a gamma curve with a whole shape by its closed integral. Rain and runoff are computed anew.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from headwater.hydrology.distribution import straight_line_distribution
from headwater.hydrology.hydrograph import Hydrograph
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Part, Subcatchment, runoff_hydrograph
from headwater.hydrology.unit_hydrograph import CURVILINEAR, DimensionlessUnitHydrograph, gamma_unit_hydrograph

Floats = NDArray[np.float64]

AREA_AC = 12.0
DEPTH_IN = 4.0
TIMES_H = (0.0, 1.0, 1.8, 2.2, 3.0, 6.0)
FRACTIONS = (0.0, 0.08, 0.25, 0.62, 0.82, 1.0)
STORM = Storm(
    id="six hours",
    depth_in=DEPTH_IN,
    duration_h=6.0,
    distribution=straight_line_distribution(
        "six hours", time_h=TIMES_H, fraction=FRACTIONS, source="made for the test"
    ),
)
STEP_H = 0.01
SPAN_H = 12.0
# NEH 630 chapter 16, table 16-1: t/Tp and q/qp.
RATIOS = [*(0.1 * tenth for tenth in range(21)), *(2.2, 2.4, 2.6, 2.8, 3.0, 3.2, 3.4, 3.6, 3.8, 4.0, 4.5, 5.0)]
ORDINATES = [
    *(0.0, 0.03, 0.1, 0.19, 0.31, 0.47, 0.66, 0.82, 0.93, 0.99, 1.0, 0.99, 0.93, 0.86, 0.78, 0.68, 0.56, 0.46, 0.39),
    *(0.33, 0.28, 0.207, 0.147, 0.107, 0.077, 0.055, 0.04, 0.029, 0.021, 0.015, 0.011, 0.005, 0.0),
]


def ours(curve_number: float, tc_min: float, curve: DimensionlessUnitHydrograph) -> Hydrograph:
    land = Subcatchment(
        id="land",
        to="out",
        parts=(Part(area_ac=AREA_AC, curve_number=curve_number),),
        time_of_concentration_min=tc_min,
        unit_hydrograph=curve,
    )
    return runoff_hydrograph(land, STORM, dt_h=STEP_H, span_h=SPAN_H).hydrograph


def bursts_of(curve_number: float, tc_min: float) -> tuple[Floats, Floats, float]:
    """Return the end of each burst, the depth that runs off of it, and Tp."""
    tc_h = tc_min / 60
    burst_h = 2 / 15 * tc_h
    edges_h: Floats = burst_h * np.arange(math.ceil(6.0 / burst_h - 1e-9) + 1, dtype=np.float64)
    rain_in = DEPTH_IN * np.interp(edges_h, TIMES_H, FRACTIONS)
    retention_in = 1000 / curve_number - 10
    above_in = np.maximum(rain_in - 0.2 * retention_in, 0.0)
    runoff_in = above_in**2 / (above_in + retention_in)
    ends_h: Floats = edges_h[1:]
    return ends_h, np.diff(runoff_in), burst_h / 2 + 0.6 * tc_h


def second_by_second(curve_number: float, tc_min: float) -> Floats:
    """Return the means around every hundredth of an hour of flows summed at every second."""
    ends_h, formed_in, peak_h = bursts_of(curve_number, tc_min)
    second_h = 1 / 3600
    time_h = second_h * np.arange(-18, round(SPAN_H * 3600) + 19)
    area = sum((after - before) / 2 * (q + p) for before, after, q, p in pieces())
    cfs_per_in = AREA_AC * 43_560 / 12 / 3600 / (area * peak_h)
    flow_cfs = np.zeros(len(time_h))
    for end_h, depth_in in zip(ends_h, formed_in, strict=True):
        if depth_in > 0:
            flow_cfs += depth_in * cfs_per_in * np.interp((time_h - end_h) / peak_h, RATIOS, ORDINATES, left=0.0)
    # 36 seconds around each ordinate, both ends counted half.
    sums = np.concatenate(([0.0], np.cumsum((flow_cfs[1:] + flow_cfs[:-1]) / 2)))
    means: Floats = (sums[36::36] - sums[:-36:36]) / 36
    return means


def pieces() -> list[tuple[float, float, float, float]]:
    return list(zip(RATIOS, RATIOS[1:], ORDINATES, ORDINATES[1:], strict=False))


@pytest.mark.parametrize("tc_min", [6, 20, 60])
@pytest.mark.parametrize("curve_number", [68, 98])
def test_a_sum_over_every_second_gives_the_same_hydrograph(curve_number: int, tc_min: int) -> None:
    made, summed = ours(curve_number, tc_min, CURVILINEAR), second_by_second(curve_number, tc_min)
    peak_cfs = made.flow_cfs.max()
    assert made.flow_cfs[1:-1] == pytest.approx(summed[1 : len(made.flow_cfs) - 1], abs=1e-3 * peak_cfs)
    assert summed.max() == pytest.approx(peak_cfs, rel=1e-3)
    assert made.volume_cf == pytest.approx(summed.sum() * 36, rel=1e-4)


def passed_of_gamma_three(ratio: Floats) -> Floats:
    """Return the share of the gamma curve with m = 3 up to t/Tp: with y = 3 t/Tp, 1 - e^-y (1 + y + y^2/2 + y^3/6)."""
    y = 3 * np.maximum(ratio, 0.0)
    shares: Floats = 1 - np.exp(-y) * (1 + y + y**2 / 2 + y**3 / 6)
    return shares


@pytest.mark.parametrize("tc_min", [6, 20, 60])
def test_the_closed_integral_of_a_gamma_curve_gives_the_same_hydrograph(tc_min: int) -> None:
    # m = 3: PRF = 645.333 m^(m + 1) / (e^m m!) = 645.333 * 81 / (e^3 * 6), 433.7.
    factor = 645.3333333 * 81 / (math.exp(3) * 6)
    made = ours(80, tc_min, gamma_unit_hydrograph(factor))
    ends_h, formed_in, peak_h = bursts_of(80, tc_min)
    edges_h = STEP_H * (np.arange(len(made.flow_cfs) + 1) - 0.5)
    passed = passed_of_gamma_three((edges_h[:, None] - ends_h) / peak_h) @ formed_in
    closed_cfs = np.diff(passed) / STEP_H * AREA_AC * 43_560 / 12 / 3600
    peak_cfs = made.flow_cfs.max()
    # Ours stops the tail where the curve falls below a hundred-thousandth, and draws it straight between hundredths.
    assert made.flow_cfs[:-1] == pytest.approx(closed_cfs[:-1], abs=3e-4 * peak_cfs)
    assert closed_cfs.max() == pytest.approx(peak_cfs, rel=3e-4)
