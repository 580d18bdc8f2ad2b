"""An independent judge of the 2011 edition (mcwd-2011): what its text says of a site of which every fact is known.

It stands alone on purpose: standard library, exact fractions, if-statements in the order of the text. It shares nothing
with the package, so that the two can be held against each other. Provisions are cited by id; a printed table's rows are
counted from its top. A reading (R1, R2, ...) follows its default unless it is named in ``other``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

ACRE = Fraction(43_560)
TEN_THOUSAND = Fraction(10_000)
INCH = Fraction(1, 12)
NONE: frozenset[str] = frozenset()

HOME_KINDS = ("single-family home", "lot of record")
STREET_KINDS = ("linear new", "linear reconstruction")
LINEAR_KINDS = (*STREET_KINDS, "walk or trail", "utility")
KINDS = (*HOME_KINDS, "subdivision", "new development", "redevelopment", *LINEAR_KINDS, "mass grading")
LISTED_USES = ("residential", "commercial", "industrial", "institutional", "mixed")  # 2011.2.b, 2011.2.c
WAY_USES = ("public way", "private way")
USES = (*LISTED_USES, "park", "farm", "public building", *WAY_USES, "other")
EFFECTS = ("direction", "peak_rate", "volume", "quality")

Requirements = dict[str, tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class Earlier:
    """A project before this action; for the same site its ``site_sf`` is the site's."""

    date: date
    where: str
    relation: str
    exempt_home: bool
    site_sf: Fraction
    existing_before_sf: Fraction
    new_sf: Fraction
    removed_sf: Fraction
    reconstructed_sf: Fraction
    disturbed_sf: Fraction

    @property
    def net_sf(self) -> Fraction:
        return self.new_sf - self.removed_sf


@dataclass(frozen=True, kw_only=True)
class Site:
    """One action on its site. The permeable areas are shares of the surfaces beside them, not additions."""

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

    @property
    def existing_sf(self) -> Fraction:
        return self.kept_sf + self.reconstructed_sf + self.removed_sf

    @property
    def proposed_sf(self) -> Fraction:
        return self.kept_sf + self.reconstructed_sf + self.new_sf

    @property
    def net_sf(self) -> Fraction:
        return self.new_sf - self.removed_sf


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """``requirements`` maps an id to (scope, baseline).

    The text gives ``volume`` and ``bmp`` no baseline and ``bmp`` no scope: "existing" and "site" fill these places.
    """

    permit: bool | None
    requirements: Requirements
    required_volume_cf: Fraction | None
    rows: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class _Sums:
    """The site with its counted earlier projects (2011.2.agg)."""

    size: Fraction  # of all the sites together: picks the size rows
    proposed: Fraction  # on all of them
    created: Fraction
    net: Fraction
    change: Fraction  # what the 10 and 50 % tests take (R51)
    base: Fraction  # the existing surface under those tests (R32)
    disturbed: Fraction
    ground: Fraction  # the area under the 40 % test
    base_here: Fraction  # existing on this site alone (R32)
    scope: dict[str, Fraction]  # area of each treatment scope (R58)


def _sums(site: Site, other: frozenset[str]) -> _Sums:
    since = date(2011, 6, 1) if "R57" in other else date(2005, 1, 1)
    counted = [e for e in site.earlier if e.date >= since and not (e.exempt_home and "R52" in other)]
    here = [e for e in counted if e.where == "same site"]
    # 2011.2.agg reaches a neighbouring site through its owner; a common plan alone is not in this edition.
    beside = [e for e in counted if e.where == "adjacent site" and e.relation == "common ownership"]
    both = here + beside

    size = site.site_sf + sum(e.site_sf for e in beside)
    beside_now = sum((e.existing_before_sf + e.net_sf for e in beside), Fraction(0))
    net = site.net_sf + sum(e.net_sf for e in both)
    created = site.new_sf + sum(e.new_sf for e in both)
    if "R32" in other:
        base_here, base = site.existing_sf, site.existing_sf + beside_now
    else:
        # Under R42 the earlier surface may have been permeable; what is then left cannot be less than nothing.
        base_here = max(Fraction(0), site.existing_sf - sum(e.net_sf for e in here))
        base = base_here + sum(e.existing_before_sf for e in beside)
    alone = "R51" in other
    disturbed = site.disturbed_sf
    if "R133" in other:
        disturbed = max(disturbed, site.new_sf + site.reconstructed_sf + site.removed_sf)
    new_here = site.new_sf + (0 if {"R32", "R105"} & other else sum(e.new_sf for e in here))
    this_alone = bool({"R32", "R105"} & other)
    increase_here = site.net_sf if alone or this_alone else site.proposed_sf - base_here
    scope = {"site": site.proposed_sf, "increase": max(Fraction(0), increase_here), "new": new_here}
    if "R58" in other:
        scope = {"site": site.proposed_sf + beside_now, "increase": max(Fraction(0), net), "new": created}
    return _Sums(
        size=size,
        proposed=site.proposed_sf + beside_now,
        created=created,
        net=net,
        change=site.net_sf if alone else net,
        base=site.existing_sf if alone else base,
        disturbed=disturbed if alone else disturbed + sum(e.disturbed_sf for e in both),
        ground=site.site_sf if alone else size,
        base_here=base_here,
        scope=scope,
    )


