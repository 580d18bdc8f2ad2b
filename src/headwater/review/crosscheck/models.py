"""The model of a file against the model of the plan: node by node, by id.

Elevations that all differ by one amount are one conflict, of datums, and are brought together before the rest is held
against each other. What is written in two ways that may round to one another is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from headwater.plan import Plan, paths
from headwater.plan.computed import as_stated
from headwater.plan.model import DrainageModel, Pond
from headwater.plan.outlet_checks import lowest
from headwater.plan.outlets import AnyOutlet
from headwater.plan.storage import ContourStorage
from headwater.plan.submitted import Submitted
from headwater.review.analysis.floats import number
from headwater.review.crosscheck.figures import LandFigures, ModelFigures
from headwater.review.crosscheck.items import Item, in_file, in_plan, tolerance
from headwater.units import Quantity, to_base

# A composite curve number is rounded to a whole one in one program and not in another.
WHOLE_CURVE_NUMBER: Final = 0.51
# Surveys name elevations to 0.1 ft and better; less than this is rounding and no datum.
LEAST_SHIFT_FT: Final = 0.05
SAME_SHIFT_FT: Final = 0.02
LISTS: Final = ("subcatchments", "ponds", "reaches", "links", "outfalls")
_OF_PLACE: Final = frozenset({"id", "line", "kind", "to", "into", "backflow"})


@dataclass(frozen=True)
class _Both:
    """The two sides, and by how much elevations of the file lie above those of the plan."""

    plan: Plan
    submitted: Submitted
    condition: str
    own: ModelFigures
    other: ModelFigures
    shift_ft: float

    def path(self, nodes: str, id_: str) -> str:
        return paths.item(f"drainage.{self.condition}.{nodes}", id_)


def model_items(plan: Plan, submitted: Submitted, own: ModelFigures, other: ModelFigures) -> Iterator[Item]:
    """Yield where the model of a file differs from that of the plan in the same condition."""
    both = _Both(plan, submitted, own.condition, own, other, 0.0)
    shift_ft = _shift_ft(own.stated, other.stated)
    if shift_ft is not None:
        both = replace(both, shift_ft=shift_ft)
        yield _datum(both)
    yield from _missing(both)
    for id_, piece in own.land.items():
        if id_ in other.land:
            yield from _land(both, piece, other.land[id_])
    ponds = {pond.id.text: pond for pond in other.stated.ponds or ()}
    for pond in own.stated.ponds or ():
        if pond.id.text in ponds:
            yield from _pond(both, pond, ponds[pond.id.text])


# ---- the whole -------------------------------------------------------------------------------------------------------


def _missing(both: _Both) -> Iterator[Item]:
    for nodes in LISTS:
        own = {one.id.text: one for one in getattr(both.own.stated, nodes) or ()}
        other = {one.id.text: one for one in getattr(both.other.stated, nodes) or ()}
        if not own or not other:
            continue
        here, there = [id_ for id_ in own if id_ not in other], [id_ for id_ in other if id_ not in own]
        if here or there:
            told = [f"the plan alone has {', '.join(here)}"] if here else []
            told += [f"{both.submitted.file} alone has {', '.join(there)}"] if there else []
            yield Item(
                code="model-differs",
                element=None,
                found=f"Of the {both.condition} {nodes}, {' and '.join(told)}.",
                where=(
                    in_plan(
                        both.plan,
                        f"drainage.{both.condition}.{nodes}",
                        line=own[here[0]].line if here else None,
                        says=", ".join(own),
                    ),
                    in_file(both.submitted, line=other[there[0]].line if there else None, says=", ".join(other)),
                ),
            )


def _shift_ft(own: DrainageModel, other: DrainageModel) -> float | None:
    """Return the one amount by which all elevations of the same ponds differ; None where there is no such amount."""
    ponds = {pond.id.text: pond for pond in other.ponds or ()}
    shifts = [
        theirs - ours
        for pond in own.ponds or ()
        if pond.id.text in ponds
        for ours, theirs in zip(_elevations_ft(pond), _elevations_ft(ponds[pond.id.text]), strict=False)
    ]
    if len(shifts) < 3 or max(shifts) - min(shifts) > SAME_SHIFT_FT:
        return None
    mean_ft = sum(shifts) / len(shifts)
    return mean_ft if abs(mean_ft) > LEAST_SHIFT_FT else None


def _elevations_ft(pond: Pond) -> list[float]:
    """Return the levels that a pond lists, stages first, then outlets, each in rising order."""
    stages = [
        number(stage.elevation)
        for storage in pond.storage or ()
        if isinstance(storage, ContourStorage)
        for stage in storage.stages or ()
        if stage.elevation is not None
    ]
    outlets = [number(found[1]) for outlet in pond.outlets or () if (found := lowest(outlet)) is not None]
    return [*sorted(stages), *sorted(outlets)]


def _datum(both: _Both) -> Item:
    theirs = {pond.id.text: pond for pond in both.other.stated.ponds or ()}
    pond = next(one for one in both.own.stated.ponds or () if one.id.text in theirs)
    there = theirs[pond.id.text]
    way = "above" if both.shift_ft > 0 else "below"
    return Item(
        code="datum-mixed",
        element=None,
        found=(
            f"Every elevation of the {both.condition} ponds in {both.submitted.file} lies {abs(both.shift_ft):.2f} ft "
            f"{way} that of the plan, as two datums do."
        ),
        where=(
            in_plan(both.plan, both.path("ponds", pond.id.text), line=pond.line, says="the plan's elevations"),
            in_file(both.submitted, line=there.line, says=f"{both.shift_ft:+.2f} ft"),
        ),
    )


# ---- land ------------------------------------------------------------------------------------------------------------


def _land(both: _Both, own: LandFigures, other: LandFigures) -> Iterator[Item]:
    minutes = tolerance("time_min")
    instead = _with_node(both, "subcatchments", own.id)

    def item(code: str, what: str, ours: str, theirs: str) -> Item:
        return Item(
            code=code,
            element=own.id,
            found=f"Subcatchment {own.id} ({both.condition}): {what} is {ours} in the plan and {theirs} in "
            f"{both.submitted.file}.",
            where=(
                in_plan(both.plan, both.path("subcatchments", own.id), line=own.line, says=ours),
                in_file(both.submitted, line=other.line, says=theirs),
            ),
            instead=instead,
        )

    if (
        own.area_ac is not None
        and other.area_ac is not None
        and abs(own.area_ac - other.area_ac) > own.half_ac + other.half_ac + 1e-6
    ):
        yield item("model-differs", "the area", f"{own.area_ac:.3f} ac", f"{other.area_ac:.3f} ac")
    if (
        own.curve_number is not None
        and other.curve_number is not None
        and abs(own.curve_number - other.curve_number) > WHOLE_CURVE_NUMBER
    ):
        yield item("curve-number-differs", "the curve number", f"{own.curve_number:.1f}", f"{other.curve_number:.1f}")
    if (
        own.time_min is not None
        and other.time_min is not None
        and not minutes.allows(own.time_min, other.time_min, half=0.05)
    ):
        yield item(
            "concentration-differs", "the time of concentration", f"{own.time_min:.1f} min", f"{other.time_min:.1f} min"
        )


# ---- ponds -----------------------------------------------------------------------------------------------------------


def _pond(both: _Both, own: Pond, other: Pond) -> Iterator[Item]:
    id_ = own.id.text
    instead = _with_node(both, "ponds", id_)
    differing = list(_stages(both, own, other))
    if differing:
        yield Item(
            code="stage-table-differs",
            element=id_,
            found=f"Pond {id_} ({both.condition}): {'; '.join(differing)}.",
            where=(
                in_plan(both.plan, f"{both.path('ponds', id_)}.storage", line=_line(own.storage), says="its storage"),
                in_file(both.submitted, line=_line(other.storage), says="its storage"),
            ),
            instead=instead,
        )
    pairs, here, there = _paired(both, own.outlets or (), other.outlets or ())
    for outlet in here:
        yield _alone(both, id_, outlet, f"outlet {outlet.id.text} is in the plan alone", instead)
    for outlet in there:
        yield _alone(both, id_, outlet, f"outlet {outlet.id.text} is in {both.submitted.file} alone", instead)
    for one, two in pairs:
        yield from _outlet(both, id_, one, two, instead)


def _line(records: Any) -> int | None:
    return records[0].line if records else None


def _stages(both: _Both, own: Pond, other: Pond) -> Iterator[str]:
    """Yield in words where the storage of two ponds differs."""
    if _one_table(own) is not None and _one_table(other) is not None:
        yield from _contours(both, own, other)
        return
    ours, theirs = both.own.storages.get(own.id.text), both.other.storages.get(own.id.text)
    if ours is None or theirs is None:
        return
    allowed = tolerance("storage")
    for stage_ft in ours.stages_ft():
        there_ft = stage_ft + both.shift_ft
        if not theirs.bottom_ft <= there_ft <= theirs.top_ft:
            continue
        one_cf, two_cf = ours.storage_cf(stage_ft), theirs.storage_cf(there_ft)
        if not allowed.allows(one_cf, two_cf, half=1.0):
            yield f"it holds {one_cf:,.0f} cf up to {stage_ft:.2f} ft in the plan, and {two_cf:,.0f} cf in the file"
            return


def _one_table(pond: Pond) -> ContourStorage | None:
    storages = pond.storage or ()
    return storages[0] if len(storages) == 1 and isinstance(storages[0], ContourStorage) else None


def _contours(both: _Both, own: Pond, other: Pond) -> Iterator[str]:
    one, two = _one_table(own), _one_table(other)
    assert one is not None
    assert two is not None
    theirs = {
        round(number(stage.elevation) - both.shift_ft, 2): stage.area
        for stage in two.stages or ()
        if stage.elevation is not None
    }
    for stage in one.stages or ():
        if stage.elevation is None or stage.area is None:
            continue
        area = theirs.get(round(number(stage.elevation), 2))
        if area is not None and not _same(stage.area, area):
            yield f"the area at {stage.elevation.text} is {stage.area.text} in the plan and {area.text} in the file"


def _paired(
    both: _Both, own: tuple[AnyOutlet, ...], other: tuple[AnyOutlet, ...]
) -> tuple[list[tuple[AnyOutlet, AnyOutlet]], list[AnyOutlet], list[AnyOutlet]]:
    """Return outlets that are the same one, and those that only one side has: by id, else by kind and level."""
    by_id = {outlet.id.text: outlet for outlet in other}
    if all(outlet.id.text in by_id and by_id[outlet.id.text].kind == outlet.kind for outlet in own):
        pairs = [(outlet, by_id[outlet.id.text]) for outlet in own]
        taken = {outlet.id.text for outlet in own}
        return pairs, [], [outlet for outlet in other if outlet.id.text not in taken]
    left = list(other)
    pairs, alone = [], []
    for outlet in own:
        same = [two for two in left if two.kind.text == outlet.kind.text]
        if not same:
            alone.append(outlet)
            continue
        nearest = min(same, key=lambda two, one=outlet: abs(_level_ft(two) - both.shift_ft - _level_ft(one)))  # type: ignore[misc]
        pairs.append((outlet, nearest))
        left.remove(nearest)
    return pairs, alone, left


def _level_ft(outlet: AnyOutlet) -> float:
    found = lowest(outlet)
    return 0.0 if found is None else number(found[1])


def _alone(both: _Both, pond: str, outlet: AnyOutlet, words: str, instead: Plan | None) -> Item:
    in_ours = words.endswith("in the plan alone")
    path = f"{both.path('ponds', pond)}.outlets[{paths.one_line(outlet.id.text)}]"
    return Item(
        code="outlet-differs",
        element=pond,
        found=f"Pond {pond} ({both.condition}): {words}.",
        where=(
            in_plan(
                both.plan, path, line=outlet.line if in_ours else None, says=outlet.kind.text if in_ours else "none"
            ),
            in_file(
                both.submitted, line=None if in_ours else outlet.line, says="none" if in_ours else outlet.kind.text
            ),
        ),
        instead=instead,
    )


def _outlet(both: _Both, pond: str, own: AnyOutlet, other: AnyOutlet, instead: Plan | None) -> Iterator[Item]:
    """Yield the values of one outlet that differ, as one item."""
    told, ours, theirs = [], [], []
    for spec in fields(own):
        one, two = getattr(own, spec.name), getattr(other, spec.name, None)
        if spec.name in _OF_PLACE or one is None or two is None or isinstance(one, tuple):
            continue
        if not _same(one, two, shift_ft=both.shift_ft):
            name = spec.name.replace("_", " ")
            told.append(f"its {name} is {_text(one)} in the plan and {_text(two)} in {both.submitted.file}")
            ours.append(f"{name} {_text(one)}")
            theirs.append(f"{name} {_text(two)}")
    if told:
        where = f"{both.path('ponds', pond)}.outlets[{paths.one_line(own.id.text)}]"
        yield Item(
            code="outlet-differs",
            element=pond,
            found=f"Pond {pond} ({both.condition}), {own.kind.text} {own.id.text}: {'; '.join(told)}.",
            where=(
                in_plan(both.plan, where, line=own.line, says=", ".join(ours)),
                in_file(both.submitted, line=other.line, says=", ".join(theirs)),
            ),
            instead=instead,
        )


def _text(value: Any) -> str:
    return str(getattr(value, "text", None) or ("yes" if value.value is True else value.value))


def _same(one: Any, two: Any, *, shift_ft: float = 0.0) -> bool:
    """Return whether two written values may stand for the same one."""
    if isinstance(one, Quantity) and isinstance(two, Quantity):
        shift = shift_ft if one.datum is not None else 0.0
        low, high = (float(end) for end in to_base(one)[:2])
        other_low, other_high = (float(end) - shift for end in to_base(two)[:2])
        # Where a shift was found by comparing, it is known no better than they agree.
        near = SAME_SHIFT_FT if shift else 1e-6 * max(abs(low), 1.0)
        return other_low <= high + near and low <= other_high + near
    if isinstance(one.value, str) or isinstance(two.value, str):
        # Names of curves and inlets are called differently from program to program.
        return True
    return abs(float(one.value) - float(two.value)) <= 1e-6


# ---- the plan with the other side's node -----------------------------------------------------------------------------


def _with_node(both: _Both, nodes: str, id_: str) -> Plan | None:
    """Return the plan with one node as the file has it; what it stands for and where it goes stay the plan's."""
    if both.shift_ft:
        return None
    drainage = both.plan.drainage
    assert drainage is not None
    own = {one.id.text: one for one in getattr(both.own.stated, nodes) or ()}
    other = {one.id.text: one for one in getattr(both.other.stated, nodes) or ()}
    kept = {key: getattr(own[id_], key) for key in ("to", "practice", "water", "landlocked") if hasattr(own[id_], key)}
    changed = replace(other[id_], **kept)
    if isinstance(changed, Pond):
        changed = replace(changed, outlets=tuple(_to_here(outlet, own) for outlet in changed.outlets or ()))
    records = tuple(changed if one.id.text == id_ else one for one in own.values())
    of_condition: dict[str, Any] = {nodes: records}
    model = replace(both.own.stated, **of_condition)
    of_drainage: dict[str, Any] = {both.condition: model}
    return replace(as_stated(both.plan), drainage=replace(drainage, **of_drainage))


def _to_here(outlet: AnyOutlet, own: Any) -> Any:
    """Return an outlet that goes where its pond goes, unless it soaks away; the file's names are not the plan's."""
    to = outlet.to
    return outlet if to is None or to.text == "discarded" else replace(outlet, to=None)
