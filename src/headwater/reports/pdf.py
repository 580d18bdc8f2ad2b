"""A memo as a tagged PDF, letter or 11x17, from one source."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from importlib import resources
from typing import Any, Literal

from headwater.errors import ReportError
from headwater.reports.glyphs import breakable, plainest, printable, seen_in
from headwater.reports.html import TITLE_LENGTH, header_rows, is_small, kind_of
from headwater.reports.model import Block, Column, Entry, Memo, Section, Table, Terms

Paper = Literal["letter", "11x17"]
RUNNING_LENGTH = 60
# An entry with more text than this may be broken over two pages; a shorter one is kept whole.
LONG_ENTRY = 900
# Written by us, not by a plan: a drawing, and names that the template looks up.
_OURS = frozenset({"svg", "kind", "tone", "scope", "paper", "key"})


def memo_pdf(memo: Memo, *, paper: Paper) -> bytes:
    """Return the memo as a PDF that conforms to PDF/UA-1; the same memo gives the same bytes.

    Raises
    ------
    ReportError
        If the typesetter refuses, or warns.
    """
    shown = _plain(seen_in(memo), paper=paper)
    try:
        return _typeset(_with_text(shown, printable))
    except _UnprintableError:
        # A combination that no shipped font can set, though it has each letter: named by codes rather than lost.
        return _typeset(_with_text(shown, plainest))


class _UnprintableError(Exception):
    """The typesetter met text that it cannot show."""


def _typeset(memo: dict[str, Any]) -> bytes:
    import typst

    template = resources.files("headwater.reports") / "templates" / "memo.typ"
    source = {
        "main.typ": template.read_bytes(),
        "memo.json": json.dumps(memo, ensure_ascii=True, sort_keys=True).encode(),
    }
    try:
        pdf, warnings = typst.compile_with_warnings(
            source,
            font_paths=_fonts(),
            ignore_system_fonts=True,
            pdf_standards=["ua-1"],
            timestamp=0,
        )
    except typst.TypstError as error:
        if "could not be displayed" in error.message or "disallowed codepoint" in error.message:
            raise _UnprintableError from error
        raise ReportError(f"the PDF could not be set: {error.message}") from error
    if warnings:
        raise ReportError(f"the PDF was set with warnings: {'; '.join(warning.message for warning in warnings)}")
    assert isinstance(pdf, bytes)
    return pdf


@cache
def _fonts() -> Any:
    import typst

    with resources.as_file(resources.files("headwater.reports") / "fonts") as folder:
        return typst.Fonts(include_system_fonts=False, font_paths=[str(folder)])


def _plain(memo: Memo, *, paper: Paper) -> dict[str, Any]:
    title = memo.title if len(memo.title) <= TITLE_LENGTH else f"{memo.title[:TITLE_LENGTH]}..."
    running = memo.title if len(memo.title) <= RUNNING_LENGTH else f"{memo.title[:RUNNING_LENGTH]}..."
    return {
        "paper": paper,
        "document_title": f"{title}: {memo.kind}",
        "running": f"{memo.kind}: {running}",
        "heading": memo.kind,
        "title": memo.title,
        "statement": memo.statement,
        "footer": list(memo.footer),
        "contents": memo.contents,
        "opening": [_block(block) for block in memo.opening],
        "sections": [_section(section, str(number)) for number, section in enumerate(memo.sections, start=1)],
    }


def _section(section: Section, number: str) -> dict[str, Any]:
    return {
        "number": number,
        "title": section.title,
        "paged": section.paged,
        "blocks": [_block(block) for block in section.blocks],
        "parts": [_section(part, f"{number}.{place}") for place, part in enumerate(section.parts, start=1)],
    }


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Table):
        return {
            "kind": "table",
            "title": block.title,
            "note": block.note,
            "total": block.last_is_total,
            "columns": [_column(column) for column in block.columns],
            "whole": is_small(block),
            "heads": header_rows(block),
            "rows": [
                [asdict(cell) if cell is not None and not isinstance(cell, str) else cell for cell in row]
                for row in block.rows
            ],
        }
    plain = asdict(block) | {"kind": kind_of(block)}
    if isinstance(block, Terms):
        plain["whole"] = sum(len(name) + len(meaning) for name, meaning in block.rows) <= LONG_ENTRY
    if "entries" in plain:
        for entry, item in zip(plain["entries"], getattr(block, "entries", ()), strict=True):
            entry["long"] = _is_long(item)
    return plain


def _column(column: Column) -> dict[str, Any]:
    number = column.kind == "number"
    return {"weight": column.weight if column.kind == "text" else 0, "number": number}


def _is_long(entry: Entry) -> bool:
    return sum(len(line.text) + 40 for line in entry.lines) + len(entry.title) > LONG_ENTRY


def _with_text(value: Any, change: Any, *, key: str = "") -> Any:
    """Return plain values with every text of a plan changed, and given places to break."""
    if isinstance(value, dict):
        return {name: _with_text(item, change, key=name) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_text(item, change, key=key) for item in value]
    if isinstance(value, str) and key not in _OURS:
        changed = change(value)
        return changed if key in ("footer", "document_title") else breakable(changed)
    return value
