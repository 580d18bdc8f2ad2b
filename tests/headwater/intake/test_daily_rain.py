"""Reading daily rain: one broken record for each mistake, each with its line."""

from __future__ import annotations

import contextlib
import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import DailyRainError
from headwater.intake.daily_rain import MOST_BYTES, NamedRecord, read_daily_rain, read_daily_rain_text

RECORD = NamedRecord(station="made up", source="none")


def problems(text: str, record: NamedRecord = RECORD) -> list[tuple[int | None, str]]:
    with pytest.raises(DailyRainError) as caught:
        read_daily_rain_text(text, record=record, name="rain.csv")
    return [(problem.line, problem.wrong) for problem in caught.value.problems]


def test_days_and_depths_are_read(tmp_path: Path) -> None:
    path = tmp_path / "rain.csv"
    path.write_bytes(b"\xef\xbb\xbfdate,depth_in\r\n2012-02-28,0.25\r\n2012-02-29,0\r\n2012-03-01,.5\r\n\r\n")
    rain = read_daily_rain(path, record=NamedRecord(station="station 7", source="the plan's"))
    assert rain.depths_in == (0.25, 0.0, 0.5)
    assert (rain.first_day, rain.last_day) == (datetime.date(2012, 2, 28), datetime.date(2012, 3, 1))
    assert rain.described == "station 7, the plan's, 2012-02-28 to 2012-03-01"


def test_millimeters_become_inches_and_other_columns_are_passed_over() -> None:
    rain = read_daily_rain_text("flag,depth_mm,date\n,12.7,2012-05-14\nT,0,2012-05-15\n", record=RECORD)
    assert rain.depths_in == (0.5, 0.0)


@pytest.mark.parametrize(
    ("text", "line", "wrong"),
    [
        ("", None, "the file is empty"),
        ("\n\n", None, "the file is empty"),
        ("date,depth\n2012-05-14,1\n", 1, "the first row does not name a day and one depth with its unit"),
        ("day,depth_in\n2012-05-14,1\n", 1, "the first row does not name a day and one depth with its unit"),
        ("date,depth_in,depth_mm\n", 1, "the first row does not name a day and one depth with its unit"),
        ("2012-05-14,1\n2012-05-15,1\n", 1, "the first row does not name a day and one depth with its unit"),
        ("date,depth_in\n", 1, "no day follows"),
        ("date,depth_in\n2012-05-14\n", 2, "the row is too short"),
        ("date,depth_in\n5/14/2012,1\n", 2, "this is no day"),
        ("date,depth_in\n2011-02-29,1\n", 2, "this is no day"),
        ("date,depth_in\n9999-12-31,1\n", 2, "this is no day"),
        ("date,depth_in\n2012-05-14,0\n2012-05-16,0\n", 3, "1 day is missing after 2012-05-14"),
        ("date,depth_in\n2012-05-14,0\n\n2012-05-17,0\n", 4, "2 days are missing after 2012-05-14"),
        ("date,depth_in\n2012-05-14,0\n2012-05-14,0\n", 3, "the day does not follow 2012-05-14"),
        ("date,depth_in\n2012-05-14,0\n2012-05-13,0\n", 3, "the day does not follow 2012-05-14"),
        ("date,depth_in\n2012-05-14,\n", 2, "the depth is missing"),
        ("date,depth_in\n2012-05-14,-0.1\n", 2, "the depth is below zero"),
        ("date,depth_in\n2012-05-14,T\n", 2, "this is no depth"),
        ("date,depth_in\n2012-05-14,nan\n", 2, "this is no depth"),
        ("date,depth_in\n2012-05-14,1e2\n", 2, "this is no depth"),
        ("date,depth_in\n2012-05-14,50.1\n", 2, "this is more than any day has had"),
        ('date,depth_in\n2012-05-14,"0\n', 2, "this is not CSV (unexpected end of data)"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int | None, wrong: str) -> None:
    assert problems(text) == [(line, wrong)]


def test_every_mistake_is_told_at_once() -> None:
    text = "date,depth_in\n2012-05-14,-1\n2012-05-16,0\nsoon,0\n2012-05-17,T\n"
    assert [line for line, _ in problems(text)] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        ("2012-05-14", "2012-05-15", []),
        ("2012-05-13", "2012-05-15", [(2, "this is the first day, and the plan says another")]),
        ("2012-05-14", "2012-05-16", [(3, "this is the last day, and the plan says another")]),
    ],
)
def test_the_span_that_a_plan_states_is_held_against_the_file(
    first: str, last: str, found: list[tuple[int, str]]
) -> None:
    stated = NamedRecord(
        station="made up",
        source="none",
        first_day=datetime.date.fromisoformat(first),
        last_day=datetime.date.fromisoformat(last),
    )
    text = "date,depth_in\n2012-05-14,0\n2012-05-15,0.3\n"
    if found:
        assert problems(text, stated) == found
    else:
        assert read_daily_rain_text(text, record=stated).depths_in == (0.0, 0.3)


def test_the_message_names_the_file_and_says_what_to_do() -> None:
    with pytest.raises(DailyRainError) as caught:
        read_daily_rain_text("date,depth_in\n2012-05-14,-1\n2012-05-15,T\n", record=RECORD, name="rain.csv")
    first, second, third = str(caught.value).splitlines()
    assert first == "2 problems in the record of daily rain"
    assert second.startswith("rain.csv:2: depth: '-1': the depth is below zero; expected a number from 0")
    assert third.startswith("rain.csv:3: depth: 'T': this is no depth")


def test_what_is_no_file_or_too_large_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DailyRainError, match="cannot be read"):
        read_daily_rain(tmp_path / "none.csv", record=RECORD)
    with pytest.raises(DailyRainError, match="not a file"):
        read_daily_rain(tmp_path, record=RECORD)
    binary = tmp_path / "binary.csv"
    binary.write_bytes(b"date,depth_in\n\xff\n")
    with pytest.raises(DailyRainError, match="UTF-8"):
        read_daily_rain(binary, record=RECORD)
    large = tmp_path / "large.csv"
    with large.open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    with pytest.raises(DailyRainError, match="at most"):
        read_daily_rain(large, record=RECORD)


@given(text=st.text(alphabet=st.sampled_from('date,depth_in\n\r"0123456789-. T\x00\u2028'), max_size=80))
def test_any_text_is_a_record_or_an_error_of_its_own(text: str) -> None:
    with contextlib.suppress(DailyRainError):
        assert read_daily_rain_text("date,depth_in\n" + text, record=RECORD).depths_in
