"""One storm through one network as plain values: every node, all outfalls together, the balance, the warnings.

Owns the keys of a run. What does not change with the storm is `model_document`.
"""

from __future__ import annotations

import math

import numpy as np

from headwater.caution import Caution
from headwater.errors import NetworkError
from headwater.hydraulics.answers import bounce_ft, falls_back_h, inundation, together
from headwater.hydraulics.network import Network, Outfall
from headwater.hydraulics.network import Pond as PondNode
from headwater.hydraulics.results import Flow, NodeAnswer, PondAnswer, ReachAnswer, Run
from headwater.hydraulics.tailwater import level_ft
from headwater.hydrology.hydrograph import Hydrograph
from headwater.review.analysis.digits import Document, rounded

MIN_PER_H = 60.0


def run_document(run: Run, network: Network) -> Document:
    """Return one storm through one network."""
    return {
        "storm": run.storm.id,
        "time_step_h": run.dt_h,
        "span_h": run.span_h,
        "complete": run.complete,
        "mass_residual_fraction": rounded(run.mass_residual_fraction, 7),
        "nodes": [_node(run.nodes[id_], run, network) for id_ in network.order],
        "together": together_document(run, network),
        "warnings": [caution_document(caution) for caution in run.cautions],
    }


def caution_document(caution: Caution) -> Document:
    """Return one remark."""
    return {"grade": caution.grade, "code": caution.code, "where": caution.where, "text": caution.text}


def together_document(run: Run, network: Network) -> Document | None:
    """Return all outfalls at once; None where there is none, or one of them has no answer."""
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
        "sum_of_peaks_cfs": rounded(whole.sum_of_peaks_cfs, 4),
    }


def _node(node: NodeAnswer, run: Run, network: Network) -> Document:
    """Return one node; its own peak is that of what leaves it, or of what reaches an outfall."""
    out: Document = {
        "id": node.id,
        "kind": node.kind,
        "status": node.status,
        **_flow(node.outflow, ""),
        **_flow(node.inflow, "inflow_"),
        "mass_residual_fraction": rounded(node.mass_residual_fraction, 7),
    }
    if node.runoff_in is not None:
        out["runoff_in"] = rounded(node.runoff_in, 4)
    if len(node.to) > 1 or node.discarded is not None:
        out["to"] = [{"id": to, **_flow(flow, "")} for to, flow in sorted(node.to.items())]
    if node.discarded is not None:
        out["discarded"] = _flow(node.discarded, "")
    if node.pond is not None:
        out |= _pond(node.pond, node, run, network)
    if node.reach is not None:
        out |= _reach(node.reach)
    if node.shortfall is not None:
        out["exceeded_at_h"] = rounded(node.shortfall.time_h, 3)
        out["short_cf"] = rounded(node.shortfall.short_cf, 1)
    if node.because is not None:
        out["because"] = node.because
    return out


def _flow(flow: Flow | None, prefix: str) -> Document:
    return {
        f"{prefix}peak_cfs": None if flow is None else rounded(flow.peak_cfs, 4),
        # What never flows has no time at which it is highest.
        f"{prefix}time_of_peak_h": rounded(flow.time_of_peak_h, 3) if flow is not None and flow.peak_cfs > 0 else None,
        f"{prefix}volume_acft": None if flow is None else rounded(flow.volume_acft, 5),
    }


