"""From a plan to the facts that a rule asks: named, exact, each with its origin.

This is where written quantities become windows in base units, where surfaces that are not stated are derived if the
stated ones fix them, and where what is not stated stays open. Nothing is filled in: a fact that the plan does not give
is everything that it could be. The names are listed in docs/reference/facts.md and do not change without a version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from headwater.plan import Plan
from headwater.plan.drainage import LANDLOCKED_STORMS, LOW_STORMS, STORM_DURATIONS, PeakFlows
from headwater.plan.leaves import Answer, Date, NoneFound
from headwater.plan.practices import INDUSTRIAL_SOURCES, PRACTICE_KINDS, VULNERABILITIES, Practice
from headwater.plan.proposal import HOUSING, RELATIONS, USES, WHERE, Action, EarlierProject
from headwater.plan.receiving import CONTROLS, WETLAND_CLASSES, Structure, Water
from headwater.plan.site import FORMER_USES
from headwater.plan.soils import SOIL_GROUPS
from headwater.plan.surfaces import SurfaceFigure, Surfaces, solve_surfaces
from headwater.rules.fact import YES_NO, Fact, Facts
from headwater.units import Quantity, to_base
from headwater.window import AT_LEAST_ZERO, ZERO, Window, point

INFILTRATES = frozenset({"infiltration basin", "infiltration trench"})
STORMS = {"1-yr": "1yr", "2-yr": "2yr", "10-yr": "10yr", "100-yr": "100yr"}
CONDITIONS = ("existing", "proposed", "meadow", "predevelopment")
ANY_NUMBER = Window(None, None)
# A thing that was looked for and not found is farther away, or deeper, than every threshold.
NOWHERE = Window(Fraction(10**9), None, written=Fraction(10**9))
SURFACE_NAMES = {"existing": "existing_impervious", "proposed": "proposed_impervious"}


def facts_of(plan: Plan) -> Facts:
    """Return every fact of a plan."""
    figures = _surface_facts(plan.surfaces, plan)
    plain = {
        **figures,
        **_site(plan),
        **_discharge(plan),
        **_phosphorus(plan),
        **_regional(plan),
        **_right_of_way(plan),
        **_practices_together(plan),
        **_answers(plan),
        **_exhibits(plan),
    }
    borings = plan.borings or ()
    items: dict[str, dict[str, dict[str, Fact]]] = {
        "action": {action.id.value: _action(action, plan, plain) for action in plan.actions},
        "earlier": {item.id.value: _earlier(item) for item in plan.earlier_projects or ()},
        "practice": {item.id.value: _practice(item, plan) for item in plan.practices or ()},
        "point": {item.id.value: _point(item) for item in (plan.discharge.points if plan.discharge else None) or ()},
        "water": {item.id.value: _water(item) for item in plan.waters or ()},
        "landlocked": {item.id.value: _landlocked(item) for item in plan.landlocked or ()},
        "opening": dict(_openings(plan)),
        "boring": {item.id.value: {} for item in borings},
    }
    return Facts(plain=plain, items=items)


# ---- one fact --------------------------------------------------------------------------------------------------------


def number(name: str, quantity: Quantity | NoneFound | None, *, unknown: Window = AT_LEAST_ZERO) -> Fact:
    """Return a number as a fact; one that is not given is `unknown`."""
    if quantity is None:
        return Fact(name=name, region=unknown)
    if isinstance(quantity, NoneFound):
        return Fact(name=name, region=NOWHERE, given=quantity.text, origin=quantity.origin, line=quantity.line)
    return Fact(
        name=name,
        region=window_of(quantity),
        given=quantity.text,
        origin=quantity.origin,
        line=quantity.line,
        source=quantity.source,
    )


def window_of(quantity: Quantity) -> Window:
    """Return the window of a written quantity, in the base unit of its family."""
    low, high, value = to_base(quantity)
    return Window(low, high, high_open=low != high, written=value)


def word(name: str, leaf: Any, possible: Iterable[str]) -> Fact:
    """Return a word as a fact; one that is not given may be any of `possible`."""
    if leaf is None:
        return Fact(name=name, region=frozenset(possible))
    text = str(leaf.value) if not isinstance(leaf, Date) else leaf.value.isoformat()
    return Fact(name=name, region=frozenset({text}), given=text, origin=leaf.origin, line=leaf.line, source=leaf.source)


def yes_no(name: str, answer: Answer | None, *, absent: str | None = None) -> Fact:
    """Return an answer as a fact; one that is not given is open, or `absent` where silence says so."""
    if answer is None:
        return Fact(
            name=name,
            region=YES_NO if absent is None else frozenset({absent}),
            origin="unknown" if absent is None else "silence",
        )
    said = "yes" if answer.value else "no"
    return Fact(
        name=name, region=frozenset({said}), given=said, origin=answer.origin, line=answer.line, source=answer.evidence
    )


def said(name: str, word_said: str, *, origin: str = "derived", derived_from: tuple[str, ...] = ()) -> Fact:
    """Return a word that follows from the plan as a fact."""
    return Fact(name=name, region=frozenset({word_said}), given=word_said, origin=origin, derived_from=derived_from)


def _counted(name: str, leaf: Any) -> Fact:
    if leaf is None:
        return Fact(name=name, region=AT_LEAST_ZERO)
    return Fact(name=name, region=point(leaf.value), given=leaf.text, origin=leaf.origin, line=leaf.line)


# ---- the site and its surfaces ---------------------------------------------------------------------------------------


def _site(plan: Plan) -> dict[str, Fact]:
    site = plan.site
    area = site.area if site else None
    most = Window(Fraction(0), window_of(area).high if area else None)
    return {
        "site_area_sf": number("site_area_sf", area),
        "disturbed_area_sf": number("disturbed_area_sf", site.disturbed if site else None, unknown=most),
        "former_use": word("former_use", site.former_use if site else None, FORMER_USES),
        "public_body": yes_no("public_body", plan.applicant.public_body if plan.applicant else None),
        "easements": yes_no("easements", plan.easements),
    }


def _surface_facts(
    surfaces: Surfaces | None, plan: Plan, *, prefix: str = "", area: Quantity | None = None
) -> dict[str, Fact]:
    site_area = area or (plan.site.area if plan.site else None)
    figures = solve_surfaces(surfaces, site_area=site_area)
    facts = {}
    for name, figure in figures.items():
        full = f"{prefix}{SURFACE_NAMES.get(name, name)}_sf"
        facts[f"{SURFACE_NAMES.get(name, name)}_sf"] = _surface(full, figure, prefix)
    facts.update(_permeable(surfaces, facts, prefix))
    return facts


def _surface(full: str, figure: SurfaceFigure, prefix: str) -> Fact:
    span = figure.provable_sf
    region = Window(span.low, span.high, span.low_open, span.high_open, figure.value_sf)
    if figure.stated is not None:
        return Fact(
            name=full,
            region=region,
            given=figure.stated.text,
            origin=figure.stated.origin,
            line=figure.stated.line,
            source=figure.stated.source,
        )
    derived_from = tuple(f"{prefix}{SURFACE_NAMES.get(name, name)}_sf" for name in figure.derived_from)
    return Fact(name=full, region=region, origin="derived" if derived_from else "unknown", derived_from=derived_from)


def _permeable(surfaces: Surfaces | None, facts: Mapping[str, Fact], prefix: str) -> dict[str, Fact]:
    """Return the permeable share of each surface; a plan that names none has none."""
    shares = surfaces.permeable if surfaces else None
    found: dict[str, Fact] = {}
    parts = {}
    for name in ("kept", "reconstructed", "removed", "new"):
        full = f"{prefix}permeable_{name}_sf"
        given = getattr(shares, name) if shares else None
        parts[name] = number(full, given) if given else Fact(name=full, region=ZERO, origin="silence")
        found[f"permeable_{name}_sf"] = parts[name]
    windows = {name: fact.region for name, fact in parts.items()}
    kept, rebuilt, removed, new = (windows[name] for name in ("kept", "reconstructed", "removed", "new"))
    assert isinstance(kept, Window)
    assert isinstance(rebuilt, Window)
    assert isinstance(removed, Window)
    assert isinstance(new, Window)
    sums = {
        "existing_impervious": kept + rebuilt + removed,
        "proposed_impervious": kept + rebuilt + new,
        "net_increase": new - removed,
    }
    names = tuple(fact.name for fact in parts.values())
    for name, region in sums.items():
        full = f"{prefix}permeable_{name}_sf"
        found[f"permeable_{name}_sf"] = Fact(name=full, region=region, origin="derived", derived_from=names)
    return found


# ---- actions and earlier projects ------------------------------------------------------------------------------------


def _action(action: Action, plan: Plan, plain: Mapping[str, Fact]) -> dict[str, Fact]:
    here = f"action[{action.id.value}]."

    def named(name: str) -> str:
        return here + name

    if action.surfaces:
        facts = _surface_facts(action.surfaces, plan, prefix=here, area=action.area)
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
        facts[name] = _counted(named(name), getattr(action, name))
    facts["density_units_per_ac"] = _density(action, facts, named("density_units_per_ac"))
    affects = action.affects
    silent = None if action.kind.value in ("mass grading", "subdivision") else "no"
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
    facts["counted_in"] = said(named("counted_in"), action.counted_in.value if action.counted_in else "none")
    return facts


def _left_for(action: Action, plan: Plan, plain: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return the surfaces of an action that states none: the plan's, less those of the actions that state theirs.

    Where several actions state none, which part of the plan's surfaces is whose is not told.
    """
    shared = {name: fact for name, fact in plain.items() if name in SURFACE_FACTS}
    # A street inside a development, and a walk counted in a road, are parts of what another action states.
    apart = [other for other in plan.actions if not _is_part(other)]
    if _is_part(action) or len(apart) == 1:
        return shared
    here = f"action[{action.id.value}]."
    silent = [other for other in apart if other.surfaces is None]
    if len(silent) == 1:
        stated = [_surface_facts(other.surfaces, plan, area=other.area) for other in apart if other.surfaces]
        return {name: _rest(here + name, fact, [facts[name] for facts in stated]) for name, fact in shared.items()}
    return {name: _share(here + name, fact) for name, fact in shared.items()}


