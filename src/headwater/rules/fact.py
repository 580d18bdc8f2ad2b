"""A fact as a rule sees it: a named value, or all that is known of one.

Numbers are exact windows in the base unit that the name's suffix tells; texts and yes-or-no answers are the set of
words still possible. Owns the records alone: facts are made from a plan by `headwater.review.facts`, and asked by
`headwater.rules.world`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from headwater.window import Window

YES_NO = frozenset({"yes", "no"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One named quantity or word.

    `region` is a `Window` for a number and a set of words otherwise; a set of one word, or a window that has a written
    number, is a known fact. `given` is the text as its writer put it down; `line` is where; `derived_from` names the
    facts that fixed it. `doubt` says why a number stands for more than its digits do.
    """

    name: str
    region: Window | frozenset[str]
    given: str | None = None
    origin: str = "unknown"
    line: int | None = None
    source: str | None = None
    derived_from: tuple[str, ...] = ()
    doubt: str | None = None

    @property
    def known(self) -> bool:
        """Whether the fact was given, or is fixed by facts that were."""
        if isinstance(self.region, Window):
            return self.region.written is not None
        return len(self.region) == 1


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Every fact of a case: those of the plan as a whole, and those of its actions, practices, openings and so on.

    `plain` is keyed by name (`site_area_sf`); `items` by kind and then by id, each holding facts by the name a rule
    uses (`practice.soil_rate_in_per_hr`). `unlisted` names, for each kind of item of which the plan does not say
    whether there is any, the lists of the plan that would.
    """

    plain: Mapping[str, Fact]
    items: Mapping[str, Mapping[str, Mapping[str, Fact]]] = field(default_factory=dict)
    unlisted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def by_name(self) -> Mapping[str, Fact]:
        """Every fact by its own name, which for that of an item holds the item's id."""
        found = {fact.name: fact for fact in self.plain.values()}
        for items in self.items.values():
            for facts in items.values():
                found.update((fact.name, fact) for fact in facts.values())
        return found

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return the ids of the items of one kind, in the plan's order."""
        return tuple(self.items.get(kind, {}))

    def plain_fact(self, name: str) -> Fact | None:
        """Return a fact of the plan as a whole.

        An answer that the plan does not give is open, and an exhibit that it does not list is missing once it lists
        any.
        """
        found = self.plain.get(name)
        if found is not None:
            return found
        if name.startswith("answers."):
            return Fact(name=name, region=frozenset({"no"}) if name.endswith(".evidence") else YES_NO)
        if name.startswith("exhibits."):
            listed = self.plain.get("exhibits_listed")
            missing = listed is not None and listed.region == frozenset({"yes"})
            region = frozenset({"missing"}) if missing else frozenset({"delivered", "missing"})
            return Fact(name=name, region=region, origin="silence" if missing else "unknown")
        return None
