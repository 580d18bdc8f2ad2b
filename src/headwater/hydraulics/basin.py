"""Basins and vaults by their dimensions.

Owns storages whose sides are planes. Contours are `contours`'s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from headwater.hydraulics.ranges import above, finite, not_negative, positive
from headwater.hydraulics.stage_storage import beyond_full, stage_holding


@dataclass(frozen=True, kw_only=True)
class TrapezoidalBasin:
    """An open basin with a level rectangular bottom and plane sides.

    The long sides, beside `bottom_length_ft`, slope by `side_slope_h_per_v`; the ends by `end_slope_h_per_v`, the
    same if it is None. With L, W and D the length, width and depth, and equal slopes Z, ``V = L W D + (L + W) Z D^2 +
    4/3 Z^2 D^3``.

    References
    ----------
    HEC22 eq. 10.10 and example 10.4.

    Examples
    --------
    >>> basin = TrapezoidalBasin(
    ...     bottom_ft=32.8, top_ft=39.4, bottom_length_ft=85, bottom_width_ft=43, side_slope_h_per_v=3
    ... )
    >>> round(basin.storage_cf(32.8 + 3.281), -2)  # printed as 16,548
    16500.0
    """

    bottom_ft: float
    top_ft: float
    bottom_length_ft: float
    bottom_width_ft: float
    side_slope_h_per_v: float
    end_slope_h_per_v: float | None = None

    def __post_init__(self) -> None:
        above(self, "top_ft", "bottom_ft")
        positive(self, "bottom_length_ft", "bottom_width_ft")
        not_negative(self, "side_slope_h_per_v")
        if self.end_slope_h_per_v is not None:
            not_negative(self, "end_slope_h_per_v")

    @cached_property
    def _slopes(self) -> tuple[float, float]:
        """Of the sides, and of the ends."""
        side = self.side_slope_h_per_v
        return side, side if self.end_slope_h_per_v is None else self.end_slope_h_per_v

    def _below_cf(self, stage_ft: float) -> float:
        depth_ft = stage_ft - self.bottom_ft
        length_ft, width_ft = self.bottom_length_ft, self.bottom_width_ft
        side, end = self._slopes
        widening_sf = (length_ft * side + width_ft * end) * depth_ft
        return depth_ft * (length_ft * width_ft + widening_sf + 4 / 3 * side * end * depth_ft * depth_ft)

    @cached_property
    def _full_cf(self) -> float:
        return self._below_cf(self.top_ft)

    def storage_cf(self, stage_ft: float) -> float:
        """Return the water held at a level."""
        if stage_ft <= self.bottom_ft:
            return 0.0
        if stage_ft > self.top_ft:
            return self._full_cf + (stage_ft - self.top_ft) * self.area_sf(self.top_ft)
        return self._below_cf(stage_ft)

    def area_sf(self, stage_ft: float) -> float:
        """Return the surface at a level."""
        if stage_ft < self.bottom_ft:
            return 0.0
        depth_ft = min(stage_ft, self.top_ft) - self.bottom_ft
        side, end = self._slopes
        return (self.bottom_length_ft + 2 * end * depth_ft) * (self.bottom_width_ft + 2 * side * depth_ft)

    def plan_area_sf(self, stage_ft: float) -> float:
        """Return the surface at a level."""
        return self.area_sf(stage_ft)

    def wetted_area_sf(self, stage_ft: float) -> float:
        """Return the bottom and sides that are wet at a level."""
        if stage_ft < self.bottom_ft:
            return 0.0
        depth_ft = min(stage_ft, self.top_ft) - self.bottom_ft
        side, end = self._slopes
        length_ft, width_ft = self.bottom_length_ft + end * depth_ft, self.bottom_width_ft + side * depth_ft
        sides_sf = 2 * depth_ft * (length_ft * math.hypot(1, side) + width_ft * math.hypot(1, end))
        around_ft = 2 * (length_ft + width_ft + (side + end) * depth_ft)
        upright_sf = max(stage_ft - self.top_ft, 0.0) * around_ft
        return self.bottom_length_ft * self.bottom_width_ft + sides_sf + upright_sf

    def stage_ft(self, storage_cf: float) -> float:
        """Return the level at which so much is held."""
        if storage_cf <= 0:
            return self.bottom_ft
        if math.isnan(storage_cf):
            raise beyond_full(self, storage_cf, self._full_cf)
        if storage_cf >= self._full_cf:
            return self.top_ft + (storage_cf - self._full_cf) / self.area_sf(self.top_ft)
        return stage_holding(
            storage_cf, low_ft=self.bottom_ft, high_ft=self.top_ft, held_cf=self.storage_cf, area_sf=self.area_sf
        )

    def stages_ft(self) -> tuple[float, ...]:
        """Return bottom and top."""
        return self.bottom_ft, self.top_ft


@dataclass(frozen=True, kw_only=True)
class Box:
    """A closed box, vault or trench with upright walls."""

    bottom_ft: float
    top_ft: float
    length_ft: float
    width_ft: float

    def __post_init__(self) -> None:
        above(self, "top_ft", "bottom_ft")
        finite(self, "bottom_ft")
        positive(self, "length_ft", "width_ft")

    @cached_property
    def _base_sf(self) -> float:
        return self.length_ft * self.width_ft

    def storage_cf(self, stage_ft: float) -> float:
        """Return the water held at a level."""
        return self._base_sf * max(min(stage_ft, self.top_ft) - self.bottom_ft, 0.0)

    def area_sf(self, stage_ft: float) -> float:
        """Return the surface at a level; none above the top."""
        return self._base_sf if self.bottom_ft <= stage_ft <= self.top_ft else 0.0

    def plan_area_sf(self, stage_ft: float) -> float:
        """Return the extent of the water at a level."""
        return self._base_sf if stage_ft >= self.bottom_ft else 0.0

    def wetted_area_sf(self, stage_ft: float) -> float:
        """Return the bottom and walls that are wet at a level; the lid is not counted."""
        if stage_ft < self.bottom_ft:
            return 0.0
        return self._base_sf + 2 * (self.length_ft + self.width_ft) * (min(stage_ft, self.top_ft) - self.bottom_ft)

    def stage_ft(self, storage_cf: float) -> float:
        """Return the level at which so much is held."""
        if storage_cf <= 0:
            return self.bottom_ft
        full_cf = self._base_sf * (self.top_ft - self.bottom_ft)
        if not storage_cf <= full_cf:
            raise beyond_full(self, storage_cf, full_cf)
        return min(self.bottom_ft + storage_cf / self._base_sf, self.top_ft)

    def stages_ft(self) -> tuple[float, ...]:
        """Return bottom and top."""
        return self.bottom_ft, self.top_ft
