"""Which open facts matter: those that could still change an answer, and the fewest that would settle it.

An exploration is a tree of splits with answers at its leaves. A fact matters if a split that hangs on it parts
different answers; a set of facts settles the question if, whatever their values, all leaves that agree with them give
one answer.

That a set settles the question is certain. That no smaller one does is told by the splits alone: two axes are taken to
be free of each other although they may rest on one fact, so that now and then a smaller set would do as well.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise
from operator import and_, or_
from typing import Any, TypeVar

from headwater.rules.fact import Fact
from headwater.rules.world import Exploration, Leaf, Region, Split
from headwater.window import Window

T = TypeVar("T", bound=Hashable)
# Where so many sets were tried in vain, all facts that matter are given for the fewest.
MOST_SETS = 20_000


def is_open(fact: Fact) -> bool:
    """Return whether a fact may be more than one thing, by rounding or for want of a value."""
    return not fact.region.is_point if isinstance(fact.region, Window) else len(fact.region) > 1


class _Open:
    """The open facts that a plan can state, behind the names that a split depends on; each looked up once."""

    def __init__(self, facts: Mapping[str, Fact]) -> None:
        self._facts = facts
        self._behind: dict[str, frozenset[str]] = {}
        # Many splits hang on the same names.
        self._together: dict[frozenset[str], frozenset[str]] = {}

    def behind(self, names: Iterable[str]) -> frozenset[str]:
        key = frozenset(names)
        known = self._together.get(key)
        if known is None:
            known = self._together[key] = frozenset().union(*(self._behind_one(name) for name in key))
        return known

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
    """Return the open facts that could still change the answer, in a settled order.

    Where there were too many ways to look at, ways that were not seen may part at any split: every open fact behind one
    could.
    """
    behind = _Open(facts)
    if not exploration.whole:
        splits = {split.depends_on for leaf in exploration.leaves for split in leaf.splits}
        return tuple(sorted(frozenset().union(*map(behind.behind, splits))))
    if len(exploration.answers) < 2:
        return ()
    turns = _turns(exploration.leaves)
    if _parted_by_text_alone(exploration.leaves, turns, behind):
        return ()
    return tuple(sorted(_parting(exploration.leaves, turns, behind)))


def _turns(leaves: Sequence[Leaf[T]]) -> tuple[int, ...]:
    """Return, between each leaf and the next, the depth of the split at which their ways part.

    Leaves stand as they were explored: the ways that share a split are neighbours.
    """
    return tuple(_turn(one.splits, two.splits) for one, two in pairwise(leaves))


def _turn(one: tuple[Split, ...], two: tuple[Split, ...]) -> int:
    for depth, (here, there) in enumerate(zip(one, two, strict=False)):
        if here is not there and here.held is not there.held:
            return depth
    return min(len(one), len(two))


def _parted_by_text_alone(leaves: Sequence[Leaf[T]], turns: Sequence[int], facts: _Open) -> bool:
    """Return whether answers differ only where the text at hand leaves it open: no fact is behind what parts them."""
    ways: dict[tuple[frozenset[tuple[str, bool]], T], None] = {}
    # The splits of a way behind which there is no fact, with their depths; the next way shares those before its turn.
    texts: list[tuple[int, tuple[str, bool]]] = []
    for leaf, shared in zip(leaves, (0, *turns), strict=True):
        while texts and texts[-1][0] >= shared:
            texts.pop()
        for depth, split in enumerate(leaf.splits[shared:], start=shared):
            if not facts.behind(split.depends_on):
                texts.append((depth, (split.fact, split.held)))
        ways.setdefault((frozenset(text for _, text in texts), leaf.answer))
    return not any(
        one_answer != other_answer and not any((fact, not held) in other for fact, held in one)
        for one, one_answer in ways
        for other, other_answer in ways
    )


def _parting(leaves: Sequence[Leaf[T]], turns: Sequence[int], facts: _Open) -> set[str]:
    """Return the facts behind every split that parts different answers.

    A split has on its two sides all the leaves around its turn up to the next turns that come earlier on the way. Among
    them are different answers where two neighbours differ.
    """
    found: set[str] = set()
    # Turns whose leaves are not all seen yet, from early to late on the way, and whether neighbours differed there.
    open_turns: list[tuple[int, Split, bool]] = []

    def close(depth: int) -> bool:
        differ = False
        while open_turns and open_turns[-1][0] > depth:
            _, split, differed = open_turns.pop()
            differ = differ or differed
            if differ:
                # Both sides may hold the same answers and still part them by a later split; this one has a say.
                found.update(facts.behind(split.depends_on))
        return differ

    for (one, two), depth in zip(pairwise(leaves), turns, strict=True):
        differed = close(depth) or one.answer != two.answer
        if open_turns and open_turns[-1][0] == depth:
            differed = open_turns.pop()[2] or differed
        if depth < len(one.splits):
            open_turns.append((depth, one.splits[depth], differed))
    close(-1)
    return found


def settling(
    exploration: Exploration[T], facts: Mapping[str, Fact], *, among: tuple[str, ...] | None = None
) -> tuple[str, ...]:
    """Return a smallest set of open facts that leaves nothing open, whatever their values.

    Where there were too many ways to look at, it is all that could change the answer: with more digits of each, fewer
    ways are left.

    Who knows which facts matter gives them as `among`, so that they are not looked for twice.
    """
    candidates = mattering(exploration, facts) if among is None else among
    if len(candidates) < 2 or not exploration.whole:
        return candidates
    chosen = _Search(exploration.leaves, candidates, _Open(facts)).smallest()
    return candidates if chosen is None else tuple(name for place, name in enumerate(candidates) if chosen >> place & 1)


@dataclass(frozen=True, slots=True)
class _Path:
    """A leaf as the search sees it: its answer, and for each axis the region left and the bits of what fixes it."""

    answer: int
    axes: tuple[tuple[int, int, int], ...]


class _Search:
    """The search for the fewest facts; a set of candidates is a number, one bit for each.

    Two leaves with different answers must be told apart, by an axis of both whose regions do not meet and whose facts
    are all in the set. A pair once met is kept as the ways to tell it apart: most sets fail at those already known, and
    what every way of a pair holds is in every set.
    """

    def __init__(self, leaves: Sequence[Leaf[Any]], candidates: tuple[str, ...], facts: _Open) -> None:
        self._count = len(candidates)
        self._bits = {name: 1 << place for place, name in enumerate(candidates)}
        self._regions: list[dict[Region, int]] = []
        self._known_apart: dict[tuple[int, int, int], bool] = {}
        self._pairs: dict[frozenset[int], None] = {}
        self._paths = self._read(leaves, facts)
        self._all = (1 << len(self._paths)) - 1
        self._alike: dict[int, int] = {}
        self._at: list[dict[tuple[int, int], int]] = [{} for _ in self._regions]
        for place, path in enumerate(self._paths):
            self._alike[path.answer] = self._alike.get(path.answer, 0) | 1 << place
            for axis, region, bits in path.axes:
                self._at[axis][region, bits] = self._at[axis].get((region, bits), 0) | 1 << place

    def _read(self, leaves: Sequence[Leaf[Any]], facts: _Open) -> tuple[_Path, ...]:
        answers: dict[Hashable, int] = {}
        axes: dict[str, int] = {}
        paths: dict[_Path, None] = {}
        bits_behind: dict[frozenset[str], int] = {}
        # Leaves share most of their regions, and a window is slow to hash.
        seen: dict[tuple[int, int], int] = {}
        for leaf in leaves:
            fixed_by: dict[str, int] = {}
            for split in leaf.splits:
                bits = bits_behind.get(split.depends_on)
                if bits is None:
                    # An axis that hangs on a fact without a say is fixed by no set of those that have one.
                    each = (self._bits.get(name, 1 << self._count) for name in facts.behind(split.depends_on))
                    bits = bits_behind[split.depends_on] = reduce(or_, each, 0)
                fixed_by[split.fact] = fixed_by.get(split.fact, 0) | bits
            found = []
            for fact, bits_of in fixed_by.items():
                axis = axes.setdefault(fact, len(axes))
                if axis == len(self._regions):
                    self._regions.append({})
                left = leaf.regions[fact]
                region = seen.get((axis, id(left)))
                if region is None:
                    known = self._regions[axis]
                    region = seen[axis, id(left)] = known.setdefault(left, len(known))
                found.append((axis, region, bits_of))
            paths.setdefault(_Path(answers.setdefault(leaf.answer, len(answers)), tuple(sorted(found))))
        return tuple(paths)

    def smallest(self) -> int | None:
        """Return the first of the smallest sets, in the order of the candidates; None where too many were tried."""
        needed, size, tried = 0, 1, 0
        while size <= self._count:
            grown = False
            for chosen in self._sets(needed, size):
                tried += 1
                if tried > MOST_SETS:
                    return None
                if not all(any(way & chosen == way for way in pair) for pair in self._pairs):
                    continue
                pair = self._left_open(chosen)
                if pair is None:
                    return chosen
                self._pairs.setdefault(pair)
                if not pair:
                    return None
                common = reduce(and_, pair)
                if common & ~needed:
                    needed |= common
                    grown = True
                    break
            size += not grown
        return None

    def _sets(self, needed: int, size: int) -> Iterator[int]:
        """Yield the sets of one size that hold what is needed, in the order of the candidates."""
        free = [1 << place for place in range(self._count) if not needed >> place & 1]
        more = size - (self._count - len(free))
        if more >= 0:
            for bits in combinations(free, more):
                yield reduce(or_, bits, needed)

    def _left_open(self, chosen: int) -> frozenset[int] | None:
        """Return the ways to tell two leaves apart that a set leaves together although they differ, or None."""
        # Paths are bits here: those that a region of an axis excludes, where the set fixes the axis for both.
        excluded: dict[tuple[int, int], int] = {}
        for axis, at in enumerate(self._at):
            fixed = [(region, paths) for (region, bits), paths in at.items() if bits & chosen == bits]
            for one, _ in fixed:
                others = (paths for two, paths in fixed if self._apart(axis, one, two))
                excluded[axis, one] = reduce(or_, others, 0)
        for path in self._paths:
            ruled_out = self._alike[path.answer]
            for axis, region, bits in path.axes:
                if bits & chosen == bits:
                    ruled_out |= excluded[axis, region]
            left = self._all & ~ruled_out
            if left:
                return self._ways(path, self._paths[(left & -left).bit_length() - 1])
        return None

    def _ways(self, one: _Path, two: _Path) -> frozenset[int]:
        """Return the sets of which each alone tells two leaves apart, without those that hold a smaller one."""
        there = {axis: (region, bits) for axis, region, bits in two.axes}
        found = {
            bits | there[axis][1]
            for axis, region, bits in one.axes
            if axis in there and self._apart(axis, region, there[axis][0])
        }
        return frozenset(way for way in found if not any(less != way and less & way == less for less in found))

    def _apart(self, axis: int, one: int, two: int) -> bool:
        if one == two:
            return False
        key = (axis, min(one, two), max(one, two))
        known = self._known_apart.get(key)
        if known is None:
            regions = list(self._regions[axis])
            known = self._known_apart[key] = _apart(regions[one], regions[two])
        return known


def _apart(one: Region, two: Region) -> bool:
    """Return whether no value of a fact leads to both."""
    if isinstance(one, Window) and isinstance(two, Window):
        return not one.meets(two)
    if isinstance(one, frozenset) and isinstance(two, frozenset):
        return not one & two
    return False
