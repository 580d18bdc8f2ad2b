"""Which open facts matter: those that could still change an answer, and the fewest that would settle it.

An exploration is a tree of splits with answers at its leaves. A fact matters if a split that hangs on it parts
different answers; a set of facts settles the question if, whatever their values, all leaves that agree with them give
one answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from headwater.rules.fact import Fact
from headwater.rules.world import Exploration, Leaf, Region
from headwater.window import Window

T = TypeVar("T", bound=Hashable)
MOST_FACTS = 12


def is_open(fact: Fact) -> bool:
    """Return whether a fact may be more than one thing, by rounding or for want of a value."""
    return not fact.region.is_point if isinstance(fact.region, Window) else len(fact.region) > 1


class _Open:
    """The open facts that a plan can state, behind the names that a split depends on; each looked up once."""

    def __init__(self, facts: Mapping[str, Fact]) -> None:
        self._facts = facts
        self._behind: dict[str, frozenset[str]] = {}

    def behind(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset().union(*(self._behind_one(name) for name in names))

    def _behind_one(self, name: str) -> frozenset[str]:
        known = self._behind.get(name)
        if known is None:
            known = self._behind[name] = self._look_up(name)
        return known

    def _look_up(self, name: str) -> frozenset[str]:
        fact = self._facts.get(name)
        if fact is None:
            return frozenset({name})
        if not is_open(fact):
            return frozenset()
        # A derived fact is open for what it was derived from: that is what there is to write more exactly.
        return self.behind(fact.derived_from) or frozenset({name})


def mattering(exploration: Exploration[T], facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return the open facts that could still change the answer, in a settled order."""
    if len(exploration.answers) < 2:
        return ()
    found: set[str] = set()
    _collect(exploration.leaves, 0, _Open(facts), found)
    return tuple(sorted(found))


def _collect(leaves: Sequence[Leaf[T]], depth: int, facts: _Open, found: set[str]) -> None:
    if len({leaf.answer for leaf in leaves}) < 2:
        return
    sides: dict[bool, list[Leaf[T]]] = {True: [], False: []}
    for leaf in leaves:
        if depth < len(leaf.splits):
            sides[leaf.splits[depth].held].append(leaf)
    if sides[True] and sides[False]:
        # Both sides may hold the same answers and still part them by a later split; either way this one has a say.
        found |= facts.behind(sides[True][0].splits[depth].depends_on)
    for side in sides.values():
        _collect(side, depth + 1, facts, found)


def settling(exploration: Exploration[T], facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return a smallest set of open facts that leaves nothing open, whatever their values."""
    candidates = mattering(exploration, facts)
    if len(candidates) < 2 or not exploration.whole:
        return candidates
    partings = _partings(exploration.leaves, _Open(facts))
    if len(candidates) > MOST_FACTS:
        return candidates
    for size in range(1, len(candidates)):
        for chosen in combinations(candidates, size):
            if all(any(part.issubset(chosen) for part in parting) for parting in partings):
                return chosen
    return candidates


def _partings(leaves: Sequence[Leaf[T]], facts: _Open) -> set[frozenset[frozenset[str]]]:
    """Return, for each two leaves with different answers, the sets of facts of which each alone tells them apart."""
    behind = [_axes(leaf, facts) for leaf in leaves]
    found: set[frozenset[frozenset[str]]] = set()
    for place, one in enumerate(leaves):
        for other in range(place + 1, len(leaves)):
            two = leaves[other]
            if one.answer == two.answer:
                continue
            apart = (
                behind[place][axis] | behind[other][axis]
                for axis in behind[place].keys() & behind[other].keys()
                if _apart(one.regions[axis], two.regions[axis])
            )
            found.add(frozenset(apart))
    return found


def _axes(leaf: Leaf[T], facts: _Open) -> dict[str, frozenset[str]]:
    """Return the open facts behind each axis on which a leaf was split."""
    found: dict[str, frozenset[str]] = {}
    for split in leaf.splits:
        found[split.fact] = found.get(split.fact, frozenset()) | facts.behind(split.depends_on)
    return found


def _apart(one: Region, two: Region) -> bool:
    """Return whether no value of a fact leads to both."""
    if isinstance(one, Window) and isinstance(two, Window):
        return not one.meets(two)
    if isinstance(one, frozenset) and isinstance(two, frozenset):
        return not one & two
    return False
