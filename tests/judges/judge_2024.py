"""What the 2024 edition (mcwd-2024) says of a fully known site, worked out on its own for comparison with the encoding.

Standard library only, exact fractions, no import of the project. Provisions are named by their ids. Tables 1 and 2 and
7(b) are not in the text at hand: rows D0, D1 and L0 to L3 stand in for them; D2 to D7, which rest on the 2011 edition
alone, count only with ``provisional_all``. A site that only those could reach gets ``permit=None``.

Choices that no numbered reading covers carry the names J1 and J2 (see ``READINGS``).
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

ACRE = Fraction(43_560)
LINEAR_LIMIT = Fraction(10_000)
INCH = Fraction(1, 12)
HALF_INCH = Fraction(1, 24)

READINGS = {
    "R11": "2(b)4: ten points of the site's area, not a tenth of the existing impervious surface",
    "R12": "3(a)2: half an inch over the net increase below one acre",
    "R13": "3(a)2: the larger-of formula below one acre too",
    "R14": "2(e), 3(a): permeable surface is left out of the volume base",
    "R16": "3(b)3: amended soil is no longer barred",
    "R20": "2(a)2, 3(a): a subdivision beyond Table 1 meets section 3 in full",
    "R33": "2(b): the one-acre limit is taken over the common plan",
    "R34": "3(b)1: fuelling and maintenance are both needed",
    "R35": "3(b)5: the largest share decides",
    "R36": "3(b)8, 9: the distance itself is not within",
    "R43": "a way inside a development is a linear project of its own",
    "R65": "2(b)1: a platted group of homes too",
    "R66": "2(a)3: mass grading needs no scale",
    "R67": "2(d): section 3 is off for a development or way that needs a permit for grading too",
    "R68": "3, 4: volume and rate bind every 2(a)1 action",
    "J1": "2(a)1, 3(a): the volume is over this action's surface, not the common plan's",
    "J2": "def: a utility is a development, not a linear project",
}

WAYS = frozenset({"linear new", "linear reconstruction", "walk or trail", "utility"})
BUILDINGS = frozenset({"single-family home", "lot of record", "new development", "redevelopment"})


@dataclass(frozen=True, kw_only=True)
class Earlier:
    date: datetime.date
    where: str
    relation: str
    exempt_home: bool
    site_sf: Fraction
    existing_before_sf: Fraction
    new_sf: Fraction
    removed_sf: Fraction
    reconstructed_sf: Fraction
    disturbed_sf: Fraction


@dataclass(frozen=True, kw_only=True)
class Site:
    kind: str
    use: str
    housing: str | None
    site_sf: Fraction
    disturbed_sf: Fraction
    kept_sf: Fraction
    reconstructed_sf: Fraction
    removed_sf: Fraction
    new_sf: Fraction
    permeable_kept_sf: Fraction
    permeable_reconstructed_sf: Fraction
    permeable_removed_sf: Fraction
    permeable_new_sf: Fraction
    former_use: str
    lots: int | None
    buildable_lots: int | None
    density: Fraction | None
    width_ft: Fraction | None
    buffer_left_ft: Fraction | None
    buffer_right_ft: Fraction | None
    downgradient_buffer_ft: Fraction | None
    buffer_vegetated: bool
    crossings_sf: Fraction | None
    required_buffer_area_sf: Fraction | None
    affects: frozenset[str]
    agricultural: bool
    mass_grading: bool
    maintenance_or_improvement: bool
    inside_development: bool
    appurtenance_only: bool
    owner_runs_shop_beside: bool
    homes: int | None
    lots_of_record: int | None
    earlier: tuple[Earlier, ...]
    public_body: bool


@dataclass(frozen=True, kw_only=True)
class Verdict:
    permit: bool | None
    requirements: dict[str, tuple[str, str]]
    required_volume_cf: Fraction | None
    rows: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class _Figures:
    """Surfaces of one action, or of a whole common plan counted from before its first project."""

    site: Fraction
    disturbed: Fraction
    existing: Fraction
    proposed: Fraction
    new: Fraction
    reconstructed: Fraction
    removed: Fraction

    @property
    def built(self) -> Fraction:
        return self.new + self.reconstructed

    @property
    def net(self) -> Fraction:
        return self.new - self.removed


@dataclass(frozen=True, kw_only=True)
class _Row:
    """What a table says: the row's id, whether it asks for a permit (None: not at hand), and the scope of each duty."""

    id: str
    permit: bool | None
    scopes: dict[str, str]


