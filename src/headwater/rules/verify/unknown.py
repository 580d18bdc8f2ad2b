"""Asking a question of every site there is.

A question is asked of a world in which nothing is known but arithmetic. Where a test depends on the site, its axis is
cut (`headwater.rules.verify.space`) and the question is asked again in each piece, so that every site lies in exactly
one of the cells that come back.

A word that a formula comes to, as the class of an action, is first taken as if it were free: the rows ask for the
class, and need not know by which of many ways a site comes to it. So a cell may hold no site at all; `settled` finds
the part of it that does, by asking the formulas themselves, and nothing counts as found before.

Owns the cells; what is asked of them is `headwater.rules.verify.examine`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from headwater.errors import EditionError, UndefinedValueError
from headwater.rules.condition import Condition
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.rules.judging import CONCLUDED
from headwater.rules.verify.feasible import Constraint, Span
from headwater.rules.verify.linear import Share, as_linear
from headwater.rules.verify.space import HOLDS, Axis, Region, Space
from headwater.rules.verify.vocabulary import base_quantity, conditions
from headwater.rules.world import Region as Known
from headwater.rules.world import World
from headwater.window import Window, point

T = TypeVar("T")
MOST_CELLS: Final = 100_000
ACTION: Final = "action"
NOTHING_KNOWN: Final = Facts(plain={}, items={"action": {ACTION: {}}})


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A piece of the space of sites: the conditions on its quantities, and the words that its facts may be.

    `spans` has the interval on each axis that was cut, under the fact first asked; `asked` are the quantities that a
    cut is about.
    """

    constraints: tuple[Constraint, ...]
    words: Mapping[str, tuple[str, ...]]
    spans: Mapping[str, Span]
    asked: frozenset[str]
    region: Region


def space_of(edition: Edition) -> Space:
    """Return the space of an edition, with the words that its formulas may come to."""
    space = Space(edition)
    named = {condition.fact for condition in conditions(edition) if condition.number is None}
    for name in sorted(named & set(edition.formulas) - set(CONCLUDED)):

        def word(world: World, name: str = name) -> str:
            return world.word(name)

        space.abstract[name] = tuple(sorted({found.answer for found in walk(word, space, concrete=True)}))
    return space


