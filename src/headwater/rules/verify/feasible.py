"""Whether a system of linear conditions has a solution, decided exactly.

Fourier-Motzkin elimination on whole numbers. A condition is a vector of whole numbers, the constant first: the sum of
the constant and of each further number times its variable is zero, at least zero, or above zero. Owns the elimination
and the choice of a point; what the variables are is `headwater.rules.verify.unknown`.

References
----------
Schrijver, Theory of Linear and Integer Programming (1986), section 12.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Literal

Sense = Literal["=", ">=", ">"]
Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """The values that a variable may take: from `low` to `high`, an open end left out; None is no end."""

    low: Fraction | None
    high: Fraction | None
    low_open: bool
    high_open: bool


Choose = Callable[[int, Span], Fraction]


@dataclass(frozen=True, slots=True)
class Constraint:
    """One condition: `vector` . (1, x1, x2, ...) is zero, at least zero, or above it."""

    vector: Vector
    sense: Sense

    def holds(self, values: Sequence[Fraction]) -> bool:
        """Return whether the condition holds at a point."""
        found = dot(self.vector, values)
        return found == 0 if self.sense == "=" else (found >= 0 if self.sense == ">=" else found > 0)


def constraint(terms: Mapping[int, Fraction], sense: Sense) -> Constraint:
    """Return the condition on `terms`, by variable, the constant under 0; cleared of denominators."""
    size = max(terms, default=0) + 1
    factor = lcm(1, *(term.denominator for term in terms.values()))
    vector = [0] * size
    for place, term in terms.items():
        vector[place] = int(term * factor)
    return Constraint(_reduced(tuple(vector)), sense)


def dot(vector: Vector, values: Sequence[Fraction]) -> Fraction:
    """Return the value of a vector at a point; a variable beyond the point is zero."""
    found = Fraction(vector[0]) if vector else Fraction(0)
    for factor, value in zip(vector[1:], values, strict=False):
        if factor:
            found += factor * value
    return found


def _reduced(vector: Vector) -> Vector:
    divisor = gcd(*vector)
    return vector if divisor in (0, 1) else tuple(part // divisor for part in vector)


@dataclass(frozen=True, slots=True)
class _Step:
    """A variable that was eliminated, and the conditions that then bounded it."""

    variable: int
    conditions: tuple[tuple[Vector, bool], ...]
    equal: bool = False


def solution(
    constraints: Iterable[Constraint], *, size: int, choose: Choose | None = None, order: Sequence[int] | None = None
) -> tuple[Fraction, ...] | None:
    """Return a point at which all constraints hold, or None where there is none.

    Parameters
    ----------
    size
        How many variables there are, numbered from 1.
    choose
        Picks the value of a variable within its span; the middle, or an end, without it.
    order
        The variables in the order in which their values are chosen, each from all that the later ones leave it.
    """
    steps = _eliminated(constraints, width=size + 1, order=order)
    if steps is None:
        return None
    values = [Fraction(0)] * size
    settled = {step.variable for step in steps}
    if choose is not None:
        for variable in order or range(1, size + 1):
            if variable not in settled:
                values[variable - 1] = choose(variable, Span(None, None, False, False))
    for step in reversed(steps):
        span = _span(step, values)
        point = span.low if span.low is not None and span.low == span.high else None
        if point is None:
            point = (choose or _any)(step.variable, span)
        values[step.variable - 1] = point
    return tuple(values)


def _any(variable: int, span: Span) -> Fraction:
    if span.low is None and span.high is None:
        return Fraction(0)
    if span.low is None:
        assert span.high is not None
        return span.high - 1 if span.high_open else span.high
    if not span.low_open:
        return span.low
    if span.high is None:
        return span.low + 1
    return (span.low + span.high) / 2 if span.high_open else span.high


def _span(step: _Step, values: Sequence[Fraction]) -> Span:
    low: Fraction | None = None
    high: Fraction | None = None
    low_open = high_open = False
    for vector, strict in step.conditions:
        factor = vector[step.variable]
        rest = Fraction(vector[0])
        for place in range(1, len(vector)):
            if vector[place] and place != step.variable:
                rest += vector[place] * values[place - 1]
        bound = -rest / factor
        if step.equal:
            return Span(bound, bound, False, False)
        if factor > 0:
            if low is None or bound > low or (bound == low and strict):
                low, low_open = bound, strict
        elif high is None or bound < high or (bound == high and strict):
            high, high_open = bound, strict
    return Span(low, high, low_open, high_open)


def _eliminated(constraints: Iterable[Constraint], *, width: int, order: Sequence[int] | None) -> list[_Step] | None:
    """Return the steps of the elimination, or None where two conditions cannot both hold."""
    equal: list[Vector] = []
    rows: dict[Vector, tuple[int, int, bool]] = {}
    for item in constraints:
        vector = item.vector + (0,) * (width - len(item.vector))
        if item.sense == "=":
            equal.append(vector)
        elif not _enter(rows, vector, item.sense == ">"):
            return None
    rank = {variable: place for place, variable in enumerate(order or ())}
    steps: list[_Step] = []
    while equal:
        vector = equal.pop()
        places = [place for place in range(1, width) if vector[place]]
        if not places:
            if vector[0]:
                return None
            continue
        # The variable that is chosen last is the one that follows from the others.
        pivot = max(places, key=lambda place: (rank.get(place, -1), -abs(vector[place]), place))
        steps.append(_Step(pivot, ((vector, False),), equal=True))
        equal = [_without(other, vector, pivot) for other in equal]
        before, rows = rows, {}
        for key, (constant, factor, strict) in before.items():
            row = (constant, *(factor * part for part in key))
            if not _enter(rows, _without(row, vector, pivot), strict):
                return None
    left = {place for key in rows for place in range(1, width) if key[place - 1]}
    while left:
        variable = max(left, key=lambda place: rank.get(place, -1)) if order else _cheapest(rows, left)
        left.discard(variable)
        found = _eliminate(rows, variable, steps)
        if found is None:
            return None
        rows = found
    return steps


def _cheapest(rows: Mapping[Vector, tuple[int, int, bool]], left: Iterable[int]) -> int:
    def cost(variable: int) -> tuple[int, int]:
        below = sum(1 for key in rows if key[variable - 1] > 0)
        above = sum(1 for key in rows if key[variable - 1] < 0)
        return below * above - below - above, variable

    return min(left, key=cost)


def _eliminate(
    rows: Mapping[Vector, tuple[int, int, bool]], variable: int, steps: list[_Step]
) -> dict[Vector, tuple[int, int, bool]] | None:
    kept: dict[Vector, tuple[int, int, bool]] = {}
    below: list[tuple[Vector, bool]] = []
    above: list[tuple[Vector, bool]] = []
    for key, (constant, factor, strict) in rows.items():
        sign = key[variable - 1]
        if sign == 0:
            kept[key] = (constant, factor, strict)
        else:
            row = (constant, *(factor * part for part in key))
            (below if sign > 0 else above).append((row, strict))
    if below or above:
        steps.append(_Step(variable, (*below, *above)))
    for low, low_strict in below:
        for high, high_strict in above:
            up, down = -high[variable], low[variable]
            row = tuple(up * one + down * two for one, two in zip(low, high, strict=True))
            if not _enter(kept, row, low_strict or high_strict):
                return None
    return kept


def _without(row: Vector, equal: Vector, pivot: int) -> Vector:
    """Return `row` with the pivot variable replaced by what `equal` says of it."""
    factor = row[pivot]
    if factor == 0:
        return row
    scale = abs(equal[pivot])
    factor = factor if equal[pivot] > 0 else -factor
    return _reduced(tuple(scale * one - factor * two for one, two in zip(row, equal, strict=True)))


def _enter(rows: dict[Vector, tuple[int, int, bool]], row: Vector, strict: bool) -> bool:
    """Keep the tightest of conditions that differ in their constant alone; return False where one cannot hold."""
    constant, *parts = row
    factor = gcd(*parts)
    if factor == 0:
        return constant > 0 or (constant == 0 and not strict)
    key = tuple(part // factor for part in parts)
    known = rows.get(key)
    if known is not None:
        one, two = constant * known[1], known[0] * factor
        if one > two or (one == two and (known[2] or not strict)):
            return True
    divisor = gcd(constant, factor)
    rows[key] = (constant // divisor, factor // divisor, strict)
    return True
