"""Peak rates at the discharge points and over the boundary, from the outfalls that stand for them.

The peak of a point that several outfalls reach is that of their summed hydrographs. The aggregate is that of all
outfalls, and is told only where each of them says which point it is, since one that does not may lie inside the site,
and where each point of the plan has its outfall, since what leaves by another way would be missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from headwater.errors import NetworkError
from headwater.hydraulics.answers import together
from headwater.hydraulics.results import Run
from headwater.plan import paths
from headwater.plan.drainage import Discharge, DischargePoint, PeakFlows
from headwater.plan.leaves import Choice
from headwater.plan.model import CONDITIONS
from headwater.plan.plan import Plan
from headwater.review.computed.meeting import Meeting
from headwater.review.computed.runs import Condition, Runs, most, why_not
from headwater.units import Quantity

AGGREGATE = "discharge.aggregate"

Peaking = TypeVar("Peaking", bound=PeakFlows)


def with_rates(plan: Plan, runs: Runs, meeting: Meeting) -> Plan:
    """Return the plan with the peak rates that its models give."""
    discharge = plan.discharge or Discharge()
    points = discharge.points
    if points is None:
        return plan
    by_point = {condition.name: _by_point(condition) for condition in runs.conditions.values()}
    new_points = tuple(
        _with_peaks(
            point,
            paths.of("discharge.points", point),
            {name: outfalls.get(point.id.text, ()) for name, outfalls in by_point.items()},
            runs,
            meeting,
        )
        for point in points
    )
    aggregate = discharge.aggregate
    whole = {
        name: tuple(id_ for ids in outfalls.values() for id_ in ids)
        for name, outfalls in by_point.items()
        if _all_named(runs.conditions[name], meeting) and _all_modelled(name, points, by_point, meeting)
    }
    # A single point is the whole boundary already.
    if len(points) > 1 or aggregate is not None:
        aggregate = _with_peaks(aggregate or PeakFlows(), AGGREGATE, whole, runs, meeting)
    storms = discharge.storms
    if storms is None and runs.storms.by_name:
        storms = Choice(text=runs.storms.stands_for, origin="computed", source="drainage.storms")
    return replace(plan, discharge=replace(discharge, points=new_points, aggregate=aggregate, storms=storms))


def _by_point(condition: Condition) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for outfall in condition.stated.outfalls or ():
        if outfall.point is not None:
            found.setdefault(outfall.point.text, []).append(outfall.id.text)
    return {point: tuple(ids) for point, ids in found.items()}


def _all_named(condition: Condition, meeting: Meeting) -> bool:
    unnamed = [
        outfall.id.text
        for outfall in condition.stated.outfalls or ()
        if outfall.point is None and outfall.landlocked is None
    ]
    if unnamed:
        meeting.leave_out(
            f"{AGGREGATE}.{condition.name}",
            f"outfall {', '.join(unnamed)} does not say which discharge point it is; write its `point`",
        )
    return not unnamed


def _all_modelled(
    condition: str, points: Iterable[DischargePoint], by_point: Mapping[str, Mapping[str, object]], meeting: Meeting
) -> bool:
    """Return whether the outfalls of a condition are the whole boundary: no point of the plan lies outside the model.

    A point that other conditions alone reach is one that the land does not drain to in this one, unless the plan
    states a peak of it.
    """
    missing = [
        point.id.text
        for point in points
        if point.id.text not in by_point[condition]
        and (
            not any(point.id.text in reached for reached in by_point.values())
            or any(peak.value for peak in (getattr(point, condition) or {}).values())
        )
    ]
    if missing:
        meeting.leave_out(
            f"{AGGREGATE}.{condition}",
            f"no outfall of the model stands for discharge point {paths.some(missing)}; write its outfall, or state "
            "the peak of all points together",
        )
    return not missing


def _with_peaks(
    record: Peaking, where: str, outfalls: Mapping[str, tuple[str, ...]], runs: Runs, meeting: Meeting
) -> Peaking:
    """Return peaks by condition and storm with those that the outfalls of each condition give."""
    peaks: dict[str, dict[str, Quantity]] = {name: dict(getattr(record, name) or {}) for name in CONDITIONS}
    for condition, storm, of_storm in runs.each():
        ids = outfalls.get(condition.name, ())
        if not ids:
            continue
        place = f"{where}.{condition.name}.{storm}"
        failed = next((why_not(run, id_) for run in of_storm for id_ in ids if run.nodes[id_].outflow is None), None)
        if failed is not None:
            meeting.leave_out(place, failed)
            continue
        found = most(of_storm, lambda run, ids=ids: _peak_cfs(run, ids))  # type: ignore[misc]
        if found is not None:
            named = f"outfall{'s' if len(ids) > 1 else ''} {', '.join(ids)}"
            stands = meeting.meet(
                place, peaks[condition.name].get(storm), found[0], "cfs", source=runs.source(condition, named, found[1])
            )
            peaks[condition.name][storm] = stands
    changes: dict[str, Any] = {name: by_storm or None for name, by_storm in peaks.items()}
    return replace(record, **changes)


def _peak_cfs(run: Run, ids: tuple[str, ...]) -> float | None:
    try:
        return together(run, ids).summed.peak_cfs
    except NetworkError:
        return None
