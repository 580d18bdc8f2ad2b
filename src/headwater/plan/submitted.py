"""What a file that somebody handed in says, as far as it can be held against a plan.

Owns the records alone: a model as a plan of its own, what the file says was computed, and what its reader remarks. How
a file is read is `headwater.intake`; what two of them make of one another is `headwater.review.crosscheck`.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction

from headwater.errors import Problem
from headwater.plan.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One number that a file says was computed, as it was printed.

    `quantity` is named as in our own answers, with its unit (`peak_cfs`, `peak_elevation_ft`); `element` is the node,
    device, practice or cell that it is of, None for the whole; `storm` the storm, None where it is of none. `value` is
    in the unit of the name, and `half` is half a unit of the last digit printed, in the same unit.
    """

    quantity: str
    element: str | None
    storm: str | None
    text: str
    value: Fraction
    half: Fraction
    line: int
    page: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something about a file that whoever uses it has to know; `code` is kebab-case and listed in the docs."""

    code: str
    message: str
    line: int | None = None
    element: str | None = None


@dataclass(frozen=True, kw_only=True)
class Submitted:
    """One file handed in beside a plan.

    `plan` holds its drainage alone, its model as that of `condition`; None where the file has no model, or one that
    contradicts itself, as `refused` says. `pages` are the first lines of its pages, where it has any.
    """

    file: str
    sha256: str
    kind: str
    program: str | None = None
    condition: str | None = None
    plan: Plan | None = None
    refused: tuple[Problem, ...] = ()
    claims: tuple[Claim, ...] = ()
    remarks: tuple[Remark, ...] = ()
    pages: tuple[int, ...] = ()
    not_understood: tuple[int, ...] = ()

    def page_of(self, line: int | None) -> int | None:
        """Return the page of a line; None in a file without pages."""
        return None if line is None else bisect_right(self.pages, line) or None
