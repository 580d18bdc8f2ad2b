"""One fact at a time: a number, a count, a word or an answer of a plan, as a rule sees it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from headwater.plan.leaves import Answer, Date, NoneFound
from headwater.rules.fact import YES_NO, Fact
from headwater.units import Quantity, to_base
from headwater.window import AT_LEAST_ZERO, Window, point

ANY_NUMBER = Window(None, None)
# A thing that was looked for and not found is farther away, or deeper, than every threshold.
NOWHERE = Window(Fraction(10**9), None, written=Fraction(10**9))


def number(name: str, quantity: Quantity | NoneFound | None, *, unknown: Window = AT_LEAST_ZERO) -> Fact:
    """Return a number as a fact; one that is not given is `unknown`."""
    if quantity is None:
        return Fact(name=name, region=unknown)
    if isinstance(quantity, NoneFound):
        return Fact(name=name, region=NOWHERE, given=quantity.text, origin=quantity.origin, line=quantity.line)
    return Fact(
        name=name,
        region=window_of(quantity),
        given=quantity.text,
        origin=quantity.origin,
        line=quantity.line,
        source=quantity.source,
        doubt=quantity.doubt,
    )


def window_of(quantity: Quantity) -> Window:
    """Return the window of a written quantity, in the base unit of its family."""
    low, high, value = to_base(quantity)
    return Window(low, high, high_open=low != high, written=value)


def word(name: str, leaf: Any, possible: Iterable[str]) -> Fact:
    """Return a word as a fact; one that is not given may be any of `possible`."""
    if leaf is None:
        return Fact(name=name, region=frozenset(possible))
    text = str(leaf.value) if not isinstance(leaf, Date) else leaf.value.isoformat()
    return Fact(name=name, region=frozenset({text}), given=text, origin=leaf.origin, line=leaf.line, source=leaf.source)


def yes_no(name: str, answer: Answer | None, *, absent: str | None = None) -> Fact:
    """Return an answer as a fact; one that is not given is open, or `absent` where silence says so."""
    if answer is None:
        return Fact(
            name=name,
            region=YES_NO if absent is None else frozenset({absent}),
            origin="unknown" if absent is None else "silence",
        )
    said = "yes" if answer.value else "no"
    return Fact(
        name=name, region=frozenset({said}), given=said, origin=answer.origin, line=answer.line, source=answer.evidence
    )


def said(name: str, word_said: str, *, origin: str = "derived", derived_from: tuple[str, ...] = ()) -> Fact:
    """Return a word that follows from the plan as a fact."""
    return Fact(name=name, region=frozenset({word_said}), given=word_said, origin=origin, derived_from=derived_from)


def counted(name: str, leaf: Any) -> Fact:
    if leaf is None:
        return Fact(name=name, region=AT_LEAST_ZERO)
    return Fact(name=name, region=point(leaf.value), given=leaf.text, origin=leaf.origin, line=leaf.line)


def less(name: str, one: Fact, two: Fact) -> Fact:
    """Return one number less another, as a fact derived from both."""
    assert isinstance(one.region, Window)
    assert isinstance(two.region, Window)
    return Fact(name=name, region=one.region - two.region, origin="derived", derived_from=(one.name, two.name))


def datums(name: str, one: Quantity | NoneFound | None, two: Quantity | NoneFound | None) -> Fact:
    """Return whether two elevations are given in one vertical datum; where one is missing there is nothing to mix."""
    if not isinstance(one, Quantity) or not isinstance(two, Quantity):
        return said(name, "same")
    return said(name, "same" if one.datum == two.datum else "mixed")
