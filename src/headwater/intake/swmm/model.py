"""An input of EPA SWMM as a model of ours: storages, outlets, conduits, junctions, outfalls; what has no like is told.

A storage is a pond and what leaves it its outlets; a conduit that leaves a storage is a culvert, any other a reach; a
junction is a link. Elevations follow the invert of their node, or stand for themselves where the file says so. Land is
read where it has curve numbers, and without a time of concentration, which SWMM does not have: it stays unknown, and a
remark says so. Nothing is made like something that it is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Final

from headwater.hydraulics.swmm.sections import CULVERT_CODES
from headwater.intake import foreign_values as to
from headwater.intake.handed import Handed, Remark, list_node, map_node, text_node
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import handed_text, refuse
from headwater.intake.swmm.inp import Row, SwmmInput, parse_inp
from headwater.intake.swmm.pools import DEPTHS, SIZES, areas_of, is_straight
from headwater.intake.yaml_text import MapNode, Node
from headwater.units import CF_PER_GAL, CFS_PER_GPM

KIND: Final = "EPA SWMM input"
DISPLAY: Final = frozenset(
    {"TITLE", "REPORT", "TAGS", "MAP", "COORDINATES", "VERTICES", "POLYGONS", "SYMBOLS", "LABELS", "BACKDROP"}
    | {"PROFILES"}
)
SI: Final = frozenset({"CMS", "LPS", "MLD"})
S_PER_DAY: Final = 86_400
FLOWS_CFS: Final[Mapping[str, Fraction]] = {
    "CFS": Fraction(1),
    "GPM": CFS_PER_GPM,
    "MGD": 10**6 * CF_PER_GAL / S_PER_DAY,
}
# SWMM's number of a culvert's entrance; mitered ones and arches it takes otherwise than HDS-5, and they stay open.
_INLETS: Final[Mapping[Fraction, str]] = {Fraction(code): inlet for inlet, code in CULVERT_CODES.items()}
_TELLING: Final = ("OPTIONS", "JUNCTIONS", "OUTFALLS", "RAINGAGES", "SUBCATCHMENTS", "CONDUITS")
_SECTIONS: Final = (
    "STORAGE", "JUNCTIONS", "OUTFALLS", "CONDUITS", "ORIFICES", "WEIRS", "OUTLETS", "XSECTIONS", "CURVES", "OPTIONS",
    "SUBCATCHMENTS", "INFILTRATION",
)  # fmt: skip


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is an input of EPA SWMM."""
    upper = start.upper()
    return any(
        f"[{name}]" in upper for name in ("OPTIONS", "JUNCTIONS", "OUTFALLS", "RAINGAGES", "SUBCATCHMENTS", "CONDUITS")
    )


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


