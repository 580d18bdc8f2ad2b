"""What the other choice of each reading would have decided, one reading at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from headwater.review.cases import signature
from headwater.review.run import Run
from headwater.rules.deciding import Conclusion, Required
from headwater.rules.edition import AS_WRITTEN
from headwater.rules.finding import Finding, RestsOn
from headwater.rules.judging import requirement_words

MOST_LEAVES_TRIED = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherChoices:
    """Findings with the readings they rest on, those on which what is owed rests, and those that were not tried."""

    findings: tuple[Finding, ...]
    rests_on: tuple[RestsOn, ...] = ()
    untried: tuple[str, ...] = ()


def with_other_choices(run: Run, found: tuple[Finding, ...]) -> OtherChoices:
    """Ask again with the other choice of each reading that was consulted, one at a time.

    Where open facts leave what is owed to very many worlds, the readings of applicability are not tried: what they
    would decide is as open, and it would cost more than it tells. A reading counts as not tried, too, where some
    finding could not be looked at in every way by both choices.
    """
    edition = run.edition
    by_finding: dict[tuple[str, str | None], list[RestsOn]] = {}
    overall: list[RestsOn] = []
    asked = set(run.conclusions.readings)
    for judged in run.judged:
        asked |= run.asked(*judged) or frozenset()
    of_applicability = run.conclusions.readings
    too_open = len(run.conclusions.leaves) > MOST_LEAVES_TRIED or not run.conclusions.whole
    untried = []
    for reading in sorted(asked & set(edition.readings), key=_reading_order):
        if edition.taken[reading] == AS_WRITTEN:
            continue
        if reading in of_applicability and too_open:
            untried.append(reading)
            continue
        other = run.with_other(reading, same=reading not in of_applicability)
        if reading in of_applicability and not other.conclusions.whole:
            untried.append(reading)
            continue
        taken = edition.taken[reading]
        other_choice = edition.readings[reading].other(taken)
        changed = _owed(other) != _owed(run)
        if changed:
            said = " or ".join(dict.fromkeys(_say(leaf.answer) for leaf in other.conclusions.leaves))
            overall.append(RestsOn(reading=reading, choice=taken, other=other_choice, other_outcome=said))
        again = other.applicability_outcomes() if changed else {}
        # Where one of the two was not looked at in every way, that they come out alike would be no more than a guess.
        guessed = False
        for finding in found:
            key = (finding.id, finding.item)
            readings = run.asked(*key)
            if readings is None and finding.id in edition.criteria:
                continue
            if readings is None:
                outcome = again.get(key, "not_applicable")
                differs = changed and outcome != finding.outcome
            elif changed or reading in readings:
                criterion = edition.others[reading].criteria[finding.id]
                if not finding.whole or not other.looked_at_all(criterion, finding.item):
                    guessed = True
                    continue
                outcome, arithmetic = other.outcome(criterion, finding.item)
                differs = (outcome, arithmetic) != (finding.outcome, finding.arithmetic)
            else:
                continue
            if differs:
                by_finding.setdefault(key, []).append(
                    RestsOn(reading=reading, choice=taken, other=other_choice, other_outcome=outcome)
                )
        if guessed:
            untried.append(reading)
    result = tuple(
        replace(finding, rests_on=tuple(by_finding.get((finding.id, finding.item), ()))) for finding in found
    )
    return OtherChoices(findings=result, rests_on=tuple(overall), untried=tuple(untried))


def _owed(run: Run) -> list[object]:
    """Return what the actions may owe together, each different duty once."""
    return list(dict.fromkeys(signature(leaf.answer) for leaf in run.conclusions.leaves))


def _reading_order(reading: str) -> tuple[int, str]:
    digits = reading[1:]
    return (int(digits) if digits.isdigit() else 0, reading)


def _say(case: tuple[Conclusion, ...]) -> str:
    parts = []
    for conclusion in case:
        if conclusion.permit is None:
            parts.append(f"{conclusion.action}: cannot tell")
        elif not conclusion.permit:
            parts.append(f"{conclusion.action}: no permit")
        else:
            duties = ", ".join(_duty(required) for required in conclusion.required) or "no requirement"
            parts.append(f"{conclusion.action}: {duties}")
    return "; ".join(parts)


def _duty(required: Required) -> str:
    return f"{requirement_words(required.requirement)} ({required.scope.replace('_', ' ')})"
