"""Cross-sections of channels: geometry, Manning's flow, normal and critical depth.

Owns what every section is, and the open shapes; the closed ones are `pipe_sections`'s. Water in them over time is
`reach`'s, culverts are `culvert`'s.

Symbols: A `area_sf`, P `perimeter_ft`, T `top_width_ft`, R = A / P, n `manning_n`, S `slope_fraction`. Manning's flow
is ``1.486 / n A R^(2/3) S^(1/2)``; at critical depth ``Q^2 T = g A^3``. A closed section holds no more above its crown;
the banks of an open one go on upright above its ends.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from headwater.errors import OutOfRangeError
from headwater.hydraulics.devices import GRAVITY
from headwater.hydraulics.ranges import not_negative, positive, refuse

MANNING: Final = 1.486


class Section(ABC):
    """A shape that water flows through."""

    manning_n: float
    """Manning's roughness, one for the whole section."""

    @property
    @abstractmethod
    def height_ft(self) -> float:
        """The depth to the crown, or to the lower bank."""

    @property
    @abstractmethod
    def is_closed(self) -> bool:
        """Whether it has a crown."""

    @abstractmethod
    def area_sf(self, depth_ft: float) -> float:
        """Return the wet area."""

    @abstractmethod
    def perimeter_ft(self, depth_ft: float) -> float:
        """Return the wet perimeter; the crown of a box is wet only above its height."""

    @abstractmethod
    def top_width_ft(self, depth_ft: float) -> float:
        """Return the width of the surface."""

    @property
    def depth_of_highest_flow_ft(self) -> float:
        """The depth up to which a free surface carries more the deeper it is."""
        return self.height_ft

    def hydraulic_radius_ft(self, depth_ft: float) -> float:
        """Return wet area over wet perimeter."""
        return self.area_sf(depth_ft) / self.perimeter_ft(depth_ft) if depth_ft > 0 else 0.0

    def flow_cfs(self, depth_ft: float, *, slope_fraction: float) -> float:
        """Return Manning's uniform flow at a depth."""
        _sloping(slope_fraction)
        return self._per_root_slope_cfs(depth_ft) * math.sqrt(slope_fraction)

    def velocity_fps(self, depth_ft: float, *, slope_fraction: float) -> float:
        """Return Manning's velocity at a depth."""
        _sloping(slope_fraction)
        radius_ft = self.hydraulic_radius_ft(depth_ft)
        return MANNING / self.manning_n * math.pow(radius_ft, 2 / 3) * math.sqrt(slope_fraction)

    def normal_depth_ft(self, flow_cfs: float, *, slope_fraction: float) -> float:
        """Return the depth of uniform flow, the lower one of two; infinity if the section is too small for it."""
        _sloping(slope_fraction)
        _flowing(flow_cfs)
        root = math.sqrt(slope_fraction)
        high_ft = self.depth_of_highest_flow_ft
        while self._per_root_slope_cfs(high_ft) * root < flow_cfs:
            if self.is_closed:
                return math.inf
            high_ft *= 2
        return _lowest_ft(high_ft, lambda depth_ft: self._per_root_slope_cfs(depth_ft) * root >= flow_cfs)

    def critical_depth_ft(self, flow_cfs: float) -> float:
        """Return the critical depth; the height of a closed section that would have it above its crown."""
        _flowing(flow_cfs)
        load = flow_cfs * flow_cfs / GRAVITY

        def is_above(depth_ft: float) -> bool:
            return bool(self.area_sf(depth_ft) ** 3 >= load * self.top_width_ft(depth_ft))

        high_ft = self.height_ft
        while not is_above(high_ft):
            if self.is_closed:
                return high_ft
            high_ft *= 2
        return _lowest_ft(high_ft, is_above)

    def _per_root_slope_cfs(self, depth_ft: float) -> float:
        if depth_ft <= 0:
            return 0.0
        area_sf = self.area_sf(depth_ft)
        return MANNING / self.manning_n * area_sf * math.pow(area_sf / self.perimeter_ft(depth_ft), 2 / 3)


def _sloping(slope_fraction: float) -> None:
    if not (math.isfinite(slope_fraction) and slope_fraction > 0):
        raise OutOfRangeError(
            f"Manning's flow: slope_fraction is {slope_fraction!r}; expected a number above 0, as 0.01 for a foot in a "
            "hundred; correct the inverts or the length"
        )


def _flowing(flow_cfs: float) -> None:
    if not (math.isfinite(flow_cfs) and flow_cfs >= 0):
        raise OutOfRangeError(f"depth of flow: flow_cfs is {flow_cfs!r}; expected 0 or more; correct the flow")


def _lowest_ft(high_ft: float, is_enough: Callable[[float], bool]) -> float:
    """Return the lowest depth that is enough, where `high_ft` is; by halving."""
    low_ft = 0.0
    for _ in range(60):
        middle_ft = (low_ft + high_ft) / 2
        if is_enough(middle_ft):
            high_ft = middle_ft
        else:
            low_ft = middle_ft
    return high_ft


