"""The record of daily rain that a plan names: its file found beside the plan, and read.

Owns where the file may be: in the folder of the plan or below it, wherever links lead. The format is `daily_rain`.
"""

from __future__ import annotations

from pathlib import Path

from headwater.errors import DailyRainError
from headwater.hydrology.daily_rain import DailyRain
from headwater.intake.daily_rain import NamedRecord, read_daily_rain
from headwater.plan.loads import RainRecord
from headwater.plan.loads_paths import why_outside
from headwater.plan.plan import Plan
from headwater.plan.problems import Problems

NOT_NAMED = "not named"


def read_named_rain(plan: Plan) -> DailyRain | None:
    """Return the record that a plan names; None where it names no file.

    Raises
    ------
    DailyRainError
        If the file is outside the folder of the plan, cannot be read, or a row of it is wrong.
    """
    record = None if plan.loads is None else plan.loads.rain_record
    if record is None or record.csv is None:
        return None
    path = _inside(Path(plan.file or "plan").parent, record.csv.text, plan, line=record.csv.line)
    return read_daily_rain(path, record=named_record(record))


def named_record(record: RainRecord) -> NamedRecord:
    """Return what a plan says of the record that it names."""
    return NamedRecord(
        station=NOT_NAMED if record.station is None else record.station.text,
        source=NOT_NAMED if record.source is None else record.source.text,
        first_day=None if record.first_day is None else record.first_day.value,
        last_day=None if record.last_day is None else record.last_day.value,
    )


def _inside(folder: Path, name: str, plan: Plan, *, line: int | None) -> Path:
    """Return the file, if neither its name nor a link on the way leads out of the folder."""
    wrong = why_outside(name)
    path = folder / name
    if wrong is None:
        try:
            if not path.resolve().is_relative_to(folder.resolve()):
                wrong = "a link leads out of the folder of the plan"
        except (OSError, RuntimeError, ValueError):
            wrong = "the file name leads nowhere"
    if wrong is None:
        return path
    problems = Problems(plan.file or "plan")
    problems.add(
        wrong,
        line=line,
        path="loads.rain_record.csv",
        value=name,
        expected="a file in the folder of the plan or below it",
        remedy="put the file itself beside the plan",
    )
    raise DailyRainError(problems.error().problems)
