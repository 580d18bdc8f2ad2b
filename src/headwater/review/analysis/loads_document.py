"""The answers of a plan's section of loads as plain values, from which text, JSON and CSV are made.

Owns the keys, the exit code, and the digits: every figure is rounded once, here, to what is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from headwater import __version__
from headwater.hydrology.daily_rain import QUANTILES, annual_depths_in
from headwater.review.analysis.digits import Document, rounded
from headwater.review.analysis.loads import LoadsAnswer, PoolAnswers
from headwater.review.analysis.loads_land import ConditionLoads, LandLoad
from headwater.review.analysis.loads_steps import ReadyStep, Reuse
from headwater.review.analysis.loads_values import Used
from headwater.review.analysis.loads_verdicts import PHOSPHORUS, Comparison
from headwater.review.analysis.run_document import caution_document
from headwater.treatment.levels import LEVELS
from headwater.treatment.pool import PoolAnswer
from headwater.treatment.reuse import ReuseBalance
from headwater.units import Quantity

VERSION: Final = 1
STATEMENT: Final = "Computed from the plan's section of loads. No rule is judged here; the District decides."
DIGITS: Final[Mapping[str, int]] = {
    "lb/yr": 3,
    "fraction": 4,
    "mg/L": 4,
    "in": 2,
    "ac": 3,
    "cf": 1,
    "sf": 0,
    "ft": 2,
    "cfs": 3,
}
STATE_PERMIT: Final = "state permit"
# Key of the plan's stated loads, by condition and by which of the computed loads stands beside it.
_STATED: Final = (
    ("existing", "after_lb_per_yr", "existing"),
    ("meadow", "after_lb_per_yr", "meadow"),
    ("proposed", "before_lb_per_yr", "proposed_untreated"),
    ("proposed", "after_lb_per_yr", "proposed"),
)


def loads_document(answer: LoadsAnswer) -> Document:
    """Return all answers as plain values."""
    document: Document = {
        "document": "loads",
        "version": VERSION,
        "software": f"headwater {__version__}",
        "statement": STATEMENT,
        "plan": {"name": answer.plan.plan.text, "file": answer.plan.file, "sha256": answer.plan.sha256},
        "annual_rain": _rain(answer),
        "concentration_level": answer.concentration_level,
        "rain_record": _record(answer),
        "verdicts": [_comparison(one) for one in answer.comparisons],
        "conditions": [_condition(one) for one in answer.conditions],
        "stated": _stated(answer),
        "treatment": [_step(one) for one in answer.steps],
        "pools": [_pool(one) for one in answer.pools],
        "reuse": [_reuse(one) for one in answer.reuse],
        "values": [_used(one) for one in dict.fromkeys(answer.used)],
        "warnings": [caution_document(one) for one in answer.cautions],
    }
    document["exit_code"] = _exit_code(document)
    return document


def _exit_code(document: Mapping[str, Any]) -> int:
    """Return 1 where what decides is not met; else 2 where something cannot be told or is warned of; else 0."""
    verdicts = [one["verdict"] for one in document["verdicts"] if one["decides"]]
    verdicts += [part["verdict"] for pool in document["pools"] for part in pool["parts"] if part["decides"]]
    if "not met" in verdicts:
        return 1
    missing = any(one["missing"] for key in ("conditions", "pools", "reuse") for one in document[key])
    warned = any(one["grade"] != "note" for one in document["warnings"])
    return 2 if "cannot tell" in verdicts or missing or warned else 0


def _figure(value: float | None, unit: str) -> float | None:
    return rounded(value, DIGITS[unit])


def _rain(answer: LoadsAnswer) -> Document | None:
    rain = answer.rain
    if rain is None:
        return None
    return {
        "depth_in": _figure(rain.depth_in, "in"),
        "producing_fraction": _figure(rain.producing_fraction, "fraction"),
        "table": rain.used.table,
        "source": rain.used.source,
        "basis": rain.used.basis,
    }


def _record(answer: LoadsAnswer) -> Document | None:
    record = answer.record
    if record is None:
        return None
    return {
        "station": record.station,
        "source": record.source,
        "first_day": record.first_day.isoformat(),
        "last_day": record.last_day.isoformat(),
        "whole_years": len(annual_depths_in(record)),
    }


# ---- loads -----------------------------------------------------------------------------------------------------------


def _comparison(one: Comparison) -> Document:
    return {
        "id": one.id,
        "asked": one.asked,
        "cites": one.cites,
        "decides": one.decides,
        "verdict": one.verdict,
        "levels": [
            {
                "level": level.level,
                "unit": level.unit,
                "value": _figure(level.value, level.unit),
                "threshold": _figure(level.threshold, level.unit),
                "verdict": level.verdict,
            }
            for level in one.levels
        ],
        "missing": list(one.missing),
    }


def _condition(one: ConditionLoads) -> Document:
    return {
        "condition": one.condition,
        "pollutant": one.pollutant,
        "outcome": "cannot tell" if one.missing else "computed",
        "missing": list(one.missing),
        "levels": [
            {
                "level": level.level,
                "before_lb_per_yr": _figure(level.before_lb_per_yr, "lb/yr"),
                "after_lb_per_yr": _figure(level.after_lb_per_yr, "lb/yr"),
                "removed_lb_per_yr": _figure(level.removed_lb_per_yr, "lb/yr"),
                "removed_fraction": _figure(level.removed_fraction, "fraction"),
            }
            for level in one.levels
        ],
        "lands": [_land(land) for land in one.lands],
    }


def _land(land: LandLoad) -> Document:
    return {
        "id": land.id,
        "area_ac": _figure(land.area_ac, "ac"),
        "impervious_fraction": _figure(land.impervious_fraction, "fraction"),
        "runoff_fraction": _figure(land.runoff_fraction, "fraction"),
        "concentration_mg_per_l": _figure(land.concentration_mg_per_l, "mg/L"),
        "before_lb_per_yr": _figure(land.before_lb_per_yr, "lb/yr"),
        "train": None if land.train is None else list(land.train),
        "removed_fraction": {level: _figure(land.removed_fraction[level], "fraction") for level in LEVELS},
        "missing": list(land.missing),
    }


def _stated(answer: LoadsAnswer) -> list[Document]:
    """Return the loads that the plan states elsewhere beside those computed here, at the median."""
    stated = answer.plan.phosphorus
    computed = {one.condition: one.at("median") for one in answer.conditions if one.pollutant == PHOSPHORUS}
    rows: list[Document] = []
    for condition, key, name in _STATED:
        written: Quantity | None = None if stated is None else getattr(stated, name)
        if written is not None and condition in computed:
            rows.append(
                {
                    "field": f"phosphorus.{name}",
                    "written": written.text,
                    "source": written.source,
                    "computed_lb_per_yr": _figure(getattr(computed[condition], key), "lb/yr"),
                }
            )
    return rows


def _step(step: ReadyStep) -> Document:
    return {
        "id": step.id,
        "practice": step.practice,
        "captured_fraction": _figure(step.captured_fraction, "fraction"),
        "captured_by": step.captured_by,
        "infiltrated_fraction": _figure(step.infiltrated_fraction, "fraction"),
        "removals": [
            {
                "pollutant": pollutant,
                **{
                    f"{level}_fraction": _figure(None if removal.range is None else removal.range.at(level), "fraction")
                    for level in LEVELS
                },
                "basis": "" if removal.range is None else removal.range.basis,
                "missing": list(step.missing(pollutant)),
            }
            for pollutant, removal in step.removals.items()
        ],
    }


def _used(one: Used) -> Document:
    return {
        "what": one.what,
        "where": one.where,
        "unit": one.unit,
        "low": _figure(one.low, one.unit),
        "value": _figure(one.value, one.unit),
        "high": _figure(one.high, one.unit),
        "table": one.table,
        "source": one.source,
        "date": one.date,
        "sure": one.sure,
        "basis": one.basis,
        "provisional": list(one.provisional),
    }


# ---- pools and reuse -------------------------------------------------------------------------------------------------


def _pool(one: PoolAnswers) -> Document:
    return {
        "id": one.id,
        "drainage_ac": _figure(None if one.pool is None else one.pool.drainage_ac, "ac"),
        "parts": [_part(answer, one.where) for answer in one.answers],
        "missing": list(one.missing),
    }


# What the engine calls the values of a pool, and the key of each in the plan.
_KEYS: Final[Mapping[str, str]] = {
    "volume_cf": "volume",
    "curve_number": "curve_number",
    "depth_ft": "depth",
    "deepest_ft": "deepest",
    "release_cfs": "release",
    "surface_ac": "surface",
}


def _part(answer: PoolAnswer, where: str) -> Document:
    rule = answer.rule
    return {
        "rule": rule.id,
        "title": rule.title,
        "standing": rule.standing,
        "source": rule.source,
        "sure": rule.sure,
        "decides": rule.standing == STATE_PERMIT,
        "part": answer.part,
        "unit": answer.unit,
        "value": _figure(answer.value, answer.unit),
        "threshold": _figure(answer.threshold, answer.unit),
        "verdict": answer.verdict,
        "missing": [f"{where}.{_KEYS[name]}" for name in answer.missing],
    }


def _reuse(one: Reuse) -> Document:
    answer = one.answer
    missing = [part.replace("daily_rain", "loads.rain_record.csv") for part in answer.missing]
    return {
        "id": one.id,
        "outcome": answer.outcome,
        "record": answer.record,
        "missing": missing,
        "whole": None if answer.whole is None else _balance(answer.whole),
        "years": [
            {
                "name": year.year.name,
                "calendar_yr": year.year.calendar_yr,
                "depth_in": _figure(year.year.depth_in, "in"),
                "quantile_fraction": QUANTILES[year.year.name],
                "quantile_in": _figure(year.year.quantile_in, "in"),
                **_balance(year.balance),
            }
            for year in answer.years
        ],
    }


def _balance(balance: ReuseBalance) -> Document:
    return {
        "inflow_cf": _figure(balance.inflow_cf, "cf"),
        "demand_cf": _figure(balance.demand_cf, "cf"),
        "used_cf": _figure(balance.used_cf, "cf"),
        "overflow_cf": _figure(balance.overflow_cf, "cf"),
        "change_cf": _figure(balance.change_cf, "cf"),
        "captured_fraction": _figure(balance.captured_fraction, "fraction"),
        "supplied_fraction": _figure(balance.supplied_fraction, "fraction"),
    }
