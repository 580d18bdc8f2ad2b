"""`headwater simulate`: what it prints first, its exit codes, and that text, JSON and CSV carry the same figures."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.headwater.simulating import PLAIN, SMALL_POND, document_of, nodes_of

from headwater.cli.check_text import WIDTH
from headwater.cli.main import main
from headwater.cli.simulate import progress
from headwater.cli.simulate_text import render_simulation
from headwater.reports.charts import folder
from headwater.reports.figure_words import printed


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["simulate", *arguments])
    captured = capsys.readouterr()
    return int(str(left.value.code)), captured.out, captured.err


@pytest.fixture
def plan(tmp_path: Path) -> Any:
    def write(text: str) -> str:
        path = tmp_path / "plan.yaml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture(scope="module")
def text() -> str:
    """Return the plan with the pond that is too small, as it is printed."""
    return render_simulation(document_of())


def section(text: str, title: str) -> list[str]:
    """Return the lines below a title up to the next one that is not indented."""
    lines = text.splitlines()
    start = lines.index(title) + 1
    end = next((index for index in range(start, len(lines)) if lines[index] and lines[index][0] != " "), len(lines))
    return lines[start:end]


def row(lines: list[str], id_: str) -> list[str]:
    return next(line.split() for line in lines if line.split()[:1] == [id_])


# ---- what comes first ------------------------------------------------------------------------------------------------


def test_errors_come_before_warnings_and_both_before_any_figure(text: str) -> None:
    order = [
        text.index(word) for word in ("ERRORS: ", "WARNINGS: ", "PEAK RATES", "EXISTING: ROUTING", "METHOD", "Notes")
    ]
    assert order == sorted(order)
    assert text.index("ERROR: the storage of pond 1P") < text.index("not computed, as an element above")


def test_the_count_of_errors_stands_in_the_head(text: str) -> None:
    head = text[: text.index("ERRORS: ")]
    assert "2 errors" in head
    assert "1 of 6 runs have none, as a node has no answer" in " ".join(head.split())


def test_the_rates_stand_as_pairs_of_existing_and_proposed_by_storm(text: str) -> None:
    lines = section(text, "PEAK RATES AT THE OUTFALLS")
    assert lines[0].split() == ["2-yr", "10-yr", "100-yr"]
    assert lines[1].split() == ["Outfall", *["existing", "proposed"] * 3]
    assert [line.split()[0] for line in lines[3:7]] == ["1O", "2O", "all", "sum"]


def test_the_rates_of_the_table_are_those_of_the_nodes(text: str) -> None:
    found = row(section(text, "PEAK RATES AT THE OUTFALLS"), "2O")[1:]
    expected = [
        printed(nodes_of(document_of(), condition, storm)["2O"]["peak_cfs"], "cfs")
        for storm in ("2-yr", "10-yr", "100-yr")
        for condition in ("existing", "proposed")
    ]
    assert found == expected


def test_all_outfalls_together_peak_no_higher_than_the_sum_of_their_peaks() -> None:
    rates = [rate for rate in document_of()["rates"] if rate["outfall"] is None]
    assert rates
    for rate in rates:
        for condition, summed in rate["peak_cfs"].items():
            added = rate["sum_of_peaks_cfs"][condition]
            assert (summed is None) == (added is None)
            assert summed is None or summed <= added + 1e-3


# ---- a pond that is too small ----------------------------------------------------------------------------------------


def test_a_pond_that_overflows_has_no_level_and_all_below_it_is_not_computed() -> None:
    nodes = nodes_of(document_of(), "proposed", "100-yr")
    assert nodes["1P"]["status"] == "storage exceeded"
    assert "peak_elevation_ft" not in nodes["1P"]
    assert nodes["1P"]["peak_cfs"] is None
    assert nodes["1P"]["exceeded_at_h"] > 11
    assert nodes["1P"]["short_cf"] > 0
    assert {id_: nodes[id_]["status"] for id_ in ("1R", "1O")} == {"1R": "not computed", "1O": "not computed"}
    assert nodes["1R"]["because"] == "1P"


def test_what_is_not_below_it_and_the_other_storms_keep_their_answers() -> None:
    nodes = nodes_of(document_of(), "proposed", "100-yr")
    assert [id_ for id_, node in nodes.items() if node["status"] == "computed"] == ["1S", "2S", "3S", "1L", "2P", "2O"]
    assert all(node["status"] == "computed" for node in nodes_of(document_of(), "proposed", "10-yr").values())
    assert all(node["status"] == "computed" for node in nodes_of(document_of(), "existing", "100-yr").values())


def test_no_level_stands_above_the_top_of_its_table() -> None:
    for condition in document_of()["conditions"]:
        tops = {pond["id"]: pond["top_ft"] for pond in condition["ponds"]}
        for run_ in condition["runs"]:
            for node in run_["nodes"]:
                if node.get("peak_elevation_ft") is not None:
                    assert node["peak_elevation_ft"] <= tops[node["id"]]


def test_the_text_says_no_answer_and_why_and_prints_no_level(text: str) -> None:
    lines = section(text, "PROPOSED, 100-yr: NOT COMPLETE")
    assert row(lines, "1P")[2:4] == ["no", "answer"]
    assert set(row(lines, "1P")[4:]) == {"-"}
    assert any("1P: storage exceeded at" in line for line in lines)
    assert any("1O: not computed, as 1P above it has no answer." in line for line in lines)
    assert any("mass residual none, as a node has no answer" in line for line in lines)


def test_an_aggregate_without_one_of_its_outfalls_is_no_answer(text: str) -> None:
    lines = section(text, "PEAK RATES AT THE OUTFALLS")
    together = next(line for line in lines if "all outfalls together" in line)
    assert together.endswith("no answer")


# ---- the same figures everywhere -------------------------------------------------------------------------------------


def test_every_figure_of_the_csv_is_the_one_of_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(SMALL_POND), "--csv")
    rows = {(one["Condition"], one["Storm"], one["Node"]): one for one in csv.DictReader(io.StringIO(out))}
    document = document_of()
    compared = 0
    headings = {
        "Peak (cfs)": "peak_cfs",
        "Time of peak (h)": "time_of_peak_h",
        "Volume (ac-ft)": "volume_acft",
        "Inflow peak (cfs)": "inflow_peak_cfs",
        "Runoff (in)": "runoff_in",
        "Peak elevation (ft NAVD88)": "peak_elevation_ft",
        "Peak storage (cf)": "peak_storage_cf",
        "Short by (cf)": "short_cf",
        "Mass residual (fraction)": "mass_residual_fraction",
    }
    for condition in document["conditions"]:
        for run_ in condition["runs"]:
            for node in run_["nodes"]:
                line = rows[(condition["condition"], run_["storm"], node["id"])]
                for heading, key in headings.items():
                    value = node.get(key)
                    assert (line[heading] == "") == (value is None), (node["id"], key)
                    if value is not None:
                        assert float(line[heading]) == value
                        compared += 1
    assert compared > 100


def test_every_figure_of_the_text_is_the_one_of_the_json_at_its_digits(text: str) -> None:
    nodes = nodes_of(document_of(), "proposed", "2-yr")
    lines = section(text, "PROPOSED, 2-yr")
    pond = nodes["2P"]
    assert row(lines, "2P")[1:9] == [
        f"{pond['inflow_peak_cfs']:.2f}",
        f"{pond['peak_cfs']:.2f}",
        f"{pond['time_of_peak_h']:.2f}",
        f"{pond['volume_acft']:.3f}",
        f"{100 * pond['attenuation_fraction']:.1f}",
        f"{pond['lag_min']:.1f}",
        f"{pond['peak_elevation_ft']:.2f}",
        f"{pond['peak_storage_cf']:,.0f}",
    ]
    land = nodes["1S"]
    # 3 of 5 acres are paved; (3 x 98 + 2 x 61) / 5 = 83.2, to the nearest whole number 83.
    assert row(lines, "1S")[1:5] == ["5.000", "60.0", "83", "10.0"]
    assert row(lines, "1S")[5:] == [
        f"{land['runoff_in']:.2f}",
        f"{land['peak_cfs']:.2f}",
        f"{land['time_of_peak_h']:.2f}",
        f"{land['volume_acft']:.3f}",
    ]


def test_a_subcatchment_weighed_apart_shows_both_curve_numbers(text: str) -> None:
    assert any("61 / 98" in line for line in section(text, "PROPOSED, 2-yr"))


def test_the_runoff_of_a_storm_is_the_equation_of_tr55(text: str) -> None:
    # CN 61, 7.32 in: S = 1000/61 - 10 = 6.393, Q = (7.32 - 0.2 S)^2 / (7.32 + 0.8 S) = 2.94 in.
    assert row(section(text, "EXISTING, 100-yr"), "2S")[5] == "2.94"


def test_no_line_is_wider_than_a_screen(text: str) -> None:
    pages = render_simulation(document_of(critical="10-yr"), nodes=["1S", "1P", "1R", "1L", "1O"])
    assert max(len(line) for line in (text + pages).splitlines()) <= WIDTH


def test_no_name_is_so_long_that_a_line_is(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    long = "north-of-the-road-and-east-of-the-ditch " * 3
    text = SMALL_POND.read_text(encoding="utf-8")
    for id_ in ("1P", "2O", "1L", "2-yr", "A"):
        text = re.sub(rf"(?<=[ \[]){id_}(?=[,}}\n])", f'"{long}{id_}"', text)
    path = plan(text)
    for options in ([], ["--nodes", f"{long}1P,{long}1L"], ["--critical", f"{long}2-yr"]):
        code, out, err = run(capsys, path, *options)
        assert (code, err) == (1, "")
        assert max(len(line) for line in out.splitlines()) <= WIDTH


def test_the_same_plan_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--json", "--csv"):
        assert run(capsys, str(SMALL_POND), option)[1] == run(capsys, str(SMALL_POND), option)[1]


def test_the_order_in_which_nodes_are_written_changes_no_figure(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    written = SMALL_POND.read_text(encoding="utf-8")
    lines = written.splitlines()
    land = [index for index, line in enumerate(lines) if line.lstrip().startswith("- {id: ") and "S, to: " in line]
    later = [index for index in land if index > land[1]]
    turned = lines.copy()
    for index, other in zip(later, reversed(later), strict=True):
        turned[index] = lines[other]
    assert turned != lines
    assert run(capsys, plan("\n".join(turned)), "--csv")[1] == run(capsys, str(SMALL_POND), "--csv")[1]


# ---- the page of a node ----------------------------------------------------------------------------------------------


def test_the_page_of_a_pond_has_its_storage_stages_outlets_and_closing_line(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(SMALL_POND), "--nodes", "1P", "--storms", "2-yr")
    assert "POND 1P, PROPOSED, 2-YR" in out
    assert "PEAK RATES" not in out
    assert "Inflow area     5.000 ac, 60.0 % impervious" in out
    lines = out.splitlines()
    # 8,000 and 16,000 sf three feet apart: 36,000 cf between them.
    assert ["933.00", "16,000", "36,000", "36,000"] in [line.split() for line in lines]
    assert ["A", "1R", "930.00"] in [line.split()[:3] for line in lines]
    assert ["X", "discarded", "930.00"] in [line.split()[:3] for line in lines]
    assert any(line.startswith("  to 1R: at most") and "HW 931." in line and "free discharge" in line for line in lines)
    assert "Detention" in out
    assert "orifice, diameter 8 in" in out


def test_the_page_of_a_subcatchment_has_its_areas_and_the_way_of_its_water(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(SMALL_POND), "--nodes", "1S", "--storms", "2-yr", "--conditions", "existing")
    lines = [line.split() for line in out.splitlines()]
    assert ["61", "5.000", "pervious", "open", "space,", "good,", "HSG", "B"] in lines
    # Unpaved, 3 %: 16.13 x 0.03^0.5 = 2.79 ft/s, 400 ft in 2.4 min.
    assert ["2.4", "400.00", "0.0300", "2.79"] in [line[:4] for line in lines]


def test_an_unknown_node_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, str(SMALL_POND), "--nodes", "9P")
    assert (code, out) == (3, "")
    assert "node '9P' is not in the plan" in err


# ---- choosing --------------------------------------------------------------------------------------------------------


def test_storms_and_conditions_can_be_picked(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(SMALL_POND), "--storms", "10-yr, 2-yr", "--conditions", "existing", "--json")
    document = json.loads(out)
    assert [storm["id"] for storm in document["storms"]] == ["10-yr", "2-yr"]
    assert [condition["condition"] for condition in document["conditions"]] == ["existing"]


def test_csv_keeps_the_nodes_that_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(SMALL_POND), "--csv", "--nodes", "2P")
    assert {one["Node"] for one in csv.DictReader(io.StringIO(out))} == {"2P"}


def test_a_name_that_a_spreadsheet_would_run_is_made_inert(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    _, out, _ = run(capsys, plan(PLAIN.replace("id: 2-yr", "id: '=1+1'")), "--csv")
    assert {one["Storm"] for one in csv.DictReader(io.StringIO(out))} == {"'=1+1"}


# ---- the critical duration -------------------------------------------------------------------------------------------


def test_the_critical_duration_is_the_one_with_the_highest_peak_at_each_node() -> None:
    search = document_of(critical="10-yr")["critical"]
    assert [storm["duration_h"] for storm in search["storms"]] == [0.5, 1, 2, 3, 6, 12, 24]
    proposed = {node["id"]: node for node in search["conditions"][1]["worst"]}
    for node in proposed.values():
        assert node["peak_cfs"] == max(node["peaks_cfs"].values())
        assert node["peaks_cfs"][node["peak_storm"]] == node["peak_cfs"]
    assert proposed["1P"]["level_ft"] == max(proposed["1P"]["levels_ft"].values())
    assert proposed["1S"]["level_ft"] is None


def test_a_storm_without_an_answer_is_no_mild_one() -> None:
    proposed = {node["id"]: node for node in document_of(critical="100-yr")["critical"]["conditions"][1]["worst"]}
    assert "100-yr" in proposed["1P"]["without"]
    assert proposed["1P"]["peak_storm"] is None
    assert proposed["1P"]["level_ft"] is None
    assert proposed[None]["peak_cfs"] is None
    assert proposed["2P"]["peak_storm"] is not None


TABLE = """
  rainfall:
    source: NOAA Atlas 14
    station: made up
    depths:
      - {return_period: 2 yr, duration: 15 min, depth: 0.85 in}
      - {return_period: 2 yr, duration: 1 h, depth: 1.40 in}
      - {return_period: 2 yr, duration: 6 h, depth: 2.10 in}
      - {return_period: 2 yr, duration: 24 h, depth: 2.87 in}
