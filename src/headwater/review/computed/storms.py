"""Which storms of a plan's drainage stand for those that a rule names.

A rule names return periods; the plan says whether its peaks stand for storms of 24 hours or for the critical duration.
For 24 hours the storm of that return period and duration stands, one burst of it. For the critical duration all storms
of the return period are run, and the one that gives most at a place stands there. Of waters a rule asks the worst of
the durations that are listed, whatever the peaks stand for (reading R18).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from headwater.plan.leaves import STORMS
from headwater.plan.model import Drainage
from headwater.plan.plan import Plan
from headwater.plan.storms import HOURS_OF_A_DAY, Storm
from headwater.units import to_base

DAY: Final = "24 h"
CRITICAL: Final = "critical"
BACK_TO_BACK: Final = "back-to-back 100-yr"
_BURSTS: Final = 2


@dataclass(frozen=True, kw_only=True)
class RuleStorms:
    """The ids of a plan's storms by the name that a rule has for them.

    `by_name` holds those of single bursts, several where the critical duration is asked; `any_duration` those of every
    duration that is listed; `back_to_back` that of the 100-year storm twice. `left_out` says of a name why no storm of
    the plan stands for it. `stands_for` is what the plan's peaks stand for, as its key `discharge.storms` has it.
    """

    by_name: Mapping[str, tuple[str, ...]]
    any_duration: Mapping[str, tuple[str, ...]]
    back_to_back: str | None
    left_out: Mapping[str, str]
    stands_for: str

    @property
    def all_ids(self) -> tuple[str, ...]:
        """Every storm that is to be run."""
        ids = [id_ for some in (self.by_name, self.any_duration) for found in some.values() for id_ in found]
        return tuple(dict.fromkeys([*ids, *([self.back_to_back] if self.back_to_back else [])]))


def rule_storms(plan: Plan) -> RuleStorms:
    """Return which storms of the plan's drainage stand for those of a rule."""
    drainage = plan.drainage
    assert drainage is not None
    stated = plan.discharge.storms if plan.discharge else None
    critical = stated is not None and stated.value == CRITICAL
    by_name: dict[str, tuple[str, ...]] = {}
    any_duration: dict[str, tuple[str, ...]] = {}
    left_out: dict[str, str] = {}
    for name in STORMS:
        single = [storm for storm in drainage.storms or () if _is(storm, name) and _bursts(storm) == 1]
        if single:
            any_duration[name] = tuple(storm.id.text for storm in single)
        chosen = single if critical else [storm for storm in single if _duration_h(storm) == HOURS_OF_A_DAY]
        ids = tuple(storm.id.text for storm in chosen)
        if critical and len({_duration_h(storm) for storm in chosen}) == 1:
            left_out[name] = "the plan's peaks are said to be critical ones, and the model lists a single duration"
        elif not critical and len(chosen) > 1:
            left_out[name] = f"the model lists several storms of {name} and 24 h: {', '.join(ids)}"
        elif chosen:
            by_name[name] = ids
    doubled = [storm for storm in drainage.storms or () if _is(storm, "100-yr") and _bursts(storm) == _BURSTS]
    if len(doubled) > 1:
        left_out[BACK_TO_BACK] = "the model lists several: " + ", ".join(storm.id.text for storm in doubled)
    return RuleStorms(
        by_name=by_name,
        any_duration=any_duration,
        back_to_back=doubled[0].id.text if len(doubled) == 1 else None,
        left_out=left_out,
        stands_for=CRITICAL if critical else DAY,
    )


def drainage_of(plan: Plan) -> Drainage:
    """Return the drainage of a plan that has one."""
    assert plan.drainage is not None
    return plan.drainage


def _is(storm: Storm, name: str) -> bool:
    return storm.return_period is not None and storm.return_period.value == int(name.split("-", maxsplit=1)[0])


def _bursts(storm: Storm) -> int:
    return 1 if storm.repeats is None else storm.repeats.value


def _duration_h(storm: Storm) -> Fraction:
    return Fraction(HOURS_OF_A_DAY) if storm.duration is None else to_base(storm.duration)[2]
