"""Whether anything tells a wrong edition from the right one: its worked cases first, then the proof over every site."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from tests.invariants.mutants import Mutant

from headwater.editions import trial
from headwater.editions.cases import Case, cases_of
from headwater.editions.registry import load_edition
from headwater.errors import EditionError, HeadwaterError
from headwater.rules.condition import Condition
from headwater.rules.edition import Edition
from headwater.rules.verify import Defect, verify_edition
from headwater.rules.world import Exploration, explore

# What the proof over every site looks at; criteria, duties and credits are no part of it.
PROVEN = ("row ", "branch ", "ratio", "sums ", "reading ")


@dataclass(frozen=True, kw_only=True)
class Looked:
    """Which conditions the cases of an edition tested, and which rows spoke, by the number of the case."""

    cases: tuple[Case, ...]
    by_condition: dict[Condition, set[int]]
    by_row: dict[str, set[int]]


@cache
def looked(key: str) -> Looked:
    """Try every case of an edition once, noting what it looked at."""
    cases = cases_of(key)
    by_condition: defaultdict[Condition, set[int]] = defaultdict(set)
    by_row: defaultdict[str, set[int]] = defaultdict(set)
    at = [0]

    def noting(*given: Any, **named: Any) -> Exploration[Any]:
        ways = explore(*given, **named)
        for leaf in ways.leaves:
            for row in leaf.rows:
                by_row[row].add(at[0])
            for tested in leaf.tested:
                by_condition[tested.condition].add(at[0])
        return ways

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trial, "explore", noting)
        for number, case in enumerate(cases):
            at[0] = number
            assert trial.differences(case, load_edition(key)) == (), case.name
    return Looked(cases=cases, by_condition=dict(by_condition), by_row=dict(by_row))


def told_by(mutant: Mutant) -> str | None:
    """Return what tells a mutant from the right edition, or None where nothing does."""
    try:
        edition = mutant.make()
    except EditionError as error:
        return f"loading: {error}"
    return next(_telling(mutant, edition), None)


def _telling(mutant: Mutant, edition: Edition) -> Iterator[str]:
    for case in _cases(mutant):
        try:
            found = trial.differences(case, edition)
        except (HeadwaterError, KeyError) as error:
            found = (f"{type(error).__name__}: {error}",)
        if found:
            yield f"{case.file}: {case.name}: {found[0]}"
    if not mutant.name.startswith(PROVEN):
        return
    right = load_edition(mutant.edition)
    yield from _proven_otherwise(edition, right)
    if mutant.reading is not None:
        yield from _proven_otherwise(edition.others[mutant.reading], right.others[mutant.reading])


def _proven_otherwise(edition: Edition, right: Edition) -> Iterator[str]:
    try:
        found = verify_edition(edition)
    except HeadwaterError as error:
        yield f"verify: {error}"
        return
    if found != _proven(right):
        yield f"verify: {'; '.join(map(str, found))}"


@cache
def _proven(right: Edition) -> tuple[Defect, ...]:
    return verify_edition(right)


def _cases(mutant: Mutant) -> Iterator[Case]:
    seen = looked(mutant.edition)
    if not mutant.conditions and not mutant.rows:
        yield from sorted(seen.cases, key=lambda case: not _named(mutant, case))
        return
    numbers: set[int] = set()
    for condition in mutant.conditions:
        numbers |= seen.by_condition.get(condition, set())
    for row in mutant.rows:
        numbers |= seen.by_row.get(row, set())
    for number in sorted(numbers, key=lambda number: not _named(mutant, seen.cases[number])):
        yield seen.cases[number]


def _named(mutant: Mutant, case: Case) -> bool:
    """Whether a case names what the mutant changes, so that it is tried first."""
    subject = mutant.name.split(": ")[0].split(" ", 1)[1]
    return subject in str(case.expect) or subject in str(case.taking) or subject in str(case.facts)
