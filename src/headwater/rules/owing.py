"""What the actions of a plan owe: together in every world, and each by itself.

The actions are asked together, since they share facts. Where open facts leave more worlds than are looked at, what was
reached is not all there is. Each action is then asked alone, which takes far fewer worlds: what every one of them gives
it, it has in every world of all actions together. So what is said here is never less than what may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, partial
from typing import Final

from headwater.rules.deciding import Conclusion, Required, conclude_action, concluded
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.rules.world import Exploration, explore
from headwater.window import AT_LEAST_ZERO, ZERO, Window, total

# The ways looked at for all actions when each is asked alone, and the least for one of very many.
MOST_ALONE: Final = 256
LEAST_ALONE: Final = 16


class Owed:
    """What the actions of one plan owe under one edition; each action alone is asked when it is first needed."""

    def __init__(
        self, facts: Facts, edition: Edition, *, together: Exploration[tuple[Conclusion, ...]] | None = None
    ) -> None:
        self._facts = facts
        self._edition = edition
        self.together = concluded(facts, edition) if together is None else together
        self._asked_alone: dict[str, Exploration[Conclusion]] = {}

    @cached_property
    def by_action(self) -> Mapping[str, Exploration[Conclusion]]:
        """Every way in which what one action owes can go, for each action."""
        together = self.together
        if together.whole:
            return {
                action: Exploration(tuple(leaf.answering(leaf.answer[place]) for leaf in together.leaves))
                for place, action in enumerate(self._facts.ids("action"))
            }
        return {action: self._alone(action) for action in self._facts.ids("action")}

    def _alone(self, action: str) -> Exploration[Conclusion]:
        if action not in self._asked_alone:
            self._asked_alone[action] = explore(
                partial(conclude_action, action=action),
                facts=self._facts,
                edition=self._edition,
                most_leaves=max(LEAST_ALONE, MOST_ALONE // len(self._facts.ids("action"))),
            )
        return self._asked_alone[action]

    @cached_property
    def used(self) -> frozenset[str]:
        """Every fact that was looked at."""
        alone = self.by_action.values() if not self.whole and self.each_whole else ()
        return self.together.used.union(*(ways.used for ways in alone))

    @property
    def whole(self) -> bool:
        """Whether every world of all actions together was looked at."""
        return self.together.whole

    @cached_property
    def each_whole(self) -> bool:
        """Whether every way was looked at in which what some action owes can go."""
        return self.whole or all(self._alone(action).whole for action in self._facts.ids("action"))

    @cached_property
    def permit(self) -> bool | None:
        """Whether a permit is due for some action; None where that cannot be told."""
        if self.whole:
            permits = {_permit(leaf.answer) for leaf in self.together.leaves}
            return permits.pop() if len(permits) == 1 else None
        told = [_one(conclusion.permit for conclusion in self._ways(action)) for action in self.by_action]
        if any(permit is True and ways.whole for permit, ways in zip(told, self.by_action.values(), strict=True)):
            return True
        return False if self.each_whole and all(permit is False for permit in told) else None

    def requires(self, requirement: str) -> bool | None:
        """Return whether some action owes a requirement; None where that cannot be told."""
        if self.whole:
            return _one(_requires(leaf.answer, requirement) for leaf in self.together.leaves)
        told = [_one(_requires((one,), requirement) for one in self._ways(action)) for action in self.by_action]
        if any(due is True and ways.whole for due, ways in zip(told, self.by_action.values(), strict=True)):
            return True
        return False if self.each_whole and all(due is False for due in told) else None

    @cached_property
    def requirements(self) -> Mapping[tuple[str, Required], bool | None]:
        """Each requirement that an action may have, with whether it applies (None: open)."""
        found: dict[tuple[str, Required], bool | None] = {}
        for action, ways in self.by_action.items():
            worlds = [set(leaf.answer.required) for leaf in ways.leaves]
            common = set.intersection(*worlds) if worlds and ways.whole else set()
            for required in set().union(*worlds):
                found[action, required] = True if required in common else None
        return {key: found[key] for key in sorted(found)}

    @cached_property
    def volume_cf(self) -> Window | None:
        """The volume owed; None where none is owed in any world, an open window where worlds differ."""
        if self.whole:
            return _hull([_sum(leaf.answer) for leaf in self.together.leaves])
        if not self.each_whole:
            return AT_LEAST_ZERO
        parts = [_hull([_sum((one,)) for one in self._ways(action)]) for action in self.by_action]
        owed = [part for part in parts if part is not None]
        return total(owed) if owed else None

    def _ways(self, action: str) -> tuple[Conclusion, ...]:
        return tuple(leaf.answer for leaf in self.by_action[action].leaves)


def _one(answers: Iterable[bool | None]) -> bool | None:
    found = set(answers)
    return found.pop() if len(found) == 1 else None


def _permit(case: tuple[Conclusion, ...]) -> bool | None:
    permits = [conclusion.permit for conclusion in case]
    return True if True in permits else None if None in permits else False


def _requires(case: tuple[Conclusion, ...], requirement: str) -> bool | None:
    if any(conclusion.requires(requirement) for conclusion in case):
        return True
    return None if any(conclusion.permit is None or conclusion.open_because for conclusion in case) else False


def _sum(case: tuple[Conclusion, ...]) -> Window | None:
    owed = [conclusion.volume_cf for conclusion in case if conclusion.volume_cf is not None]
    undecided = any(conclusion.permit is None for conclusion in case)
    return total(owed) if owed else AT_LEAST_ZERO if undecided else None


def _hull(sums: list[Window | None]) -> Window | None:
    """Return the least window that holds every volume, which is none where there is none in any world."""
    if all(item is None for item in sums):
        return None
    if len(set(sums)) == 1:
        return sums[0]
    known = [item if item is not None else ZERO for item in sums]
    highs = [item.high for item in known]
    lows = [item.low for item in known if item.low is not None]
    high = None if None in highs else max(high for high in highs if high is not None)
    return Window(min(lows) if lows else None, high)
