"""Plans to fill in: each reads as it is, and each line in it reads when it is filled in."""

from __future__ import annotations

import re

import pytest

from headwater.errors import UnknownKindError
from headwater.intake.plan_file import read_plan_text
from headwater.intake.starters import STARTERS, starter
from headwater.plan.proposal import KINDS

# A key behind a #, at any depth; a sentence has no colon after its first word.
BEHIND_A_SIGN = re.compile(r"^(?P<indent> *)# (?P<line> *(?:- )?(?:\{)?[a-z_0-9]+:.*)$")


def filled_in(text: str) -> str:
    """Return a starter with every key out from behind its #."""
    lines = []
    for line in text.splitlines():
        match = BEHIND_A_SIGN.match(line)
        lines.append(match["indent"] + match["line"] if match else line)
    return "\n".join(lines)


def test_there_is_one_for_each_kind_of_action() -> None:
    assert len(STARTERS) == len(KINDS) == 10


@pytest.mark.parametrize("kind", STARTERS)
def test_it_reads_as_it_is_and_is_of_its_kind(kind: str) -> None:
    plan = read_plan_text(starter(kind))
    assert plan.actions[0].kind.text == kind.replace("-", " ").replace("single family", "single-family")


@pytest.mark.parametrize("kind", STARTERS)
def test_it_states_nothing_that_its_writer_has_not_said(kind: str) -> None:
    plan = read_plan_text(starter(kind))
    assert (plan.received, plan.site and plan.site.area, plan.practices, plan.discharge) == (None,) * 4
    action = plan.actions[0]
    assert (action.width, action.lots, action.homes, action.agricultural, action.affects) == (None,) * 5


@pytest.mark.parametrize("kind", STARTERS)
def test_every_line_of_it_reads_when_it_is_filled_in(kind: str) -> None:
    text = filled_in(starter(kind))
    assert not re.search(r"^ *#  ? *[a-z_]+:", text, re.MULTILINE), "a key stayed behind"
    plan = read_plan_text(text)
    assert plan.received is not None
    assert plan.site is not None
    assert plan.site.area is not None
    assert plan.surfaces is not None
    assert plan.surfaces.new is not None
    assert plan.earlier_projects
    assert plan.exhibits


@pytest.mark.parametrize("kind", STARTERS)
def test_it_is_short_and_explains_itself(kind: str) -> None:
    lines = starter(kind).splitlines()
    assert len(lines) < 100
    assert all(len(line) <= 120 for line in lines)
    assert sum("#" in line for line in lines) > len(lines) / 2


@pytest.mark.parametrize("spelling", ["walk-or-trail", "walk or trail", "Walk or Trail"])
def test_a_kind_is_found_with_dashes_or_spaces(spelling: str) -> None:
    assert starter(spelling) == starter("walk-or-trail")


@pytest.mark.parametrize("name", ["house", "", "../redevelopment", "__init__"])
def test_another_name_is_refused_and_the_kinds_are_named(name: str) -> None:
    with pytest.raises(UnknownKindError, match="linear-reconstruction"):
        starter(name)
