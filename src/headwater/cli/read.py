"""`headwater read`: what a file handed in says, and what became of every line of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from headwater import __version__
from headwater.cli.check_text import wrapped
from headwater.cli.screen import json_text
from headwater.intake.handed import Handed
from headwater.intake.handed_plan import section_text
from headwater.intake.ledger import VERDICTS, Ledger
from headwater.intake.reading import read_handed
from headwater.intake.yaml_text import ListNode

VERSION: Final = 1
SHOWN: Final = 20
MODEL_LISTS: Final = ("subcatchments", "ponds", "reaches", "links", "outfalls")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the command line asks for."""

    file: Path
    kind: str | None
    section: str | None
    datum: str
    ledger: bool
    as_json: bool


def read(asked: Asked) -> tuple[str, int]:
    """Return what is printed, and the exit code: 0 every line understood, 2 some not."""
    handed = read_handed(asked.file, kind=asked.kind)
    code = 2 if handed.ledger.count("not understood") else 0
    if asked.section is not None:
        return section_text(handed, condition=asked.section, datum=asked.datum), code
    document = handed_document(handed, code)
    if asked.as_json:
        return json_text(document), code
    return "\n".join(_lines(document, handed.ledger, whole=asked.ledger)) + "\n", code


def handed_document(handed: Handed, exit_code: int) -> dict[str, Any]:
    """Return what a file says as plain values; the keys are listed in docs/reference/handed-json.md."""
    ledger = handed.ledger
    return {
        "document": "handed",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "file": handed.file,
        "sha256": handed.sha256,
        "kind": handed.kind,
        "program": handed.program,
        "title": handed.title,
        "condition": handed.condition,
        "counts": {verdict.replace(" ", "_"): ledger.count(verdict) for verdict in VERDICTS},
        "lines": len(ledger.lines),
        "model": _model(handed),
        "claims": [
            {
                "element": claim.element,
                "storm": claim.storm,
                "quantity": claim.quantity,
                "text": claim.text,
                "line": claim.line,
                "page": claim.page,
            }
            for claim in handed.claims
        ],
        "remarks": [
            {"code": remark.code, "line": remark.line, "element": remark.element, "text": remark.message}
            for remark in handed.remarks
        ],
        "ledger": [
            {
                "line": line.number,
                "page": ledger.page_of(line.number),
                "verdict": line.verdict,
                "said": line.said,
                "text": line.text,
            }
            for line in ledger.lines
        ],
        "exit_code": exit_code,
    }


def _model(handed: Handed) -> dict[str, int] | None:
    if handed.model is None:
        return None
    lists = {name: handed.model.entries.get(name) for name in MODEL_LISTS}
    counts = {name: len(node.items) if isinstance(node, ListNode) else 0 for name, node in lists.items()}
    storms = handed.section.entries.get("storms") if handed.section is not None else None
    return {**counts, "storms": len(storms.items) if isinstance(storms, ListNode) else 0}


def _lines(document: dict[str, Any], ledger: Ledger, *, whole: bool) -> Iterator[str]:
    yield from wrapped(document["title"] or document["file"])
    by = f", by {document['program']}" if document["program"] else ""
    yield from wrapped(f"{document['kind']}{by}; {document['file']}")
    if document["model"] is not None:
        counts = [f"{name} {count}" for name, count in document["model"].items() if count]
        yield from wrapped(", ".join(counts) or "no nodes", indent=9, first="MODEL    ")
    if document["claims"]:
        elements = len({claim["element"] for claim in document["claims"]})
        yield f"CLAIMS   {len(document['claims'])} printed results of {elements} elements"
    counts = document["counts"]
    yield (
        f"LEDGER   {document['lines']:,} lines: {counts['used']:,} used, {counts['ignored']:,} ignored, "
        f"{counts['not_understood']:,} not understood"
    )
    if document["remarks"]:
        yield ""
        yield f"REMARKS ({len(document['remarks'])})"
        for remark in document["remarks"][:SHOWN]:
            where = "" if remark["line"] is None else f"line {_place(ledger, remark['line'])}: "
            yield from wrapped(f"{where}{remark['text']} ({remark['code']})", indent=6, first="  ")
        if len(document["remarks"]) > SHOWN:
            yield f"  and {len(document['remarks']) - SHOWN} more"
    shown = ledger.lines if whole else ledger.of("not understood")
    if shown:
        yield ""
        yield "EVERY LINE" if whole else f"NOT UNDERSTOOD ({len(shown)})"
        for line in shown if whole else shown[:SHOWN]:
            place = _place(ledger, line.number)
            yield from wrapped(
                f"{line.text.strip()[:60]}  [{line.verdict}: {line.said}]", indent=14, first=f"  {place:<11} "
            )
        if not whole and len(shown) > SHOWN:
            yield f"  and {len(shown) - SHOWN} more; --ledger shows every line"


def _place(ledger: Ledger, number: int) -> str:
    """Return the number of a line, with its page in a file of pages."""
    page = ledger.page_of(number)
    return f"{number}" if page is None else f"{number} (page {page})"
