"""The outlets of a pond in a HydroCAD project, in their order, as outlets of a plan."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake import foreign_values as to
from headwater.intake.handed import Remark, map_node, text_node
from headwater.intake.hydrocad.blocks import Block, Taking
from headwater.intake.hydrocad.words import inlet_of
from headwater.intake.yaml_text import MapNode, Node
from headwater.plan.outlets import DISCARDED

_DEVICE: Final = re.compile(r"device\s*([0-9]{1,3})", re.IGNORECASE)
WAYS: Final = ("primary", "secondary")


@dataclass
class Devices:
    """The devices of one pond while they are read; `ways` are the nodes of its outflows, primary first."""

    pond: str
    ways: tuple[str, ...]
    taking: Taking
    remarks: list[Remark] = field(default_factory=list)

    def outlets(self, blocks: list[Block]) -> list[Node]:
        """Return the outlets; one that is not understood is left out, and the model then says what is missing."""
        found: list[Node] = []
        for number, block in enumerate(blocks, start=1):
            node = self._outlet(block, number)
            if node is not None:
                found.append(node)
        return found

    def _outlet(self, block: Block, number: int) -> MapNode | None:
        kind = self.taking.text(block, "Type", "the kind of outlet")
        make = _KINDS.get(kind.value.lower().replace(" ", "")) if kind is not None else None
        if kind is None or make is None:
            self._not_understood(block, "this kind of outlet" if kind is not None else "an outlet without a kind")
            return None
        self.taking.book.use(block.line, f"outlet {number} of pond {self.pond}")
        own = make(self, block)
        way = self._way(block)
        return map_node(block.line, id=text_node(str(number), block.line), **own, **way)

    def _not_understood(self, block: Block, what: str) -> None:
        self.taking.book.not_understood(block.line, f"{what} is not read from a project yet")
        for key in block.keys:
            self.taking.book.not_understood(key.line, f"{what} is not read from a project yet")
        self.remarks.append(
            Remark(
                code="outlet-not-understood",
                message=f"an outlet of pond {self.pond} is not understood, so that its flows are not whole",
                line=block.line,
                element=self.pond,
            )
        )

    def _way(self, block: Block) -> Mapping[str, Node | None]:
        key = self.taking.text(block, "Routing", "where the outlet goes")
        routing = "primary" if key is None else key.value.lower()
        line = block.line if key is None else key.line
        if routing == "discarded":
            return {"to": text_node(DISCARDED, line)}
        device = _DEVICE.fullmatch(routing)
        if device is not None:
            return {"into": text_node(str(int(device[1])), line)}
        if routing in WAYS:
            place = WAYS.index(routing)
            if place < len(self.ways):
                return {"to": text_node(self.ways[place], line)}
        self.taking.book.not_understood(line, "no such way out of the pond is given")
        return {}

    # ---- kinds -------------------------------------------------------------------------------------------------------

    def culvert(self, block: Block) -> dict[str, Node | None]:
        """Return a pipe under a bank; its inlet is read from the loss at the entrance, and a remark says so."""
        take = self.taking.number
        invert = take(block, "Invert", "invert at the inlet", least=None)
        outlet = take(block, "OutletInvert", "invert at the outlet", least=None)
        length = take(block, "Length", "length")
        n = take(block, "n", "roughness")
        loss = take(block, "Ke", "entrance loss")
        sizes = self._sizes(block)
        found = None
        if loss is not None:
            found = inlet_of(loss[0], None if n is None else n[0], box="width" in sizes)
            said = f"is taken as {found}" if found else "names no form of inlet, which is left open"
            self.remarks.append(
                Remark(
                    code="inlet-by-entrance-loss",
                    message=f"culvert of pond {self.pond}: the entrance loss {to.decimals(loss[0])} {said}",
                    line=loss[1],
                    element=self.pond,
                )
            )
        contraction = block.of("CC")
        if contraction is not None:
            self.taking.book.ignore(contraction.line, "the program's own contraction; inlet control goes by HDS-5 here")
        return {
            "kind": text_node("culvert", block.line),
            "invert": _elevation(invert),
            "outlet_invert": _elevation(outlet),
            "length": _length(length),
            **sizes,
            "roughness": _plain(n),
            "inlet": None if found is None or loss is None else text_node(found, loss[1]),
            "entrance_loss": _plain(loss),
        }

    def orifice(self, block: Block) -> dict[str, Node | None]:
        """Return an opening. No sample shows how a project says that one lies flat, as a remark says."""
        take = self.taking.number
        self.remarks.append(
            Remark(
                code="orifice-upright",
                message=f"an orifice of pond {self.pond} is run as one in a wall; whether it lies flat is not read",
                line=block.line,
                element=self.pond,
            )
        )
        return {
            "kind": text_node("orifice", block.line),
            "invert": _elevation(take(block, "Invert", "invert", least=None)),
            **self._sizes(block),
            "coefficient": _plain(take(block, "C", "coefficient")),
        }

    def broad_weir(self, block: Block) -> dict[str, Node | None]:
        """Return a broad-crested weir; without a breadth its coefficient stays open."""
        take = self.taking.number
        return {
            "kind": text_node("broad weir", block.line),
            "crest": _elevation(take(block, "Invert", "crest", least=None)),
            "length": _length(take(block, "Length", "length of the crest")),
            "breadth": _length(take(block, "Breadth", "breadth of the crest")),
            "coefficient": _plain(take(block, "C", "coefficient")),
        }

    def notch(self, block: Block) -> dict[str, Node | None]:
        """Return a V-notch, or a sharp-crested weir where it has a length and no angle."""
        take = self.taking.number
        crest = _elevation(take(block, "Invert", "crest", least=None))
        angle = take(block, "Angle", "angle of the notch")
        length = take(block, "Length", "length of the crest")
        coefficient = _plain(take(block, "C", "coefficient"))
        if angle is None and length is not None:
            return {
                "kind": text_node("sharp weir", block.line),
                "crest": crest,
                "length": _length(length),
                "coefficient": coefficient,
            }
        opened = None if angle is None else to.quantity(angle[0], "deg", angle[1])
        return {
            "kind": text_node("v-notch", block.line),
            "crest": crest,
            "angle": opened,
            "coefficient": coefficient,
        }

    def _sizes(self, block: Block) -> dict[str, Node | None]:
        sizes: dict[str, Node | None] = {}
        for name, key in (("Diam", "diameter"), ("Width", "width"), ("Height", "height")):
            found = self.taking.number(block, name, f"inside {key}")
            if found is not None and found[0] > 0:
                sizes[key] = to.size(*found)
        return sizes


_Made = Callable[[Devices, Block], dict[str, "Node | None"]]
_KINDS: Final[Mapping[str, _Made]] = {
    "culvert": Devices.culvert,
    "orifice": Devices.orifice,
    "bcrweir": Devices.broad_weir,
    "scvweir": Devices.notch,
}


def _elevation(found: tuple[Fraction, int] | None) -> Node | None:
    return None if found is None else to.elevation(*found)


def _length(found: tuple[Fraction, int] | None) -> Node | None:
    return None if found is None else to.quantity(found[0], "ft", found[1])


def _plain(found: tuple[Fraction, int] | None) -> Node | None:
    return None if found is None else to.plain(*found)
