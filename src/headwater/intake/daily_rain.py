"""Daily rain from a CSV file: a day and a depth in each row, and everything that is wrong with it told at once.

Owns the format. The first row names the columns: `date`, and the depth with its unit, `depth_in` or `depth_mm`. Dates
are written 2012-05-14. Each day follows the one before, a dry day with 0: a gap is no dry day, and a trace is a number.
The station and span are the plan's to say; what it says of the span is held against the file.
"""

from __future__ import annotations

import csv
import datetime
import io
import math
import re
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from stat import S_ISREG
from typing import Final

from headwater.errors import DailyRainError, PlanFileError
from headwater.hydrology.daily_rain import MOST_DAILY_DEPTH_IN, DailyRain
from headwater.intake.yaml_text import decode
from headwater.plan.problems import Problems

MOST_BYTES: Final = 10_000_000
UNITS_PER_IN: Final = {"depth_in": 1.0, "depth_mm": 25.4}
YEARS: Final = (1800, 2200)
_COLUMNS: Final = "`date` and `depth_in`, or `date` and `depth_mm`"
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_DEPTH = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+", re.ASCII)
_ONE_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class NamedRecord:
    """What a plan says of its record: the station, where it comes from, and its span where it says it."""

    station: str
    source: str
    first_day: datetime.date | None = None
    last_day: datetime.date | None = None


def read_daily_rain(path: str | PathLike[str], *, record: NamedRecord) -> DailyRain:
    """Return the record in the CSV file at `path`.

    Raises
    ------
    DailyRainError
        If it cannot be read, or a row is wrong; the error carries all problems, each with its line.
    """
    name = str(path)
    return read_daily_rain_text(_text(Path(path), name), record=record, name=name)


def read_daily_rain_text(text: str, *, record: NamedRecord, name: str = "daily rain") -> DailyRain:
    """Return the record that `text` writes; `name` stands for the file in messages.

    Raises
    ------
    DailyRainError
        If a row is wrong; the error carries all problems, each with its line.

    Examples
    --------
    >>> record = NamedRecord(station="made up", source="none")
    >>> rain = read_daily_rain_text("date,depth_mm\\n2012-05-14,25.4\\n2012-05-15,0\\n", record=record)
    >>> rain.depths_in, str(rain.last_day)
    ((1.0, 0.0), '2012-05-15')
    """
    problems = Problems(name)
    rows = [(number, [cell.strip() for cell in row]) for number, row in _rows(text, problems) if any(row)]
    if not rows:
        problems.add("the file is empty", line=None, expected="a row for each day", remedy="give the record itself")
        raise _error(problems)
    (first_line, header), *body = rows
    places = _columns(header, first_line, problems)
    days, depths = _days(body, places, problems)
    if not body:
        problems.add("no day follows", line=first_line, expected="a row for each day", remedy="add the rows")
    elif not problems.found:
        _check_span(days, record, problems, last_line=body[-1][0], first_line=body[0][0])
    if problems.found:
        raise _error(problems)
    return DailyRain(station=record.station, source=record.source, first_day=days[0], depths_in=tuple(depths))


def _error(problems: Problems) -> DailyRainError:
    return DailyRainError(problems.error().problems)


def _text(path: Path, name: str) -> str:
    """Return the text of a file that is no larger than a century of days can be."""
    problems = Problems(name)
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            problems.add("this is not a file", line=None, expected="a CSV file", remedy="name the record itself")
            raise _error(problems)
        if status.st_size > MOST_BYTES:
            problems.add(
                f"the file has {status.st_size:,} bytes",
                line=None,
                expected=f"at most {MOST_BYTES:,}",
                remedy="give daily depths, not hourly ones",
            )
            raise _error(problems)
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        problems.add(
            f"the file cannot be read ({reason.lower()})",
            line=None,
            expected="a CSV file of daily rain",
            remedy="check its name and your right to read it",
        )
        raise _error(problems) from error
    return _decoded(data, name)


def _decoded(data: bytes, name: str) -> str:
    try:
        return decode(data, name)
    except PlanFileError as error:
        raise DailyRainError(error.problems) from error


