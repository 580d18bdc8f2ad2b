"""A changed row, criterion, duty or branch of an edition fails one of its cases.

Each condition is dropped, moved to its edge and shifted by one square foot or a hundredth; each requirement of a row is
left out; each amendment of a reading is withdrawn. What changes nothing that can be seen is listed with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from headwater.editions.cases import cases_of
from headwater.editions.registry import load_edition
from headwater.editions.trial import differences
from headwater.errors import EditionError, UndefinedValueError
from headwater.rules.condition import AnyOf, Clauses, Condition
from headwater.rules.edition import Edition
from headwater.rules.table import Duties

NEIGHBOUR = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
PARTS = ("rows", "branches", "criteria", "duties", "readings")

# What no site can tell, by edition: part, id and the beginning of the change.
UNSEEN = {
    "mcwd-2005": (
        # Multi-unit homes of 8 units per acre or more are held by (D) before (C) is asked, so that the limit inside (C)
        # and the word single-family beside a density above 2 are said twice.
        ("rows", "N.2.C", "any: dropped [action.home_kind"),
        *(("rows", f"N.2.C.{number}", "any: dropped [action.home_kind = single") for number in (1, 2, 3)),
        *(
            ("rows", f"N.2.C.{number}", f"any: {change} [action.density_units_per_ac < 8")
            for number in (1, 2, 3)
            for change in ("dropped", "at the edge", "higher")
        ),
        # The heavier row decides where both hold.
        *(
            ("rows", "N.2.D.2", f"{change} [action.class_area_sf < 8")
            for change in ("dropped", "at the edge", "higher")
        ),
        # The first row that holds decides.
        *(
            ("rows", "N.2.H.2", f"{change} [action.increase_fraction < 50")
            for change in ("dropped", "at the edge", "higher")
        ),
        *(("rows", "N.2.H.3", f"{change} [action.tested_net_increase_sf") for change in ("dropped", "higher")),
        # Every row that requires quality control requires quantity control.
        ("criteria", "N.3.1", "dropped [requires.quality"),
        *(
            ("criteria", f"N.6.A{item}", "without the alternative 2")
            for item in ("", *(f".{number}" for number in range(1, 14) if number != 9))
        ),
    ),
}


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One change of one part of an edition."""

    part: str
    name: str
    change: str
    item: Any

    def is_listed(self, entry: tuple[str, str, str]) -> bool:
        """Return whether an entry of the list means this change."""
        part, name, beginning = entry
        return part == self.part and name == self.name and self.change.startswith(beginning)

    def unseen(self, key: str) -> bool:
        """Return whether it is listed as a change that nothing can show."""
        return any(self.is_listed(entry) for entry in UNSEEN[key])


def changed(condition: Condition) -> Iterator[tuple[Condition, str]]:
    """Yield a condition with its words turned round, or with its threshold moved to either side."""
    if condition.number is None:
        yield replace(condition, op="not in" if condition.op == "in" else "in"), "turned round"
        for word in sorted(condition.words) if len(condition.words) > 1 else ():
            yield replace(condition, words=condition.words - {word}), f"without {word}"
        return
    whole = condition.fact.endswith(("_sf", "_cf")) or condition.fact.rpartition(".")[2] in ("homes", "lots")
    step = Fraction(1) if whole else Fraction(1, 100)
    yield replace(condition, op=NEIGHBOUR.get(condition.op, condition.op)), "at the edge"
    yield replace(condition, number=condition.number + step), "higher"
    yield replace(condition, number=condition.number - step), "lower"


def mutated(clauses: Clauses) -> Iterator[tuple[Clauses, str]]:
    """Yield clauses with one condition changed or gone."""
    for place, clause in enumerate(clauses):
        before, after = clauses[:place], clauses[place + 1 :]
        if isinstance(clause, Condition):
            yield before + after, f"dropped [{clause.text}]"
            for other, change in changed(clause):
                yield (*before, other, *after), f"{change} [{clause.text}]"
            continue
        for number, part in enumerate(clause.parts):
            rest = clause.parts[:number], clause.parts[number + 1 :]
            if len(clause.parts) > 1:
                yield (*before, AnyOf((*rest[0], *rest[1])), *after), f"without the alternative {number + 1}"
            for others, change in mutated(part):
                yield (*before, AnyOf((*rest[0], others, *rest[1])), *after), f"any: {change}"


def mutants(edition: Edition, part: str) -> Iterator[Mutant]:
    """Yield every change of one part of the bare edition."""
    if part == "readings":
        yield from mutants_of_readings(edition)
        return
    for name, item in getattr(edition, part).items():
        for when, change in mutated(item.when):
            yield Mutant(part=part, name=name, change=change, item=replace(item, when=when))
        for test, change in mutated(getattr(item, "test", ())):
            yield Mutant(part=part, name=name, change=f"test {change}", item=replace(item, test=test))
        if part == "rows":
            yield Mutant(part=part, name=name, change="silenced", item=replace(item, silenced=True))
            due = item.then.requirements if isinstance(item.then, Duties) else ()
            for pair in due:
                less = Duties(tuple(other for other in due if other != pair))
                yield Mutant(part=part, name=name, change=f"without {pair[0]}", item=replace(item, then=less))


def mutants_of_readings(edition: Edition) -> Iterator[Mutant]:
    """Yield every reading with one amendment of one choice withdrawn from one of its targets."""
    for name, reading in edition.readings.items():
        for key, choice in reading.choices.items():
            for place, amendment in enumerate(choice.amendments):
                for target in amendment.on:
                    rest = tuple(other for other in amendment.on if other != target)
                    kept = (replace(amendment, on=rest),) if rest else ()
                    amendments = (*choice.amendments[:place], *kept, *choice.amendments[place + 1 :])
                    choices = {**reading.choices, key: replace(choice, amendments=amendments)}
                    yield Mutant(
                        part="readings",
                        name=name,
                        change=f"{key} no longer on {target}",
                        item=replace(reading, choices=choices),
                    )


def noticed(mutant: Mutant, edition: Edition, key: str) -> bool:
    """Return whether some case fails under the changed edition, those that name the changed item first."""
    parts: dict[str, Any] = {mutant.part: {**getattr(edition, mutant.part), mutant.name: mutant.item}}
    taken = {name: reading.default for name, reading in edition.readings.items()}
    cases = sorted(cases_of(key), key=lambda case: mutant.name not in f"{case.taking} {case.expect}")
    try:
        other = replace(edition, **parts).choosing(taken)
        return any(differences(case, other) for case in cases)
    except (EditionError, UndefinedValueError):
        return True  # it cannot even be asked


@pytest.mark.proof
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("key", UNSEEN)
def test_a_changed_edition_fails_a_case(key: str, part: str) -> None:
    bare = load_edition(key).base
    assert bare is not None
    survive = [
        f"{mutant.name}: {mutant.change}"
        for mutant in mutants(bare, part)
        if not mutant.unseen(key) and not noticed(mutant, bare, key)
    ]
    assert not survive, "\n".join(survive)


@pytest.mark.proof
@pytest.mark.parametrize("key", UNSEEN)
def test_what_is_listed_as_unseen_is_a_change_that_is_made(key: str) -> None:
    bare = load_edition(key).base
    assert bare is not None
    made = [mutant for part in PARTS for mutant in mutants(bare, part)]
    assert [entry for entry in UNSEEN[key] if not any(mutant.is_listed(entry) for mutant in made)] == []
