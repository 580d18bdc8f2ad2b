"""An input of WinTR-20: sub-areas, storms, structures and reaches in fields of ten characters.

No original file has been read: the fields are those that public writers fill. Keywords end in a colon; the lines of a
block are indented by ten blanks. Areas are square miles and times hours. A reach names a cross section by its rating,
which a model of ours does not have, so that its section stays open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake import foreign_values as to
from headwater.intake.handed import Handed, Remark, list_node, map_node, text_node
from headwater.intake.hydrocad.words import distribution_of, return_period_of
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import handed_text, refuse
from headwater.intake.yaml_text import MapNode, Node

KIND: Final = "WinTR-20 input"
WIDTH: Final = 10
MOST_LINES: Final = 100_000
ACRES_PER_SQUARE_MILE: Final = 640
_HEADER: Final = re.compile(r"^WinTR-20:\s*Version\s*(?P<version>[0-9.]{1,10})")
_KEYWORD: Final = re.compile(r"^(?P<name>[A-Z][A-Z /-]{2,40}):\s*$")
_END: Final = frozenset({"outlet", ""})
OUTLET: Final = "Outlet"
_DAY: Final = "24 h"


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is an input of WinTR-20."""
    return _HEADER.match(start.lstrip("\ufeff\xef\xbb\xbf")) is not None


def read(data: bytes, *, file: str) -> Handed:
    """Return what an input of WinTR-20 says.

    Raises
    ------
    HandedFileError
        If it is no text, or has no sub-area and no storm.
    """
    text = handed_text(data, file=file)
    if len(text.lines) > MOST_LINES:
        refuse(
            file,
            f"the input has {len(text.lines):,} lines",
            expected=f"at most {MOST_LINES:,}",
            remedy="hand in the part of it that drains the site",
        )
    reader = _Reader(LedgerBook(text.lines))
    reader.walk(text.lines)
    if not reader.land and not reader.storms:
        refuse(
            file,
            "there is no sub-area and no storm in it",
            expected="blocks such as SUB-AREA: and STORM ANALYSIS:",
            remedy="hand in the .inp file of WinTR-20",
        )
    return Handed(
        file=file,
        sha256=text.sha256,
        kind=KIND,
        ledger=reader.book.close(),
        program=f"WinTR-20 {reader.version}",
        title=reader.title,
        section=map_node(1, storms=list_node(reader.storms, reader.storms[0].line) if reader.storms else None),
        model=reader.model(),
        remarks=tuple(reader.remarks),
    )


