"""What a site consists of: the quantities and words that every other fact follows from, and the laws between them.

The proof is of a plan with one action and no earlier project, so that a fact of the action and the same fact of the
plan are one quantity. Owns the identities between surfaces, what can be no less than zero, and which words a fact may
be; which facts are derived is the edition's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from headwater.plan.proposal import HOUSING, KINDS, USES
from headwater.plan.site import FORMER_USES
from headwater.rules.condition import Condition, conditions_of
from headwater.rules.edition import Edition
from headwater.rules.verify.linear import Linear, linear
from headwater.units import SUFFIXES

SITE, DISTURBED, KEPT, RECONSTRUCTED, REMOVED, NEW = (
    "site_area_sf",
    "disturbed_area_sf",
    "kept_sf",
    "reconstructed_sf",
    "removed_sf",
    "new_sf",
)
AREAS: Final[Mapping[str, Mapping[str, int]]] = {
    SITE: {SITE: 1},
    DISTURBED: {DISTURBED: 1},
    KEPT: {KEPT: 1},
    RECONSTRUCTED: {RECONSTRUCTED: 1},
    REMOVED: {REMOVED: 1},
    NEW: {NEW: 1},
    "existing_impervious_sf": {KEPT: 1, RECONSTRUCTED: 1, REMOVED: 1},
    "proposed_impervious_sf": {KEPT: 1, RECONSTRUCTED: 1, NEW: 1},
    "net_increase_sf": {NEW: 1, REMOVED: -1},
    "homes_impervious_sf": {},
}
"""The areas of a plan in terms of the six that are free. Its impervious surfaces hold no permeable part and no home."""

ABOVE_ZERO: Final = frozenset(
    {SITE, "action.width_ft", "action.required_buffer_area_sf", "action.density_units_per_ac"}
)
COUNTS: Final = frozenset(
    {"action.homes", "action.lots_of_record", "action.lots", "action.buildable_lots", "action.units"}
)
# The first word that fits is taken for a site that shows a defect, so the plainest kinds come first.
_PLAIN_KINDS: Final = ("new development", "redevelopment", "linear new", "linear reconstruction", "subdivision")
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "action.kind": (*_PLAIN_KINDS, *(kind for kind in KINDS if kind not in _PLAIN_KINDS)),
    "action.use": USES,
    "action.housing": HOUSING,
    "former_use": FORMER_USES,
    "action.counted_in": ("none", "another action"),
}
YES_NO: Final = ("no", "yes")
ANY_OTHER: Final = "any other"
LAWS: Final[tuple[Mapping[str, int], ...]] = (
    {SITE: 1, DISTURBED: -1},
    {SITE: 1, KEPT: -1, RECONSTRUCTED: -1, REMOVED: -1},
    {SITE: 1, KEPT: -1, RECONSTRUCTED: -1, NEW: -1},
)
"""Sums that are at least zero on every site: nothing is larger than the site it lies on."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The facts of one edition that follow from no other, and the words each of them may be."""

    words: Mapping[str, tuple[str, ...]]
    derived: frozenset[str]

    def is_word(self, name: str) -> bool:
        """Return whether a base fact is a word; one that nothing tells about is a yes or no."""
        return name in self.words or not is_number(name)

    def domain(self, name: str) -> tuple[str, ...]:
        """Return the words that a base fact may be."""
        return self.words.get(name, YES_NO)


def vocabulary(edition: Edition) -> Vocabulary:
    """Return the vocabulary of an edition, from all its conditions."""
    named: dict[str, set[str]] = {}
    for condition in conditions(edition):
        if condition.number is None:
            named.setdefault(condition.fact, set()).update(condition.words)
    words: dict[str, tuple[str, ...]] = dict(WORDS)
    for name, texts in sorted(named.items()):
        if name not in words:
            words[name] = YES_NO if texts & set(YES_NO) else (*sorted(texts), ANY_OTHER)
    return Vocabulary(words, frozenset({*edition.sums, *edition.ratios, *edition.formulas}))


def conditions(edition: Edition) -> Iterator[Condition]:
    """Yield every condition of the rows and branches of an edition."""
    for row in edition.rows.values():
        yield from conditions_of(row.when)
    for branch in edition.branches.values():
        yield from conditions_of(branch.when)


def is_number(name: str) -> bool:
    """Return whether a name says that its fact is a number."""
    return name in COUNTS or any(name.endswith(f"_{suffix}") for suffix in SUFFIXES)


def base_quantity(name: str) -> Linear:
    """Return a base fact as a sum of free quantities."""
    short = name.removeprefix("action.")
    area = AREAS.get(short)
    if area is not None:
        return linear({part: Fraction(sign) for part, sign in area.items()})
    if short.startswith("permeable_"):
        return linear({})
    return linear({name: Fraction(1)})


def laws_of(names: Iterable[str]) -> Iterator[tuple[Mapping[str, int], bool]]:
    """Yield the sums of `names` that no site has below zero, and whether they are above it."""
    for name in names:
        yield {name: 1}, name in ABOVE_ZERO
    yield from ((law, False) for law in LAWS)