@dataclass(frozen=True, kw_only=True)
class TrapezoidalSection(Section):
    """A channel with a level bottom and straight sides: a rectangle with upright ones, a triangle without a bottom."""

    bottom_width_ft: float
    left_slope_h_per_v: float
    right_slope_h_per_v: float
    depth_ft: float
    manning_n: float

    def __post_init__(self) -> None:
        not_negative(self, "bottom_width_ft", "left_slope_h_per_v", "right_slope_h_per_v")
        positive(self, "depth_ft", "manning_n")
        if not self.bottom_width_ft + self.left_slope_h_per_v + self.right_slope_h_per_v > 0:
            raise refuse(self, "bottom_width_ft", 0.0, expected="a width, or a sloping side", remedy="give one of them")

    @property
    def height_ft(self) -> float:
        """The depth to the banks."""
        return self.depth_ft

    @property
    def is_closed(self) -> bool:
        """Whether it has a crown."""
        return False

    @cached_property
    def _slopes(self) -> tuple[float, float]:
        """Width gained, and wet side gained, per foot of depth."""
        left, right = self.left_slope_h_per_v, self.right_slope_h_per_v
        return left + right, math.hypot(1.0, left) + math.hypot(1.0, right)

    def area_sf(self, depth_ft: float) -> float:
        """Return the wet area."""
        within_ft = min(max(depth_ft, 0.0), self.depth_ft)
        area_sf = within_ft * (self.bottom_width_ft + self._slopes[0] * within_ft / 2)
        return area_sf + max(depth_ft - self.depth_ft, 0.0) * self.top_width_ft(self.depth_ft)

    def perimeter_ft(self, depth_ft: float) -> float:
        """Return the wet perimeter."""
        within_ft = min(max(depth_ft, 0.0), self.depth_ft)
        return self.bottom_width_ft + self._slopes[1] * within_ft + 2 * max(depth_ft - self.depth_ft, 0.0)

    def top_width_ft(self, depth_ft: float) -> float:
        """Return the width of the surface."""
        return self.bottom_width_ft + self._slopes[0] * min(max(depth_ft, 0.0), self.depth_ft)


@dataclass(frozen=True, kw_only=True)
class SurveyedSection(Section):
    """A channel surveyed as points across it: (station ft, elevation ft), from bank to bank, with one roughness."""

    points_ft: tuple[tuple[float, float], ...]
    manning_n: float

    def __post_init__(self) -> None:
        positive(self, "manning_n")
        if len(self.points_ft) < 3:
            raise refuse(self, "points_ft", self.points_ft, expected="3 points or more", remedy="add points")
        for point in self.points_ft:
            if not all(math.isfinite(number) for number in point):
                raise refuse(self, "points_ft", point, expected="numbers", remedy="correct the point")
        for (before_ft, _), (after_ft, _) in pairwise(self.points_ft):
            if after_ft < before_ft:
                raise refuse(
                    self,
                    "points_ft",
                    after_ft,
                    expected=f"stations that do not fall, so {before_ft!r} or more",
                    remedy="sort the points",
                )
        if not self.height_ft > 0:
            raise refuse(self, "points_ft", self.height_ft, expected="banks above the bottom", remedy="add the banks")

    @cached_property
    def bottom_ft(self) -> float:
        """The elevation of the lowest point."""
        return min(elevation_ft for _, elevation_ft in self.points_ft)

    @cached_property
    def height_ft(self) -> float:
        """The depth to the lower bank."""
        return min(self.points_ft[0][1], self.points_ft[-1][1]) - self.bottom_ft

    @property
    def is_closed(self) -> bool:
        """Whether it has a crown."""
        return False

    def _wet(self, depth_ft: float) -> tuple[float, float, float]:
        """Return area, perimeter and top width."""
        level_ft = self.bottom_ft + depth_ft
        area_sf = perimeter_ft = width_ft = 0.0
        for (left_ft, left_high_ft), (right_ft, right_high_ft) in pairwise(self.points_ft):
            low_ft, high_ft = sorted((level_ft - left_high_ft, level_ft - right_high_ft))
            if high_ft <= 0:
                continue
            share = 1.0 if low_ft >= 0 else high_ft / (high_ft - low_ft)
            across_ft = share * (right_ft - left_ft)
            area_sf += across_ft * (high_ft + max(low_ft, 0.0)) / 2
            perimeter_ft += share * math.hypot(right_ft - left_ft, right_high_ft - left_high_ft)
            width_ft += across_ft
        for end_ft in (self.points_ft[0][1], self.points_ft[-1][1]):
            perimeter_ft += max(level_ft - end_ft, 0.0)
        return area_sf, perimeter_ft, width_ft

    def area_sf(self, depth_ft: float) -> float:
        """Return the wet area."""
        return self._wet(depth_ft)[0]

    def perimeter_ft(self, depth_ft: float) -> float:
        """Return the wet perimeter."""
        return self._wet(depth_ft)[1]

    def top_width_ft(self, depth_ft: float) -> float:
        """Return the width of the surface."""
        return self._wet(depth_ft)[2]
