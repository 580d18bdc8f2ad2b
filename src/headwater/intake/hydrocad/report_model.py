"""The summaries of a printed report as the model of a plan.

Owns which summary a node is taken from, and how runoff is computed. Where the water of each node goes is `report_ways`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from headwater.intake.handed import list_node, map_node, text_node
from headwater.intake.hydrocad.printed import Line, Reading, figure, level
from headwater.intake.hydrocad.report_flow import PrintedFlow
from headwater.intake.hydrocad.report_land import PrintedLand
from headwater.intake.hydrocad.report_listing import Listing, listed_subcatchment
from headwater.intake.hydrocad.report_ponds import PrintedPond
from headwater.intake.hydrocad.report_reaches import PrintedReach
from headwater.intake.hydrocad.report_storms import Storms
from headwater.intake.hydrocad.report_ways import Ways, ways_of
from headwater.intake.yaml_text import MapNode, Node

_METHODS: Final = {"SCS TR-20": "unit hydrograph", "SBUH": "SBUH"}
_UNIT_HYDROGRAPHS: Final = {"SCS": "curvilinear", "Delmarva": "Delmarva"}
SEPARATE: Final = "Split Pervious/Imperv."
_WEIGHTINGS: Final = {"Weighted-CN": "composite", SEPARATE: "separate"}


@dataclass
class Settings:
    """How all was computed, as far as a page that lists all nodes says: runoff, and the end and step of the run."""

    runoff: tuple[str, str, int] | None = None
    span: tuple[str, str, int] | None = None


@dataclass
class NodeSummary:
    """The summary of one node in one storm, while it is read."""

    kind: str
    name: str
    title: str
    line: int
    reading: Reading
    storm: str | None
    land: PrintedLand = field(init=False)
    pond: PrintedPond = field(init=False)
    reach: PrintedReach = field(init=False)
    flow: PrintedFlow = field(init=False)
    unknown: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.land = PrintedLand(self.name, self.reading)
        self.pond = PrintedPond(self.name, self.reading)
        self.reach = PrintedReach(self.name, self.reading)
        self.flow = PrintedFlow(self.name, self.kind, self.reading, self.storm)

    @property
    def awaits_storm(self) -> bool:
        """Whether a line that names a storm is this node's own, and no header of a page."""
        return self.kind == "Subcatchment" and self.flow.method is not None and not self.land.rows

    def take(self, line: Line, storms: Storms) -> bool:
        """Read one line; what is not known stays so in the ledger."""
        known = self._take(line, storms)
        if not known:
            self.unknown.append(line)
        return known

    def _take(self, line: Line, storms: Storms) -> bool:
        if self.flow.take(line):
            self.pond.leave_tables()
            return True
        if self.kind == "Subcatchment":
            found = storms.of_line(line, header=False)
            if found is not None:
                self.flow.storm = found[0]
                self.reading.book.use(line.number, "a storm")
                return True
            return self.land.take(line)
        return self.pond.take(line) if self.kind == "Pond" else self.reach.take(line)

    def close(self) -> None:
        """End the summary."""
        self.flow.close()

    @property
    def is_modelled(self) -> bool:
        """Whether the summary prints what its node is made of, and not its results alone."""
        return self.kind != "Subcatchment" or bool(self.land.rows)

    @property
    def is_separate(self) -> bool:
        """Whether its runoff is computed of its pervious and of its impervious parts, each by itself."""
        return self.flow.method is not None and SEPARATE in self.flow.method[1]

    @property
    def only_passes(self) -> bool:
        """Whether it is a pond that holds nothing, and has one way out: its flows pass it unchanged."""
        return (
            self.kind == "Pond" and not self.pond.has_storage and not {"Secondary", "Discarded"} & set(self.flow.labels)
        )


def model_of(summaries: Sequence[NodeSummary], listing: Listing, reading: Reading) -> MapNode | None:
    """Return the nodes of a report."""
    first: dict[str, NodeSummary] = {}
    for summary in summaries:
        kept = first.setdefault(summary.name, summary)
        if kept is not summary and summary.is_modelled and not kept.is_modelled:
            first[summary.name] = summary
    listed = {
        name: node
        for name, node in listing.found.items()
        if node.kind == "Subcatchment" and (name not in first or not first[name].is_modelled)
    }
    # A summary whose areas are not understood stays, so that the model says what it lacks.
    modelled = {name: summary for name, summary in first.items() if name not in listed}
    if not modelled and not listed:
        return None
    ways = ways_of(modelled, listed, reading)
    lists: dict[str, list[Node]] = {name: [] for name in ("subcatchments", "ponds", "reaches", "links", "outfalls")}
    for node in listed.values():
        lists["subcatchments"].append(listed_subcatchment(node, ways.node(node.name, node.line)))
    for name, summary in modelled.items():
        key, made = _node(name, summary, ways)
        lists[key].append(made)
    lists["outfalls"] += [map_node(line, id=text_node(name, line)) for name, line in ways.ends.items()]
    _compare(summaries, modelled, reading)
    return map_node(
        min(nodes[0].line for nodes in lists.values() if nodes),
        **{key: list_node(nodes, nodes[0].line) if nodes else None for key, nodes in lists.items()},
    )


