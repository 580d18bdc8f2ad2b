"""Spans: the values that a number may have, between two exact ends, for telling what the facts of a plan can prove.

Owns the little arithmetic that a plan needs to contradict itself or not; what a rule asks of a window is
`headwater.window`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from headwater.units import Quantity, to_base


@dataclass(frozen=True)
class Span:
    """The values between `low` and `high`; `None` is no end at all, and an open end is not itself a value."""

    low: Fraction | None
    high: Fraction | None
    low_open: bool = False
    high_open: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is no such value."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    @property
    def is_point(self) -> bool:
        """Whether there is one such value."""
        return self.low is not None and self.low == self.high and not (self.low_open or self.high_open)

    def meet(self, other: Span) -> Span:
        """Return the values of both."""
        low, low_open = self.low, self.low_open
        if other.low is not None and (low is None or other.low > low):
            low, low_open = other.low, other.low_open
        elif other.low is not None and other.low == low:
            low_open = low_open or other.low_open
        high, high_open = self.high, self.high_open
        if other.high is not None and (high is None or other.high < high):
            high, high_open = other.high, other.high_open
        elif other.high is not None and other.high == high:
            high_open = high_open or other.high_open
        return Span(low, high, low_open, high_open)

    def exceeds(self, other: Span) -> bool:
        """Return whether every value here is above every value there."""
        if self.low is None or other.high is None:
            return False
        return self.low > other.high or (self.low == other.high and (self.low_open or other.high_open))

    def nearest(self, value: Fraction) -> Fraction:
        """Return `value`, or where it lies outside, the closest end that is a value, or else the middle."""
        if Span(value, value).meet(self).is_empty:
            ends = [end for end, is_open in ((self.low, self.low_open), (self.high, self.high_open)) if not is_open]
            known = [end for end in ends if end is not None]
            if known:
                return min(known, key=lambda end: abs(end - value))
            if self.low is not None and self.high is not None:
                return (self.low + self.high) / 2
        return value

    def __add__(self, other: Span) -> Span:
        return Span(
            None if self.low is None or other.low is None else self.low + other.low,
            None if self.high is None or other.high is None else self.high + other.high,
            self.low_open or other.low_open,
            self.high_open or other.high_open,
        )

    def __neg__(self) -> Span:
        return Span(
            None if self.high is None else -self.high,
            None if self.low is None else -self.low,
            self.high_open,
            self.low_open,
        )

    def __sub__(self, other: Span) -> Span:
        return self + (-other)


ZERO = Span(Fraction(0), Fraction(0))


def span_of(quantity: Quantity) -> Span:
    """Return the values that a quantity stands for, in the base unit of its family."""
    low, high, _ = to_base(quantity)
    return Span(low, high, high_open=low != high)
