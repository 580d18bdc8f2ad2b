"""The network: subcatchments, ponds, reaches, links and outfalls, and where the water of each one goes.

Owns the records, what they must say to be a network at all, and the order in which water visits them. How a storm runs
through it is `simulation`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from headwater.errors import NetworkError
from headwater.hydraulics.devices import Device, SeriesWay
from headwater.hydraulics.sections import Section
from headwater.hydraulics.stage_storage import StageStorage
from headwater.hydrology.hydrograph import Hydrograph
from headwater.hydrology.subcatchment import Subcatchment

ReachMethod = Literal["storage-indication", "storage-indication with translation", "Muskingum-Cunge"]
Kind = Literal["subcatchment", "pond", "reach", "link", "outfall"]


@dataclass(frozen=True, kw_only=True)
class Outlet:
    """One way out of a pond: the device, and where its water goes.

    `to` is the id of a node; None says that the water leaves the surface, as by exfiltration. An outlet that discharges
    `into` another one of the same pond goes where that one goes. `backflow` says whether water may come back through it
    from a pond that stands higher.
    """

    id: str
    device: Device
    to: str | None = None
    into: str | None = None
    backflow: bool = True


@dataclass(frozen=True, kw_only=True)
class Pond:
    """Storage with a level surface; `start_ft` is the level when the storm begins, the bottom if it is None.

    `series` says what a chain of devices passes: the smaller of what each could pass under the pond's level
    (`limited`), or what passes at the level that settles between them (`junction`).
    """

    id: str
    storage: StageStorage
    outlets: tuple[Outlet, ...] = ()
    start_ft: float | None = None
    series: SeriesWay = "limited"


@dataclass(frozen=True, kw_only=True)
class Reach:
    """A channel or pipe that water takes time to travel; several `side_by_side` share the flow."""

    id: str
    to: str
    section: Section
    length_ft: float
    slope_fraction: float
    method: ReachMethod = "Muskingum-Cunge"
    side_by_side: int = 1


@dataclass(frozen=True, kw_only=True)
class Split:
    """A part of a link's flow that goes elsewhere: flow against inflow, straight between the points and beyond them."""

    to: str | None
    curve_cfs: tuple[tuple[float, float], ...]


@dataclass(frozen=True, kw_only=True)
class Link:
    """A place where flows meet, may be divided, and where a hydrograph from elsewhere may come in."""

    id: str
    to: str
    splits: tuple[Split, ...] = ()
    inflow: Hydrograph | None = None


@dataclass(frozen=True, kw_only=True)
class FixedTailwater:
    """A level below an outfall that stays."""

    elevation_ft: float


@dataclass(frozen=True, kw_only=True)
class RatedTailwater:
    """The level below an outfall, as it follows the flow through the outfall: (cfs, ft), straight between points."""

    curve: tuple[tuple[float, float], ...]


@dataclass(frozen=True, kw_only=True)
class TimedTailwater:
    """The level below an outfall over time: (h, ft), straight between points, the ends held."""

    series: tuple[tuple[float, float], ...]


Tailwater = FixedTailwater | RatedTailwater | TimedTailwater


@dataclass(frozen=True, kw_only=True)
class Outfall:
    """A discharge point, where the network ends."""

    id: str
    tailwater: Tailwater | None = None


Node = Subcatchment | Pond | Reach | Link | Outfall


