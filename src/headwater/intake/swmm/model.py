"""An input of EPA SWMM as a model of ours: storages, outlets, conduits, junctions, outfalls; what has no like is told.

A storage is a pond and what leaves it its outlets; a conduit that leaves a storage is a culvert, any other a reach; a
junction is a link. Elevations follow the invert of their node, or stand for themselves where the file says so. Land is
read where it has curve numbers, and without a time of concentration, which SWMM does not have: it stays unknown, and a
remark says so. Nothing is made like something that it is not.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Final

from headwater.intake import foreign_values as to
from headwater.intake.handed import Handed, list_node, map_node, text_node
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import handed_text
from headwater.intake.swmm.inp import Row, parse_inp
from headwater.intake.swmm.links import TAKEN, Links
from headwater.intake.swmm.pools import DEPTHS, SIZES, areas_of, is_straight
from headwater.intake.yaml_text import MapNode, Node

KIND: Final = "EPA SWMM input"
_TELLING: Final = ("OPTIONS", "JUNCTIONS", "OUTFALLS", "RAINGAGES", "SUBCATCHMENTS", "CONDUITS")


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is an input of EPA SWMM."""
    upper = start.upper()
    return any(f"[{name}]" in upper for name in _TELLING)


def read(data: bytes, *, file: str) -> Handed:
    """Return what an input of EPA SWMM says.

    Raises
    ------
    HandedFileError
        If it is no text, has no section, or is in units of the SI.
    """
    text = handed_text(data, file=file)
    swmm = parse_inp(text)
    reader = _Reader(swmm, LedgerBook(text.lines), file)
    model = reader.model()
    title = next(iter(swmm.rows("TITLE")), None)
    return Handed(
        file=file,
        sha256=text.sha256,
        kind=KIND,
        ledger=reader.book.close(),
        program="EPA SWMM",
        title=title.words[0] if title is not None else None,
        section=map_node(1),
        model=model,
        remarks=tuple(reader.remarks),
    )


