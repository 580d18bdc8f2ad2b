"""Pumps: flow that is switched on by a level, and lifted.

Owns two kinds: flow by level, and flow by the head to lift against. A pump lifts water over a tailwater that is
higher than its pool, so it keeps flow between rising levels, and not that nothing passes under a higher tailwater.

Flow jumps where a pump is switched, and has to. `flow_cfs` takes the pump as running above `start_ft`; between
`stop_ft` and `start_ft` it depends on what it did before, which `runs` says of a step in time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from headwater.hydraulics.devices import FREE
from headwater.hydraulics.ranges import finite, not_negative, refuse, rising, same_length
from headwater.hydraulics.tabled import between


def _check_levels(pump: LevelPump | HeadPump) -> None:
    finite(pump, "stop_ft", "start_ft")
    if pump.start_ft < pump.stop_ft:
        raise refuse(
            pump,
            "start_ft",
            pump.start_ft,
            expected=f"stop_ft, {pump.stop_ft!r}, or above",
            remedy="correct one of them",
        )


def _check_flows(pump: LevelPump | HeadPump, *, falling: bool) -> None:
    same_length(pump, "flows_cfs", "levels_ft" if isinstance(pump, LevelPump) else "heads_ft")
    before_cfs = pump.flows_cfs[0]
    for flow_cfs in pump.flows_cfs:
        if not flow_cfs >= 0 or (flow_cfs > before_cfs if falling else flow_cfs < before_cfs):
            raise refuse(
                pump,
                "flows_cfs",
                flow_cfs,
                expected=f"0 or more, and no {'rise' if falling else 'fall'} from {before_cfs!r}",
                remedy="sort or correct the rows",
            )
        before_cfs = flow_cfs


@dataclass(frozen=True, kw_only=True)
class LevelPump:
    """A pump whose flow follows the level of its pool, straight between the listed ones and held outside them."""

    stop_ft: float
    start_ft: float
    levels_ft: tuple[float, ...]
    flows_cfs: tuple[float, ...]

    def __post_init__(self) -> None:
        _check_levels(self)
        rising(self, "levels_ft", self.levels_ft)
        _check_flows(self, falling=False)

    @property
    def invert_ft(self) -> float:
        """The level at which it stops."""
        return self.stop_ft

    @property
    def feels_ft(self) -> float:
        """The level below that changes its flow: none does."""
        return math.inf

    def runs(self, headwater_ft: float, *, was_running: bool) -> bool:
        """Return whether it runs at a level, after running or not."""
        return headwater_ft > (self.stop_ft if was_running else self.start_ft)

    def running_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow while it runs."""
        return between(headwater_ft, self.levels_ft, self.flows_cfs)

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow, running above the starting level."""
        return self.running_cfs(headwater_ft) if headwater_ft > self.start_ft else 0.0

    def kinks_ft(self) -> tuple[float, ...]:
        """Return where it is switched, and the listed levels."""
        return tuple(sorted({self.stop_ft, self.start_ft, *self.levels_ft}))


@dataclass(frozen=True, kw_only=True)
class HeadPump:
    """A pump by its curve of flow against head, straight between the listed heads.

    The head is from the pool up to `discharge_ft`, or to the tailwater where that is higher, and `loss_ft` in the
    main beside it. Below the lowest listed head the flow is that of it; above the highest there is none, so list a
    curve down to no flow.
    """

    stop_ft: float
    start_ft: float
    discharge_ft: float
    heads_ft: tuple[float, ...]
    flows_cfs: tuple[float, ...]
    loss_ft: float = 0.0

    def __post_init__(self) -> None:
        _check_levels(self)
        finite(self, "discharge_ft")
        not_negative(self, "loss_ft")
        rising(self, "heads_ft", self.heads_ft)
        _check_flows(self, falling=True)
        if self.flows_cfs[-1] != 0:
            raise refuse(
                self,
                "flows_cfs",
                self.flows_cfs[-1],
                expected="a curve that ends at no flow",
                remedy="add the shut-off head with a flow of 0",
            )

    @property
    def invert_ft(self) -> float:
        """The level at which it stops."""
        return self.stop_ft

    @property
    def feels_ft(self) -> float:
        """The level below that changes its flow: one above the end of its main."""
        return self.discharge_ft

    def runs(self, headwater_ft: float, *, was_running: bool) -> bool:
        """Return whether it runs at a level, after running or not."""
        return headwater_ft > (self.stop_ft if was_running else self.start_ft)

    def running_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow while it runs."""
        head_ft = max(self.discharge_ft, tailwater_ft) - headwater_ft + self.loss_ft
        return between(head_ft, self.heads_ft, self.flows_cfs)

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow, running above the starting level."""
        return self.running_cfs(headwater_ft, tailwater_ft) if headwater_ft > self.start_ft else 0.0

    @cached_property
    def _levels_ft(self) -> tuple[float, ...]:
        return tuple(self.discharge_ft + self.loss_ft - head_ft for head_ft in self.heads_ft)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return where it is switched, and where its curve bends under a free discharge."""
        bends_ft = {level_ft for level_ft in self._levels_ft if level_ft > self.start_ft}
        return tuple(sorted({self.stop_ft, self.start_ft, *bends_ft}))
