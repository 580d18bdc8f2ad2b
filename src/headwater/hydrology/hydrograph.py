"""Hydrographs: flow on an even grid of times, its peak, its volume, sums, and series read from elsewhere.

Owns the record that all of hydrology and hydraulics hands on. Where flows come from is `subcatchment`; what happens to
them further down is `headwater.hydraulics`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.errors import OutOfRangeError
from headwater.units import CF_PER_ACFT

S_PER_H: Final = 3600.0
# A month in steps of three seconds; more of them fill the memory before they say more.
MOST_STEPS: Final = 1_000_000
_CF_PER_ACFT: Final = float(CF_PER_ACFT)


@dataclass(frozen=True, kw_only=True)
class Peak:
    """The highest flow of a hydrograph and when it passes."""

    flow_cfs: float
    time_h: float


@dataclass(frozen=True, kw_only=True, eq=False)
class Hydrograph:
    """Flow at times 0, dt, 2 dt and so on.

    An ordinate is the flow averaged over the step that is centred on it, so that the sum of ordinates times `dt_h` is
    the volume. `flow_cfs` is kept as a read-only array of float64. A flow below zero runs the other way, as between
    two ponds that back up on each other.

    Raises
    ------
    OutOfRangeError
        If the step is not above zero, or the flows are not a finite series of one dimension.
    """

    dt_h: float
    flow_cfs: NDArray[np.float64]

    def __post_init__(self) -> None:
        if not (math.isfinite(self.dt_h) and self.dt_h > 0):
            raise OutOfRangeError(
                f"time step of a hydrograph: {self.dt_h} h; expected a step above zero; write for instance 0.01 h"
            )
        flow = np.array(self.flow_cfs, dtype=np.float64)
        if flow.ndim != 1 or flow.size == 0:
            raise OutOfRangeError(
                f"flows of a hydrograph: an array of shape {flow.shape}; expected one row of at least one flow; "
                "give the flows of one place in order of time"
            )
        # A sum is NaN or infinite as soon as one term is, and costs a third of looking at each.
        if not math.isfinite(float(flow.sum())):
            where = int(np.argmin(np.isfinite(flow)))
            raise OutOfRangeError(
                f"flow of a hydrograph at {where * self.dt_h:g} h: {flow[where]}; expected a number of cfs; "
                "look at where the flow comes from"
            )
        flow.flags.writeable = False
        object.__setattr__(self, "flow_cfs", flow)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hydrograph):
            return NotImplemented
        return self.dt_h == other.dt_h and np.array_equal(self.flow_cfs, other.flow_cfs)

    def __hash__(self) -> int:
        return hash((self.dt_h, self.flow_cfs.tobytes()))

    def __add__(self, other: Hydrograph) -> Hydrograph:
        return summed((self, other))

    @property
    def time_h(self) -> NDArray[np.float64]:
        """The time of each ordinate."""
        return self.dt_h * np.arange(self.flow_cfs.size, dtype=np.float64)

    @property
    def span_h(self) -> float:
        """The time of the last ordinate."""
        return self.dt_h * (self.flow_cfs.size - 1)

    @property
    def volume_cf(self) -> float:
        """All that flows past."""
        return float(self.flow_cfs.sum()) * self.dt_h * S_PER_H

    @property
    def volume_acft(self) -> float:
        """All that flows past."""
        return self.volume_cf / _CF_PER_ACFT

    def peak(self) -> Peak:
        """Return value and time of the top of the parabola through the three highest consecutive ordinates.

        A hydrograph that is highest at its first or last ordinate has its peak there.
        """
        return peak_of(self.flow_cfs, dt_h=self.dt_h)


def peak_of(flow_cfs: NDArray[np.float64], *, dt_h: float) -> Peak:
    """Return the peak of a row of ordinates, as `Hydrograph.peak` has it."""
    top = int(flow_cfs.argmax())
    if top == 0 or top == flow_cfs.size - 1:
        return Peak(flow_cfs=float(flow_cfs[top]), time_h=top * dt_h)
    before_cfs, top_cfs, *after_cfs = flow_cfs[top - 1 : top + 3].tolist()
    if min(after_cfs) == top_cfs and len(after_cfs) > 1:  # a top cut off, as by a split, is flat and has none above it
        return Peak(flow_cfs=top_cfs, time_h=top * dt_h)
    return parabola_peak(before_cfs, top_cfs, after_cfs[0], index=top, dt_h=dt_h)


def parabola_peak(before_cfs: float, top_cfs: float, after_cfs: float, *, index: int, dt_h: float) -> Peak:
    """Return the top of the parabola through three ordinates, of which `index` in the middle is the highest."""
    bend_cfs = before_cfs - 2 * top_cfs + after_cfs
    if bend_cfs >= 0:  # three equal flows: no top but the middle
        return Peak(flow_cfs=top_cfs, time_h=index * dt_h)
    across = 0.5 * (before_cfs - after_cfs) / bend_cfs
    return Peak(flow_cfs=top_cfs - 0.25 * (before_cfs - after_cfs) * across, time_h=(index + across) * dt_h)


def summed(hydrographs: Sequence[Hydrograph]) -> Hydrograph:
    """Return the sum of hydrographs on one grid of times.

    Raises
    ------
    OutOfRangeError
        If there is none, or steps or lengths differ: what is unknown after a series ends is not taken for zero.
    """
    if not hydrographs:
        raise OutOfRangeError("sum of hydrographs: none is given; expected at least one; name what is to be added")
    first = hydrographs[0]
    total = first.flow_cfs.copy()
    for other in hydrographs[1:]:
        if other.dt_h != first.dt_h or other.flow_cfs.size != total.size:
            raise OutOfRangeError(
                f"sum of hydrographs: {other.flow_cfs.size} flows every {other.dt_h:g} h beside {total.size} every "
                f"{first.dt_h:g} h; expected one grid of times; compute both with one step and span"
            )
        total += other.flow_cfs
    return Hydrograph(dt_h=first.dt_h, flow_cfs=total)


def imported(time_h: ArrayLike, flow_cfs: ArrayLike, *, dt_h: float, span_h: float) -> Hydrograph:
    """Return a series from elsewhere, read by straight lines at the times of the grid, and zero outside its times.

    Parameters
    ----------
    time_h
        Rising times, the first at or after 0.
    flow_cfs
        One flow for each time, none below zero.
    dt_h, span_h
        The grid.

    Raises
    ------
    OutOfRangeError
        If times do not rise, counts differ, or a flow is negative or no number.
    """
    times = np.asarray(time_h, dtype=np.float64)
    flows = np.asarray(flow_cfs, dtype=np.float64)
    if times.ndim != 1 or times.shape != flows.shape or times.size == 0:
        raise OutOfRangeError(
            f"imported hydrograph: {times.size} times and {flows.size} flows; expected as many of each; "
            "give one flow for each time"
        )
    if not (np.isfinite(times).all() and (np.diff(times) > 0).all() and times[0] >= 0):
        raise OutOfRangeError(
            "imported hydrograph: its times do not rise from 0 h on; expected each after the one before; "
            "sort the series and drop double times"
        )
    if not (np.isfinite(flows).all() and (flows >= 0).all()):
        worst = int(np.argmin(np.where(np.isfinite(flows), flows, -np.inf)))
        raise OutOfRangeError(
            f"imported hydrograph at {times[worst]:g} h: {flows[worst]} cfs; expected no flow below zero; "
            "look at the series"
        )
    grid = dt_h * np.arange(ordinates_of(span_h, dt_h=dt_h))
    return Hydrograph(dt_h=dt_h, flow_cfs=np.interp(grid, times, flows, left=0.0, right=0.0))


def ordinates_of(span_h: float, *, dt_h: float) -> int:
    """Return how many ordinates a run of `span_h` has, its first and last included.

    Raises
    ------
    OutOfRangeError
        If the step is not above zero, the span is shorter than one step, or there are more than `MOST_STEPS`.
    """
    if not (math.isfinite(dt_h) and dt_h > 0):
        raise OutOfRangeError(f"time step: {dt_h} h; expected a step above zero; write for instance 0.01 h")
    if not (math.isfinite(span_h) and span_h >= dt_h):
        raise OutOfRangeError(
            f"time span: {span_h} h; expected at least one step of {dt_h:g} h; write for instance 72 h"
        )
    if span_h / dt_h > MOST_STEPS:
        raise OutOfRangeError(
            f"time step: {dt_h:g} h makes {span_h / dt_h:,.0f} steps of a span of {span_h:g} h; expected at most "
            f"{MOST_STEPS:,}; take a longer step, as 0.01 h, or a shorter span"
        )
    return math.floor(span_h / dt_h + 1e-9) + 1
