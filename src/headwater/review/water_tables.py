"""Tables of water: rates, phosphorus, openings above high water, receiving waters, receivers without an outlet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from headwater.review.assessment import Assessment
from headwater.review.table_cells import Row, computed_number, difference, named_number, one_answer, word_of
from headwater.rules.fact import Fact
from headwater.rules.rates import BASELINES
from headwater.rules.world import explore

STORMS = {"1yr": "1-yr", "2yr": "2-yr", "10yr": "10-yr", "100yr": "100-yr"}
_LOADS = ("existing", "meadow", "untreated", "proposed")


def water_tables(assessment: Assessment) -> dict[str, list[Row]]:
    """Return every table of water by its name."""
    return {
        "rates": list(_rates(assessment)),
        "phosphorus": list(_phosphorus(assessment)),
        "openings": list(_openings(assessment)),
        "waters": list(_waters(assessment)),
        "landlocked": list(_landlocked(assessment)),
    }


# ---- rates -----------------------------------------------------------------------------------------------------------


def rate_baselines(assessment: Assessment) -> tuple[str, ...]:
    """Return what the proposed peaks are held against: the baselines of rate control, else the land as it is."""
    found = {str(item.baseline) for (_, item) in assessment.requirements if item.requirement in ("rate", "quantity")}
    return tuple(name for name in BASELINES if name in found) or ("existing",)


def _rates(assessment: Assessment) -> Iterator[Row]:
    """Yield the peaks at every point and then over the boundary, storm by storm."""
    facts, baselines = assessment.facts, rate_baselines(assessment)
    asked = {name for finding in assessment.findings if finding.outcome != "not_applicable" for name in finding.facts}
    points = facts.items.get("point", {})
    storms = [
        storm
        for storm in STORMS
        if any(
            fact.given is not None or fact.name in asked
            for named, prefix in [(facts.plain, "aggregate_"), *((named, "") for named in points.values())]
            for fact in (named[f"{prefix}{side}_{storm}_cfs"] for side in (*baselines, "proposed"))
        )
    ]
    if not storms:
        return
    for point, named in points.items():
        for baseline in baselines:
            yield _place(assessment, point, named, baseline, storms, prefix="")
    for baseline in baselines:
        yield _place(assessment, None, facts.plain, baseline, storms, prefix="aggregate_")


def _place(
    assessment: Assessment,
    point: str | None,
    named: Mapping[str, Fact],
    baseline: str,
    storms: Iterable[str],
    *,
    prefix: str,
) -> Row:
    found = []
    for storm in storms:
        before, after = named[f"{prefix}{baseline}_{storm}_cfs"], named[f"{prefix}proposed_{storm}_cfs"]
        found.append(
            {
                "storm": STORMS[storm],
                **named_number("before_cfs", before),
                **named_number("proposed_cfs", after),
                **computed_number("change_cfs", difference(after, before), after, before),
                "no_increase": _no_increase(assessment, point, baseline, storm),
            }
        )
    return {"point": point, "baseline": baseline, "storms": found}


def _no_increase(assessment: Assessment, point: str | None, baseline: str, storm: str) -> bool | None:
    """Return whether a storm's peak does not increase, by the comparison that the rule makes; None where it is open."""
    name = f"increase_{baseline}_{storm}_cfs"
    if point is not None:
        answer = one_answer(assessment, lambda world: world.compare(f"point.{name}", "<=", 0), "point", point)
        return answer if isinstance(answer, bool) else None
    ways = explore(
        lambda world: world.compare(f"aggregate_{name}", "<=", 0), facts=assessment.facts, edition=assessment.edition
    )
    return ways.answers[0] if ways.whole and len(ways.answers) == 1 else None


# ---- phosphorus, openings, waters, landlocked ------------------------------------------------------------------------


