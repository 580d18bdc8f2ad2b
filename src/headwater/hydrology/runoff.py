"""Runoff from rain by the curve number: how much of the rain fallen so far has run off.

Owns the runoff equation and its two ratios of initial abstraction. Curve numbers come from `curve_number`; the equation
is applied to rain summed up since the storm began, never to a piece of it. Symbols: P is `rain_in`, Q the runoff,
S the retention, Ia/S the `abstraction_ratio`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.errors import OutOfRangeError

USUAL_ABSTRACTION_RATIO: Final = 0.2
ABSTRACTION_RATIOS: Final = (USUAL_ABSTRACTION_RATIO, 0.05)


def retention_in(curve_number: float, *, abstraction_ratio: float = USUAL_ABSTRACTION_RATIO) -> float:
    """Return the potential retention S for a curve number of the usual tables, which stand for the ratio 0.2.

    At the ratio 0.05 the tables' retention is converted: `S = 1.33 S20^1.15`.

    Raises
    ------
    OutOfRangeError
        If the curve number is not above 0 and at most 100, or the ratio is neither 0.2 nor 0.05.

    References
    ----------
    TR55 eq. 2-4; WOODWARD-2003 for the ratio 0.05.

    Examples
    --------
    >>> round(retention_in(80), 2)
    2.5
    """
    if not 0 < curve_number <= 100:
        raise OutOfRangeError(
            f"curve number: {curve_number}; expected above 0 and at most 100; look it up by cover and soil group"
        )
    if abstraction_ratio not in ABSTRACTION_RATIOS:
        raise OutOfRangeError(
            f"ratio of initial abstraction: {abstraction_ratio}; expected 0.2 or 0.05; "
            "curve numbers of the tables can be converted to these two only"
        )
    usual_in = 1000.0 / curve_number - 10.0
    if abstraction_ratio == USUAL_ABSTRACTION_RATIO:
        return usual_in
    return float(1.33 * usual_in**1.15)


def converted_curve_number(curve_number: float) -> float:
    """Return the curve number that has at Ia/S 0.05 the retention which the tables' `curve_number` is converted to.

    >>> round(converted_curve_number(75), 1)
    65.3
    """
    return 1000.0 / (10.0 + retention_in(curve_number, abstraction_ratio=0.05))


def runoff_in(
    rain_in: ArrayLike, *, curve_number: float, abstraction_ratio: float = USUAL_ABSTRACTION_RATIO
) -> NDArray[np.float64]:
    """Return the runoff depth under cumulative rainfall `rain_in`.

    Parameters
    ----------
    rain_in
        Rain since the storm began; any shape, every depth >= 0.
    curve_number
        One curve number of the usual tables, 0 < CN <= 100.
    abstraction_ratio
        Ia/S: 0.2, or 0.05, for which the curve number is converted.

    Returns
    -------
    ndarray
        Inches of runoff, shaped like `rain_in`, never above it.

    Raises
    ------
    OutOfRangeError
        If the curve number or the ratio is out of range.

    References
    ----------
    TR55 eq. 2-3.

    Examples
    --------
    TR55 table 2-1, CN 80:

    >>> runoff_in([1.0, 4.0], curve_number=80).round(2).tolist()
    [0.08, 2.04]
    """
    rain = np.asarray(rain_in, dtype=np.float64)
    retention = retention_in(curve_number, abstraction_ratio=abstraction_ratio)
    if retention == 0:
        return np.maximum(rain, 0.0)
    beyond = np.maximum(rain - abstraction_ratio * retention, 0.0)
    return np.asarray(beyond * beyond / (beyond + retention))


def runoff_in_turn_in(
    rain_in: ArrayLike,
    *,
    depth_in: float,
    repeats: int,
    curve_number: float,
    abstraction_ratio: float = USUAL_ABSTRACTION_RATIO,
) -> NDArray[np.float64]:
    """Return the runoff of like storms in a row when each meets the ground as the first one did.

    `rain_in` is summed over all storms, each of `depth_in`. Against `runoff_in` of the same rain, where the ground
    stays as wet as it got, the initial abstraction is taken once for each storm.
    """
    rain = np.asarray(rain_in, dtype=np.float64)
    total = np.zeros(rain.shape)
    for before in range(repeats):
        own = np.clip(rain - before * depth_in, 0.0, depth_in)
        total += runoff_in(own, curve_number=curve_number, abstraction_ratio=abstraction_ratio)
    return total
