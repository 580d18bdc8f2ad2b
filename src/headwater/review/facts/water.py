"""Where the water goes: discharge points, loads, waterbodies, openings and landlocked receivers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from headwater.plan import Plan
from headwater.plan.drainage import LANDLOCKED_STORMS, LOW_STORMS, STORM_DURATIONS, PeakFlows
from headwater.plan.receiving import WETLAND_CLASSES, Structure, Water
from headwater.review.facts.single import ANY_NUMBER, datums, less, number, said, window_of, word, yes_no
from headwater.rules.fact import Fact
from headwater.units import Quantity
from headwater.window import Window

STORMS = {"1-yr": "1yr", "2-yr": "2yr", "10-yr": "10yr", "100-yr": "100yr"}
# What stands in these in the 100-year storm has a level, stated or not.
PONDING = ("infiltration basin", "infiltration trench", "filtration", "wet pond")
CONDITIONS = ("existing", "proposed", "meadow", "predevelopment")


def _peaks(flows: PeakFlows | None, prefix: str, full: str) -> dict[str, Fact]:
    facts = {}
    for condition in CONDITIONS:
        given = getattr(flows, condition) if flows else None
        for storm, short in STORMS.items():
            name = f"{prefix}{condition}_{short}_cfs"
            facts[name] = number(full + name, given.get(storm) if given else None)
    return facts


def discharge_facts(plan: Plan) -> dict[str, Fact]:
    """Return the peaks over the boundary, and the storms that they stand for."""
    discharge = plan.discharge
    facts = {
        "storms": word("storms", discharge.storms if discharge else None, STORM_DURATIONS),
        "low_storm": word("low_storm", discharge.low_storm if discharge else None, LOW_STORMS),
    }
    points = (discharge.points if discharge else None) or ()
    over_boundary = _peaks(discharge.aggregate if discharge else None, "aggregate_", "")
    if len(points) == 1:
        # With one point the peaks over the boundary are its own; peaks of several are never added.
        own = _peaks(points[0], "aggregate_", "")
        over_boundary = {name: fact if fact.known else own[name] for name, fact in over_boundary.items()}
    return {**facts, **over_boundary}


def point_facts(item: Any) -> dict[str, Fact]:
    """Return the peaks at one discharge point."""
    here = f"point[{item.id.value}]."
    return {"regional": yes_no(here + "regional", item.regional, absent="no"), **_peaks(item, "", here)}


def phosphorus_facts(plan: Plan) -> dict[str, Fact]:
    """Return the annual loads of phosphorus."""
    loads = plan.phosphorus
    given = {
        "existing": loads.existing if loads else None,
        "meadow": loads.meadow if loads else None,
        "untreated": loads.proposed_untreated if loads else None,
        "proposed": loads.proposed if loads else None,
    }
    return {
        f"phosphorus_{name}_lb_per_yr": number(f"phosphorus_{name}_lb_per_yr", load) for name, load in given.items()
    }


def water_facts(item: Water) -> dict[str, Fact]:
    """Return the facts of one waterbody or wetland."""
    here = f"water[{item.id.value}]."
    kind = item.kind.value if item.kind else None
    classes: tuple[str, ...] = ("Lakes",) if kind == "lake" else WETLAND_CLASSES
    if kind in ("stream", "pond"):
        classes = ("none",)
    facts = {
        "kind": word(here + "kind", item.kind, ("wetland", "lake", "stream", "pond")),
        "class": word(here + "class", item.class_, classes if kind else (*WETLAND_CLASSES, "Lakes", "none")),
        "downstream": yes_no(here + "downstream", item.downstream),
    }
    if item.class_ is None and kind in ("lake", "stream", "pond"):
        facts["class"] = said(here + "class", classes[0], derived_from=(here + "kind",))
    for name, suffix in (("bounce", "ft"), ("inundation", "h")):
        record = getattr(item, name)
        for storm, short in STORMS.items():
            for side in ("existing", "proposed"):
                given = getattr(record, side) if record else None
                full = f"{name}_{side}_{short}_{suffix}"
                facts[full] = number(here + full, given.get(storm) if given else None)
    before, after = (getattr(item.runout, side) if item.runout else None for side in ("existing", "proposed"))
    facts["runout_existing_ft"] = number(here + "runout_existing_ft", before, unknown=ANY_NUMBER)
    facts["runout_proposed_ft"] = number(here + "runout_proposed_ft", after, unknown=ANY_NUMBER)
    facts["runout_datums"] = datums(here + "runout_datums", before, after)
    return facts


def opening_facts(plan: Plan) -> Iterable[tuple[str, dict[str, Fact]]]:
    """Yield each pair of a structure and a high water, of a waterbody or of a practice."""
    waters: list[tuple[str, Quantity | None, str]] = []
    waters += [(water.id.value, water.high_water_100yr, "water") for water in plan.waters or ()]
    ponds = (item for item in plan.practices or () if item.high_water_100yr is not None or item.kind.value in PONDING)
    waters += [(item.id.value, item.high_water_100yr, "practice") for item in ponds]
    for structure in plan.structures or ():
        for water, high_water, kind in waters:
            yield f"{structure.id.value}/{water}", _opening(structure, water, high_water, kind)


def _opening(structure: Structure, water: str, high_water: Quantity | None, kind: str) -> dict[str, Fact]:
    here = f"opening[{structure.id.value}/{water}]."
    low = number(here + "low_opening_ft", structure.low_opening, unknown=ANY_NUMBER)
    high = number(f"{here}{kind}_high_water_ft", high_water, unknown=ANY_NUMBER)
    separated = {leaf.value for leaf in structure.disconnected_from or ()}
    assert isinstance(low.region, Window)
    assert isinstance(high.region, Window)
    return {
        "low_opening_ft": low,
        "high_water_ft": high,
        "separation_ft": Fact(
            name=here + "separation_ft",
            region=low.region - high.region,
            origin="derived",
            derived_from=(low.name, high.name),
        ),
        "datums": datums(here + "datums", structure.low_opening, high_water),
        "datum": word(here + "datum", None, ("NAVD88", "NGVD29"))
        if structure.low_opening is None
        else said(here + "datum", structure.low_opening.datum or "unknown"),
        "disconnected": said(here + "disconnected", "yes" if water in separated else "no"),
        "new": yes_no(here + "new", structure.new),
        "of": said(here + "of", kind),
    }


def landlocked_facts(item: Any) -> dict[str, Fact]:
    """Return the facts of one landlocked receiver."""
    here = f"landlocked[{item.id.value}]."
    before, after = (
        number(here + "volume_existing_cf", item.volume_existing),
        number(here + "volume_proposed_cf", item.volume_proposed),
    )
    abstracted, capacity = number(here + "abstracted_cf", item.abstracted), number(here + "capacity_cf", item.capacity)
    facts = {
        "volume_existing_cf": before,
        "volume_proposed_cf": after,
        "abstracted_cf": abstracted,
        "capacity_cf": capacity,
    }
    facts["spare_capacity_cf"] = less(here + "spare_capacity_cf", capacity, after)
    facts["rights"] = yes_no(here + "rights", item.rights)
    facts["storm"] = word(here + "storm", item.storm, LANDLOCKED_STORMS)
    high, low = item.high_water, item.low_opening
    if item.freeboard is None and high is not None and low is not None:
        region = window_of(low) - window_of(high)
        facts["freeboard_ft"] = Fact(name=here + "freeboard_ft", region=region, origin="derived")
    else:
        facts["freeboard_ft"] = number(here + "freeboard_ft", item.freeboard, unknown=ANY_NUMBER)
    facts["datums"] = datums(here + "datums", high, low)
    return facts
