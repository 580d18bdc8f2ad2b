"""The input of EPA SWMM as it stands: sections, rows of words, comments; nothing in it is lost, and it is written back.

Owns the shape of the file. What the rows mean is `model`. A row is split at blanks, and a name in quotes may hold some;
what stands behind a semicolon is a comment, which is kept with its row. Written and read again, an input is equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from headwater.intake.opening import HandedText, refuse

MOST_ROWS: Final = 200_000
_WORD: Final = re.compile(r'"[^"]{0,500}"|[^\s";]+')


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a section: its words, its comment, and its line; a row without words is a comment by itself."""

    words: tuple[str, ...]
    comment: str | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One section, in the order of the file; a section may come more than once. `lines` are texts of `[TITLE]`."""

    name: str
    rows: tuple[Row, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True)
class SwmmInput:
    """An input of EPA SWMM: its sections in order, and what stands before the first one."""

    sections: tuple[Section, ...]
    before: tuple[Row, ...] = ()

    def rows(self, name: str) -> Iterator[Row]:
        """Yield the rows with words of every section of a name."""
        for section in self.sections:
            if section.name == name:
                yield from (row for row in section.rows if row.words)

    def option(self, name: str) -> Row | None:
        """Return the row of `[OPTIONS]` that sets an option."""
        return next((row for row in self.rows("OPTIONS") if row.words[0].upper() == name), None)


# Rows of these are running text.
TEXTS: Final = frozenset({"TITLE"})


def parse_inp(text: HandedText) -> SwmmInput:
    """Return an input as it stands.

    Raises
    ------
    HandedFileError
        If it has no section, or more rows than an input can have.
    """
    if len(text.lines) > MOST_ROWS:
        refuse(
            text.file,
            f"the input has {len(text.lines):,} lines",
            expected=f"at most {MOST_ROWS:,}",
            remedy="hand in the part of it that drains the site",
        )
    before: list[Row] = []
    sections: list[Section] = []
    rows, name, line = before, "", 0

    def close() -> None:
        if name:
            sections.append(Section(name=name, rows=tuple(rows), line=line))

    for number, raw in enumerate(text.lines, start=1):
        words = raw.strip()
        if words.startswith("[") and words.partition("]")[0][1:].strip():
            close()
            name, line, rows = words[1:].partition("]")[0].strip().upper(), number, []
        elif words:
            rows.append(_row(words, number, whole=name in TEXTS))
    close()
    if not sections:
        refuse(
            text.file,
            "there is no section in it",
            expected="sections such as [OPTIONS] and [STORAGE]",
            remedy="hand in the .inp file of EPA SWMM",
        )
    return SwmmInput(sections=tuple(sections), before=tuple(before))


def _row(text: str, number: int, *, whole: bool) -> Row:
    if whole:
        return Row(words=(text,), line=number)
    place = _comment_at(text)
    said = text if place is None else text[:place]
    comment = None if place is None else text[place + 1 :].rstrip()
    return Row(words=tuple(_WORD.findall(said)), comment=comment, line=number)


def _comment_at(text: str) -> int | None:
    """Return where a comment begins: the first semicolon outside of quotes."""
    quoted = False
    for place, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif letter == ";" and not quoted:
            return place
    return None


def write_inp(swmm: SwmmInput) -> str:
    """Return an input as text, which reads back as the same input."""
    lines = [_text(row) for row in swmm.before]
    for section in swmm.sections:
        if lines:
            lines.append("")
        lines.append(f"[{section.name}]")
        lines += [_text(row) for row in section.rows]
    return "\n".join(lines) + "\n"


def _text(row: Row) -> str:
    said = " ".join(f"{word:<16}" if place < len(row.words) - 1 else word for place, word in enumerate(row.words))
    if row.comment is None:
        return said
    return f"{said} ;{row.comment}" if said else f";{row.comment}"
