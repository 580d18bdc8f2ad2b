"""Drainage sections of plans, run: printed answers come out of what an engineer writes, and what is missing is told."""

from __future__ import annotations

import re
from typing import Any

import pytest

from headwater.errors import HeadwaterError, IncompleteModelError, OutOfRangeError, UnknownNameError
from headwater.hydraulics.network import Pond
from headwater.intake.plan_file import read_plan_text
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.document import simulation_document
from headwater.review.analysis.model import model_of

HEAD = "headwater: 1\nplan: A site\nactions: [{id: a, kind: redevelopment}]\n"

# Printed by HydroCAD 9.10 on 2 June 2011 for a school pond: Type II 24-h 2.80 in, time step 0.05 h. Subcatchment 3S:
# 126,860 sf paved, 110,672 sf grass on B; sheet 220 ft, shallow paved 300 ft, channel 260 ft.
SCHOOL = (
    HEAD
    + """
drainage:
  time_step: 0.05 h
  span: 48 h
  storms:
    - {id: 2-yr, return_period: 2 yr, depth: 2.80 in, distribution: Type II 24-hr}
  existing:
    subcatchments:
      - id: 3S
        to: 1O
        areas:
          - {cover: paved parking, curve_number: 98, impervious: yes, area: "126,860 sf"}
          - {cover: "open space, good", soil_group: B, area: "110,672 sf"}
        flow_path:
          - {kind: sheet, length: 220 ft, slope: 3.2 %, roughness: 0.150, rain: 2.80 in}
          - {kind: shallow, length: 300 ft, slope: 1.0 %, surface: paved}
          - {kind: channel, length: 260 ft, slope: 4.0 %, roughness: 0.030, area: 105.0 sf, perimeter: 60.5 ft}
    outfalls: [{id: 1O}]
"""
)

POND_OF = """
drainage:
  storms: [{{id: 100-yr, depth: 7.35 in, distribution: MSE 3, source: NOAA Atlas 14}}]
  existing:
    subcatchments: [{{id: 1S, to: 1P, time_of_concentration: 10 min, areas: [{{curve_number: 90, area: 3 ac}}]}}]
    ponds:
      - id: 1P
        to: 1O
        storage:
          - kind: contours
            stages: [{{elevation: 930 ft NAVD88, area: 9000 sf}}, {{elevation: {top_ft} ft NAVD88, area: 30000 sf}}]
        outlets: [{{id: A, {outlet}}}]
    outfalls: [{{id: 1O}}]
"""


def document(text: str) -> dict[str, Any]:
    return simulation_document(analyse(read_plan_text(text)))


def test_a_printed_subcatchment_comes_out_of_its_areas_and_its_flow_path() -> None:
    found = document(SCHOOL)
    land = found["conditions"][0]["subcatchments"][0]
    node = found["conditions"][0]["runs"][0]["nodes"][0]
    assert [piece["curve_number"] for piece in land["curve_numbers"]] == [81.0]
    assert round(100 * land["impervious_fraction"], 2) == 53.41
    assert round(land["time_of_concentration_min"], 1) == 19.1
    assert [round(stretch["time_min"], 1) for stretch in land["stretches"]] == [16.3, 2.5, 0.3]
    assert round(node["runoff_in"], 2) == 1.16
    assert round(node["volume_acft"], 3) == 0.528
    assert node["peak_cfs"] == pytest.approx(7.09, rel=0.01)
    assert node["time_of_peak_h"] == pytest.approx(12.12, abs=0.03)
    long = [warning for warning in found["conditions"][0]["warnings"] if warning["code"] == "sheet-flow-long"]
    assert [warning["where"] for warning in long] == ["3S"]


POND = (
    HEAD
    + """
drainage:
  storms:
    - {id: 2-yr, return_period: 2 yr, depth: 2.87 in, distribution: MSE 3, source: NOAA Atlas 14}
    - {id: 100-yr, return_period: 100 yr, depth: 7.32 in, distribution: MSE 3, source: NOAA Atlas 14}
  proposed:
    subcatchments:
      - {id: 1S, to: 1P, time_of_concentration: 10 min, areas: [{curve_number: 90, area: 3 ac}]}
    ponds:
      - id: 1P
        to: 1O
        storage:
          - {kind: contours, stages: [{elevation: 930 ft NAVD88, area: "8,000 sf"},
                                      {elevation: 936 ft NAVD88, area: "20,000 sf"}]}
        outlets:
          - {id: A, kind: orifice, invert: 930 ft NAVD88, diameter: 8 in}
          - {id: B, kind: sharp weir, crest: 934 ft NAVD88, length: 8 ft}
    outfalls: [{id: 1O}]
"""
)


