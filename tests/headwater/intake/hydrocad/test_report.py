"""Printed HydroCAD reports, laid out by us with the figures of public records: the model, the claims, every line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.headwater.intake.hydrocad.laid_out import claims_of, drainage_of, land, model_of, pond, read_report

from headwater.errors import HandedFileError
from headwater.intake.handed import Handed
from headwater.intake.handed_plan import plan_of, section_text
from headwater.intake.reading import read_handed
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.document import simulation_document

GOLDEN = Path(__file__).parents[3] / "golden"
WHOLE = Path(__file__).parent / "whole-report.txt"
SAMPLES = ("middle_school", "nine_subcatchments", "small_lots", "pond_surface", "eugene_tank")
RECOMPUTED = ("middle_school", "nine_subcatchments", "small_lots")


def _sample(name: str) -> Handed:
    return read_handed(GOLDEN / f"hydrocad_{name}" / "reconstructed.txt")


def _nodes(handed: Handed) -> dict[str, Any]:
    document = simulation_document(analyse(plan_of(handed)))
    (run,) = document["conditions"][0]["runs"]
    return {node["id"]: node for node in run["nodes"]}


@pytest.mark.parametrize("name", SAMPLES)
def test_every_line_of_a_report_is_known_but_the_one_that_says_who_laid_it_out(name: str) -> None:
    handed = _sample(name)
    unknown = [line.number for line in handed.ledger.of("not understood")]
    # The rain of one of them is no published curve, and its line says so.
    assert unknown == ([1, 11] if name == "pond_surface" else [1])
    assert len(handed.ledger.lines) == (GOLDEN / f"hydrocad_{name}" / "reconstructed.txt").read_text().count("\n")


@pytest.mark.parametrize("name", RECOMPUTED)
def test_what_is_read_gives_the_peaks_that_are_printed(name: str) -> None:
    handed = _sample(name)
    nodes = _nodes(handed)
    printed = [claim for claim in handed.claims if claim.quantity == "peak_cfs" and claim.element in nodes]
    assert len(printed) == {"middle_school": 2, "nine_subcatchments": 9, "small_lots": 6}[name]
    for claim in printed:
        # What the cases allow: 1 % of the printed peak, and half a printed digit.
        allowed = 0.01 * float(claim.value) + float(claim.half)
        assert nodes[str(claim.element)]["peak_cfs"] == pytest.approx(float(claim.value), abs=allowed)


@pytest.mark.parametrize("name", RECOMPUTED)
def test_what_is_read_gives_the_depths_and_volumes_that_are_printed(name: str) -> None:
    handed = _sample(name)
    nodes = _nodes(handed)
    for claim in handed.claims:
        if claim.element in nodes and claim.quantity in ("runoff_in", "volume_acft"):
            # The tolerances of the cases: 0.01 in, and 0.001 ac-ft.
            allowed = 0.01 if claim.quantity == "runoff_in" else 0.001
            assert nodes[claim.element][claim.quantity] == pytest.approx(float(claim.value), abs=allowed)


def test_a_report_names_its_program_its_project_and_its_pages() -> None:
    handed = _sample("middle_school")
    assert handed.program == "HydroCAD 9.10"
    assert handed.title == "School SW Pond"
    assert handed.ledger.pages == (1, 6)
    assert {claim.page for claim in handed.claims} == {2}


def test_the_figures_of_a_subcatchment_are_kept_as_printed() -> None:
    handed = _sample("middle_school")
    assert claims_of(handed, "3S") == {
        "runoff_in": "1.16",
        "area_sf": "237532",
        "curve_number": "81",
        "impervious_fraction": "53.41",
        "time_of_concentration_min": "19.1",
        "peak_cfs": "7.09",
        "time_of_peak_h": "12.12",
        "volume_acft": "0.528",
    }
    (first, _) = model_of(handed).subcatchments or ()
    assert [
        (cover.area.text, str(cover.soil_group and cover.soil_group.text)) for cover in first.areas or () if cover.area
    ] == [
        ("126860 sf", "B"),
        ("110672 sf", "B"),
    ]
    assert "kind: channel, roughness: 0.030, area: 105.0 sf, perimeter: 60.5 ft" in section_text(
        handed, condition="proposed", datum="NAVD88"
    )


def test_a_pond_has_its_stages_its_outlets_in_order_and_what_was_computed() -> None:
    handed = _sample("eugene_tank")
    (basin,) = model_of(handed).ponds or ()
    kinds = [
        (outlet.id.text, outlet.kind.text, outlet.into.text if outlet.into else None) for outlet in basin.outlets or ()
    ]
    assert kinds == [("1", "culvert", None), ("2", "orifice", "1"), ("3", "orifice", "1")]
    claims = claims_of(handed, "S9")
    assert claims["peak_elevation_ft"] == "887.62"
    assert claims["peak_storage_cf"] == "50"
    assert claims["detention_min"] == "13.4"
    assert claims["tailwater_ft"] == "886.55"
    assert claims_of(handed, "S9 outlet 2") == {"device_flow_cfs": "0.04"}


def test_where_a_report_does_not_say_where_water_goes_it_stays_open() -> None:
    handed = _sample("eugene_tank")
    assert [remark.code for remark in handed.remarks] == ["routing-not-printed"]
    (basin,) = model_of(handed).ponds or ()
    assert basin.to is None


def test_where_one_set_of_nodes_alone_adds_up_they_are_the_nodes_above() -> None:
    # 1.000 + 2.000 = 3.000 ac and 0.100 + 0.200 = 0.300 af; 2P takes what 1P lets go; 3S, of 4.000 ac, adds up to none.
    handed = read_report(
        land("1S", "1.000", "2.00", "0.100")
        + land("2S", "2.000", "3.00", "0.200")
        + land("3S", "4.000", "5.00", "0.400")
        + pond("1P", "3.000", "4.90", "2.00", "0.300")
        + pond("2P", "3.000", "2.00", "1.00", "0.300")
    )
    model = model_of(handed)
    ways = {piece.id.text: piece.to.text for piece in model.subcatchments or () if piece.to}
    ways |= {pond.id.text: pond.to.text for pond in model.ponds or () if pond.to}
    assert ways == {"1S": "1P", "2S": "1P", "3S": "3S exit", "1P": "2P", "2P": "2P exit"}
    (remark,) = handed.remarks
    assert remark.code == "routing-by-sums"
    assert "2S, 1S into 1P" in remark.message


def test_where_two_sets_add_up_the_way_stays_open() -> None:
    handed = read_report(
        land("1S", "1.000", "2.00", "0.100")
        + land("2S", "1.000", "2.00", "0.100")
        + pond("1P", "1.000", "2.00", "1.00", "0.100")
    )
    assert {remark.code for remark in handed.remarks} == {"routing-not-printed"}
    assert [piece.to for piece in model_of(handed).subcatchments or ()] == [None, None]


def test_newer_reports_say_where_water_goes() -> None:
    routed = "Routed to Link 9L : road\n"
    handed = read_report(pond("1P", "1.000", "2.00", "1.00", "0.100", routed))
    model = model_of(handed)
    assert [(pond.id.text, pond.to.text) for pond in model.ponds or () if pond.to] == [("1P", "9L")]
    assert [outfall.id.text for outfall in model.outfalls or ()] == ["9L"]


def test_what_soaks_in_does_not_leave_over_the_surface() -> None:
    text = pond("1P", "1.000", "2.00", "1.00", "0.100").replace(
        "Routing by", "Discarded = 0.40 cfs @ 12.50 hrs, Volume= 0.060 af\nRouting by"
    )
    text += "#2 Discarded 900.00' 0.800 in/hr Exfiltration over Surface area\n"
    handed = read_report(text.replace("Primary = 1.00 cfs", "Primary = 0.60 cfs"))
    claims = claims_of(handed, "1P")
    assert claims["peak_cfs"] == "0.60"
    assert claims["discarded_peak_cfs"] == "0.40"
    (basin,) = model_of(handed).ponds or ()
    assert [outlet.to.text if outlet.to else None for outlet in basin.outlets or ()] == [None, "discarded"]


def test_several_storms_in_one_report_are_one_model_with_the_results_of_each() -> None:
    once = land("1S", "1.000", "2.00", "0.100")
    again = once.replace("10-yr", "100-yr").replace("4.20", "7.40").replace("2.00 cfs", "6.00 cfs")
    handed = read_report(once + again)
    drainage = drainage_of(handed)
    assert [storm.id.text for storm in drainage.storms or ()] == ["10-yr", "100-yr"]
    assert len((drainage.proposed and drainage.proposed.subcatchments) or ()) == 1
    peaks = {claim.storm: claim.text for claim in handed.claims if claim.quantity == "peak_cfs"}
    assert peaks == {"10-yr": "2.00", "100-yr": "6.00"}
    assert handed.remarks == ()


def test_a_node_that_is_printed_otherwise_in_another_storm_is_remarked() -> None:
    once = land("1S", "1.000", "2.00", "0.100")
    handed = read_report(once + once.replace("10-yr", "100-yr").replace("80 Lawn", "74 Lawn"))
    assert [remark.code for remark in handed.remarks] == ["printed-otherwise"]


def test_an_outlet_in_words_that_are_not_known_is_left_open_and_said() -> None:
    text = pond("1P", "1.000", "2.00", "1.00", "0.100") + "#2 Primary 903.00' Special rating Listed elsewhere\n"
    handed = read_report(text)
    assert "outlet-not-understood" in {remark.code for remark in handed.remarks}
    (basin,) = model_of(handed).ponds or ()
    assert basin.outlets is None
    assert [line.text for line in handed.ledger.of("not understood")] == [
        "#2 Primary 903.00' Special rating Listed elsewhere"
    ]


def test_a_warning_of_the_program_is_passed_on() -> None:
    handed = read_report(land("1S", "1.000", "2.00", "0.100") + "[49] Hint: Tc<2dt may require smaller dt\n")
    assert [(remark.code, remark.element) for remark in handed.remarks] == [("program-warning", "1S")]


def test_a_way_of_computing_runoff_that_is_not_known_is_said() -> None:
    handed = read_report(land("1S", "1.000", "2.00", "0.100").replace("SCS TR-20", "Rational"))
    assert [remark.code for remark in handed.remarks] == ["method-not-understood"]


def test_the_least_time_of_concentration_is_read_from_its_total() -> None:
    text = land("1S", "1.000", "2.00", "0.100").replace(
        "10.0 Direct Entry,", "2.0 Direct Entry,\n1.0 Direct Entry,\n3.0 Total, Increased to minimum Tc = 6.0 min"
    )
    handed = read_report(text)
    (piece,) = model_of(handed).subcatchments or ()
    assert piece.minimum_time is not None
    assert piece.minimum_time.text == "6.0 min"
    assert claims_of(handed, "1S")["time_of_concentration_min"] == "6.0"


REACH = """Summary for Reach 1R: x
Inflow Area = 1.000 ac, 0.00% Impervious, Inflow Depth = 1.00" for 10-yr event
Inflow = 2.00 cfs @ 12.10 hrs, Volume= 0.100 af
Outflow = 1.90 cfs @ 12.20 hrs, Volume= 0.100 af, Atten= 5%, Lag= 6.0 min
Routed to Link 9L : road
Routing by Stor-Ind+Trans method, Time Span= 0.00-24.00 hrs, dt= 0.05 hrs
4.00' x 2.00' deep channel, n= 0.030
Side Slope Z-value= 3.0 '/' Top Width= 16.00'
Length= 150.0' Slope= 0.0100 '/'
"""


def _codes(handed: Handed) -> list[str]:
    return [remark.code for remark in handed.remarks]


@pytest.mark.parametrize(
    "line", ["Side Slope Z-value= 3.0 2.0 '/' Top Width= 14.00'", "Custom cross-section, Length= 150.0'"]
)
def test_a_reach_of_a_shape_that_is_not_known_stays_open(line: str) -> None:
    handed = read_report(REACH.replace("Side Slope Z-value= 3.0 '/' Top Width= 16.00'", line))
    assert _codes(handed) == ["node-not-understood"]
    (reach,) = model_of(handed).reaches or ()
    assert reach.length is None
    assert [one.id.text for one in model_of(read_report(REACH)).reaches or () if one.length] == ["1R"]


def test_a_link_that_does_more_than_pass_its_flows_stays_open() -> None:
    link = "Summary for Link 1L: x\nInflow = 2.00 cfs @ 12.10 hrs, Volume= 0.100 af\nLimited to 1.00 cfs\n"
    handed = read_report(link)
    assert "node-not-understood" in _codes(handed)
    assert [one.to for one in model_of(handed).links or ()] == [None]


@pytest.mark.parametrize(
    "line", ["1.000 80 Weighted Average, UI Adjusted", "1.000 100.00% Impervious Area & 20% Unconnected"]
)
def test_a_table_of_areas_with_a_line_that_is_not_known_stays_open(line: str) -> None:
    handed = read_report(land("1S", "1.000", "2.00", "0.100").replace("Tc Length", f"{line}\nTc Length"))
    assert _codes(handed) == ["areas-not-understood"]
    assert [piece.areas for piece in model_of(handed).subcatchments or ()] == [None]


def test_runoff_of_two_parts_needs_to_know_which_are_impervious() -> None:
    text = land("1S", "1.000", "2.00", "0.100").replace("Weighted-CN", "Split Pervious/Imperv.")
    assert _codes(read_report(text)) == ["areas-not-understood"]
    assert _codes(read_report(text.replace("Tc Length", "1.000 100.00% Pervious Area\nTc Length"))) == []
    paved = text.replace("Tc Length", "0.400 40.00% Impervious Area\nTc Length")
    assert _codes(read_report(paved)) == ["areas-not-understood"]
    told = paved.replace("1.000 80 Lawn, HSG C", "0.600 80 Lawn, HSG C\n0.400 98 Roofs")
    assert _codes(read_report(told)) == []


@pytest.mark.parametrize(("printed", "ways"), [("Primary", ["9L", None]), ("Secondary", [None, "9L"])])
def test_a_way_of_a_pond_that_is_not_printed_is_not_taken_from_the_other(printed: str, ways: list[str | None]) -> None:
    text = pond("1P", "1.000", "2.00", "1.00", "0.100").replace(
        "Routing by", "Secondary = 0.00 cfs @ 0.00 hrs, Volume= 0.000 af\nRouting by"
    )
    text = re.sub(rf"({printed} = .*\n)", r"\1Routed to Link 9L : road\n", text)
    handed = read_report(text + "#2 Secondary 903.00' 10.0' long x 5.0' breadth Broad-Crested Rectangular Weir\n")
    (basin,) = model_of(handed).ponds or ()
    assert basin.to is None
    assert [outlet.to.text if outlet.to else None for outlet in basin.outlets or ()] == ways


def test_a_pond_that_holds_nothing_passes_its_flows() -> None:
    text = pond("CB1", "1.000", "2.00", "2.00", "0.100")
    without = text[: text.index("Volume Invert")] + text[text.index("Device Routing") :]
    handed = read_report(without)
    assert "pond-without-storage" in _codes(handed)
    assert [link.id.text for link in model_of(handed).links or ()] == ["CB1"]
    two_ways = without.replace("Routing by", "Secondary = 0.00 cfs @ 0.00 hrs, Volume= 0.000 af\nRouting by")
    assert [one.id.text for one in model_of(read_report(two_ways)).ponds or ()] == ["CB1"]


EVENTS = """Events for Pond 1P: Basin
Event Inflow Outflow Discarded Primary Elevation Storage
(cfs) (cfs) (cfs) (cfs) (feet) (cubic-feet)
2-Year 2.26 0.65 0.05 0.60 931.20 2,800
100-Year 8.00 3.20 0.10 3.10 933.00 9,000
"""


def test_a_table_of_all_storms_claims_its_results() -> None:
    handed = read_report(land("1S", "1.000", "2.00", "0.100") + EVENTS)
    peaks = {
        claim.storm: claim.text for claim in handed.claims if (claim.element, claim.quantity) == ("1P", "peak_cfs")
    }
    assert peaks == {"2-Year": "0.60", "100-Year": "3.10"}
    levels = {claim.storm: claim.text for claim in handed.claims if claim.quantity == "peak_elevation_ft"}
    assert levels == {"2-Year": "931.20", "100-Year": "933.00"}
    assert handed.ledger.count("not understood") == 0


@pytest.mark.parametrize(("was", "becomes"), [("Storage", "Area"), ("(cubic-feet)", "(acre-feet)")])
def test_a_table_with_a_column_that_is_not_known_is_not_read(was: str, becomes: str) -> None:
    handed = read_report(land("1S", "1.000", "2.00", "0.100") + EVENTS.replace(was, becomes))
    assert [claim for claim in handed.claims if claim.element == "1P"] == []
    assert handed.ledger.count("not understood") >= 3


def test_older_reports_head_a_summary_with_its_node_alone() -> None:
    text = land("1S", "1.000", "2.00", "0.100").replace("Summary for ", "")
    handed = read_report(text + "Subcatchment 1S: x\nHydrograph\n0 5 10 15\n" + land("2S", "1.000", "2.00", "0.100"))
    assert [piece.id.text for piece in model_of(handed).subcatchments or ()] == ["1S", "2S"]
    assert handed.ledger.count("not understood") == 0
    assert [line.verdict for line in handed.ledger.lines if line.text == "Subcatchment 1S: x"] == ["used", "ignored"]


def test_nodes_may_have_names_of_two_words() -> None:
    handed = read_report(land("Sc 1A", "1.000", "2.00", "0.100"))
    assert [piece.id.text for piece in model_of(handed).subcatchments or ()] == ["Sc 1A"]


def test_the_project_may_stand_behind_the_storm() -> None:
    handed = read_report('MSE 24-hr 3 2-Year Rainfall=2.84"17227 PROPOSED\n' + land("1S", "1.000", "2.00", "0.100"))
    assert handed.title == "17227 PROPOSED"


def test_a_report_without_a_summary_is_refused() -> None:
    with pytest.raises(HandedFileError, match="there is no summary and no listing of nodes"):
        read_report("Project Notes\nnothing\n")
