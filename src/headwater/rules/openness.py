"""Which open facts matter: those that could still change an answer, and the fewest that would settle it.

An exploration is a tree of splits with answers at its leaves. A fact matters if a split that hangs on it parts
different answers; a set of facts settles the question if, whatever their values, all leaves that agree with them give
one answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from headwater.rules.fact import Fact
from headwater.rules.world import Exploration, Leaf, Region, Split
from headwater.window import Window

T = TypeVar("T", bound=Hashable)
MOST_FACTS = 12


def is_open(fact: Fact) -> bool:
    """Return whether a fact may be more than one thing, by rounding or for want of a value."""
    return not fact.region.is_point if isinstance(fact.region, Window) else len(fact.region) > 1


def open_facts_of(split: Split, facts: Mapping[str, Fact]) -> frozenset[str]:
    """Return the open facts that a split hangs on, down to those that a plan can state."""
    found: set[str] = set()
    for name in split.depends_on:
        fact = facts.get(name)
        if fact is None or is_open(fact):
            found.add(name)
    return frozenset(found)


def mattering(exploration: Exploration[T], facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return the open facts that could still change the answer, in a settled order."""
    if len(exploration.answers) < 2:
        return ()
    found: set[str] = set()
    _collect(list(exploration.leaves), 0, facts, found)
    return tuple(sorted(found))


def _collect(leaves: Sequence[Leaf[T]], depth: int, facts: Mapping[str, Fact], found: set[str]) -> None:
    if len({leaf.answer for leaf in leaves}) < 2:
        return
    sides: dict[bool, list[Leaf[T]]] = {True: [], False: []}
    for leaf in leaves:
        if depth < len(leaf.splits):
            sides[leaf.splits[depth].held].append(leaf)
    split = next((leaf.splits[depth] for leaf in leaves if depth < len(leaf.splits)), None)
    if split is None:
        return
    if sides[True] and sides[False]:
        # Both sides may hold the same answers and still part them by a later split; either way this one has a say.
        found |= open_facts_of(split, facts)
    for side in sides.values():
        _collect(side, depth + 1, facts, found)


def settling(exploration: Exploration[T], facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return a smallest set of open facts that leaves nothing open, whatever their values."""
    candidates = mattering(exploration, facts)
    if not candidates or not exploration.whole or len(candidates) > MOST_FACTS:
        return candidates
    for size in range(1, len(candidates)):
        for chosen in combinations(candidates, size):
            if _settles(exploration.leaves, frozenset(chosen), facts):
                return chosen
    return candidates


def _settles(leaves: Sequence[Leaf[T]], chosen: frozenset[str], facts: Mapping[str, Fact]) -> bool:
    settled = [
        {split.fact: leaf.regions[split.fact] for split in leaf.splits if open_facts_of(split, facts) <= chosen}
        for leaf in leaves
    ]
    for place, one in enumerate(leaves):
        for other in range(place + 1, len(leaves)):
            if one.answer != leaves[other].answer and _agree(settled[place], settled[other]):
                return False
    return True


def _agree(one: Mapping[str, Region], two: Mapping[str, Region]) -> bool:
    """Return whether some values of the settled facts lead to both leaves."""
    for name in one.keys() & two.keys():
        first, second = one[name], two[name]
        if isinstance(first, Window) and isinstance(second, Window):
            if not first.meets(second):
                return False
        elif isinstance(first, frozenset) and isinstance(second, frozenset) and not first & second:
            return False
    return True
