"""Exact windows: all the values that a written number may stand for.

A fact that is written with rounding, or not at all, is a window between two exact ends; a fact that stands for itself
is a window of one point. Owns the arithmetic of windows and their comparison with a threshold; which window a written
number has is `headwater.units`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from headwater.errors import UndefinedValueError

LESS: Final = frozenset({"<", "<="})
MORE: Final = frozenset({">", ">="})
OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


@dataclass(frozen=True, slots=True)
class Window:
    """The values between `low` and `high`; `None` is no end at all. An open end is not itself a value.

    `written` is the number as its writer put it down, carried through arithmetic beside the ends, since volumes are
    computed from it. It is `None` where some part was never written.
    """

    low: Fraction | None
    high: Fraction | None
    low_open: bool = False
    high_open: bool = False
    written: Fraction | None = None

    @property
    def is_point(self) -> bool:
        """Whether one value is all there is."""
        return self.low is not None and self.low == self.high

    def holds(self, op: str, threshold: Fraction) -> bool | None:
        """Return whether every value passes, none does, or (`None`) some do."""
        if op == ">=":
            if self.low is not None and self.low >= threshold:
                return True
            if self.high is not None and (self.high < threshold or (self.high_open and self.high == threshold)):
                return False
            return None
        if op == "<":
            at_least = self.holds(">=", threshold)
            return None if at_least is None else not at_least
        if op == ">":
            if self.low is not None and (self.low > threshold or (self.low_open and self.low == threshold)):
                return True
            if self.high is not None and self.high <= threshold:
                return False
            return None
        if op == "<=":
            more = self.holds(">", threshold)
            return None if more is None else not more
        if op == "=":
            if self.is_point:
                return self.low == threshold
            return None if self.contains(threshold) else False
        if op == "!=":
            equal = self.holds("=", threshold)
            return None if equal is None else not equal
        raise ValueError(f"no comparison {op!r}")  # conditions are parsed before they come here

    def contains(self, value: Fraction) -> bool:
        """Return whether `value` is one of the values."""
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        return not (self.high is not None and (value > self.high or (self.high_open and value == self.high)))

    def narrowed(self, op: str, threshold: Fraction) -> Window:
        """Return the part of the window that passes; the caller knows that there is one."""
        low, high, low_open, high_open = self.low, self.high, self.low_open, self.high_open
        if op in MORE and (low is None or threshold > low or (threshold == low and op == ">")):
            low, low_open = threshold, op == ">"
        elif op in LESS and (high is None or threshold < high or (threshold == high and op == "<")):
            high, high_open = threshold, op == "<"
        elif op == "=":
            low = high = threshold
            low_open = high_open = False
        elif op == "!=" and low == threshold:
            low_open = True
        elif op == "!=" and high == threshold:
            high_open = True
        return Window(low, high, low_open, high_open, self.written)

    def meets(self, other: Window) -> bool:
        """Return whether the two windows share a value."""
        for one, two in ((self, other), (other, self)):
            if one.low is None or two.high is None:
                continue
            if one.low > two.high or (one.low == two.high and (one.low_open or two.high_open)):
                return False
        return True

    def at_written(self) -> Window:
        """Return the written number as a point, or the window itself where nothing was written."""
        return self if self.written is None else point(self.written)

    def __add__(self, other: Window) -> Window:
        if other is ZERO:
            return self
        if self is ZERO:
            return other
        return Window(
            None if self.low is None or other.low is None else self.low + other.low,
            None if self.high is None or other.high is None else self.high + other.high,
            self.low_open or other.low_open,
            self.high_open or other.high_open,
            None if self.written is None or other.written is None else self.written + other.written,
        )

    def __neg__(self) -> Window:
        return Window(
            None if self.high is None else -self.high,
            None if self.low is None else -self.low,
            self.high_open,
            self.low_open,
            None if self.written is None else -self.written,
        )

    def __sub__(self, other: Window) -> Window:
        return self if other is ZERO else self + (-other)

    def times(self, factor: Fraction) -> Window:
        """Return the window scaled by an exact number >= 0."""
        return Window(
            None if self.low is None else self.low * factor,
            None if self.high is None else self.high * factor,
            self.low_open,
            self.high_open,
            None if self.written is None else self.written * factor,
        )


def point(value: Fraction | int) -> Window:
    """Return the window of one value."""
    exact = Fraction(value)
    return Window(exact, exact, written=exact)


ZERO: Final = point(0)
AT_LEAST_ZERO: Final = Window(Fraction(0), None)


def total(windows: Iterable[Window]) -> Window:
    """Return the sum of windows; of none, zero."""
    result = ZERO
    for window in windows:
        result = result + window
    return result


def _quotient(top: Fraction | None, bottom: Fraction | None) -> Fraction | None:
    if top is None or bottom == 0:
        return None
    return Fraction(0) if bottom is None else top / bottom


def ratio(top: Window, bottom: Window) -> Window:
    """Return `top` over `bottom`, a window >= 0.

    Raises
    ------
    UndefinedValueError
        If the denominator is zero and nothing else.
    """
    if bottom.is_point and bottom.low == 0:
        raise UndefinedValueError("a share of nothing has no value")
    written = None
    if top.written is not None and bottom.written is not None and bottom.written != 0:
        written = top.written / bottom.written
    # A positive numerator is least over the greatest denominator; a negative one over the smallest.
    if top.low is not None and top.low >= 0:
        low, low_open = _quotient(top.low, bottom.high), top.low_open or bottom.high_open
        if low == 0 and top.low == 0:
            low_open = top.low_open
    else:
        low, low_open = _quotient(top.low, bottom.low), top.low_open or bottom.low_open
    if top.high is not None and top.high <= 0:
        high, high_open = _quotient(top.high, bottom.high), top.high_open or bottom.high_open
        if high == 0 and top.high == 0:
            high_open = top.high_open
    else:
        high, high_open = _quotient(top.high, bottom.low), top.high_open or bottom.low_open
    return Window(low, high, low_open and low is not None, high_open and high is not None, written)


def largest(windows: Iterable[Window]) -> Window:
    """Return the window of the largest of several values."""
    items = list(windows)
    lows = [(w.low, not w.low_open) for w in items if w.low is not None]
    low, low_closed = max(lows) if lows else (None, True)
    open_above = any(w.high is None for w in items)
    highs = [(w.high, not w.high_open) for w in items if w.high is not None]
    high, high_closed = (None, True) if open_above else max(highs)
    written = None
    if all(w.written is not None for w in items):
        written = max(w.written for w in items if w.written is not None)
    return Window(low, high, not low_closed, not high_closed, written)


def smallest(windows: Iterable[Window]) -> Window:
    """Return the window of the smallest of several values."""
    return -largest(-w for w in windows)
