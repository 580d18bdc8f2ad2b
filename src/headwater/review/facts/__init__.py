"""From a plan to the facts that a rule asks: named, exact, each with its origin.

This is where written quantities become windows in base units, where surfaces that are not stated are derived if the
stated ones fix them, and where what is not stated stays open. Nothing is filled in: a fact that the plan does not give
is everything that it could be. The names are listed in docs/reference/facts.md and do not change without a version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from headwater.plan import Plan
from headwater.review.facts.actions import action_facts, earlier_facts
from headwater.review.facts.papers import answer_facts, exhibit_facts, regional_facts, right_of_way_facts
from headwater.review.facts.practices import practice_facts, practices_together
from headwater.review.facts.surfaces import SURFACE_FACTS, site_facts, surface_facts
from headwater.review.facts.water import (
    discharge_facts,
    landlocked_facts,
    opening_facts,
    phosphorus_facts,
    point_facts,
    water_facts,
)
from headwater.rules.fact import Fact, Facts


@dataclass(frozen=True, kw_only=True)
class Known:
    """A plan with its facts, from which those of another that shares its records are taken over."""

    plan: Plan
    facts: Facts

    def taken_over(self, kind: str, before: Iterable[Any] | None) -> dict[int, Mapping[str, Fact]]:
        """Return the facts of each item of one kind, by the identity of its record."""
        return {id(record): self.facts.items[kind][record.id.value] for record in before or ()}


def facts_of(plan: Plan, *, like: Known | None = None) -> Facts:
    """Return every fact of a plan.

    What is about a record that the plan shares with `like`, one and the same object, is taken over from there: a plan
    that was changed in one place has most of its facts already.
    """
    same_ground = like is not None and like.plan.surfaces is plan.surfaces and like.plan.site is plan.site
    figures = (
        {name: fact for name, fact in like.facts.plain.items() if name in SURFACE_FACTS}
        if like is not None and same_ground
        else surface_facts(plan.surfaces, plan)
    )
    plain = {
        **figures,
        **site_facts(plan, figures),
        **discharge_facts(plan),
        **phosphorus_facts(plan),
        **regional_facts(plan),
        **right_of_way_facts(plan),
        **practices_together(plan),
        **answer_facts(plan),
        **exhibit_facts(plan),
    }
    items: dict[str, Mapping[str, Mapping[str, Fact]]] = {
        "action": {action.id.value: action_facts(action, plan, plain) for action in plan.actions}
    }
    for kind, (records, make) in _ITEMS.items():
        # What is below a practice is told by the borings.
        shared = like is not None and (kind != "practice" or like.plan.borings is plan.borings)
        known = like.taken_over(kind, records(like.plan)) if like is not None and shared else {}
        items[kind] = {
            record.id.value: known[id(record)] if id(record) in known else make(record, plan)
            for record in records(plan) or ()
        }
    items["opening"] = _openings(plan, like)
    items["boring"] = {item.id.value: {} for item in plan.borings or ()}
    return Facts(plain=plain, items=items, unlisted=_unlisted(plan))


_ITEMS: Final[Mapping[str, tuple[Callable[[Plan], Iterable[Any] | None], Callable[[Any, Plan], dict[str, Fact]]]]] = {
    "earlier": (lambda plan: plan.earlier_projects, lambda record, plan: earlier_facts(record)),
    "practice": (lambda plan: plan.practices, practice_facts),
    "point": (lambda plan: plan.discharge.points if plan.discharge else None, lambda record, plan: point_facts(record)),
    "water": (lambda plan: plan.waters, lambda record, plan: water_facts(record)),
    "landlocked": (lambda plan: plan.landlocked, lambda record, plan: landlocked_facts(record)),
}


def _openings(plan: Plan, like: Known | None) -> Mapping[str, Mapping[str, Fact]]:
    if like is not None and all(
        getattr(like.plan, part) is getattr(plan, part) for part in ("structures", "waters", "practices")
    ):
        return like.facts.items["opening"]
    return dict(opening_facts(plan))


def _unlisted(plan: Plan) -> dict[str, tuple[str, ...]]:
    """Return the lists that the plan leaves out, by the kind of item that stands in them."""
    points = plan.discharge.points if plan.discharge else None
    lists: dict[str, dict[str, object]] = {
        "earlier": {"earlier_projects": plan.earlier_projects},
        "practice": {"practices": plan.practices},
        "point": {"discharge.points": points},
        "water": {"waters": plan.waters},
        "landlocked": {"landlocked": plan.landlocked},
        "opening": {"structures": plan.structures, "waters": plan.waters, "practices": plan.practices},
    }
    if plan.structures == ():
        # Without a structure there is no opening, whatever waters there are.
        del lists["opening"]
    missing = {kind: tuple(name for name, given in names.items() if given is None) for kind, names in lists.items()}
    return {kind: names for kind, names in missing.items() if names}
