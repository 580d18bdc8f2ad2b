"""Labelled figures of workbooks and forms against the facts of the plan."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.plan import Plan
from headwater.plan.submitted import Submitted
from headwater.review.crosscheck.items import Item, in_file, in_plan
from headwater.review.naming import plan_field
from headwater.rules.fact import Facts
from headwater.units import format_plain
from headwater.window import Window


def figure_items(plan: Plan, facts: Facts, submitted: Submitted) -> Iterator[Item]:
    """Yield each figure of a file, of no element, that the plan's fact of that name cannot be.

    A figure stands for all that rounds to it, and so does what a plan states: where the two have a value in common they
    are the same.
    """
    for claim in submitted.claims:
        fact = facts.plain.get(claim.quantity) if claim.element is None and claim.storm is None else None
        if fact is None or not isinstance(fact.region, Window) or fact.region.written is None:
            continue
        low, high = fact.region.low, fact.region.high
        if (low is None or claim.value + claim.half >= low) and (high is None or claim.value - claim.half <= high):
            continue
        field = plan_field(claim.quantity)
        unit = claim.quantity.rsplit("_", 1)[-1]
        ours = fact.given or f"{format_plain(fact.region.written)} {unit}"
        yield Item(
            code="figure-differs",
            element=field,
            found=(
                f"{field} is {ours} in the plan ({format_plain(fact.region.written)} {unit}), and {claim.text} in "
                f"{submitted.file} ({format_plain(claim.value)} {unit})."
            ),
            where=(
                in_plan(plan, field, line=fact.line, says=ours),
                in_file(submitted, line=claim.line, says=claim.text),
            ),
            facts=(claim.quantity,),
        )
