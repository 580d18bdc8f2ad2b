"""The ranges within which a plan is varied, from the data beside this module or a file of the same shape."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import yaml

from headwater.errors import OutOfRangeError, UnknownNameError, shown

BASES: Final = ("printed", "statistical", "assumed")
NAMES: Final = ("soil_rate", "curve_number", "time_of_concentration", "depth", "stage_table")


@dataclass(frozen=True, kw_only=True)
class End:
    """One end of a range: by what the stated value is multiplied or what is added to it, and on which basis."""

    amount: Fraction
    basis: str
    source: str


@dataclass(frozen=True, kw_only=True)
class Range:
    """What is varied, and between which ends."""

    name: str
    title: str
    kind: Literal["factor", "add"]
    low: End
    high: End

    def said(self, end: End) -> str:
        """Return one end in words."""
        amount = float(end.amount)
        return f"x {amount:g}" if self.kind == "factor" else f"{amount:+g}"


@cache
def usual_ranges() -> tuple[Range, ...]:
    """Return the ranges that come with Headwater."""
    return ranges_of(files("headwater.review.robustness").joinpath("ranges.yaml").read_text(encoding="utf-8"))


def ranges_of(text: str) -> tuple[Range, ...]:
    """Return the ranges that a text of the shape of `ranges.yaml` writes.

    Raises
    ------
    UnknownNameError
        If it varies something else, or an end has another basis than printed, statistical or assumed.
    OutOfRangeError
        If it is no such text, or an end is no number, or the ends lie the wrong way round.
    """
    try:
        rows = yaml.load(text, Loader=yaml.BaseLoader)["ranges"]
        found = tuple(_range(name, row) for name, row in rows.items())
    except (yaml.YAMLError, KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError) as error:
        raise OutOfRangeError(
            f"the ranges cannot be read ({type(error).__name__}: {error}); expected `ranges:` with title, kind, low "
            "and high of each; begin with the file that comes with Headwater"
        ) from error
    return found


def _range(name: str, row: Any) -> Range:
    if name not in NAMES:
        raise UnknownNameError(f"{shown(name)} is not varied; expected one of {', '.join(NAMES)}; name one of them")
    kind: Literal["factor", "add"] = "add" if row["kind"] == "add" else "factor"
    low, high = (_end(name, row[end]) for end in ("low", "high"))
    if low.amount > high.amount or (kind == "factor" and low.amount <= 0):
        raise OutOfRangeError(
            f"{name}: from {float(low.amount):g} to {float(high.amount):g}; expected the low end first, and factors "
            "above zero; correct them"
        )
    return Range(name=name, title=str(row["title"]), kind=kind, low=low, high=high)


def _end(name: str, row: Any) -> End:
    if row["basis"] not in BASES:
        raise UnknownNameError(
            f"{name}: basis {shown(row['basis'])} is not known; expected one of {', '.join(BASES)}; name one of them"
        )
    return End(amount=Fraction(row["value"]), basis=row["basis"], source=row["source"])
