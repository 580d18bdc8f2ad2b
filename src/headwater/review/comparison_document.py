"""A comparison and a difference as documents: plain values, from which the terminal and JSON are made.

The keys change only with `VERSION`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, Final

from headwater import __version__
from headwater.plan import Plan
from headwater.review.assessment import Assessment
from headwater.review.comparison import (
    NOT_SUPPLIED,
    Column,
    Comparison,
    Difference,
    FactChange,
    FindingChange,
    RequirementChange,
)
from headwater.review.document import (
    STATEMENT,
    assessment_document,
    fact_document,
    finding_words,
    permit_words,
    required_note,
)
from headwater.review.naming import plan_field
from headwater.rules.fact import Fact
from headwater.rules.finding import Finding
from headwater.units import format_exact, format_plain, rounded_down, rounded_up
from headwater.window import Window

VERSION: Final = 1
OUTCOMES: Final = ("not_met", "cannot_tell", "for_judgment", "met", "not_applicable")


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain values."""
    return {
        "document": "comparison",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "statement": STATEMENT,
        "not_judged": _not_judged(comparison),
        "plan": _plan(comparison.plan),
        "editions": [_column(column) for column in comparison.columns],
    }


def _not_judged(comparison: Comparison) -> list[str]:
    """Return the District's rules that none of the editions judges, each once."""
    at_hand = (column.assessment for column in comparison.columns if column.assessment is not None)
    return list(dict.fromkeys(rule for assessment in at_hand for rule in assessment.edition.not_judged))


def _plan(plan: Plan) -> dict[str, Any]:
    return {
        "name": plan.plan.value,
        "file": plan.file,
        "sha256": plan.sha256,
        "received": plan.received.value.isoformat() if plan.received else None,
    }


def _column(column: Column) -> dict[str, Any]:
    head: dict[str, Any] = {
        "edition": column.key,
        "from": column.first_day,
        "to": column.last_day,
        "supplied": column.assessment is not None,
    }
    if column.assessment is None:
        return {**head, "permit_words": NOT_SUPPLIED}
    whole = assessment_document(column.assessment)
    kept = (
        "edition_title", "edition_sha256", "overlay", "provisional_content", "permit_required", "permit_provisional",
        "permit_words", "why", "not_all_ways", "requirements", "required_volume_cf", "required_volume_printed",
        "required_volume_note",
        "provided_volume_cf", "provided_volume_printed", "surplus_volume_cf", "surplus_volume_printed",
        "provisional_outcome", "counts",
    )  # fmt: skip
    by_outcome = {
        outcome: [
            {
                "id": finding["id"],
                "item": finding["item"],
                "gist": finding["gist"],
                "provisional": finding["provisional"],
            }
            for finding in whole["findings"]
            if finding["outcome"] == outcome
        ]
        for outcome in ("not_met", "cannot_tell", "for_judgment")
    }
    provisional = sum(finding["provisional"] for finding in whole["findings"])
    return {**head, **{key: whole[key] for key in kept}, **by_outcome, "provisional_findings": provisional}


# ---- two plans -------------------------------------------------------------------------------------------------------


def difference_document(difference: Difference) -> dict[str, Any]:
    """Return what changed between two plans as plain values: facts, then what is owed, then findings."""
    edition = difference.new.edition
    required, provided = difference.volumes_cf
    return {
        "document": "difference",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "statement": STATEMENT,
        "not_judged": list(edition.not_judged),
        "edition": edition.key,
        "edition_title": edition.title,
        "edition_sha256": edition.content_hash,
        "overlay": edition.overlay,
        "provisional_content": edition.provisional_title,
        "old": _plan(difference.old.plan),
        "new": _plan(difference.new.plan),
        "changed": not difference.is_empty,
        "items": [{"kind": kind, "id": item, "change": change} for kind, item, change in difference.items],
        "facts": [_fact_change(change) for change in difference.facts],
        "permit": {
            "old": difference.permit[0],
            "new": difference.permit[1],
            "old_words": permit_words(difference.old),
            "new_words": permit_words(difference.new),
            "changed": permit_words(difference.old) != permit_words(difference.new),
        },
        "requirements": [_requirement(change) for change in difference.requirements],
        "required_volume": {
            **_volumes(required, rounded_up),
            "old_note": required_note(difference.old.required_volume_cf),
            "new_note": required_note(difference.new.required_volume_cf),
        },
        "provided_volume": _volumes(provided, rounded_down),
        "findings": [_finding_change(change) for change in difference.findings],
        "counts": {"old": _counts(difference.old), "new": _counts(difference.new)},
    }


def _fact_change(change: FactChange) -> dict[str, Any]:
    exact = [None if fact is None else _exact_of(fact) for fact in (change.old, change.new)]
    return {
        "fact": change.name,
        "field": plan_field(change.name),
        "stated": change.stated,
        "old": None if change.old is None else fact_document(change.old),
        "new": None if change.new is None else fact_document(change.new),
        "old_words": _fact_words(change.old),
        "new_words": _fact_words(change.new),
        # "1.2 ac" for "1.20 ac" is the same number, and stands for more values.
        "same_number": exact[0] is not None and exact[0] == exact[1],
    }


def _exact_of(fact: Fact) -> str | None:
    document = fact_document(fact)
    return None if document["value"] is None else str(document["value"])


def _fact_words(fact: Fact | None) -> str:
    """Return a fact as written, or what it follows to be."""
    if fact is None:
        return "not there"
    document = fact_document(fact)
    if fact.given is not None:
        return fact.given
    if isinstance(fact.region, Window):
        written = fact.region.written
        return "unknown" if written is None else f"{format_plain(written)} {document['unit']}".rstrip()
    return document["value"] or "unknown"


def _requirement(change: RequirementChange) -> dict[str, Any]:
    def side(measure: tuple[str, str] | None) -> dict[str, str] | None:
        return None if measure is None else {"scope": measure[0], "baseline": measure[1]}

    return {"id": change.requirement, "action": change.action, "old": side(change.old), "new": side(change.new)}


def _volumes(volumes: tuple[Fraction | None, Fraction | None], printed: Any) -> dict[str, Any]:
    old, new = volumes
    return {
        "old_cf": None if old is None else format_exact(old),
        "new_cf": None if new is None else format_exact(new),
        "old_printed": None if old is None else printed(old),
        "new_printed": None if new is None else printed(new),
        "change_cf": None if old is None or new is None else format_exact(new - old),
        "changed": old != new,
    }


def _finding_change(change: FindingChange) -> dict[str, Any]:
    found = change.new or change.old
    assert found is not None
    return {
        "id": change.id,
        "provision": found.provision,
        "item": change.item,
        "kind": change.kind,
        "gist": found.gist,
        "old": _side(change.old),
        "new": _side(change.new),
    }


def _side(finding: Finding | None) -> dict[str, Any]:
    if finding is None:
        return {"outcome": "not_applicable", "words": "not judged", "row": None, "arithmetic": []}
    return {
        "outcome": finding.outcome,
        "words": finding_words(finding),
        "row": finding.row,
        "arithmetic": list(finding.arithmetic),
    }


def _counts(assessment: Assessment) -> dict[str, int]:
    counted = Counter(finding.outcome for finding in assessment.findings)
    return {outcome: counted[outcome] for outcome in OUTCOMES}
