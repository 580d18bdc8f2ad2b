"""Which class of section 2 takes an action, and how large the areas are that its rows and scopes are measured by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from headwater.rules.counting import (
    Counting,
    bears_earlier,
    counting_formulas,
    earlier_may_matter,
    judge_counted,
    own_with_earlier_sf,
    sum_earlier,
)
from headwater.rules.judging import Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.window import ZERO, Window, total

COUNTING = Counting(
    since="2005-01-01",
    since_reading="R57",
    other_since=("june_2011", "2011-06-01"),
    permeable_reading="R42",
    existing_reading="R32",
    shares_reading="R51",
    homes_reading="R52",
    actions_reading="R134",
    walk_row="2011.2.d.2",
    walk_reading="R62",
    walk_classes=frozenset({"linear new", "linear reconstruction"}),
)

# Where one of these decides, earlier projects change nothing.
WITHOUT_EARLIER = frozenset({"2011.2.a.1", "2011.2.d.2", "2011.2.sections.part", "2011.2.contours.alone"})
HOMES = ("single-family home", "lot of record")
STREETS = ("linear new", "linear reconstruction")
WAYS = (*STREETS, "walk or trail", "utility")


def action_class(world: World) -> str:
    """Return the class under which section 2 takes the action."""
    kind = world.word("action.kind")
    if kind in HOMES:
        return _home(world)
    if kind in WAYS:
        return _way(world, kind)
    if kind in ("new development", "redevelopment"):
        return _stated_development(world, kind)
    if kind == "subdivision":
        return _subdivision(world)
    # Grading that builds is judged by what it builds.
    return _development(world) if world.positive("action.built_sf") else "contours"


def _home(world: World) -> str:
    if world.reading("R59") == "not_the_home" and world.yes("action.appurtenance_only"):
        return _development(world)
    if world.reading("R107") == "one_home_alone" and world.compare("action.homes", ">", 1):
        return _development(world)
    return "home"


def _way(world: World, kind: str) -> str:
    rebuilt = kind == "linear reconstruction" or (kind not in STREETS and _is_rebuilt(world))
    if world.yes("action.inside_development") and _inside_is_part(world, kind):
        if world.word("action.counted_in") != "none":
            return "part of a development"
        return _stated_development(world, "redevelopment" if rebuilt else "new development")
    return "linear reconstruction" if rebuilt else "linear new"


def _is_rebuilt(world: World) -> bool:
    if world.reading("R104") == "rebuilt_surface":
        return world.positive("action.reconstructed_sf")
    return world.yes("action.maintenance_or_improvement")


def _inside_is_part(world: World, kind: str) -> bool:
    if kind not in STREETS and world.reading("R101") == "linear_project":
        return False
    return world.reading("R43") == "part_of_it"


def _subdivision(world: World) -> str:
    if world.all_hold(world.edition.rows["2011.2.subdivision"].when):
        return "subdivision of built land" if _built(world) else "subdivision of open land"
    homes = world.word("action.use") == "residential" and world.word("action.housing") == "single-family"
    if homes and world.reading("R103") == "as_homes":
        return "home"
    return _development(world)


def _stated_development(world: World, stated: str) -> str:
    return _development(world) if world.reading("R26") == "wherever_impervious_exists" else stated


def _development(world: World) -> str:
    return "redevelopment" if _built(world) else "new development"


def _built(world: World) -> bool:
    return world.positive("action.existing_here_sf")


def existing_here_sf(world: World) -> Window:
    """Return the existing surface of this site: when the rule began, or before this action (R32)."""
    own = world.number("action.own_existing_impervious_sf")
    return own - _grown_here(world) if _since_the_rule_began(world) else own


def _since_the_rule_began(world: World) -> bool:
    return bool(world.facts.ids("earlier")) and world.reading("R32") != "before_action"


def _grown_here(world: World) -> Window:
    return _earlier_here(world, "new_sf") - _earlier_here(world, "removed_sf")


def _earlier_here(world: World, name: str) -> Window:
    """Return the sum of a size over the earlier projects that count on the site itself."""
    every = sum_earlier(world, COUNTING, name)
    return every - sum_earlier(world, COUNTING, name, adjacent_only=True)


def own_without_homes_sf(world: World, *, surface: str) -> Window:
    """Return a surface of this action, without the homes of a subdivision by the other choice of R27."""
    found = _OWN[f"action.own_{surface}_sf"](world)
    if world.word("action.kind") == "subdivision" and world.reading("R27") == "homes_left_out":
        return found - world.number("action.homes_impervious_sf")
    return found


def own_disturbed_sf(world: World) -> Window:
    """Return what this action disturbs as stated, or the ground that it works on where that is more (R133)."""
    return _disturbed(world, stated="action.disturbed_area_sf", layer="own")


def together_disturbed_sf(world: World) -> Window:
    """Return what all actions of the plan disturb as stated, or the ground they work on where that is more (R133)."""
    return _disturbed(world, stated="together_stated_disturbed_sf", layer="together")


def _disturbed(world: World, *, stated: str, layer: str) -> Window:
    found = world.number(stated)
    # What is open already leaves both ways; and as long as the statement stands, nothing else is asked for.
    if found.written is None or world.reading("R133") == "as_stated":
        return found
    prefix = "action." if layer == "own" else "together_"
    worked = world.number(f"{prefix}worked_ground_sf")
    if worked.written is None or not world.positive(f"{prefix}undisturbed_work_sf"):
        return found
    return worked


def worked_ground_sf(world: World, *, layer: str) -> Window:
    """Return the ground that this action, or all together, build on, rebuild or clear of surface."""
    return total([world.number(f"{layer}_{surface}_sf") for surface in ("new", "reconstructed", "removed")])


def linear_increase_sf(world: World) -> Window:
    """Return what a linear project is measured by: surface created, or the net increase of a reconstruction."""
    return world.one_with("action.counted_new_sf" if _by_creation(world) else "action.counted_net_increase_sf")


def _by_creation(world: World) -> bool:
    return world.word("action.class") == "linear new" or world.reading("R7") == "created_for_both"


def scope_site_sf(world: World) -> Window:
    """Return the impervious surface of the site, or of the aggregate (R58)."""
    if _of_aggregate(world):
        return own_with_earlier_sf(world, surface="proposed_impervious")
    return world.number("action.own_proposed_impervious_sf")


def scope_new_sf(world: World) -> Window:
    """Return the new surface of this site, what earlier projects created on it too (R105), or the aggregate's (R58)."""
    if _of_aggregate(world):
        return own_with_earlier_sf(world, surface="new")
    own = world.number("action.own_new_sf")
    return own + _earlier_here(world, "new_sf") if _with_earlier(world) else own


