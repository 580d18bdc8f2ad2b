"""A plan with what its own models compute."""

from __future__ import annotations

from dataclasses import replace

from headwater.errors import HeadwaterError
from headwater.hydrology.daily_rain import DailyRain
from headwater.plan.computed import Computed
from headwater.plan.plan import Plan
from headwater.review.analysis.document import datum_of
from headwater.review.computed.levels import with_levels
from headwater.review.computed.loads import with_loads
from headwater.review.computed.meeting import Meeting
from headwater.review.computed.practices import with_practices
from headwater.review.computed.rates import with_rates
from headwater.review.computed.runs import runs_of
from headwater.review.computed.storms import rule_storms


def with_computed(plan: Plan, rain: DailyRain | None = None) -> Plan:
    """Return the plan with each value that its drainage and loads compute, beside what it states.

    A plan that was completed already, or that has no model, is returned as it is. What cannot be computed is left
    open, and `plan.computed` says why.

    Parameters
    ----------
    rain
        The record of daily rain that the plan's loads name, read; without one, reuse takes nothing off a load.
    """
    if plan.computed is not None:
        return plan
    if plan.drainage is None and plan.loads is None:
        return replace(plan, computed=Computed())
    meeting = Meeting()
    before = plan
    if plan.drainage is not None:
        plan = _with_drainage(plan, meeting)
    if plan.loads is not None:
        plan = with_loads(plan, rain, meeting)
    return replace(plan, computed=replace(meeting.found(), stated=before))


def _with_drainage(plan: Plan, meeting: Meeting) -> Plan:
    storms = rule_storms(plan)
    for name, because in storms.left_out.items():
        meeting.leave_out(f"drainage.storms, {name}", because)
    if not storms.all_ids:
        meeting.leave_out(
            "drainage.storms", "none of them says a `return_period` that a rule names, with the duration it stands for"
        )
    try:
        runs = runs_of(plan, storms, datum_of(plan), meeting)
    except HeadwaterError as error:
        meeting.leave_out("drainage", str(error))
        return plan
    return with_practices(with_levels(with_rates(plan, runs, meeting), runs, meeting), runs, meeting)
