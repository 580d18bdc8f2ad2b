"""`headwater simulate`: a plan's drainage run in its storms, as text, JSON or CSV, with drawings where asked for."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from headwater.cli.screen import complain, json_text
from headwater.cli.simulate_text import render_simulation
from headwater.errors import UnknownNameError, shown
from headwater.intake.plan_file import read_plan
from headwater.reports.simulation_csv import simulation_csv
from headwater.review.analysis.analysis import Analysis, analyse
from headwater.review.analysis.critical import search_critical
from headwater.review.analysis.document import simulation_document

# Below this a run is over before a line about it has been read.
LONG_S: Final = 2.0


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the command line asks of a simulation."""

    plan: Path
    storms: str | None = None
    conditions: str | None = None
    nodes: str | None = None
    critical: str | None = None
    figures: Path | None = None
    as_json: bool = False
    as_csv: bool = False


def simulate(asked: Asked) -> tuple[str, int]:
    """Run what is asked for, and return what is printed and the exit code."""
    if asked.figures is not None:
        from headwater.reports.charts.drawing import require_matplotlib

        # That a library is missing is known before a run of minutes, not after it.
        require_matplotlib()
    told = progress()
    analysis = analyse(
        read_plan(asked.plan), storms=ids_in(asked.storms), conditions=ids_in(asked.conditions), progress=told
    )
    nodes = _known(ids_in(asked.nodes) or (), analysis)
    search = None if asked.critical is None else search_critical(analysis, asked.critical, progress=told)
    document = simulation_document(analysis, critical=search)
    drawn = ""
    if asked.figures is not None:
        from headwater.reports.charts import write_charts

        files = write_charts(analysis, document, out_dir=asked.figures, progress=told)
        drawn = f"\nFigures: {files[0]} and {len(files) - 1} drawings\n"
    if asked.as_json:
        return json_text(document), int(document["exit_code"])
    if asked.as_csv:
        # A terminal and a pipe end a line as every other output here does.
        text = simulation_csv(document, nodes=nodes or None).replace("\r\n", "\n")
        return text, int(document["exit_code"])
    return render_simulation(document, nodes=nodes) + drawn, int(document["exit_code"])


def ids_in(text: str | None) -> list[str] | None:
    """Return the ids of a list with commas, each once."""
    if text is None:
        return None
    ids = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not ids:
        raise UnknownNameError(
            f"{shown(text)} names nothing; expected ids with commas between; name one, or leave the option out"
        )
    return ids


def _known(ids: Sequence[str], analysis: Analysis) -> list[str]:
    """Return the ids if each is a node in some condition.

    Raises
    ------
    UnknownNameError
        If one is not.
    """
    known = dict.fromkeys(id_ for condition in analysis.conditions for id_ in condition.model.network.nodes)
    for id_ in ids:
        if id_ not in known:
            some = ", ".join(list(known)[:40]) + (", ..." if len(known) > 40 else "")
            raise UnknownNameError(f"node {shown(id_)} is not in the plan; expected one of {some}; name one of them")
    return list(ids)


def progress(stream: Any = None, *, clock: Callable[[], float] = time.monotonic) -> Callable[[str], None] | None:
    """Return what tells on standard error which run is under way, once it takes long; None where nobody looks on."""
    stream = sys.stderr if stream is None else stream
    if not stream.isatty():
        return None
    began = clock()

    def tell(what: str) -> None:
        if clock() - began >= LONG_S:
            complain(f"headwater: at work on {what}\n")

    return tell
