"""Orifices: openings in a wall or a plate.

Owns round and rectangular openings in an upright wall, full and partly full, and openings in a level plate, which are
weirs at low head. Gratings that clog are `riser`'s.

A full opening passes ``Q = C A sqrt(2 g h)``, with the head h above its centre, or above the tailwater where that is
higher. A partly full one passes the same through the part of it that is wet, with the head above the centre of that
part, in one of two ways:

``power``
    the wet share of the area is the wet share f of the height, and its centre is half way up: for a free discharge
    ``Q = C A sqrt(2 g D / 2) f^1.5``, which is EPA SWMM's form, and exact for a rectangle;
``segment``
    the wet segment of the circle as it is, and its centroid.

Both end at the full flow when the opening is just full, whatever the tailwater. (EPA SWMM reduces a partly full
opening by the weir's submergence instead, and jumps at the crown when the tailwater is above the invert.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from headwater.hydraulics.devices import FREE, ROOT_TWO_GRAVITY, villemonte
from headwater.hydraulics.ranges import finite, positive, refuse

ORIFICE_COEFFICIENT: Final = 0.6
WEIR_COEFFICIENT: Final = 3.33

PartlyFull = Literal["power", "segment"]


@dataclass(frozen=True, kw_only=True)
class CircularOrifice:
    """Round openings in an upright wall, `openings` of them at one height.

    References
    ----------
    HEC22 eq. 10.26; SWMM for the partly full one.
    """

    invert_ft: float
    diameter_ft: float
    discharge_coefficient: float = ORIFICE_COEFFICIENT
    openings: int = 1
    partly_full: PartlyFull = "power"

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        positive(self, "diameter_ft", "discharge_coefficient", "openings")
        if self.partly_full not in ("power", "segment"):
            raise refuse(self, "partly_full", self.partly_full, expected="'power' or 'segment'", remedy="write one")

    @property
    def area_sf(self) -> float:
        """The area of all openings."""
        return self.openings * math.pi / 4 * self.diameter_ft**2

    @cached_property
    def _full_cfs(self) -> float:
        """Flow per root of a foot of head."""
        return self.discharge_coefficient * self.area_sf * ROOT_TWO_GRAVITY

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        depth_ft = headwater_ft - self.invert_ft
        if depth_ft <= 0 or headwater_ft <= tailwater_ft:
            return 0.0
        diameter_ft = self.diameter_ft
        if depth_ft >= diameter_ft:
            share, centre_ft = 1.0, diameter_ft / 2
        elif self.partly_full == "power":
            share, centre_ft = depth_ft / diameter_ft, depth_ft / 2
        else:
            share, centre_ft = _segment(depth_ft / diameter_ft)
            centre_ft *= diameter_ft
        head_ft = headwater_ft - max(tailwater_ft, self.invert_ft + centre_ft)
        return self._full_cfs * share * math.sqrt(head_ft)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return invert and crown."""
        return self.invert_ft, self.invert_ft + self.diameter_ft


def _segment(fullness: float) -> tuple[float, float]:
    """Return the wet share of a circle's area, and the height of the wet part's centroid as a share of the diameter."""
    half_angle = 2 * math.asin(math.sqrt(fullness))
    if fullness < 1e-5:
        return half_angle**3 / 1.5 / math.pi, 0.6 * fullness  # as of a parabola; the differences below lose digits here
    sine = math.sin(half_angle)
    segment = half_angle - sine * math.cos(half_angle)
    return segment / math.pi, 0.5 - sine**3 / (3 * segment)


