"""The subcatchments of a plan as the engine takes them: covers as parts, the flow path as a time of concentration.

Owns which curve number a cover has, and what is said where one was looked up or adjusted.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from headwater.caution import Caution
from headwater.errors import HeadwaterError, IncompleteModelError
from headwater.hydrology import concentration as flow
from headwater.hydrology.curve_number import (
    PAVED,
    Antecedent,
    composite_curve_number,
    curve_number,
)
from headwater.hydrology.roughness import sheet_roughness_of
from headwater.hydrology.subcatchment import Part, Subcatchment
from headwater.hydrology.unit_hydrograph import (
    CURVILINEAR,
    DELMARVA,
    TRIANGULAR,
    DimensionlessUnitHydrograph,
    gamma_unit_hydrograph,
)
from headwater.plan import flow_paths as stated
from headwater.plan.subcatchments import Cover, RunoffMethod
from headwater.plan.subcatchments import Subcatchment as StatedSubcatchment
from headwater.review.analysis.floats import area_ac, due, number, plain

USUAL_PEAK_RATE_FACTOR = 484.0


@dataclass(frozen=True, kw_only=True)
class TimeOfConcentration:
    """How long water takes, and the stretches that the time is the sum of; none where it was given."""

    time_min: float
    stretches: tuple[flow.Stretch, ...]
    cautions: tuple[Caution, ...]


@dataclass(frozen=True, kw_only=True)
class Land:
    """A subcatchment made ready, with what is to be said of it."""

    subcatchment: Subcatchment
    concentration: TimeOfConcentration
    cautions: tuple[Caution, ...]


def land_of(subcatchment: StatedSubcatchment, method: RunoffMethod | None) -> Land:
    """Return a subcatchment of a plan made ready; `method` is how the plan as a whole computes runoff.

    Raises
    ------
    HeadwaterError
        If a cover, surface or number cannot be used; the message names the subcatchment.
    """
    where = subcatchment.id.text
    how = _joined(method, subcatchment.runoff)
    try:
        parts = tuple(_part(cover) for cover in subcatchment.areas or ())
        time = _concentration(subcatchment, parts, where)
        made = Subcatchment(
            id=where,
            to="" if subcatchment.to is None else subcatchment.to.text,
            parts=parts,
            time_of_concentration_min=time.time_min,
            weighting="separate" if _word(how, "weighting") == "separate" else "composite",
            rounding="exact" if _word(how, "rounding") == "exact" else "whole",
            unit_hydrograph=_unit_hydrograph(how),
            abstraction_ratio=due(plain(how.abstraction_ratio, otherwise=0.2)),
            method="SBUH" if _word(how, "method") == "SBUH" else "unit hydrograph",
            antecedent=_antecedent(how),
        )
    except HeadwaterError as error:
        raise type(error)(f"subcatchment {where!r}: {error}") from error
    return Land(subcatchment=made, concentration=time, cautions=time.cautions)


def _joined(whole: RunoffMethod | None, own: RunoffMethod | None) -> RunoffMethod:
    """Return how runoff is computed: as the subcatchment says, else as the plan does."""
    if whole is None or own is None:
        return own or whole or RunoffMethod()
    said = {due.name: value for due in fields(own) if (value := getattr(own, due.name)) is not None}
    return replace(whole, **said)


def _word(how: RunoffMethod, name: str) -> str | None:
    choice = getattr(how, name)
    return None if choice is None else choice.text


def _antecedent(how: RunoffMethod) -> Antecedent:
    match _word(how, "antecedent"):
        case "I":
            return "I"
        case "III":
            return "III"
    return "II"


def _unit_hydrograph(how: RunoffMethod) -> DimensionlessUnitHydrograph:
    match _word(how, "unit_hydrograph"):
        case "triangular":
            return TRIANGULAR
        case "Delmarva":
            return DELMARVA
        case "gamma":
            return gamma_unit_hydrograph(plain(how.peak_rate_factor) or USUAL_PEAK_RATE_FACTOR)
    return CURVILINEAR


def curve_number_of(cover: Cover) -> float:
    """Return the curve number of a cover: its own, that of pavement, or the published one of its words and soil group.

    Raises
    ------
    IncompleteModelError
        If it has neither name nor number, or no soil group where the table goes by it.
    UnknownNameError
        If no published table has the cover.
    """
    impervious = cover.impervious is not None and cover.impervious.answer
    if cover.curve_number is not None:
        return float(cover.curve_number.value)
    if impervious and (cover.cover is None or cover.soil_group is None):
        return float(PAVED)
    if cover.cover is None:
        raise IncompleteModelError("a cover has no name and no curve number; expected one of both; write it")
    if cover.soil_group is None:
        raise IncompleteModelError(
            f"cover {cover.cover.text!r} has no soil group; expected A, B, C or D, or a curve number; write one of both"
        )
    group = cover.soil_group.text
    return curve_number(cover.cover.text, group, drained=cover.drained is not None and cover.drained.answer)


def _part(cover: Cover) -> Part:
    impervious = cover.impervious is not None and cover.impervious.answer
    numbered = curve_number_of(cover)
    if cover.area is None:
        raise IncompleteModelError("a cover has no area; expected one; write it")
    return Part(
        area_ac=area_ac(cover.area),
        curve_number=numbered,
        impervious=impervious,
        connected=cover.connected is None or cover.connected.answer,
        description=_words(cover),
    )


def _words(cover: Cover) -> str:
    name = cover.cover.text if cover.cover is not None else "not named"
    return name if cover.soil_group is None else f"{name}, HSG {cover.soil_group.text}"


def _concentration(subcatchment: StatedSubcatchment, parts: tuple[Part, ...], where: str) -> TimeOfConcentration:
    minimum_min = None if subcatchment.minimum_time is None else number(subcatchment.minimum_time) * 60
    if subcatchment.flow_path:
        stretches = tuple(_stretch(stretch, parts) for stretch in subcatchment.flow_path)
    elif subcatchment.time_of_concentration is not None:
        stretches = (flow.DirectTime(time_min=due(subcatchment.time_of_concentration) * 60),)
    else:
        raise IncompleteModelError(
            "it has neither a time of concentration nor a flow path; expected one of both; write it"
        )
    time = flow.time_of_concentration(stretches, where=where, minimum_min=minimum_min)
    # A stretch does not know whose it is.
    said = tuple(replace(caution, where=where) for caution in time.cautions)
    return TimeOfConcentration(time_min=time.time_min, stretches=stretches, cautions=said)


def _stretch(stretch: stated.AnyStretch, parts: tuple[Part, ...]) -> flow.Stretch:
    if isinstance(stretch, stated.DirectStretch):
        return flow.DirectTime(time_min=due(stretch.time) * 60)
    length_ft = due(stretch.length)
    if isinstance(stretch, stated.LakeStretch):
        return flow.LakeFlow(length_ft=length_ft, mean_depth_ft=due(stretch.depth))
    slope_ft_per_ft = due(stretch.slope)
    match stretch:
        case stated.SheetStretch():
            return flow.SheetFlow(
                length_ft=length_ft,
                slope_ft_per_ft=slope_ft_per_ft,
                manning_n=_sheet_n(stretch),
                two_year_rain_in=due(stretch.rain),
            )
        case stated.ShallowStretch():
            if stretch.surface is not None:
                return flow.ShallowFlow(
                    length_ft=length_ft, slope_ft_per_ft=slope_ft_per_ft, surface=stretch.surface.text
                )
            return flow.ShallowFlow(
                length_ft=length_ft, slope_ft_per_ft=slope_ft_per_ft, velocity_factor=plain(stretch.coefficient)
            )
        case stated.ChannelStretch():
            return flow.ChannelFlow(
                length_ft=length_ft,
                slope_ft_per_ft=slope_ft_per_ft,
                manning_n=plain(stretch.roughness) or 0.0,
                area_sf=due(stretch.area),
                wetted_perimeter_ft=due(stretch.perimeter),
            )
        case stated.PipeStretch():
            return _pipe(stretch, length_ft, slope_ft_per_ft)
        case stated.LagStretch():
            numbers = [(part.area_ac, part.curve_number) for part in parts]
            return flow.LagTime(
                length_ft=length_ft, slope_ft_per_ft=slope_ft_per_ft, curve_number=composite_curve_number(numbers)
            )


def _sheet_n(stretch: stated.SheetStretch) -> float:
    if stretch.roughness is not None:
        return due(stretch.roughness)
    if stretch.surface is None:
        raise IncompleteModelError("sheet flow has no roughness and no surface; expected one of both; write it")
    return sheet_roughness_of(stretch.surface.text)


def _pipe(stretch: stated.PipeStretch, length_ft: float, slope_ft_per_ft: float) -> flow.Stretch:
    manning_n = plain(stretch.roughness) or 0.0
    if stretch.diameter is not None:
        return flow.PipeFlow(
            length_ft=length_ft,
            slope_ft_per_ft=slope_ft_per_ft,
            manning_n=manning_n,
            diameter_in=due(stretch.diameter) * 12,
        )
    if stretch.width is None or stretch.height is None:
        raise IncompleteModelError("a pipe of its flow path has no size; expected a diameter, or width and height")
    width_ft, height_ft = due(stretch.width), due(stretch.height)
    return flow.ChannelFlow(
        length_ft=length_ft,
        slope_ft_per_ft=slope_ft_per_ft,
        manning_n=manning_n,
        area_sf=width_ft * height_ft,
        wetted_perimeter_ft=2 * (width_ft + height_ft),
    )
