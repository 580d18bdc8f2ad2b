"""From a site of a judge to the facts that an edition asks, and from what an edition concludes back to a verdict.

The judges share the names of a site's fields, not its class, so that each stands alone; this adapter knows the names.
A site's fields are facts as they stand; what they fix is derived here by the definitions of a plan: existing surface is
kept, reconstructed and removed, proposed is kept, reconstructed and new.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any

from headwater.editions.cases import facts_of_case
from headwater.editions.registry import load_edition
from headwater.rules.deciding import Conclusion, conclude_action
from headwater.rules.edition import Edition
from headwater.rules.fact import Fact, Facts
from headwater.rules.world import Exploration, explore
from headwater.window import point

ACTION = "works"
BESIDE = "works beside"
SURFACES = ("kept", "reconstructed", "removed", "new")
EFFECTS = ("direction", "peak_rate", "volume", "quality")
NUMBERS = {
    "site_sf": "site_area_sf",
    "disturbed_sf": "disturbed_area_sf",
    "density": "density_units_per_ac",
    **{name: name for name in ("width_ft", "buffer_left_ft", "buffer_right_ft", "downgradient_buffer_ft")},
    **{name: name for name in ("crossings_sf", "required_buffer_area_sf")},
    **{name: name for name in ("lots", "buildable_lots", "homes", "lots_of_record")},
    **{f"{share}{name}_sf": f"{share}{name}_sf" for share in ("", "permeable_") for name in SURFACES},
}
WORDS = ("kind", "use", "housing")
ANSWERS = (
    *("buffer_vegetated", "agricultural", "mass_grading", "maintenance_or_improvement", "inside_development"),
    *("appurtenance_only", "owner_runs_shop_beside"),
)
SURFACE_FACTS = tuple(
    f"{share}{name}_sf"
    for share in ("", "permeable_")
    for name in (*SURFACES, "existing_impervious", "proposed_impervious", "net_increase")
)
OF_EARLIER = ("site_sf", "existing_before_sf", "new_sf", "removed_sf", "reconstructed_sf", "disturbed_sf")

Requirements = dict[str, tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class Found:
    """What an edition or a judge decides of a site, in the words of the judges."""

    permit: bool | None
    requirements: Requirements
    required_volume_cf: Fraction | None

    def __str__(self) -> str:
        permit = {True: "permit", False: "no permit", None: "cannot tell"}[self.permit]
        due = ", ".join(f"{name} {scope} {baseline}" for name, (scope, baseline) in sorted(self.requirements.items()))
        volume = "" if self.required_volume_cf is None else f"; {self.required_volume_cf} cf"
        return f"{permit}: {due or 'nothing required'}{volume}"


# ---- facts -----------------------------------------------------------------------------------------------------------


def facts_of_site(site: Any, *, key: str) -> Facts:
    """Return the facts of a site for the edition `key`; what a site does not have is as in a worked case."""
    rest = _unsaid(key)
    plain = dict(rest.plain)
    plain["former_use"] = _word("former_use", site.former_use)
    plain["public_body"] = _answer("public_body", said=site.public_body)
    action = _action(site, rest.items["action"][ACTION])
    for name in ("site_area_sf", "disturbed_area_sf", *SURFACE_FACTS):
        plain[name] = action[name]
    earlier = {f"earlier-{place}": _earlier(item, place) for place, item in enumerate(site.earlier, start=1)}
    return Facts(plain=plain, items={**rest.items, "action": {ACTION: action}, "earlier": earlier})


def facts_of_site_in_two(site: Any, *, key: str, first: Fraction) -> Facts:
    """Return the facts of a site whose one action is written as two alike: `first` of every surface, and the rest."""
    whole = facts_of_site(site, key=key)
    action = whole.items["action"][ACTION]
    actions = {ACTION: _share_of(action, ACTION, first), BESIDE: _share_of(action, BESIDE, 1 - first)}
    # What fixes whether it builds is the same of both: a share of nothing is nothing.
    return Facts(plain=whole.plain, items={**whole.items, "action": actions})


def _share_of(action: Mapping[str, Fact], item: str, share: Fraction) -> Mapping[str, Fact]:
    here = f"action[{item}]."
    facts = {}
    for name, fact in action.items():
        if name in ("site_area_sf", "disturbed_area_sf"):
            facts[name] = fact  # the site is one
        elif name in (*SURFACE_FACTS, "homes_impervious_sf"):
            facts[name] = _number(here + name, fact.region.written * share)  # type: ignore[union-attr, operator]
        else:
            facts[name] = Fact(name=here + name, region=fact.region, given=fact.given, origin=fact.origin)
    facts["id"] = _word(here + "id", item)
    return facts


@cache
def _unsaid(key: str) -> Facts:
    return facts_of_case({"action": [{"id": ACTION}]}, load_edition(key))


def _action(site: Any, rest: Mapping[str, Fact]) -> Mapping[str, Fact]:
    here = f"action[{ACTION}]."
    facts = dict(rest)
    for field, name in NUMBERS.items():
        value = getattr(site, field)
        if value is None and field == "lots_of_record":
            value = 0  # a judge takes a site that names no lot of record to lie on none
        facts[name] = rest[name] if value is None else _number(here + name, value)
    for name in WORDS:
        value = getattr(site, name)
        facts[name] = rest[name] if value is None else _word(here + name, value)
    for name in ANSWERS:
        facts[name] = _answer(here + name, said=getattr(site, name))
    for name in EFFECTS:
        facts[f"affects_{name}"] = _answer(f"{here}affects_{name}", said=name in site.affects)
    for share in ("", "permeable_"):
        kept, rebuilt, removed, new = (getattr(site, f"{share}{name}_sf") for name in SURFACES)
        sums = {"existing_impervious": kept + rebuilt + removed, "proposed_impervious": kept + rebuilt + new}
        for name, value in (*sums.items(), ("net_increase", new - removed)):
            full = f"{share}{name}_sf"
            parts = {"net_increase": ("new", "removed")}.get(name, SURFACES)
            facts[full] = _derived(here + full, value, tuple(f"{here}{share}{part}_sf" for part in parts))
    builds = site.new_sf + site.reconstructed_sf > 0
    facts["impervious_proposed"] = _answer(here + "impervious_proposed", said=builds)
    # Homes are new surface; where single-family homes alone are planned, all of it is theirs.
    alone = site.kind == "subdivision" and site.use == "residential" and site.housing == "single-family"
    homes = site.new_sf if alone else Fraction(0)
    facts["homes_impervious_sf"] = _number(here + "homes_impervious_sf", homes)
    return facts


def _earlier(item: Any, place: int) -> Mapping[str, Fact]:
    here = f"earlier[earlier-{place}]."
    facts = {name: _number(here + name, getattr(item, name)) for name in OF_EARLIER}
    facts["date"] = _word(here + "date", item.date.isoformat())
    facts["where"] = _word(here + "where", item.where)
    facts["relation"] = _word(here + "relation", item.relation)
    facts["exempt_home"] = _answer(here + "exempt_home", said=item.exempt_home)
    return facts


def _number(name: str, value: Fraction | int) -> Fact:
    return Fact(name=name, region=point(value), given=str(value), origin="stated")


def _derived(name: str, value: Fraction, parts: tuple[str, ...]) -> Fact:
    return Fact(name=name, region=point(value), origin="derived", derived_from=parts)


def _word(name: str, said: str) -> Fact:
    return Fact(name=name, region=frozenset({said}), given=said, origin="stated")


def _answer(name: str, *, said: bool) -> Fact:
    return _word(name, "yes" if said else "no")


# ---- verdicts --------------------------------------------------------------------------------------------------------


def concluded(facts: Facts, edition: Edition, *, all_rows: bool = False) -> Exploration[Conclusion]:
    """Return what the edition makes of the one action of a site."""
    return explore(_conclude, facts=facts, edition=edition, all_rows=all_rows)


def concluded_of(action: str, facts: Facts, edition: Edition) -> Exploration[Conclusion]:
    """Return what the edition makes of one of several actions."""
    return explore(partial(_conclude, action=action), facts=facts, edition=edition)


def _conclude(world: Any, *, action: str = ACTION) -> Conclusion:
    return conclude_action(world, action)


def found_by(ways: Exploration[Conclusion]) -> Found:
    """Return what an edition decided, where the facts of a site leave it one answer."""
    said = {_found(conclusion) for conclusion in ways.answers}
    if len(said) != 1:
        return Found(permit=None, requirements={}, required_volume_cf=None)
    permit, required, volume = said.pop()
    return Found(permit=permit, requirements=dict(required), required_volume_cf=volume)


def _found(
    conclusion: Conclusion,
) -> tuple[bool | None, tuple[tuple[str, tuple[str, str]], ...], Fraction | None]:
    if conclusion.permit is None:
        return None, (), None
    # 2011 requires phosphorus control in two ways, by load and through 3(c)(2); a judge has one word for both.
    required = {item.requirement.removesuffix(".3c2"): (item.scope, item.baseline) for item in conclusion.required}
    volume = None if conclusion.volume_cf is None else conclusion.volume_cf.written
    return conclusion.permit, tuple(sorted(required.items())), volume


def found_by_judge(verdict: Any) -> Found:
    """Return what a judge decided."""
    return Found(
        permit=verdict.permit,
        requirements=dict(verdict.requirements),
        required_volume_cf=verdict.required_volume_cf,
    )
