"""What storms, curves of rain and tables of rainfall say against themselves: rain that falls back, or none at all."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from headwater.plan import paths
from headwater.plan.curve_checks import check_rising, only_one
from headwater.plan.drainage_names import check_unique, ids_of
from headwater.plan.drainage_walk import item_path
from headwater.plan.model import Drainage
from headwater.plan.problems import Problems
from headwater.plan.storms import RainCurve, RainDepth, Rainfall
from headwater.units import to_base


def check_storms(drainage: Drainage, problems: Problems) -> None:
    """Note everything in the storms of a model that cannot be."""
    check_unique(ids_of("drainage.storms", drainage.storms), problems)
    check_unique(ids_of("drainage.distributions", drainage.distributions), problems)
    if drainage.rainfall is not None:
        _check_table(drainage.rainfall, problems)
    for curve in drainage.distributions or ():
        _check_curve(curve, paths.of("drainage.distributions", curve), drainage.rainfall, problems)


def _check_table(rainfall: Rainfall, problems: Problems) -> None:
    """Note a depth that stands twice, and one below that of a shorter duration."""
    by_period: dict[Fraction, dict[Fraction, RainDepth]] = defaultdict(dict)
    for number, row in enumerate(rainfall.depths or (), start=1):
        if row.return_period is None or row.duration is None:
            continue
        rows, duration_h = by_period[row.return_period.value], to_base(row.duration)[2]
        if duration_h in rows:
            problems.add(
                f"the depth of this period and duration is already on line {rows[duration_h].line}",
                line=row.line,
                path=item_path("drainage.rainfall.depths", row, number),
                value=f"{row.return_period.text}, {row.duration.text}",
                expected="one depth of each period and duration",
                remedy="remove one of the two",
            )
        else:
            rows[duration_h] = row
    for rows in by_period.values():
        known = [row for _, row in sorted(rows.items()) if row.depth is not None]
        check_rising(known, "depth", path="drainage.rainfall.depths", problems=problems, may_stay=True)


def _check_curve(curve: RainCurve, path: str, rainfall: Rainfall | None, problems: Problems) -> None:
    only_one(curve, ("points",), ("nested",), ("smoothed", "by"), path=path, problems=problems)
    if curve.nested is not None:
        _check_nested(curve, path, rainfall, problems)
        return
    if curve.smoothed is not None:
        return
    if curve.points is None or len(curve.points) < 2:
        problems.add(
            "this curve is empty",
            line=curve.line,
            path=path,
            expected="two points or more, the first at time zero, the return period to be nested, or the name of a "
            "distribution to be smoothed",
            remedy="write its points, or remove the curve",
        )
        return
    where = f"{path}.points"
    before = len(problems.found)
    check_rising(curve.points, "time", path=where, problems=problems)
    check_rising(curve.points, "depth", path=where, problems=problems, may_stay=True)
    check_rising(curve.points, "share", path=where, problems=problems, may_stay=True)
    if len(problems.found) == before:
        _check_ends(curve, where, problems)


def _check_nested(curve: RainCurve, path: str, rainfall: Rainfall | None, problems: Problems) -> None:
    assert curve.nested is not None
    periods = {
        row.return_period.value: row.return_period.text
        for row in (rainfall.depths if rainfall else None) or ()
        if row.return_period is not None
    }
    if curve.nested.value not in periods:
        problems.add(
            "there are no depths of this return period in the table of rainfall",
            line=curve.nested.line,
            path=f"{path}.nested",
            value=curve.nested.text,
            expected=f"one of: {paths.some(periods.values())}" if periods else "depths under `rainfall`",
            remedy="add its depths under `rainfall`, or correct the return period",
        )


def _check_ends(curve: RainCurve, path: str, problems: Problems) -> None:
    """Note a curve that is written in two ways, begins above zero, or does not end with all of the rain."""
    points = curve.points or ()
    depths = [point.depth for point in points if point.depth is not None]
    shares = [point.share for point in points if point.share is not None]
    if depths and shares:
        problems.add(
            "some of the curve is written in depths and some in shares",
            line=shares[0].line,
            path=path,
            value=shares[0].text,
            expected="depths alone, or shares alone",
            remedy="write all its points in one way",
        )
        return
    rain = depths or shares
    if len(rain) < len(points):
        return  # a point that is not known yet
    first, last = points[0], rain[-1]
    if (first.time is not None and first.time.value != 0) or rain[0].value != 0:
        problems.add(
            "the curve does not begin at zero",
            line=first.line,
            path=path,
            value=", ".join(part.text for part in (first.time, rain[0]) if part is not None),
            expected="no time and no rain at its first point",
            remedy="add a point at 0 h without rain",
        )
    if last.value == 0 or (shares and last.value != 100):
        problems.add(
            "no rain falls on this curve" if last.value == 0 else "the curve does not end with all of the rain",
            line=last.line,
            path=path,
            value=last.text,
            expected="100 % at its last point" if shares else "a depth above zero at its last point",
            remedy="correct the last point, or add one",
        )
