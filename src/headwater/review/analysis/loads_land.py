"""The loads of a plan's land in one condition: each piece by itself, and all of it at each level of removal.

Owns what is missing for the load before treatment and for the load after it, each with its place in the plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headwater.plan import paths
from headwater.plan.loads import LoadLand
from headwater.review.analysis.floats import SF_PER_AC, number
from headwater.review.analysis.loads_steps import ReadyStep
from headwater.review.analysis.loads_values import LoadPollutant, RainOfYear, Used, concentration_of
from headwater.treatment.levels import LEVELS, ConcentrationRange, Level, stated_removal
from headwater.treatment.phosphorus import Land, annual_load_lb_per_yr, annual_loads, annual_runoff_in, runoff_fraction
from headwater.treatment.trains import Step, train_removal

NO_RAIN = "loads.annual_rain"


@dataclass(frozen=True, kw_only=True)
class LandLoad:
    """A piece of land: what its load is made of, and the share of it that its train removes at each level."""

    id: str
    area_ac: float | None
    impervious_fraction: float | None
    runoff_fraction: float | None
    concentration_mg_per_l: float | None
    before_lb_per_yr: float | None
    train: tuple[str, ...] | None
    removed_fraction: Mapping[Level, float | None]
    missing: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LevelLoads:
    """The loads of all land at one level of removal; None is not known."""

    level: Level
    before_lb_per_yr: float | None
    after_lb_per_yr: float | None
    removed_lb_per_yr: float | None
    removed_fraction: float | None


@dataclass(frozen=True, kw_only=True)
class ConditionLoads:
    """The loads of one condition and pollutant; `missing` is empty where all is known."""

    condition: str
    pollutant: LoadPollutant
    lands: tuple[LandLoad, ...]
    levels: tuple[LevelLoads, ...]
    missing: tuple[str, ...]
    used: tuple[Used, ...]

    def at(self, level: Level) -> LevelLoads:
        """Return the loads at one level."""
        return self.levels[LEVELS.index(level)]


@dataclass(frozen=True, kw_only=True)
class _Piece:
    stated: LoadLand
    where: str
    area_ac: float | None
    impervious_fraction: float | None
    concentration: ConcentrationRange | None
    used: Used | None
    before_missing: tuple[str, ...]
    train_missing: tuple[str, ...]
    train: tuple[Step, ...]


def condition_loads(
    condition: str,
    stated: Sequence[LoadLand],
    pollutant: LoadPollutant,
    *,
    rain: RainOfYear | None,
    concentration_level: Level,
    steps: Mapping[str, ReadyStep],
) -> ConditionLoads:
    """Return the loads of the land in one condition."""
    pieces = [_piece(land, condition, pollutant, steps) for land in stated]
    before_missing = [one for piece in pieces for one in piece.before_missing]
    if rain is None:
        before_missing.insert(0, NO_RAIN)
    if not stated:
        before_missing.append(f"loads.{condition}")
    missing = tuple(dict.fromkeys([*before_missing, *(one for piece in pieces for one in piece.train_missing)]))
    return ConditionLoads(
        condition=condition,
        pollutant=pollutant,
        lands=tuple(_land_load(piece, rain, concentration_level) for piece in pieces),
        levels=_levels(pieces, rain, concentration_level, known=not before_missing),
        missing=missing,
        used=tuple(piece.used for piece in pieces if piece.used is not None),
    )


def _piece(land: LoadLand, condition: str, pollutant: LoadPollutant, steps: Mapping[str, ReadyStep]) -> _Piece:
    where = paths.of(f"loads.{condition}", land)
    area_sf = number(land.area)
    impervious = number(land.impervious)
    if impervious is None and land.impervious_area is not None and area_sf is not None:
        # Two rounded areas may be a little more than alike.
        impervious = min(number(land.impervious_area) / area_sf, 1.0)
    found = concentration_of(land, pollutant, where)
    gone = [f"{where}.area"] if area_sf is None else []
    if land.impervious is None and land.impervious_area is None:
        gone.append(f"{where}.impervious")
    if isinstance(found, str):
        gone.append(f"{where}.{found}")
    if land.train is None:
        # Whether it is treated is not said; a step that captures nobody knows what stands for that.
        train: tuple[Step, ...] = (Step(id="?", removal=stated_removal(0.0, basis=""), captured_fraction=None),)
        train_missing: tuple[str, ...] = (f"{where}.train",)
    else:
        passed = [steps[one.text] for one in land.train]
        train = tuple(step.step(pollutant) for step in passed)
        train_missing = tuple(one for step in passed for one in step.missing(pollutant))
    return _Piece(
        stated=land,
        where=where,
        area_ac=None if area_sf is None else area_sf / SF_PER_AC,
        impervious_fraction=impervious,
        concentration=None if isinstance(found, str) else found[0],
        used=None if isinstance(found, str) else found[1],
        before_missing=tuple(gone),
        train_missing=train_missing,
        train=train,
    )


def _land_load(piece: _Piece, rain: RainOfYear | None, level: Level) -> LandLoad:
    impervious, at = piece.impervious_fraction, piece.concentration
    off = None if impervious is None else runoff_fraction(impervious_fraction=impervious)
    before = None
    if rain is not None and off is not None and at is not None and piece.area_ac is not None:
        runoff_in = annual_runoff_in(
            annual_rain_in=rain.depth_in, runoff_fraction=off, producing_fraction=rain.producing_fraction
        )
        before = annual_load_lb_per_yr(area_ac=piece.area_ac, runoff_in=runoff_in, concentration_mg_per_l=at.at(level))
    train = piece.stated.train
    return LandLoad(
        id=piece.stated.id.text,
        area_ac=piece.area_ac,
        impervious_fraction=impervious,
        runoff_fraction=off,
        concentration_mg_per_l=None if at is None else at.at(level),
        before_lb_per_yr=before,
        train=None if train is None else tuple(one.text for one in train),
        removed_fraction={level: train_removal(piece.train, level=level) for level in LEVELS},
        missing=(*piece.before_missing, *piece.train_missing),
    )


def _levels(
    pieces: Sequence[_Piece], rain: RainOfYear | None, concentration_level: Level, *, known: bool
) -> tuple[LevelLoads, ...]:
    if not known or rain is None:
        return tuple(
            LevelLoads(
                level=level, before_lb_per_yr=None, after_lb_per_yr=None, removed_lb_per_yr=None, removed_fraction=None
            )
            for level in LEVELS
        )
    lands = [
        Land(
            id=piece.stated.id.text,
            area_ac=piece.area_ac,
            runoff_fraction=runoff_fraction(impervious_fraction=piece.impervious_fraction),
            concentration=piece.concentration,
            train=piece.train,
        )
        for piece in pieces
        if piece.area_ac is not None and piece.impervious_fraction is not None and piece.concentration is not None
    ]
    answers = annual_loads(
        lands,
        annual_rain_in=rain.depth_in,
        producing_fraction=rain.producing_fraction,
        concentration_level=concentration_level,
    )
    return tuple(
        LevelLoads(
            level=one.level,
            before_lb_per_yr=one.before_lb_per_yr,
            after_lb_per_yr=one.after_lb_per_yr,
            removed_lb_per_yr=one.removed_lb_per_yr,
            removed_fraction=one.removed_fraction,
        )
        for one in answers
    )
