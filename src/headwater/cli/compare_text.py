"""Comparisons on a terminal: one plan under every edition, and two plans under one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from headwater.cli.check_text import labelled, wrapped

Document = Mapping[str, Any]
COLUMN = 13


def render_comparison(document: Document) -> str:
    """Return a plan under every edition as text: a block for each, the governing one marked."""
    lines = [*wrapped(str(document["plan"]["name"])), document["statement"]]
    if document["plan"]["note"]:
        lines += wrapped(f"NOTE: {document['plan']['note']}")
    for edition in document["editions"]:
        lines += ["", *_edition(edition)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _edition(edition: Document) -> Iterator[str]:
    governs = "  <- governs this plan" if edition["governs"] else ""
    if not edition["supplied"]:
        yield f"{edition['key']:<{COLUMN}} EDITION NOT SUPPLIED: its text is not at hand{governs}"
        return
    yield f"{edition['key']:<{COLUMN}} {edition['permit_words'].upper()}{governs}"
    if edition["provisional"]:
        yield from labelled("", f"PROVISIONAL: parts rest on {edition['provisional_content']}")
    for line in edition["why"]:
        yield from labelled("", line)
    for beside in edition["provisional_outcome"]:
        said = "a permit" if beside["permit"] else "no permit"
        yield from labelled("", f"with the switched-off provisional rows: {said} ({', '.join(beside['rows'])})")
    required = edition["required_volume_printed"]
    if required is None:
        yield from labelled("volume", f"required: {edition['required_volume_note']}")
    else:
        provided = edition["provided_volume_printed"]
        yield from labelled(
            "volume", f"required {required} cf, provided {'unknown' if provided is None else provided + ' cf'}"
        )
    for outcome, label in (("not_met", "not met"), ("cannot_tell", "cannot tell"), ("for_judgment", "to judge")):
        if edition[outcome]:
            yield from labelled(label, f"{len(edition[outcome])}: {', '.join(edition[outcome])}")
    if edition["rests_on"]:
        yield from labelled("rests on", ", ".join(edition["rests_on"]))


def render_diff(document: Document) -> str:
    """Return what changed between two plans as text: facts first, then what is owed, then findings."""
    lines = [
        *wrapped(f"{document['old']['name']}  ->  {document['new']['name']}"),
        f"{document['edition_title']} ({document['edition']})",
        document["statement"],
        "",
    ]
    if not document["facts"]:
        lines.append("No fact changed.")
    else:
        lines.append(f"FACTS CHANGED ({len(document['facts'])})")
        for item in document["facts"]:
            follows = ", which follows" if item["derived"] else ""
            lines += wrapped(
                f"{item['field']}: {_fact(item['old'])} -> {_fact(item['new'])}{follows}", indent=6, first="  "
            )
    if document["owed"]:
        lines += ["", "WHAT IS OWED CHANGED"]
        for item in document["owed"]:
            lines += wrapped(
                f"{item['what'].replace('_', ' ')}: {_value(item['old'])} -> {_value(item['new'])}",
                indent=6,
                first="  ",
            )
    lines.append("")
    if not document["findings"]:
        lines.append("No finding changed.")
    else:
        lines.append(f"FINDINGS CHANGED ({len(document['findings'])})")
        for item in document["findings"]:
            lines += _finding(item)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _finding(item: Document) -> Iterator[str]:
    name = f"{item['provision']} [{item['item']}]" if item["item"] else str(item["provision"])
    if item["outcome_changed"]:
        change = f"{item['old'] or 'not judged'} -> {item['new'] or 'not judged'}"
    else:
        change = f"{item['new']}, by other facts"
    yield from wrapped(f"{name}  {change}: {item['gist']}", indent=6, first="  ")
    for line in item["new_arithmetic"]:
        if line not in item["old_arithmetic"]:
            yield from wrapped(line, indent=6)


def _fact(fact: Document | None) -> str:
    if fact is None:
        return "not there"
    if fact["given"] is not None:
        return str(fact["given"])
    if fact["value"] is not None:
        return f"{fact['value']} {fact['unit'] or ''}".rstrip()
    return "unknown"


def _value(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(value) or "none"
    return "none" if value is None else str(value)
