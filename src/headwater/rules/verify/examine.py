"""What the rows of an edition say of a site, all of them: not only the first that decides.

Written for a site that is known, as deciding is. Asked of every site there is (`headwater.rules.verify.unknown`) it
tells where rows contradict each other; asked of one site (`headwater.rules.verify.site`) whether they still do. The
exemptions are one question and the tables another, so that what frees a site does not cut up what its table says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from headwater.errors import UndefinedValueError
from headwater.rules.table import Branch, Depths, Duties, Measure, Row
from headwater.rules.verify.linear import Linear, as_linear
from headwater.rules.verify.unknown import UnknownWorld
from headwater.rules.world import World

BRANCHES: Final = "branches"
VOLUMES: Final = "volumes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """One thing wrong at a site.

    `rows` are those that hold and say it, or that have no value. `about` is what has no row, a table, the branches or
    the volumes, or the ratio that has no value.
    """

    kind: str
    rows: tuple[str, ...] = ()
    about: str = ""
    missing: bool = False


@dataclass(slots=True)
class Seen:
    """All that the rows say at one site.

    `reached` are the rows that speak. The volume is the largest of `terms_cf`; `scope` is the area that the table
    names, where the row of the volume leaves it to the table.
    """

    branch: str | None = None
    exempt: str | None = None
    clashes: list[Clash] = field(default_factory=list)
    reached: set[str] = field(default_factory=set)
    volume: str | None = None
    scope: str = ""
    terms_cf: tuple[Linear, ...] = ()


def examine(world: World) -> Seen:
    """Return all that the rows say of the action at hand; whether the rule is triggered at all is not asked."""
    seen = exemptions(world)
    if seen.branch is None or seen.exempt is not None:
        return seen
    found = tables(world)
    found.clashes[:0] = seen.clashes
    return found


def exemptions(world: World) -> Seen:
    """Return which branch takes the action at hand, and what frees it."""
    seen = Seen()
    branch = _branch(world, seen)
    if branch is None:
        if not seen.clashes:
            seen.clashes.append(Clash(kind="gap", about=BRANCHES))
        return seen
    seen.branch = branch.id
    for table in branch.exemptions:
        rows = _holding(world, table, seen)
        if rows:
            seen.exempt = rows[0]
            seen.reached.update(rows)
            _compare_within(world, table, rows, seen)
            break
    return seen


def tables(world: World) -> Seen:
    """Return what the deciding table, the prose beside it and the measures say of the action at hand, exempt or not."""
    seen = Seen()
    branch = _branch(world, seen)
    if branch is None:
        return seen
    seen.branch = branch.id
    if branch.table is None:
        _gap_without_table(branch, seen)
        return seen
    duties = _tables(world, branch, branch.table, seen)
    if duties is not None and duties.requirements and not seen.clashes:
        _measures(world, branch, duties, seen)
    return seen


def free(world: World) -> bool:
    """Return whether no exemption of the branch holds here, all of them having a value."""
    seen = exemptions(world)
    return seen.exempt is None and not seen.clashes


def triggered(world: World) -> bool:
    """Return whether a trigger of the edition fires."""
    return any(_holds(world, world.edition.rows[name], Seen()) for name in world.edition.triggers)


def reaches(world: World, branch: Branch, table: str, row: str) -> bool:
    """Return whether the branch takes this site and the row is one of its table's that speak here."""
    if not taken_by(world, branch):
        return False
    seen = exemptions(world) if table in branch.exemptions else Seen()
    return row in (seen.reached if table in branch.exemptions else _holding(world, table, seen))


def heard(world: World, row: str) -> bool:
    """Return whether what a row says matters here: no exemption holds, or the row asks nothing either."""
    then = world.edition.rows[row].then
    return (isinstance(then, Duties) and not then.requirements) or exemptions(world).exempt is None


def taken_by(world: World, branch: Branch) -> bool:
    """Return whether a branch takes this site."""
    return _branch(world, Seen()) is branch


def _speaks(row: Row) -> bool:
    return row.enabled and not row.silenced


def _holds(world: World, row: Row, seen: Seen) -> bool:
    """Return whether a row holds here, noting it where a ratio that it asks has no value."""
    if not _speaks(row):
        return False
    try:
        with world.source(row.id):
            return world.all_hold(row.when)
    except UndefinedValueError as undefined:
        seen.clashes.append(_undefined(undefined, (row.id,)))
        return False


def _undefined(undefined: UndefinedValueError, rows: tuple[str, ...]) -> Clash:
    return Clash(kind="undefined", rows=rows, about=str(undefined).partition(":")[0])


def _branch(world: World, seen: Seen) -> Branch | None:
    """Return the first branch that holds; where one asks for what has no value, none does, and its rows are noted."""
    for branch in world.edition.branches.values():
        try:
            if world.all_hold(branch.when):
                return branch
        except UndefinedValueError as undefined:
            names = (*branch.exemptions, *([branch.table] if branch.table else []))
            rows = tuple(row for name in names for row in world.edition.tables[name].rows)
            seen.clashes.append(_undefined(undefined, rows))
            return None
    return None