def test_a_pond_of_a_plan_has_the_keys_that_readers_of_the_answer_rely_on() -> None:
    run = document(POND)["conditions"][0]["runs"][1]
    assert run["storm"] == "100-yr"
    assert abs(run["mass_residual_fraction"]) < 0.001
    node = next(node for node in run["nodes"] if node["id"] == "1P")
    for key in ("peak_cfs", "time_of_peak_h", "volume_acft", "peak_elevation_ft", "peak_storage_cf"):
        assert node[key] > 0
    assert isinstance(run["warnings"], list)


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("diameter: 8 in", "coefficient: 0.6", "outlets[A].diameter"),
        ("crest: 934 ft NAVD88, length: 8 ft", "length: 8 ft", "outlets[B].crest"),
        ("time_of_concentration: 10 min, ", "", "time_of_concentration"),
        ("curve_number: 90, area: 3 ac", "curve_number: 90", "areas[1].area"),
        (", to: 1P", "", "subcatchments[1S].to"),
    ],
)
def test_what_a_computation_needs_and_a_plan_leaves_out_is_named(written: str, instead: str, said: str) -> None:
    assert written in POND
    with pytest.raises(IncompleteModelError) as caught:
        document(POND.replace(written, instead))
    assert said in str(caught.value)
    assert "expected" in str(caught.value)


def test_a_plan_without_drainage_says_what_to_write() -> None:
    with pytest.raises(IncompleteModelError, match="expected `drainage:` with storms"):
        document(HEAD)


def test_an_unknown_cover_is_refused_with_the_subcatchment() -> None:
    with pytest.raises(UnknownNameError, match="subcatchment '1S'"):
        document(POND.replace("{curve_number: 90, area: 3 ac}", "{cover: moss, soil_group: B, area: 3 ac}"))


def test_a_storm_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="expected one of 2-yr, 100-yr"):
        analyse(read_plan_text(POND), storms=["5-yr"])


def test_a_mixed_storm_name_is_refused() -> None:
    with pytest.raises(HeadwaterError, match="MSE"):
        document(POND.replace("distribution: MSE 3", "distribution: MSE Type III", 1))


def test_an_atlas_depth_under_an_old_curve_is_a_warning() -> None:
    found = document(POND.replace("distribution: MSE 3", "distribution: Type II"))
    assert any(warning["grade"] == "warning" and "2-yr" in warning["where"] for warning in found["warnings"])
    assert found["exit_code"] == 2


# Every kind of outlet and storage, each with figures of its own; what each does by hand is its own room's test. Here it
# is enough that each becomes the device that its words say: at one level the flow is that of the formula.
# `@930` is written for an elevation of 930 ft NAVD88.
OUTLETS = {
    "{id: A, kind: orifice, invert: @930, diameter: 12 in}": 0.6 * 0.785398 * (64.4 * 1.5) ** 0.5,
    "{id: A, kind: orifice, invert: @930, width: 1 ft, height: 6 in, count: 2}": 0.6 * (64.4 * 1.75) ** 0.5,
    "{id: A, kind: orifice, invert: @931, diameter: 12 in, horizontal: yes}": 0.6 * 0.785398 * 64.4**0.5,
    "{id: A, kind: sharp weir, crest: @931, length: 4 ft}": 3.33 * 4,
    "{id: A, kind: sharp weir, crest: @931, length: 4 ft, contractions: 2}": 3.33 * (4 - 0.2),
    "{id: A, kind: broad weir, crest: @931, length: 4 ft, coefficient: 2.6}": 2.6 * 4,
    "{id: A, kind: broad weir, crest: @931, length: 4 ft, breadth: 5 ft}": 0.33 * 8.025 * 4,
    "{id: A, kind: v-notch, crest: @931, angle: 90 deg}": 2.49,
    "{id: A, kind: cipolletti, crest: @931, length: 4 ft}": 3.367 * 4,
    "{id: A, kind: spillway, crest: @931, length: 4 ft, side_slope: '3:1', coefficient: 2.6}": 2.6 * (4 + 2.4),
    "{id: A, kind: riser, crest: @931, diameter: 48 in, clogged: 50 %}": 3.33 * 6.283185,
    "{id: A, kind: exfiltration, rate: 0.8 in/h, over: surface}": 0.8 * 12_000 / 43_200,
    "{id: A, kind: exfiltration, rate: 0.8 in/h, over: bottom}": 0.8 * 8_000 / 43_200,
    "{id: A, kind: exfiltration, flow: 0.3 cfs}": 0.3,
    "{id: A, kind: underdrain, invert: @930, media_top: @932, rate: 2 in/h, area: 1000 sf}": 2_000 / 43_200,
    "{id: A, kind: pump, starts_at: @931.5, stops_at: @930.5, curve: [{elevation: @931, flow: 448.8 gpm}]}": 1.0,
    "{id: A, kind: rating, curve: [{elevation: @930, flow: 0 cfs}, {elevation: @934, flow: 8 cfs}]}": 4.0,
}


