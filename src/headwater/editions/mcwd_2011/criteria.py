"""The arithmetic of the 2011 edition: classes of action, areas in scope, and criteria that are more than a comparison.

Thresholds stand in the edition's data; here are the sums, and the criteria of volume, credit, phosphorus and rate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from headwater.rules.counting import Counting, counting_formulas
from headwater.rules.window import Window
from headwater.rules.world import World

COUNTING = Counting(
    since="2005-01-01",
    since_reading="R57",
    other_since=("june_2011", "2011-06-01"),
    permeable_reading="R42",
    existing_reading="R32",
    shares_reading="R51",
    homes_reading="R52",
    walk_row="2011.2.d.2",
    walk_reading="R62",
)


def action_class(world: World) -> str:
    """Return the class under which section 2 takes the action."""
    kind = world.word("action.kind")
    if kind in ("single-family home", "lot of record"):
        if world.reading("R59") == "not_the_home" and world.yes("action.appurtenance_only"):
            return _development(world)
        return "home"
    if kind == "new development":
        return _development(world) if world.reading("R26") == "wherever_impervious_exists" else "new development"
    if kind == "redevelopment":
        return _development(world) if world.reading("R26") == "wherever_impervious_exists" else "redevelopment"
    if kind == "subdivision":
        if not world.all_hold(world.edition.rows["2011.2.subdivision"].when):
            if world.word("action.housing") == "single-family":
                return "home"
            return _development(world)
        return "subdivision of built land" if _built(world) else "subdivision of open land"
    if kind in ("linear new", "linear reconstruction"):
        return kind
    if kind in ("walk or trail", "utility"):
        return "linear reconstruction" if world.yes("action.maintenance_or_improvement") else "linear new"
    return "contours"


def _built(world: World) -> bool:
    return world.positive("action.own_existing_impervious_sf")


def _development(world: World) -> str:
    return "redevelopment" if _built(world) else "new development"


def linear_increase_sf(world: World) -> Window:
    """Return what a linear project is measured by: surface created, or the net increase of a reconstruction."""
    if world.word("action.class") == "linear new" or world.reading("R7") == "created_for_both":
        return world.number("action.counted_new_sf")
    return world.number("action.counted_net_increase_sf")


def scope_area_sf(world: World, *, surface: str) -> Window:
    """Return the area in a scope: this site's, or the aggregate's by the other choice of R58."""
    if world.facts.ids("earlier") and world.reading("R58") == "aggregate":
        return world.number(f"action.counted_{surface}_sf")
    return world.number(f"action.own_{surface}_sf")


FORMULAS: Mapping[str, Callable[[World], Any]] = {
    **counting_formulas(COUNTING),
    "action.class": action_class,
    "action.linear_increase_sf": linear_increase_sf,
    "action.scope_site_sf": partial(scope_area_sf, surface="proposed_impervious"),
    "action.scope_increase_sf": partial(scope_area_sf, surface="net_increase"),
    "action.scope_new_sf": partial(scope_area_sf, surface="new"),
}
JUDGES: Mapping[str, Callable[..., Any]] = {}
