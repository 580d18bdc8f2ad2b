"""Why: one provision for one plan, with everything that its outcome rests on and what would change it.

`explain` is the one public door, for every id of an edition. It assesses the plan, takes the findings that the id
names, and adds what an assessment does not hold: how the plan stands to each condition, also of rows that did not fire;
which proviso can defeat an exemption; and the smallest change of one stated fact that turns the outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from headwater.errors import UnknownProvisionError, shown
from headwater.plan import Plan
from headwater.review.assessment import Assessment, assess
from headwater.review.completing import completed
from headwater.review.flip_search import find_flips
from headwater.review.flips import Flips
from headwater.review.outlook import PERMIT, REQUIREMENTS, Aspect
from headwater.review.rows import RowTrace, RowTraces, Stood, held_exemptions
from headwater.review.run import Run
from headwater.review.subject import PERMIT as PERMIT_ID
from headwater.review.subject import Subject, find_subject
from headwater.rules.edition import Edition
from headwater.rules.finding import Finding
from headwater.rules.provision import Duty
from headwater.rules.reading import Reading

_CRITERIA: Final = frozenset({"criterion", "statement", "exhibit", "credit", "aggregation"})
MOST_ROWS: Final = 4


@dataclass(frozen=True, kw_only=True)
class ExplainedFinding:
    """A finding, how the plan stands to the conditions of its provision, and what would turn it.

    `flips` is None where the provision could not be asked at all, since the plan does not list the items it is about.
    """

    finding: Finding
    stood: tuple[Stood, ...]
    flips: Flips | None


@dataclass(frozen=True, kw_only=True)
class ExplainedRow:
    """A row for an action, condition by condition, and what would turn it."""

    trace: RowTrace
    flips: Flips | None


@dataclass(frozen=True, kw_only=True)
class HeldExemption:
    """An exemption that frees an action, with each condition that it stands on: any of them can defeat it."""

    trace: RowTrace
    provisos: tuple[Stood, ...]


@dataclass(frozen=True, kw_only=True)
class ExplainedDuty:
    """A duty of the permit, whether it applies (None: open), and how the plan stands to its conditions."""

    duty: Duty
    applies: bool | None
    stood: tuple[Stood, ...]


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """Everything about one id of an edition, for one plan.

    `exemptions`, `nearly` (rows of which one condition fails), and `owed` (what turns the permit and the requirements)
    are told where the id decides what is owed. `readings` are those that touch the provision.
    """

    subject: Subject
    assessment: Assessment
    findings: tuple[ExplainedFinding, ...]
    rows: tuple[ExplainedRow, ...]
    exemptions: tuple[HeldExemption, ...]
    nearly: tuple[RowTrace, ...]
    owed: tuple[Flips, ...]
    duties: tuple[ExplainedDuty, ...]
    advice: tuple[Finding, ...]
    readings: tuple[Reading, ...]


def explain(plan: Plan, edition: Edition, provision: str, *, item: str | None = None) -> Explanation:
    """Return the explanation of one provision, row, table, criterion or duty, or with `permit` of all that is owed.

    With `item`, the id of an action, a practice and so on, what is judged for each is told of that one alone.

    Raises
    ------
    UnknownProvisionError
        If the edition has no such id, or the plan no such item.
    """
    subject = find_subject(edition, provision)
    plan = completed(plan)
    assessment = assess(plan, edition)
    run = Run(assessment.facts, edition)
    traces = RowTraces(run)
    findings = _findings(subject, assessment)
    actions = run.facts.ids("action")
    if item is not None:
        findings, actions = _of_item(item, findings, actions, subject, run)
    rows = tuple(traces.of_row(row, action) for action in actions for row in subject.rows)
    aspects = [aspect for finding in findings if (aspect := _aspect(finding, edition)) is not None]
    # A table is asked for its rows together; a row by itself where there are few.
    of_rows = [_of_row(trace) for trace in rows] if len(subject.rows) <= MOST_ROWS else []
    owed = [PERMIT, REQUIREMENTS] if subject.of_applicability else []
    flips = find_flips(plan, edition, [*owed, *aspects, *of_rows])
    return Explanation(
        subject=subject,
        assessment=assessment,
        findings=tuple(_explained(finding, traces, edition, flips) for finding in findings),
        rows=tuple(ExplainedRow(trace=trace, flips=flips.get(_of_row(trace))) for trace in rows),
        exemptions=_exemptions(traces, run) if subject.of_applicability else (),
        nearly=traces.nearly() if subject.of_applicability else (),
        owed=tuple(flips[aspect] for aspect in owed),
        duties=tuple(_duty(duty, assessment, traces) for duty in subject.duties),
        advice=tuple(finding for finding in assessment.guidance if finding.id in {one.id for one in subject.advice}),
        readings=tuple(reading for reading in edition.readings.values() if _touches(reading, subject)),
    )


def _findings(subject: Subject, assessment: Assessment) -> tuple[Finding, ...]:
    criteria = {criterion.id for criterion in subject.criteria}
    rows = {row.id for row in subject.rows} | set(subject.tables)
    tables = {table for table, found in assessment.edition.tables.items() if rows & set(found.rows)}
    if subject.id == PERMIT_ID:
        # What did not fire is told by how near it was.
        owed = (
            finding for finding in assessment.findings if finding.kind not in _CRITERIA or finding.kind == "aggregation"
        )
        return tuple(finding for finding in owed if finding.outcome != "not_applicable")
    return tuple(
        finding
        for finding in assessment.findings
        if finding.id in (criteria if finding.kind in _CRITERIA else rows | tables)
    )


def _of_item(
    item: str, findings: tuple[Finding, ...], actions: tuple[str, ...], subject: Subject, run: Run
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Return the findings and actions of one item alone."""
    known = {finding.item for finding in findings if finding.item is not None}
    known |= set(actions) if subject.rows else set()
    if item not in known:
        some = f"; it has {', '.join(sorted(known))}" if known else ", nor any other"
        raise UnknownProvisionError(f"{subject.id} is not judged here for an item {shown(item)}{some}")
    return tuple(finding for finding in findings if finding.item == item), tuple(a for a in actions if a == item)


