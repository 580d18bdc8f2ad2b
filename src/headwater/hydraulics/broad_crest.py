"""Broad-crested weirs: spillways, berms and overtopped roads.

Owns `data/broad_crested.yaml` and `data/road_overflow.yaml`. Thin crests are `weir`'s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final, Literal

import yaml

from headwater.hydraulics.devices import FREE, villemonte
from headwater.hydraulics.ranges import finite, not_negative, positive, refuse
from headwater.hydraulics.tabled import between

# HEC22's coefficients are without a unit; this is its sqrt(2 g).
_UNIT: Final = 8.025

Surface = Literal["paved", "gravel"]


@cache
def _table(name: str) -> Any:
    return yaml.safe_load((files("headwater.hydraulics") / "data" / name).read_text(encoding="utf-8"))


@cache
def _breadths_ft() -> tuple[float, ...]:
    return tuple(float(breadth_ft) for breadth_ft in _table("broad_crested.yaml")["hec22"]["breadths_ft"])


@cache
def _rows() -> tuple[tuple[float, tuple[float, ...]], ...]:
    rows = _table("broad_crested.yaml")["hec22"]["rows"]
    return tuple((float(head_ft), tuple(float(value) for value in row)) for head_ft, row in rows.items())


def broad_crest_coefficient(*, head_ft: float, breadth_ft: float) -> float:
    """Return C of ``Q = C L H^1.5`` in feet and seconds, straight between the table's heads and breadths, held outside.

    References
    ----------
    HEC22 table 10.7.

    Examples
    --------
    >>> round(broad_crest_coefficient(head_ft=1.0, breadth_ft=5.0), 2)
    2.65
    """
    heads_ft = tuple(head_ft for head_ft, _ in _rows())
    return _UNIT * between(head_ft, heads_ft, [between(breadth_ft, _breadths_ft(), row) for _, row in _rows()])


@dataclass(frozen=True, kw_only=True)
class BroadCrestedWeir:
    """A weir with a level crest at `invert_ft`, `length_ft` along the crest, and sloping sides where it has them.

    Parameters
    ----------
    breadth_ft
        The crest in the direction of flow; gives the coefficient by HEC22 table 10.7, from half a foot up.
    discharge_coefficient
        C, the same at every head, in place of the breadth.
    side_slope_h_per_v
        Of both sides. Each strip of a side passes what a weir passes under the head on it, which adds
        ``0.8 C z H^2.5``.

    References
    ----------
    HEC22 eq. 10.33.
    """

    invert_ft: float
    length_ft: float
    breadth_ft: float | None = None
    discharge_coefficient: float | None = None
    side_slope_h_per_v: float = 0.0

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        positive(self, "length_ft")
        not_negative(self, "side_slope_h_per_v")
        if (self.breadth_ft is None) == (self.discharge_coefficient is None):
            raise refuse(
                self,
                "breadth_ft",
                self.breadth_ft,
                expected="either a breadth or a discharge_coefficient",
                remedy="give one of them, and not both",
            )
        if self.discharge_coefficient is not None:
            positive(self, "discharge_coefficient")
        if self.breadth_ft is not None and not _breadths_ft()[0] <= self.breadth_ft < math.inf:
            raise refuse(
                self,
                "breadth_ft",
                self.breadth_ft,
                expected=f"{_breadths_ft()[0]:g} ft or more",
                remedy="take a sharp-crested weir for a thinner crest, or give the discharge_coefficient",
            )

    @cached_property
    def _curve(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Heads, and the coefficient at each."""
        if self.discharge_coefficient is not None or self.breadth_ft is None:
            return (0.0,), (self.discharge_coefficient or 0.0,)
        heads_ft = tuple(head_ft for head_ft, _ in _rows())
        breadth_ft = self.breadth_ft
        return heads_ft, tuple(broad_crest_coefficient(head_ft=head_ft, breadth_ft=breadth_ft) for head_ft in heads_ft)

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        head_ft = headwater_ft - self.invert_ft
        if head_ft <= 0 or headwater_ft <= tailwater_ft:
            return 0.0
        length_ft = self.length_ft + 0.8 * self.side_slope_h_per_v * head_ft
        free_cfs = between(head_ft, *self._curve) * length_ft * head_ft * math.sqrt(head_ft)
        if tailwater_ft <= self.invert_ft:
            return free_cfs
        return free_cfs * villemonte(head_ft, tailwater_ft - self.invert_ft, power=1.5)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the crest, and the heads of the table."""
        return tuple(self.invert_ft + head_ft for head_ft in sorted({0.0, *self._curve[0]}))


@dataclass(frozen=True, kw_only=True)
class RoadOverflow:
    """A road that is overtopped along `length_ft` of its level crest at `invert_ft`.

    `width_ft` is that of the road, in the direction of flow. The coefficient is read by head up to a head of 0.15 of
    the width, and from there straight to that of a high head (EPA SWMM jumps to it). What a submerged road keeps
    falls straight to nothing from the table's last row, at a tailwater of 0.99 of the headwater.

    References
    ----------
    HDS5 eq. 8 and figure III-11; SWMM for the tables.
    """

    invert_ft: float
    length_ft: float
    width_ft: float
    surface: Surface

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        positive(self, "length_ft", "width_ft")
        if self.surface not in ("paved", "gravel"):
            raise refuse(self, "surface", self.surface, expected="'paved' or 'gravel'", remedy="write one of them")

    @cached_property
    def _curve(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Heads, and the coefficient at each."""
        table = _table("road_overflow.yaml")["surfaces"][self.surface]
        high_head_ft = table["high"][0][0] * self.width_ft
        heads_ft, values = zip(*table["low"], strict=True)
        points = {head_ft: value for head_ft, value in table["low"] if head_ft < high_head_ft}
        points[high_head_ft] = between(high_head_ft, heads_ft, values)
        points[table["high"][1][0] * self.width_ft] = table["high"][1][1]
        return tuple(points), tuple(points.values())

    @cached_property
    def _kept(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        points = [*_table("road_overflow.yaml")["surfaces"][self.surface]["kept"], (1.0, 0.0)]
        ratios, values = zip(*points, strict=True)
        return ratios, values

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        head_ft = headwater_ft - self.invert_ft
        if head_ft <= 0 or headwater_ft <= tailwater_ft:
            return 0.0
        free_cfs = between(head_ft, *self._curve) * self.length_ft * head_ft * math.sqrt(head_ft)
        if tailwater_ft <= self.invert_ft:
            return free_cfs
        return free_cfs * between((tailwater_ft - self.invert_ft) / head_ft, *self._kept)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the crest, and the heads of the table."""
        return tuple(self.invert_ft + head_ft for head_ft in sorted({0.0, *self._curve[0]}))
