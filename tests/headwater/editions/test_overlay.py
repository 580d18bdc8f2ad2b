"""An overlay takes the place of provisional content, rules on readings from a day on, and is refused with reasons."""

from __future__ import annotations

import datetime
import importlib.resources
import re
from pathlib import Path

import pytest
import yaml

from headwater.editions.cases import facts_of_case
from headwater.editions.overlay_text import DEEPEST, LONGEST_TEXT, OverlayText
from headwater.editions.registry import bare_edition, check_overlay, load_edition
from headwater.errors import OverlayError
from headwater.rules.deciding import Conclusion, conclude
from headwater.rules.edition import Edition
from headwater.rules.world import explore

HEAD = """\
overlay: 1
edition: mcwd-2024
title: Tables adopted by the Board
source: resolution 24-031
provisional: no
effective: 2024-04-29
"""
TABLE_1 = """\
tables:
  2024.T1:
    hit: one row
    rows:
      - id: 2024.T1.1
        when: [action.counted_built_sf >= 0.5 ac]
        then: {volume: site, rate: site}
      - {id: 2024.T1.2, when: [action.counted_built_sf < 0.5 ac], then: none}
"""
RULING = """\
rulings:
  - {reading: R12, choice: half_an_inch, from: 2025-01-01, by: Board of Managers, because: resolution 25-002}
"""
CREDIT = """\
credits:
  - {id: 2024.A.other.1, provision: 2024.A.other, kind: filtration, formula: held, share: 50 %, schedule: other}
"""
CRITERION = """\
criteria:
  - {id: 2024.7.b.1, provision: 2024.7.b, gist: bounce, remedy: hold back more water, for_each: water,
     when: [criteria_due = yes], test: [water.bounce_increase_10yr_ft <= 0.5 ft]}
"""
IN_2024, IN_2025 = datetime.date(2024, 12, 31), datetime.date(2025, 1, 1)


def overlay(text: str) -> OverlayText:
    return OverlayText(name="district.yaml", text=text)


def concluded(edition: Edition, **facts: str) -> Conclusion:
    """Return the one conclusion of a case; `__` stands for the dot of a fact's name."""
    written = {name.replace("__", "."): value for name, value in facts.items()}
    found = explore(conclude, facts=facts_of_case(written, edition), edition=edition).answers
    assert len(found) == 1
    (conclusion,) = found[0]
    return conclusion


# ---- what stands when nothing is given -------------------------------------------------------------------------------


def test_the_bare_edition_ends_where_its_text_does() -> None:
    bare = bare_edition("mcwd-2024")
    assert bare.overlay is None
    assert bare.provisional_title is None
    for facts in ({"new_sf": "43560 sf"}, {"action__kind": "linear new", "new_sf": "43560 sf"}):
        conclusion = concluded(bare, **facts)
        assert conclusion.permit is None
        assert conclusion.open_because in ("Table 1 not at hand", "Table 2 not at hand")


def test_without_an_overlay_the_provisional_content_stands() -> None:
    edition = load_edition("mcwd-2024")
    assert edition.overlay == edition.provisional_title == "Provisional Tables 1 and 2, criteria of 7(b) and Appendix A"
    conclusion = concluded(edition, new_sf="43560 sf")
    assert conclusion.permit is True
    assert conclusion.provisional == ("2024.T1.D1",)


def test_an_edition_without_missing_text_has_nothing_laid_over_it() -> None:
    assert load_edition("mcwd-2011").overlay is None
    assert load_edition("mcwd-2011").content_hash == bare_edition("mcwd-2011").content_hash


def test_every_provisional_row_criterion_and_credit_says_what_it_rests_on() -> None:
    edition = load_edition("mcwd-2024")
    marked = [(item.id, item.basis) for item in edition.rows.values() if item.provisional]
    marked += [(item.id, item.basis) for item in edition.criteria.values() if item.provisional]
    marked += [(item.id, item.basis) for item in edition.credits.values() if item.provisional]
    assert len(marked) > 30
    assert [name for name, basis in marked if not basis] == []