@dataclass
class _Reader:
    book: LedgerBook
    version: str = ""
    title: str | None = None
    land: list[Node] = field(default_factory=list)
    reaches: list[Node] = field(default_factory=list)
    storms: list[Node] = field(default_factory=list)
    ratings: dict[str, list[tuple[Fraction, Fraction, Fraction, int]]] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    ways: dict[str, str] = field(default_factory=dict)
    structures: dict[str, str] = field(default_factory=dict)
    ends: bool = False
    block: str = ""
    of: str = ""

    def walk(self, lines: tuple[str, ...]) -> None:
        for number, line in enumerate(lines, start=1):
            header, keyword = _HEADER.match(line), _KEYWORD.match(line.strip())
            if header is not None:
                self.version = header["version"]
                self.book.use(number, "program and version")
            elif keyword is not None and not line.startswith(" " * WIDTH):
                self.block, self.of = keyword["name"].strip(), ""
                if self.block in _BLOCKS:
                    self.book.use(number, "a block")
                else:
                    self.book.not_understood(number, "this block is not read yet")
            elif not line.strip():
                continue
            elif not self.block:
                self.title = self.title or line.strip()
                self.book.use(number, "title")
            elif self.block in _BLOCKS:
                _BLOCKS[self.block](self, _fields(line), number)
            else:
                self.book.not_understood(number, "this block is not read yet")

    def model(self) -> MapNode | None:
        ponds = [self._pond(name, rows) for name, rows in self.ratings.items() if len(rows) > 1]
        if not (self.land or ponds or self.reaches):
            return None
        ends: list[Node] = [map_node(1, id=text_node(OUTLET, 1))] if self.ends else []
        lists = {"subcatchments": self.land, "ponds": ponds, "reaches": self.reaches, "outfalls": ends}
        nodes = {name: list_node(found, found[0].line) if found else None for name, found in lists.items()}
        return map_node(1, **nodes)

    # ---- blocks ------------------------------------------------------------------------------------------------------

    def sub_area(self, words: list[str], number: int) -> None:
        """Take a sub-area: id, where it drains, square miles, curve number, hours."""
        name, to_node = _at(words, 0), self._to(_at(words, 1))
        area, curve_number, hours = (to.number_of(_at(words, place)) for place in (2, 3, 4))
        if not name or area is None or area <= 0:
            self.book.not_understood(number, "it is no sub-area")
            return
        self.book.use(number, "a sub-area")
        cover = map_node(
            number,
            area=to.quantity(area * ACRES_PER_SQUARE_MILE, "ac", number),
            curve_number=None if curve_number is None else to.plain(curve_number, number),
        )
        self.land.append(
            map_node(
                number,
                id=text_node(name, number),
                to=text_node(to_node, number),
                areas=list_node([cover], number),
                time_of_concentration=None if hours is None or hours <= 0 else to.quantity(hours, "h", number),
            )
        )

    def reach(self, words: list[str], number: int) -> None:
        """Take a reach: id, where it leads, the name of its section or structure, length."""
        name, to_node, length = _at(words, 0), self._to(_at(words, 1)), to.number_of(_at(words, 3))
        if not name:
            self.book.not_understood(number, "it is no reach")
            return
        self.book.use(number, "a reach")
        self.ways[name] = to_node
        if _at(words, 2).upper().startswith("STR") or length is None:
            # A structure: its rating makes a pond of this name.
            self.structures[_at(words, 2) or name] = name
            return
        self._remark("section-not-understood", f"the section of reach {name} is a rating, and stays open", number, name)
        self.reaches.append(
            map_node(
                number,
                id=text_node(name, number),
                kind=text_node("channel", number),
                to=text_node(to_node, number),
                length=to.quantity(length, "ft", number),
            )
        )

    def storm(self, words: list[str], number: int) -> None:
        """Take a storm: id, gage, inches, distribution, antecedent condition."""
        name, depth, curve = _at(words, 0), to.number_of(_at(words, 2)), _at(words, 3)
        if not name or depth is None or depth <= 0:
            self.book.not_understood(number, "it is no storm")
            return
        self.book.use(number, "a storm")
        ours, years = distribution_of(curve), return_period_of(name)
        if ours is None:
            self._remark(
                "curve-not-known", f"no published curve of rain is called {curve!r}; it stays open", number, name
            )
        self.storms.append(
            map_node(
                number,
                id=text_node(name, number),
                return_period=None if years is None else text_node(years, number),
                depth=to.quantity(depth, "in", number),
                duration=text_node(_DAY, number),
                distribution=None if ours is None else text_node(ours, number),
            )
        )

    def rating(self, words: list[str], number: int) -> None:
        """Take a row of a structure's rating: elevation, cfs, acre-feet; the first line names it."""
        numbers = [to.number_of(word) for word in words if word]
        if words and words[0] and to.number_of(words[0]) is None:
            self.of = words[0]
            self.ratings.setdefault(self.of, [])
            self.book.use(number, f"structure {self.of}")
        elif self.of and len(numbers) == 3 and None not in numbers:
            level, flow, storage = (one for one in numbers if one is not None)
            self.ratings[self.of].append((level, flow, storage, number))
            self.book.use(number, f"rating of {self.of}")
        else:
            self.book.not_understood(number, "it is no row of a rating")

    def passed_over(self, words: list[str], number: int) -> None:
        """Pass over what says only how WinTR-20 prints."""
        self.book.ignore(number, "what is printed, and how")

    def _pond(self, name: str, rows: list[tuple[Fraction, Fraction, Fraction, int]]) -> Node:
        own = self.structures.get(name, name)
        line = rows[0][3]
        stages: list[Node] = [
            map_node(
                number,
                elevation=to.elevation(level, number),
                volume=to.quantity(storage - rows[0][2], "ac-ft", number),
            )
            for level, _, storage, number in rows
        ]
        curve: list[Node] = [
            map_node(number, elevation=to.elevation(level, number), flow=to.quantity(flow, "cfs", number))
            for level, flow, _, number in rows
        ]
        outlet = map_node(
            line, id=text_node("rating", line), kind=text_node("rating", line), curve=list_node(curve, line)
        )
        way = self.ways.get(own)
        return map_node(
            line,
            id=text_node(own, line),
            to=None if way is None else text_node(way, line),
            storage=list_node([map_node(line, kind=text_node("volumes", line), stages=list_node(stages, line))], line),
            outlets=list_node([outlet], line),
        )

    def _to(self, word: str) -> str:
        if word.lower() in _END:
            self.ends = True
            return OUTLET
        return word

    def _remark(self, code: str, message: str, line: int, element: str) -> None:
        self.remarks.append(Remark(code=code, message=message, line=line, element=element))


def _fields(line: str) -> list[str]:
    """Return the fields of ten characters behind the indent of ten."""
    text = line.rstrip()[WIDTH:] if line.startswith(" " * WIDTH) else line.rstrip()
    return [text[place : place + WIDTH].strip() for place in range(0, len(text), WIDTH)]


def _at(words: list[str], place: int) -> str:
    return words[place] if place < len(words) else ""


_BLOCKS: Final[Mapping[str, Callable[[_Reader, list[str], int], None]]] = {
    "SUB-AREA": _Reader.sub_area,
    "STREAM REACH": _Reader.reach,
    "STORM ANALYSIS": _Reader.storm,
    "STRUCTURE RATING": _Reader.rating,
    "GLOBAL OUTPUT": _Reader.passed_over,
}
