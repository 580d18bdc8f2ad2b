"""Printed reports laid out by us: the summaries of a subcatchment and of a pond, and how a test reads them."""

from __future__ import annotations

from headwater.intake.handed import Handed
from headwater.intake.handed_plan import plan_of
from headwater.intake.reading import read_handed_bytes
from headwater.plan.model import Drainage, DrainageModel

SUBCATCHMENT = """Summary for Subcatchment {name}: x
Runoff = {peak} cfs @ 12.10 hrs, Volume= {volume} af, Depth= 1.00"
Runoff by SCS TR-20 method, UH=SCS, Weighted-CN, Time Span= 0.00-24.00 hrs, dt= 0.05 hrs
Type II 24-hr 10-yr Rainfall=4.20"
Area (ac) CN Description
{area} 80 Lawn, HSG C
Tc Length Slope Velocity Capacity Description
(min) (feet) (ft/ft) (ft/sec) (cfs)
10.0 Direct Entry,
"""
POND = """Summary for Pond {name}: x
Inflow Area = {area} ac, 0.00% Impervious, Inflow Depth = 1.00" for 10-yr event
Inflow = {into} cfs @ 12.10 hrs, Volume= {volume} af
Outflow = {out} cfs @ 12.50 hrs, Volume= {volume} af, Atten= 50%, Lag= 24.0 min
Primary = {out} cfs @ 12.50 hrs, Volume= {volume} af
{routed}Routing by Stor-Ind method, Time Span= 0.00-24.00 hrs, dt= 0.05 hrs
Peak Elev= 901.00' @ 12.50 hrs Surf.Area= 1,000 sf Storage= 1,000 cf
Volume Invert Avail.Storage Storage Description
#1 900.00' 4,000 cf Custom Stage Data (Prismatic) Listed below (Recalc)
Elevation Surf.Area Inc.Store Cum.Store
(feet) (sq-ft) (cubic-feet) (cubic-feet)
900.00 1,000 0 0
904.00 1,000 4,000 4,000
Device Routing Invert Outlet Devices
#1 Primary 900.00' 6.0" Vert. Orifice/Grate C= 0.600
"""


def land(name: str, area: str, peak: str, volume: str) -> str:
    return SUBCATCHMENT.format(name=name, area=area, peak=peak, volume=volume)


def pond(name: str, area: str, into: str, out: str, volume: str, routed: str = "") -> str:
    return POND.format(name=name, area=area, into=into, out=out, volume=volume, routed=routed)


def read_report(text: str) -> Handed:
    return read_handed_bytes(("HydroCAD® 10.00 s/n 1\nPrepared by us\n" + text).encode(), file="made-up.txt")


def drainage_of(handed: Handed) -> Drainage:
    drainage = plan_of(handed).drainage
    assert drainage is not None
    return drainage


def model_of(handed: Handed) -> DrainageModel:
    model = drainage_of(handed).proposed
    assert model is not None
    return model


def claims_of(handed: Handed, element: str | None) -> dict[str, str]:
    return {claim.quantity: claim.text for claim in handed.claims if claim.element == element}
