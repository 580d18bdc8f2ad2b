"""Rows that no site reaches: their conditions cannot hold together, or an earlier row takes every site of theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from headwater.errors import UndefinedValueError
from headwater.rules.edition import Edition
from headwater.rules.table import Branch
from headwater.rules.verify.defect import Defect, provisions_of
from headwater.rules.verify.examine import Seen, heard, reaches, taken_by
from headwater.rules.verify.explain import Explainer
from headwater.rules.verify.site import Site
from headwater.rules.verify.space import Space
from headwater.rules.verify.unknown import Answered, Cell, settled, space_of, walk
from headwater.rules.verify.witness import smallest_site
from headwater.rules.world import World


def dead_rows(
    exempting: list[Answered[Seen]], deciding: list[Answered[Seen]], space: Space, explainer: Explainer
) -> Iterator[Defect]:
    """Yield every row that speaks and that no site reaches, given its branches and the hit policy of its table."""
    edition = space.edition
    reached = {*_reached(exempting, space, _always), *_reached(deciding, space, heard)}
    for row in edition.rows.values():
        if row.id in reached or not row.enabled or row.silenced or not _is_used(row.id, edition):
            continue
        if _alive(row.id, space):
            continue

        def persists(amended: Edition, name: str = row.id) -> bool:
            return not _alive(name, space_of(amended))

        provisions = provisions_of([row.id], edition)
        site = _site(row.id, space)
        yield Defect(
            kind="dead row",
            provisions=provisions,
            rows=(row.id,),
            about=row.id,
            site=site,
            decides="no site meets its conditions" if site is None else "another row takes every site of its",
            readings=explainer.readings(provisions, persists, settled=True),
        )


def _always(world: World, row: str) -> bool:
    return True


def _of(row: str, counts: Callable[[World, str], bool]) -> Callable[[World], bool]:
    return lambda world: counts(world, row)


def _reached(cells: list[Answered[Seen]], space: Space, counts: Callable[[World, str], bool]) -> set[str]:
    """Return the rows that speak, and count, in some cell that holds a site."""
    reached: set[str] = set()
    for answered in cells:
        for row in sorted(answered.answer.reached - reached):
            if settled(answered.cell, space, _of(row, counts)) is not None:
                reached.add(row)
    return reached


def _is_used(row: str, edition: Edition) -> bool:
    lists = (edition.triggers, edition.volumes, edition.baselines)
    return any(row in names for names in lists) or any(True for _ in _places(row, edition))


def _places(row: str, edition: Edition) -> Iterator[tuple[Branch, str]]:
    """Yield the branches and tables through which a row may be reached."""
    for branch in edition.branches.values():
        for table in (*branch.exemptions, *([branch.table] if branch.table else []), *branch.beside, *branch.measures):
            if row in edition.tables[table].rows:
                yield branch, table


def _alive(row: str, space: Space) -> bool:
    edition = space.edition
    for branch, table in _places(row, edition):
        counts = _always if table in branch.exemptions else heard
        here = partial(reaches, branch=branch, table=table, row=row)
        if _some(here, space, _of(row, counts)):
            return True
    if row in edition.volumes:
        return _some(partial(_first, rows=edition.volumes, row=row), space) is not None
    if row in edition.triggers or row in edition.baselines:
        return _some(partial(_holds, name=row), space) is not None
    return False


def _some(question: Callable[[World], bool], space: Space, also: Callable[[World], bool] | None = None) -> Cell | None:
    """Return a cell that holds a site of which both questions are true, or None where there is none."""
    found = (settled(part.cell, space, also) for part in walk(question, space) if part.answer)
    return next((cell for cell in found if cell is not None), None)


def _first(world: World, rows: tuple[str, ...], row: str) -> bool:
    """Return whether a row is the first of several that holds."""
    return next((name for name in rows if _holds(world, name)), None) == row


def _holds(world: World, name: str) -> bool:
    row = world.edition.rows[name]
    try:
        return row.enabled and not row.silenced and world.all_hold(row.when)
    except UndefinedValueError:
        return False


def _held(world: World, branch: Branch, row: str) -> bool:
    return taken_by(world, branch) and _holds(world, row)


def _site(row: str, space: Space) -> Site | None:
    """Return a site that meets the conditions of a row which does not speak there, or None where there is none."""
    for branch, _ in _places(row, space.edition):
        cell = _some(partial(_held, branch=branch, row=row), space)
        if cell is not None:
            return smallest_site(cell, space)
    return None