def judge(site: Site, *, other: frozenset[str] = frozenset(), provisional_all: bool = False) -> Verdict:
    """Decide permit, requirements and required volume; `other` names the readings whose other choice is taken."""
    own = _own_figures(site)
    plan = _plan_figures(site, own)
    exempt_by = _exemptions(site, own, plan, other)
    if exempt_by:
        return Verdict(permit=False, requirements={}, required_volume_cf=None, rows=exempt_by)

    row = _table_row(site, own, plan, other, provisional_all)
    subdividing = site.kind == "subdivision" and site.site_sf >= ACRE and (site.buildable_lots or 0) >= 3
    grading = _grading_needs_permit(site, other)
    reached = row if row is not None and row.permit is True else None
    held = {"2024.2.a.1": reached is not None, "2024.2.a.2": subdividing, "2024.2.a.3": grading}
    triggers = tuple(provision for provision, holds in held.items() if holds)
    table = (row.id,) if row is not None else ()
    if not triggers:
        undecided = row is not None and row.permit is None
        asked = {
            "2024.2.a.2": site.kind == "subdivision",
            "2024.2.a.3": _is_mass_grading(site) or bool(site.affects),
        }
        rows = table + tuple(provision for provision, holds in asked.items() if holds)
        return Verdict(permit=None if undecided else False, requirements={}, required_volume_cf=None, rows=rows)

    scopes = dict(reached.scopes) if reached else {}
    rows = triggers + table
    if subdividing:
        if own.built > 0 or _is_mass_grading(site):
            scopes["rate"] = "site"
        else:
            rows += ("2024.2.c",)
        if "R20" in other and own.built > 0 and not reached:
            scopes["volume"] = "new_and_reconstructed"
    if grading:
        scopes["rate"] = "site"
        alone = not subdividing and (row is None or row.permit is False)
        if alone or "R67" in other:
            scopes.pop("volume", None)
            rows += ("2024.2.d",)

    volume = None
    if "volume" in scopes:
        counted = plan if reached and "J1" not in other else own
        volume = _volume(site, reached.id if reached else "2024.2.a.2", scopes["volume"], counted, other)
    rate_baseline = "meadow" if site.former_use == "row crop" else "existing"
    requirements = {duty: (scope, rate_baseline if duty == "rate" else "existing") for duty, scope in scopes.items()}
    return Verdict(permit=True, requirements=requirements, required_volume_cf=volume, rows=rows)


def _own_figures(site: Site) -> _Figures:
    return _Figures(
        site=site.site_sf,
        disturbed=site.disturbed_sf,
        existing=site.kept_sf + site.reconstructed_sf + site.removed_sf,
        proposed=site.kept_sf + site.reconstructed_sf + site.new_sf,
        new=site.new_sf,
        reconstructed=site.reconstructed_sf,
        removed=site.removed_sf,
    )


