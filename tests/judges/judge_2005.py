"""An independent judge of the 2005 edition (Rule N, mcwd-2005): what its text says of a fully known site.

It is written from the checklist's wording alone and shares no code with the encoded rule, so that the two can be set
against each other.  Provisions are cited by their ids ("N.2.C.1"); readings by theirs ("R8").  The default choice of
each reading is followed; `other` names the readings for which the other choice is taken.

Areas are square feet, all arithmetic is exact.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

ACRE = Fraction(43_560)
RULE_BEGAN = datetime.date(2005, 1, 1)  # R22: the day is a reading, the month is not

KINDS = (
    "single-family home",
    "lot of record",
    "subdivision",
    "new development",
    "redevelopment",
    "linear new",
    "linear reconstruction",
    "walk or trail",
    "mass grading",
    "utility",
)
USES = (
    "residential",
    "commercial",
    "industrial",
    "institutional",
    "mixed",
    "park",
    "farm",
    "public building",
    "public way",
    "private way",
    "other",
)
READINGS = frozenset(
    "R5 R8 R9 R10 R23 R24 R25 R32 R42 R45 R46 R47 R48 R49 R50 R51 R52 R53 R54 R55".split()
)  # those that this module can take the other way

_WAYS = frozenset({"linear new", "linear reconstruction", "walk or trail"})
_WAY_USES = frozenset({"public way", "private way"})
_HOMES = frozenset({"single-family home", "lot of record"})
_USES_OF_D = frozenset({"commercial", "industrial", "institutional", "mixed"})
_LISTED_USES = _USES_OF_D | _WAY_USES | {"residential"}
_CONTOUR_EFFECTS = frozenset({"direction", "peak_rate", "quality"})  # N.2 leaves volume out

BMP, QUANTITY, QUALITY = "bmp", "quantity", "quality"

# Each paragraph's ladder: from this many acres up, this row, these sections.  Below the first step: no permit.
_LADDERS: dict[str, tuple[tuple[Fraction, str, tuple[str, ...]], ...]] = {
    "B": (
        (Fraction(2), "N.2.B.1", (BMP,)),
        (Fraction(8), "N.2.B.2", (BMP, QUANTITY)),
        (Fraction(20), "N.2.B.3", (BMP, QUANTITY, QUALITY)),
    ),
    "C": (
        (Fraction(2), "N.2.C.1", (BMP,)),
        (Fraction(5), "N.2.C.2", (BMP, QUANTITY)),
        (Fraction(8), "N.2.C.3", (BMP, QUANTITY, QUALITY)),
    ),
    "D": (
        (Fraction(0), "N.2.D.1", (BMP,)),
        (Fraction(1, 2), "N.2.D.2", (BMP, QUANTITY)),
        (Fraction(8), "N.2.D.3", (BMP, QUANTITY, QUALITY)),
    ),
}


@dataclass(frozen=True, kw_only=True)
class Earlier:
    """A project that came before this one; `site_sf` is the area of the site on which it lay."""

    date: datetime.date
    where: str  # "same site" | "adjacent site"
    relation: str  # "common ownership" | "common plan"
    exempt_home: bool = False
    site_sf: Fraction
    existing_before_sf: Fraction
    new_sf: Fraction
    removed_sf: Fraction
    reconstructed_sf: Fraction
    disturbed_sf: Fraction


@dataclass(frozen=True, kw_only=True)
class Site:
    """Everything that is to be known of a site and of the one action on it."""

    kind: str
    use: str
    housing: str | None = None
    site_sf: Fraction
    disturbed_sf: Fraction
    kept_sf: Fraction
    reconstructed_sf: Fraction
    removed_sf: Fraction
    new_sf: Fraction
    permeable_kept_sf: Fraction = Fraction(0)  # the permeable share of kept_sf, and so on
    permeable_reconstructed_sf: Fraction = Fraction(0)
    permeable_removed_sf: Fraction = Fraction(0)
    permeable_new_sf: Fraction = Fraction(0)
    former_use: str = "other"
    lots: int | None = None
    buildable_lots: int | None = None
    density: Fraction | None = None
    width_ft: Fraction | None = None
    buffer_left_ft: Fraction | None = None
    buffer_right_ft: Fraction | None = None
    downgradient_buffer_ft: Fraction | None = None
    buffer_vegetated: bool = False
    crossings_sf: Fraction | None = None
    required_buffer_area_sf: Fraction | None = None
    affects: frozenset[str] = frozenset()
    agricultural: bool = False
    mass_grading: bool = False
    maintenance_or_improvement: bool = False
    inside_development: bool = False
    appurtenance_only: bool = False
    owner_runs_shop_beside: bool = False
    homes: int | None = None
    lots_of_record: int | None = None
    earlier: tuple[Earlier, ...] = ()
    public_body: bool = False


@dataclass(frozen=True, kw_only=True)
class Verdict:
    permit: bool | None
    requirements: dict[str, tuple[str, str]]
    required_volume_cf: Fraction | None  # this edition asks for no volume: always None
    rows: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class _Surfaces:
    """This action's impervious surface, after R42."""

    existing: Fraction
    reconstructed: Fraction
    new: Fraction
    net: Fraction


