"""Criteria that editions share and that are more than one comparison: openings, waters, points, borings, ground.

Each takes its threshold from the criterion's `test`, so that the number stays in the edition's data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from headwater.rules import crediting, rates
from headwater.rules.condition import conditions_of
from headwater.rules.judging import MET, NOT_MET, Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.units import format_plain
from headwater.window import Window

DATUM_READING = "R21"


def judge_opening(world: World, criterion: Criterion) -> Judgment:
    """Judge the height of an opening above a high water; two datums in one comparison are refused."""
    if world.word("opening.datums") == "mixed":
        note = "the opening and the high water are given in different vertical datums, which are never mixed"
        return Judgment("cannot_tell", missing=(world.full_name("opening.datums"),), note=note)
    if world.reading(DATUM_READING) == "ngvd_1929_only" and world.word("opening.datum") != "NGVD29":
        return Judgment(
            "cannot_tell", missing=(world.full_name("opening.datum"),), note="the elevations are not in NGVD 1929"
        )
    return _by_test(
        world, criterion, lines=(f"opening less high water = {_ft(world.number('opening.separation_ft'))}",)
    )


def _by_test(world: World, criterion: Criterion, *, lines: tuple[str, ...] = ()) -> Judgment:
    return Judgment((MET if world.all_hold(criterion.test) else NOT_MET).outcome, lines)


# The small storm of the 2024 edition is the one of two that the applicant picks.
_STORM_NAMES = {"1yr": "1-yr", "2yr": "2-yr", "10yr": "10-yr", "100yr": "100-yr", "low": "1- or 2-yr"}


def judge_hydroperiod(world: World, criterion: Criterion) -> Judgment:
    """Judge bounce or inundation of a water against the limits of its class, storm by storm."""
    lines = []
    outcome = True
    for condition in conditions_of(criterion.test):
        change = world.number(condition.fact)
        outcome = world.test(condition) and outcome
        storm = _STORM_NAMES[condition.fact.split("_")[2]]
        unit = condition.fact.rpartition("_")[2]
        shown = "unknown" if change.written is None else f"{format_plain(change.written)} {unit}"
        lines.append(f"{storm}: change {shown}, limit {condition.text.split(' ', 2)[2]}")
    return Judgment("met" if outcome else "not_met", tuple(lines))


def judge_runout(world: World, criterion: Criterion) -> Judgment:
    """Judge the change of a runout control; two datums in one comparison are refused."""
    if world.word("water.runout_datums") == "mixed":
        note = "the existing and the proposed runout are given in different vertical datums, which are never mixed"
        return Judgment("cannot_tell", missing=(world.full_name("water.runout_datums"),), note=note)
    return _by_test(world, criterion, lines=(f"change of the runout = {_ft(world.number('water.runout_change_ft'))}",))


def judge_rate_at_point(
    world: World,
    criterion: Criterion,
    *,
    storms: Callable[[World], Sequence[str]],
    baselines: Callable[[World], Sequence[str]],
    strict: Callable[[World], bool],
) -> Judgment:
    """Judge an increase at one point: it fails where `strict` says so, and is otherwise for the District to judge."""
    judged = rates.compare(world, storms(world), prefix="point.", baselines=baselines(world))
    if judged.outcome == "met" or strict(world):
        return judged
    note = (
        criterion.judgment
        or "the peak increases at this point: whether that does harm there is the District's to judge"
    )
    return Judgment("for_judgment", judged.arithmetic, note=note)


def judge_ground(world: World, criterion: Criterion) -> Judgment:
    """Judge that the applicant has named which of several credits on one piece of ground is taken."""
    here = world.full_name("practice.id").removeprefix("practice[").removesuffix("].id")
    chosen = [item for item in (here, *crediting.rivals(world, here)) if crediting.is_chosen(world, item)]
    if len(chosen) == 1:
        return Judgment("met", note=f"credit on this ground is taken by {chosen[0]}")
    note = (
        "no practice on this ground is named for credit" if not chosen else "several practices are named for one ground"
    )
    return Judgment(
        "cannot_tell" if not chosen else "not_met", missing=(world.full_name("practice.credited"),), note=note
    )


def by_regional(world: World, control: str) -> Judgment | None:
    """Return the judgment of a control that a regional facility provides, or None where it is provided on site."""
    if not world.yes("uses_regional") or not world.yes(f"regional_controls_{control}"):
        return None
    note = (
        f"{control} control is claimed through the regional facility; "
        "equal or greater control is the District's to judge"
    )
    return Judgment("for_judgment", note=note)


def _ft(window: Window) -> str:
    return "unknown" if window.written is None else f"{format_plain(window.written)} ft"


JUDGES: Mapping[str, Callable[[World, Criterion], Judgment]] = {
    "opening": judge_opening,
    "hydroperiod": judge_hydroperiod,
    "runout": judge_runout,
    "ground": judge_ground,
    "credit": crediting.judge_credit,
    "borings": partial(_by_test, lines=()),
}
"""The shared judges by the name that a criterion uses."""
