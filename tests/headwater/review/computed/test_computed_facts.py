"""What a plan's own models compute meets the rule, beside what the plan states."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan_text
from headwater.plan import Plan
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.document import simulation_document
from headwater.review.completing import completed
from headwater.review.document import check
from headwater.review.facts import facts_of
from headwater.window import Window

ONE_POND = (Path(__file__).parents[4] / "examples/engine/one-pond.yaml").read_text()
# A square mile of pavement would do as well: all that matters is below.
BOX = """
headwater: 1
plan: A box in the ground
received: 2012-05-14
site: {area: 1 ac, disturbed: 1 ac}
actions: [{id: work, kind: redevelopment}]
practices:
  - {id: basin, kind: infiltration basin, footprint: "1,000 sf"@PRACTICE@}
discharge: {points: [{id: ditch}@POINT@]}
landlocked: [{id: hollow}]
drainage:
  runoff: {rounding: exact}
  storms:
    - {id: hundred, return_period: 100 yr, depth: 7.40 in, duration: 24 h, distribution: MSE 3}
    - {id: twice, return_period: 100 yr, depth: 7.40 in, duration: 24 h, distribution: MSE 3, repeats: 2}
  proposed:
    subcatchments:
      - {id: 1S, to: 1P, areas: [{cover: roof, area: 0.10 ac, curve_number: 98}], time_of_concentration: 6 min}
      - {id: 2S, to: 1O, areas: [{cover: lawn, area: 1.00 ac, curve_number: 61}], time_of_concentration: 10 min}
      - {id: 3S, to: 2O, areas: [{cover: lawn, area: 1.00 ac, curve_number: 61}], time_of_concentration: 10 min}
      - {id: 4S, to: 3O, areas: [{cover: lawn, area: 2.00 ac, curve_number: 80}], time_of_concentration: 10 min}
    ponds:
      - id: 1P
        practice: basin
        to: 1O
        storage: [{kind: box, bottom: 900.0 ft NAVD88, depth: 6 ft, length: 100 ft, width: 10 ft}]
        outlets:
          - {id: over, kind: broad weir, crest: 902.0 ft NAVD88, length: 4 ft, breadth: 1 ft}
          - {id: soil, kind: exfiltration, rate: 0.5 in/h, over: bottom}
    outfalls:
      - {id: 1O, point: ditch}
      - {id: 2O, point: ditch@SECOND@}
      - {id: 3O, landlocked: hollow}
