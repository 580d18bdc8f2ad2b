"""Outlets of ponds as SWMM's orifices, weirs, culverts and rating curves.

Owns which device has a counterpart over there. What has none becomes a rating curve: of the depth in the pond where
the outlet discharges freely or against a level that stays, of the difference of heads where it does not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from headwater.hydraulics.broad_crest import BroadCrestedWeir
from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.devices import FREE
from headwater.hydraulics.network import Pond
from headwater.hydraulics.orifice import CircularOrifice, HorizontalOrifice, RectangularOrifice
from headwater.hydraulics.pump import HeadPump, LevelPump
from headwater.hydraulics.rating import OutletGroup
from headwater.hydraulics.swmm.sections import culvert_code, shape_of
from headwater.hydraulics.swmm.text import InputText
from headwater.hydraulics.weir import CipollettiWeir, SharpCrestedWeir, VNotchWeir

MOST_OPENINGS = 12
# Above a pond's top, for the upper edge of a weir's opening, which no head reaches.
CLEAR_FT = 10.0

As = Literal["device", "rating"]


@dataclass(frozen=True, kw_only=True)
class Way:
    """Where an outlet discharges to in SWMM.

    `node` is what an outlet that feels the level below discharges to, `free_node` what one does that does not.
    `tailwater_ft` is the level below if it stays; None says that it moves. `invert_ft` is the bottom of `node`.
    """

    node: str
    free_node: str
    tailwater_ft: float | None
    invert_ft: float

    @property
    def is_free(self) -> bool:
        """Whether nothing below is felt."""
        return self.tailwater_ft == FREE


def openings_of(group: OutletGroup) -> list[OutletGroup]:
    """Return a group for each of an orifice's openings, as SWMM has one in a link; the group itself if many."""
    outlet = group.last
    match outlet.device:
        case CircularOrifice(openings=openings) | RectangularOrifice(openings=openings) if (
            1 < openings <= MOST_OPENINGS
        ):
            one = replace(outlet, device=replace(outlet.device, openings=1))
            return [OutletGroup(one, group.feeders, group.series)] * openings
    return [group]


def native(text: InputText, pond: Pond, storage: str, group: OutletGroup, way: Way) -> list[str]:
    """Write the group as a device of SWMM and return the names of the links; none where it has no counterpart."""
    if group.feeders:
        return []
    device = group.last.device
    height_ft = device.invert_ft - pond.storage.bottom_ft
    gated = "NO" if group.last.backflow or way.tailwater_ft is not None else "YES"
    clear_ft = pond.storage.top_ft - device.invert_ft + CLEAR_FT
    if height_ft < 0:
        return []
    match device:
        case CircularOrifice(partly_full="power", openings=1):
            rest = f"SIDE {height_ft:.8g} {device.discharge_coefficient:.8g} {gated} 0"
            return [_write(text, "ORIFICES", storage, way.node, rest, f"CIRCULAR {device.diameter_ft:.8g} 0 0 0")]
        case RectangularOrifice(openings=1):
            shape = f"RECT_CLOSED {device.height_ft:.8g} {device.width_ft:.8g} 0 0"
            rest = f"SIDE {height_ft:.8g} {device.discharge_coefficient:.8g} {gated} 0"
            return [_write(text, "ORIFICES", storage, way.node, rest, shape)]
        case HorizontalOrifice() if _is_round_plate(device):
            diameter_ft = 4 * device.open_area_sf / device.rim_ft
            rest = f"BOTTOM {height_ft:.8g} {device.discharge_coefficient:.8g} {gated} 0"
            return [_write(text, "ORIFICES", storage, way.node, rest, f"CIRCULAR {diameter_ft:.8g} 0 0 0")]
        case SharpCrestedWeir(crest_height_ft=None):
            coefficient, ends = device.discharge_coefficient or 3.33, device.end_contractions
        case CipollettiWeir():
            coefficient, ends = device.discharge_coefficient, 0
        case BroadCrestedWeir(discharge_coefficient=float(given), side_slope_h_per_v=0.0):
            coefficient, ends = given, 0
        case VNotchWeir():
            width_ft = 2 * clear_ft * math.tan(math.radians(device.angle_deg) / 2)
            rest = f"V-NOTCH {height_ft:.8g} {device.discharge_coefficient:.8g} {gated} 0 0 NO"
            return [_write(text, "WEIRS", storage, way.node, rest, f"TRIANGULAR {clear_ft:.8g} {width_ft:.8g} 0 0")]
        case _:
            return []
    rest = f"TRANSVERSE {height_ft:.8g} {coefficient:.8g} {gated} {ends} 0 NO"
    return [_write(text, "WEIRS", storage, way.node, rest, f"RECT_OPEN {clear_ft:.8g} {device.length_ft:.8g} 0 0")]


