"""What a plan comes to in the few respects that are asked for, without judging all of it.

An aspect is one thing that can come out one way or another: whether a permit is due, what is required, whether a row
speaks for an action, which rows of a table do, the outcome of a criterion for an item. Owns the words for each; which
plans are looked at is `headwater.review.flips`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final, Literal

from headwater.errors import UndefinedValueError
from headwater.plan import Plan
from headwater.review.assessment import Assessment
from headwater.review.facts import Known, facts_of
from headwater.review.run import Run
from headwater.rules.condition import Condition
from headwater.rules.deciding import Conclusion, Required
from headwater.rules.edition import Edition
from headwater.rules.judging import Outcome
from headwater.rules.owing import Owed
from headwater.rules.provision import Criterion
from headwater.rules.world import Exploration, World, explore
from headwater.window import ZERO, Window, total

OPEN: Final = "cannot tell"
_HOLDS: Final = {True: "holds", False: "does not hold"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Aspect:
    """One thing that can come out one way or another; `id` is a row, table or criterion, `item` an action or item."""

    kind: Literal["permit", "requirements", "row", "table", "criterion"]
    id: str = ""
    item: str | None = None


PERMIT: Final = Aspect(kind="permit")
REQUIREMENTS: Final = Aspect(kind="requirements")


class Outlook:
    """A plan under an edition, looked at in some respects alone."""

    def __init__(self, plan: Plan, edition: Edition, *, like: Known | None = None) -> None:
        self.plan = plan
        self.edition = edition
        self.run = Run(facts_of(plan, like=like), edition)
        self._prose: dict[Aspect, Exploration[bool]] = {}

    def outcome(self, aspect: Aspect) -> str:
        """Return how an aspect comes out, in words; `OPEN` where open facts or missing text leave several ways."""
        if aspect.kind == "criterion":
            judged = self._judged(aspect)
            return judged[0].replace("_", " ") if judged is not None else "not applicable"
        if self._is_prose(aspect):
            ways = self._asked_by_itself(aspect)
            return OPEN if len(ways.answers) > 1 or not ways.whole else _HOLDS[ways.answers[0]]
        return said_of(aspect, self.run.owed, self.edition)

    def used(self, aspect: Aspect) -> frozenset[str]:
        """Return the facts that an aspect may hang on."""
        names = self.run.conclusions.used
        for ways in self._explored(aspect):
            names |= ways.used
        return names

    def required_volume_cf(self) -> Fraction | None:
        """Return the volume owed, zero where none is; None where it is open."""
        if not self.run.conclusions.whole:
            return None
        leaves = self.run.conclusions.leaves
        if any(case.permit is None for leaf in leaves for case in leaf.answer):
            return None
        found = {total(case.volume_cf or ZERO for case in leaf.answer).written for leaf in leaves}
        return found.pop() if len(found) == 1 else None

    def compared(self, aspects: Sequence[Aspect]) -> Iterator[tuple[Hashable, Fraction, Fraction]]:
        """Yield each number that was held against a threshold: `Compared`, the number, the threshold.

        A number known between two ends is given by both.
        """
        yield from _compared("what is owed", self.run.conclusions)
        for aspect in aspects:
            for case, ways in enumerate(self._explored(aspect)):
                yield from _compared((aspect, case), ways)

    def _judged(self, aspect: Aspect) -> tuple[Outcome, tuple[str, ...]] | None:
        criterion = self._criterion(aspect)
        return None if criterion is None else self.run.outcome(criterion, aspect.item)

    def _explored(self, aspect: Aspect) -> tuple[Exploration[Any], ...]:
        if self._is_prose(aspect):
            return (self._asked_by_itself(aspect),)
        criterion = self._criterion(aspect)
        return () if criterion is None else self.run.explored(criterion, aspect.item)

    def _criterion(self, aspect: Aspect) -> Criterion | None:
        """Return the criterion of an aspect, where it has one and the plan still has the item."""
        criterion = self.edition.criteria.get(aspect.id) if aspect.kind == "criterion" else None
        if criterion is None or criterion.subject is None:
            return criterion
        return criterion if aspect.item in self.run.facts.ids(criterion.subject) else None

    def _is_prose(self, aspect: Aspect) -> bool:
        return aspect.kind == "row" and aspect.id not in deciding_rows(self.edition)

    def _asked_by_itself(self, aspect: Aspect) -> Exploration[bool]:
        """Return how the conditions of a row go that stands beside the table which decides."""
        if aspect not in self._prose:
            question = partial(_holds, row=aspect.id, action=aspect.item or "")
            self._prose[aspect] = explore(question, facts=self.run.facts, edition=self.edition)
        return self._prose[aspect]


def deciding_rows(edition: Edition) -> frozenset[str]:
    """Return the rows that have a say in what is owed, apart from those that say the same in prose."""
    tables = {table for branch in edition.branches.values() for table in (*branch.exemptions, *branch.measures)}
    tables |= {branch.table for branch in edition.branches.values() if branch.table is not None}
    rows = {row for table in tables for row in edition.tables[table].rows}
    return frozenset(rows).union(edition.triggers, edition.volumes, edition.baselines)


def _holds(world: World, *, row: str, action: str) -> bool:
    edition = world.edition
    branches = [
        branch
        for branch in edition.branches.values()
        if any(row in edition.tables[table].rows for table in branch.beside)
    ]
    with world.item("action", action), world.source(row):
        try:
            reached = not branches or any(world.all_hold(branch.when) for branch in branches)
            return reached and world.all_hold(edition.rows[row].when)
        except UndefinedValueError:
            return False


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison that was made: the fact and the end of its span, the condition, and where it was asked."""

    fact: str
    condition: Condition
    end: str
    asked: object


