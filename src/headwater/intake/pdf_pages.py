"""The text of a PDF, page by page, laid out in lines as it is seen. Runs in `own_process`, and nowhere else.

Owns the only use of pypdf. A page that it cannot lay out is read in the order of its content, and one that it cannot
read at all is named. Text that a recogniser laid under a scanned picture is told from text that a program printed.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader, PdfWriter

MOST_PAGES: Final = 2_000
MOST_CHARACTERS: Final = 30_000_000
WIDEST_LINE: Final = 2_000
LEAST_SHARE: Final = 0.9
"""Less of the letters of a page laid out than this is said; an axis of a drawing may well run upwards."""
_UNSEEN: Final = re.compile(rb"(?<![0-9.])3\s+Tr\b")
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
# What a broken page makes of the library, beside its own errors: it trusts what a page says of itself.
_BROKEN: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)


def answer(data: bytes) -> dict[str, Any]:
    """Return `pages`, each a list of lines, and the numbers of some.

    Those are `unreadable`, `unordered` (text in the order in which it was drawn), `partly` read (text in several
    directions), or `recognised` (text that is not to be seen, as under a scanned picture).
    """
    if find_spec("pypdf") is None:
        return _refused("pypdf is not installed", 'install headwater with its extra: pip install "headwater[pdf]"')
    import logging

    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.disable(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted and not _is_open(reader):
            return _refused("the PDF is locked with a password", "save it without a password")
        count = len(reader.pages)
    except (PyPdfError, *_BROKEN) as error:
        return _refused(f"this is no PDF that can be read ({type(error).__name__})", None)
    if count > MOST_PAGES:
        return _refused(f"the PDF has {count:,} pages; at most {MOST_PAGES:,} are read", "hand in the printout alone")
    return _pages(reader, count)


def _refused(words: str, remedy: str | None) -> dict[str, Any]:
    return {"refused": words} if remedy is None else {"refused": words, "remedy": remedy}


def _is_open(reader: PdfReader) -> bool:
    """Return whether a locked PDF opens with no password, as those do that are only closed to changes."""
    from pypdf.errors import PyPdfError

    try:
        return bool(reader.decrypt(""))
    except (PyPdfError, *_BROKEN):
        return False


def _pages(reader: PdfReader, count: int) -> dict[str, Any]:
    pages: list[list[str]] = []
    noted: dict[str, list[int]] = {"unreadable": [], "recognised": [], "partly": [], "unordered": []}
    turner = _Turner(reader)
    total = 0
    for number in range(1, count + 1):
        lines, notes = _page(reader, number, turner)
        for note in notes:
            noted[note].append(number)
        pages.append(lines)
        total += sum(map(len, lines))
        if total > MOST_CHARACTERS:
            return _refused(f"the PDF holds more than {MOST_CHARACTERS:,} characters", "hand in the printout alone")
    return {"pages": pages, **noted}


class _Turner:
    """A copy of the document whose pages may be turned, made when the first is asked for."""

    def __init__(self, reader: PdfReader) -> None:
        self._reader = reader
        self._copy: PdfWriter | None = None

    def page(self, number: int) -> PageObject:
        """Return a page that may be turned."""
        from pypdf import PdfWriter

        if self._copy is None:
            self._copy = PdfWriter(clone_from=self._reader)
        return self._copy.pages[number - 1]


def _page(reader: PdfReader, number: int, turner: _Turner) -> tuple[list[str], list[str]]:
    """Return the lines of a page, and what is to be noted of it."""
    from pypdf.errors import PyPdfError

    notes: list[str] = []
    try:
        page = reader.pages[number - 1]
        content = page.get_contents()
        if content is not None and _UNSEEN.search(content.get_data()) is not None:
            notes.append("recognised")
        whole = page.extract_text()
    except (PyPdfError, *_BROKEN):
        return [], ["unreadable"]
    try:
        laid_out, share = _laid_out(page, _letters(whole), turner, number)
    except (PyPdfError, *_BROKEN):
        return _lines(whole), [*notes, "unordered"]
    if share < LEAST_SHARE:
        notes.append("partly")
    return _lines(laid_out), notes


def _laid_out(page: PageObject, letters: int, turner: _Turner, number: int) -> tuple[str, float]:
    """Return the text of a page in its lines, and how much of all its letters that is.

    Only upright text can be laid out. A page across, whose text runs up or down the sheet, is turned until it does.
    """
    best = _text(page)
    most = _letters(best)
    if most >= LEAST_SHARE * letters:
        return best, 1.0
    page = turner.page(number)
    wide, high = float(page.mediabox.width), float(page.mediabox.height)
    for side in (wide, high, wide):
        page.add_transformation((0.0, -1.0, 1.0, 0.0, 0.0, side))
        text = _text(page)
        if _letters(text) > most:
            best, most = text, _letters(text)
    return best, most / letters


def _text(page: PageObject) -> str:
    return page.extract_text(extraction_mode="layout", layout_mode_space_vertically=False)


def _letters(text: str) -> int:
    return sum(map(len, text.split()))


def _lines(text: str) -> list[str]:
    lines = [_CONTROL.sub(" ", line).rstrip() for line in text.split("\n")]
    return [line if len(line) <= WIDEST_LINE else " ".join(line.split()) for line in lines]
