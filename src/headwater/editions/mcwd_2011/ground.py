"""Appendix A beside its formulas: where credit is earned, what a tree intercepts, how much ground may be credited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from headwater.rules import crediting
from headwater.rules.world import World
from headwater.window import ZERO, Window, total


def credit_cf(world: World) -> Window:
    """Return what the practice at hand earns; off the site nothing, where abstraction is on the site (R132)."""
    if not world.yes("practice.on_site") and world.reading("R132") == "on_site_alone":
        return ZERO
    return crediting.credit_cf(world)


def spare_pervious_sf(world: World) -> Window:
    """Return the pervious ground of the site that amendment and enhancement leave without credit."""
    pervious = world.number("site_area_sf") - world.number("proposed_impervious_sf")
    return pervious - _credited_ground(world, {"soil amendment": "area_sf", "enhancement": "area_sf"})


def spare_ground_sf(world: World) -> Window:
    """Return the ground of the site that earns no credit; canopies may reach over pavement, not over the site twice."""
    canopies = {"tree kept": "canopy_sf", "tree new": "canopy_sf"}
    return world.number("site_area_sf") - _credited_ground(
        world, {"soil amendment": "area_sf", "enhancement": "area_sf", **canopies}
    )


def _credited_ground(world: World, sizes: Mapping[str, str]) -> Window:
    """Return the ground on the site for which practices of some kinds take credit."""
    parts = []
    for practice in world.facts.ids("practice"):
        with world.item("practice", practice):
            kind = world.word("practice.kind")
            if kind in sizes and world.yes("practice.on_site") and crediting.credited(world):
                parts.append(world.number(f"practice.{sizes[kind]}"))
    return total(parts)


def interception_by(world: World) -> str:
    """Return who says what the tree at hand intercepts: the list, an arborist, the median; `none` of no tree."""
    if world.word("practice.kind") not in ("tree kept", "tree new"):
        return "none"
    listed = {name.lower() for name in world.edition.species} - {"median"}
    if world.word("practice.species").lower() in listed:
        return "list"
    stated = world.number("practice.arborist_interception_fraction")
    return "median" if stated.written is None else "arborist"


def footprint_beyond_borings_sf(world: World) -> Window:
    """Return the footprint of the practice at hand less 2,500 sq ft for each boring, as the Manual counts them."""
    return world.number("practice.footprint_sf") - world.number("practice.boring_count").times(Fraction(2_500))


FORMULAS: Mapping[str, Callable[[World], Any]] = {
    "practice.credit_cf": credit_cf,
    "spare_pervious_sf": spare_pervious_sf,
    "spare_ground_sf": spare_ground_sf,
    "practice.interception_by": interception_by,
    "practice.footprint_beyond_borings_sf": footprint_beyond_borings_sf,
}
