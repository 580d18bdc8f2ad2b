"""Pools that stand in each other's tailwater, or in one that changes, solved together.

Owns the common step of several pools: an implicit step and two of half its length, whose difference gives the error and
the better answer. Which pools belong together is `simulation`'s to find out.

Symbols: S `storage_cf`, h stage, q flow; a step solves S(h1) = S0 + inflow - dt q(h1) for all pools at once.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from headwater.errors import NetworkError
from headwater.hydraulics.rating import OutletGroup, Rating
from headwater.hydraulics.routing import ENDLESS_CF, S_PER_H, Excess
from headwater.hydrology.hydrograph import Hydrograph

# How far an implicit step may be from two of half its length; what is taken is better by an order.
STAGE_ERROR_FT: Final = 4e-3
SOLVED_FT: Final = 1e-6
LONGEST_STEP_H: Final = 2.0
SHORTEST_STEP_H: Final = 1e-5
ITERATIONS: Final = 25
MOST_STEPS: Final = 200_000
# Two levels closer than this pass water in proportion to their difference: the slope of a flow by the square root of a
# head has no bound where the head is nothing, and no step would end there.
LEVEL_FT: Final = 0.005

Boundary = Callable[[float, float], float]
"""The level at an outfall: of the time, in hours, and of the flow to it from these pools, in cfs."""


@dataclass(frozen=True, kw_only=True)
class Pool:
    """One pond among those solved together; `rating` gives its storage, and its flows are worked out anew."""

    id: str
    rating: Rating
    start_ft: float
    groups: tuple[OutletGroup, ...]
    inflow: Hydrograph


@dataclass(frozen=True, kw_only=True)
class Together:
    """Levels and flows of all pools at the ends of the steps.

    `flow_cfs` holds a series for each pool and destination, and `passed_cf` the water that had gone that way by each
    time; what came back counts below zero.
    """

    time_h: NDArray[np.float64]
    stage_ft: Mapping[str, NDArray[np.float64]]
    storage_cf: Mapping[str, NDArray[np.float64]]
    flow_cfs: Mapping[tuple[str, str | None], NDArray[np.float64]]
    passed_cf: Mapping[tuple[str, str | None], NDArray[np.float64]]
    excess: Mapping[str, Excess]


def route_together(
    pools: Sequence[Pool], boundaries: Mapping[str, Boundary], *, dt_h: float, span_h: float
) -> Together:
    """Return how water passes through pools that act on each other.

    Parameters
    ----------
    pools
        The pools; a group that discharges to one of them feels its level.
    boundaries
        The level at outfalls; other destinations are free.
    dt_h, span_h
        The first step, and the time to end at.

    Raises
    ------
    NetworkError
        If no step is short enough, which says that a rating jumps.
    """
    return _Together(pools, boundaries, dt_h, span_h).run()


@dataclass(frozen=True)
class _Step:
    stages: list[float]
    stored: list[float]
    passed: list[float]
    missed_ft: float


@dataclass(frozen=True)
class _Way:
    """All groups of one pool that go to one destination."""

    pool: int
    to: str | None
    groups: tuple[OutletGroup, ...]
    free_cfs: list[float]
    """Their flow by the stages of the pool's rating, where no tailwater holds it back."""

    @cached_property
    def lowest_ft(self) -> float:
        """The level up to which water at the other end is not felt."""
        return min(group.lowest_ft for group in self.groups)

    def between_cfs(self, level_ft: float, other_ft: float) -> float:
        """Return the flow to a level, below zero where water comes back."""
        return math.fsum(_both_ways_cfs(group, level_ft, other_ft) for group in self.groups)


