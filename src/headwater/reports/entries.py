"""Findings as entries of a memo: each with its arithmetic, its margin, what it rests on, and what would settle it."""

from __future__ import annotations

from collections.abc import Iterable

from headwater.reports.model import Entries, Entry, Line, Mark, Section
from headwater.reports.wording import (
    APPLICABILITY,
    Document,
    Finding,
    distinct,
    mark_of,
    other_words,
    place,
    section_of,
    section_order,
)


def entry_of(finding: Finding) -> Entry:
    """Return a finding with all that it rests on."""
    lines = [*_arithmetic(finding), *_margins(finding)]
    if finding["basis"]:
        lines.append(Line(lead="Provisional", text=finding["basis"]))
    for rest in finding["rests_on"]:
        other = f"{rest['question']} Taken: {rest['choice_gist']}. If {rest['other_gist']}: "
        lines.append(Line(lead=f"Rests on {rest['reading']}", text=other + other_words(finding, rest)))
    return _entry(finding, [*lines, *_remedies(finding)])


def short_entry_of(finding: Finding) -> Entry:
    """Return a finding as a summary shows it: why, and what to do or to write."""
    if finding["outcome"] == "cannot_tell":
        # That it is open, the outcome says; what is not known is not worth its arithmetic here.
        note = finding["note"] or ""
        lines = [] if not note or note.startswith("open:") else [Line(lead="", text=note)]
    else:
        lines = [*_arithmetic(finding), *_margins(finding)]
    return _entry(finding, [*lines, *_remedies(finding)])


def _entry(finding: Finding, lines: list[Line]) -> Entry:
    return Entry(
        label=place(finding),
        item=finding["item"] or "",
        title=finding["gist"],
        mark=mark_of(finding),
        lines=tuple(lines),
    )


def _arithmetic(finding: Finding) -> list[Line]:
    lines = [Line(lead="", text=line) for line in finding["arithmetic"]]
    return [*lines, Line(lead="", text=finding["note"])] if finding["note"] else lines


def _margins(finding: Finding) -> list[Line]:
    """Return the margin nearest to its threshold; of what is not met, every margin that fails."""
    margins = [finding["margin"]] if finding["margin"] else []
    if finding["outcome"] == "not_met":
        margins = [margin for margin in finding["margins"] if not margin["holds"]] or margins
    return [Line(lead="Margin", text=margin["words"]) for margin in margins]


def _remedies(finding: Finding) -> list[Line]:
    lines = []
    if finding["settled_by_fields"]:
        lines.append(Line(lead="To settle it, write", text=", ".join(finding["settled_by_fields"])))
    lines += [Line(lead="Rounding", text=note) for note in finding["rounding"]]
    if finding["remedy"] and finding["outcome"] == "not_met":
        lines.append(Line(lead="To do", text=finding["remedy"]))
    return lines


def entries_of(findings: Iterable[Finding]) -> Entries:
    """Return findings as a summary shows them, in their order."""
    return Entries(entries=tuple(short_entry_of(finding) for finding in findings))


def findings_by_section(document: Document) -> tuple[Section, ...]:
    """Return the findings on the plan by section of the rule, applicability first; exhibits have their own section.

    What does not apply is named at the end of each part, so that it can be seen that it was looked at.
    """
    found = [finding for finding in document["findings"] if finding["kind"] != "exhibit"]
    applying = [finding for finding in found if finding["kind"] in APPLICABILITY]
    parts = [_part("applicability", "Whether the rule applies, and what it asks", applying)] if applying else []
    rest = [finding for finding in found if finding["kind"] not in APPLICABILITY]
    for name in sorted(distinct(section_of(finding["provision"]) for finding in rest), key=section_order):
        of_section = [finding for finding in rest if section_of(finding["provision"]) == name]
        parts.append(_part(f"findings-{name.lower().replace(' ', '-')}", name, of_section))
    return tuple(part for part in parts if part.blocks)


def _part(key: str, title: str, findings: list[Finding]) -> Section:
    live = [finding for finding in findings if finding["outcome"] != "not_applicable"]
    idle = [finding for finding in findings if finding["outcome"] == "not_applicable"]
    entries = [entry_of(finding) for finding in live]
    if idle:
        names = distinct(f"{place(finding)} ({finding['gist']})" for finding in idle)
        entries.append(_idle(names))
    return Section(key=key, title=title, blocks=(Entries(entries=tuple(entries)),) if entries else ())


def _idle(names: list[str]) -> Entry:
    return Entry(
        label="",
        item="",
        title="Looked at and not applying here",
        mark=Mark(tone="not_applicable", words="not applicable"),
        lines=tuple(Line(lead="", text=name) for name in names),
    )
