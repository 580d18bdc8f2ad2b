"""Numbers as a plan writes them, and how round they are.

A round number has few digits: an area is a round number of acres or of square feet, whichever is the rounder. Owns the
writing and the ladder of round numbers on which a site is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Final

from headwater.rules.verify.feasible import Span
from headwater.rules.verify.vocabulary import COUNTS, SITE
from headwater.units import FAMILIES, SF_PER_AC, format_exact, rounded_half_up

# The longest suffix first, so that `_in_per_hr` is not taken for `_hr`.
_FAMILIES: Final = sorted(
    (family for family in FAMILIES.values() if family.name != "elevation"), key=lambda family: -len(family.suffix)
)
MOST_DECIMALS: Final = 6
_NOT_ROUND: Final = 99
_ROUND: Final = 2


def units_of(name: str) -> dict[str, Fraction]:
    """Return the units in which a fact may be written, with their size in its base unit."""
    if name in COUNTS:
        return {"": Fraction(1)}
    family = next((family for family in _FAMILIES if name.endswith(f"_{family.suffix}")), None)
    return {"": Fraction(1)} if family is None else dict(family.units)


def written(name: str, value: Fraction) -> str:
    """Return a number as a plan writes it, in the unit in which it is rounder: `exactly 5 ac`, `40 %`, `9,000 sf`.

    >>> written("site_area_sf", Fraction(217_800))
    'exactly 5 ac'
    """
    if value == 0 and name not in COUNTS and not name.endswith("_fraction"):
        return "none"
    unit, number = _best(name, value)
    text = _decimal(number)
    if text is None:
        text = f"about {rounded_half_up(number, digits=1)}" if unit == "%" else format_exact(number)
    if unit == "sf" and number.denominator == 1:
        return f"{text} sf"
    return f"{text} {unit}" if unit == "%" else (f"exactly {text} {unit}" if unit else text)


def digits(name: str, value: Fraction, *, acres: bool = False) -> int:
    """Return how many digits it takes to write a number, decimals counting twice; zero takes none."""
    return _digits(value / SF_PER_AC if acres and name.endswith("_sf") else _best(name, value)[1])


def _best(name: str, value: Fraction) -> tuple[str, Fraction]:
    choices = [(unit, value / size) for unit, size in units_of(name).items()]
    return min(choices, key=lambda choice: (_digits(choice[1]), abs(choice[1])))


def _digits(number: Fraction) -> int:
    if number == 0:
        return 0
    decimals = _decimals(number)
    if decimals is None:
        return _NOT_ROUND
    return len(str(abs(int(number * 10**decimals))).rstrip("0")) + decimals


def _decimals(number: Fraction) -> int | None:
    return next((places for places in range(MOST_DECIMALS + 1) if (number * 10**places).denominator == 1), None)


def _decimal(number: Fraction) -> str | None:
    places = _decimals(number)
    if places is None:
        return None
    whole, part = divmod(abs(int(number * 10**places)), 10**places)
    return f"{'-' if number < 0 else ''}{whole:,}" + (f".{part:0{places}d}" if places else "")


def roundest(name: str, span: Span, *, acres: bool = False) -> Fraction:
    """Return the number of fewest digits within a span, the smallest of several; with `acres`, of areas in acres.

    Zero goes before all others, and then a threshold that is itself in the span and round.
    """
    if _within(Fraction(0), span):
        return Fraction(0)
    if span.low is not None and span.low > 0 and not span.low_open and digits(name, span.low, acres=acres) <= _ROUND:
        return span.low
    ends = [end for end in (span.low, span.high) if end is not None and _within(end, span)]
    for steps in _ladder(name, acres=acres):
        multiples = (_multiple(step, span) for step in steps)
        found = [value for value in multiples if value is not None]
        if found:
            return min((*found, *ends), key=lambda value: (digits(name, value, acres=acres), abs(value), value < 0))
    if ends:
        return ends[0]
    if span.low is None or span.high is None:
        raise ValueError("a span without an end holds a multiple of every step")
    return (span.low + span.high) / 2


def round_share(whole: Fraction, span: Span) -> Fraction | None:
    """Return the smallest part of a whole within a span that is a round number of percent, or None without one."""
    if _within(Fraction(0), span):
        return Fraction(0)
    parts = (_multiple(whole * step / 100, span) for step in (10, 1))
    return next((part for part in parts if part is not None), None)


def _ladder(name: str, *, acres: bool) -> Iterator[tuple[Fraction, ...]]:
    """Yield the steps whose multiples are looked at, the coarsest first."""
    acre, one = SF_PER_AC, Fraction(1)
    if acres and name.endswith("_sf"):
        yield from ((10 * acre, acre), (acre / 10,), (acre / 100,))
    if name == SITE:
        yield from ((10 * acre, acre), (acre / 10,), (acre / 100, 1000 * one))
        yield from ((one * Fraction(10) ** power,) for power in (2, 1, 0))
    elif name.endswith("_sf"):
        yield from ((10 * acre, acre, 1000 * one), (acre / 10, 100 * one), (acre / 100, 10 * one), (one,))
    else:
        size = min(units_of(name).values())
        yield (100 * size, 10 * size, size) if size != one else (10 * one, one)
    if name not in COUNTS:
        yield from ((one / Fraction(10) ** power,) for power in range(1, MOST_DECIMALS))


def _multiple(step: Fraction, span: Span) -> Fraction | None:
    """Return the multiple of a step in the span that lies nearest to zero."""
    if span.low is not None and span.low >= 0:
        times = floor(span.low / step) + 1 if span.low_open else ceil(span.low / step)
    elif span.high is not None:
        times = ceil(span.high / step) - 1 if span.high_open else floor(span.high / step)
    else:
        times = 0
    value = times * step
    return value if value != 0 and _within(value, span) else None


def _within(value: Fraction, span: Span) -> bool:
    if span.low is not None and (value < span.low or (value == span.low and span.low_open)):
        return False
    return not (span.high is not None and (value > span.high or (value == span.high and span.high_open)))
