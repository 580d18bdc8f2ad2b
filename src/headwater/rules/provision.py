"""Provisions: the numbered pieces of an edition, and the criteria, exhibits and duties that some of them are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from headwater.rules.condition import Clauses

STATUSES = (
    "coded",
    "coded statement",
    "coded exhibit",
    "coded duty",
    "for judgment",
    "informative",
    "source missing",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provision:
    """One numbered piece of an edition: what it is, what becomes of it here, and its gist in our own words."""

    id: str
    kind: str
    status: str
    gist: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A test that a plan must pass under one provision.

    Judged for each item of the kind `subject`, or once. `when` says where it applies. Exactly one way of judging is
    given: `test` (all clauses hold), `statement` (an answer with its evidence), `exhibit` (delivered with page and
    date), or `judge` (a function of the edition by name). `row` names the row of a printed table that gives the
    threshold.
    """

    id: str
    provision: str
    gist: str
    remedy: str = ""
    subject: str | None = None
    when: Clauses = ()
    test: Clauses = ()
    statement: str | None = None
    exhibit: str | None = None
    judge: str | None = None
    judgment: str | None = None
    row: str | None = None
    helpful: bool = False
    provisional: bool = False
    basis: str | None = None
    readings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What a permit must carry: a condition before it is issued, or a stipulation after."""

    id: str
    provision: str
    gist: str
    stage: str
    when: Clauses = ()
    readings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """One row of a volume schedule: which kind of practice earns which formula, at which depth and share.

    `formula` is held, canopy, area or reuse, or `no number` where the schedule names the practice alone; `needs` names
    a yes-or-no fact of the practice without which it earns nothing, as an area free of traffic; with `ground` it stands
    on a piece of ground that earns one credit. Credit of the `other` schedule is no volume reduction: it counts for the
    phosphorus control that stands in for it.
    """

    id: str
    kind: str
    formula: str
    depth_in: Fraction | None
    share_fraction: Fraction
    needs: str | None = None
    ground: bool = False
    schedule: str = "volume"
    provisional: bool = False
    basis: str | None = None
