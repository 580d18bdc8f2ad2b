"""From a plan to the facts that a rule asks: named, exact, each with its origin.

This is where written quantities become windows in base units, where surfaces that are not stated are derived if the
stated ones fix them, and where what is not stated stays open. Nothing is filled in: a fact that the plan does not give
is everything that it could be. The names are listed in docs/reference/facts.md and do not change without a version.
"""

from __future__ import annotations

from headwater.plan import Plan
from headwater.review.facts.actions import action_facts, earlier_facts
from headwater.review.facts.papers import answer_facts, exhibit_facts, regional_facts, right_of_way_facts
from headwater.review.facts.practices import practice_facts, practices_together
from headwater.review.facts.surfaces import site_facts, surface_facts
from headwater.review.facts.water import (
    discharge_facts,
    landlocked_facts,
    opening_facts,
    phosphorus_facts,
    point_facts,
    water_facts,
)
from headwater.rules.fact import Fact, Facts


def facts_of(plan: Plan) -> Facts:
    """Return every fact of a plan."""
    figures = surface_facts(plan.surfaces, plan)
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
    borings = plan.borings or ()
    items: dict[str, dict[str, dict[str, Fact]]] = {
        "action": {action.id.value: action_facts(action, plan, plain) for action in plan.actions},
        "earlier": {item.id.value: earlier_facts(item) for item in plan.earlier_projects or ()},
        "practice": {item.id.value: practice_facts(item, plan) for item in plan.practices or ()},
        "point": {
            item.id.value: point_facts(item) for item in (plan.discharge.points if plan.discharge else None) or ()
        },
        "water": {item.id.value: water_facts(item) for item in plan.waters or ()},
        "landlocked": {item.id.value: landlocked_facts(item) for item in plan.landlocked or ()},
        "opening": dict(opening_facts(plan)),
        "boring": {item.id.value: {} for item in borings},
    }
    return Facts(plain=plain, items=items, unlisted=_unlisted(plan))


def _unlisted(plan: Plan) -> dict[str, tuple[str, ...]]:
    """Return the lists that the plan leaves out, by the kind of item that stands in them."""
    points = plan.discharge.points if plan.discharge else None
    lists: dict[str, dict[str, object]] = {
        "point": {"discharge.points": points},
        "water": {"waters": plan.waters},
        "landlocked": {"landlocked": plan.landlocked},
        "opening": {"structures": plan.structures, "waters": plan.waters},
    }
    if plan.structures == ():
        # Without a structure there is no opening, whatever waters there are.
        del lists["opening"]
    missing = {kind: tuple(name for name, given in names.items() if given is None) for kind, names in lists.items()}
    return {kind: names for kind, names in missing.items() if names}
