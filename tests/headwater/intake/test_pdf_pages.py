"""The text of a PDF comes page by page and line by line; whatever else a PDF does, it ends in one clear error."""

from __future__ import annotations

import io
import time
import zlib

import pikepdf
import pytest
from tests.headwater.intake.printed_pdf import printed_pdf, typeset_pdf

from headwater.errors import HandedFileError
from headwater.intake.own_process import OwnLimits, answer_of

pytestmark = pytest.mark.pdf

PAGE = """Summary for Pond 1P: basin

Inflow      =    0.05 cfs @   8.00 hrs,  Volume=    0.029 af
Elevation     Surf.Area     Inc.Store     Cum.Store
   887.25           134             0             0"""


def _answer(data: bytes, limits: OwnLimits | None = None):
    return answer_of("headwater.intake.pdf_pages", data, file="made-up.pdf", what="a PDF", limits=limits)


def _words(lines: list[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines if line.strip()]


def _with_content(content: bytes, *, encoded: bool = False) -> bytes:
    """Return a PDF of one page with this content, Flate-encoded already or not."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(612, 792))
    stream = pikepdf.Stream(pdf, content)
    if encoded:
        stream.write(content, filter=pikepdf.Name.FlateDecode)
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    pdf.pages[0].Contents = stream
    pdf.pages[0].Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    out = io.BytesIO()
    pdf.save(out, compress_streams=False)
    return out.getvalue()


def test_each_page_gives_its_own_lines() -> None:
    found = _answer(printed_pdf([PAGE, "second page"]))
    assert [_words(page) for page in found["pages"]] == [_words(PAGE.split("\n")), ["second page"]]
    assert found["unreadable"] == []
    assert found["recognised"] == []


def test_cells_of_a_row_stand_in_one_line_in_whatever_order_they_were_drawn() -> None:
    # By columns: a reader that goes by the order of the content would give the first column first.
    pdf = typeset_pdf(
        '#set text(font: "New Computer Modern", size: 9pt)\n'
        "#place(dx: 0in, dy: 0in)[25,457] #place(dx: 0in, dy: 0.3in)[2,542]\n"
        "#place(dx: 1.5in, dy: 0in)[97] #place(dx: 1.5in, dy: 0.3in)[96]\n"
        "#place(dx: 3in, dy: 0in)[paved] #place(dx: 3in, dy: 0.3in)[roof]\n"
    )
    assert _words(_answer(pdf)["pages"][0]) == ["25,457 97 paved", "2,542 96 roof"]


_ROWS = b"".join(
    b"BT /F1 9 Tf %s %d 50 Tm (row %d) Tj ET BT /F1 9 Tf %s %d 300 Tm (1,23%d cf) Tj ET\n"
    % (b"0 1 -1 0", 100 + 20 * at, at, b"0 1 -1 0", 100 + 20 * at, at)
    for at in range(4)
)


def test_text_that_runs_up_the_sheet_is_turned_before_it_is_laid_out() -> None:
    found = _answer(_with_content(_ROWS))
    assert _words(found["pages"][0]) == ["row 0 1,230 cf", "row 1 1,231 cf", "row 2 1,232 cf", "row 3 1,233 cf"]
    assert found["partly"] == []


def test_of_text_in_two_directions_the_most_is_read_and_the_page_is_named() -> None:
    other = b"BT /F1 9 Tf 1 0 0 1 300 700 Tm (a note across the sheet) Tj ET"
    found = _answer(_with_content(_ROWS + other))
    assert _words(found["pages"][0])[0] == "row 0 1,230 cf"
    assert found["partly"] == [1]


def test_text_under_a_scanned_picture_is_named() -> None:
    shown = _with_content(b"BT /F1 12 Tf 72 700 Td (peak 7.09 cfs) Tj ET")
    unseen = _with_content(b"BT 3 Tr /F1 12 Tf 72 700 Td (peak 7.09 cfs) Tj ET")
    assert _answer(shown)["recognised"] == []
    assert _answer(unseen)["recognised"] == [1]
    assert _words(_answer(unseen)["pages"][0]) == ["peak 7.09 cfs"]


def test_a_picture_alone_gives_a_page_without_lines() -> None:
    assert _words(_answer(typeset_pdf("#rect(width: 3in, height: 2in)"))["pages"][0]) == []


def test_a_pdf_that_is_locked_is_refused_and_one_that_only_forbids_changes_is_read() -> None:
    def saved(user: str) -> bytes:
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(printed_pdf(["text"]))) as pdf:
            pdf.save(out, encryption=pikepdf.Encryption(owner="owner", user=user, R=3, aes=False, metadata=False))
        return out.getvalue()

    assert _words(_answer(saved(""))["pages"][0]) == ["text"]
    with pytest.raises(HandedFileError, match=r"made-up\.pdf: the PDF is locked with a password; .*without a password"):
        _answer(saved("secret"))


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.7\n" + b"\xff" * 5_000, b"no PDF at all"])
def test_what_is_no_pdf_is_refused(data: bytes) -> None:
    with pytest.raises(HandedFileError, match=r"made-up\.pdf: this is no PDF that can be read"):
        _answer(data)


def test_a_cut_pdf_is_read_as_far_as_it_goes_or_refused() -> None:
    whole = printed_pdf([PAGE])
    for share in (0.2, 0.5, 0.8, 0.99):
        try:
            found = _answer(whole[: round(len(whole) * share)])
        except HandedFileError:
            continue
        assert set(found) == {"pages", "unreadable", "recognised", "partly", "unordered"}


def test_a_small_page_that_unpacks_to_a_gigabyte_ends_in_bounded_time_and_memory() -> None:
    packer = zlib.compressobj(9)
    chunk = b" " * 10_000_000
    bomb = b"".join(packer.compress(chunk) for _ in range(100)) + packer.flush()
    start_s = time.monotonic()
    try:
        found = _answer(_with_content(bomb, encoded=True), OwnLimits(time_min=0.5, most_bytes=500_000_000))
    except HandedFileError:
        pass
    else:
        assert found["unreadable"] == [1] or _words(found["pages"][0]) == []
    assert time.monotonic() - start_s < 40


def test_more_pages_than_a_printout_has_are_refused() -> None:
    pdf = pikepdf.new()
    for _ in range(2_001):
        pdf.add_blank_page(page_size=(72, 72))
    out = io.BytesIO()
    pdf.save(out)
    with pytest.raises(HandedFileError, match=r"the PDF has 2,001 pages; at most 2,000 are read"):
        _answer(out.getvalue())


def test_a_tree_of_pages_that_holds_itself_is_refused() -> None:
    whole = printed_pdf(["text"])
    with pikepdf.open(io.BytesIO(whole)) as pdf:
        pdf.Root.Pages.Kids = pikepdf.Array([pdf.Root.Pages])
        out = io.BytesIO()
        pdf.save(out)
    try:
        found = _answer(out.getvalue(), OwnLimits(time_min=0.3))
    except HandedFileError:
        return
    assert [_words(page) for page in found["pages"]] in ([], [[]])


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (OwnLimits(time_min=0.0002), "stopped after 0.012 seconds"),
        (OwnLimits(most_bytes=30_000_000), "cannot be parsed"),
        (OwnLimits(answer_bytes=100), "what it unpacks to is longer than 100 characters"),
    ],
)
def test_a_parser_that_takes_more_than_it_may_is_stopped(limits: OwnLimits, said: str) -> None:
    with pytest.raises(HandedFileError, match=said):
        _answer(printed_pdf([PAGE]), limits)
