"""Sharp-crested weirs: rectangular, V-notch and Cipolletti.

Owns openings with a thin crest. Broad crests and roads are `broad_crest`'s, gratings `riser`'s.

A weir passes ``Q = C L H^1.5`` with the head H on its crest, a V-notch ``Q = C tan(angle / 2) H^2.5``; coefficients are
in feet and seconds (those of HEC22, without a unit, times sqrt(2 g) = 8.025). A tailwater above the crest holds the
flow back as Villemonte found.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from headwater.hydraulics.devices import FREE, villemonte
from headwater.hydraulics.ranges import finite, positive, refuse

SHARP_CREST_COEFFICIENT: Final = 3.33
V_NOTCH_COEFFICIENT: Final = 2.49
CIPOLLETTI_COEFFICIENT: Final = 3.367

# Rehbock's coefficient was measured up to a head of some five times the height of the crest; it is held from there.
HIGHEST_OVER_CREST: Final = 5.0


@dataclass(frozen=True, kw_only=True)
class SharpCrestedWeir:
    """A rectangular weir with a thin crest at `invert_ft`.

    Parameters
    ----------
    discharge_coefficient
        C, the same at every head. Leave it out when `crest_height_ft` is given.
    crest_height_ft
        The height P of the crest above the bottom upstream; then C = 3.27 + 0.4 H / P (Rehbock, as HydroCAD has it).
    end_contractions
        Ends at which the water contracts: 0, 1 or 2. Each takes a tenth of the head off the length (Francis), until the
        formula would make the flow fall with a rising head, at H = 6 L / n; from there the length stays.

    References
    ----------
    HEC22 eq. 10.30 to 10.32; Villemonte, HEC22 eq. 10.34.
    """

    invert_ft: float
    length_ft: float
    discharge_coefficient: float | None = None
    crest_height_ft: float | None = None
    end_contractions: Literal[0, 1, 2] = 0

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        positive(self, "length_ft")
        if self.discharge_coefficient is not None:
            positive(self, "discharge_coefficient")
            if self.crest_height_ft is not None:
                raise refuse(
                    self,
                    "crest_height_ft",
                    self.crest_height_ft,
                    expected="nothing beside a discharge_coefficient",
                    remedy="give the coefficient or the height it follows from",
                )
        if self.crest_height_ft is not None:
            positive(self, "crest_height_ft")
        if self.end_contractions not in (0, 1, 2):
            raise refuse(self, "end_contractions", self.end_contractions, expected="0, 1 or 2", remedy="count the ends")

    @cached_property
    def _contracted_up_to_ft(self) -> float:
        return 6 * self.length_ft / self.end_contractions if self.end_contractions else math.inf

    @cached_property
    def _coefficient(self) -> float:
        return SHARP_CREST_COEFFICIENT if self.discharge_coefficient is None else self.discharge_coefficient

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        head_ft = headwater_ft - self.invert_ft
        if head_ft <= 0 or headwater_ft <= tailwater_ft:
            return 0.0
        coefficient, length_ft = self._coefficient, self.length_ft
        if self.crest_height_ft is not None:
            coefficient = 3.27 + 0.4 * min(head_ft / self.crest_height_ft, HIGHEST_OVER_CREST)
        if self.end_contractions:
            length_ft -= 0.1 * self.end_contractions * min(head_ft, self._contracted_up_to_ft)
        free_cfs = coefficient * length_ft * head_ft * math.sqrt(head_ft)
        if tailwater_ft <= self.invert_ft:
            return free_cfs
        return free_cfs * villemonte(head_ft, tailwater_ft - self.invert_ft, power=1.5)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the crest, and where the contraction or the coefficient stays from."""
        heads_ft = {0.0}
        if self.end_contractions:
            heads_ft.add(self._contracted_up_to_ft)
        if self.crest_height_ft is not None:
            heads_ft.add(HIGHEST_OVER_CREST * self.crest_height_ft)
        return tuple(self.invert_ft + head_ft for head_ft in sorted(heads_ft))


@dataclass(frozen=True, kw_only=True)
class VNotchWeir:
    """A triangular weir with its point at `invert_ft` and an opening of `angle_deg` degrees.

    References
    ----------
    HEC22 eq. 10.35, whose 0.31 is 2.49 here.

    Examples
    --------
    >>> round(VNotchWeir(invert_ft=100.0, angle_deg=90.0).flow_cfs(101.0), 2)
    2.49
    """

    invert_ft: float
    angle_deg: float
    discharge_coefficient: float = V_NOTCH_COEFFICIENT

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        positive(self, "angle_deg", "discharge_coefficient")
        if self.angle_deg >= 180:
            raise refuse(self, "angle_deg", self.angle_deg, expected="less than 180", remedy="correct the angle")

    @cached_property
    def _per_head_cfs(self) -> float:
        return self.discharge_coefficient * math.tan(math.radians(self.angle_deg) / 2)

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        head_ft = headwater_ft - self.invert_ft
        if head_ft <= 0 or headwater_ft <= tailwater_ft:
            return 0.0
        free_cfs = self._per_head_cfs * head_ft * head_ft * math.sqrt(head_ft)
        if tailwater_ft <= self.invert_ft:
            return free_cfs
        return free_cfs * villemonte(head_ft, tailwater_ft - self.invert_ft, power=2.5)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the point of the notch."""
        return (self.invert_ft,)


@dataclass(frozen=True, kw_only=True)
class CipollettiWeir:
    """A trapezoidal weir with sides of 1 across to 4 up, whose slope makes up for the contraction at its ends.

    The coefficient is from memory: not re-read in a source.
    """

    invert_ft: float
    length_ft: float
    discharge_coefficient: float = CIPOLLETTI_COEFFICIENT

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        positive(self, "length_ft", "discharge_coefficient")

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        head_ft = headwater_ft - self.invert_ft
        if head_ft <= 0 or headwater_ft <= tailwater_ft:
            return 0.0
        free_cfs = self.discharge_coefficient * self.length_ft * head_ft * math.sqrt(head_ft)
        if tailwater_ft <= self.invert_ft:
            return free_cfs
        return free_cfs * villemonte(head_ft, tailwater_ft - self.invert_ft, power=1.5)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the crest."""
        return (self.invert_ft,)