@dataclass(frozen=True, kw_only=True)
class _Whole:
    """This action together with what N.2.G adds to it."""

    counted: bool
    area: Fraction
    altered: Fraction
    net: Fraction
    began: Fraction  # impervious surface when the rule began
    before: Fraction  # impervious surface before this action


@dataclass(frozen=True, kw_only=True)
class _Extent:
    scope: str
    baseline: str
    by_h: bool
    half: bool  # the surface grew by half or more


def judge(site: Site, *, other: frozenset[str] = frozenset()) -> Verdict:
    """Say whether the action needs a permit under Rule N, and under which of sections 3 to 5, over what."""
    surfaces = _surfaces(site, other)
    if not _triggered(site, surfaces, other):
        return _no_permit("N.2")
    if _is_home(site):
        return _no_permit("N.2.A")
    whole = _whole(site, surfaces, other)
    extent = _extent(site, surfaces, whole, other)
    paragraph = _paragraph(site, other)
    if paragraph == "E":
        return _judge_way(site, surfaces, whole, extent, other)
    if paragraph is None:
        return Verdict(permit=None, requirements={}, required_volume_cf=None, rows=_undecided_rows(site))
    if paragraph == "B" and "R47" in other and whole.altered < 2 * ACRE:
        return _no_permit("N.2.B")
    return _judge_by_size(paragraph, whole, extent, other)


# --- whether the rule is reached at all ------------------------------------------------------------------------------


def _surfaces(site: Site, other: frozenset[str]) -> _Surfaces:
    kept, reconstructed = site.kept_sf, site.reconstructed_sf
    removed, new = site.removed_sf, site.new_sf
    if "R42" in other:  # permeable surfaces taken as pervious
        kept -= site.permeable_kept_sf
        reconstructed -= site.permeable_reconstructed_sf
        removed -= site.permeable_removed_sf
        new -= site.permeable_new_sf
    return _Surfaces(
        existing=kept + reconstructed + removed,
        reconstructed=reconstructed,
        new=new,
        net=new - removed,
    )


def _triggered(site: Site, surfaces: _Surfaces, other: frozenset[str]) -> bool:
    """N.2: a listed use, and impervious surface created or contours changed to some listed effect.

    A way is a listed use by what it is (N.2.E names public and private ones alike).
    """
    if site.use not in _LISTED_USES and site.kind not in _WAYS and "R46" not in other:
        return False
    creates = surfaces.new > 0 or (surfaces.reconstructed > 0 and "R45" not in other)
    return creates or bool(site.affects & _CONTOUR_EFFECTS)


def _is_home(site: Site) -> bool:
    """N.2.A: one single-family home, or what belongs to a home.  Several homes at once are a development of homes."""
    if site.use != "residential":
        return False
    if site.appurtenance_only and site.housing != "multi-unit":
        return True
    return site.kind in _HOMES and (site.homes is None or site.homes <= 1)


# --- N.2.G: what counts together -------------------------------------------------------------------------------------


