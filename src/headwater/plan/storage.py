"""What holds water in a pond: contours, volumes, boxes, pipes, and chambers in stone, each kind with its own keys."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from headwater.plan.leaves import (
    Among,
    Area,
    Choice,
    Elevation,
    Fall,
    Length,
    PositiveLength,
    Record,
    Share,
    Size,
    Slope,
    Text,
    Times,
    Volume,
    entry,
)

CONTOUR_METHODS: Final = ("average end area", "conic")


@dataclass(frozen=True, kw_only=True)
class Storage(Record):
    """What every storage of a pond may say."""

    id: Text | None = entry("Its name, where another storage lies in it.")
    inside: Text | None = entry("Id of the storage of this pond that it lies in, and whose room it takes.")


@dataclass(frozen=True, kw_only=True)
class Contour(Record):
    """One contour of an open pond."""

    elevation: Elevation | None = entry("Elevation.", needed=True)
    area: Area | None = entry("Area within it.", needed=True)
    perimeter: Length | None = entry("Length of it, where the sides soak too.")


@dataclass(frozen=True, kw_only=True)
class ContourStorage(Storage):
    """An open pond, by its contours from the bottom up."""

    kind: Annotated[Choice, Among(("contours",))] = entry("An open pond by its contours.", required=True)
    method: Annotated[Choice, Among(CONTOUR_METHODS)] | None = entry(
        "How the volume between two contours is computed; left out, by the average of their areas."
    )
    stages: tuple[Contour, ...] | None = entry("The contours, from the bottom up.", needed=True)
    voids: Share | None = entry("Share of the room that water can fill; left out, all of it.")


@dataclass(frozen=True, kw_only=True)
class StageVolume(Record):
    """The volume below one elevation."""

    elevation: Elevation | None = entry("Elevation.", needed=True)
    volume: Volume | None = entry("Volume below it.", needed=True)


@dataclass(frozen=True, kw_only=True)
class VolumeStorage(Storage):
    """A storage given by its volumes from the bottom up."""

    kind: Annotated[Choice, Among(("volumes",))] = entry("A storage by its volumes.", required=True)
    stages: tuple[StageVolume, ...] | None = entry("The volumes, from the bottom up.", needed=True)


@dataclass(frozen=True, kw_only=True)
class BoxStorage(Storage):
    """A basin with a level rectangular bottom, upright or sloping sides."""

    kind: Annotated[Choice, Among(("box",))] = entry("A basin with a rectangular bottom.", required=True)
    bottom: Elevation | None = entry("Elevation of its bottom.", needed=True)
    depth: PositiveLength | None = entry("Its depth.", needed=True)
    length: PositiveLength | None = entry("Length of its bottom.", needed=True)
    width: PositiveLength | None = entry("Width of its bottom.", needed=True)
    side_slope: Slope | None = entry("Slope of its sides; left out, they are upright.")
    voids: Share | None = entry("Share of the room that water can fill; left out, all of it.")
    count: Times | None = entry("How many there are; left out, one.")


@dataclass(frozen=True, kw_only=True)
class PipeStorage(Storage):
    """Round pipes that hold water."""

    kind: Annotated[Choice, Among(("pipe",))] = entry("A round pipe.", required=True)
    invert: Elevation | None = entry("Elevation of its invert at the low end.", needed=True)
    diameter: Size | None = entry("Inside diameter.", needed=True)
    outside_diameter: Size | None = entry("Outside diameter of one that lies inside another storage.")
    length: PositiveLength | None = entry("Length.", needed=True)
    slope: Fall | None = entry("Slope; left out, it lies level.")
    count: Times | None = entry("How many there are; left out, one.")


@dataclass(frozen=True, kw_only=True)
class ChamberStage(Record):
    """The volume that one chamber holds up to a height."""

    height: Length | None = entry("Height above the bottom of the chamber.", needed=True)
    volume: Volume | None = entry("Volume of one chamber up to it.", needed=True)


@dataclass(frozen=True, kw_only=True)
class Chamber(Record):
    """Chambers of one make that stand in the stone."""

    bottom: Elevation | None = entry("Elevation of their bottom.", needed=True)
    stages: tuple[ChamberStage, ...] | None = entry("Volume of one chamber by height.", needed=True)
    count: Times | None = entry("How many there are.", needed=True)


@dataclass(frozen=True, kw_only=True)
class ChamberStorage(Storage):
    """A bed of stone with chambers in it."""

    kind: Annotated[Choice, Among(("chambers",))] = entry("Chambers in a bed of stone.", required=True)
    bottom: Elevation | None = entry("Elevation of the bottom of the stone.", needed=True)
    depth: PositiveLength | None = entry("Depth of the stone.", needed=True)
    length: PositiveLength | None = entry("Length of the bed.", needed=True)
    width: PositiveLength | None = entry("Width of the bed.", needed=True)
    side_slope: Slope | None = entry("Slope of its sides; left out, they are upright.")
    voids: Share | None = entry("Share of the stone that water can fill.", needed=True)
    chamber: Chamber | None = entry("The chambers in it.", needed=True)


AnyStorage = ContourStorage | VolumeStorage | BoxStorage | PipeStorage | ChamberStorage
