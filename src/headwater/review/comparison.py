"""One plan under several editions, and two plans under one.

`compare` lays the assessments of one plan side by side: permit, requirements, volume, what is not met. `diff` tells
what changed between two plans: first the facts, then what came out otherwise, item by item. Facts and findings carry
the ids of the items they are about, so that nothing depends on the order of a file, its lines, or its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from headwater.editions.registry import SPANS, SUPPLIED, load_edition
from headwater.plan import Plan
from headwater.review.assessment import Assessment, assess
from headwater.review.completing import completed
from headwater.review.facts import facts_of
from headwater.rules.edition import Edition
from headwater.rules.fact import Fact, Facts
from headwater.rules.finding import Finding
from headwater.window import Window

NOT_SUPPLIED: Final = "edition not supplied"


@dataclass(frozen=True, kw_only=True)
class Column:
    """One edition of a comparison; `assessment` is None where its text is not at hand."""

    key: str
    first_day: str | None
    last_day: str | None
    assessment: Assessment | None


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One plan under several editions, in their order."""

    plan: Plan
    columns: tuple[Column, ...]


def known_editions() -> dict[str, Edition | None]:
    """Return every edition by key, in the order of their days; None for one whose text is not at hand."""
    return {key: load_edition(key) if key in SUPPLIED else None for key, _, _ in SPANS}


def compare(plan: Plan, editions: Mapping[str, Edition | None] | None = None) -> Comparison:
    """Return a plan under several editions, all that are known where none are named.

    An edition that is None is not at hand: it stands in the comparison, and nothing stands in for it.
    """
    plan = completed(plan)
    named = known_editions() if editions is None else editions
    days = {key: (first.isoformat(), None if last is None else last.isoformat()) for key, first, last in SPANS}
    columns = []
    for key, edition in named.items():
        first, last = days.get(key, (None, None))
        assessment = None if edition is None else assess(plan, edition, readings=False)
        columns.append(Column(key=key, first_day=first, last_day=last, assessment=assessment))
    return Comparison(plan=plan, columns=tuple(columns))


# ---- two plans -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class FactChange:
    """A fact that differs: in the old plan and in the new; None where that plan has no such item.

    `stated` says that somebody wrote it, on either side; else it follows from what was written.
    """

    name: str
    old: Fact | None
    new: Fact | None

    @property
    def stated(self) -> bool:
        """Whether it was written down on either side."""
        return any(fact is not None and _is_written(fact) for fact in (self.old, self.new))


@dataclass(frozen=True, kw_only=True)
class FindingChange:
    """A finding that came out otherwise; None where that plan has no such finding."""

    id: str
    item: str | None
    kind: str
    old: Finding | None
    new: Finding | None


