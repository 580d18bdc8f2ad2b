"""Where the water goes and how fast: discharge points, phosphorus loads and landlocked receivers."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from headwater.plan.leaves import (
    Among,
    Answer,
    Choice,
    Elevation,
    Length,
    Load,
    Peaks,
    Record,
    Text,
    Volume,
    entry,
)

STORM_DURATIONS: Final = ("24 h", "critical")
LOW_STORMS: Final = ("1-yr", "2-yr")
LANDLOCKED_STORMS: Final = ("back-to-back 100-yr", "other")


@dataclass(frozen=True, kw_only=True)
class PeakFlows(Record):
    """Peak flows at one place, by condition of the land and by storm."""

    existing: Peaks | None = entry("Peak flow of each storm as the land is.")
    proposed: Peaks | None = entry("Peak flow of each storm as proposed.")
    meadow: Peaks | None = entry("Peak flow of each storm with the land as meadow.")
    predevelopment: Peaks | None = entry("Peak flow of each storm with the land undeveloped.")


@dataclass(frozen=True, kw_only=True)
class DischargePoint(PeakFlows):
    """One place where runoff leaves the site."""

    id: Text = entry("Its name on the plans.", required=True)
    regional: Answer | None = entry("Whether a regional facility manages its runoff.")
    to: Text | None = entry("Id of the water, practice, landlocked receiver or point that it flows to.")


@dataclass(frozen=True, kw_only=True)
class Discharge(Record):
    """Peak flows over the boundary of the site."""

    storms: Annotated[Choice, Among(STORM_DURATIONS)] | None = entry(
        "Duration of the storms that the peaks stand for: 24 hours, or the critical one."
    )
    low_storm: Annotated[Choice, Among(LOW_STORMS)] | None = entry("The small design storm that the applicant picks.")
    points: tuple[DischargePoint, ...] | None = entry("The places where runoff leaves the site.")
    aggregate: PeakFlows | None = entry("Peaks of the summed hydrograph of all points, not sums of peaks.")


@dataclass(frozen=True, kw_only=True)
class Phosphorus(Record):
    """Annual phosphorus loads at the down-gradient boundary."""

    existing: Load | None = entry("Load as the land is.")
    meadow: Load | None = entry("Load with the land as meadow.")
    proposed_untreated: Load | None = entry("Load as proposed, before any treatment.")
    proposed: Load | None = entry("Load as proposed, treated.")


@dataclass(frozen=True, kw_only=True)
class Landlocked(Record):
    """A receiver without an outlet."""

    id: Text = entry("Its name on the plans.", required=True)
    volume_existing: Volume | None = entry("Runoff volume that reaches it as the land is.")
    volume_proposed: Volume | None = entry(
        "Runoff volume that drains to it as proposed, before what `abstracted` takes."
    )
    abstracted: Volume | None = entry("Volume of the increase that is abstracted on site.")
    rights: Answer | None = entry("Whether the applicant holds the rights to store the increase there.")
    storm: Annotated[Choice, Among(LANDLOCKED_STORMS)] | None = entry("The storm that the volumes stand for.")
    capacity: Volume | None = entry("Volume that it can hold.")
    high_water: Elevation | None = entry("High water elevation in that storm, as proposed.")
    low_opening: Elevation | None = entry("Lowest opening of a structure beside it.")
    freeboard: Length | None = entry("Freeboard above the high water, where no opening is given.")
