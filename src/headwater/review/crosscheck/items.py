"""What a crosscheck finds: one item for each conflict, with where each side of it stands and what is asked.

Owns the records and the data of the kinds. Which conflicts there are is found by the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml

from headwater.plan import Plan
from headwater.plan.submitted import Submitted

GRADES: Final = ("error", "warning", "note")


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where one side of a conflict stands: a file, and in it a line, a page or a field."""

    file: str
    line: int | None = None
    page: int | None = None
    field: str | None = None
    says: str = ""


@dataclass(frozen=True, kw_only=True)
class Item:
    """One conflict. `instead` is the plan as it would be if the other side were right, where that can be written."""

    code: str
    element: str | None
    found: str
    where: tuple[Place, ...]
    facts: tuple[str, ...] = ()
    instead: Plan | None = None


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of conflict, as the data has it."""

    code: str
    grade: str
    title: str
    provisions: Mapping[str, str]
    satisfied_by: str
    words: str


@cache
def _data() -> Mapping[str, Any]:
    text = files("headwater.review.crosscheck").joinpath("data/kinds.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Any] = yaml.load(text, Loader=yaml.BaseLoader)
    return found


@cache
def kinds() -> Mapping[str, Kind]:
    """Return every kind of conflict by its code."""
    return {code: Kind(code=code, **row) for code, row in _data()["kinds"].items()}


@dataclass(frozen=True, kw_only=True)
class Tolerance:
    """By how much two numbers may differ beyond the digits of the printed one: a share of it, or an amount."""

    share_fraction: float = 0.0
    amount: float = 0.0
    basis: str = ""

    def allows(self, one: float, two: float, *, half: float = 0.0) -> bool:
        """Return whether two numbers are the same within it; `half` is half a unit of the last printed digit."""
        return abs(one - two) <= half + max(self.amount, self.share_fraction * max(abs(one), abs(two))) + 1e-9


@cache
def tolerance(of: str) -> Tolerance:
    """Return a tolerance of the data by its name."""
    row = _data()["tolerances"][of]
    share = float(row["share"].removesuffix("%")) / 100 if "share" in row else 0.0
    return Tolerance(share_fraction=share, amount=float(row.get("amount", 0)), basis=row["basis"])


def in_plan(plan: Plan, field: str, *, line: int | None, says: str) -> Place:
    """Return a place in the plan file."""
    return Place(file=plan.file or "plan", line=line, field=field, says=says)


def in_file(submitted: Submitted, *, line: int | None, says: str, field: str | None = None) -> Place:
    """Return a place in a file handed in."""
    return Place(file=submitted.file, line=line, page=submitted.page_of(line), field=field, says=says)