def _counted(site: Site, other: frozenset[str]) -> tuple[Earlier, ...]:
    """Since the rule began: all on the site itself; on adjacent sites, what is of the same or a related owner."""
    return tuple(
        project
        for project in site.earlier
        if project.date >= RULE_BEGAN
        and (project.where == "same site" or project.relation == "common ownership")
        and not (project.exempt_home and "R52" in other)
    )


def _whole(site: Site, surfaces: _Surfaces, other: frozenset[str]) -> _Whole:
    counted = _counted(site, other)
    here = [project for project in counted if project.where == "same site"]
    beside = [project for project in counted if project.where == "adjacent site"]
    if here:
        began = min(here, key=lambda project: project.date).existing_before_sf
    else:
        began = surfaces.existing
    before = surfaces.existing
    for project in beside:  # each adjacent project lies on a site of its own
        began += project.existing_before_sf
        before += project.existing_before_sf + project.new_sf - project.removed_sf
    return _Whole(
        counted=bool(counted),
        area=site.site_sf + sum((project.site_sf for project in beside), Fraction(0)),
        altered=site.disturbed_sf + sum((project.disturbed_sf for project in counted), Fraction(0)),
        net=surfaces.net + sum((project.new_sf - project.removed_sf for project in counted), Fraction(0)),
        began=began,
        before=before,
    )


# --- N.2.H: how far the requirements reach ---------------------------------------------------------------------------


def _extent(site: Site, surfaces: _Surfaces, whole: _Whole, other: frozenset[str]) -> _Extent:
    if "R51" in other:
        increase, base, area = surfaces.net, surfaces.existing, site.site_sf
    else:
        increase, base, area = whole.net, whole.before if "R32" in other else whole.began, whole.area
    if "R10" in other:
        base = area
    if increase <= 0:  # N.2.H is silent: R54
        scope = "new_and_reconstructed" if "R54" in other else "site"
        return _Extent(scope=scope, baseline="existing", by_h=False, half=False)
    half = 2 * increase >= base if base > 0 else "R5" not in other
    if not half:
        return _Extent(scope="increase", baseline="existing", by_h=True, half=False)
    baseline = "existing" if "R23" in other else "predevelopment"
    return _Extent(scope="site", baseline=baseline, by_h=True, half=True)


def _size(whole: _Whole, extent: _Extent, other: frozenset[str]) -> Fraction:
    """The area that picks a row: the site, or under R24 the altered area where no more than that is in scope."""
    return whole.altered if "R24" in other and extent.scope != "site" else whole.area


# --- N.2.A to N.2.E: the paragraphs ----------------------------------------------------------------------------------


def _paragraph(site: Site, other: frozenset[str]) -> str | None:
    """The paragraph that holds the action, or None where none does."""
    if site.kind in _WAYS and not site.inside_development:
        return "E"
    by_use = _paragraph_by_use(site, other)
    if by_use == "none" and (site.kind in _WAYS or site.use in _WAY_USES):
        return "E"
    return by_use if by_use in _LADDERS else None


def _paragraph_by_use(site: Site, other: frozenset[str]) -> str:
    """Paragraph "B", "C" or "D"; "none" where none speaks of the use, "unknown" where they speak without deciding."""
    if site.use in _USES_OF_D:
        return "D"
    if site.use != "residential":
        return "none"
    if site.owner_runs_shop_beside and "R53" in other:
        return "D"
    housing = "single-family" if site.housing is None and site.kind in _HOMES else site.housing
    if housing is None or site.density is None:
        return "unknown"
    if housing == "both":
        housing = "single-family" if "R48" in other else "multi-unit"
    if housing == "single-family":
        if site.density <= 2:
            return "B"
        return "unknown" if site.density >= 8 and "R9" in other else "C"
    if site.density >= 8:
        return "D"
    if site.density <= 2 and site.kind == "subdivision" and "R8" in other:
        return "B"
    return "C"


def _undecided_rows(site: Site) -> tuple[str, ...]:
    return ("N.2.B", "N.2.C", "N.2.D.1") if site.use == "residential" else ("N.2",)


