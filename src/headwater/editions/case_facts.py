"""What a worked case leaves unsaid: every fact that a rule may ask, with a known and unremarkable value.

Each is written as a plan writes it. The first table is of the plan as a whole, the second of its actions, earlier
projects, practices and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from headwater.plan.drainage import LANDLOCKED_STORMS, LOW_STORMS, STORM_DURATIONS
from headwater.plan.practices import INDUSTRIAL_SOURCES, PRACTICE_KINDS, VULNERABILITIES
from headwater.plan.proposal import HOUSING, KINDS, RELATIONS, USES, WHERE
from headwater.plan.receiving import CONTROLS, WATER_KINDS, WETLAND_CLASSES
from headwater.plan.site import FORMER_USES
from headwater.plan.soils import SOIL_GROUPS

STORMS: Final = ("1yr", "2yr", "10yr", "100yr")
CONDITIONS: Final = ("existing", "proposed", "meadow", "predevelopment")
SURFACES: Final = (
    *("kept_sf", "reconstructed_sf", "removed_sf", "new_sf"),
    *("existing_impervious_sf", "proposed_impervious_sf", "net_increase_sf"),
)
COUNTS: Final = ("homes", "lots_of_record", "lots", "buildable_lots", "units")
BARS: Final = ("fueling_runoff", "maintenance_runoff", "contamination", "era", "public_supply_well_sensitive")
# Parts of the names of numbers that may be below zero, and of distances that may be `none`.
SIGNED: Final = (
    *("net_increase", "increase_", "change", "runout_"),
    *("separation", "freeboard", "below_bottom", "spare", "surplus"),
)
DISTANCES: Final = ("well_ft", "gradient_ft", "separation_ft")


def permeable(surfaces: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the permeable shares of surfaces."""
    return tuple(f"permeable_{surface}" for surface in surfaces)


PLAIN: Final[Mapping[str, str]] = {
    "site_area_sf": "exactly 10 ac",
    "disturbed_area_sf": "0 sf",
    "former_use": "other",
    "public_body": "no",
    "easements": "yes",
    "certified": "yes",
    **dict.fromkeys((*SURFACES[:4], *permeable(SURFACES[:4])), "0 sf"),
    "storms": "24 h",
    "low_storm": "1-yr",
    **{f"aggregate_{condition}_{storm}_cfs": "exactly 0 cfs" for condition in CONDITIONS for storm in STORMS},
    **{f"phosphorus_{name}_lb_per_yr": "exactly 0 lb/yr" for name in ("existing", "meadow", "untreated", "proposed")},
    "right_of_way_within": "yes",
    "right_of_way_attempted": "yes",
    "right_of_way_cost_effective": "yes",
    "right_of_way_evidence": "yes",
    "uses_regional": "no",
    **{
        f"regional_{name}": "yes" for name in ("on_site", "approved_plan", "designed_for_site", "rights", "maintenance")
    },
    **{f"regional_controls_{control}": "no" for control in CONTROLS},
    "claims_infeasible": "no",
    "practice_volume_cf": "exactly 0 cf",
    "soil_pits_or_augers": "yes",
}

