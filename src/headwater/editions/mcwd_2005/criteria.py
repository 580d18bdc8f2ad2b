"""The arithmetic of the 2005 edition: classes of action, the areas that pick a row, and criteria beyond a comparison.

Thresholds stand in the edition's data; here are the sums, and the criteria of phosphorus, peak rate and water levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from headwater.rules import rates
from headwater.rules.condition import conditions_of, exact_number
from headwater.rules.counting import Counting, counting_formulas, earlier_may_matter, judge_counted, sum_earlier
from headwater.rules.judging import Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.units import format_exact
from headwater.window import Window, smallest

COUNTING = Counting(
    since="2005-01-01",
    adjacent_reading="R76",
    other_adjacent=("counts", frozenset({"common ownership", "common plan"})),
    permeable_reading="R42",
    existing_reading="R32",
    shares_reading="R51",
    homes_reading="R52",
    actions_reading="R134",
    walk_row="N.2.E.4",
    walk_classes=frozenset({"way"}),
)
# Where one of these decides, earlier projects change nothing.
WITHOUT_EARLIER = frozenset({"N.2.A", "N.2.E", "N.2.E.4", "N.2.E.part"})
HOMES = ("single-family home", "lot of record")
WAYS = ("linear new", "linear reconstruction", "walk or trail", "utility")
STORMS = ("1yr", "10yr", "100yr")

# ---- which paragraph -------------------------------------------------------------------------------------------------


def action_class(world: World) -> str:
    """Return the class under which paragraphs (A) to (E) take the action: a home, homes, commerce, a way, or none."""
    kind = world.word("action.kind")
    if kind in WAYS and (kind != "utility" or world.reading("R110") == "linear_way"):
        return _way(world, kind)
    if kind == "mass grading" and world.reading("R75") == "no_class":
        return "none"
    if kind in HOMES:
        one = world.yes("action.appurtenance_only") or world.compare("action.homes", "<=", 1)
        return "home" if one or world.reading("R71") == "all_of_them" else _homes(world, kind)
    return _by_use(world, kind)


def _way(world: World, kind: str) -> str:
    """Return the class of a way; one inside a development is part of it, or is held by its own use (R79)."""
    if not world.yes("action.inside_development") or world.reading("R79") == "linear_project":
        return "way"
    if world.word("action.counted_in") != "none":
        return "part"
    found = _by_use(world, kind)
    return "way" if found == "none" else found


def _by_use(world: World, kind: str) -> str:
    use = world.word("action.use")
    if use in ("public way", "private way"):
        return "way"
    if use in ("commercial", "industrial", "institutional", "mixed"):
        return "commerce"
    return _homes(world, kind) if use == "residential" else "none"


def _homes(world: World, kind: str) -> str:
    if world.yes("action.owner_runs_shop_beside") and world.reading("R53") == "mixed_use":
        return "commerce"
    if kind != "subdivision" and world.word("action.home_kind") == "single-family":
        if world.reading("R78") == "no_class":
            return "none"
    return "homes"


def home_kind(world: World) -> str:
    """Return whether the homes are single-family or multi-unit; a development of both is one of them (R48)."""
    if world.word("action.kind") in HOMES:
        return "single-family"
    housing = world.word("action.housing")
    if housing != "both":
        return housing
    return "single-family" if world.reading("R48") == "single_family" else "multi-unit"


# ---- which size ------------------------------------------------------------------------------------------------------


def class_area_sf(world: World) -> Window:
    """Return the area that picks a row of (B), (C) or (D): the site, or what is altered of it by the other choice."""
    if world.reading("R24") == "altered_area_picks" and not _grows_by_half(world):
        return world.number("action.counted_disturbed_sf")
    return world.number("action.counted_site_sf")


def project_area_sf(world: World) -> Window:
    """Return the total project area of a linear way, for (E)(2) and (E)(3)."""
    if world.reading("R74") == "disturbed":
        return world.number("action.counted_disturbed_sf")
    return class_area_sf(world)


def _grows_by_half(world: World) -> bool:
    return world.all_hold(world.edition.rows["N.2.H.1"].when)


def aggregate_disturbed_sf(world: World) -> Window:
    """Return what the plan and the earlier projects that count with it disturb, ground of each site once at most."""
    disturbed = world.number("together_disturbed_sf") + sum_earlier(world, COUNTING, "disturbed_sf")
    ground = world.number("together_site_sf") + sum_earlier(world, COUNTING, "site_sf", adjacent_only=True)
    return smallest([disturbed, ground])


# ---- sections 4 and 5 ------------------------------------------------------------------------------------------------


def judge_rate(world: World, criterion: Criterion) -> Judgment:
    """Judge N.4.1 over the boundary or, by the other choice of R56, at each outlet."""
    points = world.facts.ids("point")
    if world.reading("R56") != "each_outlet" or not points:
        return rates.judge_rate(world, criterion, storms=_storms, requirement="quantity", duration=_duration)
    due = _duration(world)
    if world.word("storms") != due:
        return Judgment("cannot_tell", missing=("storms",), note=f"the peaks are not for the {due} storm")
    lines: list[str] = []
    met = True
    for point in points:
        with world.item("point", point):
            judged = rates.compare(world, STORMS, prefix="point.", baselines=rates.baselines_of(world, "quantity"))
        met = met and judged.outcome == "met"
        lines += [f"{point}, {line}" for line in judged.arithmetic]
    return Judgment("met" if met else "not_met", tuple(lines))


def _storms(world: World) -> Sequence[str]:
    return STORMS


def _duration(world: World) -> str:
    return "24 h" if world.reading("R18") == "24_h_throughout" else "critical"


def judge_off_site_levels(world: World, criterion: Criterion) -> Judgment:
    """Judge N.4.3 for one water: levels that do not rise do no harm; whether a rise does is for the District."""
    lines, rises = [], False
    for condition in conditions_of(criterion.test):
        change = world.number(condition.fact)
        rises = not world.test(condition) or rises
        storm = condition.fact.removeprefix("water.bounce_increase_").removesuffix("yr_ft")
        shown = "unknown" if change.written is None else f"{_shown(change)} ft"
        lines.append(f"{storm}-yr: change of bounce {shown}")
    if not rises:
        return Judgment("met", tuple(lines))
    note = "the water rises higher; whether that is adverse is the District's to judge"
    return Judgment("for_judgment", tuple(lines), note=note)


def judge_landlocked(world: World, criterion: Criterion) -> Judgment:
    """Judge N.4.5 by its test; what is held back between the two storms is settled by the analysis (R39)."""
    world.reading("R39")
    lines = tuple(
        f"{name.removeprefix('landlocked.').replace('_cf', '').replace('_', ' ')} {_shown(world.number(name))} cf"
        for name in ("landlocked.unabstracted_increase_cf", "landlocked.spare_capacity_cf")
    )
    return Judgment("met" if world.all_hold(criterion.test) else "not_met", lines)


def phosphorus_before(world: World) -> str:
    """Return the name of the load that N.5.1 takes its share from (R25)."""
    return "existing" if world.reading("R25") == "existing_load" else "untreated"


def phosphorus_margin(world: World) -> Window:
    """Return by how much the proposed load stays below what N.5.1 leaves of the load before."""
    kept = 1 - _removal_fraction(world)
    before = world.number(f"phosphorus_{phosphorus_before(world)}_lb_per_yr")
    return before.times(kept) - world.number("phosphorus_proposed_lb_per_yr")


def _removal_fraction(world: World) -> Fraction:
    return exact_number(world.edition.values["phosphorus_removal"], family="fraction", where="phosphorus_removal")


def judge_phosphorus(world: World, criterion: Criterion) -> Judgment:
    """Judge N.5.1: the share of the annual load that facilities remove."""
    name = phosphorus_before(world)
    before, after = world.number(f"phosphorus_{name}_lb_per_yr"), world.number("phosphorus_proposed_lb_per_yr")
    most = before.times(1 - _removal_fraction(world))
    line = f"{name} load {_shown(before)}, of which {_shown(most)} may leave; proposed {_shown(after)} lb/yr"
    return Judgment("met" if world.compare("phosphorus_margin_lb_per_yr", ">=", 0) else "not_met", (line,))


def _shown(window: Window) -> str:
    return "unknown" if window.written is None else format_exact(window.written)


FORMULAS: Mapping[str, Callable[[World], Any]] = {
    **counting_formulas(COUNTING),
    "action.class": action_class,
    "action.home_kind": home_kind,
    "action.class_area_sf": class_area_sf,
    "action.project_area_sf": project_area_sf,
    "aggregate_disturbed_sf": aggregate_disturbed_sf,
    "earlier_may_matter": partial(earlier_may_matter, free=WITHOUT_EARLIER),
    "phosphorus_margin_lb_per_yr": phosphorus_margin,
}
JUDGES: Mapping[str, Callable[[World, Criterion], Judgment]] = {
    "counted": partial(judge_counted, counting=COUNTING),
    "rate": judge_rate,
    "off_site_levels": judge_off_site_levels,
    "landlocked": judge_landlocked,
    "phosphorus": judge_phosphorus,
}
CITED: Mapping[str, str] = {"N.2.G": "action.counted_site_sf"}
"""Provisions that are coded as arithmetic, each with a formula that carries it."""
