"""The actions of a plan and the earlier projects that count with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from headwater.plan import Plan
from headwater.plan.proposal import HOUSING, RELATIONS, USES, WHERE, Action, EarlierProject
from headwater.review.facts.single import counted, number, said, word, yes_no
from headwater.review.facts.surfaces import SURFACE_FACTS, surface_facts
from headwater.rules.fact import YES_NO, Fact
from headwater.window import AT_LEAST_ZERO, ZERO, Window, point


def action_facts(action: Action, plan: Plan, plain: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return the facts of one action: its own, and the plan's where it states none."""
    here = f"action[{action.id.value}]."

    def named(name: str) -> str:
        return here + name

    if action.surfaces:
        facts = surface_facts(action.surfaces, plan, prefix=here, area=action.area)
    else:
        facts = _left_for(action, plan, plain)
    facts["site_area_sf"] = number(named("site_area_sf"), action.area) if action.area else plain["site_area_sf"]
    facts["disturbed_area_sf"] = (
        number(named("disturbed_area_sf"), action.disturbed) if action.disturbed else plain["disturbed_area_sf"]
    )
    facts["id"] = said(named("id"), action.id.value)
    facts["kind"] = word(named("kind"), action.kind, ())
    facts["use"] = word(named("use"), action.use, USES)
    facts["housing"] = word(named("housing"), action.housing, HOUSING)
    for name in ("homes", "lots_of_record", "lots", "buildable_lots", "units"):
        facts[name] = counted(named(name), getattr(action, name))
    # The kinds speak of one home, and of one lot: another number is stated.
    for name, kinds in (("homes", ("single-family home", "lot of record")), ("lots_of_record", ("lot of record",))):
        if not facts[name].known and action.kind.value in kinds:
            facts[name] = Fact(name=named(name), region=point(1), origin="derived", derived_from=(named("kind"),))
    facts["density_units_per_ac"] = _density(action, facts, named("density_units_per_ac"))
    affects = action.affects
    # What builds is reached for that; of what may build nothing, a change of contours is not told by silence.
    told = _builds(facts) is True and action.kind.value not in ("mass grading", "subdivision")
    silent = "no" if told else None
    for name in ("direction", "peak_rate", "volume", "quality"):
        facts[f"affects_{name}"] = yes_no(
            named(f"affects_{name}"), getattr(affects, name) if affects else None, absent=silent
        )
    linear = action.kind.value in ("linear new", "linear reconstruction", "walk or trail", "utility")
    for name in ("appurtenance_only", "owner_runs_shop_beside", "inside_development", "agricultural", "mass_grading"):
        facts[name] = yes_no(named(name), getattr(action, name), absent="no")
    facts["maintenance_or_improvement"] = yes_no(
        named("maintenance_or_improvement"), action.maintenance_or_improvement, absent=None if linear else "no"
    )
    facts["impervious_proposed"] = _impervious_proposed(action, facts, named("impervious_proposed"))
    facts["buffer_vegetated"] = yes_no(named("buffer_vegetated"), action.buffer_vegetated)
    for name in ("width", "buffer_left", "buffer_right", "downgradient_buffer"):
        facts[f"{name}_ft"] = number(named(f"{name}_ft"), getattr(action, name))
    for name in ("crossings", "required_buffer_area", "homes_impervious"):
        facts[f"{name}_sf"] = number(named(f"{name}_sf"), getattr(action, name, None))
    facts["counted_in"] = said(named("counted_in"), _held_by(action, plan) or "none")
    return facts


