"""Low, median, high: a figure that is known as a range.

Owns the three levels and the ranges of removal and of concentration. Where the numbers come from is `removals` and
`concentrations`; what a limit makes of each level is `limits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from headwater.hydraulics.ranges import not_negative, refuse
from headwater.treatment.limits import share

Level = Literal["low", "median", "high"]
LEVELS: Final[tuple[Level, ...]] = ("low", "median", "high")


@dataclass(frozen=True, kw_only=True)
class RemovalRange:
    """The share of a pollutant that is removed from treated water: low, median and high, and what it rests on.

    Raises
    ------
    OutOfRangeError
        If one is no share of one, or they are not in order.
    """

    low_fraction: float
    median_fraction: float
    high_fraction: float
    basis: str = ""
    provisional: frozenset[Level] = frozenset()

    def __post_init__(self) -> None:
        share(self, "low_fraction", "median_fraction", "high_fraction")
        _in_order(self, "low_fraction", "median_fraction", "high_fraction")

    def at(self, level: Level) -> float:
        """Return the share removed at one level."""
        return {"low": self.low_fraction, "median": self.median_fraction, "high": self.high_fraction}[level]


@dataclass(frozen=True, kw_only=True)
class ConcentrationRange:
    """An event mean concentration: low, median and high, and what it rests on.

    Raises
    ------
    OutOfRangeError
        If one is no concentration, or they are not in order.
    """

    low_mg_per_l: float
    median_mg_per_l: float
    high_mg_per_l: float
    basis: str = ""
    provisional: bool = False

    def __post_init__(self) -> None:
        not_negative(self, "low_mg_per_l", "median_mg_per_l", "high_mg_per_l")
        _in_order(self, "low_mg_per_l", "median_mg_per_l", "high_mg_per_l")

    def at(self, level: Level) -> float:
        """Return the concentration at one level, in mg/L."""
        return {"low": self.low_mg_per_l, "median": self.median_mg_per_l, "high": self.high_mg_per_l}[level]


def stated_removal(removal_fraction: float, *, basis: str) -> RemovalRange:
    """Return one stated share of removal as a range without width; `basis` says who states it."""
    return RemovalRange(
        low_fraction=removal_fraction, median_fraction=removal_fraction, high_fraction=removal_fraction, basis=basis
    )


def stated_concentration(concentration_mg_per_l: float, *, basis: str) -> ConcentrationRange:
    """Return one stated concentration as a range without width; `basis` says who states it."""
    return ConcentrationRange(
        low_mg_per_l=concentration_mg_per_l,
        median_mg_per_l=concentration_mg_per_l,
        high_mg_per_l=concentration_mg_per_l,
        basis=basis,
    )


def _in_order(record: object, *names: str) -> None:
    low, median, high = (getattr(record, name) for name in names)
    if not low <= median <= high:
        raise refuse(
            record,
            names[1],
            median,
            expected=f"a number between {names[0]}, {low!r}, and {names[2]}, {high!r}",
            remedy="put the three in order",
        )
