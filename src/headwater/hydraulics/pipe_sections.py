"""Cross-sections of pipes: circle, ellipse and box.

Owns the closed shapes; what every section does with its shape is `sections`'s. Arches and pipe-arches are ellipses here
where their span and rise are given, which is near, not exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from headwater.hydraulics.ranges import positive
from headwater.hydraulics.sections import Section

# A circle carries most at this fullness: the root of 3 t (1 - cos t) = 2 (t - sin t) nearest below a full turn.
FULLEST_CIRCLE: Final = 0.938181
_ARC_PIECES: Final = 48


@dataclass(frozen=True, kw_only=True)
class CircularSection(Section):
    """A round pipe."""

    diameter_ft: float
    manning_n: float

    def __post_init__(self) -> None:
        positive(self, "diameter_ft", "manning_n")

    @property
    def height_ft(self) -> float:
        """The diameter."""
        return self.diameter_ft

    @property
    def is_closed(self) -> bool:
        """Whether it has a crown."""
        return True

    @property
    def depth_of_highest_flow_ft(self) -> float:
        """0.938 of the diameter, where it carries 1.076 times its full flow."""
        return FULLEST_CIRCLE * self.diameter_ft

    def half_angle(self, depth_ft: float) -> float:
        """Return the angle from the invert to the edge of the water, seen from the centre."""
        return 2 * math.asin(math.sqrt(min(max(depth_ft / self.diameter_ft, 0.0), 1.0)))

    def area_sf(self, depth_ft: float) -> float:
        """Return the wet area."""
        angle = self.half_angle(depth_ft)
        return self.diameter_ft**2 / 4 * (angle - math.sin(angle) * math.cos(angle))

    def perimeter_ft(self, depth_ft: float) -> float:
        """Return the wet perimeter."""
        return self.diameter_ft * self.half_angle(depth_ft)

    def top_width_ft(self, depth_ft: float) -> float:
        """Return the width of the surface."""
        if not 0 < depth_ft < self.diameter_ft:
            return 0.0
        return 2 * math.sqrt(depth_ft * (self.diameter_ft - depth_ft))


@dataclass(frozen=True, kw_only=True)
class EllipticalSection(Section):
    """An elliptical pipe: a circle of diameter `rise_ft`, drawn out sideways to `span_ft`."""

    span_ft: float
    rise_ft: float
    manning_n: float

    def __post_init__(self) -> None:
        positive(self, "span_ft", "rise_ft", "manning_n")

    @cached_property
    def _circle(self) -> CircularSection:
        return CircularSection(diameter_ft=self.rise_ft, manning_n=self.manning_n)

    @property
    def height_ft(self) -> float:
        """The rise."""
        return self.rise_ft

    @property
    def is_closed(self) -> bool:
        """Whether it has a crown."""
        return True

    @cached_property
    def depth_of_highest_flow_ft(self) -> float:
        """The depth at which it carries most, within a hundredth of a percent of the rise."""
        low_ft, high_ft = self.rise_ft / 2, self.rise_ft
        for _ in range(60):
            third_ft = (high_ft - low_ft) / 3
            if self._per_root_slope_cfs(low_ft + third_ft) < self._per_root_slope_cfs(high_ft - third_ft):
                low_ft += third_ft
            else:
                high_ft -= third_ft
        return low_ft

    def area_sf(self, depth_ft: float) -> float:
        """Return the wet area."""
        return self._circle.area_sf(depth_ft) * self.span_ft / self.rise_ft

    def perimeter_ft(self, depth_ft: float) -> float:
        """Return the wet perimeter, by Simpson's rule along the arc."""
        across_ft, up_ft = self.span_ft / 2, self.rise_ft / 2
        step = self._circle.half_angle(depth_ft) / _ARC_PIECES
        speeds = [
            math.hypot(across_ft * math.cos(k * step), up_ft * math.sin(k * step)) for k in range(_ARC_PIECES + 1)
        ]
        inner = 4 * sum(speeds[1:-1:2]) + 2 * sum(speeds[2:-1:2])
        return 2 * step / 3 * (speeds[0] + inner + speeds[-1])

    def top_width_ft(self, depth_ft: float) -> float:
        """Return the width of the surface."""
        return self._circle.top_width_ft(depth_ft) * self.span_ft / self.rise_ft


@dataclass(frozen=True, kw_only=True)
class BoxSection(Section):
    """A rectangular closed conduit."""

    width_ft: float
    rise_ft: float
    manning_n: float

    def __post_init__(self) -> None:
        positive(self, "width_ft", "rise_ft", "manning_n")

    @property
    def height_ft(self) -> float:
        """The rise."""
        return self.rise_ft

    @property
    def is_closed(self) -> bool:
        """Whether it has a crown."""
        return True

    def area_sf(self, depth_ft: float) -> float:
        """Return the wet area."""
        return self.width_ft * min(max(depth_ft, 0.0), self.rise_ft)

    def perimeter_ft(self, depth_ft: float) -> float:
        """Return the wet perimeter; the crown is wet only above the rise."""
        if depth_ft > self.rise_ft:
            return 2 * (self.width_ft + self.rise_ft)
        return self.width_ft + 2 * max(depth_ft, 0.0)

    def top_width_ft(self, depth_ft: float) -> float:
        """Return the width of the surface."""
        return self.width_ft if 0 <= depth_ft <= self.rise_ft else 0.0
