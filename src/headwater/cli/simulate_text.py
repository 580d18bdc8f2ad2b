"""A simulation on a terminal: what went wrong first, then the rates that a reviewer compares, then every node.

Made from the simulation document alone, so that it carries the same figures as JSON, CSV and drawings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from headwater.cli.check_text import wrapped
from headwater.cli.table_text import table_lines
from headwater.reports.diagram import routing_lines
from headwater.reports.figure_words import residual_words
from headwater.reports.node_pages import node_pages
from headwater.reports.simulation_tables import critical_tables, rate_table, run_tables
from headwater.review.analysis.document import all_warnings

Document = Mapping[str, Any]
GRADES = {
    "error": "ERRORS: AN ELEMENT HAS NO ANSWER",
    "warning": "WARNINGS: AN ANSWER MAY MISLEAD",
    "note": "Notes",
}
NOT_COMPUTED = "not-computed"
LABEL = 16
LONGEST = 40


def render_simulation(document: Document, *, nodes: Sequence[str] = ()) -> str:
    """Return a simulation as text; with `nodes`, the full page of each in place of the tables of all."""
    lines = [*_head(document), *_said(document, "error"), *_said(document, "warning")]
    if nodes:
        lines += [*(line for id_ in nodes for line in _pages(document, id_)), *_critical(document)]
    else:
        lines += [*_rates(document), *_critical(document), *_conditions(document), *_method(document)]
    lines += _said(document, "note")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(document: Document) -> Iterator[str]:
    yield from wrapped(str(document["plan"]["name"]))
    yield document["statement"]
    widest = max(len(storm["id"]) for storm in document["storms"])
    for storm in document["storms"]:
        first = f"storm {storm['id'][:LONGEST]:<{min(widest, LONGEST)}}  "
        yield from wrapped(storm["described"], indent=8, first=first)
    counts = dict.fromkeys(GRADES, 0)
    for remark in _joined(document):
        counts[remark.grade] += 1
    told = ", ".join(f"{count} {grade}{'' if count == 1 else 's'}" for grade, count in counts.items())
    yield ""
    yield from wrapped(f"{told}; largest mass residual {_residual(document)}")


def _residual(document: Document) -> str:
    """Return the worst balance of all runs; a run in which a node has no answer has none."""
    runs = [run for condition in document["conditions"] for run in condition["runs"]]
    known = [abs(run["mass_residual_fraction"]) for run in runs if run["mass_residual_fraction"] is not None]
    without = len(runs) - len(known)
    told = residual_words(max(known)) if known else "unknown"
    return told if not without else f"{told} ({without} of {len(runs)} runs have none, as a node has no answer)"


@dataclass
class _Remark:
    """One thing that was said, with the elements it was said of and the runs in which it was."""

    grade: str
    code: str
    text: str
    elements: list[str] = field(default_factory=list)
    runs: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Say what it is about, where its own words do not."""
        unnamed = [name for name in self.elements if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.text)]
        about = f"{', '.join(unnamed)}: " if unnamed else ""
        runs = f" [{'; '.join(self.runs)}]" if self.runs else ""
        return f"{about}{self.text} ({self.code}){runs}"


def _joined(document: Document) -> list[_Remark]:
    """Return what was said, each thing once, the gravest first.

    Of the storms that a search for the critical duration makes, only what may mislead is told: how they were made
    stands beside its answer.
    """
    found: dict[tuple[str, ...], _Remark] = {}
    own = {warning["text"] for _, warning in all_warnings({**document, "critical": None})}
    for run, warning in all_warnings(document):
        grade, code, text = warning["grade"], warning["code"], warning["text"]
        if grade == "note" and text not in own:
            continue
        key: tuple[str, ...] = (grade, code, text)
        if code == NOT_COMPUTED:
            # One line for all that is below the same failures, and not one for each.
            text = "not computed, as an element above has no answer"
            key = (grade, code, run)
        remark = found.setdefault(key, _Remark(grade, code, text))
        for place, places in ((warning["where"], remark.elements), (run, remark.runs)):
            if place and place not in places:
                places.append(place)
    order = list(GRADES)
    # What has failed comes before what was not computed because of it.
    return sorted(found.values(), key=lambda remark: (order.index(remark.grade), remark.code == NOT_COMPUTED))


def _said(document: Document, grade: str) -> Iterator[str]:
    found = [remark for remark in _joined(document) if remark.grade == grade]
    if not found:
        return
    yield ""
    yield f"{GRADES[grade]} ({len(found)})"
    for remark in found:
        mark = "" if grade == "note" else f"{grade.upper()}: "
        yield from wrapped(f"{mark}{remark.words}", indent=6, first="  ")


def _rates(document: Document) -> Iterator[str]:
    table = rate_table(document)
    if table is not None:
        yield ""
        yield "PEAK RATES AT THE OUTFALLS"
        yield from table_lines(table)


def _critical(document: Document) -> Iterator[str]:
    search = document["critical"]
    if search is None:
        return
    yield ""
    yield from wrapped(f"CRITICAL DURATION OF {search['of'].upper()}")
    tried = ", ".join(f"{storm['duration_h']:g} h {storm['depth_in']:.2f} in" for storm in search["storms"])
    yield from wrapped(f"by {search['way']}", indent=2)
    yield from wrapped(f"tried: {tried}", indent=2)
    for table in critical_tables(document):
        yield ""
        yield from wrapped(table.title, indent=2)
        yield from table_lines(table)


def _conditions(document: Document) -> Iterator[str]:
    for condition in document["conditions"]:
        yield ""
        yield f"{condition['condition'].upper()}: ROUTING"
        for line in routing_lines(condition["routing"]):
            yield from wrapped(line, indent=6, first="  ")
        for run in condition["runs"]:
            yield ""
            whole = "" if run["complete"] else ": NOT COMPLETE"
            yield from wrapped(f"{condition['condition'].upper()}, {run['storm']}{whole}")
            for table in run_tables(document, condition, run):
                yield from table_lines(table)
                yield ""
            residual = run["mass_residual_fraction"]
            balance = "none, as a node has no answer" if residual is None else residual_words(residual)
            yield f"  mass residual {balance}; time step {run['time_step_h']:g} h, span {run['span_h']:g} h"


def _method(document: Document) -> Iterator[str]:
    yield ""
    yield "METHOD"
    for line in document["method"]:
        yield from wrapped(line, indent=6, first="  ")
    datum = document["datum"] or "not named in the plan"
    yield f"  datum of all elevations: {datum}"


def _pages(document: Document, id_: str) -> Iterator[str]:
    for page in node_pages(document, id_):
        yield ""
        yield from wrapped(page.title.upper())
        for label, text in page.lines:
            if len(label) < LABEL:
                yield from wrapped(text, indent=2 + LABEL, first=f"  {label:<{LABEL}}")
            else:
                yield from wrapped(f"{label}: {text}", indent=2 + LABEL, first="  ")
        for table in page.tables:
            yield ""
            yield from wrapped(table.title, indent=2)
            yield from table_lines(table, indent=4)
        if page.closing:
            yield ""
        for line in page.closing:
            yield from wrapped(line, indent=6, first="  ")
