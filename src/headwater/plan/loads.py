"""What annual loads, permanent pools and reuse are worked out from: land, treatment, rain, volumes.

Owns the section `loads`. What its values say of each other is `loads_checks`, which tables it may name `loads_tables`;
loads are computed by `headwater.review.analysis`, from the arithmetic of `headwater.treatment`.
"""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final

from headwater.plan.leaves import (
    Among,
    Answer,
    Area,
    Choice,
    Concentration,
    Content,
    Count,
    Date,
    Demand,
    Depth,
    Flow,
    Length,
    Number,
    PositiveArea,
    PositiveDepth,
    Record,
    Share,
    Text,
    Volume,
    Within,
    entry,
)
from headwater.plan.loads_tables import (
    ANNUAL_RAINS,
    COLUMNS,
    DESIGNS,
    LAND_USES,
    LAYOUTS,
    LEVELS,
    PHOSPHORUS_TABLES,
    PRACTICES,
    REMOVAL_TABLES,
    SOLIDS_TABLES,
)

LOAD_CONDITIONS: Final = ("existing", "proposed", "meadow")

CurveNumber = Annotated[Number, Within(above=Fraction(0), most=Fraction(100))]
Month = Annotated[Count, Within(least=Fraction(1), most=Fraction(12))]


@dataclass(frozen=True, kw_only=True)
class AnnualRain(Record):
    """The rain of a year, for the Simple Method: a printed depth by its id, or a depth with its source."""

    table: Annotated[Choice, Among(ANNUAL_RAINS)] | None = entry("Id of a depth that guidance prints.")
    depth: PositiveDepth | None = entry(
        "Depth of rain in a year with its source, where no table is named, or as the table has it."
    )
    producing_share: Share | None = entry("Share of the rain that runs off at all; left out, 90 %.")


@dataclass(frozen=True, kw_only=True)
class RainRecord(Record):
    """A record of daily rain: a CSV file beside the plan, and what it is."""

    csv: Text | None = entry("Name of the CSV file, from the folder of the plan and not outside of it.")
    station: Text | None = entry("Station at which it was measured.")
    source: Text | None = entry("Who publishes it.")
    first_day: Date | None = entry("First day of the record.")
    last_day: Date | None = entry("Last day of the record.")


@dataclass(frozen=True, kw_only=True)
class Underdrain(Record):
    """How water that has passed media leaves: where the drain lies and what the media hold."""

    layout: Annotated[Choice, Among(LAYOUTS)] | None = entry("Where the underdrain lies.")
    column: Annotated[Choice, Among(COLUMNS)] | None = entry("Column of the table of credits; left out, proposed.")
    media_phosphorus: Content | None = entry("Phosphorus that the media hold, by Mehlich III.")
    media_above_drain: Length | None = entry("Depth of the media above the drain.")
    amended: Answer | None = entry("Whether the media are amended to hold phosphorus; left out, they are not.")
    particulate: Share | None = entry("Share of the phosphorus that comes in as particulate; left out, 55 %.")


@dataclass(frozen=True, kw_only=True)
class TreatmentStep(Record):
    """One practice that the runoff of some land passes: what it captures, soaks in and removes."""

    id: Text = entry("Its name, which trains refer to.", required=True)
    practice: Text | None = entry("Id of the practice of the plan that it is.")
    kind: Annotated[Choice, Among(PRACTICES)] | None = entry("What the tables of removals call it.")
    design: Annotated[Choice, Among(DESIGNS)] | None = entry("Its design, where a table tells designs apart.")
    table: Annotated[Choice, Among(REMOVAL_TABLES)] | None = entry(
        "Id of the table that its removal is taken from; left out, msm-median-2022-07."
    )
    removal: Share | None = entry(
        "Share of the total phosphorus that it removes from what it treats, where that is stated and no table is meant."
    )
    solids_removal: Share | None = entry("Share of the suspended solids that it removes from what it treats, the same.")
    captured: Share | None = entry("Share of the annual runoff reaching it that it captures.")
    reuse: Text | None = entry(
        "Id of the reuse system that it is; its balance tells what is captured, and all is used."
    )
    infiltrated: Share | None = entry("Share of what it captures that soaks in; left out, none.")
    underdrain: Underdrain | None = entry("How the water leaves that has passed its media.")


