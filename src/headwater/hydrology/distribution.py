"""Rainfall distributions: which share of a storm has fallen by which hour.

Owns the record, its evaluation, and the makers of curves given by points and of the published ones. What a curve must
fulfil is `distribution_checks`; the published names and tables are `distribution_names` and `distribution_tables`;
smoothing is `smoothing`, curves nested from a table of depths `nesting`, parts of a curve `critical`.

A curve is F(t) = F0 + s x + b x^2 + c x^3 in each piece, x = hours since the start of the piece; F is 0 at the start of
the storm and 1 at its end, and never falls.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.hydrology.distribution_checks import ROUND_OFF, check_pieces, checked_points, refused, slopes
from headwater.hydrology.distribution_names import parsed_name
from headwater.hydrology.distribution_tables import quadratic_pieces, table_fractions, table_origin

Floats = NDArray[np.float64]
Family = Literal["SCS", "MSE", "NOAA", "NRCC", "CA", "NV", "nested", "user"]

DAY_H: Final = 24.0

STRAIGHT: Final = "straight lines between the points"
QUADRATIC: Final = "its own chain of quadratics"


@dataclass(frozen=True, kw_only=True, eq=False)
class Distribution:
    """A cumulative distribution of rain in time, dimensionless in depth.

    Parameters
    ----------
    name
        What it is called in print.
    duration_h
        How long the storm lasts; the last knot.
    method
        What joins the points, in words for print.
    source
        Key in `headwater.sources`, or whose curve it is.
    knots_h
        Ends of the pieces, n + 1 rising hours from 0.
    coefficients
        n rows of F0, s, b, c: powers 0 to 3 of the hours since the start of the piece.
    family
        Which generation of curves it belongs to: which depths it may be paired with follows from this.
    remark
        What has to be said of its origin, as that a table was rebuilt; empty where there is nothing.

    Raises
    ------
    OutOfRangeError
        If the curve falls, does not run from 0 to 1, or is no number anywhere.
    """

    name: str
    duration_h: float
    method: str
    source: str
    knots_h: Floats = field(repr=False)
    coefficients: Floats = field(repr=False)
    family: Family = "user"
    remark: str = ""

    def __post_init__(self) -> None:
        for name in ("knots_h", "coefficients"):
            array = np.array(getattr(self, name), dtype=np.float64)
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        check_pieces(self.name, self.duration_h, self.knots_h, self.coefficients)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        words = (self.name, self.duration_h, self.method, self.source, self.family, self.remark)
        return (*words, self.knots_h.tobytes(), self.coefficients.tobytes())

    def fraction(self, time_h: ArrayLike) -> Floats:
        """Return the share of the depth fallen by each of `time_h`: 0 before the storm, 1 after it; shaped like it.

        >>> named_distribution("Type II").fraction([6, 12, 24]).round(4).tolist()
        [0.08, 0.663, 1.0]
        """
        time = np.clip(np.asarray(time_h, dtype=np.float64), 0.0, self.duration_h)
        piece = np.clip(np.searchsorted(self.knots_h, time, side="right") - 1, 0, len(self.coefficients) - 1)
        x = time - self.knots_h[piece]
        row = self.coefficients[piece]
        value = row[..., 0] + x * (row[..., 1] + x * (row[..., 2] + x * row[..., 3]))
        return np.asarray(np.clip(np.where(time >= self.duration_h, 1.0, value), 0.0, 1.0))

    @property
    def intensity_max_per_h(self) -> float:
        """The largest intensity, as share of the depth per hour."""
        return float(np.max(slopes(self.knots_h, self.coefficients)))

    def largest_fraction(self, window_h: float) -> float:
        """Return the largest share of the depth that falls within any `window_h` hours; exact, not sampled."""
        return self.largest_window(window_h)[1]

    def largest_window(self, window_h: float) -> tuple[float, float]:
        """Return the hour at which the wettest `window_h` hours start, and the share of the depth that falls in them.

        Of several that are alike, the one nearest to the middle of the storm.
        """
        if not window_h > 0:
            raise refused(
                self.name,
                "a window of no length",
                value=f"{window_h} h",
                expected="hours above 0",
                remedy="write its length",
            )
        if window_h >= self.duration_h:
            return 0.0, 1.0
        starts = _window_starts(self, window_h)
        shares = self.fraction(starts + window_h) - self.fraction(starts)
        alike = shares >= shares.max() - ROUND_OFF
        off_middle = np.where(alike, np.abs(starts + window_h / 2 - self.duration_h / 2), np.inf)
        return float(starts[int(np.argmin(off_middle))]), float(shares.max())


def _window_starts(curve: Distribution, window_h: float) -> Floats:
    """Return the starts among which the wettest window's must be: where F(t + w) - F(t) bends or turns.

    Between the bends, where neither end of the window passes a knot, the difference is one cubic.
    """
    last = curve.duration_h - window_h
    breaks = np.unique(np.clip(np.concatenate([curve.knots_h, curve.knots_h - window_h, [0.0, last]]), 0.0, last))
    if len(breaks) == 1:
        return breaks
    start, middle = breaks[:-1], (breaks[:-1] + breaks[1:]) / 2
    # Slope and curvature of the difference at the start of each stretch, from the pieces that hold its middle.
    ahead, behind = _taylor(curve, middle + window_h, start + window_h), _taylor(curve, middle, start)
    s, b, c = (one - other for one, other in zip(ahead, behind, strict=True))
    at = [breaks]
    for root in _roots(s, 2 * b, 3 * c):
        inside = (root > 0) & (root < breaks[1:] - start)
        at.append((start + root)[inside])
    return np.concatenate(at)


def _taylor(curve: Distribution, within_h: Floats, at_h: Floats) -> tuple[Floats, Floats, Floats]:
    """Return s, b, c of the pieces that hold `within_h`, moved to start at `at_h`."""
    piece = np.clip(np.searchsorted(curve.knots_h, within_h, side="right") - 1, 0, len(curve.coefficients) - 1)
    x = at_h - curve.knots_h[piece]
    _, s, b, c = curve.coefficients[piece].T
    return s + x * (2 * b + 3 * c * x), b + 3 * c * x, c


def _roots(constant: Floats, linear: Floats, square: Floats) -> tuple[Floats, Floats]:
    """Return both roots of constant + linear x + square x^2, with nan where there is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        q = -(linear + np.copysign(np.sqrt(linear**2 - 4 * square * constant), linear)) / 2
        return q / square, constant / q


