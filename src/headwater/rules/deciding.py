"""What a plan owes: for each action, whether the rule reaches it, what frees it, and what its table requires.

The walk is the same for every edition and its data steer it: a trigger, a branch, the exemptions of the branch, the
rows of its table, the measures that give scope and baseline, and the volume. It is written for a site that is known;
`headwater.rules.world` repeats it where facts leave more than one site possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from headwater.errors import UndefinedValueError
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.rules.table import Branch, Depths, Duties, Measure, Row, Table
from headwater.rules.world import Exploration, World, explore_in_turn
from headwater.units import format_plain
from headwater.window import Window, largest


@dataclass(frozen=True, slots=True, order=True)
class Required:
    """One requirement of an action: over which area, against which condition of the site."""

    requirement: str
    scope: str
    baseline: str


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What one action owes, in one world.

    `permit` is None where the text at hand cannot tell, and `open_because` says why; where a permit is due in any case,
    `open_because` says that what it requires beside `required` cannot be told. `rows` are the rows that decided,
    `exempt_by` those that freed the action, `conflict` those that contradict each other. A permit is `sure` where it is
    due whatever the table says. `untold` are triggers that may hold beside those that were found; one is enough.
    """

    action: str
    permit: bool | None
    trigger: tuple[str, ...] = ()
    branch: str | None = None
    exempt_by: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    required: tuple[Required, ...] = ()
    volume_cf: Window | None = None
    volume_row: str | None = None
    volume_text: str | None = None
    provisional: tuple[str, ...] = ()
    sure: bool = False
    open_because: str | None = None
    conflict: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()

    @property
    def duty(self) -> tuple[object, ...]:
        """What is owed, apart from which row says so: conclusions with one duty are one outcome."""
        volume = None if self.volume_cf is None else self.volume_cf.at_written()
        return (self.action, self.permit, self.required, volume, self.open_because, bool(self.provisional), self.sure)

    def requires(self, requirement: str) -> bool:
        """Return whether a requirement applies."""
        return any(item.requirement == requirement for item in self.required)


def conclude(world: World) -> tuple[Conclusion, ...]:
    """Return what every action of the plan owes in this world."""
    return tuple(conclude_action(world, action) for action in world.facts.ids("action"))


def concluded(facts: Facts, edition: Edition, *, all_rows: bool = False) -> Exploration[tuple[Conclusion, ...]]:
    """Return every way in which what the actions owe can go: `conclude`, in all worlds that the facts leave."""
    questions = [partial(conclude_action, action=action) for action in facts.ids("action")]
    return explore_in_turn(questions, facts=facts, edition=edition, all_rows=all_rows)


def conclude_action(world: World, action: str) -> Conclusion:
    """Return what one action owes in this world."""
    with world.item("action", action):
        try:
            return _conclude(world, action)
        except UndefinedValueError as undefined:
            return Conclusion(action=action, permit=None, open_because=f"a value is undefined: {undefined}")


def _conclude(world: World, action: str) -> Conclusion:
    edition = world.edition
    trigger, untold = _triggers(world, edition)
    if not trigger:
        return Conclusion(action=action, permit=False)
    return replace(_under_the_rule(world, edition, action, trigger), untold=untold)


def _under_the_rule(world: World, edition: Edition, action: str, trigger: tuple[str, ...]) -> Conclusion:
    """Return what an action owes that the rule reaches."""
    branch = _branch(world)
    if branch is None:
        why = "no class of the edition holds this action"
        return Conclusion(action=action, permit=None, trigger=trigger, open_because=why)
    exempt = _first(world, branch.exemptions)
    if exempt is not None:
        marks = (exempt.id,) if exempt.provisional else ()
        return Conclusion(
            action=action, permit=False, trigger=trigger, branch=branch.id, exempt_by=(exempt.id,), provisional=marks
        )
    fired = _rows(world, edition, branch)
    provisional = tuple(row.id for row in fired if row.provisional)
    outcomes = {row.then for row in fired if isinstance(row.then, Duties)}
    names = tuple(row.id for row in fired)
    if len(outcomes) > 1:
        return Conclusion(
            action=action,
            permit=None,
            trigger=trigger,
            branch=branch.id,
            rows=names,
            conflict=names,
            open_because=f"rows contradict each other: {', '.join(names)}",
        )
    duties = outcomes.pop() if outcomes else None
    missing = duties.missing if duties is not None else None
    if duties is None and (branch.table is not None or branch.floor is None):
        missing = f"no row of {branch.table or branch.id} holds this site"
    if missing and branch.floor is None:
        return Conclusion(
            action=action, permit=None, trigger=trigger, branch=branch.id, rows=names, open_because=missing
        )
    reached = duties is not None and bool(duties.requirements)
    if duties is None or (not duties.requirements and branch.floor is not None):
        duties = branch.floor or Duties()
    permit = bool(duties.requirements) or branch.floor is not None
    required, measure_rows = _measured(world, branch, _with_branch(duties, branch, reached=reached))
    volume_row, volume, volume_text = _volume(world, required)
    return Conclusion(
        action=action,
        permit=permit,
        trigger=trigger,
        branch=branch.id,
        rows=names + measure_rows,
        required=required,
        volume_cf=volume,
        volume_row=volume_row,
        volume_text=volume_text,
        provisional=provisional,
        sure=branch.floor is not None,
        open_because=missing,
    )


