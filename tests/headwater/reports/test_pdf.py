"""The PDF is tagged and conforms to PDF/UA-1 as far as can be read from it; every page says what it belongs to."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pikepdf
import pytest
from tests.headwater.reports.conftest import document_of, pdf_of

from headwater import __version__
from headwater.errors import ReportError
from headwater.reports.memo import memo_of
from headwater.reports.model import Callout, Entries, Memo
from headwater.reports.pdf import Paper, memo_pdf

pytestmark = pytest.mark.pdf
PAPERS: tuple[tuple[Paper, tuple[int, int]], ...] = (("letter", (612, 792)), ("11x17", (1224, 792)))


def opened(content: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(content))


def structure(node: Any) -> Iterator[Any]:
    """Yield every element of the structure tree below a node, in reading order."""
    children = node.get("/K")
    if children is None:
        return
    for child in children if isinstance(children, pikepdf.Array) else [children]:
        if isinstance(child, pikepdf.Dictionary) and "/S" in child:
            yield child
            yield from structure(child)


@pytest.mark.parametrize(("paper", "size"), PAPERS)
def test_a_memo_is_a_tagged_pdf_with_language_and_title(name: str, paper: Paper, size: tuple[int, int]) -> None:
    with opened(pdf_of(name, paper)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        assert "/StructTreeRoot" in pdf.Root
        assert str(pdf.Root.Lang) == "en-US"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        assert str(pdf.docinfo.Title) == f"{document_of(name)['plan']['name']}: Stormwater rule review memo"
        with pdf.open_metadata() as metadata:
            assert metadata["pdfuaid:part"] == "1"
        for page in pdf.pages:
            assert (int(page.mediabox[2]), int(page.mediabox[3])) == size
            assert str(page.obj.Tabs) == "/S"


@pytest.mark.parametrize(("paper", "size"), PAPERS)
def test_headings_come_in_order_and_tables_have_heads(name: str, paper: Paper, size: tuple[int, int]) -> None:
    with opened(pdf_of(name, paper)) as pdf:
        tags = [str(element.S) for element in structure(pdf.Root.StructTreeRoot)]
        levels = [int(tag[2]) for tag in tags if re.fullmatch(r"/H[1-6]", tag)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))
        tables = [element for element in structure(pdf.Root.StructTreeRoot) if str(element.S) == "/Table"]
        memo = memo_of(document_of(name))
        assert len(tables) == len(list(memo.tables())) - len(memo.listings)
        for table in tables:
            heads = [cell for cell in structure(table) if str(cell.S) == "/TH"]
            assert heads
            assert all(_scope(cell) == "/Column" for cell in heads)


def _scope(cell: Any) -> str:
    attributes = cell.get("/A")
    for item in attributes if isinstance(attributes, pikepdf.Array) else [attributes]:
        if isinstance(item, pikepdf.Dictionary) and "/Scope" in item:
            return str(item.Scope)
    return ""


def test_every_drawing_has_words_in_its_place() -> None:
    with opened(pdf_of("corner-2011", "letter")) as pdf:
        figures = [element for element in structure(pdf.Root.StructTreeRoot) if str(element.S) == "/Figure"]
        assert len(figures) == 2
        words = " ".join(str(figure.Alt) for figure in figures)
        assert "required 3,501 cf, provided 3,418 cf" in words
        assert "reconstructed 12,000 sf, new 30,001 sf" in words


@pytest.mark.parametrize(("paper", "size"), PAPERS)
def test_each_page_names_plan_hash_edition_hash_version_and_its_number(
    name: str, paper: Paper, size: tuple[int, int], text_of_pdf: Callable[..., str]
) -> None:
    document = document_of(name)
    pages = text_of_pdf(pdf_of(name, paper), "-layout").split("\f")[:-1]
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        assert f"Plan sha256 {document['plan']['sha256']}" in page
        assert f"Edition {document['edition']} sha256 {document['edition_sha256']}" in page
        assert f"headwater {__version__}" in page
        assert f"Page {number} of {len(pages)}" in page
        assert document["statement"] in page


def test_the_same_document_gives_the_same_bytes() -> None:
    memo = memo_of(document_of("corner-2011"))
    assert memo_pdf(memo, paper="letter") == memo_pdf(memo, paper="letter")
    assert memo_pdf(memo, paper="11x17") == memo_pdf(memo, paper="11x17")


def test_letter_and_11x17_say_the_same_words(name: str, text_of_pdf: Callable[..., str]) -> None:
    letter, wide = ("".join(text_of_pdf(pdf_of(name, paper), "-raw").split()) for paper in ("letter", "11x17"))
    memo = memo_of(document_of(name))
    for section in memo.sections:
        for block in section.blocks:
            if isinstance(block, Entries):
                for entry in block.entries:
                    for words in (entry.title, entry.mark.words, *(line.text for line in entry.lines)):
                        assert "".join(words.split()) in letter
                        assert "".join(words.split()) in wide


def test_only_shipped_fonts_are_used_and_all_are_embedded(name: str) -> None:
    with opened(pdf_of(name, "letter")) as pdf:
        fonts = [font for font in pdf.objects if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/Font"]
        names = {str(font.BaseFont).split("+")[-1].removesuffix("-Identity-H") for font in fonts}
        assert names <= {"PublicSans-Regular", "PublicSans-Bold", "PublicSans-Italic"}
        assert all("/FontFile2" in item or "/FontFile3" in item for item in _descriptors(pdf))


def _descriptors(pdf: pikepdf.Pdf) -> Iterator[Any]:
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
            yield item


def test_a_warning_of_the_typesetter_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    import typst

    class Warned:
        message = "unknown font family"

    monkeypatch.setattr(typst, "compile_with_warnings", lambda *_, **__: (b"", [Warned()]))
    with pytest.raises(ReportError, match="unknown font family"):
        memo_pdf(_small(), paper="letter")


def test_a_refusal_of_the_typesetter_is_a_report_error(monkeypatch: pytest.MonkeyPatch) -> None:
    import typst

    def refuse(*_: object, **__: object) -> None:
        error = typst.TypstError("the template is broken", "")
        error.message = "the template is broken"
        raise error

    monkeypatch.setattr(typst, "compile_with_warnings", refuse)
    with pytest.raises(ReportError, match="the template is broken"):
        memo_pdf(_small(), paper="letter")


def _small() -> Memo:
    return Memo(
        title="A plan",
        kind="A memo",
        statement="The District decides.",
        software="headwater",
        footer=("one", "two"),
        opening=(Callout(tone="note", title="A note", lines=("of one line",)),),
        sections=(),
    )
