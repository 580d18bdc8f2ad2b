"""Plans of which every fact is drawn at random, and facts that are drawn anew."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

from tests.judges.adapter import ACTION, facts_of_site

from headwater.editions.case_facts import COUNTS, ITEMS, PLAIN, WORDS
from headwater.editions.cases import facts_of_case
from headwater.editions.registry import load_edition
from headwater.plan.practices import PRACTICE_KINDS
from headwater.plan.proposal import KINDS
from headwater.plan.receiving import WATER_KINDS
from headwater.rules.condition import family_of
from headwater.rules.fact import YES_NO, Fact, Facts
from headwater.window import AT_LEAST_ZERO, Window, point

# Numbers on both sides of the thresholds of any edition, in base units.
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "area": ("0 sf", "1 sf", "9999 sf", "12000 sf", "50000 sf", "400000 sf"),
    "length": ("exactly 0 ft", "exactly 1 ft", "exactly 1.99 ft", "exactly 2 ft", "exactly 5 ft", "exactly 20 ft"),
    "volume": ("exactly 0 cf", "exactly 100 cf", "exactly 5000 cf", "exactly 100000 cf"),
    "flow": ("exactly 0 cfs", "exactly 1 cfs", "exactly 2 cfs", "1.0 cfs"),
    "rate": ("exactly 0.1 in/h", "exactly 1 in/h", "exactly 8.3 in/h", "exactly 9 in/h"),
    "load": ("exactly 0 lb/yr", "exactly 1 lb/yr", "exactly 2 lb/yr", "1.0 lb/yr"),
    "duration": ("exactly 24 h", "exactly 48 h", "exactly 72 h", "exactly 600 h"),
    "density": ("exactly 1 units/ac", "exactly 3 units/ac", "exactly 9 units/ac"),
    "fraction": ("exactly 0 %", "exactly 40 %", "exactly 50 %", "exactly 90 %"),
    "slope": ("exactly 5:1", "exactly 10:1", "exactly 20:1"),
    "depth": ("exactly 1 in",),
}
KINDS_OF = {"practice": PRACTICE_KINDS, "water": WATER_KINDS}
WALK = "walk"
SPECIES = ("Elm", "Ginkgo", "Bur Oak")
EXHIBITS = ("delivered", "missing", "waived", "without page")


def random_facts(rng: random.Random, *, judge: ModuleType, key: str) -> Facts:
    """Return the facts of a random site of a judge, with random practices, waters, loads, answers and so on."""
    plain = _plain(rng, key)
    items = {
        kind: [_item(rng, kind, names) for _ in range(rng.choice((0, 1, 2)))]
        for kind, names in ITEMS.items()
        if kind not in ("action", "earlier")
    }
    rest = facts_of_case({**plain, **items}, load_edition(key))
    site = facts_of_site(judge.random_site(rng), key=key)
    own = {name: site.plain[name] for name in (*_of_site(site), "former_use", "public_body")}
    actions = dict(site.items["action"])
    if rng.random() < 0.3:
        actions[WALK] = _walk(rng, judge=judge, key=key)
    return Facts(plain={**rest.plain, **own}, items={**rest.items, "action": actions, "earlier": site.items["earlier"]})


def _walk(rng: random.Random, *, judge: ModuleType, key: str) -> Mapping[str, Fact]:
    """Return the facts of a second action, a walk that may be counted in the first."""
    here = f"action[{WALK}]."
    site = facts_of_site(judge.random_site(rng), key=key).items["action"][ACTION]
    facts = {
        name: replace(
            fact,
            name=here + name,
            derived_from=tuple(part.replace(f"action[{ACTION}].", here) for part in fact.derived_from),
        )
        for name, fact in site.items()
    }
    words = {"id": WALK, "kind": "walk or trail", "counted_in": rng.choice(("none", ACTION))}
    return {
        **facts,
        **{name: replace(facts[name], region=frozenset({word}), given=word) for name, word in words.items()},
    }


def _of_site(site: Facts) -> Iterator[str]:
    return (name for name, fact in site.plain.items() if fact.name.startswith("action["))


def _plain(rng: random.Random, key: str) -> dict[str, str]:
    asked = facts_of_case({}, load_edition(key)).plain
    found = {}
    for name in (*PLAIN, *(name for name in asked if name.startswith(("answers.", "exhibits.")))):
        if rng.random() < 0.5 and not name.startswith("permeable_"):
            found[name] = _text(rng, name, PLAIN.get(name, "yes"))
    return found


def _item(rng: random.Random, kind: str, names: Mapping[str, str]) -> dict[str, str]:
    found = {name: _text(rng, name, usual) for name, usual in names.items() if rng.random() < 0.5}
    if kind in KINDS_OF:
        found["kind"] = rng.choice(KINDS_OF[kind])
    if kind == "practice":
        found["ground"] = rng.choice(("none", "lawn", "lawn"))
    return found


def _text(rng: random.Random, name: str, usual: str) -> str:
    family = family_of(name) if name != "counted_in" else None
    told = family is None and name not in WORDS and usual not in YES_NO
    if rng.random() < 0.05 and name != "kind" and not told and not name.startswith("exhibits."):
        return "unknown"
    if family is not None:
        return rng.choice(NUMBERS[family])
    if name in (*COUNTS, "boring_count"):
        return str(rng.choice((0, 1, 2, 3, 5)))
    if name.startswith("exhibits."):
        return rng.choice(EXHIBITS)
    if name == "species":
        return rng.choice(SPECIES)
    if name == "ground":
        return rng.choice(("none", "lawn"))
    words = WORDS.get(name) if name != "kind" else None
    return rng.choice(tuple(words or ("yes", "no"))) if words or usual in YES_NO else usual


# ---- drawn anew ------------------------------------------------------------------------------------------------------


def drawn_anew(facts: Facts, *, but: Collection[str], rng: random.Random) -> Facts:
    """Return facts of which all are drawn anew but those named."""
    return _changed(facts, [name for name in facts.by_name if name not in but], rng)


def drawn_one_by_one(facts: Facts, *, but: Collection[str], rng: random.Random) -> Iterator[tuple[str, Facts]]:
    """Yield each fact that is not named, and the facts with that one drawn anew."""
    for name in facts.by_name:
        if name not in but:
            yield name, _changed(facts, [name], rng)


def _changed(facts: Facts, names: Collection[str], rng: random.Random) -> Facts:
    chosen = set(names)
    new = {name: _drawn(fact, rng) for name, fact in facts.by_name.items() if name in chosen}

    def of(known: Mapping[str, Fact]) -> Mapping[str, Fact]:
        return {short: new.get(fact.name, fact) for short, fact in known.items()}

    items = {kind: {item: of(known) for item, known in listed.items()} for kind, listed in facts.items.items()}
    return Facts(plain=of(facts.plain), items=items, unlisted=facts.unlisted)


def _drawn(fact: Fact, rng: random.Random) -> Fact:
    """Return a fact with another value than it has, known or not."""
    short = fact.name.rpartition("].")[2]
    if short == "id":
        return fact
    if isinstance(fact.region, Window):
        return replace(fact, region=_other_number(fact.region, rng), given="drawn anew")
    words = _other_words(short, fact.region, rng)
    return replace(fact, region=words, given=next(iter(words)) if len(words) == 1 else None)


def _other_number(region: Window, rng: random.Random) -> Window:
    written = region.written
    if written is None:
        return point(rng.choice((0, 1, 10, 10_000, 100_000)))
    values: list[Any] = [0, 1, written + 1, written * 2 + 1, written / 2, 10_000, 87_120, 10**7]
    other = rng.choice([value for value in values if value != written])
    return AT_LEAST_ZERO if rng.random() < 0.1 else point(other)


def _other_words(short: str, region: frozenset[str], rng: random.Random) -> frozenset[str]:
    if short == "counted_in":
        words = {"none", ACTION}
    elif short == "date":
        words = {"2004-06-01", "2006-06-01", "2012-06-01"}
    elif short in WORDS and short != "kind":
        words = set(WORDS[short])
    elif region <= YES_NO:
        words = set(YES_NO)
    elif short.startswith("exhibits.") or region & set(EXHIBITS):
        words = set(EXHIBITS)
    elif short == "species":
        words = set(SPECIES)
    else:
        words = next(
            (set(kinds) for kinds in (PRACTICE_KINDS, WATER_KINDS, KINDS) if region <= set(kinds)), set(region)
        )
    others = sorted(words - region)
    return frozenset({rng.choice(others)}) if others else region
