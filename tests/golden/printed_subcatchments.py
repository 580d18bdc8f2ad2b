"""The subcatchments of the printed cases: their inputs as records, and what was printed of them.

Shared by the golden test and by the page `docs/reference/peaks-reproduced.md`, which lists them all.
"""

from __future__ import annotations

from typing import Any

from tests.golden.case_files import case

from headwater.hydrology.distribution import named_distribution
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Part, Runoff, Subcatchment, runoff_hydrograph

PRINTED = ("hydrocad_middle_school", "hydrocad_nine_subcatchments", "hydrocad_small_lots")
SF_PER_AC = 43_560


def rows_of(name: str) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return id, inputs and printed answers of each subcatchment of a case."""
    read = case(name)
    printed = read["published_outputs"].get("subcatchments", read["published_outputs"])
    return [(row["id"], row, printed[row["id"].split()[0]]) for row in read["inputs"]["subcatchments"]]


def land_of(row: dict[str, Any], **other: Any) -> Subcatchment:
    """Return a subcatchment as its case states it, with its surfaces where they are printed."""
    if "surfaces" in row:
        parts = tuple(Part(area_ac=one["area_sf"] / SF_PER_AC, curve_number=one["cn"]) for one in row["surfaces"])
    else:
        parts = (Part(area_ac=row.get("area_ac") or row["area_sf"] / SF_PER_AC, curve_number=row["cn_used"]),)
    return Subcatchment(id=row["id"], to="pond", parts=parts, time_of_concentration_min=row["tc_min"], **other)


def curve_of(name: str) -> str:
    """Return the rainfall distribution of a case."""
    written: str = case(name)["inputs"]["storm"]["distribution"]
    return written.removeprefix("SCS ").removesuffix(" 24-hr")


def run(name: str, row: dict[str, Any], *, curve: str | None = None, dt_h: float | None = None) -> Runoff:
    """Return the runoff of a subcatchment; by its printed curve and at its printed step unless others are given."""
    given = case(name)["inputs"]
    storm = Storm(
        id="storm",
        depth_in=given["storm"]["depth_in"],
        distribution=named_distribution(curve or curve_of(name)),
        duration_h=24,
    )
    return runoff_hydrograph(land_of(row), storm, dt_h=dt_h or given["dt_h"], span_h=given["time_span_h"][1])
