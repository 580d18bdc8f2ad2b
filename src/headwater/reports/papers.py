"""The rest of a memo: exhibits, conditions and stipulations, the plan's facts, how to read it, the block to sign."""

from __future__ import annotations

from typing import Any

from headwater.reports.model import (
    Block,
    Bullets,
    Cell,
    Column,
    Entries,
    Entry,
    Line,
    Mark,
    Paragraph,
    Section,
    Signature,
    Table,
    Terms,
)
from headwater.reports.wording import Document, counted, outcome_mark
from headwater.review.naming import plain_name

_UNWRITTEN = frozenset({"silence", "derived"})


def exhibits_section(document: Document) -> Section:
    """Return the checklist: what the edition asks for, where it is, and what is waived by whom."""
    exhibits = document["exhibits"]
    if not exhibits:
        text = "No exhibit is asked for: no permit is needed, or the edition lists none."
        return Section(key="exhibits", title="Exhibits", blocks=(Paragraph(text=text),))
    done = sum(1 for item in exhibits if item["outcome"] == "met")
    helpful = any(not item["legal_minimum"] for item in exhibits)
    return Section(
        key="exhibits",
        title="Exhibits",
        blocks=(
            Paragraph(
                text=f"{done} of {counted(len(exhibits), 'exhibit', 'exhibits')} delivered with document, page and "
                "date, or waived in writing."
                + (" Those that are due later, or that help without being due, come last." if helpful else "")
            ),
            Table(
                key="exhibits",
                title="Checklist of exhibits",
                columns=(
                    Column(label="Provision", weight=0),
                    Column(label="Exhibit", weight=6),
                    Column(label="Needed", weight=2),
                    Column(label="Document", weight=3),
                    Column(label="Page or sheet", weight=2),
                    Column(label="Dated", weight=0),
                    Column(label="Outcome", kind="mark"),
                    Column(label="Note", weight=3),
                ),
                rows=tuple(_exhibit(item) for item in exhibits),
            ),
        ),
    )


def _exhibit(item: Any) -> tuple[Cell, ...]:
    note = item["note"] or ""
    if item["waived_by"] or item["waived_on"]:
        by = f" by {item['waived_by']}" if item["waived_by"] else ""
        on = f" on {item['waived_on']}" if item["waived_on"] else ""
        note = f"{note or 'waived'}{by}{on}"
    return (
        item["provision"],
        f"{item['exhibit']}: {item['gist']}",
        "legal minimum" if item["legal_minimum"] else "later or helpful",
        item["document"] or "",
        item["page"] or "",
        item["date"] or "",
        _exhibit_mark(item),
        note,
    )


def _exhibit_mark(item: Any) -> Mark:
    if item["provisional"]:
        return Mark(tone="provisional", words=item["words"])
    return outcome_mark(item["outcome"])


def duties_section(document: Document) -> Section:
    """Return what a permit would carry, before it is issued and after."""
    if document["permit_required"] is False:
        text = "No permit is needed under this rule, so that none carries conditions."
        return Section(key="duties", title="Conditions and stipulations", blocks=(Paragraph(text=text),))
    parts = []
    for stage, title, otherwise in (
        ("condition", "Conditions, before a permit is issued", "The edition names none that apply here."),
        ("stipulation", "Stipulations, after it is issued", "The edition names none that apply here."),
    ):
        duties = [duty for duty in document["duties"] if duty["stage"] == stage]
        entries = Entries(
            entries=tuple(
                Entry(
                    label=duty["provision"],
                    item="",
                    title=duty["gist"],
                    mark=Mark(tone="plain", words="applies")
                    if duty["applies"]
                    else Mark(tone="cannot_tell", words="cannot tell"),
                )
                for duty in duties
            )
        )
        blocks: tuple[Block, ...] = (entries,) if duties else (Paragraph(text=otherwise),)
        parts.append(Section(key=f"{stage}s", title=title, blocks=blocks))
    said = "A permit under this rule would carry what follows. The District may ask for more."
    return Section(
        key="duties", title="Conditions and stipulations", blocks=(Paragraph(text=said),), parts=tuple(parts)
    )


