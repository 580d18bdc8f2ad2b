"""Exfiltration: water that leaves a storage through its bottom and sides.

Owns the ways of saying how fast. None feels a tailwater. A rate over a bottom of some area, or a constant flow, does
not fade as the storage empties: it is there as soon as there is water, so these flows jump at the bottom, as they
should.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from headwater.hydraulics.devices import FREE
from headwater.hydraulics.ranges import finite, not_negative, positive, refuse
from headwater.hydraulics.stage_storage import StageStorage

# Inches an hour to feet a second.
IN_PER_HR_PER_FPS: Final = 43_200.0

Over = Literal["bottom", "horizontal", "wetted"]


@dataclass(frozen=True, kw_only=True)
class ConstantExfiltration:
    """A constant flow as long as the level is above `invert_ft`."""

    invert_ft: float
    constant_cfs: float

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        not_negative(self, "constant_cfs")

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow at a level."""
        return self.constant_cfs if headwater_ft > self.invert_ft else 0.0

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the level at which it begins."""
        return (self.invert_ft,)


@dataclass(frozen=True, kw_only=True)
class Exfiltration:
    """A rate over an area of `storage`: ``Q = rate A / 43,200``.

    Parameters
    ----------
    over
        ``bottom``: the area at the bottom, whatever the level. ``horizontal``: the surface, or in a bed of stone the
        ground it stands over, at the level; the level then falls at the rate itself where there is no stone.
        ``wetted``: bottom and sides.
    lowest_ft, highest_ft
        What lies below or above these does not seep: the area at `lowest_ft` is taken off, and it grows no more from
        `highest_ft` up. Nothing lies below a level at the bottom; a bottom below `lowest_ft` cannot seep alone.
    """

    storage: StageStorage
    rate_in_per_hr: float
    over: Over = "horizontal"
    lowest_ft: float | None = None
    highest_ft: float = math.inf

    def __post_init__(self) -> None:
        not_negative(self, "rate_in_per_hr")
        if self.over not in ("bottom", "horizontal", "wetted"):
            raise refuse(
                self, "over", self.over, expected="'bottom', 'horizontal' or 'wetted'", remedy="write one of them"
            )
        if self.lowest_ft is not None:
            finite(self, "lowest_ft")
            if self.over == "bottom" and self.lowest_ft > self.storage.bottom_ft:
                raise refuse(
                    self,
                    "lowest_ft",
                    self.lowest_ft,
                    expected=f"at most the bottom, {self.storage.bottom_ft:g}, where the bottom alone seeps",
                    remedy="leave it out, or let the surface or the wetted area seep",
                )
        if not self.highest_ft > self.invert_ft:
            raise refuse(
                self, "highest_ft", self.highest_ft, expected=f"above {self.invert_ft:g}", remedy="correct the level"
            )

    @cached_property
    def invert_ft(self) -> float:
        """The level from which it seeps."""
        bottom_ft = self.storage.bottom_ft
        return bottom_ft if self.lowest_ft is None else max(bottom_ft, self.lowest_ft)

    @cached_property
    def _excluded_sf(self) -> float:
        if self.lowest_ft is None or self.lowest_ft <= self.storage.bottom_ft:
            return 0.0
        return self._at_sf(self.lowest_ft)

    def _at_sf(self, stage_ft: float) -> float:
        if self.over == "bottom":
            return self.storage.plan_area_sf(self.storage.bottom_ft)
        if self.over == "horizontal":
            return self.storage.plan_area_sf(stage_ft)
        return self.storage.wetted_area_sf(stage_ft)

    def seeping_sf(self, headwater_ft: float) -> float:
        """Return the area that seeps at a level."""
        if headwater_ft <= self.invert_ft:
            return 0.0
        return max(self._at_sf(min(headwater_ft, self.highest_ft)) - self._excluded_sf, 0.0)

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow at a level."""
        return self.rate_in_per_hr * self.seeping_sf(headwater_ft) / IN_PER_HR_PER_FPS

    def kinks_ft(self) -> tuple[float, ...]:
        """Return where it begins, bends with the storage, and ends to grow."""
        levels_ft = {level_ft for level_ft in self.storage.stages_ft() if self.invert_ft < level_ft < self.highest_ft}
        if math.isfinite(self.highest_ft):
            levels_ft.add(self.highest_ft)
        return (self.invert_ft, *sorted(levels_ft))


@dataclass(frozen=True, kw_only=True)
class GroundwaterExfiltration:
    """Darcy's flow from the ground under `storage` down to groundwater, ``Q = K A (h - g) / (b - g)``.

    h is the level, b the bottom of the storage, g the groundwater; A the extent of the water at the level. The
    gradient is HydroCAD's as we remember it: not re-read in its manual.
    """

    storage: StageStorage
    conductivity_in_per_hr: float
    groundwater_ft: float

    def __post_init__(self) -> None:
        positive(self, "conductivity_in_per_hr")
        finite(self, "groundwater_ft")
        if self.groundwater_ft >= self.storage.bottom_ft:
            raise refuse(
                self,
                "groundwater_ft",
                self.groundwater_ft,
                expected=f"below the bottom of the storage, {self.storage.bottom_ft:g}",
                remedy="correct the level; a basin that reaches groundwater does not drain to it",
            )

    @property
    def invert_ft(self) -> float:
        """The bottom of the storage."""
        return self.storage.bottom_ft

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow at a level."""
        bottom_ft = self.storage.bottom_ft
        if headwater_ft <= bottom_ft:
            return 0.0
        gradient = (headwater_ft - self.groundwater_ft) / (bottom_ft - self.groundwater_ft)
        return self.conductivity_in_per_hr * self.storage.plan_area_sf(headwater_ft) * gradient / IN_PER_HR_PER_FPS

    def kinks_ft(self) -> tuple[float, ...]:
        """Return where the storage bends."""
        return self.storage.stages_ft()