@dataclass(frozen=True, kw_only=True)
class Network:
    """Nodes and where their water goes.

    Raises
    ------
    NetworkError
        If an id is given twice, an element discharges to one that is not there or to itself in a circle, or a node
        cannot be what it says.
    """

    subcatchments: tuple[Subcatchment, ...] = ()
    ponds: tuple[Pond, ...] = ()
    reaches: tuple[Reach, ...] = ()
    links: tuple[Link, ...] = ()
    outfalls: tuple[Outfall, ...] = ()

    def __post_init__(self) -> None:
        _check_ids(self)
        for pond in self.ponds:
            _check_pond(pond)
        for reach in self.reaches:
            _check_reach(reach)
        for link in self.links:
            for split in link.splits:
                _check_curve(split.curve_cfs, f"link {link.id!r}: the curve of its split to {split.to!r}")
        for outfall in self.outfalls:
            _check_tailwater(outfall)
        for node in self.nodes.values():
            _check_targets(node, self.nodes)
        _ = self.order

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """Every node by its id, in the order of the ids."""
        return {node.id: node for node in sorted(_all_nodes(self), key=lambda node: node.id)}

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The ids such that water comes from earlier ones alone; the same for any order of the records."""
        return _downstream_order(self.nodes)


def kind_of(node: Node) -> Kind:
    """Return the word for what a node is."""
    match node:
        case Pond():
            return "pond"
        case Reach():
            return "reach"
        case Link():
            return "link"
        case Outfall():
            return "outfall"
        case _:
            return "subcatchment"


def targets_of(node: Node) -> tuple[str, ...]:
    """Return the ids of the nodes that the water of `node` goes to, each once."""
    match node:
        case Pond():
            ids: Sequence[str | None] = [outlet.to for outlet in node.outlets if outlet.into is None]
        case Link():
            ids = [node.to, *(split.to for split in node.splits)]
        case Outfall():
            ids = []
        case _:
            ids = [node.to]
    return tuple(dict.fromkeys(id_ for id_ in ids if id_ is not None))


def _all_nodes(network: Network) -> Iterator[Node]:
    yield from network.subcatchments
    yield from network.ponds
    yield from network.reaches
    yield from network.links
    yield from network.outfalls


def _check_ids(network: Network) -> None:
    seen: dict[str, Node] = {}
    for node in _all_nodes(network):
        if not node.id:
            raise NetworkError(f"a {kind_of(node)} has an empty id; expected a name; give it one")
        if node.id in seen:
            raise NetworkError(
                f"{node.id!r} is the id of a {kind_of(seen[node.id])} and of a {kind_of(node)}; expected an id for one "
                "node; rename one of them"
            )
        seen[node.id] = node
    if not seen:
        raise NetworkError("the network has no node; expected a subcatchment at least; add one")


def _check_pond(pond: Pond) -> None:
    where = f"pond {pond.id!r}"
    bottom_ft, top_ft = pond.storage.bottom_ft, pond.storage.top_ft
    if pond.start_ft is not None and not bottom_ft <= pond.start_ft <= top_ft:
        raise NetworkError(
            f"{where}: its starting level {pond.start_ft:g} ft lies outside its storage; expected {bottom_ft:g} to "
            f"{top_ft:g} ft; correct the level or extend the storage"
        )
    ids = [outlet.id for outlet in pond.outlets]
    by_id = {outlet.id: outlet for outlet in pond.outlets}
    if len(by_id) < len(ids):
        twice = next(id_ for id_ in ids if ids.count(id_) > 1)
        raise NetworkError(f"{where}: two of its outlets are called {twice!r}; expected an id for each; rename one")
    for outlet in pond.outlets:
        if not outlet.device.invert_ft < top_ft:
            raise NetworkError(
                f"{where}: outlet {outlet.id!r} at {outlet.device.invert_ft:g} ft lies at or above the top of the "
                f"storage, {top_ft:g} ft; expected it below; correct it or extend the storage"
            )
        if outlet.into is not None:
            _check_chain(outlet, by_id, where)


def _check_chain(outlet: Outlet, by_id: Mapping[str, Outlet], where: str) -> None:
    seen = {outlet.id}
    while outlet.into is not None:
        if outlet.into not in by_id:
            raise NetworkError(
                f"{where}: outlet {outlet.id!r} discharges into {outlet.into!r}, which it does not have; expected one "
                f"of {', '.join(sorted(by_id))}; correct the id"
            )
        outlet = by_id[outlet.into]
        if outlet.id in seen:
            raise NetworkError(
                f"{where}: outlet {outlet.id!r} discharges into itself by way of others; expected a chain with an end; "
                "correct one `into`"
            )
        seen.add(outlet.id)


def _check_reach(reach: Reach) -> None:
    for name, value, unit in (("length", reach.length_ft, "ft"), ("slope", reach.slope_fraction, "ft/ft")):
        if not (math.isfinite(value) and value > 0):
            raise NetworkError(
                f"reach {reach.id!r}: its {name} is {value!r} {unit}; expected a number above 0; correct it"
            )
    if reach.side_by_side < 1:
        raise NetworkError(f"reach {reach.id!r}: its count is {reach.side_by_side}; expected 1 or more; correct it")


def _check_curve(curve: Sequence[tuple[float, float]], where: str) -> None:
    if len(curve) < 2:
        raise NetworkError(f"{where} has {len(curve)} point; expected two or more; add points")
    if not all(math.isfinite(value) for point in curve for value in point):
        raise NetworkError(f"{where} holds a value that is no number; expected numbers; correct it")
    for (before, _), (after, _) in pairwise(curve):
        if not after > before:
            raise NetworkError(f"{where} goes from {before:g} to {after:g}; expected rising values; sort or correct it")


def _check_tailwater(outfall: Outfall) -> None:
    match outfall.tailwater:
        case FixedTailwater(elevation_ft=elevation_ft) if not math.isfinite(elevation_ft):
            raise NetworkError(f"outfall {outfall.id!r}: its tailwater is {elevation_ft!r} ft; expected a number")
        case RatedTailwater(curve=curve):
            _check_curve(curve, f"outfall {outfall.id!r}: its tailwater curve")
        case TimedTailwater(series=series):
            _check_curve(series, f"outfall {outfall.id!r}: its tailwater series")


def _check_targets(node: Node, nodes: Mapping[str, Node]) -> None:
    for target in targets_of(node):
        if target not in nodes:
            raise NetworkError(
                f"{kind_of(node)} {node.id!r} discharges to {target!r}, and there is no such node; expected the id of "
                "a pond, reach, link or outfall; correct it or add the node"
            )
        if isinstance(nodes[target], Subcatchment):
            raise NetworkError(
                f"{kind_of(node)} {node.id!r} discharges to subcatchment {target!r}; expected a pond, reach, link or "
                "outfall, as a subcatchment takes rain alone; discharge to what the subcatchment discharges to"
            )


def _downstream_order(nodes: Mapping[str, Node]) -> tuple[str, ...]:
    """Return the ids from upstream down, those of one rank by id (Kahn's way, so no depth of chain is too deep)."""
    waiting = dict.fromkeys(nodes, 0)
    for node in nodes.values():
        for target in targets_of(node):
            waiting[target] += 1
    order: list[str] = []
    ready = [id_ for id_ in nodes if not waiting[id_]]
    while ready:
        order += ready
        following: list[str] = []
        for id_ in ready:
            for target in targets_of(nodes[id_]):
                waiting[target] -= 1
                if not waiting[target]:
                    following.append(target)
        ready = sorted(following)
    if len(order) < len(nodes):
        raise NetworkError(_circle(nodes, {id_ for id_, count in waiting.items() if count}))
    return tuple(order)


def _circle(nodes: Mapping[str, Node], among: set[str]) -> str:
    """Name one circle among the nodes that never became ready."""
    upstream = {target: id_ for id_ in sorted(among) for target in targets_of(nodes[id_])}
    path: list[str] = []
    id_ = min(among)
    while id_ not in path:
        path.append(id_)
        id_ = upstream[id_]
    circle = path[path.index(id_) :][::-1]
    shown = circle if len(circle) <= 12 else [*circle[:11], f"({len(circle) - 11} more)"]
    return (
        f"water goes in a circle: {' to '.join([*shown, circle[0]])}; expected a network in which it never comes back; "
        "correct where one of them discharges"
    )
