"""The level from which a pond lets water out over the surface."""

from __future__ import annotations

from headwater.hydraulics.network import Pond
from headwater.hydraulics.rating import OutletGroup, outlet_groups
from headwater.hydraulics.underdrain import Underdrain


def overflow_ft(pond: Pond) -> float | None:
    """Return the lowest level from which water leaves over the surface; None where it never does.

    What soaks into the ground, and what an underdrain takes through a filter, does not leave over the surface. Water
    that passes one opening and then another leaves from the higher of the two.
    """
    levels_ft = [_begins_ft(group) for group in outlet_groups(pond) if group.to is not None and not _drains(group)]
    return min(levels_ft, default=None)


def _begins_ft(group: OutletGroup) -> float:
    own_ft = group.last.device.invert_ft
    return max(own_ft, min(_begins_ft(feeder) for feeder in group.feeders)) if group.feeders else own_ft


def _drains(group: OutletGroup) -> bool:
    return any(isinstance(device, Underdrain) for device in group.devices())
