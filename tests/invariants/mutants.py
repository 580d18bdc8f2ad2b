"""Every way to get one thing of an edition wrong: a comparison, a threshold, a row, what it says, a number, a reading.

A mutant keeps the text of a condition that it changes, so that a reading which amends that text still finds it.
"""

from __future__ import annotations

import importlib
import importlib.resources
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from headwater.editions.fields import read_yaml
from headwater.editions.loading import FILES, build_edition
from headwater.editions.overlay import laid_over
from headwater.editions.overlay_text import OverlayText
from headwater.editions.registry import SUPPLIED, check_overlay, load_edition
from headwater.rules.condition import AnyOf, Clause, Clauses, Condition, family_of
from headwater.rules.edition import Edition
from headwater.rules.provision import Credit, Criterion
from headwater.rules.reading import Amendment, Choice, Reading
from headwater.rules.table import Branch, Depths, Duties, Measure, Row
from headwater.window import OPPOSITE

STRICTNESS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
# The smallest step that a plan writes, in the base unit of each family; a count goes by one.
STEPS = {
    "area": Fraction(1),
    "volume": Fraction(1),
    "fraction": Fraction(1, 1000),
    "length": Fraction(1, 100),
    "duration": Fraction(1, 10),
    "rate": Fraction(1, 100),
    "depth": Fraction(1, 10),
    "slope": Fraction(1, 10),
    "flow": Fraction(1, 100),
    "load": Fraction(1, 100),
    "density": Fraction(1, 100),
}


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One wrong edition. `conditions` and `rows` say what a case must have looked at to tell it from the right one;
    with neither, any case may. What is wrong with a `reading` shows perhaps where it is taken the other way.
    """

    edition: str
    name: str
    make: Callable[[], Edition]
    conditions: frozenset[Condition] = frozenset()
    rows: frozenset[str] = frozenset()
    reading: str | None = None


def mutants_of(key: str) -> tuple[Mutant, ...]:
    """Return every mutant of an edition."""
    found = (*_rows(key), *_branches(key), *_criteria(key), *_numbers(key), *_readings(key))
    names = [mutant.name for mutant in found]
    assert len(names) == len(set(names)), "two mutants have one name"
    return found


def right(key: str) -> Edition:
    """Return the edition before any reading is taken."""
    edition = load_edition(key)
    assert edition.base is not None
    return edition.base


def chosen(base: Edition) -> Edition:
    """Return an edition at the default choice of every reading."""
    return replace(base, base=None).choosing({name: reading.default for name, reading in base.readings.items()})


# ---- clauses ---------------------------------------------------------------------------------------------------------

Changed = tuple[str, Clauses, frozenset[Condition]]


def changed_clauses(clauses: Clauses) -> Iterator[Changed]:
    """Yield each way to get one clause wrong: what was done, the clauses, and the conditions it was done to."""
    for place, clause in enumerate(clauses):
        before, after = clauses[:place], clauses[place + 1 :]
        here = f"clause {place + 1}"
        yield f"{here} dropped", (*before, *after), _conditions(clause)
        if isinstance(clause, Condition):
            for done, changed in changed_conditions(clause):
                yield f"{here} {done}", (*before, changed, *after), frozenset({clause})
            continue
        for number, part in enumerate(clause.parts):
            others = (*clause.parts[:number], *clause.parts[number + 1 :])
            inside = f"{here} part {number + 1}"
            yield f"{inside} dropped", (*before, AnyOf(others), *after), _conditions(clause)
            for done, new, asked in changed_clauses(part):
                parts = (*clause.parts[:number], new, *clause.parts[number + 1 :])
                yield f"{inside} {done}", (*before, AnyOf(parts), *after), asked


def changed_conditions(condition: Condition) -> Iterator[tuple[str, Condition]]:
    """Yield each way to get one condition wrong."""
    if condition.number is None:
        yield "negated", replace(condition, op="in" if condition.op == "not in" else "not in")
        if len(condition.words) > 1:
            for word in sorted(condition.words):
                yield f"without {word}", replace(condition, words=condition.words - {word})
        return
    yield "negated", replace(condition, op=OPPOSITE[condition.op])
    if condition.op in STRICTNESS:
        yield "of the other strictness", replace(condition, op=STRICTNESS[condition.op])
    step = STEPS[family_of(condition.fact) or "area"]
    yield "one step up", replace(condition, number=condition.number + step)
    yield "one step down", replace(condition, number=condition.number - step)


def _conditions(clause: Clause) -> frozenset[Condition]:
    if isinstance(clause, Condition):
        return frozenset({clause})
    return frozenset(condition for part in clause.parts for inner in part for condition in _conditions(inner))


# ---- rows and branches -----------------------------------------------------------------------------------------------


def _rows(key: str) -> Iterator[Mutant]:
    base = right(key)
    # What brings in or frees an action requires nothing: loading refuses it.
    silent = set(base.triggers)
    for branch in base.branches.values():
        silent.update(row for table in branch.exemptions for row in base.tables[table].rows)
    for row in base.rows.values():
        if not row.enabled:
            continue
        for done, when, asked in changed_clauses(row.when):
            yield _row(key, row, done, replace(row, when=when), conditions=asked)
        yield _row(key, row, "dropped", replace(row, silenced=True), rows=frozenset({row.id}))
        for done, then in changed_then(row.then) if row.id not in silent else ():
            yield _row(key, row, done, replace(row, then=then), rows=frozenset({row.id}))


def _row(
    key: str,
    row: Row,
    done: str,
    new: Row,
    *,
    conditions: frozenset[Condition] = frozenset(),
    rows: frozenset[str] = frozenset(),
) -> Mutant:
    def make() -> Edition:
        base = right(key)
        return chosen(replace(base, rows={**base.rows, row.id: new}))

    return Mutant(edition=key, name=f"row {row.id}: {done}", make=make, conditions=conditions, rows=rows)


def changed_then(then: Duties | Measure | Depths) -> Iterator[tuple[str, Duties | Measure | Depths]]:
    """Yield each way to get wrong what a row says."""
    if isinstance(then, Measure):
        if then.baseline is not None:
            wrong = "meadow" if then.baseline == "existing" else "existing"
            yield "another baseline", replace(then, baseline=wrong)
        if then.scope is not None:
            yield "another scope", replace(then, scope="site" if then.scope != "site" else "increase")
        return
    if isinstance(then, Depths):
        for place, (depth, area) in enumerate(then.largest_of):
            for name, wrong_depth in (("up", depth + Fraction(1, 10)), ("down", depth - Fraction(1, 10))):
                terms = (*then.largest_of[:place], (wrong_depth, area), *then.largest_of[place + 1 :])
                yield f"depth {place + 1} one step {name}", Depths(terms)
            if len(then.largest_of) > 1:
                yield f"depth {place + 1} dropped", Depths((*then.largest_of[:place], *then.largest_of[place + 1 :]))
        return
    if then.missing is not None:
        yield "nothing missing", Duties()
        return
    for requirement, scope in then.requirements:
        rest = tuple(pair for pair in then.requirements if pair[0] != requirement)
        yield f"without {requirement}", Duties(rest)
        wrong_scope = "increase" if scope != "increase" else "site"
        yield f"{requirement} over another scope", Duties(tuple(sorted((*rest, (requirement, wrong_scope)))))
    extra = next(name for name in ("rate", "bmp", "volume") if name not in dict(then.requirements))
    yield f"{extra} too", Duties(tuple(sorted((*then.requirements, (extra, "site")))))


def _branches(key: str) -> Iterator[Mutant]:
    for branch in right(key).branches.values():
        for done, when, asked in changed_clauses(branch.when):
            yield _branch(key, branch, done, replace(branch, when=when), conditions=asked)
        for table in branch.exemptions:
            rest = tuple(name for name in branch.exemptions if name != table)
            rows = frozenset(right(key).tables[table].rows)
            yield _branch(key, branch, f"without exemptions {table}", replace(branch, exemptions=rest), rows=rows)
        if branch.floor is None:
            yield _branch(key, branch, "with a floor", replace(branch, floor=Duties()))
        else:
            yield _branch(key, branch, "without its floor", replace(branch, floor=None))
            for done, then in changed_then(branch.floor):
                assert isinstance(then, Duties)
                yield _branch(key, branch, f"floor {done}", replace(branch, floor=then))
        if branch.every is not None:
            for done, then in changed_then(branch.every):
                assert isinstance(then, Duties)
                yield _branch(key, branch, f"every {done}", replace(branch, every=then))
        if branch.reached is not None:
            for done, then in changed_then(branch.reached):
                assert isinstance(then, Duties)
                yield _branch(key, branch, f"reached {done}", replace(branch, reached=then))
        for freed in branch.freed:
            rest = tuple(name for name in branch.freed if name != freed)
            yield _branch(key, branch, f"not freed of {freed}", replace(branch, freed=rest))


def _branch(
    key: str,
    branch: Branch,
    done: str,
    new: Branch,
    *,
    conditions: frozenset[Condition] = frozenset(),
    rows: frozenset[str] = frozenset(),
) -> Mutant:
    def make() -> Edition:
        base = right(key)
        return chosen(replace(base, branches={**base.branches, branch.id: new}))

    return Mutant(edition=key, name=f"branch {branch.id}: {done}", make=make, conditions=conditions, rows=rows)


# ---- criteria, duties, credits ---------------------------------------------------------------------------------------


def _criteria(key: str) -> Iterator[Mutant]:
    base = right(key)
    for kind in ("criteria", "guidance"):
        items: Mapping[str, Criterion] = getattr(base, kind)
        for item in items.values():
            for part in ("when", "test"):
                for done, clauses, asked in changed_clauses(getattr(item, part)):
                    new = replace(item, when=clauses) if part == "when" else replace(item, test=clauses)
                    yield _item(key, kind, item.id, f"{part} {done}", new, conditions=asked)
            if item.statement is not None:
                yield _item(key, kind, item.id, "another statement", replace(item, statement="something_else"))
            if item.exhibit is not None:
                yield _item(key, kind, item.id, "another exhibit", replace(item, exhibit="something-else"))
    for duty in base.duties.values():
        for done, clauses, asked in changed_clauses(duty.when):
            yield _item(key, "duties", duty.id, f"when {done}", replace(duty, when=clauses), conditions=asked)
    for credit in base.credits.values():
        for done, wrong in _wrong_credits(credit):
            yield _item(key, "credits", credit.kind, done, wrong)
    for ratio in base.ratios.values():
        if ratio.when_zero is not None:
            yield _item(key, "ratios", ratio.id, "another share of nothing", replace(ratio, when_zero=Fraction(1, 3)))
    for total in base.sums.values():
        for place, (sign, name) in enumerate(total.parts):
            rest = (*total.parts[:place], *total.parts[place + 1 :])
            if rest:
                yield _item(key, "sums", total.id, f"without {name}", replace(total, parts=rest))
            yield _item(
                key, "sums", total.id, f"{name} of the other sign", replace(total, parts=(*rest, (-sign, name)))
            )


def _wrong_credits(credit: Credit) -> Iterator[tuple[str, Credit]]:
    tenth = Fraction(1, 10)
    if credit.depth_in is not None:
        yield "depth one step up", replace(credit, depth_in=credit.depth_in + tenth)
        yield "depth one step down", replace(credit, depth_in=credit.depth_in - tenth)
    if credit.formula not in ("no number", "reuse"):  # which have no share
        yield "share one step down", replace(credit, share_fraction=credit.share_fraction - STEPS["fraction"])
        yield "share one step up", replace(credit, share_fraction=credit.share_fraction + STEPS["fraction"])
    if credit.formula != "no number":
        yield "no number", replace(credit, formula="no number")
    if credit.needs is not None:
        yield "without what it needs", replace(credit, needs=None)
    yield "of the other schedule", replace(credit, schedule="other" if credit.schedule == "volume" else "volume")
    yield "otherwise on ground", replace(credit, ground=not credit.ground)


def _item(
    key: str, part: str, name: str, done: str, new: Any, *, conditions: frozenset[Condition] = frozenset()
) -> Mutant:
    def make() -> Edition:
        base = right(key)
        changed: dict[str, Any] = {part: {**getattr(base, part), name: new}}
        return chosen(replace(base, **changed))

    return Mutant(edition=key, name=f"{part} {name}: {done}", make=make, conditions=conditions)


# ---- numbers of values.yaml ------------------------------------------------------------------------------------------


def _numbers(key: str) -> Iterator[Mutant]:
    raw = _raw(key)
    for name, item in (raw["values"].get("values") or {}).items():
        for done, text in _nearby(item["value"]):
            changed = {**raw["values"]["values"], name: {**item, "value": text}}
            yield _rebuilt(key, f"value {name}: {done}", {**raw["values"], "values": changed})
    for name, text in (raw["values"].get("species") or {}).items():
        for done, wrong in _nearby(text):
            changed = {**raw["values"]["species"], name: wrong}
            yield _rebuilt(key, f"species {name}: {done}", {**raw["values"], "species": changed})
    for name, item in (raw["values"].get("ratios") or {}).items():
        upside_down = {**item, "of": item["over"], "over": item["of"]}
        changed = {**raw["values"]["ratios"], name: upside_down}
        yield _rebuilt(key, f"ratio {name}: upside down", {**raw["values"], "ratios": changed})


def _nearby(text: str) -> Iterator[tuple[str, str]]:
    """Yield a written number a tenth up and a tenth down."""
    match = re.match(r"[0-9.]+", text)
    assert match is not None, text
    for done, factor in (("a tenth up", Fraction(11, 10)), ("a tenth down", Fraction(9, 10))):
        yield done, f"{float(Fraction(match[0]) * factor):.10g}{text[match.end() :]}"


@cache
def _raw(key: str) -> dict[str, Any]:
    """Return the data of an edition, with what it ships for text that is not at hand."""
    home = importlib.resources.files(f"headwater.editions.{SUPPLIED[key]}")
    raw = {name: read_yaml((home / f"{name}.yaml").read_text(encoding="utf-8"), where=name) for name in FILES}
    provisional = home / "provisional.yaml"
    if not provisional.is_file():
        return raw
    return laid_over(raw, check_overlay(OverlayText(name=key, text=provisional.read_text(encoding="utf-8"))))


def _rebuilt(key: str, name: str, values: Mapping[str, Any]) -> Mutant:
    def make() -> Edition:
        criteria = importlib.import_module(f"headwater.editions.{SUPPLIED[key]}.criteria")
        raw = {**_raw(key), "values": values}
        return build_edition(raw, digest="mutant", formulas=criteria.FORMULAS, judges=criteria.JUDGES)

    return Mutant(edition=key, name=name, make=make)


# ---- readings --------------------------------------------------------------------------------------------------------


def _readings(key: str) -> Iterator[Mutant]:
    for reading in right(key).readings.values():
        yield _reading(key, reading, "the other default", replace(reading, default=reading.other(reading.default)))
        for choice in reading.choices.values():
            for place, amendment in enumerate(choice.amendments):
                for done, wrong in _wrong_amendments(amendment):
                    amendments = (*choice.amendments[:place], *wrong, *choice.amendments[place + 1 :])
                    new = replace(choice, amendments=amendments)
                    what = f"{choice.key} amendment {place + 1} {done}"
                    yield _reading(key, reading, what, _with_choice(reading, new))


def _with_choice(reading: Reading, choice: Choice) -> Reading:
    return replace(reading, choices={**reading.choices, choice.key: choice})


def _wrong_amendments(amendment: Amendment) -> Iterator[tuple[str, tuple[Amendment, ...]]]:
    """Yield an amendment without one of its targets, and with what it puts in place got wrong."""
    for target in amendment.on:
        rest = tuple(name for name in amendment.on if name != target)
        yield f"not of {target}", (replace(amendment, on=rest),) if rest else ()
    for done, new, _ in changed_clauses(amendment.new):
        if new or amendment.old is not None:
            yield f"with {done}", (replace(amendment, new=new),)
    if amendment.then is not None:
        for done, then in changed_then(amendment.then):
            yield f"then {done}", (replace(amendment, then=then),)
    for part in ("floor", "every", "reached"):
        duties = getattr(amendment, part)
        for done, then in changed_then(duties) if duties is not None else ():
            wrong: dict[str, Any] = {part: then}
            yield f"{part} {done}", (replace(amendment, **wrong),)
    if amendment.when_zero is not None:
        yield "with another share of nothing", (replace(amendment, when_zero=1 - amendment.when_zero),)


def _reading(key: str, reading: Reading, done: str, new: Reading) -> Mutant:
    def make() -> Edition:
        base = right(key)
        return chosen(replace(base, readings={**base.readings, reading.id: new}))

    return Mutant(edition=key, name=f"reading {reading.id}: {done}", make=make, reading=reading.id)