class _Together:
    def __init__(self, pools: Sequence[Pool], boundaries: Mapping[str, Boundary], dt_h: float, span_h: float) -> None:
        self.pools = sorted(pools, key=lambda pool: pool.id)
        self.place = {pool.id: index for index, pool in enumerate(self.pools)}
        self.boundaries = boundaries
        self.dt_h, self.span_h = dt_h, span_h
        self.volumes = [_cumulative_cf(pool.inflow) for pool in self.pools]
        # Above the top there is room without end at the level of the top: what stands there is by how much a storage is
        # short, and no level comes of it.
        self.stages = [[*pool.rating.stage_ft, pool.rating.stage_ft[-1] + 1.0] for pool in self.pools]
        self.stores = [[*pool.rating.storage_cf, pool.rating.storage_cf[-1] + ENDLESS_CF] for pool in self.pools]
        self.ways = [
            _Way(
                index,
                to,
                tuple(group for group in pool.groups if group.to == to),
                [*pool.rating.by_destination_cfs[to], pool.rating.by_destination_cfs[to][-1]],
            )
            for index, pool in enumerate(self.pools)
            for to in dict.fromkeys(group.to for group in pool.groups)
        ]
        self.to_boundary = {
            to: [number for number, way in enumerate(self.ways) if way.to == to] for to in sorted(boundaries)
        }

    def run(self) -> Together:
        stages = [pool.start_ft for pool in self.pools]
        stored = [self._storage_cf(index, stage_ft) for index, stage_ft in enumerate(stages)]
        passed = [0.0] * len(self.ways)
        times, rows = [0.0], [(stages, stored, self._flows_cfs(0.0, stages), passed)]
        time_h, step_h = 0.0, self.dt_h
        rising = [0.0] * len(self.pools)
        while time_h < self.span_h - 1e-9:
            step_h = min(step_h, self.span_h - time_h)
            taken = self._step(time_h, step_h, stages, stored, rising)
            if taken is None or len(times) > MOST_STEPS:
                if taken is None and step_h > SHORTEST_STEP_H:
                    step_h /= 2
                    continue
                raise NetworkError(
                    f"the ponds {', '.join(self.place)} find no common level at {time_h:g} h; expected ratings without "
                    "a jump, and storages that are no slivers; look at the outlets between them"
                )
            rising = [(after - before) / step_h for before, after in zip(stages, taken.stages, strict=True)]
            stages, stored = taken.stages, taken.stored
            passed = [before + more for before, more in zip(passed, taken.passed, strict=True)]
            time_h += step_h
            times.append(time_h)
            rows.append((stages, stored, self._flows_cfs(time_h, stages), passed))
            # The error goes with the square of the step.
            wider = 0.8 * math.sqrt(STAGE_ERROR_FT / max(taken.missed_ft, 1e-9))
            step_h = min(step_h * min(max(wider, 0.5), 2.0), LONGEST_STEP_H)
        return Together(
            time_h=np.array(times),
            stage_ft={pool.id: np.array([row[0][index] for row in rows]) for index, pool in enumerate(self.pools)},
            storage_cf={pool.id: np.array([row[1][index] for row in rows]) for index, pool in enumerate(self.pools)},
            flow_cfs=self._by_way([row[2] for row in rows]),
            passed_cf=self._by_way([row[3] for row in rows]),
            excess=self._excess(times, [row[1] for row in rows]),
        )

    def _excess(self, times: list[float], stored: list[list[float]]) -> dict[str, Excess]:
        """Return the pools whose storage was short: when first full, and the most that stood above the top."""
        found: dict[str, Excess] = {}
        for index, pool in enumerate(self.pools):
            full_cf = self.stores[index][-2]
            over = [row[index] - full_cf for row in stored]
            place = next((place for place, over_cf in enumerate(over) if over_cf > 1e-12 * full_cf), None)
            if place is not None:
                before_cf = over[place - 1]
                part = before_cf / (before_cf - over[place])
                time_h = times[place - 1] + part * (times[place] - times[place - 1])
                found[pool.id] = Excess(time_h=time_h, short_cf=max(over))
        return found

    def _by_way(self, rows: list[list[float]]) -> dict[tuple[str, str | None], NDArray[np.float64]]:
        return {
            (self.pools[way.pool].id, way.to): np.array([row[number] for row in rows])
            for number, way in enumerate(self.ways)
        }

    def _step(
        self, time_h: float, step_h: float, stages: list[float], stored: list[float], rising: list[float]
    ) -> _Step | None:
        """Return what a step comes to, None if it is too long; `rising` is by how much levels rose an hour before.

        Of a step in one and the same in two halves, twice the second less the first is better than both.
        """
        slopes = self._leaving_slopes(time_h + step_h, stages)
        ahead = [stage_ft + rise * step_h for stage_ft, rise in zip(stages, rising, strict=True)]
        whole = self._solve(time_h, step_h, ahead, stored, slopes)
        if whole is None:
            return None
        ahead = [(stage_ft + level_ft) / 2 for stage_ft, level_ft in zip(stages, whole, strict=True)]
        half = self._solve(time_h, step_h / 2, ahead, stored, slopes)
        if half is None:
            return None
        half_stored = [self._storage_cf(index, stage_ft) for index, stage_ft in enumerate(half)]
        end = self._solve(time_h + step_h / 2, step_h / 2, whole, half_stored, slopes)
        if end is None:
            return None
        missed_ft = max(abs(one - two) for one, two in zip(whole, end, strict=True))
        if missed_ft > STAGE_ERROR_FT and step_h > SHORTEST_STEP_H:
            return None
        step_s = step_h * S_PER_H
        at_once = self._flows_cfs(time_h + step_h, whole)
        at_half = self._flows_cfs(time_h + step_h / 2, half)
        at_end = self._flows_cfs(time_h + step_h, end)
        ends = [self._storage_cf(index, level_ft) for index, level_ft in enumerate(end)]
        better = [2 * cf - self._storage_cf(index, whole[index]) for index, cf in enumerate(ends)]
        if any(not self.stores[index][0] <= cf <= self.stores[index][-1] for index, cf in enumerate(better)):
            # Where a pool runs empty the better answer may hold less than nothing: the two halves stand.
            passed = [step_s * (first_cfs + last_cfs) / 2 for first_cfs, last_cfs in zip(at_half, at_end, strict=True)]
            return _Step(end, ends, passed, missed_ft)
        passed = [
            step_s * (first_cfs + last_cfs - once_cfs)
            for first_cfs, last_cfs, once_cfs in zip(at_half, at_end, at_once, strict=True)
        ]
        return _Step([self._stage_ft(index, cf) for index, cf in enumerate(better)], better, passed, missed_ft)

    def _solve(
        self, time_h: float, step_h: float, guess: list[float], stored: list[float], slopes: NDArray[np.float64]
    ) -> list[float] | None:
        """Return the stages at the end of an implicit step by Newton's method, None if it finds none.

        The search begins at `guess`. `slopes` are those of the flows at the start of the step; they serve until they no
        longer lead on.
        """
        step_s, end_h = step_h * S_PER_H, time_h + step_h
        due = [
            stored_cf + _between_cf(volume, pool.inflow, time_h, end_h)
            for stored_cf, volume, pool in zip(stored, self.volumes, self.pools, strict=True)
        ]

        def missing_cf(levels: list[float]) -> list[float]:
            leaving = self._leaving_cfs(end_h, levels)
            return [
                self._storage_cf(index, level_ft) - due[index] + step_s * leaving[index]
                for index, level_ft in enumerate(levels)
            ]

        levels = [min(max(level, stages[0]), stages[-1]) for level, stages in zip(guess, self.stages, strict=True)]
        missing = missing_cf(levels)
        fresh = False
        for _ in range(ITERATIONS):
            unsolved_ft = max(abs(cf) / self._area_sf(index, levels[index]) for index, cf in enumerate(missing))
            if unsolved_ft < SOLVED_FT:
                return levels
            moves = self._moves(levels, missing, step_s, slopes)
            if moves is None:
                return None
            tried, tried_missing = self._moved(levels, moves, missing_cf)
            shrunk = _size(tried_missing) / _size(missing)
            if shrunk > 0.3 and not fresh:
                slopes, fresh = self._leaving_slopes(end_h, levels), True
                continue
            fresh = False
            share = 1.0
            while shrunk >= 1.0 and share > 1e-3:
                share /= 2
                tried, tried_missing = self._moved(levels, [share * move for move in moves], missing_cf)
                shrunk = _size(tried_missing) / _size(missing)
            if tried == levels:
                break
            levels, missing = tried, tried_missing
        unsolved_ft = max(abs(cf) / self._area_sf(index, levels[index]) for index, cf in enumerate(missing))
        return levels if unsolved_ft < STAGE_ERROR_FT / 100 else None

    def _moved(
        self, levels: list[float], moves: list[float], missing_cf: Callable[[list[float]], list[float]]
    ) -> tuple[list[float], list[float]]:
        moved = [
            min(max(level + move, stages[0]), stages[-1])
            for level, move, stages in zip(levels, moves, self.stages, strict=True)
        ]
        return moved, missing_cf(moved)

    def _moves(
        self, levels: list[float], missing: list[float], step_s: float, slopes: NDArray[np.float64]
    ) -> list[float] | None:
        areas = [self._area_sf(index, level_ft) for index, level_ft in enumerate(levels)]
        if len(levels) == 1:
            pivot = areas[0] + step_s * slopes[0, 0]
            return [-missing[0] / pivot] if pivot else None
        if len(levels) == 2:
            (a, b), (c, d) = (step_s * slopes).tolist()
            a, d = a + areas[0], d + areas[1]
            determinant = a * d - b * c
            if not determinant:
                return None
            return [(b * missing[1] - d * missing[0]) / determinant, (c * missing[0] - a * missing[1]) / determinant]
        try:
            found: list[float] = np.linalg.solve(step_s * slopes + np.diag(areas), -np.array(missing)).tolist()
        except np.linalg.LinAlgError:
            return None
        return found

    def _leaving_slopes(self, time_h: float, levels: list[float]) -> NDArray[np.float64]:
        """Return how what leaves each pool (row) changes with the level of each (column)."""
        count = len(levels)
        before = self._leaving_cfs(time_h, levels)
        slopes = np.empty((count, count))
        for column in range(count):
            nudge_ft = 1e-6
            if levels[column] + nudge_ft > self.stages[column][-1]:
                nudge_ft = -nudge_ft
            moved = list(levels)
            moved[column] += nudge_ft
            after = self._leaving_cfs(time_h, moved)
            slopes[:, column] = [(new - old) / nudge_ft for new, old in zip(after, before, strict=True)]
        return slopes

    def _flows_cfs(self, time_h: float, levels: Sequence[float]) -> list[float]:
        """Return the flow of every way, below zero where water comes back."""
        flows = [0.0] * len(self.ways)
        for number, way in enumerate(self.ways):
            if way.to in self.place:
                flows[number] = self._between_cfs(way, levels[way.pool], levels[self.place[way.to]])
            elif way.to not in self.boundaries:
                flows[number] = self._free_cfs(way, levels[way.pool])
        for to, numbers in self.to_boundary.items():
            self._to_outfall(flows, time_h, levels, to, numbers)
        for number, way in enumerate(self.ways):
            if flows[number]:
                source = way.pool if flows[number] > 0 else self.place[way.to or ""]
                depth_ft = levels[source] - self.stages[source][0]
                if depth_ft < LEVEL_FT:
                    # An outlet that lies below the bottom of its pool passes what is there, not what it could.
                    flows[number] *= max(depth_ft, 0.0) / LEVEL_FT
        return flows

    def _between_cfs(self, way: _Way, level_ft: float, other_ft: float) -> float:
        if other_ft <= way.lowest_ft and level_ft >= other_ft:
            return self._free_cfs(way, level_ft)
        return way.between_cfs(level_ft, other_ft)

    def _free_cfs(self, way: _Way, level_ft: float) -> float:
        low = self._place(way.pool, level_ft)
        stages = self.stages[way.pool]
        part = (level_ft - stages[low]) / (stages[low + 1] - stages[low])
        return way.free_cfs[low] + part * (way.free_cfs[low + 1] - way.free_cfs[low])

    def _to_outfall(
        self, flows: list[float], time_h: float, levels: Sequence[float], to: str, numbers: Sequence[int]
    ) -> None:
        level_at = self.boundaries[to]

        def under(tailwater_ft: float) -> list[float]:
            ways = [self.ways[number] for number in numbers]
            return [max(self._between_cfs(way, levels[way.pool], tailwater_ft), 0.0) for way in ways]

        passing = under(level_at(time_h, 0.0))
        high_cfs, low_cfs = math.fsum(passing), 0.0
        if level_at(time_h, high_cfs) != level_at(time_h, 0.0):
            for _ in range(50):
                middle_cfs = (low_cfs + high_cfs) / 2
                passing = under(level_at(time_h, middle_cfs))
                low_cfs, high_cfs = (middle_cfs, high_cfs) if math.fsum(passing) > middle_cfs else (low_cfs, middle_cfs)
                if high_cfs - low_cfs < 1e-9 * high_cfs:
                    break
        for number, flow_cfs in zip(numbers, passing, strict=True):
            flows[number] = flow_cfs

    def _leaving_cfs(self, time_h: float, levels: list[float]) -> list[float]:
        leaving = [0.0] * len(self.pools)
        for way, flow_cfs in zip(self.ways, self._flows_cfs(time_h, levels), strict=True):
            leaving[way.pool] += flow_cfs
            if way.to in self.place:
                leaving[self.place[way.to]] -= flow_cfs
        return leaving

    def _place(self, index: int, level_ft: float) -> int:
        stages = self.stages[index]
        return min(max(bisect_right(stages, level_ft) - 1, 0), len(stages) - 2)

    def _storage_cf(self, index: int, level_ft: float) -> float:
        low = self._place(index, level_ft)
        return self.stores[index][low] + (level_ft - self.stages[index][low]) * self._slope_sf(index, low)

    def _stage_ft(self, index: int, stored_cf: float) -> float:
        stores = self.stores[index]
        low = min(max(bisect_right(stores, stored_cf) - 1, 0), len(stores) - 2)
        return self.stages[index][low] + (stored_cf - stores[low]) / self._slope_sf(index, low)

    def _area_sf(self, index: int, level_ft: float) -> float:
        return self._slope_sf(index, self._place(index, level_ft))

    def _slope_sf(self, index: int, low: int) -> float:
        stages, stores = self.stages[index], self.stores[index]
        return (stores[low + 1] - stores[low]) / (stages[low + 1] - stages[low])