@dataclass
class _Reader:
    swmm: SwmmInput
    book: LedgerBook
    file: str
    remarks: list[Remark] = field(default_factory=list)
    inverts: dict[str, Fraction] = field(default_factory=dict)
    sections: dict[str, Row] = field(default_factory=dict)
    curves: dict[str, list[tuple[Fraction, Fraction, int]]] = field(default_factory=dict)
    absolute: bool = False
    flow_cfs: Fraction | None = Fraction(1)
    reaches: list[Node] = field(default_factory=list)
    outlets: dict[str, list[Node]] = field(default_factory=dict)
    ways: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    conduits: dict[str, str] = field(default_factory=dict)

    def model(self) -> MapNode:
        self._display()
        self._options()
        self._tables()
        storages = {row.words[0]: row for row in self.swmm.rows("STORAGE")}
        self.outlets = {name: [] for name in storages}
        self._nodes_below()
        for section, make in _LINKS.items():
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

    # ---- what is not modelled ----------------------------------------------------------------------------------------

    def _display(self) -> None:
        for row in self.swmm.before:
            self.book.ignore(row.line, "a comment")
        for section in self.swmm.sections:
            known = section.name in DISPLAY
            if known:
                self.book.ignore(section.line, "title, report, or where things are drawn")
            elif section.name in _SECTIONS:
                self.book.use(section.line, "a section")
            else:
                self.book.not_understood(section.line, "this section has no like in a model of ours")
            for row in section.rows:
                if not row.words:
                    self.book.ignore(row.line, "a comment")
                elif known:
                    self.book.ignore(row.line, "title, report, or where things are drawn")
                elif section.name not in _SECTIONS:
                    self.book.not_understood(row.line, "this section has no like in a model of ours")

    def _options(self) -> None:
        units = self.swmm.option("FLOW_UNITS")
        if units is not None and len(units.words) > 1:
            if units.words[1].upper() in SI:
                refuse(
                    self.file,
                    "the input is in units of the SI",
                    line=units.line,
                    field="FLOW_UNITS",
                    value=units.words[1],
                    expected="CFS",
                    remedy="save it with flow units of CFS",
                )
            self.flow_cfs = FLOWS_CFS.get(units.words[1].upper())
            if self.flow_cfs is None:
                self.book.not_understood(units.line, "these units of flow are not known here")
            else:
                self.book.use(units.line, "units: feet, and the unit of flow")
        offsets = self.swmm.option("LINK_OFFSETS")
        if offsets is not None:
            self.absolute = len(offsets.words) > 1 and offsets.words[1].upper() == "ELEVATION"
            self.book.use(offsets.line, "whether offsets are elevations")
        for row in self.swmm.rows("OPTIONS"):
            self.book.ignore(row.line, "how SWMM computes; ours is chosen in the plan")

    def _tables(self) -> None:
        for section in ("STORAGE", "JUNCTIONS", "OUTFALLS"):
            for row in self.swmm.rows(section):
                level = self._number(row, 1)
                if level is not None:
                    self.inverts[row.words[0]] = level
        for row in self.swmm.rows("XSECTIONS"):
            self.sections[row.words[0]] = row
        name = ""
        for row in self.swmm.rows("CURVES"):
            words = row.words[1:]
            if row.words[0] != name:
                name = row.words[0]
            if words and to.number_of(words[0]) is None:
                words = words[1:]
            numbers = [to.number_of(word) for word in words]
            pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
            good = [(x, y, row.line) for x, y in pairs if x is not None and y is not None]
            self.curves.setdefault(name, []).extend(good)
            if len(good) == len(pairs) and len(numbers) % 2 == 0:
                self.book.use(row.line, f"curve {name}")
            else:
                self.book.not_understood(row.line, "it is no row of a curve")

    def _nodes_below(self) -> None:
        """Note where the links of each node lead, in the order of the file."""
        for section in (*_LINKS, "PUMPS", "DIVIDERS"):
            for row in self.swmm.rows(section):
                if len(row.words) > 2:
                    self.ways.setdefault(row.words[1], []).append((row.words[2], row.line))

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

    # ---- links -------------------------------------------------------------------------------------------------------

    def conduit(self, row: Row) -> None:
        """Take a conduit: of a storage as a culvert, of another node as a reach."""
        if len(row.words) < 5:
            return self._no(row, "it is no conduit")
        name, start, end = row.words[:3]
        length, n = self._number(row, 3), self._number(row, 4)
        high, low = self._level(start, row, 5), self._level(end, row, 6)
        section = self._section(name)
        if section is None or length is None or n is None or high is None or low is None:
            return self._no(row, "its section, length or inverts are not understood")
        self.book.use(row.line, "a conduit")
        if start in self.outlets:
            culvert = {
                key: section[key]
                for key in ("diameter", "width", "height", "count", "inlet")
                if section.get(key) is not None
            }
            if "bottom_width" in section:
                return self._no(row, "only a round pipe or a box may lie under a bank")
            self.outlets[start].append(
                map_node(
                    row.line,
                    id=text_node(name, row.line),
                    kind=text_node("culvert", row.line),
                    to=text_node(end, row.line),
                    invert=to.elevation(high, row.line),
                    outlet_invert=to.elevation(low, row.line),
                    length=to.quantity(length, "ft", row.line),
                    roughness=to.plain(n, row.line),
                    **culvert,
                )
            )
            return None
        slope = Fraction(round((high - low) / length * 10**9), 10**9) if length > 0 and high > low else None
        if "count" in section:
            return self._no(row, "a reach of several barrels has no like in a model of ours")
        self.conduits[start] = name
        self.reaches.append(
            map_node(
                row.line,
                id=text_node(name, row.line),
                to=text_node(end, row.line),
                length=to.quantity(length, "ft", row.line),
                slope=None if slope is None or slope == 0 else to.quantity(slope, "ft/ft", row.line),
                roughness=to.plain(n, row.line),
                **{key: value for key, value in section.items() if key != "inlet"},
            )
        )
        return None

    def _section(self, name: str) -> dict[str, Node | None] | None:
        row = self.sections.get(name)
        if row is None or len(row.words) < 3:
            return None
        shape, one, two = row.words[1].upper(), self._number(row, 2), self._number(row, 3)
        side = self._number(row, 4)
        if one is None or one <= 0:
            return None
        found: dict[str, Node | None] | None = None
        if shape == "CIRCULAR":
            found = {"kind": text_node("pipe", row.line), "diameter": to.size(one, row.line)}
        elif shape == "RECT_CLOSED" and two:
            found = {
                "kind": text_node("pipe", row.line),
                "height": to.size(one, row.line),
                "width": to.size(two, row.line),
            }
        elif shape in ("TRAPEZOIDAL", "RECT_OPEN", "TRIANGULAR"):
            found = self._channel(row, shape, one, two, side)
        barrels = self._number(row, 6)
        if found is not None and barrels is not None and barrels > 1:
            if barrels.denominator != 1:
                return None
            found["count"] = text_node(str(barrels), row.line)
        code = self._number(row, 7)
        inlet = None if code is None else _INLETS.get(code)
        if found is not None and inlet is not None:
            found["inlet"] = text_node(inlet, row.line)
        if found is None:
            self.book.not_understood(row.line, "this shape has no like in a model of ours")
        else:
            self.book.use(row.line, "a section")
        return found

    def _channel(
        self, row: Row, shape: str, depth: Fraction, width: Fraction | None, side: Fraction | None
    ) -> dict[str, Node | None] | None:
        other = self._number(row, 5)
        if width is None or (shape == "TRAPEZOIDAL" and (side is None or side != other)):
            return None
        bottom = Fraction(0) if shape == "TRIANGULAR" else width
        slope = side if shape == "TRAPEZOIDAL" else width / (2 * depth) if shape == "TRIANGULAR" else None
        return {
            "kind": text_node("channel", row.line),
            "bottom_width": to.quantity(bottom, "ft", row.line),
            "depth": to.quantity(depth, "ft", row.line),
            "side_slope": None if not slope else text_node(f"{to.decimals(slope)}:1", row.line),
        }

    def orifice(self, row: Row) -> None:
        """Take an opening of a storage."""
        start, section = self._out(row, 5), self.sections.get(row.words[0])
        level, coefficient = self._level(row.words[1] if len(row.words) > 1 else "", row, 4), self._number(row, 5)
        if start is None or section is None or level is None:
            return self._no(row, "an opening that does not leave a storage, or without its section, is not read yet")
        shape = section.words[1].upper() if len(section.words) > 1 else ""
        one, two = self._number(section, 2), self._number(section, 3)
        sizes: dict[str, Node | None] = {}
        if shape == "CIRCULAR" and one:
            sizes = {"diameter": to.size(one, section.line)}
        elif shape == "RECT_CLOSED" and one and two:
            sizes = {"height": to.size(one, section.line), "width": to.size(two, section.line)}
        if not sizes:
            return self._no(row, "an opening of this shape is not read yet")
        self.book.use(row.line, "an opening")
        self.book.use(section.line, "its size")
        bottom = row.words[3].upper() == "BOTTOM"
        return self._leave(
            row,
            kind=text_node("orifice", row.line),
            invert=to.elevation(level, row.line),
            horizontal=text_node("yes", row.line) if bottom else None,
            backflow=self._gate(row, 6),
            coefficient=None if coefficient is None else to.plain(coefficient, row.line),
            **sizes,
        )

    def weir(self, row: Row) -> None:
        """Take a weir of a storage: transverse ones, and V-notches."""
        start, section = self._out(row, 5), self.sections.get(row.words[0])
        level, coefficient = self._level(row.words[1] if len(row.words) > 1 else "", row, 4), self._number(row, 5)
        kind = row.words[3].upper() if len(row.words) > 3 else ""
        if start is None or section is None or level is None or kind not in ("TRANSVERSE", "V-NOTCH"):
            return self._no(row, "this kind of weir, or one that does not leave a storage, is not read yet")
        one, two = self._number(section, 2), self._number(section, 3)
        if not one or not two:
            return self._no(row, "its section is not understood")
        self.book.use(row.line, "a weir")
        self.book.use(section.line, "its size")
        crest = to.elevation(level, row.line)
        plain = None if coefficient is None else to.plain(coefficient, row.line)
        gate = self._gate(row, 6)
        if kind == "V-NOTCH":
            degrees = 2 * math.degrees(math.atan(float(two) / 2 / float(one)))
            angle = to.quantity(Fraction(round(degrees * 10**6), 10**6), "deg", section.line)
            return self._leave(
                row, kind=text_node("v-notch", row.line), crest=crest, angle=angle, coefficient=plain, backflow=gate
            )
        contractions = self._number(row, 7)
        whole = contractions is not None and contractions in (0, 1, 2)
        return self._leave(
            row,
            kind=text_node("sharp weir", row.line),
            crest=crest,
            length=to.quantity(two, "ft", section.line),
            coefficient=plain,
            backflow=gate,
            contractions=text_node(str(int(contractions or 0)), row.line) if whole else None,
        )

    def rating(self, row: Row) -> None:
        """Take an outlet of a storage that is rated by a curve."""
        start = self._out(row, 5)
        level = self._level(row.words[1] if len(row.words) > 1 else "", row, 3)
        kind = row.words[4].upper() if len(row.words) > 4 else ""
        points = self.curves.get(row.words[5], []) if len(row.words) > 5 else []
        if start is None or level is None or not kind.startswith("TABULAR") or len(points) < 2:
            return self._no(row, "only an outlet of a storage by a table is read yet")
        self.book.use(row.line, "an outlet by a table")
        if self.flow_cfs is None:
            return self._no(row, "its unit of flow is not known here")
        base, unit = self.inverts[start] if kind.endswith("DEPTH") else level, self.flow_cfs
        curve: list[Node] = [
            map_node(line, elevation=to.elevation(base + head, line), flow=to.quantity(flow * unit, "cfs", line))
            for head, flow, line in points
        ]
        return self._leave(
            row, kind=text_node("rating", row.line), curve=list_node(curve, curve[0].line), backflow=self._gate(row, 6)
        )

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

    # ---- values ------------------------------------------------------------------------------------------------------

    def _number(self, row: Row, place: int) -> Fraction | None:
        return to.number_of(row.words[place]) if place < len(row.words) else None

    def _level(self, node: str, row: Row, place: int) -> Fraction | None:
        """Return the elevation of an offset; `*` and nothing stand for the invert of the node."""
        invert = self.inverts.get(node)
        if place < len(row.words) and row.words[place] != "*":
            offset = self._number(row, place)
            if offset is None:
                return None
            return offset if self.absolute else None if invert is None else invert + offset
        return invert

    def _gate(self, row: Row, place: int) -> Node | None:
        """Return that nothing comes back through a link that has a flap gate."""
        has = place < len(row.words) and row.words[place].upper() == "YES"
        return text_node("no", row.line) if has else None

    def _out(self, row: Row, least: int) -> str | None:
        """Return the storage that a link leaves, where it leaves one."""
        return row.words[1] if len(row.words) >= least and row.words[1] in self.outlets else None

    def _leave(self, row: Row, **entries: Node | None) -> None:
        own = {"id": text_node(row.words[0], row.line), "kind": entries.pop("kind")}
        way = text_node(row.words[2], row.line)
        self.outlets[row.words[1]].append(map_node(row.line, **own, to=way, **entries))

    def _no(self, row: Row, why: str) -> None:
        self.book.not_understood(row.line, why)
        self._remark("link-not-understood", f"{row.words[0]}: {why}", row)

    def _remark(self, code: str, message: str, row: Row | None) -> None:
        line, element = (None, None) if row is None else (row.line, row.words[0])
        self.remarks.append(Remark(code=code, message=message, line=line, element=element))


_LINKS: Final[Mapping[str, Callable[[_Reader, Row], None]]] = {
    "CONDUITS": _Reader.conduit,
    "ORIFICES": _Reader.orifice,
    "WEIRS": _Reader.weir,
    "OUTLETS": _Reader.rating,
}
