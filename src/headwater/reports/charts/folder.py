"""Writing the drawings of a simulation: a page and its SVG files, never over a folder that is something else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from headwater.errors import ReportError
from headwater.reports.charts.chart import charts_of, without_answer
from headwater.reports.charts.drawing import chart_svg
from headwater.reports.charts.page import MARK, Shown, page_html
from headwater.reports.diagram import routing_lines, routing_svg
from headwater.review.analysis.analysis import Analysis

PAGE: Final = "index.html"
LONGEST_NAME: Final = 80


def write_charts(
    analysis: Analysis,
    document: Mapping[str, Any],
    *,
    out_dir: Path,
    progress: Callable[[str], None] | None = None,
) -> list[Path]:
    """Write the drawings of an analysis to a folder, and return the files, the page first.

    The folder is made, or emptied of older drawings if it holds nothing else.

    Raises
    ------
    ReportError
        If the folder holds anything else, or cannot be written, or matplotlib is not installed.
    """
    try:
        older = _older(out_dir)
        files = chart_files(analysis, document, progress=progress)
        out_dir.mkdir(parents=True, exist_ok=True)
        for path in older:
            path.unlink()
        for name, content in files.items():
            (out_dir / name).write_bytes(content)
    except OSError as error:
        raise ReportError(f"{out_dir}: the drawings cannot be written: {error.strerror or error}") from error
    return [out_dir / name for name in files]


def chart_files(
    analysis: Analysis, document: Mapping[str, Any], *, progress: Callable[[str], None] | None = None
) -> dict[str, bytes]:
    """Return the page and every drawing by its name in the folder."""
    drawings: dict[str, bytes] = {}
    diagrams = []
    for condition in document["conditions"]:
        title = f"Routing, {condition['condition']}"
        file = _name(f"routing-{condition['condition']}", drawings)
        drawings[file] = routing_svg(condition["routing"], title=title).encode()
        words = f"{title}: {'; '.join(routing_lines(condition['routing']))}."
        shape = "Where the water of each node goes; the list below says the same."
        diagrams.append((condition, Shown(file=file, title=title, words=words, caption=shape, routing=True)))
    shown: dict[str, list[Shown]] = {storm["id"]: [] for storm in document["storms"]}
    for chart in charts_of(analysis, document):
        if progress is not None:
            progress(f"the drawing of {chart.title[:1].lower()}{chart.title[1:]}")
        file = _name(chart.key, drawings)
        drawings[file] = chart_svg(chart)
        shown[chart.storm].append(
            Shown(file=file, title=chart.title, words=chart.alternative, caption=chart.alternative)
        )
    storms = [(storm, drawn, without_answer(document, storm)) for storm, drawn in shown.items()]
    return {PAGE: page_html(document, diagrams, storms).encode("utf-8", "backslashreplace"), **drawings}


def _name(key: str, taken: Mapping[str, bytes]) -> str:
    """Return a name for a file that any system takes; ids that differ in their signs alone are numbered."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", key).strip("-")[:LONGEST_NAME] or "drawing"
    name, number = f"{plain}.svg", 1
    while name.lower() in {other.lower() for other in taken}:
        number += 1
        name = f"{plain}-{number}.svg"
    return name


def _older(folder: Path) -> list[Path]:
    """Return the drawings that a folder holds already.

    Raises
    ------
    ReportError
        If it holds anything else, or is a file.
    """
    if folder.is_file():
        raise ReportError(f"{folder} is a file; name a folder for the drawings")
    if not folder.is_dir():
        return []
    inside = sorted(folder.iterdir())
    page = folder / PAGE
    ours = page.is_file() and MARK in page.read_text(encoding="utf-8", errors="replace")
    strange = [path.name for path in inside if not path.is_file() or (path.suffix != ".svg" and path.name != PAGE)]
    if inside and (not ours or strange):
        example = strange[0] if strange else inside[0].name
        raise ReportError(
            f"{folder} holds something else than drawings of Headwater's ({example}), and is left as it is; name an "
            "empty folder or a new one"
        )
    return inside