def _as_read(site: Site, other: frozenset[str]) -> Site:
    """The site without the surfaces that a reading leaves out."""
    if "R42" in other:
        site = replace(
            site,
            kept_sf=site.kept_sf - site.permeable_kept_sf,
            reconstructed_sf=site.reconstructed_sf - site.permeable_reconstructed_sf,
            removed_sf=site.removed_sf - site.permeable_removed_sf,
            new_sf=site.new_sf - site.permeable_new_sf,
        )
    if "R27" in other and _single_family_lots(site):
        # What is built is not split into homes and the rest; with homes alone planned, all of it is theirs.
        kept = site.kept_sf + site.reconstructed_sf
        site = replace(site, new_sf=Fraction(0), kept_sf=kept, reconstructed_sf=Fraction(0))
    return site


def _judged_as(stated: Site, creates: bool, base_here: Fraction, other: frozenset[str]) -> str:
    """The class of 2011.2.sections that holds the action, from the facts as stated: R42 does not make a way new."""
    by_ground = "redevelopment" if base_here > 0 else "new development"
    kind = stated.kind
    if kind in ("walk or trail", "utility"):
        rebuilt = stated.reconstructed_sf > 0 if "R104" in other else stated.maintenance_or_improvement
        kind = "linear reconstruction" if rebuilt else "linear new"
    part = stated.kind in STREET_KINDS or "R101" not in other
    if kind in STREET_KINDS and stated.inside_development and part and "R43" not in other:
        kind = "new development" if kind == "linear new" else "redevelopment"
    if kind == "mass grading":
        return by_ground if creates else "contour change"
    if kind == "subdivision" or kind in HOME_KINDS:
        return by_ground
    if kind in ("new development", "redevelopment"):
        return by_ground if "R26" in other else kind
    return kind


def _all(ids: Sequence[str], scope: str, baseline: str = "existing") -> Requirements:
    return {name: (scope, baseline if name in ("phosphorus", "rate") else "existing") for name in ids}


def _table_2(sums: _Sums, farmed: bool) -> tuple[str, Requirements]:
    if sums.size < ACRE:
        return "2011.T2.1", {}
    if sums.proposed * 5 < sums.size:
        return "2011.T2.2", {}
    baseline = "meadow" if farmed else "existing"  # 2011.3.a.1.i, 2011.3.b.1.i
    return "2011.T2.3", _all(("phosphorus", "rate", "volume"), "site", baseline)


def _reduced(sums: _Sums, other: frozenset[str]) -> bool:
    """The ten percent of 2011.2.c."""
    base = sums.ground if "R11" in other else sums.base
    return base > 0 and -sums.change * 10 >= base