def _phosphorus(assessment: Assessment) -> Iterator[Row]:
    """Yield the loads at the boundary, where the plan states any."""
    named = {name: assessment.facts.plain[f"phosphorus_{name}_lb_per_yr"] for name in _LOADS}
    if all(fact.given is None for fact in named.values()):
        return
    baseline = next(
        (str(item.baseline) for (_, item) in assessment.requirements if item.requirement == "phosphorus"), "existing"
    )
    row: Row = {"baseline": baseline}
    for name, fact in named.items():
        row |= named_number(f"{name}_lb_per_yr", fact)
    before = named.get(baseline, named["existing"])
    yield row | computed_number("change_lb_per_yr", difference(named["proposed"], before), named["proposed"], before)


def _outcomes(assessment: Assessment, subject: str, item: str) -> list[Row]:
    """Return the findings on one item that apply, in words."""
    return [
        {
            "id": finding.id,
            "gist": finding.gist,
            "outcome": finding.outcome,
            "provisional": finding.provisional,
        }
        for finding in assessment.findings_of(item)
        if finding.outcome != "not_applicable"
        and finding.id in assessment.edition.criteria
        and assessment.edition.criteria[finding.id].subject == subject
    ]


def _openings(assessment: Assessment) -> Iterator[Row]:
    """Yield each low opening against each high water."""
    for pair, named in assessment.facts.items.get("opening", {}).items():
        structure, _, water = pair.partition("/")
        low, high = named["low_opening_ft"], named["high_water_ft"]
        mixed = word_of(named["datums"]) == "mixed"
        yield {
            "structure": structure,
            "water": water,
            **named_number("low_opening_ft", low),
            **named_number("high_water_ft", high),
            **computed_number("separation_ft", None if mixed else difference(low, high), low, high),
            "datum": "mixed" if mixed else word_of(named["datum"]),
            "disconnected": word_of(named["disconnected"]) == "yes",
            "findings": _outcomes(assessment, "opening", pair),
        }


def _waters(assessment: Assessment) -> Iterator[Row]:
    """Yield bounce, inundation and runout of each water about which the plan or a finding says something."""
    for water, named in assessment.facts.items.get("water", {}).items():
        findings = _outcomes(assessment, "water", water)
        storms = []
        for storm, words in STORMS.items():
            row: Row = {"storm": words}
            given = False
            for name, suffix in (("bounce", "ft"), ("inundation", "h")):
                before, after = (named[f"{name}_{side}_{storm}_{suffix}"] for side in ("existing", "proposed"))
                row |= named_number(f"{name}_existing_{suffix}", before) | named_number(
                    f"{name}_proposed_{suffix}", after
                )
                row |= computed_number(f"{name}_change_{suffix}", difference(after, before), after, before)
                given = given or before.given is not None or after.given is not None
            if given:
                storms.append(row)
        before, after = named["runout_existing_ft"], named["runout_proposed_ft"]
        mixed = word_of(named["runout_datums"]) == "mixed"
        if not (storms or findings or before.given or after.given):
            continue
        yield {
            "water": water,
            "kind": word_of(named["kind"]),
            "class": word_of(named["class"]),
            "storms": storms,
            **named_number("runout_existing_ft", before),
            **named_number("runout_proposed_ft", after),
            **computed_number("runout_change_ft", None if mixed else difference(after, before), after, before),
            "datum": "mixed" if mixed else _datum(before, after),
            "findings": findings,
        }


def _datum(*facts: Fact) -> str | None:
    given = " ".join(fact.given or "" for fact in facts).upper()
    return "NAVD88" if "NAVD" in given else "NGVD29" if "NGVD" in given else None


def _landlocked(assessment: Assessment) -> Iterator[Row]:
    """Yield what each receiver without an outlet gets and holds."""
    for receiver, named in assessment.facts.items.get("landlocked", {}).items():
        before, after = named["volume_existing_cf"], named["volume_proposed_cf"]
        yield {
            "receiver": receiver,
            "storm": word_of(named["storm"]),
            **named_number("volume_existing_cf", before),
            **named_number("volume_proposed_cf", after),
            **computed_number("volume_change_cf", difference(after, before), after, before),
            **named_number("abstracted_cf", named["abstracted_cf"]),
            **named_number("capacity_cf", named["capacity_cf"]),
            **named_number("freeboard_ft", named["freeboard_ft"]),
            "findings": _outcomes(assessment, "landlocked", receiver),
        }