def _plan_figures(site: Site, own: _Figures) -> _Figures:
    """Add every earlier project of the common plan (2.a.1), whatever its date; common ownership alone is not one."""
    earlier = [project for project in site.earlier if project.relation == "common plan"]
    beside = [project for project in earlier if project.where == "adjacent site"]
    before = own.existing - sum(p.new_sf - p.removed_sf for p in earlier if p.where == "same site")
    return _Figures(
        site=own.site + sum(p.site_sf for p in beside),
        disturbed=own.disturbed + sum(p.disturbed_sf for p in earlier),
        existing=max(before, Fraction(0)) + sum(p.existing_before_sf for p in beside),
        proposed=own.proposed + sum(p.existing_before_sf + p.new_sf - p.removed_sf for p in beside),
        new=own.new + sum(p.new_sf for p in earlier),
        reconstructed=own.reconstructed + sum(p.reconstructed_sf for p in earlier),
        removed=own.removed + sum(p.removed_sf for p in earlier),
    )


def _is_mass_grading(site: Site) -> bool:
    return site.kind == "mass grading" or site.mass_grading


def _is_linear(site: Site, other: frozenset[str]) -> bool:
    if site.kind not in WAYS or (site.kind == "utility" and "J2" in other):
        return False
    return not site.inside_development or "R43" in other


def _grading_needs_permit(site: Site, other: frozenset[str]) -> bool:
    """2.a.3: any contour change that matters for runoff, whether or not it is called mass grading."""
    if site.agricultural:
        return False
    return bool(site.affects) or ("R66" in other and _is_mass_grading(site))


def _exemptions(site: Site, own: _Figures, plan: _Figures, other: frozenset[str]) -> tuple[str, ...]:
    """2.b: each exemption that holds; they beat all three triggers of 2.a."""
    if (plan if "R33" in other else own).built >= ACRE:
        return ()
    held = {
        "2024.2.b.1": _home_on_lot_of_record(site, other),
        "2024.2.b.2": _buffered_walk(site),
        "2024.2.b.3": _is_linear(site, other) and own.net < LINEAR_LIMIT,
        "2024.2.b.4": _reduced_by_a_tenth(own, other),
    }
    return tuple(provision for provision, holds in held.items() if holds)


def _home_on_lot_of_record(site: Site, other: frozenset[str]) -> bool:
    residence = site.use == "residential" and site.housing == "single-family"
    if site.kind != "single-family home" and not (site.kind in BUILDINGS and residence):
        return False
    homes, lots = site.homes or 0, site.lots_of_record or 0
    if site.appurtenance_only:
        homes = max(homes, 1)
    return 1 <= homes <= lots if "R65" in other else homes == lots == 1


def _buffered_walk(site: Site) -> bool:
    if site.kind != "walk or trail" or site.width_ft is None or site.downgradient_buffer_ft is None:
        return False
    return site.width_ft <= 12 and site.buffer_vegetated and site.downgradient_buffer_ft >= site.width_ft / 2


def _reduced_by_a_tenth(figures: _Figures, other: frozenset[str]) -> bool:
    base = figures.site if "R11" in other else figures.existing
    return figures.existing > 0 and -figures.net >= base / 10


def _table_row(site: Site, own: _Figures, plan: _Figures, other: frozenset[str], provisional_all: bool) -> _Row | None:
    """The row of the provisional tables that the action falls in; None where neither table concerns it."""
    if _is_linear(site, other):
        return _table_2(plan, other)
    if site.kind in {"subdivision", "mass grading"} and own.built == 0:
        return None
    if plan.built >= ACRE:
        return _Row(id="2024.T1.D1", permit=True, scopes={"volume": "new_and_reconstructed", "rate": "site"})
    if _reduced_by_a_tenth(plan, other):
        return _Row(id="2024.T1.D0", permit=False, scopes={})
    if not provisional_all:
        return _Row(id="2024.T1", permit=None, scopes={})
    row = _table_1_from_2011(site, plan)
    if row.permit and "R68" in other:
        row = replace(row, scopes={"volume": "new_and_reconstructed", "rate": "site"} | row.scopes)
    return row


