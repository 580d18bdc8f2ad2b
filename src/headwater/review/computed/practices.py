"""What the ponds of the proposed model tell of the practices that they stand for.

The volume below the overflow counts from the level at which the storm begins, since a pool that already stands there is
no room. The time of drawdown is that in which this volume leaves with nothing coming in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from headwater.hydraulics.answers import drawdown_h
from headwater.hydraulics.network import Pond as PondNode
from headwater.hydraulics.rating import rating_of
from headwater.plan import paths
from headwater.plan.plan import Plan
from headwater.plan.practices import Practice
from headwater.review.analysis.floats import number
from headwater.review.computed.meeting import Meeting
from headwater.review.computed.runs import Condition, Runs, most, several, standing_for, why_not
from headwater.review.computed.ways_out import overflow_ft

# What these hold below their overflow is what a rule credits or treats; a wet pond's pool is not.
HOLDING: Final = frozenset({"infiltration basin", "infiltration trench", "filtration", "permeable pavement", "other"})


def with_practices(plan: Plan, runs: Runs, meeting: Meeting) -> Plan:
    """Return the plan with what its proposed model tells of its practices."""
    proposed = runs.conditions.get("proposed")
    if proposed is None or plan.practices is None:
        return plan
    ponds: dict[str, str] = {}
    for practice in plan.practices:
        found = standing_for(proposed, "practice", practice.id.text)
        if len(found) > 1:
            meeting.leave_out(paths.of("practices", practice), several(found))
        elif found:
            ponds[practice.id.text] = found[0]
    return replace(
        plan,
        practices=tuple(
            _practice(practice, proposed, ponds[practice.id.text], runs, meeting)
            if practice.id.text in ponds
            else practice
            for practice in plan.practices
        ),
    )


def _practice(practice: Practice, condition: Condition, pond: str, runs: Runs, meeting: Meeting) -> Practice:
    here = paths.of("practices", practice)
    if practice.kind.value in HOLDING:
        practice = _holding(practice, condition, pond, meeting, here)
    of_storm = tuple(condition.runs[id_] for id_ in runs.storms.by_name.get("100-yr", ()))
    if not of_storm:
        return practice
    best = most(of_storm, lambda run: None if (answer := run.nodes[pond].pond) is None else answer.peak_elevation_ft)
    if best is None:
        because = next(why_not(run, pond) for run in of_storm if run.nodes[pond].pond is None)
        meeting.leave_out(f"{here}.high_water_100yr", because)
        return practice
    source = runs.source(condition, f"pond {pond}", best[1])
    high = meeting.meet(
        f"{here}.high_water_100yr", practice.high_water_100yr, best[0], "ft", source=source, datum=runs.datum
    )
    node = condition.network.nodes[pond]
    assert isinstance(node, PondNode)
    freeboard = meeting.meet(
        f"{here}.freeboard",
        practice.freeboard,
        node.storage.top_ft - best[0],
        "ft",
        source=f"{source}, below the top of its listed storage",
    )
    return replace(practice, high_water_100yr=high, freeboard=freeboard)


def _holding(practice: Practice, condition: Condition, pond: str, meeting: Meeting, here: str) -> Practice:
    node = condition.network.nodes[pond]
    assert isinstance(node, PondNode)
    over_ft = overflow_ft(node)
    start_ft = node.storage.bottom_ft if node.start_ft is None else node.start_ft
    if over_ft is None or over_ft <= start_ft:
        because = "it has no overflow" if over_ft is None else "its overflow is not above the level at which it starts"
        meeting.leave_out(f"{here}.volume_below_overflow", f"pond {pond}: {because}")
        return practice
    source = f"drainage.{condition.name}, pond {pond} from {start_ft:.2f} ft to its overflow at {over_ft:.2f} ft"
    sediment_cf = number(practice.sediment_storage) if practice.sediment_storage is not None else 0.0
    volume = meeting.meet(
        f"{here}.volume_below_overflow",
        practice.volume_below_overflow,
        max(node.storage.storage_cf(over_ft) - node.storage.storage_cf(start_ft) - sediment_cf, 0.0),
        "cf",
        source=f"{source}, less {sediment_cf:,.0f} cf set aside for sediment" if sediment_cf else source,
    )
    empty_h = drawdown_h(rating_of(node), from_ft=over_ft, to_ft=start_ft)
    if empty_h is None:
        meeting.leave_out(f"{here}.drawdown", f"pond {pond}: nothing takes the water below its overflow away")
        return replace(practice, volume_below_overflow=volume)
    drawdown = meeting.meet(f"{here}.drawdown", practice.drawdown, empty_h, "h", source=source)
    return replace(practice, volume_below_overflow=volume, drawdown=drawdown)