def _table_3(sums: _Sums, other: frozenset[str]) -> tuple[str, Requirements]:
    base = sums.ground if "R11" in other else sums.base
    none = _reduced(sums, other) or ("R1" in other and base > 0 and -sums.change * 100 > 9 * base)
    much = sums.disturbed * 5 >= sums.ground * 2
    volume = _all(("volume",) if "R4" in other else ("volume", "phosphorus"), "site")
    bmp = _all(("bmp",), "site")
    if sums.size < ACRE or (sums.size == ACRE and "R2" not in other):
        row, needs = (1, {}) if none else (2, bmp)
    elif sums.size < 5 * ACRE or (sums.size == 5 * ACRE and "R3" in other):
        if much:
            row, needs = (5, {}) if none else (6, volume)
        else:
            row, needs = (3, {}) if none else (4, bmp)
    elif much:
        row, needs = 9, volume
    else:
        row, needs = (7, {}) if none else (8, bmp)
    if "R108" in other and not needs:
        needs = volume if row == 5 else bmp
    if none and row != 9 and "R108" in other:
        needs = volume if row == 5 else bmp  # 2011.4.a to 2011.4.d ask it whatever is taken away
    if "R29" in other:
        needs = {**needs, "rate": ("site", "existing")}
    return f"2011.T3.{row}", needs


def _table_4(sums: _Sums, other: frozenset[str]) -> tuple[str, Requirements]:
    if sums.size <= ACRE:
        return "2011.T4.1", _all(("bmp",), "site")
    three = ("phosphorus", "rate", "volume")
    if sums.disturbed * 5 >= sums.ground * 2:
        return "2011.T4.4", _all(three, "site")
    base = sums.ground if "R10" in other else sums.base
    half = "R5" not in other if base == 0 else sums.change * 2 >= base
    return ("2011.T4.3", _all(three, "site")) if half else ("2011.T4.2", _all(three, "increase"))


def _table_5(kind: str, measure: Fraction, other: frozenset[str]) -> tuple[str, Requirements]:
    if kind == "linear new":
        if measure < TEN_THOUSAND:
            return "2011.T5.1", {}
        needs = _all(("phosphorus", "rate", "volume"), "new")
        return "2011.T5.2", {**needs, "volume": ("site", "existing")} if "R61" in other else needs
    if measure < TEN_THOUSAND:
        return "2011.T5.3", {}
    if measure < ACRE or (measure == ACRE and "R6" in other):
        return "2011.T5.4", _all(("phosphorus", "rate"), "increase")
    return "2011.T5.5", _all(("phosphorus", "rate", "volume"), "increase")


def _buffered_walk(site: Site) -> bool:
    width, buffer = site.width_ft, site.downgradient_buffer_ft
    if site.kind != "walk or trail" or width is None or buffer is None:
        return False
    return width <= 12 and buffer * 2 >= width


def _homes(site: Site, splits: bool, other: frozenset[str]) -> bool:
    """Whether 2011.2.a frees what is built: homes, those of a split that needs no permit of its own too."""
    if site.kind in HOME_KINDS:
        several = (site.homes or 1) > 1 and "R107" in other
        return not several and not (site.appurtenance_only and "R59" in other)
    return _single_family_lots(site) and not splits and "R103" not in other


def _single_family_lots(site: Site) -> bool:
    return site.kind == "subdivision" and site.use == "residential" and site.housing == "single-family"


def judge(site: Site, *, other: frozenset[str] = NONE) -> Verdict:
    """What the 2011 text decides of `site`, with the other choice taken for the readings in `other`."""
    stated = site
    site = _as_read(site, other)
    creates = site.new_sf > 0 or site.reconstructed_sf > 0
    splits: bool | None = False
    if site.kind == "subdivision" and site.site_sf >= ACRE:
        splits = None if site.lots is None else site.lots >= 3

    if not creates and not site.affects and not splits:
        return Verdict(permit=splits, requirements={}, required_volume_cf=None, rows=("2011.2",))
    if _homes(site, bool(splits), other):
        return _free("2011.2.a")

    sums = _sums(site, other)
    kind = _judged_as(stated, creates, sums.base_here, other)
    listed = site.use in LISTED_USES or (site.kind in LINEAR_KINDS and site.use in WAY_USES) or "R102" in other
    exemption = ""
    if kind == "contour change":
        if "R28" in other:
            return Verdict(permit=True, requirements={}, required_volume_cf=None, rows=("2011.2",))
        rows = ("2011.2", "2011.3.b.1", "2011.3.d")
        return Verdict(permit=True, requirements=_all(("rate", "bmp"), "site"), required_volume_cf=None, rows=rows)
    if kind in STREET_KINDS:
        if _buffered_walk(site):
            return _free("2011.2.d")
        by_creation = kind == "linear new" or "R7" in other
        measure = sums.created if by_creation else sums.net
        row, needs = _table_5(kind, measure, other)
        exemption = "2011.2.d" if measure < TEN_THOUSAND else ""
        if by_creation:
            sums = replace(sums, scope={**sums.scope, "increase": sums.scope["new"]})
    elif kind == "new development":
        farmed = site.former_use in ("row crop", "feedlot") and not (splits and "R106" in other)
        row, needs = _table_2(sums, farmed)
        exemption = "2011.2.b" if listed and not needs else ""
    elif sums.change > 0:
        row, needs = _table_4(sums, other)
    else:
        row, needs = _table_3(sums, other)
        small_or_still = sums.size < 5 * ACRE or sums.disturbed * 5 < sums.ground * 2
        exemption = "2011.2.c" if listed and small_or_still and _reduced(sums, other) else ""

    if exemption and splits is None:
        return Verdict(permit=None, requirements={}, required_volume_cf=None, rows=("2011.2", exemption, row))
    if exemption and not (splits and "R60" not in other):
        return _free(exemption, row)
    volume = sums.scope[needs["volume"][0]] * INCH if "volume" in needs else None
    return Verdict(permit=True, requirements=needs, required_volume_cf=volume, rows=("2011.2", row))


