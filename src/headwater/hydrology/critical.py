"""Storms of several durations, to find the one that is worst at a place: the critical duration.

Owns the lists of storms and the picking of the worst. Which value is compared, and where, is the caller's: the worst
storm for a peak is seldom the worst for a pond's level.

A rule that asks for the critical duration leaves open how the shorter storms fall. Two ways are here: the wettest part
of the 24-hour storm, whose depth is what that curve holds in it, and the table's own depth of each duration with a
curve nested from the same table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from headwater.errors import OutOfRangeError, shown
from headwater.hydrology.depths import DepthTable
from headwater.hydrology.distribution import Distribution
from headwater.hydrology.distribution_checks import refused
from headwater.hydrology.nesting import nested_from_table
from headwater.hydrology.storm import Storm

CRITICAL_DURATIONS_H: Final = (0.5, 1.0, 2.0, 3.0, 6.0, 12.0, 24.0)


def central_part(distribution: Distribution, duration_h: float) -> tuple[Distribution, float]:
    """Return the wettest `duration_h` of a curve as a curve of its own, and the share of the depth that it holds.

    Raises
    ------
    OutOfRangeError
        If the duration is not above 0, or longer than the curve.
    """
    if not 0 < duration_h <= distribution.duration_h:
        raise refused(
            distribution.name,
            "the curve has no such part",
            value=f"{duration_h:g} h",
            expected=f"above 0 and at most {distribution.duration_h:g} hours",
            remedy="take a shorter part, or a curve of a longer storm",
        )
    if duration_h == distribution.duration_h:
        return distribution, 1.0
    start, share = distribution.largest_window(duration_h)
    knots, end = distribution.knots_h, start + duration_h
    inside = knots[(knots > start + 1e-9) & (knots < end - 1e-9)]
    left = np.concatenate([[start], inside])
    piece = np.searchsorted(knots, left + 1e-10, side="right") - 1
    x = left - knots[piece]
    value, s, b, c = distribution.coefficients[piece].T
    moved = np.stack(
        [value + x * (s + x * (b + x * c)), s + x * (2 * b + 3 * c * x), b + 3 * c * x, c],
        axis=1,
    )
    moved[:, 0] -= moved[0, 0]
    part = replace(
        distribution,
        name=f"{distribution.name}, wettest {duration_h:.4g} h",
        duration_h=duration_h,
        knots_h=np.concatenate([left - start, [duration_h]]),
        coefficients=moved / share,
        remark="; ".join(
            filter(
                None,
                (
                    distribution.remark,
                    f"the part of the {distribution.duration_h:g}-h curve from {start:.2f} to {end:.2f} h, which holds "
                    f"{share:.4f} of its depth",
                ),
            )
        ),
    )
    return part, share


def critical_storms(storm: Storm, *, durations_h: Sequence[float] = CRITICAL_DURATIONS_H) -> tuple[Storm, ...]:
    """Return the storms that stand in the wettest parts of `storm`, one for each duration, the shortest first.

    Each has the depth that the curve of `storm` holds in that part. Where the curve is nested, that is the depth of the
    atlas for the duration.
    """
    storms = []
    for duration in _ordered(durations_h):
        part, share = central_part(storm.distribution, duration)
        storms.append(
            storm
            if part is storm.distribution
            else replace(
                storm,
                id=f"{storm.id}, {duration:.4g} h",
                depth_in=storm.depth_in * share,
                distribution=part,
                duration_h=duration,
            )
        )
    return tuple(storms)


def critical_storms_of_table(
    table: DepthTable, *, return_period_yr: float, durations_h: Sequence[float] = CRITICAL_DURATIONS_H
) -> tuple[Storm, ...]:
    """Return one storm for each duration: its listed depth, by a curve nested from the shorter ones.

    Raises
    ------
    OutOfRangeError
        If the table does not list a duration or the return period, or lists nothing shorter than a duration.
    """
    storms = []
    for duration in _ordered(durations_h):
        depth = table.listed_depth(duration_h=duration, return_period_yr=return_period_yr)
        curve = nested_from_table(table, return_period_yr=return_period_yr, duration_h=depth.duration_h)
        storms.append(
            Storm(
                id=f"{return_period_yr:g}-yr, {duration:.4g} h",
                depth_in=depth.depth_in,
                distribution=curve,
                duration_h=curve.duration_h,
                return_period_yr=return_period_yr,
                depth_source=depth.source,
            )
        )
    return tuple(storms)


def worst(values: Iterable[tuple[Storm, float]]) -> tuple[Storm, float]:
    """Return the storm with the largest value, and the value; of equal ones the first.

    Raises
    ------
    OutOfRangeError
        If there is none, or a value is no number: a storm without an answer must not pass for a mild one.
    """
    pairs = list(values)
    if not pairs:
        raise OutOfRangeError("worst storm: nothing to choose from; expected at least one storm; run one")
    for storm, value in pairs:
        if math.isnan(value):
            raise OutOfRangeError(
                f"worst storm: {shown(storm.id)}: the value is no number; expected one for each storm; find out why it "
                "has none"
            )
    return max(pairs, key=lambda pair: pair[1])


def _ordered(durations_h: Sequence[float]) -> list[float]:
    if not durations_h:
        raise OutOfRangeError("critical duration: no durations; expected at least one; list those to be tried")
    return sorted(dict.fromkeys(float(one) for one in durations_h))
