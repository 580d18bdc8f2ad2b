"""The calculations report: what a plan's drainage was run with and what came of it, as a reviewer reads a submittal.

The rates come first, then how they were computed, then the storms, the routing, every node, the lines that they follow,
the listings, what the engine says of it all, and the works it rests on. Nothing is computed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from headwater.reports.calculation_nodes import node_section, without_gaps
from headwater.reports.charts.chart import charts_of, without_answer
from headwater.reports.diagram import routing_lines
from headwater.reports.figure_words import NO_ANSWER, printed, residual_words
from headwater.reports.listings import listing_tables, pond_listings
from headwater.reports.model import Block, Bullets, Callout, Cell, Column, Memo, Paragraph, Section, Table, Terms
from headwater.reports.papers import certification_blocks
from headwater.reports.plots import chart_figure
from headwater.reports.routing_figure import routing_figure
from headwater.reports.simulation_csv import simulation_table
from headwater.reports.simulation_tables import number_column, rate_table, run_tables
from headwater.reports.wording import counted
from headwater.review.analysis.analysis import Analysis
from headwater.review.analysis.document import all_warnings
from headwater.review.signed import certification_document
from headwater.sources import SOURCES

Document = Mapping[str, Any]
KIND: Final = "Hydrologic and hydraulic calculations"
CONVERSIONS: Final = "1 ac = 43,560 sf; 1 in over 1 ac = 3,630 cf; 1 ac-ft (af) = 43,560 cf."
GRADES: Final = (("error", "Errors"), ("warning", "Warnings"), ("note", "Notes"))
LONGEST_NAME: Final = 40
ALWAYS: Final = ("TR55", "NEH630-10", "NEH630-15")


def calculations_of(analysis: Analysis, document: Document) -> Memo:
    """Return the calculations report of an analysis and its simulation document."""
    sections = (
        _rates(document),
        Section(key="method", title="Method", blocks=_method(document)),
        _storms(document),
        _routing(document),
        _runs(document),
        *(node_section(document, one, f"nodes-{one['condition']}") for one in document["conditions"]),
        _figures(analysis, document),
        _listings(document),
        _cautions(document),
        _sources(document),
    )
    plan = document["plan"]
    return Memo(
        title=plan["name"],
        kind=KIND,
        statement=document["statement"],
        software=document["software"],
        footer=(f"Plan sha256 {plan['sha256'] or 'none: not read from a file'}", document["software"]),
        opening=tuple(_cover(analysis, document)),
        sections=sections,
        listings=(simulation_table(document), *pond_listings(document)),
        contents=True,
    )


def _cover(analysis: Analysis, document: Document) -> Iterator[Block]:
    conditions = [one["condition"] for one in document["conditions"]]
    counts = {grade: len(_said(document, grade)) for grade, _ in GRADES}
    yield Terms(
        title="The plan",
        rows=(
            ("Plan file", f"{document['plan']['file'] or 'none'}"),
            ("Conditions", ", ".join(conditions)),
            ("Storms", "; ".join(storm["id"] for storm in document["storms"])),
            ("Elevations", f"feet {document['datum']}" if document["datum"] else "none is given"),
            ("Largest residual", residual_words(max(_residuals(document), key=abs, default=0.0))),
            ("Made by", document["software"]),
        ),
    )
    yield Callout(tone="statement", title=document["statement"], lines=())
    if counts["error"] or counts["warning"]:
        said = counted(counts["error"], "error", "errors"), counted(counts["warning"], "warning", "warnings")
        yield Callout(
            tone="warning" if counts["error"] else "note",
            title=f"The engine has {said[0]} and {said[1]} of these runs",
            lines=("They stand under Cautions, and are to be read before any figure is relied on.",),
        )
    yield from certification_blocks(
        certification_document(analysis.plan), title="calculations", what="These calculations were"
    )


def _residuals(document: Document) -> Iterator[float]:
    for condition in document["conditions"]:
        for run in condition["runs"]:
            if run["mass_residual_fraction"] is not None:
                yield run["mass_residual_fraction"]


# ---- what came out ---------------------------------------------------------------------------------------------------


def _rates(document: Document) -> Section:
    table = rate_table(document)
    blocks: tuple[Block, ...] = (Paragraph(text="The plan has no outfall."),)
    if table is not None:
        blocks = (table, _volumes(document))
    return Section(key="rates", title="Rates and volumes at the outfalls", blocks=blocks)


def _volumes(document: Document) -> Table:
    """Return the volume that reaches each outfall, with a pair of columns for each storm as the rates have."""
    found: dict[str, dict[tuple[str, str], str]] = {}
    for condition in document["conditions"]:
        for run in condition["runs"]:
            for node in run["nodes"]:
                if node["kind"] == "outfall":
                    volume = printed(node["volume_acft"], "af") or NO_ANSWER
                    found.setdefault(node["id"], {})[run["storm"], condition["condition"]] = volume
    places = [
        (storm["id"], condition["condition"]) for storm in document["storms"] for condition in document["conditions"]
    ]
    outfalls = dict.fromkeys(rate["outfall"] for rate in document["rates"] if rate["outfall"] is not None)
    rows: list[tuple[Cell, ...]] = [
        (outfall, *(found.get(outfall, {}).get(place, "") for place in places)) for outfall in outfalls
    ]
    return Table(
        key="volumes",
        title="Volumes at the outfalls",
        columns=(Column(label="Outfall"), *(number_column(condition, "af", storm) for storm, condition in places)),
        rows=tuple(rows),
    )


def _method(document: Document) -> tuple[Block, ...]:
    return (Bullets(items=tuple(document["method"])), Paragraph(lead="Conversions.", text=CONVERSIONS))


def _storms(document: Document) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (
            storm["id"],
            f"{storm['return_period_yr']:g}" if storm["return_period_yr"] is not None else None,
            f"{storm['duration_h']:g}",
            f"{storm['depth_in']:.2f}",
            storm["distribution"],
            str(storm["repeats"]),
            storm["depth_source"],
        )
        for storm in document["storms"]
    ]
    table = Table(
        key="storms",
        title="Rainfall",
        columns=(
            Column(label="Storm", weight=2),
            number_column("Return period", "yr"),
            number_column("Duration", "h"),
            number_column("Depth", "in"),
            Column(label="Distribution", weight=3),
            number_column("Back to back"),
            Column(label="Source of the depth", weight=4),
        ),
        rows=tuple(rows),
        note="Back to back: how many times the storm falls, one after the other.",
    )
    return Section(key="storms", title="Storms", blocks=(table,))


def _routing(document: Document) -> Section:
    parts = tuple(
        Section(
            key=f"routing-{one['condition']}",
            title=f"Routing, {one['condition']}",
            blocks=(
                routing_figure(one["routing"], condition=one["condition"]),
                Bullets(items=tuple(routing_lines(one["routing"]))),
            ),
        )
        for one in document["conditions"]
    )
    return Section(key="routing", title="Routing", parts=parts)


def _runs(document: Document) -> Section:
    storms = _plain_names(storm["id"] for storm in document["storms"])
    parts = tuple(
        Section(
            key=f"run-{place}-{number}",
            title=f"{run['storm']}, {condition['condition']}",
            blocks=tuple(
                replace(
                    without_gaps(table),
                    key=f"{condition['condition']}-{storms[run['storm']]}-{table.key.rpartition('-')[2]}",
                )
                for table in run_tables(document, condition, run)
            ),
        )
        for place, condition in enumerate(document["conditions"], start=1)
        for number, run in enumerate(condition["runs"], start=1)
    )
    return Section(key="runs", title="All nodes in each storm", parts=parts)


def _plain_names(ids: Iterable[str]) -> dict[str, str]:
    """Return names that may stand in that of a file, whatever a plan calls its storms; no two get one name."""
    names: dict[str, str] = {}
    for id_ in ids:
        plain = re.sub(r"[^A-Za-z0-9]+", "-", id_).strip("-").lower()[:LONGEST_NAME] or "storm"
        name, number = plain, 1
        while name in names.values():
            number += 1
            name = f"{plain}-{number}"
        names[id_] = name
    return names


def _figures(analysis: Analysis, document: Document) -> Section:
    drawn: dict[str, list[Block]] = {storm["id"]: [] for storm in document["storms"]}
    for storm, blocks in drawn.items():
        missing = without_answer(document, storm)
        if missing:
            blocks.append(Callout(tone="warning", title="No answer, so no line", lines=tuple(missing)))
    for chart in charts_of(analysis, document):
        drawn[chart.storm].append(chart_figure(chart))
    parts = tuple(
        Section(key=f"lines-{number}", title=f"Storm {storm}", blocks=tuple(blocks))
        for number, (storm, blocks) in enumerate(drawn.items(), start=1)
    )
    return Section(key="lines", title="Hydrographs and levels", parts=parts)


def _listings(document: Document) -> Section:
    parts = tuple(
        Section(
            key=f"listings-{one['condition']}",
            title=f"Listings, {one['condition']}",
            blocks=tuple(listing_tables(document, one)),
        )
        for one in document["conditions"]
    )
    return Section(key="listings", title="Listings", parts=parts)


# ---- what it rests on ------------------------------------------------------------------------------------------------


def _said(document: Document, grade: str) -> list[tuple[str, Document]]:
    return [(where, warning) for where, warning in all_warnings(document) if warning["grade"] == grade]


def _cautions(document: Document) -> Section:
    """Return every remark of the engine once, with all places where it was made."""
    rows: list[tuple[Cell, ...]] = []
    for grade, _ in GRADES:
        places: dict[tuple[str, str], list[str]] = {}
        for where, warning in _said(document, grade):
            at = ", ".join(filter(None, (where, warning["where"])))
            places.setdefault((warning["text"], warning["code"]), []).append(at)
        rows += [(grade, text, "; ".join(dict.fromkeys(at)), code) for (text, code), at in places.items()]
    if not rows:
        text = "The engine has no remark on these runs."
        return Section(key="cautions", title="Cautions", blocks=(Paragraph(text=text),))
    table = Table(
        key="cautions",
        title="What the engine says of these runs",
        columns=(
            Column(label="Grade", weight=0),
            Column(label="Remark", weight=7),
            Column(label="Where", weight=4),
            Column(label="Code", weight=3),
        ),
        rows=tuple(rows),
    )
    return Section(key="cautions", title="Cautions", blocks=(table,))


def _sources(document: Document) -> Section:
    rows = tuple(
        (source.key, f"{source.title}. {source.publisher}, {source.date}", source.where)
        for key, source in SOURCES.items()
        if key in _cited(document)
    )
    table = Table(
        key="sources",
        title="Works that the methods are from",
        columns=(Column(label="Key", weight=0), Column(label="Work", weight=6), Column(label="Where", weight=4)),
        rows=rows,
        written=False,
    )
    return Section(key="sources", title="Sources", blocks=(table,))


def _cited(document: Document) -> set[str]:
    """Return the works that the methods in use are from."""
    land = [piece for one in document["conditions"] for piece in one["subcatchments"]]
    outlets = [outlet for one in document["conditions"] for pond in one["ponds"] for outlet in pond["outlets"]]
    cited = {*ALWAYS}
    if any(piece["method"] != "SBUH" for piece in land):
        cited.add("NEH630-16")
    if any(outlet["described"].startswith("culvert") for outlet in outlets):
        cited.add("HDS5")
    if outlets:
        cited.add("HEC22")
    if any(storm["distribution"].startswith("MSE") for storm in document["storms"]):
        cited.add("WINTR20")
    if any("Atlas 14" in (storm["depth_source"] or "") for storm in document["storms"]):
        cited.add("ATLAS14")
    return cited
