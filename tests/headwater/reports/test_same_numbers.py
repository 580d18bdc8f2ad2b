"""The screen, both PDFs, the JSON and the CSV carry the same figures."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.headwater.reports.conftest import document_of, pdf_of
from tests.headwater.reports.page import Page

from headwater.reports.html import memo_html
from headwater.reports.memo import memo_of
from headwater.reports.writing import assessment_json, report_files

pytestmark = pytest.mark.pdf
ABSENT = "not given"


def printed_figures(value: Any) -> Iterator[str]:
    """Yield every figure of a document that is meant to be printed."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key.endswith("_printed") and item is not None:
                yield item
            yield from printed_figures(item)
    elif isinstance(value, list):
        for item in value:
            yield from printed_figures(item)


def plain(cell: str) -> str:
    """Return a cell as a CSV has it: a number without its commas, nothing for nothing."""
    text = " ".join(cell.split())
    number = text.removeprefix("about ").replace(",", "")
    if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", number):
        return number
    return "" if text == ABSENT else text


def figures_of(text: str) -> Counter[str]:
    return Counter(re.findall(r"-?[0-9][0-9,]*(?:\.[0-9]+)?", text))


def test_every_printed_figure_of_the_json_stands_on_the_page_and_in_both_pdfs(
    name: str, document: dict[str, Any], text_of_pdf: Callable[..., str]
) -> None:
    from_json = json.loads(assessment_json(document))
    figures = set(printed_figures(from_json["tables"])) | {
        from_json[key]
        for key in ("required_volume_printed", "provided_volume_printed", "surplus_volume_printed")
        if from_json[key] is not None
    }
    if document["required_volume_printed"] is None:
        figures.discard(document["provided_volume_printed"])  # not shown where no volume is owed
    page = Page(memo_html(memo_of(document))).text
    letter, wide = (text_of_pdf(pdf_of(name, paper), "-layout") for paper in ("letter", "11x17"))
    silent = {"0"}  # facts taken from silence are told in words
    for figure in figures - silent:
        bare = figure.removeprefix("-")  # a shortfall is printed as "short by"
        for where, text in (("page", page), ("letter", letter), ("11x17", wide)):
            assert bare in text, f"{figure} is not on the {where}"


def test_the_page_and_the_pdfs_say_the_same_numbers_the_same_number_of_times(
    name: str, document: dict[str, Any], text_of_pdf: Callable[..., str]
) -> None:
    page = Page(memo_html(memo_of(document)))
    on_page = _without_running_lines(page.text, document)
    for paper in ("letter", "11x17"):
        text = text_of_pdf(pdf_of(name, paper), "-raw")
        missing = set(figures_of(on_page)) - set(figures_of(_without_running_lines(" ".join(text.split()), document)))
        assert not missing, f"{paper} does not say {missing}"


def _without_running_lines(text: str, document: dict[str, Any]) -> str:
    """Return text without hashes, which a line of a PDF may break, and names of files."""
    for found in (document["plan"]["sha256"], document["edition_sha256"]):
        text = text.replace(found, "")
    return re.sub(r"tables/\S+\.csv|memo\S+|[a-z-]+-20[0-9]{2}\.yaml", "", text)


def test_every_table_of_the_page_is_a_csv_with_the_same_cells(name: str, document: dict[str, Any]) -> None:
    files = report_files(document)
    memo = memo_of(document)
    page = Page(files["memo.html"].decode())
    shown = [table for table in memo.tables() if table not in memo.listings]
    assert len(shown) == len(page.tables)
    for table, on_page in zip(shown, page.tables, strict=True):
        rows = list(csv.reader(io.StringIO(files[f"tables/{table.key}.csv"].decode("utf-8-sig"))))
        assert on_page.caption == table.title
        body = [[plain(cell.text) for cell in row] for row in on_page.rows]
        assert body == [[" ".join(cell.split()) for cell in row] for row in rows[1:]], table.key


def test_all_numbers_of_the_rate_table_stand_on_one_line_of_the_pdf(text_of_pdf: Callable[..., str]) -> None:
    """Peaks, storm by storm: existing, proposed, change; the last is over the boundary, not the sum of the points."""
    lines = [" ".join(line.split()) for line in text_of_pdf(pdf_of("corner-2011", "letter"), "-layout").splitlines()]
    # By hand: 8.05 - 8.20 = -0.15; 2.1 - 2.0 = 0.1; 9.61 - 9.87 = -0.26, and 8.20 + 2.0 is not 9.87.
    assert "north 4.50 4.50 0.00 8.20 8.05 -0.15 15.00 14.90 -0.10 yes" in lines
    assert "south 1.0 0.9 -0.1 2.0 2.1 0.1 3.0 2.5 -0.5 no" in lines
    assert any("5.31 5.29 -0.02 9.87 9.61 -0.26 17.43 16.98 -0.45 yes" in line for line in lines)


def test_a_required_volume_is_printed_rounded_up_and_a_provided_one_down() -> None:
    """42,001 sf x 1 in / 12 = 3,500.083 cf; basin 3,400 and elm 18 % x 1,205 sf x 1 in / 12 = 18.075 cf."""
    files = report_files(document_of("corner-2011"))
    rows = list(csv.reader(io.StringIO(files["tables/volume.csv"].decode("utf-8-sig"))))
    assert rows[0][-2:] == ["Required (cf)", "Provided (cf)"]
    by_name = {row[0]: row[-2:] for row in rows[1:]}
    assert by_name == {
        "store": ["3501", ""],
        "basin": ["", "3400"],
        "elm": ["", "18"],
        "bench": ["", "0"],
        "Total": ["3501", "3418"],
    }
    assert "Short by 83 cf" in Page(files["memo.html"].decode()).text


def test_what_is_provisional_is_never_worded_as_met(document: dict[str, Any]) -> None:
    provisional = [finding for finding in document["findings"] if finding["provisional"]]
    rows = csv.DictReader(io.StringIO(report_files(document)["tables/findings.csv"].decode("utf-8-sig")))
    told = {(row["Finding"], row["Item"]): row["Outcome"] for row in rows}
    for finding in provisional:
        assert told[(finding["id"], finding["item"] or "")].startswith("provisional: ")
