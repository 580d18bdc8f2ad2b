"""Every fact that a row of an edition may ask: what a plan states, and what the edition derives from it."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.editions.case_facts import ITEMS, PLAIN, SURFACES, permeable
from headwater.rules.condition import Clauses, conditions_of
from headwater.rules.edition import Edition


def facts_known(edition: Edition) -> frozenset[str]:
    """Return the names of all facts that a condition of this edition can be about."""
    stated = {f"{kind}.{name}" for kind, names in ITEMS.items() for name in names}
    areas = ("site_area_sf", "disturbed_area_sf", *SURFACES, *permeable(SURFACES))
    of_actions = {f"action.{name}" for name in areas}
    asked = {condition.fact for clauses in _clauses(edition) for condition in conditions_of(clauses)}
    return frozenset(
        {*PLAIN, *SURFACES, *stated, *of_actions, *edition.formulas, *edition.ratios, *edition.sums, *asked}
    )


def _clauses(edition: Edition) -> Iterator[Clauses]:
    yield from (row.when for row in edition.rows.values())
    yield from (branch.when for branch in edition.branches.values())
    yield from (duty.when for duty in edition.duties.values())
    for criterion in edition.criteria.values():
        yield criterion.when
        yield criterion.test
