"""Section 4 of the 2024 edition: no increase of the peak from the site for the design storms, and harm at one point."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from headwater.rules import rates
from headwater.rules.judges import by_regional
from headwater.rules.judging import Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.window import Window


def _storms(world: World) -> Sequence[str]:
    """Return the design storms: the small one that the applicant picks, and two more (9(a)7)."""
    return ("1yr" if world.word("low_storm") == "1-yr" else "2yr", "10yr", "100yr")


def _duration(world: World) -> str:
    world.reading("R18")
    return "24 h"


def judge_rate(world: World, criterion: Criterion) -> Judgment:
    """Judge 4(a): no increase over the boundary, runoff that a regional facility manages left out."""
    points = world.facts.ids("point")
    own = [item for item in points if not _regional(world, item)]
    if points and not own:
        note = "a regional facility manages all runoff that leaves the site, and it is not compared"
        return Judgment("not_applicable", note=note)
    if len(own) == 1 and len(points) > 1:
        return _rate_of_one_point(world, own[0])
    regional = by_regional(world, "rate")
    if regional is not None:
        return regional
    return rates.judge_rate(world, criterion, storms=_storms, requirement="rate", duration=_duration)


def _regional(world: World, item: str) -> bool:
    with world.item("point", item):
        return world.yes("point.regional")


def _rate_of_one_point(world: World, item: str) -> Judgment:
    """Judge the one point that no regional facility manages: its peaks are those over the boundary."""
    if world.word("storms") != _duration(world):
        return Judgment("cannot_tell", missing=("storms",), note="the peaks are not for the 24 h storm")
    with world.item("point", item):
        return rates.compare(world, _storms(world), prefix="point.", baselines=rates.baselines_of(world, "rate"))


def judge_rate_at_point(world: World, criterion: Criterion) -> Judgment:
    """Judge an increase at one point: it needs a showing that it does no harm there."""
    judged = rates.compare(world, _storms(world), prefix="point.", baselines=rates.baselines_of(world, "rate"))
    if judged.outcome == "met":
        return judged
    answer = f"answers.{criterion.statement}"
    if world.unsaid(answer):
        note = "the peak increases here; that it does no local harm is not shown yet"
        return Judgment("cannot_tell", judged.arithmetic, (answer,), note)
    if not world.yes(answer):
        return Judgment(
            "not_met", judged.arithmetic, note="the peak increases here, and that it does no harm is not shown"
        )
    if not world.yes(f"{answer}.evidence"):
        note = "the peak increases here; the showing that it does no harm is not at hand"
        return Judgment("cannot_tell", judged.arithmetic, (f"{answer}.evidence",), note)
    note = "the peak increases here: whether the showing holds for waters and infrastructure is the District's to judge"
    return Judgment("for_judgment", judged.arithmetic, note=note)


def low_storm_change(world: World, *, name: str, unit: str) -> Window:
    """Return the change of a water in the small design storm that the applicant picks."""
    return world.number(f"water.{name}_increase_{_storms(world)[0]}_{unit}")


FORMULAS = {
    "water.bounce_increase_low_ft": partial(low_storm_change, name="bounce", unit="ft"),
    "water.inundation_increase_low_h": partial(low_storm_change, name="inundation", unit="h"),
}
JUDGES = {"rate": judge_rate, "rate_at_point": judge_rate_at_point}
