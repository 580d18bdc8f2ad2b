"""Many subcatchments under many storms at once: peaks, times, depths and volumes, without their hydrographs.

Owns the grouping: subcatchments of one unit hydrograph and time of concentration share their weights, and those of the
same curve numbers their flow per acre. The answers are those of `runoff_hydrograph`, to the last digits of a float.

A peak is looked for where it can be. No flow is higher than the fastest burst that reaches it, so blocks of ordinates
are taken up in the order of their fastest bursts until no block left can hold a higher flow than the one found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from headwater.hydrology.convolution import (
    CFS_PER_AC_IN_PER_H,
    SHORTEST_TC_MIN,
    BurstWeights,
    burst_weights,
    passed_by_end,
)
from headwater.hydrology.hydrograph import ordinates_of
from headwater.hydrology.runoff import retention_in
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Subcatchment, rain_by_burst_in, runoff_hydrograph
from headwater.hydrology.unit_hydrograph import DimensionlessUnitHydrograph

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Shares = tuple[tuple[float, float], ...]

# Depths of excess that are held at one time, so that they stay near the processor.
_MOST_AT_ONCE: Final = 100_000
_BURSTS_PER_BOUND: Final = 8
# Stands for no retention at all, where zero would divide zero.
_NO_RETENTION_IN: Final = 1e-300


@dataclass(frozen=True, kw_only=True, eq=False)
class PeakTable:
    """Answers by subcatchment (rows) and storm (columns), in the order in which both were given."""

    peak_cfs: Floats
    time_h: Floats
    depth_in: Floats
    volume_acft: Floats


@dataclass(frozen=True, kw_only=True)
class _Alike:
    """What subcatchments have in common that share their weights."""

    unit_hydrograph: DimensionlessUnitHydrograph
    time_of_concentration_min: float
    abstraction_ratio: float


def runoff_peaks(
    subcatchments: Sequence[Subcatchment], storms: Sequence[Storm], *, dt_h: float, span_h: float
) -> PeakTable:
    """Return peak, its time, depth and volume of the runoff of each storm from each subcatchment.

    What is alike is computed once: times of concentration to a tenth of a minute, as they are printed, and whole curve
    numbers make it several times faster than times and numbers that all differ. What has to be said of a hydrograph is
    said by `runoff_hydrograph` alone.

    Raises
    ------
    OutOfRangeError
        If step or span cannot be used.
    """
    shape = (len(subcatchments), len(storms))
    per_acre_cfs, time_h, depth_in = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    area_ac = np.array([one.area_ac for one in subcatchments], dtype=np.float64).reshape(-1, 1)
    groups: dict[_Alike, dict[Shares, list[int]]] = {}
    for row, one in enumerate(subcatchments):
        if one.method == "unit hydrograph" and one.time_of_concentration_min >= SHORTEST_TC_MIN:
            alike = _Alike(
                unit_hydrograph=one.unit_hydrograph,
                time_of_concentration_min=one.time_of_concentration_min,
                abstraction_ratio=one.abstraction_ratio,
            )
            groups.setdefault(alike, {}).setdefault(one.shares, []).append(row)
            continue
        for column, storm in enumerate(storms):
            runoff = runoff_hydrograph(one, storm, dt_h=dt_h, span_h=span_h)
            per_acre_cfs[row, column] = runoff.peak.flow_cfs / one.area_ac
            time_h[row, column], depth_in[row, column] = runoff.peak.time_h, runoff.depth_in
    for alike, rows_of in groups.items():
        rows = np.concatenate([np.array(same, dtype=np.int64) for same in rows_of.values()])
        which = np.repeat(np.arange(len(rows_of)), [len(same) for same in rows_of.values()])
        for column, storm in enumerate(storms):
            found = _peaks_per_acre(alike, tuple(rows_of), storm, dt_h=dt_h, span_h=span_h)
            per_acre_cfs[rows, column], time_h[rows, column], depth_in[rows, column] = (one[which] for one in found)
    return PeakTable(
        peak_cfs=per_acre_cfs * area_ac,
        time_h=time_h,
        depth_in=depth_in,
        volume_acft=depth_in * area_ac / 12,
    )


def _peaks_per_acre(
    alike: _Alike, shares: tuple[Shares, ...], storm: Storm, *, dt_h: float, span_h: float
) -> tuple[Floats, Floats, Floats]:
    """Return peak flow per acre, its time, and the depth run off, for each of `shares`."""
    weights = burst_weights(
        alike.unit_hydrograph,
        time_of_concentration_min=alike.time_of_concentration_min,
        dt_h=dt_h,
        rain_h=storm.span_h,
        span_h=span_h,
    )
    rain_in = rain_by_burst_in(storm, weights.burst_h, weights.bursts)
    passed = passed_by_end(alike.unit_hydrograph, weights, end_h=(ordinates_of(span_h, dt_h=dt_h) - 0.5) * dt_h)
    peak_cfs, time_h, depth_in = np.zeros(len(shares)), np.zeros(len(shares)), np.zeros(len(shares))
    at_once = max(1, _MOST_AT_ONCE // (weights.bursts + 1))
    room = np.zeros((weights.lead + weights.bursts + weights.trail, min(at_once, len(shares))))
    for first in range(0, len(shares), at_once):
        chunk = slice(first, min(first + at_once, len(shares)))
        formed_in = _formed_in(shares[chunk], alike.abstraction_ratio, storm, rain_in)
        padded = room[:, : formed_in.shape[1]]
        bursts_in = padded[weights.lead : weights.lead + weights.bursts]
        np.subtract(formed_in[1:], formed_in[:-1], out=bursts_in)
        highest, at, fastest_in = _highest(padded, weights)
        top, across = _parabola(padded, weights, highest, at)
        peak_cfs[chunk] = np.minimum(top, fastest_in / weights.burst_h) * CFS_PER_AC_IN_PER_H
        time_h[chunk] = (at + across) * dt_h
        depth_in[chunk] = passed @ bursts_in
    return peak_cfs, time_h, depth_in


# In what follows a column stands for one of `shares`, and a row for a burst.


def _formed_in(shares: tuple[Shares, ...], abstraction_ratio: float, storm: Storm, rain_in: Floats) -> Floats:
    """Return the excess formed by the end of each burst."""
    total: Floats | None = None
    for place in range(max(map(len, shares))):
        numbers = [one[place][1] if place < len(one) else 0.0 for one in shares]
        share = np.array([one[place][0] if number > 0 else 0.0 for one, number in zip(shares, numbers, strict=True)])
        retention = np.maximum(
            [retention_in(number, abstraction_ratio=abstraction_ratio) if number > 0 else 0.0 for number in numbers],
            _NO_RETENTION_IN,
        )
        for own_in in _turns(storm, rain_in):
            beyond = own_in[:, None] - abstraction_ratio * retention
            np.maximum(beyond, 0.0, out=beyond)
            part = beyond + retention
            np.divide(beyond, part, out=part)
            part *= beyond
            if not (share == 1).all():
                part *= share
            total = part if total is None else np.add(total, part, out=total)
    assert total is not None
    return total


def _turns(storm: Storm, rain_in: Floats) -> Iterator[Floats]:
    """Yield the rain that the runoff equation is applied to: all of it, or of each storm where losses start anew."""
    if storm.repeats == 1 or storm.retention == "cumulative":
        yield rain_in
        return
    for before in range(storm.repeats):
        yield np.clip(rain_in - before * storm.depth_in, 0.0, storm.depth_in)


def _highest(padded: Floats, weights: BurstWeights) -> tuple[Floats, Counts, Floats]:
    """Return the highest ordinate of each column, where it is, and the deepest burst."""
    size, width = weights.ordinates_per_block, weights.bursts_per_block
    deepest = np.maximum.reduceat(padded, np.arange(0, len(padded), _BURSTS_PER_BOUND), axis=0)
    first, last = weights.starts // _BURSTS_PER_BOUND, (weights.starts + width - 1) // _BURSTS_PER_BOUND
    bounds = np.stack([deepest[low : high + 1].max(axis=0) for low, high in zip(first, last, strict=True)])
    bounds *= (1 + 1e-12) / weights.burst_h
    highest, at = np.full(padded.shape[1], -1.0), np.zeros(padded.shape[1], dtype=np.int64)
    columns = np.arange(padded.shape[1])
    for block in np.argsort(-bounds.max(axis=1), kind="stable"):
        if (bounds[block] < highest).all():
            continue
        start = weights.starts[block]
        kept = min(size, weights.ordinates - block * size)
        flow = weights.block(block)[:, :kept].T @ padded[start : start + width]
        top = flow.argmax(axis=0)
        value = flow[top, columns]
        better = value > highest
        highest[better], at[better] = value[better], block * size + top[better]
    return highest, at, deepest.max(axis=0)


def _parabola(padded: Floats, weights: BurstWeights, highest: Floats, at: Counts) -> tuple[Floats, Floats]:
    """Return the top of the parabola through the highest ordinate and its neighbours, and its place beside it."""
    before, after = (_ordinate(padded, weights, at + beside) for beside in (-1, 1))
    inside = (at > 0) & (at < weights.ordinates - 1)
    bend = before - 2 * highest + after
    curved = inside & (bend < 0)
    across = np.where(curved, 0.5 * (before - after) / np.where(curved, bend, -1.0), 0.0)
    return highest - 0.25 * (before - after) * across, across


def _ordinate(padded: Floats, weights: BurstWeights, at: Counts) -> Floats:
    """Return one ordinate of each column."""
    block, place = np.divmod(np.clip(at, 0, weights.ordinates - 1), weights.ordinates_per_block)
    bursts = weights.starts[block] + np.arange(weights.bursts_per_block)[:, None]
    values = padded[bursts, np.arange(padded.shape[1])]
    if len(weights.blocks) == 1:
        return np.asarray(np.einsum("ij,ij->j", values, weights.blocks[0][:, place]))
    return np.asarray(np.einsum("ij,ji->j", values, weights.blocks[block, :, place]))
