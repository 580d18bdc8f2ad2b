"""The tables of an assessment hold what the plan states and what follows from it, each number exact and as printed."""

from __future__ import annotations

from typing import Any

import pytest

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.review.assessment import assess
from headwater.review.tables import table_documents

HEAD = """\
headwater: 1
plan: A plan
received: 2012-05-14
site: {area: 2.55 ac, disturbed: 1.20 ac, former_use: other}
surfaces: {kept: 0 sf, reconstructed: "12,000 sf", removed: "4,000 sf", new: "30,000 sf"}
actions: [{id: store, kind: redevelopment, use: commercial}]
"""


def tables(text: str) -> dict[str, list[dict[str, Any]]]:
    plan = read_plan_text(HEAD + text)
    return table_documents(assess(plan, load_edition("mcwd-2011"), readings=False))


def test_what_follows_of_surfaces_is_exact_in_square_feet_and_printed_in_acres_too() -> None:
    by_name = {row["surface"]: row for row in tables("")["surfaces"]}
    # 12,000 + 30,000 = 42,000 sf; / 43,560 = 0.96419 ac
    assert by_name["proposed impervious"]["area_sf"] == "42000"
    assert by_name["proposed impervious"]["area_sf_printed"] == "42,000"
    assert by_name["proposed impervious"]["area_ac_printed"] == "0.964"
    assert by_name["proposed impervious"]["origin"] == "derived"


def test_peaks_of_several_points_are_never_added() -> None:
    rows = tables(
        """\
discharge:
  storms: 24 h
  points:
    - {id: north, existing: {10-yr: 8.2 cfs}, proposed: {10-yr: 8.0 cfs}}
    - {id: south, existing: {10-yr: 2.0 cfs}, proposed: {10-yr: 2.10 cfs}}
"""
    )["rates"]
    assert [row["point"] for row in rows] == ["north", "south", None]
    ten = [next(storm for storm in row["storms"] if storm["storm"] == "10-yr") for row in rows]
    assert [storm["change_cfs_printed"] for storm in ten] == ["-0.2", "0.10", None]
    assert [storm["no_increase"] for storm in ten] == [True, False, None]
    assert ten[2]["before_cfs"] is None


def no_increase(row: dict[str, Any], storm: str) -> bool | None:
    found: bool | None = next(item["no_increase"] for item in row["storms"] if item["storm"] == storm)
    return found


RATES = """\
discharge:
  storms: critical
  points:
    - {id: north, existing: {10-yr: 8.2 cfs}, predevelopment: {10-yr: 5.1 cfs}, proposed: {10-yr: 6.0 cfs}}
"""


def test_peaks_are_shown_against_what_water_quantity_control_holds_them_against() -> None:
    # N.2.H: 42,000 - 16,000 = 26,000 sf more on 16,000 sf, above 50 %: against the land before it was developed
    plan = read_plan_text(HEAD.replace("2012", "2008") + "earlier_projects: none\n" + RATES)
    rows = table_documents(assess(plan, load_edition("mcwd-2005"), readings=False))["rates"]
    assert [row["baseline"] for row in rows] == ["predevelopment", "predevelopment"]
    assert [no_increase(row, "10-yr") for row in rows] == [False, False]


def test_peaks_are_shown_against_every_baseline_that_binds() -> None:
    text = """\
headwater: 1
plan: A field and a way
received: 2012-05-14
site: {area: exactly 6 ac, disturbed: exactly 4 ac, former_use: row crop}
surfaces: {kept: none, reconstructed: none, removed: none, new: 80000 sf}
actions:
  - id: field
    kind: new development
    use: commercial
    area: exactly 3 ac
    surfaces: {kept: none, reconstructed: none, removed: none, new: 60000 sf}
  - id: way
    kind: linear new
    use: public way
    area: exactly 3 ac
    surfaces: {kept: none, reconstructed: none, removed: none, new: 20000 sf}
earlier_projects: none
discharge:
  points:
    - {id: north, existing: {10-yr: 5.1 cfs}, meadow: {10-yr: 8.2 cfs}, proposed: {10-yr: 6.0 cfs}}
"""
    rows = table_documents(assess(read_plan_text(text), load_edition("mcwd-2011"), readings=False))["rates"]
    assert [(row["point"], row["baseline"]) for row in rows] == [
        ("north", "existing"),
        ("north", "meadow"),
        (None, "existing"),
        (None, "meadow"),
    ]
    assert [no_increase(row, "10-yr") for row in rows] == [False, True, False, True]


