"""Levels and volumes of the waters and landlocked receivers that ponds and outfalls of the model stand for.

A pond that says which water it is tells its rise, how long it stands high, its high water and its runout. The rise and
the time count from the normal level, which is the plan's where it states one, else the level at which the model starts.
A pool falls back to its normal level ever more slowly, so that the time ends 0.05 ft above it. Both are the worst of
all durations that the model lists of a return period. A pond or outfall that
says which landlocked receiver it is tells what runs into it in the back-to-back storm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from headwater.hydraulics.answers import inundation
from headwater.hydraulics.network import Pond as PondNode
from headwater.hydraulics.results import PondAnswer, Run
from headwater.plan import paths
from headwater.plan.drainage import Landlocked
from headwater.plan.leaves import Choice
from headwater.plan.model import Outfall, Pond
from headwater.plan.plan import Plan
from headwater.plan.receiving import Bounce, Inundation, Runout, Water
from headwater.review.analysis.floats import number
from headwater.review.computed.meeting import Meeting
from headwater.review.computed.runs import Condition, Runs, most, several, standing_for, why_not
from headwater.review.computed.storms import BACK_TO_BACK
from headwater.review.computed.ways_out import overflow_ft
from headwater.units import Quantity

NEAR_FT: Final = 0.05
STILL_HIGH: Final = "the pool still stands above its normal level where the run ends; lengthen `span`"
CF_PER_ACFT: Final = 43_560.0
# What a rule asks of a water is about these two.
SIDES: Final = ("existing", "proposed")


def with_levels(plan: Plan, runs: Runs, meeting: Meeting) -> Plan:
    """Return the plan with what its models tell of its waters and landlocked receivers."""
    waters = plan.waters and tuple(_water(water, runs, meeting) for water in plan.waters)
    landlocked = plan.landlocked and tuple(_landlocked(receiver, runs, meeting) for receiver in plan.landlocked)
    return replace(plan, waters=waters, landlocked=landlocked)


# ---- waters ----------------------------------------------------------------------------------------------------------


def _water(water: Water, runs: Runs, meeting: Meeting) -> Water:
    here = paths.of("waters", water)
    ponds = {
        condition.name: pond
        for condition in runs.conditions.values()
        if (pond := _pond_of(condition, "water", water.id.text, here, meeting)) is not None
    }
    if not ponds:
        return water
    found: dict[tuple[str, str], dict[str, Quantity]] = {}
    one_datum = water.normal is None or water.normal.datum == runs.datum
    if water.normal is not None and not one_datum:
        because = f"the normal level is {water.normal.text}, and the model's elevations are on {runs.datum}"
        meeting.leave_out(f"{here}.normal", f"{because}; write both on one datum")
    high = water.high_water_100yr
    for condition, storm, of_storm in runs.each(any_duration=True):
        pond = ponds.get(condition.name)
        if pond is None or condition.name not in SIDES or not one_datum:
            continue
        failed = next((why_not(run, pond) for run in of_storm if run.nodes[pond].pond is None), None)
        if failed is not None:
            meeting.leave_out(f"{here}.bounce.{condition.name}.{storm}", failed)
            continue
        for key, unit in (("bounce", "ft"), ("inundation", "h")):
            place = f"{here}.{key}.{condition.name}.{storm}"
            stated = _stated(water, key, condition.name).get(storm)
            figure = _rise_ft if key == "bounce" else _high_h
            best = most(of_storm, lambda run, figure=figure, pond=pond: figure(run.nodes[pond].pond, water))  # type: ignore[misc]
            if best is None:
                meeting.leave_out(place, STILL_HIGH)
                continue
            source = runs.source(condition, f"pond {pond}", best[1])
            stands = meeting.meet(place, stated, best[0], unit, source=source)
            found.setdefault((key, condition.name), {})[storm] = stands
    proposed, hundred = runs.conditions.get("proposed"), runs.storms.by_name.get("100-yr", ())
    if proposed is not None and hundred and "proposed" in ponds:
        of_storm = tuple(proposed.runs[id_] for id_ in hundred)
        high = _level(f"{here}.high_water_100yr", high, of_storm, proposed, ponds["proposed"], runs, meeting)
    return replace(
        water,
        high_water_100yr=high,
        bounce=_by_side(water.bounce or Bounce(), "bounce", found),
        inundation=_by_side(water.inundation or Inundation(), "inundation", found),
        runout=_runout(water, ponds, runs, meeting, here),
    )


def _rise_ft(answer: PondAnswer | None, water: Water) -> float | None:
    return None if answer is None else max(answer.peak_elevation_ft - _normal_ft(answer, water), 0.0)


def _high_h(answer: PondAnswer | None, water: Water) -> float | None:
    if answer is None:
        return None
    above = inundation(answer.levels, stage_ft=_normal_ft(answer, water) + NEAR_FT)
    return None if above.still else above.total_h


def _normal_ft(answer: PondAnswer, water: Water) -> float:
    return answer.start_ft if water.normal is None else number(water.normal)


def _stated(water: Water, key: str, side: str) -> Mapping[str, Quantity]:
    record = getattr(water, key)
    return (getattr(record, side) if record is not None else None) or {}


def _by_side(record: Any, key: str, found: Mapping[tuple[str, str], Mapping[str, Quantity]]) -> Any:
    """Return the rises or times of a water with those that were computed."""
    sides = {side: {**(getattr(record, side) or {}), **found.get((key, side), {})} or None for side in SIDES}
    return replace(record, **sides) if any(sides.values()) else None


def _runout(water: Water, ponds: Mapping[str, str], runs: Runs, meeting: Meeting, here: str) -> Runout | None:
    runout = water.runout or Runout()
    for side in SIDES:
        if side not in ponds:
            continue
        node = runs.conditions[side].network.nodes[ponds[side]]
        assert isinstance(node, PondNode)
        level_ft = overflow_ft(node)
        if level_ft is not None:
            source = f"drainage.{side}, lowest outlet of pond {ponds[side]}"
            stands = meeting.meet(
                f"{here}.runout.{side}", getattr(runout, side), level_ft, "ft", source=source, datum=runs.datum
            )
            changes: dict[str, Any] = {side: stands}
            runout = replace(runout, **changes)
    return runout if runout.existing is not None or runout.proposed is not None else None


# ---- landlocked receivers --------------------------------------------------------------------------------------------


def _landlocked(receiver: Landlocked, runs: Runs, meeting: Meeting) -> Landlocked:
    here = paths.of("landlocked", receiver)
    storm = runs.storms.back_to_back
    nodes = {condition.name: _entering(condition, receiver.id.text) for condition in runs.conditions.values()}
    if not any(nodes.values()):
        return receiver
    if storm is None:
        because = runs.storms.left_out.get(
            BACK_TO_BACK, "the model lists no storm of 100 yr with `repeats: 2`; add one"
        )
        meeting.leave_out(here, because)
        return receiver
    for side in SIDES:
        if not nodes.get(side):
            continue
        condition = runs.conditions[side]
        run = condition.runs[storm]
        failed = next((why_not(run, id_) for id_ in nodes[side] if run.nodes[id_].inflow is None), None)
        if failed is not None:
            meeting.leave_out(f"{here}.volume_{side}", failed)
            continue
        volume_cf = sum(_inflow_cf(run, id_) for id_ in nodes[side])
        source = runs.source(condition, ", ".join(nodes[side]), run)
        key = f"volume_{side}"
        stands = meeting.meet(f"{here}.{key}", getattr(receiver, key), volume_cf, "cf", source=source)
        changes: dict[str, Any] = {key: stands}
        receiver = replace(receiver, **changes)
        if side != "proposed":
            continue
        pond = _pond_of(condition, "landlocked", receiver.id.text, f"{here}.high_water", meeting)
        if pond is not None:
            high = _level(f"{here}.high_water", receiver.high_water, (run,), condition, pond, runs, meeting)
            receiver = replace(receiver, high_water=high)
    if receiver.storm is None and (receiver.volume_existing or receiver.volume_proposed):
        said = Choice(text=BACK_TO_BACK, origin="computed", source=f"drainage.storms, {storm}")
        receiver = replace(receiver, storm=said)
    return receiver


def _inflow_cf(run: Run, node: str) -> float:
    inflow = run.nodes[node].inflow
    return 0.0 if inflow is None else inflow.volume_acft * CF_PER_ACFT


def _entering(condition: Condition, receiver: str) -> tuple[str, ...]:
    """Return the pond and the outfalls that stand for a landlocked receiver."""
    records: tuple[Pond | Outfall, ...] = (*(condition.stated.ponds or ()), *(condition.stated.outfalls or ()))
    return tuple(one.id.text for one in records if one.landlocked is not None and one.landlocked.text == receiver)


# ---- both ------------------------------------------------------------------------------------------------------------


def _level(
    place: str,
    stated: Quantity | None,
    of_storm: tuple[Run, ...],
    condition: Condition,
    pond: str,
    runs: Runs,
    meeting: Meeting,
) -> Quantity | None:
    """Return the highest level of a pond, beside what the plan states."""
    best = most(of_storm, lambda run: None if (answer := run.nodes[pond].pond) is None else answer.peak_elevation_ft)
    if best is None:
        meeting.leave_out(place, next(why_not(run, pond) for run in of_storm if run.nodes[pond].pond is None))
        return stated
    return meeting.meet(
        place,
        stated,
        best[0],
        "ft",
        source=runs.source(condition, f"pond {pond}", best[1]),
        datum=runs.datum,
    )


def _pond_of(condition: Condition, key: str, id_: str, here: str, meeting: Meeting) -> str | None:
    """Return the pond of the model that says it is this item of the plan; None where none does, or several do."""
    found = standing_for(condition, key, id_)
    if len(found) > 1:
        meeting.leave_out(here, f"{condition.name}: {several(found)}")
    return found[0] if len(found) == 1 else None
