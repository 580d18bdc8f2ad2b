"""What a pond says against itself: stages out of order, areas that fall, outlets above it or into nothing."""

from __future__ import annotations

from fractions import Fraction

from headwater.plan import paths
from headwater.plan.curve_checks import check_rising, only_one
from headwater.plan.drainage_names import check_unique, ids_of
from headwater.plan.drainage_walk import item_path
from headwater.plan.leaves import Text
from headwater.plan.model import Pond
from headwater.plan.outlet_checks import check_outlet
from headwater.plan.outlets import RECEIVING, AnyOutlet
from headwater.plan.problems import Problems
from headwater.plan.storage import (
    AnyStorage,
    BoxStorage,
    ChamberStorage,
    ContourStorage,
    VolumeStorage,
)
from headwater.units import Quantity, rounded_half_up, to_base


def check_pond(pond: Pond, path: str, problems: Problems) -> None:
    """Note everything in one pond that cannot be."""
    storages = pond.storage or ()
    check_unique(ids_of(f"{path}.storage", storages), problems)
    for number, storage in enumerate(storages, start=1):
        _check_storage(storage, item_path(f"{path}.storage", storage, number), problems)
    _check_inside(storages, path, problems)
    outlets = pond.outlets or ()
    _check_into(outlets, path, problems)
    ends = [ends for storage in storages if (ends := ends_ft(storage)) is not None]
    whole = bool(storages) and len(ends) == len(storages)
    bottom_ft = min(low for low, _ in ends) if whole else None
    top_ft = max(high for _, high in ends) if whole else None
    for number, outlet in enumerate(outlets, start=1):
        check_outlet(outlet, item_path(f"{path}.outlets", outlet, number), top_ft, problems)
    _check_starting(pond, path, bottom_ft, top_ft, problems)


def _feet(quantity: Quantity) -> Fraction:
    return to_base(quantity)[2]


def ends_ft(storage: AnyStorage) -> tuple[Fraction, Fraction] | None:
    """Return the lowest and the highest elevation of a storage, as written; None where one is not known."""
    if isinstance(storage, ContourStorage | VolumeStorage):
        known = [stage.elevation for stage in storage.stages or () if stage.elevation is not None]
        return (min(map(_feet, known)), max(map(_feet, known))) if known else None
    if isinstance(storage, BoxStorage | ChamberStorage):
        if storage.bottom is None or storage.depth is None:
            return None
        return _feet(storage.bottom), _feet(storage.bottom) + _feet(storage.depth)
    if storage.invert is None or storage.diameter is None:
        return None
    rise_ft = Fraction(0)
    if storage.slope is not None and storage.length is not None:
        rise_ft = to_base(storage.slope)[2] * _feet(storage.length)
    return _feet(storage.invert), _feet(storage.invert) + _feet(storage.diameter) + rise_ft


def _check_storage(storage: AnyStorage, path: str, problems: Problems) -> None:
    if isinstance(storage, ContourStorage | VolumeStorage):
        if storage.stages is not None and len(storage.stages) < 2:
            problems.add(
                "a storage of less than two stages holds no water",
                line=storage.line,
                path=f"{path}.stages",
                expected="its bottom, its top, and what lies between",
                remedy="add the stages from the bottom up",
            )
        check_rising(storage.stages, "elevation", path=f"{path}.stages", problems=problems)
    if isinstance(storage, ContourStorage):
        _check_areas(storage, path, problems)
    if isinstance(storage, VolumeStorage):
        check_rising(storage.stages, "volume", path=f"{path}.stages", problems=problems, may_stay=True)
    if isinstance(storage, ChamberStorage) and storage.chamber is not None:
        stages = f"{path}.chamber.stages"
        check_rising(storage.chamber.stages, "height", path=stages, problems=problems)
        check_rising(storage.chamber.stages, "volume", path=stages, problems=problems, may_stay=True)
        _check_chambers(storage, path, problems)


def _check_areas(storage: ContourStorage, path: str, problems: Problems) -> None:
    """Note each contour that is smaller than the one below it: an open pond does not close over its water."""
    below: tuple[Quantity, Quantity] | None = None
    for number, stage in enumerate(storage.stages or (), start=1):
        if stage.area is None or stage.elevation is None:
            continue
        if below is not None and _feet(stage.area) < _feet(below[1]) and _feet(stage.elevation) > _feet(below[0]):
            problems.add(
                f"the area falls with height: {below[1].text} at {below[0].text} (line {below[1].line}), "
                f"{stage.area.text} at {stage.elevation.text}",
                line=stage.area.line,
                path=f"{item_path(f'{path}.stages', stage, number)}.area",
                value=stage.area.text,
                expected=f"at least {below[1].text}",
                remedy="correct one of the two; write a closed storage as box, pipe, chambers or volumes",
            )
        below = stage.elevation, stage.area


