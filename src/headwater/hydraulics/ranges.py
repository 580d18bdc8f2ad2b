"""Ranges of the numbers that storages and devices are made of: what lies outside one is refused at the door.

Owns the words of the refusal. Which range a number has is said by the record that asks.
"""

from __future__ import annotations

import math
from itertools import pairwise

from headwater.errors import OutOfRangeError


def refuse(record: object, name: str, value: object, *, expected: str, remedy: str) -> OutOfRangeError:
    """Return the error for `value`, which the field `name` of `record` cannot take."""
    return OutOfRangeError(f"{type(record).__name__}: {name} is {value!r}; expected {expected}; {remedy}")


def finite(record: object, *names: str) -> None:
    """Refuse a field that is no finite number."""
    for name in names:
        if not math.isfinite(value := getattr(record, name)):
            raise refuse(record, name, value, expected="a number", remedy=f"write {name} as a number")


def positive(record: object, *names: str) -> None:
    """Refuse a field that is not a number above zero."""
    for name in names:
        value = getattr(record, name)
        if not (math.isfinite(value) and value > 0):
            raise refuse(record, name, value, expected="a number above 0", remedy=f"correct {name}")


def not_negative(record: object, *names: str) -> None:
    """Refuse a field that is not a number of zero or more."""
    for name in names:
        value = getattr(record, name)
        if not (math.isfinite(value) and value >= 0):
            raise refuse(record, name, value, expected="a number of 0 or more", remedy=f"correct {name}")


def above(record: object, name: str, other: str) -> None:
    """Refuse a field `name` that is not above the field `other`; both are finite elevations."""
    finite(record, name, other)
    value, floor = getattr(record, name), getattr(record, other)
    if not value > floor:
        raise refuse(
            record, name, value, expected=f"a number above {other}, which is {floor!r}", remedy="correct one of the two"
        )


def rising(record: object, name: str, numbers: tuple[float, ...]) -> None:
    """Refuse a list that is too short, holds one that is no number, or does not rise from each number to the next."""
    if len(numbers) < 2:
        raise refuse(record, name, numbers, expected="2 numbers or more", remedy="add rows to the table")
    for number in numbers:
        if not math.isfinite(number):
            raise refuse(record, name, number, expected="numbers", remedy="correct the row")
    for before, after in pairwise(numbers):
        if not after > before:
            raise refuse(
                record, name, after, expected=f"rising numbers, so more than {before!r}", remedy="sort or correct rows"
            )


def same_length(record: object, name: str, other: str) -> None:
    """Refuse two lists of one table that are not equally long."""
    count, others = len(getattr(record, name)), len(getattr(record, other))
    if count != others:
        raise refuse(
            record, name, f"{count} numbers", expected=f"as many as {other}, {others}", remedy="complete the rows"
        )
