"""Criteria, credits, duties, guidance and provisions of an edition, from their YAML."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from headwater.editions.fields import Raw, check_keys, flag_of, text_of
from headwater.errors import EditionError
from headwater.rules.condition import exact_number, parse_clauses
from headwater.rules.provision import STATUSES, Credit, Criterion, Duty, Provision

_CRITERION_KEYS = {
    "id", "provision", "gist", "remedy", "for_each", "when", "test", "statement", "exhibit", "judge", "judgment", "row",
    "helpful", "provisional", "basis",
}  # fmt: skip


def parse_criterion(item: Raw, *, values: Mapping[str, str], provisional: bool = False) -> Criterion:
    """Return one criterion or exhibit from its YAML."""
    name = text_of(item, "id", where="criterion")
    check_keys(item, _CRITERION_KEYS, where=name)
    criterion = Criterion(
        id=name,
        provision=item.get("provision", name),
        gist=" ".join(str(item.get("gist", "")).split()),
        remedy=" ".join(str(item.get("remedy", "")).split()),
        subject=item.get("for_each"),
        when=parse_clauses(item.get("when"), values=values, where=name),
        test=parse_clauses(item.get("test"), values=values, where=name),
        statement=item.get("statement"),
        exhibit=item.get("exhibit"),
        judge=item.get("judge"),
        judgment=item.get("judgment"),
        row=item.get("row"),
        helpful=flag_of(item, "helpful", default=False),
        provisional=flag_of(item, "provisional", default=provisional),
        basis=item.get("basis"),
    )
    ways = (criterion.test, criterion.statement, criterion.exhibit, criterion.judge, criterion.judgment)
    if not any(ways):
        raise EditionError(
            f"{name}: nothing says how it is judged; expected test, statement, exhibit, judge or judgment"
        )
    return criterion


_CREDIT_KEYS = {
    "id", "kind", "formula", "depth", "share", "needs", "ground", "schedule", "provisional", "basis",
}  # fmt: skip


def earned(text: str, *, family: str, where: str) -> Fraction:
    """Return a depth or share by which a practice earns volume: not below zero, and a share not above the whole.

    Raises
    ------
    EditionError
        If it is no such number.
    """
    found = exact_number(text, family=family, where=where)
    if found < 0:
        raise EditionError(f"{where}: {text!r}: below zero; expected zero or more")
    if family == "fraction" and found > 1:
        raise EditionError(f"{where}: {text!r}: more than the whole; expected at most 100 %")
    return found


def parse_credit(item: Raw, *, values: Mapping[str, str], provisional: bool = False) -> Credit:
    """Return one row of a volume schedule from its YAML."""
    name = text_of(item, "id", where="credit")
    check_keys(item, _CREDIT_KEYS, where=name)
    formula, schedule = text_of(item, "formula", where=name), item.get("schedule", "volume")
    if formula not in ("held", "area", "canopy", "reuse", "no number"):
        raise EditionError(f"{name}: formula {formula!r}; expected held, area, canopy, reuse or no number")
    if schedule not in ("volume", "other"):
        raise EditionError(f"{name}: schedule {schedule!r}; expected volume or other")

    def number(field: str, family: str, default: Fraction | None) -> Fraction | None:
        text = item.get(field)
        if text is None:
            return default
        return earned(values.get(text[1:], text), family=family, where=name)

    return Credit(
        id=name,
        kind=text_of(item, "kind", where=name),
        formula=formula,
        depth_in=number("depth", "depth", None),
        share_fraction=number("share", "fraction", Fraction(1)) or Fraction(0),
        needs=item.get("needs"),
        ground=flag_of(item, "ground", default=False),
        schedule=schedule,
        provisional=flag_of(item, "provisional", default=provisional),
        basis=item.get("basis"),
    )


def parse_duty(item: Raw, *, values: Mapping[str, str]) -> Duty:
    """Return one duty of a permit."""
    name = text_of(item, "id", where="duty")
    check_keys(item, {"id", "provision", "gist", "stage", "when"}, where=name)
    return Duty(
        id=name,
        provision=item.get("provision", name),
        gist=text_of(item, "gist", where=name),
        stage=text_of(item, "stage", where=name),
        when=parse_clauses(item.get("when"), values=values, where=name),
    )


def parse_guidance(item: Raw, *, values: Mapping[str, str]) -> Criterion:
    """Return one piece of a manual's advice."""
    name = text_of(item, "id", where="guidance")
    check_keys(item, {"id", "provision", "gist", "source", "for_each", "when", "test"}, where=name)
    return Criterion(
        id=name,
        provision=text_of(item, "provision", where=name),
        gist=text_of(item, "gist", where=name),
        subject=item.get("for_each"),
        when=parse_clauses(item.get("when"), values=values, where=name),
        test=parse_clauses(item.get("test"), values=values, where=name),
        basis=text_of(item, "source", where=name),
    )


def parse_provision(item: Raw) -> Provision:
    """Return one provision."""
    name = text_of(item, "id", where="provision")
    check_keys(item, {"id", "kind", "status", "gist"}, where=name)
    status = text_of(item, "status", where=name)
    if status not in STATUSES:
        raise EditionError(f"{name}: status {status!r}; expected {', '.join(STATUSES)}")
    return Provision(
        id=name, kind=text_of(item, "kind", where=name), status=status, gist=text_of(item, "gist", where=name)
    )
