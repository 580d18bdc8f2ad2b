"""Tables on a terminal: columns under their headings and units, numbers to the right, no line wider than the screen.

A table that is too wide is printed in parts, each of which begins with the column that names the rows.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from headwater.cli.check_text import WIDTH, wrapped
from headwater.reports.model import Cell, Column, Mark, Table

GAP = "  "
NOTHING = "-"
# The narrowest that a column of running text may become, and the widest that a name may be.
LEAST_TEXT = 24
MOST_NAME = 26
MOST_GROUP = 40


@dataclass(frozen=True, kw_only=True)
class _Laid:
    """A column as it is printed: the lines of its heading, its cells, and how wide it is."""

    heading: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    number: bool
    group: str | None
    least: int = 0
    """As wide as the heading of its group wants it."""

    @cached_property
    def width(self) -> int:
        return max(self.least, *(len(line) for lines in (self.heading, *self.cells) for line in lines))

    def line(self, text: str) -> str:
        return text.rjust(self.width) if self.number else text.ljust(self.width)


def table_lines(table: Table, *, indent: int = 2) -> Iterator[str]:
    """Yield a table as lines, without its title."""
    columns = [_laid(column, [row[index] for row in table.rows]) for index, column in enumerate(table.columns)]
    columns = [columns[0], *(column for group in _grouped(columns[1:]) for column in _under_heading(group))]
    for number, part in enumerate(_parts(columns, WIDTH - indent)):
        if number:
            yield ""
        for line in _lines(_fitted(part, WIDTH - indent)):
            yield f"{' ' * indent}{line}".rstrip()
    for note in table.note.splitlines():
        yield from wrapped(note, indent=indent)


def _laid(column: Column, cells: Sequence[Cell]) -> _Laid:
    number = column.kind == "number"
    most = MOST_NAME if not number else WIDTH
    return _Laid(
        heading=(column.label, column.unit or ""),
        cells=tuple(_wrapped(_words(cell), most if column.label != "Description" else WIDTH) for cell in cells),
        number=number,
        group=None if column.group is None else textwrap.shorten(column.group, MOST_GROUP, placeholder="..."),
    )


def _under_heading(group: list[_Laid]) -> list[_Laid]:
    """Return the columns of a group, the first widened where the heading over them is wider than all."""
    short = len(group[0].group or "") - _width(group)
    return group if short <= 0 else [replace(group[0], least=group[0].width + short), *group[1:]]


def _words(cell: Cell) -> str:
    if isinstance(cell, Mark):
        return cell.words
    return NOTHING if cell is None else " ".join(cell.split())


def _wrapped(text: str, width: int) -> tuple[str, ...]:
    return tuple(textwrap.wrap(text, max(width, 1), break_on_hyphens=False)) or ("",)


def _parts(columns: Sequence[_Laid], width: int) -> Iterator[list[_Laid]]:
    """Yield groups of columns that fit beside each other; what stands under one group heading stays together."""
    first, rest = columns[0], _grouped(columns[1:])
    part: list[_Laid] = [first]
    for group in rest:
        if len(part) > 1 and _width([*part, *group]) > width:
            if _least_width([*part, *group]) > width:
                yield part
                part = [first]
        part += group
    yield part


def _grouped(columns: Sequence[_Laid]) -> list[list[_Laid]]:
    groups: list[list[_Laid]] = []
    for column in columns:
        if groups and column.group is not None and groups[-1][0].group == column.group:
            groups[-1].append(column)
        else:
            groups.append([column])
    return groups


def _width(columns: Sequence[_Laid]) -> int:
    return sum(column.width for column in columns) + len(GAP) * (len(columns) - 1)


def _least_width(columns: Sequence[_Laid]) -> int:
    """Return how narrow columns can be made by wrapping the last one, if it is text."""
    last = columns[-1]
    if last.number:
        return _width(columns)
    return _width(columns) - last.width + min(last.width, LEAST_TEXT)


def _fitted(columns: list[_Laid], width: int) -> list[_Laid]:
    over = _width(columns) - width
    last = columns[-1]
    if over <= 0 or last.number:
        return columns
    room = last.width - over
    cells = tuple(_wrapped(" ".join(lines), room) for lines in last.cells)
    return [*columns[:-1], _Laid(heading=last.heading, cells=cells, number=False, group=last.group)]


def _lines(columns: Sequence[_Laid]) -> Iterator[str]:
    if any(column.group for column in columns):
        yield _group_line(columns)
    for number in range(2):
        heading = [column.line(column.heading[number]) for column in columns]
        if any(text.strip() for text in heading):
            yield GAP.join(heading)
    for row in range(len(columns[0].cells)):
        for lines in zip_longest(*(column.cells[row] for column in columns), fillvalue=""):
            yield GAP.join(column.line(text) for column, text in zip(columns, lines, strict=True))


def _group_line(columns: Sequence[_Laid]) -> str:
    line = " " * columns[0].width
    for group in _grouped(columns[1:]):
        line += GAP + (group[0].group or "").center(_width(group))
    return line
