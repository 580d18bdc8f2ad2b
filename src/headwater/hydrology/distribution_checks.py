"""What a rainfall distribution must fulfil, and what is said where it does not.

Owns the checks of pieces and of points; the curves are `distribution`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.errors import OutOfRangeError, shown

Floats = NDArray[np.float64]

# A curve may miss its own end, or dip, by no more than float arithmetic does.
ROUND_OFF: Final = 1e-9


def refused(name: str, wrong: str, *, value: object, expected: str, remedy: str) -> OutOfRangeError:
    """Return the error that says what is wrong with a curve."""
    return OutOfRangeError(f"distribution {shown(name)}: {wrong}: {value}; expected {expected}; {remedy}")


def slopes(knots: Floats, rows: Floats) -> Floats:
    """Return the slopes at both ends and, where one lies within, at the turn of each piece; n by 3."""
    width = np.diff(knots)
    _, s, b, c = rows.T
    turn = np.divide(-b, 3 * c, out=np.zeros_like(b), where=np.abs(c) > 0)
    at = np.stack([np.zeros_like(width), np.clip(turn, 0.0, width), width], axis=1)
    return np.asarray(s[:, None] + at * (2 * b[:, None] + at * 3 * c[:, None]))


def check_pieces(name: str, duration_h: float, knots: Floats, rows: Floats) -> None:
    """Refuse pieces that do not make a curve from 0 at 0 h to 1 at `duration_h` that never falls."""
    if knots.ndim != 1 or len(knots) < 2 or rows.shape != (len(knots) - 1, 4):
        raise refused(
            name,
            "the pieces do not fit their knots",
            value=f"{knots.shape} and {rows.shape}",
            expected="n + 1 knots and n rows of four coefficients",
            remedy="give one row for each piece",
        )
    if not (np.isfinite(knots).all() and np.isfinite(rows).all()):
        raise refused(name, "a number is missing", value="nan", expected="finite numbers", remedy="fill the gap in")
    if not (knots[0] == 0 and (np.diff(knots) > 0).all() and knots[-1] == duration_h):
        raise refused(
            name,
            "the knots do not run through the storm",
            value=f"{knots[0]:g} to {knots[-1]:g} h",
            expected=f"rising hours from 0 to {duration_h:g}",
            remedy="sort them, and write each once",
        )
    width = np.diff(knots)
    ends = rows[:, 0] + width * (rows[:, 1] + width * (rows[:, 2] + width * rows[:, 3]))
    gaps = np.append(rows[:, 0], 1.0) - np.insert(ends, 0, 0.0)
    if np.abs(gaps).max() > ROUND_OFF:
        at = int(np.argmax(np.abs(gaps)))
        raise refused(
            name,
            f"the curve jumps at {knots[at]:g} h",
            value=f"{gaps[at]:.6g}",
            expected="a curve from 0 to 1 without a jump",
            remedy="correct the pieces on both sides",
        )
    slope = slopes(knots, rows)
    if slope.min() < -ROUND_OFF:
        at = int(np.argmin(slope.min(axis=1)))
        raise refused(
            name,
            f"the curve falls between {knots[at]:g} and {knots[at + 1]:g} h",
            value=f"{slope.min():.6g} per hour",
            expected="a cumulative curve that never falls",
            remedy="correct the points there; rain does not go back up",
        )


def checked_points(name: str, time_h: ArrayLike, value: ArrayLike, what: str) -> tuple[Floats, Floats]:
    """Return times and cumulative values as arrays, or say which point is wrong."""
    time, rain = np.asarray(time_h, dtype=np.float64), np.asarray(value, dtype=np.float64)
    if time.ndim != 1 or time.shape != rain.shape:
        raise refused(
            name,
            "times and values do not pair up",
            value=f"{time.size} times, {rain.size} values",
            expected="as many of one as of the other",
            remedy="write one value for each time",
        )
    if len(time) < 2:
        raise refused(
            name,
            "the curve is too short",
            value=f"{len(time)} points",
            expected="two points or more, from the start of the storm to its end",
            remedy="write at least the first and the last point",
        )
    for index in range(len(time)):
        point = f"point {index + 1}"
        if not (np.isfinite(time[index]) and np.isfinite(rain[index])):
            pair = f"{time[index]:g} h, {rain[index]:g}"
            raise refused(name, f"{point} is no number", value=pair, expected="finite numbers", remedy="write it")
        if rain[index] < 0:
            raise refused(
                name,
                f"{point}, at {time[index]:g} h, is negative",
                value=f"{rain[index]:g}",
                expected=f"a cumulative {what} of 0 or more",
                remedy="correct it",
            )
        if index and time[index] <= time[index - 1]:
            raise refused(
                name,
                f"{point} does not come after the one before it",
                value=f"{time[index - 1]:g} h, then {time[index]:g} h",
                expected="times that rise from point to point",
                remedy="sort the points, and write each time once",
            )
        if index and rain[index] < rain[index - 1]:
            raise refused(
                name,
                f"the curve falls at {time[index]:g} h",
                value=f"{rain[index - 1]:g}, then {rain[index]:g}",
                expected=f"a cumulative {what} that never falls",
                remedy="if these are depths of each step, add them up first",
            )
    if time[0] != 0 or rain[0] != 0:
        raise refused(
            name,
            "the curve does not start at nothing",
            value=f"{time[0]:g} h, {rain[0]:g}",
            expected=f"0 h and a {what} of 0 as the first point",
            remedy="count hours from the start of the storm, and write its start as a point",
        )
    return time, rain
