"""Sharp-crested weirs against hand computations."""

from __future__ import annotations

import pytest

from headwater.hydraulics.weir import CipollettiWeir, SharpCrestedWeir, VNotchWeir


def test_a_weir_without_contraction() -> None:
    # 3.33 * 4 * 0.5^1.5 = 13.32 * 0.353553 = 4.709331.
    weir = SharpCrestedWeir(invert_ft=100.0, length_ft=4.0)
    assert weir.flow_cfs(100.5) == pytest.approx(4.709331, abs=1e-5)
    assert weir.kinks_ft() == (100.0,)


def test_each_contracted_end_takes_a_tenth_of_the_head_off_the_length() -> None:
    # Two ends: L = 4 - 0.2 * 0.5 = 3.9; 3.33 * 3.9 * 0.353553 = 4.591598.
    weir = SharpCrestedWeir(invert_ft=100.0, length_ft=4.0, end_contractions=2)
    assert weir.flow_cfs(100.5) == pytest.approx(4.591598, abs=1e-5)


@pytest.mark.parametrize(("head_ft", "length_ft"), [(2.9, 0.42), (3.0, 0.4), (3.1, 0.4)])
def test_contraction_ends_where_it_would_make_the_flow_fall(head_ft, length_ft) -> None:
    # A foot of length and two ends: from H = 6 * 1 / 2 = 3 ft up the length stays at 1 - 0.2 * 3 = 0.4 ft.
    weir = SharpCrestedWeir(invert_ft=0.0, length_ft=1.0, end_contractions=2)
    assert weir.flow_cfs(head_ft) == pytest.approx(3.33 * length_ft * head_ft**1.5, rel=1e-9)
    assert weir.kinks_ft() == (0.0, 3.0)


def test_the_coefficient_may_follow_from_the_height_of_the_crest() -> None:
    # C = 3.27 + 0.4 * 0.5 / 2 = 3.37; 3.37 * 4 * 0.353553 = 4.765900.
    weir = SharpCrestedWeir(invert_ft=100.0, length_ft=4.0, crest_height_ft=2.0)
    assert weir.flow_cfs(100.5) == pytest.approx(4.765900, abs=1e-5)


@pytest.mark.parametrize(("head_ft", "coefficient"), [(0.99, 5.25), (1.0, 5.27), (1.01, 5.27)])
def test_that_coefficient_stays_from_five_times_the_height(head_ft, coefficient) -> None:
    weir = SharpCrestedWeir(invert_ft=0.0, length_ft=4.0, crest_height_ft=0.2)
    assert weir.flow_cfs(head_ft) == pytest.approx(coefficient * 4 * head_ft**1.5, rel=1e-9)


def test_a_drowned_weir_keeps_villemontes_share() -> None:
    # Free 3.33 * 4 * 1 = 13.32; tailwater half way up: 13.32 * 0.845386 = 11.260542.
    weir = SharpCrestedWeir(invert_ft=100.0, length_ft=4.0)
    assert weir.flow_cfs(101.0, 100.5) == pytest.approx(11.260542, abs=1e-5)
    assert weir.flow_cfs(101.0, 100.0) == weir.flow_cfs(101.0)


def test_a_notch_of_sixty_degrees() -> None:
    # 2.49 * tan 30 * 0.8^2.5 = 2.49 * 0.577350 * 0.572433 = 0.822936.
    assert VNotchWeir(invert_ft=10.0, angle_deg=60.0).flow_cfs(10.8) == pytest.approx(0.822936, abs=1e-5)
    # Drowned by half: 0.8 ft under, 0.4 ft below: 0.822936 * 0.927842 = 0.763555.
    assert VNotchWeir(invert_ft=10.0, angle_deg=60.0).flow_cfs(10.8, 10.4) == pytest.approx(0.763555, abs=1e-5)


def test_a_cipolletti_weir() -> None:
    # 3.367 * 2 * 0.5^1.5 = 6.734 * 0.353553 = 2.380828.
    assert CipollettiWeir(invert_ft=0.0, length_ft=2.0).flow_cfs(0.5) == pytest.approx(2.380828, abs=1e-5)
