"""The index of the examples names every one of them, with its kind and its edition, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from tests.examples.expectations import edition_key

from headwater.intake.plan_file import read_plan

EXAMPLES = Path(__file__).parents[2] / "examples"
ROW = re.compile(r"^\| `([\w-]+\.yaml)` \| ([^|]+) \|(?: ([^|]+) \|)?", re.MULTILINE)
FOLDERS = ("", "made-up", "real", "engine")


def indexed() -> dict[str, tuple[str, str]]:
    """Return kind and edition by file, as the index has them; both are empty for a plan that is refused."""
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    return {name: (first.strip(), (second or "").strip()) for name, first, second in ROW.findall(text)}


def test_the_index_names_every_example_and_no_other() -> None:
    assert sorted(indexed()) == sorted(path.name for path in EXAMPLES.rglob("*.yaml"))


def test_the_index_tells_the_kind_and_the_edition_of_each() -> None:
    listed = indexed()
    for folder in FOLDERS:
        for path in (EXAMPLES / folder).glob("*.yaml"):
            plan = read_plan(path)
            assert listed[path.name] == (plan.actions[0].kind.value, edition_key(plan).removeprefix("mcwd-")), path
