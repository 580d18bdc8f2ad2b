"""A project owes the same whether it is written as one action or as two: splitting a plan escapes no threshold.

The judge of each edition, which knows one action, says what the project as a whole owes. The edition is asked of two
actions that share its surfaces between them, on one site; each must owe what the judge says, and the volumes add up.
"""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from tests.judges import judge_2005, judge_2011, judge_2024
from tests.judges.adapter import ACTION, BESIDE, Found, concluded_of, facts_of_site_in_two, found_by, found_by_judge
from tests.judges.comparison import sites, taking_otherwise

from headwater.editions.registry import load_edition
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts

# A home is one home, and a split one split: of these two would be another project.
KINDS = ("new development", "redevelopment", "linear new", "linear reconstruction", "walk or trail", "utility")
# What the edition reads otherwise than the judge as it stands: see test_against_encoding_2024.
AS_THE_EDITION = {"mcwd-2024": frozenset({"J1"})}
# To the judge of 2005 a utility is no linear way: see test_against_encoding_2005.
READ_OTHERWISE = {"mcwd-2005": "R110"}
# The judge of 2024 lets a common plan as a whole stay below the limits of 2(b): see test_against_encoding_2024.
EXPLAINED_BY = {"mcwd-2024": "R86"}
JUDGES = {"mcwd-2005": judge_2005, "mcwd-2011": judge_2011, "mcwd-2024": judge_2024}
DRAWS = [
    pytest.param(1, 400, id="400 sites"),
    pytest.param(2, 10_000, id="10,000 sites", marks=pytest.mark.proof),
]


def one_project(site: Any) -> bool:
    """Whether two actions that share its surfaces are the same project."""
    return site.kind in KINDS


def owed_by_both(facts: Facts, edition: Edition) -> list[Found]:
    """What each of the two actions owes."""
    return [found_by(concluded_of(action, facts, edition)) for action in (ACTION, BESIDE)]


def as_one(parts: list[Found], due: Found) -> bool:
    """Whether each part is asked what the whole is."""
    return all((found.permit, found.requirements) == (due.permit, due.requirements) for found in parts)


@pytest.mark.parametrize(("seed", "count"), DRAWS)
@pytest.mark.parametrize("key", JUDGES)
def test_two_actions_owe_what_the_judge_says_of_them_as_one(key: str, seed: int, count: int) -> None:
    judge: ModuleType = JUDGES[key]
    edition = taking_otherwise(key, READ_OTHERWISE[key]) if key in READ_OTHERWISE else load_edition(key)
    for site in sites(judge, seed=seed, count=count, fit=one_project):
        due = found_by_judge(judge.judge(site, other=AS_THE_EDITION.get(key, frozenset())))
        facts = facts_of_site_in_two(site, key=key, first=Fraction(1, 3))
        parts = owed_by_both(facts, edition)
        if not as_one(parts, due) and key in EXPLAINED_BY and site.earlier:
            parts = owed_by_both(facts, taking_otherwise(key, EXPLAINED_BY[key]))
        assert as_one(parts, due), f"{due}\n{parts}\n{site}"
        volumes = [found.required_volume_cf for found in parts if found.required_volume_cf is not None]
        # Where surface is taken away on one and an earlier project added more, an increase is not shared by its parts.
        if due.required_volume_cf is not None and not site.earlier:
            assert sum(volumes, Fraction(0)) == due.required_volume_cf, site
