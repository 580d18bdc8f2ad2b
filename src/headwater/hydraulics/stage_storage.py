"""Storage by stage: what a pond, tank or bed of stone is to routing.

Owns the protocol, the stage at which a storage holds a given volume, and the part of a storage above its permanent
pool. The shapes are the modules beside this: `contours`, `basin`, `pipe_storage`, `stone`, `storage_table`,
`storage_sum`.

What every storage keeps, and tests hold it to: it is 0 at its bottom and rises with the stage up to its top; `area_sf`
is the rise of storage per foot, stone taken off; `stage_ft` undoes `storage_cf`. Above its top an open storage goes on
with upright walls, so that a level a little above has a value (the network says when it was reached); a closed one
holds no more, and a volume beyond it is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from headwater.errors import OutOfRangeError
from headwater.hydraulics.ranges import finite, refuse


class StageStorage(Protocol):
    """Water held, and the surfaces it has, as its level rises."""

    @property
    def bottom_ft(self) -> float:
        """The elevation at and below which it is empty."""
        ...

    @property
    def top_ft(self) -> float:
        """The highest elevation for which it was described."""
        ...

    def storage_cf(self, stage_ft: float) -> float:
        """Return the water held at a level."""
        ...

    def area_sf(self, stage_ft: float) -> float:
        """Return the rise of storage per foot of level: the surface, less the stone in it."""
        ...

    def plan_area_sf(self, stage_ft: float) -> float:
        """Return the widest extent of the water up to a level, stone and all: the ground that it stands over."""
        ...

    def wetted_area_sf(self, stage_ft: float) -> float:
        """Return the bottom and sides that are wet at a level."""
        ...

    def stage_ft(self, storage_cf: float) -> float:
        """Return the level at which it holds `storage_cf`; the bottom for none."""
        ...

    def stages_ft(self) -> tuple[float, ...]:
        """Return the elevations at which it bends, rising: the bottom first, the top last."""
        ...


def stage_holding(
    storage_cf: float,
    *,
    low_ft: float,
    high_ft: float,
    held_cf: Callable[[float], float],
    area_sf: Callable[[float], float],
) -> float:
    """Return the stage between two others at which `held_cf` is `storage_cf`, by Newton's way kept between them."""
    stage_ft = (low_ft + high_ft) / 2
    for _ in range(100):
        excess_cf = held_cf(stage_ft) - storage_cf
        if excess_cf > 0:
            high_ft = stage_ft
        elif excess_cf < 0:
            low_ft = stage_ft
        else:
            return stage_ft
        slope_sf = area_sf(stage_ft)
        following_ft = stage_ft - excess_cf / slope_sf if slope_sf > 0 else math.nan
        if not low_ft < following_ft < high_ft:
            following_ft = (low_ft + high_ft) / 2
        if abs(following_ft - stage_ft) <= 4e-16 * abs(stage_ft):
            return following_ft
        stage_ft = following_ft
    return stage_ft


def beyond_full(record: StageStorage, storage_cf: float, full_cf: float) -> OutOfRangeError:
    """Return the error for a volume that a closed storage cannot hold, or that is no number."""
    return refuse(
        record,
        "storage_cf",
        storage_cf,
        expected=f"at most what it holds at {record.top_ft:g} ft, {full_cf:g} cf",
        remedy="give it an overflow below its top, or more storage",
    )


@dataclass(frozen=True, kw_only=True)
class AbovePool:
    """The part of `whole` above its permanent pool at `pool_ft`: the dead storage below is full and counts for nothing.

    Examples
    --------
    HEC22 example 10.7:

    >>> from headwater.hydraulics.contours import Contours
    >>> pond = Contours(
    ...     elevations_ft=(0, 0.25, 0.5, 0.75, 1, 1.25, 1.5), areas_sf=(2000, 2200, 2300, 2500, 2800, 3000, 3100)
    ... )
    >>> AbovePool(whole=pond, pool_ft=0.5).storage_cf(1.5)
    2750.0
    """

    whole: StageStorage
    pool_ft: float

    def __post_init__(self) -> None:
        finite(self, "pool_ft")
        if not self.whole.bottom_ft <= self.pool_ft < self.whole.top_ft:
            raise refuse(
                self,
                "pool_ft",
                self.pool_ft,
                expected=f"a level within the storage, {self.whole.bottom_ft:g} to below {self.whole.top_ft:g}",
                remedy="correct the level or extend the storage",
            )

    @cached_property
    def dead_cf(self) -> float:
        """The water below the pool's surface."""
        return self.whole.storage_cf(self.pool_ft)

    @property
    def bottom_ft(self) -> float:
        """The surface of the pool."""
        return self.pool_ft

    @property
    def top_ft(self) -> float:
        """The top of the whole storage."""
        return self.whole.top_ft

    def storage_cf(self, stage_ft: float) -> float:
        """Return the water held above the pool."""
        return self.whole.storage_cf(stage_ft) - self.dead_cf if stage_ft > self.pool_ft else 0.0

    def area_sf(self, stage_ft: float) -> float:
        """Return the area of the whole storage, from the pool's surface up."""
        return self.whole.area_sf(stage_ft) if stage_ft >= self.pool_ft else 0.0

    def plan_area_sf(self, stage_ft: float) -> float:
        """Return the extent of the whole storage, from the pool's surface up."""
        return self.whole.plan_area_sf(stage_ft) if stage_ft >= self.pool_ft else 0.0

    def wetted_area_sf(self, stage_ft: float) -> float:
        """Return the sides that are wet above the pool."""
        if stage_ft <= self.pool_ft:
            return 0.0
        return self.whole.wetted_area_sf(stage_ft) - self.whole.wetted_area_sf(self.pool_ft)

    def stage_ft(self, storage_cf: float) -> float:
        """Return the level at which so much is held above the pool."""
        if storage_cf <= 0:
            return self.pool_ft
        return max(self.pool_ft, self.whole.stage_ft(self.dead_cf + storage_cf))

    def stages_ft(self) -> tuple[float, ...]:
        """Return the pool's surface and what bends above it."""
        return (self.pool_ft, *(stage_ft for stage_ft in self.whole.stages_ft() if stage_ft > self.pool_ft))
