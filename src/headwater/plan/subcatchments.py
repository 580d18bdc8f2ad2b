"""Land that drains to one place: its covers, its way of the water, and how runoff is computed from it."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final

from headwater.plan.flow_paths import AnyStretch
from headwater.plan.leaves import (
    Among,
    Answer,
    Choice,
    Coefficient,
    Number,
    PositiveArea,
    PositiveDuration,
    Record,
    Text,
    Within,
    entry,
)
from headwater.plan.soils import SOIL_GROUPS

WEIGHTINGS: Final = ("composite", "separate")
ROUNDINGS: Final = ("whole", "exact")
UNIT_HYDROGRAPHS: Final = ("curvilinear", "triangular", "Delmarva", "gamma")
RUNOFF_METHODS: Final = ("unit hydrograph", "SBUH")
ANTECEDENTS: Final = ("I", "II", "III")
DUAL_GROUPS: Final = ("A/D", "B/D", "C/D")

CurveNumber = Annotated[Number, Within(above=Fraction(0), most=Fraction(100))]
AbstractionRatio = Annotated[Number, Within(least=Fraction(0), most=Fraction(1))]


@dataclass(frozen=True, kw_only=True)
class RunoffMethod(Record):
    """How runoff is computed; a subcatchment that says so differs from the rest."""

    method: Annotated[Choice, Among(RUNOFF_METHODS)] | None = entry("The method; left out, the unit hydrograph.")
    weighting: Annotated[Choice, Among(WEIGHTINGS)] | None = entry(
        "One curve number for all covers (composite, the default), or runoff of pervious and impervious cover apart."
    )
    rounding: Annotated[Choice, Among(ROUNDINGS)] | None = entry(
        "Whether a composite curve number is rounded to a whole one (the default)."
    )
    abstraction_ratio: AbstractionRatio | None = entry("Initial abstraction by potential retention; left out, 0.2.")
    unit_hydrograph: Annotated[Choice, Among(UNIT_HYDROGRAPHS)] | None = entry(
        "The dimensionless unit hydrograph; left out, the curvilinear one."
    )
    peak_rate_factor: Coefficient | None = entry("Peak rate factor of a gamma unit hydrograph, as 484.")
    antecedent: Annotated[Choice, Among(ANTECEDENTS)] | None = entry("Antecedent runoff condition; left out, II.")


@dataclass(frozen=True, kw_only=True)
class Cover(Record):
    """One piece of a subcatchment, of one cover on one soil."""

    cover: Text | None = entry("The cover, in the words of the published table where its curve number is looked up.")
    soil_group: Annotated[Choice, Among((*SOIL_GROUPS, *DUAL_GROUPS))] | None = entry("Hydrologic soil group.")
    drained: Answer | None = entry("Whether a soil of a dual group is drained.")
    area: PositiveArea | None = entry("Its area.", needed=True)
    curve_number: CurveNumber | None = entry("Its curve number, where it is not looked up.")
    impervious: Answer | None = entry("Whether it is impervious.")
    connected: Answer | None = entry("Whether impervious cover drains straight to the drainage system.")


@dataclass(frozen=True, kw_only=True)
class Subcatchment(Record):
    """Land that drains to one place."""

    id: Text = entry("Its name, as 1S.", required=True)
    to: Text | None = entry("Id of the pond, reach, link or outfall that it drains to.", needed=True)
    areas: tuple[Cover, ...] | None = entry("Its covers.", needed=True)
    flow_path: tuple[AnyStretch, ...] | None = entry("The way of the water to its foot, stretch by stretch.")
    time_of_concentration: PositiveDuration | None = entry("Time of concentration, where no flow path is given.")
    minimum_time: PositiveDuration | None = entry(
        "The least time of concentration to be used; left out, there is no floor."
    )
    runoff: RunoffMethod | None = entry("How its runoff is computed, where that differs from the rest.")
