"""Where along one number an outcome changes: exactly, and no farther than it must.

A question is asked at exact values of one number, walking away from where it stands. At each value it tells its
outcomes and the comparisons that it made. A compared quantity is, over a piece of the line, a number over a number that
are both linear in the one walked along (areas add up, shares divide), so that three values of it tell where it meets
its threshold. Those places are visited in turn, with some of fixed distance between them that find what no comparison
announces; halving then narrows it down.

Owns the walk; what is asked is `headwater.review.flips`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

Key = Hashable
MOST_PLACES: Final = 12
MOST_HALVINGS: Final = 40
# How far beyond a threshold "just beyond" is, as a share of what is walked along.
JUST: Final = Fraction(1, 10**9)
# Where the walk looks besides, as multiples of where it starts.
BESIDES: Final = {True: (Fraction(2), Fraction(10)), False: (Fraction(1, 2), Fraction(0))}


@dataclass(frozen=True, slots=True)
class Seen:
    """What is found at one value: each outcome that is asked for, and each compared quantity with its threshold."""

    outcomes: Mapping[Key, Hashable]
    compared: Mapping[Key, tuple[Fraction, Fraction]]


Ask = Callable[[Fraction], Seen | None]
"""Asks at one value of the number; None where the number cannot be that."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where an outcome changes: at `at` itself where that is `attained`, else just beyond it, going `up` or down.

    `compared` names the quantity that meets its threshold there, where one does.
    """

    at: Fraction
    attained: bool
    up: bool
    outcome: Hashable
    compared: Key | None = None

    @property
    def just(self) -> Fraction:
        """A step that stands for "just beyond", signed by the direction."""
        size = (abs(self.at) or 1) * JUST
        return size if self.up else -size


@dataclass(frozen=True, slots=True)
class _Place:
    """One place of the walk: its value, what was compared there, and whether it lies just beyond that."""

    value: Fraction
    compared: Key | None = None
    beyond: Fraction | None = None


@dataclass(slots=True)
class Walk:
    """The walk along one number from `start`, up or down.

    Each value is asked once; two walks from one start may share what was `asked`.
    """

    ask: Ask
    start: Fraction
    up: bool
    asked: dict[Fraction, Seen | None] = field(default_factory=dict)
    _walked: list[_Place] = field(default_factory=list)
    _roots: dict[Key, Fraction | None] = field(default_factory=dict)
    _onward: Iterator[_Place] | None = None

    def at(self, value: Fraction) -> Seen | None:
        """Return what is found at a value."""
        if value not in self.asked:
            self.asked[value] = self.ask(value)
        return self.asked[value]

    def first(self, key: Key, *, changed: Callable[[Hashable], bool]) -> Crossing | None:
        """Return the first place where the outcome `key` is a changed one; None where it is nowhere met."""

        def is_changed(value: Fraction) -> bool:
            seen = self.at(value)
            return seen is not None and changed(seen.outcomes[key])

        last = self.start
        for place in self._places():
            if not is_changed(place.value):
                last = place.value
                continue
            if place.beyond is not None and place.beyond == last:
                return self._crossing(last, key, attained=False, found=place)
            if place.compared is not None and not is_changed(place.value - self._just):
                return self._crossing(place.value, key, attained=True, found=place)
            return self._narrowed(last, place, key, is_changed)
        return None

    # ---- the places to look at, nearest first, shared by all that is asked ----------------------------------------

    @property
    def _just(self) -> Fraction:
        size = (abs(self.start) or 1) * JUST
        return size if self.up else -size

    def _places(self) -> Iterator[_Place]:
        place = 0
        if self._onward is None:
            self._onward = self._walk()
        while True:
            if place == len(self._walked):
                new = next(self._onward, None)
                if new is None:
                    return
                self._walked.append(new)
            yield self._walked[place]
            place += 1

    def _walk(self) -> Iterator[_Place]:
        here = self.start + self._just
        besides = [self.start * factor for factor in BESIDES[self.up] if self.start != 0]
        if self.at(self.start) is None or self.at(here) is None:
            return
        yield _Place(here, beyond=self.start)
        for _ in range(MOST_PLACES):
            self._learn(here)
            roots = [(root, key) for key, root in self._roots.items() if root is not None and self._ahead(root, here)]
            besides = [value for value in besides if self._ahead(value, here)]
            ahead = [*roots, *((value, None) for value in besides)]
            if not ahead:
                return
            value, key = (min if self.up else max)(ahead, key=lambda pair: pair[0])
            if self.at(value) is None:
                return
            yield _Place(value, compared=key)
            here = value
            if key is not None:
                here = value + self._just
                if self.at(here) is None:
                    return
                yield _Place(here, compared=key, beyond=value)

    def _ahead(self, value: Fraction, here: Fraction) -> bool:
        return value > here if self.up else value < here

    def _learn(self, here: Fraction) -> None:
        """Learn where each quantity that is compared here, and was not before, meets its threshold."""
        values = [here, here + self._just, here + 2 * self._just]
        first = self.at(here)
        if first is None or all(key in self._roots for key in first.compared):
            return
        others = [self.at(value) for value in values[1:]]
        for key, (number, threshold) in first.compared.items():
            if key in self._roots:
                continue
            numbers = [number]
            for seen in others:
                if seen is not None and key in seen.compared:
                    numbers.append(seen.compared[key][0])
            self._roots[key] = _root(values, numbers, threshold) if len(numbers) == 3 else None

    # ---- one crossing ---------------------------------------------------------------------------------------------

    def _crossing(self, at: Fraction, key: Key, *, attained: bool, found: _Place) -> Crossing:
        seen, there = self.at(found.value), self.at(at)
        assert seen is not None
        assert there is not None
        compared = found.compared
        if compared is None:
            met = (name for name, (number, threshold) in there.compared.items() if number == threshold)
            compared = next(met, None)
        return Crossing(at=at, attained=attained, up=self.up, outcome=seen.outcomes[key], compared=compared)

    def _narrowed(
        self, last: Fraction, found: _Place, key: Key, is_changed: Callable[[Fraction], bool]
    ) -> Crossing | None:
        """Return the crossing between a value without the change and one with it."""
        near, far = last, found.value
        for _ in range(MOST_HALVINGS):
            if abs(far - near) <= abs(self._just) / 1000:
                break
            middle = (near + far) / 2
            near, far = (near, middle) if is_changed(middle) else (middle, far)
        simple = simplest_between(min(near, far), max(near, far))
        attained = is_changed(simple)
        seen = self.at(simple if attained else far)
        if seen is None:
            return None
        return Crossing(at=simple, attained=attained, up=self.up, outcome=seen.outcomes[key])


def _root(values: list[Fraction], numbers: list[Fraction], threshold: Fraction) -> Fraction | None:
    """Return where a quantity, known at three values, meets its threshold; None where it does not move.

    Through three points goes one quotient of linear terms, which keeps the cross-ratio of any four values.
    """
    (x1, x2, x3), (y1, y2, y3) = values, numbers
    if y1 in (y2, y3) or y2 == y3:
        return None
    if (y2 - y1) * (x3 - x2) == (y3 - y2) * (x2 - x1):
        return x1 + (threshold - y1) * (x2 - x1) / (y2 - y1)
    if threshold == y2:
        return x2
    ratio = (threshold - y1) * (y3 - y2) * (x3 - x1) / ((threshold - y2) * (y3 - y1) * (x3 - x2))
    return None if ratio == 1 else (x1 - ratio * x2) / (1 - ratio)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction of the smallest denominator from `low` to `high`, both included.

    >>> str(simplest_between(Fraction(333, 1000), Fraction(334, 1000)))
    '1/3'
    """
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_between(-high, -low)
    whole = low.numerator // low.denominator
    if low == whole:
        return Fraction(whole)
    if whole + 1 <= high:
        return Fraction(whole + 1)
    rest = simplest_between(1 / (high - whole), 1 / (low - whole))
    return whole + 1 / rest
