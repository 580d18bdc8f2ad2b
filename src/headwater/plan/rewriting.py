"""A written number written anew: another value, in its unit, with its digits or more."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from headwater.errors import QuantityError
from headwater.plan.leaves import Family
from headwater.units import NO_ZERO_WORD, Quantity, parse_quantity, rounded_half_up

MOST_DECIMALS: Final = 9
_DECIMALS: Final = re.compile(r"\.([0-9]+)")


def decimals_of(quantity: Quantity) -> int:
    """Return how many decimals a quantity was written with."""
    match = _DECIMALS.search(quantity.text)
    return len(match[1]) if match else 0


def says_exactly(quantity: Quantity) -> bool:
    """Return whether a quantity was written as `exactly ...`."""
    return quantity.text.lower().startswith("exactly")


def text_for(value: Fraction, like: Quantity, family: Family, *, digits: int, exactly: bool) -> str:
    """Return `value`, in the base unit, written in the unit of `like`; halves go up, and exactly nothing is `none`.

    >>> from headwater.units import parse_quantity
    >>> area = Family("area")
    >>> text_for(Fraction(43_560), parse_quantity("2.55 ac", family="area"), area, digits=2, exactly=False)
    '1.00 ac'
    """
    if exactly and value == 0 and family.name not in NO_ZERO_WORD and not family.absence:
        return "none"
    number = value / family.units.units[like.unit]
    text = ("-" if number < 0 else "") + rounded_half_up(abs(number), digits=digits)
    said = f"{text}:1" if family.name == "slope" else f"{text} {like.unit}"
    return f"exactly {said}" if exactly else said


def rewritten(like: Quantity, value: Fraction, family: Family) -> Quantity:
    """Return the quantity of `value`, in the base unit, as `like` is written.

    What stands for itself still does: where the digits of `like` do not hold the value, it gets as many as do.

    Raises
    ------
    QuantityError
        If there is no such quantity, as an area below zero.
    """
    digits = decimals_of(like)
    exactly = says_exactly(like)
    if like.is_exact:
        number = value / family.units.units[like.unit]
        while digits < MOST_DECIMALS and (number * 10**digits).denominator != 1:
            digits += 1
            exactly = True
    return read_again(text_for(value, like, family, digits=digits, exactly=exactly), family, line=like.line)


def read_again(text: str, family: Family, *, line: int | None = None) -> Quantity:
    """Return the quantity that `text` writes, as the reader of plan files takes it.

    Raises
    ------
    QuantityError
        If it is no such quantity.
    """
    quantity = parse_quantity(text, family=family.name, signed=family.signed, line=line)
    if family.name == "fraction" and quantity.low > 100:
        raise QuantityError(
            "a share is above 100 %", value=text, expected="0 % to 100 %", remedy="correct the percentage", line=line
        )
    return quantity
