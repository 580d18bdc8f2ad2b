"""Dimensionless unit hydrographs: the shape of the runoff from one burst of excess.

Owns the shapes and their exact integrals; `convolution` lays them over a storm. Symbols: t/Tp is `ratio`, q/qp is
`ordinate`, the peak rate factor PRF is 645.333 divided by the area under q/qp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.errors import OutOfRangeError

CFS_H_PER_IN_SQUARE_MILE: Final = 5280.0**2 / 12 / 3600
"""One inch of water over a square mile, run off within one hour: 645.33 cfs."""

_GAMMA_STEP: Final = 0.01
_GAMMA_TAIL: Final = 1e-5
_LOWEST_SHAPE, _HIGHEST_SHAPE = 0.05, 60.0


@dataclass(frozen=True, kw_only=True, eq=False)
class DimensionlessUnitHydrograph:
    """Ordinates q/qp over t/Tp, joined by straight lines; zero before the first and after the last.

    The area under the curve divides it wherever it is used, so a burst gives back exactly its own volume.

    Raises
    ------
    OutOfRangeError
        If the ratios do not rise from 0, or an ordinate is negative or no number, or the curve does not end at zero.
    """

    name: str
    ratios: tuple[float, ...]
    ordinates: tuple[float, ...]
    provisional: bool = False
    _knots: NDArray[np.float64] = field(init=False, repr=False)
    _values: NDArray[np.float64] = field(init=False, repr=False)
    _slopes: NDArray[np.float64] = field(init=False, repr=False)
    _areas: NDArray[np.float64] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        knots = np.array(self.ratios, dtype=np.float64)
        values = np.array(self.ordinates, dtype=np.float64)
        rising = knots.shape == values.shape and knots.size >= 3 and knots[0] == 0 and bool((np.diff(knots) > 0).all())
        if not (rising and np.isfinite(values).all() and (values >= 0).all() and values[-1] == 0 and values.sum() > 0):
            raise OutOfRangeError(
                f"unit hydrograph {self.name}: its ordinates cannot be used; expected one q/qp, none below zero, for "
                "each of at least three t/Tp that rise from 0, the last q/qp being 0; look at the table"
            )
        areas = np.concatenate(([0.0], np.cumsum(0.5 * np.diff(knots) * (values[1:] + values[:-1]))))
        object.__setattr__(self, "_knots", knots)
        object.__setattr__(self, "_values", values)
        object.__setattr__(self, "_slopes", np.append(np.diff(values) / np.diff(knots), 0.0))
        object.__setattr__(self, "_areas", areas)

    @property
    def end(self) -> float:
        """The t/Tp after which nothing flows."""
        return self.ratios[-1]

    @property
    def area(self) -> float:
        """The area under q/qp over t/Tp."""
        return float(self._areas[-1])

    @property
    def peak_rate_factor(self) -> float:
        """The PRF of the ordinates as they are, which for the NEH table is 483.05 and not 484."""
        return CFS_H_PER_IN_SQUARE_MILE / self.area

    def ordinate(self, ratio: ArrayLike) -> NDArray[np.float64]:
        """Return q/qp at t/Tp."""
        return np.interp(np.asarray(ratio, dtype=np.float64), self._knots, self._values, left=0.0, right=0.0)

    def cumulative(self, ratio: ArrayLike) -> NDArray[np.float64]:
        """Return the share of the volume that has passed by t/Tp, exact: 0 before the start, 1 after the end."""
        x = np.clip(np.asarray(ratio, dtype=np.float64), 0.0, self.end)
        piece = np.searchsorted(self._knots, x, side="right") - 1
        past = x - self._knots[piece]
        passed = self._areas[piece] + past * (self._values[piece] + 0.5 * self._slopes[piece] * past)
        return np.asarray(passed / self.area)


CURVILINEAR: Final = DimensionlessUnitHydrograph(
    name="SCS curvilinear",
    ratios=(
        *(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0),
        *(2.2, 2.4, 2.6, 2.8, 3.0, 3.2, 3.4, 3.6, 3.8, 4.0, 4.5, 5.0),
    ),
    ordinates=(
        *(0.0, 0.03, 0.1, 0.19, 0.31, 0.47, 0.66, 0.82, 0.93, 0.99, 1.0, 0.99, 0.93, 0.86, 0.78, 0.68, 0.56, 0.46),
        *(0.39, 0.33, 0.28, 0.207, 0.147, 0.107, 0.077, 0.055, 0.04, 0.029, 0.021, 0.015, 0.011, 0.005, 0.0),
    ),
)
"""The NRCS curve, peak rate factor 484. NEH630-16, table 16-1."""

TRIANGULAR: Final = DimensionlessUnitHydrograph(
    name="SCS triangular", ratios=(0.0, 1.0, 8 / 3), ordinates=(0.0, 1.0, 0.0)
)
"""The triangle with a base of 8/3 Tp, peak rate factor 484. NEH630-16."""

DELMARVA: Final = DimensionlessUnitHydrograph(
    name="Delmarva",
    ratios=tuple(round(0.2 * step, 1) for step in range(42)),
    ordinates=(
        *(0.0, 0.111, 0.356, 0.655, 0.896, 1.0, 0.929, 0.828, 0.737, 0.656, 0.584, 0.521, 0.465, 0.415, 0.371, 0.331),
        *(0.296, 0.265, 0.237, 0.212, 0.19, 0.17, 0.153, 0.138, 0.123, 0.109, 0.097, 0.086, 0.076, 0.066, 0.057, 0.049),
        *(0.041, 0.033, 0.027, 0.024, 0.021, 0.018, 0.015, 0.013, 0.012, 0.0),
    ),
    provisional=True,
)
"""The curve for the flat Delmarva peninsula, peak rate factor 284; its ordinates were not re-read in the source."""


def gamma_peak_rate_factor(shape: float) -> float:
    """Return the peak rate factor of `q/qp = (x e^(1-x))^m` with x = t/Tp. NEH630-16, gamma equation.

    >>> round(gamma_peak_rate_factor(3.0))
    434
    """
    log_area = shape + math.lgamma(shape + 1) - (shape + 1) * math.log(shape)
    return CFS_H_PER_IN_SQUARE_MILE / math.exp(log_area)


def gamma_shape(peak_rate_factor: float) -> float:
    """Return the m whose gamma curve has `peak_rate_factor`, found by bisection.

    Raises
    ------
    OutOfRangeError
        If no m from 0.05 to 60 has it.
    """
    low, high = _LOWEST_SHAPE, _HIGHEST_SHAPE
    lowest, highest = gamma_peak_rate_factor(low), gamma_peak_rate_factor(high)
    if not lowest <= peak_rate_factor <= highest:
        raise OutOfRangeError(
            f"peak rate factor: {peak_rate_factor}; expected {math.ceil(lowest)} to {math.floor(highest)}; "
            "484 is usual, 284 is for flat ground"
        )
    while high - low > 1e-12 * high:
        middle = 0.5 * (low + high)
        if gamma_peak_rate_factor(middle) < peak_rate_factor:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@lru_cache(maxsize=32)
def gamma_unit_hydrograph(peak_rate_factor: float) -> DimensionlessUnitHydrograph:
    """Return the gamma curve of `peak_rate_factor`: ordinates every hundredth of Tp until they fall below 0.00001.

    References
    ----------
    NEH630-16, gamma equation.
    """
    shape = gamma_shape(peak_rate_factor)
    end = 1.0
    while (end * math.exp(1 - end)) ** shape > _GAMMA_TAIL:
        end *= 1.1
    x = _GAMMA_STEP * np.arange(math.ceil(end / _GAMMA_STEP) + 1)
    with np.errstate(under="ignore"):
        q = (x * np.exp(1 - x)) ** shape
    q[-1] = 0.0
    return DimensionlessUnitHydrograph(
        name=f"gamma {peak_rate_factor:g}", ratios=tuple(x.tolist()), ordinates=tuple(q.tolist())
    )
