"""The cells of an assessment's tables: numbers exact and as they are printed, words, and answers that are one.

A figure that the plan wrote in the unit of its column is printed with the digits it was written with; what follows from
such figures, with as many decimals as they have.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from headwater.review.assessment import Assessment
from headwater.rules.fact import Fact
from headwater.rules.world import World, explore
from headwater.units import format_exact, format_plain, rounded_half_up
from headwater.window import Window

Row = dict[str, Any]
_GIVEN = re.compile(r"(?:exactly\s+)?([+-]?[0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+)\s", re.IGNORECASE)


def named_number(name: str, fact: Fact) -> Row:
    """Return a number of a row under `name`, exact, and beside it as it is printed."""
    region = fact.region
    assert isinstance(region, Window)
    return {name: exact(region.written), f"{name}_printed": printed(region.written, fact.given)}


def computed_number(name: str, number: Fraction | None, *operands: Fact) -> Row:
    """Return a number that follows from others, printed with as many decimals as they were written with."""
    shown = printed(number, None)
    digits = max((_decimals(fact) for fact in operands), default=0)
    if number is not None and (number * 10**digits).denominator == 1:
        shown = rounded_half_up(number, digits=digits)
    return {name: exact(number), f"{name}_printed": shown}


def _decimals(fact: Fact) -> int:
    number = fact.region.written if isinstance(fact.region, Window) else None
    _, _, decimals = (printed(number, fact.given) or "").removeprefix("about ").partition(".")
    return len(decimals)


def exact(number: Fraction | None) -> str | None:
    """Return a number in full, as the document writes it."""
    return None if number is None else format_exact(number)


def printed(number: Fraction | None, given: str | None) -> str | None:
    """Return a number as it is printed: with the digits of the writer where they stand for it, else in full.

    >>> printed(Fraction(15), "15.0 cfs"), printed(Fraction(43560), "1.0 ac-ft"), printed(None, None)
    ('15.0', '43,560', None)
    """
    if number is None:
        return None
    match = _GIVEN.match(f"{given or ''} ")
    if match is not None and Fraction(match[1].replace(",", "")) == number:
        return rounded_half_up(number, digits=len(match[1].partition(".")[2]))
    return format_plain(number)


def written_numbers(*facts: Fact) -> list[Fraction] | None:
    """Return the written numbers of facts, or None where one is not known."""
    found = [fact.region.written for fact in facts if isinstance(fact.region, Window)]
    known = [number for number in found if number is not None]
    return known if len(known) == len(facts) else None


def difference(after: Fact, before: Fact) -> Fraction | None:
    """Return one written number less another; None where one is not known."""
    known = written_numbers(after, before)
    return None if known is None else known[0] - known[1]


def word_of(fact: Fact) -> str | None:
    """Return the word that a fact is; None for a number, and where several are possible."""
    return next(iter(fact.region)) if not isinstance(fact.region, Window) and len(fact.region) == 1 else None


def one_answer(assessment: Assessment, question: Callable[[World], Any], kind: str, item: str) -> Any:
    """Return the answer about one item where all that is open leaves one, else None."""

    def asked(world: World) -> Any:
        with world.item(kind, item):
            return question(world)

    owed = assessment.owed
    ways = explore(
        asked,
        facts=assessment.facts,
        edition=assessment.edition,
        conclusions=owed.together.leaves[0].answer,
        concluded_from=owed.used,
    )
    # What asks what is owed has one answer for certain only where that is one.
    if owed.used <= ways.used and (not owed.whole or len(owed.together.answers) > 1):
        return None
    return ways.answers[0] if ways.whole and len(ways.answers) == 1 else None
