"""Permanent pools: how large one has to be, by the state permit and by what other bodies have asked.

Owns the reading of `data/pools.yaml` and the comparison of a pool with each rule in it. Rule N asks for a pool sized
from the whole tributary area and holds no formula, so that no rule here is the District's, and each answer names its
own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import yaml

from headwater.errors import UnknownNameError, shown
from headwater.hydraulics.ranges import not_negative, positive
from headwater.hydrology.runoff import runoff_in
from headwater.treatment.limits import Verdict, at_least, at_most, check_amount

Part = Literal["volume", "least depth", "most depth", "release"]
_IN_PER_FT: Final = 12.0
_SF_PER_AC: Final = 43_560.0


@dataclass(frozen=True, kw_only=True)
class PoolRule:
    """What one body asks of a permanent pool, and how sure the reading of it is.

    Either a volume for each acre draining to it, or the runoff of a depth of rain. `standing` says whether it is the
    state's permit or another body's draft, which is a comparator.
    """

    id: str
    title: str
    source: str
    where: str
    standing: str
    sure: str
    provisional: bool
    volume_cf_per_ac: float | None = None
    rain_in: float | None = None
    least_depth_ft: float | None = None
    most_depth_ft: float | None = None
    most_release_cfs_per_ac: float | None = None


@dataclass(frozen=True, kw_only=True)
class Pool:
    """A permanent pool and the land that drains to it; what is None is not known.

    `drainage_ac` is the whole tributary area, on the site and off it. `depth_ft` is the pool's usual depth and
    `deepest_ft` its deepest place; `release_cfs` and `surface_ac` are those of the water quality volume above it.
    """

    drainage_ac: float
    volume_cf: float | None = None
    curve_number: float | None = None
    depth_ft: float | None = None
    deepest_ft: float | None = None
    release_cfs: float | None = None
    surface_ac: float | None = None

    def __post_init__(self) -> None:
        positive(self, "drainage_ac")
        for name in ("volume_cf", "depth_ft", "deepest_ft", "release_cfs"):
            if getattr(self, name) is not None:
                not_negative(self, name)
        if self.surface_ac is not None:
            positive(self, "surface_ac")


@dataclass(frozen=True, kw_only=True)
class PoolAnswer:
    """One part of one rule against a pool: what is there, the limit, both in `unit`, and whether it holds.

    `missing` names what is not known; then `value` or `threshold` is None and the verdict "cannot tell".
    """

    rule: PoolRule
    part: Part
    unit: str
    value: float | None
    threshold: float | None
    verdict: Verdict
    missing: tuple[str, ...] = ()


@cache
def pool_rules() -> tuple[PoolRule, ...]:
    """Return every rule, the state permit's first."""
    text = (files("headwater.treatment") / "data" / "pools.yaml").read_text(encoding="utf-8")
    kept: Any = yaml.safe_load(text)
    return tuple(PoolRule(**row) for row in kept["rules"])


def pool_rule(rule_id: str) -> PoolRule:
    """Return a rule by its id.

    Raises
    ------
    UnknownNameError
        If none has this id.
    """
    found = next((rule for rule in pool_rules() if rule.id == rule_id), None)
    if found is None:
        some = ", ".join(rule.id for rule in pool_rules())
        raise UnknownNameError(f"pool rule: {shown(rule_id)}: not listed; expected one of: {some}; take one of these")
    return found


def required_pool_cf(rule: PoolRule, *, drainage_ac: float, curve_number: float | None = None) -> float | None:
    """Return the volume that a rule asks for; None where it goes by the runoff and no curve number is known.

    Examples
    --------
    >>> required_pool_cf(pool_rule("state-permit"), drainage_ac=10)
    18000.0
    """
    check_amount("drainage_ac", drainage_ac)
    if rule.volume_cf_per_ac is not None:
        return float(rule.volume_cf_per_ac) * drainage_ac
    if rule.rain_in is None or curve_number is None:
        return None
    depth_in = float(runoff_in(rule.rain_in, curve_number=curve_number))
    return depth_in / _IN_PER_FT * _SF_PER_AC * drainage_ac


def pool_answers(pool: Pool) -> tuple[PoolAnswer, ...]:
    """Return every part of every rule against a pool, in the order of the rules."""
    return tuple(answer for rule in pool_rules() for answer in _by_rule(rule, pool))


def _by_rule(rule: PoolRule, pool: Pool) -> list[PoolAnswer]:
    required_cf = required_pool_cf(rule, drainage_ac=pool.drainage_ac, curve_number=pool.curve_number)
    missing = [name for name, value in (("volume_cf", pool.volume_cf),) if value is None]
    if required_cf is None:
        missing.append("curve_number")
    answers = [_answer(rule, "volume", "cf", pool.volume_cf, required_cf, missing)]
    if rule.least_depth_ft is not None:
        gone = ["depth_ft"] if pool.depth_ft is None else []
        answers.append(_answer(rule, "least depth", "ft", pool.depth_ft, rule.least_depth_ft, gone))
    if rule.most_depth_ft is not None:
        gone = ["deepest_ft"] if pool.deepest_ft is None else []
        answers.append(_answer(rule, "most depth", "ft", pool.deepest_ft, rule.most_depth_ft, gone))
    if rule.most_release_cfs_per_ac is not None:
        gone = [name for name in ("release_cfs", "surface_ac") if getattr(pool, name) is None]
        surface_ac = pool.surface_ac
        limit_cfs = None if surface_ac is None else rule.most_release_cfs_per_ac * surface_ac
        answers.append(_answer(rule, "release", "cfs", pool.release_cfs, limit_cfs, gone))
    return answers


def _answer(
    rule: PoolRule, part: Part, unit: str, value: float | None, threshold: float | None, missing: list[str]
) -> PoolAnswer:
    verdict: Verdict = "cannot tell"
    if threshold is not None and not missing:
        compare = at_least if part in ("volume", "least depth") else at_most
        verdict = compare(value, threshold)
    return PoolAnswer(
        rule=rule, part=part, unit=unit, value=value, threshold=threshold, verdict=verdict, missing=tuple(missing)
    )