def told_by(assessment: Assessment, aspect: Aspect) -> str:
    """Return how an aspect comes out in a whole assessment, in the words of `Outlook.outcome`."""
    if aspect.kind == "criterion":
        found = (finding for finding in assessment.findings if (finding.id, finding.item) == (aspect.id, aspect.item))
        finding = next(found, None)
        return "not applicable" if finding is None else finding.outcome.replace("_", " ")
    if aspect.kind == "row" and aspect.id not in deciding_rows(assessment.edition):
        return Outlook(assessment.plan, assessment.edition).outcome(aspect)
    return said_of(aspect, assessment.owed, assessment.edition)


def _compared(asked: object, ways: Exploration[Any]) -> Iterator[tuple[Hashable, Fraction, Fraction]]:
    for leaf in ways.leaves:
        path = (asked, tuple(split.held for split in leaf.splits))
        for tested in leaf.tested:
            if isinstance(tested.region, Window) and tested.condition.number is not None:
                for end, number in (("low", tested.region.low), ("high", tested.region.high)):
                    if number is not None:
                        yield Compared(tested.fact, tested.condition, end, path), number, tested.condition.number


def said_of(aspect: Aspect, owed: Owed, edition: Edition) -> str:
    """Return how what the actions owe comes out in one respect; `OPEN` where there are several ways."""
    say = _SAYINGS[aspect.kind]
    if owed.whole:
        return _one({say(leaf.answer, aspect, edition) for leaf in owed.together.leaves})
    # There are more ways than were looked at: each action by itself may still come out in one.
    if aspect.kind == "permit":
        return OPEN if owed.permit is None else "permit" if owed.permit else "no permit"
    said = {
        action: _one({say((leaf.answer,), aspect, edition) for leaf in ways.leaves}) if ways.whole else OPEN
        for action, ways in owed.by_action.items()
    }
    if aspect.kind != "requirements":
        return said.get(aspect.item or "", OPEN)
    if OPEN in said.values():
        return OPEN
    return "; ".join(words if len(said) == 1 else f"{action}: {words}" for action, words in said.items())


def _one(said: set[str]) -> str:
    return said.pop() if len(said) == 1 else OPEN


# ---- words for what the actions owe ----------------------------------------------------------------------------------


def _permit(case: tuple[Conclusion, ...], aspect: Aspect, edition: Edition) -> str:
    permits = [conclusion.permit for conclusion in case]
    return "permit" if True in permits else OPEN if None in permits else "no permit"


def _requirements(case: tuple[Conclusion, ...], aspect: Aspect, edition: Edition) -> str:
    if any(conclusion.open_because for conclusion in case):
        return OPEN
    said = []
    for conclusion in case:
        duties = ", ".join(_required_words(item) for item in conclusion.required)
        owed = duties or ("general requirements" if conclusion.permit else "no requirement")
        said.append(owed if len(case) == 1 else f"{conclusion.action}: {owed}")
    return "; ".join(said)


def _required_words(item: Required) -> str:
    scope = item.scope.replace("_", " ")
    measure = scope if item.baseline == "existing" else f"{scope}, against {item.baseline}"
    # What binds on the path of another provision alone is named after it.
    name, _, path = item.requirement.partition(".")
    return f"{name} ({measure})" if not path else f"{name} on the path of {path} ({measure})"


def speaks(conclusion: Conclusion, row: str) -> bool:
    """Return whether a row decided something for an action."""
    decided = (*conclusion.trigger, *conclusion.exempt_by, *conclusion.rows, conclusion.volume_row)
    return row in decided


def _row(case: tuple[Conclusion, ...], aspect: Aspect, edition: Edition) -> str:
    fired = any(speaks(conclusion, aspect.id) for conclusion in case if conclusion.action == aspect.item)
    return _HOLDS[fired]


def _table(case: tuple[Conclusion, ...], aspect: Aspect, edition: Edition) -> str:
    rows = edition.tables[aspect.id].rows
    found = [row for conclusion in case if conclusion.action == aspect.item for row in rows if speaks(conclusion, row)]
    return ", ".join(found) or "no row holds"


_SAYINGS: Final[dict[str, Callable[[tuple[Conclusion, ...], Aspect, Edition], str]]] = {
    "permit": _permit,
    "requirements": _requirements,
    "row": _row,
    "table": _table,
}
