"""Actions of one plan count together, by what they state of themselves, by what the plan states, and never twice."""

from __future__ import annotations

from typing import Any

import pytest

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.document import check


def document(actions: str, *, surfaces: str = "", received: str = "2012-05-14") -> dict[str, Any]:
    """Return the assessment of a plan of some actions on 3 acres, with the surfaces of the plan as a whole."""
    text = (
        f"headwater: 1\nplan: In parts\nreceived: {received}\n"
        "site: {area: exactly 3 ac, disturbed: exactly 1 ac, former_use: other}\n"
        f"{surfaces}\nactions:\n{actions}\nearlier_projects: none\n"
    )
    key = "mcwd-2011" if received < "2024" else "mcwd-2024"
    return dict(check(read_plan_text(text), load_edition(key)))


def ways(east: str, west: str) -> str:
    return "\n".join(
        f'  - {{id: {name}, kind: linear new, use: public way, surfaces: {{existing: none, new: "{new}"}}}}'
        for name, new in (("east", east), ("west", west))
    )


@pytest.mark.parametrize(
    ("west", "permit"),
    [("4,999 sf", False), ("5,000 sf", True), ("5,001 sf", True)],
    ids=["9,999 sf", "10,000 sf", "10,001 sf"],
)
def test_two_ways_of_one_plan_are_held_against_10_000_sf_together(west: str, permit: bool) -> None:
    assert document(ways("5,000 sf", west))["permit_required"] is permit


def test_the_outcome_rests_on_the_reading_by_which_they_count() -> None:
    assert "R134" in [item["reading"] for item in document(ways("9,999 sf", "9,999 sf"))["rests_on"]]


def test_one_action_rests_on_no_reading_of_several() -> None:
    one = "  - {id: east, kind: linear new, use: public way, surfaces: {existing: none, new: 12000 sf}}"
    assert "R134" not in [item["reading"] for item in document(one)["rests_on"]]


@pytest.mark.parametrize(
    ("new", "permit"),
    [("9,999 sf", False), ("10,000 sf", None), ("10,001 sf", None)],
)
def test_where_no_action_states_its_share_the_plans_10_000_sf_end_the_exemption(new: str, permit: bool | None) -> None:
    # Which of the two builds is not told, so that no permit of either is.
    silent = "  - {id: east, kind: linear new, use: public way}\n  - {id: west, kind: linear new, use: public way}"
    surfaces = f'surfaces: {{existing: none, new: "{new}"}}'
    assert document(silent, surfaces=surfaces)["permit_required"] is permit


@pytest.mark.parametrize("street", ["", ', surfaces: {existing: none, new: "20,000 sf"}'], ids=["silent", "stated"])
def test_a_street_inside_a_development_that_takes_the_plans_surfaces_is_part_of_it(street: str) -> None:
    actions = (
        "  - {id: shop, kind: new development, use: commercial}\n"
        f"  - {{id: street, kind: linear new, use: public way, inside_development: yes{street}}}"
    )
    surfaces = 'surfaces: {existing: none, new: "50,000 sf"}'
    found = document(actions, surfaces=surfaces, received="2024-06-01")
    # 50,000 sq ft x 1 in = 4,166.67 cu ft, once.
    assert [(row["action"], row["volume_cf"]) for row in found["volume_rows"]] == [("shop", "12500/3")]


def test_a_building_and_a_road_of_one_plan_owe_by_their_sum_each_for_its_own() -> None:
    actions = (
        '  - {id: shop, kind: new development, use: commercial, surfaces: {existing: none, new: "30,000 sf"}}\n'
        '  - {id: road, kind: linear new, use: public way, surfaces: {existing: none, new: "20,000 sf"}}'
    )
    found = document(actions, received="2024-06-01")
    # 30,000 and 20,000 sq ft are more than an acre: 2,500 and 1,666.67 cu ft.
    volumes = [(row["action"], row["volume_cf"]) for row in found["volume_rows"]]
    assert volumes == [("shop", "2500"), ("road", "5000/3")]


@pytest.mark.parametrize(
    ("west", "permit"), [("13,559 sf", None), ("13,560 sf", True), ("13,561 sf", True)], ids=["below", "at", "above"]
)
def test_a_street_inside_with_its_own_surface_is_added_to_the_acre(west: str, permit: bool | None) -> None:
    actions = (
        '  - {id: shop, kind: new development, use: commercial, surfaces: {existing: none, new: "30,000 sf"}}\n'
        "  - {id: street, kind: linear new, use: public way, inside_development: yes, "
        f'surfaces: {{existing: none, new: "{west}"}}}}'
    )
    assert document(actions, received="2024-06-01")["permit_required"] is permit
