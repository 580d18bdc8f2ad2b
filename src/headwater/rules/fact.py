"""A fact as a rule sees it: a named value, or all that is known of one.

Numbers are exact windows in the base unit that the name's suffix tells; texts and yes-or-no answers are the set of words
still possible. Owns the records alone: facts are made from a plan by `headwater.review.facts`, and asked by
`headwater.rules.world`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from headwater.window import Window

YES_NO = frozenset({"yes", "no"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One named quantity or word.

    `region` is a `Window` for a number and a set of words otherwise; a set of one word, or a window that has a written
    number, is a known fact. `given` is the text as its writer put it down; `line` is where; `derived_from` names the
    facts that fixed it.
    """

    name: str
    region: Window | frozenset[str]
    given: str | None = None
    origin: str = "unknown"
    line: int | None = None
    source: str | None = None
    derived_from: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the fact was given, or is fixed by facts that were."""
        if isinstance(self.region, Window):
            return self.region.written is not None
        return len(self.region) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Every fact of a case: those of the plan as a whole, and those of its actions, practices, openings and so on.

    `plain` is keyed by name (`site_area_sf`); `items` by kind and then by id, each holding facts by the name a rule uses
    (`practice.soil_rate_in_per_hr`).
    """

    plain: Mapping[str, Fact]
    items: Mapping[str, Mapping[str, Mapping[str, Fact]]] = field(default_factory=dict)

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return the ids of the items of one kind, in the plan's order."""
        return tuple(self.items.get(kind, {}))
