"""Section 3 of the 2024 edition: volume, and the ways by which less than the whole of it may do.

Where the volume cannot feasibly be provided, 3(b) asks for a record and 3(c) for phosphorus control that stands for
the rest; where it does not fit the right-of-way of a linear project, 3(d) asks for an attempt to get more. Which of
them is judged in the place of 3(a) is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from headwater.rules.condition import exact_number
from headwater.rules.crediting import of_other_schedule, shown_cf, volume_lines
from headwater.rules.judges import by_regional
from headwater.rules.judging import MET, NOT_APPLICABLE, NOT_MET, Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.window import AT_LEAST_ZERO, Window, total

VOLUME_KINDS = frozenset(
    {
        "infiltration basin", "infiltration trench", "tree kept", "tree new", "soil amendment", "reuse", "enhancement",
        "permeable pavement", "green roof",
    }
)  # fmt: skip
MEANS = ("size", "scope", "configuration", "density")


def reduces_volume(world: World) -> str:
    """Return whether the practice at hand is of a kind that reduces volume."""
    return "yes" if world.word("practice.kind") in VOLUME_KINDS else "no"


def soaks_in(world: World) -> str:
    """Return whether the practice at hand infiltrates; permeable pavement used as a practice does (2024.2.e)."""
    return "yes" if world.word("practice.kind") == "permeable pavement" or world.yes("practice.infiltrates") else "no"


def judge_volume(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(a): provided against required; where a way leads round it, that is judged in its place."""
    regional = by_regional(world, "volume")
    if regional is not None:
        return regional
    lines = volume_lines(world)
    if not _short(world):
        return Judgment("met", lines)
    if _relieved_by_way(world):
        note = "the volume does not fit the right-of-way: 3(d) is judged in its place"
        return Judgment("not_applicable", lines, note=note)
    if world.yes("claims_infeasible"):
        note = "the whole volume is said to be infeasible: 3(b) and 3(c) are judged in its place"
        return Judgment("not_applicable", lines, note=note)
    return Judgment("not_met", lines)


def _short(world: World) -> bool:
    return not world.compare("surplus_volume_cf", ">=", 0)


def _relieved_by_way(world: World) -> bool:
    return world.yes("ways_alone") and not world.yes("right_of_way_within")


def judge_infeasibility(world: World, criterion: Criterion) -> Judgment:
    """Judge the record of 3(b): the constraint is documented, and means to avoid it were examined (R85)."""
    if not _short(world):
        return NOT_APPLICABLE
    if not world.all_hold(criterion.test):
        note = "the constraint that makes volume reduction infeasible is not documented"
        return Judgment("not_met", missing=("answers.infeasible.evidence",), note=note)
    undocumented = [
        practice for practice in world.facts.ids("practice") if _contamination_undocumented(world, practice)
    ]
    if undocumented:
        note = f"contamination at {', '.join(undocumented)} needs the state's screening checklist or another assessment"
        return Judgment("not_met", missing=("practice.contamination_evidence",), note=note)
    examined = [name for name in MEANS if _examined(world, name)]
    line = f"means examined: {', '.join(examined) or 'none'}, of {', '.join(MEANS)}"
    enough = bool(examined) if world.reading("R85") == "one_of_them" else len(examined) == len(MEANS)
    if not enough:
        lacking = tuple(f"practice.means_examined_{name}" for name in MEANS if name not in examined)
        return Judgment("not_met", (line,), lacking, "means to remove or avoid the constraint were not all examined")
    note = "whether the constraint makes the rest infeasible is the District's to judge, on that record"
    return Judgment("for_judgment", (line,), note=note)


def _contamination_undocumented(world: World, practice: str) -> bool:
    """Return whether contamination is named as a constraint here without its assessment; silence names none."""
    with world.item("practice", practice):
        named = world.region("practice.contamination") == frozenset({"yes"})
        return named and not world.yes("practice.contamination_evidence")


def _examined(world: World, name: str) -> bool:
    for practice in world.facts.ids("practice"):
        with world.item("practice", practice):
            if world.yes(f"practice.means_examined_{name}"):
                return True
    return False


