"""Storage in pipes, level or sloped.

Owns the volume of water with a level surface in a round pipe: a segment times the length where the pipe is level, the
part of a cylinder that HEC22 calls an ungula where it slopes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from headwater.hydraulics.ranges import finite, not_negative, positive
from headwater.hydraulics.stage_storage import beyond_full, stage_holding

# Below this fall, as a share of the diameter, a pipe counts as level: the formula of the sloped one loses digits.
_LEVEL: Final = 1e-6


@dataclass(frozen=True, kw_only=True)
class PipeStorage:
    """Equal round pipes of `length_ft`, `pipes_side_by_side` of them, with their lower invert at `bottom_ft`.

    The top is the crown of the upper end. Cross-sections are taken upright, as HEC22 does.

    References
    ----------
    HEC22 eq. 10.13 and example 10.5.
    """

    bottom_ft: float
    diameter_ft: float
    length_ft: float
    slope_fraction: float = 0.0
    pipes_side_by_side: int = 1

    def __post_init__(self) -> None:
        finite(self, "bottom_ft")
        positive(self, "diameter_ft", "length_ft", "pipes_side_by_side")
        not_negative(self, "slope_fraction")

    @cached_property
    def _fall_ft(self) -> float:
        return self.slope_fraction * self.length_ft

    @cached_property
    def _is_level(self) -> bool:
        return self._fall_ft < _LEVEL * self.diameter_ft

    @property
    def top_ft(self) -> float:
        """The crown of the upper end."""
        return self.bottom_ft + self.diameter_ft + (0.0 if self._is_level else self._fall_ft)

    # Along a level pipe a value is that of the one cross-section times the length. Along a sloped one the depth falls
    # straight, so it is the integral of the cross-section over depth, from that at the upper end, by the slope.

    def _along(self, at_depth: float, up_to_lower: float, up_to_upper: float) -> float:
        if self._is_level:
            return self.pipes_side_by_side * self.length_ft * at_depth
        return self.pipes_side_by_side * (up_to_lower - up_to_upper) / self.slope_fraction

    def _depths_ft(self, stage_ft: float) -> tuple[float, float]:
        depth_ft = stage_ft - self.bottom_ft
        return depth_ft, depth_ft - self._fall_ft

    def _segment_sf(self, depth_ft: float) -> float:
        angle = self._half_angle(depth_ft)
        return self.diameter_ft**2 / 4 * (angle - math.sin(angle) * math.cos(angle))

    def _half_angle(self, depth_ft: float) -> float:
        return 2 * math.asin(math.sqrt(min(max(depth_ft / self.diameter_ft, 0.0), 1.0)))

    def _segments_cf(self, depth_ft: float) -> float:
        """Return the integral of the segment from no depth up to `depth_ft`."""
        radius_ft = self.diameter_ft / 2
        angle = self._half_angle(depth_ft)
        if angle < 0.01:
            # The series of what follows, which would lose its digits here.
            return radius_ft**3 * angle**5 * (2 / 15 - 11 / 315 * angle**2)
        sine, cosine = math.sin(angle), math.cos(angle)
        part_cf = radius_ft**3 * (sine - angle * cosine - sine**3 / 3)
        return part_cf + max(depth_ft - self.diameter_ft, 0.0) * math.pi * radius_ft**2

    def _width_ft(self, depth_ft: float) -> float:
        return self.diameter_ft * math.sin(self._half_angle(depth_ft))

    def _arcs_sf(self, depth_ft: float) -> float:
        """Return the integral of the wet perimeter from no depth up to `depth_ft`."""
        angle = self._half_angle(depth_ft)
        part_sf = self.diameter_ft**2 / 2 * (math.sin(angle) - angle * math.cos(angle))
        return part_sf + max(depth_ft - self.diameter_ft, 0.0) * math.pi * self.diameter_ft

    def storage_cf(self, stage_ft: float) -> float:
        """Return the water held at a level."""
        if stage_ft <= self.bottom_ft:
            return 0.0
        lower_ft, upper_ft = self._depths_ft(min(stage_ft, self.top_ft))
        return self._along(self._segment_sf(lower_ft), self._segments_cf(lower_ft), self._segments_cf(upper_ft))

    def area_sf(self, stage_ft: float) -> float:
        """Return the surface at a level."""
        if not self.bottom_ft <= stage_ft <= self.top_ft:
            return 0.0
        lower_ft, upper_ft = self._depths_ft(stage_ft)
        return self._along(self._width_ft(lower_ft), self._segment_sf(lower_ft), self._segment_sf(upper_ft))

    def plan_area_sf(self, stage_ft: float) -> float:
        """Return the widest extent of the water up to a level: half way up, a cross-section is at its widest."""
        half_ft = self.diameter_ft / 2
        if stage_ft < self.bottom_ft:
            return 0.0
        lower_ft, upper_ft = self._depths_ft(min(stage_ft, self.top_ft))

        def up_to(depth_ft: float) -> float:
            return self._segment_sf(min(depth_ft, half_ft)) + max(depth_ft - half_ft, 0.0) * self.diameter_ft

        return self._along(self._width_ft(min(lower_ft, half_ft)), up_to(lower_ft), up_to(upper_ft))

    def wetted_area_sf(self, stage_ft: float) -> float:
        """Return the wall that is wet at a level; the ends are not counted."""
        if stage_ft < self.bottom_ft:
            return 0.0
        lower_ft, upper_ft = self._depths_ft(min(stage_ft, self.top_ft))
        arc_ft = self.diameter_ft * self._half_angle(lower_ft)
        return self._along(arc_ft, self._arcs_sf(lower_ft), self._arcs_sf(upper_ft))

    @cached_property
    def _full_cf(self) -> float:
        return self.storage_cf(self.top_ft)

    def stage_ft(self, storage_cf: float) -> float:
        """Return the level at which so much is held."""
        if storage_cf <= 0:
            return self.bottom_ft
        if not storage_cf <= self._full_cf:
            raise beyond_full(self, storage_cf, self._full_cf)
        if storage_cf == self._full_cf:
            return self.top_ft
        return stage_holding(
            storage_cf, low_ft=self.bottom_ft, high_ft=self.top_ft, held_cf=self.storage_cf, area_sf=self.area_sf
        )

    def stages_ft(self) -> tuple[float, ...]:
        """Return bottom and top, and for a sloped pipe the crown of the lower end and the invert of the upper."""
        between = () if self._is_level else (self.bottom_ft + self.diameter_ft, self.bottom_ft + self._fall_ft)
        return tuple(sorted({self.bottom_ft, *between, self.top_ft}))