def written(text: str) -> str:
    return re.sub(r"@([0-9.]+)", r"\1 ft NAVD88", text)


def proposed_pond(text: str) -> Pond:
    plan = read_plan_text(text)
    assert plan.drainage is not None
    return model_of(plan.drainage, "proposed").network.ponds[0]


@pytest.mark.parametrize("outlet", OUTLETS)
def test_each_kind_of_outlet_becomes_its_device(outlet: str) -> None:
    start, end = POND.index("          - {id: A, kind: orifice"), POND.index("    outfalls:")
    pond = proposed_pond(POND[:start] + f"          - {written(outlet)}\n" + POND[end:])
    assert pond.outlets[0].device.flow_cfs(932.0) == pytest.approx(OUTLETS[outlet], rel=2e-3)
    assert pond.outlets[0].to == (None if "exfiltration" in outlet else "1O")


STORAGES = {
    # 8,000 and 20,000 sf 6 ft apart: at 3 ft 14,000 sf, and 3 x 11,000 cf.
    "{kind: contours, stages: [{elevation: @930, area: '8,000 sf'}, {elevation: @936, area: '20,000 sf'}]}": 33_000,
    "{kind: contours, voids: 40 %, stages: [{elevation: @930, area: 800 sf}, {elevation: @936, area: 2000 sf}]}": 1320,
    "{kind: volumes, stages: [{elevation: @930, volume: 0 cf}, {elevation: @936, volume: '60,000 cf'}]}": 30_000,
    "{kind: box, bottom: @930, depth: 6 ft, length: 100 ft, width: 20 ft}": 6_000,
    "{kind: box, bottom: @930, depth: 6 ft, length: 100 ft, width: 20 ft, count: 3}": 18_000,
    # L W D + (L + W) Z D^2 + 4/3 Z^2 D^3 with Z = 3 and D = 3: 6,000 + 120 x 27 + 4/3 x 9 x 27.
    "{kind: box, bottom: @930, depth: 6 ft, length: 100 ft, width: 20 ft, side_slope: '3:1'}": 9_564,
    # Half a pipe of 6 ft: pi/2 x 9 x 100.
    "{kind: pipe, invert: @930, diameter: 72 in, length: 100 ft}": 1_413.7,
    # 40 % of 6,000 less 9 x 50, and 9 x 50.
    "{kind: chambers, bottom: @930, depth: 6 ft, length: 100 ft, width: 20 ft, voids: 40 %, "
    "chamber: {bottom: @930.5, count: 9, stages: [{height: 0 ft, volume: 0 cf}, {height: 2 ft, volume: 50 cf}]}}": 2670,
}


@pytest.mark.parametrize("storage", STORAGES)
def test_each_kind_of_storage_holds_what_its_figures_say(storage: str) -> None:
    start, end = POND.index("          - {kind: contours"), POND.index("        outlets:")
    pond = proposed_pond(POND[:start] + f"          - {written(storage)}\n" + POND[end:])
    assert pond.storage.storage_cf(933.0) == pytest.approx(STORAGES[storage], rel=1e-3)


def test_units_that_a_plan_is_written_in_change_nothing() -> None:
    same = (
        POND.replace("area: 3 ac", 'area: "130,680 sf"')
        .replace("time_of_concentration: 10 min", "time_of_concentration: 0.1666666667 h")
        .replace("diameter: 8 in", "diameter: 0.6666666667 ft")
        .replace('area: "8,000 sf"', "area: 0.18365473 ac")
    )
    one, other = document(POND), document(same)
    for run, again in zip(one["conditions"][0]["runs"], other["conditions"][0]["runs"], strict=True):
        for node, twin in zip(run["nodes"], again["nodes"], strict=True):
            assert twin["peak_cfs"] == pytest.approx(node["peak_cfs"], rel=1e-4)
            assert twin.get("peak_elevation_ft") == pytest.approx(node.get("peak_elevation_ft"), abs=1e-3)


