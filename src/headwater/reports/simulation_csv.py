"""A simulation as one flat table for a spreadsheet: a row for each condition, storm and node, units in the header.

The figures are those of the JSON document, digit by digit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from headwater.reports.figure_words import elevation_unit
from headwater.reports.model import Cell, Column, Table
from headwater.reports.simulation_tables import TOGETHER, curve_number_words, why_no_answer
from headwater.reports.tables import table_csv

Document = Mapping[str, Any]

# Label, unit and key of every figure of a node; `ft*` is an elevation.
FIGURES: Final = (
    ("Peak", "cfs", "peak_cfs"),
    ("Time of peak", "h", "time_of_peak_h"),
    ("Volume", "ac-ft", "volume_acft"),
    ("Inflow peak", "cfs", "inflow_peak_cfs"),
    ("Inflow time of peak", "h", "inflow_time_of_peak_h"),
    ("Inflow volume", "ac-ft", "inflow_volume_acft"),
    ("Runoff", "in", "runoff_in"),
    ("Starting elevation", "ft*", "start_ft"),
    ("Peak elevation", "ft*", "peak_elevation_ft"),
    ("Time of peak elevation", "h", "time_of_peak_elevation_h"),
    ("Peak storage", "cf", "peak_storage_cf"),
    ("Peak surface", "sf", "peak_area_sf"),
    ("Bounce", "ft", "bounce_ft"),
    ("Top of storage", "ft*", "top_ft"),
    ("Final elevation", "ft*", "final_ft"),
    ("Attenuation", "fraction", "attenuation_fraction"),
    ("Lag", "min", "lag_min"),
    ("Detention", "min", "detention_min"),
    ("Depth", "ft", "peak_depth_ft"),
    ("Velocity", "fps", "peak_velocity_fps"),
    ("Capacity", "cfs", "capacity_cfs"),
    ("Travel", "min", "travel_min"),
    ("Sum of peaks", "cfs", "sum_of_peaks_cfs"),
    ("Exceeded at", "h", "exceeded_at_h"),
    ("Short by", "cf", "short_cf"),
    ("Mass residual", "fraction", "mass_residual_fraction"),
)
OF_LAND: Final = (
    ("Drained area", "ac", "drained_area_ac"),
    ("Drained impervious", "fraction", "drained_impervious_fraction"),
)


def simulation_csv(document: Document, *, nodes: Collection[str] | None = None) -> str:
    """Return the nodes of a simulation as CSV; `nodes` keeps some of them."""
    return table_csv(simulation_table(document, nodes=nodes))


def simulation_table(document: Document, *, nodes: Collection[str] | None = None) -> Table:
    """Return the nodes of a simulation as one table."""
    elevation = elevation_unit(document["datum"])
    figures = (*OF_LAND, *FIGURES)
    columns = (
        *(Column(label=label) for label in ("Condition", "Storm", "Node", "Kind", "Status", "To")),
        Column(label="CN"),
        Column(label="Tc", unit="min", kind="number"),
        *(Column(label=label, unit=elevation if unit == "ft*" else unit, kind="number") for label, unit, _ in figures),
        Column(label="Discarded peak", unit="cfs", kind="number"),
        Column(label="Discarded volume", unit="ac-ft", kind="number"),
        Column(label="Why no answer"),
    )
    return Table(key="simulation", title="Simulation", columns=columns, rows=tuple(_rows(document, nodes)))


def _rows(document: Document, nodes: Collection[str] | None) -> Iterator[tuple[Cell, ...]]:
    for condition in document["conditions"]:
        land = {piece["id"]: piece for piece in condition["subcatchments"]}
        routing = {node["id"]: node for node in condition["routing"]}
        for run in condition["runs"]:
            where = (condition["condition"], run["storm"])
            for node in run["nodes"]:
                if nodes is None or node["id"] in nodes:
                    yield (*where, *_row(node, routing[node["id"]], land.get(node["id"])))
            if run["together"] is not None and nodes is None:
                whole = {"id": TOGETHER, "kind": "", "status": "computed", **run["together"]}
                yield (*where, *_row(whole, {"to": []}, None))


def _row(node: Document, route: Document, land: Document | None) -> Iterator[Cell]:
    yield from (node["id"], node["kind"], node["status"])
    yield ", ".join([*route["to"], *(["discarded"] if route.get("discards") else [])])
    yield None if land is None else curve_number_words(land)
    yield None if land is None else _plain(land["time_of_concentration_min"])
    yield from (_plain(route.get(key)) for _, _, key in OF_LAND)
    yield from (_plain(node.get(key)) for _, _, key in FIGURES)
    discarded = node.get("discarded") or {}
    yield from (_plain(discarded.get(key)) for key in ("peak_cfs", "volume_acft"))
    yield why_no_answer(node)


def _plain(value: float | None) -> str | None:
    """Return every digit of a number of the document, without an exponent.

    >>> _plain(2.5e-06), _plain(12.0)
    ('0.0000025', '12.0')
    """
    return None if value is None else format(Decimal(repr(value)), "f")
