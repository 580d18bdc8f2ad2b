"""Impervious surfaces: what is kept, rebuilt, removed and built, and what the stated ones prove of the others.

The seven surfaces are tied by three identities::

    existing     = kept + reconstructed + removed
    proposed     = kept + reconstructed + new
    net increase = new - removed

A surface that is not stated is derived only where the stated ones fix it. Of every other one this module still tells
the narrowest window that follows from them, no surface being below zero or above the site.
"""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Final, Literal

from headwater.errors import ContradictionError
from headwater.plan.leaves import Area, AreaChange, Record, entry
from headwater.plan.totals import ImperviousShare, Pervious
from headwater.plan.windows import both, window_of
from headwater.units import Quantity
from headwater.window import Window


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
    pervious: Pervious | None = entry("The rest of the site, where the submittal prints it.")
    impervious_share: ImperviousShare | None = entry("Shares of the site, where the submittal prints them.")


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
    """One surface, in square feet: as stated, as the stated ones fix it, or within the window that they leave it.

    `window_sf` is the window as stated or derived; `provable_sf` is the part of it that all stated surfaces together
    leave. `value_sf`, also kept as what is written of both, is the stated or derived number, None where the surface is
    not fixed. `derived_from` names the surfaces that fixed it.
    """

    name: str
    origin: Literal["stated", "computed", "bounded"]
    value_sf: Fraction | None
    window_sf: Window
    provable_sf: Window
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
    >>> figures["proposed"].value_sf is None, figures["proposed"].window_sf.high == 20_000
    (True, True)
    """
    stated = stated_surfaces(surfaces)
    windows = {name: window_of(quantity) for name, quantity in stated.items()}
    limit = None if site_area is None else window_of(site_area)
    provable = _propagate(windows, limit)
    if provable is None:
        raise ContradictionError(
            f"the stated surfaces ({', '.join(stated)}) cannot all be true, however they were rounded; "
            "correct the one that is wrong or leave out a total"
        )
    return {
        name: _stated_figure(name, stated[name], windows[name], provable[name])
        if name in stated
        else _other_figure(name, windows, provable[name], limit)
        for name in SURFACES
    }


def _stated_figure(name: str, stated: Quantity, window_sf: Window, provable_sf: Window) -> SurfaceFigure:
    return SurfaceFigure(
        name=name,
        origin="stated",
        value_sf=window_sf.written,
        window_sf=window_sf,
        provable_sf=replace(provable_sf, written=window_sf.written),
        stated=stated,
    )


def _other_figure(name: str, stated: Mapping[str, Window], provable_sf: Window, limit: Window | None) -> SurfaceFigure:
    fixed = _fixed(name, stated) or _squeezed(name, stated, provable_sf, limit)
    value_sf = None if fixed is None else _nearest(provable_sf, fixed[0])
    window_sf = replace(provable_sf, written=value_sf)
    return SurfaceFigure(
        name=name,
        origin="bounded" if fixed is None else "computed",
        value_sf=value_sf,
        window_sf=window_sf,
        provable_sf=window_sf,
        derived_from=() if fixed is None else fixed[1],
    )


def stated_surfaces(surfaces: Surfaces | None) -> dict[str, Quantity]:
    """Return the surfaces that are stated, by name, in the order of `SURFACES`."""
    if surfaces is None:
        return {}
    found = ((name, getattr(surfaces, name)) for name in SURFACES)
    return {name: quantity for name, quantity in found if quantity is not None}


def _fixed(name: str, stated: Mapping[str, Window]) -> tuple[Fraction, tuple[str, ...]] | None:
    """Return the value that the stated ones fix, and which they are, by the row with the fewest of them."""
    written = {other: window.written for other, window in stated.items() if window.written is not None}
    best: tuple[Fraction, tuple[str, ...]] | None = None
    for row in IDENTITIES:
        if name not in row:
            continue
        others = tuple(other for other in row if other != name)
        if all(other in written for other in others) and (best is None or len(others) < len(best[1])):
            total = sum((row[other] * written[other] for other in others), Fraction(0))
            best = (-total * row[name], others)
    return best


def _squeezed(
    name: str, stated: Mapping[str, Window], provable_sf: Window, limit: Window | None
) -> tuple[Fraction, tuple[str, ...]] | None:
    """Return the one value left between zero and what is stated: of no existing surface, none is kept."""
    if not provable_sf.is_point or provable_sf.low is None:
        return None
    needed = dict(stated)
    for other in stated:
        fewer = {key: window for key, window in needed.items() if key != other}
        found = _propagate(fewer, limit)
        if found is not None and found[name].is_point:
            needed = fewer
    return provable_sf.low, tuple(needed)


def _nearest(window: Window, value_sf: Fraction) -> Fraction:
    """Return the value, or where other stated surfaces rule it out, the closest one that they leave."""
    if window.contains(value_sf):
        return value_sf
    ends = ((window.low, window.low_open), (window.high, window.high_open))
    closed = [end for end, is_open in ends if end is not None and not is_open]
    if closed:
        return min(closed, key=lambda end: abs(end - value_sf))
    if window.low is not None and window.high is not None:
        return (window.low + window.high) / 2
    return value_sf


def _propagate(stated: Mapping[str, Window], limit: Window | None) -> dict[str, Window] | None:
    """Return the narrowest windows that the rows of IDENTITIES prove, or None if one of them is empty."""
    most_sf = None if limit is None else limit.high
    most_open = limit is not None and limit.high_open
    surface = Window(Fraction(0), most_sf, high_open=most_open)
    change = Window(None if most_sf is None else -most_sf, most_sf, most_open, most_open)
    windows: dict[str, Window] = {}
    for name in SURFACES:
        free = change if name == "net_increase" else surface
        windows[name] = both(free, stated[name]) if name in stated else free
    scale = lcm(
        *(end.denominator for window in windows.values() for end in (window.low, window.high) if end is not None)
    )
    spans = [_whole(windows[name], scale) for name in SURFACES]
    for _ in range(MOST_ROUNDS):
        before = list(spans)
        for row in _ROWS:
            for place, sign in row:
                spans[place] = _narrower(spans[place], _rest(spans, row, place), sign)
        if any(_has_no_value(span) for span in spans):
            return None
        if spans == before:
            break
    return {name: _window(span, scale, windows[name]) for name, span in zip(SURFACES, spans, strict=True)}


# Every assessment propagates, so that it is done in whole numbers over one denominator, several times faster than in
# fractions. A span is the low end, whether that is left out, the high end, and whether that is; _ROWS are IDENTITIES by
# place in SURFACES.
_Span = tuple[int | None, bool, int | None, bool]
_ROWS: Final = tuple(tuple((SURFACES.index(name), sign) for name, sign in row.items()) for row in IDENTITIES)


def _whole(window: Window, scale: int) -> _Span:
    low = None if window.low is None else int(window.low * scale)
    high = None if window.high is None else int(window.high * scale)
    return low, window.low_open, high, window.high_open


def _window(span: _Span, scale: int, before: Window) -> Window:
    low, low_open, high, high_open = span
    return Window(
        None if low is None else Fraction(low, scale),
        None if high is None else Fraction(high, scale),
        low_open,
        high_open,
        before.written,
    )


def _rest(spans: Sequence[_Span], row: tuple[tuple[int, int], ...], left_out: int) -> _Span:
    """Return the sum of the other surfaces of a row, with their signs."""
    low: int | None = 0
    high: int | None = 0
    low_open = high_open = False
    for place, sign in row:
        if place == left_out:
            continue
        least, least_open, most, most_open = spans[place]
        if sign < 0:
            least, least_open, most, most_open = _opposite(spans[place])
        low = None if low is None or least is None else low + least
        high = None if high is None or most is None else high + most
        low_open, high_open = low_open or least_open, high_open or most_open
    return low, low_open, high, high_open


def _opposite(span: _Span) -> _Span:
    low, low_open, high, high_open = span
    return None if high is None else -high, high_open, None if low is None else -low, low_open


def _narrower(span: _Span, rest: _Span, sign: int) -> _Span:
    """Return the part of a surface's span at which its row adds up to zero."""
    low, low_open, high, high_open = span
    least, least_open, most, most_open = _opposite(rest) if sign > 0 else rest
    if least is not None and (low is None or least >= low):
        low, low_open = least, least_open or (least == low and low_open)
    if most is not None and (high is None or most <= high):
        high, high_open = most, most_open or (most == high and high_open)
    return low, low_open, high, high_open


def _has_no_value(span: _Span) -> bool:
    low, low_open, high, high_open = span
    return low is not None and high is not None and (low > high or (low == high and (low_open or high_open)))
