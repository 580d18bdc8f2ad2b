"""Areas that ought to be the same land: before and after, in the model and in the plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from headwater.plan import Plan
from headwater.plan.computed import as_stated
from headwater.plan.surfaces import Surfaces
from headwater.review.crosscheck.figures import ModelFigures
from headwater.review.crosscheck.items import Item, Place
from headwater.rules.fact import Facts
from headwater.units import exact_quantity
from headwater.window import Window

SF_PER_AC = 43_560.0
# The sides of a plan whose impervious surface is stated.
IMPERVIOUS = {"existing": "existing_impervious_sf", "proposed": "proposed_impervious_sf"}


def area_items(plan: Plan, facts: Facts, models: Mapping[str, tuple[ModelFigures, Place]]) -> Iterator[Item]:
    """Yield the areas that do not add up.

    Parameters
    ----------
    models
        The model that stands for each condition, and where it is.
    """
    totals = {name: pair for name, pair in models.items() if pair[0].land}
    if len(totals) > 1:
        yield from _between(totals)
    yield from _site(plan, facts, totals)
    for condition, fact in IMPERVIOUS.items():
        if condition in totals:
            yield from _impervious(plan, facts, fact, *totals[condition])


def _between(totals: Mapping[str, tuple[ModelFigures, Place]]) -> Iterator[Item]:
    # Land whose areas are not all known adds up to nothing that could be held against another sum.
    known = [
        (name, model, place, area_ac)
        for name, (model, place) in totals.items()
        if (area_ac := model.area_ac) is not None
    ]
    for first, one, place, area_ac in known[:1]:
        for name, other, there, other_ac in known[1:]:
            if not _differ(area_ac, other_ac, one.half_ac + other.half_ac):
                continue
            yield Item(
                code="areas-do-not-add-up",
                element=None,
                found=(
                    f"The {first} model drains {area_ac:.3f} ac and the {name} model {other_ac:.3f} ac; "
                    "the same land has to stand in both."
                ),
                where=(
                    replace(place, says=f"{area_ac:.3f} ac in all"),
                    replace(there, says=f"{other_ac:.3f} ac in all"),
                ),
            )


def _site(plan: Plan, facts: Facts, totals: Mapping[str, tuple[ModelFigures, Place]]) -> Iterator[Item]:
    """Yield a model with less land than the site has; more may come from outside."""
    fact = facts.plain.get("site_area_sf")
    if fact is None or not isinstance(fact.region, Window) or fact.region.written is None or fact.region.low is None:
        return
    least_ac = float(fact.region.low) / SF_PER_AC
    for name, (model, place) in totals.items():
        if model.area_ac is not None and model.area_ac + model.half_ac < least_ac - 1e-9:
            yield Item(
                code="areas-do-not-add-up",
                element=None,
                found=(
                    f"The site has {fact.given}, and the {name} model drains {model.area_ac:.3f} ac of it; the rest of "
                    "the land is in no subcatchment."
                ),
                where=(
                    Place(file=plan.file or "plan", line=fact.line, field="site.area", says=fact.given or ""),
                    replace(place, says=f"{model.area_ac:.3f} ac in all"),
                ),
                facts=("site_area_sf",),
            )


def _impervious(plan: Plan, facts: Facts, name: str, model: ModelFigures, place: Place) -> Iterator[Item]:
    fact = facts.plain.get(name)
    total_ac = model.impervious_ac
    if total_ac is None or fact is None or not isinstance(fact.region, Window) or fact.region.written is None:
        return
    low, high = fact.region.low, fact.region.high
    half_ac = model.half_ac
    total_sf = total_ac * SF_PER_AC
    spare_sf = half_ac * SF_PER_AC
    if (low is None or total_sf + spare_sf >= float(low) - 1e-6) and (
        high is None or total_sf - spare_sf <= float(high) + 1e-6
    ):
        return
    stated_ac = float(fact.region.written) / SF_PER_AC
    given = fact.given or f"{float(fact.region.written):,.0f} sf"
    yield Item(
        code="impervious-differs",
        element=None,
        found=(
            f"The plan has {given} ({stated_ac:.3f} ac) of {model.condition} impervious surface, and the "
            f"{model.condition} model {total_ac:.3f} ac."
        ),
        where=(
            Place(file=plan.file or "plan", line=fact.line, field=f"surfaces.{model.condition}", says=given),
            replace(place, says=f"{total_ac:.3f} ac impervious"),
        ),
        facts=(name,),
        instead=_with_impervious(plan, model.condition, total_sf),
    )


def _with_impervious(plan: Plan, condition: str, total_sf: float) -> Plan | None:
    """Return the plan with the impervious surface of the model, where only one new surface stands for it."""
    surfaces = plan.surfaces
    if condition != "proposed" or not isinstance(surfaces, Surfaces) or surfaces.new is None:
        return None
    kept = [getattr(surfaces, name) for name in ("kept", "reconstructed")]
    if any(one is None or one.value != 0 for one in kept):
        return None
    new = exact_quantity(Fraction(round(total_sf)), "sf")
    return replace(as_stated(plan), surfaces=replace(surfaces, new=new, proposed=None, net_increase=None))


def _differ(one: float, two: float, half: float) -> bool:
    return abs(one - two) > half + 1e-6