ITEMS: Final[Mapping[str, Mapping[str, str]]] = {
    "action": {
        "kind": "new development",
        "use": "commercial",
        "housing": "single-family",
        **dict.fromkeys(COUNTS, "1"),
        "density_units_per_ac": "exactly 1 units/ac",
        "impervious_proposed": "yes",
        **dict.fromkeys(
            (
                *("mass_grading", "agricultural", "maintenance_or_improvement", "inside_development"),
                *("appurtenance_only", "owner_runs_shop_beside", "buffer_vegetated"),
                *(f"affects_{name}" for name in ("direction", "peak_rate", "volume", "quality")),
            ),
            "no",
        ),
        **dict.fromkeys(("width_ft", "buffer_left_ft", "buffer_right_ft", "downgradient_buffer_ft"), "exactly 0 ft"),
        **dict.fromkeys(("crossings_sf", "required_buffer_area_sf", "homes_impervious_sf"), "0 sf"),
        "counted_in": "none",
    },
    "earlier": {
        "date": "2006-01-01",
        "where": "same site",
        "relation": "common ownership",
        "exempt_home": "no",
        **dict.fromkeys(
            ("site_sf", "existing_before_sf", "new_sf", "removed_sf", "reconstructed_sf", "disturbed_sf"), "0 sf"
        ),
    },
    "practice": {
        "kind": "infiltration basin",
        **dict.fromkeys(("volume_below_overflow_cf", "reuse_capacity_cf", "treated_volume_cf"), "exactly 0 cf"),
        **dict.fromkeys(("footprint_sf", "canopy_sf", "area_sf", "tributary_impervious_sf"), "0 sf"),
        "soil_rate_in_per_hr": "exactly 1 in/h",
        "hsg_d_share_fraction": "exactly 0 %",
        "dominant_hsg": "B",
        "drawdown_h": "exactly 24 h",
        "species": "unlisted",
        "arborist_interception_fraction": "unknown",
        "removal_fraction": "exactly 0 %",
        "ground": "none",
        **dict.fromkeys(("soil_amended", "soil_unreliable", "as_group_b", "credited", "regional", "infiltrates"), "no"),
        **dict.fromkeys(("traffic_free", "on_site"), "yes"),
        "freeboard_ft": "exactly 2 ft",
        "bench_width_ft": "exactly 10 ft",
        "bench_slope_h_per_v": "exactly 10:1",
        "saturation_separation_ft": "none",
        "bedrock_separation_ft": "none",
        "boring_depth_below_bottom_ft": "exactly 5 ft",
        "boring_count": "9",
        **dict.fromkeys(BARS, "no"),
        "evaluation": "yes",
        **{f"{name}_evidence": "yes" for name in (*BARS, "evaluation")},
        "dwsma_vulnerability": "none",
        "industrial_source": "none",
        **dict.fromkeys(("well_ft", "public_supply_well_ft", "karst_upgradient_ft", "karst_downgradient_ft"), "none"),
        **{f"means_examined_{name}": "yes" for name in ("size", "scope", "configuration", "density")},
    },
    "point": {
        "regional": "no",
        **{f"{condition}_{storm}_cfs": "exactly 0 cfs" for condition in CONDITIONS for storm in STORMS},
    },
    "water": {
        "kind": "wetland",
        "class": "Manage 2",
        "downstream": "yes",
        **{f"bounce_{side}_{storm}_ft": "exactly 1 ft" for side in CONDITIONS[:2] for storm in STORMS},
        **{f"inundation_{side}_{storm}_h": "exactly 24 h" for side in CONDITIONS[:2] for storm in STORMS},
        "runout_existing_ft": "exactly 900 ft",
        "runout_proposed_ft": "exactly 900 ft",
        "runout_datums": "same",
    },
    "landlocked": {
        **{f"volume_{side}_cf": "exactly 1000 cf" for side in CONDITIONS[:2]},
        "abstracted_cf": "exactly 0 cf",
        "capacity_cf": "exactly 1000 cf",
        "freeboard_ft": "exactly 2 ft",
        "rights": "yes",
        "storm": "back-to-back 100-yr",
        "datums": "same",
    },
    "opening": {
        "separation_ft": "exactly 2 ft",
        "datums": "same",
        "datum": "NAVD88",
        "disconnected": "no",
        "new": "yes",
        "of": "water",
    },
}

# The words that a fact may have. What is not here is yes or no, where its default is, or else any word.
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "former_use": FORMER_USES,
    "storms": STORM_DURATIONS,
    "low_storm": LOW_STORMS,
    "use": USES,
    "housing": HOUSING,
    "where": WHERE,
    "relation": RELATIONS,
    "dominant_hsg": SOIL_GROUPS,
    "dwsma_vulnerability": VULNERABILITIES,
    "industrial_source": INDUSTRIAL_SOURCES,
    "class": (*WETLAND_CLASSES, "Lakes", "none"),
    "storm": LANDLOCKED_STORMS,
    "datums": ("same", "mixed"),
    "runout_datums": ("same", "mixed"),
    "datum": ("NAVD88", "NGVD29"),
    "kind": (*KINDS, *PRACTICE_KINDS, *WATER_KINDS),
    "of": ("water", "practice"),
}
