"""The outlets of a plan's ponds as devices of the engine.

Owns which device each kind becomes, and the usual value that stands for what the plan leaves out.
"""

from __future__ import annotations

import math
from typing import Literal

from headwater.caution import Caution
from headwater.errors import HeadwaterError, IncompleteModelError
from headwater.hydraulics.broad_crest import BroadCrestedWeir, RoadOverflow
from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.culvert_inlet import inlet_named
from headwater.hydraulics.devices import Device
from headwater.hydraulics.exfiltration import ConstantExfiltration, Exfiltration, GroundwaterExfiltration, Over
from headwater.hydraulics.network import Outlet
from headwater.hydraulics.orifice import CircularOrifice, HorizontalOrifice, RectangularOrifice
from headwater.hydraulics.pipe_sections import BoxSection, CircularSection
from headwater.hydraulics.pump import HeadPump, LevelPump
from headwater.hydraulics.riser import Riser
from headwater.hydraulics.sections import Section
from headwater.hydraulics.side_by_side import along_profile
from headwater.hydraulics.stage_storage import StageStorage
from headwater.hydraulics.underdrain import Underdrain
from headwater.hydraulics.user_rating import UserRating
from headwater.hydraulics.weir import CipollettiWeir, SharpCrestedWeir, VNotchWeir
from headwater.plan import outlets as stated
from headwater.plan.leaves import Answer
from headwater.plan.model import Pond
from headwater.review.analysis.floats import due, fraction, number, plain, whole

USUAL_ORIFICE: float = 0.6
USUAL_WEIR: float = 3.33
USUAL_NOTCH: float = 2.49
USUAL_CIPOLLETTI: float = 3.367
USUAL_ENTRANCE_LOSS: float = 0.5
AREAS: dict[str, Over] = {"bottom": "bottom", "surface": "horizontal", "wetted": "wetted"}


def outlets_of(pond: Pond, storage: StageStorage) -> tuple[Outlet, ...]:
    """Return the outlets of a pond of a plan.

    Raises
    ------
    HeadwaterError
        If one cannot be what it says; the message names pond and outlet.
    """
    return tuple(_outlet(outlet, pond, storage) for outlet in pond.outlets or ())


def outlet_cautions(pond: Pond) -> tuple[Caution, ...]:
    """Return what is to be said of the values that a plan leaves out, and of how a device is taken."""
    return tuple(said for outlet in pond.outlets or () if (said := _caution(outlet, pond.id.text)) is not None)


def _caution(outlet: stated.AnyOutlet, pond: str) -> Caution | None:
    name = outlet.id.text
    match outlet:
        case stated.CulvertOutlet(entrance_loss=None):
            return Caution(
                grade="note",
                code="entrance-loss-usual",
                where=pond,
                text=f"culvert {name} of pond {pond} states no entrance loss; {USUAL_ENTRANCE_LOSS} is taken, as for a "
                "square edge in a headwall",
            )
        case stated.PumpOutlet():
            return Caution(
                grade="note",
                code="pump-without-cycles",
                where=pond,
                text=f"pump {name} of pond {pond} passes what comes, up to its curve, from the level at which it "
                "starts; its cycles down to the level at which it stops are not followed",
            )
    return None


def _outlet(outlet: stated.AnyOutlet, pond: Pond, storage: StageStorage) -> Outlet:
    try:
        device = _device(outlet, storage)
    except HeadwaterError as error:
        raise type(error)(f"pond {pond.id.text!r}, outlet {outlet.id.text!r}: {error}") from error
    soaks = isinstance(outlet, stated.ExfiltrationOutlet)
    to = outlet.to or (None if soaks else pond.to)
    if to is None and outlet.into is None and not soaks:
        raise IncompleteModelError(
            f"pond {pond.id.text!r}, outlet {outlet.id.text!r}: where it goes is unknown; expected `to` there or at "
            "the pond; write the id of a node, or discarded"
        )
    return Outlet(
        id=outlet.id.text,
        device=device,
        to=None if to is None or to.text == stated.DISCARDED else to.text,
        into=None if outlet.into is None else outlet.into.text,
        backflow=not soaks and not isinstance(outlet, stated.PumpOutlet) and _yes(outlet.backflow, otherwise=True),
    )


def _yes(answer: Answer | None, *, otherwise: bool) -> bool:
    return otherwise if answer is None else answer.answer


