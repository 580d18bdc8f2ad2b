"""Facts that are taken over from another plan are those that the plan would have by itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from headwater.intake.plan_file import read_plan
from headwater.plan import Plan
from headwater.plan.changing import Leaf, Stated, changed, stated_values
from headwater.plan.leaves import Answer, Choice, Count, Date
from headwater.review.facts import Known, facts_of
from headwater.units import Quantity, exact_quantity

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.yaml"))
EXAMPLES += sorted((Path(__file__).parents[3] / "examples" / "made-up").glob("*.yaml"))[::5]


def another(stated: Stated) -> Leaf:
    """Return another value in the place of the stated one."""
    leaf = stated.leaf
    if isinstance(leaf, Quantity):
        return exact_quantity(leaf.value + 1, leaf.unit)
    if isinstance(leaf, Answer):
        return replace(leaf, answer=not leaf.answer)
    if isinstance(leaf, Choice):
        return replace(leaf, text=next(word for word in stated.choices if word != leaf.text))
    if isinstance(leaf, Count):
        return replace(leaf, text=str(leaf.value + 1), value=leaf.value + 1)
    assert isinstance(leaf, Date)
    return replace(leaf, text="2009-09-09", value=leaf.value.replace(year=2009))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_whatever_is_changed_the_facts_taken_over_are_the_facts(path: Path) -> None:
    plan: Plan = read_plan(path)
    known = Known(plan=plan, facts=facts_of(plan))
    for stated in stated_values(plan):
        other = changed(plan, stated, another(stated))
        taken, own = facts_of(other, like=known), facts_of(other)
        assert taken == own, stated.field
        assert list(taken.by_name) == list(own.by_name)
