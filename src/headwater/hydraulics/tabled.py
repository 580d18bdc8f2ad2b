"""Straight lines between the points of a table.

Owns reading one, held at both ends; what lies outside a table is said where it is used.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


def between(at: float, ats: Sequence[float], values: Sequence[float]) -> float:
    """Return the value at `at`, straight between the rising `ats`, the end values held outside.

    >>> between(1.5, (1.0, 2.0), (10.0, 20.0)), between(9.0, (1.0, 2.0), (10.0, 20.0))
    (15.0, 20.0)
    """
    if at <= ats[0]:
        return values[0]
    if at >= ats[-1]:
        return values[-1]
    row = bisect_right(ats, at) - 1
    return values[row] + (at - ats[row]) * (values[row + 1] - values[row]) / (ats[row + 1] - ats[row])