def _judge_by_size(paragraph: str, whole: _Whole, extent: _Extent, other: frozenset[str]) -> Verdict:
    size = _size(whole, extent, other)
    reached = [(row, needs) for acres, row, needs in _LADDERS[paragraph] if size >= acres * ACRE]
    if not reached:
        return _no_permit(f"N.2.{paragraph}", *(["N.2.G"] if whole.counted else []))
    row, needs = reached[-1]
    return _permit(row, needs, whole, extent)


def _judge_way(site: Site, surfaces: _Surfaces, whole: _Whole, extent: _Extent, other: frozenset[str]) -> Verdict:
    """N.2.E: the project's own net increase opens it; what counts together then picks the row."""
    exempt = _walk_exempt(site)
    if exempt is True:
        return _no_permit("N.2.E.4")
    if surfaces.net <= 0 and (site.maintenance_or_improvement or "R49" not in other):
        return _no_permit("N.2.E")
    if exempt is None:
        return Verdict(permit=None, requirements={}, required_volume_cf=None, rows=("N.2.E.4",))
    if whole.net < ACRE:
        return _permit("N.2.E.1", (BMP,), whole, extent)
    if not (extent.half and "R50" in other):
        limited = _Extent(scope="increase", baseline="existing", by_h=False, half=extent.half)
    else:
        limited = extent
    if _size(whole, extent, other) < 5 * ACRE:
        return _permit("N.2.E.2", (BMP, QUANTITY), whole, limited)
    return _permit("N.2.E.3", (BMP, QUANTITY, QUALITY), whole, limited)


def _walk_exempt(site: Site) -> bool | None:
    """N.2.E.4; a buffer need be pervious, not planted."""
    if site.kind != "walk or trail":
        return False
    crossed: bool | None = None
    if site.crossings_sf is not None and site.required_buffer_area_sf is not None:
        crossed = 4 * site.crossings_sf <= site.required_buffer_area_sf
    elif site.crossings_sf == 0:
        crossed = True
    return _all(
        _at_most(site.width_ft, 10),
        _at_least(site.buffer_left_ft, 5),
        _at_least(site.buffer_right_ft, 5),
        crossed,
    )


def _no_permit(*rows: str) -> Verdict:
    return Verdict(permit=False, requirements={}, required_volume_cf=None, rows=rows)


def _permit(row: str, needs: tuple[str, ...], whole: _Whole, extent: _Extent) -> Verdict:
    rows = [row]
    if whole.counted:
        rows.append("N.2.G")
    if extent.by_h:
        rows.append("N.2.H")
    pair = (extent.scope, extent.baseline)
    return Verdict(permit=True, requirements=dict.fromkeys(needs, pair), required_volume_cf=None, rows=tuple(rows))


# --- criteria --------------------------------------------------------------------------------------------------------


def phosphorus_ok(
    before_treatment: Fraction | None,
    existing: Fraction | None,
    proposed: Fraction | None,
    *,
    other: frozenset[str] = frozenset(),
) -> bool | None:
    """N.5.1: half or more is taken off, of the proposed site's untreated load (R25) or of the existing load."""
    base = existing if "R25" in other else before_treatment
    if base is None or proposed is None:
        return None
    return 2 * proposed <= base


def bench_ok(width_ft: Fraction | None, h_per_v: Fraction | None, freeboard_ft: Fraction | None) -> bool | None:
    """N.5.3: 10 ft wide, 10 or more horizontal to 1 vertical, 2 ft of freeboard."""
    return _all(_at_least(width_ft, 10), _at_least(h_per_v, 10), _at_least(freeboard_ft, 2))


def opening_ok(low_opening_ft: Fraction | None, high_water_ft: Fraction | None) -> bool | None:
    """N.3.1, N.4.9, N.5.5: 2 ft or more between the 100-year high water and the lowest opening."""
    if low_opening_ft is None or high_water_ft is None:
        return None
    return low_opening_ft - high_water_ft >= 2


def rate_ok(existing: Mapping[int, Fraction | None], proposed: Mapping[int, Fraction | None]) -> bool | None:
    """N.4.1: no storm of 1, 10 or 100 years (the keys) leaves at a higher peak than before; others are not tested."""
    results: list[bool | None] = []
    for years in (1, 10, 100):
        before, after = existing.get(years), proposed.get(years)
        results.append(None if before is None or after is None else after <= before)
    return _all(*results)


