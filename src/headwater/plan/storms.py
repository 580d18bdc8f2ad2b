"""The rain that a drainage model is run with: depths by duration and return period, curves of time, storms.

Owns what a submittal states of its storms. Published curves are known to `headwater.hydrology` by their names, and are
not listed here.
"""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from headwater.plan.leaves import (
    Among,
    Choice,
    Depth,
    Duration,
    PositiveDepth,
    PositiveDuration,
    Record,
    Recurrence,
    Share,
    Text,
    Times,
    entry,
)
from headwater.units import Quantity, to_base

RETENTIONS: Final = ("cumulative", "reset")
SMOOTHINGS: Final = ("PCHIP", "cubic")


@dataclass(frozen=True, kw_only=True)
class RainDepth(Record):
    """One depth of a table of rainfall."""

    return_period: Recurrence | None = entry("Return period.", needed=True)
    duration: PositiveDuration | None = entry("Duration.", needed=True)
    depth: PositiveDepth | None = entry("Depth of rain.", needed=True)


@dataclass(frozen=True, kw_only=True)
class Rainfall(Record):
    """A table of rainfall depths by return period and duration."""

    source: Text | None = entry("Where the depths come from, as NOAA Atlas 14.")
    station: Text | None = entry("Station or place that they stand for.")
    depths: tuple[RainDepth, ...] | None = entry("The depths.")


@dataclass(frozen=True, kw_only=True)
class RainPoint(Record):
    """One point of a curve of rain in time: the rain that has fallen until then, as a depth or as a share of all."""

    time: Duration | None = entry("Time since the storm began.", needed=True)
    depth: Depth | None = entry("Rain until then, as a depth.")
    share: Share | None = entry("Rain until then, as a share of the storm.")


@dataclass(frozen=True, kw_only=True)
class RainCurve(Record):
    """A curve of rain in time of the plan's own: by its points, nested from the table of rainfall, or smoothed."""

    id: Text = entry("Its name, which storms refer to.", required=True)
    points: tuple[RainPoint, ...] | None = entry("Its points, from time zero on.")
    nested: Recurrence | None = entry("Return period whose depths in `rainfall` are nested round the middle.")
    smoothed: Text | None = entry("Name of a published distribution whose points are joined by a smooth curve.")
    by: Annotated[Choice, Among(SMOOTHINGS)] | None = entry("How it is smoothed; left out, PCHIP.")


@dataclass(frozen=True, kw_only=True)
class Storm(Record):
    """One storm that the model is run with."""

    id: Text = entry("Its name, as 2-yr.", required=True)
    return_period: Recurrence | None = entry("Return period.")
    depth: PositiveDepth | None = entry(
        "Depth of rain; left out, it is the one in `rainfall` of its period and duration."
    )
    duration: PositiveDuration | None = entry("Duration of one burst; left out, 24 h.")
    distribution: Text | None = entry(
        "Name of a published distribution, as MSE 3, or id of one under `distributions`.", needed=True
    )
    source: Text | None = entry("Where the depth comes from.")
    repeats: Times | None = entry("How many times the burst comes, one after the other; left out, once.")
    retention: Annotated[Choice, Among(RETENTIONS)] | None = entry(
        "What the ground holds back of the bursts that follow: what is left of it (cumulative), or all of it again."
    )


HOURS_OF_A_DAY: Final = 24


def storm_depth(storm: Storm, rainfall: Rainfall | None) -> Quantity | None:
    """Return the depth of a storm: its own, or the one of its return period and duration in the table."""
    if storm.depth is not None or storm.return_period is None:
        return storm.depth
    duration_h = to_base(storm.duration)[2] if storm.duration else HOURS_OF_A_DAY
    for row in (rainfall.depths if rainfall else None) or ():
        if row.return_period is None or row.duration is None:
            continue
        if (row.return_period.value, to_base(row.duration)[2]) == (storm.return_period.value, duration_h):
            return row.depth
    return None
