"""The storms of a plan as the engine takes them: depth, duration and curve, checked as one thing.

Owns which curve a name stands for: one of the plan's own, else a published one.
"""

from __future__ import annotations

from headwater.errors import IncompleteModelError, OutOfRangeError
from headwater.hydrology.depths import DepthTable
from headwater.hydrology.distribution import (
    Distribution,
    depth_distribution,
    named_distribution,
    straight_line_distribution,
)
from headwater.hydrology.nesting import nested_from_table
from headwater.hydrology.smoothing import Smoothing, smoothed
from headwater.hydrology.storm import Storm
from headwater.plan.model import Drainage
from headwater.plan.storms import RainCurve, Rainfall, storm_depth
from headwater.plan.storms import Storm as StatedStorm
from headwater.review.analysis.floats import fraction, number, whole

DAY_H = 24.0


def storms_of(drainage: Drainage) -> tuple[Storm, ...]:
    """Return the storms of a plan, in their order.

    Raises
    ------
    IncompleteModelError
        If a storm has no depth or no curve.
    OutOfRangeError, UnknownNameError
        If a curve falls, is not known, or does not last as long as its storm.
    """
    curves = {curve.id.text: curve for curve in drainage.distributions or ()}
    return tuple(_storm(storm, curves, drainage.rainfall) for storm in drainage.storms or ())


def _storm(stated: StatedStorm, curves: dict[str, RainCurve], rainfall: Rainfall | None) -> Storm:
    depth = storm_depth(stated, rainfall)
    if depth is None or stated.distribution is None:
        what = "depth" if depth is None else "distribution"
        raise IncompleteModelError(
            f"drainage.storms[{stated.id.text}]: its {what} is unknown; expected one; write it, or a table of depths "
            "under `rainfall`"
        )
    duration_h = DAY_H if stated.duration is None else number(stated.duration)
    name = stated.distribution.text
    distribution = _own_curve(curves[name], rainfall, duration_h) if name in curves else named_distribution(name)
    source = stated.source
    if source is None and stated.depth is None and rainfall is not None:
        source = rainfall.source
    return Storm(
        id=stated.id.text,
        depth_in=number(depth),
        distribution=distribution,
        duration_h=duration_h,
        return_period_yr=number(stated.return_period),
        depth_source="" if source is None else source.text,
        repeats=whole(stated.repeats),
        retention="reset" if stated.retention is not None and stated.retention.text == "reset" else "cumulative",
    )


def depth_table(rainfall: Rainfall, return_period_yr: float | None) -> DepthTable | None:
    """Return what a plan lists of one return period, None if nothing; of others it need not list the same durations."""
    depths_in: dict[float, dict[float, float]] = {}
    for row in rainfall.depths or ():
        if row.duration is None or row.return_period is None or row.depth is None:
            continue
        if number(row.return_period) != return_period_yr:
            continue
        depths_in.setdefault(number(row.duration), {})[number(row.return_period)] = number(row.depth)
    if not depths_in:
        return None
    return DepthTable(
        source="the plan" if rainfall.source is None else rainfall.source.text,
        station="not named" if rainfall.station is None else rainfall.station.text,
        depths_in=depths_in,
    )


def _own_curve(curve: RainCurve, rainfall: Rainfall | None, duration_h: float) -> Distribution:
    name = curve.id.text
    if curve.nested is not None:
        if rainfall is None:
            raise IncompleteModelError(
                f"drainage.distributions[{name}]: there is no table of depths to nest; expected one under `rainfall`; "
                "write the depths from 5 minutes to 24 hours"
            )
        period_yr = number(curve.nested)
        table = depth_table(rainfall, period_yr)
        if table is None:
            raise IncompleteModelError(
                f"drainage.distributions[{name}]: `rainfall` lists no depth of {curve.nested.text}; expected its "
                "depths from 5 minutes to 24 hours; write them"
            )
        return nested_from_table(table, return_period_yr=period_yr, duration_h=duration_h)
    if curve.smoothed is not None:
        by: Smoothing = "cubic" if curve.by is not None and curve.by.text == "cubic" else "PCHIP"
        return smoothed(named_distribution(curve.smoothed.text), by=by)
    points = [point for point in curve.points or () if point.time is not None]
    if len(points) < 2:
        raise IncompleteModelError(
            f"drainage.distributions[{name}]: it has {len(points)} points with a time; expected two or more; write them"
        )
    time_h = [number(point.time) for point in points if point.time is not None]
    depths = [point.depth for point in points]
    shares = [point.share for point in points]
    if all(depth is not None for depth in depths):
        return depth_distribution(
            name, time_h=time_h, depth_in=[number(depth) for depth in depths if depth is not None], source="the plan"
        )
    if all(share is not None for share in shares):
        return straight_line_distribution(
            name, time_h=time_h, fraction=[fraction(share) for share in shares], source="the plan"
        )
    raise OutOfRangeError(
        f"drainage.distributions[{name}]: some of its points give depths and others shares; expected one of both for "
        "all; write depths, or shares"
    )