def surety_required(
    permit: bool | None,
    disturbed_sf: Fraction | None,
    public_body: bool,
    *,
    earlier_disturbed_sf: Fraction = Fraction(0),
    other: frozenset[str] = frozenset(),
) -> bool | None:
    """N.2.F; R55 taken the other way asks it of all activity, and of the aggregate."""
    if public_body:
        return False
    if "R55" in other:
        return None if disturbed_sf is None else disturbed_sf + earlier_disturbed_sf >= 5 * ACRE
    return _all(permit, None if disturbed_sf is None else disturbed_sf >= 5 * ACRE)


def _at_least(value: Fraction | None, bound: int) -> bool | None:
    return None if value is None else value >= bound


def _at_most(value: Fraction | None, bound: int) -> bool | None:
    return None if value is None else value <= bound


def _all(*parts: bool | None) -> bool | None:
    if any(part is False for part in parts):
        return False
    return None if any(part is None for part in parts) else True


# --- random sites ----------------------------------------------------------------------------------------------------

_MILLIONTH = Fraction(1, 1_000_000)
_DRAWN_KINDS = (*KINDS, *(("subdivision", "new development", "redevelopment", "linear reconstruction") * 2))
_AREAS = tuple(Fraction(acres) * ACRE for acres in ("0.5", "1", "2", "5", "8", "20"))


def random_site(rng: random.Random) -> Site:
    """Draw a site that is fully known and consistent, on and around the thresholds of this edition."""
    while True:
        site = _draw(rng)
        if site is not None:
            return site


def _near(rng: random.Random, value: Fraction) -> Fraction:
    """The value itself, a square foot or a millionth to either side of it."""
    return value + rng.choice((Fraction(0), Fraction(0), Fraction(1), Fraction(-1), _MILLIONTH, -_MILLIONTH))


def _between(rng: random.Random, low: Fraction, high: Fraction) -> Fraction:
    """An ordinary value; the ends come up now and then."""
    if high <= low:
        return low
    pick = rng.random()
    if pick < 0.1:
        return low
    if pick < 0.2:
        return high
    whole_feet = int(high - low)
    return low + rng.randint(0, whole_feet)


def _share(rng: random.Random, value: Fraction) -> Fraction:
    """Nothing, all or some of a value."""
    return rng.choice((Fraction(0), Fraction(0), value, _between(rng, Fraction(0), value)))


def _an_area(rng: random.Random) -> Fraction:
    if rng.random() < 0.75:
        return _near(rng, rng.choice(_AREAS))
    return Fraction(rng.randint(2_000, 1_200_000))