def _left_for(action: Action, plan: Plan, plain: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return the surfaces of an action that states none: the plan's, less those of the actions that state theirs.

    Where several actions state none, which part of the plan's surfaces is whose is not told.
    """
    shared = {name: fact for name, fact in plain.items() if name in SURFACE_FACTS}
    # A street inside a development, and a walk counted in a road, are parts of what another action states.
    apart = [other for other in plan.actions if _held_by(other, plan) is None]
    if _held_by(action, plan) is not None or len(apart) == 1:
        return shared
    here = f"action[{action.id.value}]."
    silent = [other for other in apart if other.surfaces is None]
    if len(silent) == 1:
        stated = [
            surface_facts(other.surfaces, plan, prefix=f"action[{other.id.value}].", area=other.area)
            for other in apart
            if other.surfaces
        ]
        return {name: _rest(here + name, fact, [facts[name] for facts in stated]) for name, fact in shared.items()}
    return {name: _share(here + name, fact) for name, fact in shared.items()}


def _held_by(action: Action, plan: Plan) -> str | None:
    """Return the action that holds this one with its surfaces: as said, or of a street inside, its development.

    A street inside a development is part of what that takes from the plan; where all state their own, nothing is held.
    """
    if action.counted_in is not None:
        return action.counted_in.value
    if not _inside(action):
        return None
    around = [other for other in plan.actions if not _inside(other) and other.counted_in is None]
    silent = [other for other in around if other.surfaces is None]
    return silent[0].id.value if len(silent) == 1 and len(around) == 1 else None


def _inside(action: Action) -> bool:
    return action.inside_development is not None and action.inside_development.value


def _rest(name: str, whole: Fact, parts: Iterable[Fact]) -> Fact:
    region = whole.region
    assert isinstance(region, Window)
    names = [whole.name]
    for part in parts:
        assert isinstance(part.region, Window)
        region = region - part.region
        names.append(part.name)
    return Fact(name=name, region=_from_zero(region, name), origin="derived", derived_from=tuple(names))


def _share(name: str, whole: Fact) -> Fact:
    """Return any part of a surface; of none, none."""
    assert isinstance(whole.region, Window)
    if whole.region == ZERO:
        return Fact(name=name, region=ZERO, origin="derived", derived_from=(whole.name,))
    low = None if "net_increase" in name else Fraction(0)
    return Fact(name=name, region=Window(low, whole.region.high if low is not None else None))


def _from_zero(region: Window, name: str) -> Window:
    """Return a region without what lies below zero, where the surface cannot."""
    if "net_increase" in name or region.low is None or region.low >= 0:
        return region
    return Window(Fraction(0), region.high, False, region.high_open, region.written)


def _density(action: Action, facts: Mapping[str, Fact], full: str) -> Fact:
    """Return the density as stated, or units over the site's area, where both are known."""
    if action.density is not None or action.units is None:
        return number(full, action.density)
    area = facts["site_area_sf"].region
    assert isinstance(area, Window)
    if area.low is None or area.low <= 0 or area.written is None:
        return Fact(name=full, region=AT_LEAST_ZERO)
    units = Fraction(action.units.value) * 43_560
    high = units / area.low
    low = Fraction(0) if area.high is None else units / area.high
    region = Window(low, high, low_open=area.high_open, high_open=area.low_open, written=units / area.written)
    return Fact(
        name=full, region=region, origin="derived", derived_from=(facts["units"].name, facts["site_area_sf"].name)
    )


def _impervious_proposed(action: Action, facts: Mapping[str, Fact], full: str) -> Fact:
    """Return whether the action builds impervious surface: as stated, or as its surfaces tell."""
    if action.impervious_proposed is not None:
        return yes_no(full, action.impervious_proposed)
    builds = _builds(facts)
    if builds is None:
        return Fact(name=full, region=YES_NO)
    return said(full, "yes" if builds else "no", derived_from=(facts["new_sf"].name, facts["reconstructed_sf"].name))


def _builds(facts: Mapping[str, Fact]) -> bool | None:
    """Return whether an action builds impervious surface by its surfaces; None where they leave that open."""
    new, rebuilt = facts["new_sf"].region, facts["reconstructed_sf"].region
    assert isinstance(new, Window)
    assert isinstance(rebuilt, Window)
    return (new + rebuilt).holds(">", Fraction(0))


def earlier_facts(item: EarlierProject) -> dict[str, Fact]:
    """Return the facts of one earlier project."""
    here = f"earlier[{item.id.value}]."
    sizes = {"site_sf": item.site_area, "existing_before_sf": item.existing_before}
    sizes |= {f"{name}_sf": getattr(item, name) for name in ("new", "removed", "reconstructed", "disturbed")}
    facts = {name: number(here + name, quantity) for name, quantity in sizes.items()}
    # Without a date it may lie before every date or after.
    facts["date"] = word(here + "date", item.date, ("0000-00-00", "9999-12-31"))
    facts["where"] = word(here + "where", item.where, WHERE)
    facts["relation"] = word(here + "relation", item.relation, RELATIONS)
    facts["exempt_home"] = yes_no(here + "exempt_home", item.exempt_home, absent="no")
    return facts
