"""The tables of an assessment as plain values: surfaces, credits, facts, and those of water.

Nothing is judged here: a row holds what the plan states, what follows from it by arithmetic, and the outcome that a
finding already has. Every number stands twice, exact and as it is printed. Provided volumes are rounded down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from headwater.review.assessment import Assessment
from headwater.review.facts.single import NOWHERE
from headwater.review.naming import plain_name, plan_field
from headwater.review.table_cells import Row, exact, one_answer, word_of, written_numbers
from headwater.review.tracing import unit_of
from headwater.review.water_tables import water_tables
from headwater.rules import crediting
from headwater.rules.fact import Fact
from headwater.units import SF_PER_AC, format_plain, rounded_down, rounded_half_up
from headwater.window import Window

SURFACES = (
    "kept", "reconstructed", "removed", "new", "existing_impervious", "proposed_impervious", "net_increase",
)  # fmt: skip
# Origins of facts that somebody put down, as against those that follow or that silence settles.
_WRITTEN = ("stated", "measured", "read", "computed")


def table_documents(assessment: Assessment) -> dict[str, list[Row]]:
    """Return every table by its name."""
    return {
        "surfaces": list(_surfaces(assessment)),
        "credits": list(_credits(assessment)),
        **water_tables(assessment),
        "facts": list(_facts(assessment)),
    }


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
                "area_sf": exact(area_sf),
                "area_sf_printed": None if area_sf is None else rounded_half_up(area_sf),
                "area_ac": exact(None if area_sf is None else area_sf / SF_PER_AC),
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
        volume_cf = one_answer(
            assessment, lambda world: world.number("practice.credit_cf").written, "practice", practice
        )
        other = one_answer(assessment, crediting.of_other_schedule, "practice", practice)
        yield {
            "practice": practice,
            "kind": word_of(named["kind"]),
            "provision": finding.provision if finding else None,
            "arithmetic": finding.arithmetic[0] if finding and finding.arithmetic else None,
            "volume_cf": exact(volume_cf),
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
    known = written_numbers(named["treated_volume_cf"], named["removal_fraction"])
    if known is None or 0 in known:
        return {"treated_cf": None, "removal_fraction": None, "treatment_words": None}
    treated_cf, removal = known
    words = (
        f"treats {format_plain(treated_cf)} cf and removes {format_plain(removal * 100)} % of its phosphorus, which "
        f"stands for {rounded_down(treated_cf * removal)} cf of phosphorus control"
    )
    return {"treated_cf": exact(treated_cf), "removal_fraction": exact(removal), "treatment_words": words}


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
    found: Row = {"value": word_of(fact), "low": None, "high": None, "low_printed": None, "high_printed": None}
    if not isinstance(region, Window):
        return found | {"unit": None}
    if region.low == NOWHERE.low:
        # No number stands for what was looked for and is not there.
        return found | {"value": "none found", "unit": None}
    share = fact.name.endswith("_fraction")
    found |= {"value": exact(region.written), "low": exact(region.low), "high": exact(region.high)}
    for end, number in (("low", region.low), ("high", region.high)):
        found[f"{end}_printed"] = None if number is None else format_plain(number * 100 if share else number)
    return found | {"unit": "%" if share else unit_of(fact.name)}
