"""The cases by which criteria are judged: what the actions may owe together, each different duty once.

Owns which cases there are, whether they are all, and which criteria go alike whatever case was not looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from headwater.rules.condition import Clauses, conditions_of
from headwater.rules.deciding import Conclusion
from headwater.rules.fact import Facts
from headwater.rules.judging import CONCLUDED
from headwater.rules.owing import Owed

MOST_CONCLUSIONS: Final = 24
Case = tuple[Conclusion, ...]


def signature(case: Case) -> tuple[object, ...]:
    """Return what the actions owe together, apart from which rows say so."""
    return tuple(conclusion.duty for conclusion in case)


@dataclass(frozen=True, kw_only=True)
class Cases:
    """The cases that criteria are judged by; `whole` is false where there are more than were looked at.

    `key` tells cases apart that a criterion may.
    """

    each: tuple[Case, ...]
    whole: bool
    key: Callable[[Case], object]


def cases_of(owed: Owed, facts: Facts) -> Cases:
    """Return the cases of what the actions owe.

    Where there were too many worlds to look at, every action's own duties are joined in every way: that may be more
    than there is, and is nothing less.
    """
    # Which row frees an action matters to earlier projects that the plan leaves out, and to nothing else.
    key = _by_row if "earlier" in facts.unlisted else _by_branch
    distinct: dict[object, Case] = {}
    for leaf in owed.together.leaves:
        distinct.setdefault(key(leaf.answer), leaf.answer)
    if not owed.whole and owed.each_whole:
        joined = _joined(owed, key)
        if joined is not None:
            return Cases(each=joined, whole=True, key=key)
    each = tuple(distinct.values())[:MOST_CONCLUSIONS]
    return Cases(each=each, whole=owed.whole and len(each) == len(distinct), key=key)


def _by_branch(case: Case) -> object:
    """Return a case as criteria see it: the duties, and the branch by which an action comes to them."""
    return tuple((one.duty, None if one.permit is False else one.branch) for one in case)


def _by_row(case: Case) -> object:
    return tuple((one.duty, one.branch, one.rows, one.exempt_by) for one in case)


def _joined(owed: Owed, key: Callable[[Case], object]) -> tuple[Case, ...] | None:
    """Return every way to join what each action alone may owe; None where there are too many."""
    of_actions: list[tuple[Conclusion, ...]] = []
    for ways in owed.by_action.values():
        distinct: dict[object, Conclusion] = {}
        for leaf in ways.leaves:
            distinct.setdefault(key((leaf.answer,)), leaf.answer)
        of_actions.append(tuple(distinct.values()))
    return tuple(product(*of_actions)) if prod(map(len, of_actions)) <= MOST_CONCLUSIONS else None


def asks_what_is_told(clauses: Clauses, owed: Owed, facts: Facts) -> bool:
    """Return whether all that clauses ask of what is owed is the same in every world, looked at or not.

    So it is where they ask no more than whether a permit is due, or one requirement, and that can be told.
    """
    for condition in conditions_of(clauses):
        if condition.fact in CONCLUDED:
            if not _is_told(condition.fact, owed):
                return False
        elif not _is_given(condition.fact, facts):
            return False
    return True


def _is_told(name: str, owed: Owed) -> bool:
    kind, _, requirement = name.partition(".")
    told = owed.permit if kind == "permit" else owed.requires(requirement) if kind == "requires" else None
    return told is not None


def _is_given(name: str, facts: Facts) -> bool:
    """Return whether a name is a fact of the case, and nothing that follows from others by a formula."""
    kind, _, rest = name.partition(".")
    items = facts.items.get(kind)
    if items is not None:
        return all(rest in named for named in items.values())
    return facts.plain_fact(name) is not None