def _both_ways_cfs(group: OutletGroup, headwater_ft: float, tailwater_ft: float) -> float:
    if headwater_ft >= tailwater_ft:
        return _eased_cfs(group, headwater_ft, tailwater_ft)
    return -_eased_cfs(group, tailwater_ft, headwater_ft) if group.last.backflow else 0.0


def _eased_cfs(group: OutletGroup, high_ft: float, low_ft: float) -> float:
    if high_ft - low_ft >= LEVEL_FT:
        return group.flow_cfs(high_ft, low_ft)
    return group.flow_cfs(low_ft + LEVEL_FT, low_ft) * (high_ft - low_ft) / LEVEL_FT


def _size(missing: Sequence[float]) -> float:
    return math.sqrt(math.fsum(value * value for value in missing))


def _cumulative_cf(inflow: Hydrograph) -> list[float]:
    half_s = inflow.dt_h * S_PER_H / 2
    volumes: list[float] = np.cumsum((inflow.flow_cfs[1:] + inflow.flow_cfs[:-1]) * half_s).tolist()
    return [0.0, *volumes]


def _up_to_cf(volume: list[float], inflow: Hydrograph, time_h: float) -> float:
    place = time_h / inflow.dt_h
    index = min(int(place), len(volume) - 1)
    if index == len(volume) - 1:
        return volume[-1]
    part = place - index
    flow_cfs = float(inflow.flow_cfs[index])
    rise_cfs = float(inflow.flow_cfs[index + 1]) - flow_cfs
    return volume[index] + inflow.dt_h * S_PER_H * part * (flow_cfs + rise_cfs * part / 2)


def _between_cf(volume: list[float], inflow: Hydrograph, start_h: float, end_h: float) -> float:
    return _up_to_cf(volume, inflow, end_h) - _up_to_cf(volume, inflow, start_h)
