"""Items of which a plan says the same are judged once, and each gets the finding that it would get by itself."""

from __future__ import annotations

import pytest

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.alike import Alike
from headwater.review.facts import facts_of
from headwater.review.run import Run

HEAD = """headwater: 1
plan: Many of a kind
received: 2024-06-17
site: {area: 25.5 ac, disturbed: 12.0 ac}
actions: [{id: store, kind: redevelopment, use: commercial}]
"""
WATERS = "waters: [{id: north}, {id: south}, {id: west, kind: lake, downstream: yes}, {id: east}]\n"
BASINS = (
    "practices: [{id: one, kind: infiltration basin}, {id: two, kind: infiltration basin}, {id: t, kind: tree new}]\n"
)
HOUSES = "structures: [{id: house}, {id: shed}, {id: barn, low_opening: 930.5 ft NAVD88}]\n"
EARLIER = "earlier_projects: [{id: p}, {id: q}, {id: r, date: 2010-05-01}]\n"


class ByItself(Alike):
    """No item is like another."""

    def group(self, kind: str, item: str) -> int | None:
        return None


@pytest.mark.parametrize("lists", [WATERS, BASINS, HOUSES + WATERS, EARLIER])
@pytest.mark.parametrize("key", ["mcwd-2005", "mcwd-2011", "mcwd-2024"])
def test_alike_items_get_the_findings_that_they_get_by_themselves(lists: str, key: str) -> None:
    facts, edition = facts_of(read_plan_text(HEAD + lists)), load_edition(key)
    together = Run(facts, edition).findings()
    assert together == Run(facts, edition, alike=ByItself(facts)).findings()


def test_the_worlds_asked_do_not_grow_with_the_number_of_alike_waters() -> None:
    edition = load_edition("mcwd-2024")
    explored = []
    for count in (2, 40):
        waters = ", ".join(f"{{id: water-{number}}}" for number in range(count))
        run = Run(facts_of(read_plan_text(f"{HEAD}waters: [{waters}]\n")), edition)
        run.findings()
        explored.append(len({id(ways) for ways in run.judged.values()}))
    assert explored[0] == explored[1]


def test_items_that_differ_in_one_word_are_not_alike() -> None:
    facts = facts_of(read_plan_text(HEAD + WATERS))
    alike = Alike(facts)
    assert alike.group("water", "north") == alike.group("water", "south") == alike.group("water", "east")
    assert alike.group("water", "west") != alike.group("water", "north")


def test_what_is_not_looked_for_changes_no_outcome() -> None:
    facts, edition = facts_of(read_plan_text(HEAD + WATERS)), load_edition("mcwd-2011")
    told, short = (Run(facts, edition, settles=settles).findings() for settles in (True, False))
    assert [(one.id, one.item, one.outcomes, one.arithmetic, one.note) for one in told] == [
        (one.id, one.item, one.outcomes, one.arithmetic, one.note) for one in short
    ]
