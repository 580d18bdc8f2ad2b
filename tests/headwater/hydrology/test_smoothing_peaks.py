"""What smoothing of MSE 3 does to a peak, and what the choice of curve makes of it.

The expected changes are those of an engine written apart from this one, which reproduces 34 printed peaks: 1 ac, 4.2 in
by steps of 0.01 h, change of the peak against straight lines in percent.
"""

from __future__ import annotations

import pytest

from headwater.hydrology.distribution import Distribution, named_distribution
from headwater.hydrology.smoothing import smoothed
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Part, Subcatchment, runoff_hydrograph


def peak_cfs(curve: Distribution, *, curve_number: float, tc_min: float) -> float:
    storm = Storm(id="10-yr", depth_in=4.2, distribution=curve, duration_h=24)
    acre = Subcatchment(
        id="acre",
        to="outfall",
        parts=(Part(area_ac=1.0, curve_number=curve_number),),
        time_of_concentration_min=tc_min,
    )
    return runoff_hydrograph(acre, storm, dt_h=0.01, span_h=30).peak.flow_cfs


@pytest.mark.parametrize(
    ("tc_min", "cubic_98", "pchip_98", "cubic_75", "pchip_75"),
    [
        (1, 9.7, 19.9, 0.9, 10.6),
        (5, 5.1, 8.2, 3.7, 6.4),
        (10, 5.9, 4.6, 6.1, 4.2),
        (20, 3.5, 2.2, 3.7, 2.2),
        (30, 1.7, 1.2, 1.3, 0.9),
    ],
)
def test_smoothing_raises_a_peak_as_much_as_in_an_engine_written_apart(tc_min, cubic_98, pchip_98, cubic_75, pchip_75):
    straight = named_distribution("MSE 3")
    for by, curve_number, percent in (
        ("cubic", 98, cubic_98),
        ("PCHIP", 98, pchip_98),
        ("cubic", 75, cubic_75),
        ("PCHIP", 75, pchip_75),
    ):
        plain = peak_cfs(straight, curve_number=curve_number, tc_min=tc_min)
        smooth = peak_cfs(smoothed(straight, by=by), curve_number=curve_number, tc_min=tc_min)  # type: ignore[arg-type]
        assert 100 * (smooth / plain - 1) == pytest.approx(percent, abs=0.06), (by, curve_number)