@dataclass(frozen=True, kw_only=True)
class LoadLand(Record):
    """A piece of land in one condition, whose runoff goes through one train of treatment or through none."""

    id: Text = entry("Its name.", required=True)
    area: PositiveArea | None = entry("Its area.")
    impervious: Share | None = entry("Share of it that is impervious.")
    impervious_area: Area | None = entry("Area of it that is impervious, in place of the share.")
    land_use: Annotated[Choice, Among(LAND_USES)] | None = entry("Its use, as a table of concentrations calls it.")
    phosphorus: Concentration | None = entry("Concentration of total phosphorus in its runoff, where it is stated.")
    phosphorus_table: Annotated[Choice, Among(PHOSPHORUS_TABLES)] | None = entry(
        "Id of the table that the concentration of total phosphorus is taken from."
    )
    solids: Concentration | None = entry("Concentration of suspended solids in its runoff, where it is stated.")
    solids_table: Annotated[Choice, Among(SOLIDS_TABLES)] | None = entry(
        "Id of the table that the concentration of suspended solids is taken from."
    )
    train: tuple[Text, ...] | None = entry(
        "Ids of the steps that its runoff passes, in order; none for untreated land."
    )


@dataclass(frozen=True, kw_only=True)
class TreatedVolume(Record):
    """A volume that a train of treatment treats, to count in place of a volume owed; the same water counts once."""

    id: Text = entry("Its name.", required=True)
    train: tuple[Text, ...] | None = entry("Ids of the steps that treat it, one after the other.")
    volume: Volume | None = entry("Volume treated; left out, that of the practice which its one step is.")


@dataclass(frozen=True, kw_only=True)
class Equivalence(Record):
    """Phosphorus control in place of a volume that is owed (reading R38)."""

    owed: Volume | None = entry("Volume owed that phosphorus control stands for.")
    owed_captured: Share | None = entry(
        "Share of the annual runoff that abstracting the volume owed would capture; asked for by annual load alone."
    )
    treated: tuple[TreatedVolume, ...] | None = entry("The volumes treated.")


@dataclass(frozen=True, kw_only=True)
class PermanentPool(Record):
    """A permanent pool and the land that drains to it."""

    id: Text = entry("Its name.", required=True)
    practice: Text | None = entry("Id of the practice of the plan that it is.")
    drainage_area: PositiveArea | None = entry("The whole area that drains to it, on the site and off it.")
    volume: Volume | None = entry("Volume of the pool, below its outlet.")
    curve_number: CurveNumber | None = entry("Curve number of the land that drains to it.")
    depth: Length | None = entry("Usual depth of the pool.")
    deepest: Length | None = entry("Depth of its deepest place.")
    release: Flow | None = entry("Flow at which the water quality volume above it leaves.")
    surface: PositiveArea | None = entry("Surface of the pool.")


@dataclass(frozen=True, kw_only=True)
class ReuseUse(Record):
    """Water drawn on each day of a season."""

    id: Text = entry("Its name.", required=True)
    demand: Demand | None = entry("Volume drawn on each day of the season.")
    first_month: Month | None = entry("First month of the season, 5 for May; left out with the last, the whole year.")
    last_month: Month | None = entry("Last month of the season; a season may go over the turn of the year.")


@dataclass(frozen=True, kw_only=True)
class ReuseSystem(Record):
    """Capture and reuse: a storage, the land that drains to it, and what draws on it."""

    id: Text = entry("Its name.", required=True)
    practice: Text | None = entry("Id of the practice of the plan that it is.")
    capacity: Volume | None = entry("Volume that it holds; left out, the capacity of that practice.")
    capture_area: PositiveArea | None = entry("Area that drains to it.")
    runoff_share: Share | None = entry("Share of the rain on that area which runs in, after the initial loss.")
    initial_loss: Depth | None = entry("Rain of each day that wets the ground and does not run in; left out, none.")
    uses: tuple[ReuseUse, ...] | None = entry("What draws on it.")


@dataclass(frozen=True, kw_only=True)
class Loads(Record):
    """What annual loads, permanent pools and reuse are worked out from. No rule reads it."""

    annual_rain: AnnualRain | None = entry("The rain of a year.")
    concentration_level: Annotated[Choice, Among(LEVELS)] | None = entry(
        "Which end of a range of concentrations is taken, for all land alike; left out, the median."
    )
    rain_record: RainRecord | None = entry("The record of daily rain that reuse is balanced over.")
    treatment: tuple[TreatmentStep, ...] | None = entry("The practices that runoff passes.")
    existing: tuple[LoadLand, ...] | None = entry("The land as it is.")
    proposed: tuple[LoadLand, ...] | None = entry("The land as proposed.")
    meadow: tuple[LoadLand, ...] | None = entry("The land as meadow.")
    equivalence: Equivalence | None = entry("Phosphorus control in place of a volume owed.")
    pools: tuple[PermanentPool, ...] | None = entry("Permanent pools.")
    reuse: tuple[ReuseSystem, ...] | None = entry("Systems of capture and reuse.")
