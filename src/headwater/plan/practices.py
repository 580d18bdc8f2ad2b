"""The things built to hold water back, and what bars water from soaking in."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from headwater.plan.leaves import (
    Among,
    Answer,
    Area,
    Choice,
    Distance,
    Duration,
    Elevation,
    FoundElevation,
    Length,
    Rate,
    Record,
    Share,
    Slope,
    Text,
    Volume,
    entry,
)
from headwater.plan.soils import SoilGroup

PRACTICE_KINDS: Final = (
    "infiltration basin",
    "infiltration trench",
    "filtration",
    "tree kept",
    "tree new",
    "soil amendment",
    "reuse",
    "enhancement",
    "permeable pavement",
    "wet pond",
    "green roof",
    "other",
)
VULNERABILITIES: Final = ("none", "low", "moderate", "high", "very high")
INDUSTRIAL_SOURCES: Final = (
    "none",
    "automobile salvage",
    "scrap recycling",
    "hazardous waste",
    "deicing air transport",
)


@dataclass(frozen=True, kw_only=True)
class Bars(Record):
    """What may bar infiltration at a practice. A distance may be `none`: there is no such thing."""

    fueling_runoff: Answer | None = entry("Whether runoff from a vehicle fuelling area reaches it.")
    maintenance_runoff: Answer | None = entry("Whether runoff from a vehicle maintenance area reaches it.")
    contamination: Answer | None = entry("Whether infiltration may mobilise contamination in soil or groundwater.")
    era: Answer | None = entry("Whether it lies in an emergency response area.")
    dwsma_vulnerability: Annotated[Choice, Among(VULNERABILITIES)] | None = entry(
        "Vulnerability of the drinking water supply management area that it lies in; `none` outside of any."
    )
    evaluation: Answer | None = entry("Whether an engineering evaluation shows that it works and does no harm.")
    well: Distance | None = entry("Distance to the nearest drinking water well.")
    public_supply_well: Distance | None = entry("Distance to the nearest public water supply well.")
    public_supply_well_sensitive: Answer | None = entry("Whether that public supply well is sensitive.")
    karst_upgradient: Distance | None = entry("Distance to an active karst feature that it lies up-gradient of.")
    karst_downgradient: Distance | None = entry("Distance to an active karst feature that it lies down-gradient of.")
    industrial_source: Annotated[Choice, Among(INDUSTRIAL_SOURCES)] | None = entry(
        "Regulated industrial source whose runoff reaches it."
    )


@dataclass(frozen=True, kw_only=True)
class MeansExamined(Record):
    """What was examined to remove or avoid a constraint, each in a sentence."""

    size: Text | None = entry("Changing the size of the proposed action.")
    scope: Text | None = entry("Changing its scope.")
    configuration: Text | None = entry("Changing its configuration.")
    density: Text | None = entry("Changing its density.")


@dataclass(frozen=True, kw_only=True)
class Practice(Record):
    """One practice. The later keys matter to some kinds only."""

    id: Text = entry("Its name on the plans, used to refer to it.", required=True)
    kind: Annotated[Choice, Among(PRACTICE_KINDS)] = entry("What kind of practice it is.", required=True)
    volume_below_overflow: Volume | None = entry("Volume that it holds below its overflow; for a trench, of the voids.")
    sediment_storage: Volume | None = entry("Part of its storage set aside for sediment, which treats nothing.")
    footprint: Area | None = entry("Area of its bottom.")
    bottom: Elevation | None = entry("Elevation of its bottom.")
    seasonal_saturation: FoundElevation | None = entry(
        "Elevation of seasonally saturated soil below it, where no boring tells."
    )
    bedrock: FoundElevation | None = entry("Elevation of the top of bedrock below it, where no boring tells.")
    infiltrates: Answer | None = entry("Whether water soaks into the ground below it, where its kind does not tell.")
    soil_rate: Rate | None = entry("Infiltration rate of the soil below it.")
    soil_amended: Answer | None = entry("Whether that soil is amended to slow it down.")
    hsg_d_share: Share | None = entry("Share of its footprint in soil group D.")
    dominant_hsg: SoilGroup | None = entry("The soil group with the largest share of its footprint.")
    soil_unreliable: Answer | None = entry("Whether the soil is unreliable for infiltration for another reason.")
    as_group_b: Answer | None = entry("Whether the amended soil performs as soil group B.")
    drawdown: Duration | None = entry("Time in which it empties.")
    species: Text | None = entry("Species of the tree.")
    canopy: Area | None = entry("Area of the canopy.")
    arborist_interception: Share | None = entry("Interception that an arborist's paper gives for the species.")
    area: Area | None = entry("Area of soil amended or of ground enhanced.")
    ground: Text | None = entry("Label of the piece of ground; credits on one label exclude each other.")
    credited: Answer | None = entry("Whether it is the one chosen for credit on its ground.")
    traffic_free: Answer | None = entry("Whether the area is kept free of vehicles, bicycles and foot traffic.")
    reuse_capacity: Volume | None = entry("Capacity to capture and reuse.")
    tributary_impervious: Area | None = entry("Impervious surface that drains to it.")
    treated_volume: Volume | None = entry("Volume that it treats without reducing it.")
    removal: Share | None = entry("Share of the phosphorus that it removes from that volume.")
    removal_source: Text | None = entry("Where that share comes from.")
    on_site: Answer | None = entry("Whether it lies on the site.")
    regional: Answer | None = entry("Whether it is a regional facility.")
    high_water_100yr: Elevation | None = entry("Its high water elevation in the 100-year storm.")
    freeboard: Length | None = entry("Height of its banks above that high water.")
    bench_width: Length | None = entry("Width of its safety bench.")
    bench_slope: Slope | None = entry("Slope of its safety bench.")
    bars: Bars | None = entry("What may bar infiltration here.")
    means_examined: MeansExamined | None = entry("What was examined to remove or avoid a constraint.")
