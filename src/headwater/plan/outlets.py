"""The ways out of a pond: openings, weirs, pipes, risers, soaking in and pumps, each kind with its own keys.

An outlet goes `to` a node of the model, or `into` another outlet of its pond. What does neither goes where the pond
goes; water that soaks in is `discarded`.
"""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final

from headwater.plan.leaves import (
    Among,
    Angle,
    Answer,
    Choice,
    Coefficient,
    Count,
    Elevation,
    Flow,
    Length,
    PositiveArea,
    PositiveLength,
    PositiveRate,
    Record,
    Share,
    Size,
    Slope,
    Text,
    Times,
    Within,
    entry,
)

DISCARDED: Final = "discarded"
ROAD_SURFACES: Final = ("paved", "gravel")
SOAKING_AREAS: Final = ("bottom", "surface", "wetted")


@dataclass(frozen=True, kw_only=True)
class Outlet(Record):
    """What every outlet of a pond may say."""

    id: Text = entry("Its name in the pond, as A.", required=True)
    to: Text | None = entry(
        "Id of the pond, reach, link or outfall that it goes to, or discarded: it leaves the surface of the land."
    )
    into: Text | None = entry("Id of the culvert or riser of this pond that it discharges into.")
    backflow: Answer | None = entry("Whether water may come back through it; left out, it may.")


@dataclass(frozen=True, kw_only=True)
class OrificeOutlet(Outlet):
    """A round or rectangular opening in a wall, or in a level plate."""

    kind: Annotated[Choice, Among(("orifice",))] = entry("An opening.", required=True)
    invert: Elevation | None = entry("Elevation of its lowest point, or of the plate.", needed=True)
    diameter: Size | None = entry("Diameter of a round one.")
    width: Size | None = entry("Width of a rectangular one.")
    height: Size | None = entry("Height of a rectangular one, or its length in a plate.")
    count: Times | None = entry("How many there are; left out, one.")
    coefficient: Coefficient | None = entry("Discharge coefficient; left out, 0.6.")
    horizontal: Answer | None = entry("Whether it lies in a level plate.")


@dataclass(frozen=True, kw_only=True)
class SharpWeirOutlet(Outlet):
    """A rectangular weir with a sharp crest."""

    kind: Annotated[Choice, Among(("sharp weir",))] = entry("A weir with a sharp crest.", required=True)
    crest: Elevation | None = entry("Elevation of its crest.", needed=True)
    length: PositiveLength | None = entry("Length of its crest.", needed=True)
    contractions: Annotated[Count, Within(most=Fraction(2))] | None = entry(
        "At how many ends the flow contracts: 0, 1 or 2; left out, none."
    )
    coefficient: Coefficient | None = entry("Weir coefficient in feet and seconds; left out, 3.33.")
    crest_height: PositiveLength | None = entry(
        "Height of the crest above the bottom before it; the coefficient then follows the head."
    )


@dataclass(frozen=True, kw_only=True)
class BroadWeirOutlet(Outlet):
    """A rectangular weir with a broad crest."""

    kind: Annotated[Choice, Among(("broad weir",))] = entry("A weir with a broad crest.", required=True)
    crest: Elevation | None = entry("Elevation of its crest.", needed=True)
    length: PositiveLength | None = entry("Length of its crest, across the flow.", needed=True)
    breadth: PositiveLength | None = entry(
        "Breadth of its crest, along the flow; the published table has its coefficient."
    )
    coefficient: Coefficient | None = entry("Weir coefficient in feet and seconds, where it is not looked up.")


@dataclass(frozen=True, kw_only=True)
class NotchOutlet(Outlet):
    """A triangular weir."""

    kind: Annotated[Choice, Among(("v-notch",))] = entry("A triangular weir.", required=True)
    crest: Elevation | None = entry("Elevation of its lowest point.", needed=True)
    angle: Angle | None = entry("Angle between its sides.", needed=True)
    coefficient: Coefficient | None = entry("Weir coefficient in feet and seconds; left out, the published one.")


@dataclass(frozen=True, kw_only=True)
class CipollettiOutlet(Outlet):
    """A trapezoidal weir with sides of 1 across to 4 up."""

    kind: Annotated[Choice, Among(("cipolletti",))] = entry("A trapezoidal weir after Cipolletti.", required=True)
    crest: Elevation | None = entry("Elevation of its crest.", needed=True)
    length: PositiveLength | None = entry("Length of its crest.", needed=True)
    coefficient: Coefficient | None = entry("Weir coefficient in feet and seconds; left out, the published one.")


@dataclass(frozen=True, kw_only=True)
class ProfilePoint(Record):
    """One point of the top of a road or bank."""

    station: Length | None = entry("Distance along it.", needed=True)
    elevation: Elevation | None = entry("Elevation there.", needed=True)


@dataclass(frozen=True, kw_only=True)
class SpillwayOutlet(Outlet):
    """An emergency spillway with sloping sides, or a road that is overtopped along its profile."""

    kind: Annotated[Choice, Among(("spillway",))] = entry("A spillway or a road.", required=True)
    crest: Elevation | None = entry("Elevation of its level crest.")
    length: PositiveLength | None = entry("Length of its level crest.")
    side_slope: Slope | None = entry("Slope of its sides; left out, they are upright.")
    profile: tuple[ProfilePoint, ...] | None = entry("The top of a road or bank, where the crest is not level.")
    breadth: PositiveLength | None = entry(
        "Breadth of its crest, along the flow; the published table has its coefficient."
    )
    surface: Annotated[Choice, Among(ROAD_SURFACES)] | None = entry(
        "Surface of a road, whose published coefficients go by it and by the breadth."
    )
    coefficient: Coefficient | None = entry("Weir coefficient in feet and seconds, where it is not looked up.")


