"""What was computed from a plan's own drainage and loads, beside what it states.

Owns the records alone. They are made by `headwater.review.computed`, which also puts the values into the plan where it
states none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from headwater.caution import Caution
from headwater.units import Quantity

if TYPE_CHECKING:
    from headwater.plan.plan import Plan


@dataclass(frozen=True, kw_only=True)
class ComputedValue:
    """One value of a plan that was computed.

    `field` is its place in the plan file, `quantity` what came out, rounded, `stated` what the plan says there. Where
    `agrees` is true, what was computed lies within what the stated value can stand for; None where nothing is stated.
    """

    field: str
    quantity: Quantity
    stated: Quantity | None = None
    agrees: bool | None = None


@dataclass(frozen=True, kw_only=True)
class NotComputed:
    """Something that a rule may ask and that the model should tell, and why it does not."""

    field: str
    because: str


@dataclass(frozen=True, kw_only=True)
class Computed:
    """All that was computed of a plan, in the order of its sections, and what was not.

    `warnings` are what the engine said of the runs that the values are from, notes left out, each with the condition
    and storm. `stated` is the plan as it was before: from it the plan is computed anew where its model is changed.
    """

    values: tuple[ComputedValue, ...] = ()
    left_out: tuple[NotComputed, ...] = ()
    warnings: tuple[tuple[str, Caution], ...] = ()
    stated: Plan | None = None


def as_stated(plan: Plan) -> Plan:
    """Return a plan as it was stated, without what was computed of it."""
    return plan if plan.computed is None or plan.computed.stated is None else plan.computed.stated