def guidance_section(document: Document) -> Section | None:
    """Return how the plan stands to what a manual advises; that decides nothing under the rule."""
    advice = document["guidance"]
    if not advice:
        return None
    told = [item for item in advice if item["words"] != "cannot tell" or item["margins"]]
    untold = [item for item in advice if item not in told]
    entries = [_advice(item) for item in told]
    if untold:
        lines = dict.fromkeys(f"{item['provision']}, {item['gist']}; after {item['source']}" for item in untold)
        entries.append(
            Entry(
                label="",
                item="",
                title="The plan does not tell",
                mark=Mark(tone="plain", words="cannot tell"),
                lines=tuple(Line(lead="", text=line) for line in lines),
            )
        )
    said = "This is advice from a manual, shown beside the rule. It is no outcome of the rule."
    blocks = (Paragraph(text=said), Entries(entries=tuple(entries)))
    return Section(key="guidance", title="What a manual advises", blocks=blocks)


def _advice(item: Any) -> Entry:
    return Entry(
        label=item["provision"],
        item=item["item"] or "",
        title=item["gist"],
        mark=Mark(tone="plain", words=item["words"]),
        lines=(
            *(Line(lead="Margin", text=margin["words"]) for margin in item["margins"]),
            *((Line(lead="After", text=item["source"]),) if item["source"] else ()),
        ),
    )


def facts_section(document: Document) -> Section:
    """Return the facts of the plan with their origin and line: written ones first, in the order of the file."""
    facts = document["tables"]["facts"]
    written = [fact for fact in facts if fact["given"] is not None and fact["origin"] not in _UNWRITTEN]
    written.sort(key=lambda fact: fact["line"] or 0)
    silent = [fact for fact in facts if fact["origin"] == "silence"]
    silence = {fact["fact"] for fact in silent}
    follows = [fact for fact in facts if fact["origin"] == "derived" and not set(fact["derived_from"]) <= silence]
    parts: list[Section] = []
    if written:
        parts.append(Section(key="facts-written", title="Written in the plan", blocks=(_written(written),)))
    if follows:
        parts.append(Section(key="facts-derived", title="Following from other facts", blocks=(_following(follows),)))
    if silent:
        text = "; ".join(f"{fact['words']}: {fact['value']}" for fact in silent)
        parts.append(
            Section(
                key="facts-silence",
                title="Taken from the plan's silence",
                blocks=(Paragraph(lead="Since the plan does not say otherwise:", text=f"{text}."),),
            )
        )
    said = (
        "A number that is written with rounding stands for everything that rounds to it: from the low end up to, and "
        "not including, the high end. What the plan does not give is open; nothing is filled in."
    )
    return Section(key="facts", title="Facts of the plan", blocks=(Paragraph(text=said),), parts=tuple(parts))


def _written(facts: list[Any]) -> Table:
    return Table(
        key="facts",
        title="Facts written in the plan",
        columns=(
            Column(label="Fact", weight=6),
            Column(label="As written", weight=4),
            Column(label="Low end", kind="number"),
            Column(label="High end", kind="number"),
            Column(label="Unit", weight=0),
            Column(label="Origin", weight=0),
            Column(label="Line", kind="number"),
            Column(label="Source or evidence", weight=4),
        ),
        rows=tuple(
            (
                fact["words"],
                fact["given"],
                fact["low_printed"] or "",
                fact["high_printed"] or "",
                fact["unit"] or "",
                fact["origin"],
                "" if fact["line"] is None else str(fact["line"]),
                fact["source"] or "",
            )
            for fact in facts
        ),
        note="Facts of an action, practice, point or water begin with its name.",
    )


