"""A finding names every fact that it depends on: whatever else is drawn anew, it does not move.

Facts that a finding names may move it; those that it does not name may not, neither together nor each by itself.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from types import ModuleType

import pytest
from tests.invariants.perturbing import drawn_anew, drawn_one_by_one, random_facts
from tests.judges import judge_2005, judge_2011, judge_2024

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.assessment import Assessment, assess_facts
from headwater.review.run import Run
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts

JUDGES: dict[str, ModuleType] = {"mcwd-2005": judge_2005, "mcwd-2011": judge_2011, "mcwd-2024": judge_2024}
PLAN = read_plan_text("headwater: 1\nplan: drawn at random\nactions: [{id: works, kind: redevelopment}]")
DRAWS = [
    pytest.param(0, 67, id="67 sites"),
    *(pytest.param(seed, 1_000, id=f"1,000 sites, draw {seed}", marks=pytest.mark.proof) for seed in range(1, 5)),
]

Key = tuple[str, str, str | None]
OF_APPLICABILITY = ("trigger", "exemption", "table", "scope", "volume")


def by_facts(assessment: Assessment) -> dict[frozenset[str], dict[Key, str]]:
    """Return the outcomes of findings, those together that name the same facts."""
    groups: defaultdict[frozenset[str], dict[Key, str]] = defaultdict(dict)
    for finding in (*assessment.findings, *assessment.guidance):
        kind = "applicability" if finding.kind in OF_APPLICABILITY else finding.kind
        groups[frozenset(finding.facts)][kind, finding.id, finding.item] = finding.outcome
    return groups


def outcomes(facts: Facts, edition: Edition, keys: set[Key]) -> dict[Key, str]:
    """Return the outcomes of some findings; of applicability, one that does not stand there does not apply."""
    run = Run(facts, edition)
    found: dict[Key, str] = {}
    applicability = run.applicability_outcomes() if any(kind == "applicability" for kind, _, _ in keys) else {}
    for kind, name, item in keys:
        if kind == "applicability":
            found[kind, name, item] = applicability.get((name, item), "not_applicable")
        else:
            criterion = edition.guidance[name] if kind == "guidance" else edition.criteria[name]
            found[kind, name, item] = run.outcome(criterion, item)[0]
    return found


def requirements(facts: Facts, edition: Edition) -> set[tuple[object, ...]]:
    """Return what the actions may owe: permit, requirements and volume, in every way that facts leave open."""
    run = Run(facts, edition)
    return {tuple(conclusion.duty for conclusion in leaf.answer) for leaf in run.conclusions.leaves}


def unnamed_but_moving(facts: Facts, edition: Edition, rng: random.Random) -> Iterator[str]:
    """Yield each finding that moves when facts that it does not name are drawn anew."""
    assessment = assess_facts(PLAN, facts, edition, readings=False)
    for named, before in by_facts(assessment).items():
        after = outcomes(drawn_anew(facts, but=named, rng=rng), edition, set(before))
        for key in sorted(before, key=str):
            if after[key] != before[key]:
                yield f"{key} was {before[key]} and is {after[key]} by {culprits(facts, edition, key, named, rng)}"
    named = assessment.conclusions.used
    derived = {name for fact in named if fact in facts.by_name for name in facts.by_name[fact].derived_from}
    before_all = {tuple(conclusion.duty for conclusion in leaf.answer) for leaf in assessment.conclusions.leaves}
    after_all = requirements(drawn_anew(facts, but=named | derived, rng=rng), edition)
    if after_all != before_all:
        yield f"what is owed was {before_all} and is {after_all}"


def culprits(facts: Facts, edition: Edition, key: Key, named: frozenset[str], rng: random.Random) -> str:
    """Return the facts that move a finding by themselves."""
    before = outcomes(facts, edition, {key})
    moving = [
        name
        for name, changed in drawn_one_by_one(facts, but=named, rng=rng)
        if outcomes(changed, edition, {key}) != before
    ]
    return ", ".join(moving) or "several facts together"


@pytest.mark.parametrize(("seed", "count"), DRAWS)
@pytest.mark.parametrize("key", JUDGES)
def test_no_fact_that_a_finding_does_not_name_moves_it(key: str, seed: int, count: int) -> None:
    edition = load_edition(key)
    rng = random.Random(seed)
    for _ in range(count):
        facts = random_facts(rng, judge=JUDGES[key], key=key)
        assert list(unnamed_but_moving(facts, edition, rng)) == []
