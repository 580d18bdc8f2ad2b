"""Items that are alike: those of which a plan says the same, as forty waters of which it gives no more than a name.

What a criterion comes to for one item stands for every other of which all facts are the same, under its own name. Owns
which items are alike, when one finding may stand for them, and the change of name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from headwater.rules.fact import Fact, Facts
from headwater.rules.finding import Finding
from headwater.rules.judging import Judgment
from headwater.rules.world import Exploration

# Actions name one another, and what each owes is told of all together.
_BY_THEMSELVES = frozenset({"action"})


class Alike:
    """The items of some facts, by what the plan says of each; a kind is looked through when it is first asked for."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._groups: dict[str, Mapping[str, int]] = {}

    def group(self, kind: str, item: str) -> int | None:
        """Return a number that all items like this one have, None where no other may be like it."""
        if kind in _BY_THEMSELVES or len(self._facts.items[kind]) < 2:
            return None
        if kind not in self._groups:
            numbers: dict[object, int] = {}
            self._groups[kind] = {
                one: numbers.setdefault(_said(f"{kind}[{one}].", named), len(numbers))
                for one, named in self._facts.items[kind].items()
            }
        return self._groups[kind][item]

    def may_stand_for_others(self, ways: Iterable[Exploration[Judgment]], kind: str, item: str) -> bool:
        """Return whether how a criterion goes for an item hangs on what the plan says of it, not on which it is."""
        own = f"{kind}[{item}]."
        leaves = [leaf for way in ways for leaf in way.leaves]
        used = frozenset().union(*(leaf.used for leaf in leaves))
        if f"{own}id" in used or not self._of_all(used, kind, own):
            return False
        for leaf in leaves:
            # A text of its own may name the item.
            if any(item in line for line in (*leaf.answer.arithmetic, leaf.answer.note)):
                return False
            for split in leaf.splits:
                if any(_is_of_another(name, kind, own) for name in (split.fact, *split.depends_on)):
                    return False
        return True

    def _of_all(self, used: frozenset[str], kind: str, own: str) -> bool:
        """Return whether a fact of other items that was used was used of every item: then it matters not of which."""
        counts: dict[str, int] = {}
        for name in used:
            if _is_of_another(name, kind, own):
                rest = name.rpartition("].")[2]
                counts[rest] = counts.get(rest, 0) + 1
        others = len(self._facts.items[kind]) - 1
        return all(count == others and f"{own}{rest}" in used for rest, count in counts.items())


def renamed(finding: Finding, kind: str, *, one: str, other: str) -> Finding:
    """Return the finding of one item as that of another that is like it."""
    here, there = f"{kind}[{one}].", f"{kind}[{other}]."

    def named(name: str) -> str:
        if name.startswith(here):
            return there + name[len(here) :]
        return here + name[len(there) :] if name.startswith(there) else name

    return replace(
        finding,
        item=other,
        facts=tuple(sorted(map(named, finding.facts))),
        margins=tuple(replace(margin, fact=named(margin.fact)) for margin in finding.margins),
        missing=tuple(map(named, finding.missing)),
        settled_by=tuple(map(named, finding.settled_by)),
    )


def _is_of_another(name: str, kind: str, own: str) -> bool:
    return name.startswith(f"{kind}[") and not name.startswith(own)


def _said(own: str, named: Mapping[str, Fact]) -> tuple[object, ...]:
    """Return all that the plan says of an item, apart from its id."""
    return tuple(
        (name, fact.region, tuple(source.removeprefix(own) for source in fact.derived_from))
        for name, fact in named.items()
        if name != "id"
    )