def _device(outlet: stated.AnyOutlet, storage: StageStorage) -> Device:
    match outlet:
        case stated.OrificeOutlet():
            return _orifice(outlet)
        case stated.SharpWeirOutlet():
            return SharpCrestedWeir(
                invert_ft=due(outlet.crest),
                length_ft=due(outlet.length),
                discharge_coefficient=plain(outlet.coefficient),
                crest_height_ft=number(outlet.crest_height),
                end_contractions=_contractions(outlet),
            )
        case stated.BroadWeirOutlet():
            return BroadCrestedWeir(
                invert_ft=due(outlet.crest),
                length_ft=due(outlet.length),
                breadth_ft=number(outlet.breadth),
                discharge_coefficient=plain(outlet.coefficient),
            )
        case stated.NotchOutlet():
            return VNotchWeir(
                invert_ft=due(outlet.crest),
                angle_deg=due(outlet.angle),
                discharge_coefficient=due(plain(outlet.coefficient, otherwise=USUAL_NOTCH)),
            )
        case stated.CipollettiOutlet():
            return CipollettiWeir(
                invert_ft=due(outlet.crest),
                length_ft=due(outlet.length),
                discharge_coefficient=due(plain(outlet.coefficient, otherwise=USUAL_CIPOLLETTI)),
            )
        case stated.SpillwayOutlet():
            return _spillway(outlet)
        case stated.CulvertOutlet():
            return Culvert(
                inlet_invert_ft=due(outlet.invert),
                outlet_invert_ft=due(outlet.outlet_invert),
                length_ft=due(outlet.length),
                section=_barrel(outlet),
                inlet=inlet_named("" if outlet.inlet is None else outlet.inlet.text),
                entrance_loss=due(plain(outlet.entrance_loss, otherwise=USUAL_ENTRANCE_LOSS)),
                barrels=whole(outlet.count),
            )
        case stated.RiserOutlet():
            return _riser(outlet)
        case stated.ExfiltrationOutlet():
            return _exfiltration(outlet, storage)
        case stated.UnderdrainOutlet():
            return _underdrain(outlet)
        case stated.PumpOutlet():
            return _pump(outlet)
        case stated.RatingOutlet():
            points = [(due(point.elevation), due(point.flow)) for point in outlet.curve or ()]
            return UserRating(
                levels_ft=tuple(level_ft for level_ft, _ in points),
                flows_cfs=tuple(flow_cfs for _, flow_cfs in points),
            )


def _contractions(outlet: stated.SharpWeirOutlet) -> Literal[0, 1, 2]:
    match whole(outlet.contractions, otherwise=0):
        case 1:
            return 1
        case 2:
            return 2
    return 0


def _orifice(outlet: stated.OrificeOutlet) -> Device:
    invert_ft = due(outlet.invert)
    coefficient = due(plain(outlet.coefficient, otherwise=USUAL_ORIFICE))
    count = whole(outlet.count)
    diameter_ft = number(outlet.diameter)
    if diameter_ft is None:
        width_ft = due(outlet.width, "its diameter, or its width and height,")
        height_ft = due(outlet.height, "its diameter, or its width and height,")
    if _yes(outlet.horizontal, otherwise=False):
        if diameter_ft is not None:
            area_sf, rim_ft = math.pi / 4 * diameter_ft**2, math.pi * diameter_ft
        else:
            area_sf, rim_ft = width_ft * height_ft, 2 * (width_ft + height_ft)
        return HorizontalOrifice(
            invert_ft=invert_ft, open_area_sf=area_sf * count, rim_ft=rim_ft * count, discharge_coefficient=coefficient
        )
    if diameter_ft is not None:
        return CircularOrifice(
            invert_ft=invert_ft, diameter_ft=diameter_ft, discharge_coefficient=coefficient, openings=count
        )
    return RectangularOrifice(
        invert_ft=invert_ft,
        width_ft=width_ft,
        height_ft=height_ft,
        discharge_coefficient=coefficient,
        openings=count,
    )


