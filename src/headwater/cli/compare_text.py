"""A plan under several editions, and two plans under one, on a terminal.

Made from the documents alone, so that it carries the same figures as every other output.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from headwater.cli.check_text import WIDTH, labelled, not_judged, wrapped
from headwater.rules.judging import requirement_words

Document = Mapping[str, Any]
LABEL: Final = 14
GAP: Final = 2


def render_comparison(document: Document) -> str:
    """Return the comparison as text: one column for each edition."""
    editions = document["editions"]
    lines = [*wrapped(str(document["plan"]["name"])), document["statement"], ""]
    rows: list[tuple[str, Callable[[Document], list[str]]]] = [
        ("", lambda edition: [edition["edition"], _days(edition)]),
        ("PERMIT", lambda edition: [edition["permit_words"]]),
        ("APPLIES", lambda edition: [_requirement(item) for item in edition["requirements"]] or ["nothing"]),
        ("VOLUME", _volume),
        ("NOT MET", lambda edition: _counted(edition, "not_met")),
        ("CANNOT TELL", lambda edition: [str(edition["counts"]["cannot_tell"])]),
        ("FOR JUDGMENT", lambda edition: [str(edition["counts"]["for_judgment"])]),
        ("PROVISIONAL", _provisional),
    ]
    width = max(16, (WIDTH - LABEL) // max(1, len(editions)) - GAP)
    for label, say in rows:
        # An edition that is not at hand says so once, beside the permit, and nothing else.
        supplied = [edition["supplied"] or label in ("", "PERMIT") for edition in editions]
        cells = [say(edition) if told else ["-"] for edition, told in zip(editions, supplied, strict=True)]
        lines += _grid(label, cells, width)
    lines += not_judged(document)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _grid(label: str, cells: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield one row of the table, each cell wrapped in its column."""
    wrapped_cells = [[line for text in cell for line in _cell(text, width)] for cell in cells]
    for number in range(max(map(len, wrapped_cells), default=0)):
        parts = [cell[number] if number < len(cell) else "" for cell in wrapped_cells]
        yield f"{label if number == 0 else '':<{LABEL}}" + "".join(f"{part:<{width + GAP}}" for part in parts)
    yield ""


def _cell(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width=width, subsequent_indent="  ", break_on_hyphens=False) or [""]


def _days(edition: Document) -> str:
    return f"{edition['from'] or '?'} to {edition['to'] or 'open'}"


def _requirement(item: Document) -> str:
    measure = item["scope"].replace("_", " ")
    if item["baseline"] != "existing":
        measure += f", against {item['baseline']}"
    return f"{item['id']} ({measure}){'' if item['applies'] else ' - open'}"


def _volume(edition: Document) -> list[str]:
    if edition["required_volume_printed"] is None:
        return [str(edition["required_volume_note"])]
    provided = edition["provided_volume_printed"]
    return [
        f"required {edition['required_volume_printed']} cf",
        f"provided {'unknown' if provided is None else provided + ' cf'}",
    ]


def _counted(edition: Document, outcome: str) -> list[str]:
    named = [finding["id"] + (f" [{finding['item']}]" if finding["item"] else "") for finding in edition[outcome]]
    return [str(edition["counts"][outcome]), *named]


def _provisional(edition: Document) -> list[str]:
    count = edition["provisional_findings"]
    said = [f"{count} findings rest on {edition['provisional_content']}" if count else "none"]
    for beside in edition["provisional_outcome"]:
        duties = ", ".join(f"{item['id']} ({item['scope'].replace('_', ' ')})" for item in beside["requirements"])
        permit = "a permit would be needed" if beside["permit"] else "no permit would be needed"
        said.append(f"{beside['action']}, with switched-off rows: {permit}{'; ' + duties if duties else ''}")
    return said


# ---- two plans -------------------------------------------------------------------------------------------------------


