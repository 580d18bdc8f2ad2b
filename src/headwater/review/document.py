"""The assessment as a document: one mapping of plain values, from which terminal, JSON, HTML, PDF and CSV are made.

Nothing is computed here that an assessment does not hold; numbers are printed once, so that every output carries the
same figures. The keys are listed in docs/reference/assessment-json.md and change only with `VERSION`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from headwater import __version__
from headwater.plan import Plan
from headwater.review.applicability import STOPPED
from headwater.review.assessment import Assessment, assess
from headwater.review.computed_document import computed_document
from headwater.review.naming import plain_name, plan_fields
from headwater.review.signed import certification_document, ruling_documents
from headwater.review.tables import table_documents
from headwater.review.tracing import unit_of
from headwater.review.unasked import unasked_documents
from headwater.rules.deciding import Conclusion
from headwater.rules.edition import Edition
from headwater.rules.fact import Fact
from headwater.rules.finding import Finding, Margin, RestsOn
from headwater.units import format_exact, format_plain, rounded_down, rounded_half_up, rounded_up
from headwater.window import Window

VERSION = 1
STATEMENT = "This is an assessment under the stormwater rule alone. The District decides."
# A requirement that binds only on the path of 3(c)(2) is shown by its own name, once the plan is on that path.
_ON_PATH = {"phosphorus.3c2": "phosphorus"}


def check(plan: Plan, edition: Edition) -> dict[str, Any]:
    """Return the assessment of a plan under an edition, as the document that `headwater check --json` prints.

    The one public function: what it returns is described in docs/reference/assessment-json.md.
    """
    return assessment_document(assess(plan, edition))


def assessment_document(assessment: Assessment) -> dict[str, Any]:
    """Return an assessment as plain values: texts, numbers as texts, true, false and null."""
    plan, edition = assessment.plan, assessment.edition
    return {
        "document": "assessment",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "statement": STATEMENT,
        "not_judged": list(edition.not_judged),
        "plan": {
            "name": plan.plan.value,
            "file": plan.file,
            "sha256": plan.sha256,
            "note": plan.note.value if plan.note else None,
            "received": plan.received.value.isoformat() if plan.received else None,
            "public_body": plan.applicant.public_body.value if plan.applicant and plan.applicant.public_body else None,
            "actions": [{"id": action.id.value, "kind": action.kind.value} for action in plan.actions],
            "certification": certification_document(plan),
        },
        "edition": edition.key,
        "edition_title": edition.title,
        "edition_sha256": edition.content_hash,
        "edition_because": _because(assessment),
        "overlay": edition.overlay,
        "provisional_content": edition.provisional_title,
        "rulings": ruling_documents(edition),
        "permit_required": assessment.permit_required,
        "permit_provisional": assessment.permit_provisional,
        "permit_words": permit_words(assessment),
        "why": why(assessment),
        "not_all_ways": assessment.stopped,
        "requirements": _requirements(assessment),
        **_volumes(assessment),
        "computed": computed_document(plan),
        "findings": [finding_document(finding, assessment) for finding in assessment.findings],
        "tables": table_documents(assessment),
        "guidance": [_guidance(finding, assessment) for finding in assessment.guidance],
        "exhibits": _exhibits(assessment),
        "duties": [
            {"id": duty.id, "provision": duty.provision, "gist": duty.gist, "stage": duty.stage, "applies": applies}
            for duty, applies in assessment.duties
        ],
        "missing": list(assessment.missing),
        "settled_by": list(assessment.settled_by),
        "missing_fields": plan_fields(assessment.missing),
        "settled_by_fields": plan_fields(assessment.settled_by),
        "rounding": rounding_notes(assessment.settled_by, assessment),
        "rests_on": [reading_document(item, edition) for item in assessment.rests_on],
        "readings_not_tried": list(assessment.untried),
        "provisional_outcome": [_beside(conclusion) for conclusion in assessment.beside],
        "not_asked": unasked_documents(assessment),
        "counts": _counts(assessment),
        "exit_code": assessment.exit_code,
    }


def _because(assessment: Assessment) -> str | None:
    chosen = assessment.plan.edition
    return chosen.because.value if chosen and chosen.because and chosen.key.value == assessment.edition.key else None


def permit_words(assessment: Assessment) -> str:
    """Return the answer to "is a permit needed under this rule" in words."""
    if assessment.permit_required is None:
        return "cannot tell whether a permit is needed under this rule"
    if assessment.permit_required and assessment.permit_provisional:
        return "provisional: a permit would be needed under this rule"
    return "a permit is needed under this rule" if assessment.permit_required else "no permit is needed under this rule"


def why(assessment: Assessment) -> list[str]:
    """Return what decided for each action: one line, or where it is open, a line for each outcome it may have."""
    lines = []
    for action, ways in assessment.owed.by_action.items():
        outcomes: dict[str, dict[str, None]] = {}
        reason = ""
        for conclusion in ways.answers:
            said, decided_by = _outcome_words(conclusion, assessment.edition)
            outcomes.setdefault(said, {}).update(dict.fromkeys(decided_by))
            if conclusion.permit and conclusion.trigger:
                reason = f", since {_gists(conclusion.trigger, assessment.edition)}"
        if not ways.whole:
            lines.append(f"{action}: cannot tell: {STOPPED}; these were found, and there may be others")
        elif len(outcomes) > 1:
            lines.append(f"{action}: one of {len(outcomes)} outcomes, which open facts leave")
        several = len(outcomes) > 1 or not ways.whole
        for said, named in outcomes.items():
            rows = f" ({' or '.join(named)})" if named else ""
            lines.append(f"- {said}{rows}" if several else f"{action}: {said}{reason}{rows}")
    return lines


def _outcome_words(conclusion: Conclusion, edition: Edition) -> tuple[str, tuple[str, ...]]:
    """Return what an action owes in words, and the rows that say so."""
    if conclusion.exempt_by:
        return f"exempt, {_gists(conclusion.exempt_by, edition)}", conclusion.exempt_by
    if not conclusion.trigger:
        return "nothing brings it under the rule", ()
    if conclusion.open_because:
        return conclusion.open_because, ()
    branch = edition.branches.get(conclusion.branch or "")
    table = edition.tables[branch.table].rows if branch is not None and branch.table is not None else ()
    rows = tuple(row for row in conclusion.rows if row in table)
    if not conclusion.permit:
        return "no requirement", rows
    duties = ", ".join(
        f"{item.requirement} ({item.scope.replace('_', ' ')})"
        for item in conclusion.required
        if item.requirement not in _ON_PATH
    )
    return duties or "general requirements", rows


def _gists(rows: tuple[str, ...], edition: Edition) -> str:
    found = (edition.rows[row] for row in rows)
    return "; ".join(row.gist or edition.provisions[row.provision].gist for row in found)


def rounding_notes(facts: Iterable[str], assessment: Assessment) -> list[str]:
    """Return, for each open fact that was written with rounding, what it stands for and how to settle it."""
    lines = []
    for name in facts:
        fact = assessment.facts.by_name.get(name)
        if fact is None or fact.given is None or not isinstance(fact.region, Window):
            continue
        low, high, unit = fact.region.low, fact.region.high, unit_of(name)
        if low is None or high is None or low == high:
            continue
        if fact.doubt is not None:
            lines.append(f"{plan_fields([name])[0]}: {fact.doubt}")
            continue
        settle = "in whole sq ft" if unit == "sf" else "with more digits"
        lines.append(
            f"{plan_fields([name])[0]}: {fact.given} stands for {format_plain(low)} {unit} up to "
            f"{format_plain(high)} {unit}; write it {settle}, or as `exactly {fact.given}` if it is just that"
        )
    return lines


def _requirements(assessment: Assessment) -> list[dict[str, Any]]:
    on_path = assessment.facts.plain["claims_infeasible"].region == frozenset({"yes"})
    found = []
    for (action, required), applies in assessment.requirements.items():
        if required.requirement in _ON_PATH and not on_path:
            continue
        name = _ON_PATH.get(required.requirement, required.requirement)
        found.append(
            {"id": name, "action": action, "scope": required.scope, "baseline": required.baseline, "applies": applies}
        )
    return sorted(found, key=lambda item: (str(item["action"]), str(item["id"])))


def _volumes(assessment: Assessment) -> dict[str, Any]:
    required, provided = assessment.required_volume_cf, assessment.provided_volume_cf
    owed = _written(required)
    given = _written(provided)
    surplus = None if owed is None or given is None else given - owed
    rows = []
    for leaf in assessment.conclusions.leaves[:1]:
        for conclusion in leaf.answer:
            if conclusion.volume_cf is not None and owed is not None:
                volume_cf = _written(conclusion.volume_cf)
                rows.append(
                    {
                        "action": conclusion.action,
                        "provision": conclusion.volume_row,
                        "arithmetic": conclusion.volume_text,
                        "volume_cf": _exact(volume_cf),
                        "volume_cf_printed": None if volume_cf is None else rounded_up(volume_cf),
                    }
                )
    return {
        "required_volume_cf": _exact(owed),
        "required_volume_printed": None if owed is None else rounded_up(owed),
        "required_volume_note": required_note(required),
        "provided_volume_cf": _exact(given),
        "provided_volume_printed": None if given is None else rounded_down(given),
        "surplus_volume_cf": _exact(surplus),
        "surplus_volume_printed": None if surplus is None else rounded_down(surplus),
        "volume_rows": rows,
    }


def required_note(required: Window | None) -> str | None:
    """Return why no volume can be told, in words; None where one can."""
    if required is None:
        return "no volume is required"
    if required.written is not None:
        return None
    if required.high is None:
        return "cannot tell: a fact that fixes the volume is missing"
    low = format_plain(required.low or Fraction(0))
    return f"cannot tell: between {low} and {format_plain(required.high)} cf"


def _written(window: Window | None) -> Fraction | None:
    return None if window is None else window.written


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else format_exact(number)


def finding_document(finding: Finding, assessment: Assessment) -> dict[str, Any]:
    """Return one finding as plain values."""
    facts = assessment.facts.by_name
    return {
        "id": finding.id,
        "provision": finding.provision,
        "row": finding.row,
        "item": finding.item,
        "kind": finding.kind,
        "gist": finding.gist,
        "outcome": finding.outcome,
        "words": finding_words(finding),
        "outcomes": list(finding.outcomes),
        "all_ways": finding.whole,
        "provisional": finding.provisional,
        "basis": finding.basis,
        "note": finding.note or None,
        "remedy": finding.remedy or None,
        "legal_minimum": finding.legal_minimum,
        "facts": [fact_document(facts[name]) for name in finding.facts if name in facts],
        "arithmetic": list(finding.arithmetic),
        "margin": margin_document(finding.margin),
        "margins": [margin_document(margin) for margin in finding.margins],
        "rests_on": [reading_document(item, assessment.edition) for item in finding.rests_on],
        "missing": list(finding.missing),
        "settled_by": list(finding.settled_by),
        "settled_by_fields": plan_fields(finding.settled_by),
        "rounding": rounding_notes(finding.settled_by, assessment),
    }


def _guidance(finding: Finding, assessment: Assessment) -> dict[str, Any]:
    """Return how the plan stands to what a manual advises, in words that are no outcome of the rule."""
    facts = assessment.facts.by_name
    return {
        "id": finding.id,
        "provision": finding.provision,
        "item": finding.item,
        "gist": finding.gist,
        "words": {"met": "within", "not_met": "beyond"}.get(finding.outcome, "cannot tell"),
        "source": finding.basis,
        "facts": [fact_document(facts[name]) for name in finding.facts if name in facts],
        "margins": [margin_document(margin) for margin in finding.margins],
        "missing": list(finding.missing),
    }


def finding_words(finding: Finding) -> str:
    """Return the outcome in words; what rests on provisional content is never worded as compliance."""
    words = finding.outcome.replace("_", " ")
    if not finding.provisional:
        return words
    return {"met": "provisional: would be met", "not_met": "provisional: would not be met"}.get(
        finding.outcome, f"provisional: {words}"
    )


def fact_document(fact: Fact) -> dict[str, Any]:
    """Return one fact as plain values: as written, exact, and between which ends."""
    region = fact.region
    document: dict[str, Any] = {
        "fact": fact.name,
        "given": fact.given,
        "origin": fact.origin,
        "line": fact.line,
        "source": fact.source,
        "derived_from": list(fact.derived_from),
        "doubt": fact.doubt,
    }
    if isinstance(region, Window):
        document["unit"] = unit_of(fact.name)
        document["value"] = _exact(region.written)
        document["low"] = _exact(region.low)
        document["high"] = _exact(region.high)
    else:
        document["unit"] = None
        document["value"] = next(iter(region)) if len(region) == 1 else None
        document["possible"] = sorted(region)
    return document


def margin_document(margin: Margin | None) -> dict[str, Any] | None:
    """Return a margin as plain values; `distance` is value less threshold."""
    if margin is None:
        return None
    return {
        "fact": margin.fact,
        "value": format_exact(margin.value),
        "op": margin.op,
        "threshold": format_exact(margin.threshold),
        "unit": margin.unit,
        "distance": format_exact(margin.distance),
        "percent": None if margin.share is None else rounded_half_up(margin.share * 100, digits=1),
        "holds": margin.holds,
        "words": margin_words(margin),
    }


def margin_words(margin: Margin) -> str:
    """Return a margin for people, as "site area: 67,518 sf above 43,560 sf"."""
    name, threshold = plain_name(margin.fact), _amount(margin.threshold, margin)
    if margin.distance == 0:
        return f"{name}: exactly at {threshold}"
    side = "above" if margin.distance > 0 else "below"
    return f"{name}: {_amount(abs(margin.distance), margin)} {side} {threshold}"


def _amount(number: Fraction, margin: Margin) -> str:
    if margin.fact.endswith("_fraction"):
        return f"{format_plain(number * 100)} %"
    return f"{format_plain(number)} {margin.unit}".rstrip()


def reading_document(item: RestsOn, edition: Edition) -> dict[str, Any]:
    """Return a reading on which an outcome rests, with the gists of both choices."""
    reading = edition.readings[item.reading]
    return {
        "reading": item.reading,
        "question": reading.question,
        "choice": item.choice,
        "choice_gist": reading.choices[item.choice].gist,
        "other": item.other,
        "other_gist": reading.choices[item.other].gist,
        "other_outcome": item.other_outcome,
    }


def _exhibits(assessment: Assessment) -> list[dict[str, Any]]:
    """Return the checklist: what is required, the legal minimum first, with document, page and date."""
    listed: dict[str, Any] = {item.exhibit.value: item for item in assessment.plan.exhibits or ()}
    found = []
    for finding in assessment.findings:
        if finding.kind != "exhibit" or finding.outcome == "not_applicable":
            continue
        key = assessment.edition.criteria[finding.id].exhibit or ""
        item = listed.get(key)
        waiver = item.waived if item else None
        found.append(
            {
                "exhibit": key,
                "provision": finding.provision,
                "gist": finding.gist,
                "legal_minimum": finding.legal_minimum,
                "outcome": finding.outcome,
                "words": finding_words(finding),
                "provisional": finding.provisional,
                "note": finding.note or None,
                "document": item.document.value if item and item.document else None,
                "page": item.page.value if item and item.page else None,
                "date": item.date.value.isoformat() if item and item.date else None,
                "waived_by": waiver.by.value if waiver and waiver.by else None,
                "waived_on": waiver.date.value.isoformat() if waiver and waiver.date else None,
            }
        )
    return sorted(found, key=lambda item: not item["legal_minimum"])


def _beside(conclusion: Conclusion) -> dict[str, Any]:
    return {
        "action": conclusion.action,
        "permit": conclusion.permit,
        "rows": list(conclusion.rows),
        "requirements": [
            {"id": item.requirement, "scope": item.scope, "baseline": item.baseline} for item in conclusion.required
        ],
        "required_volume_cf": _exact(_written(conclusion.volume_cf)),
    }


def _counts(assessment: Assessment) -> Mapping[str, int]:
    counts = dict.fromkeys(("not_met", "cannot_tell", "for_judgment", "met", "not_applicable"), 0)
    for finding in assessment.findings:
        counts[finding.outcome] += 1
    return counts