@dataclass(frozen=True, kw_only=True)
class RequirementChange:
    """A requirement of an action that came, went, or is measured otherwise: scope and baseline on each side."""

    action: str
    requirement: str
    old: tuple[str, str] | None
    new: tuple[str, str] | None


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What changed between two plans under one edition: facts, then what is owed, then findings."""

    old: Assessment
    new: Assessment
    items: tuple[tuple[str, str, str], ...]
    facts: tuple[FactChange, ...]
    requirements: tuple[RequirementChange, ...]
    findings: tuple[FindingChange, ...]

    @property
    def permit(self) -> tuple[bool | None, bool | None]:
        """Whether a permit is needed, before and after; None: cannot tell."""
        return self.old.permit_required, self.new.permit_required

    @property
    def volumes_cf(self) -> tuple[tuple[Fraction | None, Fraction | None], tuple[Fraction | None, Fraction | None]]:
        """The volume required, before and after, and the volume provided; None where it is not owed or not known."""
        required = (_written(self.old.required_volume_cf), _written(self.new.required_volume_cf))
        provided = (_written(self.old.provided_volume_cf), _written(self.new.provided_volume_cf))
        return required, provided

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        return not (self.items or self.facts or self.requirements or self.findings)


def diff(old: Plan, new: Plan, edition: Edition) -> Difference:
    """Return what changed from one plan to another under an edition."""
    old, new = completed(old), completed(new)
    old_facts, new_facts = facts_of(old), facts_of(new)
    before, after = assess(old, edition, readings=False), assess(new, edition, readings=False)
    return Difference(
        old=before,
        new=after,
        items=tuple(_items(old_facts, new_facts)),
        facts=tuple(_facts(old_facts.by_name, new_facts.by_name)),
        requirements=tuple(_requirements(before, after)),
        findings=tuple(_findings(before, after)),
    )


def _items(old: Facts, new: Facts) -> Iterable[tuple[str, str, str]]:
    """Yield each item that came or went: its kind, its id, and which."""
    for kind in dict.fromkeys((*old.items, *new.items)):
        before, after = old.ids(kind), new.ids(kind)
        yield from ((kind, item, "removed") for item in before if item not in after)
        yield from ((kind, item, "added") for item in after if item not in before)


def _facts(old: Mapping[str, Fact], new: Mapping[str, Fact]) -> Iterable[FactChange]:
    found = []
    for name in dict.fromkeys((*old, *new)):
        change = FactChange(name=name, old=old.get(name), new=new.get(name))
        if _said(change.old) == _said(change.new):
            continue
        # Of an item that came or went, only what somebody wrote of it is a change; the rest came with it.
        if (change.old is not None and change.new is not None) or change.stated:
            found.append(change)
    # What was written first, then what follows from it.
    return sorted(found, key=lambda change: not change.stated)


def _said(fact: Fact | None) -> object:
    """Return what a fact says, apart from where it stands."""
    return None if fact is None else (fact.region, fact.given, fact.origin, fact.source)


def _is_written(fact: Fact) -> bool:
    return fact.given is not None and fact.origin not in ("derived", "silence", "unknown")


def _requirements(old: Assessment, new: Assessment) -> Iterable[RequirementChange]:
    before, after = _measures(old), _measures(new)
    for action, requirement in dict.fromkeys((*before, *after)):
        was, is_ = before.get((action, requirement)), after.get((action, requirement))
        # Where there are more ways than were looked at, what was not found may be required all the same.
        if (was is None and not old.owed.each_whole) or (is_ is None and not new.owed.each_whole):
            continue
        if was != is_:
            yield RequirementChange(action=action, requirement=requirement, old=was, new=is_)


def _measures(assessment: Assessment) -> dict[tuple[str, str], tuple[str, str]]:
    """Return scope and baseline of each requirement; several that open facts leave stand together."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for (action, item), applies in assessment.requirements.items():
        key = (action, item.requirement)
        scope = item.scope if applies else f"{item.scope} (open)"
        if key in found:
            scope = f"{found[key][0]} or {scope}" if scope not in found[key][0] else found[key][0]
            baseline = found[key][1] if item.baseline in found[key][1] else f"{found[key][1]} or {item.baseline}"
            found[key] = (scope, baseline)
        else:
            found[key] = (scope, item.baseline)
    return found


def _findings(old: Assessment, new: Assessment) -> Iterable[FindingChange]:
    before, after = (
        {(finding.kind, finding.id, finding.item): finding for finding in one.findings} for one in (old, new)
    )
    for key in dict.fromkeys((*before, *after)):
        kind, name, item = key
        was, is_ = before.get(key), after.get(key)
        if _came_out(was) != _came_out(is_):
            yield FindingChange(id=name, item=item, kind=kind, old=was, new=is_)


def _came_out(finding: Finding | None) -> object:
    """Return how a finding came out; what does not apply is as good as none."""
    if finding is None or finding.outcome == "not_applicable":
        return None
    return finding.outcome, finding.row, finding.provisional


def _written(window: Window | None) -> Fraction | None:
    return None if window is None else window.written
