"""A plan and the files handed in beside it, held against each other.

Owns which checks are made of which sides, what two files say alike, and which findings a conflict moves. What each
check looks at is the module of its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from headwater.plan import Plan
from headwater.plan.submitted import Submitted
from headwater.review.assessment import Assessment, assess
from headwater.review.completing import completed
from headwater.review.crosscheck.areas import area_items
from headwater.review.crosscheck.figures import ModelFigures, models_of
from headwater.review.crosscheck.forms import figure_items
from headwater.review.crosscheck.holding import (
    in_the_file,
    in_the_plan,
    refused_items,
    sediment_items,
    twice_items,
)
from headwater.review.crosscheck.items import GRADES, Item, Place, in_file, in_plan, kinds
from headwater.review.crosscheck.models import model_items
from headwater.review.crosscheck.printed import printed_items, stated_items
from headwater.review.crosscheck.rain import rain_items, run_items
from headwater.rules.edition import Edition

# Each is a whole assessment with a run of the model; a package with more conflicts than this is read from the top.
MOST_TRIED = 40


@dataclass(frozen=True, kw_only=True)
class Moved:
    """A finding that comes out otherwise if the other side of a conflict is right."""

    finding: str
    item: str | None
    outcome: str
    instead: str


@dataclass(frozen=True, kw_only=True)
class Conflict:
    """One item, the findings that it moves, and whether that was tried."""

    item: Item
    moved: tuple[Moved, ...]
    tried: bool


@dataclass(frozen=True, kw_only=True)
class Crosscheck:
    """All that a plan and its files contradict each other in; what moves a finding comes first."""

    plan: Plan
    edition: Edition
    assessment: Assessment
    files: tuple[Submitted, ...]
    conflicts: tuple[Conflict, ...]
    unused: tuple[tuple[str, str], ...]
    """Files of which nothing could be held against anything, and why."""


def crosscheck(plan: Plan, edition: Edition, files: Sequence[Submitted]) -> Crosscheck:
    """Return where a plan and the files handed in beside it contradict each other.

    Parameters
    ----------
    files
        The files, read; a file with a model says which condition of the land it is.
    """
    plan = completed(plan)
    assessment = assess(plan, edition, readings=False)
    own = {model.condition: model for model in models_of(plan, run=False)}
    theirs = {one.file: _model_of(one) for one in files}
    items = _merged(_items(plan, assessment, own, files, theirs))
    return Crosscheck(
        plan=plan,
        edition=edition,
        assessment=assessment,
        files=tuple(files),
        conflicts=tuple(_ranked(items, assessment, edition)),
        unused=tuple(_unused(files, theirs, own)),
    )


def _model_of(submitted: Submitted) -> ModelFigures | None:
    if submitted.plan is None or submitted.condition is None:
        return None
    return next((one for one in models_of(submitted.plan, run=True) if one.condition == submitted.condition), None)


def _items(
    plan: Plan,
    assessment: Assessment,
    own: Mapping[str, ModelFigures],
    files: Sequence[Submitted],
    theirs: Mapping[str, ModelFigures | None],
) -> Iterator[Item]:
    standing: dict[str, tuple[ModelFigures, Place]] = {}
    for condition, model in own.items():
        line = model.stated.line
        standing[condition] = (model, in_plan(plan, f"drainage.{condition}", line=line, says=""))
        yield from twice_items(model, in_the_plan(plan, condition))
        yield from sediment_items(plan, model)
    yield from rain_items(plan, files)
    for submitted in files:
        yield from figure_items(plan, assessment.facts, submitted)
    for submitted in files:
        yield from refused_items(submitted)
        found = theirs[submitted.file]
        if found is None:
            continue
        if found.condition in own:
            yield from model_items(plan, submitted, own[found.condition], found)
        else:
            standing.setdefault(found.condition, (found, in_file(submitted, line=found.stated.line, says="")))
        yield from twice_items(found, in_the_file(submitted))
        yield from printed_items(submitted, found)
        yield from run_items(submitted, found)
    yield from area_items(plan, assessment.facts, standing)
    # A stated volume with sediment in it is told as that.
    counted = {item.element for item in sediment_items(plan, own["proposed"])} if "proposed" in own else set()
    for item in stated_items(plan):
        if not any(
            fact == f"practices[{practice}].volume_below_overflow" for practice in counted for fact in item.facts
        ):
            yield item


def _merged(items: Iterable[Item]) -> list[Item]:
    """Return the items with those that several files say alike joined into one."""
    found: dict[tuple[object, ...], Item] = {}
    for item in items:
        first = item.where[0]
        others = tuple(place.says for place in item.where)
        key = (item.code, item.element, first.field if len(item.where) > 1 else None, others)
        before = found.get(key)
        if before is None:
            found[key] = item
        else:
            new = tuple(place for place in item.where if place not in before.where)
            found[key] = replace(before, where=(*before.where, *new))
    return list(found.values())


def _ranked(items: Sequence[Item], assessment: Assessment, edition: Edition) -> list[Conflict]:
    """Return the items as conflicts: those that move a finding first, then by grade, else as they were found."""
    conflicts = []
    known: dict[int, tuple[Moved, ...]] = {}
    tried = 0
    for item in items:
        moved: tuple[Moved, ...] = ()
        told = item.instead is None
        if item.instead is not None and tried < MOST_TRIED:
            tried += 1
            told = True
            moved = known.setdefault(id(item.instead), _moved(assessment, item.instead, edition))
        conflicts.append(Conflict(item=item, moved=moved, tried=told))
    grades = {code: GRADES.index(kind.grade) for code, kind in kinds().items()}
    return sorted(conflicts, key=lambda one: (not one.moved, grades[one.item.code]))


def _moved(assessment: Assessment, instead: Plan, edition: Edition) -> tuple[Moved, ...]:
    other = assess(instead, edition, readings=False)
    before = {(one.id, one.item): one.outcome for one in assessment.findings}
    after = {(one.id, one.item): one.outcome for one in other.findings}
    return tuple(
        Moved(finding=id_, item=item, outcome=outcome, instead=after[id_, item])
        for (id_, item), outcome in before.items()
        if after.get((id_, item), outcome) != outcome
    )


def _unused(
    files: Sequence[Submitted], theirs: Mapping[str, ModelFigures | None], own: Mapping[str, ModelFigures]
) -> Iterator[tuple[str, str]]:
    for submitted in files:
        model = theirs[submitted.file]
        if model is not None and model.why_not_run is not None and submitted.claims:
            yield (
                submitted.file,
                f"its model cannot be run, so that nothing it prints is recomputed: {model.why_not_run}",
            )
        elif submitted.plan is None and not submitted.refused and not submitted.claims:
            yield submitted.file, "it holds no model, no rainfall and no figures that a plan has"
        elif model is not None and model.condition not in own and not submitted.claims:
            yield submitted.file, f"the plan has no {model.condition} model to hold it against"
