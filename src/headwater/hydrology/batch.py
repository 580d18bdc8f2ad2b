"""Many subcatchments under many storms at once: peaks, times, depths and volumes, without their hydrographs.

Owns the grouping: subcatchments of one unit hydrograph and time of concentration share their bursts and weights, storms
of one curve their rain by burst. The answers are those of `runoff_hydrograph`, to the last digits of a float.

A peak is looked for where it can be. The excess of a burst is at most its rain times dQ/dP at its end, so that the rain
alone bounds the flow of each block of ordinates. The most promising blocks are computed; those left that may hold a
higher flow are bounded again by their excess, and computed until none may. Excess and weights are made of these blocks
only. What has run off by the end of the run is all of the excess but that of the bursts that still flow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from headwater.hydrology.convolution import (
    BURST_PER_TC,
    CFS_PER_AC_IN_PER_H,
    SHORTEST_TC_MIN,
    BurstTimes,
    bounding_rates,
    burst_times,
    passed_by_end,
    weights_in,
)
from headwater.hydrology.hydrograph import ordinates_of
from headwater.hydrology.runoff import retention_in
from headwater.hydrology.storm import Storm, rain_in
from headwater.hydrology.subcatchment import Subcatchment, runoff_hydrograph
from headwater.hydrology.unit_hydrograph import DimensionlessUnitHydrograph

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Shares = tuple[tuple[float, float], ...]

# Depths of excess that are held at one time, so that they stay near the processor.
_MOST_AT_ONCE: Final = 40_000
# A block of ordinates: as long as so many bursts. Wider blocks waste products, narrower ones waste calls.
_BURSTS_PER_BLOCK: Final = 8
_FEWEST_ORDINATES: Final = 4
# Where a step holds more bursts, which no step in use does, blocks would be too wide: each is taken by itself.
_MOST_BURSTS_PER_STEP: Final = 30
# Rounding may lift a flow above its bound by far less.
_MARGIN: Final = 1 + 1e-9
# Stands for no retention at all, where zero would divide zero.
_NO_RETENTION_IN: Final = 1e-300


@dataclass(frozen=True, kw_only=True, eq=False)
class PeakTable:
    """Answers by subcatchment (rows) and storm (columns), in the order in which both were given."""

    peak_cfs: Floats
    time_h: Floats
    depth_in: Floats
    volume_acft: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class _Land:
    """Land under storms: a row for each pair of them, a table of retentions and shares of area for each curve number.

    `fallen` in its methods is the share of the depth of a storm that has fallen by some times, in as many rows as there
    are storms back to back whose losses start anew.
    """

    depth_in: Floats
    share: Floats
    retention_in: Floats
    abstraction_ratio: float

    def rows(self, which: Counts | slice) -> _Land:
        """Return some of it."""
        return _Land(
            depth_in=self.depth_in[which],
            share=self.share[:, which],
            retention_in=self.retention_in[:, which],
            abstraction_ratio=self.abstraction_ratio,
        )

    def excess_in(self, fallen: Floats) -> Floats:
        """Return the excess formed by each time."""
        total: Floats | None = None
        for share, retention, own in self._terms(fallen):
            beyond, part = self._beyond_in(retention, own)
            beyond *= part
            beyond *= share
            total = beyond if total is None else total + beyond
        assert total is not None
        return total

    def excess_per_rain(self, fallen: Floats) -> Floats:
        """Return dQ/dP at each time."""
        total: Floats | None = None
        for share, retention, own in self._terms(fallen):
            _, part = self._beyond_in(retention, own)
            part *= 2 - part
            part *= share
            total = part if total is None else total + part
        assert total is not None
        return total

    def _terms(self, fallen: Floats) -> Iterator[tuple[Floats, Floats, Floats]]:
        return ((s, r, own) for s, r in zip(self.share, self.retention_in, strict=True) for own in fallen)

    def _beyond_in(self, retention: Floats, own: Floats) -> tuple[Floats, Floats]:
        """Return the rain beyond the initial abstraction, and its share of itself and the retention."""
        beyond = self.depth_in * own
        beyond -= self.abstraction_ratio * retention
        np.maximum(beyond, 0.0, out=beyond)
        return beyond, beyond / (beyond + retention)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Rain:
    """The rain of one curve by the bursts of one time of concentration, of one inch of depth."""

    unit_hydrograph: DimensionlessUnitHydrograph
    times: BurstTimes
    fallen: Floats
    # By block of ordinates: its first ordinate (and the end of the last), what has fallen around the bursts that reach
    # it, and the rates that bound its flow; the fastest flow if all rain ran off, and how wet the ground gets.
    starts: Counts
    windows: Floats
    rates_per_h: Floats
    fastest_per_h: Floats
    wettest: Floats


def runoff_peaks(
    subcatchments: Sequence[Subcatchment], storms: Sequence[Storm], *, dt_h: float, span_h: float
) -> PeakTable:
    """Return peak, its time, depth and volume of the runoff of each storm from each subcatchment.

    What is alike is computed once: times of concentration to a tenth of a minute, as they are printed, are faster than
    times that all differ. What has to be said of a hydrograph is said by `runoff_hydrograph` alone.

    Raises
    ------
    OutOfRangeError
        If step or span cannot be used.
    """
    shape = (len(subcatchments), len(storms))
    per_acre_cfs, time_h, depth_in = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    shortest_tc_min = max(SHORTEST_TC_MIN, dt_h * 60 / BURST_PER_TC / _MOST_BURSTS_PER_STEP)
    area_ac = np.array([one.area_ac for one in subcatchments], dtype=np.float64).reshape(-1, 1)
    groups: dict[tuple[DimensionlessUnitHydrograph, float, float], dict[Shares, list[int]]] = {}
    for row, one in enumerate(subcatchments):
        if one.method == "unit hydrograph" and one.time_of_concentration_min >= shortest_tc_min:
            alike = (one.unit_hydrograph, one.time_of_concentration_min, one.abstraction_ratio)
            groups.setdefault(alike, {}).setdefault(one.shares, []).append(row)
            continue
        for column, storm in enumerate(storms):
            runoff = runoff_hydrograph(one, storm, dt_h=dt_h, span_h=span_h)
            per_acre_cfs[row, column] = runoff.peak.flow_cfs / one.area_ac
            time_h[row, column], depth_in[row, column] = runoff.peak.time_h, runoff.depth_in
    curves = _by_curve(storms)
    for (unit_hydrograph, tc_min, abstraction_ratio), rows_of in groups.items():
        rows = np.array([row for same in rows_of.values() for row in same])
        which = np.repeat(np.arange(len(rows_of)), [len(same) for same in rows_of.values()])
        for inch, columns in curves.items():
            rain = _rain(inch, unit_hydrograph, tc_min, dt_h=dt_h, span_h=span_h)
            land = _land(tuple(rows_of), [storms[column].depth_in for column in columns], abstraction_ratio)
            found = _answers(land, rain, end_h=(ordinates_of(span_h, dt_h=dt_h) - 0.5) * dt_h)
            cells = np.ix_(rows, np.array(columns))
            for table, answers in zip((per_acre_cfs, time_h, depth_in), found, strict=True):
                table[cells] = answers.reshape(len(rows_of), -1)[which]
    return PeakTable(
        peak_cfs=per_acre_cfs * area_ac, time_h=time_h, depth_in=depth_in, volume_acft=depth_in * area_ac / 12
    )


def _by_curve(storms: Sequence[Storm]) -> dict[Storm, list[int]]:
    """Return which storms are alike but for their depth, by such a storm of one inch."""
    curves: dict[Storm, list[int]] = {}
    for column, storm in enumerate(storms):
        inch = replace(storm, id="1 in", depth_in=1.0, return_period_yr=None, depth_source="")
        curves.setdefault(inch, []).append(column)
    return curves


def _land(shares: tuple[Shares, ...], depths_in: Sequence[float], abstraction_ratio: float) -> _Land:
    """Return all pairs of shares and depths."""
    share = np.zeros((max(map(len, shares)), len(shares)))
    retention = np.full(share.shape, _NO_RETENTION_IN)
    for row, one in enumerate(shares):
        for place, (part, number) in enumerate(one):
            if number > 0:
                share[place, row] = part
                retention[place, row] = retention_in(number, abstraction_ratio=abstraction_ratio) or _NO_RETENTION_IN
    return _Land(
        depth_in=np.tile(depths_in, len(shares))[:, None],
        share=np.repeat(share, len(depths_in), axis=1)[..., None],
        retention_in=np.repeat(retention, len(depths_in), axis=1)[..., None],
        abstraction_ratio=abstraction_ratio,
    )


def _rain(
    inch: Storm, unit_hydrograph: DimensionlessUnitHydrograph, tc_min: float, *, dt_h: float, span_h: float
) -> _Rain:
    """Return rain by burst, and of each block of ordinates what bounds its flow."""
    times = burst_times(unit_hydrograph, time_of_concentration_min=tc_min, dt_h=dt_h, rain_h=inch.span_h, span_h=span_h)
    total = rain_in(inch, times.burst_h * np.arange(times.bursts + 1))
    anew = inch.retention == "reset"
    fallen = np.stack([np.clip(total - before, 0.0, 1.0) for before in range(inch.repeats)]) if anew else total[None]
    size = max(_FEWEST_ORDINATES, math.ceil(_BURSTS_PER_BLOCK * times.burst_h / dt_h))
    starts = np.arange(0, times.ordinates, size)
    rates = bounding_rates(unit_hydrograph, math.ceil(size * dt_h / times.burst_h) + 1) * (_MARGIN / times.burst_h)
    begun = np.floor((starts - 0.5) * dt_h / times.burst_h).astype(np.int64)
    first = begun + rates.shape[1] // 2 - len(rates)
    window = np.clip(first[:, None] + np.arange(len(rates) + 1), 0, times.bursts)
    windows = fallen[:, window]
    # Of storms that start anew the one that rains counts.
    wettest = np.where(np.diff(windows) > 0, windows[..., 1:], 0.0).max(axis=(0, 2))
    return _Rain(
        unit_hydrograph=unit_hydrograph,
        times=times,
        fallen=fallen,
        starts=np.append(starts, times.ordinates),
        windows=windows,
        rates_per_h=rates,
        fastest_per_h=(np.diff(total[window]) @ rates).max(axis=1),
        wettest=wettest,
    )


def _answers(land: _Land, rain: _Rain, *, end_h: float) -> tuple[Floats, Floats, Floats]:
    """Return peak flow per acre, its time, and the depth run off, for each row of `land`."""
    begin, passed = passed_by_end(rain.unit_hydrograph, rain.times, end_h=end_h)
    found = np.zeros((3, len(land.depth_in)))
    at_once = max(1, _MOST_AT_ONCE // max(len(rain.wettest), len(rain.rates_per_h)))
    for first in range(0, found.shape[1], at_once):
        chunk = slice(first, first + at_once)
        some = land.rows(chunk)
        found[0, chunk], found[1, chunk] = _peaks(some, rain)
        formed_in = some.excess_in(rain.fallen[:, begin : begin + len(passed) + 1])
        found[2, chunk] = formed_in[:, 0] + _steps(formed_in) @ passed
    return found[0], found[1], found[2]


def _peaks(land: _Land, rain: _Rain) -> tuple[Floats, Floats]:
    """Return peaks per acre and their times: block after block, as long as one may hold a higher flow."""
    tops = _Tops(land, rain)
    bounds = land.excess_per_rain(rain.wettest[None]) * (land.depth_in * rain.fastest_per_h)
    # Most peaks are around the block that most hope is in; of the others each is somewhere else.
    block = int(bounds.sum(axis=0).argmax())
    first, last = max(0, block - 1), min(block + 1, len(rain.wettest) - 1)
    tops.look_into(first, last, np.flatnonzero(bounds[:, first : last + 1].any(axis=1)))
    bounds[:, first : last + 1] = 0.0
    rows, blocks = np.nonzero(bounds > tops.highest[:, None])
    bursts_in = _steps(land.rows(rows).excess_in(rain.windows[:, blocks]))
    left = (bursts_in @ rain.rates_per_h).max(axis=1)
    while True:
        hopeful = np.flatnonzero(left > tops.highest[rows])
        if not len(hopeful):
            return tops.peaks()
        rows, blocks, left = rows[hopeful], blocks[hopeful], left[hopeful]
        block = int(np.bincount(blocks, weights=left).argmax())
        here = blocks == block
        tops.look_into(block, block, rows[here])
        left[here] = 0.0


class _Tops:
    """The highest ordinate found so far of each row of land, where it is, and what is beside it."""

    def __init__(self, land: _Land, rain: _Rain) -> None:
        count = len(land.depth_in)
        self.land, self.rain = land, rain
        self.highest, self.before, self.after, self.burst_in = np.zeros((4, count))
        self.at = np.zeros(count, dtype=np.int64)

    def look_into(self, first: int, last: int, rows: Counts) -> None:
        """Compute the ordinates of blocks `first` to `last` for some rows, and keep those that are higher."""
        rain, start = self.rain, int(self.rain.starts[first])
        # One ordinate more on both sides, for the parabola.
        ordinates = range(start - 1, int(rain.starts[last + 1]) + 1)
        begin, weights = weights_in(ordinates, rain.unit_hydrograph, rain.times)
        bursts_in = _steps(self.land.rows(rows).excess_in(rain.fallen[:, begin : begin + len(weights) + 1]))
        flow = bursts_in @ weights
        top = flow[:, 1:-1].argmax(axis=1) + 1
        value = flow[np.arange(len(rows)), top]
        better = np.flatnonzero(value > self.highest[rows])
        rows, top = rows[better], top[better]
        self.highest[rows], self.at[rows] = value[better], start + top - 1
        self.before[rows], self.after[rows] = flow[better, top - 1], flow[better, top + 1]
        self.burst_in[rows] = bursts_in.max(axis=1, initial=0.0)[better]

    def peaks(self) -> tuple[Floats, Floats]:
        """Return the tops of the parabolas through the highest ordinates and their neighbours, and their times."""
        times, aslant = self.rain.times, self.before - self.after
        bend = self.before - 2 * self.highest + self.after
        curved = (self.at > 0) & (self.at < times.ordinates - 1) & (bend < 0)
        across = np.where(curved, 0.5 * aslant / np.where(curved, bend, -1.0), 0.0)
        peak: Floats = self.highest - 0.25 * aslant * across
        # A parabola may rise above a flat top: no flow is higher than the fastest excess.
        doubtful = np.flatnonzero(peak * times.burst_h > self.burst_in)
        if len(doubtful):
            deepest_in = _deepest_burst_in(self.land.rows(doubtful), self.rain)
            peak[doubtful] = np.minimum(peak[doubtful], deepest_in / times.burst_h)
        return peak * CFS_PER_AC_IN_PER_H, np.asarray((self.at + across) * times.dt_h)


def _steps(formed_in: Floats) -> Floats:
    """Return the excess of each burst."""
    return formed_in[:, 1:] - formed_in[:, :-1]


def _deepest_burst_in(land: _Land, rain: _Rain) -> Floats:
    """Return the excess of the deepest burst of all."""
    deepest = np.zeros(len(land.depth_in))
    at_once = max(1, _MOST_AT_ONCE // len(deepest))
    for first in range(0, rain.times.bursts, at_once):
        bursts_in = _steps(land.excess_in(rain.fallen[:, first : first + at_once + 1]))
        np.maximum(deepest, bursts_in.max(axis=1), out=deepest)
    return deepest