def _is_part(action: Action) -> bool:
    inside = action.inside_development is not None and action.inside_development.value
    return bool(inside) or action.counted_in is not None


def _rest(name: str, whole: Fact, parts: Iterable[Fact]) -> Fact:
    region = whole.region
    assert isinstance(region, Window)
    for part in parts:
        assert isinstance(part.region, Window)
        region = region - part.region
    return Fact(name=name, region=_from_zero(region, name), origin="derived", derived_from=(whole.name,))


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
    new, rebuilt = facts["new_sf"], facts["reconstructed_sf"]
    assert isinstance(new.region, Window)
    assert isinstance(rebuilt.region, Window)
    builds = (new.region + rebuilt.region).holds(">", Fraction(0))
    if builds is None:
        return Fact(name=full, region=YES_NO)
    return said(full, "yes" if builds else "no", derived_from=(new.name, rebuilt.name))


def _earlier(item: EarlierProject) -> dict[str, Fact]:
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


# ---- water -----------------------------------------------------------------------------------------------------------


def _peaks(flows: PeakFlows | None, prefix: str, full: str) -> dict[str, Fact]:
    facts = {}
    for condition in CONDITIONS:
        given = getattr(flows, condition) if flows else None
        for storm, short in STORMS.items():
            name = f"{prefix}{condition}_{short}_cfs"
            facts[name] = number(full + name, given.get(storm) if given else None)
    return facts


