"""Annual phosphorus loads of a plan, from its section of loads.

The load before treatment is one number. The treated one goes by a published range of removals: the median stands, and
where the ends of the range differ from it, the load may be anything between them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from headwater.errors import HeadwaterError
from headwater.hydrology.daily_rain import DailyRain
from headwater.plan.drainage import Phosphorus
from headwater.plan.plan import Plan
from headwater.review.analysis.loads import loads_of
from headwater.review.analysis.loads_land import ConditionLoads
from headwater.review.analysis.loads_verdicts import PHOSPHORUS
from headwater.review.computed.meeting import Meeting


def with_loads(plan: Plan, rain: DailyRain | None, meeting: Meeting) -> Plan:
    """Return the plan with the annual phosphorus loads that its section of loads gives."""
    try:
        answer = loads_of(plan, rain)
    except HeadwaterError as error:
        meeting.leave_out("loads", str(error))
        return plan
    loads = plan.phosphorus or Phosphorus()
    for condition in answer.conditions:
        if condition.pollutant == PHOSPHORUS:
            loads = _with(loads, condition, meeting)
    return replace(plan, phosphorus=loads)


def _with(loads: Phosphorus, condition: ConditionLoads, meeting: Meeting) -> Phosphorus:
    levels = {level.level: level for level in condition.levels}
    name = condition.condition
    median = levels.get("median")
    if median is None or median.before_lb_per_yr is None:
        meeting.leave_out(f"phosphorus.{name}", f"loads.{name}: unknown: {', '.join(condition.missing) or 'a value'}")
        return loads
    if name != "proposed":
        # What stands on the land today is treated or not as it is: the load after is what leaves.
        return _put(loads, name, condition, meeting)
    before = meeting.meet(
        "phosphorus.proposed_untreated",
        loads.proposed_untreated,
        median.before_lb_per_yr,
        "lb/yr",
        source="loads.proposed, before treatment",
    )
    return _put(replace(loads, proposed_untreated=before), name, condition, meeting)


def _put(loads: Phosphorus, name: str, condition: ConditionLoads, meeting: Meeting) -> Phosphorus:
    after = {level.level: level.after_lb_per_yr for level in condition.levels}
    median = after.get("median")
    known = [load for load in after.values() if load is not None]
    if median is None or len(known) < len(after):
        meeting.leave_out(f"phosphorus.{name}", f"loads.{name}: unknown: {', '.join(condition.missing) or 'a removal'}")
        return loads
    stands = meeting.meet(
        f"phosphorus.{name}",
        getattr(loads, name),
        median,
        "lb/yr",
        source=f"loads.{name}, treated, at median removal",
        between=(min(known), max(known)),
    )
    changes: dict[str, Any] = {name: stands}
    return replace(loads, **changes)