def test_the_rows_of_2011_are_switched_off() -> None:
    rows = load_edition("mcwd-2024").rows
    assert [rows[f"2024.T1.D{number}"].enabled for number in range(1, 8)] == [True] + [False] * 6


# ---- a District's own ------------------------------------------------------------------------------------------------


def test_an_official_table_takes_the_place_of_the_provisional_one_and_is_not_provisional() -> None:
    edition = load_edition("mcwd-2024", overlay=overlay(HEAD + TABLE_1))
    assert edition.overlay == "Tables adopted by the Board"
    assert edition.provisional_title is None
    at_half = concluded(edition, new_sf="21780 sf", kept_sf="20220 sf")
    assert at_half.rows == ("2024.T1.1",)
    assert at_half.provisional == ()
    # One inch over the site's 42,000 sq ft.
    assert at_half.volume_cf is not None
    assert at_half.volume_cf.written == 3500
    below = concluded(edition, new_sf="21779 sf", kept_sf="20220 sf")
    assert (below.permit, below.rows) == (False, ("2024.T1.2",))


def test_what_an_official_overlay_leaves_out_is_not_at_hand() -> None:
    edition = load_edition("mcwd-2024", overlay=overlay(HEAD + TABLE_1))
    assert concluded(edition, action__kind="linear new", new_sf="43560 sf").open_because == "Table 2 not at hand"
    assert "2024.7.b" in edition.criteria
    assert "2024.7.b.preserve.bounce" not in edition.criteria
    assert not edition.credits


def test_criteria_replace_all_of_their_provision() -> None:
    text = """\
criteria:
  - id: 2024.7.b.1
    provision: 2024.7.b
    gist: no more bounce
    for_each: water
    when: [criteria_due = yes]
    test: [water.bounce_increase_10yr_ft <= 0 ft]
"""
    edition = load_edition("mcwd-2024", overlay=overlay(HEAD + text))
    assert [name for name in edition.criteria if name.startswith("2024.7.b")] == ["2024.7.b.1"]


def test_a_credit_brings_the_criterion_that_shows_its_arithmetic() -> None:
    text = """\
credits:
  - {id: 2024.A.volume.1, provision: 2024.A.volume, kind: green roof, formula: area, depth: 0.5 in}
species: {median: 10 %, Bur Oak: 12 %}
"""
    edition = load_edition("mcwd-2024", overlay=overlay(HEAD + text))
    assert set(edition.credits) == {"green roof"}
    assert edition.criteria["2024.A.volume.1"].judge == "credit"
    assert "2024.A.volume" not in edition.criteria
    assert set(edition.species) == {"median", "Bur Oak"}


def test_the_format_shipped_is_the_format_taken() -> None:
    home = importlib.resources.files("headwater.editions.mcwd_2024")
    text = (home / "provisional.yaml").read_text(encoding="utf-8")
    official = re.sub(r"(?m)^provisional: yes$", "provisional: no", text)
    edition = load_edition("mcwd-2024", overlay=overlay(official))
    assert edition.provisional_title is None
    assert not any(row.provisional for row in edition.rows.values())


# ---- days ------------------------------------------------------------------------------------------------------------


def test_an_overlay_applies_to_cases_received_from_its_day_on() -> None:
    later = overlay(HEAD.replace("2024-04-29", "2025-01-01") + TABLE_1)
    assert load_edition("mcwd-2024", overlay=later, received=IN_2024).provisional_title is not None
    assert load_edition("mcwd-2024", overlay=later, received=IN_2025).provisional_title is None
    assert load_edition("mcwd-2024", overlay=later).provisional_title is None