def _table_1_from_2011(site: Site, plan: _Figures) -> _Row:
    """Rows D2 to D7, for less than one acre new and reconstructed and no reduction by a tenth."""
    is_new = site.kind == "new development" or (site.kind != "redevelopment" and plan.existing == 0)
    if is_new:
        if plan.site < ACRE or plan.proposed < plan.site / 5:
            return _Row(id="2024.T1.D6", permit=False, scopes={})
        return _Row(id="2024.T1.D7", permit=True, scopes={"volume": "site", "rate": "site"})
    much_disturbed = plan.disturbed >= plan.site * 2 / 5
    if plan.site > ACRE and plan.net > 0:
        # Nothing existing makes any increase a large one, as in the 2011 row this one is taken from (R5).
        if much_disturbed or plan.net >= plan.existing / 2:
            return _Row(id="2024.T1.D2", permit=True, scopes={"volume": "site", "rate": "site"})
        return _Row(id="2024.T1.D3", permit=True, scopes={"volume": "increase", "rate": "site"})
    if plan.site > ACRE and much_disturbed:
        return _Row(id="2024.T1.D4", permit=True, scopes={"volume": "site"})
    return _Row(id="2024.T1.D5", permit=True, scopes={"bmp": "site"})


def _table_2(plan: _Figures, other: frozenset[str]) -> _Row:
    if plan.built >= ACRE:
        return _Row(id="2024.T2.L2", permit=True, scopes={"volume": "new_and_reconstructed", "rate": "site"})
    if plan.net < LINEAR_LIMIT:
        return _Row(id="2024.T2.L0", permit=False, scopes={})
    scope = "new_and_reconstructed" if "R13" in other else "increase"
    return _Row(id="2024.T2.L1", permit=True, scopes={"volume": scope, "rate": "site"})


def _volume(site: Site, decided_by: str, scope: str, counted: _Figures, other: frozenset[str]) -> Fraction:
    """The volume of 3.a over the surface `counted`; earlier projects are taken to have no permeable surface."""
    new, reconstructed, removed, proposed = counted.new, counted.reconstructed, counted.removed, counted.proposed
    if "R14" in other:
        new -= site.permeable_new_sf
        reconstructed -= site.permeable_reconstructed_sf
        removed -= site.permeable_removed_sf
        proposed -= site.permeable_kept_sf + site.permeable_reconstructed_sf + site.permeable_new_sf
    increase = max(new - removed, Fraction(0))
    if decided_by == "2024.T2.L2" or (decided_by == "2024.T2.L1" and "R13" in other):
        return max(INCH * new, HALF_INCH * (new + reconstructed))
    if decided_by == "2024.T2.L1":
        return (HALF_INCH if "R12" in other else INCH) * increase
    return INCH * {"site": proposed, "increase": increase, "new_and_reconstructed": new + reconstructed}[scope]


# Criteria ------------------------------------------------------------------------------------------------------------


def _every(answers: Iterable[bool | None]) -> bool | None:
    known = list(answers)
    return False if False in known else None if None in known else True


def _some(answers: Iterable[bool | None]) -> bool | None:
    known = list(answers)
    return True if True in known else None if None in known else False


def _rise(pair: tuple[Fraction | None, Fraction | None]) -> Fraction | None:
    before, after = pair
    return None if before is None or after is None else after - before


def opening_ok(low: Fraction | None, high: Fraction | None, disconnected: bool | None) -> bool | None:
    """2024.6: the low opening stands two feet above the 100-year high water, or is hydraulically cut off from it."""
    separated = None if low is None or high is None else low - high >= 2
    return _some([separated, disconnected])


def rate_ok(
    aggregate: Mapping[str, tuple[Fraction | None, Fraction | None]], *, low_storm: str | None = None
) -> bool | None:
    """2024.4.a over the whole site: {storm: (baseline peak, proposed peak)}.

    Either low storm serves (2024.9.a.7) unless `low_storm` names the one chosen.
    """

    def held(storm: str) -> bool | None:
        rise = _rise(aggregate.get(storm, (None, None)))
        return None if rise is None else rise <= 0

    low = _some(held(storm) for storm in ([low_storm] if low_storm else ["1-yr", "2-yr"]))
    return _every([low, held("10-yr"), held("100-yr")])


