"""Networks drawn at random: ponds with all kinds of outlets, reaches, links, splits, and ponds that back up on others.

Nodes are drawn from the outfalls up, so that water never goes in a circle; then land is laid on them, and ponds,
outlets and reaches are sized for the land above them. A seed gives the same network for ever.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Final, Literal

from headwater.hydraulics.broad_crest import BroadCrestedWeir
from headwater.hydraulics.contours import ConicContours, Contours
from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.culvert_inlet import inlet_named
from headwater.hydraulics.exfiltration import Exfiltration
from headwater.hydraulics.network import (
    FixedTailwater,
    Link,
    Network,
    Outfall,
    Outlet,
    Pond,
    Reach,
    ReachMethod,
    Split,
    TimedTailwater,
)
from headwater.hydraulics.orifice import CircularOrifice, RectangularOrifice
from headwater.hydraulics.pipe_sections import CircularSection
from headwater.hydraulics.riser import circular_riser
from headwater.hydraulics.sections import Section, TrapezoidalSection
from headwater.hydraulics.weir import CipollettiWeir, SharpCrestedWeir, VNotchWeir
from headwater.hydrology.distribution import straight_line_distribution
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Part, Subcatchment

Kind = Literal["pond", "reach", "link", "outfall"]

MOST_NODES: Final = 40
SPAN_H: Final = 8.0
# What land and the pieces of the way down are sized for: cfs off an acre in the peak of the storm.
PEAK_CFS_PER_AC: Final = 3.5
CULVERT_FROM_AC: Final = 10.0
ENTRANCES: Final = (
    ("concrete pipe square edge headwall", 0.013, 0.5),
    ("concrete pipe groove end projecting", 0.013, 0.2),
    ("metal pipe headwall", 0.024, 0.5),
    ("metal pipe projecting", 0.024, 0.9),
)


@dataclass
class _Spot:
    """A node before it is sized."""

    id: str
    kind: Kind
    to: tuple[str, ...]
    base_ft: float
    trib_ac: float = 0.0
    splits: bool = False
    sources: list[str] = field(default_factory=list)


def random_network(seed: int, *, most_nodes: int = MOST_NODES) -> Network:
    """Return the network of a seed."""
    return _Drawing(seed, most_nodes).network()


def random_storm(seed: int) -> Storm:
    """Return three hours of rain with a peak in them, 2.5 to 4.5 inches."""
    rng = random.Random(f"storm {seed}")
    peak_h = rng.uniform(0.9, 1.6)
    times = [0.0, 0.5 * peak_h, peak_h - 0.15, peak_h + 0.15, peak_h + 0.6, 3.0]
    return Storm(
        id=f"drawn {seed}",
        depth_in=round(rng.uniform(2.5, 4.5), 2),
        duration_h=3.0,
        distribution=straight_line_distribution(
            "drawn", time_h=times, fraction=[0.0, 0.1, 0.3, 0.66, 0.85, 1.0], source="drawn at random"
        ),
    )


class _Drawing:
    def __init__(self, seed: int, most_nodes: int) -> None:
        self.rng = random.Random(f"network {seed}")
        self.most = self.rng.randint(min(12, most_nodes), most_nodes)
        self.spots: dict[str, _Spot] = {}
        self.land: list[Subcatchment] = []
        self.levels_ft: dict[str, float | None] = {}

    def network(self) -> Network:
        self._draw_outfalls()
        while len(self.spots) < self.most * 0.55:
            self._draw_spot()
        self._draw_land()
        self._gather_land()
        ponds, reaches, links = [], [], []
        for spot in self.spots.values():
            match spot.kind:
                case "pond":
                    ponds.append(self._pond(spot))
                case "reach":
                    reaches.append(self._reach(spot))
                case "link":
                    links.append(self._link(spot))
        return Network(
            subcatchments=tuple(self.land),
            ponds=tuple(ponds),
            reaches=tuple(reaches),
            links=tuple(links),
            outfalls=tuple(self._outfall(spot) for spot in self.spots.values() if spot.kind == "outfall"),
        )

    # ---- structure -------------------------------------------------------------------------------------------------
    def _draw_outfalls(self) -> None:
        for number in range(self.rng.randint(1, 2)):
            spot = _Spot(id=f"outfall {number + 1}", kind="outfall", to=(), base_ft=900.0)
            self.spots[spot.id] = spot

    def _draw_spot(self) -> None:
        rng = self.rng
        kind: Kind = rng.choices(("pond", "reach", "link"), weights=(5, 3, 2))[0]
        below = rng.choice(list(self.spots.values()))
        if kind == "reach" and below.kind == "outfall" and rng.random() < 0.5:
            kind = "pond"
        rise_ft = rng.uniform(0.3, 2.5) if kind == below.kind == "pond" else rng.uniform(1.5, 5.0)
        number = sum(spot.kind == kind for spot in self.spots.values()) + 1
        spot = _Spot(id=f"{kind} {number}", kind=kind, to=(below.id,), base_ft=below.base_ft + rise_ft)
        if kind == "link" and rng.random() < 0.5:
            other = rng.choice(list(self.spots.values()))
            if other.id != below.id:
                spot.to, spot.splits = (below.id, other.id), True
        if kind == "pond" and rng.random() < 0.25:
            other = rng.choice(list(self.spots.values()))
            if other.id != below.id and other.base_ft <= spot.base_ft:
                spot.to = (below.id, other.id)
        self.spots[spot.id] = spot

    def _draw_land(self) -> None:
        rng = self.rng
        fed = {target for spot in self.spots.values() for target in spot.to}
        dry = [spot.id for spot in self.spots.values() if spot.id not in fed]
        others = [spot.id for spot in self.spots.values()]
        while len(self.spots) + len(dry) < self.most:
            dry.append(rng.choice(others))
        for number, target in enumerate(dry, start=1):
            self.land.append(
                Subcatchment(
                    id=f"land {number}",
                    to=target,
                    parts=(Part(area_ac=round(rng.uniform(1.0, 8.0), 2), curve_number=rng.randint(65, 95)),),
                    time_of_concentration_min=rng.randint(6, 30),
                )
            )

    def _gather_land(self) -> None:
        for land in self.land:
            self.spots[land.to].trib_ac += land.area_ac
        for spot in reversed(self.spots.values()):  # those above were drawn later
            for target in spot.to:
                self.spots[target].trib_ac += spot.trib_ac

    # ---- nodes -----------------------------------------------------------------------------------------------------
    def _outfall(self, spot: _Spot) -> Outfall:
        drawn = random.Random(f"tailwater {spot.id} {spot.trib_ac}").random()
        if drawn < 0.4:
            return Outfall(id=spot.id)
        if drawn < 0.8:
            return Outfall(id=spot.id, tailwater=FixedTailwater(elevation_ft=901.0 + drawn))
        series = ((0.0, 900.5), (2.0, 902.0), (8.0, 901.0))
        return Outfall(id=spot.id, tailwater=TimedTailwater(series=series))

    def _link(self, spot: _Spot) -> Link:
        if not spot.splits:
            return Link(id=spot.id, to=spot.to[0])
        start_cfs = self.rng.uniform(0.1, 0.5) * spot.trib_ac
        share = self.rng.uniform(0.2, 0.7)
        curve = ((0.0, 0.0), (start_cfs, 0.0), (start_cfs + 100.0, 100.0 * share))
        return Link(id=spot.id, to=spot.to[0], splits=(Split(to=spot.to[1], curve_cfs=curve),))

    def _reach(self, spot: _Spot) -> Reach:
        rng = self.rng
        slope = round(rng.uniform(0.004, 0.03), 4)
        need_cfs = PEAK_CFS_PER_AC * spot.trib_ac
        section: Section
        if rng.random() < 0.5:
            diameter_ft = math.ceil(2 * (need_cfs * 0.013 / 0.463 / math.sqrt(slope)) ** 0.375 + 1) / 2
            section = CircularSection(diameter_ft=diameter_ft, manning_n=0.013)
        else:
            side = float(rng.randint(2, 4))
            section = TrapezoidalSection(
                bottom_width_ft=float(rng.randint(2, 8)),
                left_slope_h_per_v=side,
                right_slope_h_per_v=side,
                depth_ft=6.0,
                manning_n=0.035,
            )
        method: ReachMethod = rng.choice(("storage-indication with translation", "Muskingum-Cunge"))
        return Reach(
            id=spot.id,
            to=spot.to[0],
            section=section,
            length_ft=float(rng.randint(60, 400 if method.startswith("storage") else 800)),
            slope_fraction=slope,
            method=method,
        )

    def _pond(self, spot: _Spot) -> Pond:
        rng = self.rng
        bottom_sf = spot.trib_ac * 43_560 * rng.uniform(0.015, 0.04)
        depths = (0.0, 2.0, 4.0, 7.0, 10.0)
        make = rng.choice((Contours, Contours, ConicContours))
        grown = rng.uniform(1.1, 1.4)
        storage = make(
            elevations_ft=tuple(spot.base_ft + depth for depth in depths),
            areas_sf=tuple(round(bottom_sf * grown**depth_step) for depth_step in range(len(depths))),
        )
        outlets = [self._low_outlet(spot), self._high_outlet(spot)]
        if rng.random() < 0.3:
            outlets.append(
                Outlet(
                    id="soil",
                    device=Exfiltration(
                        storage=storage,
                        rate_in_per_hr=rng.choice((0.2, 0.45, 0.8, 1.6)),
                        over=rng.choice(("horizontal", "wetted")),
                    ),
                )
            )
        start_ft = spot.base_ft + rng.choice((0.0, 0.0, 0.5))
        return Pond(id=spot.id, storage=storage, outlets=tuple(outlets), start_ft=start_ft)

    def _low_outlet(self, spot: _Spot) -> Outlet:
        rng = self.rng
        invert_ft = spot.base_ft + rng.choice((0.0, 0.5))
        to = spot.to[0]
        area_sf = spot.trib_ac * rng.uniform(0.02, 0.06)
        kinds = ("round", "rectangle", "notch", "openings", "culvert")
        # A pipe under little land would never run full; see docs/explanation/second-engine.md for barrels at low head.
        kind = rng.choices(kinds, weights=(3, 3, 3, 2, 2 if spot.trib_ac > CULVERT_FROM_AC else 0))[0]
        if kind == "rectangle":
            side_ft = round(math.sqrt(area_sf), 2)
            device = RectangularOrifice(invert_ft=invert_ft, width_ft=side_ft * 1.5, height_ft=side_ft)
            return Outlet(id="low", device=device, to=to)
        if kind == "notch":
            angle_deg = min(110.0, 10.0 + 6.0 * spot.trib_ac)
            return Outlet(id="low", device=VNotchWeir(invert_ft=invert_ft, angle_deg=angle_deg), to=to)
        if kind == "culvert":
            return Outlet(id="low", device=self._culvert(spot, invert_ft, area_sf), to=to)
        openings = 3 if kind == "openings" else 1
        diameter_ft = round(max(0.25, math.sqrt(area_sf / openings / 0.785)), 2)
        device_of = CircularOrifice(invert_ft=invert_ft, diameter_ft=diameter_ft, openings=openings)
        return Outlet(id="low", device=device_of, to=to)

    def _culvert(self, spot: _Spot, invert_ft: float, area_sf: float) -> Culvert:
        entrance, manning_n, entrance_loss = self.rng.choice(ENTRANCES)
        diameter_ft = max(1.0, math.floor(2 * math.sqrt(area_sf / 0.785)) / 2)
        length_ft = float(self.rng.randint(40, 120))
        below = self.spots[spot.to[0]]
        most_ft = max(invert_ft - below.base_ft, 0.2)
        fall_ft = min(round(length_ft * self.rng.uniform(0.003, 0.02), 2), most_ft)
        return Culvert(
            inlet_invert_ft=invert_ft,
            outlet_invert_ft=invert_ft - fall_ft,
            length_ft=length_ft,
            section=CircularSection(diameter_ft=diameter_ft, manning_n=manning_n),
            inlet=inlet_named(entrance),
            entrance_loss=entrance_loss,
        )

    def _high_outlet(self, spot: _Spot) -> Outlet:
        rng = self.rng
        invert_ft = spot.base_ft + rng.choice((2.0, 2.5, 3.0, 4.0))
        to = spot.to[-1]
        length_ft = round(max(2.0, spot.trib_ac * rng.uniform(0.2, 0.6)), 1)
        kind = rng.choice(("sharp", "contracted", "broad", "table", "Cipolletti", "riser"))
        if kind == "riser":
            return Outlet(id="high", device=circular_riser(invert_ft=invert_ft, diameter_ft=length_ft), to=to)
        if kind == "broad":
            device = BroadCrestedWeir(invert_ft=invert_ft, length_ft=length_ft, discharge_coefficient=2.8)
            return Outlet(id="high", device=device, to=to)
        if kind == "table":
            device = BroadCrestedWeir(invert_ft=invert_ft, length_ft=length_ft, breadth_ft=5.0)
            return Outlet(id="high", device=device, to=to)
        if kind == "Cipolletti":
            return Outlet(id="high", device=CipollettiWeir(invert_ft=invert_ft, length_ft=length_ft), to=to)
        ends: Literal[0, 2] = 2 if kind == "contracted" else 0
        weir = SharpCrestedWeir(
            invert_ft=invert_ft, length_ft=length_ft, discharge_coefficient=3.33, end_contractions=ends
        )
        return Outlet(id="high", device=weir, to=to)