@dataclass(frozen=True, kw_only=True)
class CulvertOutlet(Outlet):
    """A round pipe or a box that lies under a bank."""

    kind: Annotated[Choice, Among(("culvert",))] = entry("A pipe or a box under a bank.", required=True)
    invert: Elevation | None = entry("Elevation of its invert at the inlet.", needed=True)
    outlet_invert: Elevation | None = entry("Elevation of its invert at the outlet.", needed=True)
    length: PositiveLength | None = entry("Length.", needed=True)
    diameter: Size | None = entry("Inside diameter of a round one.")
    width: Size | None = entry("Inside width of a box.")
    height: Size | None = entry("Inside height of a box.")
    roughness: Coefficient | None = entry("Manning's n.", needed=True)
    inlet: Text | None = entry("Form of its inlet, as the published table names it.", needed=True)
    entrance_loss: Coefficient | None = entry("Entrance loss coefficient; left out, the one of the inlet's form.")
    count: Times | None = entry("How many lie side by side; left out, one.")


@dataclass(frozen=True, kw_only=True)
class RiserOutlet(Outlet):
    """The open top of a riser, or a grate."""

    kind: Annotated[Choice, Among(("riser",))] = entry("The open top of a riser, or a grate.", required=True)
    crest: Elevation | None = entry("Elevation of its rim.", needed=True)
    diameter: Size | None = entry("Inside diameter of a round one.")
    perimeter: PositiveLength | None = entry("Length of the rim of another one.")
    area: PositiveArea | None = entry("Open area of another one.")
    open: Share | None = entry("Share of the area that the bars of a grate leave; left out, all of it.")
    clogged: Share | None = entry("Share of rim and open area that is taken as clogged; left out, none.")
    coefficient: Coefficient | None = entry("Discharge coefficient as an opening; left out, 0.6.")
    weir_coefficient: Coefficient | None = entry("Weir coefficient in feet and seconds; left out, the published one.")


@dataclass(frozen=True, kw_only=True)
class ExfiltrationOutlet(Outlet):
    """Water that soaks into the ground at a rate that stays."""

    kind: Annotated[Choice, Among(("exfiltration",))] = entry("Soaking into the ground.", required=True)
    rate: PositiveRate | None = entry("Rate of soaking in.")
    flow: Flow | None = entry("Flow that soaks in as long as there is water, where no rate is given.")
    over: Annotated[Choice, Among(SOAKING_AREAS)] | None = entry(
        "The area that soaks: the bottom, the water surface, or the wetted area; left out, the surface."
    )
    above: Elevation | None = entry("Elevation below which nothing soaks in; left out, the bottom.")
    below: Elevation | None = entry("Elevation above which no further area soaks in.")
    groundwater: Elevation | None = entry("Elevation of the groundwater, where its gradient drives the rate.")


@dataclass(frozen=True, kw_only=True)
class UnderdrainOutlet(Outlet):
    """A drain below filter media, which the media or the opening at its end holds back."""

    kind: Annotated[Choice, Among(("underdrain",))] = entry("A drain below filter media.", required=True)
    invert: Elevation | None = entry("Elevation of the drain's invert.", needed=True)
    media_top: Elevation | None = entry("Elevation of the surface of the media.", needed=True)
    rate: PositiveRate | None = entry("Rate at which water passes the media under a gradient of one.", needed=True)
    area: PositiveArea | None = entry("Area of the media.", needed=True)
    diameter: Size | None = entry("Diameter of the opening at the drain's end; left out, the media alone hold back.")
    count: Times | None = entry("How many such openings there are; left out, one.")
    coefficient: Coefficient | None = entry("Discharge coefficient of the opening; left out, 0.6.")


@dataclass(frozen=True, kw_only=True)
class PumpPoint(Record):
    """One point of a pump's curve: flow by the level in the pond, or by the head it is lifted."""

    elevation: Elevation | None = entry("Level in the pond.")
    head: Length | None = entry("Head that it is lifted.")
    flow: Flow | None = entry("Flow.", needed=True)


@dataclass(frozen=True, kw_only=True)
class PumpOutlet(Outlet):
    """A pump that starts at one level and stops at a lower one."""

    kind: Annotated[Choice, Among(("pump",))] = entry("A pump.", required=True)
    starts_at: Elevation | None = entry("Level at which it starts.", needed=True)
    stops_at: Elevation | None = entry("Level at which it stops.", needed=True)
    lifts_to: Elevation | None = entry("Level to which it lifts, where the curve goes by head.")
    curve: tuple[PumpPoint, ...] | None = entry("Its curve; one point is a flow that stays.", needed=True)


@dataclass(frozen=True, kw_only=True)
class RatingPoint(Record):
    """The flow at one elevation."""

    elevation: Elevation | None = entry("Level in the pond.", needed=True)
    flow: Flow | None = entry("Flow.", needed=True)


@dataclass(frozen=True, kw_only=True)
class RatingOutlet(Outlet):
    """An outlet whose flow is given by the level in the pond."""

    kind: Annotated[Choice, Among(("rating",))] = entry("Flow by level.", required=True)
    curve: tuple[RatingPoint, ...] | None = entry("Flow by level, from the lowest up.", needed=True)


AnyOutlet = (
    OrificeOutlet
    | SharpWeirOutlet
    | BroadWeirOutlet
    | NotchOutlet
    | CipollettiOutlet
    | SpillwayOutlet
    | CulvertOutlet
    | RiserOutlet
    | ExfiltrationOutlet
    | UnderdrainOutlet
    | PumpOutlet
    | RatingOutlet
)

# What an outlet may discharge into.
RECEIVING: Final = (CulvertOutlet, RiserOutlet)
