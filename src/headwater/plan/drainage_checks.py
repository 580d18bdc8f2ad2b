"""What the drainage section says of itself: names that lead nowhere, and elevations on two datums.

Owns the joints of the model. Storms are in `storm_checks`, ponds in `pond_checks`. A model is run with its numbers as
they are written, so that here they are compared as written. Whether water can run through it all, or in a circle, is
for the network to say.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import chain
from typing import Final

from headwater.plan import paths
from headwater.plan.curve_checks import check_rising, check_within, only_one
from headwater.plan.drainage_names import Listed, Nodes, check_unique, ids_of, listed
from headwater.plan.drainage_walk import item_path, records_of
from headwater.plan.leaves import Record
from headwater.plan.model import CONDITIONS, DrainageModel, Link, Outfall, PipeReach, Pond
from headwater.plan.plan import Plan
from headwater.plan.pond_checks import check_pond
from headwater.plan.problems import Problems
from headwater.plan.storm_checks import check_storms
from headwater.plan.subcatchment_checks import check_method, check_subcatchment
from headwater.units import Quantity

# Water can go to all of these but the first.
LISTS: Final = ("subcatchments", "ponds", "reaches", "links", "outfalls")


@dataclass(frozen=True)
class _Around:
    """What the rest of the plan lists and the model refers to."""

    practices: Listed
    waters: Listed
    points: Listed
    landlocked: Listed


def check_drainage(plan: Plan, problems: Problems) -> None:
    """Note everything in the drainage section of `plan` that contradicts itself."""
    drainage = plan.drainage
    if drainage is None:
        return
    _check_datum(drainage, problems)
    check_storms(drainage, problems)
    if drainage.runoff is not None:
        check_method(drainage.runoff, "drainage.runoff", problems)
    around = _Around(
        practices=listed("practices", plan.practices),
        waters=listed("waters", plan.waters),
        points=listed("discharge.points", plan.discharge.points if plan.discharge else None),
        landlocked=listed("landlocked", plan.landlocked),
    )
    for condition in CONDITIONS:
        model: DrainageModel | None = getattr(drainage, condition)
        if model is not None:
            _check_model(model, f"drainage.{condition}", around, problems)


def _check_datum(drainage: Record, problems: Problems) -> None:
    first: Quantity | None = None
    for path, record in records_of(drainage, "drainage"):
        for spec in fields(record):
            value = getattr(record, spec.name)
            if not isinstance(value, Quantity) or value.datum is None:
                continue
            first = first or value
            if value.datum != first.datum:
                problems.add(
                    f"this elevation is on another datum than the first of the section ({first.text}, "
                    f"line {first.line})",
                    line=value.line,
                    path=f"{path}.{spec.name}",
                    value=value.text,
                    expected=f"one datum in the whole section, as {first.datum}",
                    remedy="convert the elevations of one datum; the difference depends on the place",
                )
                return  # whoever converts one converts all


def _check_model(model: DrainageModel, path: str, around: _Around, problems: Problems) -> None:
    ids = {name: ids_of(f"{path}.{name}", getattr(model, name)) for name in LISTS}
    check_unique(chain.from_iterable(ids.values()), problems)
    nodes = Nodes(dict.fromkeys(id_.text for name in LISTS[1:] for _, id_ in ids[name]))
    for subcatchment in model.subcatchments or ():
        where = paths.of(f"{path}.subcatchments", subcatchment)
        nodes.check(subcatchment.to, f"{where}.to", problems, own=None, discarded=False)
        check_subcatchment(subcatchment, where, problems)
    for pond in model.ponds or ():
        where = paths.of(f"{path}.ponds", pond)
        _check_ways_out(pond, where, nodes, problems)
        around.practices.check(pond.practice, f"{where}.practice", problems)
        around.waters.check(pond.water, f"{where}.water", problems)
        around.landlocked.check(pond.landlocked, f"{where}.landlocked", problems)
        check_pond(pond, where, problems)
    for reach in model.reaches or ():
        where = paths.of(f"{path}.reaches", reach)
        nodes.check(reach.to, f"{where}.to", problems, own=reach.id, discarded=False)
        if isinstance(reach, PipeReach):
            only_one(reach, ("diameter",), ("width", "height"), path=where, problems=problems)
    for link in model.links or ():
        _check_link(link, paths.of(f"{path}.links", link), nodes, problems)
    for outfall in model.outfalls or ():
        where = paths.of(f"{path}.outfalls", outfall)
        around.points.check(outfall.point, f"{where}.point", problems)
        around.landlocked.check(outfall.landlocked, f"{where}.landlocked", problems)
        _check_tailwater(outfall, where, problems)


def _check_ways_out(pond: Pond, path: str, nodes: Nodes, problems: Problems) -> None:
    nodes.check(pond.to, f"{path}.to", problems, own=pond.id, discarded=True)
    check_unique(ids_of(f"{path}.outlets", pond.outlets), problems)
    for number, outlet in enumerate(pond.outlets or (), start=1):
        where = item_path(f"{path}.outlets", outlet, number)
        nodes.check(outlet.to, f"{where}.to", problems, own=pond.id, discarded=True)


def _check_link(link: Link, path: str, nodes: Nodes, problems: Problems) -> None:
    nodes.check(link.to, f"{path}.to", problems, own=link.id, discarded=False)
    shares = []
    for number, split in enumerate(link.splits or (), start=1):
        where = item_path(f"{path}.splits", split, number)
        nodes.check(split.to, f"{where}.to", problems, own=link.id, discarded=True)
        only_one(split, ("curve",), ("share",), ("above",), path=where, problems=problems)
        check_rising(split.curve, "inflow", path=f"{where}.curve", problems=problems)
        check_within(split.curve, "flow", "inflow", path=f"{where}.curve", problems=problems)
        if split.share is not None:
            shares.append(split.share)
    if sum(share.value for share in shares) > 100:
        problems.add(
            "the shares of this link add up to more than 100 %",
            line=shares[-1].line,
            path=f"{path}.splits",
            value=" + ".join(share.text for share in shares),
            expected="at most 100 %",
            remedy="correct a share",
        )
    check_rising(link.inflow, "time", path=f"{path}.inflow", problems=problems)


def _check_tailwater(outfall: Outfall, path: str, problems: Problems) -> None:
    only_one(outfall, ("tailwater",), ("tailwater_curve",), ("tailwater_series",), path=path, problems=problems)
    check_rising(outfall.tailwater_curve, "flow", path=f"{path}.tailwater_curve", problems=problems)
    check_rising(outfall.tailwater_series, "time", path=f"{path}.tailwater_series", problems=problems)