def infiltration_barred(practice: Mapping[str, Any], *, other: frozenset[str] = frozenset()) -> frozenset[str]:
    """2024.3.b.1 to .10: the bars that certainly hold; a key left out is unknown and bars nothing by itself.

    Keys: fueling_runoff, maintenance_runoff, contamination, soil_rate_in_per_hr, soil_amended, separation_ft,
    hsg_d_share, dominant_hsg, soil_unreliable, era, dwsma_vulnerability, evaluation, well_ft, public_supply_well_ft,
    public_supply_well_sensitive, karst_upgradient_ft and karst_downgradient_ft (the practice lies up- or down-gradient
    of the feature), industrial_source.
    """

    def within(key: str, limit: int) -> bool:
        distance = practice.get(key)
        return distance is not None and (distance < limit or (distance == limit and "R36" not in other))

    def said(key: str) -> bool:
        return practice.get(key) is True

    shop = [said("fueling_runoff"), said("maintenance_runoff")]
    too_fast = (practice.get("soil_rate_in_per_hr") or 0) > Fraction(83, 10)
    lifted = "R16" in other and said("soil_amended")
    separation = practice.get("separation_ft")
    mostly_d = (practice.get("hsg_d_share") or 0) > Fraction(1, 2)
    group_d = practice.get("dominant_hsg") == "D" if "R35" in other else mostly_d
    vulnerability = practice.get("dwsma_vulnerability")
    highly = vulnerability in {"high", "very high"}
    lesser = (said("era") and vulnerability == "moderate") or (practice.get("era") is False and highly)
    well = within("well_ft", 50) or within("public_supply_well_ft", 50)
    sensitive_well = said("public_supply_well_sensitive") and within("public_supply_well_ft", 100)
    sources = {"automobile salvage", "scrap recycling", "hazardous waste", "deicing air transport"}
    bars = {
        "2024.3.b.1": all(shop) if "R34" in other else any(shop),
        "2024.3.b.2": said("contamination"),
        "2024.3.b.3": too_fast and not lifted,
        "2024.3.b.4": separation is not None and separation < 3,
        "2024.3.b.5": group_d or said("soil_unreliable"),
        "2024.3.b.6": said("era") and highly,
        "2024.3.b.7": lesser and practice.get("evaluation") is False,
        "2024.3.b.8": well or sensitive_well,
        "2024.3.b.9": within("karst_upgradient_ft", 1000) or within("karst_downgradient_ft", 100),
        "2024.3.b.10": practice.get("industrial_source") in sources,
    }
    return frozenset(bar for bar, holds in bars.items() if holds)


def linear_volume(
    net_sf: Fraction | None,
    new_sf: Fraction | None,
    reconstructed_sf: Fraction | None,
    *,
    other: frozenset[str] = frozenset(),
) -> Fraction | None:
    """2024.3.a.2 in cubic feet, for a linear project that the rule reaches."""
    if new_sf is None or reconstructed_sf is None:
        return None
    if new_sf + reconstructed_sf >= ACRE or "R13" in other:
        return max(INCH * new_sf, HALF_INCH * (new_sf + reconstructed_sf))
    return None if net_sf is None else (HALF_INCH if "R12" in other else INCH) * max(net_sf, Fraction(0))


def filtration_ok(owed_cf: Fraction | None, treated_cf: Fraction | None) -> bool | None:
    """2024.3.c: filtration treats twice what is owed; under R37 the caller passes the whole requirement as owed."""
    return None if owed_cf is None or treated_cf is None else treated_cf >= 2 * owed_cf


