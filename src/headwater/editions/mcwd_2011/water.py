"""Sections 3(b), 3(c)(3) and 8(b): peak rates, landlocked receivers, and the waters downstream."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from headwater.rules import rates
from headwater.rules.judges import by_regional, judge_hydroperiod, judge_rate_at_point
from headwater.rules.judging import Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.units import format_plain
from headwater.window import Window

CRITICAL = "waterbody_critical_duration"


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


def _baselines_at_point(world: World) -> Sequence[str]:
    """Return what a drainage area is compared with: what is there, since meadow stands under 3(b)(1) alone (R131)."""
    if _at_each_crossing(world) or world.reading("R131") == "as_the_site":
        return rates.baselines_of(world, "rate")
    return ("existing",)


def _at_each_crossing(world: World) -> bool:
    return world.reading("R30") == "at_each_crossing"


def judge_bounce(world: World, criterion: Criterion) -> Judgment:
    """Judge the bounce of a water, of events of critical duration (R18)."""
    return _not_of_critical_duration(world) or judge_hydroperiod(world, criterion)


def judge_inundation(world: World, criterion: Criterion) -> Judgment:
    """Judge the inundation of a water: the time above its normal level (R40), in events of critical duration (R18)."""
    if world.reading("R40") == "storage_over_discharge":
        note = "the plan states the time above the normal level, not peak storage over mean discharge"
        return Judgment("cannot_tell", missing=("discharge",), note=note)
    return _not_of_critical_duration(world) or judge_hydroperiod(world, criterion)


def _not_of_critical_duration(world: World) -> Judgment | None:
    """Return that the figures of a water do not tell, unless they are said to be of the worst of listed durations."""
    if world.reading("R18") == "24_h_throughout":
        return None
    answer = f"answers.{CRITICAL}"
    if world.unsaid(answer):
        note = "whether the figures are the worst of a listed set of storm durations is not answered"
        return Judgment("cannot_tell", missing=(answer,), note=note)
    if world.yes(answer):
        return None
    return Judgment("cannot_tell", missing=(answer,), note="the figures are not of the critical duration")


def judge_landlocked(world: World, criterion: Criterion) -> Judgment:
    """Judge 3(c)(3); what is retained between the two storms is settled by the analysis (R39)."""
    world.reading("R39")
    more, left = (
        _shown(world.number(f"landlocked.{name}_cf")) for name in ("volume_increase", "unabstracted_increase")
    )
    met = world.all_hold(criterion.test)
    return Judgment("met" if met else "not_met", (f"increase {more} cf, of which {left} cf is not abstracted",))


def _shown(window: Window) -> str:
    return "unknown" if window.written is None else format_plain(window.written)


JUDGES: Mapping[str, Callable[[World, Criterion], Judgment]] = {
    "rate": judge_rate,
    "rate_at_point": partial(
        judge_rate_at_point, storms=_storms, baselines=_baselines_at_point, strict=_at_each_crossing
    ),
    "bounce": judge_bounce,
    "inundation": judge_inundation,
    "landlocked": judge_landlocked,
}
