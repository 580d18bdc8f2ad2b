"""What an assessment rests on: readings of the text, rulings on them, and content that is provisional."""

from __future__ import annotations

from headwater.reports.model import Block, Cell, Column, Paragraph, Section, Table
from headwater.reports.wording import SCOPES, Document, Finding, counted, distinct, listed, mark_of, other_words, place

MOST_NAMED = 4


def rests_on_provisional(document: Document) -> bool:
    """Return whether anything in the assessment rests on provisional content."""
    return bool(document["permit_provisional"]) or any(finding["provisional"] for finding in document["findings"])


def volume_is_provisional(document: Document) -> bool:
    """Return whether what is required or what is provided rests on provisional content."""
    return bool(document["permit_provisional"]) or any(row["provisional"] for row in document["tables"]["credits"])


def has_provisional(document: Document) -> bool:
    """Return whether there is provisional content to tell of."""
    return rests_on_provisional(document) or bool(document["provisional_outcome"])


# ---- readings --------------------------------------------------------------------------------------------------------


def readings_section(document: Document) -> Section:
    """Return every reading on which an outcome rests, with the other choice, what it would change, and who ruled."""
    readings = {item["reading"]: item for item in document["rests_on"]}
    owed = {reading: [f"owed: {item['other_outcome']}"] for reading, item in readings.items()}
    changed: dict[str, list[tuple[str, str]]] = {}
    for finding in document["findings"]:
        for item in finding["rests_on"]:
            readings.setdefault(item["reading"], item)
            about = f" [{finding['item']}]" if finding["item"] else ""
            words = f"{other_words(finding, item)} (now {mark_of(finding).words})"
            if other_words(finding, item) == mark_of(finding).words:
                words = f"{mark_of(finding).words}, by other arithmetic"
            changed.setdefault(item["reading"], []).append((words, f"{place(finding)}{about}"))
    rows = tuple(
        (
            reading,
            item["question"],
            item["choice_gist"],
            item["other_gist"],
            "; ".join([*owed.get(reading, []), *_grouped(changed.get(reading, []))]),
        )
        for reading, item in readings.items()
    )
    other = " other" if document["readings_not_tried"] else ""
    blocks: list[Block] = [Paragraph(text=f"Taking any one{other} reading the other way changes no outcome here.")]
    if rows:
        text = "The text can be read in two ways in each of these places, and the choice decides an outcome here."
        blocks = [Paragraph(text=text), _readings_table(rows)]
    if document["readings_not_tried"]:
        names = ", ".join(document["readings_not_tried"])
        tried = "While so many facts are open, the other choice of these was not tried, or not in every way"
        blocks.append(Paragraph(text=f"{tried}: {names}."))
    if document["rulings"]:
        blocks.append(_rulings_table(document))
    return Section(key="readings", title="What rests on a reading of the text", blocks=tuple(blocks))


def _grouped(changed: list[tuple[str, str]]) -> list[str]:
    """Return one text for each way in which findings come out; many findings are counted, not named."""
    lines = []
    for words in distinct(said for said, _ in changed):
        places = distinct(where for said, where in changed if said == words)
        named = listed(places) if len(places) <= MOST_NAMED else f"{len(places)} findings, {places[0]} the first"
        lines.append(f"{named}: {words}")
    return lines


def _readings_table(rows: tuple[tuple[Cell, ...], ...]) -> Table:
    return Table(
        key="readings",
        title="Readings, and what the other choice would change",
        columns=(
            Column(label="Reading", weight=0),
            Column(label="Question", weight=3),
            Column(label="Taken here", weight=3),
            Column(label="The other choice", weight=3),
            Column(label="With the other choice", weight=5),
        ),
        rows=rows,
    )


def _rulings_table(document: Document) -> Table:
    return Table(
        key="rulings",
        title="Rulings by which readings are taken here",
        columns=(
            Column(label="Reading", weight=0),
            Column(label="Question", weight=3),
            Column(label="Ruled", weight=3),
            Column(label="For cases received from", weight=2),
            Column(label="By", weight=2),
            Column(label="Because", weight=4),
        ),
        rows=tuple(
            (item["reading"], item["question"], item["choice_gist"], item["since"], item["by"], item["because"])
            for item in document["rulings"]
        ),
    )


# ---- provisional content ---------------------------------------------------------------------------------------------


def provisional_section(document: Document) -> Section:
    """Return what rests on content that is not the adopted text, by its basis."""
    blocks: list[Block] = []
    found: list[Finding] = [finding for finding in document["findings"] if finding["provisional"]]
    if found:
        text = (
            "These outcomes rest on content that is not the adopted text. They show what would follow from it, and are "
            "no findings of compliance."
        )
        blocks += [Paragraph(text=text), _bases_table(found)]
    for beside in document["provisional_outcome"]:
        duties = listed(
            [f"{item['id']} over {SCOPES.get(item['scope'], item['scope'])}" for item in beside["requirements"]]
        )
        said = "a permit would be needed" if beside["permit"] else "no permit would be needed"
        blocks.append(
            Paragraph(
                lead=f"{beside['action']}, with the provisional rows switched on:",
                text=f"{said}; {duties or 'no requirement'} ({', '.join(beside['rows'])}).",
            )
        )
    return Section(key="provisional", title="What rests on provisional content", blocks=tuple(blocks))


def _bases_table(found: list[Finding]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for basis in distinct(finding["basis"] or "not stated" for finding in found):
        resting = [finding for finding in found if (finding["basis"] or "not stated") == basis]
        papers = [finding for finding in resting if finding["kind"] == "exhibit"]
        said = _grouped([_resting(finding) for finding in resting if finding["kind"] != "exhibit"])
        if papers:
            said.append(f"{counted(len(papers), 'exhibit', 'exhibits')}, in the checklist")
        rows.append((basis, "; ".join(said)))
    return Table(
        key="provisional",
        title="Provisional content, and the outcomes that rest on it",
        columns=(Column(label="Basis", weight=4), Column(label="Outcomes", weight=7)),
        rows=tuple(rows),
    )


def _resting(finding: Finding) -> tuple[str, str]:
    about = f" [{finding['item']}]" if finding["item"] else ""
    return mark_of(finding).words, f"{place(finding)}{about}"
