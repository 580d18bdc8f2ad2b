"""What the plan's models computed, beside what the plan states, as a section of the memo."""

from __future__ import annotations

from headwater.reports.model import Block, Callout, Column, Mark, Section, Table
from headwater.reports.wording import Document

_MARKS = {
    None: Mark(tone="not_applicable", words="not stated"),
    True: Mark(tone="met", words="agrees"),
    False: Mark(tone="not_met", words="differs"),
}


def computed_section(document: Document) -> Section | None:
    """Return what was computed; None for a plan without models."""
    computed = document["computed"]
    if computed is None:
        return None
    blocks: list[Block] = []
    if computed["warnings"]:
        lines = tuple(
            f"{warning['where']}: {warning['text']}" if warning["where"] else warning["text"]
            for warning in computed["warnings"]
        )
        blocks.append(Callout(tone="warning", title="What the engine says of these runs", lines=lines))
    blocks.append(
        Table(
            key="computed",
            title="Computed from the plan's models",
            columns=(
                Column(label="Value", weight=3),
                Column(label="Computed", weight=0),
                Column(label="Stated", weight=0),
                Column(label="Compared", kind="mark"),
                Column(label="From", weight=3),
            ),
            rows=tuple(
                (value["field"], value["computed"], value["stated"] or "", _MARKS[value["agrees"]], value["source"])
                for value in computed["values"]
            ),
            note="Where a stated value differs, a finding holds only if it holds for both.",
        )
    )
    if computed["left_out"]:
        lines = tuple(f"{one['field']}: {one['because']}" for one in computed["left_out"])
        blocks.append(Callout(tone="note", title="Not computed", lines=lines))
    return Section(key="computed", title="Computed facts", blocks=tuple(blocks))