def _check_chambers(storage: ChamberStorage, path: str, problems: Problems) -> None:
    stone = ends_ft(storage)
    chamber = storage.chamber
    if stone is None or chamber is None or chamber.bottom is None:
        return
    heights_ft = [_feet(stage.height) for stage in chamber.stages or () if stage.height is not None]
    top_ft = _feet(chamber.bottom) + max(heights_ft, default=Fraction(0))
    if _feet(chamber.bottom) < stone[0] or top_ft > stone[1]:
        problems.add(
            "the chambers stand out of the stone",
            line=chamber.bottom.line,
            path=f"{path}.chamber",
            value=f"{_in_feet(_feet(chamber.bottom))} to {_in_feet(top_ft)}",
            expected=f"{_in_feet(stone[0])} to {_in_feet(stone[1])}, or less",
            remedy="correct the bottom of the chambers, or the bottom or depth of the stone",
        )


def _check_inside(storages: tuple[AnyStorage, ...], path: str, problems: Problems) -> None:
    onward: dict[str, Text] = {}
    ids = dict.fromkeys(storage.id.text for storage in storages if storage.id is not None)
    for number, storage in enumerate(storages, start=1):
        if storage.inside is None:
            continue
        if storage.inside.text not in ids:
            problems.add(
                "there is no such storage in this pond",
                line=storage.inside.line,
                path=f"{item_path(f'{path}.storage', storage, number)}.inside",
                value=storage.inside.text,
                expected=f"one of: {paths.some(ids)}" if ids else "the id of a storage",
                remedy="correct the id, or give the outer storage its id",
            )
        elif storage.id is not None:
            onward[storage.id.text] = storage.inside
    _check_circle(onward, f"{path}.storage", "inside", problems)


def _check_into(outlets: tuple[AnyOutlet, ...], path: str, problems: Problems) -> None:
    onward: dict[str, Text] = {}
    by_id = {id_.text: outlet for outlet in outlets for _, id_ in ids_of(path, [outlet])}
    receiving = {id_: None for id_, outlet in by_id.items() if isinstance(outlet, RECEIVING)}
    for number, outlet in enumerate(outlets, start=1):
        where = item_path(f"{path}.outlets", outlet, number)
        only_one(outlet, ("to",), ("into",), path=where, problems=problems)
        into = outlet.into
        if into is None:
            continue
        if into.text in receiving:
            if outlet.id is not None:
                onward[outlet.id.text] = into
            continue
        target = by_id.get(into.text)
        problems.add(
            "there is no such outlet in this pond"
            if target is None
            else f"nothing can discharge into this outlet, whose kind is {target.kind.text}",
            line=into.line,
            path=f"{where}.into",
            value=into.text,
            expected=f"a culvert or riser of this pond{': ' + paths.some(receiving) if receiving else ''}",
            remedy="correct the id, or write `to:` and the node that it goes to",
        )
    _check_circle(onward, f"{path}.outlets", "into", problems)


def _check_circle(onward: dict[str, Text], path: str, field: str, problems: Problems) -> None:
    settled: set[str] = set()
    for start in onward:
        trail: dict[str, None] = {}  # a set that keeps its order
        here = start
        while here in onward and here not in settled and here not in trail:
            trail[here] = None
            here = onward[here].text
        if here in trail:
            order = list(trail)
            problems.add(
                f"this leads back to itself: {paths.some([*order[order.index(here) :], here], between=' > ')}",
                line=onward[here].line,
                path=paths.item(path, here) + f".{field}",
                value=onward[here].text,
                expected="a chain with an end",
                remedy="remove one link of the circle",
            )
        settled.update(trail)


def _check_starting(
    pond: Pond, path: str, bottom_ft: Fraction | None, top_ft: Fraction | None, problems: Problems
) -> None:
    starting = pond.starting
    if starting is None or bottom_ft is None or top_ft is None or bottom_ft <= _feet(starting) <= top_ft:
        return
    problems.add(
        "the water starts outside the storage",
        line=starting.line,
        path=f"{path}.starting",
        value=starting.text,
        expected=f"{_in_feet(bottom_ft)} to {_in_feet(top_ft)}",
        remedy="correct it, or add the stages down or up to it",
    )


def _in_feet(elevation_ft: Fraction) -> str:
    return f"{rounded_half_up(elevation_ft, digits=2)} ft"
