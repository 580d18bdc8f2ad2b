"""Worked cases of an edition: facts by name, as a plan writes them, and what the text makes of them.

An edition's `cases/*.yaml` each hold `about`, facts that its cases share (`given`), and `cases`, each with a `name`
that is a sentence, its `facts`, readings taken another way (`taking`) and what is due (`expect`). Facts are written as
in a plan: ``2 ac`` stands for all that rounds to it, ``87120 sf`` for itself; `unknown` leaves one open. What a case
does not name is known and unremarkable: no surface, no earlier project, every statement answered with evidence,
every exhibit delivered. Owns the format and the facts of a case; whether an edition agrees is
`headwater.editions.trial`.
"""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from headwater.editions.case_facts import COUNTS, DISTANCES, ITEMS, PLAIN, SIGNED, SURFACES, WORDS, permeable
from headwater.editions.fields import read_yaml
from headwater.editions.registry import SUPPLIED
from headwater.errors import EditionError
from headwater.plan.practices import PRACTICE_KINDS
from headwater.rules.condition import Clauses, conditions_of, family_of
from headwater.rules.edition import Edition
from headwater.rules.fact import YES_NO, Fact, Facts
from headwater.units import parse_quantity, to_base
from headwater.window import AT_LEAST_ZERO, Window, point

Raw = Mapping[str, Any]
ANY_NUMBER = Window(None, None)
# Farther away, or deeper, than every threshold.
NOWHERE = Window(Fraction(10**9), None, written=Fraction(10**9))


@dataclass(frozen=True, kw_only=True)
class Case:
    """One worked case; `facts`, `taking` and `expect` as its file has them."""

    edition: str
    file: str
    name: str
    facts: Raw
    taking: Mapping[str, str]
    expect: Raw


def cases_of(key: str) -> tuple[Case, ...]:
    """Return every case of an edition, in the order of its files.

    Raises
    ------
    EditionError
        If a file has an unknown key, or a case lacks a name or an expectation.
    """
    folder = importlib.resources.files(f"headwater.editions.{SUPPLIED[key]}") / "cases"
    found: list[Case] = []
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda item: item.name):
            if file.name.endswith(".yaml"):
                found.extend(_read(file.read_text(encoding="utf-8"), key=key, file=file.name))
    return tuple(found)


def _read(text: str, *, key: str, file: str) -> Iterator[Case]:
    raw = read_yaml(text, where=f"{key} {file}")
    _known(raw, {"about", "given", "cases"}, where=file)
    for item in raw["cases"]:
        _known(item, {"name", "facts", "taking", "expect"}, where=file)
        name = item.get("name")
        if not name or not item.get("expect"):
            raise EditionError(f"{file}: a case has a name and an expectation; {item!r} lacks one")
        facts = {**(raw.get("given") or {}), **_merged(item.get("facts") or {})}
        yield Case(
            edition=key, file=file, name=name, facts=facts, taking=item.get("taking") or {}, expect=item["expect"]
        )


def _merged(facts: Raw) -> Raw:
    """Return facts with those of another case under them, where YAML's merge key names them."""
    return {**facts.get("<<", {}), **{name: value for name, value in facts.items() if name != "<<"}}


def _known(item: Raw, allowed: set[str], *, where: str) -> None:
    unknown = set(item) - allowed
    if unknown:
        raise EditionError(f"{where}: unknown key {sorted(unknown)[0]!r}; known are {', '.join(sorted(allowed))}")


# ---- facts -----------------------------------------------------------------------------------------------------------


def facts_of_case(written: Raw, edition: Edition) -> Facts:
    """Return the facts that a case writes.

    A name without a dot is a fact of the plan; `action.kind` one of its only action. Several items of a kind are a list
    under it (`earlier:`, `practice:`, `opening:`, and `action:` where there are more than one), each with an `id` if it
    matters.

    Raises
    ------
    EditionError
        If a name is no fact, or a value is none that it can have.
    """
    lists = {name: value for name, value in written.items() if isinstance(value, list)}
    one_action = {name.removeprefix("action."): text for name, text in written.items() if name.startswith("action.")}
    named = {name: text for name, text in written.items() if name not in lists and not name.startswith("action.")}
    unknown = set(lists) - set(ITEMS)
    if unknown:
        raise EditionError(f"{sorted(unknown)[0]!r} is no kind of item; known are {', '.join(ITEMS)}")
    plain = _facts(named, {**PLAIN, **_asked(edition)}, prefix="", edition=edition)
    plain.update(_practices_together(lists.get("practice", [])))
    items: dict[str, dict[str, Mapping[str, Fact]]] = {}
    for kind in ITEMS:
        listed = lists.get(kind, [one_action] if kind == "action" else [])
        items[kind] = {}
        for number, item in enumerate(listed, start=1):
            name = item.get("id", f"{kind}-{number}")
            items[kind][name] = _item(kind, name, item, plain, edition)
    return Facts(plain=plain, items=items)


def _item(kind: str, name: str, item: Raw, plain: Mapping[str, Fact], edition: Edition) -> Mapping[str, Fact]:
    prefix = f"{kind}[{name}]."
    defaults = dict(ITEMS[kind])
    shared: dict[str, Fact] = {}
    if kind == "action":
        own_surfaces = any(surface in item for surface in SURFACES)
        names = ["site_area_sf", "disturbed_area_sf", *([] if own_surfaces else [*SURFACES, *permeable(SURFACES)])]
        shared = {fact: plain[fact] for fact in names if fact not in item}
        if own_surfaces:
            defaults |= {fact: PLAIN[fact] for fact in (*SURFACES[:4], *permeable(SURFACES[:4]))}
    if kind == "practice" and item.get("kind", defaults["kind"]) in ("infiltration basin", "infiltration trench"):
        defaults["infiltrates"] = "yes"
    facts = _facts(item, {**defaults, "id": name}, prefix=prefix, edition=edition, kind=kind, shared=shared)
    if kind == "landlocked" and "spare_capacity_cf" not in item:
        spare = _window(facts["capacity_cf"]) - _window(facts["volume_proposed_cf"])
        facts["spare_capacity_cf"] = Fact(name=f"{prefix}spare_capacity_cf", region=spare, origin="derived")
    return facts


