"""The 2005 edition decides every site as its judge does, but for a reading that is named here.

To the judge a utility is no linear way; to the edition it is, by R110. The text settled the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.judges import judge_2005
from tests.judges.comparison import DRAWS, DRAWS_OF_A_READING, parted, sites, taking_otherwise

from headwater.editions.registry import load_edition
from headwater.rules.edition import Edition

KEY = "mcwd-2005"
EXPLAINS = "R110"
OF_APPLICABILITY = (
    *("R5", "R8", "R9", "R10", "R23", "R24", "R32", "R42", "R45", "R46", "R47", "R48", "R49", "R50"),
    *("R51", "R52", "R53", "R54"),
)


def _grows(site: Any) -> bool:
    """Whether R24 speaks of the site: of an increase, and of ground that no earlier project disturbed before."""
    scopes = {scope for scope, _ in judge_2005.judge(site).requirements.values()}
    return scopes == {"increase"} and not site.earlier


def _is_told(site: Any) -> bool:
    """Whether what is pervious follows from the site: not where permeable surface of earlier projects hides in it."""
    permeable = site.permeable_kept_sf + site.permeable_reconstructed_sf + site.permeable_removed_sf
    return bool(permeable == 0) or not site.earlier


FITS: dict[str, Callable[[Any], bool]] = {
    "R8": lambda site: site.kind == "subdivision",  # R8 speaks of subdivisions; to the edition all homes are alike here
    "R24": _grows,
    "R42": _is_told,
}


def _explained(edition: Edition) -> Edition:
    return edition.choosing({EXPLAINS: edition.readings[EXPLAINS].other(edition.taken[EXPLAINS])})


@pytest.mark.parametrize(("seed", "count"), DRAWS)
def test_edition_and_judge_agree_on_every_site_but_for_r110(seed: int, count: int) -> None:
    edition, explained = load_edition(KEY), taking_otherwise(KEY, EXPLAINS)
    for site in sites(judge_2005, seed=seed, count=count):
        found = parted(judge_2005, site, edition=edition)
        if found is not None:
            assert site.kind == "utility", str(found)
            assert parted(judge_2005, site, edition=explained) is None, str(found)


@pytest.mark.parametrize(("seed", "count"), DRAWS_OF_A_READING)
@pytest.mark.parametrize("reading", OF_APPLICABILITY)
def test_they_agree_with_a_reading_taken_otherwise_too(reading: str, seed: int, count: int) -> None:
    edition = _explained(taking_otherwise(KEY, reading))
    for site in sites(judge_2005, seed=seed, count=count, fit=FITS.get(reading)):
        found = parted(judge_2005, site, edition=edition, other=frozenset({reading}))
        assert found is None, str(found)
