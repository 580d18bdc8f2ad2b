"""Answers and exhibits that the plan gives and nothing asks for: most often a slip of the pen, so they are shown."""

from __future__ import annotations

import difflib
from typing import Any

from headwater.review.assessment import Assessment
from headwater.rules.condition import conditions_of


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
            near = difflib.get_close_matches(name, wanted - given.keys(), n=1)
            found.append({"field": name, "line": line, "nearest": near[0] if near else None})
    return found