def scope_increase_sf(world: World) -> Window:
    """Return the area of the increase; none where other surface was taken away."""
    if world.word("action.class") == "linear reconstruction" and _by_creation(world):
        return world.number("action.scope_new_sf")
    return world.number("action.growth_sf") if world.positive("action.growth_sf") else ZERO


def growth_sf(world: World) -> Window:
    """Return how much the impervious surface in scope grows: of this site (R105), or of the aggregate (R58)."""
    if _of_aggregate(world):
        return own_with_earlier_sf(world, surface="net_increase")
    own = world.number("action.own_net_increase_sf")
    if not _with_earlier(world) or world.reading("R51") == "this_action_alone":
        return own
    # Homes left out (R52) may have been taken away since: what grew then cannot be more than what stands on the site.
    if world.reading("R52") == "do_not_count" and not _built(world):
        return world.number("action.own_proposed_impervious_sf")
    return own + _grown_here(world)


def _of_aggregate(world: World) -> bool:
    return bool(world.facts.ids("earlier")) and world.reading("R58") == "aggregate"


def _with_earlier(world: World) -> bool:
    since = _since_the_rule_began(world) and world.reading("R105") == "since_the_rule_began"
    return since and bears_earlier(world)


_OWN = counting_formulas(COUNTING)
FORMULAS: Mapping[str, Callable[[World], Any]] = {
    **_OWN,
    **{
        f"action.own_{surface}_sf": partial(own_without_homes_sf, surface=surface)
        for surface in ("new", "proposed_impervious", "net_increase")
    },
    "action.class": action_class,
    "action.existing_here_sf": existing_here_sf,
    "action.growth_sf": growth_sf,
    "action.linear_increase_sf": linear_increase_sf,
    "action.own_disturbed_sf": own_disturbed_sf,
    "action.worked_ground_sf": partial(worked_ground_sf, layer="action.own"),
    "together_worked_ground_sf": partial(worked_ground_sf, layer="together"),
    "together_stated_disturbed_sf": _OWN["together_disturbed_sf"],
    "together_disturbed_sf": together_disturbed_sf,
    "action.scope_site_sf": scope_site_sf,
    "action.scope_increase_sf": scope_increase_sf,
    "action.scope_new_sf": scope_new_sf,
    "earlier_may_matter": partial(earlier_may_matter, free=WITHOUT_EARLIER),
}
JUDGES: Mapping[str, Callable[[World, Criterion], Judgment]] = {
    "counted": partial(judge_counted, counting=COUNTING),
}
