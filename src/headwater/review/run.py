"""One pass of an edition over the facts of a plan: what is owed, and how each criterion goes.

Applicability is explored first, then each criterion for each duty that the plan may have, since what is owed may be
open. Owns the findings of criteria; those of applicability are `headwater.review.applicability`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

from headwater.plan.windows import both, is_empty
from headwater.review.alike import Alike, renamed
from headwater.review.applicability import STOPPED, applicability_findings
from headwater.review.cases import asks_what_is_told, cases_of
from headwater.review.tracing import given_facts, margins_of
from headwater.rules.condition import Clauses, mentions
from headwater.rules.deciding import Conclusion, concluded
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.rules.finding import Finding
from headwater.rules.judging import Judgment, Outcome, judge
from headwater.rules.openness import mattering, settling
from headwater.rules.owing import Owed
from headwater.rules.provision import Criterion, Duty
from headwater.rules.world import Exploration, Leaf, Region, Split, World, explore
from headwater.window import Window

T = TypeVar("T")
# An overall answer takes the first of these that any world gives.
_ANY: Final[frozenset[Outcome]] = frozenset({"not_met", "cannot_tell", "met", "not_applicable"})
_FIRST: Final[tuple[Outcome, ...]] = ("not_met", "cannot_tell", "for_judgment", "met", "not_applicable")


def permit_is_provisional(conclusions: tuple[Conclusion, ...]) -> bool:
    """Return whether every permit that is due rests on provisional rows alone."""
    due = [conclusion for conclusion in conclusions if conclusion.permit]
    return bool(due) and all(conclusion.provisional and not conclusion.sure for conclusion in due)


class Run:
    """One pass of an edition over the facts: conclusions, and an exploration for each criterion and item."""

    def __init__(
        self,
        facts: Facts,
        edition: Edition,
        *,
        owed: Owed | None = None,
        alike: Alike | None = None,
        settles: bool = True,
    ) -> None:
        self._settles = settles
        self.facts = facts
        self.edition = edition
        self.by_name = facts.by_name
        self.owed = owed or Owed(facts, edition)
        self.conclusions = self.owed.together
        # Criteria are judged once for each duty that the action may have, whichever row says so.
        cases = cases_of(self.owed, facts)
        self.cases = cases.each
        self._key = cases.key
        # Where there are more, what comes of those that were looked at is not all that may come of what is owed.
        self.whole = cases.whole
        self.concluded_from = self.owed.used
        self.judged: dict[tuple[str, str | None], tuple[Exploration[Judgment], ...]] = {}
        self._told: set[str] = set()
        self._alike = alike or Alike(facts)
        # The first item of each group of alike ones, for a criterion: None where it does not stand for the others.
        self._first: dict[tuple[str, int], str | None] = {}
        self._found: dict[tuple[str, str], Finding] = {}
        self._readings: dict[int, tuple[tuple[Exploration[Judgment], ...], frozenset[str]]] = {}
        self._like_first: set[tuple[str, str | None]] = set()
        self._given: dict[frozenset[str], tuple[str, ...]] = {}

    def findings(self) -> tuple[Finding, ...]:
        """Return every finding, applicability first."""
        found = list(self.applicability())
        for criterion in self.edition.criteria.values():
            found.extend(self.of_criterion(criterion))
        return tuple(found)

    def applicability(self) -> tuple[Finding, ...]:
        """Return the findings of what brings the plan under the rule, frees it, and decides what it owes."""
        return applicability_findings(self.owed, self.edition, self.by_name if self._settles else {})

    def guidance(self) -> tuple[Finding, ...]:
        """Return how the plan stands to what a manual advises, where that applies; none of it is required."""
        found: list[Finding] = []
        for advised in self.edition.guidance.values():
            items: tuple[str | None, ...] = (None,) if advised.subject is None else self.facts.ids(advised.subject)
            found += [replace(self._finding(advised, item), kind="guidance", basis=advised.basis) for item in items]
        return tuple(finding for finding in found if finding.outcome != "not_applicable")

    def applicability_outcomes(self) -> dict[tuple[str, str | None], Outcome]:
        """Return the outcomes of those findings alone."""
        found = applicability_findings(self.owed, self.edition, {})
        return {(finding.id, finding.item): finding.outcome for finding in found}

    def of_criterion(self, criterion: Criterion) -> list[Finding]:
        """Return the findings of one criterion, one for each item of its subject."""
        if criterion.subject is None:
            return [self._finding(criterion, None)]
        items = self.facts.ids(criterion.subject)
        unlisted = self.facts.unlisted.get(criterion.subject)
        found = [self._finding(criterion, item) for item in items]
        return found if unlisted is None else [*found, *self._unlisted(criterion, unlisted)]

    def _unlisted(self, criterion: Criterion, fields: tuple[str, ...]) -> list[Finding]:
        """Return that a criterion cannot be told where the plan does not say whether there is anything to judge.

        Once for a provision, whose rows may give it several criteria; not at all where it binds no plan like this, nor
        of a credit, without which the volume cannot be told anyway.
        """
        if criterion.provision in self._told or self.edition.provisions[criterion.provision].kind == "credit":
            return []
        whole = [clause for clause in criterion.when if not mentions(clause, f"{criterion.subject}.")]
        binding = replace(criterion, subject=None, when=tuple(whole), test=(), judge=None, judgment="unlisted")
        ways = [self._explore(binding, None, case) for case in self.cases]
        outcomes = {leaf.answer.outcome for way in ways for leaf in way.leaves}
        if self._is_whole(binding, ways) and outcomes == {"not_applicable"}:
            return []
        self._told.add(criterion.provision)
        every = Exploration(tuple(leaf for way in ways for leaf in way.leaves))
        provisional, basis = self._provisional(criterion, every)
        return [
            Finding(
                id=criterion.id,
                provision=criterion.provision,
                kind=_kind(criterion),
                gist=self.edition.provisions[criterion.provision].gist,
                outcome="cannot_tell",
                outcomes=("not_met", "cannot_tell", "met", "not_applicable"),
                facts=self._behind(frozenset().union(*(way.used for way in ways))),
                missing=fields,
                settled_by=fields,
                note=f"not listed in the plan: {', '.join(fields)}; write `none` where there are none",
                provisional=provisional,
                basis=basis,
            )
        ]

    def explored(self, criterion: Criterion, item: str | None) -> tuple[Exploration[Judgment], ...]:
        """Return every way in which one criterion can go for one item, for each of the cases."""
        key = (criterion.id, item)
        if key not in self.judged or key in self._like_first:
            self._like_first.discard(key)
            self.judged[key] = tuple(self._explore(criterion, item, case) for case in self.cases)
        return self.judged[key]

    def _explore(
        self, criterion: Criterion, item: str | None, case: tuple[Conclusion, ...], *, thorough: bool = False
    ) -> Exploration[Judgment]:
        return explore(
            partial(judge, criterion=criterion, item=item),
            facts=self.facts,
            edition=self.edition,
            conclusions=case,
            concluded_from=self.concluded_from,
            thorough=thorough,
        )

    def asked(self, criterion: str, item: str | None) -> frozenset[str] | None:
        """Return the readings that were asked for a finding; None where it is of no criterion that was judged."""
        by_case = self.judged.get((criterion, item))
        if by_case is None:
            return None
        # Items that are alike share what was judged.
        if id(by_case) not in self._readings:
            self._readings[id(by_case)] = by_case, frozenset().union(*(ways.readings for ways in by_case))
        return self._readings[id(by_case)][1]

    def with_other(self, reading: str, *, same: bool) -> Run:
        """Return a pass by the other choice of a reading; `same` where what is owed does not ask it."""
        owed = self.owed if same else None
        return Run(self.facts, self.edition.others[reading], owed=owed, alike=self._alike)

    def _stands_for(self, criterion: Criterion, item: str | None) -> str | None:
        """Return the item judged before that is like this one, so that what was found there stands here too."""
        group = None if criterion.subject is None or item is None else self._alike.group(criterion.subject, item)
        if group is None:
            return None
        assert criterion.subject is not None
        assert item is not None
        key = (criterion.id, group)
        if key not in self._first:
            ways = self.explored(criterion, item)
            stands = self._alike.may_stand_for_others(ways, criterion.subject, item)
            self._first[key] = item if stands else None
        first = self._first[key]
        return None if first == item else first

    def outcome(self, criterion: Criterion, item: str | None) -> tuple[Outcome, tuple[str, ...]]:
        """Return the outcome of one criterion for one item, and its arithmetic, without what would settle it."""
        item = self._stands_for(criterion, item) or item
        by_case = self.explored(criterion, item)
        leaves = [leaf for ways in by_case for leaf in ways.leaves]
        outcomes = {leaf.answer.outcome for leaf in leaves}
        shown = next((leaf for leaf in leaves if leaf.answer.outcome != "not_applicable"), leaves[0])
        return _outcome(criterion, outcomes, whole=self._is_whole(criterion, by_case)), shown.answer.arithmetic

    def looked_at_all(self, criterion: Criterion, item: str | None) -> bool:
        """Return whether every way was looked at in which a criterion can go for one item."""
        return self._is_whole(criterion, self.explored(criterion, self._stands_for(criterion, item) or item))

    def _is_whole(self, criterion: Criterion, by_case: Collection[Exploration[Any]]) -> bool:
        return self.asked_all(None if criterion.judge else criterion.when + criterion.test, by_case)

    def asked_all(self, clauses: Clauses | None, by_case: Collection[Exploration[Any]]) -> bool:
        """Return whether every way was looked at in which a question can go; `clauses` are all it asks, if known.

        What never asked what is owed goes alike whatever that is, so that cases not looked at take nothing from it: a
        credit stands, though what a plan owes may go in more ways than are followed. So does what asks no more of it
        than what is the same in all of them.
        """
        if not all(ways.whole for ways in by_case):
            return False
        if self.whole or not self._asked_owed(by_case):
            return True
        return clauses is not None and asks_what_is_told(clauses, self.owed, self.facts)

    def _asked_owed(self, by_case: Collection[Exploration[Any]]) -> bool:
        return self.concluded_from <= frozenset().union(*(ways.used for ways in by_case))

    def _finding(self, criterion: Criterion, item: str | None) -> Finding:
        first = self._stands_for(criterion, item)
        if first is None:
            found = self._judged(criterion, item)
            if item is not None and criterion.subject is not None:
                self._found[criterion.id, item] = found
            return found
        assert criterion.subject is not None
        assert item is not None
        # What was judged for the first was so for this one too, as far as the readings that were asked go.
        self._like_first.add((criterion.id, item))
        self.judged[criterion.id, item] = self.judged[criterion.id, first]
        return renamed(self._found[criterion.id, first], criterion.subject, one=first, other=item)

    def _judged(self, criterion: Criterion, item: str | None) -> Finding:
        by_case = self.explored(criterion, item)
        ways = Exploration(tuple(leaf for way in by_case for leaf in way.leaves), self._is_whole(criterion, by_case))
        possible = {leaf.answer.outcome for leaf in ways.leaves} | (frozenset() if ways.whole else _ANY)
        outcomes = tuple(sorted(possible, key=_FIRST.index))
        outcome = _outcome(criterion, outcomes, whole=ways.whole)
        shown = next((leaf for leaf in ways.leaves if leaf.answer.outcome != "not_applicable"), ways.leaves[0])
        missing: tuple[str, ...] = ()
        settled: tuple[str, ...] = ()
        note = shown.answer.note
        if outcome == "cannot_tell":
            if self._settles:
                missing, settled = self._what_settles(criterion, item)
            if not ways.whole:
                note = STOPPED
            elif len(outcomes) > 1:
                note = f"open: {' or '.join(name.replace('_', ' ') for name in outcomes)}"
        provisional, basis = self._provisional(criterion, ways)
        return Finding(
            id=criterion.id,
            provision=criterion.provision,
            kind=_kind(criterion),
            gist=criterion.gist,
            outcome=outcome,
            row=criterion.row,
            item=item,
            outcomes=outcomes,
            facts=self._behind(ways.used),
            arithmetic=shown.answer.arithmetic,
            margins=margins_of(shown, criterion.id),
            provisional=provisional and outcome != "not_applicable",
            basis=basis if outcome != "not_applicable" else None,
            missing=missing,
            settled_by=settled,
            note=note,
            remedy=criterion.remedy if outcome in ("not_met", "cannot_tell") else "",
            legal_minimum=not criterion.helpful,
            whole=ways.whole,
        )

    def _what_settles(self, criterion: Criterion, item: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the facts that could change an open outcome, and the fewest of them that leave nothing open."""
        plain, lacking = self._asked_thoroughly(criterion, item)
        matter = mattering(plain, self.by_name)
        fewest = settling(plain, self.by_name, among=matter)
        return tuple(dict.fromkeys((*lacking, *matter))), tuple(dict.fromkeys((*lacking, *fewest)))

    def _behind(self, used: frozenset[str]) -> tuple[str, ...]:
        """Return the facts used and those that they follow from; many criteria use the same."""
        known = self._given.get(used)
        if known is None:
            known = self._given[used] = given_facts(used, self.by_name)
        return known

    def _asked_thoroughly(self, criterion: Criterion, item: str | None) -> tuple[Exploration[str], tuple[str, ...]]:
        """Return every way in which a criterion can go, no open word cutting it short, and what is lacking in them.

        What is lacking are the facts without which some way ends in "cannot tell", as evidence behind an answer.
        """
        by_case = self.explored(criterion, item)
        if any(leaf.cut_short for ways in by_case for leaf in ways.leaves):
            by_case = tuple(self._explore(criterion, item, case, thorough=True) for case in self.cases)
        ends = (leaf.answer for ways in by_case for leaf in ways.leaves if leaf.answer.outcome == "cannot_tell")
        lacking = tuple(dict.fromkeys(name for end in ends for name in end.missing))
        return self._with_conclusions(criterion, by_case), lacking

    def _with_conclusions(self, criterion: Criterion, by_case: tuple[Exploration[Judgment], ...]) -> Exploration[str]:
        """Return the ways by outcome alone, each led by the splits that decide what is owed."""
        whole = self._is_whole(criterion, by_case)
        if (self.whole and len(self.cases) == 1) or not self._asked_owed(by_case):
            return Exploration(tuple(_by_outcome(leaf) for leaf in by_case[0].leaves), whole)
        ways = {
            self._key(case): [self._of_case(leaf, place) for leaf in way.leaves]
            for place, (case, way) in enumerate(zip(self.cases, by_case, strict=True))
        }
        # The worlds of all actions together lead them; where those are not all, more facts may have a say.
        whole = whole and self.conclusions.whole
        leaves: list[Leaf[str]] = []
        for before in self.conclusions.leaves:
            for leaf in ways.get(self._key(before.answer), ()):
                regions = _joined(before.regions, leaf.regions)
                if regions is not None:
                    leaves.append(_led_by(before.splits, leaf, regions))
        return Exploration(tuple(leaves), whole)

    def _of_case(self, leaf: Leaf[Judgment], case: int) -> Leaf[Judgment]:
        """Return a leaf in which what follows from what is owed has a name of its own in each case.

        It is another number in each, as the increase over another baseline: no site is told apart by it.
        """
        follows = {split.fact for split in leaf.splits if split.of_owed and split.fact not in self.by_name}
        if not follows:
            return leaf
        own = {name: f"{name} of case {case}" for name in follows}
        splits = tuple(replace(split, fact=own.get(split.fact, split.fact)) for split in leaf.splits)
        return replace(leaf, splits=splits, regions={own.get(name, name): part for name, part in leaf.regions.items()})

    def _provisional(self, criterion: Criterion, ways: Exploration[Judgment]) -> tuple[bool, str | None]:
        if criterion.provisional:
            return True, criterion.basis
        rows = sorted({row for case in self.cases for conclusion in case for row in conclusion.provisional})
        # Where the permit is sure, what the table requires is all that rests on its provisional rows.
        asks = any(mentions(clause, "requires.") for clause in criterion.when)
        if rows and self.concluded_from <= ways.used and (asks or any(map(permit_is_provisional, self.cases))):
            return True, "; ".join(f"{row}: {self.edition.rows[row].basis}" for row in rows)
        used = {row for leaf in ways.leaves for row in leaf.rows}
        for credit in self.edition.credits.values():
            if credit.provisional and credit.id in used:
                return True, credit.basis
        return False, None

    def provided_volume(self) -> Window | None:
        """Return what the practices provide, from numbers as written; None where nothing fixes it."""
        by_case = self.ask(lambda world: world.number("provided_volume_cf"))
        answers = {answer for ways in by_case for answer in ways.answers}
        return answers.pop() if self.asked_all(None, by_case) and len(answers) == 1 else None

    def ask(self, question: Callable[[World], T]) -> list[Exploration[T]]:
        """Return every way in which a question can go, by case where it asks what is owed."""
        by_case: list[Exploration[T]] = []
        for case in self.cases:
            by_case.append(
                explore(
                    question,
                    facts=self.facts,
                    edition=self.edition,
                    conclusions=case,
                    concluded_from=self.concluded_from,
                )
            )
            if not self._asked_owed(by_case):
                break
        return by_case

    def duties(self) -> tuple[tuple[Duty, bool | None], ...]:
        """Return what the permit must carry, with whether it applies (None: open)."""
        found = []
        for duty in self.edition.duties.values():
            by_case = self.ask(partial(_duty_applies, duty=duty))
            answers = {answer for ways in by_case for answer in ways.answers}
            applies = answers.pop() if self.asked_all(duty.when, by_case) and len(answers) == 1 else None
            if applies is not False:
                found.append((duty, applies))
        return tuple(found)

    def beside(self) -> tuple[Conclusion, ...]:
        """Return the conclusions with switched-off rows speaking too, where they are one answer and new."""
        ways = concluded(self.facts, self.edition, all_rows=True)
        if len(ways.answers) != 1 or not ways.whole:
            return ()
        return tuple(conclusion for conclusion in ways.answers[0] if conclusion.provisional)


