"""What a file prints as computed against what its own inputs give, and against what the plan states.

A number that differs upstream moves every number below it; the elements that are told are those above which nothing
differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from headwater.plan import Plan
from headwater.plan.submitted import Claim, Submitted
from headwater.review.crosscheck.figures import SF_PER_AC, ModelFigures, below
from headwater.review.crosscheck.items import Item, Place, in_file, tolerance

# Which tolerance a printed quantity has, by what it is called; others are not held against anything.
OF: Final[Mapping[str, str]] = {
    "peak_cfs": "flow",
    "inflow_peak_cfs": "flow",
    "volume_acft": "volume",
    "inflow_volume_acft": "volume",
    "runoff_in": "volume",
    "peak_elevation_ft": "elevation_ft",
    "time_of_peak_h": "time_h",
    "inflow_time_of_peak_h": "time_h",
    "time_of_concentration_min": "time_min",
    "curve_number": "curve_number",
    "area_ac": "area",
    "area_sf": "area",
}
_OF_LAND: Final = ("curve_number", "time_of_concentration_min", "area_ac", "area_sf")
_CODES: Final = {
    "curve_number": "curve-number-differs",
    "time_of_concentration_min": "concentration-differs",
    "area_ac": "areas-do-not-add-up",
    "area_sf": "areas-do-not-add-up",
}


def printed_items(submitted: Submitted, model: ModelFigures) -> Iterator[Item]:
    """Yield where a printout does not follow from the inputs that it prints."""
    differing: dict[str, list[tuple[Claim, float]]] = {}
    for claim in submitted.claims:
        if claim.element is None or claim.quantity not in OF:
            continue
        ours = _recomputed(claim, model)
        if ours is not None and not _allows(claim, ours):
            differing.setdefault(claim.element, []).append((claim, ours))
    land = {name for name, found in differing.items() if any(claim.quantity in _OF_LAND for claim, _ in found)}
    after = below(model.stated, set(differing))
    for element, found in differing.items():
        of_land = [(claim, ours) for claim, ours in found if claim.quantity in _OF_LAND]
        for claim, ours in of_land:
            yield _item(submitted, element, [(claim, ours)], _CODES[claim.quantity])
        if element not in land and element not in after:
            yield _item(submitted, element, found, "printed-differs")


def _recomputed(claim: Claim, model: ModelFigures) -> float | None:
    if claim.quantity in _OF_LAND:
        piece = model.land.get(claim.element or "")
        if piece is None:
            return None
        if claim.quantity == "curve_number":
            return piece.curve_number
        if claim.quantity == "time_of_concentration_min":
            return piece.time_min
        return None if piece.area_ac is None else piece.area_ac * (SF_PER_AC if claim.quantity == "area_sf" else 1)
    node = model.runs.get(claim.storm or "", {}).get(claim.element or "")
    value = None if node is None else node.get(claim.quantity)
    return None if value is None else float(value)


def _allows(claim: Claim, ours: float) -> bool:
    printed, half = float(claim.value), float(claim.half)
    of = OF[claim.quantity]
    if of == "curve_number":
        return abs(printed - ours) <= half + 1e-6
    if of == "area":
        return abs(printed - ours) <= half + 1e-4 * max(1.0, abs(ours))
    return tolerance(of).allows(printed, ours, half=half)


def _item(submitted: Submitted, element: str, found: list[tuple[Claim, float]], code: str) -> Item:
    told = [f"{claim.quantity} printed {claim.text}, recomputed {_short(ours)}{_in(claim)}" for claim, ours in found]
    some = "; ".join(told[:4]) + (f"; and {len(told) - 4} more" if len(told) > 4 else "")
    first = found[0][0]
    return Item(
        code=code,
        element=element,
        found=f"{element} in {submitted.file}: {some}.",
        where=(
            in_file(submitted, line=first.line, says=f"{first.quantity} {first.text}"),
            Place(file="recomputed from the same inputs", says=f"{first.quantity} {_short(found[0][1])}"),
        ),
    )


def _in(claim: Claim) -> str:
    return "" if claim.storm is None else f" in {claim.storm}"


def _short(number: float) -> str:
    return f"{number:,.2f}"


# ---- stated figures --------------------------------------------------------------------------------------------------


def stated_items(plan: Plan) -> Iterator[Item]:
    """Yield each place of the plan where what is stated is not what the plan's own model gives."""
    for value in plan.computed.values if plan.computed else ():
        if value.agrees is not False or value.stated is None:
            continue
        yield Item(
            code="stated-differs",
            element=None,
            found=(
                f"{value.field}: the plan states {value.stated.text}, and its model gives {value.quantity.text} "
                f"({value.quantity.source})."
            ),
            where=(
                Place(file=plan.file or "plan", line=value.stated.line, field=value.field, says=value.stated.text),
                Place(file=plan.file or "plan", field=value.quantity.source, says=value.quantity.text),
            ),
            facts=(value.field,),
        )
