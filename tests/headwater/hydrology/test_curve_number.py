"""Curve numbers: the table typed twice, dual groups, composites, unconnected ground, a wetter or drier start."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError, UnknownNameError
from headwater.hydrology.curve_number import (
    antecedent_curve_number,
    composite_curve_number,
    connected_curve_number,
    covers,
    curve_number,
    unconnected_curve_number,
    whole_curve_number,
)

# TR-55 tables 2-2a to 2-2c once more, typed by itself: A B C D, then the cover.
TYPED_AGAIN = """
68 79 86 89 open space, poor
49 69 79 84 open space, fair
39 61 74 80 open space, good
98 98 98 98 impervious
83 89 92 93 paved road, open ditch
76 85 89 91 gravel road
72 82 87 89 dirt road
77 86 91 94 newly graded
89 92 94 95 commercial
81 88 91 93 industrial
77 85 90 92 lots of 1/8 acre
61 75 83 87 lots of 1/4 acre
57 72 81 86 lots of 1/3 acre
54 70 80 85 lots of 1/2 acre
51 68 79 84 lots of 1 acre
46 65 77 82 lots of 2 acres
77 86 91 94 fallow, bare
67 78 85 89 row crops, straight, good
72 81 88 91 row crops, straight, poor
39 61 74 80 pasture, good
49 69 79 84 pasture, fair
68 79 86 89 pasture, poor
30 58 71 78 meadow
30 48 65 73 brush, good
35 56 70 77 brush, fair
48 67 77 83 brush, poor
30 55 70 77 woods, good
36 60 73 79 woods, fair
45 66 77 83 woods, poor
98 98 98 98 water surface
100 100 100 100 water surface, all rain runs off
"""


def test_the_table_is_the_one_that_was_typed_again() -> None:
    again = {}
    for line in TYPED_AGAIN.strip().splitlines():
        *numbers, cover = line.split(maxsplit=4)
        again[cover] = tuple(map(float, numbers))
    assert {name: cover.numbers for name, cover in covers().items()} == again


@pytest.mark.parametrize("name", sorted(covers()))
def test_a_number_never_falls_from_a_soil_to_a_tighter_one(name: str) -> None:
    assert list(covers()[name].numbers) == sorted(covers()[name].numbers)


@pytest.mark.parametrize(
    ("lot", "impervious_fraction"),
    [
        ("lots of 1/8 acre", 0.65),
        ("lots of 1/4 acre", 0.38),
        ("lots of 1/3 acre", 0.30),
        ("lots of 1/2 acre", 0.25),
        ("lots of 1 acre", 0.20),
        ("lots of 2 acres", 0.12),
        ("commercial", 0.85),
        ("industrial", 0.72),
    ],
)
def test_a_row_of_lots_is_its_impervious_share_over_good_open_space(lot: str, impervious_fraction: float) -> None:
    for group in "ABCD":
        lawn = curve_number("open space, good", group)
        composite = connected_curve_number(lawn, impervious_fraction=impervious_fraction)
        assert curve_number(lot, group) == pytest.approx(composite, abs=1.0)


@pytest.mark.parametrize("written", ["woods, good", "Woods Good", "  WOODS,  good "])
def test_a_cover_is_found_however_it_is_written(written: str) -> None:
    assert curve_number(written, "b") == 55


def test_a_dual_group_counts_as_d_unless_it_is_drained() -> None:
    assert curve_number("meadow", "A/D") == 78
    assert curve_number("meadow", "A/D", drained=True) == 30
    assert curve_number("meadow", "C/D", drained=True) == 71


@pytest.mark.parametrize(("cover", "group"), [("lawn of gold", "A"), ("meadow", "E"), ("meadow", "A/C"), ("", "A")])
def test_an_unknown_cover_or_group_is_refused_with_what_there_is(cover: str, group: str) -> None:
    with pytest.raises(UnknownNameError, match="expected one of"):
        curve_number(cover, group)


@pytest.mark.parametrize(("number", "whole"), [(80.49, 80), (80.5, 81), (80.51, 81), (0.4, 0), (99.5, 100)])
def test_a_number_is_taken_to_the_nearest_whole_one_halves_up(number: float, whole: int) -> None:
    assert whole_curve_number(number) == whole


def test_a_half_that_floats_miss_by_a_hair_still_goes_up() -> None:
    areas = [(0.1, 61), (0.1, 98), (0.1, 61), (0.1, 98)]  # 79.5 by hand
    assert whole_curve_number(composite_curve_number(areas)) == 80


def test_a_composite_of_nothing_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="total area"):
        composite_curve_number([])


@pytest.mark.parametrize(
    ("impervious_fraction", "number"),
    [
        (0.29, 61 + 0.29 * 37 * 0.5),
        (0.30, 61 + 0.30 * 37),
        (0.31, 61 + 0.31 * 37),
    ],
)
def test_from_30_percent_on_it_makes_no_difference_that_ground_is_unconnected(
    impervious_fraction: float, number: float
) -> None:
    made = unconnected_curve_number(61, impervious_fraction=impervious_fraction, unconnected_fraction=1.0)
    assert made == pytest.approx(number)


@pytest.mark.parametrize("fraction", [-0.01, 1.01, float("nan"), 35.0])
def test_a_share_that_is_none_is_refused(fraction: float) -> None:
    with pytest.raises(OutOfRangeError, match="expected 0 to 1"):
        connected_curve_number(61, impervious_fraction=fraction)
    with pytest.raises(OutOfRangeError, match="expected 0 to 1"):
        unconnected_curve_number(61, impervious_fraction=0.1, unconnected_fraction=fraction)


@pytest.mark.parametrize(
    ("average", "dry", "wet"), [(80, 63, 91), (75, 57, 88), (70, 51, 85), (65, 45, 82), (60, 40, 78), (50, 31, 70)]
)
def test_a_dry_and_a_wet_start_are_those_of_the_handbooks_table(average: int, dry: int, wet: int) -> None:
    assert antecedent_curve_number(average, "I") == dry
    assert antecedent_curve_number(average, "II") == average
    assert antecedent_curve_number(average, "III") == wet


@given(st.floats(10, 80))
def test_the_table_of_starts_follows_the_known_fit(number: float) -> None:
    """CN/(2.281 - 0.01281 CN) and CN/(0.427 + 0.00573 CN), a published fit to it that is within about 1 up to 80."""
    assert antecedent_curve_number(number, "I") == pytest.approx(number / (2.281 - 0.01281 * number), abs=1.6)
    assert antecedent_curve_number(number, "III") == pytest.approx(number / (0.427 + 0.00573 * number), abs=1.6)


@given(st.floats(0, 100))
def test_a_drier_start_never_has_the_higher_number(number: float) -> None:
    dry, average, wet = (antecedent_curve_number(number, condition) for condition in ("I", "II", "III"))
    assert 0 <= dry <= average <= wet <= 100


@pytest.mark.parametrize("number", [-0.1, 100.1, float("nan")])
def test_a_start_for_no_curve_number_is_refused(number: float) -> None:
    with pytest.raises(OutOfRangeError, match="expected 0 to 100"):
        antecedent_curve_number(number, "I")
