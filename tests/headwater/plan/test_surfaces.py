"""Surfaces that are not stated: derived where the stated ones fix them, bounded elsewhere, never guessed."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from headwater.errors import ContradictionError
from headwater.plan.surfaces import IDENTITIES, SURFACES, Surfaces, solve_surfaces
from headwater.units import Quantity, exact_quantity, parse_quantity

PARTS = ("kept", "reconstructed", "removed", "new")
# Each surface as a sum of the four parts: the identities, written the other way about.
IN_PARTS = {
    "kept": (1, 0, 0, 0),
    "reconstructed": (0, 1, 0, 0),
    "removed": (0, 0, 1, 0),
    "new": (0, 0, 0, 1),
    "existing": (1, 1, 1, 0),
    "proposed": (1, 1, 0, 1),
    "net_increase": (0, 0, -1, 1),
}


def of(quantities: Mapping[str, Any]) -> Surfaces:
    """Return surfaces by name."""
    return Surfaces(**quantities)


def surfaces(**texts: str) -> Surfaces:
    """Return surfaces as written."""
    return of(
        {name: parse_quantity(text, family="area", signed=name == "net_increase") for name, text in texts.items()}
    )


def exact(areas: Mapping[str, int | Fraction]) -> Surfaces:
    """Return surfaces in exact square feet."""
    return of({name: exact_quantity(area, "sf") for name, area in areas.items()})


def all_seven(parts: tuple[int, ...]) -> dict[str, int]:
    return {name: sum(a * b for a, b in zip(row, parts, strict=True)) for name, row in IN_PARTS.items()}


def rank(rows: Sequence[tuple[int, ...]]) -> int:
    """Return the rank by plain elimination, written for this test alone."""
    left = [[Fraction(number) for number in row] for row in rows]
    found = 0
    for column in range(4):
        pivot = next((row for row in left[found:] if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        left.insert(found, pivot)
        for row in left[found + 1 :]:
            factor = row[column] / pivot[column]
            row[:] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
        found += 1
    return found


def test_the_seven_rows_hold_for_any_parts() -> None:
    for parts in itertools.product((0, 1, 3), repeat=4):
        values = all_seven(parts)
        for row in IDENTITIES:
            assert sum(sign * values[name] for name, sign in row.items()) == 0


SUBSETS = [names for size in range(8) for names in itertools.combinations(SURFACES, size)]


@pytest.mark.parametrize("stated", SUBSETS, ids="+".join)
def test_a_surface_is_derived_exactly_when_elimination_fixes_it(stated: tuple[str, ...]) -> None:
    # All parts well above zero, so that nothing is fixed by being squeezed to zero.
    values = all_seven((5_000, 12_000, 4_000, 30_000))
    figures = solve_surfaces(exact({name: values[name] for name in stated}))
    rows = [IN_PARTS[name] for name in stated]
    for name, figure in figures.items():
        fixed = rank([*rows, IN_PARTS[name]]) == rank(rows)
        assert (figure.value_sf is not None) is fixed, name
        if fixed:
            assert figure.value_sf == values[name]
            assert figure.provable_sf.is_point
        assert figure.origin == ("stated" if name in stated else "computed" if fixed else "bounded")
        assert set(figure.derived_from) <= set(stated)


def test_the_facts_that_fixed_a_surface_are_the_fewest_that_do() -> None:
    values = all_seven((5_000, 12_000, 4_000, 30_000))
    del values["proposed"]
    figures = solve_surfaces(exact(values))
    assert set(figures["proposed"].derived_from) == {"existing", "net_increase"}


def test_nothing_stated_proves_nothing_but_zero_and_the_site() -> None:
    figures = solve_surfaces(None, site_area=parse_quantity("1.0 ac", family="area"))
    for name in SURFACES:
        window = figures[name].window_sf
        # 1.0 ac is below 1.05 ac.
        assert (window.high, window.high_open) == (Fraction("1.05") * 43_560, True)
        assert window.low == (-Fraction("1.05") * 43_560 if name == "net_increase" else 0)
        assert figures[name].value_sf is None


def test_without_a_site_an_unfixed_surface_has_no_upper_end() -> None:
    figures = solve_surfaces(surfaces(new="30,000 sf"))
    assert figures["proposed"].window_sf.low == 30_000
    assert figures["proposed"].window_sf.high is None
    assert figures["net_increase"].window_sf.high == 30_000


def test_the_window_of_a_derived_surface_adds_up_the_roundings() -> None:
    # 0.50 - 0.20: from 0.495 - 0.205 to 0.505 - 0.195, neither end included.
    figures = solve_surfaces(surfaces(existing="0.50 ac", kept="0.20 ac", reconstructed="none"))
    removed = figures["removed"]
    assert removed.value_sf == Fraction("0.3") * 43_560
    assert removed.window_sf.low == Fraction("0.29") * 43_560
    assert removed.window_sf.high == Fraction("0.31") * 43_560
    assert removed.window_sf.low_open
    assert removed.window_sf.high_open
    assert removed.derived_from == ("existing", "kept", "reconstructed")


def test_of_no_existing_surface_nothing_is_kept_rebuilt_or_removed() -> None:
    figures = solve_surfaces(surfaces(existing="none", new="30,000 sf"))
    for name in ("kept", "reconstructed", "removed"):
        assert figures[name].value_sf == 0
        assert figures[name].origin == "computed"
        assert figures[name].derived_from == ("existing",)
    assert figures["proposed"].value_sf == 30_000
    assert figures["net_increase"].value_sf == 30_000


def test_a_stated_total_keeps_its_own_window_and_shows_what_its_parts_leave_of_it() -> None:
    figures = solve_surfaces(surfaces(kept="none", reconstructed="12,000 sf", new="30,000 sf", proposed="0.96 ac"))
    proposed = figures["proposed"]
    assert proposed.value_sf == Fraction("0.96") * 43_560
    assert proposed.window_sf.low == Fraction("0.955") * 43_560
    assert proposed.provable_sf.low == proposed.provable_sf.high == 42_000


def test_a_derived_number_that_rounding_pushes_below_zero_is_zero() -> None:
    figures = solve_surfaces(surfaces(existing="0.50 ac", kept="0.50 ac", reconstructed="0.004 ac"))
    assert figures["removed"].value_sf == 0
    assert figures["removed"].window_sf.low == 0


@pytest.mark.parametrize(
    ("texts", "site"),
    [
        ({"existing": "16,000 sf", "kept": "16,001 sf"}, None),
        ({"proposed": "41,999 sf", "new": "30,000 sf", "reconstructed": "12,000 sf"}, None),
        ({"existing": "10,000 sf", "proposed": "12,000 sf", "net_increase": "1,999 sf"}, None),
        ({"new": "0.99 ac", "kept": "0.03 ac"}, "1.00 ac"),
        ({"removed": "4,000 sf", "net_increase": "-4,001 sf"}, None),
    ],
)
def test_what_no_rounding_reconciles_is_refused(texts: dict[str, str], site: str | None) -> None:
    area = None if site is None else parse_quantity(site, family="area")
    with pytest.raises(ContradictionError, match="cannot all be true"):
        solve_surfaces(surfaces(**texts), site_area=area)


@pytest.mark.parametrize(
    "texts",
    [
        {"existing": "16,000 sf", "kept": "16,000 sf"},
        {"proposed": "0.96 ac", "new": "30,000 sf", "reconstructed": "12,000 sf"},
        {"existing": "10,000 sf", "proposed": "12,000 sf", "net_increase": "0.05 ac"},
    ],
)
def test_what_some_rounding_reconciles_is_not(texts: dict[str, str]) -> None:
    solve_surfaces(surfaces(**texts))


AREAS = st.integers(0, 60_000)


@st.composite
def stated_and_true(draw: st.DrawFn) -> tuple[dict[str, Quantity], dict[str, Fraction], Quantity]:
    """Draw a site with its true surfaces, some of them stated, each to some digit."""
    parts = draw(st.tuples(AREAS, AREAS, AREAS, AREAS))
    true = {name: Fraction(area) for name, area in all_seven(parts).items()}
    stated = {}
    for name in draw(st.sets(st.sampled_from(SURFACES))):
        digits = draw(st.integers(0, 4))
        acres = (2 * true[name] / 43_560 * 10**digits + 1) // 2 / Fraction(10**digits)
        text = f"{float(acres):.{digits}f} ac" if draw(st.booleans()) else f"{int(true[name])} sf"
        stated[name] = parse_quantity(text, family="area", signed=name == "net_increase")
    site_sf = max(true["existing"], true["proposed"]) + draw(AREAS)
    return stated, true, exact_quantity(site_sf, "sf")


@given(stated_and_true())
def test_the_truth_is_always_among_what_is_proved(
    case: tuple[dict[str, Quantity], dict[str, Fraction], Quantity],
) -> None:
    stated, true, site = case
    figures = solve_surfaces(of(stated), site_area=site)
    for name, figure in figures.items():
        assert figure.provable_sf.contains(true[name]), name
        assert figure.window_sf.contains(true[name]), name
        if figure.origin == "computed" and figure.value_sf is not None:
            assert figure.window_sf.contains(figure.value_sf)


@given(st.dictionaries(st.sampled_from(SURFACES), st.integers(-3, 6)), st.integers(0, 6))
def test_on_a_small_site_the_ends_are_those_that_trying_every_plan_finds(stated: dict[str, int], site: int) -> None:
    # With whole numbers on both sides of these identities the ends of every window are whole, and are reached.
    assume(all(area >= 0 for name, area in stated.items() if name != "net_increase"))
    possible = [
        values
        for parts in itertools.product(range(site + 1), repeat=4)
        if (values := all_seven(parts))["existing"] <= site
        and values["proposed"] <= site
        and all(values[name] == area for name, area in stated.items())
    ]
    plan = exact(stated)
    if not possible:
        with pytest.raises(ContradictionError):
            solve_surfaces(plan, site_area=exact_quantity(site, "sf"))
        return
    for name, figure in solve_surfaces(plan, site_area=exact_quantity(site, "sf")).items():
        found = {values[name] for values in possible}
        assert figure.provable_sf.low is not None
        assert figure.provable_sf.high is not None
        assert figure.provable_sf.low <= min(found)
        assert figure.provable_sf.high >= max(found)
        if figure.value_sf is not None:
            assert found == {figure.value_sf}
        if len(found) == 1:
            assert figure.provable_sf.contains(Fraction(found.pop()))
