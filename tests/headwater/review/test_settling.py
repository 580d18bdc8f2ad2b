"""What settles an open answer settles it, whatever the values: brute force, by writing values into the file."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.headwater.review.editing import Tree, put, text_of, tree_of

from headwater.editions.registry import load_edition
from headwater.errors import PlanFileError
from headwater.intake.plan_file import read_plan_text
from headwater.review.assessment import Assessment, assess
from headwater.review.naming import plan_field
from headwater.rules.condition import family_of
from headwater.rules.edition import Edition
from headwater.rules.fact import Fact
from headwater.rules.finding import Finding
from headwater.units import FAMILIES
from headwater.window import Window

NO_SIZES = """\
headwater: 1
plan: Sizes are not known yet
applicant: {public_body: no}
site: {area: 2.55 ac}
surfaces: {reconstructed: "12,000 sf"}
actions: [{id: store, kind: redevelopment, use: commercial}]
earlier_projects: none
practices: [{id: basin, kind: infiltration basin}]
"""
NO_SITE = """\
headwater: 1
plan: The site is not measured yet
surfaces: {kept: none, reconstructed: none, removed: none, new: 0.30 ac}
actions: [{id: plat, kind: subdivision, housing: both}]
earlier_projects: none
discharge: {points: [{id: out, existing: {1-yr: 4.5 cfs}, proposed: {1-yr: 4.4 cfs, 10-yr: 8.0 cfs}}]}
"""
NO_WATERS = """\
headwater: 1
plan: Little is known of the water beside it
applicant: {public_body: no}
site: {area: exactly 3 ac, disturbed: exactly 2 ac, former_use: other}
surfaces: {kept: none, reconstructed: none, removed: none, new: "60,000 sf"}
actions: [{id: plat, kind: new development, use: residential}]
earlier_projects: none
practices: [{id: tree, kind: tree new}, {id: basin, kind: infiltration basin, bottom: 910.0 ft NAVD88}]
structures: [{id: house, low_opening: 930.5 ft NAVD88}]
waters: [{id: pond, kind: wetland, bounce: {existing: {1-yr: 0.4 ft}}}]
landlocked: [{id: hollow, volume_existing: "1,000 cf"}]
exhibits: [{exhibit: property-lines, document: Plans, page: C-1}]
"""
ROUNDED = """\
headwater: 1
plan: Everything is said, in few digits
site: {area: 5 ac, disturbed: 2 ac, former_use: other}
surfaces: {kept: none, reconstructed: none, removed: none, new: 0.9 ac}
actions: [{id: yard, kind: new development, use: commercial}]
earlier_projects: none
practices: [{id: basin, kind: infiltration basin, volume_below_overflow: "3,400 cf"}]
"""
PLANS = {"sizes": NO_SIZES, "site": NO_SITE, "waters": NO_WATERS, "rounded": ROUNDED}


@pytest.mark.parametrize("key", ["mcwd-2005", "mcwd-2011", "mcwd-2024"])
@pytest.mark.parametrize("name", PLANS)
def test_whatever_the_values_of_the_settling_facts_nothing_is_left_open(
    name: str, key: str, how_many: Callable[[int, int], int]
) -> None:
    random = Random(f"{name} {key}")
    edition = load_edition(key)
    tree = tree_of(PLANS[name])
    before = assess(read_plan_text(PLANS[name]), edition, readings=False)
    settled: dict[tuple[str, ...], list[Finding]] = {}
    for finding in before.findings:
        if finding.outcome == "cannot_tell":
            settled.setdefault(finding.settled_by, []).append(finding)
    assert settled
    tried = 0
    for facts, findings in settled.items():
        for _ in range(how_many(2, 60)):
            filled = drawn(tree, facts, before, random)
            try:
                plan = read_plan_text(text_of(filled))
            except PlanFileError:
                continue  # the draw contradicts the rest of the plan
            tried += 1
            after = assess(plan, edition, readings=False)
            for finding in findings:
                assert not open_facts(finding, after), (finding.id, finding.item, facts, text_of(filled))
    assert tried > 0


def test_no_fact_of_a_settling_set_can_be_left_out() -> None:
    # Of the store nothing is known but its site and what it rebuilds: each of the facts told can leave it open.
    edition = load_edition("mcwd-2011")
    tree = put(tree_of(NO_SIZES), "site.area", "exactly 2.55 ac")
    before = assess(read_plan_text(text_of(tree)), edition, readings=False)
    assert before.permit_required is None
    assert len(before.settled_by) > 1
    for left_out in before.settled_by:
        others = tuple(fact for fact in before.settled_by if fact != left_out)
        random = Random(left_out)
        outcomes = []
        for _ in range(60):
            try:
                plan = read_plan_text(text_of(drawn(tree, others, before, random)))
            except PlanFileError:
                continue
            outcomes.append(assess(plan, edition, readings=False))
        assert any(one.missing for one in outcomes), left_out


def test_a_load_is_not_settled_while_its_baseline_is_open() -> None:
    # 7 lb/yr are less than the 10 of the existing land and more than the 5 of a meadow, which row crop is compared as.
    loads = "phosphorus: {existing: exactly 10 lb/yr, meadow: exactly 5 lb/yr, proposed: exactly 7 lb/yr}"
    tree = tree_of(f"""{NO_SITE}{loads}\n""")
    edition = load_edition("mcwd-2011")
    by_use = {
        use: _outcome_of_load(put(put(tree, "site.area", "exactly 2 ac"), "site.former_use", use), edition)
        for use in ("other", "row crop")
    }
    assert by_use == {"other": "met", "row crop": "not_met"}
    open_load = next(one for one in assess(read_plan_text(NO_SITE), edition).findings if one.id == "2011.3.a.1")
    assert "former_use" in open_load.settled_by


def _outcome_of_load(tree: Tree, edition: Edition) -> str:
    filled = put(put(tree, "surfaces.new", "exactly 0.5 ac"), "actions[plat].lots", "2")
    plan = read_plan_text(text_of(filled))
    return next(one.outcome for one in assess(plan, edition, readings=False).findings if one.id == "2011.3.a.1")


# ---- values for facts ------------------------------------------------------------------------------------------------


def drawn(tree: Tree, facts: tuple[str, ...], before: Assessment, random: Random) -> Tree:
    """Return the plan file with a value drawn for each fact, in the place where it is written."""
    filled = copy.deepcopy(tree)
    for name in facts:
        field = plan_field(name)
        if name.startswith("exhibits."):
            _exhibit(filled, name.removeprefix("exhibits."), random)
        elif name.endswith(("evidence", ".engineer")):
            filled = put(filled, field, "sheet 4")
        else:
            value = _value(name, before.facts.by_name.get(name), random)
            filled = put(filled, field, value)
    return filled


def _exhibit(filled: Tree, key: str, random: Random) -> None:
    listed = filled.setdefault("exhibits", [])
    if not isinstance(listed, list):
        listed = filled["exhibits"] = []
    if random.random() < 0.7:
        listed.append({"exhibit": key, "document": "Plans", "page": "1", "date": "2020-01-01"})


def _value(name: str, fact: Fact | None, random: Random) -> Any:
    if fact is None:
        return random.choice(["yes", "no"]) if name.startswith("answers.") else "none"
    if not isinstance(fact.region, Window):
        return random.choice(sorted(fact.region))
    family = family_of(name.partition("].")[2] or name)
    number = _number(fact.region, random)
    if family is None:
        return str(max(0, int(number)))
    units = FAMILIES[family]
    if family == "length" and name.endswith(("low_opening_ft", "high_water_ft", "bottom_ft", "saturation_ft")):
        return f"exactly {float(abs(number)):.4f} ft NAVD88"
    number = number / units.units[units.base] if family == "fraction" else number
    text = f"{'-' if number < 0 else ''}{float(abs(number)):.4f}"
    return f"exactly {text}:1" if family == "slope" else f"exactly {text} {units.base}"


def _number(window: Window, random: Random) -> Fraction:
    """Return a number of a window; one without an end goes on for less or more."""
    span = Fraction(random.choice([1, 10, 1_000, 50_000, 300_000]))
    low = window.low if window.low is not None else (window.high or Fraction(0)) - span
    high = window.high if window.high is not None else low + span
    at = low + (high - low) * Fraction(random.choice([0, 1, 999, *(random.randint(1, 999) for _ in range(5))]), 1_000)
    return Fraction(round(at * 1_000), 1_000)


def open_facts(before: Finding, after: Assessment) -> list[str]:
    """Return the open facts on which a finding still hangs; what is known and says too little is no open fact."""
    found = [one for one in after.findings if (one.kind, one.id, one.item) == (before.kind, before.id, before.item)]
    if not found or found[0].outcome != "cannot_tell":
        return []
    known = after.facts.by_name
    return [name for name in found[0].missing if (name in known and not known[name].known) or _is_unsaid(name, known)]


def _is_unsaid(name: str, known: Any) -> bool:
    return name not in known and name.startswith(("answers.", "exhibits."))
