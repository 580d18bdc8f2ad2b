"""Text of a plan is shown and never run, whatever it says, on every output; it breaks no page."""

from __future__ import annotations

import copy
import csv
import io
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.headwater.reports.conftest import document_of
from tests.headwater.reports.page import Page

from headwater.reports.html import memo_html
from headwater.reports.memo import memo_of
from headwater.reports.writing import report_files

pytestmark = pytest.mark.pdf
HOSTILE = {
    "a script": '<script>alert(1)</script>"><img src=x onerror=alert(1)>',
    "the end of a style": "</style><script>alert(1)</script>",
    "a template": "{{ 7777*7777 }}{% for x in (1,) %}{{ config }}{% endfor %}",
    "typst markup": '#read("/etc/passwd") #panic("no") *bold* _it_ $x^2$ <label> @ref `raw` \\ // # = [',
    "a formula": '=HYPERLINK("http://example.org","x")',
    "a formula after a space": "  +1+cmd|' /C calc'!A0",
    "a formula of another sign": "@SUM(1+1)",
    "a formula after a tab": "\t=1+1",
    "from right to left": "\u202egnp.exe \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "pictures": "\U0001f600 \U0001f469\u200d\U0001f467 \u4e2d\u6587 \u0939\u093f\u0928\u094d\u0926\u0940",
    "half a character": "a \ud83d b",
    "what cannot be seen": "a\x00b\x07c\u200bd\ufeffe\u2028f\U000e0041g",
    "marks on nothing": "\u0301\u0301\u0301 z\u0351\u0357\u030f",
    "a word without end": "x" * 10_000,
    "many words": "word " * 5_000,
    "quotes": '"\'`; DROP TABLE plans; --,\r\n"',
    "an address": "javascript:alert(1) http://example.org",
}


def with_text(document: dict[str, Any], text: str) -> dict[str, Any]:
    """Return a document in which every text that a plan can bring stands for `text`."""
    changed = copy.deepcopy(document)
    plan = changed["plan"]
    plan["name"] = plan["note"] = plan["file"] = changed["edition_because"] = text
    plan["certification"] = {"engineer": text, "licence": text, "date": "2012-04-30", "signature_sha256": text}
    for action in plan["actions"]:
        action["id"] = text
    changed["why"] = [f"{text}: rate (site)"]
    for item in (*changed["requirements"], *changed["volume_rows"]):
        item["action"] = text
    for finding in changed["findings"]:
        finding["note"] = text
        finding["item"] = text if finding["item"] else None
        finding["arithmetic"] = [f"{text}: credit 1 cf" for _ in finding["arithmetic"]]
        finding["settled_by_fields"] = [f"practices[{text}].bottom" for _ in finding["settled_by_fields"]]
        for margin in finding["margins"]:
            margin["words"] = margin["fact"] = text
    for item in changed["exhibits"]:
        item["document"] = item["page"] = item["note"] = item["waived_by"] = text
    tables = changed["tables"]
    for row in tables["surfaces"]:
        row["given"] = text
    for row in tables["credits"]:
        row["practice"] = row["arithmetic"] = text
    for row in tables["rates"]:
        row["point"] = text
    for row in tables["openings"]:
        row["structure"] = row["water"] = text
    for row in tables["waters"]:
        row["water"] = text
    for row in tables["landlocked"]:
        row["receiver"] = text
    for row in tables["facts"]:
        row["words"] = row["given"] = row["source"] = text
    return changed


@pytest.fixture(params=HOSTILE, ids=lambda name: str(name).replace(" ", "-"))
def text(request: pytest.FixtureRequest) -> str:
    return HOSTILE[str(request.param)]


