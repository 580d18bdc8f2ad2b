"""From an edition's YAML to its records, checked on the way.

Owns the format of the data: `edition.yaml`, `provisions.yaml`, `values.yaml`, `tables.yaml`, `criteria.yaml`,
`exhibits.yaml` and `readings.yaml` of an edition's folder, and of an overlay. Everything is read as text; numbers
become exact only where a unit says what they are. The format is described in docs/reference/edition-data.md.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from headwater.editions.criteria import parse_credit, parse_criterion, parse_duty, parse_guidance, parse_provision
from headwater.editions.fields import date_of, items_of, put_new, text_of
from headwater.editions.readings import parse_reading
from headwater.editions.rows import parse_branch, parse_ratio, parse_rows, parse_sum, parse_table
from headwater.errors import EditionError
from headwater.rules import crediting, rates
from headwater.rules.condition import exact_number
from headwater.rules.edition import Edition
from headwater.rules.judges import JUDGES as SHARED_JUDGES
from headwater.rules.judging import CONCLUDED
from headwater.rules.provision import Credit, Criterion
from headwater.rules.reading import Ruling
from headwater.rules.table import Duties, Row, Table

FILES = ("edition", "provisions", "values", "tables", "criteria", "exhibits", "readings")


def content_hash(texts: Mapping[str, str]) -> str:
    """Return the hash of named texts, in the order of their names."""
    digest = hashlib.sha256()
    for name in sorted(texts):
        digest.update(f"{name}\0{len(texts[name])}\0{texts[name]}".encode())
    return digest.hexdigest()


def build_edition(
    raw: Mapping[str, Any],
    *,
    digest: str,
    formulas: Mapping[str, Callable[..., Any]],
    judges: Mapping[str, Callable[..., Any]],
    overlay: str | None = None,
    provisional: bool = False,
    rulings: tuple[Ruling, ...] = (),
) -> Edition:
    """Return the edition that its files describe, at the default choice of every reading or as the District rules.

    `overlay` is the title of what has been laid over its files, and `provisional` whether that is not official.

    Raises
    ------
    EditionError
        If anything in the data is unsound: an unknown key, a reference to nothing, a number without a unit.
    """
    head = raw["edition"]
    key = text_of(head, "key", where="edition.yaml")
    values = {
        name: text_of(item, "value", where=f"{key} value {name}")
        for name, item in (raw["values"].get("values") or {}).items()
    }
    rows: dict[str, Row] = {}
    tables: dict[str, Table] = {}
    for item in items_of(raw["tables"], "tables"):
        table = parse_table(item, rows, values=values)
        put_new(tables, table.id, table, "table")
    triggers = tuple(parse_rows(items_of(raw["tables"], "triggers"), rows, values=values, table="triggers"))
    volumes = tuple(parse_rows(items_of(raw["tables"], "volumes"), rows, values=values, table="volumes"))
    baselines = tuple(parse_rows(items_of(raw["tables"], "baselines"), rows, values=values, table="baselines"))
    branches = {item["id"]: parse_branch(item, values=values) for item in items_of(raw["tables"], "branches")}
    criteria: dict[str, Criterion] = {}
    for name in ("criteria", "exhibits"):
        for item in items_of(raw[name], name):
            criterion = parse_criterion(item, values=values)
            put_new(criteria, criterion.id, criterion, "criterion")
    credits: dict[str, Credit] = {}
    for item in items_of(raw["criteria"], "credits"):
        schedule = parse_credit(item, values=values)
        put_new(credits, schedule.kind, schedule, "credit of")
    species = {
        name: exact_number(share, family="fraction", where=f"{key} species {name}")
        for name, share in (raw["values"].get("species") or {}).items()
    }
    duties = {item["id"]: parse_duty(item, values=values) for item in items_of(raw["criteria"], "duties")}
    guidance = {item["id"]: parse_guidance(item, values=values) for item in items_of(raw["criteria"], "guidance")}
    provisions = {item["id"]: parse_provision(item) for item in items_of(raw["provisions"], "provisions")}
    readings = {item["id"]: parse_reading(item, values=values) for item in items_of(raw["readings"], "readings")}
    edition = Edition(
        key=key,
        title=text_of(head, "title", where=key),
        adopted=date_of(head.get("adopted")),
        effective=date_of(head["effective"]) or datetime.date.min,
        until=date_of(head.get("until")),
        values=values,
        provisions=provisions,
        triggers=triggers,
        tables=tables,
        rows=rows,
        branches=branches,
        volumes=volumes,
        baselines=baselines,
        ratios={name: parse_ratio(name, item) for name, item in (raw["values"].get("ratios") or {}).items()},
        sums={name: parse_sum(name, item) for name, item in (raw["values"].get("sums") or {}).items()},
        criteria=criteria,
        duties=duties,
        credits=credits,
        species=species,
        readings=readings,
        taken={},
        formulas={**CONCLUDED, **crediting.FORMULAS, **rates.FORMULAS, **formulas},
        judges={**SHARED_JUDGES, **judges},
        guidance=guidance,
        not_judged=tuple(head.get("not_judged") or ()),
        content_hash=digest,
        overlay=overlay,
        provisional_title=overlay if provisional else None,
        rulings=rulings,
    )
    _check(edition)
    marked = _mark_readings(edition)
    ruled = {ruling.reading: ruling.choice for ruling in rulings}
    return marked.choosing({name: reading.default for name, reading in readings.items()} | ruled)


def _mark_readings(edition: Edition) -> Edition:
    """Mark everything that some choice of a reading amends with that reading."""
    touched: dict[str, set[str]] = {}
    for reading in edition.readings.values():
        for choice in reading.choices.values():
            for amendment in choice.amendments:
                for target in amendment.on:
                    touched.setdefault(target, set()).add(reading.id)

    def mark(items: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: replace(item, readings=frozenset(touched[name])) if name in touched else item
            for name, item in items.items()
        }

    return replace(
        edition,
        rows=mark(edition.rows),
        branches=mark(edition.branches),
        criteria=mark(edition.criteria),
        ratios=mark(edition.ratios),
        duties=mark(edition.duties),
    )


def _check(edition: Edition) -> None:
    """Refuse references to nothing."""
    for branch in edition.branches.values():
        for table in (*branch.exemptions, *branch.beside, *branch.measures, *filter(None, [branch.table])):
            if table not in edition.tables:
                raise EditionError(f"branch {branch.id} names table {table!r}, which does not exist")
    for criterion in (*edition.criteria.values(), *edition.guidance.values()):
        if criterion.provision not in edition.provisions:
            raise EditionError(f"criterion {criterion.id} cites {criterion.provision!r}, which is no provision")
        if criterion.judge is not None and criterion.judge not in edition.judges:
            raise EditionError(f"criterion {criterion.id} is judged by {criterion.judge!r}, which no function is named")
    exemptions = {table for branch in edition.branches.values() for table in branch.exemptions}
    for name in (*edition.triggers, *(row for table in exemptions for row in edition.tables[table].rows)):
        if edition.rows[name].then != Duties():
            raise EditionError(f"row {name} brings in or frees an action, and requires something; expected `none`")
    for row in edition.rows.values():
        if row.provision not in edition.provisions:
            raise EditionError(f"row {row.id} cites {row.provision!r}, which is no provision")
    for duty in edition.duties.values():
        if duty.provision not in edition.provisions:
            raise EditionError(f"duty {duty.id} cites {duty.provision!r}, which is no provision")
