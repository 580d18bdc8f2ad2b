"""Whether an edition agrees with a worked case.

A case may expect, of its only action or under `actions:` of each by id:

``permit``
    yes, no, or cannot tell
``requires``
    exactly these requirements, each with its scope and baseline (`{rate: site existing}`), or their names alone
``rows``
    exactly the rows that decided or freed it, and any of those that give scope and baseline
``beside``
    exactly the rows of the prose beside the table that hold
``triggers``
    exactly the rows that bring it under the rule
``volume_cf``, ``provisional``, ``because``
    the volume owed; whether the outcome rests on provisional rows; words of the reason for `cannot tell`

and of the plan: ``criteria`` (an outcome by criterion, or by item), ``guidance`` (within, beyond, and so on),
``duties`` (yes or no), ``values`` (a number or word by name, `practice[basin].credit_cf` for one of an item) and
``readings`` that the conclusions rest on. With ``all_rows: yes`` rows that are switched off speak too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from types import MappingProxyType
from typing import Any

from headwater.editions.cases import Case, facts_of_case
from headwater.errors import EditionError
from headwater.rules.condition import Clauses, exact_number, family_of
from headwater.rules.deciding import Conclusion, conclude, conclude_action
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.rules.judging import judge
from headwater.rules.provision import Criterion
from headwater.rules.table import Measure
from headwater.rules.world import Exploration, World, explore
from headwater.units import format_exact
from headwater.window import Window

OPEN = "cannot tell"
_ADVICE = {"met": "within", "not met": "beyond"}
_OF_ACTION = {"permit", "requires", "rows", "beside", "triggers", "volume_cf", "provisional", "because"}
_OF_PLAN = {"criteria", "guidance", "duties", "values", "readings", "all_rows", "actions"}
_ITEM = re.compile(r"(?P<kind>[a-z]+)\[(?P<item>[^]]+)\]\.(?P<fact>.+)")


def differences(case: Case, edition: Edition) -> tuple[str, ...]:
    """Return in what the edition, at the readings of the case, does not do what the case expects; none if it agrees.

    Raises
    ------
    EditionError
        If the case expects something that cannot be compared, or is not sound.
    """
    unknown = set(case.expect) - _OF_ACTION - _OF_PLAN
    if unknown:
        raise EditionError(f"{case.file}: {case.name}: expects {sorted(unknown)[0]!r}, which is not compared")
    chosen = edition.choosing(case.taking) if case.taking else edition
    trial = _Trial(facts_of_case(case.facts, chosen), chosen, all_rows=case.expect.get("all_rows") == "yes")
    return tuple(_differences(trial, case.expect))


class _Trial:
    """One case laid before an edition, asked several questions."""

    def __init__(self, facts: Facts, edition: Edition, *, all_rows: bool) -> None:
        self.facts = facts
        self.edition = edition
        self.all_rows = all_rows
        self.concluded = explore(conclude, facts=facts, edition=edition, all_rows=all_rows)

    def action(self, action: str) -> Exploration[Conclusion]:
        question = partial(conclude_action, action=action)
        return explore(question, facts=self.facts, edition=self.edition, all_rows=self.all_rows)

    def ask(self, question: Callable[[World], Any]) -> set[Any]:
        """Return every answer to a question that rests on what the actions owe."""
        answers: set[Any] = set()
        for conclusions in self.concluded.answers:
            found = explore(
                question, facts=self.facts, edition=self.edition, conclusions=conclusions, all_rows=self.all_rows
            )
            answers.update(found.answers)
        return answers


def _differences(trial: _Trial, expect: Mapping[str, Any]) -> Iterator[str]:
    of_actions = dict(expect.get("actions", {}))
    shared = {name: value for name, value in expect.items() if name in _OF_ACTION}
    if shared:
        of_actions[trial.facts.ids("action")[0]] = shared
    for action, wanted in of_actions.items():
        yield from _of_action(trial.edition, trial.action(action), wanted)
        if "beside" in wanted:
            yield from _compared("beside", ", ".join(wanted["beside"]), _one(trial.ask(partial(_prose, action=action))))
    for name, wanted in expect.get("criteria", {}).items():
        yield from _of_criterion(trial, trial.edition.criteria[name], wanted)
    for name, wanted in expect.get("guidance", {}).items():
        yield from _of_criterion(trial, trial.edition.guidance[name], wanted, words=_ADVICE)
    for name, wanted in expect.get("duties", {}).items():
        found = trial.ask(partial(_holds, clauses=trial.edition.duties[name].when))
        yield from _compared(name, wanted, _one(found, yes_no=True))
    for name, wanted in expect.get("values", {}).items():
        yield from _of_value(trial, name, wanted)
    for reading in expect.get("readings", []):
        if reading not in trial.concluded.readings:
            yield f"the conclusions do not rest on {reading}, but on {', '.join(sorted(trial.concluded.readings))}"


def _of_action(edition: Edition, found: Exploration[Conclusion], wanted: Mapping[str, Any]) -> Iterator[str]:
    answers = found.answers
    if "permit" in wanted:
        yield from _compared("permit", wanted["permit"], _one({answer.permit for answer in answers}, yes_no=True))
    if "requires" in wanted:
        due = wanted["requires"]
        named_only = isinstance(due, list)
        yield from _compared("requires", _due(due), _one({_required(answer, named_only) for answer in answers}))
    if "rows" in wanted:
        decided = {row for answer in answers for row in (*answer.rows, *answer.exempt_by)}
        measures = {row for row in decided if isinstance(edition.rows[row].then, Measure)}
        named = set(wanted["rows"])
        # Who names a row that gives scope or baseline alone asks for no other.
        others = decided - measures if named - measures else set()
        if named - decided or others - named:
            yield f"rows: expected {', '.join(wanted['rows'])}, found {', '.join(sorted(decided)) or 'none'}"
    if "triggers" in wanted:
        fired = _one({", ".join(sorted(answer.trigger)) for answer in answers})
        yield from _compared("triggers", ", ".join(sorted(wanted["triggers"])), fired)
    if "volume_cf" in wanted:
        volumes = {answer.volume_cf.written if answer.volume_cf else None for answer in answers}
        text = wanted["volume_cf"]
        if volumes != {None if text == "none" else exact_number(text, family="volume", where="volume_cf")}:
            yield f"volume: expected {wanted['volume_cf']}, found {', '.join(map(str, volumes))} cf"
    if "provisional" in wanted:
        provisional = _one({bool(answer.provisional) for answer in answers}, yes_no=True)
        yield from _compared("provisional", wanted["provisional"], provisional)
    if "because" in wanted:
        reasons = [answer.open_because or "" for answer in answers]
        if not any(wanted["because"] in reason for reason in reasons):
            yield f"open: expected {wanted['because']!r} in the reason, found {reasons}"


def _due(due: str | list[str] | Mapping[str, str]) -> str:
    """Return the requirements of a case as one text: none, cannot tell, names, or names with scope and baseline."""
    if isinstance(due, str):
        return "" if due == "none" else due
    return ", ".join(sorted(f"{name}: {how}" for name, how in due.items()) if isinstance(due, Mapping) else sorted(due))


def _required(conclusion: Conclusion, named_only: bool) -> str:
    if conclusion.permit is None:
        return OPEN
    if named_only:
        return ", ".join(sorted(item.requirement for item in conclusion.required))
    return ", ".join(sorted(f"{item.requirement}: {item.scope} {item.baseline}" for item in conclusion.required))


def _of_criterion(
    trial: _Trial,
    criterion: Criterion,
    wanted: str | Mapping[str, str],
    *,
    words: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    items = [None] if criterion.subject is None else list(trial.facts.ids(criterion.subject))
    if not items:
        yield f"{criterion.id}: the case has no {criterion.subject}"
    for item in items:
        due = wanted if isinstance(wanted, str) else wanted.get(str(item))
        if due is not None:
            outcomes = {words.get(said, said) for said in trial.ask(partial(_outcome, criterion=criterion, item=item))}
            yield from _compared(criterion.id if item is None else f"{criterion.id} for {item}", due, _one(outcomes))


def _prose(world: World, *, action: str) -> str:
    """Return the rows beside the table that hold for an action."""
    edition = world.edition
    branch = next(item.branch for item in world.conclusions if item.action == action)
    tables = edition.branches[branch].beside if branch is not None else ()
    found = []
    with world.item("action", action):
        for row in (row for table in tables for row in edition.rows_of(table) if not row.silenced):
            if world.all_hold(row.when):
                world.row(row.id)
                found.append(row.id)
    return ", ".join(found)


def _holds(world: World, *, clauses: Clauses) -> bool:
    return world.all_hold(clauses)


def _outcome(world: World, *, criterion: Criterion, item: str | None) -> str:
    return judge(world, criterion, item).outcome.replace("_", " ")


def _of_value(trial: _Trial, name: str, wanted: str) -> Iterator[str]:
    match = _ITEM.fullmatch(name)
    fact = f"{match['kind']}.{match['fact']}" if match else name

    def question(world: World) -> Window | frozenset[str]:
        with world.item(match["kind"], match["item"]) if match else nullcontext(), world.as_written():
            return world.region(fact)

    family = family_of(fact)
    if family is None:
        texts = {", ".join(sorted(region)) for region in trial.ask(question) if not isinstance(region, Window)}
        yield from _compared(name, wanted, _one(texts))
        return
    found = {region.written for region in trial.ask(question) if isinstance(region, Window)}
    due = None if wanted == "unknown" else exact_number(wanted, family=family, where=name)
    if found != {due}:
        shown = ", ".join("unknown" if number is None else format_exact(number) for number in found)
        yield f"{name}: expected {wanted}, found {shown} in its base unit"


def _one(answers: set[Any], *, yes_no: bool = False) -> str:
    """Return the one answer, or `cannot tell` where there are several or none is told."""
    if len(answers) != 1 or None in answers:
        return OPEN
    (answer,) = answers
    return ("yes" if answer else "no") if yes_no else str(answer)


def _compared(what: str, wanted: str, found: str) -> Iterator[str]:
    if wanted != found:
        yield f"{what}: expected {wanted or 'none'}, found {found or 'none'}"
