"""Levels below a pond: what an outfall's tailwater is, and which ponds have to be solved together because of it.

Owns the clusters and the order of a walk that takes them as one. The solution itself is `backwater`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from headwater.hydraulics.backwater import Boundary
from headwater.hydraulics.devices import FREE
from headwater.hydraulics.network import (
    FixedTailwater,
    Network,
    Outfall,
    Pond,
    RatedTailwater,
    TimedTailwater,
    targets_of,
)
from headwater.hydraulics.rating import OutletGroup

Cluster = frozenset[str]
"""Ponds that are solved together, by their ids; one alone where its tailwater changes with time."""


def level_ft(outfall: Outfall, time_h: float, flow_cfs: float) -> float:
    """Return the level below `outfall` at a time, with a flow through it; minus infinity where it is free."""
    match outfall.tailwater:
        case FixedTailwater(elevation_ft=elevation_ft):
            return elevation_ft
        case RatedTailwater(curve=curve):
            return _between(curve, flow_cfs)
        case TimedTailwater(series=series):
            return _between(series, time_h)
    return FREE


def _between(points: Sequence[tuple[float, float]], place: float) -> float:
    """Return the value between points, the ends held."""
    before = points[0]
    if place <= before[0]:
        return before[1]
    for after in points[1:]:
        if place <= after[0]:
            return before[1] + (after[1] - before[1]) * (place - before[0]) / (after[0] - before[0])
        before = after
    return before[1]


def sources_of(network: Network) -> Mapping[str, tuple[str, ...]]:
    """Return, by node, the ids of the nodes that discharge to it."""
    sources: dict[str, list[str]] = {id_: [] for id_ in network.nodes}
    for id_, node in network.nodes.items():
        for target in targets_of(node):
            sources[target].append(id_)
    return {id_: tuple(ids) for id_, ids in sources.items()}


def outfall_clusters(network: Network, groups: Mapping[str, Sequence[OutletGroup]]) -> set[Cluster]:
    """Return the ponds that feel an outfall whose level depends on more than one pond's own flow.

    A pond whose outlets lie above all that the level can be feels nothing. `groups` holds the outlets of each pond.
    """
    sources = sources_of(network)
    clusters: set[Cluster] = set()
    for outfall in network.outfalls:
        highest_ft = _highest_ft(outfall)
        ponds = frozenset(
            id_
            for id_ in sources[outfall.id]
            if any(group.to == outfall.id and group.feels_ft < highest_ft for group in groups.get(id_, ()))
        )
        if isinstance(outfall.tailwater, TimedTailwater):
            clusters |= {frozenset({id_}) for id_ in ponds}
        elif isinstance(outfall.tailwater, RatedTailwater) and len(sources[outfall.id]) > 1 and ponds:
            clusters.add(ponds)
    return clusters


def _highest_ft(outfall: Outfall) -> float:
    match outfall.tailwater:
        case FixedTailwater(elevation_ft=elevation_ft):
            return elevation_ft
        case RatedTailwater(curve=points) | TimedTailwater(series=points):
            return max(level for _, level in points)
    return FREE


def units_of(network: Network, clusters: Collection[Cluster]) -> tuple[tuple[tuple[str, ...], ...], set[Cluster]]:
    """Return the nodes in the order of a walk, clusters as one, and the clusters that had to be given up.

    A cluster cannot be solved together when water also goes from one of its ponds to another by way of other nodes.
    """
    if not clusters:
        return tuple((id_,) for id_ in network.order), set()
    dropped: set[Cluster] = set()
    while True:
        unit_of = _joined(network.nodes, [cluster for cluster in clusters if cluster not in dropped])
        order = _unit_order(network, unit_of)
        if order is not None:
            return order, dropped
        stuck = {cluster for cluster in clusters if cluster not in dropped and len(cluster) > 1}
        dropped.add(min(stuck, key=sorted) if stuck else next(iter(set(clusters) - dropped)))


def _joined(ids: Iterable[str], clusters: Iterable[Cluster]) -> dict[str, str]:
    """Return, by id, the least id of those that it is solved with."""
    unit_of = {id_: id_ for id_ in ids}
    for cluster in clusters:
        joined = {unit_of[id_] for id_ in cluster}
        least = min(joined)
        for id_, unit in unit_of.items():
            if unit in joined:
                unit_of[id_] = least
    return unit_of


def _unit_order(network: Network, unit_of: Mapping[str, str]) -> tuple[tuple[str, ...], ...] | None:
    members: dict[str, list[str]] = {}
    for id_, unit in unit_of.items():
        members.setdefault(unit, []).append(id_)
    following = {unit: set[str]() for unit in members}
    for id_, node in network.nodes.items():
        for target in targets_of(node):
            following[unit_of[id_]].add(unit_of[target])
    sources = sources_of(network)
    for outfall in network.outfalls:
        if isinstance(outfall.tailwater, RatedTailwater):
            # Ponds that feel the level of this outfall come after all else that raises it.
            units = {unit_of[id_] for id_ in sources[outfall.id] if isinstance(network.nodes[id_], Pond)}
            for id_ in sources[outfall.id]:
                if not isinstance(network.nodes[id_], Pond):
                    following[unit_of[id_]] |= units
    waiting = dict.fromkeys(members, 0)
    for unit, targets in following.items():
        targets.discard(unit)
        for target in targets:
            waiting[target] += 1
    ready = sorted(unit for unit, count in waiting.items() if not count)
    order: list[tuple[str, ...]] = []
    while ready:
        order += [tuple(sorted(members[unit])) for unit in ready]
        released: list[str] = []
        for unit in ready:
            for target in following[unit]:
                waiting[target] -= 1
                if not waiting[target]:
                    released.append(target)
        ready = sorted(released)
    return tuple(order) if len(order) == len(members) else None


def boundary_of(outfall: Outfall, others: Sequence[NDArray[np.float64]], *, dt_h: float) -> Boundary:
    """Return the level at an outfall by time and by the flow to it, what `others` bring counted in."""
    total: list[float] | None = None
    if others:
        total = sum(others[1:], others[0]).tolist()

    def level_at(time_h: float, flow_cfs: float) -> float:
        if total is not None:
            place = min(time_h / dt_h, len(total) - 1)
            index = min(int(place), len(total) - 2)
            flow_cfs += total[index] + (place - index) * (total[index + 1] - total[index])
        return level_ft(outfall, time_h, flow_cfs)

    return level_at
