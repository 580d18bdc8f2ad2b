"""Credit by a volume schedule: four exact formulas, over windows of what was written.

Which practice earns which formula, depth and share is an edition's data. Volumes are in cubic feet, areas in square
feet, depths in inches. Volume that soaks in while it rains earns nothing in any of them: only what is held below the
overflow.
"""

from __future__ import annotations

from fractions import Fraction

from headwater.window import Window, smallest

IN_PER_FT = Fraction(12)


def held_cf(volume_below_overflow_cf: Window, *, share_fraction: Fraction) -> Window:
    """Return the credit of a practice that holds water: a share of its volume below the overflow."""
    return volume_below_overflow_cf.times(share_fraction)


def depth_over_area_cf(area_sf: Window, *, depth_in: Fraction, share_fraction: Fraction) -> Window:
    """Return the credit of ground that takes up a depth of rain over its area."""
    return area_sf.times(depth_in / IN_PER_FT * share_fraction)


def intercepted_cf(
    canopy_sf: Window, *, interception_fraction: Fraction, depth_in: Fraction, share_fraction: Fraction
) -> Window:
    """Return the credit of a tree: what its canopy intercepts of a depth of rain."""
    return canopy_sf.times(interception_fraction * depth_in / IN_PER_FT * share_fraction)


def reused_cf(capacity_cf: Window, tributary_impervious_sf: Window, *, depth_in: Fraction) -> Window:
    """Return the credit of capture and reuse: its capacity, at most the runoff of a depth of rain."""
    return smallest([capacity_cf, tributary_impervious_sf.times(depth_in / IN_PER_FT)])
