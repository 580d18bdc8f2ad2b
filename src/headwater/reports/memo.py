"""From an assessment document to a memo: what stands in it, in which order.

A reviewer wants the answer first, then what fails, what is open, what is to be judged and what it all rests on; then
the numbers; then each finding by section of the rule; then papers, conditions and facts. Nothing is computed here.
"""

from __future__ import annotations

from headwater.reports.computed import computed_section
from headwater.reports.entries import findings_by_section
from headwater.reports.model import Column, Memo, Paragraph, Section, Table
from headwater.reports.papers import (
    duties_section,
    exhibits_section,
    facts_section,
    guidance_section,
    not_asked_section,
    reading_section,
    signature_section,
)
from headwater.reports.quantities import quantity_sections
from headwater.reports.summary import opening, summary_sections
from headwater.reports.wording import Document, mark_of


def memo_of(document: Document) -> Memo:
    """Return the review memo of an assessment document."""
    quantities = quantity_sections(document)
    guidance = guidance_section(document)
    not_asked = not_asked_section(document)
    computed = computed_section(document)
    sections = [
        *summary_sections(document),
        Section(
            key="quantities",
            title="Quantities",
            blocks=() if quantities else (Paragraph(text="The plan gives no quantities."),),
            parts=quantities,
        ),
        *([computed] if computed is not None else []),
        Section(
            key="findings",
            title="Findings by section of the rule",
            parts=findings_by_section(document),
        ),
        *([guidance] if guidance is not None else []),
        exhibits_section(document),
        *([not_asked] if not_asked is not None else []),
        duties_section(document),
        facts_section(document),
        reading_section(document),
        signature_section(document),
    ]
    return Memo(
        title=document["plan"]["name"],
        kind="Stormwater rule review memo",
        statement=document["statement"],
        software=document["software"],
        footer=(
            f"Plan sha256 {document['plan']['sha256'] or 'none: not read from a file'}",
            f"Edition {document['edition']} sha256 {document['edition_sha256']}",
            document["software"],
        ),
        opening=opening(document),
        sections=tuple(sections),
        listings=(_all_findings(document), _margins(document), _duties(document)),
    )


def _all_findings(document: Document) -> Table:
    """Return every finding, those that do not apply too, for the CSV."""
    return Table(
        key="findings",
        title="Findings",
        columns=(
            Column(label="Finding"),
            Column(label="Provision"),
            Column(label="Row"),
            Column(label="Item"),
            Column(label="Kind"),
            Column(label="Asks"),
            Column(label="Outcome", kind="mark"),
            Column(label="Provisional"),
            Column(label="Basis"),
            Column(label="Arithmetic"),
            Column(label="Note"),
            Column(label="Margin"),
            Column(label="Rests on"),
            Column(label="To settle it, write"),
            Column(label="To do"),
        ),
        rows=tuple(
            (
                finding["id"],
                finding["provision"],
                finding["row"] or "",
                finding["item"] or "",
                finding["kind"],
                finding["gist"],
                mark_of(finding),
                "yes" if finding["provisional"] else "no",
                finding["basis"] or "",
                "; ".join(finding["arithmetic"]),
                finding["note"] or "",
                finding["margin"]["words"] if finding["margin"] else "",
                ", ".join(item["reading"] for item in finding["rests_on"]),
                ", ".join(finding["settled_by_fields"]),
                finding["remedy"] or "",
            )
            for finding in document["findings"]
        ),
    )


def _margins(document: Document) -> Table:
    """Return the distance of every number that was compared from its threshold, for the CSV."""
    return Table(
        key="margins",
        title="Margins",
        columns=(
            Column(label="Finding"),
            Column(label="Item"),
            Column(label="Fact"),
            Column(label="Test"),
            Column(label="Holds"),
            Column(label="Distance from the threshold", kind="number", unit="% of it"),
            Column(label="In words"),
        ),
        rows=tuple(
            (
                finding["id"],
                finding["item"] or "",
                margin["fact"],
                f"{margin['op']} {margin['threshold']} {margin['unit']}".rstrip(),
                "yes" if margin["holds"] else "no",
                margin["percent"],
                margin["words"],
            )
            for finding in document["findings"]
            for margin in finding["margins"]
        ),
    )


def _duties(document: Document) -> Table:
    return Table(
        key="duties",
        title="Conditions and stipulations",
        columns=(
            Column(label="Provision"),
            Column(label="Stage"),
            Column(label="Asks"),
            Column(label="Applies"),
        ),
        rows=tuple(
            (duty["provision"], duty["stage"], duty["gist"], "yes" if duty["applies"] else "cannot tell")
            for duty in document["duties"]
        ),
    )
