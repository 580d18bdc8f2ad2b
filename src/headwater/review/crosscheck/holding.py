"""What ponds hold and let soak away, counted more than once; and models that cannot stand as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from headwater.plan import Plan, paths
from headwater.plan.computed import ComputedValue
from headwater.plan.model import Pond
from headwater.plan.outlets import ExfiltrationOutlet
from headwater.plan.submitted import Submitted
from headwater.review.analysis.floats import number
from headwater.review.crosscheck.figures import ModelFigures
from headwater.review.crosscheck.items import Item, Place, in_file, in_plan
from headwater.units import Quantity, to_base

# A computed volume is rounded to a whole cubic foot.
HALF_CF: Final = 0.5

Where = Callable[[Pond, str], Place]


def in_the_plan(plan: Plan, condition: str) -> Where:
    """Return how to name a pond of the plan's model."""

    def where(pond: Pond, says: str) -> Place:
        return in_plan(plan, paths.item(f"drainage.{condition}.ponds", pond.id.text), line=pond.line, says=says)

    return where


def in_the_file(submitted: Submitted) -> Where:
    """Return how to name a pond of a file's model."""
    return lambda pond, says: in_file(submitted, line=pond.line, says=says)


def twice_items(model: ModelFigures, where: Where) -> Iterator[Item]:
    """Yield ponds in which two outlets soak away over the same ground, and practices that two ponds stand for."""
    for pond in model.stated.ponds or ():
        soaking = [outlet for outlet in pond.outlets or () if isinstance(outlet, ExfiltrationOutlet)]
        for one, two in combinations(soaking, 2):
            if _overlap(one, two):
                yield Item(
                    code="infiltration-counted-twice",
                    element=pond.id.text,
                    found=(
                        f"Pond {pond.id.text} ({model.condition}) lets water soak away by {one.id.text} and by "
                        f"{two.id.text} over the same levels."
                    ),
                    where=(where(pond, f"{_rate(one)} and {_rate(two)}"),),
                )
                break
    by_practice: dict[str, list[Pond]] = {}
    for pond in model.stated.ponds or ():
        if pond.practice is not None:
            by_practice.setdefault(pond.practice.text, []).append(pond)
    for practice, ponds in by_practice.items():
        if len(ponds) > 1:
            yield Item(
                code="infiltration-counted-twice",
                element=practice,
                found=(
                    f"Practice {practice} stands for the ponds {', '.join(pond.id.text for pond in ponds)} of the "
                    f"{model.condition} model; its volume is counted for each."
                ),
                where=tuple(where(pond, practice) for pond in ponds),
            )


def _overlap(one: ExfiltrationOutlet, two: ExfiltrationOutlet) -> bool:
    """Return whether two ways of soaking away work over some of the same ground."""
    areas = {outlet.over.text if outlet.over is not None else "surface" for outlet in (one, two)}
    if "bottom" in areas and areas != {"bottom"} and _above(one, two):
        return False
    low = max(_end(outlet.above, otherwise=float("-inf")) for outlet in (one, two))
    high = min(_end(outlet.below, otherwise=float("inf")) for outlet in (one, two))
    return low < high


def _above(one: ExfiltrationOutlet, two: ExfiltrationOutlet) -> bool:
    """Return whether the one that is not over the bottom begins above something: then it is the sides."""
    return any(
        outlet.above is not None and (outlet.over is None or outlet.over.text != "bottom") for outlet in (one, two)
    )


def _end(level: Quantity | None, *, otherwise: float) -> float:
    return otherwise if level is None else number(level)


def _rate(outlet: ExfiltrationOutlet) -> str:
    value = outlet.rate or outlet.flow
    return value.text if value is not None else "an unknown rate"


def sediment_items(plan: Plan, model: ModelFigures) -> Iterator[Item]:
    """Yield practices whose stated volume takes in what their pond sets aside for sediment."""
    practices = {one.id.text: one for one in plan.practices or ()}
    for pond in model.stated.ponds or ():
        practice = practices.get(pond.practice.text) if pond.practice is not None else None
        if practice is None or practice.sediment_storage is None:
            continue
        sediment = practice.sediment_storage
        found = _computed(plan, practice.id.text)
        if found is None or found.stated is None or number(sediment) <= 0:
            continue
        volume, treated_cf = found.stated, float(found.quantity.value)
        whole = treated_cf + number(sediment)
        if float(to_base(volume)[0]) > treated_cf + HALF_CF:
            yield Item(
                code="sediment-storage-counted",
                element=practice.id.text,
                found=(
                    f"Practice {practice.id.text} states {volume.text} below its overflow; its pond {pond.id.text} "
                    f"holds {whole:,.0f} cf there, of which {sediment.text} is set aside for sediment."
                ),
                where=(
                    in_plan(
                        plan,
                        f"practices[{practice.id.text}].volume_below_overflow",
                        line=volume.line,
                        says=volume.text,
                    ),
                    in_plan(
                        plan,
                        f"practices[{practice.id.text}].sediment_storage",
                        line=sediment.line,
                        says=sediment.text,
                    ),
                ),
                facts=(f"practice[{practice.id.text}].volume_below_overflow_cf",),
            )


def _computed(plan: Plan, practice: str) -> ComputedValue | None:
    """Return what was computed to lie below the overflow of a practice, less its sediment, beside what is stated."""
    field = f"practices[{practice}].volume_below_overflow"
    values = plan.computed.values if plan.computed else ()
    return next((value for value in values if value.field == field), None)


def refused_items(submitted: Submitted) -> Iterator[Item]:
    """Yield what is wrong with a model that contradicts itself: stages that fall, and the rest as one item."""
    falling = [one for one in submitted.refused if "falls with height" in one.wrong]
    others = [one for one in submitted.refused if one not in falling]
    for problem in falling:
        yield Item(
            code="stage-table-falls",
            element=problem.field.split("ponds[", 1)[-1].split("]", 1)[0] if "ponds[" in problem.field else None,
            found=f"{submitted.file}: {problem.wrong}.",
            where=(in_file(submitted, line=problem.line, says=problem.value or "", field=problem.field),),
        )
    if others:
        told = "; ".join(f"{one.field}: {one.wrong}" for one in others[:5])
        yield Item(
            code="model-contradicts-itself",
            element=None,
            found=f"{submitted.file}: {told}{'' if len(others) <= 5 else f'; and {len(others) - 5} more'}.",
            where=tuple(in_file(submitted, line=one.line, says=one.value or "", field=one.field) for one in others[:5]),
        )
