"""Outlet devices: what one is to the network, and what a chain of them passes.

Owns the protocol, the pull of gravity, submergence, and devices in series. Each kind of device is a module beside this.

What every gravity device keeps, and tests hold it to: no flow is negative; none passes at a headwater at or below its
invert, or at or below the tailwater; flow never falls as the headwater rises, and never rises with the tailwater; it
bends at `kinks_ft` and jumps nowhere, except where a module says why it must. A pump (`pump`) lifts water against its
tailwater, and exfiltration (`exfiltration`) feels none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal, Protocol

from headwater.errors import OutOfRangeError

# HEC22 and EPA SWMM round the standard 32.174 so; the difference is 0.04 % of a flow.
GRAVITY: Final = 32.2
TWO_GRAVITY: Final = 2 * GRAVITY
ROOT_TWO_GRAVITY: Final = math.sqrt(TWO_GRAVITY)

FREE: Final = -math.inf
"""The tailwater of a free discharge."""

SeriesWay = Literal["limited", "junction"]


class Passage(Protocol):
    """Whatever passes water between two levels: a device, or a group of them."""

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels, 0 or more."""
        ...


class Device(Passage, Protocol):
    """One outlet of a pond."""

    @property
    def invert_ft(self) -> float:
        """The elevation at or below which nothing passes."""
        ...

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the elevations of headwater at which the free flow bends, rising, the invert among them."""
        ...


def villemonte(upstream_ft: float, downstream_ft: float, *, power: float) -> float:
    """Return the share of its free flow that a weir keeps when its tailwater stands above the crest.

    `upstream_ft` and `downstream_ft` are heads on the crest; `power` is that of the head in the free flow, 1.5 for a
    weir with a level crest and 2.5 for a V-notch.

    References
    ----------
    HEC22 eq. 10.34.
    """
    if downstream_ft <= 0:
        return 1.0
    if downstream_ft >= upstream_ft:
        return 0.0
    return float((1.0 - (downstream_ft / upstream_ft) ** power) ** 0.385)


def series_flow_cfs(
    feeders: Sequence[Passage],
    receiver: Passage,
    *,
    headwater_ft: float,
    tailwater_ft: float = FREE,
    way: SeriesWay = "limited",
) -> float:
    """Return what `feeders`, side by side, pass through `receiver`.

    Parameters
    ----------
    way
        ``limited``: every device is under the pond's level, and the smaller of what all feeders and what the receiver
        could pass then goes through, as HydroCAD has it. ``junction``: the level between them settles where both pass
        the same; never more than ``limited``.
    """
    through_feeders = math.fsum(feeder.flow_cfs(headwater_ft, tailwater_ft) for feeder in feeders)
    through_receiver = receiver.flow_cfs(headwater_ft, tailwater_ft)
    if way == "limited":
        return min(through_feeders, through_receiver)
    if way == "junction":
        if not min(through_feeders, through_receiver) > 0:
            return 0.0
        return _junction_flow_cfs(feeders, receiver, headwater_ft, tailwater_ft)
    raise OutOfRangeError(f"devices in series: way is {way!r}; expected 'limited' or 'junction'; write one of them")


def _junction_flow_cfs(
    feeders: Sequence[Passage], receiver: Passage, headwater_ft: float, tailwater_ft: float
) -> float:
    """Halve the span of the level between: feeders pass less the higher it stands, the receiver more."""

    def into_cfs(level_ft: float) -> float:
        return math.fsum(feeder.flow_cfs(headwater_ft, level_ft) for feeder in feeders)

    high_ft = headwater_ft
    low_ft = tailwater_ft if tailwater_ft > FREE else _dry_level_ft(receiver, headwater_ft)
    out_cfs = 0.0
    for _ in range(80):
        middle_ft = (low_ft + high_ft) / 2
        if middle_ft in (low_ft, high_ft):
            break
        out_cfs = receiver.flow_cfs(middle_ft, tailwater_ft)
        in_cfs = into_cfs(middle_ft)
        if abs(in_cfs - out_cfs) <= 1e-9 * out_cfs:
            break
        if in_cfs > out_cfs:
            low_ft = middle_ft
        else:
            high_ft = middle_ft
    return out_cfs


def _dry_level_ft(receiver: Passage, headwater_ft: float) -> float:
    """Return a level below `headwater_ft` at which `receiver` passes nothing."""
    depth_ft = 1.0
    while receiver.flow_cfs(headwater_ft - depth_ft) > 0:
        depth_ft *= 2
    return headwater_ft - depth_ft
