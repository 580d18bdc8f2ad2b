"""Asking facts a question, in every world that the facts leave possible.

The law is written for sites that are known: a test passes or fails. Facts may be rounded or missing, so one case stands
for many sites. A question is a plain function of a `World`; where a test meets a fact that does not decide it, the
world splits, and `explore` asks again on the other side. What comes back is one leaf for each way the question can go,
with the facts it used on the way; a single answer over all leaves is the answer.

Owns the splitting, the facts that a question used, and which facts would settle it; the questions are asked by
`headwater.rules.deciding` and `headwater.rules.judging`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar

from headwater.errors import EditionError, UndefinedValueError
from headwater.rules.condition import AnyOf, Clauses, Condition
from headwater.rules.edition import Edition
from headwater.rules.fact import Fact, Facts
from headwater.units import format_exact
from headwater.window import AT_LEAST_ZERO, ZERO, Window, point, ratio

T = TypeVar("T")
U = TypeVar("U")
Region = Window | frozenset[str]
MOST_LEAVES = 256


@dataclass(frozen=True, slots=True)
class Split:
    """A place where the facts did not decide: the fact asked, the part taken, and the given facts it depends on.

    `of_owed` says that the fact follows from what the actions owe too, so that it is another number where they owe
    something else.
    """

    fact: str
    condition: Condition
    held: bool
    depends_on: frozenset[str]
    of_owed: bool = False


@dataclass(frozen=True, slots=True)
class Tested:
    """One comparison that was made: what the fact was, against which condition, and how it went."""

    fact: str
    region: Region
    condition: Condition
    held: bool
    source: str


@dataclass(frozen=True, slots=True)
class Leaf(Generic[T]):
    """One way a question can go; `cut_short` says that an open word ended it early."""

    answer: T
    splits: tuple[Split, ...]
    regions: Mapping[str, Region]
    used: frozenset[str]
    readings: frozenset[str]
    rows: frozenset[str]
    tested: tuple[Tested, ...]
    cut_short: bool = False

    def answering(self, answer: U) -> Leaf[U]:
        """Return the same way of the question with another view of its answer."""
        return Leaf(answer, self.splits, self.regions, self.used, self.readings, self.rows, self.tested)


# What a world notes as it is asked.
_NOTED: Final = (
    "_taken", "_splits", "_narrowed", "_axis_of", "_derived", "_kept", "_used", "_settled", "_readings", "_rows",
    "_tested", "_bound",
)  # fmt: skip


# What was found, the facts used for it, the readings asked, and the facts behind what is settled that it rests on.
_Known = tuple[T, frozenset[str], frozenset[str], frozenset[str]]


class _UndecidedError(Exception):
    """A fact does not decide, where the world may not split."""


@dataclass(slots=True)
class World:
    """The facts of one case, narrowed by the splits taken so far.

    Names are looked up for the item at hand: within `item("action", "road")`, `action.new_sf` is that action's. A name
    that no fact has is a ratio, a sum or a formula of the edition.
    """

    facts: Facts
    edition: Edition
    conclusions: tuple[Any, ...] = ()
    concluded_from: frozenset[str] = frozenset()
    all_rows: bool = False
    thorough: bool = False
    plan_path: tuple[bool, ...] = ()
    _taken: list[bool] = field(default_factory=list)
    _splits: list[Split] = field(default_factory=list)
    _narrowed: dict[str, Region] = field(default_factory=dict)
    _axis_of: dict[str, str] = field(default_factory=dict)
    _derived: dict[tuple[str, bool], _Known[Region]] = field(default_factory=dict)
    _kept: dict[Hashable, _Known[Any]] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)
    _settled: set[str] = field(default_factory=set)
    _readings: set[str] = field(default_factory=set)
    _rows: set[str] = field(default_factory=set)
    _tested: list[Tested] = field(default_factory=list)
    _bound: dict[str, str] = field(default_factory=dict)
    _source: str = ""
    _as_written: bool = False
    _cut_short: bool = False
    _may_split: bool = True
    _same: tuple[Region, str] | None = None

    @contextmanager
    def item(self, kind: str, item_id: str) -> Iterator[None]:
        """Look names of `kind` up in one item."""
        before = self._bound.get(kind)
        self._bound[kind] = item_id
        try:
            yield
        finally:
            if before is None:
                del self._bound[kind]
            else:
                self._bound[kind] = before

    @contextmanager
    def source(self, row: str) -> Iterator[None]:
        """Name the row or criterion for which tests are made."""
        before, self._source = self._source, row
        try:
            yield
        finally:
            self._source = before

    @contextmanager
    def as_written(self) -> Iterator[None]:
        """Take numbers as they were put down, without their windows: volumes are computed so."""
        before, self._as_written = self._as_written, True
        try:
            yield
        finally:
            self._as_written = before

    def full_name(self, name: str) -> str:
        """Return `name` with the id of its item, as `action[road].new_sf`."""
        kind, dot, rest = name.partition(".")
        if dot and kind in self._bound:
            return f"{kind}[{self._bound[kind]}].{rest}"
        return name

    def reading(self, reading: str) -> str:
        """Return the choice taken of a reading, and note that it was asked."""
        self._readings.add(reading)
        return self.edition.taken.get(reading, "as written")

    def row(self, row: str) -> None:
        """Note that a row fired."""
        self._rows.add(row)

    def note_readings(self, readings: frozenset[str]) -> None:
        """Note that something which these readings shape was asked."""
        self._readings |= readings

    def use(self, names: frozenset[str]) -> None:
        """Note facts that the answer rests on, though they are settled here: those that decided what is owed."""
        self._settled |= names

    def _fact(self, name: str) -> Fact | None:
        kind, dot, rest = name.partition(".")
        if dot and kind in self._bound:
            return self.facts.items[kind][self._bound[kind]].get(rest)
        return self.facts.plain_fact(name)

    def region(self, name: str) -> Region:
        """Return what the named fact may be: a window, or a set of words.

        Raises
        ------
        EditionError
            If neither the facts nor the edition know the name.
        """
        fact = self._fact(name)
        if fact is not None:
            self._used.add(fact.name)
            found = self._narrowed.get(fact.name, fact.region)
        else:
            full = self.full_name(name)
            found = self._derive(name, full)
            found = self._narrowed.get(self._axis_of.get(full, full), found)
        if self._as_written and isinstance(found, Window):
            return found.at_written()
        return found

    def _derive(self, name: str, full: str) -> Region:
        key = (full, self._as_written)
        known = self._derived.get(key)
        if known is not None:
            self._used |= known[1]
            self._readings |= known[2]
            self._settled |= known[3]
            return known[0]
        used, readings, settled = self._used, self._readings, self._settled
        self._used, self._readings, self._settled = set(), set(), set()
        splits = len(self._splits)
        self._same = None
        try:
            found = self._compute(name)
            self._note_axis(full, found)
            if len(self._splits) == splits:
                self._derived[key] = (found, *self._noted())
        finally:
            used |= self._used
            readings |= self._readings
            settled |= self._settled
            self._used, self._readings, self._settled = used, readings, settled
        return found

    def _note_axis(self, full: str, found: Region) -> None:
        """Note where a derived fact is one fact under another name, so that both are split as one."""
        same, self._same = self._same, None  # what this formula said last, and no other
        if len(self._used) == 1 and found is not AT_LEAST_ZERO:
            (name,) = self._used
            fact = self.facts.by_name.get(name)
            if fact is not None and found is self._narrowed.get(name, fact.region):
                self._axis_of[full] = name
                return
        if same is not None and found is same[0]:
            self._axis_of[full] = same[1]

    def _axis(self, name: str) -> str:
        """Return the name under which a fact is split: its own, whatever it is called here."""
        fact = self._fact(name)
        if fact is not None:
            return fact.name
        full = self.full_name(name)
        return self._axis_of.get(full, full)

    def _compute(self, name: str) -> Region:
        edition = self.edition
        if name in edition.sums:
            result = ZERO
            for sign, part in edition.sums[name].parts:
                number = self.number(part)
                result = result + (number if sign > 0 else -number)
            return result
        if name in edition.ratios:
            share = edition.ratios[name]
            self.note_readings(share.readings)
            over = self.number(share.over)
            if over.holds(">", Fraction(0)) is not True:
                if not self.positive(share.over):
                    if share.when_zero is None:
                        raise UndefinedValueError(f"{name}: {share.of} over {share.over}, which is zero")
                    return point(share.when_zero)
                over = self.number(share.over)
            return ratio(self.number(share.of), over)
        formula = edition.formulas.get(name)
        if formula is None:
            raise EditionError(f"{edition.key}: nothing is named {name!r} (for {self._source or 'a question'})")
        found = formula(self)
        return frozenset({found}) if isinstance(found, str) else found

    def number(self, name: str) -> Window:
        """Return the window of a fact that is a number."""
        found = self.region(name)
        if not isinstance(found, Window):
            raise EditionError(f"{name} is no number")
        return found

    def one_with(self, name: str) -> Window:
        """Return a number as what a formula comes to: the derived fact is the named one, and both are split as one.

        What several actions share is so decided for all of them at once.
        """
        found = self.number(name)
        self._same = (found, self._axis(name))
        return found

    def word(self, name: str) -> str:
        """Return a fact that is a word, splitting over the words it may be."""
        found = self.region(name)
        if isinstance(found, Window):
            raise EditionError(f"{name} is a number")
        for word in sorted(found):
            only = self.region(name) == frozenset({word})
            if only or self.test(Condition(fact=name, op="in", text=f"{name} = {word}", words=frozenset({word}))):
                return word
        raise EditionError(f"{name} has no word left")

    def unsaid(self, name: str) -> bool:
        """Return whether a word is open, and no more need be asked to say so.

        A judge may then say at once that it cannot tell. A thorough question never gets this answer: it goes on with
        each word, so that what else is open comes to light.
        """
        found = self.region(name)
        unsaid = not self.thorough and isinstance(found, frozenset) and len(found) > 1
        self._cut_short = self._cut_short or unsaid
        return unsaid

    def yes(self, name: str) -> bool:
        """Return whether a yes-or-no fact is yes."""
        return self.test(Condition(fact=name, op="in", text=f"{name} = yes", words=frozenset({"yes"})))

    def compare(self, name: str, op: str, threshold: Fraction | int) -> bool:
        """Return whether a number passes a threshold in its base unit."""
        number = Fraction(threshold)
        return self.test(Condition(fact=name, op=op, text=f"{name} {op} {format_exact(number)}", number=number))

    def positive(self, name: str) -> bool:
        """Return whether a number is above zero."""
        return self.compare(name, ">", 0)

    def test(self, condition: Condition) -> bool:
        """Return whether one condition holds here, splitting the world where its fact does not decide it."""
        before, self._used = self._used, set()
        settled, self._settled = self._settled, set()
        try:
            found = self.region(condition.fact)
        finally:  # a value that is undefined depends on facts too
            depends_on, self._used = self._used, before
            before |= depends_on
            of_owed = bool(self._settled) and self.concluded_from <= self._settled
            settled |= self._settled
            self._settled = settled
        full = self.full_name(condition.fact)
        decided: bool | None
        if isinstance(found, Window):
            if condition.number is None:
                raise EditionError(f"{condition.text}: {condition.fact} is a number")
            decided = found.holds(condition.op, condition.number)
        else:
            if condition.number is not None:
                raise EditionError(f"{condition.text}: {condition.fact} is a word")
            inside, outside = found & condition.words, found - condition.words
            decided = None if inside and outside else bool(inside)
            if condition.op == "not in" and decided is not None:
                decided = not decided
        if decided is None:
            axis = self._axis(condition.fact)
            decided = self._split(axis, condition, frozenset(depends_on), of_owed=of_owed)
            self._narrow(axis, _part(found, condition if decided else condition.opposite()))
        self._tested.append(Tested(full, found, condition, decided, self._source))
        return decided

    def _narrow(self, axis: str, region: Region) -> None:
        self._narrowed[axis] = region
        # What was derived from it before may be less than it was.
        for key in [key for key, known in self._derived.items() if axis in known[1]]:
            del self._derived[key]
        for other in [other for other, known in self._kept.items() if axis in known[1]]:
            del self._kept[other]

    def _split(self, axis: str, condition: Condition, depends_on: frozenset[str], *, of_owed: bool) -> bool:
        if not self._may_split:
            raise _UndecidedError
        place = len(self._taken)
        held = self.plan_path[place] if place < len(self.plan_path) else True
        self._taken.append(held)
        self._splits.append(Split(axis, condition, held, depends_on, of_owed))
        return held

    def all_hold(self, clauses: Clauses) -> bool:
        """Return whether every clause holds; the first that fails ends the matter."""
        for clause in clauses:
            if isinstance(clause, AnyOf):
                if not any(self.all_hold(part) for part in clause.parts):
                    return False
            elif not self.test(clause):
                return False
        return True

    def sure(self, clauses: Clauses) -> bool | None:
        """Return whether every clause holds in every world that is left, without splitting this one; None: in some."""
        self._may_split = False
        try:
            return self.all_hold(clauses)
        except _UndecidedError:
            return None
        finally:
            self._may_split = True

    def kept(self, key: Hashable, compute: Callable[[], U]) -> U:
        """Return what `compute` finds, without finding it twice where nothing that it asked was narrowed since."""
        known = self._kept.get(key)
        if known is not None:
            self._used |= known[1]
            self._readings |= known[2]
            self._settled |= known[3]
            found: U = known[0]
            return found
        used, readings, settled = self._used, self._readings, self._settled
        self._used, self._readings, self._settled = set(), set(), set()
        splits = len(self._splits)
        try:
            found = compute()
            if len(self._splits) == splits:
                self._kept[key] = (found, *self._noted())
        finally:
            used |= self._used
            readings |= self._readings
            settled |= self._settled
            self._used, self._readings, self._settled = used, readings, settled
        return found

    def _noted(self) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        return frozenset(self._used), frozenset(self._readings), frozenset(self._settled)

    def resumed(self, plan_path: tuple[bool, ...]) -> World:
        """Return this world as it stands, to go on by another path; it leads through the splits already taken."""
        other = copy(self)
        other.plan_path = plan_path
        for name in _NOTED:
            setattr(other, name, getattr(self, name).copy())
        return other

    @property
    def takes_as_written(self) -> bool:
        """Whether numbers are taken as they were put down, without their windows."""
        return self._as_written

    @property
    def depth(self) -> int:
        """How many splits were taken so far."""
        return len(self._taken)

    def leaf(self, answer: T) -> Leaf[T]:
        """Return what was found, with everything noted on the way."""
        return Leaf(
            answer=answer,
            splits=tuple(self._splits),
            regions=dict(self._narrowed),
            used=frozenset(self._used | self._settled),
            readings=frozenset(self._readings),
            rows=frozenset(self._rows),
            tested=tuple(self._tested),
            cut_short=self._cut_short,
        )


def _part(found: Region, condition: Condition) -> Region:
    if isinstance(found, Window):
        assert condition.number is not None
        return found.narrowed(condition.op, condition.number)
    return found & condition.words if condition.op == "in" else found - condition.words


@dataclass(frozen=True, slots=True)
class Exploration(Generic[T]):
    """All the ways a question can go; `whole` is false where there were too many to look at."""

    leaves: tuple[Leaf[T], ...]
    whole: bool = True

    @property
    def answers(self) -> tuple[T, ...]:
        """The different answers, in the order found."""
        seen: dict[T, None] = {}
        for leaf in self.leaves:
            seen.setdefault(leaf.answer, None)
        return tuple(seen)

    @property
    def used(self) -> frozenset[str]:
        """Every fact that some way of the question looked at."""
        return frozenset().union(*(leaf.used for leaf in self.leaves))

    @property
    def readings(self) -> frozenset[str]:
        """Every reading that some way of the question asked."""
        return frozenset().union(*(leaf.readings for leaf in self.leaves))


def explore(
    question: Callable[[World], T],
    *,
    facts: Facts,
    edition: Edition,
    conclusions: tuple[Any, ...] = (),
    concluded_from: frozenset[str] = frozenset(),
    all_rows: bool = False,
    thorough: bool = False,
    most_leaves: int = MOST_LEAVES,
) -> Exploration[T]:
    """Ask `question` in every world that `facts` leave possible.

    The question must be a pure function of the world. With `all_rows`, rows that are not enabled speak too;
    `thorough`, judges ask on where they would say at once that they cannot tell.
    """
    leaves: list[Leaf[T]] = []
    pending: list[tuple[bool, ...]] = [()]
    while pending:
        if len(leaves) == most_leaves:
            return Exploration(tuple(leaves), whole=False)
        path = pending.pop()
        world = World(
            facts,
            edition,
            conclusions=conclusions,
            concluded_from=concluded_from,
            all_rows=all_rows,
            thorough=thorough,
            plan_path=path,
        )
        answer = question(world)
        leaf = world.leaf(answer)
        leaves.append(leaf)
        taken = tuple(split.held for split in leaf.splits)
        pending.extend((*taken[:place], False) for place in range(len(path), len(taken)))
    return Exploration(tuple(leaves))


def explore_in_turn(
    questions: Sequence[Callable[[World], T]], *, facts: Facts, edition: Edition, all_rows: bool = False
) -> Exploration[tuple[T, ...]]:
    """Ask several questions, one after the other, of the same worlds; an answer holds one for each.

    It is `explore` of them all in one. But a path that leaves another only in a late question goes on from there: what
    was asked before is not asked again, so that the last few questions alone are asked for each leaf.
    """
    leaves: list[Leaf[tuple[T, ...]]] = []
    pending: list[tuple[bool, ...]] = [()]
    # The worlds of the last path, each as it stood before a question, with the answers so far.
    before: list[tuple[World, tuple[T, ...]]] = [(World(facts, edition, all_rows=all_rows), ())]
    while pending:
        if len(leaves) == MOST_LEAVES:
            return Exploration(tuple(leaves), whole=False)
        path = pending.pop()
        # The path popped is the last one up to where it turns to the other side.
        while len(before) > 1 and before[-1][0].depth >= len(path):
            before.pop()
        world, answers = before[-1][0].resumed(path), before[-1][1]
        for question in questions[len(answers) :]:
            answers = (*answers, question(world))
            before.append((world.resumed(path), answers))
        leaf = world.leaf(answers)
        leaves.append(leaf)
        taken = tuple(split.held for split in leaf.splits)
        pending.extend((*taken[:place], False) for place in range(len(path), len(taken)))
    return Exploration(tuple(leaves))
