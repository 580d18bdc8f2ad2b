"""No increase in peak flow: proposed against the baseline, storm by storm.

What is compared is the peak of the summed hydrograph over the boundary, a fact of its own; peaks of several points are
never added. Two figures printed alike, to the same digit, show no increase (R69 of each edition), although the numbers
behind them may differ by less than that digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from headwater.rules.judging import Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World
from headwater.units import format_plain
from headwater.window import Window, point

EQUAL_FIGURES = "R69"
STORMS = ("1yr", "2yr", "10yr", "100yr")
BASELINES = ("existing", "meadow", "predevelopment")


def printed_alike(one: Window, two: Window) -> bool:
    """Return whether two windows were written as the same figure to the same digit, and are not exact."""
    return one == two and not one.is_point and one.written is not None


def increase(world: World, *, proposed: str, baseline: str) -> Window:
    """Return proposed less baseline; figures printed alike differ by nothing where the reading takes them so."""
    after, before = world.number(proposed), world.number(baseline)
    if printed_alike(after, before) and world.reading(EQUAL_FIGURES) == "no_increase":
        return point(0)
    return after - before


def baselines_of(world: World, requirement: str, *, of: Iterable[Any] | None = None) -> tuple[str, ...]:
    """Return every baseline that `requirement` is held against: actions of one plan may differ, and each binds.

    `of` are the conclusions that are asked, where not all are.
    """
    world.use(world.concluded_from)
    asked = world.conclusions if of is None else of
    found = {item.baseline for case in asked for item in case.required if item.requirement == requirement}
    return tuple(name for name in BASELINES if name in found) or ("existing",)


def _increase_formula(world: World, *, prefix: str, baseline: str, storm: str) -> Window:
    proposed = f"{prefix}proposed_{storm}_cfs"
    return increase(world, proposed=proposed, baseline=f"{prefix}{baseline}_{storm}_cfs")


def _difference_formula(world: World, *, proposed: str, existing: str) -> Window:
    return increase(world, proposed=proposed, baseline=existing)


def _unabstracted(world: World) -> Window:
    """Return what a landlocked receiver gets more and is not abstracted; nothing to abstract where nothing is more."""
    more = world.number("landlocked.volume_increase_cf")
    if world.compare("landlocked.volume_increase_cf", "<=", 0):
        return more
    return world.number("landlocked.volume_increase_cf") - world.number("landlocked.abstracted_cf")


_DIFFERENCES = {
    **{
        f"water.{name}_increase_{storm}_{unit}": (
            f"water.{name}_proposed_{storm}_{unit}",
            f"water.{name}_existing_{storm}_{unit}",
        )
        for name, unit in (("bounce", "ft"), ("inundation", "h"))
        for storm in STORMS
    },
    "water.runout_change_ft": ("water.runout_proposed_ft", "water.runout_existing_ft"),
    "landlocked.volume_increase_cf": ("landlocked.volume_proposed_cf", "landlocked.volume_existing_cf"),
}

FORMULAS: Mapping[str, Callable[[World], Window]] = {
    **{
        name: partial(_difference_formula, proposed=proposed, existing=existing)
        for name, (proposed, existing) in _DIFFERENCES.items()
    },
    "landlocked.unabstracted_increase_cf": _unabstracted,
    **{
        f"{prefix}increase_{baseline}_{storm}_cfs": partial(
            _increase_formula, prefix=prefix, baseline=baseline, storm=storm
        )
        for prefix in ("aggregate_", "point.")
        for baseline in BASELINES
        for storm in STORMS
    },
}


def judge_rate(
    world: World,
    criterion: Criterion,
    *,
    storms: Callable[[World], Sequence[str]],
    requirement: str,
    duration: Callable[[World], str],
) -> Judgment:
    """Judge that no storm's peak over the boundary increases against the baseline of `requirement`.

    `storms` and `duration` say which storms the edition compares and which duration they must have.
    """
    due = duration(world)
    if world.unsaid("storms"):
        compared = (*baselines_of(world, requirement), "proposed")
        peaks = [f"aggregate_{condition}_{storm}_cfs" for condition in compared for storm in storms(world)]
        missing = ("storms", *(name for name in peaks if world.number(name).written is None))
        note = f"whether the peaks are for the {due} storm is not stated"
        return Judgment("cannot_tell", missing=missing, note=note)
    if world.word("storms") != due:
        return Judgment("cannot_tell", missing=("storms",), note=f"the peaks are not for the {due} storm")
    return compare(world, storms(world), prefix="aggregate_", baselines=baselines_of(world, requirement))


def compare(world: World, storms: Sequence[str], *, prefix: str, baselines: Sequence[str]) -> Judgment:
    """Compare the peaks of one place, `<prefix><condition>_<storm>_cfs`, for every storm and baseline."""
    lines: list[str] = []
    outcome = True
    for baseline in baselines:
        for storm in storms:
            name = f"{prefix}increase_{baseline}_{storm}_cfs"
            passes = world.compare(name, "<=", 0)
            lines.append(_line(world, storm, prefix=prefix, baseline=baseline))
            outcome = outcome and passes
    return Judgment("met" if outcome else "not_met", tuple(lines))


def _line(world: World, storm: str, *, prefix: str, baseline: str) -> str:
    before = world.number(f"{prefix}{baseline}_{storm}_cfs")
    after = world.number(f"{prefix}proposed_{storm}_cfs")
    change = "unknown"
    if before.written is not None and after.written is not None:
        change = f"{format_plain(after.written - before.written)} cfs"
    return f"{storm.replace('yr', '-yr')}: {baseline} {_cfs(before)}, proposed {_cfs(after)}, change {change}"


def _cfs(window: Window) -> str:
    return "unknown" if window.written is None else f"{format_plain(window.written)} cfs"
