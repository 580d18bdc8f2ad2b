"""Phosphorus control in place of a volume owed: whether it is equivalent (reading R38).

Owns both choices of the reading. By volume, the default, each practice counts the share that it removes times the
volume that it treats, until the volume owed is reached. By annual load, what is removed in a year is held against what
abstracting the volume owed would remove, and that takes the share of the annual runoff which this volume captures. The
exact sum that an edition judges by is in `headwater.rules.crediting`; this one tells low, median and high.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from headwater.hydraulics.ranges import not_negative
from headwater.treatment.levels import LEVELS, Level, RemovalRange
from headwater.treatment.limits import Verdict, at_least, check_amount, check_share, share
from headwater.treatment.phosphorus import AnnualLoads
from headwater.treatment.trains import of_treated


@dataclass(frozen=True, kw_only=True)
class TreatedVolume:
    """A practice and the volume that it treats; the same water counts once, and practices in series as one."""

    id: str
    volume_cf: float
    removal: RemovalRange
    infiltrated_fraction: float = 0.0

    def __post_init__(self) -> None:
        not_negative(self, "volume_cf")
        share(self, "infiltrated_fraction")


@dataclass(frozen=True, kw_only=True)
class VolumeEquivalence:
    """What practices count for at one level, against the volume owed."""

    level: Level
    counted_cf: float
    owed_cf: float
    verdict: Verdict


@dataclass(frozen=True, kw_only=True)
class LoadEquivalence:
    """What is removed in a year at one level, against what abstracting the volume owed would remove."""

    level: Level
    removed_lb_per_yr: float | None
    owed_lb_per_yr: float | None
    verdict: Verdict


def counted_cf(practice: TreatedVolume, *, level: Level) -> float:
    """Return what one practice counts for: removal fraction times volume treated, what soaks in counting whole.

    Examples
    --------
    A filter that removes half of the phosphorus of 10,220 cf counts for 5,110 cf.

    >>> from headwater.treatment.levels import stated_removal
    >>> filter = TreatedVolume(id="filter", volume_cf=10220, removal=stated_removal(0.5, basis="the plan"))
    >>> counted_cf(filter, level="median")
    5110.0
    """
    return practice.volume_cf * of_treated(
        practice.removal, level=level, infiltrated_fraction=practice.infiltrated_fraction
    )


def equivalent_by_volume(practices: Sequence[TreatedVolume], *, owed_cf: float) -> tuple[VolumeEquivalence, ...]:
    """Return at each level whether what the practices count for adds up to the volume owed.

    Raises
    ------
    OutOfRangeError
        If the volume owed is below zero or no number.
    """
    check_amount("owed_cf", owed_cf)
    sums = {level: math.fsum(counted_cf(one, level=level) for one in practices) for level in LEVELS}
    return tuple(
        VolumeEquivalence(level=level, counted_cf=one, owed_cf=owed_cf, verdict=at_least(one, owed_cf))
        for level, one in sums.items()
    )


def equivalent_by_annual_load(
    loads: Sequence[AnnualLoads], *, owed_captured_fraction: float | None
) -> tuple[LoadEquivalence, ...]:
    """Return at each level whether the load removed reaches that of abstracting the volume owed.

    `owed_captured_fraction` is the share of the annual runoff which abstracting the volume owed would capture; where it
    is not known, or the capture of a practice is not, the answer is "cannot tell".

    Raises
    ------
    OutOfRangeError
        If the share is not from 0 to 1.
    """
    if owed_captured_fraction is not None:
        check_share("owed_captured_fraction", owed_captured_fraction)
    answers = []
    for one in loads:
        owed = None if owed_captured_fraction is None else one.before_lb_per_yr * owed_captured_fraction
        verdict: Verdict = "cannot tell" if owed is None else at_least(one.removed_lb_per_yr, owed)
        answers.append(
            LoadEquivalence(
                level=one.level, removed_lb_per_yr=one.removed_lb_per_yr, owed_lb_per_yr=owed, verdict=verdict
            )
        )
    return tuple(answers)
