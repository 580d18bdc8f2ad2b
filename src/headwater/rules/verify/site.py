"""One site that shows a defect: its facts, as a plan would write them.

Owns the record, its facts for `headwater.rules.deciding`, and its words on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from headwater.rules.deciding import Conclusion, conclude
from headwater.rules.edition import Edition
from headwater.rules.fact import Fact, Facts
from headwater.rules.verify.examine import Clash, examine
from headwater.rules.verify.linear import CONSTANT
from headwater.rules.verify.unknown import ACTION
from headwater.rules.verify.vocabulary import ABOVE_ZERO, AREAS, Vocabulary, base_quantity
from headwater.rules.verify.written import written
from headwater.rules.world import World, explore
from headwater.window import point


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A site in full: the free quantities and the words by name; `shares` are what its rows are written in.

    What is not named is zero, `no`, or the first word that the fact may be; the words in `unsaid` are not said at all.
    """

    values: Mapping[str, Fraction]
    words: Mapping[str, str]
    shares: Mapping[str, Fraction] = field(default_factory=dict)
    unsaid: frozenset[str] = frozenset()

    def given(self) -> Mapping[str, str]:
        """Return what a plan has to state, by fact: the areas that are free, what else was asked, and the words."""
        areas = {name: written(name, self._value(name)) for name in AREAS if AREAS[name] == {name: 1}}
        others = {name: written(name, value) for name, value in self.values.items() if name not in AREAS}
        return {**areas, **others, **self.words}

    def derived(self) -> Mapping[str, str]:
        """Return what follows from it: the sums of surfaces, and the shares."""
        sums = {name: written(name, self._value(name)) for name in AREAS if len(AREAS[name]) > 1}
        return {**sums, **{name: written(name, value) for name, value in self.shares.items()}}

    def _value(self, name: str) -> Fraction:
        return sum(
            (
                factor * self.values.get(part, Fraction(0))
                for part, factor in base_quantity(name).terms
                if part != CONSTANT
            ),
            Fraction(0),
        )


class _Action(Mapping[str, Fact]):
    """The facts of one action: every base fact has a value, none that follows from others is given."""

    def __init__(self, site: Site, words: Vocabulary, *, prefix: str) -> None:
        self._site = site
        self._vocabulary = words
        self._prefix = prefix
        self._made: dict[str, Fact] = {}

    def __getitem__(self, name: str) -> Fact:
        fact = self._made.get(name)
        if fact is None:
            fact = self._made[name] = self._make(name)
        return fact

    def _make(self, name: str) -> Fact:
        full = f"{self._prefix}{name}"
        if full in self._vocabulary.derived or (not self._prefix and "." in name):
            raise KeyError(name)
        if self._vocabulary.is_word(full):
            domain = self._vocabulary.domain(full)
            if full in self._site.unsaid and full not in self._site.words:
                return Fact(name=full, region=frozenset(domain))
            word = self._site.words.get(full, domain[0])
            return Fact(name=full, region=frozenset({word}), given=word, origin="stated")
        terms = base_quantity(full).terms
        value = sum((factor * self._site.values.get(part, _least(part)) for part, factor in terms), Fraction(0))
        return Fact(name=full, region=point(value), given=written(full, value), origin="stated")

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _least(name: str) -> Fraction:
    return Fraction(1 if name in ABOVE_ZERO else 0)


def facts_of(site: Site, words: Vocabulary) -> Facts:
    """Return the facts of a site, as deciding asks them."""
    return Facts(
        plain=_Action(site, words, prefix=""), items={"action": {ACTION: _Action(site, words, prefix="action.")}}
    )


def conclusion_at(facts: Facts, edition: Edition) -> Conclusion:
    """Return what the program decides at a site."""
    return explore(conclude, facts=facts, edition=edition).leaves[0].answer[0]


def clashes_at(facts: Facts, edition: Edition) -> list[Clash]:
    """Return all that is wrong with the rows of an edition at a site."""

    def clashes(world: World) -> tuple[Clash, ...]:
        with world.item("action", ACTION):
            return tuple(examine(world).clashes)

    found = explore(clashes, facts=facts, edition=edition)
    return [clash for answer in found.answers for clash in answer]
