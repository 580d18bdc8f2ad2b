"""A smoothed form of a curve given by points: asked for by name, never taken silently.

Owns the two ways of smoothing and the account of what they change. The default is straight lines, in `distribution`: no
printed peak decides which form the makers of tables meant, and smoothing moves small basins by some percent.

Both forms pass through every point and never fall. "PCHIP" takes its slopes from the two neighbouring steps alone
(Fritsch and Butland 1984); "cubic" is the spline of continuous curvature, its slopes held to three times the flatter
neighbour, so that it cannot fall (Hyman 1983).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from headwater.hydrology.distribution import STRAIGHT, Distribution
from headwater.hydrology.distribution_checks import refused

Floats = NDArray[np.float64]
Smoothing = Literal["PCHIP", "cubic"]

WINDOWS_MIN: Final = (5, 10, 15, 30, 60)
_WORDS: Final = {
    "PCHIP": "smoothed between the points, monotone piecewise cubic (PCHIP)",
    "cubic": "smoothed between the points, cubic spline held monotone",
}


@dataclass(frozen=True, kw_only=True)
class WindowShare:
    """The largest share of the depth within `window_min` minutes, by straight lines and smoothed."""

    window_min: float
    straight_fraction: float
    smoothed_fraction: float


def smoothed(distribution: Distribution, *, by: Smoothing = "PCHIP") -> Distribution:
    """Return `distribution` smoothed between its points; what this does to the largest rain stands in its remark.

    Raises
    ------
    OutOfRangeError
        If the curve is not one of straight lines between points, has fewer than four of them, or `by` is no such way.

    References
    ----------
    Fritsch and Butland, SIAM J. Sci. Stat. Comput. 5 (1984); Hyman, SIAM J. Sci. Stat. Comput. 4 (1983).
    """
    if distribution.method != STRAIGHT:
        raise refused(
            distribution.name,
            "this curve is not one of straight lines between points",
            value=distribution.method,
            expected="a curve given by points",
            remedy="take it as it is",
        )
    if by not in _WORDS:
        expected, remedy = " or ".join(_WORDS), "write one of them"
        raise refused(distribution.name, "there is no such smoothing", value=by, expected=expected, remedy=remedy)
    points = len(distribution.knots_h)
    if points < 4:
        raise refused(
            distribution.name,
            "too few points to smooth between",
            value=f"{points} points",
            expected="four or more",
            remedy="take the straight lines, or give more points",
        )
    step, slope = np.diff(distribution.knots_h), distribution.coefficients[:, 1]
    at_points = _pchip_slopes(step, slope) if by == "PCHIP" else _cubic_slopes(step, slope)
    curve = replace(
        distribution, method=_WORDS[by], coefficients=_hermite(distribution.coefficients[:, 0], step, slope, at_points)
    )
    remark = "; ".join(filter(None, (distribution.remark, _effect_in_words(smoothing_effect(distribution, curve)))))
    return replace(curve, remark=remark)


def smoothing_effect(straight: Distribution, smooth: Distribution) -> tuple[WindowShare, ...]:
    """Return the largest 5-, 10-, 15-, 30- and 60-minute shares of two forms of one curve, beside each other."""
    return tuple(
        WindowShare(
            window_min=window,
            straight_fraction=straight.largest_fraction(window / 60),
            smoothed_fraction=smooth.largest_fraction(window / 60),
        )
        for window in WINDOWS_MIN
        if window / 60 < straight.duration_h
    )


def _effect_in_words(effect: tuple[WindowShare, ...]) -> str:
    shares = (f"{one.window_min:g} min {one.smoothed_fraction:.3f} ({one.straight_fraction:.3f})" for one in effect)
    return f"largest share of the depth, smoothed (by straight lines): {', '.join(shares)}"


def _hermite(start: Floats, step: Floats, slope: Floats, at_points: Floats) -> Floats:
    """Return the cubic of each piece by the slopes at its two points."""
    left, right = at_points[:-1], at_points[1:]
    curvature = (3 * slope - 2 * left - right) / step
    return np.stack([start, left, curvature, (left + right - 2 * slope) / step**2], axis=1)


def _pchip_slopes(step: Floats, slope: Floats) -> Floats:
    """Return slopes at the points: inside the weighted harmonic mean of both steps, 0 beside a level one."""
    before, after = 2 * step[1:] + step[:-1], step[1:] + 2 * step[:-1]
    level = (slope[:-1] <= 0) | (slope[1:] <= 0)
    safe_left, safe_right = np.where(level, 1.0, slope[:-1]), np.where(level, 1.0, slope[1:])
    mean = np.where(level, 0.0, (before + after) / (before / safe_left + after / safe_right))
    first = _end_slope(step[0], step[1], slope[0], slope[1])
    last = _end_slope(step[-1], step[-2], slope[-1], slope[-2])
    return np.concatenate([[first], mean, [last]])


def _end_slope(step: float, next_step: float, slope: float, next_slope: float) -> float:
    """Return the slope at an end: of the parabola through three points, held to 0 and three times the end's own."""
    parabola = ((2 * step + next_step) * slope - step * next_slope) / (step + next_step)
    return float(np.clip(parabola, 0.0, 3 * slope))


def _cubic_slopes(step: Floats, slope: Floats) -> Floats:
    """Return the slopes of the spline of continuous curvature, none at its ends, held monotone."""
    points = len(step) + 1
    matrix, right = np.zeros((points, points)), np.zeros(points)
    matrix[0, :2], right[0] = (2.0, 1.0), 3 * slope[0]
    matrix[-1, -2:], right[-1] = (1.0, 2.0), 3 * slope[-1]
    inside = np.arange(1, points - 1)
    matrix[inside, inside - 1] = step[1:]
    matrix[inside, inside] = 2 * (step[1:] + step[:-1])
    matrix[inside, inside + 1] = step[:-1]
    right[1:-1] = 3 * (step[1:] * slope[:-1] + step[:-1] * slope[1:])
    flatter = np.minimum(np.append(slope, slope[-1]), np.insert(slope, 0, slope[0]))
    return np.clip(np.linalg.solve(matrix, right), 0.0, 3 * flatter)