# ---- curves by points ------------------------------------------------------------------------------------------------


def straight_line_distribution(
    name: str,
    *,
    time_h: ArrayLike,
    fraction: ArrayLike,
    source: str,
    family: Family = "user",
    remark: str = "",
) -> Distribution:
    """Return the curve of straight lines through points in time and cumulative fraction.

    Raises
    ------
    OutOfRangeError
        If the points fall, are negative, missing or too few, or do not run from 0 at 0 h to 1.
    """
    time, value = checked_points(name, time_h, fraction, "fraction")
    if abs(value[-1] - 1.0) > ROUND_OFF:
        raise refused(
            name,
            f"the curve does not end at 1, at {time[-1]:g} h",
            value=f"{value[-1]:g}",
            expected="a fraction of 1 as the last value",
            remedy="complete the curve, or give it in depths where the values are inches",
        )
    return _straight(name, time, value, source=source, family=family, remark=remark)


def depth_distribution(
    name: str, *, time_h: ArrayLike, depth_in: ArrayLike, source: str, family: Family = "user"
) -> Distribution:
    """Return the curve of straight lines through points in time and cumulative depth; its own depth is left out.

    The depth of the storm is the last one; `Storm` takes it.

    Raises
    ------
    OutOfRangeError
        As `straight_line_distribution`, and if no rain falls at all.
    """
    time, depth = checked_points(name, time_h, depth_in, "depth")
    if depth[-1] <= 0:
        raise refused(
            name,
            "no rain falls",
            value=f"{depth[-1]:g} in",
            expected="a last depth above 0",
            remedy="write the cumulative depths",
        )
    return _straight(name, time, depth / depth[-1], source=source, family=family, remark="")


def uniform_distribution(duration_h: float, *, name: str = "uniform", source: str = "user") -> Distribution:
    """Return rain of one intensity over `duration_h`."""
    return straight_line_distribution(name, time_h=[0.0, duration_h], fraction=[0.0, 1.0], source=source)


def _straight(name: str, time: Floats, value: Floats, *, source: str, family: Family, remark: str) -> Distribution:
    rows = np.zeros((len(time) - 1, 4))
    rows[:, 0] = value[:-1]
    rows[:, 1] = np.diff(value) / np.diff(time)
    return Distribution(
        name=name,
        duration_h=float(time[-1]),
        method=STRAIGHT,
        source=source,
        knots_h=time,
        coefficients=rows,
        family=family,
        remark=remark,
    )


# ---- published curves ------------------------------------------------------------------------------------------------


def named_distribution(name: str) -> Distribution:
    """Return a published 24-hour distribution by its name, generously spelled.

    SCS types II and III come by their own chains of quadratics; written with "tabular", and all others always, as
    straight lines between the points of their 0.1-h table.

    Raises
    ------
    UnknownNameError
        If there is no such curve, or the name mixes two families, as "MSE Type III" does.

    References
    ----------
    NEH630-4; for the origin of each table see its `remark`.

    Examples
    --------
    >>> named_distribution("MSE 24-hr 3").name, named_distribution("scs type ii 24-hr tabular").name
    ('MSE 3', 'Type II tabular')
    """
    return _published(parsed_name(name))


@lru_cache(maxsize=64)
def _published(name: str) -> Distribution:
    base = name.removesuffix(" tabular")
    origin = table_origin(base)
    pieces = quadratic_pieces().get(name)
    if pieces is not None:
        rows = np.zeros((len(pieces), 4))
        rows[:, :3] = pieces[:, 1:]
        return Distribution(
            name=name,
            duration_h=DAY_H,
            method=QUADRATIC,
            source=origin.source,
            knots_h=np.append(pieces[:, 0], DAY_H),
            coefficients=rows,
            family=origin.family,
        )
    time, fraction = table_fractions(base)
    return straight_line_distribution(
        name, time_h=time, fraction=fraction, source=origin.source, family=origin.family, remark=origin.remark
    )
