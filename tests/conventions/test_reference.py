"""The reference cannot fall behind: made pages are current; every key, error, command and state stands in it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from headwater.cli.main import headwater
from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan
from headwater.review.assessment import assess
from headwater.review.document import assessment_document
from headwater.rules.judging import Outcome
from headwater.rules.provision import STATUSES

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "docs" / "reference"


def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_rules", REFERENCE / "make_rules.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = maker()


@pytest.mark.parametrize("name", sorted(MAKER.pages()))
def test_a_page_that_follows_from_the_rule_is_current(name: str) -> None:
    written = (REFERENCE / name).read_text(encoding="utf-8")
    assert written == MAKER.pages()[name], "run .venv/bin/python docs/reference/make_rules.py"


def keys_of(document: object) -> set[str]:
    if isinstance(document, dict):
        return set(document) | {key for value in document.values() for key in keys_of(value)}
    if isinstance(document, list):
        return {key for item in document for key in keys_of(item)}
    return set()


def test_every_key_of_the_assessment_is_in_its_page() -> None:
    page = (REFERENCE / "assessment-json.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_0-9]+)`", page)) | {
        "not_met",
        "cannot_tell",
        "for_judgment",
        "met",
        "not_applicable",
    }
    found: set[str] = set()
    for example in sorted((ROOT / "examples").rglob("*-2011.yaml"))[:3]:
        document: dict[str, Any] = dict(assessment_document(assess(read_plan(example), load_edition("mcwd-2011"))))
        document.pop("tables", None)  # their columns are the memo's, described with it
        found |= keys_of(document)
    assert found
    assert found - named == set()


def test_every_command_is_in_the_reference() -> None:
    page = (REFERENCE / "command-line.md").read_text(encoding="utf-8")
    assert [name for name in headwater.commands if f"headwater {name}" not in page] == []


def test_every_outcome_and_status_is_in_the_reference() -> None:
    page = "\n".join(path.read_text(encoding="utf-8") for path in REFERENCE.glob("*.md"))
    assert [word for word in (*get_args(Outcome), *STATUSES) if word not in page] == []
