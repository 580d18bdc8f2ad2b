"""One plan under one edition: what it owes, and a finding for every provision that is tested.

`assess` is the one public door. Applicability is explored first, then every criterion of the edition, each over the
worlds that open facts leave; findings that rest on a reading are asked again with the other choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from headwater.plan import Plan
from headwater.review.completing import completed
from headwater.review.facts import facts_of
from headwater.review.other_choices import OtherChoices, with_other_choices
from headwater.review.run import Run, permit_is_provisional, signature
from headwater.rules.deciding import Conclusion, Required
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.rules.finding import Finding, RestsOn
from headwater.rules.openness import mattering, settling
from headwater.rules.provision import Duty
from headwater.rules.world import Exploration
from headwater.window import ZERO, Window, total


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
    untried: tuple[str, ...]

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
    conclusions = run.conclusions
    permits = [_permit(leaf.answer) for leaf in conclusions.leaves]
    permit = permits[0] if len(set(permits)) == 1 and conclusions.whole else None
    open_duties = _by_duty(conclusions)
    # An exemption that earlier projects could defeat is none while the plan does not say whether there are any.
    unsaid = _unsaid_earlier(found, facts)
    if permit is False and unsaid:
        permit = None
    missing = mattering(open_duties, run.by_name) if settles else ()
    return Assessment(
        plan=plan,
        edition=edition,
        facts=facts,
        conclusions=conclusions,
        permit_required=permit,
        permit_provisional=permit is True and all(permit_is_provisional(leaf.answer) for leaf in conclusions.leaves),
        requirements=_requirements(conclusions),
        required_volume_cf=_required_volume(conclusions),
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


def _permit(conclusions: tuple[Conclusion, ...]) -> bool | None:
    permits = [conclusion.permit for conclusion in conclusions]
    return True if True in permits else None if None in permits else False


def _unsaid_earlier(findings: Iterable[Finding], facts: Facts) -> tuple[str, ...]:
    """Return the list of earlier projects where the plan leaves it out and what is owed may hang on it."""
    fields = facts.unlisted.get("earlier", ())
    matters = any(finding.kind == "aggregation" and finding.missing == fields for finding in findings)
    return fields if fields and matters else ()


def _by_duty(conclusions: Exploration[tuple[Conclusion, ...]]) -> Exploration[tuple[object, ...]]:
    leaves = tuple(leaf.answering(signature(leaf.answer)) for leaf in conclusions.leaves)
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
