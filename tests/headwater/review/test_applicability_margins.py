"""What is told of one action is of that action, and of every way that open facts leave."""

from __future__ import annotations

import pytest

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
    assert "either 1 in x 20,000 sf (increase in impervious surface) = about 1,666.67 cf" in finding.arithmetic
    assert len(finding.arithmetic) > 1


@pytest.mark.parametrize(
    ("surfaces", "kind", "edition", "line"),
    [
        # 20,000 + 10,000 sf are the site's; one inch over 30,000 sf is 2,500 cf. The site itself is 2.00 ac, 87,120 sf.
        ('{kept: "20,000 sf", reconstructed: none, removed: none, new: "10,000 sf"}', "redevelopment", "mcwd-2011",
         "1 in x 30,000 sf (impervious surface of the site) = 2,500 cf"),
        # 6,000 sf more on 20,000 sf are 30 %, and 30 % of the ground is disturbed: the increase alone.
        ('{kept: "20,000 sf", reconstructed: none, removed: none, new: "6,000 sf"}', "redevelopment", "mcwd-2011",
         "1 in x 6,000 sf (increase in impervious surface) = 500 cf"),
        ('{kept: none, reconstructed: none, removed: none, new: "12,000 sf"}', "linear new", "mcwd-2011",
         "1 in x 12,000 sf (new impervious surface) = 1,000 cf"),
        # The larger of 1 in x 12,000 sf = 1,000 cf and half an inch x 48,000 sf = 2,000 cf.
        ('{kept: none, reconstructed: "36,000 sf", removed: none, new: "12,000 sf"}', "linear reconstruction",
         "mcwd-2024", "the largest of 1 in x 12,000 sf (new impervious surface) and "
         "0.5 in x 48,000 sf (new and reconstructed impervious surface) = 2,000 cf"),
    ],
)  # fmt: skip
def test_the_area_that_a_depth_is_taken_over_is_called_impervious_surface(
    surfaces: str, kind: str, edition: str, line: str
) -> None:
    text = (
        "headwater: 1\nplan: What the inch is over\n"
        f"site: {{area: 2.00 ac, disturbed: 0.60 ac, former_use: other}}\nsurfaces: {surfaces}\n"
        f"actions: [{{id: it, kind: {kind}, use: commercial}}]\nearlier_projects: none\n"
    )
    found = assess(read_plan_text(text), load_edition(edition), readings=False).findings
    assert [one.arithmetic for one in found if one.kind == "volume" and one.outcome == "met"] == [(line,)]
