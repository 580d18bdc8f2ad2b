"""One plan under several editions, and what changed between two plans."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from tests.headwater.review.editing import put, text_of, tree_of

from headwater.cli.compare_text import render_comparison, render_difference
from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.comparison import Difference, compare, diff
from headwater.review.comparison_document import comparison_document, difference_document

STORE = """\
headwater: 1
plan: Corner store
received: 2012-05-14
applicant: {public_body: no}
site: {area: 2.55 ac, disturbed: 1.20 ac, former_use: other}
surfaces: {kept: none, reconstructed: "12,000 sf", removed: "4,000 sf", new: "30,000 sf"}
actions: [{id: store, kind: redevelopment, use: commercial}]
earlier_projects: none
practices:
  - {id: basin, kind: infiltration basin, volume_below_overflow: "3,400 cf"}
  - {id: trench, kind: infiltration trench, volume_below_overflow: "50 cf"}
"""


def differ(old: str, new: str) -> Difference:
    return diff(read_plan_text(old, name="old.yaml"), read_plan_text(new, name="new.yaml"), load_edition("mcwd-2011"))


def with_values(changes: dict[str, Any]) -> str:
    tree = tree_of(STORE)
    for field, value in changes.items():
        tree = put(tree, field, value)
    return text_of(tree)


def test_the_editions_stand_side_by_side_and_the_one_not_at_hand_says_so() -> None:
    document = comparison_document(compare(read_plan_text(STORE)))
    columns = {column["edition"]: column for column in document["editions"]}
    assert list(columns) == ["mcwd-2005", "mcwd-2011", "mcwd-2014", "mcwd-2024"]
    assert columns["mcwd-2014"]["permit_words"] == "edition not supplied"
    assert "permit_required" not in columns["mcwd-2014"]
    # One inch over 42,000 sf.
    assert columns["mcwd-2011"]["required_volume_cf"] == "3500"
    # By the checklist of 2005 redevelopment owes no abstraction.
    assert columns["mcwd-2005"]["required_volume_note"] == "no volume is required"
    text = render_comparison(json.loads(json.dumps(document)))
    assert "edition not" in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_only_the_editions_that_are_named_are_compared() -> None:
    found = compare(read_plan_text(STORE), {"mcwd-2011": load_edition("mcwd-2011"), "mcwd-2014": None})
    assert [(column.key, column.assessment is None) for column in found.columns] == [
        ("mcwd-2011", False),
        ("mcwd-2014", True),
    ]


def test_the_same_plan_under_another_name_of_its_file_differs_in_nothing() -> None:
    difference = differ(STORE, STORE)
    assert difference.is_empty
    assert "Nothing changed" in render_difference(difference_document(difference))


def test_the_order_of_items_and_the_lines_of_a_file_change_nothing() -> None:
    tree = tree_of(STORE)
    tree["practices"] = list(reversed(tree["practices"]))
    assert differ(STORE, "# a line more\n\n" + text_of(dict(reversed(tree.items())))).is_empty


def test_facts_changed_are_told_as_written_and_exactly() -> None:
    difference = differ(STORE, with_values({"site.disturbed": "1.00 ac", "surfaces.new": "31,000 sf"}))
    document = difference_document(difference)
    stated = {change["field"]: change for change in document["facts"] if change["stated"]}
    assert {field: (one["old_words"], one["new_words"]) for field, one in stated.items()} == {
        "site.disturbed": ("1.20 ac", "1.00 ac"),
        "surfaces.new": ("30,000 sf", "31,000 sf"),
    }
    assert stated["surfaces.new"]["old"]["value"] == "30000"
    assert (stated["site.disturbed"]["new"]["low"], stated["site.disturbed"]["new"]["high"]) == (
        str(Fraction("0.995") * 43_560),
        str(Fraction("1.005") * 43_560),
    )
    # And what follows: 12,000 + 31,000 proposed, 31,000 - 4,000 more.
    follows = {change["fact"]: change["new_words"] for change in document["facts"] if not change["stated"]}
    assert follows == {"proposed_impervious_sf": "43,000 sf", "net_increase_sf": "27,000 sf"}


def test_the_same_number_with_other_digits_is_a_change_and_says_so() -> None:
    document = difference_document(differ(STORE, with_values({"site.disturbed": "1.2 ac"})))
    (change,) = document["facts"]
    assert change["same_number"]
    assert change["old"]["low"] != change["new"]["low"]


def test_findings_changed_are_told_with_the_row_that_decides() -> None:
    # 1.00 of 2.55 ac is below 40 %: the third row of Table 4 in the place of the fourth.
    difference = differ(STORE, with_values({"site.disturbed": "1.00 ac"}))
    rows = [(one.id, one.old and one.old.row, one.new and one.new.row) for one in difference.findings]
    assert rows == [("2011.T4", "2011.T4.4", "2011.T4.3")]
    assert not difference.requirements
    assert difference.volumes_cf[0] == (Fraction(3500), Fraction(3500))


def test_a_volume_that_comes_to_be_met_is_told_with_both_volumes() -> None:
    document = difference_document(differ(STORE, with_values({"practices[basin].volume_below_overflow": "3,450 cf"})))
    assert (document["provided_volume"]["old_cf"], document["provided_volume"]["new_cf"]) == ("3450", "3500")
    volume = next(change for change in document["findings"] if change["id"] == "2011.3.c.1")
    assert (volume["old"]["outcome"], volume["new"]["outcome"]) == ("not_met", "met")
    assert "FINDINGS CHANGED" in render_difference(document)


def test_requirements_that_come_and_go_are_told_with_their_scope() -> None:
    # No more surface than before: Table 3 in the place of Table 4.
    difference = differ(STORE, with_values({"surfaces.new": "4,000 sf"}))
    changes = {change.requirement: (change.old, change.new) for change in difference.requirements}
    assert changes["rate"] == (("site", "existing"), None)
    assert "volume" not in changes
    # One inch over 16,000 sf in the place of 42,000.
    assert difference.volumes_cf[0] == (Fraction(3500), Fraction(4000, 3))


def test_an_item_that_comes_or_goes_is_told_by_its_id() -> None:
    tree = tree_of(STORE)
    tree["practices"] = tree["practices"][:1]
    difference = differ(STORE, text_of(tree))
    assert ("practice", "trench", "removed") in difference.items
    assert all(change.old is None or "basin" not in change.name for change in difference.facts)
    assert ("practice", "trench", "added") in differ(text_of(tree), STORE).items


def test_a_new_name_of_the_plan_is_no_fact() -> None:
    assert differ(STORE, with_values({"plan": "Another name", "note": "And a note"})).is_empty
