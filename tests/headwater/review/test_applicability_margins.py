"""What is told of one action is of that action, and of every way that open facts leave."""

from __future__ import annotations

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.assessment import assess
from headwater.rules.finding import Finding

TWO_ACTIONS = """\
headwater: 1
plan: A store and its street
received: 2012-05-14
site: {area: 4.00 ac, disturbed: 3.00 ac, former_use: other}
surfaces: {kept: none, reconstructed: none, removed: "4,000 sf", new: "60,000 sf"}
actions:
  - id: store
    kind: redevelopment
    use: commercial
    surfaces: {kept: none, reconstructed: none, removed: "4,000 sf", new: "20,000 sf"}
  - id: street
    kind: linear new
    use: public way
    surfaces: {kept: none, reconstructed: none, removed: none, new: "40,000 sf"}
earlier_projects: none
"""
OPEN_SCOPE = """\
headwater: 1
plan: A store
received: 2012-05-14
site: {area: 4.00 ac, disturbed: 1.00 ac, former_use: other}
surfaces: {removed: none, new: "20,000 sf", reconstructed: "10,000 sf"}
actions: [{id: store, kind: redevelopment, use: commercial}]
earlier_projects: none
"""


def findings(text: str, kind: str) -> list[Finding]:
    found = assess(read_plan_text(text), load_edition("mcwd-2011"), readings=False).findings
    return [finding for finding in found if finding.kind == kind and finding.outcome != "not_applicable"]


def test_a_margin_of_one_action_is_not_told_of_another() -> None:
    for finding in findings(TWO_ACTIONS, "trigger"):
        # 20,000 sf of the store, 40,000 sf of the street: above none
        due = {"store": 20_000, "street": 40_000}[str(finding.item)]
        assert [margin.distance for margin in finding.margins if margin.fact.endswith(".built_sf")] == [due]


def test_where_the_area_in_scope_is_open_the_arithmetic_of_each_way_is_told() -> None:
    """New 20,000 sf are 50 % of an existing 40,000 sf, which is not told: the increase is in scope, or the site."""
    (finding,) = findings(OPEN_SCOPE, "volume")
    assert "either 1 in x 20,000 sf (increase) = about 1,666.67 cf" in finding.arithmetic
    assert len(finding.arithmetic) > 1
