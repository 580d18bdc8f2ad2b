"""The section of loads of a plan, answered: annual loads, verdicts, permanent pools, reuse, and what they stand on.

Owns the whole. Land is `loads_land`, treatment and reuse `loads_steps`, limits `loads_verdicts`, the values and where
they are from `loads_values`. A record of rain is read by whoever calls; without one nothing is said of reuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from headwater.caution import Caution
from headwater.errors import IncompleteModelError, shown
from headwater.hydrology.daily_rain import DailyRain
from headwater.plan import paths
from headwater.plan.loads import LOAD_CONDITIONS, LoadLand, Loads, PermanentPool
from headwater.plan.plan import Plan
from headwater.review.analysis.floats import SF_PER_AC, number, plain
from headwater.review.analysis.loads_cautions import cautions_of
from headwater.review.analysis.loads_land import ConditionLoads, condition_loads
from headwater.review.analysis.loads_steps import ReadyStep, Reuse, reuse_of, steps_of
from headwater.review.analysis.loads_values import POLLUTANTS, LoadPollutant, RainOfYear, Used, rain_of
from headwater.review.analysis.loads_verdicts import (
    PHOSPHORUS,
    Comparison,
    equivalence_comparisons,
    load_comparisons,
)
from headwater.treatment.levels import LEVELS, Level
from headwater.treatment.phosphorus import USUAL_PRODUCING_FRACTION
from headwater.treatment.pool import Pool, PoolAnswer, pool_answers


@dataclass(frozen=True, kw_only=True)
class PoolAnswers:
    """A permanent pool against each part of each rule; without its drainage area nothing is told of it."""

    id: str
    where: str
    pool: Pool | None
    answers: tuple[PoolAnswer, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LoadsAnswer:
    """All that is told of a plan's section of loads."""

    plan: Plan
    rain: RainOfYear | None
    concentration_level: Level
    record: DailyRain | None
    conditions: tuple[ConditionLoads, ...]
    comparisons: tuple[Comparison, ...]
    steps: tuple[ReadyStep, ...]
    pools: tuple[PoolAnswers, ...]
    reuse: tuple[Reuse, ...]
    used: tuple[Used, ...]
    cautions: tuple[Caution, ...]


def loads_of(plan: Plan, record: DailyRain | None = None) -> LoadsAnswer:
    """Return the answers of a plan's section of loads.

    Parameters
    ----------
    record
        The record of daily rain that the plan names, read; without one, reuse cannot be told.

    Raises
    ------
    IncompleteModelError
        If the plan has no section of loads.
    """
    loads = plan.loads
    if loads is None:
        raise IncompleteModelError(
            f"plan {shown(plan.plan.text)} has no section of loads; expected `loads:` with rain, land and treatment; "
            "write one, or begin with examples/engine/loads.yaml"
        )
    rain = rain_of(loads.annual_rain, producing_fraction=USUAL_PRODUCING_FRACTION)
    level = _level(loads)
    pollutants = _pollutants(loads)
    practices = {one.id.text: one for one in plan.practices or ()}
    reuse = reuse_of(loads.reuse or (), practices, record)
    steps = steps_of(loads.treatment or (), practices, pollutants, reuse)
    conditions = tuple(
        condition_loads(name, lands, pollutant, rain=rain, concentration_level=level, steps=steps)
        for name, lands in _lands(loads)
        for pollutant in pollutants
    )
    of_phosphorus = {one.condition: one for one in conditions if one.pollutant == PHOSPHORUS}
    comparisons = (
        *load_comparisons(of_phosphorus),
        *equivalence_comparisons(loads.equivalence, steps, practices, of_phosphorus.get("proposed")),
    )
    pools = tuple(_pool(pool) for pool in loads.pools or ())
    used = tuple(_used(rain if conditions else None, conditions, steps.values()))
    return LoadsAnswer(
        plan=plan,
        rain=rain,
        concentration_level=level,
        record=record,
        conditions=conditions,
        comparisons=comparisons,
        steps=tuple(steps.values()),
        pools=pools,
        reuse=tuple(reuse.values()),
        used=used,
        cautions=cautions_of(
            used,
            comparisons,
            [answer for pool in pools for answer in pool.answers],
            [one.answer for one in reuse.values()],
            concentration_level=level,
        ),
    )


def _level(loads: Loads) -> Level:
    chosen = loads.concentration_level
    return "median" if chosen is None else next(level for level in LEVELS if level == chosen.text)


def _lands(loads: Loads) -> Iterator[tuple[str, tuple[LoadLand, ...]]]:
    """Yield each condition that the plan states, with its land."""
    for name in LOAD_CONDITIONS:
        lands: tuple[LoadLand, ...] | None = getattr(loads, name)
        if lands is not None:
            yield name, lands


def _pollutants(loads: Loads) -> tuple[LoadPollutant, ...]:
    """Return phosphorus, and solids where any land says what its runoff holds of them."""
    solids = any(land.solids or land.solids_table for _, lands in _lands(loads) for land in lands)
    return POLLUTANTS if solids else POLLUTANTS[:1]


def _used(rain: RainOfYear | None, conditions: Iterable[ConditionLoads], steps: Iterable[ReadyStep]) -> Iterator[Used]:
    if rain is not None:
        yield rain.used
    for condition in conditions:
        yield from condition.used
    for step in steps:
        for removal in step.removals.values():
            if removal.used is not None:
                yield removal.used


def _pool(stated: PermanentPool) -> PoolAnswers:
    where = paths.of("loads.pools", stated)
    if stated.drainage_area is None:
        return PoolAnswers(id=stated.id.text, where=where, pool=None, answers=(), missing=(f"{where}.drainage_area",))
    surface = number(stated.surface)
    pool = Pool(
        drainage_ac=number(stated.drainage_area) / SF_PER_AC,
        volume_cf=number(stated.volume),
        curve_number=plain(stated.curve_number),
        depth_ft=number(stated.depth),
        deepest_ft=number(stated.deepest),
        release_cfs=number(stated.release),
        surface_ac=None if surface is None else surface / SF_PER_AC,
    )
    return PoolAnswers(id=stated.id.text, where=where, pool=pool, answers=pool_answers(pool))