def test_a_ruling_applies_to_cases_received_from_its_day_on() -> None:
    ruled = overlay(HEAD + RULING)
    for received, choice in ((IN_2024, "one_inch"), (IN_2025, "half_an_inch"), (None, "half_an_inch")):
        edition = load_edition("mcwd-2024", overlay=ruled, received=received)
        assert edition.taken["R12"] == choice
        assert [ruling.by for ruling in edition.rulings] == ([] if choice == "one_inch" else ["Board of Managers"])


def test_an_overlay_that_only_rules_leaves_the_provisional_content() -> None:
    edition = load_edition("mcwd-2024", overlay=overlay(HEAD + RULING))
    assert edition.provisional_title is not None
    way = concluded(edition, action__kind="linear new", new_sf="12000 sf")
    assert way.volume_cf is not None
    assert way.volume_cf.written == 500


def test_the_latest_ruling_on_a_reading_is_the_one_that_counts() -> None:
    again = "  - {reading: R12, choice: one_inch, from: 2026-01-01, by: Board, because: reconsidered}\n"
    ruled = overlay(HEAD + RULING + again)
    assert load_edition("mcwd-2024", overlay=ruled, received=IN_2025).taken["R12"] == "half_an_inch"
    assert load_edition("mcwd-2024", overlay=ruled).taken["R12"] == "one_inch"


def test_an_overlay_may_rule_on_readings_of_another_edition() -> None:
    text = RULING.replace(
        "{reading: R12, choice: half_an_inch", "{edition: mcwd-2011, reading: R6, choice: phosphorus_and_rate"
    )
    ruled = overlay(HEAD + text)
    assert load_edition("mcwd-2011", overlay=ruled).taken["R6"] == "phosphorus_and_rate"
    assert load_edition("mcwd-2024", overlay=ruled).taken["R12"] == "one_inch"
    with pytest.raises(OverlayError, match="says nothing of mcwd-2005"):
        load_edition("mcwd-2005", overlay=ruled)


def test_a_ruled_edition_may_still_be_asked_for_the_other_choice() -> None:
    edition = load_edition("mcwd-2024", overlay=overlay(HEAD + TABLE_1 + RULING))
    other = edition.choosing({"R12": "one_inch"})
    assert other.overlay == edition.overlay
    assert other.rulings == edition.rulings


# ---- one hash over edition, overlay and rulings ----------------------------------------------------------------------


def test_the_hash_is_over_edition_overlay_and_rulings_in_force() -> None:
    plain = load_edition("mcwd-2024").content_hash
    tables = load_edition("mcwd-2024", overlay=overlay(HEAD + TABLE_1)).content_hash
    reworded = load_edition("mcwd-2024", overlay=overlay(HEAD + TABLE_1 + "# the same\n")).content_hash
    both = overlay(HEAD + TABLE_1 + RULING)
    before = load_edition("mcwd-2024", overlay=both, received=IN_2024).content_hash
    after = load_edition("mcwd-2024", overlay=both, received=IN_2025).content_hash
    assert len({bare_edition("mcwd-2024").content_hash, plain, tables, reworded, before, after}) == 6
    assert load_edition("mcwd-2024", overlay=both, received=IN_2025).content_hash == after


def test_a_ruling_that_is_not_in_force_leaves_the_hash_of_a_case_as_it_was() -> None:
    plain = load_edition("mcwd-2024").content_hash
    assert load_edition("mcwd-2024", overlay=overlay(HEAD + RULING), received=IN_2024).content_hash == plain
    assert load_edition("mcwd-2024", overlay=overlay(HEAD + RULING), received=IN_2025).content_hash != plain


# ---- what is refused -------------------------------------------------------------------------------------------------


def refusal(text: str) -> str:
    with pytest.raises(OverlayError) as refused:
        check_overlay(overlay(text))
    return str(refused.value)


def row(text: str) -> str:
    return HEAD + "tables:\n  2024.T1:\n    hit: one row\n    rows:\n" + f"      - {text}\n"