"""


def test_the_plans_own_depths_are_taken_where_it_lists_several_durations(
    capsys: pytest.CaptureFixture[str], plan: Any
) -> None:
    path = plan(PLAIN.replace("  storms:", f"{TABLE.strip(chr(10))}\n  storms:"))
    _, out, _ = run(capsys, path, "--critical", "2-yr", "--json")
    search = json.loads(out)["critical"]
    # A curve of 15 minutes has nothing shorter to be nested from.
    assert [(storm["duration_h"], storm["depth_in"]) for storm in search["storms"]] == [(1, 1.4), (6, 2.1), (24, 2.87)]
    assert "the plan lists" in search["way"]
    _, text, _ = run(capsys, path, "--critical", "2-yr")
    assert "CRITICAL DURATION OF 2-YR" in text
    assert "tried: 1 h 1.40 in, 6 h 2.10 in, 24 h 2.87 in" in text


def test_other_return_periods_need_not_list_the_same_durations(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    more = f"{TABLE.strip(chr(10))}\n      - {{return_period: 10 yr, duration: 24 h, depth: 4.25 in}}"
    _, out, _ = run(capsys, plan(PLAIN.replace("  storms:", f"{more}\n  storms:")), "--critical", "2-yr")
    assert "tried: 1 h 1.40 in, 6 h 2.10 in, 24 h 2.87 in" in out


def test_a_table_without_a_short_duration_makes_no_storm_without_a_burst(
    capsys: pytest.CaptureFixture[str], plan: Any
) -> None:
    table = "\n".join(line for line in TABLE.strip("\n").splitlines() if "15 min" not in line)
    path = plan(PLAIN.replace("  storms:", f"{table}\n  storms:"))
    _, out, _ = run(capsys, path, "--critical", "2-yr", "--json")
    document = json.loads(out)
    assert "own curve" in document["critical"]["way"]
    peaks = {node["id"]: node["peak_cfs"] for node in nodes_of(document, "existing", "2-yr").values()}
    worst = {one["id"]: one["peak_cfs"] for one in document["critical"]["conditions"][0]["worst"]}
    assert worst["1S"] >= peaks["1S"]


def test_the_search_stands_below_the_pages_of_the_nodes(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    _, out, _ = run(capsys, plan(PLAIN), "--critical", "2-yr", "--nodes", "1S")
    assert out.index("SUBCATCHMENT 1S") < out.index("CRITICAL DURATION OF 2-YR")


@pytest.mark.parametrize("option", ["--storms", "--conditions", "--nodes"])
@pytest.mark.parametrize("ids", [",", "", " , "])
def test_an_option_that_names_nothing_is_bad_input(
    option: str, ids: str, capsys: pytest.CaptureFixture[str], plan: Any
) -> None:
    code, out, err = run(capsys, plan(PLAIN), option, ids)
    assert (code, out) == (3, "")
    assert "names nothing" in err


# ---- exit codes ------------------------------------------------------------------------------------------------------


def test_notes_alone_end_with_0(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    code, out, err = run(capsys, plan(PLAIN))
    assert (code, err) == (0, "")
    assert "0 errors, 0 warnings, 1 note" in out


def test_a_warning_ends_with_2(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    code, out, _ = run(capsys, plan(PLAIN.replace("MSE 3", "Type II")))
    assert code == 2
    assert "WARNING: 2-yr: an Atlas 14 depth with the SCS Type II" in out


def test_an_element_without_an_answer_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, str(SMALL_POND))[0] == 1
    assert run(capsys, str(SMALL_POND), "--storms", "2-yr")[0] == 2  # a stretch of sheet flow of 150 ft
    assert run(capsys, str(SMALL_POND), "--storms", "100-yr", "--json")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--storms", "5-yr"], "storm '5-yr' is not in the plan"),
        (["--critical", "5-yr"], "storm '5-yr' is not in the plan"),
        (["--conditions", "meadow"], "condition 'meadow' is not in the plan"),
        (["--json", "--csv"], "cannot be printed together"),
    ],
)
def test_bad_input_ends_with_3_and_prints_nothing(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = run(capsys, str(SMALL_POND), *arguments)
    assert code == 3
    if "--json" not in arguments:
        assert out == ""
    assert said in err


def test_a_plan_without_drainage_says_what_to_write(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    code, out, err = run(capsys, plan(PLAIN[: PLAIN.index("drainage:")]))
    assert (code, out) == (3, "")
    assert "no drainage model" in err


def test_figures_without_the_extra_are_one_clear_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = run(capsys, str(SMALL_POND), "--figures", str(tmp_path / "figures"))
    assert (code, out) == (3, "")
    assert "matplotlib is not installed" in err
    assert "headwater[figures]" in err
    assert not (tmp_path / "figures").exists()


def test_figures_are_named_after_the_answer_and_change_none_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(folder, "chart_svg", lambda chart: b"<svg/>")
    target = tmp_path / "figures"
    _, without, _ = run(capsys, str(SMALL_POND))
    _, out, _ = run(capsys, str(SMALL_POND), "--figures", str(target))
    # Two routings; three storms with rain and two outfalls each; 1P in two storms and 2P in three.
    assert out == f"{without}\nFigures: {target / 'index.html'} and 16 drawings\n"
    assert len(list(target.glob("*.svg"))) == 16
    assert (
        run(capsys, str(SMALL_POND), "--figures", str(target), "--json")[1] == run(capsys, str(SMALL_POND), "--json")[1]
    )


# ---- progress --------------------------------------------------------------------------------------------------------


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_told_of_progress_where_nobody_looks_on() -> None:
    assert progress(io.StringIO()) is None


def test_progress_is_told_only_once_a_run_takes_long(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.0, 1.9, 2.0])
    tell = progress(Screen(), clock=lambda: next(times))
    assert tell is not None
    tell("existing, 2-yr")
    assert capsys.readouterr().err == ""
    tell("existing, 10-yr")
    assert capsys.readouterr().err == "headwater: at work on existing, 10-yr\n"
