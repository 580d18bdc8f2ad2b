"""Several devices that act as one outlet, as the slices of a road that is overtopped along its profile."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from headwater.errors import OutOfRangeError
from headwater.hydraulics.devices import FREE, Device

SLICES: Final = 12


@dataclass(frozen=True, kw_only=True)
class SideBySide:
    """Devices between the same two levels; the flow is the sum of theirs."""

    devices: tuple[Device, ...]

    def __post_init__(self) -> None:
        if not self.devices:
            raise OutOfRangeError("devices side by side: none is given; expected one at least; give them")

    @property
    def invert_ft(self) -> float:
        """The lowest of their inverts."""
        return min(device.invert_ft for device in self.devices)

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        return math.fsum(device.flow_cfs(headwater_ft, tailwater_ft) for device in self.devices)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return where any of them bends."""
        return tuple(sorted({kink_ft for device in self.devices for kink_ft in device.kinks_ft()}))


def along_profile(points: Sequence[tuple[float, float]], level: Callable[[float, float], Device]) -> SideBySide:
    """Return a road or bank that water runs over along its profile.

    Parameters
    ----------
    points
        Station and elevation along the top, two or more, stations rising. A sloping stretch is taken as twelve slices.
    level
        Makes the device of a level slice, of its elevation and its length.

    Raises
    ------
    OutOfRangeError
        If stations do not rise.
    """
    if len(points) < 2 or any(after[0] <= before[0] for before, after in pairwise(points)):
        raise OutOfRangeError(
            f"profile of a spillway: {len(points)} points, or stations that do not rise; expected two points or more "
            "in the order of their stations; sort or correct them"
        )
    slices = []
    for (start_ft, low_ft), (end_ft, high_ft) in pairwise(points):
        pieces = 1 if low_ft == high_ft else SLICES
        for piece in range(pieces):
            elevation_ft = low_ft + (high_ft - low_ft) * (piece + 0.5) / pieces
            slices.append(level(elevation_ft, (end_ft - start_ft) / pieces))
    return SideBySide(devices=tuple(slices))
