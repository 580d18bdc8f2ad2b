"""Rows, tables and branches: how an edition says what a site owes.

A row holds where its clauses hold, and then says something: which requirements apply, over which area, or how much
volume. A table is rows with a hit policy. A branch says which kind of action is judged by which exemptions and table,
and which prose stands beside the table. Owns the records; reading them from data is `headwater.editions.loading`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from headwater.rules.condition import Clauses

HitPolicy = Literal["one row", "first row", "heaviest row"]
# From lightest to heaviest, for `heaviest row`.
WEIGHT = {"bmp": 1, "phosphorus": 2, "rate": 4, "quantity": 4, "quality": 8, "volume": 8}


@dataclass(frozen=True, slots=True)
class Duties:
    """What a row of a table requires: requirement and scope pairs, sorted; none of them is no requirement.

    `missing` says that the text which would tell is not at hand.
    """

    requirements: tuple[tuple[str, str], ...] = ()
    missing: str | None = None

    @property
    def weight(self) -> int:
        """How much the row asks, for a table in which the heaviest row decides."""
        return sum(WEIGHT.get(requirement, 0) for requirement, _ in self.requirements)


@dataclass(frozen=True, slots=True)
class Measure:
    """How a requirement is measured: over which area (scope), against which condition of the site (baseline)."""

    scope: str | None = None
    baseline: str | None = None
    requirements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Depths:
    """A volume: the largest of several depths, each over the area that a fact names."""

    largest_of: tuple[tuple[Fraction, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: where it holds, and what it then says.

    `readings` names every reading of which some choice changes the row. A row that is not `enabled` says nothing in a
    decision and is only shown beside it; a reading may have it `silenced` altogether.
    """

    id: str
    provision: str
    gist: str
    when: Clauses
    then: Duties | Measure | Depths
    provisional: bool = False
    basis: str | None = None
    enabled: bool = True
    silenced: bool = False
    readings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows by id, in printed order, with their hit policy."""

    id: str
    title: str
    hit: HitPolicy
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """Which actions are judged by which exemptions and table.

    `table` decides; the tables in `beside` say the same thing in prose and are compared with it. `measures` is the
    table that names scope and baseline where the rows do not. With `floor` a permit is due even where the table asks
    nothing, and then these requirements apply. Once a permit is due, those in `every` are owed beside what the table
    asks; where the table itself asks something, those in `reached` are too; those that are `freed` are not owed.
    """

    id: str
    when: Clauses
    exemptions: tuple[str, ...] = ()
    table: str | None = None
    beside: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    floor: Duties | None = None
    every: Duties | None = None
    reached: Duties | None = None
    freed: tuple[str, ...] = ()
    readings: frozenset[str] = frozenset()
