"""The listings of a calculations report: land by curve number and by soil, pipes, stages and outlets of every pond."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from headwater.reports.figure_words import elevation_unit, printed
from headwater.reports.model import Cell, Column, Table
from headwater.reports.simulation_tables import number_column
from headwater.review.analysis.listings import areas_by_curve_number, areas_by_soil, pipes

Document = Mapping[str, Any]


def listing_tables(document: Document, condition: Document) -> Iterator[Table]:
    """Yield the listings of a condition that are printed."""
    name = condition["condition"]
    whole = printed(sum(piece["area_ac"] for piece in condition["subcatchments"]), "ac")
    yield Table(
        key=f"{name}-areas",
        title=f"Land by curve number, {name}",
        columns=(
            Column(label="Cover", weight=5),
            number_column("CN"),
            number_column("Area", "ac"),
            Column(label="Subcatchments", weight=4),
        ),
        rows=(
            *(
                (one.name, f"{one.curve_number:g}", printed(one.area_ac, "ac"), ", ".join(one.subcatchments))
                for one in areas_by_curve_number(condition)
            ),
            ("all", "", whole, ""),
        ),
        last_is_total=True,
    )
    yield Table(
        key=f"{name}-soils",
        title=f"Land by hydrologic soil group, {name}",
        columns=(Column(label="Group", weight=2), number_column("Area", "ac"), Column(label="Subcatchments", weight=6)),
        rows=(
            *((one.name, printed(one.area_ac, "ac"), ", ".join(one.subcatchments)) for one in areas_by_soil(condition)),
            ("all", whole, ""),
        ),
        last_is_total=True,
    )
    table = _pipes(document, condition)
    if table.rows:
        yield table


def _pipes(document: Document, condition: Document) -> Table:
    name = condition["condition"]
    return Table(
        key=f"{name}-pipes",
        title=f"Pipes, boxes and culverts, {name}",
        columns=(
            Column(label="Where", weight=2),
            Column(label="Kind", weight=0),
            number_column("Invert", elevation_unit(document["datum"])),
            Column(label="As stated", weight=7),
        ),
        rows=tuple(
            (pipe.where, pipe.kind, printed(pipe.invert_ft, "ft") or "", pipe.described) for pipe in pipes(condition)
        ),
    )


def pond_listings(document: Document) -> Iterator[Table]:
    """Yield the stages and the outlets of every pond, for CSV alone: on paper they stand on the page of the pond."""
    elevation = elevation_unit(document["datum"])
    first = (Column(label="Condition"), Column(label="Pond"))
    ponds = [(one["condition"], pond) for one in document["conditions"] for pond in one["ponds"]]
    stages: list[tuple[Cell, ...]] = [
        (
            name,
            pond["id"],
            printed(stage["elevation_ft"], "ft"),
            *(printed(stage[key], unit) for key, unit in (("area_sf", "sf"), ("storage_cf", "cf"))),
        )
        for name, pond in ponds
        for stage in pond["stages"]
    ]
    yield Table(
        key="stages",
        title="Stages",
        columns=(
            *first,
            number_column("Elevation", elevation),
            number_column("Surface", "sf"),
            number_column("Storage", "cf"),
        ),
        rows=tuple(stages),
    )
    outlets: list[tuple[Cell, ...]] = [
        (
            name,
            pond["id"],
            outlet["id"],
            outlet["to"] or (f"outlet {outlet['into']}" if outlet["into"] else "discarded"),
            printed(outlet["invert_ft"], "ft"),
            outlet["described"],
        )
        for name, pond in ponds
        for outlet in pond["outlets"]
    ]
    yield Table(
        key="outlets",
        title="Outlets",
        columns=(
            *first,
            Column(label="Outlet"),
            Column(label="To"),
            number_column("Invert", elevation),
            Column(label="Description"),
        ),
        rows=tuple(outlets),
    )