def test_a_smoothed_curve_is_named_with_its_effect() -> None:
    # MSE 3, 4.2 in: smoothing by PCHIP raises the peak at 10 minutes and CN 75 or 98 by 4 to 5 %; CN 90 lies between.
    smooth = POND.replace(
        "  storms:\n", "  distributions: [{id: smooth, smoothed: MSE 3, by: PCHIP}]\n  storms:\n"
    ).replace("distribution: MSE 3", "distribution: smooth")
    one, other = document(POND), document(smooth)
    peaks = [found["conditions"][0]["runs"][0]["nodes"][0]["peak_cfs"] for found in (one, other)]
    assert 1.03 < peaks[1] / peaks[0] < 1.06
    assert "PCHIP" in other["storms"][0]["described"]


def test_what_is_wrong_with_a_model_is_told_with_the_condition_of_the_land() -> None:
    with pytest.raises(UnknownNameError, match="proposed: subcatchment '1S'"):
        document(POND.replace("{curve_number: 90, area: 3 ac}", "{cover: moss, soil_group: B, area: 3 ac}"))


def test_one_value_that_is_left_out_is_one() -> None:
    with pytest.raises(IncompleteModelError, match="1 value is unknown"):
        document(POND.replace("time_of_concentration: 10 min, ", ""))


@pytest.mark.parametrize(("top_ft", "runs"), [("1930", True), ("1930.1", False)])
def test_a_storage_is_at_most_a_thousand_feet_deep(top_ft: str, runs: bool) -> None:
    text = HEAD + POND_OF.format(top_ft=top_ft, outlet="kind: orifice, invert: 930 ft NAVD88, diameter: 8 in")
    if runs:
        document(text)
        return
    with pytest.raises(OutOfRangeError, match=r"pond '1P': its storage is 1000\.1 ft deep; expected at most 1000 ft"):
        document(text)


def test_what_never_flows_has_no_time_of_peak_and_no_lag() -> None:
    outlet = "kind: orifice, invert: 1000 ft NAVD88, diameter: 8 in"  # far above the water
    pond = document(HEAD + POND_OF.format(top_ft="1100", outlet=outlet))["conditions"][0]["runs"][0]["nodes"][1]
    assert (pond["id"], pond["peak_cfs"]) == ("1P", 0.0)
    assert pond["inflow_time_of_peak_h"] > 0
    assert (pond["time_of_peak_h"], pond["lag_min"]) == (None, None)


@pytest.mark.parametrize("head", ["", "lifts_to: 945 ft NAVD88, "])
def test_a_pump_is_not_held_back_by_a_pond_that_stays_below_the_end_of_its_main(head: str) -> None:
    # The lower pond rises above the level at which the pump stops, and is solved without the upper one.
    by_head = "{head: 5 ft, flow: 3 cfs}, {head: 30 ft, flow: 0 cfs}"
    curve = by_head if head else "{elevation: 930 ft NAVD88, flow: 3 cfs}"
    outlet = f"kind: pump, starts_at: 931 ft NAVD88, stops_at: 930.5 ft NAVD88, {head}curve: [{curve}]"
    lower = """      - id: 2P
        to: 1O
        storage: [{kind: box, bottom: 930 ft NAVD88, depth: 10 ft, length: 100 ft, width: 50 ft}]
        outlets: [{id: W, kind: sharp weir, crest: 931 ft NAVD88, length: 1 ft}]
"""
    text = (HEAD + POND_OF.format(top_ft="940", outlet=outlet)).replace(
        "id: 1P\n        to: 1O", "id: 1P\n        to: 2P"
    )
    run = document(text.replace("    outfalls", lower + "    outfalls"))["conditions"][0]["runs"][0]
    below = next(node for node in run["nodes"] if node["id"] == "2P")
    assert below["peak_elevation_ft"] > 931
    assert "tailwater-above-invert" not in {warning["code"] for warning in run["warnings"]}
    assert abs(run["mass_residual_fraction"]) < 1e-3
