"""Impervious surfaces: what is kept, rebuilt, removed and built, and what the stated ones prove of the others.

The seven surfaces are tied by three identities::

    existing     = kept + reconstructed + removed
    proposed     = kept + reconstructed + new
    net increase = new - removed

A surface that is not stated is derived only where the stated ones fix it. Of every other one this module still tells
the narrowest span that follows from them, no surface being below zero or above the site.
"""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from headwater.errors import ContradictionError
from headwater.plan.leaves import Area, AreaChange, Record, entry
from headwater.plan.span import ZERO, Span, span_of
from headwater.units import Quantity, to_base


@dataclass(frozen=True, kw_only=True)
class PermeableShare(Record):
    """The part of each surface that is permeable pavement, turf or play surfacing."""

    kept: Area | None = entry("Permeable part of what is kept.")
    reconstructed: Area | None = entry("Permeable part of what is rebuilt.")
    removed: Area | None = entry("Permeable part of what is removed.")
    new: Area | None = entry("Permeable part of what is new.")


@dataclass(frozen=True, kw_only=True)
class Surfaces(Record):
    """Impervious surface by what becomes of it.

    Existing surface is kept, reconstructed or removed; proposed surface is kept, reconstructed or new; the net increase
    is what is new less what is removed.
    """

    kept: Area | None = entry("Existing surface left as it is.")
    reconstructed: Area | None = entry("Existing surface rebuilt in place.")
    removed: Area | None = entry("Existing surface taken away.")
    new: Area | None = entry("Surface where there was none.")
    existing: Area | None = entry("All surface before: kept + reconstructed + removed.")
    proposed: Area | None = entry("All surface after: kept + reconstructed + new.")
    net_increase: AreaChange | None = entry("new - removed; below zero for a reduction.")
    permeable: PermeableShare | None = entry("The permeable part of each.")


SURFACES: Final[tuple[str, ...]] = ("kept", "reconstructed", "removed", "new", "existing", "proposed", "net_increase")

Identity = Mapping[str, int]

# Every smallest way in which the seven depend on each other: each row, with its signs, adds up to zero. A surface is
# fixed by stated ones exactly when it stands in a row whose other members are all stated, so that running down the rows
# is the whole elimination (kept and reconstructed only ever occur together; the rest are the cycles of a square with
# both diagonals).
IDENTITIES: Final[tuple[Identity, ...]] = (
    {"existing": 1, "kept": -1, "reconstructed": -1, "removed": -1},
    {"proposed": 1, "kept": -1, "reconstructed": -1, "new": -1},
    {"net_increase": 1, "new": -1, "removed": 1},
    {"net_increase": 1, "proposed": -1, "existing": 1},
    {"existing": 1, "removed": -1, "proposed": -1, "new": 1},
    {"existing": 1, "net_increase": 1, "kept": -1, "reconstructed": -1, "new": -1},
    {"proposed": 1, "net_increase": -1, "kept": -1, "reconstructed": -1, "removed": -1},
)

# A round of propagation only ever narrows, so that stopping early is safe; real plans settle in three or four.
MOST_ROUNDS: Final = 40


@dataclass(frozen=True, kw_only=True)
class SurfaceFigure:
    """One surface, in square feet: as stated, as the stated ones fix it, or within the span that they leave it.

    `span_sf` is the window as stated or derived; `provable_sf` is the part of it that all stated surfaces together
    leave. `value_sf` is the stated or derived number, None where the surface is not fixed. `derived_from` names the
    surfaces that fixed it.
    """

    name: str
    origin: Literal["stated", "computed", "bounded"]
    value_sf: Fraction | None
    span_sf: Span
    provable_sf: Span
    stated: Quantity | None = None
    derived_from: tuple[str, ...] = ()


