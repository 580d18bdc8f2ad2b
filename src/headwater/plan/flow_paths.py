"""The way of the water to the foot of a subcatchment, stretch by stretch: each kind with its own keys."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from headwater.plan.leaves import (
    Among,
    Choice,
    Coefficient,
    Grade,
    PositiveArea,
    PositiveDepth,
    PositiveDuration,
    PositiveLength,
    Record,
    Size,
    Text,
    entry,
)


@dataclass(frozen=True, kw_only=True)
class Stretch(Record):
    """What every stretch of a flow path may say."""

    id: Text | None = entry("Its label on the plans.")


@dataclass(frozen=True, kw_only=True)
class SheetStretch(Stretch):
    """Sheet flow over a plane."""

    kind: Annotated[Choice, Among(("sheet",))] = entry("Sheet flow.", required=True)
    length: PositiveLength | None = entry("Length.", needed=True)
    slope: Grade | None = entry("Slope.", needed=True)
    roughness: Coefficient | None = entry("Manning's n of sheet flow.")
    surface: Text | None = entry("Surface, where its roughness is taken from the published table.")
    rain: PositiveDepth | None = entry("Rain of 2 years and 24 hours.", needed=True)


@dataclass(frozen=True, kw_only=True)
class ShallowStretch(Stretch):
    """Shallow concentrated flow."""

    kind: Annotated[Choice, Among(("shallow",))] = entry("Shallow concentrated flow.", required=True)
    length: PositiveLength | None = entry("Length.", needed=True)
    slope: Grade | None = entry("Slope.", needed=True)
    surface: Text | None = entry("Surface, as paved or unpaved; the published table has its velocity.")
    coefficient: Coefficient | None = entry("Velocity in ft/s at a slope of 1 ft/ft, where no surface is named.")


@dataclass(frozen=True, kw_only=True)
class ChannelStretch(Stretch):
    """Flow in an open channel of given section."""

    kind: Annotated[Choice, Among(("channel",))] = entry("An open channel.", required=True)
    length: PositiveLength | None = entry("Length.", needed=True)
    slope: Grade | None = entry("Slope.", needed=True)
    roughness: Coefficient | None = entry("Manning's n.", needed=True)
    area: PositiveArea | None = entry("Area of the flow's section.", needed=True)
    perimeter: PositiveLength | None = entry("Wetted perimeter.", needed=True)


@dataclass(frozen=True, kw_only=True)
class PipeStretch(Stretch):
    """Flow in a pipe that runs full."""

    kind: Annotated[Choice, Among(("pipe",))] = entry("A pipe.", required=True)
    length: PositiveLength | None = entry("Length.", needed=True)
    slope: Grade | None = entry("Slope.", needed=True)
    roughness: Coefficient | None = entry("Manning's n.", needed=True)
    diameter: Size | None = entry("Inside diameter.")
    width: Size | None = entry("Inside width of a box.")
    height: Size | None = entry("Inside height of a box.")


@dataclass(frozen=True, kw_only=True)
class LakeStretch(Stretch):
    """A wave over standing water."""

    kind: Annotated[Choice, Among(("lake",))] = entry("Standing water.", required=True)
    length: PositiveLength | None = entry("Length.", needed=True)
    depth: PositiveLength | None = entry("Mean depth.", needed=True)


@dataclass(frozen=True, kw_only=True)
class LagStretch(Stretch):
    """The lag equation, by the curve number of the subcatchment."""

    kind: Annotated[Choice, Among(("lag",))] = entry("The lag equation.", required=True)
    length: PositiveLength | None = entry("Hydraulic length.", needed=True)
    slope: Grade | None = entry("Mean slope of the land.", needed=True)


@dataclass(frozen=True, kw_only=True)
class DirectStretch(Stretch):
    """A time that is given."""

    kind: Annotated[Choice, Among(("direct",))] = entry("A time, given.", required=True)
    time: PositiveDuration | None = entry("The time.", needed=True)


AnyStretch = SheetStretch | ShallowStretch | ChannelStretch | PipeStretch | LakeStretch | LagStretch | DirectStretch
