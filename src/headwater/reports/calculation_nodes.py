"""The pages of nodes in a calculations report: what a node is stands there once, and what each storm does to it beside.

Made from the simulation document alone; nothing is computed here. What `node_pages` says of one storm is said of all of
them in columns or rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from headwater.reports.figure_words import NO_ANSWER, elevation_unit, percent, printed
from headwater.reports.model import Block, Bullets, Callout, Cell, Column, Section, Table, Terms
from headwater.reports.node_pages import NodePage, node_page
from headwater.reports.simulation_tables import number_column, why_no_answer

Document = Mapping[str, Any]
# Of a single storm, so that they stand in the tables of storms.
OF_A_STORM: Final = frozenset(
    {"Inflow", "Outflow", "Runoff", "Discarded", "Starts at", "Peak elevation", "Falls back", "Detention", "Storm"}
    | {"Time step", "Mass residual", "No answer", "At its peak", "Travel"}
)


def node_section(document: Document, condition: Document, key: str) -> Section:
    """Return the pages of all nodes of a condition but its outfalls, from upstream down."""
    parts = [
        _part(document, condition, node["id"], number)
        for number, node in enumerate(condition["routing"], start=1)
        if node["kind"] in ("subcatchment", "pond", "reach")
    ]
    name = condition["condition"]
    return Section(key=key, title=f"Nodes, {name}", parts=tuple(parts))


def _part(document: Document, condition: Document, id_: str, number: int) -> Section:
    runs = [(run, next(node for node in run["nodes"] if node["id"] == id_)) for run in condition["runs"]]
    page = node_page(document, condition, *runs[0])
    kind, name = runs[0][1]["kind"], condition["condition"]
    lines = [line for line in page.lines if line[0] not in OF_A_STORM and not line[0].startswith(("Above ", "to "))]
    blocks: list[Block] = [Terms(title=f"{kind.capitalize()} {id_}", rows=tuple(lines))] if lines else []
    failed = [f"{run['storm']}: {why}." for run, node in runs if (why := why_no_answer(node))]
    if failed:
        blocks.append(Callout(tone="warning", title="No answer", lines=tuple(failed)))
    tables: Callable[..., Iterator[Table]] = {"subcatchment": _of_land, "pond": _of_pond, "reach": _of_reach}[kind]
    for index, table in enumerate(tables(document, runs, page)):
        blocks.append(replace(without_gaps(table), key=f"{name}-{number}-{index}", written=False))
    if kind == "pond":
        closing = [
            f"{run['storm']}: {line}"
            for run, node in runs
            for line in node_page(document, condition, run, node).closing
        ]
        blocks += [Bullets(items=tuple(closing))] if closing else []
    title = f"{kind.capitalize()} {id_}, {name}"
    # A pond fills a page; what lies before and behind it is found more easily so.
    return Section(key=f"node-{name}-{number}", title=title, blocks=tuple(blocks), paged=kind == "pond")


def without_gaps(table: Table) -> Table:
    """Return a table in which a cell without a figure is empty: none is due there, so that none is missing."""
    return replace(table, rows=tuple(tuple("" if cell is None else cell for cell in row) for row in table.rows))


Runs = Sequence[tuple[Document, Document]]


def _table(title: str, columns: Sequence[Column], rows: Sequence[tuple[Cell, ...]], note: str = "") -> Table:
    return Table(key="", title=title, columns=(Column(label="Storm", weight=0), *columns), rows=tuple(rows), note=note)


def _flow(node: Document, prefix: str = "") -> tuple[Cell, ...]:
    if node[f"{prefix}peak_cfs"] is None:
        return NO_ANSWER, "", ""
    return (
        printed(node[f"{prefix}peak_cfs"], "cfs"),
        # What never flows has no time at which it is highest.
        printed(node[f"{prefix}time_of_peak_h"], "h") or "",
        printed(node[f"{prefix}volume_acft"], "af"),
    )


def _flow_columns(group: str) -> tuple[Column, ...]:
    return number_column("Peak", "cfs", group), number_column("At", "h", group), number_column("Volume", "af", group)


def _of_land(document: Document, runs: Runs, page: NodePage) -> Iterator[Table]:
    yield _table(
        "Runoff",
        (*_flow_columns("Runoff"), number_column("Depth", "in", "Runoff")),
        [(run["storm"], *_flow(node), printed(node.get("runoff_in"), "in") or "") for run, node in runs],
    )
    yield from page.tables


def _of_reach(document: Document, runs: Runs, page: NodePage) -> Iterator[Table]:
    yield _table(
        "Flow through it",
        (
            *_flow_columns("Inflow"),
            *_flow_columns("Outflow"),
            number_column("Depth", "ft"),
            number_column("Velocity", "fps"),
            number_column("Capacity", "cfs"),
            number_column("Travel", "min"),
        ),
        [
            (
                run["storm"],
                *_flow(node, "inflow_"),
                *_flow(node),
                *(
                    printed(node.get(name), unit) or ""
                    for name, unit in (
                        ("peak_depth_ft", "ft"),
                        ("peak_velocity_fps", "fps"),
                        ("capacity_cfs", "cfs"),
                        ("travel_min", "min"),
                    )
                ),
            )
            for run, node in runs
        ],
    )


def _of_pond(document: Document, runs: Runs, page: NodePage) -> Iterator[Table]:
    unit = elevation_unit(document["datum"])
    yield _flows(runs)
    yield _levels(runs, unit)
    storages, stages, outlets = page.tables
    yield storages
    yield _stages_above(stages, runs)
    yield _outlets(outlets, runs)


def _flows(runs: Runs) -> Table:
    discards = any(node.get("discarded") for _, node in runs)
    return _table(
        "Flows",
        (
            *_flow_columns("Inflow"),
            *_flow_columns("Outflow"),
            *(_flow_columns("Discarded") if discards else ()),
            number_column("Attenuation", "%"),
            number_column("Lag", "min"),
        ),
        [
            (
                run["storm"],
                *_flow(node, "inflow_"),
                *_flow(node),
                *((_flow(node["discarded"]) if node.get("discarded") else ("", "", "")) if discards else ()),
                percent(node.get("attenuation_fraction")) or "",
                printed(node.get("lag_min"), "min") or "",
            )
            for run, node in runs
        ],
    )


def _levels(runs: Runs, unit: str) -> Table:
    figures = (
        ("start_ft", "ft"),
        ("peak_elevation_ft", "ft"),
        ("time_of_peak_elevation_h", "h"),
        ("bounce_ft", "ft"),
        ("peak_area_sf", "sf"),
        ("peak_storage_cf", "cf"),
        ("final_ft", "ft"),
        ("falls_back_h", "h"),
        ("detention_min", "min"),
    )
    return _table(
        "Levels",
        (
            number_column("Start", unit),
            number_column("Peak", unit),
            number_column("At", "h"),
            number_column("Bounce", "ft"),
            number_column("Surface", "sf"),
            number_column("Storage", "cf"),
            number_column("End", unit),
            number_column("Falls back", "h"),
            number_column("Detention", "min"),
        ),
        [(run["storm"], *(printed(node.get(name), of) or "" for name, of in figures)) for run, node in runs],
        note="Surface and storage at the peak level. Falls back: from the peak to within 0.05 ft of the start; empty "
        "where not within the run. Detention: between centres of mass; empty where less than nine tenths of the water "
        "left within the run.",
    )


def _stages_above(stages: Table, runs: Runs) -> Table:
    """Return the stages, with the hours that the pool stands above each in each storm."""
    hours = {
        (run["storm"], printed(row["stage_ft"], "ft")): printed(row["total_h"], "h")
        for run, node in runs
        for row in node.get("above", ())
    }
    storms = [run["storm"] for run, _ in runs]
    if not hours:
        return stages
    return replace(
        stages,
        columns=(*stages.columns, *(number_column(storm, "h", "Time above it") for storm in storms)),
        rows=tuple((*row, *(hours.get((storm, str(row[0]))) or "" for storm in storms)) for row in stages.rows),
    )


def _outlets(outlets: Table, runs: Runs) -> Table:
    """Return the outlets, with what each alone could pass at the highest level of each storm."""
    outlet, routing, invert, _, described = outlets.columns
    flows = [(run["storm"], node.get("device_flows_cfs", {})) for run, node in runs]
    return replace(
        outlets,
        columns=(
            replace(outlet, weight=0),
            replace(routing, weight=0),
            invert,
            *(number_column(storm, "cfs", "At peak level") for storm, _ in flows),
            replace(described, weight=4),
        ),
        rows=tuple(
            (row[0], row[1], row[2], *(printed(of.get(str(row[0])), "cfs") or "" for _, of in flows), row[4])
            for row in outlets.rows
        ),
    )
