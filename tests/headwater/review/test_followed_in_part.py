"""Where a plan may owe more than is followed, what asks it stays open, and what does not ask it is told."""

from __future__ import annotations

import pytest

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.facts import facts_of
from headwater.review.run import Run

# Of three actions no size is known, so that what they owe together can go in very many ways.
PLAN = """headwater: 1
plan: No size is known yet
site: {area: 2.55 ac}
actions:
  - {id: store, kind: redevelopment, use: commercial}
  - {id: office, kind: redevelopment}
  - {id: plat, kind: subdivision}
earlier_projects: [{id: before}]
practices: [{id: basin, kind: infiltration basin, volume_below_overflow: "3,400 cf"}]
"""


@pytest.mark.parametrize(
    ("key", "credit", "volume"),
    [("mcwd-2011", "2011.A.basin", "2011.3.c.1"), ("mcwd-2024", "2024.A.volume.basin", "2024.3.a.1")],
)
def test_a_credit_stands_though_what_is_owed_may_go_in_more_ways_than_are_followed(
    key: str, credit: str, volume: str
) -> None:
    run = Run(facts_of(read_plan_text(PLAN)), load_edition(key))
    assert not run.whole
    found = {(finding.id, finding.item): finding for finding in run.findings()}
    # It says how much the basin holds, and asks nothing of the actions.
    assert found[credit, "basin"].outcome == "met"
    assert found[volume, None].outcome == "cannot_tell"
    for name, outcome in (((credit, "basin"), "met"), ((volume, None), "cannot_tell")):
        assert run.outcome(run.edition.criteria[name[0]], name[1])[0] == outcome
