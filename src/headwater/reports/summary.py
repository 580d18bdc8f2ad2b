"""The first pages of a memo: what a reviewer wants to know before anything else."""

from __future__ import annotations

import textwrap
from pathlib import PurePath

from headwater.reports.entries import entries_of
from headwater.reports.model import (
    Block,
    Bullets,
    Callout,
    Cell,
    Column,
    Entries,
    Entry,
    Line,
    Mark,
    Paragraph,
    Section,
    Table,
    Terms,
    Tile,
    Tiles,
    Tone,
)
from headwater.reports.reliance import (
    has_provisional,
    provisional_section,
    readings_section,
    rests_on_provisional,
    volume_is_provisional,
)
from headwater.reports.wording import (
    APPLICABILITY,
    BASELINES,
    SCOPES,
    Document,
    Finding,
    counted,
    listed,
    mark_of,
    of_kind,
)

NOTE_PART = 500
MOST_NOTE_PARTS = 20


def opening(document: Document) -> tuple[Block, ...]:
    """Return what stands under the title: what this is, what it rests on, and the answers in large."""
    plan = document["plan"]
    blocks: list[Block] = [
        Callout(
            tone="statement",
            title=document["statement"],
            lines=(f"Not judged here: {listed(document['not_judged'])}.",),
        )
    ]
    if plan["note"]:
        blocks.append(Callout(tone="note", title="Note of the plan", lines=_note(plan["note"])))
    if document["edition_because"]:
        blocks.append(
            Callout(
                tone="note",
                title="Tried under an edition that was named, not picked by date",
                lines=(f"Because: {document['edition_because']}",),
            )
        )
    if document["overlay"] and document["overlay"] != document["provisional_content"]:
        blocks.append(Callout(tone="note", title="An overlay is laid over the edition", lines=(document["overlay"],)))
    if document["not_all_ways"]:
        title = "Not every way was looked at in which this may come out"
        blocks.append(Callout(tone="note", title=title, lines=(document["not_all_ways"],)))
    if rests_on_provisional(document):
        blocks.append(
            Callout(
                tone="provisional",
                title="Parts of this assessment rest on provisional content",
                lines=(
                    f"{_sentence(document['provisional_content'] or 'content that is not official')} "
                    "What rests on it is marked provisional and is no finding of compliance.",
                ),
            )
        )
    blocks.append(_identity(document))
    blocks.append(_tiles(document))
    return tuple(blocks)


def _note(text: str) -> tuple[str, ...]:
    """Return a note in paragraphs, long ones in parts, since a note is printed whole where any other text is not."""
    parts = [part for line in text.splitlines() for part in textwrap.wrap(line, width=NOTE_PART)]
    if len(parts) > MOST_NOTE_PARTS:
        parts = [*parts[:MOST_NOTE_PARTS], f"... ({len(text):,} characters; whole in assessment.json)"]
    return tuple(parts)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _identity(document: Document) -> Terms:
    plan = document["plan"]
    public = {True: "a public body", False: "not a public body", None: "not stated whether a public body"}
    actions = "; ".join(f"{action['id']} ({action['kind']})" for action in plan["actions"])
    return Terms(
        title="What was assessed",
        rows=(
            ("Rule", f"{document['edition_title']} ({document['edition']})"),
            ("Received", plan["received"] or "no date given"),
            ("Actions", actions),
            ("Applicant", public[plan["public_body"]]),
            ("Plan file", PurePath(plan["file"]).name if plan["file"] else "not read from a file"),
            ("Software", document["software"]),
        ),
    )


def _tiles(document: Document) -> Tiles:
    permit: tuple[str, Tone]
    if document["permit_required"] is None:
        permit = ("Cannot tell", "cannot_tell")
    elif document["permit_provisional"]:
        permit = ("Would be needed", "provisional")
    else:
        permit = ("Needed", "plain") if document["permit_required"] else ("Not needed", "plain")
    tiles = [
        Tile(
            label="Permit under this rule",
            answer=permit[0],
            detail=document["permit_words"],
            tone=permit[1],
        )
    ]
    volume = _volume_tile(document)
    if volume is not None:
        tiles.append(volume)
    provisional = sum(1 for finding in document["findings"] if finding["provisional"])
    labels: tuple[tuple[str, str, Tone], ...] = (
        ("not_met", "Not met", "not_met"),
        ("cannot_tell", "Cannot be told", "cannot_tell"),
        ("for_judgment", "For the District to judge", "for_judgment"),
    )
    for outcome, label, tone in labels:
        design, papers = len(of_kind(document, outcome)), len(of_kind(document, outcome, exhibits=True))
        tiles.append(
            Tile(
                label=label,
                answer=f"{design + papers:,}",
                detail=f"{counted(design, 'finding', 'findings')}, {counted(papers, 'exhibit', 'exhibits')}",
                tone=tone if design + papers else "plain",
            )
        )
    met = [
        sum(1 for finding in of_kind(document, "met", exhibits=papers) if _is_met(finding)) for papers in (False, True)
    ]
    detail = f"{counted(met[0], 'finding', 'findings')}, {counted(met[1], 'exhibit', 'exhibits')}"
    if provisional:
        detail += f"; beside them {counted(provisional, 'provisional outcome', 'provisional outcomes')}"
    tiles.append(Tile(label="Met", answer=f"{sum(met):,}", detail=detail, tone="plain"))
    return Tiles(tiles=tuple(tiles))