REFUSED = {
    "no YAML": ("a: [", "2:", "not readable as YAML"),
    "no keys": ("just words", "1:", "it holds no keys"),
    "nothing": ("", "1:", "it holds no keys"),
    "an anchor": (HEAD + "species: &a {median: 10 %}\n", "7:", "an anchor or alias"),
    "an alias": (HEAD + "species: *a\n", "7:", "an anchor or alias"),
    "a tag": (HEAD + "species: !!python/object:os.system {}\n", "7:", "a tag"),
    "two documents": (HEAD + "---\noverlay: 1\n", "7:", "a second document"),
    "too deep": (HEAD + "tables: " + "[" * DEEPEST + "]" * DEEPEST + "\n", "7:", "nested too deep"),
    "too long": (HEAD + "#" * LONGEST_TEXT, "1:", "too long"),
    "a key twice": (HEAD + "title: again\n", "7: title", "stands twice"),
    "another version": (HEAD.replace("overlay: 1", "overlay: 2"), "1: overlay: '2'", "unknown version"),
    "an unknown edition": (HEAD.replace("mcwd-2024", "mcwd-1999"), "2: edition: 'mcwd-1999'", "mcwd-2005, mcwd-2011"),
    "no title": (HEAD.replace("title: Tables adopted by the Board\n", ""), "1:", "`title` is not given"),
    "an unknown key": (HEAD + "tabels: {}\n", "7: tabels", "unknown key"),
    "neither yes nor no": (
        HEAD.replace("provisional: no", "provisional: perhaps"),
        "5: provisional: 'perhaps'",
        "yes, no",
    ),
    "no date": (HEAD.replace("2024-04-29", "29 April"), "6: effective: '29 April'", "no date"),
    "a table that is at hand": (
        HEAD + "tables: {2024.2.b.home: {hit: one row, rows: [{id: x}]}}\n",
        "7: tables.2024.2.b.home",
        "2024.T1, 2024.T2",
    ),
    "a hit policy": (HEAD + TABLE_1.replace("one row", "any row"), "9: tables.2024.T1.hit: 'any row'", "heaviest row"),
    "no rows": (HEAD + "tables: {2024.T1: {hit: one row, rows: []}}\n", "7: tables.2024.T1", "`rows` is not given"),
    "a row that is no row": (row("words"), "11: tables.2024.T1.rows.1: 'words'", "no keys and values"),
    "a row without an id": (row("{when: [], then: none}"), "11: tables.2024.T1.rows.1", "`id` is missing"),
    "a row that says nothing": (row("{id: 2024.T1.1, when: []}"), "11: tables.2024.T1.rows.1", "says nothing"),
    "an unknown fact": (
        row("{id: 2024.T1.1, when: [action.counted_sight_sf > 1 ac], then: none}"),
        "11: tables.2024.T1.rows.1.when: 'action.counted_sight_sf'",
        "expected a fact, as action.counted_site_sf",
    ),
    "a threshold without its unit": (
        row("{id: 2024.T1.1, when: [action.counted_site_sf > 1], then: none}"),
        "11: tables.2024.T1.rows.1",
        "unit",
    ),
    "no condition": (row("{id: 2024.T1.1, when: [big], then: none}"), "11: tables.2024.T1.rows.1", "not a condition"),
    "an unknown requirement": (
        row("{id: 2024.T1.1, when: [], then: {peak: site}}"),
        "11: tables.2024.T1.rows.1.then: 'peak'",
        "rate, volume",
    ),
    "phosphorus, which 2024 asks for with volume": (
        row("{id: 2024.T1.1, when: [], then: {phosphorus: site}}"),
        "11: tables.2024.T1.rows.1.then: 'phosphorus'",
        "bmp, rate, volume",
    ),
    "phosphorus by a provision of another edition": (
        row("{id: 2024.T1.1, when: [], then: {phosphorus.3c2: site}}"),
        "11: tables.2024.T1.rows.1.then: 'phosphorus.3c2'",
        "no criterion of the edition judges this",
    ),
    "an unknown scope": (
        row("{id: 2024.T1.1, when: [], then: {rate: everything}}"),
        "11: tables.2024.T1.rows.1.then.rate: 'everything'",
        "increase, new, new_and_reconstructed, site",
    ),
    "depths in a table": (
        row("{id: 2024.T1.1, when: [], then: {depth: 1 in, over: scope}}"),
        "11: tables.2024.T1.rows.1.then",
        "cannot say",
    ),
    "an id that is taken": (
        row("{id: 2024.2.b.1, when: [], then: none}"),
        "11: tables.2024.T1.rows.1.id: '2024.2.b.1'",
        "is taken",
    ),
    "a list where a text is due": (
        row("{id: 2024.T1.1, gist: [a], when: [], then: none}"),
        "11: tables.2024.T1.rows.1.gist",
        "not a text",
    ),
    "a provisional row without a basis": (
        row("{id: 2024.T1.1, when: [], then: none, provisional: yes}"),
        "11: tables.2024.T1.rows.1: '2024.T1.1'",
        "`basis`",
    ),
    "criteria that are no list": (HEAD + "criteria: {}\ncredits: words\n", "8: credits", "no list"),
    "tables that are a list": (HEAD + "tables: [a]\n", "7: tables", "no keys and values"),
    "a criterion of text at hand": (
        HEAD + "criteria:\n  - {id: x, provision: '2024.6', gist: a, test: [permit = yes]}\n",
        "8: criteria.1.provision: '2024.6'",
        "2024.7.b",
    ),
    "a criterion that is not judged": (
        HEAD + "criteria:\n  - {id: x, provision: 2024.7.b, gist: a}\n",
        "8: criteria.1",
        "how it is judged",
    ),
    "an unknown judge": (
        HEAD + "criteria:\n  - {id: x, provision: 2024.7.b, gist: a, judge: somebody}\n",
        "8: criteria.1.judge: 'somebody'",
        "hydroperiod",
    ),
    "an unknown kind of item": (
        HEAD + "criteria:\n  - {id: x, provision: 2024.7.b, gist: a, for_each: river, test: [permit = yes]}\n",
        "8: criteria.1.for_each: 'river'",
        "water",
    ),
    "a credit of no practice": (
        HEAD + "credits:\n  - {id: x, provision: 2024.A.volume, kind: swale, formula: held}\n",
        "8: credits.1.kind: 'swale'",
        "wet pond",
    ),
    "a credit of no formula": (
        HEAD + "credits:\n  - {id: x, provision: 2024.A.volume, kind: wet pond, formula: guess}\n",
        "8: credits.1",
        "held, area",
    ),
    "a kind credited twice": (
        HEAD + "credits:\n  - {id: x, provision: 2024.A.volume, kind: wet pond, formula: held}\n"
        "  - {id: y, provision: 2024.A.volume, kind: wet pond, formula: held}\n",
        "9: credits.2: 'wet pond'",
        "stands twice",
    ),
    "a credit that needs an unknown fact": (
        HEAD + "credits:\n  - {id: x, provision: 2024.A.volume, kind: wet pond, formula: held, needs: luck}\n",
        "8: credits.1.needs: 'luck'",
        "traffic_free",
    ),
    "species without a median": (HEAD + "species: {Bur Oak: 12 %}\n", "7: species", "no median"),
    "a share without its sign": (HEAD + "species: {median: 0.1}\n", "7: species.median", "%"),
    "a share of trees above the whole": (
        HEAD + "species: {median: 101 %}\n",
        "7: species.median",
        "more than the whole",
    ),
    "a credit above the whole": (
        HEAD + CREDIT.replace("share: 50 %", "share: 100.1 %"),
        "8: credits.1",
        "more than the whole",
    ),
    "a credit below nothing": (HEAD + CREDIT.replace("share: 50 %", "depth: -1 in"), "8: credits.1", "below zero"),
    "a row that asks what follows from it": (
        row("{id: 2024.T1.1, when: [criteria_due = yes], then: none}"),
        "11: tables.2024.T1.rows.1.when: 'criteria_due'",
        "concluded from the rows",
    ),
    "a row that asks of a practice": (
        row("{id: 2024.T1.1, when: [practice.kind = reuse], then: none}"),
        "11: tables.2024.T1.rows.1.when: 'practice.kind'",
        "no fact of an action",
    ),
    "a number that there is not": (
        row("{id: 2024.T1.1, when: [action.acres >= 1 ac], then: none}"),
        "11: tables.2024.T1.rows.1",
        "no number is named 'action.acres'",
    ),
    "a criterion of waters that is judged for none": (
        HEAD + CRITERION.replace(", for_each: water", ""),
        "9: criteria.1.test: 'water.bounce_increase_10yr_ft'",
        "for_each: water",
    ),
    "a criterion of waters that asks of practices": (
        HEAD + CRITERION.replace("criteria_due = yes", "practice.on_site = yes"),
        "9: criteria.1.when: 'practice.on_site'",
        "judged for each water",
    ),
    "an unknown reading": (HEAD + RULING.replace("R12", "R999"), "8: rulings.1.reading: 'R999'", "R12"),
    "an unknown choice": (
        HEAD + RULING.replace("half_an_inch", "two_inches"),
        "8: rulings.1.choice: 'two_inches'",
        "one_inch, half_an_inch",
    ),
    "a ruling without its author": (
        HEAD + RULING.replace(", by: Board of Managers", ""),
        "8: rulings.1",
        "`by` is not given",
    ),
    "a ruling without a day": (HEAD + RULING.replace("2025-01-01", "soon"), "8: rulings.1.from: 'soon'", "no date"),
    "a ruling on an unknown edition": (
        HEAD + RULING.replace("{reading", "{edition: mcwd-1999, reading"),
        "8: rulings.1.edition: 'mcwd-1999'",
        "mcwd-2024",
    ),
}


