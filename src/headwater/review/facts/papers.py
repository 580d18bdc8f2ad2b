"""What the plan claims and hands in: a regional facility, right-of-way, answers with evidence, exhibits."""

from __future__ import annotations

from headwater.plan import Plan
from headwater.plan.receiving import CONTROLS
from headwater.review.facts.single import said, yes_no
from headwater.rules.fact import YES_NO, Fact


def regional_facts(plan: Plan) -> dict[str, Fact]:
    """Return what the plan relies on a regional facility for."""
    regional = plan.regional
    facts = {"uses_regional": said("uses_regional", "no" if regional is None else "yes")}
    for name in ("on_site", "approved_plan", "designed_for_site", "rights", "maintenance"):
        facts[f"regional_{name}"] = yes_no(f"regional_{name}", getattr(regional, name) if regional else None)
    controls = {choice.value for choice in (regional.controls if regional else None) or ()}
    for control in CONTROLS:
        name = f"regional_controls_{control}"
        unknown = regional is not None and regional.controls is None
        facts[name] = Fact(name=name, region=YES_NO) if unknown else said(name, "yes" if control in controls else "no")
    return facts


def right_of_way_facts(plan: Plan) -> dict[str, Fact]:
    """Return what was done to find room in or beside the right-of-way."""
    way = plan.right_of_way
    return {
        f"right_of_way_{name}": yes_no(f"right_of_way_{name}", getattr(way, name) if way else None)
        for name in ("within", "attempted", "cost_effective")
    } | {"right_of_way_evidence": said("right_of_way_evidence", "yes" if way and way.evidence else "no")}


def answer_facts(plan: Plan) -> dict[str, Fact]:
    """Return the answers to the rule's statements, each with whether it has evidence."""
    facts: dict[str, Fact] = {}
    for key, answer in (plan.answers or {}).items():
        facts[f"answers.{key}"] = yes_no(f"answers.{key}", answer)
        name = f"answers.{key}.evidence"
        facts[name] = said(name, "yes" if answer.evidence else "no")
    infeasible = (plan.answers or {}).get("infeasible")
    # A claim that is not made is not made; it is no open fact.
    facts["claims_infeasible"] = yes_no("claims_infeasible", infeasible, absent="no")
    return facts


def exhibit_facts(plan: Plan) -> dict[str, Fact]:
    """Return the state of every exhibit that the plan lists."""
    facts = {"exhibits_listed": said("exhibits_listed", "no" if plan.exhibits is None else "yes")}
    for exhibit in plan.exhibits or ():
        name = f"exhibits.{exhibit.exhibit.value}"
        if exhibit.waived is not None:
            waiver = exhibit.waived
            written = waiver.in_writing is not None and waiver.in_writing.value and waiver.by and waiver.date
            state = "waived" if written else "waived, not in writing"
        elif exhibit.page is None:
            state = "without page"
        elif exhibit.date is None:
            state = "without date"
        else:
            state = "delivered"
        facts[name] = Fact(name=name, region=frozenset({state}), given=state, origin="stated", line=exhibit.line)
    facts["certified"] = _certified(plan)
    return facts


def _certified(plan: Plan) -> Fact:
    """Return whether the plans are certified: by name, licence number and date."""
    record = plan.certification
    if record is None:
        return Fact(name="certified", region=YES_NO)
    whole = record.engineer is not None and record.licence is not None and record.date is not None
    given = record.engineer.value if record.engineer is not None else None
    return Fact(
        name="certified",
        region=frozenset({"yes" if whole else "no"}),
        given=given,
        origin="stated",
        line=record.line,
    )
