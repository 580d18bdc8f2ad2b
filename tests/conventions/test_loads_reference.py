"""Every key of the loads document stands in its page of the reference, and the page names no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from headwater.intake.named_rain import read_named_rain
from headwater.intake.plan_file import read_plan
from headwater.review.analysis.loads import loads_of
from headwater.review.analysis.loads_document import loads_document

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "loads-json.md"


def document() -> dict[str, Any]:
    plan = read_plan(ROOT / "examples" / "engine" / "loads.yaml")
    return loads_document(loads_of(plan, read_named_rain(plan)))


def keys_of(value: object) -> set[str]:
    if isinstance(value, list):
        return {key for item in value for key in keys_of(item)}
    if not isinstance(value, dict):
        return set()
    return set(value) | {key for child in value.values() for key in keys_of(child)}


def test_every_key_of_the_loads_is_in_its_page() -> None:
    named = set(re.findall(r"`([a-z_0-9]+)`", PAGE.read_text(encoding="utf-8")))
    found = keys_of(document())
    assert len(found) > 60
    assert found - named == set()


def test_the_tables_of_the_page_name_no_key_that_is_not_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    tables = "\n".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    named = set(re.findall(r"`([a-z_0-9]+)`", tables))
    assert named - keys_of(document()) == set()
