"""Engineering numbers of what a plan writes: the value of a quantity in the unit that a formula takes.

Owns the step from exact quantities to float64. The value written is taken, not the span it stands for; how far answers
move within that span is for a study of its own.
"""

from __future__ import annotations

from typing import Final, overload

from headwater.errors import IncompleteModelError
from headwater.plan.leaves import Count, Number, Text
from headwater.units import Quantity, to_base

SF_PER_AC: Final = 43_560.0


@overload
def number(quantity: Quantity) -> float: ...
@overload
def number(quantity: Quantity | None) -> float | None: ...
def number(quantity: Quantity | None) -> float | None:
    """Return a quantity in the base unit of its family: sf, ft, cf, cfs, in/h, in, h, ft/ft, deg, years."""
    return None if quantity is None else float(to_base(quantity)[2])


def due(value: Quantity | Number | float | None, what: str = "a value") -> float:
    """Return the number of what a computation needs.

    Raises
    ------
    IncompleteModelError
        If it is unknown; `what` says in the message what it is.
    """
    if value is None:
        raise IncompleteModelError(f"{what} is unknown that a computation needs; expected a number; write it")
    if isinstance(value, Quantity):
        return number(value)
    return float(value.value) if isinstance(value, Number) else value


def area_ac(area: Quantity | None) -> float:
    """Return an area in acres."""
    return due(area, "an area") / SF_PER_AC


def fraction(share: Quantity | None, *, otherwise: float = 0.0) -> float:
    """Return a share as a part of one; what was left out is `otherwise`."""
    return otherwise if share is None else number(share)


def plain(value: Number | None, *, otherwise: float | None = None) -> float | None:
    """Return a plain number; what was left out is `otherwise`."""
    return otherwise if value is None else float(value.value)


def whole(count: Count | None, *, otherwise: int = 1) -> int:
    """Return a count; what was left out is `otherwise`."""
    return otherwise if count is None else count.value


def name_of(id_: Text | None) -> str:
    """Return an id; what was left out has none."""
    return "" if id_ is None else id_.text
