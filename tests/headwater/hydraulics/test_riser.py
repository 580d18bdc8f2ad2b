"""Risers and grates against hand computations."""

from __future__ import annotations

import pytest

from headwater.hydraulics.riser import circular_riser, rectangular_riser


def test_a_riser_is_a_weir_then_an_orifice() -> None:
    # 4 ft across: rim 12.566371, area 12.566371. Under 0.5 ft: weir 3.33 * 12.566371 * 0.353553 = 14.794800.
    riser = circular_riser(invert_ft=100.0, diameter_ft=4.0)
    assert riser.flow_cfs(100.5) == pytest.approx(14.7948, abs=1e-3)
    # Under 3 ft: orifice 0.6 * 12.566371 * sqrt(193.2) = 104.800; the weir would pass 217.4.
    assert riser.flow_cfs(103.0) == pytest.approx(104.800, abs=0.01)


def test_bars_take_area_and_clogging_takes_both() -> None:
    # 3 by 2 ft: area 6, rim 10. Bars leave 0.8; half is clogged: area 2.4, rim 5.
    grate = rectangular_riser(invert_ft=0.0, length_ft=3.0, width_ft=2.0, open_fraction=0.8, clogged_fraction=0.5)
    assert grate.flow_cfs(0.2) == pytest.approx(3.33 * 5 * 0.2**1.5, rel=1e-12)
    assert grate.flow_cfs(4.0) == pytest.approx(0.6 * 2.4 * (64.4 * 4) ** 0.5, rel=1e-12)
