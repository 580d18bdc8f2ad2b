"""A defect of an edition: a place where its rows, taken together, do not say one thing of a site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal

from headwater.rules.edition import Edition
from headwater.rules.verify.feasible import Span
from headwater.rules.verify.site import Site
from headwater.rules.verify.written import written

Kind = Literal["gap", "overlap", "contradiction", "dead row", "undefined", "jump"]
KINDS: Final[tuple[Kind, ...]] = ("gap", "overlap", "contradiction", "dead row", "undefined", "jump")
SOURCE_MISSING: Final = "source missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """One defect, with the smallest round-number site that shows it.

    `rows` are those that clash, that have no value, that nothing reaches, or that border on a gap; `about` is the
    table, ratio or provision that it is about. `spans` bounds the sites that show it, by fact. `says` is what each row
    says, `decides` what the program makes of the site. `readings` are the recorded choices that answer it; with none,
    and no source that is missing, the defect is unexplained.
    """

    kind: Kind
    provisions: tuple[str, ...]
    rows: tuple[str, ...]
    about: str
    site: Site | None
    spans: Mapping[str, Span] = field(default_factory=dict)
    says: tuple[tuple[str, str], ...] = ()
    decides: str = ""
    readings: tuple[str, ...] = ()
    source_missing: bool = False

    @property
    def reading(self) -> str | None:
        """The reading that explains the defect, if one does."""
        return self.readings[0] if self.readings else None

    @property
    def explanation(self) -> str | None:
        """The reading, or `source missing`; None where nothing explains the defect."""
        return self.reading or (SOURCE_MISSING if self.source_missing else None)

    @property
    def where(self) -> tuple[tuple[str, str], ...]:
        """The bounds of the sites that show the defect: each fact, with what it is compared to, as `> 9 %, < 10 %`."""
        return tuple((name, _bounds(name, span)) for name, span in self.spans.items())


def provisions_of(rows: Iterable[str], edition: Edition) -> tuple[str, ...]:
    """Return the provisions that rows come from, each once."""
    return tuple(dict.fromkeys(edition.rows[row].provision for row in rows))


def hull(spans: Iterable[Mapping[str, Span]]) -> dict[str, Span]:
    """Return the bounds that several cells share: on each axis that all of them were cut on, the outermost ends."""
    first, *others = spans
    found = dict(first)
    for other in others:
        found = {name: _around(span, other[name]) for name, span in found.items() if name in other}
    return {name: span for name, span in found.items() if span.low is not None or span.high is not None}


def meet(one: Mapping[str, Span], two: Mapping[str, Span]) -> bool:
    """Return whether two cells touch, or may, on every axis that both were cut on."""
    return not any(_apart(span, two[name]) or _apart(two[name], span) for name, span in one.items() if name in two)


def _apart(left: Span, right: Span) -> bool:
    return left.high is not None and right.low is not None and left.high < right.low


def _around(one: Span, two: Span) -> Span:
    low, low_open = one.low, one.low_open
    if two.low is None or (low is not None and (two.low < low or (two.low == low and not two.low_open))):
        low, low_open = two.low, two.low_open
    high, high_open = one.high, one.high_open
    if two.high is None or (high is not None and (two.high > high or (two.high == high and not two.high_open))):
        high, high_open = two.high, two.high_open
    return Span(low, high, low_open, high_open)


def _bounds(name: str, span: Span) -> str:
    def shown(number: Fraction) -> str:
        return "0 sf" if number == 0 and name.endswith("_sf") else written(name, number).removeprefix("exactly ")

    if span.low is not None and span.low == span.high:
        return f"= {shown(span.low)}"
    low = "" if span.low is None else f"{'>' if span.low_open else '>='} {shown(span.low)}"
    high = "" if span.high is None else f"{'<' if span.high_open else '<='} {shown(span.high)}"
    return ", ".join(part for part in (low, high) if part)
