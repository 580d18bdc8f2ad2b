"""The quantities of a memo: surfaces, volume, rates, phosphorus, high water, receiving waters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from headwater.reports.figures import surface_figure, volume_figure
from headwater.reports.model import Block, Cell, Column, Figure, Paragraph, Section, Table
from headwater.reports.reliance import volume_is_provisional
from headwater.reports.waters import landlocked_section, openings_section, waters_section
from headwater.reports.wording import BASELINES, Document, Finding, mark_of, place, yes_no_open

Row = Mapping[str, Any]


def quantity_sections(document: Document) -> tuple[Section, ...]:
    """Return a part for each quantity of which the plan or the rule says something."""
    parts = (
        _surfaces(document),
        _volume(document),
        _rates(document),
        _phosphorus(document),
        openings_section(document),
        waters_section(document),
        landlocked_section(document),
    )
    return tuple(part for part in parts if part is not None)


def _findings(document: Document, *facts: str) -> str:
    """Return in words how the findings came out that looked at facts whose names begin so; empty where none did."""
    found: list[Finding] = [
        finding
        for finding in document["findings"]
        if finding["kind"] == "criterion"
        and finding["outcome"] != "not_applicable"
        and any(str(fact["fact"]).startswith(facts) for fact in finding["facts"])
    ]
    return _told(found)


def _told(found: Iterable[Finding]) -> str:
    words = [
        f"{place(finding)}{' [' + finding['item'] + ']' if finding['item'] else ''} {mark_of(finding).words}"
        for finding in found
    ]
    return f"Findings: {'; '.join(words)}." if words else ""


def _is_of_volume(finding: Finding) -> bool:
    return any(margin["fact"] in ("surplus_volume_cf", "equivalence_surplus_cf") for margin in finding["margins"])


def _note(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


# ---- surfaces and volume ---------------------------------------------------------------------------------------------


def _surfaces(document: Document) -> Section | None:
    rows = document["tables"]["surfaces"]
    if not any(row["area_sf"] for row in rows):
        return None
    by_action = len({row["action"] for row in rows}) > 1
    first = (Column(label="Of"),) if by_action else ()
    table = Table(
        key="surfaces",
        title="Impervious surfaces",
        columns=(
            *first,
            Column(label="Surface", weight=3),
            Column(label="Area", kind="number", unit="sf"),
            Column(label="Area", kind="number", unit="ac"),
            Column(label="As written", weight=3),
            Column(label="Origin", weight=0),
            Column(label="Line", kind="number"),
        ),
        rows=tuple(
            (
                *((row["action"] or "the whole plan",) if by_action else ()),
                row["surface"],
                row["area_sf_printed"],
                row["area_ac_printed"],
                row["given"] or "",
                row["origin"],
                "" if row["line"] is None else str(row["line"]),
            )
            for row in rows
        ),
        note="Existing is kept, reconstructed and removed; proposed is kept, reconstructed and new; the net increase "
        "is new less removed. 1 ac = 43,560 sf.",
    )
    figure = surface_figure([row for row in rows if row["action"] is None])
    return Section(key="surfaces", title="Impervious surfaces", blocks=_with(table, figure))


def _with(table: Table, figure: Figure | None) -> tuple[Block, ...]:
    return (table,) if figure is None else (table, figure)


def _volume(document: Document) -> Section | None:
    owed = any(item["id"] == "volume" for item in document["requirements"])
    credits = document["tables"]["credits"]
    if not owed and not credits:
        return None
    rows: list[tuple[Cell, ...]] = [
        (row["action"], "required of this action", row["provision"], row["arithmetic"], _up(row), "")
        for row in document["volume_rows"]
    ]
    rows += [
        (row["practice"], row["kind"] or "", row["provision"] or "", _credit_words(row), "", _credit_volume(row))
        for row in credits
    ]
    surplus = document["surplus_volume_printed"]
    rows.append(
        (
            "Total",
            "",
            "",
            document["required_volume_note"] or "",
            document["required_volume_printed"],
            document["provided_volume_printed"],
        )
    )
    short = surplus is not None and surplus.startswith("-")
    balance = "Cannot be told while a volume is open." if surplus is None else f"{'Short by' if short else 'Surplus'}"
    balance += "" if surplus is None else f" {surplus.removeprefix('-')} cf."
    if surplus is not None and volume_is_provisional(document):
        balance += " This is provisional: what is required, or what is credited, rests on content that is not official."
    table = Table(
        key="volume",
        title="Volume: required and provided",
        columns=(
            Column(label="Action or practice", weight=3),
            Column(label="What it is", weight=3),
            Column(label="Provision", weight=0),
            Column(label="Arithmetic", weight=5),
            Column(label="Required", kind="number", unit="cf"),
            Column(label="Provided", kind="number", unit="cf"),
        ),
        rows=tuple(rows),
        last_is_total=True,
        note=_note(
            "Required volumes are rounded up and provided ones down, each row from its exact number, so that rows may "
            "differ from the total by a cubic foot each. 1 in over 1 ac = 3,630 cf; 1 ac-ft = 43,560 cf.",
            _told(finding for finding in document["findings"] if _is_of_volume(finding)),
        ),
    )
    blocks = (Paragraph(lead="Balance.", text=balance), *_with(table, volume_figure(document)))
    return Section(key="volume", title="Volume", blocks=blocks if owed else blocks[1:])


def _up(row: Row) -> str | None:
    printed: str | None = row["volume_cf_printed"]
    return printed


def _credit_volume(row: Row) -> str | None:
    printed: str | None = row["volume_cf_printed"]
    return printed if row["counts_for"] == "volume" else ""


def _credit_words(row: Row) -> str:
    words = [row["arithmetic"], row["note"], row["treatment_words"]]
    if row["counts_for"] != "volume":
        words.append(f"counts for {row['counts_for']}")
    if row["provisional"]:
        words.append("provisional")
    return "; ".join(word for word in words if word)


# ---- rates -----------------------------------------------------------------------------------------------------------


def _rates(document: Document) -> Section | None:
    rows = document["tables"]["rates"]
    if not rows:
        return None
    baselines = tuple(dict.fromkeys(row["baseline"] for row in rows))
    several = len(baselines) > 1
    before = "Before" if several else baselines[0][:1].upper() + baselines[0][1:]
    columns = [Column(label="Discharge point", weight=3)]
    for storm in rows[-1]["storms"]:
        group = storm["storm"]
        columns += [
            Column(label=before, kind="number", unit="cfs", group=group),
            Column(label="Proposed", kind="number", unit="cfs", group=group),
            Column(label="Change", kind="number", unit="cfs", group=group),
        ]
    columns.append(Column(label="No increase", kind="mark"))
    table = Table(
        key="rates",
        title="Peak rates",
        columns=tuple(columns),
        rows=tuple(_rate_row(row, with_baseline=several) for row in rows),
        last_is_total=True,
        note=_note(
            "The total is the peak of the summed hydrograph over the boundary; peaks of points are never added.",
            ""
            if baselines == ("existing",)
            else f"Proposed peaks are held against {' and '.join(BASELINES.get(name, name) for name in baselines)}.",
            _findings(document, "aggregate_", "point["),
        ),
    )
    return Section(key="rates", title="Peak rates", blocks=(table,))


def _rate_row(row: Row, *, with_baseline: bool) -> tuple[Cell, ...]:
    where = row["point"] or "Total over the boundary"
    cells: list[Cell] = [f"{where}, against {row['baseline']}" if with_baseline else where]
    for storm in row["storms"]:
        cells += [storm["before_cfs_printed"], storm["proposed_cfs_printed"], storm["change_cfs_printed"]]
    told = [storm["no_increase"] for storm in row["storms"]]
    answer = False if False in told else None if None in told else True
    return (*cells, yes_no_open(answer))


# ---- phosphorus ------------------------------------------------------------------------------------------------------


def _phosphorus(document: Document) -> Section | None:
    rows = document["tables"]["phosphorus"]
    if not rows:
        return None
    row = rows[0]
    names = (("existing", "Existing"), ("meadow", "As meadow"), ("untreated", "Proposed, untreated"))
    shown = [(name, label) for name, label in names if row[f"{name}_lb_per_yr"] is not None or name == "existing"]
    table = Table(
        key="phosphorus",
        title="Annual phosphorus load",
        columns=(
            Column(label="Where"),
            *(Column(label=label, kind="number", unit="lb/yr") for _, label in shown),
            Column(label="Proposed", kind="number", unit="lb/yr"),
            Column(label="Change", kind="number", unit="lb/yr"),
        ),
        rows=(
            (
                "Down-gradient boundary",
                *(row[f"{name}_lb_per_yr_printed"] for name, _ in shown),
                row["proposed_lb_per_yr_printed"],
                row["change_lb_per_yr_printed"],
            ),
        ),
        note=_note(
            f"The change is held against {BASELINES.get(row['baseline'], row['baseline'])}.",
            _findings(document, "phosphorus_"),
        ),
    )
    return Section(key="phosphorus", title="Phosphorus", blocks=(table,))
