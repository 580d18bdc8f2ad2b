"""The site and its impervious surfaces: as stated, or as the stated ones fix them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from headwater.plan import Plan
from headwater.plan.site import FORMER_USES, Site
from headwater.plan.surfaces import SurfaceFigure, Surfaces, solve_surfaces
from headwater.review.facts.single import number, window_of, word, yes_no
from headwater.rules.fact import Fact
from headwater.units import Quantity
from headwater.window import ZERO, Window

SURFACE_NAMES = {"existing": "existing_impervious", "proposed": "proposed_impervious"}
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


def site_facts(plan: Plan, surfaces: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return the site's area, what is disturbed, what it was, and who applies; `surfaces` are those of the plan."""
    site = plan.site
    area = site.area if site else None
    most = Window(Fraction(0), window_of(area).high if area else None)
    return {
        "site_area_sf": number("site_area_sf", area, unknown=_least_site(site, surfaces)),
        "disturbed_area_sf": number("disturbed_area_sf", site.disturbed if site else None, unknown=most),
        "former_use": word("former_use", site.former_use if site else None, FORMER_USES),
        "public_body": yes_no("public_body", plan.applicant.public_body if plan.applicant else None),
        "easements": yes_no("easements", plan.easements),
    }


def _least_site(site: Site | None, surfaces: Mapping[str, Fact]) -> Window:
    """Return what a site may be whose area is not given: no smaller than what lies on it, and more than nothing."""
    stated = [window_of(site.disturbed)] if site and site.disturbed else []
    lying = [surfaces[f"{name}_sf"].region for name in SURFACE_NAMES.values()]
    windows = [*stated, *(region for region in lying if isinstance(region, Window))]
    low = max((window.low for window in windows if window.low is not None), default=Fraction(0))
    return Window(low, None, low_open=low == 0)


def surface_facts(
    surfaces: Surfaces | None, plan: Plan, *, prefix: str = "", area: Quantity | None = None
) -> dict[str, Fact]:
    """Return the seven surfaces of a plan or an action, with the permeable share of each, by their names."""
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
