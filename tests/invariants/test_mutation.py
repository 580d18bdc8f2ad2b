"""Whatever is got wrong in an edition, a worked case or the proof over every site tells; or it is shown that none can.

A sample is tried in an everyday run, and every mutant under `make proof`.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
import yaml
from tests.invariants.mutants import Mutant, mutants_of
from tests.invariants.telling import told_by

from headwater.editions.registry import SUPPLIED

PARTS = 6
SAMPLE = 25


@cache
def equivalent(key: str) -> dict[str, str]:
    """Return the mutants of an edition that no site tells, each with the proof."""
    text = (Path(__file__).parent / "equivalent_mutants.yaml").read_text(encoding="utf-8")
    groups = yaml.safe_load(text).get(key) or ()
    return {name: group["proof"] for group in groups for name in group["mutants"]}


def survivors(mutants: list[Mutant]) -> list[str]:
    return [mutant.name for mutant in mutants if told_by(mutant) is None]


@pytest.mark.parametrize("key", SUPPLIED)
def test_a_sample_of_mutants_is_told(key: str) -> None:
    listed = equivalent(key)
    candidates = [mutant for mutant in mutants_of(key) if mutant.name not in listed]
    assert survivors(random.Random(key).sample(candidates, SAMPLE)) == []


@pytest.mark.proof
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", SUPPLIED)
def test_every_mutant_is_told_or_listed_with_its_proof(key: str, part: int) -> None:
    mutants = list(mutants_of(key))[part::PARTS]
    due = sorted(mutant.name for mutant in mutants if mutant.name in equivalent(key))
    assert sorted(survivors(mutants)) == due


@pytest.mark.parametrize("key", SUPPLIED)
def test_every_listed_mutant_exists(key: str) -> None:
    names = {mutant.name for mutant in mutants_of(key)}
    assert [name for name in equivalent(key) if name not in names] == []


@pytest.mark.parametrize("key", SUPPLIED)
def test_every_listed_mutant_has_a_proof(key: str) -> None:
    assert all(len(proof.split()) >= 10 for proof in equivalent(key).values())
