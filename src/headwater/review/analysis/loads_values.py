"""What a plan's section of loads stands on: each stated or tabled value with its id, source, date and how sure it is.

Owns the step from the plan's words to rain, concentrations and removals, and what is missing for each. The tables are
`headwater.treatment`'s; a value that a plan states goes before them, and neither is taken where the plan names none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from headwater.plan.loads import AnnualRain, LoadLand, TreatmentStep, Underdrain
from headwater.plan.loads_tables import ANY_USE, CONCENTRATIONS, USUAL_REMOVALS
from headwater.plan.practices import Practice
from headwater.review.analysis.floats import fraction, number
from headwater.treatment.concentrations import annual_rain, concentration, listed_concentrations
from headwater.treatment.levels import LEVELS, ConcentrationRange, RemovalRange, stated_concentration, stated_removal
from headwater.treatment.removals import ListedRemoval, Pollutant, listed_removals, removal_range
from headwater.treatment.underdrain_credit import (
    Column,
    Layout,
    Media,
    underdrain_credits,
    underdrain_removal,
    usual_particulate_fraction,
)
from headwater.units import Quantity

LoadPollutant = Literal["total phosphorus", "total suspended solids"]
POLLUTANTS: Final[tuple[LoadPollutant, ...]] = ("total phosphorus", "total suspended solids")
STATED: Final = "stated in the plan"
_LAYOUTS: Final[dict[str, Layout]] = {"none": "none", "elevated": "elevated", "bottom": "bottom"}
_COLUMNS: Final[dict[str, Column]] = {"current": "current", "proposed": "proposed"}


@dataclass(frozen=True, kw_only=True)
class Used:
    """One value that an answer stands on: what it is, where the plan takes it up, and where it is from.

    `table` is the id of a published table, None where the plan states the value. `provisional` names the ends of it
    that rest on something not read with certainty.
    """

    what: str
    where: str
    unit: str
    low: float
    value: float
    high: float
    source: str
    table: str | None = None
    date: str = ""
    sure: str = ""
    basis: str = ""
    provisional: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RainOfYear:
    """The rain of a year and the share of it that runs off at all."""

    depth_in: float
    producing_fraction: float
    used: Used


def rain_of(stated: AnnualRain | None, *, producing_fraction: float) -> RainOfYear | None:
    """Return the annual rain that a plan names; `producing_fraction` is the share where it states none."""
    if stated is None or (stated.table is None and stated.depth is None):
        return None
    share = fraction(stated.producing_share, otherwise=producing_fraction)
    if stated.table is not None:
        found = annual_rain(stated.table.text)
        used = Used(
            what="annual rain",
            where="loads.annual_rain",
            unit="in",
            low=found.depth_in,
            value=found.depth_in,
            high=found.depth_in,
            table=found.id,
            source=found.source,
            date="not dated",
            sure=found.sure,
            basis=found.place,
            provisional=LEVELS if found.provisional else (),
        )
        return RainOfYear(depth_in=float(found.depth_in), producing_fraction=share, used=used)
    assert stated.depth is not None
    depth_in = number(stated.depth)
    return RainOfYear(
        depth_in=depth_in,
        producing_fraction=share,
        used=_stated("annual rain", "loads.annual_rain.depth", "in", depth_in, stated.depth),
    )


def _stated(what: str, where: str, unit: str, value: float, quantity: Quantity, also: str | None = None) -> Used:
    source = quantity.source or also
    page = f", page {quantity.page}" if quantity.page else ""
    return Used(
        what=what,
        where=where,
        unit=unit,
        low=value,
        value=value,
        high=value,
        source=f"{source}{page}" if source else STATED,
        sure=quantity.origin,
    )


# ---- concentrations --------------------------------------------------------------------------------------------------


def concentration_of(land: LoadLand, pollutant: LoadPollutant, where: str) -> tuple[ConcentrationRange, Used] | str:
    """Return the concentration of a land's runoff with what it is from, or the key that is missing for it."""
    stem = "phosphorus" if pollutant == "total phosphorus" else "solids"
    stated: Quantity | None = getattr(land, stem)
    what = f"concentration of {pollutant}"
    if stated is not None:
        value = number(stated)
        return (
            stated_concentration(value, basis=stated.source or STATED),
            _stated(what, f"{where}.{stem}", "mg/L", value, stated),
        )
    table = land.phosphorus_table if stem == "phosphorus" else land.solids_table
    if table is None:
        return stem
    use = ANY_USE if ANY_USE in CONCENTRATIONS[table.text] else land.land_use.text if land.land_use else None
    if use is None:
        return "land_use"
    found = concentration(use, table_id=table.text)
    row = next(one for one in listed_concentrations() if (one.table_id, one.land_use) == (table.text, use))
    used = Used(
        what=what,
        where=f"{where}.{stem}_table",
        unit="mg/L",
        low=found.low_mg_per_l,
        value=found.median_mg_per_l,
        high=found.high_mg_per_l,
        table=table.text,
        source=row.source,
        date=row.date,
        sure=row.sure,
        basis=use,
        provisional=LEVELS if found.provisional else (),
    )
    return found, used