# Rise of bounce (ft), rise of inundation (h) in the low and in the two larger storms, rise of the runout (ft): least
# and most. None is no limit. Provisional: the 2011 table with the low storm of 2024.9.a.7.
_WATERBODIES: dict[str, tuple[Fraction | None, int | None, int | None, int]] = {
    "Preserve": (Fraction(0), 0, 0, 0),
    "Manage 1": (Fraction(1, 2), 24, 48, 0),
    "Manage 2": (Fraction(1), 48, 336, 1),
    "Manage 3": (None, 168, 504, 4),
    "Lakes": (Fraction(0), None, None, 0),
}


def waterbody_ok(
    waterbody_class: str | None,
    bounce: Mapping[str, tuple[Fraction | None, Fraction | None]],
    inundation_h: Mapping[str, tuple[Fraction | None, Fraction | None]],
    runout_ft: tuple[Fraction | None, Fraction | None],
    *,
    low_storm: str | None = None,
) -> bool | None:
    """Provisional 2024.7.b, each pair (existing, proposed); an unknown class cannot be told."""
    if waterbody_class not in _WATERBODIES:
        return None
    most_bounce, most_low_h, most_high_h, most_runout = _WATERBODIES[waterbody_class]

    def rise_ok(pair: tuple[Fraction | None, Fraction | None], most: Fraction | int | None) -> bool | None:
        if most is None:
            return True
        rise = _rise(pair)
        return None if rise is None else rise <= most

    def storm_ok(storm: str, most_h: int | None) -> bool | None:
        unknown = (None, None)
        return _every(
            [rise_ok(bounce.get(storm, unknown), most_bounce), rise_ok(inundation_h.get(storm, unknown), most_h)]
        )

    raised = _rise(runout_ft)
    runout = None if raised is None else 0 <= raised <= most_runout
    low = _some(storm_ok(storm, most_low_h) for storm in ([low_storm] if low_storm else ["1-yr", "2-yr"]))
    return _every([low, storm_ok("10-yr", most_high_h), storm_ok("100-yr", most_high_h), runout])


# Sites drawn at random -----------------------------------------------------------------------------------------------

KINDS = (*sorted(BUILDINGS), *sorted(WAYS), "subdivision", "mass grading")
USES = ("residential", "commercial", "industrial", "institutional", "mixed", "park", "farm", "public building", "other")
EFFECTS = ("direction", "peak_rate", "volume", "quality")
_NUDGES = (Fraction(0), Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 10**6), Fraction(-1, 10**6))


def random_site(rng: random.Random) -> Site:
    """A consistent site on, just beside or away from the thresholds of the edition."""
    while True:
        site = _draw(rng)
        touched = site.new_sf + site.reconstructed_sf + site.removed_sf
        areas = (site.new_sf, site.reconstructed_sf, site.removed_sf, site.kept_sf)
        if min(areas) < 0 or touched + site.kept_sf > site.site_sf or not touched <= site.disturbed_sf <= site.site_sf:
            continue
        if all(_consistent(project) for project in site.earlier):
            return site


def _consistent(project: Earlier) -> bool:
    touched = (project.new_sf, project.removed_sf, project.reconstructed_sf)
    return (
        min(touched) >= 0
        and project.removed_sf + project.reconstructed_sf <= project.existing_before_sf
        and project.existing_before_sf + project.new_sf <= project.site_sf
        and sum(touched) <= project.disturbed_sf <= project.site_sf
    )


def _near(rng: random.Random, value: Fraction | int) -> Fraction:
    return Fraction(value) + rng.choice(_NUDGES)


def _some_sf(rng: random.Random, most: int = 60_000) -> Fraction:
    return Fraction(rng.choice([0, 0, 500, 4_000, 9_999, 10_000, 21_780, 43_560, rng.randrange(most)]))