"""

# In the clinic with one pond: the slope below the pond drains to a second outfall, at the lane.
TO_THE_LANE = (
    (
        "      - id: 12S                       # the slope below the pond\n        to: 1O\n",
        "      - id: 12S\n        to: 2O\n",
    ),
    ("breadth: 8 ft}\n    outfalls:\n", "breadth: 8 ft}\n    outfalls:\n      - {id: 2O, point: lane}\n"),
)


def _box(*, practice: str = "", point: str = "") -> Plan:
    text = BOX.replace("@PRACTICE@", practice).replace("@POINT@", point).replace("@SECOND@", "")
    return completed(read_plan_text(text))


def _values(plan: Plan) -> dict[str, Any]:
    assert plan.computed is not None
    return {value.field: value for value in plan.computed.values}


def _changed(*changes: tuple[str, str]) -> Plan:
    text = ONE_POND
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_plan_text(text)


def test_a_practice_holds_what_lies_below_its_overflow() -> None:
    # 100 ft x 10 ft x 2 ft = 2,000 cf.
    found = _values(_box())["practices[basin].volume_below_overflow"]
    assert found.quantity.text == "2,000 cf"
    assert found.quantity.origin == "computed"


def test_a_practice_empties_in_its_depth_over_the_rate_of_the_soil() -> None:
    # 2 ft = 24 in at 0.5 in/h: 48 h.
    assert _values(_box())["practices[basin].drawdown"].quantity.text == "48 h"


def test_a_pool_that_stands_before_the_storm_is_no_room() -> None:
    text = BOX.replace("        practice: basin\n", "        practice: basin\n        starting: 900.5 ft NAVD88\n")
    for mark in ("@PRACTICE@", "@POINT@", "@SECOND@"):
        text = text.replace(mark, "")
    # 100 ft x 10 ft x 1.5 ft.
    assert (
        _values(completed(read_plan_text(text)))["practices[basin].volume_below_overflow"].quantity.text == "1,500 cf"
    )


def test_what_runs_into_a_landlocked_receiver_is_that_of_two_storms_on_end() -> None:
    # CN 80: S = 1000/80 - 10 = 2.5 in; P = 2 x 7.40 = 14.80 in;
    # Q = (14.80 - 0.5)^2 / (14.80 + 2.0) = 204.49 / 16.8 = 12.1720 in; over 2 ac: x 2 x 3,630 = 88,369 cf.
    found = _values(_box())["landlocked[hollow].volume_proposed"]
    assert float(found.quantity.value) == pytest.approx(88_369, abs=10)
    assert "storm twice" in found.quantity.source


def test_two_outfalls_of_one_point_are_summed_as_hydrographs() -> None:
    plan = _box()
    both = _values(plan)["discharge.points[ditch].proposed.100-yr"].quantity.value
    run = analyse(plan, storms=["hundred"]).conditions[0].runs[0]
    flows = [run.hydrographs[name].flow_cfs for name in ("1O", "2O")]
    length = min(map(len, flows))
    assert float(both) == pytest.approx(float((flows[0][:length] + flows[1][:length]).max()), abs=1e-3)


def test_without_the_point_of_an_outfall_nothing_is_said_of_the_whole_boundary() -> None:
    text = BOX.replace("point: ditch@SECOND@", "tailwater: 890.0 ft NAVD88").replace("@POINT@", ", {id: lane}")
    plan = completed(read_plan_text(text.replace("@PRACTICE@", "")))
    assert "discharge.aggregate.proposed.100-yr" not in _values(plan)
    assert plan.computed is not None
    assert any("2O does not say which discharge point" in one.because for one in plan.computed.left_out)


def test_a_point_that_the_model_lacks_leaves_the_whole_boundary_open() -> None:
    # What leaves at the lane is in no model: the peaks at the ditch are not those of the site.
    lane = "    - {id: ditch}\n    - {id: lane, existing: {10-yr: 2.00 cfs}, proposed: {10-yr: 9.00 cfs}}\n"
    plan = completed(_changed(("    - {id: ditch}\n", lane)))
    found = _values(plan)
    assert "discharge.points[ditch].proposed.10-yr" in found
    assert not [field for field in found if field.startswith("discharge.aggregate")]
    assert plan.computed is not None
    reasons = {one.field: one.because for one in plan.computed.left_out}
    assert "stands for discharge point lane" in reasons["discharge.aggregate.existing"]
    assert "stands for discharge point lane" in reasons["discharge.aggregate.proposed"]


@pytest.mark.parametrize(("stated", "told"), [("", True), (", existing: {10-yr: 2.00 cfs}", False)])
def test_a_point_that_is_new_is_missing_before_only_where_a_peak_of_it_is_stated(stated: str, told: bool) -> None:
    # By the proposed model the slope below the pond drains to the lane; by the existing one nothing does.
    lane = ("    - {id: ditch}\n", f"    - {{id: ditch}}\n    - {{id: lane{stated}}}\n")
    plan = completed(_changed(lane, *TO_THE_LANE))
    found = _values(plan)
    assert "discharge.aggregate.proposed.10-yr" in found
    assert ("discharge.aggregate.existing.10-yr" in found) is told


def test_the_facts_are_the_figures_that_a_simulation_prints() -> None:
    plan = completed(read_plan_text(ONE_POND))
    printed = {
        (row["storm"], condition): peak_cfs
        for row in simulation_document(analyse(plan))["rates"]
        if row["outfall"] == "1O"
        for condition, peak_cfs in row["peak_cfs"].items()
    }
    facts = facts_of(plan).by_name
    for (storm, condition), peak_cfs in printed.items():
        fact = facts[f"point[ditch].{condition}_{storm.replace('-', '')}_cfs"]
        assert isinstance(fact.region, Window)
        assert fact.region.written == Fraction(str(peak_cfs))
        assert fact.origin == "computed"
    assert facts["storms"].region == frozenset({"24 h"})


def test_a_stated_value_that_agrees_gives_way_to_the_computed_one_with_its_digits() -> None:
    # Simulated: 9.5062 cfs.
    plan = completed(_changed(("- {id: ditch}", "- {id: ditch, existing: {100-yr: 9.51 cfs}}")))
    found = _values(plan)["discharge.points[ditch].existing.100-yr"]
    assert found.agrees is True
    fact = facts_of(plan).by_name["point[ditch].existing_100yr_cfs"]
    assert fact.origin == "computed"
    assert "states 9.51 cfs, which agrees" in (fact.source or "")


@pytest.mark.parametrize(("stated", "agrees"), [("9.50 cfs", False), ("9.51 cfs", True), ("9.52 cfs", False)])
def test_agreement_goes_by_the_digits_that_are_stated(stated: str, agrees: bool) -> None:
    plan = completed(_changed(("- {id: ditch}", f"- {{id: ditch, existing: {{100-yr: {stated}}}}}")))
    assert _values(plan)["discharge.points[ditch].existing.100-yr"].agrees is agrees


def _rate(plan: Plan) -> dict[str, Any]:
    document = check(plan, load_edition("mcwd-2011"))
    return next(finding for finding in document["findings"] if finding["id"] == "2011.3.b.1")


def _one_year(depth: str) -> tuple[str, str]:
    storm = f"- {{id: 1-yr, return_period: 1 yr, depth: {depth}, duration: 24 h, distribution: MSE 3}}"
    return "  storms:\n    - {id: 2-yr", f"  storms:\n    {storm}\n    - {{id: 2-yr"


@pytest.mark.parametrize(("depth", "outcome"), [("0.50 in", "met"), ("2.87 in", "not_met")])
def test_computed_peaks_are_judged(depth: str, outcome: str) -> None:
    # Nothing runs off in half an inch: Ia of the land as proposed, curve number 75, is 0.2 x 3.33 = 0.67 in. In 2.87 in
    # the storm is the 2-year one under another name, whose peaks are 0.3967 and 0.5096 cfs.
    finding = _rate(_changed(_one_year(depth)))
    assert {fact["origin"] for fact in finding["facts"] if fact["fact"].endswith("yr_cfs")} == {"computed"}
    assert finding["outcome"] == outcome


def test_a_difference_that_does_not_matter_leaves_the_outcome() -> None:
    # Computed 7.3374 cfs, stated 7.90 cfs, both below 9.5062 cfs.
    plain = _rate(_changed(_one_year("0.50 in")))
    stated = _rate(_changed(_one_year("0.50 in"), ("- {id: ditch}", "- {id: ditch, proposed: {100-yr: 7.90 cfs}}")))
    assert stated["outcome"] == plain["outcome"]


def test_a_difference_that_decides_leaves_the_finding_open_and_says_which_two_numbers_differ() -> None:
    harmless = "existing: {1-yr: 1.0 cfs}, proposed: {1-yr: 0.5 cfs"
    met = _rate(_changed(("- {id: ditch}", f"- {{id: ditch, {harmless}}}}}")))
    assert met["outcome"] == "met"
    open_one = _rate(_changed(("- {id: ditch}", f"- {{id: ditch, {harmless}, 100-yr: 9.90 cfs}}}}")))
    assert open_one["outcome"] == "cannot_tell"
    assert any("9.90 cfs is stated, and 7.3374 cfs was computed" in line for line in open_one["rounding"])


def test_of_critical_storms_the_duration_that_gives_most_stands() -> None:
    alone = completed(_changed(("storms: 24 h", "storms: critical")))
    assert "discharge.points[ditch].proposed.100-yr" not in _values(alone)
    short = "{id: 2-h, return_period: 100 yr, depth: 6.00 in, duration: 2 h, distribution: even}"
    even = "  distributions: [{id: even, points: [{time: 0 h, share: 0 %}, {time: 2 h, share: 100 %}]}]\n"
    added = ("  storms:\n    - {id: 2-yr", f"{even}  storms:\n    - {short}\n    - {{id: 2-yr")
    both = _changed(("storms: 24 h", "storms: critical"), added)
    run_by_id = {run.storm.id: run for run in analyse(both, conditions=["existing"]).conditions[0].runs}
    peaks_cfs = [float(run_by_id[name].hydrographs["1O"].flow_cfs.max()) for name in ("2-h", "100-yr")]
    found = _values(completed(both))["discharge.points[ditch].existing.100-yr"]
    assert abs(peaks_cfs[0] - peaks_cfs[1]) > 1
    assert float(found.quantity.value) == pytest.approx(max(peaks_cfs), abs=1e-3)


def test_a_model_that_cannot_be_run_leaves_its_facts_open_and_says_why() -> None:
    plan = completed(_changed(("time_of_concentration: 10 min", "time_of_concentration: unknown")))
    assert plan.computed is not None
    assert any(
        one.field == "drainage.proposed" and "time_of_concentration" in one.because for one in plan.computed.left_out
    )
    assert "discharge.points[ditch].existing.100-yr" in _values(plan)


def test_a_storage_that_is_exceeded_gives_no_fact() -> None:
    weir = "          - {id: B, kind: sharp weir, crest: 932.0 ft NAVD88"
    plan = completed(
        _changed(
            (f"{weir}, length: 1.5 ft, contractions: 2, coefficient: 3.33}}\n", ""),
            (
                "kind: spillway, crest: 933.5 ft NAVD88, length: 10 ft",
                "kind: spillway, crest: 933.9 ft NAVD88, length: 0.5 ft",
            ),
        )
    )
    assert plan.computed is not None
    places = {one.field: one.because for one in plan.computed.left_out}
    assert "practices[pond].high_water_100yr" not in _values(plan)
    assert "is exceeded in storm 100-yr" in places["practices[pond].high_water_100yr"]


def test_a_plan_without_models_is_left_as_it_is() -> None:
    plan = read_plan_text("headwater: 1\nplan: P\nactions: [{id: a, kind: redevelopment}]")
    assert completed(plan) is plan
    assert check(plan, load_edition("mcwd-2011"))["computed"] is None


def test_the_rise_of_a_water_is_the_worst_of_all_durations_listed_while_peaks_stand_for_24_hours() -> None:
    # R18: peaks of 3(b) stand for 24 hours, the bounce of 8(b) for the worst of the durations that are listed.
    short = "{id: 100-yr-1h, return_period: 100 yr, depth: 7.30 in, duration: 1 h, distribution: even}"
    even = "  distributions: [{id: even, points: [{time: 0 h, share: 0 %}, {time: 1 h, share: 100 %}]}]\n"
    added = ("  storms:\n    - {id: 2-yr", f"{even}  storms:\n    - {short}\n    - {{id: 2-yr")
    wetland = ("practices:\n", "waters: [{id: marsh, kind: wetland, class: Manage 2}]\npractices:\n")
    pond = ("      - id: 1P\n        practice: pond\n", "      - id: 1P\n        water: marsh\n")
    plan = completed(_changed(added, wetland, pond))
    runs = {run.storm.id: run for run in analyse(plan, conditions=["proposed"]).conditions[0].runs}
    rises_ft = {}
    for name in ("100-yr-1h", "100-yr"):
        answer = runs[name].nodes["1P"].pond
        assert answer is not None
        rises_ft[name] = answer.peak_elevation_ft - answer.start_ft
    assert rises_ft["100-yr-1h"] > rises_ft["100-yr"] + 0.01
    found = _values(plan)
    bounce = found["waters[marsh].bounce.proposed.100-yr"].quantity
    assert float(bounce.value) == pytest.approx(rises_ft["100-yr-1h"], abs=1e-4)
    assert "storm 100-yr-1h" in (bounce.source or "")
    assert "storm 100-yr" in found["discharge.points[ditch].proposed.100-yr"].quantity.source
    assert "1h" not in found["discharge.points[ditch].proposed.100-yr"].quantity.source
    assert "1h" not in found["waters[marsh].high_water_100yr"].quantity.source


def test_of_two_ponds_that_stand_for_one_practice_none_is_taken() -> None:
    # The second pond lies higher and takes nothing; its low level would hide that of the first.
    second = "      - id: 2P\n        practice: pond\n        to: 1O\n"
    pond = ONE_POND[ONE_POND.index("        starting: 930.0 ft") : ONE_POND.rindex("    outfalls:")]
    plan = completed(_changed((pond + "    outfalls:", pond + second + pond + "    outfalls:")))
    assert plan.computed is not None
    assert not [field for field in _values(plan) if field.startswith("practices[pond]")]
    reasons = {one.field: one.because for one in plan.computed.left_out}
    assert "ponds 1P, 2P" in reasons["practices[pond]"]


@pytest.mark.parametrize(("datum", "told"), [("NAVD88", True), ("NGVD29", False)])
def test_a_normal_level_on_another_datum_than_the_model_gives_no_rise(datum: str, told: bool) -> None:
    marsh = f"waters: [{{id: marsh, kind: wetland, class: Manage 2, normal: 930.0 ft {datum}}}]\npractices:\n"
    pond = ("        practice: pond\n", "        practice: pond\n        water: marsh\n")
    plan = completed(_changed(("practices:\n", marsh), pond))
    found = _values(plan)
    assert ("waters[marsh].bounce.proposed.100-yr" in found) is told
    assert ("waters[marsh].inundation.proposed.100-yr" in found) is told
    # The level itself is on the datum of the model, whatever the normal level is on.
    assert "waters[marsh].high_water_100yr" in found
    assert plan.computed is not None
    reasons = {one.field: one.because for one in plan.computed.left_out}
    assert ("NGVD29" in reasons.get("waters[marsh].normal", "")) is not told