def _draw(rng: random.Random) -> Site | None:
    kind = rng.choice(_DRAWN_KINDS)
    use = _draw_use(rng, kind)
    housing, density = _draw_housing(rng, kind, use)
    area = _an_area(rng)

    beside = _draw_beside(rng, area) if rng.random() < 0.3 else []
    if rng.random() < 0.7:  # let the sum, not the site, fall on the threshold
        smaller = area - sum((p.site_sf for p in beside if _adds(p)), Fraction(0))
        if smaller > 1_000:
            area = smaller

    existing = rng.choice((Fraction(0), _share(rng, area), _between(rng, Fraction(0), area / 2)))
    here = _draw_here(rng, area, existing) if rng.random() < 0.3 else []
    adding_here = [p for p in here if _adds(p)]
    base = adding_here[0].existing_before_sf if adding_here else existing
    base += sum((p.existing_before_sf for p in beside if _adds(p)), Fraction(0))
    earlier_net = sum((p.new_sf - p.removed_sf for p in (*here, *beside) if _adds(p)), Fraction(0))

    changes = _draw_changes(rng, kind, area, existing, base, earlier_net)
    if changes is None:
        return None
    new, removed, reconstructed = changes
    kept = existing - removed - reconstructed

    least = new + removed + reconstructed  # the ground that is built on, rebuilt or cleared is disturbed
    disturbed = rng.choice(
        (least, area, _between(rng, least, area), _near(rng, 2 * ACRE), _near(rng, 5 * ACRE), _near(rng, 5 * ACRE))
    )
    disturbed = max(least, min(area, disturbed))

    earlier = sorted((*here, *beside), key=lambda p: p.date)
    walk = kind == "walk or trail"
    homes = (1 if rng.random() < 0.85 else rng.randint(2, 6)) if kind in _HOMES else None
    lots = rng.randint(2, 60) if kind == "subdivision" else None
    strip = Fraction(rng.randint(200, 20_000)) if walk else None
    return Site(
        kind=kind,
        use=use,
        housing=housing,
        site_sf=area,
        disturbed_sf=disturbed,
        kept_sf=kept,
        reconstructed_sf=reconstructed,
        removed_sf=removed,
        new_sf=new,
        permeable_kept_sf=_permeable(rng, kept),
        permeable_reconstructed_sf=_permeable(rng, reconstructed),
        permeable_removed_sf=_permeable(rng, removed),
        permeable_new_sf=_permeable(rng, new),
        former_use=rng.choice(("row crop", "feedlot", "other", "other")),
        lots=lots,
        buildable_lots=None if lots is None else rng.randint(1, lots),
        density=density,
        width_ft=_foot(rng, 10) if walk else (_foot(rng, 24) if kind in _WAYS else None),
        buffer_left_ft=_foot(rng, 5) if walk else None,
        buffer_right_ft=_foot(rng, 5) if walk else None,
        downgradient_buffer_ft=_foot(rng, 5) if walk else None,
        buffer_vegetated=rng.random() < 0.5,
        crossings_sf=None if strip is None else _crossings(rng, strip),
        required_buffer_area_sf=strip,
        affects=frozenset(e for e in ("direction", "peak_rate", "volume", "quality") if rng.random() < 0.4),
        agricultural=use == "farm" and rng.random() < 0.5,
        mass_grading=kind == "mass grading" or rng.random() < 0.1,
        maintenance_or_improvement=kind in _WAYS and kind != "linear new" and rng.random() < 0.6,
        inside_development=kind in _WAYS and use not in _WAY_USES and rng.random() < 0.6,
        appurtenance_only=kind in _HOMES and rng.random() < 0.2,
        owner_runs_shop_beside=use == "residential" and rng.random() < 0.1,
        homes=homes,
        lots_of_record=None if homes is None else rng.choice((1, homes)),
        earlier=tuple(earlier),
        public_body=use in {"public way", "public building", "park"} or rng.random() < 0.1,
    )


def _draw_use(rng: random.Random, kind: str) -> str:
    if kind in _HOMES:
        return "residential"
    if kind in _WAYS:
        if rng.random() < 0.7:
            return rng.choice(("public way", "private way"))
        return rng.choice(USES)
    if kind == "subdivision":
        return rng.choice(("residential", "residential", "residential", "commercial", "industrial", "mixed"))
    if kind == "utility":
        return rng.choice(USES)
    return rng.choice((*(("residential",) * 6), *(use for use in USES if use not in _WAY_USES)))


def _draw_housing(rng: random.Random, kind: str, use: str) -> tuple[str | None, Fraction | None]:
    if use == "mixed":
        return rng.choice((None, "multi-unit", "both")), None
    if use != "residential":
        return None, None
    housing = "single-family" if kind in _HOMES else rng.choice(("single-family", "multi-unit", "both"))
    step = rng.choice((Fraction(0), Fraction(0), Fraction(1, 100), Fraction(-1, 100), _MILLIONTH, -_MILLIONTH))
    edge = Fraction(rng.choice((2, 8)))
    ordinary = Fraction(rng.randint(10, 2_000), 100)
    return housing, rng.choice((edge + step, edge + step, ordinary))


def _adds(project: Earlier) -> bool:
    """Whether N.2.G counts it, for aiming at thresholds only."""
    return project.date >= RULE_BEGAN and (project.where == "same site" or project.relation == "common ownership")


