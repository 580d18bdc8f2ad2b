"""A plan file as a command takes it: read, with the rain that it names, and completed by what its models compute."""

from __future__ import annotations

from pathlib import Path

from headwater.intake.plan_file import read_plan
from headwater.plan import Plan
from headwater.review.completing import completed


def plan_at(path: Path) -> Plan:
    """Return the plan in a file, completed.

    Raises
    ------
    PlanFileError
        If it is no plan file, or one with mistakes.
    DailyRainError
        If the record of daily rain that it names cannot be used.
    """
    plan = read_plan(path)
    if plan.loads is None:
        return completed(plan)
    from headwater.intake.named_rain import read_named_rain

    return completed(plan, read_named_rain(plan))
