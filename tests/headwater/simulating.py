"""Plans for tests of simulations, and their documents, each computed once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from headwater.intake.plan_file import read_plan
from headwater.review.analysis.analysis import Analysis, analyse
from headwater.review.analysis.critical import search_critical
from headwater.review.analysis.document import simulation_document

PLANS = Path(__file__).parent / "cli" / "plans"
SMALL_POND = PLANS / "small-pond.yaml"

# One subcatchment to one outfall, no pond: nothing to warn of but how the curve is read.
PLAIN = """
headwater: 1
plan: A field
actions: [{id: store, kind: redevelopment}]
drainage:
  storms:
    - {id: 2-yr, return_period: 2 yr, depth: 2.87 in, distribution: MSE 3, source: NOAA Atlas 14}
  existing:
    subcatchments:
      - {id: 1S, to: 1O, areas: [{cover: field, curve_number: 70, area: 5 ac}], time_of_concentration: 20 min}
    outfalls: [{id: 1O}]
"""


@cache
def analysed(path: Path = SMALL_POND) -> Analysis:
    """Return the runs of a plan."""
    return analyse(read_plan(path))


@cache
def document_of(path: Path = SMALL_POND, critical: str | None = None) -> dict[str, Any]:
    """Return the simulation document of a plan."""
    analysis = analysed(path)
    return simulation_document(analysis, critical=None if critical is None else search_critical(analysis, critical))


def nodes_of(document: dict[str, Any], condition: str, storm: str) -> dict[str, dict[str, Any]]:
    """Return the nodes of one run by their ids."""
    runs = next(one for one in document["conditions"] if one["condition"] == condition)["runs"]
    return {node["id"]: node for run in runs if run["storm"] == storm for node in run["nodes"]}
