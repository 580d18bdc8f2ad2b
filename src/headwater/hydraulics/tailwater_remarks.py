"""What stood above the outlets of a pond in a run, and whether it was reckoned with."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from headwater.caution import Caution
from headwater.hydraulics import cautions
from headwater.hydraulics.network import Link, Network, Outfall, Pond, Reach
from headwater.hydraulics.rating import OutletGroup
from headwater.hydraulics.results import NodeAnswer
from headwater.hydraulics.tailwater import Cluster, level_ft

Groups = Mapping[str, tuple[OutletGroup, ...]]
Answers = Mapping[str, NodeAnswer]


def ponds_that_felt(network: Network, groups: Groups, answers: Answers) -> set[Cluster]:
    """Return the pairs of ponds of which the lower one stood above the outlets of the upper one."""
    found: set[Cluster] = set()
    for pond in network.ponds:
        for group in groups[pond.id]:
            below = answers.get(group.to or "")
            if below is not None and below.kind == "pond" and _highest_ft(below, network) > group.feels_ft:
                found.add(frozenset({pond.id, below.id}))
    return found


def tailwater_cautions(
    network: Network, groups: Groups, answers: Answers, dropped: Collection[Cluster]
) -> Iterator[Caution]:
    """Yield what is to be said of the water below each pond; `dropped` are ponds that were not solved together."""
    for pond in network.ponds:
        for group in groups[pond.id]:
            said = _said(network, answers, dropped, pond, group)
            if said is not None:
                yield said


def _said(
    network: Network, answers: Answers, dropped: Collection[Cluster], pond: Pond, group: OutletGroup
) -> Caution | None:
    if group.to is None:
        return None
    target = network.nodes[group.to]
    by_way_of: str | None = None
    if isinstance(target, Outfall):
        name, highest_ft = f"the tailwater of {target.id}", _outfall_level_ft(target, answers[target.id])
    else:
        below = _first_pond(network, target.id)
        if below is None:
            return None
        name, highest_ft = f"pond {below}", _highest_ft(answers[below], network)
        if below != target.id:
            by_way_of = target.id
        elif frozenset({pond.id, below}) in dropped:
            by_way_of = "other nodes too"
    if highest_ft <= group.feels_ft:
        return None
    if by_way_of is None:
        return cautions.tailwater_above_invert(pond.id, name, highest_ft, group.lowest_ft)
    return cautions.tailwater_not_followed(pond.id, by_way_of, name, highest_ft, group.lowest_ft)


def _outfall_level_ft(outfall: Outfall, answer: NodeAnswer) -> float:
    flow = answer.inflow
    return level_ft(outfall, 0.0 if flow is None else flow.time_of_peak_h, 0.0 if flow is None else flow.peak_cfs)


def _highest_ft(answer: NodeAnswer, network: Network) -> float:
    """Return the highest level of a pond; its top where it was exceeded, nothing where it was not computed."""
    if answer.pond is not None:
        return answer.pond.peak_elevation_ft
    node = network.nodes[answer.id]
    if answer.status == "storage exceeded" and isinstance(node, Pond):
        return node.storage.top_ft
    return -math.inf


def _first_pond(network: Network, id_: str) -> str | None:
    """Return the first pond below a link or reach, by their main way down."""
    node = network.nodes[id_]
    while isinstance(node, Link | Reach):
        node = network.nodes[node.to]
    return node.id if isinstance(node, Pond) else None
