"""The tables of a simulation: peak rates by outfall, and for each condition and storm the nodes of every kind.

Made from the simulation document alone; nothing is computed here. The pages of single nodes are `node_tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from headwater.reports.figure_words import NO_ANSWER, elevation_unit, percent, printed
from headwater.reports.model import Cell, Column, Table

Document = Mapping[str, Any]
TOGETHER = "all outfalls together"
SUM_OF_PEAKS = "sum of their peaks"


def number_column(label: str, unit: str | None = None, group: str | None = None) -> Column:
    """Return a column of numbers."""
    return Column(label=label, unit=unit, group=group, kind="number")


# ---- rates -----------------------------------------------------------------------------------------------------------


def rate_table(document: Document) -> Table | None:
    """Return the peak rates: a row for each outfall, then all together; a pair of columns for each storm."""
    conditions = [condition["condition"] for condition in document["conditions"]]
    storms = [storm["id"] for storm in document["storms"]]
    rows: dict[str | None, dict[str, Document]] = {}
    for rate in document["rates"]:
        rows.setdefault(rate["outfall"], {})[rate["storm"]] = rate
    if not rows:
        return None
    outfalls = [outfall for outfall in rows if outfall is not None]
    cells: list[tuple[Cell, ...]] = [
        (outfall, *_rates(rows[outfall], storms, conditions, "peak_cfs")) for outfall in outfalls
    ]
    several = len(outfalls) > 1
    if several:
        cells.append((TOGETHER, *_rates(rows[None], storms, conditions, "peak_cfs")))
        cells.append((SUM_OF_PEAKS, *_rates(rows[None], storms, conditions, "sum_of_peaks_cfs")))
    return Table(
        key="rates",
        title="Peak rates at the outfalls",
        columns=(
            Column(label="Outfall"),
            *(number_column(condition, "cfs", storm) for storm in storms for condition in conditions),
        ),
        rows=tuple(cells),
        note="The sum of peaks stands beside the peak of the summed hydrographs, never in its place."
        if several
        else "",
    )


def _rates(
    by_storm: Mapping[str, Document], storms: Sequence[str], conditions: Sequence[str], key: str
) -> Iterator[Cell]:
    """Yield a cell for each storm and condition: empty where the condition has no such outfall."""
    for storm in storms:
        for condition in conditions:
            beside = by_storm[storm][key]
            yield (printed(beside[condition], "cfs") or NO_ANSWER) if condition in beside else ""


# ---- nodes -----------------------------------------------------------------------------------------------------------


def run_tables(document: Document, condition: Document, run: Document) -> Iterator[Table]:
    """Yield a table for each kind of node that a model has, in one storm."""
    makers: Mapping[str, Callable[[Document, Document, Sequence[Document]], Table]] = {
        "subcatchment": _subcatchments,
        "pond": _ponds,
        "reach": _reaches,
        "link": _links,
        "outfall": _outfalls,
    }
    for kind, make in makers.items():
        nodes = [node for node in run["nodes"] if node["kind"] == kind]
        if nodes:
            table = make(document, {**condition, "run": run}, nodes)
            yield table


def _table(
    kind: str, inside: Document, columns: Sequence[Column], rows: Sequence[tuple[Cell, ...]], note: str
) -> Table:
    run = inside["run"]
    return Table(
        key=f"{inside['condition']}-{run['storm']}-{kind}",
        title=f"{kind.capitalize()}, {inside['condition']}, {run['storm']}",
        columns=tuple(columns),
        rows=tuple(rows),
        note=note,
    )


def _subcatchments(document: Document, inside: Document, nodes: Sequence[Document]) -> Table:
    land = {piece["id"]: piece for piece in inside["subcatchments"]}
    columns = (
        Column(label="Subcatchment"),
        number_column("Area", "ac"),
        number_column("Impervious", "%"),
        Column(label="CN", kind="number"),
        number_column("Tc", "min"),
        number_column("Runoff", "in"),
        *_flow_columns(),
    )
    rows = [
        (
            node["id"],
            printed(land[node["id"]]["area_ac"], "ac"),
            percent(land[node["id"]]["impervious_fraction"]),
            curve_number_words(land[node["id"]]),
            printed(land[node["id"]]["time_of_concentration_min"], "min"),
            printed(node.get("runoff_in"), "in"),
            *_flow(node),
        )
        for node in nodes
    ]
    apart = any(len(land[node["id"]]["curve_numbers"]) > 1 for node in nodes)
    return _table(
        "subcatchments", inside, columns, rows, "CN of pervious and of impervious cover, apart." if apart else ""
    )


def curve_number_words(land: Document) -> str:
    """Return the curve number of a subcatchment, or those of its pervious and impervious cover."""
    return " / ".join(f"{one['curve_number']:g}" for one in land["curve_numbers"])


def _flow_columns(peak: str = "Peak") -> tuple[Column, ...]:
    return number_column(peak, "cfs"), number_column("at", "h"), number_column("Volume", "af")


def _flow(node: Document, prefix: str = "") -> tuple[Cell, ...]:
    if node[f"{prefix}peak_cfs"] is None:
        return NO_ANSWER, None, None
    return (
        printed(node[f"{prefix}peak_cfs"], "cfs"),
        printed(node[f"{prefix}time_of_peak_h"], "h"),
        printed(node[f"{prefix}volume_acft"], "af"),
    )


def why_no_answer(node: Document) -> str | None:
    """Return in words why a node has no answer; None where it has one."""
    if node["status"] == "storage exceeded":
        what = "storage" if node["kind"] == "pond" else "capacity"
        return (
            f"{node['id']}: {what} exceeded at {printed(node['exceeded_at_h'], 'h')} h, short by "
            f"{printed(node['short_cf'], 'cf')} cf"
        )
    if node["status"] == "not computed":
        return f"{node['id']}: not computed, as {node.get('because')} above it has no answer"
    return None


def _notes(nodes: Sequence[Document]) -> str:
    return "\n".join(f"{words}." for node in nodes if (words := why_no_answer(node)))


def _ponds(document: Document, inside: Document, nodes: Sequence[Document]) -> Table:
    discards = any("discarded" in node for node in nodes)
    columns = (
        Column(label="Pond"),
        number_column("Inflow", "cfs"),
        number_column("Outflow", "cfs"),
        number_column("at", "h"),
        number_column("Volume", "af"),
        number_column("Attenuation", "%"),
        number_column("Lag", "min"),
        number_column("Peak elev.", elevation_unit(document["datum"])),
        number_column("Storage", "cf"),
        *((number_column("Discarded", "af"),) if discards else ()),
    )
    rows = []
    for node in nodes:
        discarded = node.get("discarded")
        rows.append(
            (
                node["id"],
                printed(node["inflow_peak_cfs"], "cfs"),
                *_flow(node),
                percent(node.get("attenuation_fraction")),
                printed(node.get("lag_min"), "min"),
                printed(node.get("peak_elevation_ft"), "ft"),
                printed(node.get("peak_storage_cf"), "cf"),
                *(((printed(discarded["volume_acft"], "af") if discarded else None),) if discards else ()),
            )
        )
    return _table("ponds", inside, columns, rows, _notes(nodes))


def _reaches(document: Document, inside: Document, nodes: Sequence[Document]) -> Table:
    columns = (
        Column(label="Reach"),
        number_column("Inflow", "cfs"),
        *_flow_columns("Outflow"),
        number_column("Depth", "ft"),
        number_column("Velocity", "fps"),
        number_column("Capacity", "cfs"),
        number_column("Travel", "min"),
    )
    rows = [
        (
            node["id"],
            printed(node["inflow_peak_cfs"], "cfs"),
            *_flow(node),
            printed(node.get("peak_depth_ft"), "ft"),
            printed(node.get("peak_velocity_fps"), "fps"),
            printed(node.get("capacity_cfs"), "cfs"),
            printed(node.get("travel_min"), "min"),
        )
        for node in nodes
    ]
    return _table("reaches", inside, columns, rows, _notes(nodes))


def _links(document: Document, inside: Document, nodes: Sequence[Document]) -> Table:
    """Return the links, each with a row for every place that it sends water to where they are several."""
    columns = (Column(label="Link"), Column(label="to"), *_flow_columns())
    routes = {node["id"]: node["to"] for node in inside["routing"]}
    rows: list[tuple[Cell, ...]] = []
    for node in nodes:
        rows.append((node["id"], ", ".join(routes[node["id"]]), *_flow(node)))
        for part in node.get("to", ()):
            rows.append(("", f"of it {part['id']}", *_flow(part)))
    return _table("links", inside, columns, rows, _notes(nodes))


def _outfalls(document: Document, inside: Document, nodes: Sequence[Document]) -> Table:
    columns = (Column(label="Outfall"), number_column("Area", "ac"), number_column("Impervious", "%"), *_flow_columns())
    drained = {node["id"]: node for node in inside["routing"]}
    rows: list[tuple[Cell, ...]] = [
        (
            node["id"],
            printed(drained[node["id"]]["drained_area_ac"], "ac"),
            percent(drained[node["id"]]["drained_impervious_fraction"]),
            *_flow(node),
        )
        for node in nodes
    ]
    whole = inside["run"]["together"]
    if len(nodes) > 1:
        rows.append((TOGETHER, "", "", *((NO_ANSWER, None, None) if whole is None else _flow(whole))))
        if whole is not None:
            rows.append((SUM_OF_PEAKS, "", "", printed(whole["sum_of_peaks_cfs"], "cfs"), "", ""))
    return _table("outfalls", inside, columns, rows, _notes(nodes))


# ---- the critical duration -------------------------------------------------------------------------------------------


def critical_tables(document: Document) -> Iterator[Table]:
    """Yield for each condition the worst duration at every node: by peak flow, and for ponds by level."""
    search = document["critical"]
    if search is None:
        return
    for condition in search["conditions"]:
        nodes = condition["worst"]
        yield Table(
            key=f"critical-{condition['condition']}",
            title=f"Critical duration of {search['of']}, {condition['condition']}",
            columns=(
                Column(label="Node"),
                number_column("Worst peak", "cfs"),
                number_column("in a storm of", "h"),
                number_column("Worst level", elevation_unit(document["datum"])),
                number_column("in a storm of", "h"),
            ),
            rows=tuple(
                (
                    node["id"] or TOGETHER,
                    printed(node["peak_cfs"], "cfs") or NO_ANSWER,
                    _hours(node["peak_duration_h"]),
                    printed(node["level_ft"], "ft") if node["kind"] == "pond" else "",
                    _hours(node["level_duration_h"]) if node["kind"] == "pond" else "",
                )
                for node in nodes
            ),
            note="\n".join(
                f"{node['id'] or TOGETHER}: no answer in {', '.join(node['without'])}."
                for node in nodes
                if node["without"]
            ),
        )


def _hours(value: float | None) -> str | None:
    return None if value is None else f"{value:g}"