class _Reader(Links):
    def model(self) -> MapNode:
        self._display()
        self._options()
        self._tables()
        storages = {row.words[0]: row for row in self.swmm.rows("STORAGE")}
        self.outlets = {name: [] for name in storages}
        self._nodes_below()
        for section, make in TAKEN.items():
            for row in self.swmm.rows(section):
                make(self, row)
        ponds = [self._pond(row) for row in storages.values()]
        links = [self._junction(row) for row in self.swmm.rows("JUNCTIONS")]
        outfalls = [self._outfall(row) for row in self.swmm.rows("OUTFALLS")]
        land = self._land()
        lists = {"subcatchments": land, "ponds": ponds, "reaches": self.reaches, "links": links, "outfalls": outfalls}
        return map_node(
            1, **{name: list_node(found, found[0].line) if found else None for name, found in lists.items()}
        )

    # ---- nodes -------------------------------------------------------------------------------------------------------

    def _pond(self, row: Row) -> Node:
        name = row.words[0]
        invert = self.inverts.get(name)
        start = self._number(row, 3)
        storage = self._storage(row, invert)
        ways = self.ways.get(name, [])
        # Behind the words of its size stand what it may be surcharged by and how much evaporates, and then the soil.
        soil = 7 + SIZES.get(row.words[4].upper() if len(row.words) > 4 else "", 1)
        if any(to.number_of(word) for word in row.words[soil:]):
            self.book.not_understood(row.line, "seepage by Green and Ampt has no like in a model of ours")
            self._remark("seepage-left-out", f"storage {name} seeps by Green and Ampt, which is left out", row)
        else:
            self.book.use(row.line, "a storage")
        return map_node(
            row.line,
            id=text_node(name, row.line),
            to=text_node(ways[0][0], row.line) if ways else None,
            starting=None if not start or invert is None else to.elevation(invert + start, row.line),
            storage=None if storage is None else list_node([storage], row.line),
            outlets=self._outlets_of(name, row),
        )

    def _outlets_of(self, name: str, row: Row) -> Node | None:
        """Return the outlets of a storage; where one of its ways has no like they are not all, and stay unknown."""
        found = self.outlets[name]
        return list_node(found, row.line) if len(found) == len(self.ways.get(name, [])) else None

    def _storage(self, row: Row, invert: Fraction | None) -> Node | None:
        shape = row.words[4].upper() if len(row.words) > 4 else ""
        points: list[tuple[Fraction, Fraction, int]] = []
        if shape == "TABULAR" and len(row.words) > 5:
            points = self.curves.get(row.words[5], [])
        elif shape in SIZES:
            points = self._of_shape(row, shape)
        if invert is None or len(points) < 2:
            self._remark("storage-not-understood", f"storage {row.words[0]} is not understood and stays open", row)
            return None
        if any(after[1] < before[1] for before, after in pairwise(points)):
            # A closed vessel: a plan has it by its shape or its volumes, of which areas at depths tell neither.
            told = f"the area of storage {row.words[0]} falls with height, so that it is a closed one, and stays open"
            self._remark("storage-not-understood", told, row)
            self.book.not_understood(row.line, "a storage whose area falls with height is not read yet")
            return None
        stages: list[Node] = [
            map_node(line, elevation=to.elevation(invert + depth, line), area=to.quantity(area, "sf", line))
            for depth, area, line in points
        ]
        return map_node(
            row.line,
            kind=text_node("contours", row.line),
            method=text_node("average end area", row.line),
            stages=list_node(stages, stages[0].line),
        )

    def _of_shape(self, row: Row, shape: str) -> list[tuple[Fraction, Fraction, int]]:
        """Return the areas of a formula or a shape by depth; what is straight only in between, a remark tells."""
        deepest, numbers = self._number(row, 2), [self._number(row, place) for place in (5, 6, 7)]
        sizes = [number for number in numbers if number is not None]
        if deepest is None or len(sizes) < len(numbers):
            return []
        found = areas_of(shape, sizes, deepest)
        if found and not is_straight(shape, sizes):
            told = f"storage {row.words[0]} is written by a formula and taken at {DEPTHS} depths"
            self._remark("storage-by-formula", told, row)
        return [(depth, area, row.line) for depth, area in found]

    def _junction(self, row: Row) -> Node:
        name = row.words[0]
        ways = self.ways.get(name, [])
        self.book.use(row.line, "a junction")
        # A junction's own link is a reach, which carries its water on; any other way on has no like.
        target = self.conduits.get(name) if len(ways) == 1 else None
        if len(ways) > 1:
            told = f"junction {name} has {len(ways)} ways out, and how its water divides stays open"
            self._remark("junction-divides", told, row)
        return map_node(
            row.line, id=text_node(name, row.line), to=None if target is None else text_node(target, row.line)
        )

    def _outfall(self, row: Row) -> Node:
        kind = row.words[2].upper() if len(row.words) > 2 else "FREE"
        level = self._number(row, 3)
        if kind == "FIXED" and level is not None:
            self.book.use(row.line, "an outfall with a level below it")
            return map_node(row.line, id=text_node(row.words[0], row.line), tailwater=to.elevation(level, row.line))
        if kind in ("FREE", "NORMAL"):
            self.book.use(row.line, "an outfall")
        else:
            self.book.not_understood(row.line, "a level below it that changes in time is not read yet")
        return map_node(row.line, id=text_node(row.words[0], row.line))

    # ---- land --------------------------------------------------------------------------------------------------------

    def _land(self) -> list[Node]:
        infiltration = {row.words[0]: row for row in self.swmm.rows("INFILTRATION")}
        option = self.swmm.option("INFILTRATION")
        by_number = option is not None and option.words[-1].upper() == "CURVE_NUMBER"
        found: list[Node] = []
        for row in self.swmm.rows("SUBCATCHMENTS"):
            area, paved = self._number(row, 3), self._number(row, 4)
            own = infiltration.get(row.words[0])
            number = self._number(own, 1) if own is not None and by_number else None
            if number is None or area is None or paved is None or len(row.words) < 3:
                self.book.not_understood(row.line, "land without a curve number has no like in a model of ours")
                continue
            self.book.use(row.line, "land")
            if own is not None:
                self.book.use(own.line, "curve number of the pervious part")
            share = min(max(paved / 100, Fraction(0)), Fraction(1))
            covers: list[Node] = []
            for part, part_number, words in ((share, None, "impervious"), (1 - share, number, "pervious")):
                if part > 0:
                    covers.append(
                        map_node(
                            row.line,
                            cover=text_node(words, row.line),
                            area=to.quantity(area * part, "ac", row.line),
                            curve_number=None if part_number is None else to.plain(part_number, row.line),
                            impervious=text_node("yes" if words == "impervious" else "no", row.line),
                        )
                    )
            found.append(
                map_node(
                    row.line,
                    id=text_node(row.words[0], row.line),
                    to=text_node(row.words[2], row.line),
                    areas=list_node(covers, row.line),
                )
            )
        for row in infiltration.values():
            if not by_number:
                self.book.not_understood(row.line, "this way of soaking in has no like in a model of ours")
        if found:
            self._remark(
                "no-time-of-concentration", "SWMM gives its land no time of concentration, which stays unknown", None
            )
        return found
