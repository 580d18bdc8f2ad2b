"""Windows: what they hold, and that their arithmetic loses no value and invents no certainty."""

from __future__ import annotations

import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import UndefinedValueError
from headwater.window import OPPOSITE, Window, largest, point, ratio, smallest

COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
NUMBERS = st.integers(min_value=-12, max_value=12).map(lambda n: Fraction(n, 4))


@st.composite
def windows(draw: st.DrawFn, *, least: int = -12) -> Window:
    low = Fraction(draw(st.integers(min_value=least, max_value=12)), 4)
    width = Fraction(draw(st.integers(min_value=0, max_value=8)), 4)
    if width == 0:
        return point(low)
    ends_open = draw(st.tuples(st.booleans(), st.booleans()))
    high = None if draw(st.booleans()) and draw(st.booleans()) else low + width
    return Window(low, high, ends_open[0], ends_open[1] and high is not None)


def samples(window: Window) -> list[Fraction]:
    """Return values of a window: its closed ends, points just inside the open ones, and some between."""
    assert window.low is not None
    high = window.high if window.high is not None else window.low + 100
    step = (high - window.low) / 8
    return [value for value in (window.low + step * n for n in range(9)) if window.contains(value)] + (
        [window.low + step / 1000] if window.low_open else []
    )


@given(windows(), st.sampled_from(sorted(COMPARE)), NUMBERS)
def test_a_comparison_is_decided_only_if_every_value_agrees(window: Window, op: str, threshold: Fraction) -> None:
    answers = {COMPARE[op](value, threshold) for value in samples(window)}
    decided = window.holds(op, threshold)
    if decided is not None:
        assert answers == {decided}
    elif op not in ("=", "!="):
        # Undecided means that a value lies on each side; sampling near the threshold must show both.
        near = [
            v for v in (threshold, threshold - Fraction(1, 10**6), threshold + Fraction(1, 10**6)) if window.contains(v)
        ]
        assert {COMPARE[op](value, threshold) for value in samples(window) + near} == {True, False}


@given(windows(), st.sampled_from(sorted(COMPARE)), NUMBERS)
def test_the_two_parts_of_a_split_hold_every_value_once(window: Window, op: str, threshold: Fraction) -> None:
    if window.holds(op, threshold) is None and op not in ("=", "!="):
        inside, outside = window.narrowed(op, threshold), window.narrowed(OPPOSITE[op], threshold)
        for value in samples(window):
            assert inside.contains(value) == COMPARE[op](value, threshold)
            assert outside.contains(value) != inside.contains(value)
        assert not inside.meets(outside)


@given(windows(), windows())
def test_sums_and_differences_hold_what_their_values_give(one: Window, two: Window) -> None:
    for first in samples(one):
        for second in samples(two):
            assert (one + two).contains(first + second)
            assert (one - two).contains(first - second)


@given(windows(), windows(least=1))
def test_a_share_holds_what_its_values_give(top: Window, bottom: Window) -> None:
    share = ratio(top, bottom)
    for first in samples(top):
        for second in samples(bottom):
            assert share.contains(first / second)


@given(st.lists(windows(), min_size=1, max_size=3))
def test_the_largest_and_the_smallest_hold_what_their_values_give(items: list[Window]) -> None:
    for place in range(9):
        values = [values[min(place, len(values) - 1)] for values in (samples(item) for item in items) if values]
        if len(values) == len(items):
            assert largest(items).contains(max(values))
            assert smallest(items).contains(min(values))


def test_a_share_of_nothing_has_no_value() -> None:
    with pytest.raises(UndefinedValueError):
        ratio(point(1), point(0))


def test_printed_neighbours_of_the_same_precision_never_share_a_value() -> None:
    # 9.9 stands for 9.85 up to 9.95, 10.0 for 9.95 up to 10.05: halves go up, so 9.95 belongs to the second alone.
    lower = Window(Fraction("9.85"), Fraction("9.95"), high_open=True, written=Fraction("9.9"))
    upper = Window(Fraction("9.95"), Fraction("10.05"), high_open=True, written=Fraction(10))
    assert not lower.meets(upper)
    assert (lower - upper).holds("<", Fraction(0)) is True
    assert (upper - lower).holds("<=", Fraction(0)) is False
