"""What receives the water: lakes, wetlands, streams and ponds, the structures beside them, and regional facilities."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from headwater.plan.leaves import Among, Answer, Choice, Elevation, Periods, Record, Rises, Text, entry

WATER_KINDS: Final = ("wetland", "lake", "stream", "pond")
WETLAND_CLASSES: Final = ("Preserve", "Manage 1", "Manage 2", "Manage 3")
CONTROLS: Final = ("volume", "rate", "phosphorus")


@dataclass(frozen=True, kw_only=True)
class Bounce(Record):
    """How far the water rises in each storm, above its normal level."""

    existing: Rises | None = entry("Rise in each storm as the land is.")
    proposed: Rises | None = entry("Rise in each storm as proposed.")


@dataclass(frozen=True, kw_only=True)
class Inundation(Record):
    """How long the water stands above its normal level in each storm."""

    existing: Periods | None = entry("Time in each storm as the land is.")
    proposed: Periods | None = entry("Time in each storm as proposed.")


@dataclass(frozen=True, kw_only=True)
class Runout(Record):
    """The elevation that controls the outlet."""

    existing: Elevation | None = entry("Control elevation as it is.")
    proposed: Elevation | None = entry("Control elevation as proposed.")


@dataclass(frozen=True, kw_only=True)
class Water(Record):
    """One lake, wetland, stream or pond."""

    id: Text = entry("Its name, used to refer to it.", required=True)
    kind: Annotated[Choice, Among(WATER_KINDS)] | None = entry("What it is.")
    class_: Annotated[Choice, Among(WETLAND_CLASSES)] | None = entry("Management class of a wetland.", key="class")
    downstream: Answer | None = entry("Whether it lies downstream of the site.")
    high_water_100yr: Elevation | None = entry("High water elevation in the 100-year storm.")
    normal: Elevation | None = entry("Normal water elevation.")
    bounce: Bounce | None = entry("Rise of the water in each storm.")
    inundation: Inundation | None = entry("Time that the water stands high in each storm.")
    runout: Runout | None = entry("Elevation of the runout control.")


@dataclass(frozen=True, kw_only=True)
class Structure(Record):
    """A building or other structure that water could enter."""

    id: Text = entry("Its name on the plans.", required=True)
    low_opening: Elevation | None = entry("Lowest opening through which water could enter.")
    new: Answer | None = entry("Whether this plan builds it.")
    disconnected_from: tuple[Text, ...] | None = entry(
        "Ids of the waters and practices from which its opening is hydraulically disconnected."
    )


@dataclass(frozen=True, kw_only=True)
class Regional(Record):
    """A facility that serves more than this site."""

    facility: Text | None = entry("Its name.")
    on_site: Answer | None = entry("Whether it lies on the site.")
    approved_plan: Answer | None = entry("Whether the District has approved its plan.")
    controls: tuple[Annotated[Choice, Among(CONTROLS)], ...] | None = entry("What it controls for this site.")
    designed_for_site: Answer | None = entry("Whether it was designed and built to manage this site's runoff.")
    rights: Answer | None = entry("Whether the applicant may discharge to it and use the capacity.")
    maintenance: Answer | None = entry("Whether it is maintained under an obligation that can be enforced.")