def _holding(world: World, table: str, seen: Seen) -> tuple[str, ...]:
    """Return the rows of a table that speak here, by its hit policy."""
    hit = world.edition.tables[table].hit
    holding: list[Row] = []
    for row in world.edition.rows_of(table):
        if _holds(world, row, seen):
            holding.append(row)
            if hit == "first row":
                break
    if hit == "heaviest row" and holding:
        top = max(_weight(row) for row in holding)
        holding = [row for row in holding if _weight(row) == top]
    return tuple(row.id for row in holding)


def _weight(row: Row) -> int:
    return row.then.weight if isinstance(row.then, Duties) else 0


def _tables(world: World, branch: Branch, table: str, seen: Seen) -> Duties | None:
    """Look at the deciding table and the prose beside it; return what is owed, or None where they cannot tell."""
    edition = world.edition
    decided = _holding(world, table, seen)
    beside = {name: _holding(world, name, seen) for name in branch.beside}
    seen.reached.update(decided, *beside.values())
    if any(clash.kind == "undefined" for clash in seen.clashes):
        return None
    for name, rows in ((table, decided), *beside.items()):
        _compare_within(world, name, rows, seen)
    for one in decided:
        for other in (row for rows in beside.values() for row in rows):
            if _differ(edition.rows[one], edition.rows[other]):
                seen.clashes.append(Clash(kind="contradiction", rows=(one, other)))
    missing = next((name for name in decided if _missing(edition.rows[name])), None)
    if missing is not None and not seen.clashes:
        seen.clashes.append(Clash(kind="gap", rows=(missing,), about=table, missing=True))
    if not decided:
        seen.clashes.append(Clash(kind="gap", about=table))
    if seen.clashes:
        return None
    found = edition.rows[decided[0]].then
    return found if isinstance(found, Duties) and found.requirements else branch.floor


def _gap_without_table(branch: Branch, seen: Seen) -> None:
    """Note a branch that has no table and no floor: nothing is said where its exemptions do not hold."""
    if branch.floor is None:
        seen.clashes.append(Clash(kind="gap", about=branch.id))


def _missing(row: Row) -> bool:
    return isinstance(row.then, Duties) and row.then.missing is not None


def _compare_within(world: World, table: str, rows: tuple[str, ...], seen: Seen) -> None:
    """Note rows of one table that hold together where one alone may, or that tie for the heaviest and differ."""
    hit = world.edition.tables[table].hit
    found = [world.edition.rows[name] for name in rows]
    for place, one in enumerate(found):
        for other in found[place + 1 :]:
            if _differ(one, other):
                seen.clashes.append(Clash(kind="contradiction", rows=(one.id, other.id)))
            elif hit == "one row":
                seen.clashes.append(Clash(kind="overlap", rows=(one.id, other.id)))


def _differ(one: Row, other: Row) -> bool:
    """Return whether two rows cannot both be followed; a scope that is left to the measures fits any."""
    if not isinstance(one.then, Duties) or not isinstance(other.then, Duties):
        return one.then != other.then
    if _missing(one) or _missing(other):
        return False
    first, second = dict(one.then.requirements), dict(other.then.requirements)
    if first.keys() != second.keys():
        return True
    return any(scope and second[name] and scope != second[name] for name, scope in first.items())


def _measures(world: World, branch: Branch, duties: Duties, seen: Seen) -> None:
    """Look at the rows that measure what is owed, and at the volume."""
    edition = world.edition
    measured = ""
    for table in branch.measures:
        rows = _holding(world, table, seen)
        seen.reached.update(rows)
        _compare_within(world, table, rows, seen)
        if rows:
            then = edition.rows[rows[0]].then
            measured = (then.scope or "") if isinstance(then, Measure) else ""
            break
    scope = next((scope for requirement, scope in duties.requirements if requirement == "volume"), None)
    if scope is None or "volume" in branch.freed or not edition.volumes:
        return
    for name in edition.volumes:
        row = edition.rows[name]
        if isinstance(row.then, Depths) and _holds(world, row, seen):
            seen.volume = name
            seen.reached.add(name)
            seen.terms_cf = _volume(world, row.then, scope=scope or measured or "site")
            if any(area == "scope" for _, area in row.then.largest_of):
                seen.scope = scope or measured or "site"
            return
    seen.clashes.append(Clash(kind="gap", about=VOLUMES))


def _volume(world: World, depths: Depths, *, scope: str) -> tuple[Linear, ...]:
    """Return the terms of which a volume is the largest; of a site that is known, none are asked."""
    if not isinstance(world, UnknownWorld):
        return ()
    areas = ((depth, f"action.scope_{scope}_sf" if area == "scope" else area) for depth, area in depths.largest_of)
    return tuple(as_linear(world.number(area)).times(depth / 12) for depth, area in areas)
