"""Practices one after the other: what they remove together of an annual load.

Owns steps and trains. A step captures a share of what reaches it, and what bypasses it is untreated; of what it
captures a share soaks in and is removed whole, and the rest is treated. Steps multiply: ``1 - (1 - e1)(1 - e2)...``,
which takes each to work as well on treated water as on raw. Removals come from `removals`, or are stated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from headwater.treatment.levels import LEVELS, Level, RemovalRange
from headwater.treatment.limits import share


@dataclass(frozen=True, kw_only=True)
class Step:
    """One practice of a train.

    Parameters
    ----------
    removal
        Of the water that it captures and lets out again.
    captured_fraction
        Share of the annual runoff reaching it that it captures; None where it is not known.
    infiltrated_fraction
        Share of what it captures that soaks in, or is used.
    """

    id: str
    removal: RemovalRange
    captured_fraction: float | None
    infiltrated_fraction: float = 0.0

    def __post_init__(self) -> None:
        share(self, "infiltrated_fraction")
        if self.captured_fraction is not None:
            share(self, "captured_fraction")


def step_removal(step: Step, *, level: Level) -> float | None:
    """Return the share of the load reaching a step that it removes; None where its capture is not known.

    Examples
    --------
    Nine tenths captured; half of that soaks in, the other half loses 50 %: 0.9 x (0.5 + 0.5 x 0.5) = 0.675.

    >>> from headwater.treatment.levels import stated_removal
    >>> half = stated_removal(0.5, basis="the plan")
    >>> step = Step(id="basin", removal=half, captured_fraction=0.9, infiltrated_fraction=0.5)
    >>> round(step_removal(step, level="median"), 4)
    0.675
    """
    if step.captured_fraction is None:
        return None
    return step.captured_fraction * of_treated(
        step.removal, level=level, infiltrated_fraction=step.infiltrated_fraction
    )


def of_treated(removal: RemovalRange, *, level: Level, infiltrated_fraction: float) -> float:
    """Return the share removed of water that is captured: whole where it soaks in, by the practice elsewhere."""
    return infiltrated_fraction + (1 - infiltrated_fraction) * removal.at(level)


def train_removal(steps: Sequence[Step], *, level: Level) -> float | None:
    """Return the share of a load that a train removes; None where the capture of a step is not known.

    A train without steps removes nothing.
    """
    removed = [step_removal(step, level=level) for step in steps]
    known = [one for one in removed if one is not None]
    return None if len(known) < len(removed) else in_series(known)


def in_series(removals: Sequence[float]) -> float:  # shares of one
    """Return ``1 - (1 - e1)(1 - e2)...`` for shares of one; the order makes no difference.

    >>> round(in_series([0.5, 0.8]), 4)
    0.9
    """
    # Sorted, so that another order of the same steps gives the same bits.
    return 1.0 - math.prod(1.0 - one for one in sorted(removals))


def range_in_series(removals: Sequence[RemovalRange]) -> RemovalRange:
    """Return the removals of practices in series, as one: the lows together, the medians, and the highs."""
    low, median, high = (in_series([one.at(level) for one in removals]) for level in LEVELS)
    return RemovalRange(
        low_fraction=low,
        median_fraction=median,
        high_fraction=high,
        basis="in series: " + " | ".join(one.basis for one in removals),
        provisional=frozenset(level for one in removals for level in one.provisional),
    )
