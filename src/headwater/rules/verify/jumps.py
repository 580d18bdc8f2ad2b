"""Jumps: a required volume that leaps where one piece of its formula gives way to another.

The rows of a volume that share a provision are the pieces of one duty. Where two of them meet, with the volume owed on
both sides, the limit of the one is compared with the value of the other. A step from one row of an applicability table
to the next is no jump: the law means it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from headwater.rules.edition import Edition
from headwater.rules.verify.defect import Defect, hull, meet, provisions_of
from headwater.rules.verify.examine import Seen, free, tables, triggered
from headwater.rules.verify.explain import Explainer
from headwater.rules.verify.feasible import Constraint, Span, solution
from headwater.rules.verify.gaps import closed
from headwater.rules.verify.linear import CONSTANT, Linear
from headwater.rules.verify.site import Site
from headwater.rules.verify.space import Region, Space
from headwater.rules.verify.unknown import Answered, Cell, settled_parts, space_of, walk
from headwater.rules.verify.vocabulary import REMOVED
from headwater.rules.verify.witness import Effort, effort, smallest_site
from headwater.rules.world import World
from headwater.units import rounded_half_up


@dataclass(frozen=True, slots=True, kw_only=True)
class _Leap:
    """A jump at one site: the row that holds there, and the one beside it whose limit differs."""

    at: str
    beside: str
    site: Site
    at_cf: Fraction
    beside_cf: Fraction
    spans: tuple[Mapping[str, Span], ...]


def jumps(cells: list[Answered[Seen]], space: Space, explainer: Explainer) -> Iterator[Defect]:
    """Yield one defect for every two pieces of a duty between which its volume jumps."""
    groups: dict[tuple[str, ...], list[_Leap]] = {}
    for leap in _leaps(cells, space):
        groups.setdefault(tuple(sorted((leap.at, leap.beside))), []).append(leap)
    for rows, leaps in groups.items():
        best = min(leaps, key=_plainness)
        provisions = provisions_of([best.at], space.edition)

        def persists(amended: Edition, rows: tuple[str, ...] = rows) -> bool:
            other = space_of(amended)
            found = _leaps(list(walk(tables, other)), other)
            return any(tuple(sorted((leap.at, leap.beside))) == rows for leap in found)

        yield Defect(
            kind="jump",
            provisions=provisions,
            rows=rows,
            about=provisions[0],
            site=best.site,
            spans=hull(spans for leap in leaps for spans in leap.spans),
            says=((best.beside, f"{_cf(best.beside_cf)} just before it"), (best.at, f"{_cf(best.at_cf)} at it")),
            decides=f"{_cf(best.beside_cf)} becomes {_cf(best.at_cf)}",
            readings=explainer.readings(provisions, persists, settled=True),
        )


def _plainness(leap: _Leap) -> tuple[bool, int, int, Fraction, Effort]:
    """Return how plain a jump is to see: best where nothing is removed, then the plainest site, the largest leap."""
    least = effort(leap.site)
    return leap.site.values.get(REMOVED, 0) > 0, least[0], least[1], -abs(leap.at_cf - leap.beside_cf), least


def _cf(volume_cf: Fraction) -> str:
    return f"{rounded_half_up(volume_cf)} cf"


def _leaps(cells: list[Answered[Seen]], space: Space) -> Iterator[_Leap]:
    edition = space.edition
    duties: dict[str, list[Answered[Seen]]] = {}
    for answered in cells:
        if answered.answer.volume is not None:
            duties.setdefault(edition.rows[answered.answer.volume].provision, []).append(answered)
    for pieces in duties.values():
        for at in pieces:
            for beside in pieces:
                if at.answer.volume != beside.answer.volume and _touch(at, beside):
                    yield from _compared(at, beside, space)


def _touch(at: Answered[Seen], beside: Answered[Seen]) -> bool:
    """Return whether two cells may meet, by their words and by the axes that both were cut on."""
    if at.answer.branch != beside.answer.branch or at.answer.scope != beside.answer.scope:
        return False
    return _common(at.cell, beside.cell) is not None and meet(at.cell.spans, beside.cell.spans)


def _common(one: Cell, two: Cell) -> dict[str, tuple[str, ...]] | None:
    """Return the words that facts may be in both cells, or None where some fact is left without any."""
    words = {**two.words, **one.words}
    for name, left in words.items():
        words[name] = tuple(word for word in left if word in two.words.get(name, left))
    return words if all(words.values()) else None


def _compared(at: Answered[Seen], beside: Answered[Seen], space: Space) -> Iterator[_Leap]:
    """Yield the jumps between a cell and the one beside it, whose limit is taken: its ends count as its own."""
    for here in at.answer.terms_cf:
        for there in beside.answer.terms_cf:
            largest = (*_largest(here, at.answer.terms_cf, space), *_largest(there, beside.answer.terms_cf, space))
            for sign in (1, -1):
                apart = (here - there).times(Fraction(sign))
                also = (*largest, space.constraint(dict(apart.terms), ">"))
                site = _site(at.cell, beside.cell, also, space)
                if site is not None:
                    yield _Leap(
                        at=at.answer.volume or "",
                        beside=beside.answer.volume or "",
                        site=site,
                        at_cf=_at(here, site),
                        beside_cf=_at(there, site),
                        spans=(at.cell.spans, beside.cell.spans),
                    )


def _site(at: Cell, beside: Cell, also: tuple[Constraint, ...], space: Space) -> Site | None:
    """Return a site of one cell on the edge of another at which `also` holds, the volume being owed on both sides."""
    meeting = _meeting(at, beside, also, space)
    for here in settled_parts(meeting, space, _owed) if meeting is not None else ():
        near = replace(beside, words=_common(here, beside) or beside.words)
        for there in settled_parts(near, space, _owed):
            both = _meeting(here, there, (), space)
            if both is not None:
                return smallest_site(both, space)
    return None


def _owed(world: World) -> bool:
    return free(world) and triggered(world)


def _meeting(at: Cell, beside: Cell, also: tuple[Constraint, ...], space: Space) -> Cell | None:
    """Return the part of a cell that lies on the edge of another and at which `also` holds, or None without any."""
    words = _common(at, beside)
    constraints = (*at.constraints, *closed(beside.constraints), *also)
    point = solution(constraints, size=len(space.variables)) if words is not None else None
    if words is None or point is None:
        return None
    return replace(
        at,
        constraints=constraints,
        words=words,
        asked=at.asked | beside.asked,
        region=Region(constraints, at.region.axes, point),
    )


def _largest(term: Linear, terms: tuple[Linear, ...], space: Space) -> list[Constraint]:
    return [space.constraint(dict((term - other).terms), ">=") for other in terms if other != term]


def _at(term: Linear, site: Site) -> Fraction:
    return sum(
        (
            factor * (Fraction(1) if name == CONSTANT else site.values.get(name, Fraction(0)))
            for name, factor in term.terms
        ),
        Fraction(0),
    )
