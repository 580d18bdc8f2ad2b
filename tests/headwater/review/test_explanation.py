"""An explanation holds for every id of every edition, and tells by how much each condition stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from headwater.cli.explain_text import render_explanation
from headwater.editions.registry import SUPPLIED, load_edition
from headwater.errors import UnknownProvisionError
from headwater.intake.plan_file import read_plan_text
from headwater.review.explanation import Explanation, explain
from headwater.review.explanation_document import NO_FLIP, explanation_document
from headwater.review.rows import RowTrace, Stood
from headwater.rules.edition import Edition

STORE = """\
headwater: 1
plan: Corner store
received: 2012-05-14
applicant: {public_body: no}
site: {area: 2.55 ac, disturbed: 1.20 ac, former_use: other}
surfaces: {kept: none, reconstructed: "12,000 sf", removed: "4,000 sf", new: "30,000 sf"}
actions: [{id: store, kind: redevelopment, use: commercial}]
earlier_projects: none
practices: [{id: basin, kind: infiltration basin, volume_below_overflow: "3,400 cf"}]
discharge:
  storms: 24 h
  points: [{id: out-1, existing: {1-yr: 4.5 cfs, 10-yr: 8.2 cfs}, proposed: {1-yr: 4.5 cfs, 10-yr: 8.0 cfs}}]
