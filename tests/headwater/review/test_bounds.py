"""Where open facts leave more ways than are looked at, that is told, and no outcome that was not reached looks sure."""

from __future__ import annotations

from typing import Any

import pytest

from headwater.cli.check_text import render_check
from headwater.cli.explain_text import render_explanation
from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.applicability import STOPPED
from headwater.review.assessment import Assessment, assess
from headwater.review.cases import asks_what_is_told
from headwater.review.document import assessment_document
from headwater.review.explanation import explain
from headwater.review.explanation_document import NONE_FOUND, explanation_document
from headwater.review.flip_search import find_flips
from headwater.review.outlook import PERMIT, told_by
from headwater.review.rows import held_exemptions
from headwater.review.run import Run
from headwater.rules.condition import Condition

# Eight walks, each of which may be 12 ft wide or wider and its buffer half as wide or less: four ways for each, and
# 4^8 = 65,536 together.
WALKS = "\n".join(
    f"  - {{id: walk-{number}, kind: walk or trail, use: public way, maintenance_or_improvement: no, "
    "width: 12 ft, downgradient_buffer: 6 ft, "
    'buffer_vegetated: yes, surfaces: {existing: none, new: "3,000 sf"}}'
    for number in range(8)
)
SHOP = '\n  - {id: shop, kind: new development, use: commercial, surfaces: {existing: none, new: "90,000 sf"}}'


def assessed(actions: str, *, key: str = "mcwd-2011") -> Assessment:
    text = (
        "headwater: 1\nplan: Many walks\nreceived: 2012-05-14\napplicant: {public_body: no}\n"
        "site: {area: exactly 30 ac, disturbed: exactly 10 ac, former_use: other}\n"
        f"actions:\n{actions}\nearlier_projects: none\npractices: none\n"
        "exhibits: [{exhibit: property-lines, document: Plans, page: C-1, date: 2012-05-01}]\n"
    )
    return assess(read_plan_text(text), load_edition(key))


@pytest.fixture(scope="module")
def walks() -> Assessment:
    return assessed(WALKS)


@pytest.fixture(scope="module")
def document(walks: Assessment) -> dict[str, Any]:
    return assessment_document(walks)


def test_there_are_more_ways_than_are_looked_at(walks: Assessment) -> None:
    assert not walks.conclusions.whole


def test_a_permit_that_may_be_due_in_ways_not_looked_at_cannot_be_told(walks: Assessment) -> None:
    assert walks.permit_required is None
    assert told_by(walks, PERMIT) == "cannot tell"


def test_no_walk_is_called_exempt(document: dict[str, Any]) -> None:
    assert not [line for line in document["why"] if line.startswith("walk-") and ": exempt" in line]
    exempt = {(item["item"], item["outcome"]) for item in document["findings"] if item["id"] == "2011.2.d.2"}
    assert exempt == {(f"walk-{number}", "cannot_tell") for number in range(8)}


def test_what_a_walk_may_owe_is_open_and_may_be_more(document: dict[str, Any]) -> None:
    assert {item["applies"] for item in document["requirements"]} <= {None}
    heads = [line for line in document["why"] if line.startswith("walk-")]
    assert len(heads) == 8
    assert all("cannot tell" in line and "there may be others" in line for line in heads)


def test_it_is_told_why_and_what_to_write(document: dict[str, Any]) -> None:
    text = " ".join(render_check(document).split())
    assert "Too many open facts hang together" in text
    assert "Write the facts named here with more digits" in text
    for number in range(8):
        assert f"action[walk-{number}].width_ft" in document["settled_by"]
    assert any("12 ft stands for" in line for line in document["rounding"])


def test_a_criterion_that_hangs_on_what_is_owed_says_so(document: dict[str, Any]) -> None:
    stopped = [item for item in document["findings"] if not item["all_ways"]]
    assert stopped
    for item in stopped:
        assert (item["outcome"], item["note"]) == ("cannot_tell", STOPPED)
        of_row = item["kind"] in ("trigger", "exemption", "table", "scope", "volume")
        assert {"met", "not_applicable"} | (set() if of_row else {"not_met"}) <= set(item["outcomes"])
        assert item["settled_by"]


def test_the_explanation_of_what_hangs_on_it_says_it_too(walks: Assessment) -> None:
    explained = explanation_document(explain(walks.plan, walks.edition, "2011.10.a.1"))
    assert explained["not_all_ways"] == walks.stopped
    assert {finding["flips"]["words"] for finding in explained["findings"]} == {NONE_FOUND}
    assert NONE_FOUND in render_explanation(explained)


def test_no_single_change_is_said_to_turn_what_cannot_be_told_or_not_to(walks: Assessment) -> None:
    flips = find_flips(walks.plan, walks.edition, [PERMIT])[PERMIT]
    assert (flips.outcome, flips.flips, flips.whole) == ("cannot tell", (), False)


def test_no_exemption_is_held_that_a_way_not_looked_at_may_lack(walks: Assessment) -> None:
    assert held_exemptions(Run(walks.facts, walks.edition)) == ()


def test_beside_a_shop_that_needs_one_a_permit_is_needed_whatever_the_walks_owe() -> None:
    both = assessed(WALKS + SHOP, key="mcwd-2024")
    assert not both.conclusions.whole
    assert both.permit_required is True


def test_what_asks_no_more_than_that_a_permit_is_due_hangs_on_no_way_that_was_not_looked_at() -> None:
    both = assessed(WALKS + SHOP, key="mcwd-2024")
    yes = frozenset({"yes"})
    permit = Condition(fact="permit", op="in", text="permit = yes", words=yes)
    baseline = Condition(fact="baseline.rate", op="in", text="baseline.rate = existing", words=yes)
    assert asks_what_is_told((permit,), both.owed, both.facts)
    assert not asks_what_is_told((permit, baseline), both.owed, both.facts)


def test_exact_figures_settle_it() -> None:
    exact = WALKS.replace("12 ft", "exactly 12 ft").replace("6 ft", "exactly 6 ft")
    settled = assessed(exact)
    assert settled.stopped is None
    assert settled.permit_required is False


def test_readings_of_what_could_not_be_looked_at_are_not_said_to_change_nothing(walks: Assessment) -> None:
    tried = {item.reading for item in walks.rests_on}
    asked = walks.conclusions.readings & set(walks.edition.readings)
    assert asked - tried <= set(walks.untried)
