"""What the ground is made of: hydrologic soil groups and borings."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from headwater.plan.leaves import Among, Choice, Elevation, FoundElevation, Keys, Record, Share, Text, entry

SOIL_GROUPS: Final = ("A", "B", "C", "D")
BORING_METHODS: Final = ("soil pit", "hand auger", "boring")

SoilGroup = Annotated[Choice, Among(SOIL_GROUPS)]


@dataclass(frozen=True, kw_only=True)
class Soils(Record):
    """The soils of the site."""

    hsg: Annotated[Mapping[str, Share], Keys(SOIL_GROUPS)] | None = entry(
        "Share of the site in each hydrologic soil group; together at most 100 %."
    )


@dataclass(frozen=True, kw_only=True)
class Boring(Record):
    """One hole or pit, and what was found in it."""

    id: Text = entry("Its name on the plans.", required=True)
    practice: Text | None = entry("Id of the practice that it was made for.")
    bottom: Elevation | None = entry("Elevation of the bottom of the hole.")
    seasonal_saturation: FoundElevation | None = entry("Elevation of seasonally saturated soil; `none` if not met.")
    bedrock: FoundElevation | None = entry("Elevation of the top of bedrock; `none` if not met.")
    method: Annotated[Choice, Among(BORING_METHODS)] | None = entry("How it was made.")