@dataclass(slots=True)
class UnknownWorld(World):
    """A site of which nothing is known but the pieces taken so far.

    In a `concrete` world the words of formulas follow from the facts; in another they are free.
    """

    space: Space = field(kw_only=True)
    path: tuple[int, ...] = field(default=(), kw_only=True)
    here: Region = field(kw_only=True)
    words: dict[str, tuple[str, ...]] = field(default_factory=dict, kw_only=True)
    concrete: bool = field(default=False, kw_only=True)
    taken: list[tuple[int, int]] = field(default_factory=list, init=False)
    asked: int = field(default=0, init=False)

    def region(self, name: str) -> Known:
        """Return what a fact is on a site that is not known: a sum, a share, or the words it may be."""
        if self._is_derived(name):
            return self._derive(name, name)
        if self.space.vocabulary.is_word(name):
            self.space.unsaid.add(name)
        return self._base(name)

    def reading(self, reading: str) -> str:
        """Return the choice taken of a reading, and note that a formula asks for it."""
        self.space.readings.add(reading)
        return World.reading(self, reading)

    def _base(self, name: str) -> Known:
        if name in self.space.abstract or name in CONCLUDED or self.space.vocabulary.is_word(name):
            return frozenset(self.words.get(name) or self.space.domain(name))
        return base_quantity(name)

    def _is_derived(self, name: str) -> bool:
        if name in self.space.abstract:
            return self.concrete
        return name in self.space.vocabulary.derived and name not in CONCLUDED

    def _derive(self, name: str, full: str) -> Known:
        key = (full, False)
        known = self._derived.get(key)
        if known is not None:
            return known[0]
        plain = self.space.plain.get(full)
        if plain is not None:
            return plain
        asked = self.asked
        found = self._compute(name)
        self._derived[key] = (found, frozenset(), frozenset(), frozenset())
        if self.asked == asked and isinstance(found, Window):
            self.space.plain[full] = found
        return found

    def _compute(self, name: str) -> Known:
        ratio = self.edition.ratios.get(name)
        if ratio is None:
            return World._compute(self, name)
        if not self.positive(ratio.over):
            if ratio.when_zero is None:
                raise UndefinedValueError(name)
            return point(ratio.when_zero)
        return Share(None, None, of=as_linear(self.number(ratio.of)), over=as_linear(self.number(ratio.over)))

    def word(self, name: str) -> str:
        """Return a fact that is a word, in the piece taken."""
        for word in self.space.domain(name) if not self._is_derived(name) else ():
            if self._among(name, frozenset({word})):
                return word
        found = self._derive(name, name)
        assert isinstance(found, frozenset)
        return next(iter(found))

    def number(self, name: str) -> Window:
        """Return a fact that is a number."""
        return World.number(self, name) if name in self.space.vocabulary.derived else base_quantity(name)

    def test(self, condition: Condition) -> bool:
        """Return whether a condition holds in the piece taken, cutting the cell where it must be cut."""
        name = condition.fact
        if condition.number is None:
            return self._among(name, condition.words) == (condition.op == "in")
        self.asked += 1
        number = self.number(name)
        pieces = self.space.cut(
            self.here, name, number if isinstance(number, Share) else as_linear(number), condition.number
        )
        side, self.here = pieces[self._take(len(pieces))]
        return side in HOLDS[condition.op]

    def _among(self, name: str, words: frozenset[str]) -> bool:
        """Return whether a word is among `words` in the piece taken."""
        self.asked += 1
        found = self._derive(name, name) if self._is_derived(name) else self._base(name)
        if isinstance(found, Window):
            raise EditionError(f"{name} is a number, and is compared with {', '.join(sorted(words))}")
        if found <= words or not found & words:
            return found <= words
        held = (self._take(2) == 0) != (words == {"yes"})  # what is not done is tried first
        domain = self.words.get(name) or self.space.domain(name)
        self.words[name] = tuple(word for word in domain if (word in words) == held)
        return held

    def _take(self, pieces: int) -> int:
        """Return which of several pieces the path takes."""
        if pieces == 1:
            return 0
        place = len(self.taken)
        choice = self.path[place] if place < len(self.path) else 0
        self.taken.append((choice, pieces))
        return choice

    def cell(self) -> Cell:
        """Return the piece taken."""
        here = self.here
        return Cell(
            constraints=self.space.system(here.constraints),
            words=dict(self.words),
            spans=self.space.spans(here.axes),
            asked=asked_of(here.axes),
            region=here,
        )


def asked_of(axes: Mapping[Axis, Span]) -> frozenset[str]:
    """Return the quantities that some axes are made of."""
    return frozenset(name for axis in axes for part in axis for name, _ in part)


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """What a question comes to in one cell."""

    answer: T
    cell: Cell


def walk(
    question: Callable[[World], T], space: Space, *, within: Cell | None = None, concrete: bool = False
) -> Iterator[Answered[T]]:
    """Yield the answer to `question` in every cell that it cuts out of all sites, or of those `within` a cell.

    The plainest piece of every cut comes first.

    Raises
    ------
    EditionError
        If the cells are too many to be looked at.
    """
    here = within.region if within else space.root
    words = {name: left for name, left in (within.words if within else {}).items() if name not in space.abstract}
    pending: list[tuple[int, ...]] = [()]
    seen = 0
    while pending:
        path = pending.pop()
        world = UnknownWorld(
            NOTHING_KNOWN, space.edition, space=space, path=path, here=here, words=dict(words), concrete=concrete
        )
        with world.item("action", ACTION):
            answer = question(world)
        taken = [choice for choice, _ in world.taken]
        for place in range(len(path), len(taken)):
            pending.extend((*taken[:place], other) for other in range(world.taken[place][1] - 1, 0, -1))
        seen += 1
        if seen > MOST_CELLS:
            raise EditionError(f"{space.edition.key}: more than {MOST_CELLS:,} cells; too many to be proved")
        yield Answered(answer, world.cell())


def settled(cell: Cell, space: Space, question: Callable[[World], bool] | None = None) -> Cell | None:
    """Return a part of a cell that holds a site, and of which `question` is true; None where there is none."""
    return next(settled_parts(cell, space, question), None)


def settled_parts(cell: Cell, space: Space, question: Callable[[World], bool] | None = None) -> Iterator[Cell]:
    """Yield every part of a cell that holds a site, and of which `question` is true."""

    def holds(world: World) -> bool:
        for name, left in cell.words.items():
            if name in space.abstract and world.word(name) not in left:
                return False
        return question is None or question(world)

    return (part.cell for part in walk(holds, space, within=cell, concrete=True) if part.answer)
