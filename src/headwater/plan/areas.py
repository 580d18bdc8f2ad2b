"""Areas of one plan that cannot all be true, however they were rounded.

Owns the comparison of surfaces with their totals, of parts with wholes, and of everything with its site.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from headwater.errors import ContradictionError
from headwater.plan import paths
from headwater.plan.plan import Plan
from headwater.plan.problems import Problems
from headwater.plan.surfaces import Surfaces, solve_surfaces, stated_surfaces
from headwater.plan.windows import exceeds, window_of
from headwater.units import SF_PER_AC, Quantity, rounded_half_up
from headwater.window import AT_LEAST_ZERO, ZERO, Window, ratio

REMEDY: Final = "correct one of them, or leave out what was not measured"

# Each total with its parts and their signs. A total without all its parts stated still may not be less than some.
TOTALS: Final[Mapping[str, Mapping[str, int]]] = {
    "existing": {"kept": 1, "reconstructed": 1, "removed": 1},
    "proposed": {"kept": 1, "reconstructed": 1, "new": 1},
    "net_increase": {"new": 1, "removed": -1},
}


@dataclass(frozen=True)
class _Place:
    """A set of surfaces and the land that it lies on."""

    path: str
    site: Quantity | None
    site_name: str
    existing: str = "existing"

    def called(self, name: str) -> str:
        """The key under which a surface is written here."""
        return self.existing if name == "existing" else name


def check_areas(plan: Plan, problems: Problems) -> None:
    """Note every area of `plan` that contradicts another."""
    site = plan.site.area if plan.site else None
    disturbed = plan.site.disturbed if plan.site else None
    _not_above(disturbed, "site.disturbed", site, "site.area", problems)
    _check_surfaces(plan.surfaces, _Place("surfaces", site, "site.area"), problems)
    for action in plan.actions:
        path = paths.of("actions", action)
        _not_above(action.area, f"{path}.area", site, "site.area", problems)
        own = _Place(f"{path}.surfaces", action.area or site, f"{path}.area" if action.area else "site.area")
        _not_above(action.disturbed, f"{path}.disturbed", own.site, own.site_name, problems)
        _not_above(action.disturbed, f"{path}.disturbed", disturbed, "site.disturbed", problems)
        _check_surfaces(action.surfaces, own, problems)
        whole = stated_surfaces(plan.surfaces)
        for name, part in stated_surfaces(action.surfaces).items():
            if name != "net_increase":
                _not_above(part, f"{path}.surfaces.{name}", whole.get(name), f"surfaces.{name}", problems)
    for earlier in plan.earlier_projects or ():
        path = paths.of("earlier_projects", earlier)
        beside = earlier.where is not None and earlier.where.text == "adjacent site"
        theirs, name = (earlier.site_area, f"{path}.site_area") if beside else (site, "site.area")
        # What an earlier project built and removed ties up as the surfaces of this one do.
        surfaces = Surfaces(
            existing=earlier.existing_before,
            reconstructed=earlier.reconstructed,
            removed=earlier.removed,
            new=earlier.new,
        )
        _not_above(earlier.disturbed, f"{path}.disturbed", theirs, name, problems)
        _check_surfaces(surfaces, _Place(path, theirs, name, existing="existing_before"), problems)


def _check_surfaces(surfaces: Surfaces | None, place: _Place, problems: Problems) -> None:
    stated = stated_surfaces(surfaces)
    if surfaces is None or not stated:
        return
    before = len(problems.found)
    for name, quantity in stated.items():
        if name != "net_increase":
            _not_above(quantity, f"{place.path}.{place.called(name)}", place.site, place.site_name, problems)
    for total, parts in TOTALS.items():
        _check_total(total, parts, stated, place, problems)
    if surfaces.permeable is not None:
        for name in ("kept", "reconstructed", "removed", "new"):
            part = getattr(surfaces.permeable, name)
            _not_above(part, f"{place.path}.permeable.{name}", stated.get(name), f"{place.path}.{name}", problems)
    if len(problems.found) > before:
        return
    # Whatever contradiction is left takes more than one total, or the site, to see.
    try:
        figures = solve_surfaces(surfaces, site_area=place.site)
    except ContradictionError:
        problems.add(
            "the surfaces cannot all be true together"
            + ("" if place.site is None else f" on {place.site_name} of {place.site.text}"),
            line=min(quantity.line or 0 for quantity in stated.values()) or None,
            path=place.path,
            value=", ".join(f"{place.called(name)} {quantity.text}" for name, quantity in stated.items()),
            expected="existing = kept + reconstructed + removed, proposed = kept + reconstructed + new, "
            "net_increase = new - removed, none above the site",
            remedy=REMEDY,
        )
        return
    if place.site is not None:
        for name in ("existing", "proposed"):
            _check_rest(name, surfaces, figures[name].provable_sf, place.site, place, problems)


def _check_rest(
    name: str, surfaces: Surfaces, impervious_sf: Window, site: Quantity, place: _Place, problems: Problems
) -> None:
    """Compare what is printed of the rest of the site, and of shares of it, with one total."""
    site_sf = window_of(site)
    rest = getattr(surfaces.pervious, name) if surfaces.pervious else None
    if rest is not None and not (window_of(rest) + impervious_sf).meets(site_sf):
        problems.add(
            f"pervious and {name} impervious surface do not make up {place.site_name} ({site.text})",
            line=rest.line,
            path=f"{place.path}.pervious.{name}",
            value=rest.text,
            expected=f"{_between(site_sf - impervious_sf)}, the site less the impervious surface",
            remedy=REMEDY,
        )
    share = getattr(surfaces.impervious_share, name) if surfaces.impervious_share else None
    if share is not None and not _share_of(window_of(share), site_sf).meets(impervious_sf):
        problems.add(
            f"the {name} impervious surface is another share of {place.site_name} ({site.text})",
            line=share.line,
            path=f"{place.path}.impervious_share.{name}",
            value=share.text,
            expected=_between_shares(impervious_sf, site_sf),
            remedy=REMEDY,
        )


def _share_of(share: Window, whole: Window) -> Window:
    """Return a share of a whole, both at least zero."""
    ends = (share.low, share.high, whole.low, whole.high)
    assert all(end is not None for end in ends)
    low, high, whole_low, whole_high = (Fraction(end or 0) for end in ends)
    return Window(
        low * whole_low, high * whole_high, share.low_open or whole.low_open, share.high_open or whole.high_open
    )


def _between(window: Window) -> str:
    low, high = _printed(window, low=True), _printed(window, low=False)
    return low if low == high else f"{low} to {high}"


def _between_shares(part: Window, whole: Window) -> str:
    """Return the share that one area is of another, to a tenth of a percent."""
    share = ratio(part, whole)
    ends = [f"{rounded_half_up(end * 100, digits=1)} %" for end in (share.low, share.high) if end is not None]
    return f"{' to '.join(dict.fromkeys(ends))}, by the areas"


def _check_total(
    total: str, parts: Mapping[str, int], stated: Mapping[str, Quantity], place: _Place, problems: Problems
) -> None:
    """Compare a stated total with its parts; parts that are not stated may be anything from zero up."""
    quantity = stated.get(total)
    known = {name: sign for name, sign in parts.items() if name in stated}
    if quantity is None or not known:
        return
    added = ZERO
    for name, sign in parts.items():
        part = window_of(stated[name]) if name in stated else AT_LEAST_ZERO
        added = added + part if sign > 0 else added - part
    if added.meets(window_of(quantity)):
        return
    words = " ".join(
        f"{'-' if sign < 0 else '+'} {name} {stated[name].text}" for name, sign in known.items()
    ).removeprefix("+ ")
    complete = len(known) == len(parts)
    short = exceeds(added, window_of(quantity))
    bound = "at least " if short else "at most "
    problems.add(
        f"{place.called(total)} does not agree with its parts ({words})",
        line=quantity.line,
        path=f"{place.path}.{place.called(total)}",
        value=quantity.text,
        expected=f"{'' if complete else bound}{_printed(added, low=short)}, by its parts",
        remedy=REMEDY,
    )


def _printed(window: Window, *, low: bool) -> str:
    """Return the end of a window that the total misses, in square feet and acres."""
    end = window.low if low else window.high
    if end is None:  # an end that is open to any value cannot be missed
        return "any area"
    return f"{rounded_half_up(end)} sf ({rounded_half_up(end / SF_PER_AC, digits=4)} ac)"


def _not_above(
    part: Quantity | None, part_name: str, whole: Quantity | None, whole_name: str, problems: Problems
) -> None:
    """Note a part that is above its whole in every rounding."""
    if part is None or whole is None or not exceeds(window_of(part), window_of(whole)):
        return
    problems.add(
        f"this is above {whole_name} ({whole.text})",
        line=part.line,
        path=part_name,
        value=part.text,
        expected=f"at most {whole.text}",
        remedy=REMEDY,
    )
