"""What a memo is made of, whatever it is printed on: sections of paragraphs, entries, tables, figures, callouts.

All text is plain text; nothing in it is markup. A renderer decides how a block looks, never what it says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Tone = Literal["met", "not_met", "cannot_tell", "for_judgment", "not_applicable", "provisional", "plain"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """An outcome in words, and the tone in which it is set; the words alone carry the meaning."""

    tone: Tone
    words: str


Weight = Literal[0, 2, 3, 4, 5, 6, 7]
"""Steps in the width of a column; each has its least width in the style sheet."""

Cell = str | Mark | None
"""What stands in a table: text, an outcome, or nothing because nothing was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table.

    `unit` stands in every header, printed or not; `group` is the header over several columns. `weight` is the share of
    the width that a column of text takes; with 0 it is as wide as its words, which are our own and short. So is a
    column of numbers.
    """

    label: str
    kind: Literal["text", "number", "mark"] = "text"
    unit: str | None = None
    group: str | None = None
    weight: Weight = 2

    @property
    def heading(self) -> str:
        """The label with its unit."""
        return f"{self.label} ({self.unit})" if self.unit else self.label

    @property
    def full_heading(self) -> str:
        """The heading with its group, as a table without group headers prints it."""
        if self.group is None:
            return self.heading
        return f"{self.group} {self.heading[:1].lower()}{self.heading[1:]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under typed columns. `key` names its CSV file; the first column heads each row.

    A cell that is None says that nothing was given; an empty text, that nothing is due there. With `written` it is a
    CSV file too.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    last_is_total: bool = False
    written: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Running text, with words that lead it."""

    text: str
    lead: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Callout:
    """Lines that must not be overlooked."""

    tone: Literal["statement", "note", "warning", "provisional"]
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Names with what they stand for."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One answer, large."""

    label: str
    answer: str
    detail: str
    tone: Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """The few answers that a reader looks for first."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of an entry."""

    lead: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One finding: where it is in the rule, about what, what it asks, how it came out, and on what that rests."""

    label: str
    item: str
    title: str
    mark: Mark
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """Findings, one after the other."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullets:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A drawing of our own, with the words that stand for it; a `wide` one takes the whole width."""

    key: str
    svg: str
    alternative: str
    caption: str
    wide: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A statement with lines to sign."""

    title: str
    statement: str
    lines: tuple[str, ...]


Block = Paragraph | Callout | Terms | Tiles | Entries | Bullets | Table | Figure | Signature


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A numbered section; its parts are headed one level below it, a `paged` one on a page of its own."""

    key: str
    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Section, ...] = ()
    paged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Memo:
    """A review memo.

    `footer` stands on every page, one line each; `opening` comes before the first section; `listings` are tables that
    are written as CSV alone. With `contents` the opening is a cover with a table of contents, on paper too.
    """

    title: str
    kind: str
    statement: str
    software: str
    footer: tuple[str, ...]
    opening: tuple[Block, ...]
    sections: tuple[Section, ...]
    listings: tuple[Table, ...] = ()
    contents: bool = False

    def tables(self) -> Iterator[Table]:
        """Yield every table that is written as CSV, in the order of the memo."""

        def of(section: Section) -> Iterator[Table]:
            yield from (block for block in section.blocks if isinstance(block, Table) and block.written)
            for part in section.parts:
                yield from of(part)

        yield from (block for block in self.opening if isinstance(block, Table) and block.written)
        for section in self.sections:
            yield from of(section)
        yield from self.listings
