"""The water budget of a pool over a year: whether it stays wet, in one line.

Owns the yearly sums of HEC-22; day by day it is `reuse`'s balance that tells more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from headwater.errors import OutOfRangeError

CF_PER_IN_AC: Final = 3_630.0
H_PER_YR: Final = 8_760.0


@dataclass(frozen=True, kw_only=True)
class AnnualBudget:
    """What comes to a pool in a year and what leaves it but over its outlet."""

    runoff_cf: float
    evaporation_cf: float
    infiltration_cf: float

    @property
    def net_cf(self) -> float:
        """What is left; below zero the pool does not stay."""
        return self.runoff_cf - self.evaporation_cf - self.infiltration_cf


def annual_budget(
    *,
    drained_area_ac: float,
    runoff_fraction: float,
    rain_in: float,
    surface_area_ac: float,
    evaporation_in: float,
    bottom_area_ac: float,
    rate_in_per_hr: float,
) -> AnnualBudget:
    """Return the budget of a pool: runoff in, evaporation off its surface, infiltration through its bottom all year.

    Raises
    ------
    OutOfRangeError
        If a number is negative or none, or the runoff fraction is above 1.

    References
    ----------
    HEC22 example 10.13.

    Examples
    --------
    HEC22 example 10.13, with the rate of 0.1 in/h that its figures stand on:

    >>> budget = annual_budget(
    ...     drained_area_ac=100,
    ...     runoff_fraction=0.3,
    ...     rain_in=50,
    ...     surface_area_ac=3,
    ...     evaporation_in=35,
    ...     bottom_area_ac=2,
    ...     rate_in_per_hr=0.1,
    ... )
    >>> round(budget.runoff_cf), round(budget.infiltration_cf), round(budget.net_cf)
    (5445000, 6359760, -1295910)
    """
    given = {
        "drained_area_ac": drained_area_ac,
        "runoff_fraction": runoff_fraction,
        "rain_in": rain_in,
        "surface_area_ac": surface_area_ac,
        "evaporation_in": evaporation_in,
        "bottom_area_ac": bottom_area_ac,
        "rate_in_per_hr": rate_in_per_hr,
    }
    for name, value in given.items():
        if not (math.isfinite(value) and value >= 0):
            raise OutOfRangeError(f"annual budget: {name} is {value!r}; expected 0 or more; correct it")
    if runoff_fraction > 1:
        raise OutOfRangeError(f"annual budget: runoff_fraction is {runoff_fraction!r}; expected at most 1; correct it")
    return AnnualBudget(
        runoff_cf=runoff_fraction * rain_in * drained_area_ac * CF_PER_IN_AC,
        evaporation_cf=evaporation_in * surface_area_ac * CF_PER_IN_AC,
        infiltration_cf=rate_in_per_hr * H_PER_YR * bottom_area_ac * CF_PER_IN_AC,
    )
