"""What the section of loads says of itself: names that lead nowhere, tables that do not list, things said twice.

Owns the joints of the section. A number is called wrong only where no rounding of what was written makes it right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from headwater.plan import paths
from headwater.plan.curve_checks import only_one
from headwater.plan.drainage_names import Listed, check_unique, ids_of, listed
from headwater.plan.leaves import Text
from headwater.plan.loads import (
    LOAD_CONDITIONS,
    AnnualRain,
    Equivalence,
    LoadLand,
    Loads,
    RainRecord,
    ReuseSystem,
    ReuseUse,
    TreatmentStep,
)
from headwater.plan.loads_paths import why_outside
from headwater.plan.loads_tables import ANNUAL_RAINS_IN, ANY_USE, CONCENTRATIONS, REMOVALS, USUAL_REMOVALS
from headwater.plan.plan import Plan
from headwater.plan.practices import Practice
from headwater.plan.problems import Problems
from headwater.plan.windows import both, exceeds, is_empty, window_of
from headwater.window import Window


@dataclass(frozen=True)
class _Around:
    """What the section refers to: practices of the plan, and its own steps and reuse systems."""

    practices: Listed
    steps: Listed
    reuse: Listed


def check_loads(plan: Plan, problems: Problems) -> None:
    """Note everything in the section of loads that contradicts itself."""
    loads = plan.loads
    if loads is None:
        return
    around = _Around(
        practices=listed("practices", plan.practices),
        steps=listed("loads.treatment", loads.treatment),
        reuse=listed("loads.reuse", loads.reuse),
    )
    if loads.annual_rain is not None:
        _check_rain(loads.annual_rain, problems)
    if loads.rain_record is not None:
        _check_record(loads.rain_record, problems)
    _check_treatment(loads, plan, around, problems)
    for condition in LOAD_CONDITIONS:
        lands: tuple[LoadLand, ...] = getattr(loads, condition) or ()
        check_unique(ids_of(f"loads.{condition}", lands), problems)
        for land in lands:
            _check_land(land, paths.of(f"loads.{condition}", land), around, problems)
    if loads.equivalence is not None:
        _check_equivalence(loads.equivalence, around, problems)
    check_unique(ids_of("loads.pools", loads.pools), problems)
    for pool in loads.pools or ():
        around.practices.check(pool.practice, f"{paths.of('loads.pools', pool)}.practice", problems)
    check_unique(ids_of("loads.reuse", loads.reuse), problems)
    for system in loads.reuse or ():
        _check_reuse(system, paths.of("loads.reuse", system), around, problems)


def _name(record: Any) -> str:
    """Return the id of a record; while a plan with mistakes is read, it may be missing."""
    return "?" if record.id is None else str(record.id.text)


def _check_rain(rain: AnnualRain, problems: Problems) -> None:
    if rain.table is None or rain.depth is None:
        return
    printed = ANNUAL_RAINS_IN[rain.table.text]
    if is_empty(both(window_of(rain.depth), Window(printed, printed))):
        problems.add(
            f"the table {rain.table.text} gives another depth",
            line=rain.depth.line,
            path="loads.annual_rain.depth",
            value=rain.depth.text,
            expected=f"{float(printed):g} in",
            remedy="keep the table, or the depth with its source",
        )


def _check_record(record: RainRecord, problems: Problems) -> None:
    wrong = None if record.csv is None else why_outside(record.csv.text)
    if wrong is not None and record.csv is not None:
        problems.add(
            wrong,
            line=record.csv.line,
            path="loads.rain_record.csv",
            value=record.csv.text,
            expected="a file in the folder of the plan or below it, as rain.csv or rain/station.csv",
            remedy="put the file beside the plan, and write its name",
        )
    first, last = record.first_day, record.last_day
    if first is not None and last is not None and last.value < first.value:
        problems.add(
            f"the last day is before the first ({first.text})",
            line=last.line,
            path="loads.rain_record.last_day",
            value=last.text,
            expected=f"{first.text} or later",
            remedy="correct one of the two",
        )


# ---- treatment -------------------------------------------------------------------------------------------------------


def _check_treatment(loads: Loads, plan: Plan, around: _Around, problems: Problems) -> None:
    check_unique(ids_of("loads.treatment", loads.treatment), problems)
    practices = {_name(one): one for one in plan.practices or ()}
    for step in loads.treatment or ():
        where = paths.of("loads.treatment", step)
        around.practices.check(step.practice, f"{where}.practice", problems)
        around.reuse.check(step.reuse, f"{where}.reuse", problems)
        only_one(step, ("captured",), ("reuse",), path=where, problems=problems)
        only_one(step, ("infiltrated",), ("reuse",), path=where, problems=problems)
        only_one(step, ("removal",), ("underdrain",), path=where, problems=problems)
        _check_listed(step, where, problems)
        if step.practice is not None and step.practice.text in practices:
            _check_same_removal(step, practices[step.practice.text], where, problems)


def _check_listed(step: TreatmentStep, where: str, problems: Problems) -> None:
    """Note a practice or a design that the table named does not list, and a design that is missing."""
    if step.kind is None:
        return
    table = USUAL_REMOVALS if step.table is None else step.table.text
    rows = REMOVALS[table]
    if step.kind.text not in rows:
        problems.add(
            f"the table {table} does not list this practice",
            line=step.kind.line,
            path=f"{where}.kind",
            value=step.kind.text,
            expected=f"one of: {', '.join(rows)}",
            remedy="name the practice as the table does, or another table under `table`",
        )
        return
    designs, named = rows[step.kind.text], "" if step.design is None else step.design.text
    if named not in designs:
        some = ", ".join(filter(None, designs))
        problems.add(
            f"the table {table} tells designs of this practice apart"
            if some
            else f"the table {table} lists one design of this practice alone, which has no name",
            line=step.kind.line if step.design is None else step.design.line,
            path=f"{where}.design",
            value=named or None,
            expected=f"one of: {some}" if some else "no design",
            remedy="name the design, or another table" if some else "remove the design, or name another table",
        )


def _check_same_removal(step: TreatmentStep, practice: Practice, where: str, problems: Problems) -> None:
    if step.removal is None or practice.removal is None:
        return
    if is_empty(both(window_of(step.removal), window_of(practice.removal))):
        problems.add(
            f"the practice states another removal ({practice.removal.text}, line {practice.removal.line})",
            line=step.removal.line,
            path=f"{where}.removal",
            value=step.removal.text,
            expected=practice.removal.text,
            remedy="correct one of the two, or leave this one out",
        )


def _check_train(train: Iterable[Text] | None, where: str, around: _Around, problems: Problems) -> None:
    met: set[str] = set()
    for step in train or ():
        around.steps.check(step, f"{where}.train", problems)
        if step.text in met:
            problems.add(
                "the train passes this step twice",
                line=step.line,
                path=f"{where}.train",
                value=step.text,
                expected="each step once",
                remedy="remove it, or give the second practice a step of its own",
            )
        met.add(step.text)


# ---- land ------------------------------------------------------------------------------------------------------------


def _check_land(land: LoadLand, where: str, around: _Around, problems: Problems) -> None:
    only_one(land, ("impervious",), ("impervious_area",), path=where, problems=problems)
    if land.area is not None and land.impervious_area is not None:
        if exceeds(window_of(land.impervious_area), window_of(land.area)):
            problems.add(
                f"the impervious area is above the area of the land ({land.area.text})",
                line=land.impervious_area.line,
                path=f"{where}.impervious_area",
                value=land.impervious_area.text,
                expected=f"at most {land.area.text}",
                remedy="correct one of the two",
            )
    only_one(land, ("phosphorus",), ("phosphorus_table",), path=where, problems=problems)
    only_one(land, ("solids",), ("solids_table",), path=where, problems=problems)
    _check_use(land, where, problems)
    _check_train(land.train, where, around, problems)


def _check_use(land: LoadLand, where: str, problems: Problems) -> None:
    """Note a use that the table named does not list."""
    for table in (land.phosphorus_table, land.solids_table):
        if table is None or land.land_use is None:
            continue
        uses = CONCENTRATIONS[table.text]
        if land.land_use.text not in uses and ANY_USE not in uses:
            problems.add(
                f"the table {table.text} does not list this use",
                line=land.land_use.line,
                path=f"{where}.land_use",
                value=land.land_use.text,
                expected=f"one of: {', '.join(uses)}",
                remedy="name a use that the table lists, another table, or state the concentration",
            )


# ---- volumes and reuse -----------------------------------------------------------------------------------------------


def _check_equivalence(equivalence: Equivalence, around: _Around, problems: Problems) -> None:
    check_unique(ids_of("loads.equivalence.treated", equivalence.treated), problems)
    met: dict[str, str] = {}
    for treated in equivalence.treated or ():
        where = paths.of("loads.equivalence.treated", treated)
        _check_train(treated.train, where, around, problems)
        for step in dict.fromkeys(step.text for step in treated.train or ()):
            if step in met:
                problems.add(
                    f"this step treats another volume already ({paths.one_line(met[step])}), and the same water counts "
                    "once",
                    line=treated.line,
                    path=f"{where}.train",
                    value=step,
                    expected="each step under one volume",
                    remedy="add the volumes up, or name the steps of one volume in one train",
                )
            met.setdefault(step, _name(treated))


def _check_reuse(system: ReuseSystem, where: str, around: _Around, problems: Problems) -> None:
    around.practices.check(system.practice, f"{where}.practice", problems)
    check_unique(ids_of(f"{where}.uses", system.uses), problems)
    for use in system.uses or ():
        _check_season(use, paths.of(f"{where}.uses", use), problems)


def _check_season(use: ReuseUse, where: str, problems: Problems) -> None:
    if (use.first_month is None) == (use.last_month is None):
        return
    given, due = ("first_month", "last_month") if use.last_month is None else ("last_month", "first_month")
    if any(problem.field == f"{where}.{due}" for problem in problems.found):
        return  # it is there, and was refused
    problems.add(
        f"the season has a {given} and no {due}",
        line=getattr(use, given).line,
        path=f"{where}.{due}",
        expected="both, or neither where it is drawn all year",
        remedy=f"add `{due}:`",
    )