def _free(*rows: str) -> Verdict:
    return Verdict(permit=False, requirements={}, required_volume_cf=None, rows=rows)


# Criteria. True, False, or None where what is given cannot tell.

Storms = Mapping[int, Fraction]
Pairs = Mapping[int, tuple[Fraction, Fraction]]
EVENTS = (1, 10, 100)


def _every(answers: Sequence[bool | None]) -> bool | None:
    if False in answers:
        return False
    return None if None in answers else True


def opening_ok(low_opening_ft: Fraction | None, high_water_ft: Fraction | None) -> bool | None:
    """2011.3.e."""
    if low_opening_ft is None or high_water_ft is None:
        return None
    return low_opening_ft - high_water_ft >= 2


def rate_ok(existing: Storms, proposed: Storms) -> bool | None:
    """2011.3.b.1; `existing` is the baseline, which is the meadow for new development on row crop or feedlot."""
    return _every([proposed[t] <= existing[t] if t in existing and t in proposed else None for t in EVENTS])


def phosphorus_ok(
    kind: str, former_use: str, existing: Fraction | None, meadow: Fraction | None, proposed: Fraction | None
) -> bool | None:
    """2011.3.a.1 by loads; None for redevelopment, which has no load test of its own (2011.3.a.2, `volume_path`)."""
    if kind != "new development" and kind not in LINEAR_KINDS:
        return None
    farmed = kind == "new development" and former_use in ("row crop", "feedlot")
    limit = meadow if farmed else existing
    return None if limit is None or proposed is None else proposed <= limit


INTERCEPTION_PERCENT = {
    "green ash": 13,
    "sugar maple": 8,
    "norway maple": 8,
    "littleleaf linden": 12,
    "american elm": 18,
    "honeylocust": 6,
    "american basswood": 10,
    "northern hackberry": 6,
    "ginkgo": 4,
    "silver maple": 16,
    "elm": 21,
    "white ash": 10,
    "basswood": 14,
    "red maple": 7,
}
MEDIAN_PERCENT = 10