def _surfaces(rng: random.Random, site_sf: Fraction) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """New, reconstructed, removed and kept surface aimed at one of the thresholds."""
    new, reconstructed, removed, kept = (_some_sf(rng) for _ in range(4))
    aim = rng.choice(["acre", "acre", "net", "net", "tenth", "tenth of site", "half", "fifth", "tie", "none", "plain"])
    existing = Fraction(rng.choice([10_000, 20_000, 50_000, rng.randrange(1, 80_000)]))
    if aim == "acre":
        new = Fraction(rng.choice([0, 8_712, 10_000, 21_780, 43_560, rng.randrange(43_560)]))
        reconstructed = _near(rng, ACRE) - new
        removed = rng.choice([Fraction(0), new, new - 10_000, _some_sf(rng)])
    elif aim == "net":
        new = _near(rng, removed + 10_000)
        reconstructed = rng.choice([Fraction(0), reconstructed, _near(rng, ACRE) - new])
    elif aim in {"tenth", "tenth of site"}:
        new = rng.choice([Fraction(0), Fraction(2_000), new])
        removed = _near(rng, new + (existing if aim == "tenth" else site_sf) / 10)
        reconstructed = rng.choice([Fraction(0), min(reconstructed, max(existing - removed, Fraction(0)))])
        kept = existing - removed - reconstructed if aim == "tenth" else kept
    elif aim == "half":
        removed = rng.choice([Fraction(0), existing / 4])
        reconstructed = rng.choice([Fraction(0), existing / 2])
        kept, new = existing - removed - reconstructed, _near(rng, removed + existing / 2)
    elif aim == "fifth":
        kept = rng.choice([Fraction(0), kept])
        new, reconstructed, removed = _near(rng, site_sf / 5) - kept, Fraction(0), Fraction(0)
    elif aim == "tie":
        reconstructed = _near(rng, max(new, Fraction(30_000)))
        new = max(new, Fraction(30_000))
    elif aim == "none":
        new = reconstructed = removed = Fraction(0)
    return new, reconstructed, removed, kept


def _projects(rng: random.Random, own: tuple[Fraction, ...]) -> tuple[Earlier, ...]:
    """Up to two earlier projects, at times sized so that the common plan stands at a threshold."""
    new, reconstructed, removed, kept = own
    standing = kept + reconstructed + removed
    projects = []
    for year in sorted(rng.sample(range(2004, 2026), rng.choice([0, 0, 0, 1, 1, 2])), reverse=True):
        to_acre, to_limit = _near(rng, ACRE) - new - reconstructed, _near(rng, LINEAR_LIMIT) - (new - removed)
        built = rng.choice([to_acre, to_limit, _some_sf(rng)])
        rebuilt = rng.choice([Fraction(0), max(built, Fraction(0)) / 2])
        taken = rng.choice([Fraction(0), Fraction(0), Fraction(3_000), _some_sf(rng)])
        where = rng.choice(["same site", "adjacent site"])
        before = _some_sf(rng) + rebuilt + taken
        if where == "same site":
            before = standing - (built - rebuilt) + taken
            standing = before
        site_sf = before + built + Fraction(rng.choice([0, 5_000, 43_560]))
        projects.append(
            Earlier(
                date=datetime.date(year, rng.randrange(1, 13), rng.randrange(1, 29)),
                where=where,
                relation=rng.choice(["common plan", "common plan", "common ownership"]),
                exempt_home=rng.random() < 0.15,
                site_sf=site_sf,
                existing_before_sf=before,
                new_sf=built - rebuilt,
                removed_sf=taken,
                reconstructed_sf=rebuilt,
                disturbed_sf=rng.choice([built + taken, site_sf]),
            )
        )
    return tuple(reversed(projects))


