"""The tables of a plan's loads: verdicts, loads by condition, land, treatment, pools and reuse.

Made from the loads document alone; nothing is computed here, and a figure has the digits that it has there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from headwater.reports.model import Cell, Column, Table
from headwater.review.analysis.loads_document import DIGITS

Document = Mapping[str, Any]
LEVELS: Final = ("low", "median", "high")
UNKNOWN: Final = "unknown"
# A share is rounded to four digits, so that a percentage has two.
PERCENT_DIGITS: Final = 2


def figure(value: float | None, unit: str) -> str:
    """Return a figure of the document as it is printed; a share is printed as a percentage.

    >>> figure(7.69, "lb/yr"), figure(0.4615, "fraction"), figure(None, "cf")
    ('7.690', '46.15', 'unknown')
    """
    if value is None:
        return UNKNOWN
    if unit == "fraction":
        return f"{100 * value:,.{PERCENT_DIGITS}f}"
    return f"{value:,.{DIGITS[unit]}f}"


def shown_unit(unit: str) -> str:
    """Return a unit as it is printed: a share as a percentage."""
    return "%" if unit == "fraction" else unit


def _numbers(*labels: tuple[str, str | None], group: str | None = None) -> tuple[Column, ...]:
    return tuple(Column(label=label, unit=unit, group=group, kind="number") for label, unit in labels)


def _texts(*labels: str) -> tuple[Column, ...]:
    return tuple(Column(label=label) for label in labels)


def verdict_table(document: Document) -> Table | None:
    """Return every comparison at every level; None where none is made."""
    rows: list[tuple[Cell, ...]] = []
    for one in document["verdicts"]:
        for index, level in enumerate(one["levels"]):
            rows.append(
                (
                    one["id"] if not index else "",
                    level["level"],
                    figure(level["value"], level["unit"]),
                    figure(level["threshold"], level["unit"]),
                    shown_unit(level["unit"]),
                    level["verdict"],
                )
            )
    if not rows:
        return None
    columns = (
        *_texts("Question", "Removal"),
        *_numbers(("Value", None), ("Limit", None)),
        *_texts("Unit", "Verdict"),
    )
    return Table(key="verdicts", title="Verdicts", columns=columns, rows=tuple(rows))


def load_table(document: Document, pollutant: str) -> Table | None:
    """Return the loads of one pollutant in every condition, at every level of removal."""
    rows = [
        (
            condition["condition"] if not index else "",
            level["level"],
            *(figure(level[key], "lb/yr") for key in ("before_lb_per_yr", "after_lb_per_yr", "removed_lb_per_yr")),
            figure(level["removed_fraction"], "fraction"),
        )
        for condition in document["conditions"]
        if condition["pollutant"] == pollutant
        for index, level in enumerate(condition["levels"])
    ]
    if not rows:
        return None
    columns = (
        *_texts("Condition", "Removal"),
        *_numbers(("Before", "lb/yr"), ("After", "lb/yr"), ("Removed", "lb/yr"), ("Removed", "%")),
    )
    return Table(key="loads", title=f"Annual loads: {pollutant}", columns=columns, rows=tuple(rows))


def land_table(condition: Document) -> Table:
    """Return the pieces of land of one condition and pollutant."""
    rows = tuple(
        (
            land["id"],
            figure(land["area_ac"], "ac"),
            figure(land["impervious_fraction"], "fraction"),
            figure(land["runoff_fraction"], "fraction"),
            figure(land["concentration_mg_per_l"], "mg/L"),
            figure(land["before_lb_per_yr"], "lb/yr"),
            *(figure(land["removed_fraction"][level], "fraction") for level in LEVELS),
            UNKNOWN if land["train"] is None else ", ".join(land["train"]) or "none",
        )
        for land in condition["lands"]
    )
    columns = (
        Column(label="Land"),
        *_numbers(("Area", "ac"), ("Impervious", "%"), ("Rv", "%"), ("Conc.", "mg/L"), ("Before", "lb/yr")),
        *_numbers(*((level, "%") for level in LEVELS), group="Removed"),
        Column(label="Train"),
    )
    title = f"Land, {condition['condition']}: {condition['pollutant']}"
    return Table(key="land", title=title, columns=columns, rows=rows)


def treatment_table(document: Document) -> Table | None:
    """Return every step: what it captures, what soaks in, what it removes of each pollutant."""
    rows = [
        (
            step["id"] if not index else "",
            step["practice"] if not index else "",
            removal["pollutant"],
            figure(step["captured_fraction"], "fraction"),
            figure(step["infiltrated_fraction"], "fraction"),
            *(figure(removal[f"{level}_fraction"], "fraction") for level in LEVELS),
        )
        for step in document["treatment"]
        for index, removal in enumerate(step["removals"])
    ]
    if not rows:
        return None
    columns = (
        *_texts("Step", "Practice", "Pollutant"),
        *_numbers(("Captured", "%"), ("Soaks in", "%")),
        *_numbers(*((level, "%") for level in LEVELS), group="Of what it treats"),
    )
    return Table(key="treatment", title="Treatment", columns=columns, rows=tuple(rows))


def stated_table(document: Document) -> Table | None:
    """Return the loads that the plan states beside those computed, at the median."""
    rows = tuple(
        (
            one["field"].removeprefix("phosphorus."),
            one["written"],
            figure(one["computed_lb_per_yr"], "lb/yr"),
            one["source"] or "",
        )
        for one in document["stated"]
    )
    columns = (*_texts("Phosphorus", "Stated"), *_numbers(("Computed", "lb/yr")), *_texts("Stated by"))
    return Table(key="stated", title="Stated and computed", columns=columns, rows=rows) if rows else None


def pool_table(document: Document) -> Table | None:
    """Return every permanent pool against each part of each rule."""
    rows: list[tuple[Cell, ...]] = []
    for pool in document["pools"]:
        for index, part in enumerate(pool["parts"]):
            rows.append(
                (
                    pool["id"] if not index else "",
                    part["rule"],
                    part["standing"],
                    part["part"],
                    figure(part["value"], part["unit"]),
                    figure(part["threshold"], part["unit"]),
                    part["unit"],
                    part["verdict"],
                )
            )
    if not rows:
        return None
    columns = (
        *_texts("Pool", "Rule", "Standing", "Part"),
        *_numbers(("Value", None), ("Limit", None)),
        *_texts("Unit", "Verdict"),
    )
    return Table(key="pools", title="Permanent pools", columns=columns, rows=tuple(rows))


def reuse_table(document: Document) -> Table | None:
    """Return every balance: over the whole record, then of its dry, average and wet year, named."""
    rows = [row for system in document["reuse"] if system["whole"] is not None for row in _balances(system)]
    if not rows:
        return None
    columns = (
        *_texts("System", "Year"),
        *_numbers(("Rain", "in"), ("Runs in", "cf"), ("Used", "cf"), ("Overflow", "cf")),
        *_numbers(("Captured", "%"), ("Demand met", "%")),
    )
    return Table(key="reuse", title="Capture and reuse", columns=columns, rows=tuple(rows))


def _balances(system: Document) -> Iterator[tuple[Cell, ...]]:
    for index, (name, depth, balance) in enumerate(named_balances(system)):
        yield (
            system["id"] if not index else "",
            name,
            "" if depth is None else figure(depth, "in"),
            *(figure(balance[key], "cf") for key in ("inflow_cf", "used_cf", "overflow_cf")),
            *(figure(balance[key], "fraction") for key in ("captured_fraction", "supplied_fraction")),
        )


def named_balances(system: Document) -> Iterator[tuple[str, float | None, Document]]:
    """Yield the balances of a reuse system by name, with the rain of a year."""
    if system["whole"] is not None:
        yield "whole record", None, system["whole"]
    for year in system["years"]:
        yield f"{year['name']}, {year['calendar_yr']}", year["depth_in"], year


def pollutants_of(document: Document) -> Sequence[str]:
    """Return the pollutants of a document, in order."""
    return list(dict.fromkeys(condition["pollutant"] for condition in document["conditions"]))
