"""Computed loads and volumes against what limits them, at low, median and high removal.

Owns which comparisons are made and from which text each limit is. `decides` is said of those that the default readings
ask for; the others stand beside them and change no exit code. Whether an edition asks at all is judged by `headwater
check`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from headwater.editions.registry import load_edition
from headwater.plan import paths
from headwater.plan.loads import Equivalence
from headwater.plan.loads import TreatedVolume as StatedVolume
from headwater.plan.practices import Practice
from headwater.review.analysis.floats import number
from headwater.review.analysis.loads_land import ConditionLoads
from headwater.review.analysis.loads_steps import ReadyStep
from headwater.review.analysis.loads_values import LoadPollutant
from headwater.rules.condition import exact_number
from headwater.treatment.equivalence import TreatedVolume, equivalent_by_annual_load, equivalent_by_volume
from headwater.treatment.levels import LEVELS, Level, stated_removal
from headwater.treatment.limits import Verdict, at_least, at_most
from headwater.treatment.phosphorus import AnnualLoads
from headwater.treatment.trains import in_series

PHOSPHORUS: Final[LoadPollutant] = "total phosphorus"


@dataclass(frozen=True, kw_only=True)
class LevelVerdict:
    """A value against its limit at one level, both in the unit of the comparison; None is not known."""

    level: Level
    unit: str
    value: float | None
    threshold: float | None
    verdict: Verdict


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One question asked of the loads, its answer at each level, and what is missing for it."""

    id: str
    asked: str
    cites: str
    decides: bool
    levels: tuple[LevelVerdict, ...]
    missing: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """That of the median, which is the table or value that the plan names."""
        return self.levels[LEVELS.index("median")].verdict

    @property
    def hangs_on_level(self) -> bool:
        """Whether low and high are decided alike."""
        return len({one.verdict for one in self.levels}) > 1


def least_removal_fraction() -> float:
    """Return the share of phosphorus that Rule N asks to be removed, from the edition of 2005."""
    text = load_edition("mcwd-2005").values["phosphorus_removal"]
    return float(exact_number(text, family="fraction", where="phosphorus_removal"))


def load_comparisons(conditions: Mapping[str, ConditionLoads]) -> tuple[Comparison, ...]:
    """Return half removed, no increase, and no more than meadow, for total phosphorus by condition."""
    if not conditions:
        return ()
    proposed, existing = conditions.get("proposed"), conditions.get("existing")
    found = [_half_removed(proposed), _half_of_existing(proposed, existing), _no_more(proposed, existing, "existing")]
    if "meadow" in conditions:
        found.append(_no_more(proposed, conditions["meadow"], "meadow"))
    return tuple(found)


def _missing(*needed: tuple[str, ConditionLoads | None]) -> tuple[str, ...]:
    gone = [one for name, loads in needed for one in ((f"loads.{name}",) if loads is None else loads.missing)]
    return tuple(dict.fromkeys(gone))


def _percent(share_fraction: float) -> str:
    return f"{100 * share_fraction:g} %"


def _half_removed(proposed: ConditionLoads | None) -> Comparison:
    least = least_removal_fraction()
    levels = []
    for level in LEVELS:
        removed = None if proposed is None else proposed.at(level).removed_fraction
        levels.append(
            LevelVerdict(level=level, unit="fraction", value=removed, threshold=least, verdict=at_least(removed, least))
        )
    return Comparison(
        id="half-removed",
        asked=f"{_percent(least)} of the untreated load of the proposed site is removed",
        cites="2005 N.5.1, R25 before_treatment",
        decides=True,
        levels=tuple(levels),
        missing=_missing(("proposed", proposed)),
    )


def _after(loads: ConditionLoads | None, level: Level) -> float | None:
    return None if loads is None else loads.at(level).after_lb_per_yr


def _at_most(level: Level, value: float | None, limit: float | None) -> LevelVerdict:
    verdict: Verdict = "cannot tell" if limit is None else at_most(value, limit)
    return LevelVerdict(level=level, unit="lb/yr", value=value, threshold=limit, verdict=verdict)


def _half_of_existing(proposed: ConditionLoads | None, existing: ConditionLoads | None) -> Comparison:
    kept = 1 - least_removal_fraction()
    limits = {level: _after(existing, level) for level in LEVELS}
    return Comparison(
        id="half-of-existing",
        asked=f"the treated load of the proposed site is at most {_percent(kept)} of that of the existing one",
        cites="2005 N.5.1, R25 existing_load (the other choice)",
        decides=False,
        levels=tuple(
            _at_most(level, _after(proposed, level), None if limit is None else kept * limit)
            for level, limit in limits.items()
        ),
        missing=_missing(("proposed", proposed), ("existing", existing)),
    )


