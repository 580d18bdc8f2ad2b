"""The rating of a pond: its storage and what leaves it, by stage.

Owns the grid of stages, fine enough that straight lines between its points stand for the curves, and the flow through a
pond's outlets, chains of devices included. Routing looks nothing up but these lists.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from headwater.errors import OutOfRangeError, shown
from headwater.hydraulics.devices import FREE, Device, SeriesWay, series_flow_cfs
from headwater.hydraulics.network import Outlet, Pond

# A straight line may miss a flow by this share of it, a storage by this depth of water.
FLOW_TOLERANCE_FRACTION = 2e-4
STAGE_TOLERANCE_FT = 1e-4
COARSEST_FT = 0.25
FINEST_FT = 0.001
# No basin is deeper; a slip in an elevation would make stages without end.
DEEPEST_FT = 1000.0
# Kinks of several devices may name one level with different last digits.
ONE_LEVEL_FT = 1e-6

Point = tuple[float, float, tuple[float, ...]]
"""A stage, the storage below it, and the flow to each destination."""

Levels = Callable[[str | None, float], float]
"""The tailwater below a destination, when that much flows to it."""


@dataclass(frozen=True, kw_only=True)
class Rating:
    """Stages, the storage below each and the flow at each, in all and by destination; equally long, rising stages."""

    stage_ft: list[float]
    storage_cf: list[float]
    flow_cfs: list[float]
    by_destination_cfs: Mapping[str | None, list[float]]

    @cached_property
    def area_sf(self) -> list[float]:
        """The mean surface between each stage and the next."""
        pairs = zip(zip(self.stage_ft, self.storage_cf, strict=True), self._next, strict=False)
        return [(next_cf - cf) / (next_ft - ft) for (ft, cf), (next_ft, next_cf) in pairs]

    @cached_property
    def _next(self) -> list[tuple[float, float]]:
        return list(zip(self.stage_ft[1:], self.storage_cf[1:], strict=True))


@dataclass(frozen=True)
class OutletGroup:
    """Outlets that reach a destination through the last one of them, or a single one."""

    last: Outlet
    feeders: tuple[OutletGroup, ...]
    series: SeriesWay

    @property
    def to(self) -> str | None:
        """The id of the node that the group discharges to."""
        return self.last.to

    @cached_property
    def lowest_ft(self) -> float:
        """The lowest level from which the group may pass water, or feel a tailwater."""
        own_ft = min(self.last.device.invert_ft, getattr(self.last.device, "outlet_invert_ft", math.inf))
        return min([own_ft, *(group.lowest_ft for group in self.feeders)])

    @cached_property
    def feels_ft(self) -> float:
        """The lowest level below that changes what the group passes; a pump lifts over it."""
        return float(getattr(self.last.device, "feels_ft", self.lowest_ft))

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return what the group passes between two levels."""
        if not self.feeders:
            return self.last.device.flow_cfs(headwater_ft, tailwater_ft)
        return series_flow_cfs(
            self.feeders, self.last.device, headwater_ft=headwater_ft, tailwater_ft=tailwater_ft, way=self.series
        )

    def devices(self) -> list[Device]:
        """Return the devices of the group, the last one first."""
        return [self.last.device, *(device for group in self.feeders for device in group.devices())]


def outlet_groups(pond: Pond) -> tuple[OutletGroup, ...]:
    """Return the outlets of a pond as groups, in their order, each with what discharges into it."""

    def group_of(outlet: Outlet) -> OutletGroup:
        feeders = tuple(group_of(other) for other in pond.outlets if other.into == outlet.id)
        return OutletGroup(outlet, feeders, pond.series)

    return tuple(group_of(outlet) for outlet in pond.outlets if outlet.into is None)


