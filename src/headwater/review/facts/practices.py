"""The practices of a plan: what they hold, what bars them, and how deep the ground below them was looked into."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from headwater.plan import Plan
from headwater.plan.leaves import NoneFound
from headwater.plan.practices import INDUSTRIAL_SOURCES, PRACTICE_KINDS, VULNERABILITIES, Practice
from headwater.plan.soils import SOIL_GROUPS
from headwater.review.facts.single import ANY_NUMBER, NOWHERE, number, said, window_of, word, yes_no
from headwater.rules.fact import YES_NO, Fact
from headwater.units import Quantity
from headwater.window import AT_LEAST_ZERO, ZERO, Window, point

INFILTRATES = frozenset({"infiltration basin", "infiltration trench"})
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


def practice_facts(item: Practice, plan: Plan) -> dict[str, Fact]:
    """Return the facts of one practice."""
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
    if item.infiltrates is not None and kind not in INFILTRATES:
        facts["infiltrates"] = yes_no(here + "infiltrates", item.infiltrates)
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
        derived_from = _left_open(item, found, here, f"{name}_ft") or (here + "bottom_ft", f"{here}{name}_ft")
        facts[f"{short}_separation_ft"] = Fact(
            name=name_ft, region=region, origin="derived" if windows else "unknown", derived_from=derived_from
        )
    depths = [_below(item.bottom, boring.bottom) for boring in borings]
    known = [window for window in depths if window.written is not None]
    region = max(known, key=lambda window: window.written or Fraction(0)) if known else ANY_NUMBER
    named = [f"boring[{boring.id.value}].bottom_ft" for boring in borings] or [here + "boring_count"]
    facts["boring_depth_below_bottom_ft"] = Fact(
        name=here + "boring_depth_below_bottom_ft",
        region=region,
        origin="derived" if known else "unknown",
        derived_from=(*([here + "bottom_ft"] if item.bottom is None or borings else []), *named),
    )
    facts["boring_count"] = Fact(
        name=here + "boring_count",
        region=AT_LEAST_ZERO if plan.borings is None else point(len(borings)),
        origin="unknown" if plan.borings is None else "derived",
    )
    return facts


def _left_open(
    item: Practice, found: Iterable[Quantity | NoneFound | None], here: str, elevation_ft: str
) -> tuple[str, ...]:
    """Return which elevations leave a separation open, for want of them or by rounding."""
    names = []
    if item.bottom is None or not item.bottom.is_exact:
        names.append(here + "bottom_ft")
    elevations = list(found)
    if not elevations or any(one is None or (isinstance(one, Quantity) and not one.is_exact) for one in elevations):
        names.append(here + elevation_ft)
    return tuple(names)


def _below(bottom: Quantity | None, elevation: Quantity | NoneFound | None) -> Window:
    if isinstance(elevation, NoneFound):
        return NOWHERE
    if bottom is None or elevation is None or bottom.datum != elevation.datum:
        return ANY_NUMBER
    return window_of(bottom) - window_of(elevation)


def practices_together(plan: Plan) -> dict[str, Fact]:
    """Return which kinds of practice the plan has, and whether it infiltrates."""
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
    facts["soil_pits_or_augers"] = _pits_or_augers(plan)
    return facts


def _pits_or_augers(plan: Plan) -> Fact:
    """Return whether the soil was looked into by pits or hand augers; a boring without a method may be either."""
    name = "soil_pits_or_augers"
    methods = [boring.method.value if boring.method else None for boring in plan.borings or ()]
    if any(method in ("soil pit", "hand auger") for method in methods):
        return said(name, "yes")
    return Fact(name=name, region=YES_NO) if plan.borings is None or None in methods else said(name, "no")
