"""One broken file for each thing that can be wrong.

The first lines of each say what is to be found, and nothing else may be. A line
`# expect 5 | site.area | the number has no unit` names the line, the field and how the message begins.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import PlanFileError, Problem
from headwater.intake.plan_file import read_plan, read_plan_text

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.yaml"))
EXPECT = "# expect "


def problems_of(path: Path) -> tuple[Problem, ...]:
    with pytest.raises(PlanFileError) as refused:
        read_plan(path)
    return refused.value.problems


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_it_is_refused_for_what_is_wrong_and_for_nothing_else(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    expected = [line.removeprefix(EXPECT) for line in lines if line.startswith(EXPECT)]
    found = problems_of(path)
    assert len(found) == len(expected), found
    for problem, line in zip(found, expected, strict=True):
        number, field, wrong = (part.strip() for part in line.split("|", maxsplit=2))
        assert (problem.line, problem.field) == (int(number), field)
        assert problem.wrong.startswith(wrong)
        assert problem.file == str(path)
        assert problem.expected
        assert problem.remedy


def test_there_is_a_file_for_each_of_some_sixty_mistakes() -> None:
    assert len(BROKEN) >= 55


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("aera", "area"),
        ("Area", "area"),
        ("site_area", "area"),
        ("disturbed_area", "disturbed"),
        ("former use", "former_use"),
    ],
)
def test_an_unknown_key_is_told_its_nearest_neighbour(key: str, near: str) -> None:
    with pytest.raises(PlanFileError) as refused:
        read_plan_text(f"headwater: 1\nplan: x\nactions: [{{id: a, kind: utility}}]\nsite: {{{key}: 2 ac}}\n")
    (problem,) = refused.value.problems
    assert problem.value == key
    assert problem.remedy == f"write `{near}`, if that is meant"


def test_a_key_that_resembles_nothing_is_told_so() -> None:
    with pytest.raises(PlanFileError, match="remove it, or put it into `note`"):
        read_plan_text("headwater: 1\nplan: x\nactions: [{id: a, kind: utility}]\nzzz: 1\n")


def test_all_mistakes_come_at_once_in_the_order_of_their_lines() -> None:
    text = "headwater: 1\nreceived: yesterday\nsite: {area: 2, disturbed: 3 cf}\nactions:\n- {kind: home}\n"
    with pytest.raises(PlanFileError) as refused:
        read_plan_text(text, name="plan.yaml")
    fields = [(problem.line, problem.field) for problem in refused.value.problems]
    assert sorted(fields) == [
        (1, "plan"),
        (2, "received"),
        (3, "site.area"),
        (3, "site.disturbed"),
        (5, "actions[1].id"),
        (5, "actions[1].kind"),
    ]
    numbers = [line or 0 for line, _ in fields]
    assert numbers == sorted(numbers)


def test_a_value_that_cannot_be_read_is_not_also_called_missing_or_contradictory() -> None:
    text = "headwater: 1\nplan: x\nactions: [{id: a, kind: house}]\nsite: {area: 1}\nsurfaces: {new: 2 ac}\n"
    with pytest.raises(PlanFileError) as refused:
        read_plan_text(text)
    assert [problem.field for problem in refused.value.problems] == ["actions[a].kind", "site.area"]


def test_when_the_actions_cannot_be_read_the_rest_is_still_looked_at() -> None:
    with pytest.raises(PlanFileError) as refused:
        read_plan_text("headwater: 1\nplan: x\nactions: everything\nsite: {area: 1 ac, disturbed: 3 ac}\n")
    assert [problem.field for problem in refused.value.problems] == ["actions", "site.disturbed"]
