"""The 2011 edition decides every site as its judge does, who was written from the text alone.

Where the two parted when they first met, the text settled it or a reading was recorded: R101 to R107, and R108, which
the proof over every site found. None is left.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.judges import judge_2011
from tests.judges.comparison import DRAWS, DRAWS_OF_A_READING, parted, sites, taking_otherwise

from headwater.editions.registry import load_edition

KEY = "mcwd-2011"
# The readings that decide what an action owes. The others are of criteria, or of dates.
OF_APPLICABILITY = (
    *("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R10", "R11", "R26", "R27", "R28", "R29", "R32", "R42", "R43"),
    *("R51", "R52", "R57", "R58", "R59", "R60", "R61"),
    *("R101", "R102", "R103", "R104", "R105", "R106", "R107", "R108", "R133"),
)


@pytest.mark.parametrize(("seed", "count"), DRAWS)
def test_edition_and_judge_agree_on_every_site(seed: int, count: int) -> None:
    edition = load_edition(KEY)
    for site in sites(judge_2011, seed=seed, count=count):
        found = parted(judge_2011, site, edition=edition)
        assert found is None, str(found)


@pytest.mark.parametrize(("seed", "count"), DRAWS_OF_A_READING)
@pytest.mark.parametrize("reading", OF_APPLICABILITY)
def test_they_agree_with_a_reading_taken_otherwise_too(reading: str, seed: int, count: int) -> None:
    edition = taking_otherwise(KEY, reading)
    for site in sites(judge_2011, seed=seed, count=count, fit=_is_told if reading == "R42" else None):
        found = parted(judge_2011, site, edition=edition, other=frozenset({reading}))
        assert found is None, str(found)


@pytest.mark.proof
@pytest.mark.parametrize("reading", OF_APPLICABILITY)
def test_the_other_choice_of_a_reading_decides_some_site_otherwise(reading: str) -> None:
    other = frozenset({reading})
    drawn = sites(judge_2011, seed=3, count=20_000)
    assert any(judge_2011.judge(site) != judge_2011.judge(site, other=other) for site in drawn)


def _is_told(site: Any) -> bool:
    """Whether what is pervious follows from the site: not where permeable surface of earlier projects hides in it."""
    permeable = site.permeable_kept_sf + site.permeable_reconstructed_sf + site.permeable_removed_sf
    return permeable == 0 or not site.earlier
