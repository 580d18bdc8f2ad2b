"""Numbers of a site that nobody has measured: sums of named quantities, and shares of one sum in another.

Owns the two kinds of number that an edition's facts come down to when its sums, ratios and formulas are run on a site
that is not known. Both are windows without ends, so that a formula takes them as it takes any fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from headwater.errors import EditionError
from headwater.window import Window

CONSTANT: Final = ""
"""The name under which a sum keeps its constant."""


@dataclass(frozen=True, slots=True)
class Linear(Window):
    """A sum of quantities by name, each with its factor; the constant stands under the empty name."""

    terms: tuple[tuple[str, Fraction], ...] = ()

    def __add__(self, other: Window) -> Linear:
        added = dict(self.terms)
        for name, factor in as_linear(other).terms:
            added[name] = added.get(name, Fraction(0)) + factor
        return linear(added)

    def __radd__(self, other: Window) -> Linear:
        return self + other

    def __neg__(self) -> Linear:
        return linear({name: -factor for name, factor in self.terms})

    def __sub__(self, other: Window) -> Linear:
        return self + (-as_linear(other))

    def __rsub__(self, other: Window) -> Linear:
        return as_linear(other) - self

    def times(self, factor: Fraction) -> Linear:
        """Return the sum scaled by an exact number."""
        return linear({name: own * factor for name, own in self.terms})

    def at_written(self) -> Linear:
        """Return the sum itself: nothing of it was written."""
        return self


@dataclass(frozen=True, slots=True)
class Share(Window):
    """One sum over another, which is above zero."""

    of: Linear = Linear(None, None)
    over: Linear = Linear(None, None)


def linear(terms: Mapping[str, Fraction]) -> Linear:
    """Return the sum of `terms`."""
    kept = tuple(sorted((name, factor) for name, factor in terms.items() if factor != 0))
    return Linear(None, None, terms=kept)


def quantity(name: str) -> Linear:
    """Return the sum that is one quantity."""
    return linear({name: Fraction(1)})


def as_linear(number: Window) -> Linear:
    """Return a number as a sum.

    Raises
    ------
    EditionError
        If it is a share, or a number of which only a span is known.
    """
    if isinstance(number, Linear):
        return number
    if number.low is not None and number.low == number.high:
        return linear({CONSTANT: number.low})
    raise EditionError(
        "a formula adds a share, or takes the larger of two areas, which the proof cannot follow; "
        "let it ask `world.positive` which is the larger"
    )
