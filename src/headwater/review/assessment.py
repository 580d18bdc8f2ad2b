"""One plan under one edition: what it owes, and a finding for every provision that is tested.

`assess` is the one public door. Applicability is explored first, then every criterion of the edition, each over the
worlds that open facts leave; findings that rest on a reading are asked again with the other choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from headwater.plan import Plan
from headwater.review.applicability import applicability_findings
from headwater.review.facts import facts_of
from headwater.review.tracing import given_facts, margins_of
from headwater.rules.condition import mentions
from headwater.rules.deciding import Conclusion, Required, conclude
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.rules.finding import Finding, RestsOn
from headwater.rules.judging import Judgment, Outcome, judge
from headwater.rules.openness import mattering, settling
from headwater.rules.provision import Criterion, Duty
from headwater.rules.world import Exploration, Leaf, World, explore
from headwater.window import ZERO, Window, total

MOST_CONCLUSIONS = 24
# An overall answer takes the first of these that any world gives.
_FIRST: tuple[Outcome, ...] = ("not_met", "cannot_tell", "for_judgment", "met", "not_applicable")


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """What an edition makes of a plan.

    `permit_required` is None where the facts or the text at hand cannot tell. `requirements` maps each requirement of
    each action to whether it applies (None: open). Volumes are exact, None where not owed or not known; `beside` are
    the conclusions with rows that are switched off, where the text at hand is open. `guidance` is no part of the
    findings: there `met` is within what a manual advises, and `not_met` beyond it.
    """

    plan: Plan
    edition: Edition
    facts: Facts
    conclusions: Exploration[tuple[Conclusion, ...]]
    permit_required: bool | None
    permit_provisional: bool
    requirements: Mapping[tuple[str, Required], bool | None]
    required_volume_cf: Window | None
    provided_volume_cf: Window | None
    findings: tuple[Finding, ...]
    guidance: tuple[Finding, ...]
    duties: tuple[tuple[Duty, bool | None], ...]
    missing: tuple[str, ...]
    settled_by: tuple[str, ...]
    beside: tuple[Conclusion, ...]
    rests_on: tuple[RestsOn, ...]

    @property
    def exit_code(self) -> int:
        """1 if a finding is not met, else 2 if one is open, for judgment or provisional, else 0."""
        outcomes = {finding.outcome for finding in self.findings}
        if "not_met" in outcomes:
            return 1
        live = [finding for finding in self.findings if finding.outcome != "not_applicable"]
        doubtful = outcomes & {"cannot_tell", "for_judgment"} or any(finding.provisional for finding in live)
        return 2 if doubtful or self.permit_required is None or self.permit_provisional else 0


def assess(plan: Plan, edition: Edition, *, readings: bool = True) -> Assessment:
    """Return the assessment of a plan under an edition.

    With `readings` false the other choices of readings are not tried, which is several times faster: outcomes are the
    same, and `rests_on` is empty.
    """
    return assess_facts(plan, facts_of(plan), edition, readings=readings)


def assess_facts(plan: Plan, facts: Facts, edition: Edition, *, readings: bool = True) -> Assessment:
    """Return the assessment of facts that were already taken from the plan."""
    run = _Run(facts, edition)
    found = run.findings()
    rests_on: tuple[RestsOn, ...] = ()
    if readings:
        found, rests_on = _with_other_choices(run, found)
    conclusions = run.conclusions
    permits = [_permit(leaf.answer) for leaf in conclusions.leaves]
    permit = permits[0] if len(set(permits)) == 1 and conclusions.whole else None
    open_duties = _by_duty(conclusions)
    return Assessment(
        plan=plan,
        edition=edition,
        facts=facts,
        conclusions=conclusions,
        permit_required=permit,
        permit_provisional=permit is True and all(_permit_is_provisional(leaf.answer) for leaf in conclusions.leaves),
        requirements=_requirements(conclusions),
        required_volume_cf=_required_volume(conclusions),
        provided_volume_cf=run.provided_volume(),
        findings=found,
        guidance=run.guidance(),
        duties=run.duties(),
        missing=mattering(open_duties, run.by_name),
        settled_by=settling(open_duties, run.by_name),
        beside=run.beside() if permit is None else (),
        rests_on=rests_on,
    )


def _permit(conclusions: tuple[Conclusion, ...]) -> bool | None:
    permits = [conclusion.permit for conclusion in conclusions]
    return True if True in permits else None if None in permits else False


def _permit_is_provisional(conclusions: tuple[Conclusion, ...]) -> bool:
    due = [conclusion for conclusion in conclusions if conclusion.permit]
    return bool(due) and all(conclusion.provisional for conclusion in due)


def _by_duty(conclusions: Exploration[tuple[Conclusion, ...]]) -> Exploration[tuple[object, ...]]:
    leaves = tuple(leaf.answering(_signature(leaf.answer)) for leaf in conclusions.leaves)
    return Exploration(leaves, conclusions.whole)


def _requirements(
    conclusions: Exploration[tuple[Conclusion, ...]],
) -> dict[tuple[str, Required], bool | None]:
    worlds = [
        {(conclusion.action, required) for conclusion in leaf.answer for required in conclusion.required}
        for leaf in conclusions.leaves
    ]
    every = set().union(*worlds)
    common = set.intersection(*worlds) if worlds and conclusions.whole else set()
    return {item: (True if item in common else None) for item in sorted(every)}


def _required_volume(conclusions: Exploration[tuple[Conclusion, ...]]) -> Window | None:
    """Return the volume owed; None where none is owed in any world, an open window where worlds differ."""
    sums = []
    for leaf in conclusions.leaves:
        owed = [conclusion.volume_cf for conclusion in leaf.answer if conclusion.volume_cf is not None]
        undecided = any(conclusion.permit is None for conclusion in leaf.answer)
        sums.append(total(owed) if owed else Window(Fraction(0), None) if undecided else None)
    if all(item is None for item in sums):
        return None
    if len(set(sums)) == 1 and conclusions.whole:
        return sums[0]
    known = [item if item is not None else ZERO for item in sums]
    highs = [item.high for item in known]
    lows = [item.low for item in known if item.low is not None]
    return Window(
        min(lows) if lows else None, None if None in highs else max(high for high in highs if high is not None)
    )


class _Run:
    """One pass of an edition over the facts: conclusions, and an exploration for each criterion and item."""

    def __init__(self, facts: Facts, edition: Edition) -> None:
        self.facts = facts
        self.edition = edition
        self.by_name = facts.by_name
        self.conclusions = explore(conclude, facts=facts, edition=edition)
        # Criteria are judged once for each duty that the action may have, whichever row says so.
        distinct: dict[tuple[object, ...], tuple[Conclusion, ...]] = {}
        for leaf in self.conclusions.leaves:
            distinct.setdefault(tuple(conclusion.duty for conclusion in leaf.answer), leaf.answer)
        self.cases = tuple(distinct.values())[:MOST_CONCLUSIONS]
        self.concluded_from = self.conclusions.used
        self.judged: dict[tuple[str, str | None], tuple[Exploration[Judgment], ...]] = {}
        self._told: set[str] = set()

    def findings(self) -> tuple[Finding, ...]:
        """Return every finding, applicability first."""
        found = list(self.applicability())
        for criterion in self.edition.criteria.values():
            found.extend(self.of_criterion(criterion))
        return tuple(found)

    def applicability(self) -> tuple[Finding, ...]:
        """Return the findings of what brings the plan under the rule, frees it, and decides what it owes."""
        return applicability_findings(self.conclusions, self.edition, self.by_name)

    def guidance(self) -> tuple[Finding, ...]:
        """Return how the plan stands to what a manual advises, where that applies; none of it is required."""
        found: list[Finding] = []
        for advised in self.edition.guidance.values():
            items: tuple[str | None, ...] = (None,) if advised.subject is None else self.facts.ids(advised.subject)
            found += [replace(self._finding(advised, item), kind="guidance", basis=advised.basis) for item in items]
        return tuple(finding for finding in found if finding.outcome != "not_applicable")

    def applicability_outcomes(self) -> dict[tuple[str, str | None], Outcome]:
        """Return the outcomes of those findings alone."""
        found = applicability_findings(self.conclusions, self.edition, {})
        return {(finding.id, finding.item): finding.outcome for finding in found}

    def of_criterion(self, criterion: Criterion) -> list[Finding]:
        """Return the findings of one criterion, one for each item of its subject."""
        if criterion.subject is None:
            return [self._finding(criterion, None)]
        items = self.facts.ids(criterion.subject)
        unlisted = self.facts.unlisted.get(criterion.subject)
        if not items and unlisted is not None:
            return self._unlisted(criterion, unlisted)
        return [self._finding(criterion, item) for item in items]

    def _unlisted(self, criterion: Criterion, fields: tuple[str, ...]) -> list[Finding]:
        """Return that a criterion cannot be told where the plan does not say whether there is anything to judge.

        Once for a provision, whose rows may give it several criteria; not at all where it binds no plan like this.
        """
        if criterion.provision in self._told:
            return []
        whole = [clause for clause in criterion.when if not mentions(clause, f"{criterion.subject}.")]
        binding = replace(criterion, subject=None, when=tuple(whole), test=(), judge=None, judgment="unlisted")
        ways = [self._explore(binding, None, case) for case in self.cases]
        outcomes = {leaf.answer.outcome for way in ways for leaf in way.leaves}
        if outcomes == {"not_applicable"}:
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
                facts=given_facts(frozenset().union(*(way.used for way in ways)), self.by_name),
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
        if key not in self.judged:
            self.judged[key] = tuple(self._explore(criterion, item, case) for case in self.cases)
        return self.judged[key]

    def _explore(self, criterion: Criterion, item: str | None, case: tuple[Conclusion, ...]) -> Exploration[Judgment]:
        return explore(
            partial(judge, criterion=criterion, item=item),
            facts=self.facts,
            edition=self.edition,
            conclusions=case,
            concluded_from=self.concluded_from,
        )

    def outcome(self, criterion: Criterion, item: str | None) -> tuple[Outcome, tuple[str, ...]]:
        """Return the outcome of one criterion for one item, and its arithmetic, without what would settle it."""
        by_case = self.explored(criterion, item)
        leaves = [leaf for ways in by_case for leaf in ways.leaves]
        outcomes = {leaf.answer.outcome for leaf in leaves}
        shown = next((leaf for leaf in leaves if leaf.answer.outcome != "not_applicable"), leaves[0])
        single = len(outcomes) == 1 and all(ways.whole for ways in by_case)
        return (outcomes.pop() if single else "cannot_tell"), shown.answer.arithmetic

    def _finding(self, criterion: Criterion, item: str | None) -> Finding:
        by_case = self.explored(criterion, item)
        ways = Exploration(tuple(leaf for way in by_case for leaf in way.leaves), all(way.whole for way in by_case))
        outcomes = tuple(sorted({leaf.answer.outcome for leaf in ways.leaves}, key=_FIRST.index))
        outcome: Outcome = outcomes[0] if len(outcomes) == 1 and ways.whole else "cannot_tell"
        shown = next((leaf for leaf in ways.leaves if leaf.answer.outcome != "not_applicable"), ways.leaves[0])
        missing: tuple[str, ...] = ()
        settled: tuple[str, ...] = ()
        note = shown.answer.note
        if outcome == "cannot_tell":
            plain = self._with_conclusions(by_case)
            missing = tuple(dict.fromkeys((*shown.answer.missing, *mattering(plain, self.by_name))))
            settled = tuple(dict.fromkeys((*shown.answer.missing, *settling(plain, self.by_name))))
            if len(outcomes) > 1:
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
            facts=given_facts(ways.used, self.by_name),
            arithmetic=shown.answer.arithmetic,
            margins=margins_of(shown, criterion.id),
            provisional=provisional and outcome != "not_applicable",
            basis=basis if outcome != "not_applicable" else None,
            missing=missing,
            settled_by=settled,
            note=note,
            remedy=criterion.remedy if outcome in ("not_met", "cannot_tell") else "",
            legal_minimum=not criterion.helpful,
        )

    def _with_conclusions(self, by_case: tuple[Exploration[Judgment], ...]) -> Exploration[str]:
        """Return the ways by outcome alone, each led by the splits that decide what is owed."""
        leaves: list[Leaf[str]] = []
        for before in self.conclusions.leaves:
            duty = _signature(before.answer)
            for case, ways in zip(self.cases, by_case, strict=True):
                if len(self.cases) > 1 and _signature(case) != duty:
                    continue
                for leaf in ways.leaves:
                    said = leaf.answering(str(leaf.answer.outcome))
                    if len(self.cases) > 1:
                        regions = {**before.regions, **leaf.regions}
                        said = replace(said, splits=before.splits + leaf.splits, regions=regions)
                    leaves.append(said)
            if len(self.cases) == 1:
                break
        return Exploration(tuple(leaves), all(way.whole for way in by_case))

    def _provisional(self, criterion: Criterion, ways: Exploration[Judgment]) -> tuple[bool, str | None]:
        if criterion.provisional:
            return True, criterion.basis
        if any(_permit_is_provisional(case) for case in self.cases) and self.concluded_from <= ways.used:
            rows = sorted({row for case in self.cases for conclusion in case for row in conclusion.provisional})
            return True, "; ".join(f"{row}: {self.edition.rows[row].basis}" for row in rows)
        used = {row for leaf in ways.leaves for row in leaf.rows}
        for credit in self.edition.credits.values():
            if credit.provisional and credit.id in used:
                return True, credit.basis
        return False, None

    def provided_volume(self) -> Window | None:
        """Return what the practices provide, from numbers as written; None where nothing fixes it."""
        ways = explore(
            lambda world: world.number("provided_volume_cf"),
            facts=self.facts,
            edition=self.edition,
            conclusions=self.cases[0],
            concluded_from=self.concluded_from,
        )
        return ways.answers[0] if len(ways.answers) == 1 and ways.whole else None

    def duties(self) -> tuple[tuple[Duty, bool | None], ...]:
        """Return what the permit must carry, with whether it applies (None: open)."""
        found = []
        for duty in self.edition.duties.values():
            answers: set[bool] = set()
            for case in self.cases:
                ways = explore(
                    partial(_duty_applies, duty=duty), facts=self.facts, edition=self.edition, conclusions=case
                )
                answers |= set(ways.answers)
            applies = next(iter(answers)) if len(answers) == 1 else None
            if applies is not False:
                found.append((duty, applies))
        return tuple(found)

    def beside(self) -> tuple[Conclusion, ...]:
        """Return the conclusions with switched-off rows speaking too, where they are one answer and new."""
        ways = explore(conclude, facts=self.facts, edition=self.edition, all_rows=True)
        if len(ways.answers) != 1:
            return ()
        return tuple(conclusion for conclusion in ways.answers[0] if conclusion.provisional)


def _duty_applies(world: World, *, duty: Duty) -> bool:
    with world.source(duty.id):
        return world.all_hold(duty.when)


def _kind(criterion: Criterion) -> str:
    if criterion.exhibit is not None:
        return "exhibit"
    if criterion.statement is not None:
        return "statement"
    return "credit" if criterion.judge == "credit" else "criterion"


def _with_other_choices(run: _Run, found: tuple[Finding, ...]) -> tuple[tuple[Finding, ...], tuple[RestsOn, ...]]:
    """Ask again with the other choice of each reading that was consulted, one at a time."""
    edition = run.edition
    by_finding: dict[tuple[str, str | None], list[RestsOn]] = {}
    overall: list[RestsOn] = []
    asked = set(run.conclusions.readings)
    for by_case in run.judged.values():
        asked |= _readings_of(by_case)
    for reading in sorted(asked & set(edition.readings), key=_reading_order):
        if edition.taken[reading] == "as written":
            continue
        other = _Run(run.facts, edition.others[reading])
        taken = edition.taken[reading]
        other_choice = edition.readings[reading].other(taken)
        changed = [_signature(case) for case in other.cases] != [_signature(case) for case in run.cases]
        if changed:
            said = " or ".join(dict.fromkeys(_say(case) for case in other.cases))
            overall.append(RestsOn(reading=reading, choice=taken, other=other_choice, other_outcome=said))
        again = other.applicability_outcomes() if changed else {}
        for finding in found:
            key = (finding.id, finding.item)
            by_case_found = run.judged.get(key)
            if by_case_found is None and finding.id in edition.criteria:
                continue
            if by_case_found is None:
                outcome = again.get(key, "not_applicable")
                differs = changed and outcome != finding.outcome
            elif changed or reading in _readings_of(by_case_found):
                criterion = edition.others[reading].criteria[finding.id]
                outcome, arithmetic = other.outcome(criterion, finding.item)
                differs = (outcome, arithmetic) != (finding.outcome, finding.arithmetic)
            else:
                continue
            if differs:
                by_finding.setdefault(key, []).append(
                    RestsOn(reading=reading, choice=taken, other=other_choice, other_outcome=outcome)
                )
    result = tuple(
        replace(finding, rests_on=tuple(by_finding.get((finding.id, finding.item), ()))) for finding in found
    )
    return result, tuple(overall)


def _readings_of(by_case: tuple[Exploration[Judgment], ...]) -> frozenset[str]:
    return frozenset().union(*(ways.readings for ways in by_case))


def _reading_order(reading: str) -> tuple[int, str]:
    digits = reading[1:]
    return (int(digits) if digits.isdigit() else 0, reading)


def _signature(case: tuple[Conclusion, ...]) -> tuple[object, ...]:
    return tuple(conclusion.duty for conclusion in case)


def _say(case: tuple[Conclusion, ...]) -> str:
    parts = []
    for conclusion in case:
        if conclusion.permit is None:
            parts.append(f"{conclusion.action}: cannot tell")
        elif not conclusion.permit:
            parts.append(f"{conclusion.action}: no permit")
        else:
            duties = ", ".join(f"{item.requirement} ({item.scope})" for item in conclusion.required) or "no requirement"
            parts.append(f"{conclusion.action}: {duties}")
    return "; ".join(parts)
