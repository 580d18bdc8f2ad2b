"""What has to be said beside the hydrograph of a subcatchment.

Owns the words of these cautions; their codes stand in `docs/reference/cautions.md`. What has to be said of the storm
itself is `storm.check_storm`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from headwater.caution import Caution, Grade
from headwater.hydrology.convolution import SHORTEST_TC_MIN
from headwater.hydrology.hydrograph import Hydrograph
from headwater.hydrology.runoff import USUAL_ABSTRACTION_RATIO, converted_curve_number
from headwater.hydrology.storm import Storm

if TYPE_CHECKING:
    from headwater.hydrology.subcatchment import Subcatchment

LONGEST_STEP_PER_TC: Final = 0.2
"""A longer step takes about 1 % off a peak, and soon more."""

LOWEST_USUAL_CURVE_NUMBER: Final = 30.0
HIGHEST_USUAL_CURVE_NUMBER: Final = 98.0
MOST_LEFT_FRACTION: Final = 0.001
"""As much of the runoff may be still to come when the run ends."""

_MIN_PER_H: Final = 60.0
_Found = Iterator[tuple[Grade, str, str]]


def cautions_of(
    subcatchment: Subcatchment, storm: Storm, *, hydrograph: Hydrograph, depth_in: float, excess_in: float
) -> tuple[Caution, ...]:
    """Return what has to be said of a hydrograph, the gravest first."""
    found = [
        *_of_span(storm, hydrograph, depth_in, excess_in),
        *_of_step(subcatchment, hydrograph),
        *_of_numbers(subcatchment),
        *_of_choices(subcatchment),
    ]
    return tuple(Caution(grade=grade, code=code, where=subcatchment.id, text=text) for grade, code, text in found)


def _of_span(storm: Storm, hydrograph: Hydrograph, depth_in: float, excess_in: float) -> _Found:
    end_h = hydrograph.span_h
    if depth_in < excess_in * (1 - MOST_LEFT_FRACTION):
        left = f"{100 * (1 - depth_in / excess_in):.1f} % of the storm's runoff is still to come"
        if end_h < storm.span_h:
            text = f"the run ends at {end_h:g} h, the rain at {storm.span_h:g} h, and {left}; run on till it has passed"
            yield "warning", "run-shorter-than-storm", text
        else:
            text = f"the run ends at {end_h:g} h, when {left}; run on until it has passed"
            yield "warning", "run-shorter-than-runoff", text
    flow = hydrograph.flow_cfs
    if flow[-1] > 0 and int(flow.argmax()) == flow.size - 1:
        yield "warning", "peak-at-end", f"the flow is highest at the end of the run, {end_h:g} h; run on"


def _of_step(subcatchment: Subcatchment, hydrograph: Hydrograph) -> _Found:
    tc_min = subcatchment.time_of_concentration_min
    step_min = hydrograph.dt_h * _MIN_PER_H
    if tc_min >= SHORTEST_TC_MIN and step_min > LONGEST_STEP_PER_TC * tc_min * (1 + 1e-9):
        yield (
            "warning",
            "step-long",
            f"the step of {hydrograph.dt_h:g} h is longer than a fifth of the time of concentration, {tc_min:g} min: "
            "the peak may be low by more than 1 %; take a shorter step",
        )
    if tc_min < SHORTEST_TC_MIN and subcatchment.method == "unit hydrograph":
        yield (
            "note",
            "runoff-at-once",
            f"at a time of concentration of {tc_min:g} min runoff leaves as it forms, averaged over the step",
        )


def _of_numbers(subcatchment: Subcatchment) -> _Found:
    for part in subcatchment.parts:
        number, what = part.curve_number, f" ({part.description})" if part.description else ""
        if number == 100:
            yield (
                "note",
                "curve-number-100",
                f"curve number 100{what}: all rain runs off, as models of open water have it",
            )
        elif not LOWEST_USUAL_CURVE_NUMBER <= number <= HIGHEST_USUAL_CURVE_NUMBER:
            yield (
                "warning",
                "curve-number-unusual",
                f"curve number {number:g}{what} is outside the tables, which run from 30 to 98",
            )


def _of_choices(subcatchment: Subcatchment) -> _Found:
    if subcatchment.antecedent != "II":
        numbers = ", ".join(f"{number:g}" for _, number in subcatchment.shares)
        yield (
            "warning",
            "antecedent-unread",
            f"antecedent condition {subcatchment.antecedent}, curve number {numbers}, by a table that was not re-read "
            "in the source",
        )
    if subcatchment.unconnected_fraction > 0:
        share = f"{100 * subcatchment.unconnected_fraction:.0f} % of the impervious ground drains over pervious ground"
        if subcatchment.credits_unconnected:
            yield "note", "unconnected-credited", f"{share}, which lowers the curve number"
        elif subcatchment.weighting == "separate":
            yield (
                "note",
                "unconnected-not-credited",
                f"{share}; runoff is computed apart, and nothing is credited for it",
            )
        else:
            whole = f"{100 * subcatchment.impervious_fraction:.0f} % is impervious, and from 30 % on"
            yield "note", "unconnected-not-credited", f"{share}; {whole} nothing is credited for it"
    if subcatchment.abstraction_ratio != USUAL_ABSTRACTION_RATIO:
        numbers = ", ".join(
            f"{number:g} to {converted_curve_number(number):.1f}" for _, number in subcatchment.shares if number > 0
        )
        yield (
            "note",
            "abstraction-ratio",
            f"initial abstraction {subcatchment.abstraction_ratio:g} S: curve numbers converted, {numbers}",
        )
    if subcatchment.unit_hydrograph.provisional:
        yield (
            "warning",
            "unit-hydrograph-unread",
            f"the ordinates of the {subcatchment.unit_hydrograph.name} unit hydrograph were not re-read in the source",
        )