def _discharge(plan: Plan) -> dict[str, Fact]:
    discharge = plan.discharge
    facts = {
        "storms": word("storms", discharge.storms if discharge else None, STORM_DURATIONS),
        "low_storm": word("low_storm", discharge.low_storm if discharge else None, LOW_STORMS),
    }
    points = (discharge.points if discharge else None) or ()
    over_boundary: PeakFlows | None = discharge.aggregate if discharge else None
    if over_boundary is None and len(points) == 1:
        # With one point the peak over the boundary is its own; peaks of several are never added.
        over_boundary = points[0]
    return {**facts, **_peaks(over_boundary, "aggregate_", "")}


def _point(item: Any) -> dict[str, Fact]:
    here = f"point[{item.id.value}]."
    return {"regional": yes_no(here + "regional", item.regional, absent="no"), **_peaks(item, "", here)}


def _phosphorus(plan: Plan) -> dict[str, Fact]:
    loads = plan.phosphorus
    given = {
        "existing": loads.existing if loads else None,
        "meadow": loads.meadow if loads else None,
        "untreated": loads.proposed_untreated if loads else None,
        "proposed": loads.proposed if loads else None,
    }
    return {
        f"phosphorus_{name}_lb_per_yr": number(f"phosphorus_{name}_lb_per_yr", load) for name, load in given.items()
    }


