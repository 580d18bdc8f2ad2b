"""A disturbed area below the ground that is worked on is told where it decides: the 40 % test of 2011 rests on R133."""

from __future__ import annotations

import pytest

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.document import check


def document(*, disturbed: str, new: str = "4,000 sf") -> dict[str, object]:
    """Return the assessment of 2 ac where 30,848 sf are rebuilt: with 4,000 sf new, 34,848 sf, exactly 40 %."""
    text = (
        "headwater: 1\nplan: A lot renewed\nreceived: 2012-05-14\n"
        f"site: {{area: exactly 2 ac, disturbed: {disturbed}, former_use: other}}\n"
        f'surfaces: {{kept: none, reconstructed: "30,848 sf", removed: none, new: "{new}"}}\n'
        "actions: [{id: lot, kind: redevelopment, use: commercial}]\nearlier_projects: none\n"
    )
    return dict(check(read_plan_text(text), load_edition("mcwd-2011")))


def readings(**plan: str) -> list[str]:
    rests_on = document(**plan)["rests_on"]
    assert isinstance(rests_on, list)
    return [item["reading"] for item in rests_on]


@pytest.mark.parametrize(
    ("disturbed", "told"),
    [('"34,847 sf"', True), ('"34,848 sf"', False), ('"34,849 sf"', False)],
    ids=["just below the work", "as much as the work", "just above the work"],
)
def test_less_disturbed_than_worked_on_is_told_where_it_decides(disturbed: str, told: bool) -> None:
    assert ("R133" in readings(disturbed=disturbed)) is told


@pytest.mark.parametrize(
    ("new", "told"),
    [("3,999 sf", False), ("4,000 sf", True), ("4,001 sf", True)],
    ids=["the work just below 40 %", "exactly 40 %", "just above 40 %"],
)
def test_it_is_told_from_the_day_that_the_work_reaches_40_percent(new: str, told: bool) -> None:
    assert ("R133" in readings(disturbed='"30,000 sf"', new=new)) is told


def test_nothing_is_told_of_a_disturbed_area_that_is_not_stated() -> None:
    assert "R133" not in readings(disturbed="unknown")


def test_a_rounded_area_that_may_be_as_much_as_the_work_is_told_too() -> None:
    """0.80 ac stands for 34,630.2 up to 35,065.8 sf: below 34,848 and above."""
    assert "R133" in readings(disturbed="0.80 ac")
