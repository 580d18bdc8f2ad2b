"""A workbook: labelled figures as claims in the units of our facts, and nothing that it holds does any harm."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from headwater.editions.registry import load_edition
from headwater.errors import HandedFileError
from headwater.intake.handed import Handed
from headwater.intake.handed_plan import submitted_of
from headwater.intake.plan_file import read_plan
from headwater.intake.reading import read_handed_bytes
from headwater.review.crosscheck import crosscheck

openpyxl = pytest.importorskip("openpyxl")
ROOT = Path(__file__).parents[4]


def _workbook(rows: list[list[Any]], *, hidden: bool = False) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Results"
    for row in rows:
        sheet.append(row)
    if hidden:
        book.create_sheet("Secret").sheet_state = "hidden"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _read(rows: list[list[Any]], **options: bool) -> Handed:
    return read_handed_bytes(_workbook(rows, **options), file="mids.xlsx")


def test_a_label_a_number_and_a_unit_are_a_claim_in_the_unit_of_the_fact() -> None:
    handed = _read(
        [
            ["Made up, laid out as a summary"],
            ["Site area (acres)", None, 2.5],
            ["Proposed impervious surface:", 43560, "ft2"],
            ["Performance goal volume retention requirement", 3630],
        ]
    )
    claims = {claim.quantity: claim for claim in handed.claims}
    # 2.5 ac x 43,560 = 108,900 sf; a printed tenth of an acre is 4,356 sf, half of it 2,178 sf.
    assert [float(claims["site_area_sf"].value), float(claims["site_area_sf"].half)] == [108_900, 2_178]
    assert claims["proposed_impervious_sf"].value == 43_560
    assert claims["required_volume_cf"].value == 3_630


def test_a_row_with_a_number_and_no_known_label_is_not_understood() -> None:
    handed = _read([["Words alone"], ["Something else", 12]])
    assert [line.verdict for line in handed.ledger.lines] == ["ignored", "not understood"]
    assert handed.ledger.lines[1].text == "Results!2: Something else | 12"


def test_a_number_without_a_known_unit_is_no_claim() -> None:
    handed = _read([["Site area", 2.5], ["Site area (hectares)", 1.0]])
    assert handed.claims == ()
    assert handed.ledger.count("not understood") == 2


def test_a_formula_is_never_computed() -> None:
    handed = _read([["Site area (acres)", "=1+1"], ['=HYPERLINK("http://example.org")', 3]])
    assert handed.claims == ()


def test_hidden_sheets_are_told() -> None:
    assert [remark.code for remark in _read([["x", 1]], hidden=True).remarks] == ["sheets-hidden"]


def test_a_figure_that_the_plan_does_not_have_is_a_conflict() -> None:
    # The store has 12,000 sf rebuilt and 24,000 sf new: 36,000 sf as proposed; its site 2.55 ac.
    rows = [["Proposed impervious surface", 38_000, "sf"], ["Total site area (acres)", 2.55]]
    plan = read_plan(ROOT / "examples/corner-store-2011.yaml")
    files = [submitted_of(_read(rows), condition=None, datum="NAVD88")]
    found = crosscheck(plan, load_edition("mcwd-2011"), files)
    told = [conflict.item for conflict in found.conflicts if conflict.item.code == "figure-differs"]
    assert [item.facts for item in told] == [("proposed_impervious_sf",)]
    assert "38000 in mids.xlsx" in told[0].found


def _packed(**parts: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("[Content_Types].xml", b"<Types/>")
        for name, content in parts.items():
            packed.writestr(f"xl/{name}.xml", content)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (_packed(workbook=b"\0" * 60_000_000), "over 400 times its size"),
        (_packed(**{f"part{number}": b"x" for number in range(3_001)}), "at most 3,000 are read"),
        (_packed(workbook=b"<not xml"), "this is no workbook that can be read"),
        (_workbook([["x", 1]])[:900], "this is no workbook"),
    ],
    ids=["bomb", "parts", "broken", "cut short"],
)
def test_hostile_workbooks_end_in_one_clear_error(data: bytes, wrong: str) -> None:
    with pytest.raises(HandedFileError, match=wrong):
        read_handed_bytes(data, file="bad.xlsx", kind="workbook")
