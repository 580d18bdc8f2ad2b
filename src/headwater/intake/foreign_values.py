"""Numbers of other people's files as the texts of a plan: exactly converted, in a unit that a plan knows.

Owns the step from a number in feet, square feet or seconds to a node with its unit. A number without finite decimals in
any unit is written to twelve of them, which is beyond what any file or engine carries.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from headwater.intake.handed import DATUM, text_node
from headwater.intake.yaml_text import TextNode

_NUMBER: Final = re.compile(
    r"[+-]?(?:[0-9]{1,15}(?:,[0-9]{3}){0,4}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})(?:[eE][+-]?[0-9]{1,2})?"
)
MOST_DECIMALS: Final = 12
IN_PER_FT: Final = 12
S_PER_H: Final = 3600
S_PER_MIN: Final = 60


def number_of(text: str) -> Fraction | None:
    """Return the number that a text is, all of it; None where it is none. Commas may group thousands.

    >>> number_of("1,234.50"), number_of("1.2e-3"), number_of("twelve")
    (Fraction(2469, 2), Fraction(3, 2500), None)
    """
    words = text.strip()
    return Fraction(words.replace(",", "")) if _NUMBER.fullmatch(words) else None


def half_of(text: str) -> Fraction:
    """Return half a unit of the last digit that a number was printed with."""
    decimals = text.strip().partition(".")[2]
    digits = len(decimals) - len(decimals.lstrip("0123456789"))
    return Fraction(1, 2 * 10**digits)


def is_finite(value: Fraction) -> bool:
    """Return whether a number has finite decimals."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def decimals(value: Fraction) -> str:
    """Return a number in decimals, to twelve of them where it has more.

    >>> decimals(Fraction(1234567, 1000)), decimals(Fraction(-1, 4)), decimals(Fraction(3))
    ('1234.567', '-0.25', '3')
    """
    scaled = round(abs(value) * 10**MOST_DECIMALS)
    whole, rest = divmod(scaled, 10**MOST_DECIMALS)
    digits = f"{rest:0{MOST_DECIMALS}d}".rstrip("0")
    return f"{'-' if value < 0 and scaled else ''}{whole}{'.' if digits else ''}{digits}"


def quantity(value: Fraction, unit: str, line: int) -> TextNode:
    """Return a number that stands for itself, with its unit."""
    return text_node(f"exactly {decimals(value)} {unit}", line)


def elevation(value: Fraction, line: int) -> TextNode:
    """Return an elevation on the datum that the file does not name."""
    return text_node(f"exactly {decimals(value)} ft {DATUM}", line)


def size(feet: Fraction, line: int) -> TextNode:
    """Return a size in inches, as pipes are named, to a millionth of one: 1.0416666667 ft is 12.5 in."""
    return quantity(_inches(feet), "in", line)


def depth(feet: Fraction, line: int) -> TextNode:
    """Return a depth of rain in inches, to a millionth of one."""
    return quantity(_inches(feet), "in", line)


def _inches(feet: Fraction) -> Fraction:
    return Fraction(round(feet * IN_PER_FT * 10**6), 10**6)


def duration(seconds: Fraction, line: int) -> TextNode:
    """Return a time in hours where it has finite decimals in them, else in minutes, to twelve decimals of one."""
    hours = seconds / S_PER_H
    return quantity(hours, "h", line) if is_finite(hours) else quantity(seconds / S_PER_MIN, "min", line)


def plain(value: Fraction, line: int) -> TextNode:
    """Return a plain number, to twelve decimals."""
    return text_node(decimals(value), line)
