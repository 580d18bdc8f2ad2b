"""Names for people: where in the plan file a fact is written, and what a fact is called in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

# The road in which a walk is counted is no number of inches.
_UNIT = re.compile(r"(?<!^counted)_(sf|cf|cfs|ft|h_per_v|h|in_per_hr|in|lb_per_yr|units_per_ac|fraction)$")
_STORM = re.compile(r"_(1|2|10|100)yr")
_ITEM = re.compile(r"^([a-z_]+)\[(.*)\]\.([a-z_.0-9]+)$")
_LISTS = {
    "action": "actions",
    "earlier": "earlier_projects",
    "practice": "practices",
    "point": "discharge.points",
    "water": "waters",
    "landlocked": "landlocked",
    "boring": "borings",
}
_SURFACES = ("kept", "reconstructed", "removed", "new", "existing_impervious", "proposed_impervious", "net_increase")
_BARS = (
    "fueling_runoff", "maintenance_runoff", "contamination", "era", "dwsma_vulnerability", "evaluation", "well",
    "public_supply_well", "public_supply_well_sensitive", "karst_upgradient", "karst_downgradient", "industrial_source",
)  # fmt: skip
_PLAIN = {
    "site_area": "site.area",
    "disturbed_area": "site.disturbed",
    "former_use": "site.former_use",
    "public_body": "applicant.public_body",
    "storms": "discharge.storms",
    "low_storm": "discharge.low_storm",
    "phosphorus_untreated": "phosphorus.proposed_untreated",
    "practice_volume": "practices",
    "soil_pits_or_augers": "borings",
    "infiltration_proposed": "practices",
    "claims_infeasible": "answers.infeasible",
    "certified": "certification",
}
_OF_ITEM = {
    "action": {"site_area": "area", "disturbed_area": "disturbed"},
    "earlier": {"site": "site_area"},
    "practice": {
        "saturation_separation": "seasonal_saturation",
        "bedrock_separation": "bedrock",
        "boring_depth_below_bottom": "bottom",
    },
    "water": {"runout_datums": "runout.proposed"},
    "landlocked": {"spare_capacity": "capacity", "datums": "low_opening"},
}
_EVIDENCE = ".evidence"
_CONDITIONS = "existing|proposed|meadow|predevelopment"


@cache
def plan_field(fact: str) -> str:
    """Return where in the plan file a fact is written, as `waters[wet-a].bounce.existing.100-yr`.

    >>> plan_field("site_area_sf"), plan_field("action[road].permeable_new_sf")
    ('site.area', 'actions[road].surfaces.permeable.new')
    """
    match = _ITEM.match(fact)
    if match is None:
        return _of_plan(fact)
    kind, item, name = match.groups()
    bare = _UNIT.sub("", name)
    if kind == "opening":
        structure, _, water = item.partition("/")
        for of in ("water", "practice"):
            if bare == f"{of}_high_water":
                return f"{_LISTS[of]}[{water}].high_water_100yr"
        return f"structures[{structure}].{'low_opening' if bare in ('separation', 'datums', 'datum') else bare}"
    head = f"{_LISTS.get(kind, kind)}[{item}]"
    if kind == "action" and _surface(bare):
        return f"{head}.surfaces.{_surface(bare)}"
    if kind == "action" and bare.startswith("affects_"):
        return f"{head}.affects.{bare.removeprefix('affects_')}"
    if kind == "practice":
        if bare == "boring_count":
            return "borings"
        base = bare.removesuffix("_evidence")
        if base in _BARS:
            return f"{head}.bars.{base}{'.evidence' if base != bare else ''}"
        if bare.startswith("means_examined_"):
            return f"{head}.means_examined.{bare.removeprefix('means_examined_')}"
    bare = _OF_ITEM.get(kind, {}).get(bare, bare)
    return f"{head}.{_storms(bare)}"


def _of_plan(fact: str) -> str:
    if fact.startswith(("answers.", "exhibits.")):
        return fact
    if fact.startswith("has_practice."):
        return "practices"
    bare = _UNIT.sub("", fact)
    if bare in _PLAIN:
        return _PLAIN[bare]
    if _surface(bare):
        return f"surfaces.{_surface(bare)}"
    if bare.startswith("aggregate_"):
        return f"discharge.aggregate.{_storms(bare.removeprefix('aggregate_'))}"
    for prefix in ("phosphorus", "regional", "right_of_way"):
        if bare.startswith(f"{prefix}_"):
            rest = bare.removeprefix(f"{prefix}_")
            return f"{prefix}.{'controls' if rest.startswith('controls_') else rest}"
    return bare


def _surface(bare: str) -> str | None:
    permeable = bare.startswith("permeable_")
    name = bare.removeprefix("permeable_")
    if name not in _SURFACES:
        return None
    return ("permeable." if permeable else "") + name.removesuffix("_impervious")


def _storms(bare: str) -> str:
    """Return `bounce_existing_100yr` as `bounce.existing.100-yr`."""
    named = _STORM.sub(r".\1-yr", bare)
    named = re.sub(rf"^({_CONDITIONS})\.", r"\1.", named)
    return re.sub(rf"^(bounce|inundation|runout)_({_CONDITIONS})", r"\1.\2", named)


def plan_fields(facts: Iterable[str]) -> list[str]:
    """Return the places of several facts, those alike folded into one with braces.

    >>> plan_fields(["water[a].bounce_existing_1yr_ft", "water[a].bounce_existing_10yr_ft"])
    ['waters[a].bounce.existing.{1-yr,10-yr}']
    """
    return _folded(_folded(_answer_first(list(dict.fromkeys(plan_field(fact) for fact in facts))), -1), -2)


def _answer_first(fields: list[str]) -> list[str]:
    """Put evidence behind the answer that it is of: nobody has evidence of what is not answered yet."""
    ordered: list[str] = []
    for field in fields:
        if field.endswith(_EVIDENCE) and field.removesuffix(_EVIDENCE) in fields:
            continue
        ordered.append(field)
        if f"{field}{_EVIDENCE}" in fields:
            ordered.append(f"{field}{_EVIDENCE}")
    return ordered


def _folded(fields: list[str], place: int) -> list[str]:
    """Fold fields that differ in one part, counted from the end, into one."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for field in fields:
        parts = _parts(field)
        if len(parts) + place <= 0 or field.startswith(("answers.", "exhibits.")):
            groups.setdefault((field,), []).append("")
            continue
        rest = (*parts[:place], "*", *(parts[place + 1 :] if place + 1 else ()))
        groups.setdefault(rest, []).append(parts[place])
    found = []
    for rest, values in groups.items():
        if "*" not in rest:
            found.append(rest[0])
            continue
        values = sorted(values, key=lambda value: (len(value), value)) if "-yr" in values[0] else values
        shown = values[0] if len(values) == 1 else "{" + ",".join(values) + "}"
        found.append(".".join(shown if part == "*" else part for part in rest))
    return found


def _parts(field: str) -> list[str]:
    """Split at points outside of brackets and braces, since an id may hold a point."""
    return re.split(r"\.(?![^\[{]*[\]}])", field)


def plain_name(fact: str) -> str:
    """Return a fact's name in words, as "wet-a: bounce existing 100-yr".

    >>> plain_name("water[wet-a].bounce_existing_100yr_ft")
    'wet-a: bounce existing 100-yr'
    """
    match = _ITEM.match(fact)
    item, name = (f"{match[2]}: ", match[3]) if match else ("", fact)
    bare = _STORM.sub(r" \1-yr", _UNIT.sub("", name)).replace("_", " ").replace(".", " ")
    return f"{item}{bare}"
