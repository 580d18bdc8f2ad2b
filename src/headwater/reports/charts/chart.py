"""What is drawn of a simulation: the lines of each drawing, with the words that stand for it.

Owns which drawings there are. How they look is `drawing`'s; the figures in their words are those of the document.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from headwater.hydrology.storm import Storm, hyetograph
from headwater.reports.figure_words import elevation_unit, printed
from headwater.review.analysis.analysis import Analysis

Document = Mapping[str, Any]
Floats = NDArray[np.float64]
Role = Literal["outflow", "inflow", "level", "rain"]

RAIN_STEP_H: Final = 0.1
# A drawing ends where no flow is more than this share of its highest, at a whole number of these hours.
SLIGHT_FRACTION: Final = 0.01
WHOLE_H: Final = 6.0


@dataclass(frozen=True, kw_only=True)
class Curve:
    """One line of a drawing."""

    label: str
    condition: str
    role: Role
    x: Floats
    y: Floats


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One pair of axes; the horizontal one is time in hours."""

    y_label: str
    curves: tuple[Curve, ...]


@dataclass(frozen=True, kw_only=True)
class Chart:
    """One drawing: its panels from the top down, its title, and the words that stand for it."""

    key: str
    storm: str
    title: str
    alternative: str
    panels: tuple[Panel, ...]
    end_h: float


def charts_of(analysis: Analysis, document: Document) -> Iterator[Chart]:
    """Yield the drawings of each storm: its rain, every outfall, every pond."""
    for storm in analysis.storms:
        yield _rain(storm)
        for kind, make in (("outfall", _outfall), ("pond", _pond)):
            for id_ in _ids(document, kind):
                chart = make(analysis, document, storm, id_)
                if chart is not None:
                    yield chart


def without_answer(document: Document, storm: str) -> list[str]:
    """Return the ponds and outfalls that have no answer in a storm, and so no line."""
    return [
        f"{node['id']}, {condition['condition']}: {node['status']}"
        for condition in document["conditions"]
        for run in condition["runs"]
        if run["storm"] == storm
        for node in run["nodes"]
        if node["kind"] in ("pond", "outfall") and node["status"] != "computed"
    ]


def _ids(document: Document, kind: str) -> list[str]:
    return list(
        dict.fromkeys(
            node["id"] for condition in document["conditions"] for node in condition["routing"] if node["kind"] == kind
        )
    )


def _rain(storm: Storm) -> Chart:
    step_h = min(RAIN_STEP_H, storm.span_h / 20)
    rain = hyetograph(storm, step_h=step_h)
    highest = float(rain.intensity_in_per_hr.max(initial=0.0))
    at_h = float(rain.start_h[int(rain.intensity_in_per_hr.argmax())])
    # Steps are drawn as they are: flat over each, and closed at the end.
    edges_h = np.append(rain.start_h, rain.start_h[-1] + step_h)
    curve = Curve(
        label="rain",
        condition="",
        role="rain",
        x=edges_h,
        y=np.append(rain.intensity_in_per_hr, rain.intensity_in_per_hr[-1]),
    )
    return Chart(
        key=f"{storm.id}-rain",
        storm=storm.id,
        title=f"Rain of storm {storm.id}",
        alternative=f"Rain of storm {storm.id}: {storm.describe()}. The most in {60 * step_h:g} minutes is "
        f"{highest:.2f} in/h, from {at_h:.1f} h on.",
        panels=(Panel(y_label="rain (in/h)", curves=(curve,)),),
        end_h=float(edges_h[-1]),
    )


def _answers(
    analysis: Analysis, document: Document, storm: Storm, id_: str, kind: str
) -> Iterator[tuple[Any, Document]]:
    """Yield the run and the node of every condition in which a node has an answer."""
    for ran, condition in zip(analysis.conditions, document["conditions"], strict=True):
        for run, written in zip(ran.runs, condition["runs"], strict=True):
            if run.storm.id != storm.id:
                continue
            for node in written["nodes"]:
                if node["id"] == id_ and node["kind"] == kind and node["status"] == "computed":
                    yield (condition["condition"], run), node


def _outfall(analysis: Analysis, document: Document, storm: Storm, id_: str) -> Chart | None:
    curves, said = [], []
    for (condition, run), node in _answers(analysis, document, storm, id_, "outfall"):
        hydrograph = run.hydrographs[id_]
        curves.append(
            Curve(label=condition, condition=condition, role="outflow", x=hydrograph.time_h, y=hydrograph.flow_cfs)
        )
        said.append(f"{condition} {_peak_words(node, '')}")
    if not curves:
        return None
    return Chart(
        key=f"{storm.id}-outfall-{id_}",
        storm=storm.id,
        title=f"Flow at outfall {id_}, storm {storm.id}",
        alternative=f"Hydrograph at outfall {id_} in storm {storm.id}: {'; '.join(said)}.",
        panels=(Panel(y_label="flow (cfs)", curves=tuple(curves)),),
        end_h=_end_h(curves, storm),
    )


def _pond(analysis: Analysis, document: Document, storm: Storm, id_: str) -> Chart | None:
    flows, levels, said = [], [], []
    unit = elevation_unit(document["datum"])
    for (condition, run), node in _answers(analysis, document, storm, id_, "pond"):
        for role, series in (("inflow", run.inflows), ("outflow", run.hydrographs)):
            hydrograph = series[id_]
            flows.append(
                Curve(
                    label=f"{role}, {condition}",
                    condition=condition,
                    role="inflow" if role == "inflow" else "outflow",
                    x=hydrograph.time_h,
                    y=hydrograph.flow_cfs,
                )
            )
        pool = run.nodes[id_].pond.levels
        levels.append(Curve(label=condition, condition=condition, role="level", x=pool.time_h, y=pool.stage_ft))
        said.append(
            f"{condition}: inflow {_peak_words(node, 'inflow_')}, outflow {_peak_words(node, '')}, highest level "
            f"{printed(node['peak_elevation_ft'], 'ft')} {unit} at {printed(node['time_of_peak_elevation_h'], 'h')} h"
        )
    if not flows:
        return None
    return Chart(
        key=f"{storm.id}-pond-{id_}",
        storm=storm.id,
        title=f"Pond {id_}, storm {storm.id}",
        alternative=f"Inflow, outflow and level of pond {id_} in storm {storm.id}. {'; '.join(said)}.",
        panels=(
            Panel(y_label="flow (cfs)", curves=tuple(flows)),
            Panel(y_label=f"level ({unit})", curves=tuple(levels)),
        ),
        end_h=_end_h(flows, storm),
    )


def _peak_words(node: Document, prefix: str) -> str:
    time_h = printed(node[f"{prefix}time_of_peak_h"], "h")
    at = "" if time_h is None else f" at {time_h} h"
    return f"peak {printed(node[f'{prefix}peak_cfs'], 'cfs')} cfs{at}"


def _end_h(curves: Sequence[Curve], storm: Storm) -> float:
    """Return where a drawing of flows ends: after the rain, and when what still flows is slight."""
    highest = max(float(curve.y.max(initial=0.0)) for curve in curves)
    last_h = storm.span_h
    for curve in curves:
        above = np.flatnonzero(curve.y > SLIGHT_FRACTION * highest)
        if above.size:
            last_h = max(last_h, float(curve.x[above[-1]]))
    return min(WHOLE_H * math.ceil(last_h / WHOLE_H - 1e-9), max(float(curve.x[-1]) for curve in curves))
