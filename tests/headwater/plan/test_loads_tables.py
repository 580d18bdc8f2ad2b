"""What a plan may name of the published tables is what the tables list: neither more nor less."""

from __future__ import annotations

from typing import get_args

from headwater.plan import loads_tables
from headwater.treatment import levels
from headwater.treatment.concentrations import annual_rains, listed_concentrations
from headwater.treatment.removals import USUAL_TABLE, listed_removals
from headwater.treatment.underdrain_credit import Column, Layout


def test_the_annual_rains_are_those_that_guidance_prints() -> None:
    assert {key: float(depth) for key, depth in loads_tables.ANNUAL_RAINS_IN.items()} == {
        one.id: one.depth_in for one in annual_rains()
    }


def test_the_land_uses_of_each_table_are_those_that_it_lists() -> None:
    listed: dict[str, list[str]] = {}
    for one in listed_concentrations():
        listed.setdefault(one.table_id, []).append(one.land_use)
    assert {key: list(uses) for key, uses in loads_tables.CONCENTRATIONS.items()} == listed


def test_the_tables_of_each_pollutant_are_those_that_are_of_it() -> None:
    pollutants = {one.table_id: one.pollutant for one in listed_concentrations()}
    assert pollutants == {
        **dict.fromkeys(loads_tables.PHOSPHORUS_TABLES, "total phosphorus"),
        **dict.fromkeys(loads_tables.SOLIDS_TABLES, "total suspended solids"),
    }


def test_the_practices_and_designs_of_each_table_are_those_that_it_lists() -> None:
    listed: dict[str, dict[str, dict[str, None]]] = {}
    for one in listed_removals():
        listed.setdefault(one.table.id, {}).setdefault(one.practice, {})[one.design] = None
    kept = {key: {name: list(some) for name, some in rows.items()} for key, rows in loads_tables.REMOVALS.items()}
    assert kept == {key: {name: list(some) for name, some in rows.items()} for key, rows in listed.items()}
    assert loads_tables.USUAL_REMOVALS == USUAL_TABLE


def test_levels_layouts_and_columns_are_those_of_the_arithmetic() -> None:
    assert loads_tables.LEVELS == levels.LEVELS
    assert (get_args(Layout), get_args(Column)) == (loads_tables.LAYOUTS, loads_tables.COLUMNS)
