"""Beds of stone, and chambers or pipes embedded in them.

Owns the voids: water stands between the stones, and freely in what is embedded, whose outside takes the place of stone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from headwater.hydraulics.ranges import positive, refuse
from headwater.hydraulics.stage_storage import StageStorage, beyond_full, stage_holding

USUAL_VOIDS: Final = 0.4


@dataclass(frozen=True, kw_only=True)
class Embedded:
    """Equal chambers or pipes in stone: the water `inside` one, and the room its `outside` takes, the same if None."""

    inside: StageStorage
    outside: StageStorage | None = None
    chambers: int = 1

    def __post_init__(self) -> None:
        positive(self, "chambers")
        if self.outside is not None and not (
            self.outside.bottom_ft <= self.inside.bottom_ft and self.inside.top_ft <= self.outside.top_ft
        ):
            raise refuse(
                self,
                "outside",
                self.outside,
                expected=f"one from {self.inside.bottom_ft:g} ft or below to {self.inside.top_ft:g} ft or above",
                remedy="correct the elevations of the two",
            )

    @property
    def envelope(self) -> StageStorage:
        """The room it takes."""
        return self.inside if self.outside is None else self.outside


@dataclass(frozen=True, kw_only=True)
class StoneBed:
    """Stone that fills `bed`, with `voids_fraction` of it open, and what is embedded in it.

    ``S = voids (bed - outsides) + insides``.
    """

    bed: StageStorage
    voids_fraction: float = USUAL_VOIDS
    embedded: tuple[Embedded, ...] = ()

    def __post_init__(self) -> None:
        if not 0 < self.voids_fraction <= 1:
            raise refuse(
                self,
                "voids_fraction",
                self.voids_fraction,
                expected="above 0, to 1",
                remedy="write the share of the stone that is open, as 0.4",
            )
        for one in self.embedded:
            low_ft, high_ft = one.envelope.bottom_ft, one.envelope.top_ft
            if low_ft < self.bed.bottom_ft or high_ft > self.bed.top_ft:
                raise refuse(
                    self,
                    "embedded",
                    f"from {low_ft:g} to {high_ft:g} ft",
                    expected=f"within the stone, {self.bed.bottom_ft:g} to {self.bed.top_ft:g} ft",
                    remedy="correct the elevations of the chambers or of the stone",
                )
        for stage_ft in self.stages_ft():
            room_sf = self.bed.area_sf(stage_ft)
            taken_sf = sum(one.chambers * one.envelope.area_sf(stage_ft) for one in self.embedded)
            if taken_sf > room_sf * (1 + 1e-9):
                raise refuse(
                    self,
                    f"the area of what is embedded at {stage_ft:g} ft",
                    taken_sf,
                    expected=f"at most that of the stone there, {room_sf:g} sf",
                    remedy="take fewer or smaller chambers, or widen the stone",
                )

    @property
    def bottom_ft(self) -> float:
        """The bottom of the stone."""
        return self.bed.bottom_ft

    @property
    def top_ft(self) -> float:
        """The top of the stone."""
        return self.bed.top_ft

    def storage_cf(self, stage_ft: float) -> float:
        """Return the water held at a level."""
        stone_cf = self.bed.storage_cf(stage_ft)
        inside_cf = 0.0
        for one in self.embedded:
            stone_cf -= one.chambers * one.envelope.storage_cf(stage_ft)
            inside_cf += one.chambers * one.inside.storage_cf(stage_ft)
        return self.voids_fraction * stone_cf + inside_cf

    def area_sf(self, stage_ft: float) -> float:
        """Return the rise of storage per foot: voids and insides."""
        stone_sf = self.bed.area_sf(stage_ft)
        inside_sf = 0.0
        for one in self.embedded:
            stone_sf -= one.chambers * one.envelope.area_sf(stage_ft)
            inside_sf += one.chambers * one.inside.area_sf(stage_ft)
        return self.voids_fraction * stone_sf + inside_sf

    def plan_area_sf(self, stage_ft: float) -> float:
        """Return the ground that the bed stands over, up to a level."""
        return self.bed.plan_area_sf(stage_ft)

    def wetted_area_sf(self, stage_ft: float) -> float:
        """Return the bottom and sides of the bed that are wet at a level."""
        return self.bed.wetted_area_sf(stage_ft)

    @cached_property
    def _full_cf(self) -> float:
        return self.storage_cf(self.top_ft)

    def stage_ft(self, storage_cf: float) -> float:
        """Return the level at which so much is held."""
        if storage_cf <= 0:
            return self.bottom_ft
        if not storage_cf <= self._full_cf:
            # Stone under an open pond goes on as the pond does; a closed bed holds no more.
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
        """Return where the bed and what is embedded bend."""
        levels_ft = set(self.bed.stages_ft())
        for one in self.embedded:
            levels_ft.update(one.inside.stages_ft(), one.envelope.stages_ft())
        return tuple(sorted(levels_ft))
