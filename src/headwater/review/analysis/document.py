"""The answers of an analysis as plain values, from which every output is made.

Owns the whole and its rates; its parts are `model_document`, `run_document` and `critical_document`. What is printed,
written or drawn is what stands here, rounded once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from headwater import __version__
from headwater.hydraulics.network import Outfall
from headwater.hydrology.storm import Storm
from headwater.plan.drainage_walk import records_of
from headwater.plan.plan import Plan
from headwater.review.analysis.analysis import Analysis, ConditionRuns
from headwater.review.analysis.critical import CriticalSearch
from headwater.review.analysis.critical_document import critical_document
from headwater.review.analysis.digits import Document, rounded
from headwater.review.analysis.model_document import model_document
from headwater.review.analysis.run_document import caution_document, run_document
from headwater.units import Quantity

VERSION: Final = 1
STATEMENT: Final = "Computed from the plan's drainage section. No rule is judged here; the District decides."


def simulation_document(analysis: Analysis, *, critical: CriticalSearch | None = None) -> Document:
    """Return all answers of an analysis as plain values, with a search for the critical duration if there was one."""
    document: Document = {
        "document": "simulation",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "statement": STATEMENT,
        "plan": {
            "name": analysis.plan.plan.text,
            "file": analysis.plan.file,
            "sha256": analysis.plan.sha256,
        },
        "datum": datum_of(analysis.plan),
        "storms": [_storm(storm) for storm in analysis.storms],
        "conditions": [_condition(condition, analysis.plan) for condition in analysis.conditions],
        "warnings": [caution_document(caution) for caution in analysis.cautions],
        "critical": None if critical is None else critical_document(critical),
    }
    document["rates"] = _rates(document, analysis)
    document["method"] = _method(document)
    grades = {warning["grade"] for _, warning in all_warnings(document)}
    document["exit_code"] = 1 if "error" in grades else 2 if "warning" in grades else 0
    return document


def datum_of(plan: Plan) -> str | None:
    """Return the datum of the drainage section's elevations, of which the reader allows one; None without any."""
    if plan.drainage is None:
        return None
    for _, record in records_of(plan.drainage, "drainage"):
        for value in vars(record).values():
            if isinstance(value, Quantity) and value.datum is not None:
                return value.datum
    return None


def _storm(storm: Storm) -> Document:
    return {
        "id": storm.id,
        "depth_in": rounded(storm.depth_in, 3),
        "duration_h": rounded(storm.duration_h, 3),
        "distribution": storm.distribution.name,
        "distribution_method": storm.distribution.method,
        "return_period_yr": storm.return_period_yr,
        "depth_source": storm.depth_source,
        "repeats": storm.repeats,
        "retention": storm.retention if storm.repeats > 1 else None,
        "described": storm.describe(),
    }


def _condition(condition: ConditionRuns, plan: Plan) -> Document:
    network = condition.model.network
    drained = getattr(plan.drainage, condition.model.condition)
    return {
        "condition": condition.model.condition,
        **model_document(network, condition.model.land, drained),
        "warnings": [caution_document(caution) for caution in condition.cautions],
        "runs": [run_document(run, network) for run in condition.runs],
    }


def _rates(document: Mapping[str, Any], analysis: Analysis) -> list[Document]:
    """Return the peaks by storm with every condition beside the others: each outfall, then all of them together."""
    outfalls = dict.fromkeys(
        id_
        for condition in analysis.conditions
        for id_, node in condition.model.network.nodes.items()
        if isinstance(node, Outfall)
    )
    peaks: dict[tuple[str, str], dict[str, float | None]] = {}
    whole: dict[str, dict[str, Mapping[str, Any] | None]] = {}
    for condition in document["conditions"]:
        for run in condition["runs"]:
            whole.setdefault(run["storm"], {})[condition["condition"]] = run["together"]
            for node in run["nodes"]:
                if node["kind"] == "outfall":
                    beside = peaks.setdefault((node["id"], run["storm"]), {})
                    beside[condition["condition"]] = node["peak_cfs"]
    storms = [storm["id"] for storm in document["storms"]]
    rows: list[Document] = [
        {"outfall": outfall, "storm": storm, "peak_cfs": peaks.get((outfall, storm), {}), "sum_of_peaks_cfs": None}
        for outfall in outfalls
        for storm in storms
    ]
    for storm in storms if outfalls else ():
        summed, added = (
            {name: None if one is None else one[key] for name, one in whole[storm].items()}
            for key in ("peak_cfs", "sum_of_peaks_cfs")
        )
        rows.append({"outfall": None, "storm": storm, "peak_cfs": summed, "sum_of_peaks_cfs": added})
    return rows


def _method(document: Mapping[str, Any]) -> list[str]:
    """Return how everything was computed, in lines; a choice that differs within the plan is told with its places."""
    land = [
        (f"{condition['condition']} {piece['id']}", piece)
        for condition in document["conditions"]
        for piece in condition["subcatchments"]
    ]
    runs = [run for condition in document["conditions"] for run in condition["runs"]]
    steps = dict.fromkeys(f"{run['time_step_h']:g} h" for run in runs)
    spans = dict.fromkeys(f"{run['span_h']:g} h" for run in runs)
    lines = [
        _choice("runoff", [(where, _runoff_words(piece)) for where, piece in land]),
        _choice("curve numbers", [(where, _curve_number_words(piece)) for where, piece in land]),
        _choice("initial abstraction", [(where, f"{piece['abstraction_ratio']:g} S") for where, piece in land]),
        f"time step: {', '.join(steps)}; ponds are routed by storage-indication in shorter steps where that is needed",
        f"span: {', '.join(spans)}",
    ]
    retention = {storm["retention"] for storm in document["storms"]} - {None}
    if retention:
        lines.append(f"retention between storms back to back: {', '.join(sorted(retention))}")
    return [line for line in lines if line]


def _runoff_words(piece: Mapping[str, Any]) -> str:
    if piece["method"] == "SBUH":
        return "SBUH, from the excess of each time step"
    return f"unit hydrograph {piece['unit_hydrograph']}, from bursts of excess of 2/15 of the time of concentration"


def _curve_number_words(piece: Mapping[str, Any]) -> str:
    weighed = "one for all covers" if piece["weighting"] == "composite" else "pervious and impervious cover apart"
    kept = "to the nearest whole number" if piece["rounding"] == "whole" else "not rounded"
    return f"{weighed}, {kept}"


def _choice(name: str, said: Sequence[tuple[str, str]]) -> str:
    """Return what was chosen; the choice that most places share comes first, and others name theirs."""
    places: dict[str, list[str]] = {}
    for where, words in said:
        places.setdefault(words, []).append(where)
    ordered = sorted(places.items(), key=lambda item: -len(item[1]))
    if not ordered:
        return ""
    rest = [f"{words} ({', '.join(where)})" for words, where in ordered[1:]]
    return "; ".join([f"{name}: {ordered[0][0]}", *rest])


def all_warnings(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield every warning with where it was said: the plan as a whole, a condition, or a condition and a storm."""
    for warning in document["warnings"]:
        yield "", warning
    for condition in document["conditions"]:
        for warning in condition["warnings"]:
            yield condition["condition"], warning
        yield from _of_runs(condition)
    if document["critical"] is not None:
        for warning in document["critical"]["warnings"]:
            yield "", warning
        for condition in document["critical"]["conditions"]:
            yield from _of_runs(condition)


def _of_runs(condition: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for run in condition["runs"]:
        for warning in run["warnings"]:
            yield f"{condition['condition']}, {run['storm']}", warning
