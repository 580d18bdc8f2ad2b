"""Risers and grates: openings that look up, with bars, and with what clogs them.

Owns the reduction. The flow itself is that of an opening in a level plate (`orifice.HorizontalOrifice`): the smaller
of a weir's along the rim and an orifice's through the open area, both on the head above the crest. That the flow
changes over suddenly from the one to the other is how HEC22 has it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from headwater.hydraulics.devices import FREE
from headwater.hydraulics.orifice import ORIFICE_COEFFICIENT, WEIR_COEFFICIENT, HorizontalOrifice
from headwater.hydraulics.ranges import finite, positive, refuse


@dataclass(frozen=True, kw_only=True)
class Riser:
    """An upright pipe or box, open or grated at its crest `invert_ft`.

    Parameters
    ----------
    area_sf, rim_ft
        Of the opening without a grate.
    open_fraction
        The share of the area that bars leave; 1 without a grate.
    clogged_fraction
        The share of what is open, of area and rim alike, that is taken as blocked; 0.5 where a rule says half.

    References
    ----------
    HEC22 example 10.11.
    """

    invert_ft: float
    area_sf: float
    rim_ft: float
    open_fraction: float = 1.0
    clogged_fraction: float = 0.0
    discharge_coefficient: float = ORIFICE_COEFFICIENT
    weir_coefficient: float = WEIR_COEFFICIENT

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        positive(self, "area_sf", "rim_ft", "discharge_coefficient", "weir_coefficient")
        if not 0 < self.open_fraction <= 1:
            raise refuse(
                self, "open_fraction", self.open_fraction, expected="above 0, to 1", remedy="write the share left open"
            )
        if not 0 <= self.clogged_fraction < 1:
            raise refuse(
                self,
                "clogged_fraction",
                self.clogged_fraction,
                expected="0 to below 1",
                remedy="write the share blocked; leave out a riser that is blocked altogether",
            )

    @cached_property
    def opening(self) -> HorizontalOrifice:
        """What is left of the opening."""
        left = 1 - self.clogged_fraction
        return HorizontalOrifice(
            invert_ft=self.invert_ft,
            open_area_sf=self.area_sf * self.open_fraction * left,
            rim_ft=self.rim_ft * left,
            discharge_coefficient=self.discharge_coefficient,
            weir_coefficient=self.weir_coefficient,
        )

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        return self.opening.flow_cfs(headwater_ft, tailwater_ft)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the crest, and the level at which the orifice takes over from the weir."""
        return self.opening.kinks_ft()


def circular_riser(
    *,
    invert_ft: float,
    diameter_ft: float,
    open_fraction: float = 1.0,
    clogged_fraction: float = 0.0,
    weir_coefficient: float = WEIR_COEFFICIENT,
) -> Riser:
    """Return a round riser."""
    return Riser(
        invert_ft=invert_ft,
        area_sf=math.pi / 4 * diameter_ft**2,
        rim_ft=math.pi * diameter_ft,
        open_fraction=open_fraction,
        clogged_fraction=clogged_fraction,
        weir_coefficient=weir_coefficient,
    )


def rectangular_riser(
    *,
    invert_ft: float,
    length_ft: float,
    width_ft: float,
    open_fraction: float = 1.0,
    clogged_fraction: float = 0.0,
    weir_coefficient: float = WEIR_COEFFICIENT,
) -> Riser:
    """Return a rectangular riser, water coming over all four sides."""
    return Riser(
        invert_ft=invert_ft,
        area_sf=length_ft * width_ft,
        rim_ft=2 * (length_ft + width_ft),
        open_fraction=open_fraction,
        clogged_fraction=clogged_fraction,
        weir_coefficient=weir_coefficient,
    )
