"""What one outlet says against itself, or against the height of its pond."""

from __future__ import annotations

from fractions import Fraction

from headwater.plan.curve_checks import check_rising, only_one
from headwater.plan.outlets import (
    AnyOutlet,
    BroadWeirOutlet,
    CipollettiOutlet,
    CulvertOutlet,
    ExfiltrationOutlet,
    NotchOutlet,
    OrificeOutlet,
    PumpOutlet,
    RatingOutlet,
    RiserOutlet,
    SharpWeirOutlet,
    SpillwayOutlet,
    UnderdrainOutlet,
)
from headwater.plan.problems import Problems
from headwater.units import Quantity, rounded_half_up, to_base

ROUND = ("diameter",)
BOX = ("width", "height")


def check_outlet(outlet: AnyOutlet, path: str, top_ft: Fraction | None, problems: Problems) -> None:
    """Note everything in one outlet that cannot be; `top_ft` is the top of its pond."""
    if isinstance(outlet, OrificeOutlet | CulvertOutlet):
        only_one(outlet, ROUND, BOX, path=path, problems=problems)
    elif isinstance(outlet, RiserOutlet):
        only_one(outlet, ROUND, ("perimeter", "area"), path=path, problems=problems)
    elif isinstance(outlet, SharpWeirOutlet):
        only_one(outlet, ("coefficient",), ("crest_height",), path=path, problems=problems)
    elif isinstance(outlet, SpillwayOutlet):
        only_one(outlet, ("crest", "length", "side_slope"), ("profile",), path=path, problems=problems)
        check_rising(outlet.profile, "station", path=f"{path}.profile", problems=problems)
    elif isinstance(outlet, RatingOutlet):
        check_rising(outlet.curve, "elevation", path=f"{path}.curve", problems=problems)
        check_rising(outlet.curve, "flow", path=f"{path}.curve", problems=problems, may_stay=True)
    elif isinstance(outlet, PumpOutlet):
        _check_pump(outlet, path, problems)
    elif isinstance(outlet, ExfiltrationOutlet):
        only_one(outlet, ("rate",), ("flow",), path=path, problems=problems)
        only_one(outlet, ("over", "above", "below"), ("groundwater",), path=path, problems=problems)
        _check_above(outlet.below, f"{path}.below", outlet.above, "above", problems)
    elif isinstance(outlet, UnderdrainOutlet):
        _check_above(outlet.media_top, f"{path}.media_top", outlet.invert, "invert", problems)
    elif isinstance(outlet, NotchOutlet) and outlet.angle is not None and outlet.angle.value >= 180:
        problems.add(
            "a notch does not open to half a circle",
            line=outlet.angle.line,
            path=f"{path}.angle",
            value=outlet.angle.text,
            expected="an angle below 180 deg",
            remedy="correct the angle",
        )
    _check_height(outlet, path, top_ft, problems)


def _check_pump(pump: PumpOutlet, path: str, problems: Problems) -> None:
    starts, stops = pump.starts_at, pump.stops_at
    # One that stops where it starts is allowed, and may be switched often.
    if starts is not None and stops is not None and to_base(starts)[2] < to_base(stops)[2]:
        _check_above(starts, f"{path}.starts_at", stops, "stops_at", problems)
    check_rising(pump.curve, "elevation", path=f"{path}.curve", problems=problems)
    check_rising(pump.curve, "head", path=f"{path}.curve", problems=problems)
    if all(point.head is None for point in pump.curve or ()):
        check_rising(pump.curve, "flow", path=f"{path}.curve", problems=problems, may_stay=True)
    by_level = [point for point in pump.curve or () if point.elevation is not None]
    by_head = [point for point in pump.curve or () if point.head is not None]
    if by_level and by_head:
        problems.add(
            "the curve goes by the level in one point and by the head in another",
            line=by_head[0].line,
            path=f"{path}.curve",
            expected="levels alone, or heads alone",
            remedy="write all its points in one way",
        )


def _check_above(upper: Quantity | None, path: str, lower: Quantity | None, named: str, problems: Problems) -> None:
    if upper is None or lower is None or to_base(upper)[2] > to_base(lower)[2]:
        return
    problems.add(
        f"this is not above `{named}` ({lower.text})",
        line=upper.line,
        path=path,
        value=upper.text,
        expected=f"above {lower.text}",
        remedy="correct one of the two",
    )


def lowest(outlet: AnyOutlet) -> tuple[str, Quantity] | None:
    """Return the elevation from which an outlet passes water, and its key; None where it is not known."""
    if isinstance(outlet, OrificeOutlet | CulvertOutlet | UnderdrainOutlet):
        found = {"invert": outlet.invert}
    elif isinstance(outlet, SharpWeirOutlet | BroadWeirOutlet | NotchOutlet | CipollettiOutlet | RiserOutlet):
        found = {"crest": outlet.crest}
    elif isinstance(outlet, SpillwayOutlet):
        found = {"crest": outlet.crest} if outlet.profile is None else {}
        found |= {f"profile[{n}].elevation": point.elevation for n, point in enumerate(outlet.profile or (), start=1)}
    elif isinstance(outlet, ExfiltrationOutlet):
        found = {"above": outlet.above}
    elif isinstance(outlet, PumpOutlet):
        found = {"starts_at": outlet.starts_at}
    else:
        found = {f"curve[{n}].elevation": point.elevation for n, point in enumerate(outlet.curve or (), start=1)}
    known = [(key, elevation) for key, elevation in found.items() if elevation is not None]
    return min(known, key=lambda item: to_base(item[1])[2]) if known else None


def _check_height(outlet: AnyOutlet, path: str, top_ft: Fraction | None, problems: Problems) -> None:
    low = lowest(outlet)
    if low is None or top_ft is None or to_base(low[1])[2] <= top_ft:
        return
    problems.add(
        "the outlet lies above the top of the storage",
        line=low[1].line,
        path=f"{path}.{low[0]}",
        value=low[1].text,
        expected=f"at most {rounded_half_up(top_ft, digits=2)} ft, where the storage ends",
        remedy="correct it, or add the stages up to it and to the high water",
    )
