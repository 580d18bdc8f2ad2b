"""The shapes of reaches and barrels as SWMM has them, and the code of a culvert's entrance.

Owns what a cross-section is called over there. Numbers are those of EPA SWMM 5.2's tables of conduits and culverts.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from headwater.hydraulics.culvert_inlet import Inlet
from headwater.hydraulics.pipe_sections import BoxSection, CircularSection, EllipticalSection
from headwater.hydraulics.sections import Section, SurveyedSection, TrapezoidalSection

# SWMM's list of culverts runs through HDS-5's charts in their order. Mitered entrances are left out: SWMM 5.2.4 takes
# ten times HDS-5's term of the slope for them. So are arches and tapered inlets, whose shapes are others there.
CULVERT_CODES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "concrete pipe square edge headwall": 1,
        "concrete pipe groove end headwall": 2,
        "concrete pipe groove end projecting": 3,
        "metal pipe headwall": 4,
        "metal pipe projecting": 6,
        "pipe bevel ring 45": 7,
        "pipe bevel ring 33.7": 8,
        "box wingwall 30-75": 9,
        "box wingwall 90 or 15": 10,
        "box wingwall 0": 11,
        "box wingwall 45 top bevel .043": 12,
        "box wingwall 18-33.7 top bevel .083": 13,
        "box headwall chamfer": 14,
        "box headwall bevel 45": 15,
        "box headwall bevel 33.7": 16,
        "box skew 45 chamfer": 17,
        "box skew 30 chamfer": 18,
        "box skew 15 chamfer": 19,
        "box skew 10-45 bevel": 20,
        "box flare 45": 21,
        "box flare 18.4": 22,
        "box flare 18.4 skew 30": 23,
        "box offset flare 45": 24,
        "box offset flare 33.7": 25,
        "box offset flare 18.4": 26,
        "metal box headwall": 27,
        "metal box thick wall projecting": 28,
        "metal box thin wall projecting": 29,
    }
)


def culvert_code(inlet: Inlet, section: Section) -> int | None:
    """Return SWMM's number of a culvert's entrance, None where it has none that means the same."""
    shape = "circle" if isinstance(section, CircularSection) else "box" if isinstance(section, BoxSection) else None
    return CULVERT_CODES.get(inlet.id) if inlet.shape == shape else None


def shape_of(section: Section) -> str | None:
    """Return shape and four dimensions as a line of SWMM's cross-sections, None where it has no such shape.

    A section that was surveyed is IRREGULAR over there, and is named by its transect, which the export writes.
    """
    match section:
        case CircularSection(diameter_ft=diameter_ft):
            return f"CIRCULAR {diameter_ft:.8g} 0 0 0"
        case BoxSection(rise_ft=rise_ft, width_ft=width_ft):
            return f"RECT_CLOSED {rise_ft:.8g} {width_ft:.8g} 0 0"
        case EllipticalSection(rise_ft=rise_ft, span_ft=span_ft):
            way = "HORIZ_ELLIPSE" if span_ft >= rise_ft else "VERT_ELLIPSE"
            return f"{way} {rise_ft:.8g} {span_ft:.8g} 0 0"
        case TrapezoidalSection(
            depth_ft=depth_ft, bottom_width_ft=width_ft, left_slope_h_per_v=left, right_slope_h_per_v=right
        ):
            if left == right == 0:
                return f"RECT_OPEN {depth_ft:.8g} {width_ft:.8g} 0 0"
            if width_ft == 0:
                return f"TRIANGULAR {depth_ft:.8g} {(left + right) * depth_ft:.8g} 0 0"
            return f"TRAPEZOIDAL {depth_ft:.8g} {width_ft:.8g} {left:.8g} {right:.8g}"
    return None


def transect_of(section: SurveyedSection, name: str) -> list[str]:
    """Return the lines of a surveyed section as SWMM's transect called `name`; its banks are the lower one's height."""
    points = section.points_ft
    lines = [
        f"NC {section.manning_n:.8g} {section.manning_n:.8g} {section.manning_n:.8g}",
        f"X1 {name} {len(points)} {points[0][0]:.8g} {points[-1][0]:.8g} 0 0 0 0 0 0",
    ]
    for start in range(0, len(points), 5):
        row = " ".join(f"{height_ft:.8g} {station_ft:.8g}" for station_ft, height_ft in points[start : start + 5])
        lines.append(f"GR {row}")
    return lines
