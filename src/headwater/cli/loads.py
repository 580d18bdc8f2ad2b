"""`headwater loads`: a plan's annual loads, pools and reuse, as text, JSON or CSV."""

from __future__ import annotations

from pathlib import Path

from headwater.cli.loads_text import render_loads
from headwater.cli.screen import json_text
from headwater.intake.named_rain import read_named_rain
from headwater.intake.plan_file import read_plan
from headwater.reports.loads_csv import loads_csv
from headwater.review.analysis.loads import loads_of
from headwater.review.analysis.loads_document import loads_document


def loads(path: Path, *, form: str) -> tuple[str, int]:
    """Return the answers of the plan at `path` in one form, `text`, `json` or `csv`, and the exit code."""
    plan = read_plan(path)
    document = loads_document(loads_of(plan, read_named_rain(plan)))
    code = int(document["exit_code"])
    if form == "json":
        return json_text(document), code
    if form == "csv":
        # A terminal and a pipe end a line as every other output here does.
        return loads_csv(document).replace("\r\n", "\n"), code
    return render_loads(document), code
