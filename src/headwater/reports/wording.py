"""The words of a memo: outcomes, areas, places in the rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from headwater.reports.model import Mark, Tone

Document = Mapping[str, Any]
Finding = Mapping[str, Any]

SCOPES = {
    "site": "the whole site",
    "increase": "the increase in impervious surface",
    "new": "the new impervious surface",
    "new_and_reconstructed": "the new and reconstructed impervious surface",
}
BASELINES = {"existing": "the site as it is", "meadow": "the site as meadow", "predevelopment": "the site undeveloped"}
_TONES: Mapping[str, Tone] = {
    "met": "met",
    "not_met": "not_met",
    "cannot_tell": "cannot_tell",
    "for_judgment": "for_judgment",
    "not_applicable": "not_applicable",
}
# What brings a plan under the rule is found, not met.
_HOLDS = {"met": "holds", "not_applicable": "does not hold", "cannot_tell": "cannot tell"}
APPLICABILITY = ("trigger", "exemption", "table", "scope", "volume", "prose", "aggregation")
_PLACE = re.compile(r"^(?:[0-9]{4}|[A-Z])\.(T?)([0-9]+|[A-Z])(?=\.|$)")


def mark_of(finding: Finding) -> Mark:
    """Return the outcome of a finding; what rests on provisional content is never worded, nor set, as compliance."""
    if finding["kind"] in APPLICABILITY:
        words = _HOLDS.get(finding["outcome"], outcome_words(finding["outcome"]))
        if finding["provisional"]:
            return Mark(tone="provisional", words=f"provisional: {words}")
        tone: Tone = "plain" if finding["outcome"] == "met" else _TONES[finding["outcome"]]
        return Mark(tone=tone, words=words)
    if finding["provisional"]:
        return Mark(tone="provisional", words=finding["words"])
    return Mark(tone=_TONES[finding["outcome"]], words=finding["words"])


def outcome_mark(outcome: str) -> Mark:
    """Return an outcome that rests on nothing provisional."""
    return Mark(tone=_TONES[outcome], words=outcome_words(outcome))


def outcome_words(outcome: str) -> str:
    """Return `not_met` as "not met"."""
    return outcome.replace("_", " ")


def other_words(finding: Finding, rest: Mapping[str, Any]) -> str:
    """Return how a finding would come out with the other choice of a reading, in the words of its own outcome."""
    return mark_of({**finding, "outcome": rest["other_outcome"], "words": _words(finding, rest["other_outcome"])}).words


def _words(finding: Finding, outcome: str) -> str:
    words = outcome_words(outcome)
    if not finding["provisional"]:
        return words
    would = {"met": "provisional: would be met", "not_met": "provisional: would not be met"}
    return would.get(outcome, f"provisional: {words}")


def yes_no_open(answer: bool | None) -> Mark:
    """Return yes, no, or that it cannot be told."""
    if answer is None:
        return Mark(tone="cannot_tell", words="cannot tell")
    return Mark(tone="plain", words="yes") if answer else Mark(tone="not_met", words="no")


def place(finding: Finding) -> str:
    """Return where in the rule a finding stands: the provision, with the row of a table that it came from."""
    row = finding["row"]
    if row is None or row == finding["provision"]:
        return str(finding["provision"])
    if str(row).startswith(str(finding["provision"])):
        return str(row)
    return f"{finding['provision']}, {row}"


def section_of(provision: str) -> str:
    """Return the section of the rule that a provision belongs to, in words.

    >>> section_of("2011.3.b.1"), section_of("2011.T4"), section_of("N.4.2"), section_of("2011.A.basin")
    ('Section 3', 'Table 4', 'Section 4', 'Appendix A')
    """
    match = _PLACE.match(provision)
    if match is None:
        return "Other provisions"
    if match[1]:
        return f"Table {match[2]}"
    return f"Section {match[2]}" if match[2].isdigit() else f"Appendix {match[2]}"


def section_order(name: str) -> tuple[int, int, str]:
    """Return where a section stands among others: numbered sections, then tables, then appendices.

    >>> sorted(["Appendix A", "Section 10", "Table 1", "Section 3"], key=section_order)
    ['Section 3', 'Section 10', 'Table 1', 'Appendix A']
    """
    kind, _, number = name.partition(" ")
    kinds = ("Section", "Table", "Appendix")
    return (kinds.index(kind) if kind in kinds else len(kinds), int(number) if number.isdigit() else 0, name)


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "finding", "findings"), counted(0, "finding", "findings")
    ('1 finding', 'no findings')
    """
    if number == 0:
        return f"no {many}"
    return f"{number:,} {one if number == 1 else many}"


def listed(words: Sequence[str], *, joined: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> listed(["rate", "volume", "phosphorus"])
    'rate, volume and phosphorus'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joined} {words[-1]}"


def of_kind(document: Document, outcome: str, *, exhibits: bool = False) -> list[Finding]:
    """Return the findings of one outcome, exhibits apart from the rest."""
    return [
        finding
        for finding in document["findings"]
        if finding["outcome"] == outcome and (finding["kind"] == "exhibit") == exhibits
    ]


def distinct(words: Iterable[str]) -> list[str]:
    """Return words without those said before."""
    return list(dict.fromkeys(words))
