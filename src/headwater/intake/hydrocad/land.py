"""The land of a subcatchment in a HydroCAD project: its areas, and the way of its water."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake import foreign_values as to
from headwater.intake.handed import Remark, map_node, text_node
from headwater.intake.hydrocad.blocks import Block, Taking
from headwater.intake.hydrocad.words import words
from headwater.intake.yaml_text import Node

GROUPS: Final = frozenset("ABCD")


@dataclass
class LandReader:
    """One subcatchment while it is read; `rain_ft` is the project's rain of two years, for sheet flow."""

    name: str
    taking: Taking
    rain_ft: tuple[Fraction, int] | None
    remarks: list[Remark] = field(default_factory=list)

    def areas(self, blocks: list[Block]) -> list[Node]:
        """Return the covers."""
        return [self._cover(block) for block in blocks]

    def _cover(self, block: Block) -> Node:
        take = self.taking
        take.book.use(block.line, f"an area of {self.name}")
        area = take.number(block, "Area", "area, sq ft")
        number = take.number(block, "CN", "curve number")
        words_of = take.text(block, "Desc", "cover in words")
        index = block.of("CNindex")
        group = None
        if index is not None:
            letter = index.value.strip()[-1:].upper()
            if letter in GROUPS:
                take.book.use(index.line, "soil group")
                group = text_node(letter, index.line)
            else:
                take.book.not_understood(index.line, "the row of the program's own table is not known here")
            if number is None:
                self.remarks.append(
                    Remark(
                        code="curve-number-not-written",
                        message=f"an area of {self.name} has the row {index.value} of the program's table and no curve "
                        "number, which stays open",
                        line=index.line,
                        element=self.name,
                    )
                )
        hsg = take.text(block, "HSG", "soil group")
        if hsg is not None and hsg.value.upper() in GROUPS:
            group = text_node(hsg.value.upper(), hsg.line)
        return map_node(
            block.line,
            cover=None if words_of is None else text_node(words_of.value, words_of.line),
            soil_group=group,
            area=None if area is None else to.quantity(area[0], "sf", area[1]),
            curve_number=None if number is None else to.plain(*number),
        )

    def flow_path(self, blocks: list[Block]) -> list[Node]:
        """Return the stretches; one that is not understood stands there with its length unknown."""
        return [self._stretch(block) for block in blocks]

    def _stretch(self, block: Block) -> Node:
        method = self.taking.text(block, "Method", "kind of flow")
        make = _METHODS.get(method.value.lower()) if method is not None else None
        if make is None:
            self.taking.book.not_understood(block.line, "this kind of flow is not read from a project yet")
            for key in block.keys:
                self.taking.book.not_understood(key.line, "this kind of flow is not read from a project yet")
            # What it takes is not known, and it is no zero.
            return map_node(block.line, kind=text_node("direct", block.line))
        self.taking.book.use(block.line, f"a stretch of the flow path of {self.name}")
        label = self.taking.text(block, "Desc", "label of the stretch")
        found = make(self, block)
        # A label is no id of a plan where it stands twice, so that the line tells them apart.
        del label
        return map_node(block.line, **found)

    # ---- kinds of flow -----------------------------------------------------------------------------------------------

    def sheet(self, block: Block) -> dict[str, Node | None]:
        """Return sheet flow; without a rain of its own the project's stands."""
        rain = self.taking.number(block, "P2", "rain of 2 years, ft") or self.rain_ft
        return {
            "kind": text_node("sheet", block.line),
            **self._along(block),
            "roughness": self._plain(block, "n"),
            "rain": None if rain is None else to.depth(*rain),
        }

    def shallow(self, block: Block) -> dict[str, Node | None]:
        """Return shallow concentrated flow, by its factor or by a surface that both know."""
        factor = self._plain(block, "Kv")
        surface = block.of("Surface")
        known = words()["shallow_surfaces"]
        named = None
        if surface is not None and surface.value.lower() in known:
            self.taking.book.use(surface.line, "surface")
            named = text_node(known[surface.value.lower()], surface.line)
        elif surface is not None and factor is None:
            self.taking.book.not_understood(surface.line, "the velocity factor of this surface is not known here")
        elif surface is not None:
            self.taking.book.ignore(surface.line, "the velocity factor stands beside it")
        return {
            "kind": text_node("shallow", block.line),
            **self._along(block),
            "coefficient": factor,
            "surface": None if factor is not None else named,
        }

    def channel(self, block: Block) -> dict[str, Node | None]:
        """Return flow in a channel by the area and perimeter of its section."""
        area, perimeter = self.taking.number(block, "Area", "section, sq ft"), self._length(block, "Perim")
        return {
            "kind": text_node("channel", block.line),
            **self._along(block),
            "roughness": self._plain(block, "n"),
            "area": None if area is None else to.quantity(area[0], "sf", area[1]),
            "perimeter": perimeter,
        }

    def trapezoid(self, block: Block) -> dict[str, Node | None]:
        """Return a channel of which bottom, sides and depth are given; its perimeter is rounded to 0.0001 ft."""
        take = self.taking.number
        bottom = take(block, "BotWidth", "bottom width")
        depth = take(block, "Depth", "depth of flow")
        side = take(block, "SideSlope", "side slope, across to up")
        area = perimeter = None
        if depth is not None and (bottom is not None or side is not None):
            b, z, y = bottom[0] if bottom else Fraction(0), side[0] if side else Fraction(0), depth[0]
            area = to.quantity(b * y + z * y * y, "sf", block.line)
            wetted = float(b) + 2 * float(y) * math.sqrt(1 + float(z) ** 2)
            perimeter = to.quantity(Fraction(round(wetted * 10_000), 10_000), "ft", block.line)
        return self._of_section(block, area, perimeter)

    def parabola(self, block: Block) -> dict[str, Node | None]:
        """Return a parabolic channel: two thirds of width and depth, and the arc below them."""
        take = self.taking.number
        top, depth = take(block, "TopWidth", "top width"), take(block, "Depth", "depth of flow")
        area = perimeter = None
        if top is not None and depth is not None and top[0] > 0 and depth[0] > 0:
            area = to.quantity(Fraction(round(top[0] * depth[0] * 2 / 3 * 10_000), 10_000), "sf", block.line)
            x = 4 * float(depth[0]) / float(top[0])
            wetted = float(top[0]) / 2 * (math.sqrt(1 + x * x) + math.asinh(x) / x)
            perimeter = to.quantity(Fraction(round(wetted * 10_000), 10_000), "ft", block.line)
        return self._of_section(block, area, perimeter)

    def _of_section(self, block: Block, area: Node | None, perimeter: Node | None) -> dict[str, Node | None]:
        return {
            "kind": text_node("channel", block.line),
            **self._along(block),
            "roughness": self._plain(block, "n"),
            "area": area,
            "perimeter": perimeter,
        }

    def pipe(self, block: Block) -> dict[str, Node | None]:
        """Return a pipe that runs full."""
        across = self.taking.number(block, "Diam", "inside diameter")
        return {
            "kind": text_node("pipe", block.line),
            **self._along(block),
            "roughness": self._plain(block, "n"),
            "diameter": None if across is None else to.size(*across),
        }

    def lag(self, block: Block) -> dict[str, Node | None]:
        """Return the lag equation, which goes by the subcatchment's own curve number."""
        number = block.of("CN")
        if number is not None:
            self.taking.book.ignore(number.line, "the curve number of the subcatchment stands")
        return {"kind": text_node("lag", block.line), **self._along(block)}

    def direct(self, block: Block) -> dict[str, Node | None]:
        """Return a time that is given."""
        time = self.taking.number(block, "Tc", "time, s")
        return {
            "kind": text_node("direct", block.line),
            "time": None if time is None else to.duration(*time),
        }

    def _along(self, block: Block) -> dict[str, Node | None]:
        slope = self.taking.number(block, "Slope", "slope")
        return {
            "length": self._length(block, "Length"),
            "slope": None if slope is None else to.quantity(slope[0], "ft/ft", slope[1]),
        }

    def _length(self, block: Block, name: str) -> Node | None:
        found = self.taking.number(block, name, f"{name.lower()}, ft")
        return None if found is None else to.quantity(found[0], "ft", found[1])

    def _plain(self, block: Block, name: str) -> Node | None:
        found = self.taking.number(block, name, name)
        return None if found is None else to.plain(*found)


_Made = Callable[[LandReader, Block], dict[str, "Node | None"]]
_METHODS: Final[Mapping[str, _Made]] = {
    "sheet": LandReader.sheet,
    "shallow": LandReader.shallow,
    "channel": LandReader.channel,
    "trap": LandReader.trapezoid,
    "trap/vee": LandReader.trapezoid,
    "parabolic": LandReader.parabola,
    "pipe": LandReader.pipe,
    "lag": LandReader.lag,
    "direct": LandReader.direct,
}
