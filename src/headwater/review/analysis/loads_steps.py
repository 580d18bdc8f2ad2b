"""The practices of a plan's section of loads as steps of a train, and its reuse systems over the plan's own rain.

Owns which share of the runoff a step captures: the one stated, or what a reuse system uses over the whole record. What
is not known stays unknown, with its place in the plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headwater.hydrology.daily_rain import DailyRain
from headwater.plan import paths
from headwater.plan.leaves import Count
from headwater.plan.loads import ReuseSystem as StatedSystem
from headwater.plan.loads import ReuseUse, TreatmentStep
from headwater.plan.practices import Practice
from headwater.review.analysis.floats import fraction, number
from headwater.review.analysis.loads_values import LoadPollutant, Used, removal_of
from headwater.treatment.levels import Level, RemovalRange, stated_removal
from headwater.treatment.reuse import ALL_MONTHS, ReuseAnswer, ReuseSystem, Use, reuse_answer
from headwater.treatment.trains import Step, of_treated, step_removal

WHOLE = 1.0
SOAKED = "all that it captures soaks in or is used, and is removed whole"


@dataclass(frozen=True, kw_only=True)
class Removal:
    """What a step removes of one pollutant from the water that it treats, or what is missing for it."""

    range: RemovalRange | None
    used: Used | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ReadyStep:
    """One step of the plan: capture, share that soaks in, removal by pollutant, and what is missing for each."""

    id: str
    where: str
    practice: str
    practice_id: str
    captured_fraction: float | None
    captured_by: str
    infiltrated_fraction: float
    removals: Mapping[LoadPollutant, Removal]
    capture_missing: tuple[str, ...] = ()

    def missing(self, pollutant: LoadPollutant) -> tuple[str, ...]:
        """Return what is missing for the load that it removes."""
        return (*self.capture_missing, *self.removals[pollutant].missing)

    def step(self, pollutant: LoadPollutant) -> Step:
        """Return the step; where anything is missing, its capture is not known and nothing can be told."""
        removal = self.removals[pollutant].range
        known = removal is not None and not self.capture_missing
        return Step(
            id=self.id,
            removal=removal or _none(),
            captured_fraction=self.captured_fraction if known else None,
            infiltrated_fraction=self.infiltrated_fraction,
        )

    def removed_fraction(self, pollutant: LoadPollutant, level: Level) -> float | None:
        """Return the share of the load reaching it that it removes."""
        return step_removal(self.step(pollutant), level=level)

    def of_treated(self, level: Level) -> float | None:
        """Return the share of the phosphorus of treated water that it removes, whatever it captures of a year."""
        removal = self.removals["total phosphorus"].range
        if removal is None:
            return None
        return of_treated(removal, level=level, infiltrated_fraction=self.infiltrated_fraction)


def _none() -> RemovalRange:
    return stated_removal(0.0, basis=SOAKED)


def steps_of(
    stated: Sequence[TreatmentStep],
    practices: Mapping[str, Practice],
    pollutants: Sequence[LoadPollutant],
    reuse: Mapping[str, Reuse],
) -> dict[str, ReadyStep]:
    """Return every step of the plan by its id."""
    return {step.id.text: _step(step, practices, pollutants, reuse) for step in stated}


def _step(
    step: TreatmentStep,
    practices: Mapping[str, Practice],
    pollutants: Sequence[LoadPollutant],
    reuse: Mapping[str, Reuse],
) -> ReadyStep:
    where = paths.of("loads.treatment", step)
    practice = None if step.practice is None else practices[step.practice.text]
    if step.reuse is not None:
        captured, by, gone = _by_reuse(reuse[step.reuse.text])
        infiltrated = WHOLE
    else:
        captured, by = number(step.captured), "stated in the plan"
        gone = (f"{where}.captured",) if captured is None else ()
        infiltrated = fraction(step.infiltrated)
    return ReadyStep(
        id=step.id.text,
        where=where,
        practice=" ".join(part.text for part in (step.kind, step.design) if part is not None)
        or ("" if practice is None else practice.kind.text),
        practice_id="" if practice is None else practice.id.text,
        captured_fraction=captured,
        captured_by="" if captured is None else by,
        infiltrated_fraction=infiltrated,
        removals={one: _removal(step, practice, one, where, infiltrated) for one in pollutants},
        capture_missing=gone,
    )


def _removal(
    step: TreatmentStep, practice: Practice | None, pollutant: LoadPollutant, where: str, infiltrated_fraction: float
) -> Removal:
    found = removal_of(step, practice, pollutant, where)
    if not isinstance(found, str):
        return Removal(range=found[0], used=found[1])
    if infiltrated_fraction >= WHOLE:
        return Removal(range=_none())
    return Removal(range=None, missing=(f"{where}.{found}",))


# ---- reuse -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Reuse:
    """One reuse system: as it is run, and its answer; what the plan leaves out of it is missing there."""

    id: str
    where: str
    system: ReuseSystem | None
    answer: ReuseAnswer


def _by_reuse(reuse: Reuse) -> tuple[float | None, str, tuple[str, ...]]:
    whole = reuse.answer.whole
    if whole is None:
        return None, "", reuse.answer.missing
    if whole.captured_fraction is None:
        return None, "", (f"{reuse.where}: nothing runs in over the record",)
    return whole.captured_fraction, f"the balance of {reuse.id} over the whole record", ()


def reuse_of(
    stated: Sequence[StatedSystem], practices: Mapping[str, Practice], rain: DailyRain | None
) -> dict[str, Reuse]:
    """Return every reuse system of the plan by its id, balanced over the record where there is one."""
    return {system.id.text: _reuse(system, practices, rain) for system in stated}


def _reuse(stated: StatedSystem, practices: Mapping[str, Practice], rain: DailyRain | None) -> Reuse:
    where = paths.of("loads.reuse", stated)
    practice = None if stated.practice is None else practices[stated.practice.text]
    capacity = stated.capacity or (None if practice is None else practice.reuse_capacity)
    due = {"capacity": capacity, "capture_area": stated.capture_area, "runoff_share": stated.runoff_share}
    missing = [f"{where}.{key}" for key, value in due.items() if value is None]
    if not stated.uses:
        missing.append(f"{where}.uses")
    missing += [f"{paths.of(f'{where}.uses', use)}.demand" for use in stated.uses or () if use.demand is None]
    if rain is None:
        missing.append("loads.rain_record.csv")
    if missing:
        answer = ReuseAnswer(outcome="cannot tell", missing=tuple(missing))
        return Reuse(id=stated.id.text, where=where, system=None, answer=answer)
    assert capacity is not None
    assert stated.capture_area is not None
    system = ReuseSystem(
        id=stated.id.text,
        capacity_cf=number(capacity),
        drainage_sf=number(stated.capture_area),
        runoff_fraction=fraction(stated.runoff_share),
        uses=tuple(_use(use) for use in stated.uses or ()),
        initial_loss_in=number(stated.initial_loss) or 0.0,
    )
    return Reuse(id=stated.id.text, where=where, system=system, answer=reuse_answer(system, rain))


def _use(stated: ReuseUse) -> Use:
    return Use(
        id=stated.id.text,
        demand_cf_per_day=number(stated.demand) or 0.0,
        months=months_of(stated.first_month, stated.last_month),
    )


def months_of(first: Count | None, last: Count | None) -> tuple[int, ...]:
    """Return the months of a season, which may go over the turn of the year; without one, all of them.

    >>> months_of(Count(text="11", value=11), Count(text="2", value=2))
    (11, 12, 1, 2)
    """
    if first is None or last is None:
        return ALL_MONTHS
    count = (last.value - first.value) % len(ALL_MONTHS) + 1
    return tuple((first.value - 1 + index) % len(ALL_MONTHS) + 1 for index in range(count))
