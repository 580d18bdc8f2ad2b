"""The smallest size that meets everything, by trying: bisection, and then a look at what is smaller.

What is asked of a size is every criterion that comes out as met or not met at one of the sizes tried, and the guidance
on the practice itself, as its drawdown. A criterion that is not met whatever the size is told apart: no size helps it.
More of something may be worse too (a deeper basin comes nearer to the water), so that sizes below the one found are
tried as well, and the answer says how many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from headwater.plan import Plan
from headwater.review.assessment import Assessment, assess
from headwater.review.sizing.variables import Variable
from headwater.rules.edition import Edition

Outcomes = Mapping[tuple[str, str | None], str]
PlanAt = Callable[[int], Plan]
Progress = Callable[[str], None]

BELOW_TRIED: Final = 24
SPREAD: Final = 16
_JUDGED: Final = ("met", "not_met")
_ASKED: Final = ("criterion", "guidance")


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One size, in steps, and how each criterion comes out."""

    steps: int
    outcomes: Outcomes
    assessment: Assessment


@dataclass(frozen=True, kw_only=True)
class Sized:
    """What was found.

    `found` is the smallest size that meets all of `asked`, None where none does; `less` the one an increment smaller,
    which does not, None where there is no smaller one. `beyond` are criteria that no size tried meets, `open_` those
    that cannot be told. `trials` is how many sizes were tried, `below` how many of them under the one found.
    """

    variable: Variable
    practice: str
    edition: Edition
    found: Trial | None
    less: Trial | None
    asked: tuple[tuple[str, str | None], ...]
    beyond: tuple[tuple[str, str | None], ...]
    open_: tuple[tuple[str, str | None], ...]
    trials: int
    below: int


def smallest(
    variable: Variable, plan_at: PlanAt, edition: Edition, *, practice: str, progress: Progress | None = None
) -> Sized:
    """Return the smallest size of `variable` with which the plan meets what is asked of it.

    Parameters
    ----------
    plan_at
        Gives the plan with a size, in steps; it is asked for each size once.
    progress
        Called with a line before each size is tried.

    Raises
    ------
    HeadwaterError
        If the plan cannot be assessed at a size.
    """
    tried = _Tried(variable, plan_at, edition, practice, progress)
    for steps in _spread(variable):
        tried.at(steps)
    asked, beyond, open_ = tried.asked()
    # Where nothing can be told there is nothing to size by, and every size would do.
    passing = sorted(steps for steps in tried.known if asked and tried.meets(steps, asked))
    below = 0
    if passing:
        best = tried.down(passing[0], asked)
        below, better = tried.look_below(best, asked)
        if better is not None:
            best = tried.down(better, asked)
    found = tried.known[best] if passing else None
    less = tried.at(found.steps - 1) if found is not None and found.steps > variable.least else None
    return Sized(
        variable=variable,
        practice=practice,
        edition=edition,
        found=found,
        less=less,
        asked=asked,
        beyond=beyond,
        open_=open_,
        trials=len(tried.known),
        below=below,
    )


def _spread(variable: Variable) -> list[int]:
    """Return sizes over the whole range, closer together near the smallest, and the one that stands in the plan."""
    least, most = variable.least, variable.most
    span = most - least
    sizes = {least + round(span * (place / SPREAD) ** 3) for place in range(SPREAD + 1)}
    near = {variable.now + round(variable.now * share) for share in (-0.5, -0.2, 0, 0.2, 0.5, 1)}
    return sorted({size for size in sizes | near if least <= size <= most})


@dataclass
class _Tried:
    variable: Variable
    plan_at: PlanAt
    edition: Edition
    practice: str
    progress: Progress | None
    known: dict[int, Trial] = field(default_factory=dict)

    def at(self, steps: int) -> Trial:
        trial = self.known.get(steps)
        if trial is None:
            if self.progress is not None:
                self.progress(f"{self.variable.what}: {self.variable.told(steps)}")
            assessment = assess(self.plan_at(steps), self.edition, readings=False)
            trial = self.known[steps] = Trial(steps=steps, outcomes=self._outcomes(assessment), assessment=assessment)
        return trial

    def _outcomes(self, assessment: Assessment) -> Outcomes:
        found = {(one.id, one.item): one.outcome for one in assessment.findings if one.kind == "criterion"}
        advised = (one for one in assessment.guidance if one.item == self.practice)
        return {**found, **{(one.id, one.item): one.outcome for one in advised}}

    def asked(self) -> tuple[tuple[tuple[str, str | None], ...], ...]:
        """Return what sizes decide, what none of them meets, and what none of them can tell."""
        every = {key for trial in self.known.values() for key in trial.outcomes}
        by_key = {key: {trial.outcomes.get(key, "not_applicable") for trial in self.known.values()} for key in every}
        order = sorted(by_key, key=lambda key: (key[0], key[1] or ""))
        beyond = tuple(key for key in order if by_key[key] == {"not_met"})
        asked = tuple(key for key in order if "met" in by_key[key])
        untold = (key for key in order if "cannot_tell" in by_key[key] and "met" not in by_key[key])
        open_ = tuple(key for key in untold if key[0] in self.edition.criteria)
        return asked, beyond, open_

    def meets(self, steps: int, asked: tuple[tuple[str, str | None], ...]) -> bool:
        outcomes = self.at(steps).outcomes
        return all(outcomes.get(key, "not_applicable") in ("met", "not_applicable") for key in asked)

    def down(self, passing: int, asked: tuple[tuple[str, str | None], ...]) -> int:
        """Return the smallest size that meets all, between the next smaller one that does not and this one."""
        failing = max((steps for steps in self.known if steps < passing and not self.meets(steps, asked)), default=None)
        if failing is None:
            if passing == self.variable.least or self.meets(self.variable.least, asked):
                return self.variable.least
            failing = self.variable.least
        while passing - failing > 1:
            middle = (passing + failing) // 2
            if self.meets(middle, asked):
                passing = middle
            else:
                failing = middle
        return passing

    def look_below(self, best: int, asked: tuple[tuple[str, str | None], ...]) -> tuple[int, int | None]:
        """Return how many smaller sizes were tried in all, and the smallest of them that meets all, if one does."""
        span = best - self.variable.least
        for place in range(1, BELOW_TRIED):
            self.at(self.variable.least + span * place // BELOW_TRIED)
        under = [steps for steps in self.known if steps < best]
        return len(under), min((steps for steps in under if self.meets(steps, asked)), default=None)
