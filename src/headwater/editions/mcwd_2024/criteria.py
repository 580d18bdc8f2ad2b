"""The arithmetic of the 2024 edition: classes of action, areas in scope, and criteria that are more than a comparison.

Thresholds stand in the edition's data. Here are the classes of section 2, with permeable surfaces counted as impervious
(2024.2.e), what a volume is taken over, and what the criteria ask of the conclusions; section 3 is `volume`, section 4
`rate`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from headwater.editions.mcwd_2024 import rate, volume
from headwater.rules.counting import (
    Counting,
    actions_apart,
    counting_formulas,
    counts_together,
    own_with_earlier_sf,
)
from headwater.rules.deciding import Conclusion
from headwater.rules.fact import YES_NO
from headwater.rules.judging import Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.window import ZERO, Window, point, total

# The common plan of development alone ties activity together, whenever it was and wherever it lies (2(a)1).
COUNTING = Counting(same_site=frozenset({"common plan"}), adjacent=frozenset({"common plan"}), actions_reading="R134")

CONCEPTUAL = "conceptual subdivision"
HOMES = ("single-family home", "lot of record")
LINEAR = ("linear new", "linear reconstruction", "walk or trail", "utility")
WAYS = frozenset({"linear project", "linear project that grades", "walk", "walk that grades"})
# What 2(a)2 and 2(a)3 alone bring under the rule: section 3 does not bind it.
WITHOUT_SECTION_3 = frozenset({CONCEPTUAL, "subdivision that grades", "grading alone"})
GRADES_BESIDE = frozenset(
    {"home that grades", "development that grades", "walk that grades", "linear project that grades"}
)
SCOPES: Mapping[str, tuple[str, ...]] = {
    "site": ("proposed_impervious",),
    "increase": ("net_increase",),
    "new": ("new",),
    "new_and_reconstructed": ("new", "reconstructed"),
}
# ---- section 2: classes of action ------------------------------------------------------------------------------------


def action_class(world: World) -> str:
    """Return the class of section 2: home, development, linear, walk, subdivision or grading, or a part of another."""
    kind = world.word("action.kind")
    if kind in LINEAR and world.yes("action.inside_development") and world.reading("R43") == "part_of_it":
        # A way inside a development is judged with it where it is counted in it, and as development where it is not.
        return "part" if world.word("action.counted_in") != "none" else "development"
    if kind in HOMES:
        return "home"
    if kind in ("new development", "redevelopment"):
        return "development"
    if kind in ("linear new", "linear reconstruction"):
        return "linear"
    if kind == "walk or trail":
        # The road's own surface holds it: nothing is asked of it twice.
        return "part" if world.word("action.counted_in") != "none" else "walk"
    if kind == "utility":
        return "development" if world.reading("R83") == "development" else "linear"
    if kind == "subdivision" and _holds(world, "2024.2.a.2"):
        return "subdivision"
    # A small split and a change of contours are development as far as they build.
    return "development" if world.yes("action.builds") else "grading"


def _holds(world: World, row: str) -> bool:
    found = world.edition.rows[row]
    world.note_readings(found.readings)
    return world.all_hold(found.when)


def builds(world: World) -> str:
    """Return whether the action builds or rebuilds impervious surface: as answered, else as its surfaces tell."""
    said = world.region("action.impervious_proposed")
    if said != YES_NO:
        return world.word("action.impervious_proposed")
    return "yes" if world.positive("action.own_built_sf") else "no"


def grades(world: World) -> str:
    """Return whether the action is mass grading, by itself or beside what it builds."""
    return "yes" if world.word("action.kind") == "mass grading" or world.yes("action.mass_grading") else "no"


def material_scale(world: World) -> str:
    """Return whether contours change at a scale that may matter for the runoff."""
    affected = ("direction", "peak_rate", "volume", "quality")
    return "yes" if any(world.yes(f"action.affects_{name}") for name in affected) else "no"


def regrades(world: World) -> str:
    """Return whether 2(a)3 reaches the action, by mass grading or by another change of contours."""
    return "yes" if _holds(world, "2024.2.a.3.grading") or _holds(world, "2024.2.a.3.contours") else "no"


def single_family(world: World) -> str:
    """Return whether homes are single-family: what the kind says, unless use or housing is said to be another.

    Other development may be a single-family home on a lot of record too, where use and housing say so (2024.2.b.1).
    """
    kind = world.word("action.kind")
    if kind != "single-family home" and world.word("action.use") != "residential":
        return "no"
    housing = world.region("action.housing")
    assert isinstance(housing, frozenset)
    if len(housing) > 1 and kind in HOMES:
        return "yes"
    return "yes" if world.word("action.housing") == "single-family" else "no"


def homes_built(world: World) -> Window:
    """Return how many homes are built: as stated, one where the kind of action says so, else the dwelling units."""
    stated = world.number("action.homes")
    if stated.written is not None:
        return stated
    kind = world.word("action.kind")
    if kind == "single-family home":
        return point(1)
    return stated if kind in HOMES else world.number("action.units")


def is_walk(world: World) -> bool:
    """Return whether 2(b)2 may free the action: it names walks and trails, inside a development or not."""
    return world.word("action.kind") == "walk or trail"


def is_linear(world: World) -> bool:
    """Return whether 2(b)3 may free the action."""
    return world.word("action.class") in ("walk", "linear")


def of_ways_sf(world: World, *, size: str, alike: Callable[[World], bool]) -> Window:
    """Return a size of all ways of the plan that count together with this one; of anything else, its own.

    2(b)2 and 2(b)3 free walks and linear projects: one of them is not freed by being written as two.
    """
    if not alike(world) or not counts_together(world, COUNTING):
        return world.one_with(f"action.own_{size}_sf")
    parts = []
    for action in actions_apart(world):
        with world.item("action", action):
            if alike(world):
                parts.append(world.number(f"action.own_{size}_sf"))
    if len(parts) == len(actions_apart(world)):
        return world.one_with(f"action.planned_{size}_sf")
    return total(parts)


def development(world: World) -> str:
    """Return new development or redevelopment: as stated, else by whether the common plan began with surface."""
    kind = world.word("action.kind")
    if kind in ("new development", "redevelopment"):
        return kind
    return "redevelopment" if world.positive("action.counted_existing_impervious_sf") else "new development"


def area_in_scope_sf(world: World, *, surfaces: tuple[str, ...]) -> Window:
    """Return the change of area in a scope: this action's, or the common plan's by the other choice of R82."""
    if world.facts.ids("earlier") and world.reading("R82") == "common_plan":
        area = total(own_with_earlier_sf(world, surface=surface) for surface in surfaces)
    else:
        area = total(world.number(f"action.own_{surface}_sf") for surface in surfaces)
    if world.reading("R14") == "left_out":
        area = area - total(world.number(f"action.permeable_{surface}_sf") for surface in surfaces)
    return area


def scope_sf(world: World, *, scope: str) -> Window:
    """Return the area in a scope; where surface is taken away, there is none."""
    name = f"action.area_in_{scope}_sf"
    return world.number(name) if world.positive(name) else ZERO


# ---- what the actions owe, for the criteria --------------------------------------------------------------------------


def _any(world: World, *, holds: Callable[[Conclusion], bool]) -> str | frozenset[str]:
    """Return whether some action that needs a permit is of a sort; open where it is not told which need one."""
    world.use(world.concluded_from)
    if any(conclusion.permit and holds(conclusion) for conclusion in world.conclusions):
        return "yes"
    return YES_NO if any(conclusion.permit is None and holds(conclusion) for conclusion in world.conclusions) else "no"


def criteria_due(world: World) -> str | frozenset[str]:
    """Return whether the criteria must be met now: a subdivision under 2(c) meets them when its land is disturbed."""
    return _any(world, holds=lambda conclusion: conclusion.branch != CONCEPTUAL)


def conceptual(world: World) -> str | frozenset[str]:
    """Return whether a subdivision comes with a conceptual plan (2(c))."""
    return _any(world, holds=lambda conclusion: conclusion.branch == CONCEPTUAL)


def section_3(world: World) -> str | frozenset[str]:
    """Return whether section 3 binds some action (2(d), R67)."""
    freed = WITHOUT_SECTION_3
    if any(conclusion.branch in GRADES_BESIDE for conclusion in world.conclusions):
        freed |= GRADES_BESIDE if world.reading("R67") == "section_3_is_off" else frozenset()
    return _any(world, holds=lambda conclusion: conclusion.branch not in freed)


def ways_alone(world: World) -> str:
    """Return whether only linear projects owe volume, or may: then 3(a)2 says how much and 3(d) may relieve of it."""
    world.use(world.concluded_from)
    owing = [conclusion for conclusion in world.conclusions if conclusion.requires("volume") or conclusion.open_because]
    return "yes" if owing and all(conclusion.branch in WAYS for conclusion in owing) else "no"


def off_site_facility(world: World) -> str:
    """Return whether a facility off the site is used: a practice that lies elsewhere, or a regional facility."""
    for practice in world.facts.ids("practice"):
        with world.item("practice", practice):
            if not world.yes("practice.on_site"):
                return "yes"
    return "yes" if world.yes("uses_regional") and not world.yes("regional_on_site") else "no"


def has_facilities(world: World) -> str | frozenset[str]:
    """Return whether something is built that must be maintained; open where the plan lists no practices."""
    if world.facts.ids("practice") or world.yes("uses_regional"):
        return "yes"
    listed = world.region("has_practice.infiltration_basin")
    assert isinstance(listed, frozenset)
    return listed


def declaration(world: World) -> str:
    """Return when the maintenance declaration must be recorded (R41)."""
    return "within 45 days" if world.reading("R41") == "within_45_days" else "before issuance"


def assurance(world: World) -> str:
    """Return whether financial assurance is a condition or at the District's discretion (R17)."""
    return "at discretion" if world.reading("R17") == "at_discretion" else "required"


