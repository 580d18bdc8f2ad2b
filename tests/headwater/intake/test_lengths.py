"""Lists longer than an application's are refused at once, with the limit; those at the limit are read."""

from __future__ import annotations

import pytest

from headwater.errors import PlanFileError
from headwater.intake.lengths import MOST_ITEMS, MOST_PAIRS
from headwater.intake.plan_file import read_plan_text

HEAD = "headwater: 1\nplan: Very many\n"
ONE_ACTION = "actions: [{id: store, kind: redevelopment}]\n"
ITEM = {
    "actions": "{{id: a{n}, kind: utility}}",
    "practices": "{{id: p{n}, kind: tree new}}",
    "exhibits": "{{exhibit: e{n}}}",
}


def plan_with(path: str, count: int) -> str:
    items = ", ".join(ITEM.get(path, "{{id: i{n}}}").format(n=number) for number in range(count))
    *outer, last = path.split(".")
    listed = f"{last}: [{items}]"
    text = f"{outer[0]}: {{{listed}}}\n" if outer else f"{listed}\n"
    return HEAD + ("" if path == "actions" else ONE_ACTION) + text


@pytest.mark.parametrize("path", list(MOST_ITEMS))
def test_one_item_too_many_is_refused_and_the_limit_is_named(path: str) -> None:
    most = MOST_ITEMS[path]
    for count in (most - 1, most):
        read_plan_text(plan_with(path, count))
    with pytest.raises(PlanFileError) as refused:
        read_plan_text(plan_with(path, most + 1))
    (problem,) = refused.value.problems
    assert problem.field == path
    assert problem.value == f"{most + 1:,} items"
    assert problem.expected == f"at most {most:,} items"


def test_a_list_that_is_too_long_is_the_one_thing_said() -> None:
    with pytest.raises(PlanFileError) as refused:
        read_plan_text(plan_with("waters", 2_000) + "no_such_key: 1\n")
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize(("waters", "read"), [(99, True), (100, True), (101, False)])
def test_structures_times_waters_are_bounded(waters: int, read: bool) -> None:
    # 50 structures with 100 waters are 5,000 pairs.
    assert MOST_PAIRS == 5_000
    text = plan_with("waters", waters) + "structures: [" + ", ".join(f"{{id: s{n}}}" for n in range(50)) + "]\n"
    if read:
        read_plan_text(text)
        return
    with pytest.raises(PlanFileError, match=r"50 x 101 = 5,050 pairs.*at most 5,000 pairs"):
        read_plan_text(text)