structures: [{id: store, low_opening: 930.5 ft NAVD88}]
waters: [{id: wetland, kind: wetland, class: Manage 1, downstream: yes, high_water_100yr: 928.4 ft NAVD88}]
"""
BOTH_OPENINGS = STORE.replace(
    "kind: infiltration basin,", "kind: infiltration basin, high_water_100yr: 927.2 ft NAVD88,"
)
NOT_APPLICABLE = "not applicable"
SMALL = """\
headwater: 1
plan: Below one acre
site: {area: exactly 0.92 ac, disturbed: exactly 0.5 ac, former_use: other}
surfaces: {kept: none, reconstructed: none, removed: none, new: "10,000 sf"}
actions: [{id: shop, kind: new development, use: commercial}]
earlier_projects: none
"""


def explained(text: str, provision: str, *, key: str = "mcwd-2011", item: str | None = None) -> Explanation:
    return explain(read_plan_text(text), load_edition(key), provision, item=item)


def ids_of(edition: Edition) -> list[str]:
    """Return every id that somebody may ask for."""
    ids = [*edition.provisions, *edition.tables, *edition.rows, *edition.criteria, *edition.duties, *edition.guidance]
    ids += [criterion.row for criterion in edition.criteria.values() if criterion.row is not None]
    return list(dict.fromkeys(ids))


def row(explanation: Explanation, name: str) -> RowTrace:
    return next(found.trace for found in explanation.rows if found.trace.row.id == name)


def stood(trace: RowTrace, fact: str) -> Stood:
    return next(one for one in trace.stood if one.condition is not None and one.condition.fact == fact)


@pytest.mark.parametrize("key", SUPPLIED)
def test_every_id_of_an_edition_is_explained(key: str, how_many: Callable[[int, int], int]) -> None:
    edition = load_edition(key)
    ids = ids_of(edition)
    for name in ids[:: max(1, len(ids) // how_many(12, len(ids)))]:
        document = explanation_document(explained(STORE, name, key=key))
        assert document["id"] == name
        assert document["becomes"]
        text = render_explanation(json.loads(json.dumps(document)))
        assert text.startswith("Corner store\n")
        assert max(len(line) for line in text.splitlines()) <= 100


def test_a_row_that_did_not_fire_tells_which_condition_failed_and_by_how_much() -> None:
    trace = row(explained(STORE, "2011.T4"), "2011.T4.3")
    assert trace.state == "nearly"
    (failing,) = trace.failing
    assert failing.condition is not None
    assert failing.condition.fact == "action.disturbed_fraction"
    assert failing.margin is not None
    # 1.20 of 2.55 ac is 47.06 %, 7.06 points above 40 %; 40 % of 2.55 ac is 1.02 ac.
    assert failing.margin.distance == Fraction("1.20") / Fraction("2.55") - Fraction("0.40")
    assert failing.part is not None
    assert failing.part.distance == Fraction("0.18") * 43_560


def test_rows_that_nearly_fired_come_in_the_order_of_their_distance() -> None:
    nearly = explained(STORE, "2011.T4").nearly
    assert all(len(trace.failing) == 1 for trace in nearly)
    shares = [trace.nearness for trace in nearly if trace.nearness is not None]
    assert shares == sorted(shares)
    # 7.06 of 40 points; 1.55 of 1 ac.
    assert shares[:2] == [Fraction("1.20") / Fraction("2.55") / Fraction("0.40") - 1, Fraction("1.55")]


def test_the_row_that_decided_says_so_with_every_condition() -> None:
    trace = row(explained(STORE, "2011.T4"), "2011.T4.4")
    assert trace.state == "decided"
    assert all(one.holds for one in trace.stood)
    assert stood(trace, "action.counted_site_sf").margin is not None


def test_a_row_of_another_class_is_told_by_its_class() -> None:
    trace = row(explained(STORE, "2011.T2.3"), "2011.T2.3")
    failing = [one for one in trace.stood if one.holds is False]
    assert trace.state != "decided"
    assert failing[0].of_branch
    assert failing[0].found == ("redevelopment",)


def test_a_held_exemption_names_the_proviso_that_can_defeat_it_with_what_is_left() -> None:
    document = explanation_document(explained(SMALL, "2011.2.b.2"))
    (held,) = document["exemptions"]
    assert held["row"] == "2011.2.b.2"
    # 1 ac less 0.92 ac.
    assert "site stays below 1 ac; 0.08 ac left" in held["provisos"]
    assert "exempt while:" in render_explanation(document)


def test_prose_beside_a_table_is_held_against_the_site_like_the_table() -> None:
    # 5(c): more than 1 ac, and 40 % or more disturbed or half as much surface again.
    explanation = explained(STORE, "2011.5.c")
    trace = row(explanation, "2011.5.c")
    assert trace.state == "held"
    assert "compared with it" in explanation.subject.becomes
    assert row(explained(STORE, "2011.4.b"), "2011.4.b").state == "failed"


def test_an_id_may_leave_out_the_first_part_or_use_brackets() -> None:
    assert explained(STORE, "t4.3").subject.id == "2011.T4.3"
    assert explained(STORE, "4(b)").subject.id == "2011.4.b"
    assert explained(STORE, "2011.3(c)(1)").subject.id == "2011.3.c.1"


def test_an_unknown_id_is_told_with_those_near_it() -> None:
    with pytest.raises(UnknownProvisionError, match=r"2011\.T4\.5.*near it are .*2011\.T4\.4"):
        explained(STORE, "2011.T4.5")
    with pytest.raises(UnknownProvisionError, match=r"has no provision"):
        explained(STORE, "\N{RIGHT-TO-LEFT OVERRIDE}\n" * 5_000)


def test_an_item_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(UnknownProvisionError, match="store/wetland"):
        explained(STORE, "2011.3.e", item="shed/wetland")
    assert [found.finding.item for found in explained(STORE, "2011.3.e", item="store/wetland").findings] == [
        "store/wetland"
    ]


def test_what_decides_nothing_says_what_becomes_of_it() -> None:
    assert explained(STORE, "2011.1").subject.becomes.startswith("informative")
    assert explained(STORE, "2011.A.note2").subject.becomes.startswith("coded in the arithmetic")
    duty = explained(STORE, "2011.9.a")
    assert [(found.duty.id, found.applies) for found in duty.duties] == [("2011.9.a", True)]
    assert "document of the application: property-lines" in explained(STORE, "2011.10.a.1").subject.becomes


def test_where_no_single_fact_turns_it_that_is_said() -> None:
    document = explanation_document(explained(STORE, "2011.T4.1"))
    (found,) = [one for one in document["rows"] if one["row"] == "2011.T4.1"]
    assert found["flips"]["words"] == NO_FLIP
    assert f"what would change it: {NO_FLIP}" in render_explanation(document)


def test_an_open_finding_tells_what_would_settle_it() -> None:
    (found,) = explained(STORE, "2011.3.d").findings
    assert found.finding.outcome == "cannot_tell"
    assert set(found.finding.settled_by) == {"answers.bmps_by_manual", "answers.bmps_by_manual.evidence"}
    text = render_explanation(explanation_document(explained(STORE, "2011.3.d")))
    assert "to settle it, write: answers.bmps_by_manual" in text


def test_an_answer_is_asked_for_before_the_evidence_of_it() -> None:
    document = explanation_document(explained(STORE, "2011.3.d"))
    (found,) = document["findings"]
    assert found["settled_by_fields"] == ["answers.bmps_by_manual", "answers.bmps_by_manual.evidence"]


def test_an_exhibit_that_is_missing_is_to_be_listed_among_the_exhibits() -> None:
    text = render_explanation(explanation_document(explained(STORE, "2011.10.a.2")))
    assert "list it among the exhibits once it is handed in: - {exhibit: drainage-maps, ...}" in text


def test_a_change_that_frees_the_plan_of_a_provision_is_told_once_and_not_under_each_finding() -> None:
    document = explanation_document(explained(BOTH_OPENINGS, "2011.3.e"))
    escapes = [
        [flip["words"] for flip in found["flips"]["flips"] if flip["outcome_after"].replace("_", " ") == NOT_APPLICABLE]
        for found in document["findings"]
    ]
    assert len(escapes) == 2
    assert set(escapes[0]) & set(escapes[1])
    text = " ".join(render_explanation(document).split())
    for words in set(escapes[0]) & set(escapes[1]):
        assert text.count(words) == 1


def test_a_reading_tells_the_choice_taken_and_what_the_other_decides() -> None:
    document = explanation_document(explained(STORE, "2011.3.e"))
    (reading,) = [one for one in document["readings"] if one["reading"] == "R21"]
    assert reading["taken"] == "either_if_declared"
    assert reading["decides_here"]
    assert reading["other_outcomes"] == ["cannot tell"]


def test_the_whole_of_what_is_owed_is_explained_as_permit() -> None:
    document = explanation_document(explained(STORE, "permit"))
    assert [flips["of"] for flips in document["owed"]] == ["permit", "requirements"]
    assert document["nearly"][0]["row"] == "2011.T4.3"
    assert all(finding["outcome"] != "not_applicable" for finding in document["findings"])


@pytest.mark.parametrize(
    "listed", ["exhibit: property-lines, document: Plans", "exhibit: narrative, document: Text, page: 1"]
)
def test_an_exhibit_without_its_page_or_not_listed_is_explained_by_its_name(listed: str) -> None:
    text = (
        "headwater: 1\nplan: A shop\nreceived: 2012-05-14\n"
        "site: {area: exactly 3 ac, disturbed: exactly 2 ac, former_use: other}\n"
        'surfaces: {existing: none, new: "60,000 sf"}\nactions: [{id: shop, kind: new development, use: commercial}]\n'
        f"earlier_projects: none\nexhibits: [{{{listed}}}]\n"
    )
    edition = load_edition("mcwd-2011")
    name = next(one.id for one in edition.criteria.values() if one.exhibit == "property-lines")
    document = explanation_document(explain(read_plan_text(text), edition, name))
    assert [finding["outcome"] for finding in document["findings"]] == ["not_met"]
    assert "{exhibit: property-lines, ...}" in " ".join(render_explanation(document).split())