def _node(name: str, summary: NodeSummary, ways: Ways) -> tuple[str, Node]:
    line = summary.line
    named = text_node(name, line)
    to = ways.node(name, line)
    if summary.kind == "Subcatchment":
        areas = summary.land.areas(separate=summary.is_separate)
        return "subcatchments", map_node(line, id=named, to=to, areas=areas, **summary.land.path())
    if summary.only_passes:
        summary.reading.remark(
            "pond-without-storage",
            f"pond {name} holds nothing: its flows pass unchanged, and its level is not computed",
            line=line,
            element=name,
        )
        return "links", map_node(line, id=named, to=to)
    if summary.kind == "Pond":
        start, labels = summary.flow.start, ways.by_label(name)
        # An outlet of a way that is not known must not take the way of the pond.
        stays_open = any(device.routing == "Secondary" for device in summary.pond.devices) and "Secondary" not in labels
        made = map_node(
            line,
            id=named,
            to=None if stays_open else to,
            starting=None if start is None else level(*start),
            storage=summary.pond.storage(),
            outlets=summary.pond.outlets(labels),
        )
        return "ponds", made
    if summary.unknown:
        return _not_understood(name, summary, to)
    if summary.reach.is_shaped:
        method = summary.flow.method
        shape = summary.reach.shape(None if method is None else (method[0], method[2]))
        return "reaches", map_node(line, id=named, to=to, **shape)
    if name in ways.last:
        return "outfalls", map_node(line, id=named, tailwater=summary.reach.level_below())
    return "links", map_node(line, id=named, to=to)


def _not_understood(name: str, summary: NodeSummary, to: Node | None) -> tuple[str, Node]:
    """Return a reach or a link of which a line is not understood: its shape, or its way, stays open."""
    summary.reading.remark(
        "node-not-understood",
        f"a line of {summary.kind.lower()} {name} is not understood, so that what it does to its flows stays open",
        line=summary.unknown[0].number,
        element=name,
    )
    named = text_node(name, summary.line)
    if summary.kind == "Link":
        return "links", map_node(summary.line, id=named)
    return "reaches", map_node(summary.line, id=named, kind=text_node("channel", summary.line), to=to)


def _compare(summaries: Sequence[NodeSummary], modelled: dict[str, NodeSummary], reading: Reading) -> None:
    """Remark where a node is printed otherwise in another storm."""
    told: set[str] = set()
    for summary in summaries:
        first = modelled.get(summary.name)
        if first is None or first is summary or not summary.is_modelled or summary.name in told:
            continue
        if _made_of(first) != _made_of(summary):
            told.add(summary.name)
            reading.remark(
                "printed-otherwise",
                f"{summary.name} is printed otherwise here than on line {first.line}; the first stands",
                line=summary.line,
                element=summary.name,
            )


def _made_of(summary: NodeSummary) -> tuple[object, ...]:
    land, pond, reach = summary.land, summary.pond, summary.reach
    return (
        [row[:3] for row in land.rows],
        [(stretch.kind, stretch.numbers, stretch.said) for stretch in land.stretches],
        [(volume.invert, volume.said, volume.more, [stage for stage, _ in volume.stages]) for volume in pond.volumes],
        [(device.routing, device.invert, device.said) for device in pond.devices],
        {key: text for key, (text, _) in reach.found.items()},
    )


# ---- what stands for all ---------------------------------------------------------------------------------------------


def section_of(
    settings: Settings, summaries: Sequence[NodeSummary], storms: Storms, reading: Reading
) -> dict[str, Node | None]:
    """Return storms, time step, span and how runoff is computed."""
    found = storms.nodes()
    spans = [span for span in (*(summary.flow.span for summary in summaries), settings.span) if span is not None]
    methods = [summary.flow.method for summary in summaries if summary.kind == "Subcatchment"]
    runoff = next((method for method in (*methods, settings.runoff) if method is not None), None)
    return {
        "storms": list_node(found, found[0].line) if found else None,
        "time_step": figure(spans[0][1], "h", spans[0][2]) if spans else None,
        "span": figure(spans[0][0], "h", spans[0][2]) if spans else None,
        "runoff": None if runoff is None else _runoff(*runoff, storms.antecedent, reading),
    }


def _runoff(method: str, said: str, line: int, antecedent: str | None, reading: Reading) -> Node | None:
    """Return how runoff is computed; a word that is not known is remarked, since peaks follow from it."""
    found: dict[str, Node | None] = {}
    unknown = []
    if method in _METHODS:
        found["method"] = text_node(_METHODS[method], line)
    else:
        unknown.append(method)
    for word in filter(None, (part.strip() for part in said.split(","))):
        if word in _WEIGHTINGS:
            found["weighting"] = text_node(_WEIGHTINGS[word], line)
        elif word.removeprefix("UH=") in _UNIT_HYDROGRAPHS:
            found["unit_hydrograph"] = text_node(_UNIT_HYDROGRAPHS[word.removeprefix("UH=")], line)
        else:
            unknown.append(word)
    if antecedent is not None:
        found["antecedent"] = text_node(antecedent, line)
    if unknown:
        reading.book.not_understood(line, "this way of computing runoff is not known")
        reading.remark(
            "method-not-understood",
            f"the report computes runoff by {', '.join(unknown)}, which is not known here; it is recomputed otherwise",
            line=line,
        )
    return map_node(line, **found) if found else None
