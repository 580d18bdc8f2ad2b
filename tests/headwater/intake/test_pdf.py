"""A printout as a PDF says what the same printout says as text, and on which page."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from tests.headwater.intake.printed_pdf import printed_pdf, typeset_pdf

from headwater.cli.read import Asked, read
from headwater.errors import HandedFileError
from headwater.intake import pdf_pages
from headwater.intake.handed import Handed
from headwater.intake.reading import read_handed_bytes
from headwater.intake.yaml_text import ListNode, MapNode, Node, TextNode

pytestmark = pytest.mark.pdf

GOLDEN = Path(__file__).parents[2] / "golden"
REPORTS = sorted(GOLDEN.glob("hydrocad_*/reconstructed.txt"))


def _read(data: bytes, kind: str | None = None) -> Handed:
    return read_handed_bytes(data, file="printout.pdf", kind=kind)


def _plain(node: Node | None) -> object:
    """Return what a node says, without its lines: those of a PDF have no blank ones between them."""
    if isinstance(node, TextNode):
        return node.text
    if isinstance(node, ListNode):
        return [_plain(child) for child in node.items]
    return {key: _plain(child) for key, child in node.entries.items()} if isinstance(node, MapNode) else None


def _claims(handed: Handed) -> list[tuple[str, str | None, str | None, str]]:
    return [(claim.quantity, claim.element, claim.storm, claim.text) for claim in handed.claims]


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.parent.name)
def test_a_pdf_says_what_its_text_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    by_text, by_pdf = read_handed_bytes(text.encode(), file="printout.txt"), _read(printed_pdf([text]))
    assert by_pdf.kind == f"{by_text.kind}, as PDF"
    assert _claims(by_pdf) == _claims(by_text)
    assert _claims(by_pdf)
    assert _plain(by_pdf.model) == _plain(by_text.model)
    assert _plain(by_pdf.section) == _plain(by_text.section)
    assert by_pdf.ledger.count("not understood") == by_text.ledger.count("not understood")


def test_a_claim_and_a_line_know_their_page() -> None:
    texts = [path.read_text(encoding="utf-8") for path in REPORTS[:2]]
    handed = _read(printed_pdf(texts))
    first, second = (read_handed_bytes(text.encode(), file="printout.txt") for text in texts)
    assert {claim.page for claim in handed.claims if claim.element == first.claims[0].element} == {1}
    assert {claim.page for claim in handed.claims if claim.element == second.claims[0].element} == {2}
    assert len(handed.ledger.pages) == 2
    assert handed.ledger.page_of(len(handed.ledger.lines)) == 2


def test_on_screen_a_remark_of_a_pdf_names_line_and_page(tmp_path: Path) -> None:
    path = tmp_path / "printout.pdf"
    path.write_bytes(printed_pdf(["a cover", (GOLDEN / "hydrocad_eugene_tank/reconstructed.txt").read_text("utf-8")]))
    shown, code = read(Asked(file=path, kind=None, section=None, datum="NAVD88", ledger=False, as_json=False))
    # Line 1 is the cover; the fifth line of the second page is the heading of the pond.
    assert "  line 6 (page 2): the report does not say where the water of S9 goes" in shown
    assert code == 2


def test_a_printout_is_told_by_its_content_even_where_bytes_stand_before_its_mark() -> None:
    pdf = printed_pdf([REPORTS[0].read_text(encoding="utf-8")])
    assert _read(b"\n\n" + pdf).claims == _read(pdf).claims


def test_a_pdf_without_text_is_refused_with_what_to_do() -> None:
    with pytest.raises(HandedFileError, match=r"printout\.pdf: the PDF holds no text on its 1 pages.*text export"):
        _read(typeset_pdf("#rect(width: 3in, height: 2in)"))


def test_a_pdf_that_is_no_printout_is_refused() -> None:
    with pytest.raises(HandedFileError, match=r"printout\.pdf: the PDF is no printout that is known"):
        _read(typeset_pdf("A letter about a pond."))


def test_a_page_without_text_among_others_is_remarked_by_its_number() -> None:
    with pikepdf.open(io.BytesIO(printed_pdf([REPORTS[0].read_text(encoding="utf-8")]))) as pdf:
        pdf.add_blank_page(page_size=(612, 792))
        out = io.BytesIO()
        pdf.save(out)
    handed = _read(out.getvalue())
    (remark,) = [remark for remark in handed.remarks if remark.code == "page-without-text"]
    assert remark.message == "page 2: holds no text, as a picture"
    assert handed.ledger.page_of(remark.line or 0) == 2


def test_text_is_no_pdf_though_somebody_says_so() -> None:
    with pytest.raises(HandedFileError, match=r"printout\.pdf: this is no PDF that can be read"):
        _read(b"Summary for Pond 1P: basin", kind="pdf")


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "find_spec", lambda name: None)
    assert pdf_pages.answer(b"%PDF-1.7") == {
        "refused": "pypdf is not installed",
        "remedy": 'install headwater with its extra: pip install "headwater[pdf]"',
    }