def rating_of(pond: Pond, *, tailwater_ft: Levels | None = None) -> Rating:
    """Return the rating of `pond` from the bottom of its storage to the top.

    `tailwater_ft` gives the level at a destination that receives some flow of this pond; None says that all outlets
    discharge freely.
    """
    groups = outlet_groups(pond)
    destinations = tuple(dict.fromkeys(group.to for group in groups))

    def flows_cfs(stage_ft: float) -> tuple[float, ...]:
        return tuple(
            _flow_to(stage_ft, [group for group in groups if group.to == destination], destination, tailwater_ft)
            for destination in destinations
        )

    points = _stage_grid(pond, flows_cfs)
    rows = [row for _, _, row in points]
    return Rating(
        stage_ft=[stage_ft for stage_ft, _, _ in points],
        storage_cf=[storage_cf for _, storage_cf, _ in points],
        flow_cfs=[math.fsum(row) for row in rows],
        by_destination_cfs={to: [row[column] for row in rows] for column, to in enumerate(destinations)},
    )


def _flow_to(stage_ft: float, groups: Sequence[OutletGroup], to: str | None, tailwater_ft: Levels | None) -> float:
    def flow_cfs(level_ft: float) -> float:
        return math.fsum(group.flow_cfs(stage_ft, level_ft) for group in groups)

    if tailwater_ft is None or to is None:
        return flow_cfs(FREE)
    # A rising flow raises the tailwater, which holds the flow back: the two meet once, between no flow and free flow.
    low_cfs, high_cfs = 0.0, flow_cfs(tailwater_ft(to, 0.0))
    if flow_cfs(tailwater_ft(to, high_cfs)) >= high_cfs:
        return high_cfs
    for _ in range(60):
        middle_cfs = (low_cfs + high_cfs) / 2
        if flow_cfs(tailwater_ft(to, middle_cfs)) > middle_cfs:
            low_cfs = middle_cfs
        else:
            high_cfs = middle_cfs
        if high_cfs - low_cfs <= 1e-9 * high_cfs:
            break
    return (low_cfs + high_cfs) / 2


def _stage_grid(pond: Pond, flows_cfs: Callable[[float], tuple[float, ...]]) -> list[Point]:
    """Return stages between which storage and flows run as good as straight, with both."""
    storage = pond.storage
    kinks = {
        kink_ft
        for outlet in pond.outlets
        for kink_ft in outlet.device.kinks_ft()
        if storage.bottom_ft < kink_ft < storage.top_ft
    }
    if pond.start_ft is not None:
        kinks.add(pond.start_ft)
    if storage.top_ft - storage.bottom_ft > DEEPEST_FT:
        raise OutOfRangeError(
            f"pond {shown(pond.id)}: its storage is {storage.top_ft - storage.bottom_ft:g} ft deep; expected at most "
            f"{DEEPEST_FT:g} ft; correct the elevations"
        )
    corners = _apart([*storage.stages_ft(), *kinks])

    def at(stage_ft: float) -> Point:
        return stage_ft, storage.storage_cf(stage_ft), flows_cfs(stage_ft)

    points = [at(corners[0])]
    for corner_ft in corners[1:]:
        # From the nearest span to the farthest, the last one on the pile.
        pile = [at(corner_ft)]
        while pile:
            low, high = points[-1], pile[-1]
            middle = at((low[0] + high[0]) / 2)
            if _is_straight(low, middle, high):
                points.append(pile.pop())
            else:
                pile.append(middle)
    return points


def _apart(stages_ft: Sequence[float]) -> list[float]:
    """Return rising stages without those that are one level written twice; first and last stay."""
    kept: list[float] = []
    ordered = sorted(stages_ft)
    for stage_ft in ordered:
        if not kept or stage_ft - kept[-1] > ONE_LEVEL_FT:
            kept.append(stage_ft)
    kept[-1] = ordered[-1]
    return kept


def _is_straight(low: Point, middle: Point, high: Point) -> bool:
    height_ft = high[0] - low[0]
    if height_ft <= FINEST_FT:
        return True
    if height_ft > COARSEST_FT:
        return False
    missed_cf = abs((low[1] + high[1]) / 2 - middle[1])
    if missed_cf > STAGE_TOLERANCE_FT * (high[1] - low[1]) / height_ft:
        return False
    return all(
        abs((low_cfs + high_cfs) / 2 - middle_cfs) <= FLOW_TOLERANCE_FRACTION * middle_cfs + 1e-9
        for low_cfs, middle_cfs, high_cfs in zip(low[2], middle[2], high[2], strict=True)
    )
