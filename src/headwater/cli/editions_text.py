"""The editions, as a list and as a document: when each governs, its hash, and the status of every provision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from headwater.cli.choosing import known_editions
from headwater.editions.registry import SUPPLIED, load_edition


def editions_document() -> dict[str, Any]:
    """Return every edition that is known, those at hand with their provisions and readings."""
    return {"document": "editions", "version": 1, "editions": [_edition(*span) for span in known_editions()]}


def _edition(key: str, first: str, last: str) -> dict[str, Any]:
    head: dict[str, Any] = {"key": key, "from": first, "to": last, "supplied": key in SUPPLIED}
    if key not in SUPPLIED:
        return head
    edition = load_edition(key)
    return head | {
        "title": edition.title,
        "sha256": edition.content_hash,
        "provisional_content": edition.provisional_title,
        "provisions": [
            {"id": item.id, "kind": item.kind, "status": item.status, "gist": item.gist}
            for item in edition.provisions.values()
        ],
        "tables": [
            {"id": table.id, "title": table.title, "hit": table.hit, "rows": list(table.rows)}
            for table in edition.tables.values()
        ],
        "readings": [
            {
                "id": reading.id,
                "provisions": list(reading.provisions),
                "question": reading.question,
                "default": reading.default,
                "choices": {choice: item.gist for choice, item in reading.choices.items()},
                "taken": edition.taken[reading.id],
                "why": reading.why,
            }
            for reading in edition.readings.values()
        ],
    }


def render_editions(document: Mapping[str, Any]) -> str:
    """Return the list for a terminal."""
    lines = []
    for edition in document["editions"]:
        span = f"{edition['from']} to {edition['to']}"
        if not edition["supplied"]:
            lines.append(f"{edition['key']:<11} {span:<25} edition not supplied")
            continue
        lines.append(f"{edition['key']:<11} {span:<25} {edition['title']}")
        counts = Counter(item["status"] for item in edition["provisions"])
        said = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
        lines.append(f"{'':<11} {len(edition['provisions'])} provisions: {said}")
        lines.append(f"{'':<11} {len(edition['readings'])} readings; sha256 {edition['sha256'][:16]}")
        if edition["provisional_content"]:
            lines.append(f"{'':<11} provisional: {edition['provisional_content']}")
    return "\n".join(lines) + "\n"
