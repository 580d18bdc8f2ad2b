"""A crosscheck as plain values, from which the terminal, JSON and the request for information are made."""

from __future__ import annotations

from typing import Any, Final

from headwater import __version__
from headwater.plan.submitted import Submitted
from headwater.review.crosscheck.crosscheck import Conflict, Crosscheck
from headwater.review.crosscheck.items import Place, kinds

VERSION: Final = 1
STATEMENT: Final = (
    "Where the plan and the files handed in beside it contradict each other. A request is drafted and not sent; the "
    "District decides."
)


def crosscheck_document(found: Crosscheck) -> dict[str, Any]:
    """Return a crosscheck as plain values; the keys are listed in docs/reference/crosscheck-json.md."""
    return {
        "document": "crosscheck",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "statement": STATEMENT,
        "plan": {"name": found.plan.plan.text, "file": found.plan.file, "sha256": found.plan.sha256},
        "edition": found.edition.key,
        "edition_title": found.edition.title,
        "files": [_file(one) for one in found.files],
        "items": [_item(conflict, found) for conflict in found.conflicts],
        "unused": [{"file": file, "because": because} for file, because in found.unused],
        "exit_code": 1
        if any(kinds()[one.item.code].grade == "error" for one in found.conflicts)
        else 2
        if found.conflicts
        else 0,
    }


def _file(submitted: Submitted) -> dict[str, Any]:
    return {
        "file": submitted.file,
        "sha256": submitted.sha256,
        "kind": submitted.kind,
        "program": submitted.program,
        "condition": submitted.condition,
        "claims": len(submitted.claims),
        "not_understood": list(submitted.not_understood),
        "remarks": [
            {"code": remark.code, "line": remark.line, "element": remark.element, "text": remark.message}
            for remark in submitted.remarks
        ],
    }


def _item(conflict: Conflict, found: Crosscheck) -> dict[str, Any]:
    item = conflict.item
    kind = kinds()[item.code]
    return {
        "code": item.code,
        "grade": kind.grade,
        "title": kind.title,
        "element": item.element,
        "provision": kind.provisions.get(found.edition.key),
        "facts": list(item.facts),
        "where": [_place(place) for place in item.where],
        "found": item.found,
        "satisfied_by": kind.satisfied_by,
        "words": kind.words.format(found=item.found),
        "moves": [
            {"finding": one.finding, "item": one.item, "outcome": one.outcome, "instead": one.instead}
            for one in conflict.moved
        ],
        "tried": conflict.tried,
    }


def _place(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "page": place.page, "field": place.field, "says": place.says}
