"""The words by which a plan names a published table of annual rain, concentrations, removals or underdrain credits.

Owns closed lists of ids and of what each table lists, so that a slip is found while the plan is read, at its line. The
numbers are in `headwater.treatment`, which is above this room; a test holds the two to each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

ANNUAL_RAINS_IN: Final[Mapping[str, Fraction]] = MappingProxyType(
    {"estimator-msp": Fraction("30.65"), "manual-state": Fraction(26)}
)
"""The annual depths of rain that guidance prints, by their ids."""
ANNUAL_RAINS: Final = tuple(ANNUAL_RAINS_IN)

CONCENTRATIONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "msm-tp-2019-12": ("commercial", "industrial", "residential"),
        "msm-tp-literature-2019-12": (
            "freeway",
            "mixed",
            "open space",
            "conventional roof",
            "institutional",
            "forest",
        ),
        "mids-default": ("any",),
        "mids-default-solids": ("any",),
    }
)
"""The land uses of each table of concentrations; `any` stands for every one."""
ANY_USE: Final = "any"
PHOSPHORUS_TABLES: Final = ("msm-tp-2019-12", "msm-tp-literature-2019-12", "mids-default")
SOLIDS_TABLES: Final = ("mids-default-solids",)
LAND_USES: Final = tuple(
    dict.fromkeys(use for uses in CONCENTRATIONS.values() for use in uses if use != ANY_USE),
)

_PLAIN: Final = ("",)

REMOVALS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = MappingProxyType(
    {
        "msm-median-2022-07": {
            "infiltration": _PLAIN,
            "biofiltration with underdrain": _PLAIN,
            "sand filter": _PLAIN,
            "iron-enhanced sand filter": _PLAIN,
            "dry swale without check dams": _PLAIN,
            "wet swale without check dams": _PLAIN,
            "wet pond": _PLAIN,
            "constructed wetland": _PLAIN,
            "permeable pavement with underdrain": _PLAIN,
            "green roof": _PLAIN,
        },
        "msm-typical-2022-08": {
            "biofiltration with underdrain": _PLAIN,
            "sand filter": _PLAIN,
            "iron-enhanced sand filter": ("tier 1", "tier 2"),
            "dry swale": _PLAIN,
            "wet pond": _PLAIN,
            "wet pond with iron-enhanced bench": _PLAIN,
            "constructed wetland": _PLAIN,
            "permeable pavement with underdrain": _PLAIN,
            "green roof": _PLAIN,
        },
        "msm-comparative-average": {
            "biofiltration with underdrain": _PLAIN,
            "media filter": _PLAIN,
            "dry swale": _PLAIN,
            "wet swale": _PLAIN,
            "infiltration": ("trench", "basin"),
            "wet pond": _PLAIN,
            "multiple pond": _PLAIN,
            "constructed wetland": ("shallow",),
            "pond and wetland": _PLAIN,
        },
        "msm-comparative-maximum": {
            "biofiltration with underdrain": _PLAIN,
            "media filter": _PLAIN,
            "dry swale": _PLAIN,
            "wet swale": _PLAIN,
            "infiltration": ("trench", "basin"),
            "wet pond": _PLAIN,
            "multiple pond": _PLAIN,
            "constructed wetland": ("shallow",),
            "pond and wetland": _PLAIN,
        },
    }
)
"""The practices of each table of removals, and the designs of each; without one, the design is an empty text."""
USUAL_REMOVALS: Final = "msm-median-2022-07"
REMOVAL_TABLES: Final = tuple(REMOVALS)
PRACTICES: Final = tuple(dict.fromkeys(practice for rows in REMOVALS.values() for practice in rows))
DESIGNS: Final = tuple(
    dict.fromkeys(design for rows in REMOVALS.values() for some in rows.values() for design in some if design)
)

LAYOUTS: Final = ("none", "elevated", "bottom")
COLUMNS: Final = ("current", "proposed")
LEVELS: Final = ("low", "median", "high")
