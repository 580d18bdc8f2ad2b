"""A search for the critical duration as plain values: the storms that were tried, and the worst one of each node."""

from __future__ import annotations

from headwater.hydraulics.network import Outfall
from headwater.hydraulics.results import NodeAnswer, Run
from headwater.review.analysis.critical import CriticalCondition, CriticalSearch, Worst
from headwater.review.analysis.digits import Document, rounded
from headwater.review.analysis.run_document import caution_document, together_document


def critical_document(search: CriticalSearch) -> Document:
    """Return a search for the critical duration."""
    return {
        "of": search.of.id,
        "way": search.way,
        "storms": [
            {
                "id": storm.id,
                "duration_h": rounded(storm.duration_h, 4),
                "depth_in": rounded(storm.depth_in, 3),
                "described": storm.describe(),
            }
            for storm in search.storms
        ],
        "warnings": [caution_document(caution) for caution in search.cautions],
        "conditions": [_condition(condition) for condition in search.conditions],
    }


def _condition(condition: CriticalCondition) -> Document:
    return {
        "condition": condition.model.condition,
        "runs": [
            {
                "storm": run.storm.id,
                "complete": run.complete,
                "warnings": [caution_document(caution) for caution in run.cautions],
            }
            for run in condition.runs
        ],
        "worst": [_worst(worst, condition) for worst in condition.worst],
    }


def _worst(worst: Worst, condition: CriticalCondition) -> Document:
    runs = condition.runs
    return {
        "id": worst.id,
        "kind": worst.kind,
        "peak_cfs": rounded(worst.peak_cfs, 4),
        "peak_duration_h": None if worst.peak_storm is None else rounded(worst.peak_storm.duration_h, 4),
        "peak_storm": None if worst.peak_storm is None else worst.peak_storm.id,
        "peaks_cfs": {run.storm.id: _peak_cfs(worst.id, run, condition) for run in runs},
        "level_ft": rounded(worst.level_ft, 4),
        "level_duration_h": None if worst.level_storm is None else rounded(worst.level_storm.duration_h, 4),
        "level_storm": None if worst.level_storm is None else worst.level_storm.id,
        "levels_ft": {run.storm.id: _level_ft(run.nodes[worst.id]) for run in runs}
        if worst.id is not None and worst.kind == "pond"
        else None,
        "without": list(worst.without),
    }


def _peak_cfs(id_: str | None, run: Run, condition: CriticalCondition) -> float | None:
    network = condition.model.network
    if id_ is None:
        whole = together_document(run, network)
        return None if whole is None else whole["peak_cfs"]
    node = run.nodes[id_]
    flow = node.inflow if isinstance(network.nodes[id_], Outfall) else node.outflow
    return None if flow is None else rounded(flow.peak_cfs, 4)


def _level_ft(node: NodeAnswer) -> float | None:
    return None if node.pond is None else rounded(node.pond.peak_elevation_ft, 4)
