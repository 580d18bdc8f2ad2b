"""A reach in a HydroCAD project, as a reach of a plan: a round pipe, or a channel of bottom, sides and depth."""

from __future__ import annotations

from fractions import Fraction

from headwater.intake import foreign_values as to
from headwater.intake.handed import map_node, text_node
from headwater.intake.hydrocad.blocks import Block, Taking
from headwater.intake.yaml_text import Node


def has_section(block: Block) -> bool:
    """Return whether a reach has a section; without one it only passes on what comes."""
    return any(block.of(name) is not None for name in ("Diam", "BotWidth", "TopWidth", "Depth"))


def reach_of(block: Block, named: Node, way: str, *, take: Taking, moved: tuple[str, int] | None) -> Node:
    """Return the reach; `moved` says, with its line, whether its outflow is moved by its travel time."""
    length, n = take.number(block, "Length", "length, ft"), take.number(block, "n", "roughness")
    high = take.number(block, "InletInvert", "invert at the upper end", least=None)
    low = take.number(block, "OutletInvert", "invert at the lower end", least=None)
    slope = None
    if length is not None and high is not None and low is not None and length[0] > 0 and high[0] > low[0]:
        slope = to.quantity(Fraction(round((high[0] - low[0]) / length[0] * 10**9), 10**9), "ft/ft", high[1])
    across = take.number(block, "Diam", "inside diameter")
    section: dict[str, Node | None]
    if across is not None and across[0] > 0:
        section = {"kind": text_node("pipe", block.line), "diameter": to.size(*across)}
    else:
        bottom, depth = take.number(block, "BotWidth", "bottom width"), take.number(block, "Depth", "depth")
        side, top = take.number(block, "SideSlope", "side slope"), block.of("TopWidth")
        if top is not None and None not in (bottom, depth, side):
            take.book.ignore(top.line, "bottom, sides and depth stand beside it")
        elif top is not None:
            take.book.not_understood(top.line, "a section by its top width is not read from a project yet")
        section = {
            "kind": text_node("channel", block.line),
            "bottom_width": None if bottom is None else to.quantity(bottom[0], "ft", bottom[1]),
            "side_slope": None if side is None else text_node(f"{to.decimals(side[0])}:1", side[1]),
            "depth": None if depth is None else to.quantity(depth[0], "ft", depth[1]),
        }
    return map_node(
        block.line,
        id=named,
        to=text_node(way, block.line),
        length=None if length is None else to.quantity(length[0], "ft", length[1]),
        slope=slope,
        roughness=None if n is None else to.plain(*n),
        method=None if moved is None else text_node("storage-indication", moved[1]),
        translation=None if moved is None else text_node(*moved),
        **section,
    )
