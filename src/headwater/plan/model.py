"""The drainage model of a plan: subcatchments, ponds, reaches, links and outfalls, by condition of the land.

Owns the section `drainage` and what joins its parts; the parts themselves are in `subcatchments`, `storage`, `outlets`
and `storms`. What they say of each other is `drainage_checks`; water is run through them by `headwater.hydraulics`.
"""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from headwater.plan.leaves import (
    Among,
    Answer,
    Choice,
    Coefficient,
    Duration,
    Elevation,
    Flow,
    Grade,
    Length,
    PositiveDuration,
    PositiveLength,
    Record,
    Share,
    Size,
    Slope,
    Text,
    Times,
    entry,
)
from headwater.plan.outlets import AnyOutlet
from headwater.plan.storage import AnyStorage
from headwater.plan.storms import RainCurve, Rainfall, Storm
from headwater.plan.subcatchments import RunoffMethod, Subcatchment

SERIES: Final = ("limited", "junction")
ROUTINGS: Final = ("storage-indication", "Muskingum-Cunge")
CONDITIONS: Final = ("existing", "proposed", "meadow", "predevelopment")


@dataclass(frozen=True, kw_only=True)
class Pond(Record):
    """Storage with a level surface, and its outlets."""

    id: Text = entry("Its name, as 1P.", required=True)
    practice: Text | None = entry("Id of the practice of the plan that it is.")
    water: Text | None = entry("Id of the water of the plan that it is.")
    landlocked: Text | None = entry("Id of the landlocked receiver of the plan that it is.")
    to: Text | None = entry("Id of the node that its outlets go to, where they do not say.")
    starting: Elevation | None = entry("Level when the storm begins; left out, the lowest stage.")
    series: Annotated[Choice, Among(SERIES)] | None = entry(
        "What a chain of outlets passes: the least that one of them could (limited, the default), or what passes at "
        "the level that settles between them (junction)."
    )
    storage: tuple[AnyStorage, ...] | None = entry("What holds its water.", needed=True)
    outlets: tuple[AnyOutlet, ...] | None = entry("Its outlets; none for a landlocked one.", needed=True)


@dataclass(frozen=True, kw_only=True)
class Routed(Record):
    """What every reach may say."""

    id: Text = entry("Its name, as 1R.", required=True)
    to: Text | None = entry("Id of the pond, reach, link or outfall that it goes to.", needed=True)
    length: PositiveLength | None = entry("Length.", needed=True)
    slope: Grade | None = entry("Slope.", needed=True)
    roughness: Coefficient | None = entry("Manning's n.", needed=True)
    count: Times | None = entry("How many lie side by side; left out, one.")
    method: Annotated[Choice, Among(ROUTINGS)] | None = entry("How it is routed; left out, Muskingum-Cunge.")
    translation: Answer | None = entry(
        "Whether storage-indication also moves the hydrograph by the rest of its travel time; left out, it does."
    )


@dataclass(frozen=True, kw_only=True)
class PipeReach(Routed):
    """A pipe that water takes time to travel."""

    kind: Annotated[Choice, Among(("pipe",))] = entry("A pipe.", required=True)
    diameter: Size | None = entry("Inside diameter of a round one.")
    width: Size | None = entry("Inside width of a box.")
    height: Size | None = entry("Inside height of a box.")


@dataclass(frozen=True, kw_only=True)
class ChannelReach(Routed):
    """An open channel that water takes time to travel."""

    kind: Annotated[Choice, Among(("channel",))] = entry("An open channel.", required=True)
    bottom_width: Length | None = entry("Width of its bottom; none for a triangular one.", needed=True)
    side_slope: Slope | None = entry("Slope of its sides; left out, they are upright.")
    depth: PositiveLength | None = entry("Its depth.", needed=True)


AnyReach = PipeReach | ChannelReach


@dataclass(frozen=True, kw_only=True)
class SplitPoint(Record):
    """One point of a curve that divides a flow."""

    inflow: Flow | None = entry("Flow that comes.", needed=True)
    flow: Flow | None = entry("Flow of it that goes this way.", needed=True)