def _draw(rng: random.Random) -> Site:
    kind = rng.choice(KINDS)
    way, home = kind in WAYS, kind in {"single-family home", "lot of record"}
    size = rng.choice([ACRE, ACRE, 2 * ACRE, 5 * ACRE, ACRE / 2, Fraction(rng.randrange(8_000, 900_000))])
    site_sf = _near(rng, Fraction(size))
    new, reconstructed, removed, kept = own = _surfaces(rng, site_sf)
    if kind in {"subdivision", "mass grading"} and rng.random() < 0.5:
        new, reconstructed, removed, kept = own = (Fraction(0), Fraction(0), Fraction(0), kept)
    touched, covered = new + reconstructed + removed, new + reconstructed + removed + kept
    if covered > site_sf and rng.random() < 0.8:
        site_sf = covered + rng.choice([0, 1_000, 20_000])
    disturbed = rng.choice([touched, site_sf, _near(rng, site_sf * 2 / 5), (touched + site_sf) / 2])
    earlier = _projects(rng, own)
    earlier = tuple(replace(p, site_sf=site_sf) if p.where == "same site" else p for p in earlier)
    earlier = tuple(replace(p, disturbed_sf=min(p.disturbed_sf, p.site_sf)) for p in earlier)

    use = rng.choice(["public way", "private way"]) if way else rng.choice(USES)
    housing = rng.choice(["single-family", "multi-unit", "both"]) if use in {"residential", "mixed"} else None
    if kind == "single-family home" or (kind == "lot of record" and rng.random() < 0.6):
        use, housing = "residential", "single-family"
    homes = lots_of_record = None
    if home:
        homes = rng.choice([1, 1, 1, 2, 5])
        lots_of_record = homes if kind == "lot of record" or rng.random() < 0.8 else 0
    lots = buildable = density = None
    if kind == "subdivision":
        buildable = rng.choice([1, 2, 2, 3, 3, 4, 12])
        lots = buildable + rng.choice([0, 0, 1, 2])
        density = buildable / (site_sf / ACRE)
    width: Fraction | None = None
    buffer = crossings = required_buffer = None
    if kind == "walk or trail":
        width = rng.choice([Fraction(12), Fraction(6), Fraction(10), Fraction(13), 12 + rng.choice(_NUDGES[4:])])
        offset = rng.choice([Fraction(0), Fraction(0), *_NUDGES[4:], Fraction(1), Fraction(-1), -width / 2])
        buffer = max(width / 2 + offset, Fraction(0))
        required_buffer, crossings = Fraction(1_200), Fraction(rng.choice([0, 300, 301]))
    share = rng.choice([Fraction(0), Fraction(0), Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)])
    matters = rng.random() < (0.6 if kind == "mass grading" else 0.2)
    affects = rng.sample(EFFECTS, rng.randrange(1, 5)) if matters else ()
    return Site(
        kind=kind,
        use=use,
        housing=housing,
        site_sf=site_sf,
        disturbed_sf=disturbed,
        kept_sf=kept,
        reconstructed_sf=reconstructed,
        removed_sf=removed,
        new_sf=new,
        permeable_kept_sf=kept * share * rng.choice([0, 1]),
        permeable_reconstructed_sf=reconstructed * share * rng.choice([0, 1]),
        permeable_removed_sf=removed * share * rng.choice([0, 1]),
        permeable_new_sf=new * share,
        former_use=rng.choice(["other", "other", "row crop", "feedlot"]),
        lots=lots,
        buildable_lots=buildable,
        density=density,
        width_ft=width,
        buffer_left_ft=buffer,
        buffer_right_ft=buffer,
        downgradient_buffer_ft=buffer,
        buffer_vegetated=kind == "walk or trail" and rng.random() < 0.85,
        crossings_sf=crossings,
        required_buffer_area_sf=required_buffer,
        affects=frozenset(affects),
        agricultural=(kind == "mass grading" or use == "farm") and rng.random() < 0.3,
        mass_grading=kind == "mass grading" or rng.random() < 0.2,
        maintenance_or_improvement=kind == "linear reconstruction" and rng.random() < 0.5,
        inside_development=way and rng.random() < 0.25,
        appurtenance_only=kind == "single-family home" and rng.random() < 0.2,
        owner_runs_shop_beside=home and rng.random() < 0.1,
        homes=homes,
        lots_of_record=lots_of_record,
        earlier=earlier,
        public_body=rng.random() < 0.3,
    )
