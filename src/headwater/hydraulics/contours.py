"""Storage between contours: areas listed by elevation.

Owns the two ways between one contour and the next. `Contours` has the area run straight (average end areas, HydroCAD's
"prismatic"); `ConicContours` has its root run straight (frustums of a cone, HydroCAD's "conic").

The wetted sides follow from the length around each contour: as listed, or else that of a circle of the same area.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from headwater.errors import OutOfRangeError
from headwater.hydraulics.ranges import refuse, rising, same_length
from headwater.hydraulics.stage_storage import beyond_full

Kind = Literal["open", "closed"]


@dataclass(frozen=True, kw_only=True)
class _Listed(ABC):
    """What both kinds of contours share: the table, its checks, and where in it a stage or a volume lies."""

    elevations_ft: tuple[float, ...]
    areas_sf: tuple[float, ...]
    perimeters_ft: tuple[float, ...] | None = None
    kind: Kind = "open"

    def __post_init__(self) -> None:
        for name in ("elevations_ft", "areas_sf", "perimeters_ft"):
            if (listed := getattr(self, name)) is not None:
                object.__setattr__(self, name, tuple(float(number) for number in listed))
        if self.kind not in ("open", "closed"):
            raise refuse(self, "kind", self.kind, expected="'open' or 'closed'", remedy="write one of them")
        rising(self, "elevations_ft", self.elevations_ft)
        same_length(self, "areas_sf", "elevations_ft")
        self._check_areas()
        if self.perimeters_ft is not None:
            same_length(self, "perimeters_ft", "elevations_ft")
            for number in self.perimeters_ft:
                if not (math.isfinite(number) and number >= 0):
                    raise refuse(self, "perimeters_ft", number, expected="0 or more", remedy="correct the row")

    def _check_areas(self) -> None:
        rows = tuple(zip(self.elevations_ft, self.areas_sf, strict=True))
        for elevation_ft, area_sf in rows:
            if not (math.isfinite(area_sf) and area_sf >= 0):
                raise refuse(
                    self, f"the area at {elevation_ft:g} ft", area_sf, expected="0 or more", remedy="correct the row"
                )
        for (low_ft, low_sf), (high_ft, high_sf) in pairwise(rows):
            if self.kind == "open" and high_sf < low_sf:
                raise OutOfRangeError(
                    f"{type(self).__name__}: the area falls from {low_sf:g} sf at {low_ft:g} ft to {high_sf:g} sf at "
                    f"{high_ft:g} ft; expected one that does not fall, as the pond is open; correct the rows, or say "
                    "that the storage is closed"
                )
            if not low_sf + high_sf > 0:
                raise OutOfRangeError(
                    f"{type(self).__name__}: no area from {low_ft:g} ft to {high_ft:g} ft; expected one above 0 at one "
                    "of them; correct the rows, or leave the lowest one out"
                )

    @property
    def bottom_ft(self) -> float:
        """The lowest contour."""
        return self.elevations_ft[0]

    @property
    def top_ft(self) -> float:
        """The highest contour."""
        return self.elevations_ft[-1]

    def stages_ft(self) -> tuple[float, ...]:
        """Return the listed elevations."""
        return self.elevations_ft

    @cached_property
    def _below_cf(self) -> tuple[float, ...]:
        """The water below each contour."""
        sums = [0.0]
        for row in range(len(self.elevations_ft) - 1):
            sums.append(sums[-1] + self._between_cf(row, self.elevations_ft[row + 1]))
        return tuple(sums)

    @cached_property
    def _around_ft(self) -> tuple[float, ...]:
        if self.perimeters_ft is not None:
            return self.perimeters_ft
        return tuple(_circumference_ft(area_sf) for area_sf in self.areas_sf)

    @cached_property
    def _wetted_sf(self) -> tuple[float, ...]:
        """The bottom and sides below each contour."""
        sums = [self.areas_sf[0]]
        for row in range(len(self.elevations_ft) - 1):
            sums.append(sums[-1] + self._side_sf(row, self.elevations_ft[row + 1]))
        return tuple(sums)

    def _row(self, stage_ft: float) -> int:
        return bisect_right(self.elevations_ft, stage_ft) - 1

    @abstractmethod
    def _between_cf(self, row: int, stage_ft: float) -> float: ...

    @abstractmethod
    def _within_sf(self, row: int, stage_ft: float) -> float: ...

    @abstractmethod
    def _height_ft(self, row: int, storage_cf: float) -> float: ...

    def _around_at_ft(self, row: int, stage_ft: float) -> float:
        if self.perimeters_ft is None:
            return _circumference_ft(self._within_sf(row, stage_ft))
        low_ft, high_ft = self.elevations_ft[row], self.elevations_ft[row + 1]
        share = (stage_ft - low_ft) / (high_ft - low_ft)
        return self._around_ft[row] + share * (self._around_ft[row + 1] - self._around_ft[row])

    def _side_sf(self, row: int, stage_ft: float) -> float:
        """Return the side from a contour up to a stage: the mean length around it by the way up the slope."""
        around_ft = (self._around_ft[row] + self._around_at_ft(row, stage_ft)) / 2
        wider_sf = abs(self._within_sf(row, stage_ft) - self.areas_sf[row])
        return math.hypot(around_ft * (stage_ft - self.elevations_ft[row]), wider_sf)

    def storage_cf(self, stage_ft: float) -> float:
        """Return the water held at a level."""
        if stage_ft <= self.elevations_ft[0]:
            return 0.0
        if stage_ft >= self.elevations_ft[-1]:
            above_ft = stage_ft - self.elevations_ft[-1] if self.kind == "open" else 0.0
            return self._below_cf[-1] + above_ft * self.areas_sf[-1]
        row = self._row(stage_ft)
        return self._below_cf[row] + self._between_cf(row, stage_ft)

    def area_sf(self, stage_ft: float) -> float:
        """Return the surface at a level."""
        if stage_ft < self.elevations_ft[0]:
            return 0.0
        if stage_ft >= self.elevations_ft[-1]:
            return self.areas_sf[-1] if self.kind == "open" or stage_ft == self.elevations_ft[-1] else 0.0
        return self._within_sf(self._row(stage_ft), stage_ft)

    def plan_area_sf(self, stage_ft: float) -> float:
        """Return the widest surface up to a level."""
        if self.kind == "open":
            return self.area_sf(stage_ft)
        if stage_ft < self.elevations_ft[0]:
            return 0.0
        return max(*self.areas_sf[: self._row(stage_ft) + 1], self.area_sf(stage_ft))

    def wetted_area_sf(self, stage_ft: float) -> float:
        """Return the bottom and sides that are wet at a level."""
        if stage_ft < self.elevations_ft[0]:
            return 0.0
        if stage_ft >= self.elevations_ft[-1]:
            above_ft = stage_ft - self.elevations_ft[-1] if self.kind == "open" else 0.0
            return self._wetted_sf[-1] + above_ft * self._around_ft[-1]
        row = self._row(stage_ft)
        return self._wetted_sf[row] + self._side_sf(row, stage_ft)

    def stage_ft(self, storage_cf: float) -> float:
        """Return the level at which so much is held."""
        if storage_cf <= 0:
            return self.elevations_ft[0]
        below_cf = self._below_cf
        if not storage_cf < below_cf[-1]:
            if storage_cf == below_cf[-1]:
                return self.elevations_ft[-1]
            if self.kind == "closed" or math.isnan(storage_cf):
                raise beyond_full(self, storage_cf, below_cf[-1])
            return self.elevations_ft[-1] + (storage_cf - below_cf[-1]) / self.areas_sf[-1]
        row = bisect_right(below_cf, storage_cf) - 1
        return self.elevations_ft[row] + self._height_ft(row, storage_cf - below_cf[row])


@dataclass(frozen=True, kw_only=True)
class Contours(_Listed):
    """Storage by average end areas: between contours the area runs straight.

    Parameters
    ----------
    elevations_ft, areas_sf
        The table, rising. The area of an `open` storage may not fall; one of a `closed` storage may.
    perimeters_ft
        The length around each contour; that of a circle where it is left out. Only the wetted area asks it.

    References
    ----------
    HEC22 section 10.4.2 (average-end area), example 10.6.

    Examples
    --------
    >>> pond = Contours(elevations_ft=(278, 279, 280), areas_sf=(0, 490, 1740))
    >>> pond.storage_cf(280.0)
    1360.0
    """

    def _between_cf(self, row: int, stage_ft: float) -> float:
        height_ft = stage_ft - self.elevations_ft[row]
        return height_ft * (self.areas_sf[row] + self._within_sf(row, stage_ft)) / 2

    def _within_sf(self, row: int, stage_ft: float) -> float:
        low_ft, low_sf = self.elevations_ft[row], self.areas_sf[row]
        return low_sf + (stage_ft - low_ft) * (self.areas_sf[row + 1] - low_sf) / (self.elevations_ft[row + 1] - low_ft)

    def _height_ft(self, row: int, storage_cf: float) -> float:
        # The root of A h + s h^2 / 2 = V, written so that it holds for no slope s too.
        low_sf = self.areas_sf[row]
        slope = (self.areas_sf[row + 1] - low_sf) / (self.elevations_ft[row + 1] - self.elevations_ft[row])
        under_root = max(low_sf * low_sf + 2 * slope * storage_cf, 0.0)
        return 2 * storage_cf / (low_sf + math.sqrt(under_root))


@dataclass(frozen=True, kw_only=True)
class ConicContours(_Listed):
    """Storage by frustums of cones: between contours the root of the area runs straight.

    Parameters
    ----------
    elevations_ft, areas_sf, perimeters_ft, kind
        As those of `Contours`.

    References
    ----------
    HEC22 eq. 10.19.
    """

    def _roots(self, row: int) -> tuple[float, float]:
        """Return the root of the area at a contour, and its rise per foot."""
        root, next_root = math.sqrt(self.areas_sf[row]), math.sqrt(self.areas_sf[row + 1])
        return root, (next_root - root) / (self.elevations_ft[row + 1] - self.elevations_ft[row])

    def _between_cf(self, row: int, stage_ft: float) -> float:
        height_ft = stage_ft - self.elevations_ft[row]
        root, rise = self._roots(row)
        upper = root + rise * height_ft
        return height_ft / 3 * (root * root + root * upper + upper * upper)

    def _within_sf(self, row: int, stage_ft: float) -> float:
        root, rise = self._roots(row)
        upper = root + rise * (stage_ft - self.elevations_ft[row])
        return upper * upper

    def _height_ft(self, row: int, storage_cf: float) -> float:
        # From (upper^3 - root^3) = 3 rise V, by the difference of cubes, so that it holds for no rise too.
        root, rise = self._roots(row)
        upper = math.cbrt(max(root**3 + 3 * rise * storage_cf, 0.0))
        return 3 * storage_cf / (root * root + root * upper + upper * upper)


def _circumference_ft(area_sf: float) -> float:
    return 2 * math.sqrt(math.pi * area_sf)


__all__ = ["ConicContours", "Contours", "Kind"]