def _following(facts: list[Any]) -> Table:
    return Table(
        key="derived-facts",
        title="Facts following from others",
        columns=(
            Column(label="Fact", weight=4),
            Column(label="Is", weight=2),
            Column(label="Low end", kind="number"),
            Column(label="High end", kind="number"),
            Column(label="Unit", weight=0),
            Column(label="From", weight=7),
        ),
        rows=tuple(
            (
                fact["words"],
                (fact["value"] or "") if fact["unit"] is None else "",
                fact["low_printed"] or "",
                fact["high_printed"] or "",
                fact["unit"] or "",
                "; ".join(plain_name(name) for name in fact["derived_from"]),
            )
            for fact in facts
        ),
    )


def not_asked_section(document: Document) -> Section | None:
    """Return the answers and exhibits that the plan gives and nothing asked for, most often slips of the pen."""
    found = document["not_asked"]
    if not found:
        return None
    text = "The plan gives these, and no finding used them. A key that is spelled otherwise is answered by nothing."
    return Section(
        key="not-asked",
        title="Given, but not asked here",
        blocks=(Paragraph(text=text), Bullets(items=tuple(_not_asked(item) for item in found))),
    )


def _not_asked(item: Any) -> str:
    line = f" (line {item['line']})" if item["line"] else ""
    near = f"; did you mean {item['nearest']}?" if item["nearest"] else ""
    return f"{item['field']}{line}{near}"


def reading_section(document: Document) -> Section:
    """Return how to read a memo."""
    rows = (
        ("met", "The facts show it, over everything that the written numbers stand for."),
        ("not met", "The facts show that it is not."),
        ("cannot tell", "A fact is missing, or a rounded number straddles the threshold; what to write is named."),
        ("for judgment", "The text leaves it to the District, on the evidence named."),
        ("not applicable", "It was looked at and does not bear on this plan."),
        ("provisional", "It rests on content that is not the adopted text; it is no finding of compliance."),
    )
    return Section(
        key="reading",
        title="How to read this memo",
        blocks=(
            Terms(title="Outcomes", rows=rows),
            Paragraph(
                lead="Provisions",
                text="are named by their number in the edition and told in our own words; the adopted text governs.",
            ),
            Paragraph(
                lead="Numbers",
                text="are exact where they are compared. Required volumes are printed rounded up, provided ones down. "
                "1 ac = 43,560 sf; 1 in over 1 ac = 3,630 cf; 1 ac-ft = 43,560 cf; 1 day = 24 h.",
            ),
            Paragraph(
                lead="The same figures",
                text="stand in memo.html, in memo-letter.pdf and memo-11x17.pdf, in assessment.json, which also holds "
                "each exact number, and in the tables as CSV.",
            ),
        ),
    )


def signature_section(document: Document) -> Section:
    """Return the certification that the plan records, and the blocks that are left to be signed by hand."""
    return Section(
        key="signatures",
        title="Certification",
        blocks=(
            *certification_blocks(document["plan"]["certification"], title="plan", what="The plan assessed here was"),
            Signature(
                title="Review",
                statement="Reviewed for the District. This memo is an assessment, not the District's decision.",
                lines=("Name", "Signature", "Date"),
            ),
        ),
    )


def certification_blocks(record: Document | None, *, title: str, what: str) -> tuple[Block, ...]:
    """Return the certification that a plan records, and the block that its engineer signs by hand for `what`."""
    signature = Signature(
        title=f"Engineer's certification of the {title}",
        statement=f"{what} prepared by me or under my direct supervision, and I am a licensed Professional Engineer "
        "under the laws of the State of Minnesota.",
        lines=("Name", "Signature", "Date", "Licence number"),
    )
    if record is None:
        return Paragraph(text="The plan records no engineer's certification."), signature
    rows = (
        ("Engineer", record["engineer"]),
        ("Licence number", record["licence"]),
        ("Date", record["date"]),
        ("Signature file sha256", record["signature_sha256"]),
    )
    recorded = Terms(
        title="Certification that the plan records", rows=tuple((name, told or "not given") for name, told in rows)
    )
    return recorded, signature
