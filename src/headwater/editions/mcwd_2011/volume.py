"""Sections 3(a) and 3(c): one inch abstracted, what stands in for it where it is infeasible, and phosphorus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from headwater.rules import rates
from headwater.rules.condition import exact_number
from headwater.rules.crediting import shown_cf, volume_lines
from headwater.rules.judges import by_regional
from headwater.rules.judging import NOT_APPLICABLE, Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.units import format_plain
from headwater.window import Window, largest

REDEVELOPMENT = ("redevelopment without an increase", "redevelopment with an increase")


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
    if world.compare("surplus_volume_cf", ">=", 0):
        return Judgment("not_applicable", lines, note="the full inch is abstracted: nothing is left to 3(c)(2)")
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
    after = _load(world.number("phosphorus_proposed_lb_per_yr"))
    lines = tuple(
        f"annual load: {baseline} {_load(world.number(f'phosphorus_{baseline}_lb_per_yr'))}, proposed {after}"
        for baseline in _load_baselines(world)
    )
    passes = world.compare("phosphorus_increase_lb_per_yr", "<=", 0)
    return Judgment("met" if passes else "not_met", lines)


def _load(window: Window) -> str:
    return "unknown" if window.written is None else f"{format_plain(window.written)} lb/yr"


def phosphorus_increase(world: World) -> Window:
    """Return the proposed annual load less its baseline; of several, less that which leaves the least."""
    proposed = "phosphorus_proposed_lb_per_yr"
    increases = [
        rates.increase(world, proposed=proposed, baseline=f"phosphorus_{baseline}_lb_per_yr")
        for baseline in _load_baselines(world)
    ]
    return increases[0] if len(increases) == 1 else largest(increases)


def _load_baselines(world: World) -> tuple[str, ...]:
    """Return the baselines of the load: of what 3(a)(1) binds, or of redevelopment where R44 asks for its load."""
    bound = [case for case in world.conclusions if case.branch not in REDEVELOPMENT] or world.conclusions
    return rates.baselines_of(world, "phosphorus", of=bound)


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


FORMULAS: Mapping[str, Callable[[World], Any]] = {
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
}
