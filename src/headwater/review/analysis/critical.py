"""The critical duration of a storm: the duration that is worst at each node, searched in every condition of the land.

Owns which storms are tried and which one is worst where. How shorter storms are made is `headwater.hydrology.critical`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from headwater.caution import Caution
from headwater.errors import UnknownNameError, shown
from headwater.hydraulics.answers import together
from headwater.hydraulics.network import Network
from headwater.hydraulics.results import NodeAnswer, Run
from headwater.hydraulics.simulation import USUAL_STEP_H
from headwater.hydraulics.simulation import Model as ReadyModel
from headwater.hydrology.critical import CRITICAL_DURATIONS_H, critical_storms, critical_storms_of_table, worst
from headwater.hydrology.storm import Storm, check_storm
from headwater.plan.model import Drainage
from headwater.review.analysis.analysis import Analysis, Progress
from headwater.review.analysis.floats import number
from headwater.review.analysis.model import Model
from headwater.review.analysis.rain import depth_table, storms_of

# Within the shortest duration that is listed a nested curve is even. One that is even for an hour has no burst: the
# peaks of small sites come out at a third.
SHORTEST_LISTED_H: Final = 0.25
BY_TABLE: Final = "the depths that the plan lists for each duration, by a curve nested from them"
BY_CURVE: Final = "the wettest part of the storm's own curve for each duration, with the depth it holds there"


@dataclass(frozen=True, kw_only=True)
class Worst:
    """The worst of the storms tried at one place; `storm` is None where one of them has no answer there."""

    id: str | None
    """A node, or None for all outfalls together."""
    kind: str
    peak_storm: Storm | None
    peak_cfs: float | None
    level_storm: Storm | None = None
    level_ft: float | None = None
    without: tuple[str, ...] = ()
    """Ids of the storms that have no answer there."""


@dataclass(frozen=True, kw_only=True)
class CriticalCondition:
    """The search in one condition: a run for each storm, and the worst of them at each node."""

    model: Model
    runs: tuple[Run, ...]
    worst: tuple[Worst, ...]


@dataclass(frozen=True, kw_only=True)
class CriticalSearch:
    """A search over durations for one storm of the plan."""

    of: Storm
    way: str
    storms: tuple[Storm, ...]
    conditions: tuple[CriticalCondition, ...]
    cautions: tuple[Caution, ...]


def search_critical(analysis: Analysis, storm_id: str, *, progress: Progress | None = None) -> CriticalSearch:
    """Return the worst duration of a storm of the plan at each node, in the conditions of `analysis`.

    Raises
    ------
    UnknownNameError
        If the plan has no such storm.
    OutOfRangeError
        If its curve or the plan's table gives no shorter storm.
    """
    drainage = analysis.plan.drainage
    assert drainage is not None, "an analysis is of a plan with drainage"
    by_id = {storm.id: storm for storm in storms_of(drainage)}
    if storm_id not in by_id:
        raise UnknownNameError(
            f"storm {shown(storm_id)} is not in the plan; expected one of {', '.join(by_id)}; name one of them"
        )
    storm = by_id[storm_id]
    storms, way = storms_to_try(drainage, storm)
    step_h = USUAL_STEP_H if drainage.time_step is None else number(drainage.time_step)
    conditions = []
    for condition in analysis.conditions:
        network = condition.model.network
        ready = ReadyModel(network=network)
        runs = []
        for tried in storms:
            if progress is not None:
                progress(f"{condition.model.condition}, {tried.id}")
            runs.append(ready.run(tried, dt_h=step_h, span_h=number(drainage.span)))
        conditions.append(
            CriticalCondition(model=condition.model, runs=tuple(runs), worst=_worst_of_all(runs, network))
        )
    # What is true of the storm is true of its parts; of them only what is new is told.
    said = list(check_storm(storm))
    codes = {caution.code for caution in said}
    said += [caution for tried in storms for caution in check_storm(tried) if caution.code not in codes]
    return CriticalSearch(
        of=storm, way=way, storms=storms, conditions=tuple(conditions), cautions=tuple(dict.fromkeys(said))
    )


def storms_to_try(drainage: Drainage, storm: Storm) -> tuple[tuple[Storm, ...], str]:
    """Return the storms of other durations, the shortest first, and how they were made.

    The plan's own depths are taken where its table begins at 15 minutes or less and lists two durations or more of the
    storm's return period that a curve can be nested for; a storm that falls back to back keeps its own curve, as no
    table tells how it goes on.
    """
    rainfall = drainage.rainfall
    if rainfall is not None and rainfall.depths and storm.return_period_yr is not None and storm.repeats == 1:
        table = depth_table(rainfall, storm.return_period_yr)
        listed = () if table is None or table.durations_h[0] > SHORTEST_LISTED_H else table.durations_h[1:]
        durations_h = [hours for hours in listed if hours >= CRITICAL_DURATIONS_H[0]]
        if table is not None and len(durations_h) > 1:
            found = critical_storms_of_table(table, return_period_yr=storm.return_period_yr, durations_h=durations_h)
            return found, BY_TABLE
    durations_h = [hours for hours in CRITICAL_DURATIONS_H if hours < storm.distribution.duration_h]
    return critical_storms(storm, durations_h=[*durations_h, storm.distribution.duration_h]), BY_CURVE


def _worst_of_all(runs: Sequence[Run], network: Network) -> tuple[Worst, ...]:
    found = [_worst_at([run.nodes[id_] for run in runs], runs) for id_ in network.order]
    if len(network.outfalls) > 1:
        found.append(_worst_together(runs, network))
    return tuple(found)


def _worst_at(answers: Sequence[NodeAnswer], runs: Sequence[Run]) -> Worst:
    first = answers[0]
    without = tuple(run.storm.id for run, node in zip(runs, answers, strict=True) if node.status != "computed")
    if without:
        return Worst(id=first.id, kind=first.kind, peak_storm=None, peak_cfs=None, without=without)
    peaks = {
        run.storm.id: flow.peak_cfs
        for run, node in zip(runs, answers, strict=True)
        if (flow := node.inflow if node.kind == "outfall" else node.outflow) is not None
    }
    peak_storm, peak_cfs = worst((run.storm, peaks[run.storm.id]) for run in runs)
    if first.pond is None:
        return Worst(id=first.id, kind=first.kind, peak_storm=peak_storm, peak_cfs=peak_cfs)
    levels: Mapping[str, float] = {
        run.storm.id: node.pond.peak_elevation_ft
        for run, node in zip(runs, answers, strict=True)
        if node.pond is not None
    }
    level_storm, level_ft = worst((run.storm, levels[run.storm.id]) for run in runs)
    return Worst(
        id=first.id,
        kind=first.kind,
        peak_storm=peak_storm,
        peak_cfs=peak_cfs,
        level_storm=level_storm,
        level_ft=level_ft,
    )


def _worst_together(runs: Sequence[Run], network: Network) -> Worst:
    ids = [outfall.id for outfall in network.outfalls]
    without = tuple(run.storm.id for run in runs if any(run.nodes[id_].status != "computed" for id_ in ids))
    if without:
        return Worst(id=None, kind="all outfalls together", peak_storm=None, peak_cfs=None, without=without)
    peak_storm, peak_cfs = worst((run.storm, together(run, ids).summed.peak_cfs) for run in runs)
    return Worst(id=None, kind="all outfalls together", peak_storm=peak_storm, peak_cfs=peak_cfs)
