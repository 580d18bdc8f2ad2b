"""Ratings that a designer or a maker of a device gives: flow listed by level.

Owns reading one between its points, and holding its flow back under a tailwater.
"""

from __future__ import annotations

from dataclasses import dataclass

from headwater.hydraulics.devices import FREE, villemonte
from headwater.hydraulics.ranges import refuse, rising, same_length
from headwater.hydraulics.tabled import between


@dataclass(frozen=True, kw_only=True)
class UserRating:
    """Flow by level, straight between the listed levels; above the last one it stays at the last flow.

    A rating says nothing of tailwater: one above the first level holds the flow back as it does a weir's (Villemonte).
    """

    levels_ft: tuple[float, ...]
    flows_cfs: tuple[float, ...]

    def __post_init__(self) -> None:
        rising(self, "levels_ft", self.levels_ft)
        same_length(self, "flows_cfs", "levels_ft")
        if self.flows_cfs[0] != 0:
            raise refuse(
                self,
                "flows_cfs",
                self.flows_cfs[0],
                expected="no flow at the first level",
                remedy="add the level at which it begins, with a flow of 0",
            )
        before_cfs = 0.0
        for flow_cfs in self.flows_cfs:
            if not before_cfs <= flow_cfs < float("inf"):
                raise refuse(
                    self,
                    "flows_cfs",
                    flow_cfs,
                    expected=f"numbers that do not fall, so {before_cfs!r} or more",
                    remedy="sort or correct the rows",
                )
            before_cfs = flow_cfs

    @property
    def invert_ft(self) -> float:
        """The first level, up to which nothing passes."""
        return self.levels_ft[0]

    def flow_cfs(self, headwater_ft: float, tailwater_ft: float = FREE) -> float:
        """Return the flow between two levels."""
        invert_ft = self.levels_ft[0]
        if headwater_ft <= invert_ft or headwater_ft <= tailwater_ft:
            return 0.0
        free_cfs = between(headwater_ft, self.levels_ft, self.flows_cfs)
        if tailwater_ft <= invert_ft:
            return free_cfs
        return free_cfs * villemonte(headwater_ft - invert_ft, tailwater_ft - invert_ft, power=1.5)

    def kinks_ft(self) -> tuple[float, ...]:
        """Return the listed levels."""
        return self.levels_ft
