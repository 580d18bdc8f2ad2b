"""The page of published tables cannot fall behind the data."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from headwater.treatment.concentrations import annual_rains, listed_concentrations
from headwater.treatment.pool import pool_rules
from headwater.treatment.removals import listed_removals


def test_the_page_of_removals_is_current(repository: Path) -> None:
    path = repository / "docs" / "reference" / "make_removals.py"
    spec = importlib.util.spec_from_file_location("make_removals", path)
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    page = (repository / "docs" / "reference" / "removals.md").read_text(encoding="utf-8")
    assert maker.page(page) == page, "run docs/reference/make_removals.py"


def test_the_page_names_every_practice_table_and_rule(repository: Path) -> None:
    page = (repository / "docs" / "reference" / "removals.md").read_text(encoding="utf-8")
    names = {one.practice for one in listed_removals()} | {one.table.id for one in listed_removals()}
    names |= {one.table_id for one in listed_concentrations()} | {one.id for one in annual_rains()}
    names |= {rule.id for rule in pool_rules()}
    assert [name for name in sorted(names) if name not in page] == []


def test_the_two_values_of_a_wet_pond_stand_on_the_page(repository: Path) -> None:
    page = (repository / "docs" / "reference" / "removals.md").read_text(encoding="utf-8")
    assert "| wet pond | `msm-median-2022-07` | 84 | 46 | 84 | 0 |" in page
    assert "| wet pond | `msm-typical-2022-08` | 84 | 50 |  |  |" in page
