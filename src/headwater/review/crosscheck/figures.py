"""A model's figures as they can be held against others: its land, its storages, its runs, each with its line.

What cannot be worked out of a model is left out here; that it cannot is told by `models`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from headwater.errors import HeadwaterError
from headwater.hydraulics.stage_storage import StageStorage
from headwater.plan import Plan
from headwater.plan.model import CONDITIONS, DrainageModel
from headwater.plan.subcatchments import Cover
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.document import simulation_document
from headwater.review.analysis.floats import area_ac, number
from headwater.review.analysis.land import land_of
from headwater.review.analysis.storages import storage_of
from headwater.units import Quantity

PAVED: Final = 98
SF_PER_AC: Final = 43_560.0


@dataclass(frozen=True, kw_only=True)
class LandFigures:
    """One subcatchment: areas in acres, `half_ac` the rounding of all of them together; None where it is not known."""

    id: str
    line: int | None
    area_ac: float | None
    half_ac: float
    impervious_ac: float | None
    curve_number: float | None
    time_min: float | None


@dataclass(frozen=True, kw_only=True)
class ModelFigures:
    """One model: its land and storages by id, and what its runs give, by storm and node, as a simulation prints it."""

    condition: str
    stated: DrainageModel
    land: Mapping[str, LandFigures]
    storages: Mapping[str, StageStorage]
    runs: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    warnings: tuple[Mapping[str, Any], ...] = ()
    why_not_run: str | None = None

    @property
    def area_ac(self) -> float | None:
        """All land of the model; None where an area of it is not known."""
        found = [piece.area_ac for piece in self.land.values() if piece.area_ac is not None]
        return sum(found) if len(found) == len(self.land) else None

    @property
    def half_ac(self) -> float:
        """By how much rounding may move that."""
        return sum(piece.half_ac for piece in self.land.values())

    @property
    def impervious_ac(self) -> float | None:
        """All impervious surface; None where a cover does not say whether it is."""
        found = [piece.impervious_ac for piece in self.land.values()]
        return None if None in found or not found else sum(one for one in found if one is not None)


def models_of(plan: Plan, *, run: bool) -> Iterator[ModelFigures]:
    """Yield the figures of each condition that a plan models; with `run`, those of its storms too."""
    if plan.drainage is None:
        return
    for condition in CONDITIONS:
        stated: DrainageModel | None = getattr(plan.drainage, condition)
        if stated is not None:
            yield _figures(plan, condition, stated, run=run)


def _figures(plan: Plan, condition: str, stated: DrainageModel, *, run: bool) -> ModelFigures:
    drainage = plan.drainage
    assert drainage is not None
    land = {}
    for subcatchment in stated.subcatchments or ():
        covers = subcatchment.areas or ()
        areas = [cover.area for cover in covers if cover.area is not None]
        number_of, time_min = None, None
        try:
            ready = land_of(subcatchment, drainage.runoff)
        except HeadwaterError:
            pass
        else:
            shares = ready.subcatchment.shares
            number_of = sum(share * one for share, one in shares)
            time_min = ready.concentration.time_min
        land[subcatchment.id.text] = LandFigures(
            id=subcatchment.id.text,
            line=subcatchment.line,
            area_ac=sum(map(area_ac, areas)) if areas and len(areas) == len(covers) else None,
            half_ac=sum(_half_ac(area) for area in areas),
            impervious_ac=_impervious_ac(covers),
            curve_number=number_of,
            time_min=time_min,
        )
    storages = {}
    for pond in stated.ponds or ():
        try:
            storages[pond.id.text] = storage_of(pond)
        except HeadwaterError:
            continue
    runs: dict[str, Mapping[str, Mapping[str, Any]]] = {}
    warnings: tuple[Mapping[str, Any], ...] = ()
    why_not = None
    if run:
        try:
            document = simulation_document(analyse(plan, conditions=(condition,)))
        except HeadwaterError as error:
            why_not = str(error)
        else:
            (found,) = document["conditions"]
            runs = {one["storm"]: {node["id"]: node for node in one["nodes"]} for one in found["runs"]}
            warnings = tuple({**warning, "storm": one["storm"]} for one in found["runs"] for warning in one["warnings"])
    return ModelFigures(
        condition=condition,
        stated=stated,
        land=land,
        storages=storages,
        runs=runs,
        warnings=warnings,
        why_not_run=why_not,
    )


def _half_ac(area: Quantity) -> float:
    """Return by how much an area may differ for its rounding."""
    return float(area.high - area.low) / 2 * (number(area) / SF_PER_AC / float(area.value) if area.value else 0.0)


def _impervious_ac(covers: tuple[Cover, ...]) -> float | None:
    """Return the impervious part; None where a cover does not tell, or none is known."""
    if not covers:
        return None
    total = 0.0
    for cover in covers:
        told = cover.impervious.answer if cover.impervious is not None else None
        if told is None and cover.curve_number is not None:
            told = True if cover.curve_number.value == PAVED else False if cover.curve_number.value < PAVED else None
        if told is None and cover.cover is not None:
            told = "imperv" in cover.cover.text.lower() or "paved" in cover.cover.text.lower()
        if told is None or cover.area is None:
            return None
        total += area_ac(cover.area) if told else 0.0
    return total


def ways(stated: DrainageModel) -> Mapping[str, tuple[str, ...]]:
    """Return, for each node, those that its water goes to."""
    found: dict[str, tuple[str, ...]] = {}
    for subcatchment in stated.subcatchments or ():
        found[subcatchment.id.text] = _names(subcatchment.to)
    for pond in stated.ponds or ():
        ways = [outlet.to for outlet in pond.outlets or ()]
        found[pond.id.text] = tuple(dict.fromkeys([*_names(pond.to), *(name for way in ways for name in _names(way))]))
    for reach in stated.reaches or ():
        found[reach.id.text] = _names(reach.to)
    for link in stated.links or ():
        splits = [name for split in link.splits or () for name in _names(split.to)]
        found[link.id.text] = tuple(dict.fromkeys([*_names(link.to), *splits]))
    return found


def below(stated: DrainageModel, roots: set[str]) -> set[str]:
    """Return the nodes that water from `roots` reaches, `roots` themselves left out."""
    to = ways(stated)
    reached: set[str] = set()
    pending = list(roots)
    while pending:
        for name in to.get(pending.pop(), ()):
            if name not in reached:
                reached.add(name)
                pending.append(name)
    return reached - roots


def _names(id_: Any) -> tuple[str, ...]:
    return () if id_ is None else (id_.text,)
