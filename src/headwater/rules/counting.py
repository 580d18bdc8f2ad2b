"""Which surfaces an action counts: its own, those of the plan's other actions, and those of earlier projects.

Four layers, each a set of derived facts of an action:

``own_*``
    this action's surfaces as the rule sees them: permeable ones in or out, a buffered walk left out of its road
``planned_*``
    with the other actions of the plan, where the edition adds them up
``counted_*``
    with the earlier projects that the edition adds up as well
``tested_*``
    what shares are taken from: counted, or this action's own

Shares and thresholds are data; this arithmetic of sums is shared by the editions, which say what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from headwater.rules.condition import Condition
from headwater.rules.judging import Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.window import ZERO, Window, smallest, total

HOMES = ("single-family home", "lot of record")
SURFACES = ("kept", "reconstructed", "removed", "new", "existing_impervious", "proposed_impervious", "net_increase")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """What an edition adds up.

    `since` is the first day that counts, unless the reading `since_reading` is taken as `other_since` has it;
    `adjacent` are the relations that bring in a neighbouring site, unless `adjacent_reading` is taken as
    `other_adjacent` has it; `same_site` are those on the site itself. By `actions_reading` the actions of one plan
    count together unless it is taken as `each_alone`; an edition without it adds none up. A walk that `walk_row` frees
    is left out where it is of one of `walk_classes`: inside a development it is part of that, and no row frees it. The
    readings are named where an edition has them.
    """

    since: str = ""
    other_since: tuple[str, str] | None = None
    since_reading: str | None = None
    same_site: frozenset[str] = frozenset({"common ownership", "common plan"})
    adjacent: frozenset[str] = frozenset({"common ownership"})
    other_adjacent: tuple[str, frozenset[str]] | None = None
    adjacent_reading: str | None = None
    permeable_reading: str | None = None
    existing_reading: str | None = None
    shares_reading: str | None = None
    homes_reading: str | None = None
    actions_reading: str | None = None
    walk_row: str | None = None
    walk_reading: str | None = None
    walk_classes: frozenset[str] = frozenset()


def counting_formulas(counting: Counting) -> Mapping[str, Callable[[World], Window]]:
    """Return the formulas of the four layers for one edition."""
    formulas: dict[str, Callable[[World], Window]] = {}
    for surface in SURFACES:
        formulas[f"action.own_{surface}_sf"] = partial(_own, surface=surface, counting=counting)
        formulas[f"action.planned_{surface}_sf"] = partial(_planned, name=f"{surface}_sf", counting=counting)
        formulas[f"together_{surface}_sf"] = partial(_together, surface=surface, counting=counting)
    for surface in ("reconstructed", "removed", "new", "existing_impervious", "proposed_impervious", "net_increase"):
        formulas[f"action.counted_{surface}_sf"] = partial(_counted, surface=surface, counting=counting)
        formulas[f"action.tested_{surface}_sf"] = partial(_tested, name=f"{surface}_sf", counting=counting)
    for name in ("site_sf", "disturbed_sf"):
        formulas[f"action.planned_{name}"] = partial(_planned, name=name, counting=counting)
    formulas["together_site_sf"] = partial(_together_over_ground, name="site_area_sf")
    formulas["together_disturbed_sf"] = partial(_together_over_ground, name="disturbed_area_sf")
    formulas["action.counted_site_sf"] = partial(_counted_site, counting=counting)
    formulas["action.counted_disturbed_sf"] = partial(_counted_disturbed, counting=counting)
    formulas["action.tested_site_sf"] = partial(_tested, name="site_sf", counting=counting)
    formulas["action.tested_disturbed_sf"] = partial(_tested, name="disturbed_sf", counting=counting)
    formulas["action.own_site_sf"] = lambda world: world.number("action.site_area_sf")
    formulas["action.own_disturbed_sf"] = lambda world: world.number("action.disturbed_area_sf")
    return formulas


def _own(world: World, *, surface: str, counting: Counting) -> Window:
    found = world.number(f"action.{surface}_sf")
    if counting.permeable_reading and world.reading(counting.permeable_reading) == "pervious":
        found = found - world.number(f"action.permeable_{surface}_sf")
    if counting.walk_row is not None:
        for walk in _walks_within(world):
            with world.item("action", walk):
                if _walk_left_out(world, counting):
                    found = found - world.number(f"action.{surface}_sf")
    return found


def _planned(world: World, *, name: str, counting: Counting) -> Window:
    """Return a size of the actions of the plan that count together, or of this one alone."""
    layer = "together" if counts_together(world, counting) else "action.own"
    return world.one_with(f"{layer}_{name}")


def counts_together(world: World, counting: Counting) -> bool:
    """Return whether the plan has several actions, and they are added up."""
    several = len(actions_apart(world)) > 1
    return several and bool(counting.actions_reading) and world.reading(str(counting.actions_reading)) != "each_alone"


def actions_apart(world: World) -> tuple[str, ...]:
    """Return the actions of the plan that no other holds: a street or walk counted in another is part of that one."""
    actions = world.facts.items["action"]
    if len(actions) < 2:  # no other can hold it, and what is asked of one action is all that is asked
        return tuple(actions)
    world.use(frozenset(facts["counted_in"].name for facts in actions.values()))
    return tuple(item for item, facts in actions.items() if facts["counted_in"].region == frozenset({"none"}))


def bears_earlier(world: World) -> bool:
    """Return whether what earlier projects add to a volume falls on the action at hand.

    It falls on the first action that no other holds and that builds no home, so that it is owed once.
    """
    apart = actions_apart(world)
    if len(apart) < 2:
        return True
    here = world.full_name("action.id")
    for action in apart:
        with world.item("action", action):
            if world.word("action.kind") not in HOMES:
                return world.full_name("action.id") == here
    return False


def own_with_earlier_sf(world: World, *, surface: str) -> Window:
    """Return a surface of the action at hand, and of the earlier projects that count where it bears them."""
    if len(actions_apart(world)) < 2:
        return world.number(f"action.counted_{surface}_sf")
    own = world.number(f"action.own_{surface}_sf")
    if not bears_earlier(world):
        return own
    return own + (world.number(f"action.counted_{surface}_sf") - world.number(f"action.planned_{surface}_sf"))


def _together(world: World, *, surface: str, counting: Counting) -> Window:
    """Return a surface of all actions together: their sum, or the plan's where it states as much or more.

    A surface of the plan that lies outside of every action is on its site all the same, and its own figure is as
    narrow as it was written. What an action does not count is taken off both.
    """
    stated = world.number(f"{surface}_sf")
    parts: list[Window] = []
    for action in actions_apart(world):
        with world.item("action", action):
            as_stated, part = world.number(f"action.{surface}_sf"), _part_of_plan(world, surface, counting)
        parts.append(part)
        if part != as_stated:
            stated = stated + (part - as_stated)
    found = total(parts)
    if stated.written is None or (found.written is not None and not _states_as_much(stated, found, surface)):
        return found
    return stated


def _states_as_much(stated: Window, found: Window, surface: str) -> bool:
    assert stated.written is not None
    assert found.written is not None
    # A net increase is less than another without saying less: only the same one is the plan's.
    return stated.written == found.written if surface == "net_increase" else stated.written >= found.written


def _part_of_plan(world: World, surface: str, counting: Counting) -> Window:
    """Return what the action at hand adds to the whole; a walk or home that does not count adds nothing built."""
    lies_there = surface in ("kept", "existing_impervious", "proposed_impervious")
    if counting.walk_row is not None and not lies_there and _walk_left_out(world, counting):
        return ZERO
    if counting.homes_reading and world.word("action.kind") in HOMES:
        if world.reading(counting.homes_reading) == "do_not_count":
            return ZERO
    return world.number(f"action.own_{surface}_sf")


def _together_over_ground(world: World, *, name: str) -> Window:
    """Return the site of the plan or what it disturbs, or the sum of what actions state of their own if it is more."""
    plan = world.facts.plain_fact(name)
    whole = world.number(name)
    own = [action for action in actions_apart(world) if world.facts.items["action"][action][name] is not plan]
    parts: list[Window] = []
    for action in own:
        with world.item("action", action):
            parts.append(world.number(f"action.{name}"))
    found = total(parts)
    if not own or found.written is None:
        return whole
    if whole.written is None:
        return found if len(own) == len(actions_apart(world)) else whole
    return found if found.written > whole.written else whole


def _walks_within(world: World) -> Iterator[str]:
    """Yield the walks whose surfaces are counted in those of the action at hand."""
    here = world.full_name("action.id").removeprefix("action[").removesuffix("].id")
    for other in world.facts.ids("action"):
        if other == here:
            continue
        within = world.facts.items["action"][other]["counted_in"]
        world.use(frozenset({within.name}))
        if within.region == frozenset({here}):
            yield other


def _walk_left_out(world: World, counting: Counting) -> bool:
    if counting.walk_reading and world.reading(counting.walk_reading) == "counted_with_it":
        return False
    assert counting.walk_row is not None
    if not world.all_hold(world.edition.rows[counting.walk_row].when):
        return False
    return world.word("action.class") in counting.walk_classes


def _earlier(world: World, counting: Counting) -> tuple[tuple[str, bool], ...]:
    """Return the earlier projects that count, and whether each is on a neighbouring site; very many sums ask it."""
    return world.kept(("earlier that count", id(counting)), lambda: tuple(_ask_earlier(world, counting)))


def _ask_earlier(world: World, counting: Counting) -> Iterator[tuple[str, bool]]:
    for earlier in world.facts.ids("earlier"):
        with world.item("earlier", earlier):
            if _counts(world, counting):
                yield earlier, world.word("earlier.where") == "adjacent site"


def _counts(world: World, counting: Counting) -> bool:
    """Return whether the earlier project at hand counts."""
    since = counting.since
    if counting.since_reading and counting.other_since:
        choice, date = counting.other_since
        since = date if world.reading(counting.since_reading) == choice else since
    if since and not _since(world, since):
        return False
    if counting.homes_reading and world.yes("earlier.exempt_home"):
        if world.reading(counting.homes_reading) == "do_not_count":
            return False
    adjacent = world.word("earlier.where") == "adjacent site"
    relations = _neighbours(world, counting) if adjacent else counting.same_site
    return world.word("earlier.relation") in relations


def judge_counted(world: World, criterion: Criterion, *, counting: Counting) -> Judgment:
    """Tell of the earlier project at hand whether it counts with the actions of the plan."""
    if _counts(world, counting):
        return Judgment("met", note="counts with this project")
    return Judgment("not_applicable", note="does not count with this project")


def earlier_may_matter(world: World, *, free: frozenset[str]) -> str:
    """Return whether what some action owes may hang on earlier projects: it does not by a row in `free` alone."""
    world.use(world.concluded_from)
    owing = (case for case in world.conclusions if case.trigger)
    return "no" if all({*case.exempt_by, *case.rows} & free for case in owing) else "yes"


def _neighbours(world: World, counting: Counting) -> frozenset[str]:
    """Return the relations by which a project on a neighbouring site counts."""
    if counting.adjacent_reading and counting.other_adjacent:
        choice, relations = counting.other_adjacent
        if world.reading(counting.adjacent_reading) == choice:
            return relations
    return counting.adjacent


def _since(world: World, since: str) -> bool:
    dates = world.region("earlier.date")
    assert not isinstance(dates, Window)
    late = frozenset(date for date in dates if date >= since)
    if late == dates:
        return True
    return bool(late) and world.test(
        Condition(fact="earlier.date", op="in", text=f"earlier.date >= {since}", words=late)
    )


def sum_earlier(world: World, counting: Counting, *names: str, adjacent_only: bool = False) -> Window:
    """Return the sum of sizes of the earlier projects that count; with `adjacent_only`, of the neighbouring ones."""

    def add() -> Window:
        parts: list[Window] = []
        for earlier, adjacent in _earlier(world, counting):
            if adjacent or not adjacent_only:
                with world.item("earlier", earlier):
                    parts.extend(world.number(f"earlier.{name}") for name in names)
        return total(parts)

    return world.kept(("sum of earlier", id(counting), names, adjacent_only, world.takes_as_written), add)


def _counted(world: World, *, surface: str, counting: Counting) -> Window:
    own = world.one_with(f"action.planned_{surface}_sf")
    if not world.facts.ids("earlier"):
        return own
    if surface in ("new", "removed", "reconstructed"):
        return own + sum_earlier(world, counting, f"{surface}_sf")
    if surface == "net_increase":
        new, removed = (sum_earlier(world, counting, name) for name in ("new_sf", "removed_sf"))
        return own + new - removed
    before_action = bool(counting.existing_reading) and world.reading(str(counting.existing_reading)) == "before_action"
    neighbours = sum_earlier(world, counting, "existing_before_sf", adjacent_only=True)
    grown = sum_earlier(world, counting, "new_sf", adjacent_only=True)
    gone = sum_earlier(world, counting, "removed_sf", adjacent_only=True)
    if surface == "proposed_impervious" or before_action:
        return own + neighbours + grown - gone
    new, removed = (sum_earlier(world, counting, name) for name in ("new_sf", "removed_sf"))
    return own + neighbours + (grown - gone) - (new - removed)


def _counted_site(world: World, *, counting: Counting) -> Window:
    return world.number("action.planned_site_sf") + sum_earlier(world, counting, "site_sf", adjacent_only=True)


def _counted_disturbed(world: World, *, counting: Counting) -> Window:
    own = world.one_with("action.planned_disturbed_sf")
    if not world.facts.ids("earlier"):
        return own
    both = own + sum_earlier(world, counting, "disturbed_sf")
    # The same ground disturbed twice is disturbed once: never more than there is.
    return smallest([both, world.number("action.counted_site_sf")])


def _tested(world: World, *, name: str, counting: Counting) -> Window:
    if counting.shares_reading and world.facts.ids("earlier"):
        if world.reading(counting.shares_reading) == "this_action_alone":
            return world.one_with(f"action.planned_{name}")
    return world.one_with(f"action.counted_{name}")
