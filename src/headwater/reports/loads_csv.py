"""A plan's loads as one flat table for a spreadsheet: a row for each figure, its unit, limit and verdict beside it.

The figures are those of the JSON document, digit by digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from headwater.reports.loads_tables import LEVELS, named_balances
from headwater.reports.model import Cell, Column, Table
from headwater.reports.tables import table_csv

Document = Mapping[str, Any]
Row = tuple[Cell, ...]

_LOADS: Final = (
    ("load before treatment", "before_lb_per_yr", "lb/yr"),
    ("load after treatment", "after_lb_per_yr", "lb/yr"),
    ("load removed", "removed_lb_per_yr", "lb/yr"),
    ("share removed", "removed_fraction", "fraction"),
)
_LAND: Final = (
    ("area", "area_ac", "ac"),
    ("impervious share", "impervious_fraction", "fraction"),
    ("runoff coefficient", "runoff_fraction", "fraction"),
    ("concentration", "concentration_mg_per_l", "mg/L"),
    ("load before treatment", "before_lb_per_yr", "lb/yr"),
)
_BALANCE: Final = (
    ("runs in", "inflow_cf", "cf"),
    ("demand", "demand_cf", "cf"),
    ("used", "used_cf", "cf"),
    ("overflow", "overflow_cf", "cf"),
    ("change of what is held", "change_cf", "cf"),
    ("share captured", "captured_fraction", "fraction"),
    ("share of demand met", "supplied_fraction", "fraction"),
)


def loads_csv(document: Document) -> str:
    """Return the loads document as CSV."""
    return table_csv(loads_table(document))


def loads_table(document: Document) -> Table:
    """Return every figure of the loads document as one table."""
    names = ("Section", "Item", "Of", "Level", "Quantity")
    columns = (
        *(Column(label=name) for name in names),
        Column(label="Value", kind="number"),
        Column(label="Unit"),
        Column(label="Limit", kind="number"),
        *(Column(label=name) for name in ("Verdict", "From", "Missing")),
    )
    rows = (
        *_of_verdicts(document),
        *_of_conditions(document),
        *_of_treatment(document),
        *_of_pools(document),
        *_of_reuse(document),
        *_of_values(document),
    )
    return Table(key="loads", title="Loads", columns=columns, rows=rows)


def _row(
    section: str,
    item: str,
    quantity: str,
    value: float | None,
    unit: str,
    *,
    of: str = "",
    level: str = "",
    limit: float | None = None,
    verdict: str = "",
    source: str = "",
    missing: Any = (),
) -> Row:
    return (
        section,
        item,
        of,
        level,
        quantity,
        _plain(value),
        unit,
        _plain(limit),
        verdict,
        source,
        "; ".join(missing),
    )


def _plain(value: float | None) -> str | None:
    return None if value is None else format(Decimal(repr(value)), "f")


def _of_verdicts(document: Document) -> Iterator[Row]:
    for one in document["verdicts"]:
        for level in one["levels"]:
            yield _row(
                "verdicts",
                one["id"],
                one["asked"],
                level["value"],
                level["unit"],
                level=level["level"],
                limit=level["threshold"],
                verdict=level["verdict"],
                source=one["cites"],
                missing=one["missing"],
            )


def _of_conditions(document: Document) -> Iterator[Row]:
    for condition in document["conditions"]:
        name, of = condition["condition"], condition["pollutant"]
        for level in condition["levels"]:
            for quantity, key, unit in _LOADS:
                yield _row(
                    "loads", name, quantity, level[key], unit, of=of, level=level["level"], missing=condition["missing"]
                )
        for land in condition["lands"]:
            item = f"{name} {land['id']}"
            for quantity, key, unit in _LAND:
                yield _row("land", item, quantity, land[key], unit, of=of, missing=land["missing"])
            for at in LEVELS:
                yield _row("land", item, "share removed", land["removed_fraction"][at], "fraction", of=of, level=at)


def _of_treatment(document: Document) -> Iterator[Row]:
    for step in document["treatment"]:
        yield _row(
            "treatment", step["id"], "captured", step["captured_fraction"], "fraction", source=step["captured_by"]
        )
        yield _row("treatment", step["id"], "soaks in", step["infiltrated_fraction"], "fraction")
        for removal in step["removals"]:
            for level in LEVELS:
                yield _row(
                    "treatment",
                    step["id"],
                    "removal",
                    removal[f"{level}_fraction"],
                    "fraction",
                    of=removal["pollutant"],
                    level=level,
                    source=removal["basis"],
                    missing=removal["missing"],
                )


def _of_pools(document: Document) -> Iterator[Row]:
    for pool in document["pools"]:
        yield _row("pools", pool["id"], "drainage area", pool["drainage_ac"], "ac", missing=pool["missing"])
        for part in pool["parts"]:
            yield _row(
                "pools",
                pool["id"],
                part["part"],
                part["value"],
                part["unit"],
                of=part["rule"],
                limit=part["threshold"],
                verdict=part["verdict"],
                source=f"{part['source']}, {part['standing']}, {part['sure']}",
                missing=part["missing"],
            )


def _of_reuse(document: Document) -> Iterator[Row]:
    for system in document["reuse"]:
        if system["whole"] is None:
            yield _row("reuse", system["id"], "balance", None, "cf", verdict="cannot tell", missing=system["missing"])
        for name, depth_in, balance in named_balances(system):
            if depth_in is not None:
                yield _row("reuse", system["id"], "rain", depth_in, "in", of=name, source=system["record"])
            for quantity, key, unit in _BALANCE:
                yield _row("reuse", system["id"], quantity, balance[key], unit, of=name, source=system["record"])


def _of_values(document: Document) -> Iterator[Row]:
    for one in document["values"]:
        source = ", ".join(filter(None, (one["table"], one["source"], one["date"], one["sure"])))
        for level, key in (("low", "low"), ("median", "value"), ("high", "high")):
            yield _row("values", one["where"], one["what"], one[key], one["unit"], level=level, source=source)
