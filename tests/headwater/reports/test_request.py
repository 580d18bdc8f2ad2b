"""A request for information is a draft: every item with its provision, both sides and what would settle it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.headwater.reports.page import Page

from headwater.cli.main import main
from headwater.errors import ReportError
from headwater.reports.html import memo_html
from headwater.reports.pdf import memo_pdf
from headwater.reports.request import request_files, request_of, request_text, write_request

ROOT = Path(__file__).parent.parent.parent.parent
CLINIC = ROOT / "examples" / "engine" / "one-pond.yaml"
MODEL = ROOT / "examples" / "handed" / "reconstructed-one-pond.hcp"


def item(**changed: Any) -> dict[str, Any]:
    """Return one made-up item: an outlet of 15 inches on the plan that is 12 inches in the model."""
    return {
        "code": "outlet-differs",
        "grade": "error",
        "title": "Outlet that differs",
        "element": "1P",
        "provision": "2011.10.a.3",
        "facts": ["peak_existing_cfs", "peak_proposed_cfs"],
        "where": [
            {"file": "plan.yaml", "line": 94, "page": None, "field": "ponds[1P].outlets[A]", "says": "15 in"},
            {"file": "model.pdf", "line": 310, "page": 7, "field": None, "says": "12 in"},
        ],
        "found": "Outlet A of pond 1P is 15 in in the plan and 12 in in model.pdf.",
        "satisfied_by": "the same outlet in the model and on the plans",
        "words": "Outlet A of pond 1P is 15 in in the plan and 12 in in model.pdf. Please say which is to be built.",
        "moves": [],
        "tried": True,
    } | changed


def document(*items: dict[str, Any]) -> dict[str, Any]:
    return {
        "document": "crosscheck",
        "version": 1,
        "software": "headwater 0.1.0",
        "statement": "A request is drafted and not sent.",
        "plan": {"name": "Made-up yard", "file": "plan.yaml", "sha256": "0" * 64},
        "edition": "mcwd-2011",
        "edition_title": "Stormwater rule of 2011",
        "files": [
            {
                "file": "model.pdf",
                "sha256": "1" * 64,
                "kind": "HydroCAD printout",
                "program": None,
                "condition": "proposed",
                "claims": 12,
                "not_understood": [4, 5],
                "remarks": [],
            }
        ],
        "items": list(items),
        "unused": [{"file": "letter.hcp", "because": "it holds no model"}],
        "exit_code": 1,
    }


MOVED = {"finding": "2011.5.a", "item": "ditch", "outcome": "met", "instead": "not_met"}
# The shape without what a crosscheck adds to it.
BARE = {
    "code": "run-too-short",
    "grade": "warning",
    "provision": None,
    "facts": [],
    "where": [{"file": "model.pdf", "line": None, "page": 2}],
    "found": "The run ends before its water has come.",
    "satisfied_by": "a longer run",
    "words": "Please run it until the pond has fallen back.",
}


def text_of(made: dict[str, Any]) -> str:
    return Page(memo_html(request_of(made))).text


def test_an_item_is_asked_in_its_words_with_provision_both_sides_and_what_would_settle_it() -> None:
    text = text_of(document(item()))
    assert "1. 2011.10.a.3" in text
    assert "Please say which is to be built." in text
    assert "Where: plan.yaml, line 94, ponds[1P].outlets[A]: 15 in" in text
    assert "Where: model.pdf, page 7, line 310: 12 in" in text
    assert "Satisfied by: the same outlet in the model and on the plans" in text
    assert "Touches: peak_existing_cfs, peak_proposed_cfs" in text


def test_what_was_found_is_said_once() -> None:
    assert "Found:" not in text_of(document(item()))
    assert "Found: The run ends before its water has come." in text_of(document(BARE))


def test_an_item_that_names_neither_provision_nor_element_is_asked_all_the_same() -> None:
    text = text_of(document(BARE))
    assert "1. no provision named" in text
    assert "run too short" in text
    assert "Where: model.pdf, page 2" in text


def test_what_decides_a_finding_comes_before_the_rest_and_keeps_its_number() -> None:
    memo = request_of(document(item(moves=[MOVED]), BARE))
    assert [section.title for section in memo.sections[:3]] == [
        "Requests",
        "What decides a finding",
        "What else is asked",
    ]
    text = text_of(document(item(moves=[MOVED]), BARE))
    assert "Decides: 2011.5.a for ditch: met; if the other side is right, not met" in text
    assert text.index("1. 2011.10.a.3") < text.index("2. no provision named")


@pytest.mark.parametrize(
    ("grade", "said"), [("error", "to be settled"), ("warning", "to be explained"), ("note", "for information")]
)
def test_the_grade_of_an_item_is_said_in_words(grade: str, said: str) -> None:
    assert said in text_of(document(item(grade=grade)))


def test_nothing_to_ask_is_said() -> None:
    assert "Nothing is asked" in text_of(document())
    assert "What is asked" not in text_of(document())


def test_it_says_that_it_is_a_draft_and_who_sends_it() -> None:
    text = text_of(document(item()))
    assert "This is a draft, and it has not been sent" in text
    assert "Sent for the District" in text


def test_a_file_that_was_not_held_against_anything_is_said() -> None:
    assert "Not held against anything: letter.hcp: it holds no model." in text_of(document(item()))


def test_the_draft_to_edit_has_every_word_and_number_of_the_document() -> None:
    assert request_text(document(item(), BARE)).splitlines() == [
        "Made-up yard: request for information, draft, not sent",
        "",
        "1. [2011.10.a.3] Outlet A of pond 1P is 15 in in the plan and 12 in in model.pdf. Please say which is to be "
        "built.",
        "   See plan.yaml, line 94, ponds[1P].outlets[A].",
        "   See model.pdf, page 7, line 310.",
        "   Satisfied by the same outlet in the model and on the plans.",
        "",
        "2. [no provision named] Please run it until the pond has fallen back.",
        "   See model.pdf, page 2.",
        "   Satisfied by a longer run.",
    ]


@pytest.mark.pdf
def test_what_is_on_the_screen_is_on_paper(text_of_pdf: Callable[..., str]) -> None:
    memo = request_of(document(item(moves=[MOVED]), BARE))
    on_paper = " ".join(text_of_pdf(memo_pdf(memo, paper="letter")).split())
    for words in ("Please say which is to be built.", "page 7", "line 310", "a longer run", "HydroCAD printout"):
        assert words in on_paper


@pytest.mark.pdf
def test_its_table_is_a_file_that_no_spreadsheet_runs() -> None:
    made = document(item(element="=1+1", title="", where=[{"file": "=cmd()", "line": 1, "page": None}]))
    rows = list(csv.reader(io.StringIO(request_files(made)["tables/requests.csv"].decode("utf-8-sig"))))
    assert rows[0] == ["No.", "Grade", "Provision", "About", "Where"]
    assert rows[1][-1] == "'=cmd(), line 1"


@pytest.mark.pdf
def test_hostile_text_of_an_item_stays_text() -> None:
    hostile = "<script>alert(1)</script>\u202e 中"
    files = request_files(document(item(words=hostile, element=hostile, found=hostile)))
    assert b"<script" not in files["request.html"]
    assert "\u202e" not in files["request.html"].decode()
    assert "\u202e" not in files["request.txt"].decode()


@pytest.mark.pdf
def test_the_command_drafts_a_request_and_ends_as_before(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes = []
    for more in ((), ("--request", str(tmp_path / "request"))):
        with pytest.raises(SystemExit) as left:
            main(["crosscheck", str(CLINIC), str(MODEL), *more])
        codes.append(left.value.code)
    assert codes[0] == codes[1]
    assert "drafted and not sent" in capsys.readouterr().out
    names = {path.name for path in (tmp_path / "request").iterdir()}
    assert names == {"request.html", "request-letter.pdf", "request.txt", "crosscheck.json", "tables"}
    written = json.loads((tmp_path / "request" / "crosscheck.json").read_text(encoding="utf-8"))
    page = Page((tmp_path / "request" / "request.html").read_text(encoding="utf-8")).text
    assert written["items"]
    assert all(one["words"] in page for one in written["items"])


@pytest.mark.pdf
def test_a_folder_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ReportError, match=r"no request for information of Headwater's \(mine.txt\)"):
        write_request(document(item()), out_dir=tmp_path)
