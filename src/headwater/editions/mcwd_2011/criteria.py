"""The arithmetic of the 2011 edition: classes of action, areas in scope, and criteria that are more than a comparison.

Thresholds stand in the edition's data; here are the sums, and the criteria of volume, credit, phosphorus and rate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from headwater.rules import rates
from headwater.rules.condition import exact_number
from headwater.rules.counting import Counting, counting_formulas, sum_earlier
from headwater.rules.crediting import shown_cf, volume_lines
from headwater.rules.judges import by_regional, judge_rate_at_point
from headwater.rules.judging import NOT_APPLICABLE, Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.units import format_plain
from headwater.window import ZERO, Window

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


def linear_increase_sf(world: World) -> Window:
    """Return what a linear project is measured by: surface created, or the net increase of a reconstruction."""
    return world.number("action.counted_new_sf" if _by_creation(world) else "action.counted_net_increase_sf")


def _by_creation(world: World) -> bool:
    return world.word("action.class") == "linear new" or world.reading("R7") == "created_for_both"


def scope_site_sf(world: World) -> Window:
    """Return the impervious surface of the site, or of the aggregate (R58)."""
    return world.number(f"action.{'counted' if _of_aggregate(world) else 'own'}_proposed_impervious_sf")


def scope_new_sf(world: World) -> Window:
    """Return the new surface of this site, what earlier projects created on it too (R105), or the aggregate's (R58)."""
    if _of_aggregate(world):
        return world.number("action.counted_new_sf")
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
        return world.number("action.counted_net_increase_sf")
    own = world.number("action.own_net_increase_sf")
    if not _with_earlier(world) or world.reading("R51") == "this_action_alone":
        return own
    return own + _grown_here(world)


def _of_aggregate(world: World) -> bool:
    return bool(world.facts.ids("earlier")) and world.reading("R58") == "aggregate"


def _with_earlier(world: World) -> bool:
    return _since_the_rule_began(world) and world.reading("R105") == "since_the_rule_began"


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
    "action.scope_site_sf": scope_site_sf,
    "action.scope_increase_sf": scope_increase_sf,
    "action.scope_new_sf": scope_new_sf,
}


