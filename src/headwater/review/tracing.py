"""What a finding used: the facts down to those a plan states, and how far the nearest thresholds were."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from headwater.rules.condition import Condition
from headwater.rules.fact import Fact
from headwater.rules.finding import Margin
from headwater.rules.world import Leaf, Tested
from headwater.units import FAMILIES
from headwater.window import Window

_UNITS = sorted(((f"_{family.suffix}", family.base) for family in FAMILIES.values()), key=lambda pair: -len(pair[0]))


def unit_of(fact: str) -> str:
    """Return the base unit that a fact's name tells; a count has none."""
    name = next((base for suffix, base in _UNITS if fact.endswith(suffix)), "")
    return "ft" if name.startswith("ft ") else "" if fact.endswith("_fraction") else name


def given_facts(names: Iterable[str], facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return the facts named, and those from which they were derived, in a settled order."""
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        fact = facts.get(name)
        if fact is not None:
            pending.extend(fact.derived_from)
    return tuple(sorted(found))


def margins_of(leaf: Leaf[Any], *sources: str) -> tuple[Margin, ...]:
    """Return the margin of every comparison that was made for the named rows or criteria, the first of each kind."""
    found: dict[tuple[str, str], Margin] = {}
    for tested in leaf.tested:
        if tested.source in sources:
            margin = margin_of(tested)
            if margin is not None:
                found.setdefault((tested.fact, tested.condition.text), margin)
    return tuple(found.values())


def margin_of(tested: Tested) -> Margin | None:
    """Return how far a tested number lies from its threshold; None for words and for unknown numbers."""
    return margin_between(tested.fact, tested.region, tested.condition, tested.held)


def margin_between(fact: str, region: object, condition: Condition, held: bool) -> Margin | None:
    """Return the margin of one number against one condition."""
    if not isinstance(region, Window) or region.written is None or condition.number is None:
        return None
    return Margin(
        fact=fact,
        value=region.written,
        op=condition.op,
        threshold=condition.number,
        unit=unit_of(condition.fact),
        holds=held,
    )
