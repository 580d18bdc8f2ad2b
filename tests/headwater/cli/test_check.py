"""`headwater check`: what it prints first, its exit codes, and that nothing is written when the input is bad."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from headwater.cli.check_text import WIDTH, wrapped
from headwater.cli.main import main

NO_PERMIT = """
headwater: 1
plan: A home
received: 2012-05-14
site: {area: 20,000 sf, disturbed: "5,000 sf"}
surfaces: {kept: none, reconstructed: none, removed: none, new: "3,000 sf"}
actions: [{id: home, kind: single-family home, use: residential, housing: single-family, homes: 1}]
""".replace("20,000 sf,", '"20,000 sf",')
# 42,000 sf proposed x 1 in / 12 = 3,500 cf; 3,400 cf held.
SHORT = """
headwater: 1
plan: A store
received: 2012-05-14
site: {area: 2.55 ac, disturbed: 1.20 ac, former_use: other}
surfaces: {kept: 0 sf, reconstructed: "12,000 sf", removed: "4,000 sf", new: "30,000 sf"}
actions: [{id: store, kind: redevelopment, use: commercial}]
practices: [{id: basin, kind: infiltration basin, volume_below_overflow: "3,400 cf"}]
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    captured = capsys.readouterr()
    return int(str(left.value.code)), captured.out, captured.err


