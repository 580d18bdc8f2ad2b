"""Numbers as a plan writes them, and the roundest number of a span."""

from __future__ import annotations

from fractions import Fraction

import pytest

from headwater.rules.verify.feasible import Span
from headwater.rules.verify.written import digits, roundest, written
from headwater.units import SF_PER_AC, parse_quantity, to_base

SITE = "site_area_sf"


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        (SITE, 5 * SF_PER_AC, "exactly 5 ac"),
        (SITE, SF_PER_AC / 5, "exactly 0.2 ac"),
        ("removed_sf", Fraction(91), "91 sf"),
        ("net_increase_sf", Fraction(-1000), "-1,000 sf"),
        ("new_sf", Fraction(0), "none"),
        ("action.width_ft", Fraction(12), "exactly 12 ft"),
        ("action.disturbed_fraction", Fraction(2, 5), "40 %"),
        ("action.disturbed_fraction", Fraction(1, 3), "about 33.3 %"),
        ("action.lots", Fraction(3), "3"),
    ],
)
def test_a_number_is_written_in_the_unit_in_which_it_is_rounder(name, value, text):
    assert written(name, value) == text


@pytest.mark.parametrize("value", [SF_PER_AC / 10, Fraction(9), Fraction(4356), Fraction(10_000), 3 * SF_PER_AC / 4])
def test_what_is_written_stands_for_itself_alone(value):
    quantity = parse_quantity(written("new_sf", value), family="area")
    assert quantity.is_exact
    assert to_base(quantity)[2] == value


def span(low: int | Fraction | None, high: int | Fraction | None, ends: str = "[]") -> Span:
    return Span(
        None if low is None else Fraction(low), None if high is None else Fraction(high), ends[0] == "(", ends[1] == ")"
    )


@pytest.mark.parametrize(
    ("name", "within", "value"),
    [
        (SITE, span(0, None, "(]"), SF_PER_AC),
        (SITE, span(SF_PER_AC, 5 * SF_PER_AC, "()"), 2 * SF_PER_AC),
        (SITE, span(0, SF_PER_AC, "()"), SF_PER_AC / 10),
        (SITE, span(5 * SF_PER_AC, None), 5 * SF_PER_AC),
        ("new_sf", span(0, 900), 0),
        ("new_sf", span(0, 900, "(]"), 100),
        ("removed_sf", span(90, 100, "()"), 91),
        ("removed_sf", span(100, 1000), 100),
        ("action.lots", span(3, None), 3),
        ("action.width_ft", span(Fraction(21, 2), 11, "()"), Fraction(106, 10)),
    ],
)
def test_the_number_of_fewest_digits_is_chosen_and_the_smallest_of_several(name, within, value):
    assert roundest(name, within) == value


def test_a_span_with_nothing_round_in_it_still_has_a_number():
    narrow = span(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**9), "()")
    assert narrow.low is not None
    assert narrow.high is not None
    assert narrow.low < roundest("new_sf", narrow) < narrow.high


def test_zero_takes_no_digit_and_decimals_count_twice():
    assert [digits("new_sf", value) for value in (Fraction(0), Fraction(4000), SF_PER_AC / 10, Fraction(91))] == [
        0,
        1,
        2,
        2,
    ]
