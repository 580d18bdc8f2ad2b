"""The proof as a document and on a terminal, and its sites as plans that can be tried."""

from __future__ import annotations

import json
from typing import Any

import pytest

from headwater.cli.verify import render_verify, verify_document
from headwater.editions.registry import SUPPLIED, load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.facts import facts_of
from headwater.rules.deciding import conclude
from headwater.rules.edition import Edition
from headwater.rules.verify import Defect, verify_edition
from headwater.rules.world import explore


@pytest.fixture(scope="module")
def proofs() -> list[tuple[Edition, tuple[Defect, ...]]]:
    editions = [load_edition(key).without_readings() for key in SUPPLIED]
    return [(edition, verify_edition(edition)) for edition in editions]


@pytest.fixture(scope="module")
def document(proofs: list[tuple[Edition, tuple[Defect, ...]]]) -> dict[str, Any]:
    return verify_document(proofs)


def test_every_defect_has_its_kind_provisions_site_and_reading(document: dict[str, Any]) -> None:
    assert (document["document"], document["version"]) == ("verify", 1)
    assert document["defects"]
    for defect in document["defects"]:
        assert {"kind", "provisions", "site", "reading"} <= set(defect)
        assert defect["provisions"]
        assert defect["kind"] == "dead row" or defect["site"]["facts"]["site.area"]
    assert json.loads(json.dumps(document)) == document


def test_the_editions_come_with_their_hash_and_the_hit_policy_of_every_table(document: dict[str, Any]) -> None:
    for edition in document["editions"]:
        assert len(edition["sha256"]) == 64
        assert set(edition["hit_policies"].values()) <= {"one row", "first row", "heaviest row"}
        assert edition["readings"] == "none"


def test_the_exit_code_is_1_where_something_is_unexplained(document: dict[str, Any]) -> None:
    assert (document["unexplained"], document["exit_code"]) == (0, 0)
    edition = load_edition("mcwd-2011")
    planted = Defect(kind="gap", provisions=("2011.T2",), rows=("2011.T2.1",), about="2011.T2", site=None)
    assert verify_document([(edition, (planted,))])["exit_code"] == 1


def test_the_verdict_comes_first_and_what_is_explained_stands_under_its_reading(document: dict[str, Any]) -> None:
    text = render_verify(document)
    assert max(map(len, text.splitlines())) <= 100
    start = text.index("mcwd-2011")
    verdict, explained, first, second = (
        text.index(words, start) for words in ("nothing unexplained", "EXPLAINED", "  R1 ", "  R2 ")
    )
    assert verdict < explained < first < second


def test_what_is_unexplained_stands_before_what_is_explained() -> None:
    edition = load_edition("mcwd-2024")
    planted = Defect(kind="gap", provisions=("2024.T1",), rows=("2024.T1.rest",), about="2024.T1", site=None)
    text = render_verify(verify_document([(edition, (*verify_edition(edition), planted))]))
    assert "1 UNEXPLAINED" in text
    assert text.index("UNEXPLAINED (1)") < text.index("EXPLAINED (2)") < text.index("source missing")


def test_every_site_is_a_plan_that_reads_back_and_comes_out_as_is_said(
    proofs: list[tuple[Edition, tuple[Defect, ...]]], document: dict[str, Any]
) -> None:
    editions = {edition.key: edition for edition, _ in proofs}
    for defect in document["defects"]:
        if defect["site"] is None:
            continue
        edition = editions[defect["edition"]]
        plan = read_plan_text(defect["site"]["plan"])
        answers = explore(conclude, facts=facts_of(plan), edition=edition).answers
        said = {_said(conclusion.permit) for conclusions in answers for conclusion in conclusions}
        if defect["kind"] != "jump":
            assert _outcome(defect["decides"]) in said, defect


def _said(permit: bool | None) -> str:
    return "cannot tell" if permit is None else ("a permit" if permit else "no permit")


def _outcome(decides: str) -> str:
    return next(words for words in ("cannot tell", "a permit", "no permit") if decides.startswith(words))


def test_no_requirement_is_shown_by_a_name_that_no_reader_knows(document: dict[str, Any]) -> None:
    shown = render_verify(document)
    assert "phosphorus by 3(c)(2)" in shown
    assert "phosphorus.3c2" not in shown