def _aspect(finding: Finding, edition: Edition) -> Aspect | None:
    """Return what of a finding can turn; nothing where the plan does not list what it is about."""
    if finding.kind in _CRITERIA:
        subject = edition.criteria[finding.id].subject
        listed = subject is None or finding.item is not None
        return Aspect(kind="criterion", id=finding.id, item=finding.item) if listed else None
    kind: Literal["row", "table"] = "row" if finding.id in edition.rows else "table"
    return Aspect(kind=kind, id=finding.id, item=finding.item)


def _of_row(trace: RowTrace) -> Aspect:
    return Aspect(kind="row", id=trace.row.id, item=trace.action)


def _explained(
    finding: Finding, traces: RowTraces, edition: Edition, flips: Mapping[Aspect, Flips]
) -> ExplainedFinding:
    aspect = _aspect(finding, edition)
    criterion = edition.criteria.get(finding.id) if finding.kind in _CRITERIA else None
    stood = traces.of_criterion(criterion, finding.item) if criterion is not None and aspect is not None else ()
    return ExplainedFinding(finding=finding, stood=stood, flips=flips[aspect] if aspect is not None else None)


def _exemptions(traces: RowTraces, run: Run) -> tuple[HeldExemption, ...]:
    found = []
    for action, row in held_exemptions(run):
        trace = traces.of_row(row, action)
        found.append(HeldExemption(trace=trace, provisos=tuple(stood for stood in trace.stood if not stood.of_branch)))
    return tuple(found)


def _duty(duty: Duty, assessment: Assessment, traces: RowTraces) -> ExplainedDuty:
    applies = {found.id: applies for found, applies in assessment.duties}.get(duty.id, False)
    return ExplainedDuty(duty=duty, applies=applies, stood=traces.of_clauses(duty.when, source=duty.id))


def _touches(reading: Reading, subject: Subject) -> bool:
    """Return whether a reading is about the provision: it names it, or amends what carries it."""
    names = {subject.id, *subject.tables, *(row.id for row in subject.rows), *(row.provision for row in subject.rows)}
    names |= {criterion.id for criterion in subject.criteria} | {criterion.provision for criterion in subject.criteria}
    amended = {target for choice in reading.choices.values() for one in choice.amendments for target in one.on}
    return bool(names & (amended | set(reading.provisions)))