def _duty_applies(world: World, *, duty: Duty) -> bool:
    with world.source(duty.id):
        return world.all_hold(duty.when)


def _outcome(criterion: Criterion, outcomes: Collection[Outcome], *, whole: bool) -> Outcome:
    """Return the one outcome of several ways, where there is one."""
    if whole and len(outcomes) == 1:
        return next(iter(outcomes))
    if whole and criterion.exhibit is not None and set(outcomes) == {"met", "not_applicable"}:
        # What was handed in is there, whether or not the rule turns out to ask for it.
        return "met"
    return "cannot_tell"


def _kind(criterion: Criterion) -> str:
    if criterion.exhibit is not None:
        return "exhibit"
    if criterion.statement is not None:
        return "statement"
    if criterion.subject == "earlier":
        return "aggregation"
    return "credit" if criterion.judge == "credit" else "criterion"


def _by_outcome(leaf: Leaf[Judgment]) -> Leaf[str]:
    return leaf.answering(str(leaf.answer.outcome))


def _led_by(splits: tuple[Split, ...], leaf: Leaf[Judgment], regions: Mapping[str, Region]) -> Leaf[str]:
    """Return a leaf by outcome alone after other splits; there are very many, so that it is made in one go."""
    outcome, led = str(leaf.answer.outcome), splits + leaf.splits
    return Leaf(outcome, led, regions, leaf.used, leaf.readings, leaf.rows, leaf.tested)


def _joined(before: Mapping[str, Region], after: Mapping[str, Region]) -> dict[str, Region] | None:
    """Return what two leaves together leave of each fact; None where that is nothing, so that no site is in both."""
    joined = {**before, **after}
    for name in before.keys() & after.keys():
        one, two = before[name], after[name]
        if isinstance(one, Window) and isinstance(two, Window):
            joined[name] = both(one, two)
        elif isinstance(one, frozenset) and isinstance(two, frozenset):
            joined[name] = one & two
        left = joined[name]
        if is_empty(left) if isinstance(left, Window) else not left:
            return None
    return joined
