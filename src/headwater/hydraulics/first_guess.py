"""First guesses of detention storage, before anything is routed.

Owns the triangle between two hydrographs and the curves of TR-55 chapter 6. They find where to start: their spread is
wide, no review takes them for proof, and the curves exist for the four old rainfall types alone.

Symbols: qi `inflow_peak_cfs`, qo `outflow_peak_cfs`, Vr runoff, Vs storage.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from headwater.errors import OutOfRangeError, UnknownNameError, shown
from headwater.hydrology.distribution_names import parsed_name

CF_PER_IN_AC: Final = 3_630.0
S_PER_H: Final = 3_600.0

# Vs/Vr = C0 + C1 r + C2 r^2 + C3 r^3 with r = qo/qi. TR55 figure 6-1; HEC22 table 10.1 has the same.
CURVES: Final[Mapping[str, tuple[float, float, float, float]]] = MappingProxyType(
    {
        "Type I": (0.660, -1.76, 1.96, -0.730),
        "Type IA": (0.660, -1.76, 1.96, -0.730),
        "Type II": (0.682, -1.43, 1.64, -0.804),
        "Type III": (0.682, -1.43, 1.64, -0.804),
    }
)
LEAST_RATIO: Final = 0.1
MOST_RATIO: Final = 0.8


def triangular_storage_cf(*, inflow_peak_cfs: float, outflow_peak_cfs: float, base_h: float) -> float:
    """Return half the base of the inflow's triangle times the difference of the peaks.

    Raises
    ------
    OutOfRangeError
        If the base is not above zero, or the outflow is above the inflow.

    References
    ----------
    HEC22 eq. 10.3.

    Examples
    --------
    HEC22 example 10.2:

    >>> round(triangular_storage_cf(inflow_peak_cfs=31.1, outflow_peak_cfs=19.4, base_h=1.43))
    30116
    """
    _ratio(outflow_peak_cfs, inflow_peak_cfs)
    if not (math.isfinite(base_h) and base_h > 0):
        raise OutOfRangeError(f"base of a hydrograph: {base_h!r} h; expected a time above 0; write how long it lasts")
    return 0.5 * base_h * S_PER_H * (inflow_peak_cfs - outflow_peak_cfs)


def storage_fraction(*, inflow_peak_cfs: float, outflow_peak_cfs: float, rain_type: str) -> float:
    """Return storage as a share of runoff.

    Raises
    ------
    OutOfRangeError
        If the outflow is not 0.1 to 0.8 of the inflow, for which the curves were drawn.
    UnknownNameError
        If there is no curve for this rain: there is none for MSE, NOAA, NRCC or nested curves.

    References
    ----------
    TR55 figure 6-1.
    """
    name = parsed_name(rain_type)
    if name not in CURVES:
        raise UnknownNameError(
            f"first guess of storage under {shown(rain_type)}: TR-55 has no curve for it; expected one of "
            f"{', '.join(CURVES)}; route the storm instead"
        )
    ratio = _ratio(outflow_peak_cfs, inflow_peak_cfs)
    if not LEAST_RATIO <= ratio <= MOST_RATIO:
        raise OutOfRangeError(
            f"first guess of storage: the outflow is {ratio:.3f} of the inflow; expected {LEAST_RATIO} to "
            f"{MOST_RATIO}; route the storm instead"
        )
    c0, c1, c2, c3 = CURVES[name]
    return c0 + ratio * (c1 + ratio * (c2 + ratio * c3))


def storage_cf(
    *, inflow_peak_cfs: float, outflow_peak_cfs: float, runoff_in: float, area_ac: float, rain_type: str
) -> float:
    """Return the storage that TR-55 guesses: the fraction of `storage_fraction` of the runoff over the area."""
    fraction = storage_fraction(inflow_peak_cfs=inflow_peak_cfs, outflow_peak_cfs=outflow_peak_cfs, rain_type=rain_type)
    return fraction * runoff_in * area_ac * CF_PER_IN_AC


def _ratio(outflow_peak_cfs: float, inflow_peak_cfs: float) -> float:
    if not (math.isfinite(inflow_peak_cfs) and inflow_peak_cfs > 0 and 0 <= outflow_peak_cfs <= inflow_peak_cfs):
        raise OutOfRangeError(
            f"first guess of storage: {outflow_peak_cfs!r} cfs out of {inflow_peak_cfs!r} cfs; expected an inflow "
            "above 0 and an outflow from 0 to it; correct them"
        )
    return outflow_peak_cfs / inflow_peak_cfs
