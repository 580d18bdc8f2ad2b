"""Answers and exhibits that the plan gives and nothing asks for: most often a slip of the pen, so they are shown."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, Final

from headwater.review.assessment import Assessment
from headwater.rules.condition import conditions_of

ALIKE: Final = 0.55
"""How alike two keys are, of one, for the one to be a slip for the other: `NPDES permit` is one for `npdes`."""


def unasked_documents(assessment: Assessment) -> list[dict[str, Any]]:
    """Return each answer and exhibit that no finding used, with the nearest one that was asked for and not given."""
    plan = assessment.plan
    given = {f"answers.{key}": answer.line for key, answer in (plan.answers or {}).items()}
    given |= {f"exhibits.{item.exhibit.value}": item.exhibit.line for item in plan.exhibits or ()}
    asked = {name for finding in assessment.findings for name in finding.facts}
    for duty in assessment.edition.duties.values():
        asked |= {condition.fact for condition in conditions_of(duty.when)}
    if "claims_infeasible" in asked:
        asked.add("answers.infeasible")
    wanted = {name.removesuffix(".evidence") for name in asked if name.startswith(("answers.", "exhibits."))}
    found = []
    for name, line in given.items():
        if name not in asked:
            found.append({"field": name, "line": line, "nearest": _nearest(name, wanted - given.keys())})
    return found


def _nearest(name: str, wanted: Iterable[str]) -> str | None:
    """Return the key of the same list that is spelled alike; that both are in the list says nothing."""
    group, _, key = name.partition(".")
    keys = {other.partition(".")[2].lower(): other for other in sorted(wanted) if other.startswith(f"{group}.")}
    near = difflib.get_close_matches(key.lower(), keys, n=1, cutoff=ALIKE)
    return keys[near[0]] if near else None