def credit_cf(practice: Mapping[str, Any], *, other: frozenset[str] = NONE) -> Fraction | None:
    """The credit of one practice by the schedule of Appendix A; None for a kind outside it or a missing figure.

    Keys: ``kind``; ``below_overflow_cf`` (of voids, in a trench); ``canopy_sf``, ``species``, ``arborist_percent``;
    ``area_sf``; ``amended_group``; ``capacity_cf``, ``one_inch_runoff_cf``, ``operating_plan``; ``trafficked``;
    ``yielded_sf``, the ground whose credit the applicant designated to another practice (2011.A.note8, R31). What
    infiltrates or is filtered during the event has no key: it earns nothing (2011.A.note2, 2011.A.filter).
    """
    kind = practice["kind"]
    if kind in ("infiltration basin", "infiltration trench", "filtration"):
        below = practice.get("below_overflow_cf")
        return None if below is None else Fraction(below) * (Fraction(1, 2) if kind == "filtration" else 1)
    if kind == "reuse":
        if not practice.get("operating_plan", True):
            return Fraction(0)
        capacity, runoff = practice.get("capacity_cf"), practice.get("one_inch_runoff_cf")
        return None if capacity is None or runoff is None else min(Fraction(capacity), Fraction(runoff))
    if kind not in ("tree kept", "tree new", "soil amendment", "enhancement"):
        return None
    area = practice.get("canopy_sf" if kind.startswith("tree") else "area_sf")
    if area is None:
        return None
    yields = "R31" not in other or kind in ("tree kept", "enhancement")
    ground = max(Fraction(0), Fraction(area) - (Fraction(practice.get("yielded_sf", 0)) if yields else 0))
    if kind == "soil amendment":
        if "R19" in other and practice.get("amended_group") not in ("A", "B"):
            return Fraction(0)
        return ground * INCH / 2
    if kind == "enhancement":
        return Fraction(0) if practice.get("trafficked") else ground * INCH / 2  # 2011.A.note7
    species = practice.get("species")
    unlisted = practice.get("arborist_percent", MEDIAN_PERCENT)  # 2011.A.note3
    percent = INTERCEPTION_PERCENT.get(str(species).lower(), unlisted)
    credit = Fraction(percent) / 100 * ground * INCH
    return credit / 2 if kind == "tree new" else credit


@dataclass(frozen=True)
class _Limits:
    bounce_ft: Fraction | None  # added to the existing one; None: no limit
    hours_1: Fraction | None
    hours_10_100: Fraction | None
    runout_ft: Fraction  # may rise by this much; 0: no change


WATERBODIES = {  # 2011.T1
    "preserve": _Limits(Fraction(0), Fraction(0), Fraction(0), Fraction(0)),
    "manage 1": _Limits(Fraction(1, 2), Fraction(24), Fraction(48), Fraction(0)),
    "manage 2": _Limits(Fraction(1), Fraction(48), Fraction(14 * 24), Fraction(1)),
    "manage 3": _Limits(None, Fraction(7 * 24), Fraction(21 * 24), Fraction(4)),
    "lake": _Limits(Fraction(0), None, None, Fraction(0)),
}


def waterbody_ok(
    waterbody: str, bounce: Pairs, inundation_h: Pairs, runout_ft: tuple[Fraction, Fraction] | None
) -> bool | None:
    """2011.8.b by 2011.T1; every pair is (existing, proposed), bounce in feet and inundation in hours by event."""
    limits = WATERBODIES.get(waterbody.lower())
    if limits is None:
        return None
    answers: list[bool | None] = []
    for event in EVENTS:
        hours = limits.hours_1 if event == 1 else limits.hours_10_100
        for pairs, allowed in ((bounce, limits.bounce_ft), (inundation_h, hours)):
            if allowed is not None:
                pair = pairs.get(event)
                answers.append(None if pair is None else pair[1] <= pair[0] + allowed)
    answers.append(None if runout_ft is None else 0 <= runout_ft[1] - runout_ft[0] <= limits.runout_ft)
    return _every(answers)


def volume_path(
    required_cf: Fraction,
    provided_cf: Fraction,
    nonvolume: Sequence[tuple[Fraction, Fraction]],
    infeasible: bool,
    half_inch_cf: Fraction,
    *,
    annual_lb: tuple[Fraction, Fraction] | None = None,
    other: frozenset[str] = NONE,
) -> str:
    """2011.3.c.1 or 2011.3.c.2; `nonvolume` holds (phosphorus removal fraction, volume treated) of each practice.

    R38's other choice takes `annual_lb`: phosphorus removed by everything provided, and by one inch abstracted.
    That what is provided is the greatest extent feasible is for the abstraction analysis to show, by `infeasible`.
    """
    if provided_cf >= required_cf:
        return "one inch met"
    equal = provided_cf + sum((fraction * treated for fraction, treated in nonvolume), Fraction(0)) >= required_cf
    if "R38" in other:
        equal = annual_lb is not None and annual_lb[0] >= annual_lb[1]
    floor = "R63" in other or provided_cf >= half_inch_cf
    return "path met" if infeasible and floor and equal else "not met"


# Sites to try, on and around every threshold of the edition.

_TINY = Fraction(1, 1_000_000)
_BEFORE_2011 = (date(2004, 12, 31), date(2005, 1, 1), date(2008, 7, 1), date(2011, 5, 31))
_DATES = (*_BEFORE_2011, date(2011, 6, 1), date(2012, 3, 15))


