"""Culverts: a barrel under inlet or outlet control, whichever asks for the higher headwater.

Owns the record and its curves of flow by headwater. Each curve is worked out once, on a list of flows, and then read
between its points: one for a free outlet, and one for each of a list of tailwaters, when a tailwater first matters.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from headwater.hydraulics.culvert_barrel import Barrel, BarrelFlow
from headwater.hydraulics.culvert_inlet import (
    SUBMERGED_FROM,
    UNSUBMERGED_UP_TO,
    Inlet,
    inlet_headwater_ft,
)
from headwater.hydraulics.devices import FREE, TWO_GRAVITY
from headwater.hydraulics.ranges import finite, not_negative, positive, refuse
from headwater.hydraulics.sections import Section

OutletControl = Literal["backwater", "full flow"]
Control = Literal["none", "inlet", "outlet"]

# HDS-5's approximation of outlet control is poor below this share of the rise.
POOR_BELOW_FRACTION: Final = 0.75

# Loadings F = Q / (A D^0.5) of the list of flows: close enough that straight lines miss a curve by 0.1 %.
_LOWEST: Final = 0.002
_HIGHEST: Final = 12.0
_STEP: Final = 1.1
# Tailwaters from one bend to the next.
_PARTS: Final = 16


@dataclass(frozen=True, kw_only=True)
class Culvert:
    """A culvert of `barrels` equal barrels.

    Parameters
    ----------
    section
        The shape of a barrel, closed, with its roughness.
    inlet
        The entrance: one of `culvert_inlet.inlets`.
    entrance_loss
        Ke of the entrance flowing full; `culvert_inlet.entrance_losses` lists usual ones.
    outlet_control
        ``backwater``: by the profile in the barrel. ``full flow``: by HDS-5's approximation, for checking a hand
        computation.

    References
    ----------
    HDS5 chapter III.
    """

    inlet_invert_ft: float
    outlet_invert_ft: float
    length_ft: float
    section: Section
    inlet: Inlet
    entrance_loss: float
    barrels: int = 1
    outlet_control: OutletControl = "backwater"

    def __post_init__(self) -> None:
        finite(self, "inlet_invert_ft", "outlet_invert_ft")
        positive(self, "length_ft", "barrels")
        not_negative(self, "entrance_loss")
        if self.outlet_invert_ft > self.inlet_invert_ft:
            raise refuse(
                self,
                "outlet_invert_ft",
                self.outlet_invert_ft,
                expected=f"the inlet's invert, {self.inlet_invert_ft!r}, or below it",
                remedy="correct the inverts; a culvert that rises is taken as level at its outlet",
            )
        if not self.section.is_closed:
            raise refuse(
                self, "section", self.section, expected="a closed section", remedy="give a circle, ellipse or box"
            )
        if self.outlet_control not in ("backwater", "full flow"):
            raise refuse(
                self, "outlet_control", self.outlet_control, expected="'backwater' or 'full flow'", remedy="write one"
            )

    @property
    def invert_ft(self) -> float:
        """The inlet's invert, at or below which nothing passes."""
        return self.inlet_invert_ft

    @cached_property
    def slope_fraction(self) -> float:
        """The fall of the barrel by its length."""
        return (self.inlet_invert_ft - self.outlet_invert_ft) / self.length_ft

    @cached_property
    def _barrel(self) -> Barrel:
        return Barrel(
            section=self.section,
            length_ft=self.length_ft,
            slope_fraction=self.slope_fraction,
            entrance_loss=self.entrance_loss,
        )

    @cached_property
    def _crown_ft(self) -> float:
        return self.inlet_invert_ft + self.section.height_ft

    # ---- headwater by flow

    def inlet_control_ft(self, flow_cfs: float) -> float:
        """Return the elevation of headwater under inlet control; the invert at least."""
        depth_ft = inlet_headwater_ft(
            self.inlet, self.section, flow_cfs / self.barrels, slope_fraction=self.slope_fraction
        )
        return self.inlet_invert_ft + max(depth_ft, 0.0)

    def outlet_control_ft(self, flow_cfs: float, tailwater_ft: float = FREE) -> float:
        """Return the elevation of headwater under outlet control; tailwater and invert at least."""
        floor_ft = max(self.inlet_invert_ft, tailwater_ft)
        if not flow_cfs > 0:
            return floor_ft
        return max(self._outlet_control_ft(self._barrel_flow(flow_cfs), tailwater_ft), floor_ft)

    def _barrel_flow(self, flow_cfs: float) -> BarrelFlow:
        inlet_ft = self.inlet_control_ft(flow_cfs) - self.inlet_invert_ft
        return BarrelFlow(barrel=self._barrel, flow_cfs=flow_cfs / self.barrels, inlet_control_ft=inlet_ft)

    def _outlet_control_ft(self, flow: BarrelFlow, tailwater_ft: float) -> float:
        tail_ft = max(tailwater_ft - self.outlet_invert_ft, 0.0)
        if self.outlet_control == "full flow":
            return self.inlet_invert_ft + flow.full_flow_ft(tail_ft)
        return self.inlet_invert_ft + flow.backwater_ft(tail_ft)

    def headwater_ft(self, flow_cfs: float, tailwater_ft: float = FREE) -> float:
        """Return the elevation of headwater that passes `flow_cfs`, the higher one of both controls."""
        return max(self.inlet_control_ft(flow_cfs), self.outlet_control_ft(flow_cfs, tailwater_ft))

    # ---- flow by headwater

    @cached_property
    def _flows_cfs(self) -> list[float]:
        scale_cfs = self.barrels * self._barrel.full_area_sf * math.sqrt(self.section.height_ft)
        count = math.ceil(math.log(_HIGHEST / _LOWEST) / math.log(_STEP))
        loadings = {_LOWEST * (_HIGHEST / _LOWEST) ** (step / count) for step in range(count + 1)}
        return [0.0, *(scale_cfs * loading for loading in sorted(loadings | {UNSUBMERGED_UP_TO, SUBMERGED_FROM}))]

    @cached_property
    def _barrel_flows(self) -> list[BarrelFlow]:
        """The flows but the first one, which is none."""
        return [self._barrel_flow(flow_cfs) for flow_cfs in self._flows_cfs[1:]]

    def _curve_ft(self, tailwater_ft: float, floor_ft: list[float] | None = None) -> list[float]:
        """Return the headwater of each of the flows, rising, and nowhere below `floor_ft`."""
        curve_ft = [self._no_flow_ft(tailwater_ft)]
        for index, flow in enumerate(self._barrel_flows, start=1):
            level_ft = max(
                self.inlet_invert_ft + flow.inlet_control_ft,
                self._outlet_control_ft(flow, tailwater_ft),
                math.nextafter(curve_ft[-1], math.inf),
            )
            curve_ft.append(level_ft if floor_ft is None else max(level_ft, floor_ft[index]))
        return curve_ft

    def _no_flow_ft(self, tailwater_ft: float) -> float:
        """Return the headwater up to which nothing passes."""
        floor_ft = max(self.inlet_invert_ft, tailwater_ft)
        if self.outlet_control == "backwater":
            return floor_ft
        return max(floor_ft, self.outlet_invert_ft + self.section.height_ft / 2)

    @cached_property
    def _free_ft(self) -> list[float]:
        return self._curve_ft(FREE)

    @cached_property
    def _tailwaters_ft(self) -> list[float]:
        """Tailwaters from the outlet's invert to the inlet's crown."""
        rise_ft, fall_ft = self.section.height_ft, self._barrel.fall_ft
        spans_ft = [(0.0, rise_ft), (fall_ft, fall_ft + rise_ft)]
        if fall_ft > rise_ft:
            spans_ft.append((rise_ft, fall_ft))
        above_ft = {
            low_ft + (high_ft - low_ft) * part / _PARTS for low_ft, high_ft in spans_ft for part in range(_PARTS + 1)
        }
        levels_ft = [self.outlet_invert_ft]
        for height_ft in sorted(above_ft):
            # The last one is the crown; nothing near the one before is worth a curve.
            if self.outlet_invert_ft + height_ft - levels_ft[-1] > 1e-3 * rise_ft:
                levels_ft.append(self.outlet_invert_ft + height_ft)
        levels_ft[-1] = self._crown_ft
        return levels_ft

    @cached_property
    def _drowned_ft(self) -> list[list[float]]:
        """The curve for each of the tailwaters."""
        curves = [self._free_ft]
        for level_ft in self._tailwaters_ft[1:]:
            curves.append(self._curve_ft(level_ft, floor_ft=curves[-1]))
        return curves

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        if headwater_ft <= self.inlet_invert_ft or headwater_ft <= tailwater_ft:
            return 0.0
        if tailwater_ft <= self.outlet_invert_ft:
            return self._read_cfs(headwater_ft, self._free_ft, self._free_ft, 0.0)
        if tailwater_ft >= self._crown_ft:
            full_cfs = math.sqrt(TWO_GRAVITY * (headwater_ft - tailwater_ft) / self._barrel.full_heads)
            full_cfs *= self.barrels * self._barrel.full_area_sf
            last_ft = self._drowned_ft[-1]
            return min(full_cfs, self._read_cfs(headwater_ft, last_ft, last_ft, 0.0))
        levels_ft = self._tailwaters_ft
        row = bisect_right(levels_ft, tailwater_ft) - 1
        share = (tailwater_ft - levels_ft[row]) / (levels_ft[row + 1] - levels_ft[row])
        return self._read_cfs(headwater_ft, self._drowned_ft[row], self._drowned_ft[row + 1], share)

    def _read_cfs(self, headwater_ft: float, lower_ft: list[float], upper_ft: list[float], share: float) -> float:
        """Return the flow of the curve that lies by `share` between two."""

        def level_ft(index: int) -> float:
            return lower_ft[index] + share * (upper_ft[index] - lower_ft[index])

        flows_cfs = self._flows_cfs
        low, high = 0, len(flows_cfs) - 1
        if headwater_ft <= level_ft(low):
            return 0.0
        if headwater_ft >= level_ft(high):
            # Both controls are full here: the headwater goes with the square of the flow.
            before_ft, last_ft = level_ft(high - 1), level_ft(high)
            before, last = flows_cfs[-2] ** 2, flows_cfs[-1] ** 2
            return math.sqrt(last + (headwater_ft - last_ft) * (last - before) / (last_ft - before_ft))
        while high - low > 1:
            middle = (low + high) // 2
            if level_ft(middle) <= headwater_ft:
                low = middle
            else:
                high = middle
        low_ft = level_ft(low)
        within = (headwater_ft - low_ft) / (level_ft(high) - low_ft)
        return flows_cfs[low] + within * (flows_cfs[high] - flows_cfs[low])

    def control(self, headwater_ft: float, tailwater_ft: float = FREE) -> Control:
        """Return which control holds between two levels; `none` where nothing passes."""
        flow_cfs = self.flow_cfs(headwater_ft, tailwater_ft)
        if not flow_cfs > 0:
            return "none"
        inlet_ft, outlet_ft = self.inlet_control_ft(flow_cfs), self.outlet_control_ft(flow_cfs, tailwater_ft)
        return "inlet" if inlet_ft >= outlet_ft - 1e-6 else "outlet"

    def is_poorly_approximated(self, headwater_ft: float, tailwater_ft: float = FREE) -> bool:
        """Return whether HDS-5 wants a profile here: outlet control by full flow, below 0.75 of the rise."""
        if self.outlet_control == "backwater" or self.control(headwater_ft, tailwater_ft) != "outlet":
            return False
        return headwater_ft - self.inlet_invert_ft < POOR_BELOW_FRACTION * self.section.height_ft

    def kinks_ft(self) -> tuple[float, ...]:
        """Return invert, crown, and where the entrance begins and ends to be submerged."""
        levels_ft = self._free_ft
        loading_cfs = self.barrels * self._barrel.full_area_sf * math.sqrt(self.section.height_ft)
        bends = {UNSUBMERGED_UP_TO * loading_cfs, SUBMERGED_FROM * loading_cfs}
        bends_ft = {levels_ft[index] for index, flow_cfs in enumerate(self._flows_cfs) if flow_cfs in bends}
        return tuple(sorted({self.inlet_invert_ft, self._crown_ft} | bends_ft))
