"""The record of rain beside a plan: found in its folder and below it, and nowhere else."""

from __future__ import annotations

import datetime
import os
from dataclasses import replace
from pathlib import Path

import pytest

from headwater.errors import DailyRainError
from headwater.intake.named_rain import read_named_rain
from headwater.intake.plan_file import read_plan
from headwater.plan import Plan
from headwater.plan.leaves import Text

ROWS = "date,depth_in\n2001-01-01,0\n2001-01-02,0.12\n"


def plan_in(folder: Path, *, csv: str = "rain.csv", more: str = "") -> Plan:
    path = folder / "plan.yaml"
    path.write_text(
        f'headwater: 1\nplan: x\nactions: [{{id: a, kind: utility}}]\nloads: {{rain_record: {{csv: "{csv}"{more}}}}}\n',
        encoding="utf-8",
    )
    return read_plan(path)


def test_the_record_is_read_from_the_folder_of_the_plan_wherever_the_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "job").mkdir()
    (tmp_path / "job" / "rain.csv").write_text(ROWS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    plan = plan_in(Path("job"), more=", station: Airport, source: the state")
    rain = read_named_rain(plan)
    assert rain is not None
    assert (rain.station, rain.source, rain.depths_in) == ("Airport", "the state", (0.0, 0.12))
    assert rain.last_day == datetime.date(2001, 1, 2)


def test_what_the_plan_does_not_say_of_its_record_is_not_named(tmp_path: Path) -> None:
    (tmp_path / "rain.csv").write_text(ROWS, encoding="utf-8")
    rain = read_named_rain(plan_in(tmp_path))
    assert rain is not None
    assert (rain.station, rain.source) == ("not named", "not named")


@pytest.mark.parametrize("loads", ["", "loads: {}\n", "loads: {rain_record: {station: Airport}}\n"])
def test_a_plan_that_names_no_file_has_no_record(tmp_path: Path, loads: str) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(f"headwater: 1\nplan: x\nactions: [{{id: a, kind: utility}}]\n{loads}", encoding="utf-8")
    assert read_named_rain(read_plan(path)) is None


def test_the_span_of_the_plan_is_held_against_the_file(tmp_path: Path) -> None:
    (tmp_path / "rain.csv").write_text(ROWS, encoding="utf-8")
    plan = plan_in(tmp_path, more=", first_day: 2001-01-01, last_day: 2001-01-03")
    with pytest.raises(DailyRainError, match="this is the last day, and the plan says another"):
        read_named_rain(plan)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DailyRainError, match="the file cannot be read"):
        read_named_rain(plan_in(tmp_path))


@pytest.mark.parametrize("folder", [False, True], ids=["a link to a file", "a link to a folder"])
def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path, folder: bool) -> None:
    job, elsewhere = tmp_path / "job", tmp_path / "elsewhere"
    job.mkdir()
    elsewhere.mkdir()
    (elsewhere / "rain.csv").write_text(ROWS, encoding="utf-8")
    if folder:
        (job / "rain").symlink_to(elsewhere)
    else:
        (job / "rain.csv").symlink_to(elsewhere / "rain.csv")
    plan = plan_in(job, csv="rain/rain.csv" if folder else "rain.csv")
    with pytest.raises(DailyRainError, match="a link leads out of the folder of the plan") as refused:
        read_named_rain(plan)
    assert (refused.value.problems[0].line, refused.value.problems[0].field) == (4, "loads.rain_record.csv")


def test_a_link_inside_the_folder_is_followed_and_a_circle_of_links_is_none(tmp_path: Path) -> None:
    (tmp_path / "2001.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "rain.csv").symlink_to("2001.csv")
    assert read_named_rain(plan_in(tmp_path)) is not None
    (tmp_path / "one.csv").symlink_to("two.csv")
    (tmp_path / "two.csv").symlink_to("one.csv")
    with pytest.raises(DailyRainError):
        read_named_rain(plan_in(tmp_path, csv="one.csv"))


def test_a_plan_that_is_itself_a_link_has_its_record_beside_the_link(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "job").mkdir()
    plan_in(tmp_path / "store")
    (tmp_path / "job" / "plan.yaml").symlink_to(tmp_path / "store" / "plan.yaml")
    (tmp_path / "job" / "rain.csv").write_text(ROWS, encoding="utf-8")
    assert read_named_rain(read_plan(tmp_path / "job" / "plan.yaml")) is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_is_no_record_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rain.csv")
    with pytest.raises(DailyRainError, match="this is not a file"):
        read_named_rain(plan_in(tmp_path))


def test_a_name_that_was_never_read_from_a_file_is_looked_at_again(tmp_path: Path) -> None:
    plan = plan_in(tmp_path)
    assert plan.loads is not None
    assert plan.loads.rain_record is not None
    record = replace(plan.loads.rain_record, csv=Text(text="../rain.csv"))
    (tmp_path.parent / "rain.csv").write_text(ROWS, encoding="utf-8")
    with pytest.raises(DailyRainError, match="the file name leads upwards"):
        read_named_rain(replace(plan, loads=replace(plan.loads, rain_record=record)))