def _triggers(world: World, edition: Edition) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what brings the action under the rule, all that is sure or else the first that holds; and what else may.

    One is enough, so no world is split to learn of another.
    """
    rows = [edition.rows[name] for name in edition.triggers]
    sure, untold = [], []
    for row in rows:
        world.note_readings(row.readings)
        with world.source(row.id):
            if row.silenced or not (row.enabled or world.all_rows):
                continue
            held = world.sure(row.when)
        if held:
            world.row(row.id)
            sure.append(row.id)
        elif held is None:
            untold.append(row.id)
    if sure:
        return tuple(sure), tuple(untold)
    for place, row in enumerate(rows):
        if _fires(world, row):
            later = {row.id for row in rows[place + 1 :]}
            return (row.id,), tuple(name for name in untold if name in later)
    return (), ()


def _with_branch(duties: Duties, branch: Branch, *, reached: bool) -> Duties:
    """Return what the table asks, with what every action of the branch owes and without what it is freed from.

    Where the table itself asks something, it has `reached` the action.
    """
    if not duties.requirements and branch.floor is None:
        return duties
    also = (branch.every, branch.reached if reached else None)
    owed = {name: scope for beside in also if beside is not None for name, scope in beside.requirements}
    owed |= dict(duties.requirements)
    return Duties(tuple(sorted((name, scope) for name, scope in owed.items() if name not in branch.freed)))


def _fires(world: World, row: Row) -> bool:
    """Return whether a row holds here and may speak; a row that fires is noted."""
    world.note_readings(row.readings)
    if row.silenced or not (row.enabled or world.all_rows):
        return False
    with world.source(row.id):
        holds = world.all_hold(row.when)
    if holds:
        world.row(row.id)
    return holds


def _branch(world: World) -> Branch | None:
    for branch in world.edition.branches.values():
        world.note_readings(branch.readings)
        with world.source(branch.id):
            if world.all_hold(branch.when):
                return branch
    return None


def _first(world: World, tables: tuple[str, ...]) -> Row | None:
    for table in tables:
        for row in world.edition.rows_of(table):
            if _fires(world, row):
                return row
    return None


def _rows(world: World, edition: Edition, branch: Branch) -> tuple[Row, ...]:
    """Return the rows of the branch's table that hold, by its hit policy; what is not at hand gives way to what is."""
    if branch.table is None:
        return ()
    table: Table = edition.tables[branch.table]
    fired: list[Row] = []
    for row in edition.rows_of(branch.table):
        if _fires(world, row):
            fired.append(row)
            if table.hit == "first row":
                break
    told = [row for row in fired if not (isinstance(row.then, Duties) and row.then.missing)]
    fired = told or fired
    if table.hit == "heaviest row" and fired:
        top = max(row.then.weight for row in fired if isinstance(row.then, Duties))
        return tuple(row for row in fired if isinstance(row.then, Duties) and row.then.weight == top)
    return tuple(fired)


def _measured(world: World, branch: Branch, duties: Duties) -> tuple[tuple[Required, ...], tuple[str, ...]]:
    """Return the requirements with scope and baseline, and the rows that gave them."""
    if not duties.requirements:
        return (), ()
    measure: Row | None = _first(world, branch.measures) if branch.measures else None
    given = measure.then if measure is not None and isinstance(measure.then, Measure) else Measure()
    baselines = [row for row in (world.edition.rows[name] for name in world.edition.baselines) if _fires(world, row)]
    required = []
    rows = [] if measure is None else [measure.id]
    for requirement, scope in duties.requirements:
        baseline = given.baseline or "existing"
        for row in baselines:
            if isinstance(row.then, Measure) and requirement in row.then.requirements and row.then.baseline:
                baseline = row.then.baseline
                if row.id not in rows:
                    rows.append(row.id)
        required.append(Required(requirement, scope or given.scope or "site", baseline))
    return tuple(sorted(required)), tuple(rows)


def _volume(world: World, required: tuple[Required, ...]) -> tuple[str | None, Window | None, str | None]:
    """Return the row that says the volume owed, the volume and its arithmetic; None where no volume is required."""
    scope = next((item.scope for item in required if item.requirement == "volume"), None)
    if scope is None:
        return None, None, None
    for name in world.edition.volumes:
        row = world.edition.rows[name]
        if isinstance(row.then, Depths) and _fires(world, row):
            volume, text = volume_of(world, row.then, scope=scope)
            return name, volume, text
    return None, None, None


def volume_of(world: World, depths: Depths, *, scope: str) -> tuple[Window, str]:
    """Return the largest of several depths over their areas, in cubic feet, from numbers as written; and its
    arithmetic.

    `scope` names the area where the row leaves it to the table.
    """
    terms, texts = [], []
    with world.as_written():
        for depth_in, area in depths.largest_of:
            area_sf = world.number(area if area != "scope" else f"action.scope_{scope}_sf")
            terms.append(area_sf.times(depth_in / 12))
            shown = "unknown" if area_sf.written is None else f"{format_plain(area_sf.written)} sf"
            texts.append(f"{format_plain(depth_in)} in x {shown} ({_named_area(area, scope=scope)})")
    text = texts[0] if len(texts) == 1 else f"the largest of {' and '.join(texts)}"
    return largest(terms), text


# What a depth is taken over is always impervious surface; a scope alone would read as all the ground.
_SCOPE_AREAS: Final[Mapping[str, str]] = {
    "site": "impervious surface of the site",
    "increase": "increase in impervious surface",
    "new": "new impervious surface",
    "new_and_reconstructed": "new and reconstructed impervious surface",
}


def _named_area(area: str, *, scope: str) -> str:
    """Return the words for the area that a depth is taken over, beside its figure."""
    if area == "scope":
        area = f"action.scope_{scope}_sf"
    name = area.removeprefix("action.").removesuffix("_sf")
    if name.removeprefix("scope_") in _SCOPE_AREAS:
        return _SCOPE_AREAS[name.removeprefix("scope_")]
    return name.removeprefix("own_").replace("_", " ")
