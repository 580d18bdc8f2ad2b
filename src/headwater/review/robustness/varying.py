"""A plan with one kind of what it states varied: exact numbers, everywhere alike, and nothing else touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from headwater.errors import HeadwaterError
from headwater.plan import Plan
from headwater.plan.flow_paths import DirectStretch
from headwater.plan.leaves import Choice, Number
from headwater.plan.model import CONDITIONS, Drainage, DrainageModel, Pond
from headwater.plan.outlets import ExfiltrationOutlet
from headwater.plan.storage import ContourStorage, VolumeStorage
from headwater.plan.storms import storm_depth
from headwater.plan.subcatchments import Cover, Subcatchment
from headwater.review.analysis.land import curve_number_of, land_of
from headwater.units import Quantity, exact_quantity

PAVED: Final = 98
LEAST_CURVE_NUMBER: Final = 30


def varied(plan: Plan, name: str, amount: Fraction) -> Plan | None:
    """Return a plan as stated with one kind of value varied; None where it states nothing of the kind."""
    changed = _VARIED[name](plan, amount)
    return None if changed == plan else changed


def _times(quantity: Quantity | None, factor: Fraction) -> Quantity | None:
    return None if quantity is None else exact_quantity(quantity.value * factor, quantity.unit, source=quantity.text)


def _with_models(plan: Plan, change: Callable[[DrainageModel], DrainageModel], only: tuple[str, ...]) -> Plan:
    if plan.drainage is None:
        return plan
    changed: dict[str, Any] = {
        name: change(model) for name in only if (model := getattr(plan.drainage, name)) is not None
    }
    return replace(plan, drainage=replace(plan.drainage, **changed))


# ---- each kind -------------------------------------------------------------------------------------------------------


def _soil_rate(plan: Plan, factor: Fraction) -> Plan:
    practices = plan.practices and tuple(
        replace(one, soil_rate=_times(one.soil_rate, factor)) if one.soil_rate is not None else one
        for one in plan.practices
    )

    def of_pond(pond: Pond) -> Pond:
        outlets = pond.outlets and tuple(
            replace(outlet, rate=_times(outlet.rate, factor), flow=_times(outlet.flow, factor))
            if isinstance(outlet, ExfiltrationOutlet)
            else outlet
            for outlet in pond.outlets
        )
        return replace(pond, outlets=outlets)

    plan = replace(plan, practices=practices)
    return _with_models(
        plan, lambda model: replace(model, ponds=model.ponds and tuple(map(of_pond, model.ponds))), CONDITIONS
    )


def _curve_number(plan: Plan, more: Fraction) -> Plan:
    def of_cover(cover: Cover) -> Cover:
        if cover.impervious is not None and cover.impervious.answer:
            return cover
        try:
            number = Fraction(str(curve_number_of(cover)))
        except HeadwaterError:
            return cover
        if number >= PAVED:
            return cover
        moved = min(max(number + more, Fraction(LEAST_CURVE_NUMBER)), Fraction(PAVED))
        return replace(cover, curve_number=Number(text=f"{float(moved):g}", value=moved, origin="computed"))

    def of_land(piece: Subcatchment) -> Subcatchment:
        return replace(piece, areas=piece.areas and tuple(map(of_cover, piece.areas)))

    return _with_land(plan, of_land)


def _time(plan: Plan, factor: Fraction) -> Plan:
    drainage = plan.drainage

    def of_land(piece: Subcatchment) -> Subcatchment:
        try:
            time_min = land_of(piece, drainage.runoff if drainage else None).concentration.time_min
        except HeadwaterError:
            return piece
        # A floor that was stated is a rule of the program and no property of the land; it still holds.
        minutes = Fraction(round(time_min * 10**6), 10**6) * factor
        time = exact_quantity(minutes, "min")
        if piece.flow_path:
            direct = DirectStretch(kind=Choice(text="direct"), time=time)
            return replace(piece, flow_path=(direct,))
        return replace(piece, time_of_concentration=time)

    return _with_land(plan, of_land)


def _with_land(plan: Plan, change: Callable[[Subcatchment], Subcatchment]) -> Plan:
    return _with_models(
        plan,
        lambda model: replace(model, subcatchments=model.subcatchments and tuple(map(change, model.subcatchments))),
        CONDITIONS,
    )


def _depth(plan: Plan, factor: Fraction) -> Plan:
    drainage: Drainage | None = plan.drainage
    if drainage is None or not drainage.storms:
        return plan
    storms = tuple(
        replace(storm, depth=_times(storm_depth(storm, drainage.rainfall), factor)) for storm in drainage.storms
    )
    return replace(plan, drainage=replace(drainage, storms=storms))


def _stage_table(plan: Plan, factor: Fraction) -> Plan:
    def of_storage(storage: Any) -> Any:
        if isinstance(storage, ContourStorage):
            stages: Any = storage.stages and tuple(
                replace(one, area=_times(one.area, factor)) for one in storage.stages
            )
        elif isinstance(storage, VolumeStorage):
            stages = storage.stages and tuple(replace(one, volume=_times(one.volume, factor)) for one in storage.stages)
        else:
            return storage
        return replace(storage, stages=stages)

    def of_pond(pond: Pond) -> Pond:
        return replace(pond, storage=pond.storage and tuple(map(of_storage, pond.storage)))

    return _with_models(
        plan, lambda model: replace(model, ponds=model.ponds and tuple(map(of_pond, model.ponds))), ("proposed",)
    )


_VARIED: Final[Mapping[str, Callable[[Plan, Fraction], Plan]]] = {
    "soil_rate": _soil_rate,
    "curve_number": _curve_number,
    "time_of_concentration": _time,
    "depth": _depth,
    "stage_table": _stage_table,
}
