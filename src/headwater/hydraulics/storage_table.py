"""Storage listed by elevation, as a report or the maker of a chamber gives it.

Owns reading the table: straight between its rows, so that the area is a step in each.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal

from headwater.hydraulics.ranges import refuse, rising, same_length
from headwater.hydraulics.stage_storage import beyond_full


@dataclass(frozen=True, kw_only=True)
class StorageTable:
    """The water held below each elevation, from none at the first.

    An area that falls with height is refused for an `open` storage, and taken for a `closed` one. The wetted area is
    that of the surface: a table says nothing of sides.
    """

    elevations_ft: tuple[float, ...]
    storages_cf: tuple[float, ...]
    kind: Literal["open", "closed"] = "closed"

    def __post_init__(self) -> None:
        rising(self, "elevations_ft", self.elevations_ft)
        same_length(self, "storages_cf", "elevations_ft")
        rising(self, "storages_cf", self.storages_cf)
        if self.kind not in ("open", "closed"):
            raise refuse(self, "kind", self.kind, expected="'open' or 'closed'", remedy="write one of them")
        if self.storages_cf[0] != 0:
            raise refuse(
                self,
                "storages_cf",
                self.storages_cf[0],
                expected="none at the first elevation",
                remedy="add the elevation at which it is empty",
            )
        if self.kind == "open":
            self._check_areas()

    def _check_areas(self) -> None:
        elevations_ft = self.elevations_ft
        for row in range(1, len(elevations_ft) - 1):
            before_sf, area_sf = self._area_sf(row - 1), self._area_sf(row)
            if area_sf < before_sf * (1 - 1e-9):
                raise refuse(
                    self,
                    f"the area from {elevations_ft[row]:g} ft to {elevations_ft[row + 1]:g} ft",
                    area_sf,
                    expected=f"at least that from {elevations_ft[row - 1]:g} ft, {before_sf:g} sf, as the pond is open",
                    remedy="correct the rows, or say that the storage is closed",
                )

    def _area_sf(self, row: int) -> float:
        rise_ft = self.elevations_ft[row + 1] - self.elevations_ft[row]
        return (self.storages_cf[row + 1] - self.storages_cf[row]) / rise_ft

    def _row(self, stage_ft: float) -> int:
        return min(bisect_right(self.elevations_ft, stage_ft) - 1, len(self.elevations_ft) - 2)

    @property
    def bottom_ft(self) -> float:
        """The first elevation."""
        return self.elevations_ft[0]

    @property
    def top_ft(self) -> float:
        """The last elevation."""
        return self.elevations_ft[-1]

    def storage_cf(self, stage_ft: float) -> float:
        """Return the water held at a level."""
        if stage_ft <= self.bottom_ft:
            return 0.0
        if stage_ft >= self.top_ft:
            above_ft = stage_ft - self.top_ft if self.kind == "open" else 0.0
            return self.storages_cf[-1] + above_ft * self._area_sf(len(self.elevations_ft) - 2)
        row = self._row(stage_ft)
        return self.storages_cf[row] + (stage_ft - self.elevations_ft[row]) * self._area_sf(row)

    def area_sf(self, stage_ft: float) -> float:
        """Return the rise of storage per foot just above a level."""
        if stage_ft < self.bottom_ft or (stage_ft > self.top_ft and self.kind == "closed"):
            return 0.0
        return self._area_sf(self._row(stage_ft))

    def plan_area_sf(self, stage_ft: float) -> float:
        """Return the widest area up to a level."""
        if stage_ft < self.bottom_ft:
            return 0.0
        return max(self._area_sf(row) for row in range(self._row(stage_ft) + 1))

    def wetted_area_sf(self, stage_ft: float) -> float:
        """Return the widest area up to a level."""
        return self.plan_area_sf(stage_ft)

    def stage_ft(self, storage_cf: float) -> float:
        """Return the level at which so much is held."""
        if storage_cf <= 0:
            return self.bottom_ft
        full_cf = self.storages_cf[-1]
        if not storage_cf <= full_cf and (self.kind == "closed" or math.isnan(storage_cf)):
            raise beyond_full(self, storage_cf, full_cf)
        if storage_cf == full_cf:
            return self.top_ft
        row = min(bisect_right(self.storages_cf, storage_cf) - 1, len(self.elevations_ft) - 2)
        return self.elevations_ft[row] + (storage_cf - self.storages_cf[row]) / self._area_sf(row)

    def stages_ft(self) -> tuple[float, ...]:
        """Return the listed elevations."""
        return self.elevations_ft
