"""The answers of an analysis as plain values, from which every output is made.

Owns the keys and the digits: what is printed, written or drawn is what stands here, rounded once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from headwater import __version__
from headwater.caution import Caution
from headwater.errors import NetworkError
from headwater.hydraulics.answers import bounce_ft, together
from headwater.hydraulics.network import Network, Outfall, kind_of, targets_of
from headwater.hydraulics.results import Flow, NodeAnswer, PondAnswer, ReachAnswer, Run
from headwater.hydrology.storm import Storm
from headwater.review.analysis.analysis import Analysis, ConditionRuns
from headwater.review.analysis.land import Land

FORMAT: Final = "headwater simulation"
VERSION: Final = "1"
Document = dict[str, Any]


def simulation_document(analysis: Analysis) -> Document:
    """Return all answers of an analysis as plain values."""
    conditions = [_condition(condition) for condition in analysis.conditions]
    warnings = [_caution(caution) for caution in analysis.cautions]
    grades = {caution.grade for caution in analysis.cautions}
    grades |= {caution.grade for condition in analysis.conditions for run in condition.runs for caution in run.cautions}
    return {
        "format": FORMAT,
        "version": VERSION,
        "headwater": __version__,
        "plan": {
            "name": analysis.plan.plan.text,
            "file": analysis.plan.file,
            "sha256": analysis.plan.sha256,
        },
        "storms": [_storm(storm) for storm in analysis.storms],
        "conditions": conditions,
        "rates": _rates(analysis),
        "warnings": warnings,
        "exit_code": 1 if "error" in grades else 2 if "warning" in grades else 0,
    }


def _storm(storm: Storm) -> Document:
    return {
        "id": storm.id,
        "depth_in": _round(storm.depth_in, 3),
        "duration_h": _round(storm.duration_h, 3),
        "distribution": storm.distribution.name,
        "distribution_method": storm.distribution.method,
        "return_period_yr": storm.return_period_yr,
        "depth_source": storm.depth_source,
        "repeats": storm.repeats,
        "retention": storm.retention if storm.repeats > 1 else None,
        "described": storm.describe(),
    }


def _condition(condition: ConditionRuns) -> Document:
    network = condition.model.network
    return {
        "condition": condition.model.condition,
        "subcatchments": [_land(land) for land in condition.model.land],
        "routing": routing_of(network),
        "runs": [_run(run, network) for run in condition.runs],
    }


def routing_of(network: Network) -> list[Document]:
    """Return where the water of each node goes, from upstream down: what a routing diagram draws."""
    return [
        {"id": id_, "kind": kind_of(network.nodes[id_]), "to": list(targets_of(network.nodes[id_]))}
        for id_ in network.order
    ]


def _land(land: Land) -> Document:
    subcatchment = land.subcatchment
    return {
        "id": subcatchment.id,
        "area_ac": _round(subcatchment.area_ac, 4),
        "impervious_fraction": _round(subcatchment.impervious_fraction, 4),
        "weighting": subcatchment.weighting,
        "curve_numbers": [
            {"share_fraction": _round(share, 4), "curve_number": _round(number, 2)}
            for share, number in subcatchment.shares
        ],
        "parts": [
            {
                "area_ac": _round(part.area_ac, 4),
                "curve_number": _round(part.curve_number, 2),
                "impervious": part.impervious,
                "description": part.description,
            }
            for part in subcatchment.parts
        ],
        "time_of_concentration_min": _round(land.concentration.time_min, 2),
        "stretches": [
            {"description": stretch.description, "time_min": _round(stretch.time_min, 2)}
            for stretch in land.concentration.stretches
        ],
        "unit_hydrograph": subcatchment.unit_hydrograph.name,
        "abstraction_ratio": subcatchment.abstraction_ratio,
        "method": subcatchment.method,
    }


def _run(run: Run, network: Network) -> Document:
    return {
        "storm": run.storm.id,
        "time_step_h": run.dt_h,
        "span_h": run.span_h,
        "complete": run.complete,
        "mass_residual_fraction": _round(run.mass_residual_fraction, 7),
        "nodes": [_node(run.nodes[id_]) for id_ in network.order],
        "aggregate": _aggregate(run, network),
        "warnings": [_caution(caution) for caution in run.cautions],
    }


def _node(node: NodeAnswer) -> Document:
    """Return one node; its own peak is that of what leaves it, or of what reaches an outfall."""
    out: Document = {
        "id": node.id,
        "kind": node.kind,
        "status": node.status,
        **_flow(node.outflow, ""),
        **_flow(node.inflow, "inflow_"),
        "mass_residual_fraction": _round(node.mass_residual_fraction, 7),
    }
    if node.runoff_in is not None:
        out["runoff_in"] = _round(node.runoff_in, 4)
    if len(node.to) > 1 or node.discarded is not None:
        out["to"] = [{"id": to, **_flow(flow, "")} for to, flow in sorted(node.to.items())]
    if node.discarded is not None:
        out["discarded"] = _flow(node.discarded, "")
    if node.pond is not None:
        out |= _pond(node.pond, node)
    if node.reach is not None:
        out |= _reach(node.reach)
    if node.shortfall is not None:
        out["exceeded_at_h"] = _round(node.shortfall.time_h, 3)
        out["short_cf"] = _round(node.shortfall.short_cf, 1)
    if node.because is not None:
        out["because"] = node.because
    return out


def _flow(flow: Flow | None, prefix: str) -> Document:
    return {
        f"{prefix}peak_cfs": None if flow is None else _round(flow.peak_cfs, 4),
        f"{prefix}time_of_peak_h": None if flow is None else _round(flow.time_of_peak_h, 3),
        f"{prefix}volume_acft": None if flow is None else _round(flow.volume_acft, 5),
    }


def _pond(pond: PondAnswer, node: NodeAnswer) -> Document:
    inflow_cfs = 0.0 if node.inflow is None else node.inflow.peak_cfs
    outflow = node.outflow
    attenuation = None if outflow is None or inflow_cfs <= 0 else 1 - outflow.peak_cfs / inflow_cfs
    lag_h = None if outflow is None or node.inflow is None else outflow.time_of_peak_h - node.inflow.time_of_peak_h
    return {
        "start_ft": _round(pond.start_ft, 4),
        "peak_elevation_ft": _round(pond.peak_elevation_ft, 4),
        "time_of_peak_elevation_h": _round(pond.time_of_peak_elevation_h, 3),
        "peak_storage_cf": _round(pond.peak_storage_cf, 1),
        "peak_area_sf": _round(pond.peak_area_sf, 1),
        "bounce_ft": _round(bounce_ft(pond), 4),
        "top_ft": _round(pond.top_ft, 4),
        "final_ft": _round(pond.final_ft, 4),
        "attenuation_fraction": _round(attenuation, 4),
        "lag_min": None if lag_h is None else _round(lag_h * 60, 2),
        "detention_min": _round(pond.detention_min, 1),
        "device_flows_cfs": {id_: _round(flow_cfs, 4) for id_, flow_cfs in pond.device_flows_cfs.items()},
    }


def _reach(reach: ReachAnswer) -> Document:
    return {
        "peak_depth_ft": _round(reach.peak_depth_ft, 4),
        "peak_velocity_fps": _round(reach.peak_velocity_fps, 3),
        "capacity_cfs": _round(reach.capacity_cfs, 3),
        "travel_min": _round(reach.travel_min, 2),
        "translation_min": _round(reach.translation_min, 2),
    }


def _aggregate(run: Run, network: Network) -> Document | None:
    """Return all outfalls at once; None where one of them has no answer."""
    ids = [outfall.id for outfall in network.outfalls]
    if not ids:
        return None
    try:
        whole = together(run, ids)
    except NetworkError:
        return None
    return {
        "outfalls": list(whole.ids),
        **_flow(whole.summed, ""),
        "sum_of_peaks_cfs": _round(whole.sum_of_peaks_cfs, 4),
    }


def _rates(analysis: Analysis) -> list[Document]:
    """Return the peaks of each outfall and of all at once, by storm, with every condition beside the others."""
    rows: dict[str, dict[str, dict[str, float | None]]] = {}
    for condition in analysis.conditions:
        network = condition.model.network
        for run in condition.runs:
            peaks = {
                id_: _peak_cfs(run.nodes[id_].inflow)
                for id_, node in network.nodes.items()
                if isinstance(node, Outfall)
            }
            whole = _aggregate(run, network)
            peaks["all outfalls together"] = None if whole is None else whole["peak_cfs"]
            for name, peak_cfs in peaks.items():
                rows.setdefault(name, {}).setdefault(run.storm.id, {})[condition.model.condition] = peak_cfs
    return [
        {"outfall": name, "storm": storm, "peak_cfs": by_condition}
        for name, storms in rows.items()
        for storm, by_condition in storms.items()
    ]


def _peak_cfs(flow: Flow | None) -> float | None:
    return None if flow is None else _round(flow.peak_cfs, 4)


def _caution(caution: Caution) -> Document:
    return {"grade": caution.grade, "code": caution.code, "where": caution.where, "text": caution.text}


def _round(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits) + 0.0


def all_warnings(document: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Yield every warning with where it was said: the plan as a whole, or a condition and a storm."""
    for warning in document["warnings"]:
        yield "", warning
    for condition in document["conditions"]:
        for run in condition["runs"]:
            for warning in run["warnings"]:
                yield f"{condition['condition']}, {run['storm']}", warning