def judge_volume(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(c)(1): what is provided against one inch over the area in scope."""
    regional = by_regional(world, "volume")
    if regional is not None:
        return regional
    lines = volume_lines(world)
    if world.compare("surplus_volume_cf", ">=", 0):
        return Judgment("met", lines)
    if world.yes("claims_infeasible"):
        note = "the inch is said to be infeasible: 3(c)(2) is judged in its place"
        return Judgment("not_applicable", lines, note=note)
    return Judgment("not_met", lines)


def judge_infeasible(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(c)(2): at least half an inch, phosphorus control equal to the inch, and the rest for the District."""
    lines = volume_lines(world)
    lines += (f"half an inch over the same area = {shown_cf(world.number('least_volume_cf'))}",)
    enough = world.compare("least_surplus_cf", ">=", 0)
    if not enough and world.reading("R63") == "floor":
        return Judgment("not_met", lines, note="less than half an inch is abstracted")
    equivalent = judge_equivalence(world)
    if equivalent.outcome != "met":
        return Judgment(equivalent.outcome, lines + equivalent.arithmetic, equivalent.missing, equivalent.note)
    note = "whether more is feasible is the District's to judge, on the abstraction analysis"
    return Judgment("for_judgment", lines + equivalent.arithmetic, note=note)


def least_cf(world: World) -> Window:
    """Return the volume below which 3(c)(2) does not go: half an inch over the area of the inch."""
    share = _depth(world, "least_abstraction_depth") / _depth(world, "abstraction_depth")
    return world.number("required_volume_cf").times(share)


def least_surplus_cf(world: World) -> Window:
    """Return what is provided beyond that least volume."""
    return world.number("provided_volume_cf") - world.number("least_volume_cf")


def judge_equivalence(world: World) -> Judgment:
    """Judge that phosphorus control makes up for what is not abstracted, by volume or by annual load (R38)."""
    if world.reading("R38") == "by_annual_load":
        note = "equality of annual loads needs a load for one inch of abstraction, which the plan does not state"
        return Judgment("cannot_tell", missing=("phosphorus_proposed_lb_per_yr",), note=note)
    equivalent, owed = world.number("equivalent_volume_cf"), world.number("owed_volume_cf")
    line = f"removal fraction x volume treated = {shown_cf(equivalent)}, against {shown_cf(owed)} still owed"
    passes = world.compare("equivalence_surplus_cf", ">=", 0)
    return Judgment("met" if passes else "not_met", (line,))


def judge_phosphorus_redevelopment(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(a)(2): through 3(c)(2), so that nothing is left where the full inch is abstracted (R44)."""
    full_inch = world.compare("surplus_volume_cf", ">=", 0)
    if full_inch:
        if world.yes("requires.phosphorus") and world.reading("R44") == "always":
            return judge_phosphorus_load(world, criterion)
        return Judgment("met", note="the full inch is abstracted, so 3(c)(2) leaves no duty")
    if not world.yes("requires.phosphorus") and not world.yes("claims_infeasible"):
        return NOT_APPLICABLE
    return judge_equivalence(world)


def judge_phosphorus_load(world: World, criterion: Criterion) -> Judgment:
    """Judge that the annual phosphorus load does not increase against its baseline."""
    regional = by_regional(world, "phosphorus")
    if regional is not None:
        return regional
    before_name = f"phosphorus_{world.word('baseline.phosphorus')}_lb_per_yr"
    before, after = world.number(before_name), world.number("phosphorus_proposed_lb_per_yr")
    line = f"{before_name} {_shown(before)}, proposed {_shown(after)} lb/yr"
    passes = world.compare("phosphorus_increase_lb_per_yr", "<=", 0)
    return Judgment("met" if passes else "not_met", (line,))


def _shown(window: Window) -> str:
    return "unknown" if window.written is None else format_plain(window.written)


def phosphorus_increase(world: World) -> Window:
    """Return the proposed annual load less its baseline."""
    before = f"phosphorus_{world.word('baseline.phosphorus')}_lb_per_yr"
    return rates.increase(world, proposed="phosphorus_proposed_lb_per_yr", baseline=before)


def judge_rate(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(b)(1), over the boundary or, by the other choice of R30, at each crossing."""
    return by_regional(world, "rate") or rates.judge_rate(
        world, criterion, storms=_storms, requirement="rate", duration=_duration
    )


def _storms(world: World) -> Sequence[str]:
    return ("1yr", "10yr", "100yr")


def _duration(world: World) -> str:
    world.reading("R18")
    return "24 h"


def _at_each_crossing(world: World) -> bool:
    return world.reading("R30") == "at_each_crossing"


def _depth(world: World, name: str) -> Fraction:
    return exact_number(world.edition.values[name], family="depth", where=name)


def _by_load(world: World) -> str:
    """Return whether 3(a)(1) binds: phosphorus of new development and linear projects, not of redevelopment."""
    world.use(world.concluded_from)
    return "yes" if any(c.requires("phosphorus") and c.branch not in REDEVELOPMENT for c in world.conclusions) else "no"


def _by_abstraction(world: World) -> str:
    """Return whether 3(a)(2) binds: phosphorus of redevelopment."""
    world.use(world.concluded_from)
    for conclusion in world.conclusions:
        if conclusion.requires("phosphorus.3c2"):
            return "yes"
        if conclusion.requires("phosphorus") and conclusion.branch in REDEVELOPMENT:
            return "yes"
    return "no"


REDEVELOPMENT = ("redevelopment without an increase", "redevelopment with an increase")
FORMULAS = {
    **FORMULAS,
    "phosphorus_by_load": _by_load,
    "phosphorus_by_abstraction": _by_abstraction,
    "least_volume_cf": least_cf,
    "least_surplus_cf": least_surplus_cf,
    "phosphorus_increase_lb_per_yr": phosphorus_increase,
}
JUDGES: Mapping[str, Callable[[World, Criterion], Judgment]] = {
    "volume": judge_volume,
    "infeasible": judge_infeasible,
    "phosphorus_load": judge_phosphorus_load,
    "phosphorus_redevelopment": judge_phosphorus_redevelopment,
    "rate": judge_rate,
    "rate_at_point": partial(judge_rate_at_point, storms=_storms, requirement="rate", strict=_at_each_crossing),
}
