"""Small networks that the tests of this folder run water through."""

from __future__ import annotations

from headwater.hydraulics.contours import Contours
from headwater.hydraulics.devices import Device
from headwater.hydraulics.network import Network, Outfall, Outlet, Pond
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.weir import SharpCrestedWeir
from headwater.hydrology.distribution import named_distribution
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Part, Subcatchment

HUNDRED_YEAR = Storm(id="100-yr", depth_in=7.3, distribution=named_distribution("MSE 3"), duration_h=24.0)
TWO_YEAR = Storm(id="2-yr", depth_in=2.8, distribution=named_distribution("MSE 3"), duration_h=24.0)


def land(id_: str, to: str, *, area_ac: float = 6.0, curve_number: float = 80.0, minutes: float = 15.0) -> Subcatchment:
    """Return a subcatchment of one cover."""
    return Subcatchment(
        id=id_,
        to=to,
        parts=(Part(area_ac=area_ac, curve_number=curve_number),),
        time_of_concentration_min=minutes,
    )


def basin(
    id_: str,
    to: str | None,
    *,
    bottom_ft: float = 930.0,
    scale: float = 1.0,
    orifice_ft: float = 1.0,
    crest_ft: float = 934.0,
    more: tuple[tuple[str, Device], ...] = (),
) -> Pond:
    """Return a pond 8 ft deep with a round orifice at its bottom and a weir 6 ft long."""
    devices: tuple[tuple[str, Device], ...] = (
        ("A", CircularOrifice(invert_ft=bottom_ft, diameter_ft=orifice_ft)),
        ("B", SharpCrestedWeir(invert_ft=crest_ft, length_ft=6.0)),
        *more,
    )
    return Pond(
        id=id_,
        storage=Contours(
            elevations_ft=(bottom_ft, bottom_ft + 4, bottom_ft + 8),
            areas_sf=(8_000.0 * scale, 16_000.0 * scale, 26_000.0 * scale),
        ),
        outlets=tuple(Outlet(id=name, device=device, to=to) for name, device in devices),
    )


def one_pond() -> Network:
    """Return a subcatchment, a pond and an outfall."""
    return Network(subcatchments=(land("1S", "1P"),), ponds=(basin("1P", "1O"),), outfalls=(Outfall(id="1O"),))
