"""The walk along one number finds where an outcome changes, exactly and first."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from headwater.review.crossing import Ask, Crossing, Seen, Walk, simplest_between


def ask_by(outcome: Callable[[Fraction], str], **compared: Callable[[Fraction], tuple[Fraction, Fraction]]) -> Ask:
    def ask(value: Fraction) -> Seen | None:
        if value < 0:
            return None
        return Seen({"it": outcome(value)}, {name: quantity(value) for name, quantity in compared.items()})

    return ask


def first(ask: Ask, start: Fraction | int, *, up: bool) -> Crossing | None:
    walk = Walk(ask=ask, start=Fraction(start), up=up)
    seen = walk.at(walk.start)
    assert seen is not None
    before = seen.outcomes["it"]
    return walk.first("it", changed=lambda outcome: outcome != before)


def test_a_threshold_that_is_met_at_its_value_is_attained() -> None:
    ask = ask_by(lambda x: "yes" if x >= 5 else "no", x=lambda x: (x, Fraction(5)))
    crossing = first(ask, 3, up=True)
    assert crossing is not None
    assert (crossing.at, crossing.attained, crossing.outcome) == (Fraction(5), True, "yes")


def test_a_threshold_that_must_be_passed_is_not_attained() -> None:
    ask = ask_by(lambda x: "yes" if x > 5 else "no", x=lambda x: (x, Fraction(5)))
    crossing = first(ask, 3, up=True)
    assert crossing is not None
    assert (crossing.at, crossing.attained) == (Fraction(5), False)


def test_walking_down_from_a_threshold_leaves_it_at_once() -> None:
    ask = ask_by(lambda x: "yes" if x >= 5 else "no", x=lambda x: (x, Fraction(5)))
    crossing = first(ask, 5, up=False)
    assert crossing is not None
    assert (crossing.at, crossing.attained, crossing.compared) == (Fraction(5), False, "x")


def test_a_share_meets_its_threshold_exactly() -> None:
    # 30 of 100 + x falls below 20 % beyond 100 + x = 150.
    def share(x: Fraction) -> Fraction:
        return Fraction(30) / (100 + x)

    ask = ask_by(lambda x: "below" if share(x) < Fraction(1, 5) else "not", share=lambda x: (share(x), Fraction(1, 5)))
    crossing = first(ask, 7, up=True)
    assert crossing is not None
    assert (crossing.at, crossing.attained) == (Fraction(50), False)


def test_a_row_that_holds_at_one_point_is_found() -> None:
    ask = ask_by(lambda x: "at" if x == 4 else "off", x=lambda x: (x, Fraction(4)))
    crossing = first(ask, 1, up=True)
    assert crossing is not None
    assert (crossing.at, crossing.attained, crossing.outcome) == (Fraction(4), True, "at")


def test_thresholds_without_effect_are_walked_past() -> None:
    ask = ask_by(
        lambda x: "far" if x >= 9 else "near",
        idle=lambda x: (x, Fraction(2)),
        other=lambda x: (3 * x, Fraction(12)),
        x=lambda x: (x, Fraction(9)),
    )
    crossing = first(ask, 1, up=True)
    assert crossing is not None
    assert (crossing.at, crossing.compared) == (Fraction(9), "x")


def test_a_change_that_no_comparison_announces_is_narrowed_down_to_its_simplest_fraction() -> None:
    crossing = first(ask_by(lambda x: "low" if x < Fraction(17, 4) else "high"), 3, up=True)
    assert crossing is not None
    assert (crossing.at, crossing.attained) == (Fraction(17, 4), True)


def test_a_change_before_the_announced_one_is_not_overlooked() -> None:
    # The comparison tells of 8; the outcome changes at 6 without a word.
    ask = ask_by(lambda x: "low" if x < 6 else "high", x=lambda x: (x, Fraction(8)))
    crossing = first(ask, 5, up=True)
    assert crossing is not None
    assert (crossing.at, crossing.attained) == (Fraction(6), True)


def test_the_walk_ends_where_the_number_cannot_be() -> None:
    ask = ask_by(lambda x: "below" if x < 0 else "not", x=lambda x: (x, Fraction(0)))
    assert first(ask, 3, up=False) is None


def test_what_never_changes_has_no_crossing() -> None:
    assert first(ask_by(lambda x: "same", x=lambda x: (x, Fraction(4))), 3, up=True) is None


@pytest.mark.parametrize(
    ("low", "high", "simplest"),
    [("0.33", "0.34", "1/3"), ("2", "5/2", "2"), ("-0.51", "-0.49", "-1/2"), ("-1", "1", "0"), ("3.1", "3.2", "16/5")],
)
def test_the_simplest_fraction_has_the_smallest_denominator(low: str, high: str, simplest: str) -> None:
    found = simplest_between(Fraction(low), Fraction(high))
    assert found == Fraction(simplest)
    smaller = (
        Fraction(top, bottom) for bottom in range(1, found.denominator) for top in range(-4 * bottom, 6 * bottom)
    )
    assert not any(Fraction(low) <= one <= Fraction(high) for one in smaller)
