"""How an assessment stands when it is varied, as plain values, from which text, JSON and drawings are made."""

from __future__ import annotations

from typing import Any, Final

from headwater import __version__
from headwater.review.document import margin_document
from headwater.review.robustness.ranges import End, Range
from headwater.review.robustness.robustness import Robustness, Stood, Swing

VERSION: Final = 1
STANDINGS: Final = ("robust", "fragile", "failing", "open")
STATEMENT: Final = (
    "Each range is varied by itself; what two do together is not tried. A range whose basis is assumed is no "
    "measurement."
)


def robustness_document(found: Robustness) -> dict[str, Any]:
    """Return how every finding stands; the keys are listed in docs/reference/robustness-json.md."""
    findings = [_stood(one) for one in found.findings]
    counts = {name: sum(one["standing"] == name for one in findings) for name in STANDINGS}
    plan = found.assessment.plan
    return {
        "document": "robustness",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "statement": STATEMENT,
        "plan": {"name": plan.plan.text, "file": plan.file, "sha256": plan.sha256},
        "edition": found.assessment.edition.key,
        "ranges": [_range(one) for one in found.ranges],
        "without": [{"range": one.name, "because": because} for one, because in found.without],
        "counts": counts,
        "findings": findings,
        "exit_code": 1 if counts["failing"] else 2 if counts["fragile"] or counts["open"] else 0,
    }


def _range(one: Range) -> dict[str, Any]:
    return {"range": one.name, "title": one.title, "low": _end(one, one.low), "high": _end(one, one.high)}


def _end(one: Range, end: End) -> dict[str, Any]:
    return {"said": one.said(end), "basis": end.basis, "source": end.source}


def _stood(one: Stood) -> dict[str, Any]:
    return {
        "id": one.finding.id,
        "provision": one.finding.provision,
        "item": one.finding.item,
        "gist": one.finding.gist,
        "outcome": one.finding.outcome,
        "standing": one.standing,
        "margin": margin_document(one.margin),
        "swings": [_swing(swing) for swing in one.swings],
    }


def _swing(swing: Swing) -> dict[str, Any]:
    ends = [
        {
            "said": swing.of.said(end),
            "basis": end.basis,
            "outcome": outcome,
            "margin": margin_document(margin),
        }
        for end, outcome, margin in zip((swing.of.low, swing.of.high), swing.outcomes, swing.margins, strict=True)
    ]
    return {"range": swing.of.name, "title": swing.of.title, "turns": swing.turns, "low": ends[0], "high": ends[1]}
