"""The space of all sites, and how it is cut.

A region is what linear conditions leave of the quantities of a site. Where a test depends on the site, the axis of its
number is cut at the threshold: into what lies above, the point itself, and what lies below; of these, the pieces that
a site can lie in are kept. Owns the regions; who asks is `headwater.rules.verify.unknown`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Final

from headwater.rules.edition import Edition
from headwater.rules.verify.feasible import Constraint, Sense, Span, constraint, solution
from headwater.rules.verify.linear import CONSTANT, Linear, Share
from headwater.rules.verify.vocabulary import (
    COUNTS,
    DISTURBED,
    KEPT,
    NEW,
    RECONSTRUCTED,
    REMOVED,
    SITE,
    Vocabulary,
    laws_of,
    vocabulary,
)
from headwater.window import Window

Side = int
BELOW, AT, ABOVE = -1, 0, 1
HOLDS: Final[Mapping[str, frozenset[Side]]] = {
    "<": frozenset({BELOW}),
    "<=": frozenset({BELOW, AT}),
    "=": frozenset({AT}),
    "!=": frozenset({BELOW, ABOVE}),
    ">=": frozenset({AT, ABOVE}),
    ">": frozenset({ABOVE}),
}

Axis = tuple[tuple[tuple[str, Fraction], ...], tuple[tuple[str, Fraction], ...]]
"""The sum, without its constant, that is compared; for a share, that over which it is taken as well."""


@dataclass(slots=True)
class Region:
    """The quantities of a cell on the way, with its pieces by the cut that made them."""

    constraints: tuple[Constraint, ...]
    axes: Mapping[Axis, Span]
    point: tuple[Fraction, ...]
    pieces: dict[tuple[Axis, Fraction], tuple[tuple[Side, Region], ...]] = field(default_factory=dict)


class Space:
    """All sites of an edition: its free quantities and words, and every region that was cut so far.

    What is found on the way is kept for every question: in `abstract` the words that a formula may come to, in `plain`
    the numbers that follow without a test, in `unsaid` the words that a formula takes from other facts where they are
    not said, in `readings` those that formulas ask for.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.vocabulary: Vocabulary = vocabulary(edition)
        self.abstract: dict[str, tuple[str, ...]] = {}
        self.variables: list[str] = []
        self.plain: dict[str, Window] = {}
        self.unsaid: set[str] = set()
        self.readings: set[str] = set()
        self._places: dict[str, int] = {}
        self._laws: list[Constraint] = []
        self._labels: dict[Axis, str] = {}
        for name in (SITE, DISTURBED, KEPT, RECONSTRUCTED, REMOVED, NEW):
            self._place(name)
        self._laws = [
            self.constraint({name: Fraction(sign) for name, sign in law.items()}, ">" if above else ">=")
            for law, above in laws_of(tuple(self.variables))
        ]
        self.root = self._root()

    def _root(self) -> Region:
        found = solution(self._laws, size=len(self.variables))
        assert found is not None  # the laws hold on an acre of meadow
        return Region(tuple(self._laws), {}, found)

    def domain(self, name: str) -> tuple[str, ...]:
        """Return the words that a fact may be."""
        return self.abstract.get(name) or self.vocabulary.domain(name)

    def _place(self, name: str) -> int:
        place = self._places.get(name)
        if place is None:
            self.variables.append(name)
            place = self._places[name] = len(self.variables)
        return place

    def constraint(self, terms: Mapping[str, Fraction], sense: Sense) -> Constraint:
        """Return a condition on quantities by name, the constant under the empty one."""
        return constraint({self._place(name) if name else 0: factor for name, factor in terms.items()}, sense)

    def _own_laws(self, name: str) -> list[Constraint]:
        """Return what binds a quantity that is met on the way."""
        if name in self._places or not name:
            return []
        above = next(strict for law, strict in laws_of([name]) if law == {name: 1})
        return [self.constraint({name: Fraction(1)}, ">" if above else ">=")]

    # ---- cutting -----------------------------------------------------------------------------------------------------

    def cut(
        self, region: Region, fact: str, number: Linear | Share, threshold: Fraction
    ) -> tuple[tuple[Side, Region], ...]:
        """Return the pieces of a region that lie above a threshold of a number, at it, and below it."""
        axis, threshold = _axis(number, threshold)
        known = region.axes.get(axis)
        if known is not None:
            side = _side(known, threshold)
            if side is not None:
                return ((side, region),)
        pieces = region.pieces.get((axis, threshold))
        if pieces is None:
            pieces = region.pieces[axis, threshold] = tuple(self._pieces(region, fact, axis, threshold))
        return pieces

    def _pieces(self, region: Region, fact: str, axis: Axis, threshold: Fraction) -> Iterator[tuple[Side, Region]]:
        terms = dict(axis[0])
        for name, factor in axis[1] or ((CONSTANT, Fraction(1)),):
            terms[name] = terms.get(name, Fraction(0)) - threshold * factor
        for name in terms:
            self._laws.extend(self._own_laws(name))
        if len(region.point) < len(self.variables):  # a quantity that was met after the region was cut
            region.point = self._solved(region.constraints) or region.point
        name = axis[0][0][0] if len(axis[0]) == 1 and not axis[1] else ""
        sides = []
        for side in (AT, ABOVE, BELOW) if name in COUNTS else (ABOVE, AT, BELOW):
            new = self._at_side(side, terms, count=name if name in COUNTS else None, threshold=threshold)
            if new is None:
                continue
            system = (*region.constraints, new)
            found = region.point if new.holds(region.point) else self._solved(system)
            if found is not None:
                sides.append((side, system, found))
        for side, system, found in sides:
            if len(sides) == 1:
                yield side, region
                continue
            self._labels.setdefault(axis, fact)
            span = _cut(region.axes.get(axis, Span(None, None, False, False)), side, threshold)
            yield side, Region(system, {**region.axes, axis: span}, found)

    def _solved(self, constraints: tuple[Constraint, ...]) -> tuple[Fraction, ...] | None:
        return solution(self.system(constraints), size=len(self.variables))

    def spans(self, axes: Mapping[Axis, Span]) -> dict[str, Span]:
        """Return the interval on each axis, by the fact that was first asked of it."""
        return {self._labels[axis]: span for axis, span in axes.items()}

    def system(self, constraints: tuple[Constraint, ...]) -> tuple[Constraint, ...]:
        """Return conditions with the laws that bind quantities met after the cell was cut."""
        return tuple(dict.fromkeys((*self._laws, *constraints)))

    def _at_side(
        self, side: Side, terms: Mapping[str, Fraction], *, count: str | None, threshold: Fraction
    ) -> Constraint | None:
        if count is not None:  # between two whole numbers there is none
            if side == AT:
                return self.constraint(terms, "=") if threshold.denominator == 1 else None
            nearest = ceil(threshold) - 1 if side == BELOW else floor(threshold) + 1
            sign = Fraction(side)
            return self.constraint({count: sign, CONSTANT: -sign * nearest}, ">=")
        if side == BELOW:
            return self.constraint({name: -factor for name, factor in terms.items()}, ">")
        return self.constraint(terms, "=" if side == AT else ">")


def _axis(number: Linear | Share, threshold: Fraction) -> tuple[Axis, Fraction]:
    """Return what a number is cut along, and where: the constant of a sum moves to the threshold."""
    if isinstance(number, Share):
        return (number.of.terms, number.over.terms), threshold
    constant = next((factor for name, factor in number.terms if name == CONSTANT), Fraction(0))
    return (tuple(term for term in number.terms if term[0] != CONSTANT), ()), threshold - constant


def _side(span: Span, threshold: Fraction) -> Side | None:
    if span.low is not None and (span.low > threshold or (span.low == threshold and span.low_open)):
        return ABOVE
    if span.high is not None and (span.high < threshold or (span.high == threshold and span.high_open)):
        return BELOW
    return AT if span.low is not None and span.low == span.high else None


def _cut(span: Span, side: Side, threshold: Fraction) -> Span:
    if side == AT:
        return Span(threshold, threshold, False, False)
    if side == BELOW:
        return Span(span.low, threshold, span.low_open, True)
    return Span(threshold, span.high, True, span.high_open)
