"""Nothing that is told of a rounded plan is contradicted by an exact plan that may be behind it.

The plans are `rounded_plans`: many have more open facts than can be looked at in every way. What is said to be met, not
met, not applicable, needed or not needed must come out so for every exact plan inside the windows; these are judged by
the same edition, but in one world, where nothing is bounded. Of what rows say the same, or need not be looked into, a
note tells; that is no statement about the one row.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from tests.invariants.rounded_plans import RoundedPlan, rounded_plan

from headwater.editions.registry import SUPPLIED, load_edition
from headwater.errors import PlanFileError
from headwater.plan import Plan
from headwater.review.applicability import ANOTHER_SAYS_IT, NOT_LOOKED_INTO
from headwater.review.assessment import Assessment, assess_facts
from headwater.review.facts import facts_of
from headwater.rules.edition import Edition

OPEN: Final = "cannot_tell"
SAYS_NOTHING: Final = (ANOTHER_SAYS_IT, NOT_LOOKED_INTO)
MOST_ENDS: Final = 5
every_edition = pytest.mark.parametrize("key", sorted(SUPPLIED))


def judged(plan: Plan, edition: Edition) -> Assessment:
    """Return the assessment without what would settle it, which is no statement about the plan."""
    return assess_facts(plan, facts_of(plan), edition, readings=False, settles=False)


def drawn(seeds: range) -> Iterator[tuple[int, random.Random, RoundedPlan, Plan]]:
    """Yield plans that do not contradict themselves."""
    for seed in seeds:
        rng = random.Random(seed)
        rounded = rounded_plan(rng)
        try:
            plan = rounded.plan
        except PlanFileError:
            continue
        yield seed, rng, rounded, plan


def contradicted(said: Assessment, exact: Assessment) -> Iterator[str]:
    """Yield what is told of a rounded plan that an exact plan behind it shows to be untrue."""
    if said.permit_required not in (None, exact.permit_required):
        yield f"permit {said.permit_required}, and is {exact.permit_required}"
    found = {(finding.id, finding.item): finding for finding in said.findings}
    after = {(finding.id, finding.item): finding.outcome for finding in exact.findings}
    for key, finding in found.items():
        outcome = after.get(key, "not_applicable")
        if finding.outcome not in (OPEN, outcome) and finding.note not in SAYS_NOTHING:
            yield f"{key} {finding.outcome}, and is {outcome}"
        if finding.outcome == OPEN and finding.outcomes and outcome not in (*finding.outcomes, OPEN):
            yield f"{key} one of {finding.outcomes}, and is {outcome}"
    for key, outcome in after.items():
        if key not in found and outcome != "not_applicable":
            yield f"{key} not mentioned, and is {outcome}"
    if said.owed.each_whole:
        yield from _other_duties(said, exact)
    if said.required_volume_cf is None and exact.required_volume_cf is not None:
        yield f"no volume, and is {exact.required_volume_cf}"


def _other_duties(said: Assessment, exact: Assessment) -> Iterator[str]:
    for key, applies in said.requirements.items():
        if applies and not exact.requirements.get(key):
            yield f"{key} required, and is not"
    yield from (f"{key} not required, and is" for key in exact.requirements if key not in said.requirements)
    carried = {duty.id: applies for duty, applies in said.duties}
    due = {duty.id: applies for duty, applies in exact.duties}
    yield from (
        f"duty {name} applies, and does not" for name, applies in carried.items() if applies and not due.get(name)
    )
    yield from (
        f"duty {name} left out, and applies" for name, applies in due.items() if applies and name not in carried
    )


@every_edition
def test_no_exact_plan_inside_the_windows_contradicts_what_is_told(
    key: str, how_many: Callable[[int, int], int]
) -> None:
    edition = load_edition(key)
    stopped = tried = 0
    for seed, rng, rounded, plan in drawn(range(how_many(50, 3_000))):
        said = judged(plan, edition)
        stopped += not said.conclusions.whole
        for _ in range(how_many(1, 4)):
            exact = rounded.behind(rng)
            if exact is not None:
                tried += 1
                assert list(contradicted(said, judged(exact, edition))) == [], f"plan {seed}"
    assert tried > 40
    assert stopped > 0


@every_edition
def test_no_choice_of_ends_contradicts_what_is_told(key: str, how_many: Callable[[int, int], int]) -> None:
    edition = load_edition(key)
    tried = 0
    for seed, _, rounded, plan in drawn(range(5_000, 5_000 + how_many(60, 1_500))):
        if len(rounded.rounded) > MOST_ENDS:
            continue
        said = judged(plan, edition)
        for exact in itertools.islice(rounded.at_ends(), how_many(12, 2**MOST_ENDS)):
            tried += 1
            assert list(contradicted(said, judged(exact, edition))) == [], f"plan {seed}"
    assert tried > 50
