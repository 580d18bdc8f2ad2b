"""Orifices against hand computations."""

from __future__ import annotations

import pytest

from headwater.hydraulics.orifice import (
    CircularOrifice,
    HorizontalOrifice,
    RectangularOrifice,
    circular_plate_orifice,
    rectangular_plate_orifice,
)

ROUND = CircularOrifice(invert_ft=100.0, diameter_ft=1.0)


def test_a_full_orifice_is_under_the_head_above_its_centre() -> None:
    # A = 0.785398; h = 103 - 100.5 = 2.5; 0.6 * 0.785398 * sqrt(64.4 * 2.5) = 0.471239 * 12.68858 = 5.97935.
    assert ROUND.flow_cfs(103.0) == pytest.approx(5.97935, abs=1e-4)


def test_openings_in_a_row_add_up() -> None:
    row = CircularOrifice(invert_ft=100.0, diameter_ft=1.0, openings=3)
    assert row.flow_cfs(103.0) == pytest.approx(3 * 5.97935, abs=1e-3)


def test_a_partly_full_orifice_is_as_epa_swmm_has_it() -> None:
    # f = 0.4: C A sqrt(2 g D / 2) f^1.5 = 0.471239 * sqrt(32.2) * 0.252982 = 0.471239 * 5.674504 * 0.252982 = 0.676489.
    assert ROUND.flow_cfs(100.4) == pytest.approx(0.676489, abs=1e-5)


def test_a_partly_full_orifice_may_be_taken_as_the_segment_it_is() -> None:
    # Half full: the area is half of 0.785398, its centroid 4 r / (3 pi) = 0.212207 below the surface:
    # 0.6 * 0.392699 * sqrt(64.4 * 0.212207) = 0.235619 * 3.696789 = 0.871035.
    segment = CircularOrifice(invert_ft=100.0, diameter_ft=1.0, partly_full="segment")
    assert segment.flow_cfs(100.5) == pytest.approx(0.871035, abs=1e-5)
    assert segment.flow_cfs(103.0) == ROUND.flow_cfs(103.0)


def test_a_drowned_orifice_is_under_the_difference_of_the_levels() -> None:
    # 103 - 102 = 1: 0.471239 * sqrt(64.4) = 3.781671. A tailwater up to the centre does nothing.
    assert ROUND.flow_cfs(103.0, 102.0) == pytest.approx(3.781671, abs=1e-5)
    assert ROUND.flow_cfs(103.0, 100.5) == ROUND.flow_cfs(103.0)


@pytest.mark.parametrize(("headwater_ft", "passes"), [(99.999, False), (100.0, False), (100.001, True)])
def test_nothing_passes_up_to_the_invert(headwater_ft, passes) -> None:
    assert (ROUND.flow_cfs(headwater_ft) > 0) is passes


@pytest.mark.parametrize(("tailwater_ft", "passes"), [(102.999, True), (103.0, False), (103.001, False)])
def test_nothing_passes_from_the_tailwater_up(tailwater_ft, passes) -> None:
    assert (ROUND.flow_cfs(103.0, tailwater_ft) > 0) is passes


def test_at_the_crown_the_partly_full_orifice_becomes_the_full_one() -> None:
    # At 101 ft the head is 0.5: 0.471239 * sqrt(32.2) = 2.674046 from either side, and with a tailwater at 100.8 ft,
    # where a weir's submergence would jump, 0.471239 * sqrt(64.4 * 0.2) = 1.691215.
    for headwater_ft in (101.0 - 1e-9, 101.0, 101.0 + 1e-9):
        assert ROUND.flow_cfs(headwater_ft) == pytest.approx(2.674046, abs=1e-5)
        assert ROUND.flow_cfs(headwater_ft, 100.8) == pytest.approx(1.691215, abs=1e-5)


def test_a_rectangular_orifice_full_and_partly_full() -> None:
    slot = RectangularOrifice(invert_ft=100.0, width_ft=2.0, height_ft=0.5)
    # Full: A = 1, h = 1.25 - 0.25 = 1: 0.6 * sqrt(64.4) = 4.814977.
    # Half full: 0.6 * 0.5 * sqrt(64.4 * 0.125) = 0.851176.
    assert slot.flow_cfs(101.25) == pytest.approx(4.814977, abs=1e-5)
    assert slot.flow_cfs(100.25) == pytest.approx(0.851176, abs=1e-5)
    assert slot.kinks_ft() == (100.0, 100.5)


def test_an_opening_in_a_plate_is_a_weir_at_low_head_and_an_orifice_above() -> None:
    plate = circular_plate_orifice(invert_ft=100.0, diameter_ft=2.0)
    # Rim 6.283185, area 3.141593. Under 0.1 ft: weir 3.33 * 6.283185 * 0.1^1.5 = 0.661645.
    assert plate.flow_cfs(100.1) == pytest.approx(0.661645, abs=1e-5)
    # Under 2 ft: orifice 0.6 * 3.141593 * sqrt(128.8) = 21.392378; the weir would pass 59.2.
    assert plate.flow_cfs(102.0) == pytest.approx(21.392378, abs=1e-5)
    # They meet where 3.33 * 6.283185 h = 0.6 * 3.141593 * 8.024961: h = 15.126696 / 20.923006 = 0.722969.
    assert plate.kinks_ft() == pytest.approx((100.0, 100.722969), abs=1e-6)


def test_a_drowned_opening_in_a_plate() -> None:
    plate = rectangular_plate_orifice(invert_ft=100.0, length_ft=3.0, width_ft=2.0)
    # Orifice under 102 - 101.5 = 0.5: 0.6 * 6 * sqrt(32.2) = 20.428214; the weir, 3.33 * 10 * 2^1.5 = 94.187, keeps
    # (1 - 0.75^1.5)^0.385 = 0.350481^0.385 = 0.667856, 62.9: the orifice decides.
    assert plate.flow_cfs(102.0, 101.5) == pytest.approx(20.428214, abs=1e-5)
    assert isinstance(plate, HorizontalOrifice)
