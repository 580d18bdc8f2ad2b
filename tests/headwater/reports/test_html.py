"""The page stands alone, can be read without seeing it, and holds nothing that runs."""

from __future__ import annotations

import re
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.headwater.reports.conftest import document_of
from tests.headwater.reports.page import Page

from headwater.reports.html import memo_html
from headwater.reports.memo import memo_of


@pytest.fixture
def source(document: dict[str, Any]) -> str:
    return memo_html(memo_of(document))


def test_a_page_needs_nothing_from_elsewhere_and_runs_nothing(source: str) -> None:
    page = Page(source)
    names = {element.name for element in page.elements}
    assert not names & {"script", "iframe", "object", "embed", "form", "link", "img", "base"}
    for element in page.elements:
        assert not [name for name in element.attributes if name.startswith("on")]
        target = element.attributes.get("href") or element.attributes.get("src")
        assert target is None or re.fullmatch(r"#[a-z0-9-]+|tables/[a-z-]+\.csv", target)
    style = next(element.text for element in page.elements if element.name == "style")
    assert set(re.findall(r"url\(([a-z]+:)", style)) == {"data:"}
    assert "@import" not in style


def test_a_page_is_well_formed_and_says_its_language_and_title(source: str, document: dict[str, Any]) -> None:
    page = Page(source)
    assert page.unclosed == []
    assert source.startswith("<!DOCTYPE html>")
    assert next(element for element in page.elements if element.name == "html").attributes["lang"] == "en-US"
    title = next(element.text for element in page.elements if element.name == "title")
    assert title == f"{document['plan']['name']}: Stormwater rule review memo"
    assert [element.name for element in page.elements].count("main") == 1
    ids = [element.attributes["id"] for element in page.elements if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    named = {
        element.attributes["aria-labelledby"] for element in page.elements if "aria-labelledby" in element.attributes
    }
    linked = {
        (element.attributes.get("href") or "").removeprefix("#") for element in page.elements if element.name == "a"
    }
    assert named | {link for link in linked if "/" not in link} <= set(ids)


def test_headings_come_in_order(source: str) -> None:
    levels = [int(element.name[1]) for element in Page(source).elements if re.fullmatch("h[1-6]", element.name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_every_table_has_a_caption_and_heads_for_columns_and_rows(source: str) -> None:
    page = Page(source)
    assert page.tables
    for table in page.tables:
        assert table.caption
        columns = sum(int(head.attributes.get("colspan") or 1) for head in table.heads[0])
        for row in table.heads:
            assert all(head.name == "th" and head.attributes["scope"] in ("col", "colgroup") for head in row)
        for row in table.rows:
            assert row[0].attributes.get("scope") == "row"
            assert all(cell.name == "td" for cell in row[1:])
            assert len(row) == columns


def test_units_stand_in_the_heads_of_columns_of_numbers(corner: dict[str, Any]) -> None:
    page = Page(memo_html(memo_of(corner)))
    table = next(table for table in page.tables if table.caption == "Peak rates")
    assert [head.text for head in table.heads[0]] == ["Discharge point", "1-yr", "10-yr", "100-yr", "No increase"]
    assert [head.text for head in table.heads[1]] == ["Existing (cfs)", "Proposed (cfs)", "Change (cfs)"] * 3


def test_a_drawing_has_words_in_its_place(corner: dict[str, Any]) -> None:
    drawings = [
        element for element in Page(memo_html(memo_of(corner))).elements if element.attributes.get("role") == "img"
    ]
    assert len(drawings) == 2
    assert all(re.search(r"[0-9,]+ (sf|cf)", drawing.attributes["aria-label"] or "") for drawing in drawings)


def test_the_same_document_gives_the_same_page(corner: dict[str, Any]) -> None:
    assert memo_html(memo_of(corner)) == memo_html(memo_of(corner))


def test_text_stands_out_from_its_ground() -> None:
    """WCAG 2.1, 1.4.3: a ratio of 4.5 or more, for every colour of text on every ground that the style sheet has."""
    style = (resources.files("headwater.reports") / "templates" / "memo.css").read_text(encoding="utf-8")
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", style))
    grounds = {"paper": "#ffffff", "pale": colours["pale"]}
    pairs = [(colours["ink"], ground) for ground in grounds.values()] + [(colours["soft"], grounds["paper"])]
    pairs += [
        (colours["ink"], ground) for ground in re.findall(r"\.callout\.[a-z]+ \{[^}]*background: (#[0-9a-f]{6})", style)
    ]
    for rule in re.findall(r"\.mark\.[^{]+\{[^}]*\}", style):
        text = re.search(r"[^-]color: (?:var\(--([a-z-]+)\)|(#[0-9a-f]{3,6}))", rule)
        ground = re.search(r"background: (?:var\(--([a-z-]+)\)|(#[0-9a-f]{3,6}))", rule)
        assert text is not None
        words = colours[text[1]] if text[1] else text[2]
        behind = "#ffffff" if ground is None else colours[ground[1]] if ground[1] else ground[2]
        pairs.append((words.replace("#fff", "#ffffff") if len(words) == 4 else words, behind))
    pairs += [(colours[name], "#ffffff") for name in ("not-met", "cannot-tell", "judgment", "provisional", "blue")]
    pairs.append((re.search(r"\.absent \{ color: (#[0-9a-f]{6})", style)[1], "#ffffff"))  # type: ignore[index]
    assert len(pairs) > 14
    for words, behind in pairs:
        assert contrast(words, behind) >= 4.5, (words, behind)


def contrast(one: str, two: str) -> float:
    """Return the contrast ratio of two colours, as WCAG 2.1 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_the_contrast_that_the_standard_gives_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


# On a narrow screen tables of one header row are labelled lines; those with groups may scroll in their frame.
SIDEWAYS = """[...document.querySelectorAll(".wide:has(table.stacked)")]
    .filter(frame => frame.scrollWidth > frame.clientWidth).map(frame => frame.getAttribute("aria-labelledby"))"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_a_browser_shows_the_page_without_complaint_and_without_scrolling_sideways(
    chromium: Path, tmp_path: Path, width: int
) -> None:
    from playwright.sync_api import sync_playwright

    path = tmp_path / "memo.html"
    path.write_text(memo_html(memo_of(document_of("corner-2011"))), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium), args=["--no-sandbox", "--disable-gpu"])
        try:
            page = browser.new_page(viewport={"width": width, "height": 900})
            said: list[str] = []
            page.on("console", lambda message: said.append(message.text))
            page.goto(path.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(SIDEWAYS) == []
            assert page.evaluate("document.fonts.check('16px \"Public Sans\"')")
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.className") == "skip"
            assert said == []
        finally:
            browser.close()
