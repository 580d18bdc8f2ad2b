"""The smallest round-number site of a cell.

The quantities are chosen one after the other, each the roundest of all values that the cell leaves it: the site, the
surface that exists, what is new, removed and rebuilt, what is disturbed. So the search needs no trial and ends always.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from headwater.errors import UndefinedValueError
from headwater.rules.verify.feasible import Choose, Constraint, Span, constraint, solution
from headwater.rules.verify.site import Site, facts_of
from headwater.rules.verify.space import Space
from headwater.rules.verify.unknown import ACTION, Cell
from headwater.rules.verify.vocabulary import AREAS, DISTURBED, KEPT, NEW, RECONSTRUCTED, REMOVED, SITE
from headwater.rules.verify.written import digits, round_share, roundest
from headwater.rules.world import World

EXISTING: Final = "existing_impervious_sf"
_FIRST: Final = (SITE, EXISTING, NEW, REMOVED, RECONSTRUCTED, DISTURBED)
Effort = tuple[int, int, Fraction, Fraction, int, tuple[str, ...]]
# Ground that is rebuilt, built on or cleared is disturbed. No law of ours says so, and a site that obeys it is
# likelier.
_LIKELY: Final = ({DISTURBED: 1, RECONSTRUCTED: -1, NEW: -1}, {DISTURBED: 1, RECONSTRUCTED: -1, REMOVED: -1})


def smallest_site(cell: Cell, space: Space) -> Site:
    """Return the roundest site of a cell that holds one."""
    variables = tuple(space.variables)
    kept = {name for name in variables if name in AREAS or name in cell.asked}
    words = {name: left[0] for name, left in sorted(cell.words.items()) if name not in space.abstract}
    sites = []
    for values in _roundest(cell.constraints, variables):
        named = {name: value for name, value in zip(variables, values, strict=False) if name in kept}
        site = Site(values=named, words=words, unsaid=frozenset(space.unsaid))
        sites.append(replace(site, shares=_shares(site, cell, space)))
    return min(sites, key=effort)


def effort(site: Site) -> Effort:
    """Return how much it takes to write a site, and its size: the less, the plainer, rounder and smaller."""
    said = sum(word == "yes" for word in site.words.values())
    written = sum(digits(name, value) for name, value in (*site.values.items(), *site.shares.items()))
    size = sum(site.values.values(), Fraction(0))
    shares = sum(map(abs, site.shares.values()), Fraction(0))
    return said, written, size, shares, len(site.words), tuple(site.words.values())


def _roundest(constraints: tuple[Constraint, ...], variables: Sequence[str]) -> Iterator[tuple[Fraction, ...]]:
    """Yield the roundest values, in acres and square feet and in acres alone; likely ones where there are any."""
    places = {name: place for place, name in enumerate((*variables, EXISTING), start=1)}
    parts = {places[name]: Fraction(sign) for name, sign in AREAS[EXISTING].items()}
    system = [*constraints, constraint({**parts, places[EXISTING]: Fraction(-1)}, "=")]
    laws = ({places[name]: Fraction(sign) for name, sign in law.items()} for law in _LIKELY)
    likely = [*system, *(constraint(law, ">=") for law in laws)]
    others = [name for name in variables if name not in _FIRST and name != KEPT]
    order = [places[name] for name in (*_FIRST, *others, KEPT)]
    names = {place: name for name, place in places.items()}
    for conditions in (likely, system):
        found = [
            solution(conditions, size=len(places), choose=_choosing(names, acres=acres), order=order)
            for acres in (False, True)
        ]
        if None not in found:
            yield from (values for values in found if values is not None)
            return


def _choosing(names: Mapping[int, str], *, acres: bool) -> Choose:
    chosen: dict[str, Fraction] = {}

    def choose(variable: int, span: Span) -> Fraction:
        name = names[variable]
        if span.low is None and name in (NEW, REMOVED):  # bound by one another alone
            span = Span(Fraction(0), span.high, False, span.high_open)
        value = round_share(chosen[SITE], span) if name == DISTURBED and SITE in chosen else None
        chosen[name] = roundest(name, span, acres=acres) if value is None else value
        return chosen[name]

    return choose


def _shares(site: Site, cell: Cell, space: Space) -> dict[str, Fraction]:
    """Return the shares and sums that the cell was cut along, as they are on the site."""
    world = World(facts_of(site, space.vocabulary), space.edition)
    found: dict[str, Fraction] = {}
    with world.item("action", ACTION):
        for name in cell.spans:
            if name in space.edition.ratios:
                try:
                    value = world.number(name).low
                except UndefinedValueError:
                    continue
                if value is not None:
                    found[name] = value
    return found
