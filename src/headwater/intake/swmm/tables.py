"""What an input of EPA SWMM says that every part of its model needs: units, inverts, sections, curves, ways.

Owns what is passed over, and how a value of a row is taken. Links are `links`, nodes and land `model`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake import foreign_values as to
from headwater.intake.handed import Remark, map_node, text_node
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import refuse
from headwater.intake.swmm.inp import Row, SwmmInput
from headwater.intake.yaml_text import Node
from headwater.units import CF_PER_GAL, CFS_PER_GPM

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
LINKS: Final = ("CONDUITS", "ORIFICES", "WEIRS", "OUTLETS")
_SECTIONS: Final = (
    "STORAGE", "JUNCTIONS", "OUTFALLS", "CONDUITS", "ORIFICES", "WEIRS", "OUTLETS", "XSECTIONS", "CURVES", "OPTIONS",
    "SUBCATCHMENTS", "INFILTRATION",
)  # fmt: skip


@dataclass
class Tables:
    """An input while it is read: its rows by what they are of, and what becomes of its lines."""

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
        for section in (*LINKS, "PUMPS", "DIVIDERS"):
            for row in self.swmm.rows(section):
                if len(row.words) > 2:
                    self.ways.setdefault(row.words[1], []).append((row.words[2], row.line))

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