def _rows(text: str, problems: Problems) -> list[tuple[int, list[str]]]:
    """Return the rows with their lines; an unclosed quotation ends the reading."""
    reader = csv.reader(io.StringIO(text, newline=None), strict=True)
    rows = []
    try:
        for row in reader:
            rows.append((reader.line_num, row))
    except csv.Error as error:
        problems.add(
            f"this is not CSV ({error})",
            line=reader.line_num,
            expected="cells with commas between them",
            remedy="save the file as CSV",
        )
        raise _error(problems) from error
    return rows


def _columns(header: list[str], line: int, problems: Problems) -> tuple[int, int, float]:
    """Return the places of day and depth, and units of depth per inch."""
    depths = [cell for cell in header if cell in UNITS_PER_IN]
    if header.count("date") == 1 and len(depths) == 1:
        return header.index("date"), header.index(depths[0]), UNITS_PER_IN[depths[0]]
    problems.add(
        "the first row does not name a day and one depth with its unit",
        line=line,
        value=",".join(header),
        expected=f"columns {_COLUMNS}",
        remedy="write the names, with the unit, into the first row",
    )
    raise _error(problems)


def _days(
    body: list[tuple[int, list[str]]], places: tuple[int, int, float], problems: Problems
) -> tuple[list[datetime.date], list[float]]:
    day_at, depth_at, units_per_in = places
    days: list[datetime.date] = []
    depths: list[float] = []
    for line, row in body:
        if len(row) <= max(day_at, depth_at):
            problems.add(
                "the row is too short",
                line=line,
                value=",".join(row),
                expected="a cell for each column",
                remedy="complete the row",
            )
            continue
        day = _day(row[day_at], line, problems)
        if day is not None:
            if days:
                _check_order(days[-1], day, line, problems)
            days.append(day)
        depths.append(_depth_in(row[depth_at], units_per_in, line, problems))
    return days, depths


def _day(cell: str, line: int, problems: Problems) -> datetime.date | None:
    try:
        if _DAY.fullmatch(cell) and YEARS[0] <= int(cell[:4]) <= YEARS[1]:
            return datetime.date.fromisoformat(cell)
    except ValueError:
        pass
    problems.add(
        "this is no day",
        line=line,
        path="date",
        value=cell,
        expected="year-month-day, as 2012-05-14",
        remedy="write the day so",
    )
    return None


def _check_order(before: datetime.date, day: datetime.date, line: int, problems: Problems) -> None:
    if day == before + _ONE_DAY:
        return
    if day > before:
        gone = (day - before).days - 1
        problems.add(
            f"{gone:,} {'day is' if gone == 1 else 'days are'} missing after {before}",
            line=line,
            path="date",
            value=str(day),
            expected=str(before + _ONE_DAY),
            remedy="give the missing days, 0 where it was dry, or a span without the gap",
        )
        return
    problems.add(
        f"the day does not follow {before}",
        line=line,
        path="date",
        value=str(day),
        expected=str(before + _ONE_DAY),
        remedy="sort the rows, and give each day once",
    )


def _depth_in(cell: str, units_per_in: float, line: int, problems: Problems) -> float:
    wrong = None
    if not cell:
        wrong = "the depth is missing"
    elif cell.startswith("-"):
        wrong = "the depth is below zero"
    elif not _DEPTH.fullmatch(cell):
        wrong = "this is no depth"
    elif not (depth := float(cell) / units_per_in) <= MOST_DAILY_DEPTH_IN:
        wrong = "this is more than any day has had"
    else:
        return depth
    problems.add(
        wrong,
        line=line,
        path="depth",
        value=cell,
        expected=f"a number from 0 to {MOST_DAILY_DEPTH_IN:g} inches",
        remedy="write the depth, 0 on a dry day and for a trace, or give a span without this day",
    )
    return math.nan


def _check_span(
    days: list[datetime.date], record: NamedRecord, problems: Problems, *, first_line: int, last_line: int
) -> None:
    for word, line, stated, found in (
        ("first", first_line, record.first_day, days[0]),
        ("last", last_line, record.last_day, days[-1]),
    ):
        if stated is not None and stated != found:
            problems.add(
                f"this is the {word} day, and the plan says another",
                line=line,
                path="date",
                value=str(found),
                expected=str(stated),
                remedy="correct the span in the plan, or give the record that it means",
            )