def _facts(
    written: Raw,
    defaults: Mapping[str, str],
    *,
    prefix: str,
    edition: Edition,
    kind: str = "",
    shared: Mapping[str, Fact] | None = None,
) -> dict[str, Fact]:
    facts = dict(shared or {})
    surfaces = (*SURFACES, *permeable(SURFACES)) if kind in ("", "action") else ()
    areas = ("site_area_sf", "disturbed_area_sf") if kind == "action" else ()
    for name in written:
        derived = f"{kind}.{name}" if kind else name
        asked_by_code = not kind and name.startswith(("answers.", "exhibits."))
        if name not in {*defaults, *surfaces, *areas} and derived not in edition.formulas and not asked_by_code:
            raise EditionError(f"a case names {derived!r}, which is no fact")
    for name in {**defaults, **written}:
        default = defaults.get(name, "")
        facts[name] = _fact(prefix, name, written.get(name, default), default=default)
    if surfaces:
        _sums(facts, prefix)
    return facts


def _sums(facts: dict[str, Fact], prefix: str) -> None:
    """Derive the surfaces that the others fix, unless they are written."""
    for permeable_ in ("", "permeable_"):
        parts = {name: f"{permeable_}{name}_sf" for name in ("kept", "reconstructed", "removed", "new")}
        if not all(part in facts for part in parts.values()):
            continue
        kept, rebuilt, removed, new = (_window(facts[part]) for part in parts.values())
        sums = {
            "existing_impervious": kept + rebuilt + removed,
            "proposed_impervious": kept + rebuilt + new,
            "net_increase": new - removed,
        }
        for name, region in sums.items():
            fact = f"{permeable_}{name}_sf"
            facts.setdefault(fact, Fact(name=prefix + fact, region=region, origin="derived"))


def _window(fact: Fact) -> Window:
    assert isinstance(fact.region, Window)  # its name says that it is a number
    return fact.region


def _fact(prefix: str, name: str, text: str, *, default: str = "") -> Fact:
    region = _region(name, text, default=default)
    if text == "unknown":
        return Fact(name=prefix + name, region=region)
    return Fact(name=prefix + name, region=region, given=text, origin="stated")


def _region(name: str, text: str, *, default: str) -> Window | frozenset[str]:
    """Return what a written value may be; `default` tells a yes-or-no fact."""
    family = family_of(name) if name != "counted_in" else None  # the id of an action, in no inches
    if family is not None:
        signed = any(part in name for part in SIGNED)
        if text == "unknown":
            return ANY_NUMBER if signed else AT_LEAST_ZERO
        if text == "none" and any(part in name for part in DISTANCES):
            return NOWHERE
        low, high, value = to_base(parse_quantity(text, family=family, signed=signed))
        return Window(low, high, high_open=low != high, written=value)
    if name in COUNTS or name == "boring_count":
        return AT_LEAST_ZERO if text == "unknown" else point(int(text))
    if name == "date":
        # Without a date it may lie before every other and after.
        return frozenset({"0000-00-00", "9999-12-31"} if text == "unknown" else {text})
    answered = default in YES_NO or name.startswith("answers.")
    possible = frozenset(WORDS.get(name, YES_NO if answered else ()))
    if text == "unknown":
        return possible
    if possible and text not in possible:
        raise EditionError(f"a case says {name}: {text!r}; expected one of {', '.join(sorted(possible))}")
    return frozenset({text})


def _practices_together(practices: list[Raw]) -> dict[str, Fact]:
    kinds = {item.get("kind", ITEMS["practice"]["kind"]) for item in practices}
    soaking = kinds & {"infiltration basin", "infiltration trench"}
    facts = {f"has_practice.{kind.replace(' ', '_')}": "yes" if kind in kinds else "no" for kind in PRACTICE_KINDS}
    facts["infiltration_proposed"] = "yes" if soaking else "no"
    return {name: _fact("", name, text) for name, text in facts.items()}


def _asked(edition: Edition) -> dict[str, str]:
    """Return what the edition asks by name, as a plan that forgets nothing answers it.

    Statements are answered yes with evidence and exhibits are delivered; a question that only says where something
    applies is answered no.
    """
    found: dict[str, str] = {}
    clauses: list[Clauses] = [row.when for row in edition.rows.values()]
    clauses += [duty.when for duty in edition.duties.values()]
    for criterion in edition.criteria.values():
        clauses += [criterion.when, criterion.test]
        if criterion.exhibit is not None:
            found[f"exhibits.{criterion.exhibit}"] = "delivered"
    for condition in (condition for each in clauses for condition in conditions_of(each)):
        if condition.fact.startswith("answers."):
            found[condition.fact] = "yes" if condition.fact.endswith(".evidence") else "no"
        elif condition.fact.startswith("exhibits."):
            found[condition.fact] = "delivered"
    for criterion in edition.criteria.values():
        if criterion.statement is not None:
            found[f"answers.{criterion.statement}"] = "yes"
            found[f"answers.{criterion.statement}.evidence"] = "yes"
    return found
