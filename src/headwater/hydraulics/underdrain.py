"""Underdrains: water that comes through filter media and leaves by a pipe below.

Owns the seepage through the media; what the pipe then passes is a device of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from headwater.hydraulics.devices import FREE, Device
from headwater.hydraulics.exfiltration import IN_PER_HR_PER_FPS
from headwater.hydraulics.ranges import above, positive


@dataclass(frozen=True, kw_only=True)
class Underdrain:
    """Media of `area_sf` between a drain at `invert_ft` and the surface at `media_top_ft`.

    Darcy's flow, ``Q = K A (h - d) / L``: h the level, d the drain or the tailwater above it, L the depth of the
    media; and never more than `pipe` passes, under the same levels, where there is one (a perforated pipe, its
    orifice or valve).
    """

    invert_ft: float
    media_top_ft: float
    area_sf: float
    conductivity_in_per_hr: float
    pipe: Device | None = None

    def __post_init__(self) -> None:
        above(self, "media_top_ft", "invert_ft")
        positive(self, "area_sf", "conductivity_in_per_hr")

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        if headwater_ft <= self.invert_ft or headwater_ft <= tailwater_ft:
            return 0.0
        gradient = (headwater_ft - max(self.invert_ft, tailwater_ft)) / (self.media_top_ft - self.invert_ft)
        seeping_cfs = self.conductivity_in_per_hr * self.area_sf * gradient / IN_PER_HR_PER_FPS
        if self.pipe is None:
            return seeping_cfs
        return min(seeping_cfs, self.pipe.flow_cfs(headwater_ft, tailwater_ft))

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the drain, the surface of the media, and where the pipe bends."""
        pipe_ft = () if self.pipe is None else self.pipe.kinks_ft()
        return tuple(sorted({self.invert_ft, self.media_top_ft, *pipe_ft}))
