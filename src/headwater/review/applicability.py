"""Findings of applicability: what brings an action under the rule, what frees it, and which rows decide what it owes.

Their outcome is `met` where a provision holds, `not_applicable` where it does not, `cannot_tell` where open facts leave
both and it matters. They are never `not_met`: that a plan is under the rule is no failing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from headwater.review.tracing import given_facts, margins_of
from headwater.rules.deciding import Conclusion
from headwater.rules.edition import Edition
from headwater.rules.fact import Fact
from headwater.rules.finding import Finding, Margin
from headwater.rules.judging import Outcome
from headwater.rules.openness import mattering, settling
from headwater.rules.owing import Owed
from headwater.rules.table import Row
from headwater.rules.world import Exploration, Leaf
from headwater.units import format_plain

Ways = Exploration[Conclusion]
STOPPED: Final = "too many open facts hang together: there are more ways than were looked at"
ANOTHER_SAYS_IT: Final = "it holds, or another that says the same: what is owed does not hang on which"
NOT_LOOKED_INTO: Final = "open, and it matters not: another row brings the action under the rule"


def applicability_findings(owed: Owed, edition: Edition, facts: Mapping[str, Fact]) -> tuple[Finding, ...]:
    """Return the findings of every action, in the order of the walk: triggers, exemptions, table, measures.

    With no `facts` they are outcomes alone, without what would settle them.
    """
    found: list[Finding] = []
    for action, ways in owed.by_action.items():
        of_action = list(_of_action(ways, action, edition, facts))
        if facts and any(finding.outcome == "cannot_tell" for finding in of_action):
            by_duty = Exploration(tuple(leaf.answering(leaf.answer.duty) for leaf in ways.leaves), ways.whole)
            missing = mattering(by_duty, facts)
            settled_by = settling(by_duty, facts, among=missing)
            of_action = [
                replace(finding, missing=missing, settled_by=settled_by)
                if finding.outcome == "cannot_tell"
                else finding
                for finding in of_action
            ]
        found.extend(of_action)
    return tuple(found)


def _of_action(ways: Ways, action: str, edition: Edition, facts: Mapping[str, Fact]) -> Iterator[Finding]:
    yield from (_row(ways, edition.rows[name], "trigger", edition, facts, action) for name in edition.triggers)
    branches = dict.fromkeys(leaf.answer.branch for leaf in ways.leaves if leaf.answer.branch is not None)
    if not ways.whole:  # a way that was not looked at may lead to any
        branches = dict.fromkeys((*branches, *edition.branches))
    tables: dict[str, str] = {}
    for name in branches:
        branch = edition.branches[name]
        tables.update(dict.fromkeys(branch.exemptions, "exemption"))
        if branch.table is not None:
            tables[branch.table] = "table"
        tables.update(dict.fromkeys(branch.measures, "scope"))
    for table, kind in tables.items():
        rows = edition.rows_of(table)
        if kind == "exemption":
            yield from (_row(ways, row, kind, edition, facts, action) for row in rows if not row.silenced)
        else:
            yield _table(ways, table, kind, edition, facts, action)
    for row in (edition.rows[name] for name in (*edition.baselines, *edition.volumes)):
        if not ways.whole or any(row.id in leaf.rows for leaf in ways.leaves):
            yield _row(ways, row, "scope" if row.id in edition.baselines else "volume", edition, facts, action)


def _speaks(case: Conclusion, row: str) -> bool:
    return row in case.trigger or row in case.exempt_by or row in case.rows or row == case.volume_row


def _row(ways: Ways, row: Row, kind: str, edition: Edition, facts: Mapping[str, Fact], action: str) -> Finding:
    """Return the finding of one row for one action."""
    told = [_speaks(leaf.answer, row.id) for leaf in ways.leaves]
    outcome = _outcome(ways, told)
    leaf = next((leaf for leaf, speaks in zip(ways.leaves, told, strict=True) if speaks), ways.leaves[0])
    return Finding(
        id=f"{row.id}",
        provision=row.provision,
        kind=kind,
        gist=row.gist or edition.provisions[row.provision].gist,
        outcome=outcome,
        row=row.id if row.id != row.provision else None,
        item=action,
        outcomes=_both(outcome),
        facts=given_facts(ways.used, facts),
        arithmetic=_arithmetic([leaf.answer for leaf in ways.leaves], row),
        margins=_margins(leaf, action, row.id),
        provisional=row.provisional and outcome != "not_applicable",
        basis=row.basis,
        note=_note(ways, kind, outcome, told, row=row.id),
        whole=ways.whole,
    )


def _arithmetic(cases: Iterable[Conclusion], row: Row) -> tuple[str, ...]:
    """Return the arithmetic of a row; where open facts leave several, each of them."""
    lines: dict[str, None] = {}
    for case in cases:
        if case.volume_row == row.id and case.volume_text is not None and case.volume_cf is not None:
            written = case.volume_cf.written
            lines[f"{case.volume_text} = {'unknown' if written is None else format_plain(written) + ' cf'}"] = None
    return tuple(lines) if len(lines) < 2 else tuple(f"either {line}" for line in lines)


def _margins(leaf: Leaf[Conclusion], action: str, *rows: str) -> tuple[Margin, ...]:
    """Return the margins of rows for one action: those of the facts of another action are its own."""
    return tuple(
        margin
        for margin in margins_of(leaf, *rows)
        if not margin.fact.startswith("action[") or margin.fact.startswith(f"action[{action}].")
    )


def _table(ways: Ways, table: str, kind: str, edition: Edition, facts: Mapping[str, Fact], action: str) -> Finding:
    """Return the finding of a table for one action: the rows that decided, together."""
    rows = [row.id for row in edition.rows_of(table)]
    fired = [tuple(row for row in rows if row in leaf.answer.rows) for leaf in ways.leaves]
    outcome = _outcome(ways, [bool(some) for some in fired])
    names = tuple(row for row in rows if any(row in some for some in fired))
    margins: list[Margin] = []
    for leaf, some in zip(ways.leaves, fired, strict=True):
        margins.extend(margin for margin in _margins(leaf, action, *some) if margin not in margins)
    provisional = any(edition.rows[name].provisional for name in names)
    basis = "; ".join(f"{name}: {edition.rows[name].basis}" for name in names if edition.rows[name].basis)
    open_because = next((leaf.answer.open_because for leaf in ways.leaves if leaf.answer.open_because), "")
    return Finding(
        id=table,
        provision=edition.rows[names[0]].provision if names else edition.rows_of(table)[0].provision,
        kind=kind,
        gist=edition.tables[table].title,
        outcome="cannot_tell" if open_because and outcome == "met" else outcome,
        row=" or ".join(names) or None,
        item=action,
        outcomes=_both(outcome),
        facts=given_facts(ways.used, facts),
        margins=tuple(margins),
        provisional=provisional and outcome != "not_applicable",
        basis=basis or None,
        note=open_because or _note(ways, "table", outcome, list(map(bool, fired))),
        whole=ways.whole,
    )


def _outcome(ways: Ways, told: list[bool]) -> Outcome:
    """Return the outcome of a row that speaks in some worlds.

    Where every world gives the action one duty it does not matter which row says so.
    """
    if ways.whole and not any(told):
        return "not_applicable"
    one_duty = len({leaf.answer.duty for leaf in ways.leaves}) == 1
    return "met" if ways.whole and (all(told) or one_duty) else "cannot_tell"


def _both(outcome: Outcome) -> tuple[Outcome, ...]:
    return ("met", "not_applicable") if outcome == "cannot_tell" else (outcome,)


def _note(ways: Ways, kind: str, outcome: Outcome, told: list[bool], *, row: str = "") -> str:
    if not ways.whole:
        return STOPPED
    if outcome == "met" and not all(told):
        return ANOTHER_SAYS_IT
    if outcome == "not_applicable" and any(row in leaf.answer.untold for leaf in ways.leaves):
        return NOT_LOOKED_INTO
    if kind == "exemption":
        return {
            "met": "exempt, while every condition of the exemption holds",
            "not_applicable": "the exemption does not hold",
        }.get(outcome, "whether the exemption holds is open")
    return ""