def _no_more(proposed: ConditionLoads | None, other: ConditionLoads | None, name: str) -> Comparison:
    return Comparison(
        id="no-increase" if name == "existing" else f"no-more-than-{name}",
        asked=f"the treated load of the proposed site is at most that of the {name} one",
        cites="2011.3.a.1" if name == "existing" else "beside it",
        decides=name == "existing",
        levels=tuple(_at_most(level, _after(proposed, level), _after(other, level)) for level in LEVELS),
        missing=_missing(("proposed", proposed), (name, other)),
    )


# ---- equivalence -----------------------------------------------------------------------------------------------------


def equivalence_comparisons(
    stated: Equivalence | None,
    steps: Mapping[str, ReadyStep],
    practices: Mapping[str, Practice],
    proposed: ConditionLoads | None,
) -> tuple[Comparison, ...]:
    """Return both choices of R38, by volume first; nothing where the plan asks for no equivalence."""
    if stated is None:
        return ()
    return _by_volume(stated, steps, practices), _by_load(stated, proposed)


def _by_volume(stated: Equivalence, steps: Mapping[str, ReadyStep], practices: Mapping[str, Practice]) -> Comparison:
    owed = number(stated.owed)
    missing = ["loads.equivalence.owed"] if owed is None else []
    if not stated.treated:
        missing.append("loads.equivalence.treated")
    ready: dict[Level, list[TreatedVolume]] = {level: [] for level in LEVELS}
    for treated in stated.treated or ():
        where = paths.of("loads.equivalence.treated", treated)
        volume = _volume_cf(treated, steps, practices)
        passed = [steps[one.text] for one in treated.train or ()]
        missing += [f"{where}.volume"] if volume is None else []
        missing += [f"{where}.train"] if not treated.train else []
        missing += [one for step in passed for one in step.removals[PHOSPHORUS].missing]
        for level in LEVELS:
            if volume is not None:
                ready[level].append(_treated(treated.id.text, volume, passed, level))
    counted: dict[Level, float | None] = dict.fromkeys(LEVELS)
    verdicts: dict[Level, Verdict] = dict.fromkeys(LEVELS, "cannot tell")
    if owed is not None and not missing:
        for level in LEVELS:
            answer = equivalent_by_volume(ready[level], owed_cf=owed)[LEVELS.index(level)]
            counted[level], verdicts[level] = answer.counted_cf, answer.verdict
    return Comparison(
        id="equivalence-by-volume",
        asked="removal times the volume treated adds up to the volume owed",
        cites="2011.3.c.2, 2024.3.c and d, R38 by_volume",
        decides=True,
        levels=tuple(
            LevelVerdict(level=level, unit="cf", value=counted[level], threshold=owed, verdict=verdicts[level])
            for level in LEVELS
        ),
        missing=tuple(dict.fromkeys(missing)),
    )


def _volume_cf(
    treated: StatedVolume, steps: Mapping[str, ReadyStep], practices: Mapping[str, Practice]
) -> float | None:
    """Return the volume stated, or that of the practice which its one step is."""
    if treated.volume is not None or treated.train is None or len(treated.train) != 1:
        return number(treated.volume)
    practice = practices.get(steps[treated.train[0].text].practice_id)
    return None if practice is None else number(practice.treated_volume)


def _treated(id_: str, volume_cf: float, passed: Sequence[ReadyStep], level: Level) -> TreatedVolume:
    """Return practices in series as one: what soaks in on the way is part of what they remove."""
    shares = [share for step in passed if (share := step.of_treated(level)) is not None]
    return TreatedVolume(id=id_, volume_cf=volume_cf, removal=stated_removal(in_series(shares), basis="in series"))


def _by_load(stated: Equivalence, proposed: ConditionLoads | None) -> Comparison:
    share = None if stated.owed_captured is None else number(stated.owed_captured)
    missing = ["loads.equivalence.owed_captured"] if share is None else []
    missing += _missing(("proposed", proposed))
    levels = []
    for level in LEVELS:
        at = None if proposed is None else proposed.at(level)
        removed = None if at is None else at.removed_lb_per_yr
        if at is None or at.before_lb_per_yr is None:
            levels.append(LevelVerdict(level=level, unit="lb/yr", value=removed, threshold=None, verdict="cannot tell"))
            continue
        loads = AnnualLoads(
            level=level,
            concentration_level="median",
            outcome="cannot tell" if removed is None else "computed",
            before_lb_per_yr=at.before_lb_per_yr,
            after_lb_per_yr=at.after_lb_per_yr,
            removed_lb_per_yr=removed,
            removed_fraction=at.removed_fraction,
        )
        (answer,) = equivalent_by_annual_load([loads], owed_captured_fraction=share)
        levels.append(
            LevelVerdict(
                level=level,
                unit="lb/yr",
                value=answer.removed_lb_per_yr,
                threshold=answer.owed_lb_per_yr,
                verdict=answer.verdict,
            )
        )
    return Comparison(
        id="equivalence-by-annual-load",
        asked="the load removed is at least what abstracting the volume owed would remove",
        cites="R38 by_annual_load (the other choice)",
        decides=False,
        levels=tuple(levels),
        missing=tuple(dict.fromkeys(missing)),
    )
