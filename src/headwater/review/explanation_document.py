"""An explanation as a document: one mapping of plain values, from which the terminal and JSON are made.

Nothing is computed here that an explanation does not hold. Numbers are exact, as texts; beside them stand the words in
which they are printed. The keys change only with `VERSION`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from headwater import __version__
from headwater.review.document import (
    STATEMENT,
    finding_document,
    margin_document,
    permit_words,
    rounding_notes,
    why,
)
from headwater.review.explanation import ExplainedFinding, ExplainedRow, Explanation
from headwater.review.flips import Flip, Flips, Step
from headwater.review.naming import plain_name, plan_fields
from headwater.review.rows import RowTrace, Stood
from headwater.review.wording import amount_words, condition_words, exact_words, fact_words, threshold_words
from headwater.rules.edition import AS_WRITTEN, Edition
from headwater.rules.fact import Facts
from headwater.rules.reading import Reading
from headwater.units import format_exact, format_plain, rounded_half_up, rounded_up

VERSION: Final = 1
NO_FLIP: Final = "no single stated fact does"
NONE_FOUND: Final = "cannot tell: not every change was tried"


def explanation_document(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as plain values: texts, numbers as texts, true, false and null."""
    assessment, subject = explanation.assessment, explanation.subject
    plan, edition = assessment.plan, assessment.edition
    facts = assessment.facts
    return {
        "document": "explanation",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "statement": STATEMENT,
        "not_judged": list(edition.not_judged),
        "plan": {"name": plan.plan.value, "file": plan.file, "sha256": plan.sha256},
        "edition": edition.key,
        "edition_title": edition.title,
        "edition_sha256": edition.content_hash,
        "overlay": edition.overlay,
        "provisional_content": edition.provisional_title,
        "id": subject.id,
        "kind": subject.kind,
        "status": subject.status,
        "gist": subject.gist,
        "becomes": subject.becomes,
        "permit_words": permit_words(assessment) if subject.of_applicability else None,
        "why": why(assessment) if subject.of_applicability else [],
        "not_all_ways": assessment.stopped,
        "findings": [_finding(found, explanation) for found in explanation.findings],
        "rows": [_row(found, edition, facts) for found in explanation.rows],
        "exemptions": [
            {
                "action": held.trace.action,
                "row": held.trace.row.id,
                "gist": held.trace.row.gist,
                "provisos": [_proviso(stood, edition, facts) for stood in held.provisos],
                "conditions": [_stood(stood, edition, facts) for stood in held.provisos],
            }
            for held in explanation.exemptions
        ],
        "nearly": [_trace(trace, edition, facts) for trace in explanation.nearly],
        "owed": [_flips(flips, edition, facts) for flips in explanation.owed],
        "missing_fields": plan_fields(assessment.missing) if subject.of_applicability else [],
        "settled_by_fields": plan_fields(assessment.settled_by) if subject.of_applicability else [],
        "rounding": rounding_notes(assessment.settled_by, assessment) if subject.of_applicability else [],
        "duties": [
            {
                "id": found.duty.id,
                "provision": found.duty.provision,
                "gist": found.duty.gist,
                "stage": found.duty.stage,
                "applies": found.applies,
                "conditions": [_stood(stood, edition, facts) for stood in found.stood],
            }
            for found in explanation.duties
        ],
        "advice": [finding_document(finding, assessment) for finding in explanation.advice],
        "readings": [_reading(reading, explanation) for reading in explanation.readings],
    }


def _finding(found: ExplainedFinding, explanation: Explanation) -> dict[str, Any]:
    assessment = explanation.assessment
    edition, facts = assessment.edition, assessment.facts
    criterion = edition.criteria.get(found.finding.id)
    return {
        **finding_document(found.finding, assessment),
        "exhibit": None if criterion is None else criterion.exhibit,
        "missing_fields": plan_fields(found.finding.missing),
        "conditions": [_stood(stood, edition, facts) for stood in found.stood],
        "flips": None if found.flips is None else _flips(found.flips, edition, facts),
    }


# ---- rows and their conditions ---------------------------------------------------------------------------------------


def _row(found: ExplainedRow, edition: Edition, facts: Facts) -> dict[str, Any]:
    flips = None if found.flips is None else _flips(found.flips, edition, facts)
    return {**_trace(found.trace, edition, facts), "flips": flips}


def _trace(trace: RowTrace, edition: Edition, facts: Facts) -> dict[str, Any]:
    row = trace.row
    near = trace.nearness
    return {
        "row": row.id,
        "provision": row.provision,
        "gist": row.gist or edition.provisions[row.provision].gist,
        "action": trace.action,
        "branch": trace.branch,
        "state": trace.state,
        "provisional": row.provisional,
        "basis": row.basis,
        "failing": len(trace.failing),
        "percent": None if near is None else _percent(near),
        "conditions": [_stood(stood, edition, facts) for stood in trace.stood],
    }


def _stood(stood: Stood, edition: Edition, facts: Facts) -> dict[str, Any]:
    part = stood.part
    return {
        "words": stood.words,
        "text": None if stood.condition is None else stood.condition.text,
        "holds": stood.holds,
        "of_branch": stood.of_branch,
        "undefined": stood.undefined,
        "found": list(stood.found),
        "margin": margin_document(stood.margin),
        "distance_words": _distance(stood),
        "of_part": None
        if part is None
        else {
            "fact": part.fact,
            "unit": part.unit,
            "value": format_exact(part.value),
            "threshold": format_exact(part.threshold),
            "distance": format_exact(part.distance),
            "words": f"{exact_words(abs(part.distance), part.fact)} of {fact_words(part.fact, edition, facts)}",
        },
        "ways": [[_stood(each, edition, facts) for each in way] for way in stood.ways],
    }


