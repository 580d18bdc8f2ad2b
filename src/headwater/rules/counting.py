"""Which surfaces an action counts: its own, and those of earlier projects that count with it.

Three layers, each a set of derived facts of an action:

``own_*``
    this action's surfaces as the rule sees them: permeable ones in or out, a buffered walk left out of its road
``counted_*``
    with the earlier projects that the edition adds up
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
from headwater.window import Window, smallest, total

SURFACES = ("kept", "reconstructed", "removed", "new", "existing_impervious", "proposed_impervious", "net_increase")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """What an edition adds up.

    `since` is the first day that counts, unless the reading `since_reading` is taken as `other_since` has it;
    `adjacent` are the relations that bring in a neighbouring site, unless `adjacent_reading` is taken as
    `other_adjacent` has it; `same_site` are those on the site itself. The readings are named where an edition has them.
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
    walk_row: str | None = None
    walk_reading: str | None = None


def counting_formulas(counting: Counting) -> Mapping[str, Callable[[World], Window]]:
    """Return the formulas of the three layers for one edition."""
    formulas: dict[str, Callable[[World], Window]] = {}
    for surface in SURFACES:
        formulas[f"action.own_{surface}_sf"] = partial(_own, surface=surface, counting=counting)
    for surface in ("reconstructed", "removed", "new", "existing_impervious", "proposed_impervious", "net_increase"):
        formulas[f"action.counted_{surface}_sf"] = partial(_counted, surface=surface, counting=counting)
        formulas[f"action.tested_{surface}_sf"] = partial(_tested, name=f"{surface}_sf", counting=counting)
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
    return world.all_hold(world.edition.rows[counting.walk_row].when)


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
    own = world.number(f"action.own_{surface}_sf")
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
    return world.number("action.site_area_sf") + sum_earlier(world, counting, "site_sf", adjacent_only=True)


def _counted_disturbed(world: World, *, counting: Counting) -> Window:
    own = world.number("action.own_disturbed_sf")
    if not world.facts.ids("earlier"):
        return own
    both = own + sum_earlier(world, counting, "disturbed_sf")
    # The same ground disturbed twice is disturbed once: never more than there is.
    return smallest([both, world.number("action.counted_site_sf")])


def _tested(world: World, *, name: str, counting: Counting) -> Window:
    if counting.shares_reading and world.facts.ids("earlier"):
        if world.reading(counting.shares_reading) == "this_action_alone":
            return world.number(f"action.own_{name}")
    return world.number(f"action.counted_{name}")
