"""Where the nodes of a directed graph stand in a drawing: layers from left to right, rows from top to bottom.

Owns the layers (every edge runs to the right), the order within one (the fewer crossings, the better) and the places
through which a long edge passes the layers between. Nothing here knows what a node is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

SWEEPS: Final = 8


@dataclass(frozen=True, kw_only=True, order=True)
class Edge:
    """One way from a node to another."""

    source: str
    target: str


# A node, or a place at which an edge passes a layer: the number is the layer there.
Spot = str | tuple[Edge, int]


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The place of every node, by layer and row."""

    edges: tuple[Edge, ...]
    layer_of: Mapping[Spot, int]
    row_of: Mapping[Spot, float]
    extent: tuple[int, int]
    """How many layers and rows there are."""

    def place(self, id_: str) -> tuple[int, float]:
        """Return layer and row of a node."""
        return self.layer_of[id_], self.row_of[id_]

    def path(self, edge: Edge) -> list[tuple[int, float]]:
        """Return the places from the start of an edge to its end."""
        return [(self.layer_of[spot], self.row_of[spot]) for spot in _spots(edge, self.layer_of)]


def layout_of(ways: Iterable[tuple[str, str]], ids: Sequence[str]) -> Layout:
    """Return the layout of a graph without circles; the same for any order of its parts.

    A node stands just left of the first node that it leads to, so that land stands beside what it drains to.
    """
    edges = tuple(sorted({Edge(source=source, target=target) for source, target in ways}))
    layer_of: dict[Spot, int] = {}
    layer_of.update(_layers(edges, sorted(ids)))
    for edge in edges:
        for layer in range(layer_of[edge.source] + 1, layer_of[edge.target]):
            layer_of[(edge, layer)] = layer
    count = max(layer_of.values(), default=0) + 1
    columns: list[list[Spot]] = [[] for _ in range(count)]
    for spot, layer in layer_of.items():
        columns[layer].append(spot)
    for column in columns:
        column.sort(key=_name)
    _order(columns, _neighbours(edges, layer_of))
    rows = max(len(column) for column in columns)
    row_of: dict[Spot, float] = {}
    for column in columns:
        gap = (rows - len(column)) / 2
        row_of |= {spot: gap + index for index, spot in enumerate(column)}
    return Layout(edges=edges, layer_of=layer_of, row_of=row_of, extent=(count, rows))


def _name(spot: Spot) -> tuple[str, str]:
    return (spot, "") if isinstance(spot, str) else (spot[0].source, spot[0].target)


def _layers(edges: Sequence[Edge], ids: Sequence[str]) -> Mapping[str, int]:
    """Return the layer of each node: as many before the last one as the longest way from it has edges."""
    targets: dict[str, list[str]] = {id_: [] for id_ in ids}
    sources: dict[str, list[str]] = {id_: [] for id_ in ids}
    for edge in edges:
        targets[edge.source].append(edge.target)
        sources[edge.target].append(edge.source)
    waiting = {id_: len(after) for id_, after in targets.items()}
    ready = [id_ for id_ in ids if not waiting[id_]]
    longest = dict.fromkeys(ready, 0)
    while ready:
        id_ = ready.pop()
        for source in sources[id_]:
            longest[source] = max(longest.get(source, 0), longest[id_] + 1)
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)
    last = max(longest.values(), default=0)
    return {id_: last - longest[id_] for id_ in ids}


def _spots(edge: Edge, layer_of: Mapping[Spot, int]) -> list[Spot]:
    between: list[Spot] = [(edge, layer) for layer in range(layer_of[edge.source] + 1, layer_of[edge.target])]
    return [edge.source, *between, edge.target]


def _neighbours(edges: Sequence[Edge], layer_of: Mapping[Spot, int]) -> Mapping[Spot, tuple[list[Spot], list[Spot]]]:
    """Return what lies to the left and to the right of each place, one layer away."""
    found: dict[Spot, tuple[list[Spot], list[Spot]]] = {spot: ([], []) for spot in layer_of}
    for edge in edges:
        for left, right in pairwise(_spots(edge, layer_of)):
            found[left][1].append(right)
            found[right][0].append(left)
    return found


def _order(columns: list[list[Spot]], neighbours: Mapping[Spot, tuple[list[Spot], list[Spot]]]) -> None:
    """Order every column by the middle of what its places lead to and come from, in turns (the barycentre way)."""
    for sweep in range(SWEEPS):
        to_the_left = sweep % 2 == 0
        for index in range(len(columns) - 2, -1, -1) if to_the_left else range(1, len(columns)):
            beside = columns[index + 1] if to_the_left else columns[index - 1]
            # Columns of different length are centred on each other, so that the middle of one faces that of the other.
            shift = (len(columns[index]) - len(beside)) / 2
            place = {spot: row + shift for row, spot in enumerate(beside)}
            own = {spot: float(row) for row, spot in enumerate(columns[index])}
            side = 1 if to_the_left else 0
            middle = {spot: _middle(neighbours[spot][side], place, own[spot]) for spot in own}
            columns[index].sort(key=lambda spot: (middle[spot], _name(spot)))


def _middle(beside: Sequence[Spot], place: Mapping[Spot, float], own: float) -> float:
    rows = [place[spot] for spot in beside if spot in place]
    return sum(rows) / len(rows) if rows else own