def _water(item: Water) -> dict[str, Fact]:
    here = f"water[{item.id.value}]."
    kind = item.kind.value if item.kind else None
    classes: tuple[str, ...] = ("Lakes",) if kind == "lake" else WETLAND_CLASSES
    if kind in ("stream", "pond"):
        classes = ("none",)
    facts = {
        "kind": word(here + "kind", item.kind, ("wetland", "lake", "stream", "pond")),
        "class": word(here + "class", item.class_, classes if kind else (*WETLAND_CLASSES, "Lakes", "none")),
        "downstream": yes_no(here + "downstream", item.downstream),
    }
    if item.class_ is None and kind in ("lake", "stream", "pond"):
        facts["class"] = said(here + "class", classes[0], derived_from=(here + "kind",))
    for name, suffix in (("bounce", "ft"), ("inundation", "h")):
        record = getattr(item, name)
        for storm, short in STORMS.items():
            for side in ("existing", "proposed"):
                given = getattr(record, side) if record else None
                full = f"{name}_{side}_{short}_{suffix}"
                facts[full] = number(here + full, given.get(storm) if given else None)
    before, after = (getattr(item.runout, side) if item.runout else None for side in ("existing", "proposed"))
    facts["runout_existing_ft"] = number(here + "runout_existing_ft", before, unknown=ANY_NUMBER)
    facts["runout_proposed_ft"] = number(here + "runout_proposed_ft", after, unknown=ANY_NUMBER)
    facts["runout_datums"] = _datums(here + "runout_datums", before, after)
    return facts


def _datums(name: str, one: Quantity | NoneFound | None, two: Quantity | NoneFound | None) -> Fact:
    if not isinstance(one, Quantity) or not isinstance(two, Quantity):
        return said(name, "same")
    return said(name, "same" if one.datum == two.datum else "mixed")


def _openings(plan: Plan) -> Iterable[tuple[str, dict[str, Fact]]]:
    """Yield each pair of a structure and a high water, of a waterbody or of a practice."""
    waters: list[tuple[str, Quantity | None, str]] = []
    waters += [(water.id.value, water.high_water_100yr, "water") for water in plan.waters or ()]
    ponds = (
        item for item in plan.practices or () if item.high_water_100yr is not None or item.kind.value == "wet pond"
    )
    waters += [(item.id.value, item.high_water_100yr, "practice") for item in ponds]
    for structure in plan.structures or ():
        for water, high_water, kind in waters:
            yield f"{structure.id.value}/{water}", _opening(structure, water, high_water, kind)