def solve_surfaces(surfaces: Surfaces | None, *, site_area: Quantity | None = None) -> dict[str, SurfaceFigure]:
    """Return all seven surfaces by name.

    Raises
    ------
    ContradictionError
        If no rounding of the stated surfaces makes them agree with each other and with the site.

    Examples
    --------
    >>> from headwater.units import exact_quantity
    >>> stated = Surfaces(existing=exact_quantity(16_000, "sf"), new=exact_quantity(4_000, "sf"))
    >>> figures = solve_surfaces(stated)
    >>> figures["proposed"].value_sf is None, figures["proposed"].span_sf.high == 20_000
    (True, True)
    """
    stated = stated_surfaces(surfaces)
    spans = {name: span_of(quantity) for name, quantity in stated.items()}
    limit = None if site_area is None else span_of(site_area)
    provable = _propagate(spans, limit)
    if provable is None:
        raise ContradictionError(
            f"the stated surfaces ({', '.join(stated)}) cannot all be true, however they were rounded; "
            "correct the one that is wrong or leave out a total"
        )
    values = {name: to_base(quantity)[2] for name, quantity in stated.items()}
    figures: dict[str, SurfaceFigure] = {}
    for name in SURFACES:
        if name in stated:
            figures[name] = SurfaceFigure(
                name=name,
                origin="stated",
                value_sf=values[name],
                span_sf=spans[name],
                provable_sf=provable[name],
                stated=stated[name],
            )
            continue
        fixed = _fixed(name, values) or _squeezed(name, spans, provable[name], limit)
        figures[name] = SurfaceFigure(
            name=name,
            origin="bounded" if fixed is None else "computed",
            value_sf=None if fixed is None else provable[name].nearest(fixed[0]),
            span_sf=provable[name],
            provable_sf=provable[name],
            derived_from=() if fixed is None else fixed[1],
        )
    return figures


def stated_surfaces(surfaces: Surfaces | None) -> dict[str, Quantity]:
    """Return the surfaces that are stated, by name, in the order of `SURFACES`."""
    if surfaces is None:
        return {}
    found = ((name, getattr(surfaces, name)) for name in SURFACES)
    return {name: quantity for name, quantity in found if quantity is not None}


def _fixed(name: str, values: Mapping[str, Fraction]) -> tuple[Fraction, tuple[str, ...]] | None:
    """Return the value that the stated ones fix, and which they are, by the row with the fewest of them."""
    best: tuple[Fraction, tuple[str, ...]] | None = None
    for row in IDENTITIES:
        if name not in row:
            continue
        others = tuple(other for other in row if other != name)
        if all(other in values for other in others) and (best is None or len(others) < len(best[1])):
            total = sum((row[other] * values[other] for other in others), Fraction(0))
            best = (-total * row[name], others)
    return best


def _squeezed(
    name: str, spans: Mapping[str, Span], provable: Span, limit: Span | None
) -> tuple[Fraction, tuple[str, ...]] | None:
    """Return the one value left between zero and what is stated: of no existing surface, none is kept."""
    if not provable.is_point or provable.low is None:
        return None
    needed = dict(spans)
    for other in spans:
        fewer = {key: span for key, span in needed.items() if key != other}
        found = _propagate(fewer, limit)
        if found is not None and found[name].is_point:
            needed = fewer
    return provable.low, tuple(needed)


def _propagate(stated: Mapping[str, Span], limit: Span | None) -> dict[str, Span] | None:
    """Return the narrowest spans that the rows of IDENTITIES prove, or None if one of them is empty."""
    most = None if limit is None else limit.high
    most_open = limit is not None and limit.high_open
    surface = Span(ZERO.low, most, high_open=most_open)
    change = Span(None if most is None else -most, most, most_open, most_open)
    spans: dict[str, Span] = {}
    for name in SURFACES:
        free = change if name == "net_increase" else surface
        spans[name] = free.meet(stated[name]) if name in stated else free
    for _ in range(MOST_ROUNDS):
        before = dict(spans)
        for row in IDENTITIES:
            for name, sign in row.items():
                total = ZERO
                for other, other_sign in row.items():
                    if other != name:
                        total = total + spans[other] if other_sign > 0 else total - spans[other]
                spans[name] = spans[name].meet(-total if sign > 0 else total)
        if any(span.is_empty for span in spans.values()):
            return None
        if spans == before:
            break
    return spans