def _spillway(outlet: stated.SpillwayOutlet) -> Device:
    def level(elevation_ft: float, length_ft: float) -> Device:
        if outlet.surface is not None:
            return RoadOverflow(
                invert_ft=elevation_ft,
                length_ft=length_ft,
                width_ft=due(outlet.breadth, "its breadth"),
                surface="gravel" if outlet.surface.text == "gravel" else "paved",
            )
        return BroadCrestedWeir(
            invert_ft=elevation_ft,
            length_ft=length_ft,
            breadth_ft=number(outlet.breadth),
            discharge_coefficient=plain(outlet.coefficient),
            side_slope_h_per_v=0.0 if outlet.profile else number(outlet.side_slope) or 0.0,
        )

    if outlet.profile:
        return along_profile([(due(point.station), due(point.elevation)) for point in outlet.profile], level)
    return level(due(outlet.crest, "its crest, or its profile,"), due(outlet.length, "its length, or its profile,"))


def _barrel(outlet: stated.CulvertOutlet) -> Section:
    manning_n = due(plain(outlet.roughness), "its roughness")
    if outlet.diameter is not None:
        return CircularSection(diameter_ft=number(outlet.diameter), manning_n=manning_n)
    return BoxSection(
        width_ft=due(outlet.width, "its diameter, or its width and height,"),
        rise_ft=due(outlet.height, "its diameter, or its width and height,"),
        manning_n=manning_n,
    )


def _riser(outlet: stated.RiserOutlet) -> Device:
    diameter_ft = number(outlet.diameter)
    if diameter_ft is not None:
        area_sf, rim_ft = math.pi / 4 * diameter_ft**2, math.pi * diameter_ft
    else:
        area_sf = due(outlet.area, "its diameter, or its area and perimeter,")
        rim_ft = due(outlet.perimeter, "its diameter, or its area and perimeter,")
    return Riser(
        invert_ft=due(outlet.crest),
        area_sf=area_sf,
        rim_ft=rim_ft,
        open_fraction=fraction(outlet.open, otherwise=1.0),
        clogged_fraction=fraction(outlet.clogged),
        discharge_coefficient=due(plain(outlet.coefficient, otherwise=USUAL_ORIFICE)),
        weir_coefficient=due(plain(outlet.weir_coefficient, otherwise=USUAL_WEIR)),
    )


def _exfiltration(outlet: stated.ExfiltrationOutlet, storage: StageStorage) -> Device:
    if outlet.rate is None:
        return ConstantExfiltration(
            invert_ft=storage.bottom_ft if outlet.above is None else number(outlet.above),
            constant_cfs=due(outlet.flow, "its rate, or its flow,"),
        )
    if outlet.groundwater is not None:
        return GroundwaterExfiltration(
            storage=storage, conductivity_in_per_hr=number(outlet.rate), groundwater_ft=number(outlet.groundwater)
        )
    over = "surface" if outlet.over is None else outlet.over.text
    highest_ft = number(outlet.below)
    return Exfiltration(
        storage=storage,
        rate_in_per_hr=due(outlet.rate),
        over=AREAS[over],
        lowest_ft=number(outlet.above),
        highest_ft=float("inf") if highest_ft is None else highest_ft,
    )


def _underdrain(outlet: stated.UnderdrainOutlet) -> Device:
    invert_ft = due(outlet.invert)
    pipe: Device | None = None
    if outlet.diameter is not None:
        pipe = CircularOrifice(
            invert_ft=invert_ft,
            diameter_ft=number(outlet.diameter),
            discharge_coefficient=due(plain(outlet.coefficient, otherwise=USUAL_ORIFICE)),
            openings=whole(outlet.count),
        )
    return Underdrain(
        invert_ft=invert_ft,
        media_top_ft=due(outlet.media_top),
        area_sf=due(outlet.area),
        conductivity_in_per_hr=due(outlet.rate),
        pipe=pipe,
    )


def _pump(outlet: stated.PumpOutlet) -> Device:
    start_ft, stop_ft = due(outlet.starts_at), due(outlet.stops_at)
    points = outlet.curve or ()
    flows_cfs = tuple(due(point.flow) for point in points)
    if outlet.lifts_to is not None:
        return HeadPump(
            stop_ft=stop_ft,
            start_ft=start_ft,
            discharge_ft=number(outlet.lifts_to),
            heads_ft=tuple(due(point.head, "the head of a point of its curve") for point in points),
            flows_cfs=flows_cfs,
        )
    if len(points) == 1:
        return LevelPump(stop_ft=stop_ft, start_ft=start_ft, levels_ft=(stop_ft, start_ft), flows_cfs=flows_cfs * 2)
    return LevelPump(
        stop_ft=stop_ft,
        start_ft=start_ft,
        levels_ft=tuple(due(point.elevation, "the level of a point of its curve") for point in points),
        flows_cfs=flows_cfs,
    )
