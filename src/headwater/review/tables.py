"""The tables of an assessment as plain values: surfaces, credits, rates, phosphorus, openings, waters, facts.

Nothing is judged here: a row holds what the plan states, what follows from it by arithmetic, and the outcome that a
finding already has. Every number stands twice, exact and as it is printed; a figure that the plan wrote in the unit of
its column is printed with the digits it was written with. Required volumes are rounded up, provided ones down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from headwater.review.assessment import Assessment
from headwater.review.naming import plain_name, plan_field
from headwater.review.tracing import unit_of
from headwater.rules import crediting
from headwater.rules.fact import Fact
from headwater.rules.world import World, explore
from headwater.units import SF_PER_AC, format_exact, format_plain, rounded_down, rounded_half_up
from headwater.window import Window

Row = dict[str, Any]
STORMS = {"1yr": "1-yr", "2yr": "2-yr", "10yr": "10-yr", "100yr": "100-yr"}
SURFACES = (
    "kept", "reconstructed", "removed", "new", "existing_impervious", "proposed_impervious", "net_increase",
)  # fmt: skip
_GIVEN = re.compile(r"(?:exactly\s+)?([+-]?[0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+)\s", re.IGNORECASE)
# Origins of facts that somebody put down, as against those that follow or that silence settles.
_WRITTEN = ("stated", "measured", "read", "computed")


def table_documents(assessment: Assessment) -> dict[str, list[Row]]:
    """Return every table by its name."""
    return {
        "surfaces": list(_surfaces(assessment)),
        "credits": list(_credits(assessment)),
        "rates": list(_rates(assessment)),
        "phosphorus": list(_phosphorus(assessment)),
        "openings": list(_openings(assessment)),
        "waters": list(_waters(assessment)),
        "landlocked": list(_landlocked(assessment)),
        "facts": list(_facts(assessment)),
    }


def _named(name: str, fact: Fact) -> Row:
    """Return a number of a row under `name`, exact, and beside it as it is printed."""
    region = fact.region
    assert isinstance(region, Window)
    return {name: _exact(region.written), f"{name}_printed": printed(region.written, fact.given)}


def _computed(name: str, number: Fraction | None) -> Row:
    return {name: _exact(number), f"{name}_printed": printed(number, None)}


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else format_exact(number)


def printed(number: Fraction | None, given: str | None) -> str | None:
    """Return a number as it is printed: with the digits of the writer where they stand for it, else in full.

    >>> printed(Fraction(15), "15.0 cfs"), printed(Fraction(43560), "1.0 ac-ft"), printed(None, None)
    ('15.0', '43,560', None)
    """
    if number is None:
        return None
    match = _GIVEN.match(f"{given or ''} ")
    if match is not None and Fraction(match[1].replace(",", "")) == number:
        return match[1]
    return format_plain(number)


def _written(*facts: Fact) -> list[Fraction] | None:
    """Return the written numbers of facts, or None where one is not known."""
    found = [fact.region.written for fact in facts if isinstance(fact.region, Window)]
    known = [number for number in found if number is not None]
    return known if len(known) == len(facts) else None


def _difference(after: Fact, before: Fact) -> Fraction | None:
    known = _written(after, before)
    return None if known is None else known[0] - known[1]


def _word(fact: Fact) -> str | None:
    return next(iter(fact.region)) if not isinstance(fact.region, Window) and len(fact.region) == 1 else None


# ---- surfaces and credits --------------------------------------------------------------------------------------------


def _surfaces(assessment: Assessment) -> Iterator[Row]:
    """Yield each surface of the plan, then of each action that has its own."""
    facts = assessment.facts
    own: list[tuple[str | None, Mapping[str, Fact]]] = [
        (action.id.value, facts.items["action"][action.id.value])
        for action in assessment.plan.actions
        if action.surfaces is not None
    ]
    if assessment.plan.surfaces is not None or not own:
        own.insert(0, (None, facts.plain))
    for action, named in own:
        for name in SURFACES:
            fact = named[f"{name}_sf"]
            assert isinstance(fact.region, Window)
            area_sf = fact.region.written
            yield {
                "action": action,
                "surface": name.replace("_", " "),
                "area_sf": _exact(area_sf),
                "area_sf_printed": None if area_sf is None else rounded_half_up(area_sf),
                "area_ac": _exact(None if area_sf is None else area_sf / SF_PER_AC),
                "area_ac_printed": None if area_sf is None else rounded_half_up(area_sf / SF_PER_AC, digits=3),
                "given": fact.given,
                "origin": fact.origin,
                "line": fact.line,
            }


def _credits(assessment: Assessment) -> Iterator[Row]:
    """Yield each practice with the volume it is credited with, and the finding that shows how."""
    shown = {
        finding.item: finding
        for finding in assessment.findings
        if finding.kind == "credit" and finding.outcome != "not_applicable"
    }
    for practice in assessment.facts.ids("practice"):
        finding, named = shown.get(practice), assessment.facts.items["practice"][practice]
        volume_cf = _one(assessment, lambda world: world.number("practice.credit_cf").written, "practice", practice)
        other = _one(assessment, crediting.of_other_schedule, "practice", practice)
        yield {
            "practice": practice,
            "kind": _word(named["kind"]),
            "provision": finding.provision if finding else None,
            "arithmetic": finding.arithmetic[0] if finding and finding.arithmetic else None,
            "volume_cf": _exact(volume_cf),
            "volume_cf_printed": None if volume_cf is None else rounded_down(volume_cf),
            "counts_for": "phosphorus control alone" if other else "volume",
            **_treated(named),
            "provisional": bool(finding and finding.provisional),
            "note": (finding.note or None)
            if finding
            else "the schedule at hand grants this kind of practice no volume",
        }


def _treated(named: Mapping[str, Fact]) -> Row:
    """Return the volume that a practice treats, the share of phosphorus it removes, and what the two come to."""
    known = _written(named["treated_volume_cf"], named["removal_fraction"])
    if known is None or 0 in known:
        return {"treated_cf": None, "removal_fraction": None, "treatment_words": None}
    treated_cf, removal = known
    words = (
        f"treats {format_plain(treated_cf)} cf and removes {format_plain(removal * 100)} % of its phosphorus, which "
        f"stands for {rounded_down(treated_cf * removal)} cf of phosphorus control"
    )
    return {"treated_cf": _exact(treated_cf), "removal_fraction": _exact(removal), "treatment_words": words}


def _one(assessment: Assessment, question: Any, kind: str, item: str) -> Any:
    """Return the answer about one item where all that is open leaves one, else None."""

    def asked(world: World) -> Any:
        with world.item(kind, item):
            return question(world)

    ways = explore(
        asked,
        facts=assessment.facts,
        edition=assessment.edition,
        conclusions=assessment.conclusions.leaves[0].answer,
        concluded_from=assessment.conclusions.used,
    )
    return ways.answers[0] if ways.whole and len(ways.answers) == 1 else None


# ---- rates -----------------------------------------------------------------------------------------------------------


def rate_baseline(assessment: Assessment) -> str:
    """Return what the proposed peaks are held against: the baseline of the rate requirement, else the land as it is."""
    return next((str(item.baseline) for (_, item) in assessment.requirements if item.requirement == "rate"), "existing")


def _rates(assessment: Assessment) -> Iterator[Row]:
    """Yield the peaks at every point and then over the boundary, storm by storm."""
    facts, baseline = assessment.facts, rate_baseline(assessment)
    asked = {name for finding in assessment.findings if finding.outcome != "not_applicable" for name in finding.facts}
    points = facts.items.get("point", {})
    storms = [
        storm
        for storm in STORMS
        if any(
            fact.given is not None or fact.name in asked
            for named, prefix in [(facts.plain, "aggregate_"), *((named, "") for named in points.values())]
            for fact in (named[f"{prefix}{side}_{storm}_cfs"] for side in (baseline, "proposed"))
        )
    ]
    if not storms:
        return
    for point, named in points.items():
        yield _place(assessment, point, named, baseline, storms, prefix="")
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
                **_named("before_cfs", before),
                **_named("proposed_cfs", after),
                **_computed("change_cfs", _difference(after, before)),
                "no_increase": _no_increase(assessment, point, baseline, storm),
            }
        )
    return {"point": point, "baseline": baseline, "storms": found}


def _no_increase(assessment: Assessment, point: str | None, baseline: str, storm: str) -> bool | None:
    """Return whether a storm's peak does not increase, by the comparison that the rule makes; None where it is open."""
    name = f"increase_{baseline}_{storm}_cfs"
    if point is not None:
        answer = _one(assessment, lambda world: world.compare(f"point.{name}", "<=", 0), "point", point)
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
        row |= _named(f"{name}_lb_per_yr", fact)
    before = named.get(baseline, named["existing"])
    yield row | _computed("change_lb_per_yr", _difference(named["proposed"], before))


