"""A model as plain values: its land, its storages and outlets, its reaches, and where the water of each node goes.

Owns what does not change with the storm. What a storm does to the nodes is `run_document`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from headwater.hydraulics.network import Network, Pond, kind_of, targets_of
from headwater.hydraulics.storage_sum import StorageSum
from headwater.plan import model as stated
from headwater.review.analysis.digits import Document, rounded
from headwater.review.analysis.land import Land
from headwater.review.analysis.stated_words import stated_words


def model_document(network: Network, land: Sequence[Land], drained: stated.DrainageModel) -> Document:
    """Return what a model says before any rain falls."""
    ponds = {pond.id: pond for pond in network.ponds}
    return {
        "subcatchments": [_land(piece) for piece in land],
        "ponds": [_pond(ponds[pond.id.text], pond) for pond in drained.ponds or ()],
        "reaches": [{"id": reach.id.text, "described": stated_words(reach)} for reach in drained.reaches or ()],
        "routing": routing_of(network),
    }


def routing_of(network: Network) -> list[Document]:
    """Return where the water of each node goes, from upstream down: what a routing diagram draws.

    Each node has the land above it, by every way that water takes to it; `discards` says that some of its water leaves
    the surface for good.
    """
    drained = _drained(network)
    return [
        {
            "id": id_,
            "kind": kind_of(network.nodes[id_]),
            "to": list(targets_of(network.nodes[id_])),
            "discards": _discards(network, id_),
            "drained_area_ac": rounded(drained[id_][0], 4),
            "drained_impervious_fraction": rounded(drained[id_][1] / drained[id_][0], 4) if drained[id_][0] else None,
        }
        for id_ in network.order
    ]


def _discards(network: Network, id_: str) -> bool:
    node = network.nodes[id_]
    if isinstance(node, Pond):
        return any(outlet.to is None and outlet.into is None for outlet in node.outlets)
    return any(split.to is None for split in getattr(node, "splits", ()))


def _drained(network: Network) -> Mapping[str, tuple[float, float]]:
    """Return the area above each node and the impervious part of it, land that arrives by two ways counted once."""
    own = {piece.id: (piece.area_ac, piece.area_ac * piece.impervious_fraction) for piece in network.subcatchments}
    if all(len(targets_of(node)) < 2 for node in network.nodes.values()):
        total = {id_: own.get(id_, (0.0, 0.0)) for id_ in network.order}
        for id_ in network.order:
            for to in targets_of(network.nodes[id_]):
                total[to] = (total[to][0] + total[id_][0], total[to][1] + total[id_][1])
        return total
    above: dict[str, set[str]] = {id_: {id_} & own.keys() for id_ in network.order}
    for id_ in network.order:
        for to in targets_of(network.nodes[id_]):
            above[to] |= above[id_]
    return {
        id_: (sum(own[piece][0] for piece in sorted(ids)), sum(own[piece][1] for piece in sorted(ids)))
        for id_, ids in above.items()
    }


def _land(land: Land) -> Document:
    subcatchment = land.subcatchment
    return {
        "id": subcatchment.id,
        "area_ac": rounded(subcatchment.area_ac, 4),
        "impervious_fraction": rounded(subcatchment.impervious_fraction, 4),
        "weighting": subcatchment.weighting,
        "rounding": subcatchment.rounding,
        "curve_numbers": [
            {"share_fraction": rounded(share, 4), "curve_number": rounded(number, 2)}
            for share, number in subcatchment.shares
        ],
        "parts": [
            {
                "area_ac": rounded(part.area_ac, 4),
                "curve_number": rounded(part.curve_number, 2),
                "impervious": part.impervious,
                "description": part.description,
            }
            for part in subcatchment.parts
        ],
        "time_of_concentration_min": rounded(land.concentration.time_min, 2),
        "stretches": [_stretch(stretch) for stretch in land.concentration.stretches],
        "unit_hydrograph": subcatchment.unit_hydrograph.name,
        "abstraction_ratio": subcatchment.abstraction_ratio,
        "method": subcatchment.method,
    }


def _stretch(stretch: object) -> Document:
    """Return one stretch of a flow path; what its kind of flow does not have is null."""
    return {
        "description": getattr(stretch, "description", ""),
        "surface": getattr(stretch, "surface", None) or None,
        "length_ft": rounded(getattr(stretch, "length_ft", None), 2),
        "slope_ft_per_ft": rounded(getattr(stretch, "slope_ft_per_ft", None), 5),
        "manning_n": getattr(stretch, "manning_n", None),
        "velocity_fps": rounded(getattr(stretch, "velocity_fps", None), 3),
        "capacity_cfs": rounded(getattr(stretch, "capacity_cfs", None), 3),
        "time_min": rounded(getattr(stretch, "time_min", None), 2),
    }


def _pond(pond: Pond, written: stated.Pond) -> Document:
    storage = pond.storage
    words = {outlet.id.text: outlet for outlet in written.outlets or ()}
    return {
        "id": pond.id,
        "bottom_ft": rounded(storage.bottom_ft, 4),
        "top_ft": rounded(storage.top_ft, 4),
        "storage_cf": rounded(storage.storage_cf(storage.top_ft), 1),
        "storages": _storages(pond, written),
        "stages": _stages(pond),
        "outlets": [
            {
                "id": outlet.id,
                "to": outlet.to,
                "into": outlet.into,
                "invert_ft": rounded(outlet.device.invert_ft, 4),
                "described": stated_words(words[outlet.id]),
            }
            for outlet in pond.outlets
        ],
    }


def _storages(pond: Pond, written: stated.Pond) -> list[Document]:
    """Return each storage with the room it adds; what lies inside another one is told with that one."""
    outer = [storage for storage in written.storage or () if storage.inside is None]
    rooms = [pond.storage]
    if len(outer) > 1 and isinstance(pond.storage, StorageSum):
        rooms = list(pond.storage.parts)
    found = []
    for storage, room in zip(outer, rooms, strict=True):
        inside = [
            stated_words(part)
            for part in written.storage or ()
            if part.inside is not None and storage.id is not None and part.inside.text == storage.id.text
        ]
        found.append(
            {
                "bottom_ft": rounded(room.bottom_ft, 4),
                "storage_cf": rounded(room.storage_cf(room.top_ft), 1),
                "described": "; in it ".join([stated_words(storage), *inside]),
            }
        )
    return found


def _stages(pond: Pond) -> list[Document]:
    storage = pond.storage
    found: list[Document] = []
    below_cf = 0.0
    for stage_ft in storage.stages_ft():
        held_cf = storage.storage_cf(stage_ft)
        found.append(
            {
                "elevation_ft": rounded(stage_ft, 4),
                "area_sf": rounded(storage.area_sf(stage_ft), 1),
                "increment_cf": rounded(held_cf - below_cf, 1),
                "storage_cf": rounded(held_cf, 1),
            }
        )
        below_cf = held_cf
    return found
