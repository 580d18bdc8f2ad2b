"""Features in which the two engines are known to differ, and how a network is without each.

Owns the named reasons of the ledger. Leaving a feature out changes both engines alike, or gives SWMM our own curve of
the device, so that nothing but the feature is taken away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.network import Link, Network
from headwater.hydraulics.swmm.export import ExportOptions

Without = Callable[[Network, ExportOptions], tuple[Network, ExportOptions]]


@dataclass(frozen=True, kw_only=True)
class Feature:
    """A named feature: what the difference is, whether a network has it, and the same network without it."""

    name: str
    difference: str
    is_in: Callable[[Network], bool]
    without: Without


def _has_culvert(network: Network) -> bool:
    return any(isinstance(outlet.device, Culvert) for pond in network.ponds for outlet in pond.outlets)


def _culverts_rated(network: Network, options: ExportOptions) -> tuple[Network, ExportOptions]:
    return network, replace(options, culverts="rating")


def _has_reach(network: Network) -> bool:
    return bool(network.reaches)


def _reaches_gone(network: Network, options: ExportOptions) -> tuple[Network, ExportOptions]:
    links = tuple(Link(id=reach.id, to=reach.to) for reach in network.reaches)
    return replace(network, reaches=(), links=network.links + links), options


REASONS: Final[tuple[Feature, ...]] = (
    Feature(
        name="reach hydraulics",
        difference=(
            "a reach of ours is one pool at normal depth, or a wave of one speed; over there it is the dynamic wave "
            "in cells of a hundred feet"
        ),
        is_in=_has_reach,
        without=_reaches_gone,
    ),
    Feature(
        name="culvert hydraulics",
        difference=(
            "HDS-5's inlet control with a straight blend and the steady profile of the barrel; over there the dynamic "
            "wave in one cell, capped by inlet control with another blend"
        ),
        is_in=_has_culvert,
        without=_culverts_rated,
    ),
)