def _near(rng: random.Random, mark: Fraction | int) -> Fraction:
    return mark + rng.choice((Fraction(0), Fraction(0), Fraction(1), Fraction(-1), _TINY, -_TINY))


def _within(value: Fraction | int, low: Fraction | int, high: Fraction | int) -> Fraction:
    return Fraction(max(low, min(value, high)))


def _part(rng: random.Random, whole: Fraction) -> Fraction:
    return rng.choice((Fraction(0), Fraction(1, 20), Fraction(1, 20), Fraction(1, 4), Fraction(9, 10))) * whole


def _project(rng: random.Random, when: date, where: str, size: Fraction, before: Fraction) -> Earlier:
    removed = _part(rng, before) if rng.random() < 0.4 else Fraction(0)
    new = _part(rng, (size - before + removed) / 4)
    reconstructed = _part(rng, before - removed)
    return Earlier(
        date=when,
        where=where,
        relation=rng.choice(("common ownership", "common ownership", "common plan")),
        exempt_home=rng.random() < 0.2,
        site_sf=size,
        existing_before_sf=before,
        new_sf=new,
        removed_sf=removed,
        reconstructed_sf=reconstructed,
        disturbed_sf=_within(_part(rng, size), reconstructed + max(new, removed), size),
    )


def _wanted_net(rng: random.Random, kind: str, sums: _Sums) -> Fraction:
    """A change that puts the site and what was built before near a threshold; `sums` is the site before the action."""
    if kind in LINEAR_KINDS:
        mark = rng.choice((Fraction(0), TEN_THOUSAND, TEN_THOUSAND, ACRE, ACRE, Fraction(rng.randint(1, 90_000))))
        return _near(rng, mark) - (sums.net if kind == "linear reconstruction" else sums.created)
    if kind == "new development" or sums.base_here == 0:
        mark = rng.choice((sums.size / 5, sums.size / 5, sums.size * rng.randint(0, 90) / 100))
        return _near(rng, mark) - sums.proposed
    percent = rng.choice((-100, -20, -10, -10, Fraction(-19, 2), -9, 0, 0, 20, 50, 50, 80))
    base = sums.size if rng.random() < 0.15 else sums.base
    return _near(rng, base * percent / 100) - sums.net


