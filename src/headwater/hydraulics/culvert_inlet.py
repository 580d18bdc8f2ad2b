"""Inlet control of culverts: the headwater that an entrance asks for, after HDS-5, and the loss at a full one.

Owns `data/hds5_inlets.yaml` and `data/entrance_losses.yaml`. The barrel behind the entrance is `culvert_barrel`'s.

With F = Q / (A D^0.5), A the full area and D the rise of a barrel, HW above the inlet's invert is

- up to F = 3.5, form 1: ``HW/D = Hc/D + K F^M - 0.5 S``, Hc the specific head at critical depth; form 2:
  ``HW/D = K F^M``;
- from F = 4: ``HW/D = c F^2 + Y - 0.5 S``;
- between them, a straight line in F. (EPA SWMM's begins at HW = 0.95 D instead.)

A mitered entrance takes ``+ 0.7 S`` in place of ``- 0.5 S`` (EPA SWMM 5.2.4 takes ``+ 7 S``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Literal

import yaml

from headwater.errors import OutOfRangeError, shown
from headwater.hydraulics.devices import TWO_GRAVITY
from headwater.hydraulics.sections import Section

UNSUBMERGED_UP_TO: Final = 3.5
SUBMERGED_FROM: Final = 4.0

InletShape = Literal["circle", "ellipse", "arch", "box"]


@dataclass(frozen=True, kw_only=True)
class Inlet:
    """The constants of one kind of entrance: K, M unsubmerged, c, Y submerged; `chart` is HDS-5's.

    References
    ----------
    HDS5 table 9, of the 2001 edition.
    """

    id: str
    chart: str
    shape: InletShape
    entrance: str
    form: Literal[1, 2]
    unsubmerged_k: float
    unsubmerged_m: float
    submerged_c: float
    submerged_y: float

    @property
    def slope_factor(self) -> float:
        """What the slope is taken by: - 0.5, or + 0.7 where the entrance is mitered."""
        return 0.7 if self.id.endswith("mitered") else -0.5


@dataclass(frozen=True, kw_only=True)
class EntranceLoss:
    """The loss at an entrance under outlet control, Ke, in velocity heads.

    References
    ----------
    HDS5 table 12.
    """

    id: str
    entrance: str
    entrance_loss: float


def _table(name: str) -> Any:
    return yaml.safe_load((files("headwater.hydraulics") / "data" / name).read_text(encoding="utf-8"))


@cache
def inlets() -> Mapping[str, Inlet]:
    """Return every kind of entrance by id."""
    names = ("id", "chart", "shape", "entrance", "form", "unsubmerged_k", "unsubmerged_m", "submerged_c", "submerged_y")
    rows = [Inlet(**dict(zip(names, row, strict=True))) for row in _table("hds5_inlets.yaml")["inlets"]]
    return MappingProxyType({inlet.id: inlet for inlet in rows})


@cache
def entrance_losses() -> Mapping[str, EntranceLoss]:
    """Return every kind of entrance loss by id."""
    names = ("id", "entrance", "entrance_loss")
    rows = [EntranceLoss(**dict(zip(names, row, strict=True))) for row in _table("entrance_losses.yaml")["losses"]]
    return MappingProxyType({loss.id: loss for loss in rows})


def inlet_named(id_: str) -> Inlet:
    """Return the entrance of this id.

    Raises
    ------
    OutOfRangeError
        If HDS-5's table has none.
    """
    if id_ not in inlets():
        raise OutOfRangeError(
            f"culvert inlet: {shown(id_)} is not known; expected one of {', '.join(inlets())}; write one of them"
        )
    return inlets()[id_]


def critical_head_ft(section: Section, flow_cfs: float) -> float:
    """Return the specific head at critical depth, Hc."""
    depth_ft = section.critical_depth_ft(flow_cfs)
    return depth_ft + velocity_head_ft(section, flow_cfs, depth_ft)


def velocity_head_ft(section: Section, flow_cfs: float, depth_ft: float) -> float:
    """Return V^2 / 2g at a depth."""
    if not flow_cfs > 0:
        return 0.0
    velocity_fps = flow_cfs / section.area_sf(depth_ft)
    return velocity_fps * velocity_fps / TWO_GRAVITY


def inlet_headwater_ft(inlet: Inlet, section: Section, flow_cfs: float, *, slope_fraction: float) -> float:
    """Return the depth above the inlet's invert under which the entrance of one barrel passes `flow_cfs`.

    Below zero where the slope term outweighs a trickle, as the formula has it.

    References
    ----------
    HDS5 eq. 26 to 28.

    Examples
    --------
    HEC22 example 10.8, 19.4 cfs into 30 inches of corrugated metal at 4 %:

    >>> from headwater.hydraulics.pipe_sections import CircularSection
    >>> pipe = CircularSection(diameter_ft=2.5, manning_n=0.024)
    >>> round(inlet_headwater_ft(inlet_named("metal pipe headwall"), pipe, 19.4, slope_fraction=0.04), 2)
    2.19
    """
    rise_ft = section.height_ft
    scale_cfs = section.area_sf(rise_ft) * math.sqrt(rise_ft)
    loading = flow_cfs / scale_cfs
    sloped = inlet.slope_factor * slope_fraction

    def unsubmerged_ft(loading: float) -> float:
        share = inlet.unsubmerged_k * math.pow(loading, inlet.unsubmerged_m)
        if inlet.form == 2:
            return rise_ft * share
        return critical_head_ft(section, loading * scale_cfs) + rise_ft * (share + sloped)

    def submerged_ft(loading: float) -> float:
        return rise_ft * (inlet.submerged_c * loading * loading + inlet.submerged_y + sloped)

    if loading <= UNSUBMERGED_UP_TO:
        return unsubmerged_ft(loading)
    if loading >= SUBMERGED_FROM:
        return submerged_ft(loading)
    share = (loading - UNSUBMERGED_UP_TO) / (SUBMERGED_FROM - UNSUBMERGED_UP_TO)
    return (1 - share) * unsubmerged_ft(UNSUBMERGED_UP_TO) + share * submerged_ft(SUBMERGED_FROM)
