"""Judging the criteria of an edition: does the plan meet them, item by item.

Written, like deciding, for a site that is known; the worlds of `headwater.rules.world` carry what is not. What the
actions owe is settled before (`World.conclusions`), and criteria ask it by name: `permit`, `requires.rate`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from headwater.rules.provision import Criterion
from headwater.rules.world import World

Outcome = Literal["met", "not_met", "not_applicable", "cannot_tell", "for_judgment"]


@dataclass(frozen=True, slots=True)
class Judgment:
    """The outcome of one criterion for one item, in one world.

    `arithmetic` are lines that a person can check by hand; `missing` names facts without which there is no answer;
    `note` says what the outcome rests on, or who judges it and on what evidence.
    """

    outcome: Outcome
    arithmetic: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    note: str = ""


MET = Judgment("met")
NOT_MET = Judgment("not_met")
NOT_APPLICABLE = Judgment("not_applicable")


def judge(world: World, criterion: Criterion, item: str | None) -> Judgment:
    """Return how a criterion goes for one item, or for the plan where it has no items."""
    if criterion.subject is not None and item is not None:
        with world.item(criterion.subject, item):
            return _judge(world, criterion)
    return _judge(world, criterion)


def _judge(world: World, criterion: Criterion) -> Judgment:
    world.note_readings(criterion.readings)
    with world.source(criterion.id):
        if not world.all_hold(criterion.when):
            return NOT_APPLICABLE
        if criterion.judge is not None:
            judged: Judgment = world.edition.judges[criterion.judge](world, criterion)
            return judged
        if criterion.statement is not None:
            return _statement(world, criterion, criterion.statement)
        if criterion.exhibit is not None:
            judged = _exhibit(world, criterion.exhibit)
            if criterion.helpful and judged.outcome != "met":
                return Judgment("not_applicable", note="not handed in; it helps, and is not due with the application")
            # What the document must itself carry, as an engineer's certification, is asked once it is there.
            if judged.outcome == "met" and criterion.test and not world.all_hold(criterion.test):
                return Judgment("not_met", note=f"{judged.note}, but {criterion.remedy}")
            return judged
        if criterion.test:
            if not world.all_hold(criterion.test):
                return NOT_MET
            return Judgment("for_judgment", note=criterion.judgment) if criterion.judgment else MET
        return Judgment("for_judgment", note=criterion.judgment or "")


def _statement(world: World, criterion: Criterion, key: str) -> Judgment:
    """Judge an answer with its evidence. Yes means that the plan does what the provision asks."""
    answer, evidence = f"answers.{key}", f"answers.{key}.evidence"
    if world.unsaid(answer):
        return Judgment("cannot_tell", missing=(answer,), note="not answered")
    if not world.yes(answer):
        return Judgment("not_met", note="the answer is no")
    if not world.yes(evidence):
        return Judgment("cannot_tell", missing=(evidence,), note="the answer is yes, without evidence")
    if criterion.judgment:
        return Judgment("for_judgment", note=criterion.judgment)
    return Judgment("met", note="as answered, with its evidence")


def _exhibit(world: World, key: str) -> Judgment:
    """Judge a required document: delivered with page and date, waived in writing, or missing."""
    name = f"exhibits.{key}"
    if world.unsaid(name):
        return Judgment("cannot_tell", missing=(name,), note="the plan lists no exhibits yet")
    state = world.word(name)
    notes = {
        "delivered": Judgment("met", note="delivered"),
        "waived": Judgment("met", note="waived in writing"),
        "waived, not in writing": Judgment("not_met", note="a waiver must be in writing, with its author and date"),
        "without page": Judgment("not_met", note="delivered without a page"),
        "without date": Judgment("not_met", note="delivered without a date"),
        "missing": Judgment("not_met", note="not among the exhibits"),
    }
    return notes[state]


def _permit(world: World) -> str | frozenset[str]:
    world.use(world.concluded_from)
    permits = [conclusion.permit for conclusion in world.conclusions]
    if any(permits):
        return "yes"
    return frozenset({"yes", "no"}) if None in permits else "no"


def _requires(world: World, *, requirement: str) -> str | frozenset[str]:
    world.use(world.concluded_from)
    if any(conclusion.requires(requirement) for conclusion in world.conclusions):
        return "yes"
    undecided = any(conclusion.permit is None or conclusion.open_because for conclusion in world.conclusions)
    return frozenset({"yes", "no"}) if undecided else "no"


def _baseline(world: World, *, requirement: str) -> str | frozenset[str]:
    world.use(world.concluded_from)
    for conclusion in world.conclusions:
        for required in conclusion.required:
            if required.requirement == requirement:
                return str(required.baseline)
    return "existing"


REQUIREMENTS = ("bmp", "quantity", "quality", "phosphorus", "phosphorus.3c2", "rate", "volume")
# What binds on the path of 3(c)(2) alone has a name of its own among the requirements, which no reader knows.
_REQUIREMENT_WORDS: Mapping[str, str] = {"phosphorus.3c2": "phosphorus by 3(c)(2)"}


def requirement_words(requirement: str) -> str:
    """Return a requirement as a reader knows it."""
    return _REQUIREMENT_WORDS.get(requirement, requirement)


CONCLUDED: Mapping[str, Callable[[World], str | frozenset[str]]] = {
    "permit": _permit,
    **{f"requires.{name}": partial(_requires, requirement=name) for name in REQUIREMENTS},
    **{f"baseline.{name}": partial(_baseline, requirement=name) for name in REQUIREMENTS},
}
"""What a criterion may ask of the conclusions, by name. `permit` is open where the text at hand cannot tell."""
