"""The storages of a plan's ponds as storages of the engine.

Owns which storage each kind becomes, stone and voids, and what lies inside what.
"""

from __future__ import annotations

from dataclasses import replace

from headwater.errors import HeadwaterError, IncompleteModelError
from headwater.hydraulics.basin import Box, TrapezoidalBasin
from headwater.hydraulics.contours import ConicContours, Contours
from headwater.hydraulics.pipe_storage import PipeStorage
from headwater.hydraulics.stage_storage import StageStorage
from headwater.hydraulics.stone import Embedded, StoneBed
from headwater.hydraulics.storage_sum import StorageSum
from headwater.hydraulics.storage_table import StorageTable
from headwater.plan import storage as stated
from headwater.plan.model import Pond
from headwater.review.analysis.floats import due, fraction, number, whole


def storage_of(pond: Pond) -> StageStorage:
    """Return what a pond of a plan holds.

    Raises
    ------
    HeadwaterError
        If a storage cannot be what it says; the message names the pond.
    """
    try:
        return _joined(pond)
    except HeadwaterError as error:
        raise type(error)(f"pond {pond.id.text!r}: {error}") from error


def _joined(pond: Pond) -> StageStorage:
    storages = pond.storage or ()
    if not storages:
        raise IncompleteModelError("it has no storage; expected one or more; write what holds its water")
    outer = [storage for storage in storages if storage.inside is None]
    inner: dict[str, list[stated.AnyStorage]] = {}
    for storage in storages:
        if storage.inside is not None:
            inner.setdefault(storage.inside.text, []).append(storage)
    parts = tuple(_storage(storage, inner.get(storage.id.text, []) if storage.id else []) for storage in outer)
    return parts[0] if len(parts) == 1 else StorageSum(parts=parts)


def _storage(storage: stated.AnyStorage, inside: list[stated.AnyStorage]) -> StageStorage:
    """Return one storage with what lies inside it, whose room is taken from its stone."""
    embedded = [_embedded(part) for part in inside]
    if isinstance(storage, stated.ChamberStorage):
        chambers = () if storage.chamber is None else (_chambers(storage.chamber),)
        return StoneBed(bed=_room(storage), voids_fraction=fraction(storage.voids), embedded=(*chambers, *embedded))
    voids = getattr(storage, "voids", None)
    room = _repeated(storage)
    if voids is not None:
        return StoneBed(bed=room, voids_fraction=fraction(voids), embedded=tuple(embedded))
    if embedded:
        raise IncompleteModelError(
            "a storage lies inside one without stone; expected `voids` for the outer one; write the share of it that "
            "water can fill"
        )
    return room


def _embedded(storage: stated.AnyStorage) -> Embedded:
    inside = _room(storage)
    outside: StageStorage | None = None
    if isinstance(inside, PipeStorage) and isinstance(storage, stated.PipeStorage) and storage.outside_diameter:
        wall_ft = (number(storage.outside_diameter) - inside.diameter_ft) / 2
        outside = replace(inside, bottom_ft=inside.bottom_ft - wall_ft, diameter_ft=inside.diameter_ft + 2 * wall_ft)
    return Embedded(inside=inside, outside=outside, chambers=whole(getattr(storage, "count", None)))


def _chambers(chamber: stated.Chamber) -> Embedded:
    bottom_ft = due(chamber.bottom)
    points = [
        (bottom_ft + due(stage.height), due(stage.volume))
        for stage in chamber.stages or ()
        if stage.height is not None and stage.volume is not None
    ]
    table = StorageTable(
        elevations_ft=tuple(level_ft for level_ft, _ in points), storages_cf=tuple(volume_cf for _, volume_cf in points)
    )
    return Embedded(inside=table, chambers=whole(chamber.count))


def _repeated(storage: stated.AnyStorage) -> StageStorage:
    """Return a storage as often as it is there."""
    room = _room(storage)
    count = 1 if isinstance(storage, stated.PipeStorage) else whole(getattr(storage, "count", None))
    return room if count == 1 else StorageSum(parts=(room,) * count)


def _room(storage: stated.AnyStorage) -> StageStorage:
    """Return one of a storage, as if it were empty of stone."""
    match storage:
        case stated.ContourStorage():
            return _contours(storage)
        case stated.VolumeStorage():
            rows = [
                (due(stage.elevation), due(stage.volume))
                for stage in storage.stages or ()
                if stage.elevation is not None and stage.volume is not None
            ]
            return StorageTable(
                elevations_ft=tuple(level_ft for level_ft, _ in rows),
                storages_cf=tuple(volume_cf for _, volume_cf in rows),
            )
        case stated.PipeStorage():
            return PipeStorage(
                bottom_ft=due(storage.invert),
                diameter_ft=due(storage.diameter),
                length_ft=due(storage.length),
                slope_fraction=number(storage.slope) or 0.0,
                pipes_side_by_side=1 if storage.inside is not None else whole(storage.count),
            )
        case stated.BoxStorage() | stated.ChamberStorage():
            return _box(storage)


def _contours(storage: stated.ContourStorage) -> StageStorage:
    rows = [
        (due(stage.elevation), due(stage.area), number(stage.perimeter))
        for stage in storage.stages or ()
        if stage.elevation is not None and stage.area is not None
    ]
    perimeters = [perimeter_ft for _, _, perimeter_ft in rows if perimeter_ft is not None]
    conic = storage.method is not None and storage.method.text == "conic"
    make = ConicContours if conic else Contours
    return make(
        elevations_ft=tuple(level_ft for level_ft, _, _ in rows),
        areas_sf=tuple(area_sf for _, area_sf, _ in rows),
        perimeters_ft=tuple(perimeters) if len(perimeters) == len(rows) else None,
    )


def _box(storage: stated.BoxStorage | stated.ChamberStorage) -> StageStorage:
    bottom_ft = due(storage.bottom)
    top_ft = bottom_ft + due(storage.depth)
    side_slope_h_per_v = number(storage.side_slope) or 0.0
    if side_slope_h_per_v > 0:
        return TrapezoidalBasin(
            bottom_ft=bottom_ft,
            top_ft=top_ft,
            bottom_length_ft=due(storage.length),
            bottom_width_ft=due(storage.width),
            side_slope_h_per_v=side_slope_h_per_v,
        )
    return Box(bottom_ft=bottom_ft, top_ft=top_ft, length_ft=due(storage.length), width_ft=due(storage.width))
