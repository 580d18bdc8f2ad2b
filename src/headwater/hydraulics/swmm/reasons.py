"""Features in which the two engines are known to differ, and how a network is without each.

Owns the named reasons of the ledger. Leaving a feature out changes both engines alike, or gives SWMM our own curve of
the device, so that nothing but the feature is taken away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.network import Link, Network, Outfall, Outlet, Pond
from headwater.hydraulics.orifice import CircularOrifice, RectangularOrifice
from headwater.hydraulics.swmm.export import ExportOptions
from headwater.hydraulics.weir import SharpCrestedWeir

Without = Callable[[Network, ExportOptions], tuple[Network, ExportOptions]]


@dataclass(frozen=True, kw_only=True)
class Feature:
    """A named feature: what the difference is, whether a network has it, and the same network without it."""

    name: str
    difference: str
    is_in: Callable[[Network], bool]
    without: Without


def _is_felt(outlet: Outlet, network: Network) -> bool:
    """Whether what is below an outlet has a level that it may feel."""
    target = network.nodes.get(outlet.to or "")
    return isinstance(target, Pond) or (isinstance(target, Outfall) and target.tailwater is not None)


def _with_outlets(network: Network, changed: Callable[[Outlet], Outlet]) -> Network:
    ponds = tuple(replace(pond, outlets=tuple(map(changed, pond.outlets))) for pond in network.ponds)
    return replace(network, ponds=ponds)


def _has_culvert(network: Network) -> bool:
    return any(isinstance(outlet.device, Culvert) for pond in network.ponds for outlet in pond.outlets)


def _culverts_gone(network: Network, options: ExportOptions) -> tuple[Network, ExportOptions]:
    """Give SWMM our rating of a culvert; a rating knows no level below, so where there is one both have a weir."""

    def changed(outlet: Outlet) -> Outlet:
        device = outlet.device
        if not (isinstance(device, Culvert) and _is_felt(outlet, network)):
            return outlet
        section = device.section
        width_ft = device.barrels * section.area_sf(section.height_ft) / section.height_ft
        return replace(outlet, device=SharpCrestedWeir(invert_ft=device.inlet_invert_ft, length_ft=width_ft))

    return _with_outlets(network, changed), replace(options, culverts="rating")


def _has_reach(network: Network) -> bool:
    return bool(network.reaches)


def _reaches_gone(network: Network, options: ExportOptions) -> tuple[Network, ExportOptions]:
    links = tuple(Link(id=reach.id, to=reach.to) for reach in network.reaches)
    return replace(network, reaches=(), links=network.links + links), options


def _has_pooled_reach(network: Network) -> bool:
    return any(reach.method.startswith("storage-indication") for reach in network.reaches)


def _reaches_as_waves(network: Network, options: ExportOptions) -> tuple[Network, ExportOptions]:
    waves = tuple(replace(reach, method="Muskingum-Cunge") for reach in network.reaches)
    return replace(network, reaches=waves), options


def _has_felt_orifice(network: Network) -> bool:
    return any(
        isinstance(outlet.device, CircularOrifice | RectangularOrifice) and _is_felt(outlet, network)
        for pond in network.ponds
        for outlet in pond.outlets
    )


def _orifices_as_weirs(network: Network, options: ExportOptions) -> tuple[Network, ExportOptions]:
    def changed(outlet: Outlet) -> Outlet:
        device = outlet.device
        if not (isinstance(device, CircularOrifice | RectangularOrifice) and _is_felt(outlet, network)):
            return outlet
        width_ft = device.diameter_ft if isinstance(device, CircularOrifice) else device.width_ft
        weir = SharpCrestedWeir(invert_ft=device.invert_ft, length_ft=device.openings * width_ft)
        return replace(outlet, device=weir)

    return _with_outlets(network, changed), options


def _always(network: Network) -> bool:
    return True


def _finer_steps(network: Network, options: ExportOptions) -> tuple[Network, ExportOptions]:
    return network, replace(options, routing_step_h=options.routing_step_h / 4)


REASONS: Final[tuple[Feature, ...]] = (
    Feature(
        name="storage-indication in a reach",
        difference=(
            "a reach of ours is one pool at normal depth, which flattens a short flood more than the dynamic wave "
            "does; left out by routing it as a wave, by Muskingum-Cunge"
        ),
        is_in=_has_pooled_reach,
        without=_reaches_as_waves,
    ),
    Feature(
        name="culvert hydraulics",
        difference=(
            "HDS-5's inlet control with a straight blend and the steady profile of the barrel; over there the dynamic "
            "wave in one cell, capped by inlet control with another blend; left out by giving SWMM our rating, or by a "
            "weir in both where a level below is felt"
        ),
        is_in=_has_culvert,
        without=_culverts_gone,
    ),
    Feature(
        name="partly full orifice under a tailwater",
        difference=(
            "ours takes the head above the tailwater; theirs reduces the free flow as a weir's, and jumps at the "
            "crown; left out by a weir in the place of the orifice"
        ),
        is_in=_has_felt_orifice,
        without=_orifices_as_weirs,
    ),
    Feature(
        name="reach hydraulics",
        difference=(
            "one celerity or one pool, and no backwater; over there the dynamic wave in cells of a hundred feet; left "
            "out by handing the water on at once"
        ),
        is_in=_has_reach,
        without=_reaches_gone,
    ),
    Feature(
        name="routing step of SWMM",
        difference="one second, explicit in time; left out, or nearly, by a quarter of it",
        is_in=_always,
        without=_finer_steps,
    ),
)
