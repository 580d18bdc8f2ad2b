"""Exact feasibility, against every point of a small grid."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.rules.verify.feasible import Constraint, Span, constraint, solution

GRID = [Fraction(part, 2) for part in range(-6, 7)]
SIZE = 2

coefficients = st.integers(-3, 3)
constraints = st.builds(
    lambda vector, sense: Constraint(vector, sense),
    st.tuples(st.integers(-4, 4), coefficients, coefficients),
    st.sampled_from([">=", ">", "="]),
)
systems = st.lists(constraints, max_size=6)


@given(systems)
def test_a_solution_holds_and_where_there_is_none_no_point_of_the_grid_holds(system):
    found = solution(system, size=SIZE)
    if found is not None:
        assert all(item.holds(found) for item in system)
    else:
        for point in itertools.product(GRID, repeat=SIZE):
            assert not all(item.holds(point) for item in system)


@given(systems)
def test_the_order_of_the_choices_changes_no_answer(system):
    found = [solution(system, size=SIZE, order=order) for order in ([1, 2], [2, 1])]
    assert len({point is None for point in found}) == 1
    assert all(point is None or all(item.holds(point) for item in system) for point in found)


@given(systems, st.lists(st.fractions(0, 1, max_denominator=8), min_size=SIZE, max_size=SIZE))
def test_any_value_within_the_span_offered_can_be_chosen(system: list[Constraint], shares: list[Fraction]) -> None:
    def choose(variable: int, span: Span) -> Fraction:
        low = span.low if span.low is not None else (span.high or Fraction(0)) - 5
        high = span.high if span.high is not None else low + 5
        share = shares[variable - 1]
        if (share == 0 and span.low_open) or (share == 1 and span.high_open):
            share = Fraction(1, 2)
        return low + share * (high - low)

    found = solution(system, size=SIZE, choose=choose, order=[1, 2])
    assert (found is None) == (solution(system, size=SIZE) is None)
    assert found is None or all(item.holds(found) for item in system)


three_wide = st.builds(
    lambda vector, sense: Constraint(vector, sense),
    st.tuples(st.integers(-2, 2), *[st.integers(-2, 2)] * 3),
    st.sampled_from([">=", ">", "="]),
)


@given(st.lists(three_wide, min_size=3, max_size=6))
def test_three_variables(system):
    found = solution(system, size=3)
    whole = [Fraction(part) for part in range(-3, 4)]
    if found is not None:
        assert all(item.holds(found) for item in system)
    else:
        for point in itertools.product(whole, repeat=3):
            assert not all(item.holds(point) for item in system)


def test_an_open_end_is_no_value():
    above = constraint({1: Fraction(1), 0: Fraction(-1)}, ">")  # x > 1
    below = constraint({1: Fraction(-1), 0: Fraction(1)}, ">=")  # x <= 1
    assert solution([above, below], size=1) is None
    assert solution([constraint({1: Fraction(1), 0: Fraction(-1)}, ">="), below], size=1) == (Fraction(1),)


def test_fractions_are_cleared_of_their_denominators():
    item = constraint({0: Fraction(-1, 2), 1: Fraction(1, 3)}, ">=")  # x / 3 >= 1 / 2
    assert item == Constraint((-3, 2), ">=")


@pytest.mark.parametrize(
    ("constant", "sense", "holds"), [(0, "=", True), (0, ">", False), (-1, ">=", False), (1, ">", True)]
)
def test_a_condition_without_a_variable_holds_or_does_not(constant, sense, holds):
    assert (solution([Constraint((constant,), sense)], size=1) is not None) == holds