_LOADS = ("existing", "meadow", "untreated", "proposed")


def _outcomes(assessment: Assessment, subject: str, item: str) -> list[Row]:
    """Return the findings on one item that apply, in words."""
    return [
        {
            "id": finding.id,
            "gist": finding.gist,
            "outcome": finding.outcome,
            "provisional": finding.provisional,
        }
        for finding in assessment.findings
        if finding.item == item
        and finding.outcome != "not_applicable"
        and finding.id in assessment.edition.criteria
        and assessment.edition.criteria[finding.id].subject == subject
    ]


def _openings(assessment: Assessment) -> Iterator[Row]:
    """Yield each low opening against each high water."""
    for pair, named in assessment.facts.items.get("opening", {}).items():
        structure, _, water = pair.partition("/")
        low, high = named["low_opening_ft"], named["high_water_ft"]
        mixed = _word(named["datums"]) == "mixed"
        yield {
            "structure": structure,
            "water": water,
            **_named("low_opening_ft", low),
            **_named("high_water_ft", high),
            **_computed("separation_ft", None if mixed else _difference(low, high)),
            "datum": "mixed" if mixed else _word(named["datum"]),
            "disconnected": _word(named["disconnected"]) == "yes",
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
                row |= _named(f"{name}_existing_{suffix}", before) | _named(f"{name}_proposed_{suffix}", after)
                row |= _computed(f"{name}_change_{suffix}", _difference(after, before))
                given = given or before.given is not None or after.given is not None
            if given:
                storms.append(row)
        before, after = named["runout_existing_ft"], named["runout_proposed_ft"]
        mixed = _word(named["runout_datums"]) == "mixed"
        if not (storms or findings or before.given or after.given):
            continue
        yield {
            "water": water,
            "kind": _word(named["kind"]),
            "class": _word(named["class"]),
            "storms": storms,
            **_named("runout_existing_ft", before),
            **_named("runout_proposed_ft", after),
            **_computed("runout_change_ft", None if mixed else _difference(after, before)),
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
            "storm": _word(named["storm"]),
            **_named("volume_existing_cf", before),
            **_named("volume_proposed_cf", after),
            **_computed("volume_change_cf", _difference(after, before)),
            **_named("abstracted_cf", named["abstracted_cf"]),
            **_named("capacity_cf", named["capacity_cf"]),
            **_named("freeboard_ft", named["freeboard_ft"]),
            "findings": _outcomes(assessment, "landlocked", receiver),
        }


# ---- facts -----------------------------------------------------------------------------------------------------------


def _facts(assessment: Assessment) -> Iterator[Row]:
    """Yield every fact that is written in the plan, that follows from others by arithmetic, or that silence settles."""
    for fact in assessment.facts.by_name.values():
        written = fact.origin in _WRITTEN and fact.given is not None
        follows = fact.origin == "derived" and bool(fact.derived_from) and fact.known
        if not (written or follows or fact.origin == "silence") or fact.name.startswith("exhibits."):
            continue
        yield {
            "fact": fact.name,
            "words": plain_name(fact.name),
            "field": plan_field(fact.name),
            "given": fact.given,
            **_ends(fact),
            "origin": fact.origin,
            "line": fact.line,
            "source": fact.source,
            "derived_from": list(fact.derived_from),
        }


def _ends(fact: Fact) -> Row:
    """Return the value of a fact, and the ends between which it lies, in the unit that its name tells."""
    region = fact.region
    if not isinstance(region, Window):
        return {
            "value": _word(fact),
            "low": None,
            "high": None,
            "low_printed": None,
            "high_printed": None,
            "unit": None,
        }
    if fact.given is not None and region.high is None:
        region = Window(None, None)  # looked for and not found: no number stands for that
    share = fact.name.endswith("_fraction")
    row: Row = {"value": _exact(region.written), "low": _exact(region.low), "high": _exact(region.high)}
    for end, number in (("low", region.low), ("high", region.high)):
        row[f"{end}_printed"] = None if number is None else format_plain(number * 100 if share else number)
    return row | {"unit": "%" if share else unit_of(fact.name)}