def _opening(structure: Structure, water: str, high_water: Quantity | None, kind: str) -> dict[str, Fact]:
    here = f"opening[{structure.id.value}/{water}]."
    low = number(here + "low_opening_ft", structure.low_opening, unknown=ANY_NUMBER)
    high = number(here + "high_water_ft", high_water, unknown=ANY_NUMBER)
    separated = {leaf.value for leaf in structure.disconnected_from or ()}
    assert isinstance(low.region, Window)
    assert isinstance(high.region, Window)
    return {
        "low_opening_ft": low,
        "high_water_ft": high,
        "separation_ft": Fact(
            name=here + "separation_ft",
            region=low.region - high.region,
            origin="derived",
            derived_from=(low.name, high.name),
        ),
        "datums": _datums(here + "datums", structure.low_opening, high_water),
        "datum": word(here + "datum", None, ("NAVD88", "NGVD29"))
        if structure.low_opening is None
        else said(here + "datum", structure.low_opening.datum or "unknown"),
        "disconnected": said(here + "disconnected", "yes" if water in separated else "no"),
        "new": yes_no(here + "new", structure.new),
        "of": said(here + "of", kind),
    }


def _landlocked(item: Any) -> dict[str, Fact]:
    here = f"landlocked[{item.id.value}]."
    before, after = (
        number(here + "volume_existing_cf", item.volume_existing),
        number(here + "volume_proposed_cf", item.volume_proposed),
    )
    abstracted, capacity = number(here + "abstracted_cf", item.abstracted), number(here + "capacity_cf", item.capacity)
    facts = {
        "volume_existing_cf": before,
        "volume_proposed_cf": after,
        "abstracted_cf": abstracted,
        "capacity_cf": capacity,
    }
    facts["spare_capacity_cf"] = _less(here + "spare_capacity_cf", capacity, after)
    facts["rights"] = yes_no(here + "rights", item.rights)
    facts["storm"] = word(here + "storm", item.storm, LANDLOCKED_STORMS)
    high, low = item.high_water, item.low_opening
    if item.freeboard is None and high is not None and low is not None:
        region = window_of(low) - window_of(high)
        facts["freeboard_ft"] = Fact(name=here + "freeboard_ft", region=region, origin="derived")
    else:
        facts["freeboard_ft"] = number(here + "freeboard_ft", item.freeboard, unknown=ANY_NUMBER)
    facts["datums"] = _datums(here + "datums", high, low)
    return facts


def _less(name: str, one: Fact, two: Fact) -> Fact:
    assert isinstance(one.region, Window)
    assert isinstance(two.region, Window)
    return Fact(name=name, region=one.region - two.region, origin="derived", derived_from=(one.name, two.name))


# ---- practices -------------------------------------------------------------------------------------------------------

PRACTICE_NUMBERS = {
    "volume_below_overflow": "cf", "footprint": "sf", "soil_rate": "in_per_hr", "hsg_d_share": "fraction",
    "drawdown": "h", "canopy": "sf", "arborist_interception": "fraction", "area": "sf", "reuse_capacity": "cf",
    "tributary_impervious": "sf", "treated_volume": "cf", "removal": "fraction", "freeboard": "ft", "bench_width": "ft",
    "bench_slope": "h_per_v",
}  # fmt: skip
BAR_ANSWERS = (
    "fueling_runoff", "maintenance_runoff", "contamination", "era", "evaluation", "public_supply_well_sensitive",
)  # fmt: skip
BAR_DISTANCES = ("well", "public_supply_well", "karst_upgradient", "karst_downgradient")


