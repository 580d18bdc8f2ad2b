"""A plan's loads on a terminal: warnings and verdicts first, then loads, land, treatment, pools, reuse, and sources.

Made from the loads document alone, so that it carries the same figures as JSON and CSV.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from headwater.cli.check_text import wrapped
from headwater.cli.table_text import table_lines
from headwater.reports.loads_tables import (
    figure,
    land_table,
    load_table,
    pollutants_of,
    pool_table,
    reuse_table,
    shown_unit,
    stated_table,
    treatment_table,
    verdict_table,
)
from headwater.reports.model import Table

Document = Mapping[str, Any]
_GRADES: Final = {"warning": "WARNINGS: AN ANSWER MAY MISLEAD", "note": "Notes"}


def render_loads(document: Document) -> str:
    """Return the loads of a plan as text."""
    lines = [
        *_head(document),
        *_said(document, "warning"),
        *_verdicts(document),
        *_loads(document),
        *_section("TREATMENT", treatment_table(document)),
        *_captured(document),
        *_section("STATED AND COMPUTED, AT THE MEDIAN", stated_table(document)),
        *_pools(document),
        *_reuse(document),
        *_values(document),
        *_said(document, "note"),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(document: Document) -> Iterator[str]:
    yield from wrapped(str(document["plan"]["name"]))
    yield document["statement"]
    rain = document["annual_rain"]
    if rain is not None:
        of = ", ".join(filter(None, (rain["table"], rain["basis"], rain["source"])))
        yield from wrapped(
            f"annual rain {figure(rain['depth_in'], 'in')} in ({of}), of which "
            f"{figure(rain['producing_fraction'], 'fraction')} % run off at all"
        )
    record = document["rain_record"]
    if record is not None:
        yield from wrapped(
            f"daily rain of {record['station']}, {record['source']}, {record['first_day']} to {record['last_day']}, "
            f"{record['whole_years']} whole years"
        )
    if document["concentration_level"] != "median":
        yield f"concentrations at their {document['concentration_level']} end"


def _said(document: Document, grade: str) -> Iterator[str]:
    places: dict[str, list[str]] = {}
    for one in document["warnings"]:
        if one["grade"] == grade:
            places.setdefault(f"{one['text']} ({one['code']})", []).append(one["where"])
    if not places:
        return
    yield ""
    yield f"{_GRADES[grade]} ({len(places)})"
    for text, where in places.items():
        mark = "" if grade == "note" else f"{grade.upper()}: "
        yield from wrapped(f"{mark}{', '.join(where)}: {text}", indent=6, first="  ")


def _section(title: str, table: Table | None) -> Iterator[str]:
    if table is not None:
        yield ""
        yield title
        yield from table_lines(table)


def _missing(what: str, missing: Any) -> Iterator[str]:
    if missing:
        yield from wrapped(f"{what}: cannot tell; missing: {', '.join(missing)}", indent=6, first="  ")


def _verdicts(document: Document) -> Iterator[str]:
    yield from _section("VERDICTS", verdict_table(document))
    for one in document["verdicts"]:
        beside = "" if one["decides"] else "; beside the others, it decides nothing"
        yield from wrapped(
            f"{one['id']}: {one['verdict']}: {one['asked']} ({one['cites']}){beside}", indent=6, first="  "
        )
        yield from _missing(one["id"], one["missing"])


def _loads(document: Document) -> Iterator[str]:
    for pollutant in pollutants_of(document):
        yield from _section(f"ANNUAL LOADS: {pollutant.upper()}", load_table(document, pollutant))
        of_pollutant = [one for one in document["conditions"] if one["pollutant"] == pollutant]
        for condition in of_pollutant:
            yield from _missing(condition["condition"], condition["missing"])
        for condition in of_pollutant:
            yield ""
            yield f"  {condition['condition'].capitalize()} land"
            if condition["lands"]:
                yield from table_lines(land_table(condition))


def _captured(document: Document) -> Iterator[str]:
    for step in document["treatment"]:
        if step["captured_by"].startswith("the balance"):
            yield from wrapped(f"{step['id']} captures by {step['captured_by']}", indent=6, first="  ")
        missing = list(dict.fromkeys(one for removal in step["removals"] for one in removal["missing"]))
        yield from _missing(step["id"], missing)


def _pools(document: Document) -> Iterator[str]:
    yield from _section("PERMANENT POOLS", pool_table(document))
    for pool in document["pools"]:
        parts = [one for part in pool["parts"] for one in part["missing"]]
        yield from _missing(pool["id"], list(dict.fromkeys([*pool["missing"], *parts])))


def _reuse(document: Document) -> Iterator[str]:
    yield from _section("CAPTURE AND REUSE", reuse_table(document))
    if document["reuse"] and reuse_table(document) is None:
        yield ""
        yield "CAPTURE AND REUSE"
    for system in document["reuse"]:
        yield from _missing(system["id"], system["missing"])
        for year in system["years"]:
            yield from wrapped(
                f"{system['id']}, {year['name']}: {year['calendar_yr']} is the year of the record whose rain is "
                f"nearest its {100 * year['quantile_fraction']:g} % quantile, {figure(year['quantile_in'], 'in')} in",
                indent=6,
                first="  ",
            )


def _values(document: Document) -> Iterator[str]:
    if not document["values"]:
        return
    yield ""
    yield "VALUES, AND WHERE THEY ARE FROM"
    for one in document["values"]:
        unit = shown_unit(one["unit"])
        low, value, high = (figure(one[key], one["unit"]) for key in ("low", "value", "high"))
        span = "" if low == high else f" ({low} to {high})"
        source = ", ".join(filter(None, (one["table"], one["source"], one["date"], one["sure"])))
        basis = f"; {one['basis']}" if one["basis"] else ""
        yield from wrapped(f"{one['where']}: {one['what']} {value}{span} {unit}: {source}{basis}", indent=6, first="  ")
