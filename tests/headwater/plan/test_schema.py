"""The published JSON Schema of the plan file: current, sound, and of one mind with the reader."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from headwater.intake.starters import STARTERS, starter
from headwater.plan.leaves import Among
from headwater.plan.proposal import KINDS
from headwater.plan.schema import plan_schema
from headwater.plan.schema_parts import quantity_schema
from headwater.units import FAMILIES, parse_quantity

INTAKE = Path(__file__).parents[1] / "intake"


class EditorLoader(yaml.SafeLoader):
    """YAML 1.2 as editors read it: yes and no, dates and 10:1 are texts."""


EditorLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    EditorLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return plan_schema()


@pytest.fixture(scope="module")
def validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(schema)


def as_an_editor_reads_it(text: str) -> Any:
    return yaml.load(text, Loader=EditorLoader)


def test_it_is_a_sound_schema_of_its_dialect(schema: dict[str, Any]) -> None:
    assert schema["$schema"].endswith("2020-12/schema")
    Draft202012Validator.check_schema(schema)


def test_the_committed_copy_is_current(repository: Path, schema: dict[str, Any]) -> None:
    committed = json.loads((repository / "docs/reference/plan.schema.json").read_text(encoding="utf-8"))
    assert committed == schema, "run docs/reference/make_plan_file.py"


def test_every_key_says_what_it_means(schema: dict[str, Any]) -> None:
    records = [part for name, part in schema["$defs"].items() if name[0].isupper()]
    assert len(records) > 25
    for record in (schema, *records):
        for key, part in record.get("properties", {}).items():
            assert part.get("description", "").endswith("."), key


def test_it_knows_the_unknown_key(validator: Draft202012Validator) -> None:
    plan = {"headwater": 1, "plan": "x", "actions": [{"id": "a", "kind": "utility"}]}
    assert validator.is_valid(plan)
    assert not validator.is_valid({**plan, "aera": "2 ac"})
    assert not validator.is_valid({**plan, "site": {"aera": "2 ac"}})


@pytest.mark.parametrize("left_out", ["headwater", "plan", "actions"])
def test_it_asks_for_what_is_needed(validator: Draft202012Validator, left_out: str) -> None:
    plan = {"headwater": 1, "plan": "x", "actions": [{"id": "a", "kind": "utility"}]}
    del plan[left_out]
    assert not validator.is_valid(plan)


def test_the_plan_with_every_key_is_valid(validator: Draft202012Validator) -> None:
    text = (INTAKE / "whole-plan.yaml").read_text(encoding="utf-8")
    assert [error.message for error in validator.iter_errors(as_an_editor_reads_it(text))] == []


@pytest.mark.parametrize("kind", STARTERS)
def test_every_starter_is_valid(validator: Draft202012Validator, kind: str) -> None:
    assert [error.message for error in validator.iter_errors(as_an_editor_reads_it(starter(kind)))] == []


def test_every_example_is_valid_even_where_its_values_contradict_each_other(
    validator: Draft202012Validator, repository: Path
) -> None:
    examples = sorted((repository / "examples").rglob("*.yaml"))
    assert examples
    for path in examples:
        plan = as_an_editor_reads_it(path.read_text(encoding="utf-8"))
        assert [error.message for error in validator.iter_errors(plan)] == [], path


# What the form of one value alone shows; contradictions between values are for the reader.
SEEN_BY_FORM = (
    "a-bare-number-where-an-area-is-due",
    "a-unit-of-another-family",
    "a-unit-that-does-not-exist",
    "a-word-where-a-number-is-due",
    "a-decimal-comma",
    "an-area-below-zero",
    "a-number-with-an-exponent",
    "an-elevation-without-its-datum",
    "a-share-without-its-sign",
    "a-slope-that-is-none",
    "an-unknown-key",
    "an-unknown-kind",
    "an-unknown-storm",
    "an-answer-that-is-neither-yes-nor-no",
    "a-count-that-is-no-whole-number",
    "a-date-in-another-order",
    "an-origin-that-does-not-exist",
    "a-key-that-does-not-belong-beside-a-value",
    "a-list-where-one-value-is-due",
    "a-text-where-keys-are-due",
    "keys-where-a-list-is-due",
    "no-version",
    "no-action",
    "an-action-without-its-kind",
    "a-list-at-the-top",
    "a-key-of-another-kind-of-outlet",
    "an-outlet-without-its-kind",
    "an-outlet-of-an-unknown-kind",
    "an-unknown-key-of-an-outlet",
    "a-roughness-with-a-unit",
    "a-slope-without-its-unit",
    "a-diameter-without-its-unit",
)


@pytest.mark.parametrize("name", SEEN_BY_FORM)
def test_a_mistake_of_form_is_seen_in_the_editor_already(validator: Draft202012Validator, name: str) -> None:
    text = (INTAKE / "broken" / f"{name}.yaml").read_text(encoding="utf-8")
    assert not validator.is_valid(as_an_editor_reads_it(text))


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_what_the_pattern_of_a_unit_allows_the_reader_takes(family: str) -> None:
    pattern = re.compile(quantity_schema(family)["anyOf"][0]["pattern"])
    spellings = ["1"] if family == "slope" else [*FAMILIES[family].units, *FAMILIES[family].spellings]
    for number in ("5", "5.00", ".25", "12,000", "exactly 1,234,567.5"):
        for spelling in spellings:
            text = f"{number}:1" if family == "slope" else f"{number} {spelling}"
            assert pattern.search(text), text
            parse_quantity(text, family=family)
    for text in ("5", "5,00 " + FAMILIES[family].base, "1e3 " + FAMILIES[family].base, FAMILIES[family].base):
        assert not pattern.search(text), text


def test_it_lists_the_choices_as_the_reader_does(schema: dict[str, Any]) -> None:
    listed = schema["$defs"]["Action"]["properties"]["kind"]["anyOf"][0]["enum"]
    assert listed == [*Among(KINDS).choices, "unknown"]
