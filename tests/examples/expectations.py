"""What the author of an example expects of it: the lines `# expected: <what>: <value>` at its head.

A list is written with semicolons, `none` is an empty one, and one item of a finding stands in brackets, as in
`2011.3.e[store/basin]`. Volumes are given to the hundredth of a cubic foot.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

from headwater.editions.registry import edition_on, load_edition
from headwater.intake.plan_file import read_plan
from headwater.plan import Plan
from headwater.review.assessment import Assessment, assess
from headwater.rules.finding import Finding
from headwater.window import Window

MARK = "# expected: "
HUNDREDTH_CF = Fraction(1, 100)


def expectations(path: Path) -> dict[str, str]:
    """Return what an example's head expects, by what it is of."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = (line.removeprefix(MARK).partition(": ") for line in lines if line.startswith(MARK))
    return {name: value.strip() for name, _, value in pairs}


def listed(value: str) -> list[str]:
    """Return the items of a list as an expectation writes it, in order."""
    return [] if value == "none" else sorted(part.strip() for part in value.split(";"))


def edition_key(plan: Plan) -> str:
    """Return the edition that a plan names, or that its date picks."""
    if plan.edition is not None:
        return plan.edition.key.value
    assert plan.received is not None
    return edition_on(plan.received.value)


def assessed(path: Path) -> Assessment:
    """Return the assessment of an example under its edition."""
    plan = read_plan(path)
    return assess(plan, load_edition(edition_key(plan)))


def named(findings: Iterable[Finding], outcome: str) -> list[str]:
    """Return the findings of one outcome, each by its id and its item, in order."""
    return sorted(
        finding.id if finding.item is None else f"{finding.id}[{finding.item}]"
        for finding in findings
        if finding.outcome == outcome
    )


def agrees_cf(volume: Window | None, expected: str) -> bool:
    """Return whether a volume is the expected one, to the hundredth of a cubic foot."""
    if expected == "none":
        return volume is None
    if volume is None or volume.written is None:
        return False
    return abs(volume.written - Fraction(expected.removesuffix(" cf").replace(",", ""))) < HUNDREDTH_CF