@pytest.mark.parametrize(("text", "place", "said"), REFUSED.values(), ids=REFUSED)
def test_a_mistake_is_told_with_file_line_place_value_what_is_expected_and_what_to_do(
    text: str, place: str, said: str
) -> None:
    message = refusal(text)
    assert f"district.yaml:{place}" in message
    assert said in message
    assert "; expected " in message


def test_all_mistakes_are_told_at_once() -> None:
    text = HEAD + TABLE_1.replace("counted_built_sf", "built") + RULING.replace("R12", "R999")
    message = refusal(text)
    assert message.startswith("3 problems in the overlay\n")
    assert [line.split(":")[1] for line in message.splitlines()[1:]] == ["11", "14", "16"]


def test_the_page_on_the_format_shows_an_overlay_that_is_taken(repository: Path) -> None:
    page = (repository / "docs" / "reference" / "overlay.md").read_text(encoding="utf-8")
    shown = [block for block in re.findall(r"(?s)```yaml\n(.*?)```", page) if block.startswith("overlay: 1")]
    assert len(shown) == 1
    given = check_overlay(overlay(shown[0]))
    assert given.has_content
    assert given.rulings
    assert set(yaml.safe_load(shown[0])) == {
        *("overlay", "edition", "title", "source", "provisional", "effective"),
        *("tables", "criteria", "credits", "species", "rulings"),
    }


def test_a_whole_share_and_a_credit_of_nothing_are_taken() -> None:
    check_overlay(overlay(HEAD + CREDIT.replace("share: 50 %", "share: 100 %")))
    check_overlay(overlay(HEAD + CREDIT.replace("share: 50 %", "share: 0 %")))
    check_overlay(overlay(HEAD + CRITERION))