def random_site(rng: random.Random) -> Site:
    """A fully known site whose facts agree with each other."""
    kind = rng.choice(KINDS)
    mark = rng.choice((ACRE, ACRE, 5 * ACRE, 5 * ACRE, Fraction(rng.randint(4_000, 600_000)), 3 * ACRE))
    whole = _near(rng, mark)
    earlier: list[Earlier] = []
    adjacent = Fraction(0)
    dates = sorted(rng.sample(_DATES, rng.choice((0, 0, 0, 1, 2, 3))))
    if dates and rng.random() < 0.4:
        adjacent = Fraction(rng.randint(1_000, int(whole) // 2))
        before = _part(rng, adjacent)
        earlier.append(_project(rng, dates.pop(), "adjacent site", adjacent, before))
    size = whole - adjacent
    existing = Fraction(0) if rng.random() < 0.35 else Fraction(rng.randint(0, int(size) * 7 // 10))
    for when in dates:
        earlier.append(_project(rng, when, "same site", size, existing))
        existing += earlier[-1].net_sf

    zero = Fraction(0)
    site = Site(
        kind=kind,
        use=rng.choice(USES),
        housing=None,
        site_sf=size,
        disturbed_sf=zero,
        kept_sf=existing,
        reconstructed_sf=zero,
        removed_sf=zero,
        new_sf=zero,
        permeable_kept_sf=zero,
        permeable_reconstructed_sf=zero,
        permeable_removed_sf=zero,
        permeable_new_sf=zero,
        former_use=rng.choice(("row crop", "feedlot", "other", "other")),
        lots=None,
        buildable_lots=None,
        density=None,
        width_ft=None,
        buffer_left_ft=None,
        buffer_right_ft=None,
        downgradient_buffer_ft=None,
        buffer_vegetated=rng.random() < 0.5,
        crossings_sf=None,
        required_buffer_area_sf=None,
        affects=frozenset(e for e in EFFECTS if rng.random() < 0.15),
        agricultural=rng.random() < 0.1,
        mass_grading=kind == "mass grading" or rng.random() < 0.1,
        maintenance_or_improvement=kind in LINEAR_KINDS[1:] and rng.random() < 0.5,
        inside_development=kind in LINEAR_KINDS and rng.random() < 0.15,
        appurtenance_only=kind in HOME_KINDS and rng.random() < 0.4,
        owner_runs_shop_beside=rng.random() < 0.05,
        homes=None,
        lots_of_record=None,
        earlier=tuple(sorted(earlier, key=lambda e: e.date)),
        public_body=rng.random() < 0.3,
    )
    site = _with_names(rng, site)
    if kind == "mass grading" and rng.random() < 0.7:
        return _with_disturbance(rng, site)
    return _with_permeable(rng, _with_surfaces(rng, site))


def _with_names(rng: random.Random, site: Site) -> Site:
    kind = site.kind
    if kind in HOME_KINDS:
        homes = rng.choice((1, 1, 1, 2, 3))
        return replace(site, use="residential", housing="single-family", homes=homes, lots_of_record=homes)
    if kind in LINEAR_KINDS and not site.inside_development:
        site = replace(site, use=rng.choice(WAY_USES))
    if site.use in ("residential", "mixed"):
        housing = rng.choice(("single-family", "multi-unit", "both"))
        site = replace(site, housing=housing, density=_near_ratio(rng, rng.choice((1, 2, 3, 8, 12))))
    if kind == "subdivision":
        lots = rng.choice((2, 3, 3, 4, 12))
        site = replace(site, lots=lots, buildable_lots=rng.randint(1, lots))
    if kind == "walk or trail":
        width = _near_ratio(rng, rng.choice((8, 10, 12, 12, 14)))
        buffer = rng.choice((_near_ratio(rng, width / 2), _near_ratio(rng, 5), Fraction(0), Fraction(20)))
        left, right = rng.sample((buffer, _near_ratio(rng, 5), Fraction(rng.randint(0, 12))), 2)
        required = Fraction(rng.choice((800, 1_200, 4_000)))
        site = replace(
            site,
            width_ft=width,
            downgradient_buffer_ft=buffer,
            buffer_left_ft=left,
            buffer_right_ft=right,
            required_buffer_area_sf=required,
            crossings_sf=_near_ratio(rng, required * rng.choice((0, 1, 2)) / 4 + 1),
        )
    return site


def _near_ratio(rng: random.Random, mark: Fraction | int) -> Fraction:
    return mark + rng.choice((Fraction(0), _TINY, -_TINY))


def _with_surfaces(rng: random.Random, site: Site) -> Site:
    sums = _sums(site, NONE)
    existing, size = site.existing_sf, site.site_sf
    net = _wanted_net(rng, site.kind, sums)
    by_creation = site.kind in LINEAR_KINDS and site.kind != "linear reconstruction"
    extra = _part(rng, existing) if rng.random() < 0.3 else Fraction(0)
    removed = _within(extra if by_creation else extra + max(Fraction(0), -net), 0, existing)
    new = _within(net if by_creation else net + removed, 0, size - existing + removed)
    reconstructed = _part(rng, existing - removed)
    kept = existing - removed - reconstructed
    return _with_disturbance(
        rng, replace(site, kept_sf=kept, reconstructed_sf=reconstructed, removed_sf=removed, new_sf=new)
    )


def _with_disturbance(rng: random.Random, site: Site) -> Site:
    sums = _sums(site, NONE)
    mark = rng.choice((sums.size * 2 / 5, sums.size * 2 / 5, sums.size * rng.randint(5, 100) / 100))
    least = site.reconstructed_sf + max(site.new_sf, site.removed_sf)
    return replace(site, disturbed_sf=_within(_near(rng, mark) - sums.disturbed, least, site.site_sf))


def _with_permeable(rng: random.Random, site: Site) -> Site:
    if rng.random() < 0.75:
        return site
    return replace(
        site,
        permeable_kept_sf=_part(rng, site.kept_sf),
        permeable_reconstructed_sf=rng.choice((_part(rng, site.reconstructed_sf), site.reconstructed_sf)),
        permeable_removed_sf=_part(rng, site.removed_sf),
        permeable_new_sf=rng.choice((_part(rng, site.new_sf), site.new_sf)),
    )
