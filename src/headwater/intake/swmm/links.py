"""The links of an input of EPA SWMM: what leaves a storage as its outlets, other conduits as reaches."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from headwater.hydraulics.swmm.sections import CULVERT_CODES
from headwater.intake import foreign_values as to
from headwater.intake.handed import list_node, map_node, text_node
from headwater.intake.swmm.inp import Row
from headwater.intake.swmm.tables import Tables
from headwater.intake.yaml_text import Node

# SWMM's number of a culvert's entrance; mitered ones and arches it takes otherwise than HDS-5, and they stay open.
_INLETS: Final[Mapping[Fraction, str]] = {Fraction(code): inlet for inlet, code in CULVERT_CODES.items()}


class Links(Tables):
    """An input whose links are taken one by one."""

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


TAKEN: Final[Mapping[str, Callable[[Links, Row], None]]] = {
    "CONDUITS": Links.conduit,
    "ORIFICES": Links.orifice,
    "WEIRS": Links.weir,
    "OUTLETS": Links.rating,
}
