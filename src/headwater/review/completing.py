"""A plan completed by what its own models compute, where it has any.

The engine is loaded only for a plan that has a model: without one a judgment needs no floats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.plan import Plan

if TYPE_CHECKING:
    from headwater.hydrology.daily_rain import DailyRain


def completed(plan: Plan, rain: DailyRain | None = None) -> Plan:
    """Return the plan with what its drainage and loads compute; as it is, where it has neither or has them already.

    Parameters
    ----------
    rain
        The record of daily rain that the plan's loads name, read; without one, reuse takes nothing off a load.
    """
    if plan.computed is not None or (plan.drainage is None and plan.loads is None):
        return plan
    from headwater.review.computed import with_computed

    return with_computed(plan, rain)
