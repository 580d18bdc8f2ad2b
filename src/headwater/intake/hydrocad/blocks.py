"""The shape of a HydroCAD project: blocks of keys and values, children below the node before them.

Owns the lines; what the keys mean is `project` and the modules beside it. A key may stand several times in a block, and
the order of all of them is kept, since devices are counted from the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake.foreign_values import number_of
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import HandedText, refuse

MOST_NODES: Final = 5_000
MOST_BLOCKS: Final = 60_000
CHILDREN: Final = frozenset({"AREA", "TC", "STAGE", "DEVICE"})


@dataclass(frozen=True)
class Key:
    """One line `key=value`."""

    name: str
    value: str
    line: int


@dataclass
class Block:
    """One block. `children` are the areas, flow paths, stages and devices of a node."""

    name: str
    line: int
    keys: list[Key] = field(default_factory=list)
    children: list[Block] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def of(self, name: str) -> Key | None:
        """Return the first key of a name, in whatever case it is written."""
        return next(self.each(name), None)

    def each(self, name: str) -> Iterator[Key]:
        """Yield every key of a name."""
        wanted = name.lower()
        return (key for key in self.keys if key.name.lower() == wanted)

    def below(self, name: str) -> list[Block]:
        """Return the children of one name, in their order."""
        return [child for child in self.children if child.name.upper() == name]


class Taking:
    """A reader's hand over the blocks: takes values, and tells the ledger what became of each line."""

    def __init__(self, book: LedgerBook) -> None:
        self.book = book

    def text(self, block: Block, name: str, as_: str) -> Key | None:
        """Return a key whose value is words, used."""
        key = block.of(name)
        if key is None or not key.value.strip():
            return None
        self.book.use(key.line, as_)
        return key

    def number(self, block: Block, name: str, as_: str, *, least: int | None = 0) -> tuple[Fraction, int] | None:
        """Return the number of a key and its line; None where it is missing, or not understood."""
        key = block.of(name)
        if key is None:
            return None
        value = number_of(key.value)
        if value is None or (least is not None and value < least):
            self.book.not_understood(key.line, f"{name} is no number that it can be")
            return None
        self.book.use(key.line, as_)
        return value, key.line


def blocks_of(text: HandedText, book: LedgerBook) -> list[Block]:
    """Return the blocks of a project in order, children with their node.

    Raises
    ------
    HandedFileError
        If there are more blocks or nodes than a project can have, or no block at all.
    """
    found: list[Block] = []
    current: Block | None = None
    node: Block | None = None
    count = nodes = 0
    for number, line in enumerate(text.lines, start=1):
        words = line.strip()
        if not words:
            continue
        if words.startswith("//"):
            book.ignore(number, "a comment")
        elif words.startswith("["):
            name = words[1:].partition("]")[0].strip()
            current = Block(name, number)
            count += 1
            if name.upper() == "NODE":
                node = current
                nodes += 1
            if name.upper() in CHILDREN and node is not None:
                node.children.append(current)
            else:
                found.append(current)
            _check(text, number, count, nodes)
        else:
            name, equals, value = words.partition("=")
            if current is None or not equals:
                book.not_understood(number, "a line that is no key and value in a block")
            else:
                current.keys.append(Key(name.strip(), value.strip(), number))
    if not found:
        refuse(
            text.file,
            "there is no block in it",
            expected="blocks such as [HydroCAD] and [NODE]",
            remedy="hand in the project file itself",
        )
    return found


def _check(text: HandedText, line: int, count: int, nodes: int) -> None:
    if count > MOST_BLOCKS or nodes > MOST_NODES:
        refuse(
            text.file,
            f"the project has more than {MOST_NODES:,} nodes or {MOST_BLOCKS:,} blocks",
            line=line,
            expected="a project of one site",
            remedy="hand in the part of it that drains the site",
        )