def _practice(item: Practice, plan: Plan) -> dict[str, Fact]:
    here = f"practice[{item.id.value}]."
    facts = {
        f"{name}_{suffix}": number(f"{here}{name}_{suffix}", getattr(item, name))
        for name, suffix in PRACTICE_NUMBERS.items()
    }
    if item.kind.value not in ("filtration", "wet pond", "green roof", "other", "permeable pavement"):
        # What these hold is credited, not treated: a removal that is not stated is none.
        for name in ("treated_volume_cf", "removal_fraction"):
            if not facts[name].known:
                facts[name] = Fact(name=here + name, region=ZERO, origin="silence")
    facts["id"] = said(here + "id", item.id.value)
    facts["kind"] = word(here + "kind", item.kind, PRACTICE_KINDS)
    facts["species"] = word(here + "species", item.species, ("unknown species", "another species"))
    facts["ground"] = said(here + "ground", item.ground.value if item.ground else "none")
    facts["dominant_hsg"] = word(here + "dominant_hsg", item.dominant_hsg, SOIL_GROUPS)
    for name in ("soil_amended", "soil_unreliable", "as_group_b", "credited", "traffic_free"):
        facts[name] = yes_no(here + name, getattr(item, name))
    facts["on_site"] = yes_no(here + "on_site", item.on_site, absent="yes")
    facts["regional"] = yes_no(here + "regional", item.regional, absent="no")
    kind = item.kind.value
    infiltrates = YES_NO if kind == "permeable pavement" else frozenset({"yes" if kind in INFILTRATES else "no"})
    facts["infiltrates"] = Fact(
        name=here + "infiltrates", region=infiltrates, origin="derived", derived_from=(here + "kind",)
    )
    bars = item.bars
    for name in BAR_ANSWERS:
        answer = getattr(bars, name) if bars else None
        facts[name] = yes_no(here + name, answer)
        facts[f"{name}_evidence"] = said(f"{here}{name}_evidence", "yes" if answer and answer.evidence else "no")
    for name in BAR_DISTANCES:
        facts[f"{name}_ft"] = number(f"{here}{name}_ft", getattr(bars, name) if bars else None)
    facts["dwsma_vulnerability"] = word(
        here + "dwsma_vulnerability", bars.dwsma_vulnerability if bars else None, VULNERABILITIES
    )
    facts["industrial_source"] = word(
        here + "industrial_source", bars.industrial_source if bars else None, INDUSTRIAL_SOURCES
    )
    means = item.means_examined
    for name in ("size", "scope", "configuration", "density"):
        facts[f"means_examined_{name}"] = said(
            f"{here}means_examined_{name}", "yes" if means and getattr(means, name) else "no"
        )
    facts.update(_depths(item, plan, here))
    return facts


def _depths(item: Practice, plan: Plan, here: str) -> dict[str, Fact]:
    """Return the separation of the bottom from water and rock, and how deep the deepest boring goes below it."""
    borings = [boring for boring in plan.borings or () if boring.practice and boring.practice.value == item.id.value]
    facts = {}
    for name, short in (("seasonal_saturation", "saturation"), ("bedrock", "bedrock")):
        own = getattr(item, name)
        found = [own] if own is not None else [getattr(boring, name) for boring in borings]
        windows = [_below(item.bottom, elevation) for elevation in found]
        name_ft = f"{here}{short}_separation_ft"
        # The least separation decides; the highest water or rock met is the one that counts.
        region = (
            min(windows, key=lambda window: window.written if window.written is not None else Fraction(-(10**9)))
            if windows
            else ANY_NUMBER
        )
        facts[f"{short}_separation_ft"] = Fact(
            name=name_ft, region=region, origin="derived" if windows else "unknown", derived_from=(here + "bottom_ft",)
        )
    depths = [_below(item.bottom, boring.bottom) for boring in borings]
    known = [window for window in depths if window.written is not None]
    region = max(known, key=lambda window: window.written or Fraction(0)) if known else ANY_NUMBER
    facts["boring_depth_below_bottom_ft"] = Fact(
        name=here + "boring_depth_below_bottom_ft", region=region, origin="derived" if known else "unknown"
    )
    return facts


