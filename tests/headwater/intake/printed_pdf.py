"""PDFs for tests: text as a program prints it, typeset page by page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import typst

_PAGES = b"""
#set page(width: 11in, height: 8.5in, margin: 0.5in)
#set text(font: "DejaVu Sans Mono", size: 7pt)
#for (at, page) in json("pages.json").enumerate() { if at > 0 { pagebreak() }; raw(page, block: true) }
"""


def printed_pdf(pages: Sequence[str]) -> bytes:
    """Return a PDF that shows each text on a page of its own."""
    return _typeset(_PAGES, {"pages.json": json.dumps(list(pages)).encode()})


def typeset_pdf(source: str) -> bytes:
    """Return the PDF of a Typst source."""
    return _typeset(source.encode(), {})


def _typeset(source: bytes, others: dict[str, bytes]) -> bytes:
    sources: Any = {"main.typ": source, **others}  # its stubs know no folder in memory
    made: bytes = typst.compile(sources, ignore_system_fonts=True)
    return made