# ---- removals --------------------------------------------------------------------------------------------------------


def removal_of(
    step: TreatmentStep, practice: Practice | None, pollutant: LoadPollutant, where: str
) -> tuple[RemovalRange, Used] | str:
    """Return what a step removes of the water that it treats, or the key that is missing for it."""
    phosphorus = pollutant == "total phosphorus"
    key = "removal" if phosphorus else "solids_removal"
    what = f"removal of {pollutant}"
    stated: Quantity | None = getattr(step, key)
    by_practice = None
    if stated is None and phosphorus and step.kind is None and step.underdrain is None and practice is not None:
        stated = practice.removal
        by_practice = None if practice.removal_source is None else practice.removal_source.text
    if stated is not None:
        value = number(stated)
        return (
            stated_removal(value, basis=stated.source or by_practice or STATED),
            _stated(what, f"{where}.{key}", "fraction", value, stated, by_practice),
        )
    if phosphorus and step.underdrain is not None:
        return _by_underdrain(step.underdrain, what, f"{where}.underdrain")
    if step.kind is None:
        return key
    return _by_table(step, step.kind.text, pollutant, what, where)


def _by_table(
    step: TreatmentStep, practice: str, pollutant: Pollutant, what: str, where: str
) -> tuple[RemovalRange, Used] | str:
    table = USUAL_REMOVALS if step.table is None else step.table.text
    design = "" if step.design is None else step.design.text
    row = _row(practice, design, pollutant, table)
    if row is None:
        return "solids_removal" if pollutant == "total suspended solids" else "removal"
    if row.removal_fraction is None:
        return "underdrain"
    found = removal_range(practice, pollutant=pollutant, design=design or None, table_id=table)
    used = Used(
        what=what,
        where=f"{where}.kind",
        unit="fraction",
        low=found.low_fraction,
        value=found.median_fraction,
        high=found.high_fraction,
        table=table,
        source=row.table.source,
        date=row.table.date,
        sure=row.table.sure,
        basis=found.basis,
        provisional=_in_order(found.provisional),
    )
    return found, used


def _row(practice: str, design: str, pollutant: Pollutant, table: str) -> ListedRemoval | None:
    wanted = (table, practice, design, pollutant)
    return next(
        (one for one in listed_removals() if (one.table.id, one.practice, one.design, one.pollutant) == wanted), None
    )


def _in_order(levels: frozenset[str]) -> tuple[str, ...]:
    return tuple(level for level in LEVELS if level in levels)


def _by_underdrain(underdrain: Underdrain, what: str, where: str) -> tuple[RemovalRange, Used] | str:
    if underdrain.layout is None:
        return "underdrain.layout"
    for key in ("media_phosphorus", "media_above_drain"):
        # Without an underdrain no water leaves by one, and it makes no difference what it would have passed.
        if getattr(underdrain, key) is None and underdrain.layout.text != "none":
            return f"underdrain.{key}"
    media = Media(
        phosphorus_mg_per_kg=number(underdrain.media_phosphorus) or 0.0,
        above_drain_ft=number(underdrain.media_above_drain) or 0.0,
        amended=underdrain.amended is not None and underdrain.amended.answer,
    )
    credit = underdrain_removal(
        _LAYOUTS[underdrain.layout.text],
        media=media,
        column=_COLUMNS["proposed" if underdrain.column is None else underdrain.column.text],
        particulate_fraction=fraction(underdrain.particulate, otherwise=usual_particulate_fraction()),
    )
    value = credit.total_fraction
    levels = frozenset(LEVELS) if credit.provisional else frozenset()
    kept = underdrain_credits()
    used = Used(
        what=what,
        where=where,
        unit="fraction",
        low=value,
        value=value,
        high=value,
        table="underdrain-credits",
        source=kept["source"],
        date=kept["date"],
        sure=kept["sure"],
        basis=credit.basis,
        provisional=_in_order(levels),
    )
    found = RemovalRange(
        low_fraction=value, median_fraction=value, high_fraction=value, basis=credit.basis, provisional=levels
    )
    return found, used
