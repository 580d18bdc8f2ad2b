"""What was computed of a plan as plain values, beside what it states."""

from __future__ import annotations

from typing import Any

from headwater.plan import Plan
from headwater.plan.computed import ComputedValue


def computed_document(plan: Plan) -> dict[str, Any] | None:
    """Return what the plan's models computed; None for a plan that has none.

    The keys are listed in docs/reference/assessment-json.md.
    """
    if plan.computed is None:
        return None
    values = [_value(value) for value in plan.computed.values]
    return {
        "values": values,
        "agree": sum(value["agrees"] is True for value in values),
        "differ": sum(value["agrees"] is False for value in values),
        "left_out": [{"field": one.field, "because": one.because} for one in plan.computed.left_out],
        "warnings": [
            {"where": where, "grade": caution.grade, "code": caution.code, "text": caution.text}
            for where, caution in plan.computed.warnings
        ],
    }


def _value(value: ComputedValue) -> dict[str, Any]:
    return {
        "field": value.field,
        "computed": value.quantity.text,
        "stated": value.stated.text if value.stated else None,
        "line": value.stated.line if value.stated else None,
        "agrees": value.agrees,
        "source": value.quantity.source,
        "doubt": value.quantity.doubt,
    }
