"""A printout handed in as a PDF: its text, page by page, read by the reader of that printout.

Owns which printouts are looked for, and what is said of pages that hold no text or a recogniser's. A line's number
counts the lines of all pages; its page stands in the ledger and with each claim.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any, Final

from headwater.intake.handed import Handed, Remark
from headwater.intake.opening import HandedText, refuse, sha256_of
from headwater.intake.own_process import OwnLimits, answer_of

PRINTOUTS: Final = ("headwater.intake.hydrocad.report",)
"""The modules that read a printout as text; each has `KIND`, `looks_like` and `read_text`."""
LIMITS: Final = OwnLimits(time_min=2)
"""Two hundred pages of a report take 4 s of CPU time."""
_WHAT: Final = "a PDF with text, as a program prints it"
_MOST_NAMED: Final = 8


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is a PDF; a few bytes may stand before its mark."""
    return "%PDF-" in start[:1024]


def read(data: bytes, *, file: str) -> Handed:
    """Return what a printout says.

    Raises
    ------
    HandedFileError
        If it is no PDF, holds no text, as a scan, or none of the printouts that are read.
    """
    found = answer_of("headwater.intake.pdf_pages", data, file=file, what=_WHAT, limits=LIMITS)
    pages: list[list[str]] = found["pages"]
    if not any(line.strip() for page in pages for line in page):
        refuse(
            file,
            f"the PDF holds no text on its {len(pages):,} pages, as a scan",
            expected=_WHAT,
            remedy="hand in the PDF that the program itself printed, or its text export",
        )
    reader = _reader(pages)
    if reader is None:
        refuse(
            file,
            "the PDF is no printout that is known",
            expected="a printed HydroCAD report, or pages of one",
            remedy="hand in the printout of the model by itself",
        )
    lines, firsts = _lines(pages)
    text = HandedText(file=file, sha256=sha256_of(data), lines=lines, encoding="pdf")
    handed: Handed = reader.read_text(text, kind=f"{reader.KIND}, as PDF", pages=firsts)
    return replace(handed, remarks=(*handed.remarks, *_remarks(found, firsts)))


def _reader(pages: Sequence[Sequence[str]]) -> ModuleType | None:
    for name in PRINTOUTS:
        module = importlib.import_module(name)
        if any(module.looks_like("\n".join(page)) for page in pages):
            return module
    return None


def _lines(pages: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return all lines, and the first of each page; an empty page has one, so that the pages keep their numbers."""
    lines: list[str] = []
    firsts: list[int] = []
    for page in pages:
        firsts.append(len(lines) + 1)
        lines += page or [""]
    return tuple(lines), tuple(firsts)


def _remarks(found: Mapping[str, Any], firsts: Sequence[int]) -> Iterator[Remark]:
    empty = [
        number
        for number, page in enumerate(found["pages"], start=1)
        if number not in found["unreadable"] and not any(line.strip() for line in page)
    ]
    for code, some, what in (
        ("page-unreadable", found["unreadable"], "cannot be read, so that what it says is missing"),
        ("page-without-text", empty, "holds no text, as a picture"),
        ("page-partly-read", found["partly"], "has text in several directions, of which the most is read"),
        (
            "text-recognised",
            found["recognised"],
            "was recognised from a picture, so that each figure has to be looked at",
        ),
    ):
        if some:
            named = ", ".join(str(number) for number in some[:_MOST_NAMED])
            more = f" and {len(some) - _MOST_NAMED} more" if len(some) > _MOST_NAMED else ""
            yield Remark(code=code, message=f"page {named}{more}: {what}", line=firsts[some[0] - 1])
