"""`headwater calculations`: a plan's drainage run in its storms, as a report to hand in or to check one by."""

from __future__ import annotations

from pathlib import Path

from headwater.cli.screen import json_text
from headwater.cli.simulate import ids_in, progress
from headwater.intake.plan_file import read_plan
from headwater.reports.calculation_files import write_calculations
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.document import simulation_document


def calculations(plan: Path, *, storms: str | None, out: Path, as_json: bool) -> tuple[str, int]:
    """Write the report, and return what is printed and the exit code, which is that of the simulation."""
    analysis = analyse(read_plan(plan), storms=ids_in(storms), progress=progress())
    document = simulation_document(analysis)
    names = [str(path) for path in write_calculations(analysis, document, out_dir=out)]
    told = {"document": "calculations", "version": 1, "files": names}
    return json_text(told) if as_json else "".join(f"{name}\n" for name in names), int(document["exit_code"])
