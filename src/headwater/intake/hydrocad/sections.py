"""One stretch of a printed flow path: its kind, its numbers, and the words beside them."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Final

from headwater.intake.foreign_values import decimals, number_of
from headwater.intake.handed import map_node, text_node
from headwater.intake.hydrocad.printed import N, bare, figure
from headwater.intake.yaml_text import MapNode, Node

_ROUGHNESS: Final = re.compile(rf"(?<![A-Za-z])n= ?{N}")
_RAIN: Final = re.compile(rf'P2= ?{N}"')
_FACTOR: Final = re.compile(rf"Kv= ?{N} fps")
_AREA: Final = re.compile(rf"Area= ?{N} sf")
_PERIMETER: Final = re.compile(rf"Perim= ?{N}'")
_ROUND: Final = re.compile(rf'{N}" Round')
_BOX: Final = re.compile(rf'{N}" x {N}" Box')
_BOTTOM: Final = re.compile(rf"Bot\.W= ?{N}'")
_DEEP: Final = re.compile(rf"(?<![A-Za-z])D= ?{N}'")
_SIDE: Final = re.compile(rf"(?<![A-Za-z])Z= ?{N} '/'")
_MEAN: Final = re.compile(rf"Mean Depth= ?{N}'")


def flow_section(kind: str, numbers: list[str], said: str, line: int) -> MapNode | None:
    """Return a stretch as a plan has it; None where it lacks what its kind needs.

    Parameters
    ----------
    numbers
        The time, and as far as printed length, slope, velocity and capacity.
    """
    if kind == "Direct Entry":
        return map_node(line, kind=text_node("direct", line), time=figure(numbers[0], "min", line))
    if len(numbers) < 3:
        return None
    length = figure(numbers[1], "ft", line)
    if kind == "Lake or Reservoir":
        mean = _MEAN.search(said)
        if mean is None:
            return None
        return map_node(line, kind=text_node("lake", line), length=length, depth=figure(mean[1], "ft", line))
    along: dict[str, Node | None] = {"length": length, "slope": figure(numbers[2], "ft/ft", line)}
    if kind == "Lag/CN Method":
        return map_node(line, kind=text_node("lag", line), **along)
    own = _shallow(kind, said, line) if kind.startswith(("Sheet", "Shallow")) else _channel(said, line)
    return None if own is None else map_node(line, **along, **own)


def _shallow(kind: str, said: str, line: int) -> dict[str, Node | None] | None:
    if kind == "Sheet Flow":
        roughness, rain = _ROUGHNESS.search(said), _RAIN.search(said)
        if roughness is None or rain is None:
            return None
        return {
            "kind": text_node("sheet", line),
            "roughness": text_node(bare(roughness[1]), line),
            "rain": figure(rain[1], "in", line),
        }
    factor = _FACTOR.search(said)
    if factor is None:
        return None
    return {"kind": text_node("shallow", line), "coefficient": text_node(bare(factor[1]), line)}


def _channel(said: str, line: int) -> dict[str, Node | None] | None:
    roughness = _ROUGHNESS.search(said)
    if roughness is None:
        return None
    rough = text_node(bare(roughness[1]), line)
    across, box = _ROUND.search(said), _BOX.search(said)
    if across is not None:
        return {"kind": text_node("pipe", line), "roughness": rough, "diameter": figure(across[1], "in", line)}
    if box is not None:
        width, height = figure(box[1], "in", line), figure(box[2], "in", line)
        return {"kind": text_node("pipe", line), "roughness": rough, "width": width, "height": height}
    area, perimeter = _AREA.search(said), _PERIMETER.search(said)
    if area is not None and perimeter is not None:
        found: tuple[Node, Node] | None = (figure(area[1], "sf", line), figure(perimeter[1], "ft", line))
    else:
        found = _trapezoid(said, line)
    if found is None:
        return None
    return {"kind": text_node("channel", line), "roughness": rough, "area": found[0], "perimeter": found[1]}


def _trapezoid(said: str, line: int) -> tuple[Node, Node] | None:
    """Return area and perimeter of a trapezoid that runs full, to 0.0001."""
    bottom, deep, side = (pattern.search(said) for pattern in (_BOTTOM, _DEEP, _SIDE))
    if bottom is None or deep is None or side is None:
        return None
    b, y, z = (number_of(match[1]) or Fraction(0) for match in (bottom, deep, side))
    if y <= 0 or b < 0 or z < 0:
        return None
    wetted = float(b) + 2 * float(y) * math.sqrt(1 + float(z) ** 2)
    return (
        text_node(f"{decimals(b * y + z * y * y)} sf", line),
        text_node(f"{decimals(Fraction(round(wetted * 10_000), 10_000))} ft", line),
    )