@dataclass(frozen=True, kw_only=True)
class Split(Record):
    """A part of a link's flow that goes elsewhere: by a curve, as a share, or all above a flow."""

    to: Text | None = entry("Id of the node that it goes to, or discarded.", needed=True)
    curve: tuple[SplitPoint, ...] | None = entry("Flow that goes this way by flow that comes.")
    share: Share | None = entry("Share of the flow that goes this way.")
    above: Flow | None = entry("Flow above which all the rest goes this way.")


@dataclass(frozen=True, kw_only=True)
class InflowPoint(Record):
    """The flow at one time."""

    time: Duration | None = entry("Time since the storm began.", needed=True)
    flow: Flow | None = entry("Flow.", needed=True)


@dataclass(frozen=True, kw_only=True)
class Link(Record):
    """A place where flows meet, may be divided, and where a hydrograph from elsewhere may come in."""

    id: Text = entry("Its name, as 1L.", required=True)
    to: Text | None = entry("Id of the pond, reach, link or outfall that it goes to.", needed=True)
    splits: tuple[Split, ...] | None = entry("Parts of its flow that go elsewhere.")
    inflow: tuple[InflowPoint, ...] | None = entry("A hydrograph that comes in here, straight between its points.")


@dataclass(frozen=True, kw_only=True)
class TailwaterPoint(Record):
    """The level below an outfall at one flow."""

    flow: Flow | None = entry("Flow through the outfall.", needed=True)
    elevation: Elevation | None = entry("Level below it.", needed=True)


@dataclass(frozen=True, kw_only=True)
class TailwaterTime(Record):
    """The level below an outfall at one time."""

    time: Duration | None = entry("Time since the storm began.", needed=True)
    elevation: Elevation | None = entry("Level below it.", needed=True)


@dataclass(frozen=True, kw_only=True)
class Outfall(Record):
    """A place where water leaves the model. Its tailwater is a level, a curve or a series; left out, it falls free."""

    id: Text = entry("Its name, as 1O.", required=True)
    point: Text | None = entry("Id of the discharge point of the plan that it is.")
    landlocked: Text | None = entry("Id of the landlocked receiver of the plan that it runs into.")
    tailwater: Elevation | None = entry("Level below it that stays.")
    tailwater_curve: tuple[TailwaterPoint, ...] | None = entry("Level below it by the flow through it.")
    tailwater_series: tuple[TailwaterTime, ...] | None = entry("Level below it in time.")


@dataclass(frozen=True, kw_only=True)
class DrainageModel(Record):
    """The drainage of the land in one condition."""

    subcatchments: tuple[Subcatchment, ...] | None = entry("The land, by where it drains.")
    ponds: tuple[Pond, ...] | None = entry("Ponds, basins and underground storage.")
    reaches: tuple[AnyReach, ...] | None = entry("Channels and pipes that water takes time to travel.")
    links: tuple[Link, ...] | None = entry("Places where flows meet or divide.")
    outfalls: tuple[Outfall, ...] | None = entry("Places where water leaves the model.")


@dataclass(frozen=True, kw_only=True)
class Drainage(Record):
    """The drainage model, from which flows, levels and volumes are computed; a rule reads those, and not the model."""

    time_step: PositiveDuration | None = entry("Step in time of the hydrographs; left out, 0.01 h.")
    span: PositiveDuration | None = entry("Time that is computed; left out, until the water is gone.")
    runoff: RunoffMethod | None = entry("How runoff is computed.")
    rainfall: Rainfall | None = entry("Table of rainfall depths.")
    distributions: tuple[RainCurve, ...] | None = entry("Curves of rain in time of the plan's own.")
    storms: tuple[Storm, ...] | None = entry("The storms that the model is run with.")
    existing: DrainageModel | None = entry("The land as it is.")
    proposed: DrainageModel | None = entry("The land as proposed.")
    meadow: DrainageModel | None = entry("The land as meadow.")
    predevelopment: DrainageModel | None = entry("The land undeveloped.")
