"""One plan under one edition: what it owes, and a finding for every provision that is tested.

`assess` is the one public door. Applicability is explored first, then every criterion of the edition, each over the
worlds that open facts leave; findings that rest on a reading are asked again with the other choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from headwater.plan import Plan
from headwater.review.cases import signature
from headwater.review.completing import completed
from headwater.review.facts import facts_of
from headwater.review.other_choices import OtherChoices, with_other_choices
from headwater.review.run import Run, permit_is_provisional
from headwater.rules.deciding import Conclusion, Required
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.rules.finding import Finding, RestsOn
from headwater.rules.openness import mattering, settling
from headwater.rules.owing import Owed
from headwater.rules.provision import Duty
from headwater.rules.world import Exploration
from headwater.window import Window

_TOO_MANY: Final = (
    "Too many open facts hang together: what the actions owe may go in more ways than were looked at, or followed."
)
EACH_ALONE: Final = (
    f"{_TOO_MANY} Each action was asked alone instead, and what they may owe was joined in every way: what is told "
    "holds in all of them."
)
MORE_WAYS: Final = (
    f"{_TOO_MANY} Each action was asked alone instead, so that what is told of one holds in every way. A criterion is "
    "told where it hangs on nothing else that is owed; the others cannot be told. Write the facts named here with more "
    "digits, and check again."
)
MORE_WAYS_EACH: Final = (
    f"{_TOO_MANY} So may what one action owes alone. What hangs on that cannot be told. Write the facts named here "
    "with more digits, and check again."
)


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """What an edition makes of a plan.

    `permit_required` is None where the facts or the text at hand cannot tell. `requirements` maps each requirement of
    each action to whether it applies (None: open). `stopped` says, where open facts leave more ways than were looked
    at, what holds all the same. Volumes are exact, None where not owed or not known; `beside` are the conclusions with
    rows that are switched off, where the text at hand is open. `guidance` is no part of the findings: there `met` is
    within what a manual advises, and `not_met` beyond it.
    """

    plan: Plan
    edition: Edition
    facts: Facts
    owed: Owed
    stopped: str | None
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
    untried: tuple[str, ...]

    @property
    def conclusions(self) -> Exploration[tuple[Conclusion, ...]]:
        """Every way that was looked at in which what the actions owe together can go."""
        return self.owed.together

    @cached_property
    def _by_item(self) -> Mapping[str | None, tuple[Finding, ...]]:
        found: dict[str | None, list[Finding]] = {}
        for finding in self.findings:
            found.setdefault(finding.item, []).append(finding)
        return {item: tuple(findings) for item, findings in found.items()}

    def findings_of(self, item: str | None) -> tuple[Finding, ...]:
        """Return the findings of one item; tables ask it for each of very many."""
        return self._by_item.get(item, ())

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
    same, and `rests_on` is empty. What the plan's models compute is computed first, where that was not done already.
    """
    plan = completed(plan)
    return assess_facts(plan, facts_of(plan), edition, readings=readings)


def assess_facts(
    plan: Plan, facts: Facts, edition: Edition, *, readings: bool = True, settles: bool = True
) -> Assessment:
    """Return the assessment of facts that were already taken from the plan.

    With `settles` false it is not looked for which facts would settle what is open: outcomes are the same.
    """
    run = Run(facts, edition, settles=settles)
    found = run.findings()
    others = with_other_choices(run, found) if readings else OtherChoices(findings=found)
    owed, permit = run.owed, run.owed.permit
    open_duties = _by_duty(run.conclusions)
    # An exemption that earlier projects could defeat is none while the plan does not say whether there are any.
    unsaid = _unsaid_earlier(found, facts)
    if permit is False and unsaid:
        permit = None
    missing = mattering(open_duties, run.by_name) if settles else ()
    return Assessment(
        plan=plan,
        edition=edition,
        facts=facts,
        owed=owed,
        stopped=_stopped(run),
        permit_required=permit,
        permit_provisional=permit is True and _is_provisional(owed),
        requirements=owed.requirements,
        required_volume_cf=owed.volume_cf,
        provided_volume_cf=run.provided_volume(),
        findings=others.findings,
        guidance=run.guidance(),
        duties=run.duties(),
        missing=(*missing, *unsaid),
        settled_by=(*(settling(open_duties, run.by_name, among=missing) if settles else ()), *unsaid),
        beside=run.beside() if any(conclusion.open_because for case in run.cases for conclusion in case) else (),
        rests_on=others.rests_on,
        untried=others.untried,
    )


def _is_provisional(owed: Owed) -> bool:
    """Return whether the permit that is due rests on provisional rows alone, or may where that cannot be told."""
    if owed.whole:
        return all(permit_is_provisional(leaf.answer) for leaf in owed.together.leaves)
    return not any(
        ways.whole and all(leaf.answer.permit and not permit_is_provisional((leaf.answer,)) for leaf in ways.leaves)
        for ways in owed.by_action.values()
    )


def _stopped(run: Run) -> str | None:
    if run.whole:
        return None if run.owed.whole else EACH_ALONE
    return MORE_WAYS if run.owed.each_whole else MORE_WAYS_EACH


def _unsaid_earlier(findings: Iterable[Finding], facts: Facts) -> tuple[str, ...]:
    """Return the list of earlier projects where the plan leaves it out and what is owed may hang on it."""
    fields = facts.unlisted.get("earlier", ())
    matters = any(finding.kind == "aggregation" and finding.missing == fields for finding in findings)
    return fields if fields and matters else ()


def _by_duty(conclusions: Exploration[tuple[Conclusion, ...]]) -> Exploration[tuple[object, ...]]:
    leaves = tuple(leaf.answering(signature(leaf.answer)) for leaf in conclusions.leaves)
    return Exploration(leaves, conclusions.whole)