def judge_equivalence(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(c): phosphorus control that stands for the volume still owed, or filtration of twice of it."""
    return _equivalence(world) if _short(world) else NOT_APPLICABLE


def _equivalence(world: World) -> Judgment:
    if world.reading("R38") == "by_annual_load":
        note = "equal annual loads need the load that the required volume would remove, which the plan does not state"
        return Judgment("cannot_tell", missing=("phosphorus_proposed_lb_per_yr",), note=note)
    stands_for, target = world.number("equivalent_volume_cf"), world.number("equivalence_target_cf")
    lines = (*_equivalent_lines(world), f"together {shown_cf(stands_for)}, against {shown_cf(target)} to make up")
    passes = world.compare("equivalence_surplus_cf", ">=", 0)
    return Judgment("met" if passes else "not_met", lines)


def equivalent_cf(world: World) -> Window:
    """Return the volume reduction that other practices stand for."""
    parts = []
    for practice in world.facts.ids("practice"):
        with world.item("practice", practice):
            if not world.yes("practice.reduces_volume"):
                parts.append(world.number("practice.stands_for_cf"))
    return total(parts)


def stands_for_cf(world: World) -> Window:
    """Return what the practice at hand stands for: removal by volume treated, or half of what filtration treats.

    Filtration for which no removal is shown is taken by the volume that it holds, as a schedule calculates it, or by
    the volume that it treats where nothing else is stated.
    """
    with world.as_written():
        removal, treated = world.number("practice.removal_fraction"), world.number("practice.treated_volume_cf")
        if removal.written is not None:
            return treated.times(removal.written)
        if world.word("practice.kind") == "filtration":
            held = world.number("practice.volume_below_overflow_cf")
            if held.written is not None and of_other_schedule(world):
                return world.number("practice.credit_cf")
            share = exact_number(world.edition.values["filtration_share"], family="fraction", where="filtration_share")
            return (treated if held.written is None else held).times(share)
        if of_other_schedule(world):
            return world.number("practice.credit_cf")
    return AT_LEAST_ZERO


def _by_twice(world: World) -> bool:
    """Return whether some filtration counts by twice the volume, no removal being shown for it."""
    for practice in world.facts.ids("practice"):
        with world.item("practice", practice):
            if (
                world.word("practice.kind") == "filtration"
                and world.number("practice.removal_fraction").written is None
            ):
                return True
    return False


def equivalence_target_cf(world: World) -> Window:
    """Return what must be made up: what is still owed, or the whole requirement by the other choice of R37."""
    if _by_twice(world) and world.reading("R37") == "whole_requirement":
        return world.number("required_volume_cf")
    return world.number("owed_volume_cf")


def equivalence_surplus_cf(world: World) -> Window:
    """Return what other practices stand for beyond what must be made up."""
    return world.number("equivalent_volume_cf") - world.number("equivalence_target_cf")


def _equivalent_lines(world: World) -> tuple[str, ...]:
    lines = []
    for practice in world.facts.ids("practice"):
        with world.item("practice", practice):
            if not world.yes("practice.reduces_volume"):
                lines.append(f"{practice}: stands for {shown_cf(world.number('practice.stands_for_cf'))}")
    return tuple(lines)


def judge_right_of_way(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(d): more right-of-way was sought, volume is not cost-effective, phosphorus control makes up for it."""
    if not _short(world) or world.yes("right_of_way_within"):
        return NOT_APPLICABLE
    if not world.yes("right_of_way_attempted"):
        return Judgment(
            "not_met", note="no reasonable attempt was made to obtain more right-of-way, easement or permission"
        )
    if world.yes("right_of_way_cost_effective"):
        return Judgment("not_met", volume_lines(world), note="the volume can be provided cost-effectively, and is not")
    if not world.yes("right_of_way_evidence"):
        note = "nothing shows the attempt, or what the volume would cost"
        return Judgment("cannot_tell", missing=("right_of_way_evidence",), note=note)
    made_up = _equivalence(world)
    if made_up.outcome != "not_met":
        return made_up
    note = "phosphorus control falls short of equivalence: whether more is feasible is the District's to judge"
    return Judgment("for_judgment", made_up.arithmetic, note=note)


def judge_evaluated_bar(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(b)7: where its test does not hold, an engineering evaluation with its evidence lifts the bar."""
    if world.all_hold(criterion.test):
        return MET
    if not world.yes("practice.evaluation"):
        return NOT_MET
    if not world.yes("practice.evaluation_evidence"):
        note = "an evaluation is named, and where it stands is not said"
        return Judgment("cannot_tell", missing=(world.full_name("practice.evaluation_evidence"),), note=note)
    return Judgment("met", note="the bar is lifted by the engineering evaluation")


def judge_landlocked(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(e): no more runoff to a landlocked area; how storage carries over between the two storms is R39."""
    world.reading("R39")
    if world.word("landlocked.storm") != "back-to-back 100-yr":
        note = "the volumes are not those of back-to-back 100-year storms"
        return Judgment("cannot_tell", missing=(world.full_name("landlocked.storm"),), note=note)
    increase = world.number("landlocked.volume_increase_cf")
    passes = world.all_hold(criterion.test)
    return Judgment("met" if passes else "not_met", (f"change of volume {shown_cf(increase)}",))


def _where_told(world: World, criterion: Criterion, *, judge: Callable[[World, Criterion], Judgment]) -> Judgment:
    """Judge what hangs on the volume; where it may be owed and no table at hand tells how much, say so."""
    if any(conclusion.requires("volume") for conclusion in world.conclusions):
        return judge(world, criterion)
    reasons = dict.fromkeys(conclusion.open_because or "" for conclusion in world.conclusions)
    return Judgment("cannot_tell", note="; ".join(filter(None, reasons)))


FORMULAS = {
    "practice.reduces_volume": reduces_volume,
    "practice.soaks_in": soaks_in,
    "practice.stands_for_cf": stands_for_cf,
    "equivalent_volume_cf": equivalent_cf,
    "equivalence_target_cf": equivalence_target_cf,
    "equivalence_surplus_cf": equivalence_surplus_cf,
}
JUDGES: Mapping[str, Callable[[World, Criterion], Judgment]] = {
    "volume": partial(_where_told, judge=judge_volume),
    "infeasibility": partial(_where_told, judge=judge_infeasibility),
    "equivalence": partial(_where_told, judge=judge_equivalence),
    "right_of_way": partial(_where_told, judge=judge_right_of_way),
    "evaluated_bar": judge_evaluated_bar,
    "landlocked": judge_landlocked,
}
