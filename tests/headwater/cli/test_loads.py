"""`headwater loads`: exit codes, what it says first, and that text, JSON and CSV carry the same figures."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from headwater.cli.check_text import WIDTH
from headwater.cli.main import main

CLINIC = str(Path(__file__).parents[3] / "examples" / "engine" / "loads.yaml")
HEAD = "headwater: 1\nplan: x\nactions: [{id: a, kind: utility}]\n"
LOT = "id: lot, area: 10.00 ac, impervious: 40 %, phosphorus: 0.30 mg/L"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["loads", *arguments])
    captured = capsys.readouterr()
    return int(str(left.value.code)), captured.out, captured.err


@pytest.fixture
def plan(tmp_path: Path) -> Any:
    def write(loads: str) -> str:
        path = tmp_path / "plan.yaml"
        path.write_text(f"{HEAD}{loads}\n", encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def text(capsys: pytest.CaptureFixture[str]) -> str:
    return run(capsys, CLINIC)[1]


@pytest.fixture
def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    code, out, _ = run(capsys, CLINIC, "--json")
    found: dict[str, Any] = json.loads(out)
    assert code == found["exit_code"]
    return found


# ---- the example, by hand --------------------------------------------------------------------------------------------


def test_the_example_comes_out_as_the_head_of_its_file_has_it_by_hand(document: dict[str, Any]) -> None:
    conditions = {one["condition"]: one for one in document["conditions"]}
    before = {land["id"]: land["before_lb_per_yr"] for one in conditions.values() for land in one["lands"]}
    # 7.690698, 26.20575 / 12 x 0.30 x 2.72 = 1.781991, and 1.37925 / 12 x 11 x 0.30 x 2.72 = 1.031679 lb/yr.
    assert before == {"lots": 7.691, "roof": 1.782, "field": 1.032}
    lots = next(land for land in conditions["proposed"]["lands"] if land["id"] == "lots")
    assert lots["removed_fraction"] == {"low": 0.414, "median": 0.414, "high": 0.675}
    verdicts = {one["id"]: one for one in document["verdicts"]}
    # 0.46 x 18,513 + 0.50 x 2,000 = 9,515.98 cf
    assert verdicts["equivalence-by-volume"]["levels"][1]["value"] == 9516.0
    assert {id_: one["verdict"] for id_, one in verdicts.items()} == {
        "half-removed": "not met",
        "half-of-existing": "not met",
        "no-increase": "not met",
        "equivalence-by-volume": "met",
        "equivalence-by-annual-load": "cannot tell",
    }


def test_the_example_balances_its_cistern_over_the_rain_that_it_names(document: dict[str, Any]) -> None:
    (reuse,) = document["reuse"]
    # Weekly rain of 0.40, 0.60 and 0.80 in, less 0.05 in, on 52 Wednesdays or 53: 43,560 / 12 x 0.95 cf per inch.
    inflow = 43_560 / 12 * 0.95 * (52 * 0.35 + 52 * 0.55 + 53 * 0.75)
    assert reuse["whole"]["inflow_cf"] == pytest.approx(inflow, abs=0.05)
    assert reuse["record"].startswith("no station, made up for this example, 2001-01-01 to 2003-12-31")
    for balance in (reuse["whole"], *reuse["years"]):
        held = balance["inflow_cf"] - balance["used_cf"] - balance["overflow_cf"]
        assert held == pytest.approx(balance["change_cf"], abs=0.2)


# ---- alike in every form ---------------------------------------------------------------------------------------------


def figures(value: object) -> list[float]:
    if isinstance(value, dict):
        return [one for key, child in value.items() if key not in ("version", "exit_code") for one in figures(child)]
    if isinstance(value, list):
        return [one for child in value for one in figures(child)]
    return [float(value)] if isinstance(value, int | float) and not isinstance(value, bool) else []


def test_every_figure_of_the_csv_is_one_of_the_json_digit_by_digit(
    document: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, CLINIC, "--csv")
    assert code == document["exit_code"]
    rows = list(csv.DictReader(io.StringIO(out)))
    written = [float(row[name]) for row in rows for name in ("Value", "Limit") if row[name]]
    known = set(figures(document))
    assert len(written) > 150
    assert [value for value in written if value not in known] == []
    of_loads = [row for row in rows if row["Section"] == "loads" and row["Quantity"] == "load after treatment"]
    assert [float(row["Value"]) for row in of_loads] == [
        level["after_lb_per_yr"] for one in document["conditions"] for level in one["levels"]
    ]


def printed(text: str, title: str) -> list[list[str]]:
    """Return the words of the lines of a table, from its title to the next empty line."""
    lines = text[text.index(f"\n{title}\n") :].lstrip("\n").splitlines()
    return [line.split() for line in lines[1 : lines.index("")]]


def test_the_loads_and_verdicts_of_the_text_are_those_of_the_json(text: str, document: dict[str, Any]) -> None:
    rows = [row for row in printed(text, "ANNUAL LOADS: TOTAL PHOSPHORUS") if set(row) & {"low", "median", "high"}]
    levels = [level for one in document["conditions"] for level in one["levels"]]
    keys = ("before_lb_per_yr", "after_lb_per_yr", "removed_lb_per_yr")
    assert [[float(cell) for cell in row[-4:-1]] for row in rows] == [[level[key] for key in keys] for level in levels]
    assert [row[-1] for row in rows] == [f"{100 * level['removed_fraction']:.2f}" for level in levels]
    for one in document["verdicts"]:
        assert re.search(rf"{one['id']}: {one['verdict']}", text)


def test_every_value_is_printed_with_its_table_source_and_date(text: str, document: dict[str, Any]) -> None:
    flat = " ".join(text.split())
    for value in document["values"]:
        assert value["where"] in flat
        for key in ("table", "source", "date"):
            assert not value[key] or value[key] in flat


def test_the_reuse_and_pools_of_the_text_are_those_of_the_json(text: str, document: dict[str, Any]) -> None:
    flat = " ".join(text.split())
    (reuse,) = document["reuse"]
    for year in reuse["years"]:
        cells = (f"{year[key]:,.1f}" for key in ("inflow_cf", "used_cf", "overflow_cf"))
        assert f"{year['name']}, {year['calendar_yr']} {year['depth_in']:.2f} {' '.join(cells)}" in flat
    for part in document["pools"][0]["parts"]:
        assert f"{part['rule']} {part['standing']} {part['part']}" in flat


def test_no_line_is_wider_than_the_screen(text: str) -> None:
    assert max(map(len, text.splitlines())) <= WIDTH


def test_warnings_come_before_verdicts_and_notes_at_the_end(text: str) -> None:
    titles = [line for line in text.splitlines() if line and line[0].isupper()]
    assert titles[2].startswith("WARNINGS")
    assert titles[3] == "VERDICTS"
    assert titles[-1].startswith("Notes")


def test_the_same_plan_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    for form in ([], ["--json"], ["--csv"]):
        assert run(capsys, CLINIC, *form) == run(capsys, CLINIC, *form)


# ---- exit codes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "code"),
    [
        pytest.param("captured: 100 %, removal: 50 %", 0, id="met"),
        pytest.param("captured: 100 %, removal: 49 %", 1, id="not met"),
        pytest.param("removal: 50 %", 2, id="cannot tell"),
        pytest.param("captured: 100 %, kind: multiple pond, table: msm-comparative-average", 2, id="provisional"),
    ],
)
def test_the_exit_code_tells_met_not_met_and_open(
    plan: Any, step: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = plan(
        f"loads: {{annual_rain: {{depth: 30.65 in}}, treatment: [{{id: s, {step}}}], "
        f"existing: [{{{LOT}, train: none}}], proposed: [{{{LOT}, train: [s]}}]}}"
    )
    assert [run(capsys, path, *form)[0] for form in ([], ["--json"], ["--csv"])] == [code] * 3


def test_a_plan_without_loads_is_bad_input(plan: Any, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, plan(""))
    assert (code, out) == (3, "")
    assert "no section of loads" in err


def test_both_forms_at_once_are_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, CLINIC, "--json", "--csv")[0] == 3


def test_a_record_with_mistakes_is_bad_input_with_every_line(
    plan: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rain.csv").write_text("date,depth_in\n2001-01-01,T\n2001-01-03,0\n", encoding="utf-8")
    code, out, _ = run(capsys, plan("loads: {rain_record: {csv: rain.csv}}"), "--json")
    found = json.loads(out)
    assert (code, found["kind"]) == (3, "DailyRainError")
    assert [problem["line"] for problem in found["problems"]] == [2, 3]


def test_a_plan_of_nothing_but_the_section_prints_no_empty_table(plan: Any, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, plan("loads: {annual_rain: {table: estimator-msp}}"))
    assert (code, len(out.splitlines())) == (0, 4)


def test_hostile_names_stay_text_in_every_form(plan: Any, capsys: pytest.CaptureFixture[str]) -> None:
    name = "=cmd|'/c calc'!A1"
    land = LOT.replace("id: lot", f'id: "{name}"')
    path = plan(f"loads: {{annual_rain: {{depth: 30.65 in}}, proposed: [{{{land}, train: none}}]}}")
    _, out, _ = run(capsys, path, "--csv")
    assert not [cell for row in csv.reader(io.StringIO(out)) for cell in row if cell.startswith("=")]
    assert name in json.loads(run(capsys, path, "--json")[1])["conditions"][0]["lands"][0]["id"]
