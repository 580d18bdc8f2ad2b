"""What of a practice may be sized: the area of its basin, its depth, or one of its outlets.

A basin grows by the same amount of area at every stage; it deepens by lowering its bottom. A practice without a pond in
the proposed model grows with the depth that its stated volume and footprint have. Increments are those in which such
things are drawn and sold: 1 sq ft, 0.1 ft, a quarter of an inch of pipe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from headwater.errors import IncompleteModelError, UnknownNameError, shown
from headwater.plan import Plan, paths
from headwater.plan.model import Pond
from headwater.plan.outlets import AnyOutlet
from headwater.plan.practices import Practice
from headwater.plan.storage import BoxStorage, ContourStorage
from headwater.units import Quantity, to_base

MOST_AREA_SF: Final = 4 * 43_560
MOST_DEPTH_FT: Final = 10
MOST_PIPE_IN: Final = 60
MOST_WEIR_FT: Final = 60
FOOT_STEP: Final = Fraction(1, 10)
INCH_STEP: Final = Fraction(1, 4)


@dataclass(frozen=True, kw_only=True)
class Change:
    """One value of the plan that a size changes: its leaf, the key it stands under, and what is written instead."""

    leaf: Any
    key: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Variable:
    """Something that can be sized, in whole steps of `increment`.

    `now`, `least` and `most` are counted in steps; `changes` gives what a size in steps changes in the plan. `what` is
    it in words.
    """

    what: str
    unit: str
    increment: Fraction
    now: int
    least: int
    most: int
    changes: Callable[[int], tuple[Change, ...]]

    def told(self, steps: int) -> str:
        """Return a size in words."""
        return f"{_decimals(steps * self.increment)} {self.unit}"


def variable_of(plan: Plan, practice: str, *, vary: str = "area") -> Variable:
    """Return what is to be sized.

    Parameters
    ----------
    practice
        The id of a practice of the plan.
    vary
        `area`, `depth`, or the id of an outlet of its pond.

    Raises
    ------
    UnknownNameError
        If the plan has no such practice, or its pond no such outlet.
    IncompleteModelError
        If what would be sized is not written in the plan.
    """
    found = next((one for one in plan.practices or () if one.id.text == practice), None)
    if found is None:
        named = paths.some(one.id.text for one in plan.practices or ())
        raise UnknownNameError(
            f"practice {shown(practice)} is not in the plan; expected one of {named or 'none'}; name one of them"
        )
    pond = _pond_of(plan, practice)
    if vary == "area":
        return _area(found, pond)
    if vary == "depth":
        return _depth(found, pond)
    outlets = {outlet.id.text: outlet for outlet in (pond.outlets or () if pond else ())}
    if vary not in outlets:
        raise UnknownNameError(
            f"{shown(vary)} cannot be sized; expected area, depth"
            f"{', or an outlet of its pond: ' + paths.some(outlets) if outlets else ''}; name one of them"
        )
    return _outlet(outlets[vary])


def _pond_of(plan: Plan, practice: str) -> Pond | None:
    model = plan.drainage.proposed if plan.drainage else None
    ponds = [pond for pond in (model.ponds or () if model else ()) if pond.practice and pond.practice.text == practice]
    if len(ponds) > 1:
        raise IncompleteModelError(
            f"practice {shown(practice)} stands for {len(ponds)} ponds; expected one; size them apart"
        )
    return ponds[0] if ponds else None


def _sf(area: Quantity) -> Fraction:
    return to_base(area)[2]


# ---- area ------------------------------------------------------------------------------------------------------------


def _area(practice: Practice, pond: Pond | None) -> Variable:
    areas = list(_areas(pond)) if pond is not None else []
    if pond is not None and not areas:
        raise IncompleteModelError(
            f"pond {shown(pond.id.text)} has no areas by elevation; expected a storage of contours; write one, or vary "
            "its depth or an outlet"
        )
    if not areas and practice.footprint is None:
        raise IncompleteModelError(
            f"practice {shown(practice.id.text)} has no footprint and no pond in the proposed model; expected one of "
            "both; write its footprint and volume"
        )
    own = practice.footprint
    first = areas[0][1] if areas else own
    assert first is not None
    now = int(_sf(first))

    def changes(steps: int) -> tuple[Change, ...]:
        more = steps - now
        found = [Change(leaf=area, key=key, text=_feet(_sf(area) + more, "sf")) for key, area in areas]
        if own is not None:
            found.append(Change(leaf=own, key="footprint", text=_feet(max(_sf(own) + more, Fraction(1)), "sf")))
        volume = practice.volume_below_overflow
        if not areas and volume is not None and own is not None:
            depth_ft = to_base(volume)[2] / _sf(own)
            grown = int((_sf(own) + more) * depth_ft)
            found.append(Change(leaf=volume, key="volume_below_overflow", text=_feet(Fraction(grown), "cf")))
        return tuple(found)

    return Variable(
        what=f"bottom area of {practice.id.text}" if areas else f"footprint of {practice.id.text}",
        unit="sf",
        increment=Fraction(1),
        now=now,
        least=1,
        most=max(MOST_AREA_SF, 2 * now),
        changes=changes,
    )


def _areas(pond: Pond) -> Iterator[tuple[str, Quantity]]:
    for storage in pond.storage or ():
        if isinstance(storage, ContourStorage):
            yield from (("area", stage.area) for stage in storage.stages or () if stage.area is not None)


# ---- depth -----------------------------------------------------------------------------------------------------------


def _depth(practice: Practice, pond: Pond | None) -> Variable:
    storage = pond.storage[0] if pond is not None and pond.storage and len(pond.storage) == 1 else None
    found: list[tuple[str, Quantity]] = []
    least = 1 - MOST_DEPTH_FT * 10
    if isinstance(storage, ContourStorage) and storage.stages and len(storage.stages) > 1:
        low, next_up = storage.stages[0].elevation, storage.stages[1].elevation
        assert low is not None
        assert next_up is not None
        found.append(("elevation", low))
        least = 1 - int((next_up.value - low.value) * 10)
    elif isinstance(storage, BoxStorage) and storage.bottom is not None and storage.depth is not None:
        found.append(("bottom", storage.bottom))
        least = 1 - int(storage.depth.value * 10)
    else:
        raise IncompleteModelError(
            f"the depth of practice {shown(practice.id.text)} cannot be varied; expected a pond of the proposed model "
            "with one storage, of contours or a box; write one, or vary its area"
        )
    assert pond is not None
    bottom = found[0][1]
    others = [("starting", pond.starting), ("bottom", practice.bottom)]
    found += [(key, level) for key, level in others if level is not None and level.value == bottom.value]
    box = storage.depth if isinstance(storage, BoxStorage) else None

    def changes(steps: int) -> tuple[Change, ...]:
        lower = steps * FOOT_STEP
        made = [Change(leaf=level, key=key, text=_exactly(level.value - lower, level.unit)) for key, level in found]
        if box is not None:
            made.append(Change(leaf=box, key="depth", text=_exactly(box.value + lower, box.unit)))
        return tuple(made)

    return Variable(
        what=f"depth added below {bottom.text} in {practice.id.text}",
        unit="ft",
        increment=FOOT_STEP,
        now=0,
        least=least,
        most=MOST_DEPTH_FT * 10,
        changes=changes,
    )


# ---- outlets ---------------------------------------------------------------------------------------------------------


def _outlet(outlet: AnyOutlet) -> Variable:
    across = getattr(outlet, "diameter", None)
    if across is not None:
        # A size is kept in feet, whatever it was written in.
        now = round(to_base(across)[2] * 12 / INCH_STEP)
        return Variable(
            what=f"diameter of {outlet.kind.text} {outlet.id.text}",
            unit="in",
            increment=INCH_STEP,
            now=now,
            least=1,
            most=int(MOST_PIPE_IN / INCH_STEP),
            changes=lambda steps: (Change(leaf=across, key="diameter", text=_exactly(steps * INCH_STEP, "in")),),
        )
    length = getattr(outlet, "length", None)
    if length is None or outlet.kind.text == "culvert":
        raise IncompleteModelError(
            f"outlet {shown(outlet.id.text)} has neither a diameter nor a crest length that could be varied; expected "
            "an orifice, a round culvert, a riser or a weir; name another outlet"
        )
    return Variable(
        what=f"length of {outlet.kind.text} {outlet.id.text}",
        unit="ft",
        increment=FOOT_STEP,
        now=round(length.value / FOOT_STEP),
        least=1,
        most=int(MOST_WEIR_FT / FOOT_STEP),
        changes=lambda steps: (Change(leaf=length, key="length", text=_exactly(steps * FOOT_STEP, length.unit)),),
    )


# ---- texts -----------------------------------------------------------------------------------------------------------


def _decimals(value: Fraction) -> str:
    text = f"{float(value):.4f}".rstrip("0").rstrip(".")
    return text or "0"


def _exactly(value: Fraction, unit: str) -> str:
    return f"exactly {_decimals(value)} {unit}"


def _feet(value: Fraction, unit: str) -> str:
    """Return a whole number of square or cubic feet, which stands for itself."""
    return f"exactly {round(value)} {unit}"