@pytest.mark.parametrize(
    ("existing", "proposed", "answer"),
    [
        ("8.20", "8.19", True),
        ("8.20", "8.20", True),  # printed alike (R69)
        ("8.20", "8.21", False),  # below 8.205 against 8.205 and more
        ("8.2", "8.24", None),  # 8.15 to 8.25 against 8.235 to 8.245
    ],
)
def test_no_increase_is_told_as_the_rule_compares(existing: str, proposed: str, answer: bool | None) -> None:
    peaks = f"existing: {{10-yr: {existing} cfs}}, proposed: {{10-yr: {proposed} cfs}}"
    text = f"discharge: {{storms: 24 h, points: [{{id: a, {peaks}}}]}}\n"
    for row in tables(text)["rates"]:
        ten = next(storm for storm in row["storms"] if storm["storm"] == "10-yr")
        assert ten["no_increase"] is answer


def test_a_change_is_printed_with_as_many_decimals_as_its_parts() -> None:
    row = tables("phosphorus: {existing: 2.40 lb/yr, proposed: 2.4 lb/yr}\n")["phosphorus"][0]
    assert (row["change_lb_per_yr"], row["change_lb_per_yr_printed"]) == ("0", "0.00")


def test_elevations_of_two_datums_are_not_subtracted() -> None:
    rows = tables(
        """\
structures: [{id: house, low_opening: 930.5 ft NAVD88}]
waters:
  - {id: one, kind: lake, downstream: yes, high_water_100yr: 928.4 ft NAVD88}
  - {id: two, kind: lake, downstream: yes, high_water_100yr: 928.4 ft NGVD29,
     runout: {existing: 926.0 ft NAVD88, proposed: 926.0 ft NGVD29}}
"""
    )
    assert [row["separation_ft_printed"] for row in rows["openings"]] == ["2.1", None]
    assert [row["datum"] for row in rows["openings"]] == ["NAVD88", "mixed"]
    two = next(row for row in rows["waters"] if row["water"] == "two")
    assert (two["runout_change_ft"], two["datum"]) == (None, "mixed")


def test_durations_in_days_are_shown_in_hours() -> None:
    rows = tables(
        """\
waters:
  - {id: a, kind: wetland, class: Manage 2, downstream: yes,
     inundation: {existing: {10-yr: 2 days}, proposed: {10-yr: 50 h}}}
"""
    )
    storm = rows["waters"][0]["storms"][0]
    assert (storm["inundation_existing_h_printed"], storm["inundation_proposed_h_printed"]) == ("48", "50")
    assert storm["inundation_change_h"] == "2"


def test_a_credit_is_rounded_down_and_a_treating_practice_says_what_it_stands_for() -> None:
    rows = tables(
        """\
practices:
  - {id: elm, kind: tree kept, species: American Elm, canopy: "1,205 sf", ground: elm}
  - {id: bench, kind: other, treated_volume: 405 cf, removal: 74 %}
"""
    )["credits"]
    # 18 % x 1,205 sf x 1 in / 12 = 18.075 cf; 74 % x 405 cf = 299.7 cf
    assert (rows[0]["volume_cf"], rows[0]["volume_cf_printed"]) == ("723/40", "18")
    assert rows[1]["volume_cf"] == "0"
    assert rows[1]["treatment_words"] == (
        "treats 405 cf and removes 74 % of its phosphorus, which stands for 299 cf of phosphorus control"
    )


def test_what_was_looked_for_and_not_found_has_no_number() -> None:
    rows = tables(
        """\
practices:
  - {id: basin, kind: infiltration basin, bottom: 921.0 ft NAVD88, bedrock: none, bars: {well: none}}
"""
    )["facts"]
    told = {row["fact"]: row for row in rows}
    assert told["practice[basin].well_ft"]["value"] == "none found"
    assert told["practice[basin].bedrock_separation_ft"]["low"] is None


def test_a_share_is_told_in_percent() -> None:
    rows = tables("practices: [{id: bench, kind: other, treated_volume: 405 cf, removal: 74 %}]\n")["facts"]
    removal = next(row for row in rows if row["fact"] == "practice[bench].removal_fraction")
    assert (removal["low"], removal["low_printed"], removal["high_printed"], removal["unit"]) == (
        "147/200",
        "73.5",
        "74.5",
        "%",
    )
