"""What stands in a memo, in which order, and in which words."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from tests.headwater.reports.conftest import document_of

from headwater.reports.memo import memo_of
from headwater.reports.model import Block, Bullets, Callout, Entries, Entry, Mark, Memo, Section, Table, Tiles


def blocks(memo: Memo) -> Iterator[Block]:
    yield from memo.opening

    def of(section: Section) -> Iterator[Block]:
        yield from section.blocks
        for part in section.parts:
            yield from of(part)

    for section in memo.sections:
        yield from of(section)


def entries(memo: Memo, key: str) -> list[Entry]:
    section = next(section for section in memo.sections if section.key == key)
    found = [*section.blocks, *(block for part in section.parts for block in part.blocks)]
    return [entry for block in found if isinstance(block, Entries) for entry in block.entries]


def table(memo: Memo, key: str) -> Table:
    return next(item for item in memo.tables() if item.key == key)


def test_the_answer_comes_first_then_what_fails_what_is_open_and_what_it_rests_on() -> None:
    assert [section.key for section in memo_of(document_of("corner-2011")).sections] == [
        "assessment", "not-met", "cannot-tell", "for-judgment", "readings", "quantities", "findings", "guidance",
        "exhibits", "duties", "facts", "reading", "signatures",
    ]  # fmt: skip


def test_a_memo_says_first_what_it_is_and_what_it_does_not_judge(document: dict[str, Any]) -> None:
    first = memo_of(document).opening[0]
    assert isinstance(first, Callout)
    assert first.title == "This is an assessment under the stormwater rule alone. The District decides."
    assert all(name in first.lines[0] for name in document["not_judged"])


def test_the_note_of_a_plan_and_the_reason_for_a_named_edition_stand_at_the_top() -> None:
    noted = {
        item.title: item.lines for item in memo_of(document_of("corner-2011")).opening if isinstance(item, Callout)
    }
    assert noted["Note of the plan"] == ("Made up, for the tests of the memo.",)
    named = {item.title: item.lines for item in memo_of(document_of("open-2011")).opening if isinstance(item, Callout)}
    assert named["Tried under an edition that was named, not picked by date"] == ("Because: tried to see what is open",)


def test_a_long_note_is_printed_whole() -> None:
    document = copy.deepcopy(document_of("home-2011"))
    words = [f"word{number}" for number in range(700)]
    document["plan"]["note"] = "First.\n\n" + " ".join(words)
    note = next(item for item in memo_of(document).opening if isinstance(item, Callout) and item.tone == "note")
    assert note.lines[0] == "First."
    assert " ".join(note.lines[1:]).split() == words


def test_what_is_not_met_says_why_and_what_to_do() -> None:
    volume = next(
        entry for entry in entries(memo_of(document_of("corner-2011")), "not-met") if entry.label == "2011.3.c.1"
    )
    told = {line.lead: line.text for line in volume.lines}
    # 3,418.075 - 3,500.0833 = -82.0083 cf
    assert "82.01 cf below 0 cf" in told["Margin"]
    assert told["To do"]


def test_what_cannot_be_told_says_what_to_write() -> None:
    for entry in entries(memo_of(document_of("open-2011")), "cannot-tell"):
        if entry.label != "Exhibits":
            assert any(line.lead == "To settle it, write" or line.text for line in entry.lines)


def test_every_finding_stands_in_the_memo_once_by_section_or_in_the_checklist(document: dict[str, Any]) -> None:
    memo = memo_of(document)
    told = " ".join(
        [entry.label for entry in entries(memo, "findings")]
        + [line.text for entry in entries(memo, "findings") for line in entry.lines]
        + [str(row[0]) for item in memo.tables() if item.key == "exhibits" for row in item.rows]
    )
    for finding in document["findings"]:
        if finding["kind"] != "exhibit" or finding["outcome"] != "not_applicable":
            assert finding["provision"] in told or str(finding["row"]) in told


def test_what_rests_on_provisional_content_is_marked_so_and_never_as_met() -> None:
    memo = memo_of(document_of("shops-2024"))
    provisional = {
        (finding["provision"], finding["gist"])
        for finding in document_of("shops-2024")["findings"]
        if finding["provisional"]
    }
    assert provisional
    for entry in (*entries(memo, "findings"), *entries(memo, "not-met"), *entries(memo, "cannot-tell")):
        if (entry.label, entry.title) in provisional:
            assert entry.mark.tone == "provisional"
            assert entry.mark.words.startswith("provisional: ")
    checklist = [cell for row in table(memo, "exhibits").rows for cell in row if isinstance(cell, Mark)]
    assert checklist
    assert all(mark.words.startswith("provisional: ") for mark in checklist)
    tiles = next(block for block in memo.opening if isinstance(block, Tiles)).tiles
    assert tiles[0].answer == "Would be needed"
    assert tiles[1].label == "Volume, provisional"
    assert any(isinstance(item, Callout) and item.tone == "provisional" for item in memo.opening)


def test_a_plan_that_needs_no_permit_has_no_conditions_and_no_checklist() -> None:
    memo = memo_of(document_of("home-2011"))
    assert next(block for block in memo.opening if isinstance(block, Tiles)).tiles[0].answer == "Not needed"
    keys = {item.key for item in memo.tables()}
    assert not keys & {"exhibits", "volume", "requirements"}


def test_the_checklist_gives_document_page_and_date_and_who_waived() -> None:
    rows = {str(row[0]): row for row in table(memo_of(document_of("corner-2011")), "exhibits").rows}
    assert rows["2011.10.a.1"][3:6] == ("Plan set", "C-101", "2012-04-02")
    waived = rows["2011.10.f"]
    assert isinstance(waived[6], Mark)
    assert waived[6].words == "met"
    assert "by staff on 2012-05-01" in str(waived[7])
    assert rows["2011.10.a.2"][6] == Mark(tone="not_met", words="not met")  # a document without a page


def test_a_mixed_datum_gives_no_separation() -> None:
    rows = {row[0]: row for row in table(memo_of(document_of("corner-2011")), "openings").rows if row[3]}
    # 930.5 - 928.4 = 2.1 ft; the shed is in NGVD 1929
    assert rows["store"][2:6] == ("930.5", "928.4", "2.1", "NAVD88")
    assert rows["shed"][4:6] == ("", "mixed")


def test_many_findings_that_a_reading_changes_alike_are_counted() -> None:
    document = copy.deepcopy(document_of("corner-2011"))
    item = {
        "reading": "R999",
        "question": "Which?",
        "choice": "one",
        "choice_gist": "the one",
        "other": "two",
        "other_gist": "the other",
        "other_outcome": "cannot_tell",
    }
    idle = [finding for finding in document["findings"] if finding["outcome"] == "not_applicable"]
    changed = [finding for finding in idle if finding["kind"] == "criterion"][:6]
    for finding in changed:
        finding["rests_on"] = [item]
    row = next(row for row in table(memo_of(document), "readings").rows if row[0] == "R999")
    assert str(row[4]).startswith("6 findings, ")


def test_a_ruling_of_the_district_is_named_with_its_day_and_its_author() -> None:
    document = copy.deepcopy(document_of("corner-2011"))
    document["rulings"] = [
        {
            "reading": "R10",
            "question": "Which?",
            "choice": "one",
            "choice_gist": "the one",
            "since": "2012-01-01",
            "by": "the board",
            "because": "so it was meant",
        }
    ]
    assert table(memo_of(document), "rulings").rows == (
        ("R10", "Which?", "the one", "2012-01-01", "the board", "so it was meant"),
    )


def test_facts_carry_their_origin_and_line() -> None:
    rows = {row[0]: row for row in table(memo_of(document_of("corner-2011")), "facts").rows}
    # 2.55 ac is written with two digits: from 2.545 to 2.555 ac, times 43,560
    assert rows["site area"][1:7] == ("2.55 ac", "110,860.2", "111,295.8", "sf", "stated", "10")


def test_what_the_plan_gives_and_nothing_asked_for_is_listed_behind_the_exhibits() -> None:
    document = copy.deepcopy(document_of("corner-2011"))
    document["not_asked"] = [
        {"field": "exhibits.NPDES permit", "line": 40, "nearest": "exhibits.npdes"},
        {"field": "answers.fences", "line": None, "nearest": None},
    ]
    sections = memo_of(document).sections
    keys = [section.key for section in sections]
    assert keys[keys.index("exhibits") + 1] == "not-asked"
    listed = sections[keys.index("not-asked")].blocks[-1]
    assert isinstance(listed, Bullets)
    assert listed.items == ("exhibits.NPDES permit (line 40); did you mean exhibits.npdes?", "answers.fences")


def test_where_everything_was_asked_for_nothing_is_said_of_it() -> None:
    document = copy.deepcopy(document_of("corner-2011"))
    document["not_asked"] = []
    assert "not-asked" not in [section.key for section in memo_of(document).sections]
