"""The areas of a storage of EPA SWMM that is no table: formulas and shapes, by depth.

Owns the five shapes of SWMM 5.2 (SWMM User's Manual 5.2, EPA 2022, storage units). One whose area changes as a straight
line is exact with two depths, but for pi; the others are taken at even depths.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

DEPTHS: Final = 20
# Behind the word of the shape: how many words say its size.
SIZES: Final[Mapping[str, int]] = {
    "TABULAR": 1, "FUNCTIONAL": 3, "CYLINDRICAL": 3, "CONICAL": 3, "PARABOLIC": 3, "PARABOLOID": 3, "PYRAMIDAL": 3,
}  # fmt: skip
_AREAS_SF: Final[Mapping[str, Callable[[float, float, float, float], float]]] = {
    # A d^B + C.
    "FUNCTIONAL": lambda d, a, b, c: a * d**b + c,
    # Axes of an ellipse.
    "CYLINDRICAL": lambda d, length, width, _: math.pi / 4 * length * width,
    # Axes at the bottom, and run over rise along the first one.
    "CONICAL": lambda d, length, width, side: math.pi / 4 * width / length * (length + 2 * side * d) ** 2,
    # Axes at a height, and that height.
    "PARABOLIC": lambda d, length, width, height: math.pi / 4 * length * width * d / height,
    "PARABOLOID": lambda d, length, width, height: math.pi / 4 * length * width * d / height,
    # Sides at the bottom, and run over rise of all four.
    "PYRAMIDAL": lambda d, length, width, side: (length + 2 * side * d) * (width + 2 * side * d),
}
_STRAIGHT: Final = frozenset({"CYLINDRICAL", "PARABOLIC", "PARABOLOID"})


def is_straight(shape: str, sizes: Sequence[Fraction]) -> bool:
    """Return whether the area of a shape changes with depth as a straight line, so that two depths say it all."""
    return shape in _STRAIGHT or (shape == "FUNCTIONAL" and (sizes[1] in (0, 1) or sizes[0] == 0))


def areas_of(shape: str, sizes: Sequence[Fraction], deepest_ft: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return depths in feet and areas in square feet, none where they are not finite or the shape is not known."""
    area_sf = _AREAS_SF.get(shape)
    if area_sf is None or deepest_ft <= 0:
        return []
    pieces = 1 if is_straight(shape, sizes) else DEPTHS
    a, b, c = (float(size) for size in sizes)
    found = []
    for place in range(pieces + 1):
        depth = deepest_ft * place / pieces
        try:
            area = area_sf(float(depth), a, b, c)
        except (OverflowError, ZeroDivisionError):
            return []
        if not math.isfinite(area) or area < 0:
            return []
        found.append((depth, Fraction(round(area * 10**6), 10**6)))
    return found
