"""Annual loads of phosphorus and solids by the Simple Method, before and after treatment.

Owns ``L = P Pj Rv / 12 x C x A x 2.72``, with P `annual_rain_in`, Pj `producing_fraction`, Rv `runoff_fraction`,
C the concentration in mg/L and A `area_ac`. Concentrations are `concentrations`, treatment is `trains`. The MIDS
calculator is another method, and its results do not mix with these.

2.72 is what the Manual prints; other guidance prints 0.226 for 2.72 / 12 = 0.2267, which is 0.3 % less. The exact
factor is 0.22661. Made for sites of up to a square mile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from headwater.hydraulics.ranges import positive
from headwater.treatment.levels import LEVELS, ConcentrationRange, Level
from headwater.treatment.limits import Verdict, at_least, at_most, check_amount, check_share, share
from headwater.treatment.trains import Step, train_removal

USUAL_PRODUCING_FRACTION: Final = 0.9
_IN_PER_FT: Final = 12.0
_LB_PER_ACFT_AND_MG_PER_L: Final = 2.72


def runoff_fraction(*, impervious_fraction: float) -> float:
    """Return Rv, the share of the rain that runs off of it: 0.05 + 0.9 I.

    Raises
    ------
    OutOfRangeError
        If `impervious_fraction` is no share of one.

    References
    ----------
    SCHUELER-1987; MSM, the Simple Method, with I in percent and 0.009.

    Examples
    --------
    >>> round(runoff_fraction(impervious_fraction=0.40), 4)
    0.41
    """
    check_share("impervious_fraction", impervious_fraction)
    return 0.05 + 0.9 * impervious_fraction


def annual_runoff_in(
    *, annual_rain_in: float, runoff_fraction: float, producing_fraction: float = USUAL_PRODUCING_FRACTION
) -> float:
    """Return P Pj Rv, inches of runoff in a year; `producing_fraction` is the share of the rain that runs off at all.

    Raises
    ------
    OutOfRangeError
        If the depth is none, or a share is not from 0 to 1.
    """
    check_amount("annual_rain_in", annual_rain_in)
    check_share("runoff_fraction", runoff_fraction)
    check_share("producing_fraction", producing_fraction)
    return annual_rain_in * producing_fraction * runoff_fraction


def annual_load_lb_per_yr(*, area_ac: float, runoff_in: float, concentration_mg_per_l: float) -> float:
    """Return the load that `runoff_in` inches a year carry off `area_ac` acres.

    References
    ----------
    SCHUELER-1987; MSM, the Simple Method, equation 1.
    """
    check_amount("area_ac", area_ac)
    check_amount("runoff_in", runoff_in)
    check_amount("concentration_mg_per_l", concentration_mg_per_l)
    return runoff_in / _IN_PER_FT * concentration_mg_per_l * area_ac * _LB_PER_ACFT_AND_MG_PER_L


@dataclass(frozen=True, kw_only=True)
class Land:
    """A piece of land whose runoff goes through one train, or through none."""

    id: str
    area_ac: float
    runoff_fraction: float
    concentration: ConcentrationRange
    train: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        positive(self, "area_ac")
        share(self, "runoff_fraction")


@dataclass(frozen=True, kw_only=True)
class AnnualLoads:
    """The loads of some land at one level of removal, in pounds a year.

    Where the capture of a step is not known, `outcome` is "cannot tell", `missing` names the steps, and only the load
    before treatment is there.
    """

    level: Level
    concentration_level: Level
    outcome: Literal["computed", "cannot tell"]
    before_lb_per_yr: float
    after_lb_per_yr: float | None
    removed_lb_per_yr: float | None
    removed_fraction: float | None
    missing: tuple[str, ...] = ()


def annual_loads(
    lands: Sequence[Land],
    *,
    annual_rain_in: float,
    producing_fraction: float = USUAL_PRODUCING_FRACTION,
    concentration_level: Level = "median",
) -> tuple[AnnualLoads, ...]:
    """Return the loads before and after treatment, at low, median and high removal.

    One level of concentration holds for all three, so that before and after can be compared; a share removed depends on
    it only where lands of several concentrations are treated differently.

    Raises
    ------
    OutOfRangeError
        If the depth of rain or the share producing runoff is none.
    """
    before = [
        annual_load_lb_per_yr(
            area_ac=land.area_ac,
            runoff_in=annual_runoff_in(
                annual_rain_in=annual_rain_in,
                runoff_fraction=land.runoff_fraction,
                producing_fraction=producing_fraction,
            ),
            concentration_mg_per_l=land.concentration.at(concentration_level),
        )
        for land in lands
    ]
    missing = tuple(f"{land.id}/{step.id}" for land in lands for step in land.train if step.captured_fraction is None)
    return tuple(_at(level, lands, before, missing, concentration_level) for level in LEVELS)


def _at(
    level: Level, lands: Sequence[Land], before: Sequence[float], missing: tuple[str, ...], concentration_level: Level
) -> AnnualLoads:
    total = math.fsum(before)
    removed: float | None = None
    if not missing:
        shares = [train_removal(land.train, level=level) or 0.0 for land in lands]
        removed = math.fsum(load * one for load, one in zip(before, shares, strict=True))
    return AnnualLoads(
        level=level,
        concentration_level=concentration_level,
        outcome="computed" if removed is not None else "cannot tell",
        before_lb_per_yr=total,
        after_lb_per_yr=None if removed is None else total - removed,
        removed_lb_per_yr=removed,
        removed_fraction=None if removed is None or not total else removed / total,
        missing=missing,
    )


def removes_at_least(loads: AnnualLoads, *, least_fraction: float) -> Verdict:
    """Return whether the share removed reaches `least_fraction`, as 50 % of total phosphorus in Rule N.

    Of no load no share can be told.
    """
    return at_least(loads.removed_fraction, least_fraction)


def stays_within(loads: AnnualLoads, *, most_lb_per_yr: float) -> Verdict:
    """Return whether the load after treatment stays within `most_lb_per_yr`, as that of the site before the work."""
    return at_most(loads.after_lb_per_yr, most_lb_per_yr)