def barrel(text: InputText, pond: Pond, storage: str, group: OutletGroup, way: Way) -> list[str]:
    """Write a culvert as a conduit with SWMM's code of its entrance; none where it has no counterpart.

    SWMM takes the level of the pond for that in the barrel, so the velocity head that the barrel gains is a loss at its
    entrance there, beside the entrance's own.
    """
    device = group.last.device
    if group.feeders or not isinstance(device, Culvert):
        return []
    code, shape = culvert_code(device.inlet, device.section), shape_of(device.section)
    in_ft = device.inlet_invert_ft - pond.storage.bottom_ft
    if code is None or shape is None or in_ft < 0:
        return []
    if not way.is_free and device.outlet_invert_ft < way.invert_ft:
        return []
    name, out_ft = text.name("L"), device.outlet_invert_ft - way.invert_ft
    rest = f"{storage} {way.node} {device.length_ft:.8g} {device.section.manning_n:.8g} {in_ft:.8g} {out_ft:.8g} 0 0"
    text.link("CONDUITS", name, rest)
    text.add("XSECTIONS", f"{name} {shape} {device.barrels} {code}")
    gated = "NO" if group.last.backflow else "YES"
    text.add("LOSSES", f"{name} {1 + device.entrance_loss:.8g} 0 0 {gated} 0")
    return [name]


def rated(
    text: InputText, pond: Pond, storage: str, group: OutletGroup, way: Way, stages_ft: Sequence[float]
) -> tuple[list[str], str]:
    """Write the group as a rating curve; return the link's name and how the level below is felt."""
    bottom_ft = pond.storage.bottom_ft
    name = text.name("L")
    tailwater_ft = way.tailwater_ft
    if tailwater_ft is None and isinstance(group.last.device, LevelPump | HeadPump):
        tailwater_ft = FREE
    if tailwater_ft is None:
        crest_ft = max(_lowest_ft(group), bottom_ft)
        points = [(0.0, 0.0)]
        points += [(ft - crest_ft, group.flow_cfs(ft)) for ft in stages_ft if ft > crest_ft]
        curve = text.curve("RATING", points)
        gated = "NO" if group.last.backflow else "YES"
        rest = f"{storage} {way.node} {crest_ft - bottom_ft:.8g} TABULAR/HEAD {curve} {gated}"
        text.link("OUTLETS", name, rest)
        return [name], "by the difference of the two levels above its crest"
    points = [(ft - bottom_ft, group.flow_cfs(ft, tailwater_ft)) for ft in stages_ft]
    jump_cfs = group.flow_cfs(bottom_ft + 1e-6, tailwater_ft)
    points[0] = (0.0, 0.0)
    if jump_cfs > 0:
        points.insert(1, (1e-3, jump_cfs))
    curve = text.curve("RATING", sorted(dict(points).items()))
    text.link("OUTLETS", name, f"{storage} {way.free_node} 0 TABULAR/DEPTH {curve} NO")
    return [name], "under a free discharge" if tailwater_ft == FREE else f"against a level of {tailwater_ft:g} ft"


def _lowest_ft(group: OutletGroup) -> float:
    return min([group.last.device.invert_ft, *(_lowest_ft(feeder) for feeder in group.feeders)])


def _is_round_plate(device: HorizontalOrifice) -> bool:
    """Whether area and rim are those of one circle, with the weir's coefficient that SWMM has built in (3.32)."""
    round_rim_ft = math.sqrt(4 * math.pi * device.open_area_sf)
    return abs(device.rim_ft - round_rim_ft) < 1e-6 * round_rim_ft and abs(device.weir_coefficient - 3.33) < 0.02


def _write(text: InputText, kind: str, storage: str, node: str, rest: str, shape: str) -> str:
    name = text.name("L")
    text.link(kind, name, f"{storage} {node} {rest}")
    text.add("XSECTIONS", f"{name} {shape}")
    return name
