"""A distribution nested from depths by duration: each duration's depth falls in the middle of the next longer one's.

Owns the nesting. The table is `depths`; a nested curve of more than 24 hours is a pattern of its own, not a longer form
of the 24-hour one.

The depth of duration d falls within d/2 of the middle of the storm, so that F(T/2 +- d/2) = 1/2 +- P(d) / 2 P(T), with
straight lines between. That is the method of NEH630-4 for the MSE, NOAA and NRCC types without three of its steps:
there the ratios are smoothed by hand first, the intensity runs straight between the edges of the blocks, where it is
even within each here, and the shortest blocks are moved to the even tenths of an hour.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from headwater.hydrology.depths import DepthTable
from headwater.hydrology.distribution import DAY_H, Distribution, straight_line_distribution
from headwater.hydrology.distribution_checks import refused

REGIONAL_RETURN_PERIOD_YR: Final = 25.0
"""The return period whose ratios NRCS took for its regional types."""

# How far the wettest window of a listed duration may hold more than the table says, before the table is refused.
MOST_EXCESS: Final = 0.01
SAME_DURATION_H: Final = 1 / 3600


def nested_distribution(
    name: str,
    *,
    depth_in: Mapping[float, float],
    source: str,
    duration_h: float = DAY_H,
    remark: str = "",
) -> Distribution:
    """Return the curve nested from depths by duration in hours, those longer than `duration_h` left out.

    Where rain falls the less hard the longer it lasts, as in every atlas, the wettest window of each listed duration
    holds just its depth.

    Raises
    ------
    OutOfRangeError
        If there is no depth for `duration_h`, fewer than two durations, a depth that falls, or depths that grow so
        unevenly that the wettest window of a duration would hold over 1 % more than the table says.

    References
    ----------
    NEH630-4, the construction of regional and site distributions.
    """
    used = {hours: inches for hours, inches in sorted(depth_in.items()) if hours <= duration_h + SAME_DURATION_H}
    if len(used) < 2:
        raise refused(
            name,
            "too few durations to nest",
            value=f"{len(used)} up to {duration_h:g} h",
            expected="two or more, from about 5 minutes up",
            remedy="give the depths of shorter durations too",
        )
    longest = max(used)
    if abs(longest - duration_h) > SAME_DURATION_H:
        raise refused(
            name,
            f"there is no depth for {duration_h:g} h",
            value=f"the longest is {longest:.4g} h",
            expected="a depth for the whole storm",
            remedy="give it, or nest a storm of a listed duration",
        )
    if not used[longest] > 0:
        raise refused(
            name, "no rain falls", value=f"{used[longest]:g} in", expected="a depth above 0", remedy="correct it"
        )
    middle, ratios = longest / 2, {hours: inches / used[longest] for hours, inches in used.items()}
    rising = [(middle + hours / 2, (1 + ratio) / 2) for hours, ratio in ratios.items()]
    falling = [(middle - hours / 2, (1 - ratio) / 2) for hours, ratio in reversed(ratios.items())]
    points = [(0.0, 0.0), *falling[1:], *rising]
    curve = straight_line_distribution(
        name,
        time_h=[time for time, _ in points],
        fraction=[value for _, value in points],
        source=source,
        family="nested",
        remark=remark,
    )
    _check_windows(curve, ratios)
    return curve


def _check_windows(curve: Distribution, ratios: Mapping[float, float]) -> None:
    for hours, ratio in ratios.items():
        held = curve.largest_fraction(hours)
        if held > ratio * (1 + MOST_EXCESS):
            raise refused(
                curve.name,
                f"the depths grow so unevenly that the wettest {hours:.4g} h hold more than the table says",
                value=f"{held:.4f} of the whole, {ratio:.4f} in the table",
                expected="rain that falls the less hard the longer it lasts",
                remedy="look for a mistake in the depths of the next longer durations",
            )


def nested_from_table(
    table: DepthTable,
    *,
    return_period_yr: float,
    duration_h: float = DAY_H,
    ratios_of_yr: float | None = None,
) -> Distribution:
    """Return the curve nested from one return period of a table; its name and remark say whose ratios it has.

    `ratios_of_yr` takes the ratios of another return period, as NRCS took those of 25 years for its regional types;
    left out, they are those of `return_period_yr` itself.
    """
    ratios_yr = return_period_yr if ratios_of_yr is None else ratios_of_yr
    depths = table.column(ratios_yr)
    own = "its own" if ratios_yr == return_period_yr else f"the {ratios_yr:g}-yr"
    shortest_min = min(depths) * 60
    return nested_distribution(
        f"nested {duration_h:g}-h, {ratios_yr:g}-yr ratios",
        depth_in=depths,
        source=table.described,
        duration_h=duration_h,
        remark=(
            f"nested for the {return_period_yr:g}-yr storm by {own} ratios of {table.described}, "
            f"from {shortest_min:.3g} min up"
        ),
    )
