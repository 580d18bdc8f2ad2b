"""A table as CSV: units in its header, numbers as numbers, no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

import pytest

from headwater.reports.model import Column, Mark, Table
from headwater.reports.tables import inert, table_csv

TABLE = Table(
    key="rates",
    title="Peak rates",
    columns=(
        Column(label="Discharge point"),
        Column(label="Existing", kind="number", unit="cfs", group="10-yr"),
        Column(label="Change", kind="number", unit="cfs", group="10-yr"),
        Column(label="No increase", kind="mark"),
    ),
    rows=(
        ("north", "1,204.50", "-0.20", Mark(tone="plain", words="yes")),
        ("=1+1", None, "about 3.33", Mark(tone="not_met", words="no")),
        ('a "b", c', "", "=2+2", None),
    ),
)


def rows_of(table: Table) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table_csv(table))))


def test_a_header_carries_group_and_unit() -> None:
    assert rows_of(TABLE)[0] == ["Discharge point", "10-yr existing (cfs)", "10-yr change (cfs)", "No increase"]


def test_numbers_stay_numbers_and_what_is_not_given_is_empty() -> None:
    assert rows_of(TABLE)[1] == ["north", "1204.50", "-0.20", "yes"]
    assert rows_of(TABLE)[2][1:] == ["", "3.33", "no"]


def test_a_formula_is_neutralised_also_where_a_number_is_due() -> None:
    assert rows_of(TABLE)[2][0] == "'=1+1"
    assert rows_of(TABLE)[3] == ['a "b", c', "", "'=2+2", ""]


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " =", "\u00a0=", "\ufeff@"]
)
def test_every_beginning_of_a_formula_is_neutralised(start: str) -> None:
    assert inert(f"{start}1") == f"'{start}1"


@pytest.mark.parametrize("text", ["wet-a", "1-yr", "a=b", "", "'quoted", "(none)", "2011.3.c.1"])
def test_plain_text_is_left_as_it_is(text: str) -> None:
    assert inert(text) == text


def test_lines_end_as_the_standard_has_them() -> None:
    assert table_csv(TABLE).endswith("\r\n")
