"""Outlet control of culverts: the headwater that barrel and tailwater ask for.

Owns both ways of it, for one barrel.

`BarrelFlow.backwater_ft` follows the water up the barrel. It starts at the outlet from the tailwater, or from critical
depth where that is higher; goes up by direct steps where the surface is free, and along the friction slope where the
barrel is full; and adds velocity head and entrance loss at the inlet. It holds at every head.

`BarrelFlow.full_flow_ft` is HDS-5's approximation by hand: full flow under ``HW = H + ho - L S``, with
``H = (1 + Ke + 29 n^2 L / R^(4/3)) V^2 / 2g`` and ho the higher of tailwater and (dc + D) / 2. HDS-5 asks for a
backwater profile where it gives less than 0.75 D; and where L S is less than D / 2, it lets nothing through at first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from headwater.hydraulics.culvert_inlet import velocity_head_ft
from headwater.hydraulics.devices import TWO_GRAVITY
from headwater.hydraulics.sections import Section

# HDS-5's rounding of 2 g / 1.486^2.
FRICTION: Final = 29.0
_STEPS: Final = 24


@dataclass(frozen=True, kw_only=True)
class Barrel:
    """One barrel of a culvert; `entrance_loss` is that of full flow, in velocity heads."""

    section: Section
    length_ft: float
    slope_fraction: float
    entrance_loss: float

    @cached_property
    def fall_ft(self) -> float:
        """The height of the inlet's invert above the outlet's."""
        return self.length_ft * self.slope_fraction

    @cached_property
    def full_area_sf(self) -> float:
        """The area of the full barrel."""
        return self.section.area_sf(self.section.height_ft)

    @cached_property
    def friction_heads_per_ft(self) -> float:
        """Velocity heads lost per foot of full barrel."""
        # Above its rise, for then the crown of a box is wet.
        radius_ft = self.full_area_sf / self.section.perimeter_ft(math.nextafter(self.section.height_ft, math.inf))
        return FRICTION * self.section.manning_n**2 / math.pow(radius_ft, 4 / 3)

    @cached_property
    def full_heads(self) -> float:
        """Velocity heads from one pool to the other through the full barrel, that of the outlet included."""
        return 1 + self.entrance_loss + self.friction_heads_per_ft * self.length_ft


@dataclass(frozen=True, kw_only=True)
class BarrelFlow:
    """One flow in a barrel, and the headwaters that it asks for under one tailwater or another.

    `inlet_control_ft` is the headwater of inlet control at this flow. Headwaters are depths above the inlet's invert,
    tailwaters above the outlet's.
    """

    barrel: Barrel
    flow_cfs: float
    inlet_control_ft: float

    @cached_property
    def critical_ft(self) -> float:
        """The critical depth."""
        return self.barrel.section.critical_depth_ft(self.flow_cfs)

    @cached_property
    def normal_ft(self) -> float:
        """The depth at which friction takes up the slope; the rise where there is none."""
        slope, high_ft = self.barrel.slope_fraction, self.barrel.section.depth_of_highest_flow_ft
        if self.friction_slope(high_ft) >= slope:
            return self.barrel.section.height_ft
        low_ft = 0.0
        for _ in range(40):
            middle_ft = (low_ft + high_ft) / 2
            if self.friction_slope(middle_ft) > slope:
                low_ft = middle_ft
            else:
                high_ft = middle_ft
        return high_ft

    @cached_property
    def full_velocity_head_ft(self) -> float:
        """V^2 / 2g in the full barrel."""
        return self.velocity_head_ft(self.barrel.section.height_ft)

    def velocity_head_ft(self, depth_ft: float) -> float:
        """Return V^2 / 2g at a depth."""
        return velocity_head_ft(self.barrel.section, self.flow_cfs, depth_ft)

    def friction_slope(self, depth_ft: float) -> float:
        """Return the friction slope under a free surface."""
        section = self.barrel.section
        area_sf = section.area_sf(depth_ft)
        velocity_fps = self.flow_cfs / area_sf
        radius_ft = area_sf / section.perimeter_ft(depth_ft)
        return FRICTION / TWO_GRAVITY * (section.manning_n * velocity_fps) ** 2 / math.pow(radius_ft, 4 / 3)

    def full_flow_ft(self, tailwater_depth_ft: float) -> float:
        """Return the headwater by HDS-5's approximation.

        References
        ----------
        HDS5 eq. 5 and 7.
        """
        equivalent_ft = (self.critical_ft + self.barrel.section.height_ft) / 2
        lost_ft = self.barrel.full_heads * self.full_velocity_head_ft
        return lost_ft + max(tailwater_depth_ft, equivalent_ft) - self.barrel.fall_ft

    @cached_property
    def free_backwater_ft(self) -> float:
        """The headwater by the profile from critical depth at the outlet."""
        return self._headwater_ft(self._inlet_depth_ft(self.critical_ft))

    def backwater_ft(self, tailwater_depth_ft: float) -> float:
        """Return the headwater by the profile; never below the head at critical depth."""
        if tailwater_depth_ft <= self.critical_ft:
            return self.free_backwater_ft
        return self._headwater_ft(self._inlet_depth_ft(tailwater_depth_ft))

    def _headwater_ft(self, inlet_ft: float) -> float:
        """Add velocity head and entrance loss to the depth at the inlet.

        Where the inlet runs at critical depth, the loss is what HDS-5 measured in it, so that both controls agree;
        where the barrel is full, it is Ke; from the one to the other it goes straight with the depth.
        """
        barrel, critical_ft = self.barrel, self.critical_ft
        if inlet_ft >= barrel.section.height_ft:
            return inlet_ft + (1 + barrel.entrance_loss) * self.full_velocity_head_ft
        critical_head_ft = self.velocity_head_ft(critical_ft)
        measured = (self.inlet_control_ft - critical_ft - critical_head_ft) / critical_head_ft
        measured = min(max(measured, 0.0), barrel.entrance_loss)
        share = (inlet_ft - critical_ft) / (barrel.section.height_ft - critical_ft)
        loss = measured + share * (barrel.entrance_loss - measured)
        return inlet_ft + (1 + loss) * self.velocity_head_ft(inlet_ft)

    def _inlet_depth_ft(self, outlet_ft: float) -> float:
        """Return the depth at the inlet, above the rise where the barrel is full there and under pressure."""
        barrel, depth_ft = self.barrel, outlet_ft
        rise_ft, left_ft = barrel.section.height_ft, barrel.length_ft
        gain = barrel.friction_heads_per_ft * self.full_velocity_head_ft - barrel.slope_fraction
        if depth_ft >= rise_ft:
            if depth_ft + gain * left_ft >= rise_ft:
                return depth_ft + gain * left_ft
            left_ft -= (depth_ft - rise_ft) / -gain
            depth_ft = rise_ft
        if self.friction_slope(depth_ft) > barrel.slope_fraction:
            depth_ft, left_ft = self._free_surface(depth_ft, self.normal_ft, left_ft)
            return depth_ft + max(gain, 0.0) * left_ft if depth_ft >= rise_ft else depth_ft
        end_ft = max(self.critical_ft, min(self.normal_ft, depth_ft))
        return self._free_surface(depth_ft, end_ft, left_ft)[0]

    def _free_surface(self, start_ft: float, end_ft: float, left_ft: float) -> tuple[float, float]:
        """Go up the barrel from one depth towards another; return the depth reached and the length that is left."""
        slope, depth_ft = self.barrel.slope_fraction, start_ft
        head_ft = depth_ft + self.velocity_head_ft(depth_ft)
        friction = self.friction_slope(depth_ft)
        for step in range(1, _STEPS + 1):
            # Finer towards the end, which the surface nears ever more slowly where it is normal depth.
            next_ft = end_ft + (start_ft - end_ft) * (1 - step / _STEPS) ** 2
            next_head_ft = next_ft + self.velocity_head_ft(next_ft)
            next_friction = self.friction_slope(next_ft)
            net = slope - (friction + next_friction) / 2
            along_ft = (head_ft - next_head_ft) / net if net else math.inf
            if along_ft >= left_ft:
                return depth_ft + (next_ft - depth_ft) * left_ft / along_ft, 0.0
            left_ft -= max(along_ft, 0.0)
            depth_ft, head_ft, friction = next_ft, next_head_ft, next_friction
        return depth_ft, left_ft
