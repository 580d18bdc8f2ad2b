"""What a drainage section leaves out, and a run needs: each value with its place in the plan file.

Owns the question whether a model can be run at all. A value left out is no mistake; what has a default is not asked
for. Whether names and numbers make sense together is `drainage_checks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Final

from headwater.plan.drainage_walk import item_path, records_of
from headwater.plan.flow_paths import PipeStretch, ShallowStretch, SheetStretch
from headwater.plan.leaves import Record
from headwater.plan.model import Drainage, DrainageModel, PipeReach, Pond, Split
from headwater.plan.outlets import (
    BroadWeirOutlet,
    CulvertOutlet,
    ExfiltrationOutlet,
    OrificeOutlet,
    RiserOutlet,
    SpillwayOutlet,
)
from headwater.plan.storms import storm_depth
from headwater.plan.subcatchments import Cover, Subcatchment


@dataclass(frozen=True, kw_only=True)
class Gap:
    """One value that a run needs and the plan does not state; `keys` are those of which one is enough."""

    field: str
    line: int | None
    keys: tuple[str, ...]


def gaps_of(drainage: Drainage, condition: str) -> tuple[Gap, ...]:
    """Return what a run of one condition of the land, as `existing`, needs and does not find: storms and the model."""
    model: DrainageModel | None = getattr(drainage, condition)
    if model is None:
        return (Gap(field=f"drainage.{condition}", line=drainage.line, keys=(condition,)),)
    return (*_of_storms(drainage), *_of_model(model, f"drainage.{condition}"))


def _of_storms(drainage: Drainage) -> Iterator[Gap]:
    if not drainage.storms:
        yield Gap(field="drainage.storms", line=drainage.line, keys=("storms",))
    for name in ("storms", "distributions"):
        for number, record in enumerate(getattr(drainage, name) or (), start=1):
            yield from _of_records(record, item_path(f"drainage.{name}", record, number))
    if drainage.rainfall is not None:
        yield from _of_records(drainage.rainfall, "drainage.rainfall")
    for number, storm in enumerate(drainage.storms or (), start=1):
        if storm_depth(storm, drainage.rainfall) is None:
            path = item_path("drainage.storms", storm, number)
            yield Gap(field=f"{path}.depth", line=storm.line, keys=("depth",))


def _of_model(model: DrainageModel, path: str) -> Iterator[Gap]:
    if not model.subcatchments and not model.links:
        yield Gap(field=f"{path}.subcatchments", line=model.line, keys=("subcatchments",))
    yield from _of_records(model, path)


def _of_records(record: Record, path: str) -> Iterator[Gap]:
    for where, part in records_of(record, path):
        for spec in fields(part):
            if spec.metadata.get("needed") and getattr(part, spec.name) is None:
                yield Gap(field=f"{where}.{spec.name}", line=part.line, keys=(spec.name,))
        for keys in _open_choices(part):
            yield Gap(field=f"{where}.{keys[0].partition(' and ')[0]}", line=part.line, keys=keys)
        if isinstance(part, Pond):
            yield from _ways_out(part, where)


def _ways_out(pond: Pond, path: str) -> Iterator[Gap]:
    """Yield the outlets that say nowhere to go; water that soaks in is discarded."""
    for number, outlet in enumerate(pond.outlets or (), start=1):
        soaks = isinstance(outlet, ExfiltrationOutlet)
        if not soaks and outlet.to is None and outlet.into is None and pond.to is None:
            where = item_path(f"{path}.outlets", outlet, number)
            yield Gap(field=f"{where}.to", line=outlet.line, keys=("to", "into"))


ROUND_OR_BOX: Final = ("diameter", "width and height")

# What else a record needs, where one of several keys will do; "a and b" are both needed together.
_ONE_OF: Final[dict[type[Record], tuple[str, ...]]] = {
    SheetStretch: ("roughness", "surface"),
    ShallowStretch: ("surface", "coefficient"),
    PipeStretch: ROUND_OR_BOX,
    Cover: ("curve_number", "cover and soil_group", "impervious"),
    Subcatchment: ("flow_path", "time_of_concentration"),
    OrificeOutlet: ROUND_OR_BOX,
    BroadWeirOutlet: ("breadth", "coefficient"),
    SpillwayOutlet: ("crest and length", "profile"),
    CulvertOutlet: ROUND_OR_BOX,
    RiserOutlet: ("diameter", "perimeter and area"),
    ExfiltrationOutlet: ("rate", "flow"),
    PipeReach: ROUND_OR_BOX,
    Split: ("curve", "share", "above"),
}


def _open_choices(record: Record) -> Iterator[tuple[str, ...]]:
    choices = _ONE_OF.get(type(record))
    if choices is not None and not any(_says(record, choice) for choice in choices):
        yield choices
    if isinstance(record, SpillwayOutlet) and not (record.breadth or record.coefficient):
        yield "breadth", "coefficient"


def _says(record: Record, choice: str) -> bool:
    return all(getattr(record, key) is not None for key in choice.split(" and "))