def _pond(pond: PondAnswer, node: NodeAnswer, run: Run, network: Network) -> Document:
    inflow_cfs = 0.0 if node.inflow is None else node.inflow.peak_cfs
    outflow = node.outflow
    attenuation = None if outflow is None or inflow_cfs <= 0 else 1 - outflow.peak_cfs / inflow_cfs
    lag_h = None
    if outflow is not None and node.inflow is not None and outflow.peak_cfs > 0 and node.inflow.peak_cfs > 0:
        lag_h = outflow.time_of_peak_h - node.inflow.time_of_peak_h
    came_min = _centre_of_mass_min(run.inflows.get(node.id))
    left_min = None if came_min is None or pond.detention_min is None else came_min + pond.detention_min
    return {
        "start_ft": rounded(pond.start_ft, 4),
        "peak_elevation_ft": rounded(pond.peak_elevation_ft, 4),
        "time_of_peak_elevation_h": rounded(pond.time_of_peak_elevation_h, 3),
        "peak_storage_cf": rounded(pond.peak_storage_cf, 1),
        "peak_area_sf": rounded(pond.peak_area_sf, 1),
        "bounce_ft": rounded(bounce_ft(pond), 4),
        "top_ft": rounded(pond.top_ft, 4),
        "final_ft": rounded(pond.final_ft, 4),
        "attenuation_fraction": rounded(attenuation, 4),
        "lag_min": None if lag_h is None else rounded(lag_h * MIN_PER_H, 2),
        "detention_min": rounded(pond.detention_min, 1),
        "centre_of_inflow_min": rounded(came_min, 1),
        "centre_of_outflow_min": rounded(left_min, 1),
        "device_flows_cfs": {id_: rounded(flow_cfs, 4) for id_, flow_cfs in pond.device_flows_cfs.items()},
        "tailwaters_ft": _tailwaters_ft(pond, node.id, run, network),
        "falls_back_h": rounded(falls_back_h(pond), 3),
        "above": _above(pond, node.id, network),
    }


def _above(pond: PondAnswer, id_: str, network: Network) -> list[Document]:
    """Return how long the pool stands above each listed stage and outlet between its start and its peak."""
    node = network.nodes[id_]
    assert isinstance(node, PondNode)
    stages = {*node.storage.stages_ft(), *(outlet.device.invert_ft for outlet in node.outlets)}
    found = []
    for stage_ft in sorted(stage_ft for stage_ft in stages if pond.start_ft < stage_ft < pond.peak_elevation_ft):
        exceeded = inundation(pond.levels, stage_ft=stage_ft)
        found.append(
            {
                "stage_ft": rounded(stage_ft, 4),
                "total_h": rounded(exceeded.total_h, 3),
                "first_h": rounded(exceeded.first_h, 3),
                "last_h": rounded(exceeded.last_h, 3),
                "still": exceeded.still,
            }
        )
    return found


def _centre_of_mass_min(hydrograph: Hydrograph | None) -> float | None:
    if hydrograph is None or not hydrograph.flow_cfs.sum() > 0:
        return None
    flow_cfs = hydrograph.flow_cfs
    return float(flow_cfs @ hydrograph.time_h / flow_cfs.sum()) * MIN_PER_H


def _tailwaters_ft(pond: PondAnswer, id_: str, run: Run, network: Network) -> Document:
    """Return the level below each way out when the pond stands highest; null where the water falls free."""
    node = network.nodes[id_]
    assert isinstance(node, PondNode)
    time_h = pond.time_of_peak_elevation_h
    levels: Document = {}
    for to in sorted({outlet.to for outlet in node.outlets if outlet.to is not None}):
        target, answer = network.nodes[to], run.nodes[to]
        level = -math.inf
        if isinstance(target, Outfall):
            level = level_ft(target, time_h, _flow_at_cfs(run.hydrographs.get(to), time_h))
        elif answer.pond is not None:
            level = float(np.interp(time_h, answer.pond.levels.time_h, answer.pond.levels.stage_ft))
        levels[to] = rounded(level, 4) if math.isfinite(level) else None
    return levels


def _flow_at_cfs(hydrograph: Hydrograph | None, time_h: float) -> float:
    return 0.0 if hydrograph is None else float(np.interp(time_h, hydrograph.time_h, hydrograph.flow_cfs))


def _reach(reach: ReachAnswer) -> Document:
    return {
        "peak_depth_ft": rounded(reach.peak_depth_ft, 4),
        "peak_velocity_fps": rounded(reach.peak_velocity_fps, 3),
        "capacity_cfs": rounded(reach.capacity_cfs, 3),
        "travel_min": rounded(reach.travel_min, 2),
        "translation_min": rounded(reach.translation_min, 2),
    }
