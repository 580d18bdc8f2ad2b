"""How a site stands to the conditions of a row: which hold, which fail, and by how much.

A decision stops at the first condition that fails; here every one is asked, so that a row that did not fire tells how
far it was from firing. A row of a table can only fire on the branch that asks its table, so that the conditions of the
branch are its own as well. A row nearly fired where all but one of them hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from headwater.errors import UndefinedValueError
from headwater.review.outlook import deciding_rows, speaks
from headwater.review.run import Run
from headwater.review.tracing import margin_between, unit_of
from headwater.review.wording import condition_words
from headwater.rules.condition import AnyOf, Clause, Clauses, Condition
from headwater.rules.finding import Margin
from headwater.rules.provision import Criterion
from headwater.rules.table import Branch, Row
from headwater.rules.world import World


@dataclass(frozen=True, kw_only=True)
class Part:
    """The margin of a share, said of what is divided: how much of `fact` the threshold is, at the base as it is."""

    fact: str
    value: Fraction
    threshold: Fraction
    unit: str

    @property
    def distance(self) -> Fraction:
        """Value less threshold."""
        return self.value - self.threshold


@dataclass(frozen=True, kw_only=True)
class Stood:
    """One condition, and how the site stands to it: it holds, fails, or is open (None).

    `ways` are the alternatives of which one must hold whole, where the condition is made of them. `undefined` says that
    a value of it does not exist, as a share of nothing.
    """

    words: str
    holds: bool | None
    condition: Condition | None = None
    margin: Margin | None = None
    part: Part | None = None
    of_branch: bool = False
    undefined: bool = False
    found: tuple[str, ...] = ()
    ways: tuple[tuple[Stood, ...], ...] = ()

    @property
    def nearness(self) -> Fraction | None:
        """How far the condition is from turning, as a share of its threshold; None where that is no number."""
        if self.ways:
            near = [_farthest(way) for way in self.ways]
            known = [share for share in near if share is not None]
            return min(known) if known else None
        return None if self.margin is None or self.margin.share is None else abs(self.margin.share)

    @property
    def of_branch_word(self) -> bool:
        """Whether it asks a word of the branch: the class of the action."""
        return self.of_branch and self.condition is not None and self.condition.number is None


def _farthest(way: tuple[Stood, ...]) -> Fraction | None:
    """Return how far the failing condition of a way is; None where several fail, or one that has no distance."""
    failing = [stood for stood in way if stood.holds is False]
    return failing[0].nearness if len(failing) == 1 else None


@dataclass(frozen=True, kw_only=True)
class RowTrace:
    """One row for one action.

    `state` is `decided` where it said what applies, `held` where its conditions hold and another decided, `open`,
    `nearly` where one condition fails, `failed`, or `off` where a reading silences it or its content is switched off.
    `stood` are its conditions, those of its branch first.
    """

    row: Row
    action: str
    state: str
    stood: tuple[Stood, ...]
    branch: str | None = None

    @property
    def failing(self) -> tuple[Stood, ...]:
        """The conditions that fail."""
        return tuple(stood for stood in self.stood if stood.holds is False)

    @property
    def nearness(self) -> Fraction | None:
        """How far the only failing condition is, as a share of its threshold."""
        return self.failing[0].nearness if len(self.failing) == 1 else None


class RowTraces:
    """The rows of an edition, held against the facts of one pass."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._edition = run.edition
        self._known: dict[tuple[str, str, str, int], Stood] = {}
        self._branches: dict[str, list[Branch]] = {}
        for branch in self._edition.branches.values():
            tables = (*branch.exemptions, *branch.beside, *branch.measures, *filter(None, [branch.table]))
            for table in tables:
                for row in self._edition.tables[table].rows:
                    self._branches.setdefault(row, []).append(branch)

    def of_row(self, row: Row, action: str) -> RowTrace:
        """Return how one action stands to one row."""
        own = tuple(self._stood(row.when, "action", action, source=row.id))
        best: tuple[tuple[Stood, ...], str | None] = ((), None)
        branches = self._branches.get(row.id, [])
        if branches:
            traced = [(tuple(self._of_branch(branch, action)), branch.id) for branch in branches]
            best = min(traced, key=lambda pair: sum(stood.holds is False for stood in pair[0]))
        stood = best[0] + own
        return RowTrace(row=row, action=action, state=self._state(row, action, stood), stood=stood, branch=best[1])

    def of_criterion(self, criterion: Criterion, item: str | None) -> tuple[Stood, ...]:
        """Return how the plan stands to the conditions under which a criterion binds it, and to its test."""
        kind = criterion.subject or ""
        clauses = criterion.when + criterion.test
        return tuple(self._stood(clauses, kind, item or "", source=criterion.id))

    def of_clauses(self, clauses: Clauses, *, source: str) -> tuple[Stood, ...]:
        """Return how the plan stands to conditions on it as a whole."""
        return tuple(self._stood(clauses, "", "", source=source))

    def nearly(self) -> tuple[RowTrace, ...]:
        """Return the rows of which all conditions but one hold, for every action, the nearest first.

        Rows that say in prose what a table decides are left out.
        """
        deciding = deciding_rows(self._edition)
        rows = [row for row in self._edition.rows.values() if row.id in deciding]
        traces = [self.of_row(row, action) for action in self._run.facts.ids("action") for row in rows]
        # That an action is of another class is no nearness.
        near = [trace for trace in traces if trace.state == "nearly" and not trace.failing[0].of_branch_word]
        return tuple(sorted(near, key=lambda trace: (trace.nearness is None, trace.nearness or 0)))

    def _of_branch(self, branch: Branch, action: str) -> Iterator[Stood]:
        for stood in self._stood(branch.when, "action", action, source=branch.id):
            yield replace(stood, of_branch=True)

    def _state(self, row: Row, action: str, stood: tuple[Stood, ...]) -> str:
        if row.silenced or not row.enabled:
            return "off"
        ways = self._run.owed.by_action[action]
        if ways.whole and all(speaks(leaf.answer, row.id) for leaf in ways.leaves):
            return "decided"
        failing = [each for each in stood if each.holds is False]
        if failing:
            return "nearly" if len(failing) == 1 and not any(each.holds is None for each in stood) else "failed"
        return "open" if any(each.holds is None for each in stood) else "held"

    # ---- one condition --------------------------------------------------------------------------------------------

    def _stood(self, clauses: Clauses, kind: str, item: str, *, source: str) -> Iterator[Stood]:
        for place, clause in enumerate(clauses):
            key = (source, kind, item, place)
            if key not in self._known:
                self._known[key] = self._clause(clause, kind, item)
            yield self._known[key]

    def _clause(self, clause: Clause, kind: str, item: str) -> Stood:
        if isinstance(clause, AnyOf):
            ways = tuple(tuple(self._clause(each, kind, item) for each in part) for part in clause.parts)
            held = [_all_hold(way) for way in ways]
            holds = True if True in held else None if None in held else False
            words = " or ".join(" and ".join(stood.words for stood in way) for way in ways)
            return Stood(words=f"either {words}", holds=holds, ways=ways)
        return self._condition(clause, kind, item)

    def _condition(self, condition: Condition, kind: str, item: str) -> Stood:
        words = condition_words(condition, self._edition, self._run.facts)
        answers: set[bool | None] = set()
        by_case = self._run.ask(partial(_test, condition=condition, kind=kind, item=item))
        shown = by_case[0]
        for ways in by_case:
            answers |= set(ways.answers)
        if not self._run.asked_all((condition,), by_case):
            answers |= {True, False}
        holds = next(iter(answers)) if len(answers) == 1 else None
        tested = shown.leaves[0].tested[-1] if shown.leaves[0].tested else None
        margin = None
        found: tuple[str, ...] = ()
        if tested is not None and isinstance(tested.region, frozenset):
            found = tuple(sorted(tested.region))
        elif tested is not None:
            margin = margin_between(tested.fact, tested.region, condition, tested.held)
        return Stood(
            words=words,
            holds=holds,
            condition=condition,
            margin=margin,
            part=self._part(condition, kind, item),
            undefined=answers == {None},
            found=found,
        )

    def _part(self, condition: Condition, kind: str, item: str) -> Part | None:
        share = self._edition.ratios.get(condition.fact)
        if share is None or condition.number is None:
            return None

        def question(world: World) -> tuple[Fraction | None, Fraction | None]:
            with _bound(world, kind, item), world.as_written():
                return world.number(share.of).written, world.number(share.over).written

        by_case = self._run.ask(question)
        answers = {answer for ways in by_case for answer in ways.answers}
        if len(answers) != 1 or not self._run.asked_all((), by_case):
            return None
        of, over = answers.pop()
        if of is None or not over:
            return None
        return Part(fact=share.of, value=of, threshold=condition.number * over, unit=unit_of(share.of))


def _bound(world: World, kind: str, item: str) -> AbstractContextManager[None]:
    return world.item(kind, item) if kind and item else nullcontext()


def _test(world: World, *, condition: Condition, kind: str, item: str) -> bool | None:
    with _bound(world, kind, item):
        try:
            return world.test(condition)
        except UndefinedValueError:
            return None


def _all_hold(way: tuple[Stood, ...]) -> bool | None:
    held = [stood.holds for stood in way]
    return False if False in held else None if None in held else True


def held_exemptions(run: Run) -> tuple[tuple[str, Row], ...]:
    """Return the exemptions that free an action in every world, with the action."""
    found = []
    for action, ways in run.owed.by_action.items():
        freed = {leaf.answer.exempt_by for leaf in ways.leaves}
        if ways.whole and len(freed) == 1:
            found += [(action, run.edition.rows[row]) for row in freed.pop()]
    return tuple(found)