def test_hostile_text_is_shown_and_never_run_and_runs_off_no_page(
    text: str, text_of_pdf: Callable[..., str], edges_of_pdf: Callable[[bytes], tuple[float, float]]
) -> None:
    files = report_files(with_text(document_of("corner-2011"), text))
    page = Page(files["memo.html"].decode())
    plain = Page(memo_html(memo_of(document_of("corner-2011"))))
    assert page.unclosed == []
    assert {element.name for element in page.elements} == {element.name for element in plain.elements}
    assert not [name for element in page.elements for name in element.attributes if name.startswith("on")]
    assert "60481729" not in page.text
    for paper in ("letter", "11x17"):
        assert "root:" not in text_of_pdf(files[f"memo-{paper}.pdf"])
        last, width = edges_of_pdf(files[f"memo-{paper}.pdf"])
        assert last <= width - 40  # the margin is 54 points
    for name, content in files.items():
        if name.endswith(".csv"):
            for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))):
                for cell in row:
                    assert not cell.lstrip(" \u00a0\ufeff").startswith(("=", "+", "@", "\t", "\r")), cell[:40]
                    assert not cell.startswith("-") or cell.removeprefix("-").replace(".", "").isdigit(), cell[:40]


@pytest.fixture
def edges_of_pdf(pdftotext: Path, tmp_path: Path) -> Callable[[bytes], tuple[float, float]]:
    """Return a function that tells how far right any word of a PDF ends, and how wide its pages are."""

    def measure(pdf: bytes) -> tuple[float, float]:
        path = tmp_path / "measured.pdf"
        path.write_bytes(pdf)
        done = subprocess.run([str(pdftotext), "-bbox", str(path), "-"], capture_output=True, check=True, timeout=120)
        told = done.stdout.decode()
        widths = re.findall(r'<page width="([0-9.]+)"', told)
        return max(float(edge) for edge in re.findall(r'xMax="([0-9.]+)"', told)), float(widths[0])

    return measure


def test_markup_of_the_typesetter_is_printed_letter_by_letter(text_of_pdf: Callable[..., str]) -> None:
    document = with_text(document_of("home-2011"), '#read("/etc/passwd") *bold* $x^2$')
    printed = text_of_pdf(report_files(document)["memo-letter.pdf"], "-raw")
    assert '#read("/etc/passwd") *bold* $x^2$' in " ".join(printed.split())


def test_what_turns_writing_round_is_named_by_its_code(text_of_pdf: Callable[..., str]) -> None:
    document = with_text(document_of("home-2011"), "pond\u202e2.ON")
    files = report_files(document)
    assert "\u202e" not in files["memo.html"].decode()
    assert "pond‹U+202E›2.ON" in Page(files["memo.html"].decode()).text
    assert "pond‹U+202E›2.ON" in text_of_pdf(files["memo-letter.pdf"], "-raw")


def test_what_no_shipped_font_has_is_shown_by_its_code_in_the_pdf_and_as_it_is_on_the_page(
    text_of_pdf: Callable[..., str],
) -> None:
    files = report_files(with_text(document_of("home-2011"), "Łódź, Αθήνα, Москва, 中"))
    assert "Łódź, Αθήνα, Москва, 中" in Page(files["memo.html"].decode()).text
    assert "Łódź, Αθήνα, Москва, ‹U+4E2D›" in " ".join(text_of_pdf(files["memo-letter.pdf"], "-raw").split())


@pytest.mark.browser
def test_no_text_widens_the_page(chromium: Path, tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium), args=["--no-sandbox", "--disable-gpu"])
        try:
            page = browser.new_page(viewport={"width": 390, "height": 900})
            said: list[str] = []
            page.on("console", lambda message: said.append(message.text))
            for number, text in enumerate(HOSTILE[name] for name in ("a script", "pictures", "a word without end")):
                path = tmp_path / f"{number}.html"
                path.write_bytes(
                    memo_html(memo_of(with_text(document_of("corner-2011"), text))).encode("utf-8", "backslashreplace")
                )
                page.goto(path.as_uri())
                assert page.evaluate("document.documentElement.scrollWidth") <= 390, text[:40]
                assert said == []
        finally:
            browser.close()