def _below(bottom: Quantity | None, elevation: Quantity | NoneFound | None) -> Window:
    if isinstance(elevation, NoneFound):
        return NOWHERE
    if bottom is None or elevation is None or bottom.datum != elevation.datum:
        return ANY_NUMBER
    return window_of(bottom) - window_of(elevation)


def _practices_together(plan: Plan) -> dict[str, Fact]:
    facts = {}
    listed = plan.practices
    for kind in PRACTICE_KINDS:
        name = f"has_practice.{kind.replace(' ', '_')}"
        if listed is None:
            facts[name] = Fact(name=name, region=YES_NO)
        else:
            facts[name] = said(name, "yes" if any(item.kind.value == kind for item in listed) else "no")
    infiltrating = [item for item in listed or () if item.kind.value in INFILTRATES]
    facts["infiltration_proposed"] = (
        Fact(name="infiltration_proposed", region=YES_NO)
        if listed is None
        else said("infiltration_proposed", "yes" if infiltrating else "no")
    )
    facts["practice_volume_cf"] = Fact(name="practice_volume_cf", region=AT_LEAST_ZERO if listed is None else ZERO)
    return facts


# ---- regional facility, right-of-way, answers, exhibits --------------------------------------------------------------


def _regional(plan: Plan) -> dict[str, Fact]:
    regional = plan.regional
    facts = {"uses_regional": said("uses_regional", "no" if regional is None else "yes")}
    for name in ("on_site", "approved_plan", "designed_for_site", "rights", "maintenance"):
        facts[f"regional_{name}"] = yes_no(f"regional_{name}", getattr(regional, name) if regional else None)
    controls = {choice.value for choice in (regional.controls if regional else None) or ()}
    for control in CONTROLS:
        name = f"regional_controls_{control}"
        unknown = regional is not None and regional.controls is None
        facts[name] = Fact(name=name, region=YES_NO) if unknown else said(name, "yes" if control in controls else "no")
    return facts


def _right_of_way(plan: Plan) -> dict[str, Fact]:
    way = plan.right_of_way
    return {
        f"right_of_way_{name}": yes_no(f"right_of_way_{name}", getattr(way, name) if way else None)
        for name in ("within", "attempted", "cost_effective")
    } | {"right_of_way_evidence": said("right_of_way_evidence", "yes" if way and way.evidence else "no")}


def _answers(plan: Plan) -> dict[str, Fact]:
    facts: dict[str, Fact] = {}
    for key, answer in (plan.answers or {}).items():
        facts[f"answers.{key}"] = yes_no(f"answers.{key}", answer)
        name = f"answers.{key}.evidence"
        facts[name] = said(name, "yes" if answer.evidence else "no")
    infeasible = (plan.answers or {}).get("infeasible")
    # A claim that is not made is not made; it is no open fact.
    facts["claims_infeasible"] = yes_no("claims_infeasible", infeasible, absent="no")
    return facts


def _exhibits(plan: Plan) -> dict[str, Fact]:
    facts = {"exhibits_listed": said("exhibits_listed", "no" if plan.exhibits is None else "yes")}
    for exhibit in plan.exhibits or ():
        name = f"exhibits.{exhibit.exhibit.value}"
        if exhibit.waived is not None:
            waiver = exhibit.waived
            written = waiver.in_writing is not None and waiver.in_writing.value and waiver.by and waiver.date
            state = "waived" if written else "waived, not in writing"
        elif exhibit.page is None:
            state = "without page"
        elif exhibit.date is None:
            state = "without date"
        else:
            state = "delivered"
        facts[name] = Fact(name=name, region=frozenset({state}), given=state, origin="stated", line=exhibit.line)
    return facts


SURFACE_FACTS = frozenset(
    f"{permeable}{name}_sf"
    for permeable in ("", "permeable_")
    for name in (
        "kept",
        "reconstructed",
        "removed",
        "new",
        "existing_impervious",
        "proposed_impervious",
        "net_increase",
    )
)
