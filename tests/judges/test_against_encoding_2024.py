"""The 2024 edition decides every site as its judge does, but for readings that are named here.

Two choices that the judge calls J1 and J2 are readings of the edition, R82 and R83. The judge lets a common plan as a
whole stay below the limits of 2(b), the edition each action by itself: that is R86. The text settled the rest, or a
reading was recorded (R109).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.judges import judge_2024
from tests.judges.adapter import Found, concluded, facts_of_site, found_by, found_by_judge
from tests.judges.comparison import DRAWS, DRAWS_OF_A_READING, Disagreement, parted, sites, taking_otherwise

from headwater.editions.registry import load_edition

KEY = "mcwd-2024"
# The judge takes the volume of a phase over its whole common plan unless J1 is named; by R82 the edition does not.
AS_THE_EDITION = frozenset({"J1"})
# Each reading that decides what an action owes, by the name that the judge has for it.
NAMED = {
    **{name: name for name in ("R11", "R12", "R14", "R20", "R33", "R43", "R65", "R66", "R67", "R68")},
    "R83": "J2",
}
EXPLAINS = "R86"
FITS: dict[str, Callable[[Any], bool]] = {
    # By R67 a development or way that grades is free of section 3; the judge frees a subdivision too.
    "R67": lambda site: site.kind != "subdivision",
}


def explained(found: Disagreement | None) -> bool:
    """Whether judge and edition agree once R86 is taken otherwise."""
    return found is None or _taking(EXPLAINS, found.site) == found.judge


def _taking(reading: str, site: Any) -> Found:
    return found_by(concluded(facts_of_site(site, key=KEY), taking_otherwise(KEY, reading)))


@pytest.mark.parametrize(("seed", "count"), DRAWS)
def test_edition_and_judge_agree_on_every_site_but_for_r86(seed: int, count: int) -> None:
    edition = load_edition(KEY)
    for site in sites(judge_2024, seed=seed, count=count):
        found = parted(judge_2024, site, edition=edition, other=AS_THE_EDITION)
        assert explained(found), str(found)


@pytest.mark.parametrize(("seed", "count"), DRAWS_OF_A_READING)
@pytest.mark.parametrize("reading", NAMED)
def test_they_agree_with_a_reading_taken_otherwise_too(reading: str, seed: int, count: int) -> None:
    edition = taking_otherwise(KEY, reading)
    both = edition.choosing({EXPLAINS: edition.readings[EXPLAINS].other(edition.taken[EXPLAINS])})
    other = AS_THE_EDITION | {NAMED[reading]}
    for site in sites(judge_2024, seed=seed, count=count, fit=FITS.get(reading)):
        found = parted(judge_2024, site, edition=edition, other=other)
        assert found is None or parted(judge_2024, site, edition=both, other=other) is None, str(found)


@pytest.mark.parametrize(("seed", "count"), DRAWS_OF_A_READING)
def test_where_the_volume_is_the_common_plans_the_judge_agrees_as_it_stands(seed: int, count: int) -> None:
    edition = taking_otherwise(KEY, "R82")
    both = edition.choosing({EXPLAINS: edition.readings[EXPLAINS].other(edition.taken[EXPLAINS])})
    for site in sites(judge_2024, seed=seed, count=count):
        found = parted(judge_2024, site, edition=edition)
        assert found is None or parted(judge_2024, site, edition=both) is None, str(found)


@pytest.mark.parametrize(("seed", "count"), DRAWS_OF_A_READING)
def test_where_the_jump_of_r13_is_smoothed_the_volumes_agree(seed: int, count: int) -> None:
    edition = taking_otherwise(KEY, "R13")
    for site in sites(judge_2024, seed=seed, count=count):
        due = judge_2024.judge(site, other=AS_THE_EDITION | {"R13"})
        found = found_by(concluded(facts_of_site(site, key=KEY), edition))
        if due.permit == found.permit:
            assert found.required_volume_cf == due.required_volume_cf, site


@pytest.mark.parametrize(("seed", "count"), DRAWS_OF_A_READING)
@pytest.mark.parametrize("otherwise", [frozenset(), frozenset({"R68"})], ids=["as it stands", "R68"])
def test_with_the_rows_that_are_switched_off_they_agree_too(otherwise: frozenset[str], seed: int, count: int) -> None:
    edition = load_edition(KEY).choosing(dict.fromkeys(otherwise, "every_one"))
    both = edition.choosing({EXPLAINS: edition.readings[EXPLAINS].other(edition.taken[EXPLAINS])})
    for site in sites(judge_2024, seed=seed, count=count):
        due = found_by_judge(judge_2024.judge(site, other=AS_THE_EDITION | otherwise, provisional_all=True))
        facts = facts_of_site(site, key=KEY)
        found = found_by(concluded(facts, edition, all_rows=True))
        agreed = found == due or found_by(concluded(facts, both, all_rows=True)) == due
        assert agreed, f"judge: {due}\nedition: {found}\nof {site}"