@dataclass(frozen=True, kw_only=True)
class RectangularOrifice:
    """Rectangular openings in an upright wall, `openings` of them at one height.

    References
    ----------
    HEC22 eq. 10.26; SWMM for the partly full one.
    """

    invert_ft: float
    width_ft: float
    height_ft: float
    discharge_coefficient: float = ORIFICE_COEFFICIENT
    openings: int = 1

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        positive(self, "width_ft", "height_ft", "discharge_coefficient", "openings")

    @property
    def area_sf(self) -> float:
        """The area of all openings."""
        return self.openings * self.width_ft * self.height_ft

    @cached_property
    def _per_height_cfs(self) -> float:
        return self.discharge_coefficient * self.openings * self.width_ft * ROOT_TWO_GRAVITY

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        depth_ft = headwater_ft - self.invert_ft
        if depth_ft <= 0 or headwater_ft <= tailwater_ft:
            return 0.0
        wet_ft = min(depth_ft, self.height_ft)
        head_ft = headwater_ft - max(tailwater_ft, self.invert_ft + wet_ft / 2)
        return self._per_height_cfs * wet_ft * math.sqrt(head_ft)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return invert and crown."""
        return self.invert_ft, self.invert_ft + self.height_ft


@dataclass(frozen=True, kw_only=True)
class HorizontalOrifice:
    """An opening in a level plate at `invert_ft`: an orifice under the head above it, a weir along its rim at low head.

    `circular_plate_orifice` and `rectangular_plate_orifice` make it from its dimensions.
    """

    invert_ft: float
    open_area_sf: float
    rim_ft: float
    discharge_coefficient: float = ORIFICE_COEFFICIENT
    weir_coefficient: float = WEIR_COEFFICIENT

    def __post_init__(self) -> None:
        finite(self, "invert_ft")
        positive(self, "open_area_sf", "rim_ft", "discharge_coefficient", "weir_coefficient")

    @cached_property
    def _weir_cfs(self) -> float:
        """Flow over the rim under a head of a foot."""
        return self.weir_coefficient * self.rim_ft

    @cached_property
    def _orifice_cfs(self) -> float:
        """Flow through the full opening under a head of a foot."""
        return self.discharge_coefficient * self.open_area_sf * ROOT_TWO_GRAVITY

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels, the smaller of weir's and orifice's."""
        head_ft = headwater_ft - self.invert_ft
        if head_ft <= 0 or headwater_ft <= tailwater_ft:
            return 0.0
        root = math.sqrt(head_ft)
        if tailwater_ft <= self.invert_ft:
            return min(self._weir_cfs * head_ft * root, self._orifice_cfs * root)
        kept = villemonte(head_ft, tailwater_ft - self.invert_ft, power=1.5)
        return min(self._weir_cfs * head_ft * root * kept, self._orifice_cfs * math.sqrt(headwater_ft - tailwater_ft))

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the plate, and the level at which the orifice takes over from the weir."""
        return self.invert_ft, self.invert_ft + self._orifice_cfs / self._weir_cfs


def circular_plate_orifice(
    *, invert_ft: float, diameter_ft: float, discharge_coefficient: float = ORIFICE_COEFFICIENT
) -> HorizontalOrifice:
    """Return a round opening in a level plate.

    Examples
    --------
    A printed HydroCAD page: 1.5 inches at 887.25 ft passes 2.93 ft/s under a pond at 887.62 ft.

    >>> orifice = circular_plate_orifice(invert_ft=887.25, diameter_ft=0.125)
    >>> round(orifice.flow_cfs(887.62) / orifice.open_area_sf, 2)
    2.93
    """
    return HorizontalOrifice(
        invert_ft=invert_ft,
        open_area_sf=math.pi / 4 * diameter_ft**2,
        rim_ft=math.pi * diameter_ft,
        discharge_coefficient=discharge_coefficient,
    )


def rectangular_plate_orifice(
    *, invert_ft: float, length_ft: float, width_ft: float, discharge_coefficient: float = ORIFICE_COEFFICIENT
) -> HorizontalOrifice:
    """Return a rectangular opening in a level plate, water coming from all four sides."""
    return HorizontalOrifice(
        invert_ft=invert_ft,
        open_area_sf=length_ft * width_ft,
        rim_ft=2 * (length_ft + width_ft),
        discharge_coefficient=discharge_coefficient,
    )