def _draw_beside(rng: random.Random, area: Fraction) -> list[Earlier]:
    projects = []
    for _ in range(rng.choice((1, 1, 2))):
        own = rng.choice((_an_area(rng), _between(rng, Fraction(2_000), max(Fraction(2_000), area / 2))))
        before = _share(rng, own / 2)
        new = _between(rng, Fraction(0), own - before)
        removed = _share(rng, before)
        reconstructed = _share(rng, before - removed)
        projects.append(_an_earlier(rng, "adjacent site", own, before, new, removed, reconstructed, ()))
    return projects


def _draw_here(rng: random.Random, area: Fraction, existing: Fraction) -> list[Earlier]:
    """One or two earlier projects on the site itself, drawn backward from what stands there now, in order of date."""
    projects: list[Earlier] = []
    after = existing
    for _ in range(rng.choice((1, 1, 2))):
        new = _share(rng, after)
        kept = after - new
        removed = rng.choice((Fraction(0), _between(rng, Fraction(0), area - after)))
        before = kept + removed
        reconstructed = _share(rng, kept)
        later = tuple(p.date for p in projects)
        projects.insert(0, _an_earlier(rng, "same site", area, before, new, removed, reconstructed, later))
        after = before
    return projects


def _an_earlier(
    rng: random.Random,
    where: str,
    area: Fraction,
    before: Fraction,
    new: Fraction,
    removed: Fraction,
    reconstructed: Fraction,
    later: tuple[datetime.date, ...],
) -> Earlier:
    first, last = datetime.date(1998, 1, 1), min((datetime.date(2010, 12, 31), *later))
    edges = [RULE_BEGAN - datetime.timedelta(days=1), RULE_BEGAN, RULE_BEGAN + datetime.timedelta(days=1)]
    span = (last - first).days - 1
    date = rng.choice([*(edge for edge in edges if edge < last), first + datetime.timedelta(days=rng.randint(0, span))])
    touched = new + removed + reconstructed
    return Earlier(
        date=date,
        where=where,
        relation=rng.choice(("common ownership", "common ownership", "common plan")),
        exempt_home=rng.random() < 0.2,
        site_sf=area,
        existing_before_sf=before,
        new_sf=new,
        removed_sf=removed,
        reconstructed_sf=reconstructed,
        disturbed_sf=max(min(touched, area), _between(rng, Fraction(0), area)),
    )


def _draw_changes(
    rng: random.Random,
    kind: str,
    area: Fraction,
    existing: Fraction,
    base: Fraction,
    earlier_net: Fraction,
) -> tuple[Fraction, Fraction, Fraction] | None:
    """New, removed and reconstructed surface; the net increase aims at half of the base, at an acre or at nothing."""
    room = area - existing
    aim = rng.choice(("half", "half", "acre", "nothing", "less", "ordinary", "ordinary", "grading"))
    if aim == "grading":
        return Fraction(0), Fraction(0), Fraction(0)
    if aim == "acre" or (kind in _WAYS and rng.random() < 0.4):
        net = _near(rng, ACRE) - rng.choice((Fraction(0), earlier_net))
    elif aim == "half":
        net = _near(rng, rng.choice((base / 2 - earlier_net, existing / 2, area / 2)))
    elif aim == "nothing":
        net = _near(rng, rng.choice((Fraction(0), -earlier_net)))
    elif aim == "less":
        net = -_between(rng, Fraction(0), existing)
    else:
        net = _between(rng, Fraction(0), room)
    fewest = max(Fraction(0), -net)
    most = min(existing, room - net)
    if most < fewest:
        return None
    removed = rng.choice((fewest, _between(rng, fewest, most)))
    reconstructed = _share(rng, existing - removed)
    return net + removed, removed, reconstructed


def _permeable(rng: random.Random, surface: Fraction) -> Fraction:
    return Fraction(0) if rng.random() < 0.8 else _share(rng, surface)


def _foot(rng: random.Random, edge: int) -> Fraction:
    return Fraction(edge) + rng.choice((Fraction(0), Fraction(0), Fraction(1), Fraction(-1), _MILLIONTH, -_MILLIONTH))


def _crossings(rng: random.Random, strip: Fraction) -> Fraction:
    return max(Fraction(0), rng.choice((Fraction(0), _near(rng, strip / 4), _between(rng, Fraction(0), strip))))