def _is_met(finding: Finding) -> bool:
    """Return whether a finding says that the plan meets something; that the rule applies is no such thing."""
    return finding["kind"] not in APPLICABILITY and not finding["provisional"]


def _volume_tile(document: Document) -> Tile | None:
    if not any(item["id"] == "volume" for item in document["requirements"]):
        return None
    required, provided = document["required_volume_printed"], document["provided_volume_printed"]
    detail = f"required {required or 'unknown'}{' cf' if required else ''}, provided {provided or 'unknown'}"
    detail += " cf" if provided else ""
    surplus = document["surplus_volume_printed"]
    if surplus is None:
        return Tile(label="Volume", answer="Cannot tell", detail=detail, tone="cannot_tell")
    short = surplus.startswith("-")
    words = f"Short by {surplus.removeprefix('-')} cf" if short else f"Surplus {surplus} cf"
    provisional = volume_is_provisional(document)
    tone: Tone = "provisional" if provisional else "not_met" if short else "plain"
    return Tile(label="Volume, provisional" if provisional else "Volume", answer=words, detail=detail, tone=tone)


def summary_sections(document: Document) -> list[Section]:
    """Return the sections of the summary, the answer first."""
    return [
        _answer(document),
        _not_met(document),
        _cannot_tell(document),
        _for_judgment(document),
        readings_section(document),
        *([provisional_section(document)] if has_provisional(document) else []),
    ]


def _answer(document: Document) -> Section:
    words = document["permit_words"]
    blocks: list[Block] = [Paragraph(lead=f"{words[:1].upper()}{words[1:]}.", text="")]
    if document["why"]:
        blocks.append(Bullets(items=tuple(document["why"])))
    if document["permit_required"] is None and document["settled_by_fields"]:
        blocks.append(Paragraph(lead="To settle it, write:", text=", ".join(document["settled_by_fields"])))
    elif document["missing_fields"]:
        text = ", ".join(document["missing_fields"])
        blocks.append(Paragraph(lead="What is owed could still change with:", text=text))
    if document["rounding"]:
        blocks.append(Bullets(items=tuple(document["rounding"])))
    rows: list[tuple[Cell, ...]] = []
    for item in document["requirements"]:
        rows.append(
            (
                item["action"],
                item["id"],
                SCOPES.get(item["scope"], item["scope"]),
                BASELINES.get(item["baseline"], item["baseline"]),
                "applies" if item["applies"] else Mark(tone="cannot_tell", words="cannot tell"),
            )
        )
    if rows:
        blocks.append(
            Table(
                key="requirements",
                title="What applies, and over what area",
                columns=(
                    Column(label="Action"),
                    Column(label="Requirement", weight=2),
                    Column(label="Over", weight=4),
                    Column(label="Held against", weight=3),
                    Column(label="Applies", kind="mark"),
                ),
                rows=tuple(rows),
            )
        )
    elif document["permit_required"]:
        blocks.append(
            Paragraph(text="No row asks for volume, rate or phosphorus control; the general requirements apply.")
        )
    return Section(key="assessment", title="Assessment", blocks=tuple(blocks))


def _papers(document: Document, outcome: str, title: str) -> list[Entry]:
    """Return one entry for all exhibits of one outcome: the checklist has the rest."""
    found = of_kind(document, outcome, exhibits=True)
    if not found:
        return []
    names = {item["provision"]: item["exhibit"] for item in document["exhibits"]}
    shown = [f"{names.get(item['provision'], item['gist'])} ({item['provision']})" for item in found]
    return [
        Entry(
            label="Exhibits",
            item="",
            title=f"{title} ({len(found)}), see the checklist",
            mark=mark_of(found[0]),
            lines=(Line(lead="", text=", ".join(shown)),),
        )
    ]


def _with_papers(document: Document, outcome: str, title: str, otherwise: str) -> tuple[Block, ...]:
    entries = (*entries_of(of_kind(document, outcome)).entries, *_papers(document, outcome, title))
    return (Entries(entries=entries),) if entries else (Paragraph(text=otherwise),)


def _not_met(document: Document) -> Section:
    blocks = _with_papers(
        document, "not_met", "missing or incomplete", "No finding of this assessment is that a requirement is not met."
    )
    return Section(key="not-met", title="What is not met", blocks=blocks)


def _cannot_tell(document: Document) -> Section:
    blocks = _with_papers(document, "cannot_tell", "not told by the plan", "Nothing is left open.")
    return Section(key="cannot-tell", title="What cannot be told, and what would settle it", blocks=blocks)


def _for_judgment(document: Document) -> Section:
    blocks = _with_papers(document, "for_judgment", "for judgment", "Nothing is left to judgment.")
    return Section(key="for-judgment", title="What is for the District to judge", blocks=blocks)
