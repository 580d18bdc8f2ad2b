"""Ponds as SWMM's storage nodes: surface by depth, and seepage where it is SWMM's own kind.

Owns the curve of areas. SWMM draws areas straight between its points, as average end areas do.
"""

from __future__ import annotations

from itertools import pairwise

from headwater.hydraulics.exfiltration import Exfiltration
from headwater.hydraulics.network import Outlet, Pond
from headwater.hydraulics.stage_storage import StageStorage

MISSED_FRACTION = 1e-5
MOST_PIECES = 64
# Where an area jumps, as in a table of volumes, it does so within this much of depth.
JUMP_FT = 1e-4


def area_curve(storage: StageStorage) -> list[tuple[float, float]]:
    """Return (depth ft, area sf), so close that straight lines between them hold the same water."""
    bottom_ft = storage.bottom_ft
    points: list[tuple[float, float]] = []
    for low_ft, high_ft in pairwise(storage.stages_ft()):
        for depth_ft, area_sf in _between(storage, low_ft, high_ft):
            if points and depth_ft - bottom_ft <= points[-1][0]:
                if abs(area_sf - points[-1][1]) <= 1e-9 * area_sf + 1e-9:
                    continue
                points.append((points[-1][0] + JUMP_FT, area_sf))
            else:
                points.append((depth_ft - bottom_ft, area_sf))
    return points


def _between(storage: StageStorage, low_ft: float, high_ft: float) -> list[tuple[float, float]]:
    held_cf = storage.storage_cf(high_ft) - storage.storage_cf(low_ft)
    inset_ft = 1e-9 * (high_ft - low_ft)
    pieces = 1
    while True:
        step_ft = (high_ft - low_ft) / pieces
        stages = [low_ft + step_ft * piece for piece in range(pieces)] + [high_ft]
        inner = [min(max(stage_ft, low_ft + inset_ft), high_ft - inset_ft) for stage_ft in stages]
        areas = [storage.area_sf(stage_ft) for stage_ft in inner]
        drawn_cf = step_ft * (sum(areas) - (areas[0] + areas[-1]) / 2)
        if abs(drawn_cf - held_cf) <= MISSED_FRACTION * held_cf or pieces >= MOST_PIECES:
            return list(zip(stages, areas, strict=True))
        pieces *= 2


def seepage_in_per_hr(pond: Pond) -> tuple[float, Outlet | None]:
    """Return the rate that SWMM takes over the water's surface, and the outlet that it stands for.

    That is exfiltration over the whole surface of the pond's own storage, without stone and without limits.
    """
    for outlet in pond.outlets:
        device = outlet.device
        if (
            outlet.to is None
            and outlet.into is None
            and isinstance(device, Exfiltration)
            and device.over == "horizontal"
            and device.storage == pond.storage
            and device.lowest_ft is None
            and device.highest_ft >= pond.storage.top_ft
            and not any(other.into == outlet.id for other in pond.outlets)
            and _is_open_ground(pond.storage)
        ):
            return device.rate_in_per_hr, outlet
    return 0.0, None


def _is_open_ground(storage: StageStorage) -> bool:
    """Whether the surface is the ground that the water stands over, and widens all the way up."""
    areas = [storage.area_sf(stage_ft) for stage_ft in storage.stages_ft()]
    grounds = [storage.plan_area_sf(stage_ft) for stage_ft in storage.stages_ft()]
    return areas == grounds and areas == sorted(areas)
