"""What is proposed: the actions, the earlier projects that count with them, and the right-of-way that was sought."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from headwater.plan.leaves import (
    Among,
    Answer,
    Area,
    Choice,
    Count,
    Date,
    Density,
    Length,
    Record,
    Text,
    entry,
)
from headwater.plan.surfaces import Surfaces

KINDS: Final = (
    "single-family home",
    "lot of record",
    "subdivision",
    "new development",
    "redevelopment",
    "linear new",
    "linear reconstruction",
    "walk or trail",
    "mass grading",
    "utility",
)
USES: Final = (
    "residential",
    "commercial",
    "industrial",
    "institutional",
    "mixed",
    "park",
    "farm",
    "public building",
    "public way",
    "private way",
    "other",
)
HOUSING: Final = ("single-family", "multi-unit", "both")
WHERE: Final = ("same site", "adjacent site")
RELATIONS: Final = ("common ownership", "common plan")


@dataclass(frozen=True, kw_only=True)
class Affects(Record):
    """What a change of contours affects, of the runoff from the parcel."""

    direction: Answer | None = entry("Whether it affects the direction of runoff.")
    peak_rate: Answer | None = entry("Whether it affects the peak rate of runoff.")
    volume: Answer | None = entry("Whether it affects the volume of runoff.")
    quality: Answer | None = entry("Whether it affects the quality of runoff.")


@dataclass(frozen=True, kw_only=True)
class Action(Record):
    """One thing that the applicant proposes to do. The later keys matter to some kinds only."""

    id: Text = entry("A short name for the action, used to refer to it.", required=True)
    kind: Annotated[Choice, Among(KINDS)] = entry("What kind of action it is.", required=True)
    use: Annotated[Choice, Among(USES)] | None = entry("What the land or the way is for.")
    housing: Annotated[Choice, Among(HOUSING)] | None = entry("What homes it builds.")
    homes: Count | None = entry("Number of homes (single-family home, lot of record).")
    lots_of_record: Count | None = entry("Number of existing lots of record that it builds on.")
    appurtenance_only: Answer | None = entry("Whether it is only a garage, pool or drive of a home.")
    owner_runs_shop_beside: Answer | None = entry("Whether the same owner runs a shop beside the homes.")
    lots: Count | None = entry("Number of lots (subdivision).")
    buildable_lots: Count | None = entry("Number of lots that can be built on (subdivision).")
    units: Count | None = entry("Number of dwelling units.")
    density: Density | None = entry("Dwelling units per acre.")
    impervious_proposed: Answer | None = entry(
        "Whether the subdivision or grading itself builds or rebuilds impervious surface."
    )
    mass_grading: Answer | None = entry("Whether the action is mass grading as well.")
    agricultural: Answer | None = entry("Whether it is a change of contours for agriculture.")
    affects: Affects | None = entry("What a change of contours affects.")
    maintenance_or_improvement: Answer | None = entry("Whether it maintains or improves an existing linear way.")
    inside_development: Answer | None = entry("Whether it is a street inside a subdivision or development.")
    width: Length | None = entry("Width of the walk or trail.")
    buffer_left: Length | None = entry("Least width of the pervious buffer on the left side.")
    buffer_right: Length | None = entry("Least width of the pervious buffer on the right side.")
    downgradient_buffer: Length | None = entry("Average width of the pervious buffer on the down-gradient side.")
    buffer_vegetated: Answer | None = entry("Whether the down-gradient buffer is vegetated.")
    crossings: Area | None = entry("Area of the crossings cut through the buffer.")
    required_buffer_area: Area | None = entry("Area of the buffer that the rule asks for.")
    counted_in: Text | None = entry("Id of the action whose surfaces include this walk, trail or street.")
    homes_impervious: Area | None = entry("Part of the new impervious surface that is homes, drives and the like.")
    surfaces: Surfaces | None = entry("Impervious surfaces of this action alone, where several actions differ.")
    disturbed: Area | None = entry("Area that this action alone disturbs, where several actions differ.")
    area: Area | None = entry("Site of this action alone, where several actions differ.")


@dataclass(frozen=True, kw_only=True)
class EarlierProject(Record):
    """A project already built or permitted that may count with this one."""

    id: Text = entry("A short name for the project, used to refer to it.", required=True)
    date: Date | None = entry("When it was permitted, or built if no permit was needed.")
    where: Annotated[Choice, Among(WHERE)] | None = entry("On this site or on a neighbouring one.")
    relation: Annotated[Choice, Among(RELATIONS)] | None = entry("What ties it to this project.")
    part_of: Text | None = entry("Id of the earlier project or action that it is a part of.")
    exempt_home: Answer | None = entry("Whether it was a home that needed no permit.")
    site_area: Area | None = entry("Area of its own site (adjacent site only).")
    existing_before: Area | None = entry("Impervious surface on its site before it.")
    new: Area | None = entry("Impervious surface that it created.")
    removed: Area | None = entry("Impervious surface that it removed.")
    reconstructed: Area | None = entry("Impervious surface that it rebuilt.")
    disturbed: Area | None = entry("Area that it disturbed.")


@dataclass(frozen=True, kw_only=True)
class RightOfWay(Record):
    """Whether the volume fits the right-of-way of a linear project, and what was tried."""

    within: Answer | None = entry("Whether the required volume fits the existing right-of-way.")
    attempted: Answer | None = entry("Whether more right-of-way, an easement or another permission was sought.")
    cost_effective: Answer | None = entry("Whether the volume can be provided cost-effectively.")
    evidence: Text | None = entry("What shows it.")