def render_difference(document: Document) -> str:
    """Return what changed between two plans as text: facts, then findings."""
    lines = [
        *labelled("OLD", _named(document["old"])),
        *labelled("NEW", _named(document["new"])),
        f"{document['edition_title']} ({document['edition']})",
        document["statement"],
    ]
    if not document["changed"]:
        lines += ["", "Nothing changed: the two state the same facts, and everything comes out the same."]
    else:
        lines += [*_facts(document), *_owed(document), *_findings(document)]
    lines += ["", *not_judged(document)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _named(plan: Document) -> str:
    return f"{plan['name']} ({plan['file']})" if plan["file"] else str(plan["name"])


def _facts(document: Document) -> Iterator[str]:
    stated = [change for change in document["facts"] if change["stated"]]
    derived = [change for change in document["facts"] if not change["stated"]]
    if stated or document["items"]:
        yield ""
        yield f"FACTS CHANGED ({len(stated) + len(document['items'])})"
    for item in document["items"]:
        yield from wrapped(f"{item['kind']} {item['id']} {item['change']}", indent=6, first="  ")
    for change in stated:
        yield from wrapped(f"{change['field']}: {_from_to(change)}", indent=6, first="  ")
    if derived:
        yield ""
        yield f"AND WHAT FOLLOWS FROM THEM ({len(derived)})"
        for change in derived:
            yield from wrapped(f"{change['fact']}: {_from_to(change)}", indent=6, first="  ")


def _from_to(change: Document) -> str:
    if change["old_words"] == change["new_words"]:
        return f"{change['old_words']}, whose origin, source or span changed"
    said = f"{change['old_words']} -> {change['new_words']}"
    return f"{said} (the same number, written otherwise)" if change["same_number"] else said


def _owed(document: Document) -> Iterator[str]:
    permit, volume = document["permit"], document["required_volume"]
    provided = document["provided_volume"]
    if not (permit["changed"] or document["requirements"] or volume["changed"] or provided["changed"]):
        return
    yield ""
    yield "WHAT IS OWED CHANGED"
    if permit["changed"]:
        yield from wrapped(f"permit: {permit['old_words']} -> {permit['new_words']}", indent=6, first="  ")
    for change in document["requirements"]:
        old, new = (_measure(change[side]) for side in ("old", "new"))
        yield from wrapped(
            f"{requirement_words(change['id'])} [{change['action']}]: {old} -> {new}", indent=6, first="  "
        )
    for name, figures in (("required volume", volume), ("provided volume", provided)):
        if figures["changed"]:
            old, new = (_volume_words(figures, side) for side in ("old", "new"))
            yield from wrapped(f"{name}: {old} -> {new}", indent=6, first="  ")


def _measure(measure: Document | None) -> str:
    if measure is None:
        return "not required"
    baseline = "" if measure["baseline"] == "existing" else f", against {measure['baseline']}"
    return f"{measure['scope'].replace('_', ' ')}{baseline}"


def _volume_words(figures: Document, side: str) -> str:
    printed = figures[f"{side}_printed"]
    return f"{printed} cf" if printed is not None else str(figures.get(f"{side}_note") or "unknown")


def _findings(document: Document) -> Iterator[str]:
    yield ""
    if not document["findings"]:
        yield "FINDINGS: every one comes out as before."
        return
    yield f"FINDINGS CHANGED ({len(document['findings'])})"
    for change in document["findings"]:
        item = f" [{change['item']}]" if change["item"] else ""
        old, new = (_outcome(change[side]) for side in ("old", "new"))
        yield from wrapped(f"{old} -> {new}", indent=6, first=f"  {change['id']}{item}  ")
        yield from wrapped(change["gist"], indent=6)
        for line in change["new"]["arithmetic"]:
            yield from wrapped(line, indent=6)


def _outcome(side: Document) -> str:
    row = f" by {side['row']}" if side["row"] else ""
    return f"{side['words']}{row}"
