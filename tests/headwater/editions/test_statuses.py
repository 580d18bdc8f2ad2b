"""Every provision of every edition is there, and is what its status says."""

from __future__ import annotations

import csv
import importlib
from pathlib import Path

import pytest

from headwater.editions.registry import SUPPLIED, load_edition
from headwater.rules.edition import Edition

# The provisions of the texts, as they were counted before any of them was encoded.
with (Path(__file__).parent / "provision_ids.csv").open(encoding="utf-8", newline="") as _file:
    COUNTED = [(line["edition"], line["id"]) for line in csv.DictReader(_file)]


def cited_by_formula(key: str) -> dict[str, str]:
    """Return the provisions that an edition codes as arithmetic, each with the formula that carries it."""
    module = importlib.import_module(f"headwater.editions.{SUPPLIED[key]}.criteria")
    cited: dict[str, str] = getattr(module, "CITED", {})
    return cited


def backing(edition: Edition, provision: str) -> set[str]:
    """Return the ways in which an edition carries a provision."""
    found = set()
    for criterion in edition.criteria.values():
        if criterion.row is not None and criterion.row.startswith(f"{provision}."):
            found.add("row")
        if criterion.provision == provision:
            ways = {"statement": criterion.statement, "exhibit": criterion.exhibit, "judgment": criterion.judgment}
            found |= {way for way, given in ways.items() if given}
            if criterion.test or criterion.judge:
                found.add("criterion")
    if any(row.provision == provision for row in edition.rows.values()):
        found.add("row")
    if any(credit.id == provision for credit in edition.credits.values()):
        found.add("credit")
    if any(duty.provision == provision for duty in edition.duties.values()):
        found.add("duty")
    if provision in cited_by_formula(edition.key):
        found.add("formula")
    return found


DUE = {
    "coded": {"row", "criterion", "credit", "formula"},
    "coded statement": {"statement"},
    "coded exhibit": {"exhibit"},
    "coded duty": {"duty"},
    "for judgment": {"judgment"},
}


@pytest.mark.parametrize(("key", "provision"), COUNTED)
def test_the_provision_is_what_its_status_says(key: str, provision: str) -> None:
    edition = load_edition(key)
    assert provision in edition.provisions, f"{key} has no {provision}"
    status = edition.provisions[provision].status
    found = backing(edition, provision)
    if status in DUE:
        assert found & DUE[status], f"{provision} is said to be {status}; what carries it: {found or 'nothing'}"
    elif status == "informative":
        assert not found, f"{provision} is said to be informative, and is carried by {found}"


@pytest.mark.parametrize("key", SUPPLIED)
def test_an_edition_has_no_provision_that_was_not_counted(key: str) -> None:
    counted = {provision for edition, provision in COUNTED if edition == key}
    assert set(load_edition(key).provisions) == counted


@pytest.mark.parametrize("key", SUPPLIED)
def test_what_is_coded_as_arithmetic_names_a_formula_of_the_edition(key: str) -> None:
    edition = load_edition(key)
    for provision, formula in cited_by_formula(key).items():
        assert provision in edition.provisions
        assert formula in edition.formulas
