"""Holding an edition against its independent judge, on sites drawn on and around every threshold."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from tests.judges.adapter import Found, concluded, facts_of_site, found_by, found_by_judge

from headwater.editions.registry import load_edition
from headwater.rules.edition import Edition

NONE: frozenset[str] = frozenset()
# What the suite draws, and ten times ten thousand under `make proof`.
DRAWS = [
    pytest.param(1, 2_000, id="2,000 sites"),
    *(pytest.param(seed, 10_000, id=f"10,000 sites, draw {seed}", marks=pytest.mark.proof) for seed in range(2, 12)),
]
DRAWS_OF_A_READING = [
    pytest.param(1, 150, id="150 sites"),
    pytest.param(2, 5_000, id="5,000 sites", marks=pytest.mark.proof),
]


@dataclass(frozen=True, kw_only=True)
class Disagreement:
    """One site on which judge and edition part."""

    site: Any
    judge: Found
    edition: Found
    rows: tuple[str, ...]

    def __str__(self) -> str:
        return f"judge: {self.judge}\nedition: {self.edition}, by {', '.join(self.rows) or 'no row'}\nof {self.site}"


def sites(judge: ModuleType, *, seed: int, count: int, fit: Callable[[Any], bool] | None = None) -> Iterator[Any]:
    """Yield random sites of a judge; with `fit`, those of them that fit."""
    rng = random.Random(seed)
    for _ in range(count):
        site = judge.random_site(rng)
        if fit is None or fit(site):
            yield site


def parted(judge: ModuleType, site: Any, *, edition: Edition, other: frozenset[str] = NONE) -> Disagreement | None:
    """Return how judge and edition part on a site, or None where they agree."""
    due = found_by_judge(judge.judge(site, other=other))
    ways = concluded(facts_of_site(site, key=edition.key), edition)
    found = found_by(ways)
    if found == due:
        return None
    rows = tuple(row for conclusion in ways.answers for row in (*conclusion.exempt_by, *conclusion.rows))
    return Disagreement(site=site, judge=due, edition=found, rows=rows)


@cache
def taking_otherwise(key: str, reading: str) -> Edition:
    """Return an edition with one reading taken the other way."""
    return load_edition(key).others[reading]
