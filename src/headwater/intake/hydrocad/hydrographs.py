"""Hydrographs that a file hands in as numbers, as what flows into links of a plan and as peaks that it claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake import foreign_values as to
from headwater.intake.handed import Claim, Handed, Remark, list_node, map_node, text_node
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import HandedText, refuse
from headwater.intake.yaml_text import MapNode, Node

MOST_FLOWS: Final = 200_000
EXIT: Final = " exit"


@dataclass
class Hydrograph:
    """One hydrograph: what it is of, in which storm, and its flows, each with its time in hours and its line."""

    name: str | None
    storm: str | None
    line: int
    flows: list[tuple[Fraction, str, int]] = field(default_factory=list)

    def add(self, time_h: Fraction, flow: str, line: int, *, file: str) -> None:
        """Add a flow, in cubic feet per second as written."""
        if len(self.flows) >= MOST_FLOWS:
            refuse(
                file,
                f"the hydrograph has more than {MOST_FLOWS:,} flows",
                line=line,
                expected=f"at most {MOST_FLOWS:,}",
                remedy="hand it in with a longer step",
            )
        self.flows.append((time_h, flow, line))


def handed_of(
    text: HandedText, book: LedgerBook, kind: str, found: Sequence[Hydrograph], remarks: list[Remark]
) -> Handed:
    """Return a file of hydrographs: the peak of each as a claim, and a link for each that is of no storm of several.

    Raises
    ------
    HandedFileError
        If there is no flow in it.
    """
    told = [one for one in found if one.flows]
    if not told:
        refuse(
            text.file,
            "there is no flow in it",
            expected="a hydrograph",
            remedy="hand in the file as the program wrote it",
        )
    names = [one.name for one in told]
    model: MapNode | None = None
    if None in names or len(set(names)) < len(names):
        remarks.append(
            Remark(
                code="hydrographs-by-storm",
                message="the file holds a hydrograph for each of several storms, which no link of a plan takes; they "
                "are claims alone",
                line=told[0].line,
            )
        )
    else:
        links: list[Node] = [_link(one) for one in told]
        ends: list[Node] = [map_node(one.line, id=text_node(f"{one.name}{EXIT}", one.line)) for one in told]
        line = told[0].line
        model = map_node(line, links=list_node(links, line), outfalls=list_node(ends, line))
    return Handed(
        file=text.file,
        sha256=text.sha256,
        kind=kind,
        ledger=book.close(),
        model=model,
        claims=tuple(claim for one in told for claim in _claims(one)),
        remarks=tuple(remarks),
    )


def _link(hydrograph: Hydrograph) -> Node:
    line = hydrograph.line
    points: list[Node] = [
        map_node(
            at,
            time=to.duration(time_h * to.S_PER_H, at),
            flow=to.quantity(to.number_of(flow) or Fraction(0), "cfs", at),
        )
        for time_h, flow, at in hydrograph.flows
    ]
    return map_node(
        line,
        id=text_node(str(hydrograph.name), line),
        to=text_node(f"{hydrograph.name}{EXIT}", line),
        inflow=list_node(points, line),
    )


def _claims(hydrograph: Hydrograph) -> list[Claim]:
    hours, flow, line = max(hydrograph.flows, key=lambda one: to.number_of(one[1]) or Fraction(0))
    value = to.number_of(flow) or Fraction(0)
    name, storm = hydrograph.name, hydrograph.storm
    return [
        Claim(quantity="peak_cfs", element=name, storm=storm, text=flow, value=value, half=to.half_of(flow), line=line),
        Claim(
            quantity="time_of_peak_h",
            element=name,
            storm=storm,
            text=to.decimals(hours),
            value=hours,
            half=Fraction(0),
            line=line,
        ),
    ]
