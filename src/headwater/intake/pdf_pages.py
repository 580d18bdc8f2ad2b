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
    from pypdf import PageObject, PdfReader

MOST_PAGES: Final = 2_000
MOST_CHARACTERS: Final = 30_000_000
WIDEST_LINE: Final = 2_000
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
    """Return `pages`, each a list of lines, and the numbers of pages that are `unreadable` or `recognised`."""
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
    unreadable: list[int] = []
    recognised: list[int] = []
    total = 0
    for number in range(1, count + 1):
        lines, unseen = _page(reader, number)
        if lines is None:
            unreadable.append(number)
        if unseen:
            recognised.append(number)
        pages.append(lines or [])
        total += sum(map(len, pages[-1]))
        if total > MOST_CHARACTERS:
            return _refused(f"the PDF holds more than {MOST_CHARACTERS:,} characters", "hand in the printout alone")
    return {"pages": pages, "unreadable": unreadable, "recognised": recognised}


def _page(reader: PdfReader, number: int) -> tuple[list[str] | None, bool]:
    """Return the lines of a page, None where it cannot be read, and whether its text is not to be seen."""
    from pypdf.errors import PyPdfError

    try:
        page = reader.pages[number - 1]
        content = page.get_contents()
        unseen = content is not None and _UNSEEN.search(content.get_data()) is not None
    except (PyPdfError, *_BROKEN):
        return None, False
    for laid_out in (True, False):
        try:
            return _lines(_text(page, laid_out=laid_out)), unseen
        except (PyPdfError, *_BROKEN):
            continue
    return None, unseen


def _text(page: PageObject, *, laid_out: bool) -> str:
    if laid_out:
        return page.extract_text(extraction_mode="layout", layout_mode_space_vertically=False)
    return page.extract_text()


def _lines(text: str) -> list[str]:
    lines = [_CONTROL.sub(" ", line).rstrip() for line in text.split("\n")]
    return [line if len(line) <= WIDEST_LINE else " ".join(line.split()) for line in lines]
