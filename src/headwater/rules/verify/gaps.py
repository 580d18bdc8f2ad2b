"""What stands on either side of a gap: the rows that would hold its sites, were it not for one condition.

A gap has no rows of its own, and is cited by those that border on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from headwater.errors import UndefinedValueError
from headwater.rules.condition import Clause, Condition
from headwater.rules.edition import Edition
from headwater.rules.verify.examine import BRANCHES, VOLUMES, Clash
from headwater.rules.verify.feasible import Constraint, solution
from headwater.rules.verify.linear import CONSTANT, Share, as_linear
from headwater.rules.verify.site import Site, facts_of
from headwater.rules.verify.space import Space
from headwater.rules.verify.unknown import ACTION, NOTHING_KNOWN, Cell, UnknownWorld
from headwater.rules.world import World


def bordering(clash: Clash, branch: str | None, cell: Cell, site: Site, space: Space) -> tuple[str, ...]:
    """Return the rows that border on a gap: those that its cell touches and that one condition keeps from its site."""
    edition = space.edition
    rows = [edition.rows[name] for names in _tables(clash, branch, site, space) for name in names]
    beside = tuple(row.id for row in rows if row.enabled and not row.silenced and _borders(row.when, cell, site, space))
    return beside or tuple(row.id for row in rows)


def _tables(clash: Clash, branch: str | None, site: Site, space: Space) -> list[tuple[str, ...]]:
    edition = space.edition
    if clash.about == VOLUMES:
        return [edition.volumes]
    if clash.about == BRANCHES:
        near = (each for each in edition.branches.values() if len(_failing(each.when, site, space)) == 1)
        return [rows for each in near for rows in _of_branch(each.id, edition)]
    return _of_branch(branch or "", edition)


def _of_branch(name: str, edition: Edition) -> list[tuple[str, ...]]:
    branch = edition.branches[name]
    return [edition.tables[table].rows for table in (*branch.exemptions, *([branch.table] if branch.table else []))]


def _borders(clauses: tuple[Clause, ...], cell: Cell, site: Site, space: Space) -> bool:
    failing = _failing(clauses, site, space)
    return len(failing) == 1 and _touches(failing[0], cell, site, space)


def _failing(clauses: Iterable[Clause], site: Site, space: Space) -> list[Clause]:
    """Return which of several clauses fail at a site."""
    world = World(facts_of(site, space.vocabulary), space.edition)

    def fails(clause: Clause) -> bool:
        try:
            return not world.all_hold((clause,))
        except UndefinedValueError:
            return True

    with world.item("action", ACTION):
        return [clause for clause in clauses if fails(clause)]


def _touches(clause: Clause, cell: Cell, site: Site, space: Space) -> bool:
    """Return whether a clause holds on the edge of a cell, its own ends counting."""
    if not isinstance(clause, Condition):
        parts = (_failing(part, site, space) for part in clause.parts)
        return any(all(_touches(each, cell, site, space) for each in part) for part in parts)
    if clause.number is None:
        return True
    world = UnknownWorld(NOTHING_KNOWN, space.edition, space=space, here=cell.region, words=dict(cell.words))
    try:
        with world.item("action", ACTION):
            number = world.number(clause.fact)
    except UndefinedValueError:
        return False
    top, over = (number.of, number.over.terms) if isinstance(number, Share) else (as_linear(number), ())
    terms = dict(top.terms)
    for name, factor in over or ((CONSTANT, Fraction(1)),):
        terms[name] = terms.get(name, Fraction(0)) - clause.number * factor
    sign = Fraction(-1 if clause.op in ("<", "<=") else 1)
    edge = space.constraint({name: sign * factor for name, factor in terms.items()}, "=" if clause.op == "=" else ">=")
    return solution((*closed(cell.constraints), edge), size=len(space.variables)) is not None


def closed(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """Return conditions with their ends: the edge of what they bound is part of it."""
    return tuple(replace(item, sense=">=") if item.sense == ">" else item for item in constraints)
