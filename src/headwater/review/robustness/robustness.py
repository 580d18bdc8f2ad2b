"""Every finding of an assessment, asked again at both ends of every range, one range at a time.

A finding is *robust* where it is met and stays met, *fragile* where it is met and does not stay so, *failing* where it
is not met, and *open* where it cannot be told. What two ranges do together is not tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from headwater.errors import HeadwaterError
from headwater.plan import Plan
from headwater.plan.computed import as_stated
from headwater.review.assessment import Assessment, assess
from headwater.review.robustness.ranges import Range, usual_ranges
from headwater.review.robustness.varying import varied
from headwater.rules.edition import Edition
from headwater.rules.finding import Finding, Margin

Standing = Literal["robust", "fragile", "failing", "open"]
Progress = Callable[[str], None]
Key = tuple[str, str | None]


@dataclass(frozen=True, kw_only=True)
class Swing:
    """How a finding comes out at the two ends of a range; margins are those of the same comparison as without it."""

    of: Range
    outcomes: tuple[str, str]
    margins: tuple[Margin | None, Margin | None]
    turns: bool
    """Whether an end comes out otherwise than without it."""

    @property
    def fails(self) -> bool:
        """Whether an end comes out otherwise than being met."""
        return any(outcome not in ("met", "not_applicable") for outcome in self.outcomes)


@dataclass(frozen=True, kw_only=True)
class Stood:
    """One finding, how it stands, and its swings, the widest first."""

    finding: Finding
    standing: Standing
    margin: Margin | None
    swings: tuple[Swing, ...]


@dataclass(frozen=True, kw_only=True)
class Robustness:
    """How every finding stands; `without` are ranges of which the plan states nothing, or with which it cannot run."""

    assessment: Assessment
    ranges: tuple[Range, ...]
    findings: tuple[Stood, ...]
    without: tuple[tuple[Range, str], ...]


def robustness_of(
    plan: Plan, edition: Edition, *, ranges: Sequence[Range] | None = None, progress: Progress | None = None
) -> Robustness:
    """Return how the findings on a plan stand when it is varied.

    Parameters
    ----------
    ranges
        What is varied, and how far; None takes the ranges that come with Headwater.
    progress
        Called with a line before each run.
    """
    stated = as_stated(plan)
    base = assess(plan, edition, readings=False)
    tried: list[tuple[Range, tuple[Assessment, Assessment]]] = []
    without: list[tuple[Range, str]] = []
    chosen = usual_ranges() if ranges is None else tuple(ranges)
    for one in chosen:
        ends = []
        for end in (one.low, one.high):
            if progress is not None:
                progress(f"{one.title} {one.said(end)}")
            try:
                changed = varied(stated, one.name, end.amount)
                ends.append(None if changed is None else assess(changed, edition, readings=False))
            except HeadwaterError as error:
                without.append((one, f"{one.said(end)}: {error}"))
                break
        low, high = (*ends, None, None)[:2]
        if low is not None and high is not None:
            tried.append((one, (low, high)))
        elif not any(other is one for other, _ in without):
            without.append((one, "the plan states nothing of the kind"))
    findings = tuple(_stood(finding, tried) for finding in base.findings if _asked(finding))
    return Robustness(assessment=base, ranges=chosen, findings=findings, without=tuple(without))


def _asked(finding: Finding) -> bool:
    return finding.kind == "criterion" and finding.outcome in ("met", "not_met", "cannot_tell")


def _stood(finding: Finding, tried: Sequence[tuple[Range, tuple[Assessment, Assessment]]]) -> Stood:
    key = (finding.id, finding.item)
    base = _looked_at(finding)
    swings = [_swing(key, finding.outcome, base, one, ends) for one, ends in tried]
    moved = [swing for swing in swings if swing.turns or (base is not None and swing.margins != (base, base))]
    standing: Standing = "open"
    if finding.outcome == "not_met":
        standing = "failing"
    elif finding.outcome == "met":
        standing = "fragile" if any(swing.fails for swing in swings) else "robust"
    ordered = sorted(moved, key=lambda swing: -_width(swing, base))
    return Stood(finding=finding, standing=standing, margin=base, swings=tuple(ordered))


def _looked_at(finding: Finding) -> Margin | None:
    """Return the comparison whose margin is followed: the nearest that is not exactly at its threshold, if any.

    Nothing compared with nothing, as the runoff of a storm that runs off nowhere, stays at it whatever is varied.
    """
    apart = [one for one in finding.margins if one.distance != 0]
    nearest = min(apart, key=lambda one: abs(one.distance / (one.threshold or 1)), default=None)
    return nearest or finding.margin


def _swing(key: Key, outcome: str, base: Margin | None, one: Range, ends: tuple[Assessment, Assessment]) -> Swing:
    found = [next((f for f in end.findings if (f.id, f.item) == key), None) for end in ends]
    low, high = (("not_applicable" if f is None else f.outcome) for f in found)
    first, second = (_same(base, f) for f in found)
    return Swing(of=one, outcomes=(low, high), margins=(first, second), turns={low, high} != {outcome})


def _same(base: Margin | None, finding: Finding | None) -> Margin | None:
    """Return the margin of the same comparison: another may be the nearest once the plan is varied."""
    if base is None or finding is None:
        return None
    every = [*finding.margins, *([finding.margin] if finding.margin else [])]
    same = [one for one in every if (one.fact, one.op) == (base.fact, base.op)]
    return same[0] if same else None


def _width(swing: Swing, base: Margin | None) -> float:
    values = [float(one.distance) for one in (*swing.margins, base) if one is not None]
    return max(values) - min(values) if values else 0.0