# ---- what is not at hand ---------------------------------------------------------------------------------------------


def judge_not_at_hand(world: World, criterion: Criterion) -> Judgment:
    """Say that the text of a provision is not at hand; an overlay puts criteria in the place of this one."""
    return Judgment("cannot_tell", missing=(), note=f"the text of {criterion.provision} is not at hand")


FORMULAS: Mapping[str, Callable[[World], Any]] = {
    **counting_formulas(COUNTING),
    "action.class": action_class,
    "action.builds": builds,
    "action.grades": grades,
    "action.material_scale": material_scale,
    "action.regrades": regrades,
    "action.single_family": single_family,
    "action.homes_built": homes_built,
    "action.walks_built_sf": partial(of_ways_sf, size="built", alike=is_walk),
    "action.ways_built_sf": partial(of_ways_sf, size="built", alike=is_linear),
    "action.ways_net_increase_sf": partial(of_ways_sf, size="net_increase", alike=is_linear),
    "action.development": development,
    **{f"action.area_in_{scope}_sf": partial(area_in_scope_sf, surfaces=names) for scope, names in SCOPES.items()},
    **{f"action.scope_{scope}_sf": partial(scope_sf, scope=scope) for scope in SCOPES},
    "criteria_due": criteria_due,
    "conceptual": conceptual,
    "section_3": section_3,
    "ways_alone": ways_alone,
    "off_site_facility": off_site_facility,
    "has_facilities": has_facilities,
    "declaration": declaration,
    "assurance": assurance,
    **volume.FORMULAS,
    **rate.FORMULAS,
}
JUDGES: Mapping[str, Callable[[World, Criterion], Judgment]] = {
    **volume.JUDGES,
    **rate.JUDGES,
    "not_at_hand": judge_not_at_hand,
}
# Permeable surface is counted with the rest (R14 says what of the volume).
CITED: Mapping[str, str] = {"2024.2.e": "action.own_new_sf"}