@pytest.fixture
def plan(tmp_path: Path) -> Any:
    def write(text: str, name: str = "plan.yaml") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_no_permit_needed_ends_with_0_and_says_so_first(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    code, out, err = run(capsys, "check", plan(NO_PERMIT))
    assert (code, err) == (0, "")
    assert "NO PERMIT IS NEEDED UNDER THIS RULE" in out.splitlines()[4]
    assert "2011.2.a" in out


def test_a_finding_that_is_not_met_ends_with_1(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    code, out, _ = run(capsys, "check", plan(SHORT))
    assert code == 1
    assert "required 3,500 cf, provided 3,400 cf, SHORT BY 100 cf" in out


def test_an_open_finding_ends_with_2(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    code, _, _ = run(capsys, "check", plan(SHORT.replace("3,400", "3,500")))
    assert code == 2  # the volume is met; peaks, exhibits and statements are not told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SHORT.replace("received: 2012-05-14", ""), "neither a date nor an edition"),
        (SHORT.replace("2012-05-14", "2015-05-14"), "edition not supplied"),
        (SHORT.replace("2012-05-14", "2004-12-31"), "no edition governs 2004-12-31"),
        (SHORT.replace("2.55 ac", "2.55"), "no unit"),
        (SHORT.replace("received: 2012-05-14", "edition: {key: mcwd-2011}"), "without a reason"),
        (SHORT.replace("received: 2012-05-14", "edition: {key: mcwd-1999, because: to try}"), "mcwd-1999"),
    ],
)
def test_bad_input_ends_with_3_says_why_and_prints_nothing_else(
    capsys: pytest.CaptureFixture[str], plan: Any, text: str, said: str
) -> None:
    code, out, err = run(capsys, "check", plan(text))
    assert (code, out) == (3, "")
    assert said in err


def test_an_edition_needs_its_reason_and_then_is_named_with_it(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    path = plan(SHORT)
    assert run(capsys, "check", path, "--edition", "mcwd-2011")[0] == 3
    code, out, _ = run(capsys, "check", path, "--edition", "mcwd-2005", "--because", "to compare")
    assert code in (1, 2)
    assert "Tried under this edition because: to compare" in out


def test_the_first_and_last_day_of_each_edition(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    days = {
        "2004-12-31": None,
        "2005-01-01": "mcwd-2005",
        "2011-05-31": "mcwd-2005",
        "2011-06-01": "mcwd-2011",
        "2014-06-05": "mcwd-2011",
        "2014-06-06": None,
        "2024-04-28": None,
        "2024-04-29": "mcwd-2024",
    }
    for day, key in days.items():
        code, out, _ = run(capsys, "check", plan(SHORT.replace("2012-05-14", day)), "--json")
        assert (code == 3) == (key is None), day
        if key is not None:
            assert json.loads(out)["edition"] == key


def test_json_holds_what_is_promised_and_the_same_bytes_twice(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    path = plan(SHORT)
    first, second = run(capsys, "check", path, "--json")[1], run(capsys, "check", path, "--json")[1]
    assert first == second
    document = json.loads(first)
    assert document["edition"] == "mcwd-2011"
    assert document["permit_required"] is True
    assert {(item["id"], item["scope"]) for item in document["requirements"]} == {
        ("phosphorus", "site"),
        ("rate", "site"),
        ("volume", "site"),
    }
    assert document["required_volume_cf"] == "3500"
    assert document["provided_volume_cf"] == "3400"
    finding = next(item for item in document["findings"] if item["id"] == "2011.3.c.1" and item["kind"] == "criterion")
    assert finding["outcome"] == "not_met"
    assert finding["margin"]["distance"] == "-100"
    outcomes = {"met", "not_met", "not_applicable", "cannot_tell", "for_judgment"}
    assert {item["outcome"] for item in document["findings"]} <= outcomes


def test_json_says_what_is_wrong_too(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    code, out, err = run(capsys, "check", plan(SHORT.replace("2.55 ac", "2.55")), "--json")
    assert (code, err) == (3, "")
    (problem,) = json.loads(out)["problems"]
    assert (problem["line"], problem["field"]) == (5, "site.area")


def test_every_output_says_what_it_is_and_who_decides(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    path = plan(SHORT)
    for arguments in (["check", path], ["check", path, "--json"]):
        out = run(capsys, *arguments)[1]
        assert "assessment under the stormwater rule alone. The District decides." in out
        assert "wetland protection" in out


@pytest.mark.parametrize("arguments", [["chekc"], ["check"], ["check", "--nothing", "x"], ["new", "castle"]])
def test_a_slip_on_the_command_line_ends_with_3(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (3, "")
    assert err


def test_a_reader_who_leaves_early_is_no_error(plan: Any) -> None:
    command = [sys.executable, "-m", "headwater.cli.main", "check", plan(SHORT)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_line_that_is_wrapped_keeps_its_name_apart_and_each_number_with_its_unit() -> None:
    lines = wrapped("2011.T4  " + "abc " * 20 + "928.55 ft, 38.1 % less", indent=6, first="  ")
    assert lines[0].startswith("  2011.T4  abc")
    assert lines[1].lstrip().startswith("928.55 ft,")
    assert all(len(line) <= WIDTH for line in lines)
    # 80 columns of words and the 11 before them leave room for the number alone, and not for its unit.
    assert not lines[0].endswith("928.55")


# Under 2024 filtration stands for phosphorus control: 50 % of 2,800 cf = 1,400 cf, beside the 5,100 cf that infiltrate.
FILTERED = """
headwater: 1
plan: A clinic
received: 2025-02-11
site: {area: 3.27 ac, disturbed: 3.05 ac, former_use: other}
surfaces: {kept: none, reconstructed: none, removed: none, new: "74,300 sf"}
actions: [{id: clinic, kind: new development, use: commercial}]
practices:
  - {id: sand, kind: filtration, volume_below_overflow: "2,800 cf"}
  - {id: basin, kind: infiltration basin, volume_below_overflow: "5,100 cf"}
"""


def test_a_credit_that_is_not_in_the_volume_provided_says_so(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    _, out, _ = run(capsys, "check", plan(FILTERED))
    assert "sand: credit 1,400 cf, for phosphorus control alone: not in what is provided" in out
    assert "basin: credit 5,100 cf\n" in out
    assert "provided 5,100 cf" in out


def test_what_leaves_an_exhibit_open_is_told_once(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    _, out, _ = run(capsys, "check", plan(SHORT))
    told = " ".join(out[out.index("EXHIBITS") :].split())
    assert "to settle what is not told, write: certification, exhibits, answers.npdes_required" in told


def test_a_key_that_nothing_asks_for_is_answered_by_one_spelled_like_it(
    capsys: pytest.CaptureFixture[str], plan: Any
) -> None:
    answers = (
        "answers: {new_pointsource: no, weather: yes}\nexhibits: [{exhibit: NPDES permit, document: application}]\n"
    )
    _, out, _ = run(capsys, "check", plan(SHORT + answers))
    assert "answers.new_pointsource (line 9); did you mean answers.new_point_source?" in out
    assert "answers.weather (line 9)\n" in out
    assert "exhibits.NPDES permit (line 10); did you mean exhibits.npdes?" in out


def test_an_infiltration_practice_without_a_boring_is_told_to_list_borings(
    capsys: pytest.CaptureFixture[str], plan: Any
) -> None:
    bottom = SHORT.replace('"3,400 cf"}', '"3,400 cf", bottom: 921.0 ft NAVD88}')
    _, out, _ = run(capsys, "check", plan(bottom))
    told = out[out.index("2011.10.b [basin]") :]
    assert "to settle it, write: borings\n" in told[: told.index("2011.10.b  soil")]


def test_what_brings_a_plan_under_the_rule_holds_and_is_not_met(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    _, out, _ = run(capsys, "explain", plan(SHORT), "3.c.1")
    assert "2011.3.c.1 [store]  HOLDS" in out
    assert "2011.3.c.1  NOT MET" in out


@pytest.mark.parametrize(
    ("word", "near"), [("volume", "2011.3.c.1"), ("rate", "2011.3.b.1"), ("phosphorus", "2011.3.a.1")]
)
def test_a_requirement_asked_for_by_its_word_is_answered_by_what_is_tested_of_it(
    capsys: pytest.CaptureFixture[str], plan: Any, word: str, near: str
) -> None:
    code, _, err = run(capsys, "explain", plan(SHORT), word)
    assert code == 3
    assert near in err


def test_a_date_in_the_gap_says_how_another_edition_is_chosen(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    code, _, err = run(capsys, "check", plan(SHORT.replace("2012-05-14", "2016-05-14")))
    assert code == 3
    assert "--edition KEY --because TEXT" in err


def test_a_storm_is_named_as_an_engineer_names_it(capsys: pytest.CaptureFixture[str], plan: Any) -> None:
    lake = "waters: [{id: lake, kind: lake, downstream: yes}]\nlandlocked: none\n"
    wetland = lake.replace("kind: lake", "kind: wetland, class: Manage 2")
    _, out, _ = run(capsys, "check", plan(SHORT.replace("2012", "2008") + lake))
    assert "100-yr: change of bounce unknown\n" in out
    _, out, _ = run(capsys, "check", plan(FILTERED + wetland))
    assert "1- or 2-yr: change unknown, limit 1.0 ft" in out
    assert "low: " not in out