def _distance(stood: Stood) -> str | None:
    """Return how far a number is from its threshold, in the threshold's unit."""
    margin, condition = stood.margin, stood.condition
    if margin is None or condition is None:
        return None
    if margin.distance == 0:
        return "exactly at it"
    return f"{amount_words(abs(margin.distance), condition)} {'above' if margin.distance > 0 else 'below'} it"


def _proviso(stood: Stood, edition: Edition, facts: Facts) -> str:
    """Return a condition that holds as what the exemption stands on, with what is left before it fails."""
    if stood.condition is None:
        return stood.words
    said = condition_words(stood.condition, edition, facts, stays=True)
    if stood.margin is None:
        return said
    left = amount_words(abs(stood.margin.distance), stood.condition)
    if stood.part is not None:
        of = fact_words(stood.part.fact, edition, facts)
        left += f", {exact_words(abs(stood.part.distance), stood.part.fact)} of {of},"
    return f"{said}; {left.rstrip(',')} left"


# ---- what would change it --------------------------------------------------------------------------------------------


def _flips(flips: Flips, edition: Edition, facts: Facts) -> dict[str, Any]:
    smallest = flips.smallest
    none = NO_FLIP if flips.whole else NONE_FOUND
    return {
        "of": flips.aspect.kind,
        "id": flips.aspect.id or None,
        "item": flips.aspect.item,
        "outcome": flips.outcome,
        "tried": flips.tried,
        "whole": flips.whole,
        "words": none if smallest is None else flip_words(smallest),
        "flips": [_flip(flip, edition, facts) for flip in flips.flips],
    }


def _flip(flip: Flip, edition: Edition, facts: Facts) -> dict[str, Any]:
    return {
        "field": flip.field,
        "line": flip.line,
        "before": flip.before,
        "after": flip.after,
        "outcome_before": flip.outcome_before,
        "outcome_after": flip.outcome_after,
        "unit": flip.unit,
        "change": _exact(flip.change),
        "percent": None if flip.share_fraction is None else _percent(flip.share_fraction),
        "at": _exact(flip.at),
        "attained": flip.attained if flip.at is not None else None,
        "condition": None if flip.condition is None else flip.condition.text,
        "followed": [{"field": item.field, "before": item.before, "after": item.after} for item in flip.followed],
        "step": _step(flip.step),
        "words": flip_words(flip),
        "line_words": line_words(flip, edition, facts),
    }


def flip_words(flip: Flip) -> str:
    """Return a change in a sentence, as "site.area 2.688 ac in place of 2.465 ac (9.0 % more): no permit"."""
    size = ""
    if flip.change is not None:
        elevation = flip.unit is not None and flip.unit.startswith("ft N")
        much = f"{format_plain(abs(flip.change))} {'ft' if elevation else flip.unit or ''}".rstrip().removesuffix(
            " H:V"
        )
        if flip.share_fraction is not None and not elevation:
            much = f"{_percent(flip.share_fraction)} %"
        size = f" ({much} {'more' if flip.change > 0 else 'less'})"
    return f"{flip.field} {flip.after} in place of {flip.before}{size}: {flip.outcome_after}"


def line_words(flip: Flip, edition: Edition, facts: Facts) -> str | None:
    """Return where the outcome changes, exactly, and what meets its threshold there."""
    if flip.at is None:
        return None
    said = f"the line is {'at' if flip.attained else 'just beyond'} {format_plain(flip.at)} {_unit(flip)}".rstrip()
    if flip.condition is None or flip.fact is None:
        return said
    item = plain_name(flip.fact).rpartition(": ")[0]
    whose = f" ({item})" if item else ""
    name = fact_words(flip.condition.fact, edition, facts)
    return f"{said}, where {name}{whose} meets {threshold_words(flip.condition)}"


def _unit(flip: Flip) -> str:
    return (flip.unit or "").removesuffix("H:V")


def _step(step: Step | None) -> dict[str, Any] | None:
    if step is None:
        return None
    before, after = step.volume_before_cf, step.volume_after_cf
    return {
        "volume_before_cf": _exact(before),
        "volume_after_cf": _exact(after),
        "volume_before_printed": None if before is None else rounded_up(before),
        "volume_after_printed": None if after is None else rounded_up(after),
        "requirements_before": step.requirements_before,
        "requirements_after": step.requirements_after,
    }


def _reading(reading: Reading, explanation: Explanation) -> dict[str, Any]:
    edition = explanation.assessment.edition
    taken = edition.taken[reading.id]
    rests = [item for found in explanation.findings for item in found.finding.rests_on if item.reading == reading.id]
    rests += [item for item in explanation.assessment.rests_on if item.reading == reading.id]
    ruled = any(ruling.reading == reading.id for ruling in edition.rulings)
    return {
        "reading": reading.id,
        "provisions": list(reading.provisions),
        "question": reading.question,
        "kind": reading.kind,
        "taken": taken,
        "taken_gist": taken if taken == AS_WRITTEN else reading.choices[taken].gist,
        "ruled": ruled,
        "others": [{"choice": key, "gist": choice.gist} for key, choice in reading.choices.items() if key != taken],
        "why": reading.why,
        "decides_here": bool(rests),
        "other_outcomes": list(dict.fromkeys(item.other_outcome.replace("_", " ") for item in rests)),
    }


def _percent(share: Fraction) -> str:
    return rounded_half_up(share * 100, digits=1)


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else format_exact(number)
