"""Several storages that share one level, side by side or one on the other.

Owns their sum. What lies within another one, as chambers in stone, is `stone`'s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from headwater.hydraulics.ranges import refuse
from headwater.hydraulics.stage_storage import StageStorage, beyond_full, stage_holding


@dataclass(frozen=True, kw_only=True)
class StorageSum:
    """The water in all of `parts` at one level; from the lowest bottom to the highest top, without a gap between.

    Above its own top a part goes on as it does alone: an open one with upright walls, a closed one with no more.
    """

    parts: tuple[StageStorage, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise refuse(self, "parts", self.parts, expected="one storage or more", remedy="add a storage")
        spans = sorted((part.bottom_ft, part.top_ft) for part in self.parts)
        reached_ft = spans[0][1]
        for low_ft, high_ft in spans[1:]:
            if low_ft > reached_ft:
                raise refuse(
                    self,
                    "parts",
                    f"nothing from {reached_ft:g} ft to {low_ft:g} ft",
                    expected="storages that meet or overlap in elevation",
                    remedy="correct their elevations, or add what lies between",
                )
            reached_ft = max(reached_ft, high_ft)

    @cached_property
    def bottom_ft(self) -> float:
        """The lowest bottom."""
        return min(part.bottom_ft for part in self.parts)

    @cached_property
    def top_ft(self) -> float:
        """The highest top."""
        return max(part.top_ft for part in self.parts)

    def storage_cf(self, stage_ft: float) -> float:
        """Return the water held at a level."""
        return math.fsum(part.storage_cf(stage_ft) for part in self.parts)

    def area_sf(self, stage_ft: float) -> float:
        """Return the rise of storage per foot."""
        return math.fsum(part.area_sf(stage_ft) for part in self.parts)

    def plan_area_sf(self, stage_ft: float) -> float:
        """Return the extents of the parts, added; of parts that lie one on the other, the widest alone would count."""
        return math.fsum(part.plan_area_sf(stage_ft) for part in self.parts)

    def wetted_area_sf(self, stage_ft: float) -> float:
        """Return the wet bottoms and sides, added."""
        return math.fsum(part.wetted_area_sf(stage_ft) for part in self.parts)

    @cached_property
    def _full_cf(self) -> float:
        return self.storage_cf(self.top_ft)

    def stage_ft(self, storage_cf: float) -> float:
        """Return the level at which so much is held."""
        if storage_cf <= 0:
            return self.bottom_ft
        if not storage_cf <= self._full_cf:
            rise_sf = self.area_sf(math.nextafter(self.top_ft, math.inf))
            if not rise_sf > 0 or math.isnan(storage_cf):
                raise beyond_full(self, storage_cf, self._full_cf)
            return self.top_ft + (storage_cf - self._full_cf) / rise_sf
        if storage_cf == self._full_cf:
            return self.top_ft
        return stage_holding(
            storage_cf, low_ft=self.bottom_ft, high_ft=self.top_ft, held_cf=self.storage_cf, area_sf=self.area_sf
        )

    def stages_ft(self) -> tuple[float, ...]:
        """Return where any part bends."""
        return tuple(sorted({stage_ft for part in self.parts for stage_ft in part.stages_ft()}))
