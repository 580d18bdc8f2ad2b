"""The full page of one node in one storm, in the order that reviewers know: flows, method, land or storage, outlets.

Made from the simulation document alone; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from headwater.reports.figure_words import NO_ANSWER, elevation_unit, percent, printed, residual_words
from headwater.reports.model import Cell, Column, Table
from headwater.reports.simulation_tables import curve_number_words, number_column, why_no_answer

Document = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class NodePage:
    """What is said of a node: named lines first, then its tables, then a line for each way out."""

    title: str
    lines: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...] = ()
    closing: tuple[str, ...] = ()


def node_pages(document: Document, id_: str) -> Iterator[NodePage]:
    """Yield the page of a node in every condition that has it and every storm."""
    for condition in document["conditions"]:
        for run in condition["runs"]:
            for node in run["nodes"]:
                if node["id"] == id_:
                    yield node_page(document, condition, run, node)


def node_page(document: Document, condition: Document, run: Document, node: Document) -> NodePage:
    """Return the page of a node in one condition and one storm, each as it stands in the document."""
    described = next(storm["described"] for storm in document["storms"] if storm["id"] == run["storm"])
    return _page(_Node(document, condition, run, node, described))


@dataclass(frozen=True)
class _Node:
    document: Document
    condition: Document
    run: Document
    node: Document
    storm: str

    @property
    def route(self) -> Document:
        return self._listed("routing")

    @property
    def own(self) -> Document:
        """What the model says of it without rain."""
        return self._listed({"subcatchment": "subcatchments", "pond": "ponds", "reach": "reaches"}[self.node["kind"]])

    def _listed(self, key: str) -> Document:
        return next(item for item in self.condition[key] if item["id"] == self.node["id"])

    def level(self, value: float | None) -> str:
        unit = elevation_unit(self.document["datum"])
        return "unknown" if value is None else f"{printed(value, 'ft')} {unit}"

    def key(self, part: str) -> str:
        return f"{self.condition['condition']}-{self.run['storm']}-{self.node['id']}-{part}"


def _page(node: _Node) -> NodePage:
    title = f"{node.node['kind'].capitalize()} {node.node['id']}, {node.condition['condition']}, {node.run['storm']}"
    failed = why_no_answer(node.node)
    lines = [*_head(node), *([("No answer", failed)] if failed else [])]
    tables: tuple[Table, ...] = ()
    closing: tuple[str, ...] = ()
    match node.node["kind"]:
        case "subcatchment":
            lines += _of_land(node)
            tables = (_areas(node), _flow_path(node))
        case "pond":
            lines += [] if failed else _of_pool(node)
            tables = (_storages(node), _stages(node), _outlets(node))
            closing = () if failed else tuple(_closing(node))
        case "reach":
            lines += [("Reach", node.own["described"]), *([] if failed else _of_reach(node))]
    lines += [("Storm", node.storm), ("Time step", f"{node.run['time_step_h']:g} h, span {node.run['span_h']:g} h")]
    residual = node.node["mass_residual_fraction"]
    if residual is not None:
        lines.append(("Mass residual", residual_words(residual)))
    return NodePage(title=title, lines=tuple(lines), tables=tables, closing=closing)


# ---- lines -----------------------------------------------------------------------------------------------------------


def _head(node: _Node) -> Iterator[tuple[str, str]]:
    """Yield the land above and the flows: what comes, what leaves, and each way that it takes."""
    answer, kind = node.node, node.node["kind"]
    if kind != "subcatchment":
        area = f"{printed(node.route['drained_area_ac'], 'ac')} ac"
        share = percent(node.route["drained_impervious_fraction"])
        yield "Inflow area", area if share is None else f"{area}, {share} % impervious"
        yield "Inflow", _flow(answer, "inflow_")
    depth = "" if answer.get("runoff_in") is None else f", depth {printed(answer['runoff_in'], 'in')} in"
    if kind != "outfall":
        yield "Runoff" if kind == "subcatchment" else "Outflow", f"{_flow(answer)}{depth}{_attenuated(answer)}"
    for part in answer.get("to", ()):
        yield f"to {part['id']}", _flow(part)
    if answer.get("discarded"):
        yield "Discarded", _flow(answer["discarded"])
    if "to" not in answer and node.route["to"]:
        yield "Routed to", ", ".join(node.route["to"])


def _flow(flow: Document, prefix: str = "") -> str:
    if flow[f"{prefix}peak_cfs"] is None:
        return NO_ANSWER
    return f"{_peak(flow, prefix)}, volume {printed(flow[f'{prefix}volume_acft'], 'af')} af"


def _peak(flow: Document, prefix: str = "") -> str:
    time_h = printed(flow[f"{prefix}time_of_peak_h"], "h")
    at = "" if time_h is None else f" @ {time_h} h"
    return f"{printed(flow[f'{prefix}peak_cfs'], 'cfs')} cfs{at}"


def _attenuated(answer: Document) -> str:
    if answer.get("attenuation_fraction") is None:
        return ""
    lag = "" if answer["lag_min"] is None else f", lag {printed(answer['lag_min'], 'min')} min"
    return f", attenuation {percent(answer['attenuation_fraction'])} %{lag}"


def _of_land(node: _Node) -> Iterator[tuple[str, str]]:
    land = node.own
    weighed = (
        "one curve number for all covers"
        if land["weighting"] == "composite"
        else ("runoff of pervious and impervious cover apart")
    )
    unit = "" if land["method"] == "SBUH" else f" {land['unit_hydrograph']}"
    yield "Method", f"{land['method']}{unit}, {weighed}, initial abstraction {land['abstraction_ratio']:g} S"


def _of_pool(node: _Node) -> Iterator[tuple[str, str]]:
    pool = node.node
    yield "Starts at", f"{node.level(pool['start_ft'])}; at the end of the run {node.level(pool['final_ft'])}"
    yield (
        "Peak elevation",
        f"{node.level(pool['peak_elevation_ft'])} @ {printed(pool['time_of_peak_elevation_h'], 'h')} h, bounce "
        f"{printed(pool['bounce_ft'], 'ft')} ft; surface {printed(pool['peak_area_sf'], 'sf')} sf, storage "
        f"{printed(pool['peak_storage_cf'], 'cf')} cf",
    )
    if pool["falls_back_h"] is None:
        yield "Falls back", "not within the run"
    else:
        yield "Falls back", f"to within 0.05 ft of its start {printed(pool['falls_back_h'], 'h')} h after the peak"
    for row in pool["above"]:
        until = "at the end of the run still" if row["still"] else f"until {printed(row['last_h'], 'h')} h"
        yield (
            f"Above {node.level(row['stage_ft'])}",
            f"{printed(row['total_h'], 'h')} h, from {printed(row['first_h'], 'h')} h {until}",
        )
    if pool["detention_min"] is None:
        yield "Detention", "not told: less than nine tenths of the water left within the run"
    else:
        centres = f"{printed(pool['centre_of_outflow_min'], 'min')} - {printed(pool['centre_of_inflow_min'], 'min')}"
        yield "Detention", f"{printed(pool['detention_min'], 'min')} min between centres of mass ({centres})"


def _of_reach(node: _Node) -> Iterator[tuple[str, str]]:
    reach = node.node
    yield (
        "At its peak",
        f"depth {printed(reach['peak_depth_ft'], 'ft')} ft, velocity {printed(reach['peak_velocity_fps'], 'fps')} fps; "
        f"full it carries {printed(reach['capacity_cfs'], 'cfs')} cfs",
    )
    yield (
        "Travel",
        f"{printed(reach['travel_min'], 'min')} min; moved by {printed(reach['translation_min'], 'min')} min",
    )


# ---- tables ----------------------------------------------------------------------------------------------------------


def _areas(node: _Node) -> Table:
    land = node.own
    rows: list[tuple[Cell, ...]] = [
        (
            f"{part['curve_number']:g}",
            printed(part["area_ac"], "ac"),
            "impervious" if part["impervious"] else "pervious",
            part["description"],
        )
        for part in land["parts"]
    ]
    whole = "weighted" if land["weighting"] == "composite" else "pervious / impervious, apart"
    share = f"{percent(land['impervious_fraction'])} % impervious"
    rows.append((curve_number_words(land), printed(land["area_ac"], "ac"), share, f"all, {whole}"))
    return Table(
        key=node.key("areas"),
        title="Areas",
        columns=(number_column("CN"), number_column("Area", "ac"), Column(label="Cover"), Column(label="Description")),
        rows=tuple(rows),
        last_is_total=True,
    )


def _flow_path(node: _Node) -> Table:
    land = node.own
    rows: list[tuple[Cell, ...]] = [
        (
            printed(stretch["time_min"], "min"),
            printed(stretch["length_ft"], "ft"),
            printed(stretch["slope_ft_per_ft"], "ft/ft"),
            printed(stretch["velocity_fps"], "fps"),
            printed(stretch["capacity_cfs"], "cfs"),
            _stretch_words(stretch),
        )
        for stretch in land["stretches"]
    ]
    rows.append((printed(land["time_of_concentration_min"], "min"), "", "", "", "", "time of concentration"))
    return Table(
        key=node.key("flow-path"),
        title="Time of concentration",
        columns=(
            number_column("Time", "min"),
            number_column("Length", "ft"),
            number_column("Slope", "ft/ft"),
            number_column("Velocity", "fps"),
            number_column("Capacity", "cfs"),
            Column(label="Description"),
        ),
        rows=tuple(rows),
        last_is_total=True,
    )


def _stretch_words(stretch: Document) -> str:
    rough = None if stretch["manning_n"] is None else f"n {stretch['manning_n']:g}"
    return ", ".join(filter(None, (stretch["description"], stretch["surface"], rough)))


def _storages(node: _Node) -> Table:
    return Table(
        key=node.key("storages"),
        title="Storage",
        columns=(
            number_column("Bottom", elevation_unit(node.document["datum"])),
            number_column("Available", "cf"),
            Column(label="Description"),
        ),
        rows=tuple(
            (printed(storage["bottom_ft"], "ft"), printed(storage["storage_cf"], "cf"), storage["described"])
            for storage in node.own["storages"]
        ),
    )


def _stages(node: _Node) -> Table:
    return Table(
        key=node.key("stages"),
        title="Stages",
        columns=(
            number_column("Elevation", elevation_unit(node.document["datum"])),
            number_column("Surface", "sf"),
            number_column("Increment", "cf"),
            number_column("Storage", "cf"),
        ),
        rows=tuple(
            (
                printed(stage["elevation_ft"], "ft"),
                printed(stage["area_sf"], "sf"),
                printed(stage["increment_cf"], "cf"),
                printed(stage["storage_cf"], "cf"),
            )
            for stage in node.own["stages"]
        ),
    )


def _outlets(node: _Node) -> Table:
    flows = node.node.get("device_flows_cfs", {})
    return Table(
        key=node.key("outlets"),
        title="Outlets",
        columns=(
            Column(label="Outlet"),
            Column(label="Routing"),
            number_column("Invert", elevation_unit(node.document["datum"])),
            number_column("At peak level", "cfs"),
            Column(label="Description"),
        ),
        rows=tuple(
            (
                outlet["id"],
                _routing_words(outlet),
                printed(outlet["invert_ft"], "ft"),
                printed(flows.get(outlet["id"]), "cfs"),
                outlet["described"],
            )
            for outlet in node.own["outlets"]
        ),
        note="At peak level: what each outlet alone could pass under the highest level of the pond, without tailwater.",
    )


def _routing_words(outlet: Document) -> str:
    if outlet["into"] is not None:
        return f"into outlet {outlet['into']}"
    return "discarded" if outlet["to"] is None else str(outlet["to"])


def _closing(node: _Node) -> Iterator[str]:
    """Yield a line for each way out with the levels above and below it."""
    pool = node.node
    flows = {part["id"]: part for part in pool.get("to", ())}
    for to, level_ft in pool["tailwaters_ft"].items():
        flow = flows.get(to, pool)
        below = "free discharge" if level_ft is None else f"TW {node.level(level_ft)}"
        yield f"to {to}: at most {_peak(flow)}, HW {node.level(pool['peak_elevation_ft'])}, {below}"
