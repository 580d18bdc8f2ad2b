"""Curve numbers: by cover and soil group, weighted by area, for impervious ground, for a wetter or drier start.

Owns the tables in `data/curve_numbers.yaml` and the arithmetic of TR-55 chapter 2; what runs off is `runoff`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Literal

import yaml

from headwater.errors import OutOfRangeError, UnknownNameError, shown

SoilGroup = Literal["A", "B", "C", "D", "A/D", "B/D", "C/D"]
Antecedent = Literal["I", "II", "III"]

SINGLE_GROUPS: Final = ("A", "B", "C", "D")
DUAL_GROUPS: Final = ("A/D", "B/D", "C/D")

PAVED: Final = 98.0
"""The curve number of pavement and, as TR-55 has it, of water."""

MOST_UNCONNECTED_FRACTION: Final = 0.30
"""From this share of impervious ground on it makes no difference that some of it drains over grass."""

# What float arithmetic may lose of a number or share by areas: 80.5 is 80.5 and goes up, 30 % is 30 %.
_LOST: Final = 1e-9
_HALF: Final = 0.5 + _LOST


@dataclass(frozen=True, kw_only=True)
class Cover:
    """One row of the table: what covers the ground, where it stands, and its number on soils A, B, C and D."""

    name: str
    table: str
    numbers: tuple[float, ...]


@cache
def _data() -> Mapping[str, Any]:
    text = (files("headwater.hydrology") / "data" / "curve_numbers.yaml").read_text(encoding="utf-8")
    return MappingProxyType(yaml.safe_load(text))


@cache
def covers() -> Mapping[str, Cover]:
    """Return every cover by its name."""
    rows = _data()["covers"]
    made = (Cover(name=row["cover"], table=row["table"], numbers=tuple(map(float, row["numbers"]))) for row in rows)
    return MappingProxyType({cover.name: cover for cover in made})


def curve_number(cover: str, soil_group: str, *, drained: bool = False) -> float:
    """Return the curve number of a cover on a soil group, at average antecedent condition and Ia/S 0.2.

    Parameters
    ----------
    cover
        A name in `covers()`; case, commas and spaces are as you like.
    soil_group
        A, B, C or D, or a dual group as A/D: D as it lies, the first letter where it is `drained`.

    Raises
    ------
    UnknownNameError
        If there is no such cover or soil group.

    References
    ----------
    TR55 table 2-2.

    Examples
    --------
    >>> (
    ...     curve_number("open space, good", "B"),
    ...     curve_number("Woods good", "B/D"),
    ...     curve_number("Woods good", "B/D", drained=True),
    ... )
    (61.0, 77.0, 55.0)
    """
    wanted = _folded(cover)
    found = next((one for name, one in covers().items() if _folded(name) == wanted), None)
    if found is None:
        raise UnknownNameError(
            f"cover {shown(cover)}: no row of the table of curve numbers is called so; expected one of "
            f"{'; '.join(covers())}; take the row that fits, or write the curve number itself"
        )
    return found.numbers[SINGLE_GROUPS.index(effective_group(soil_group, drained=drained))]


def effective_group(soil_group: str, *, drained: bool) -> str:
    """Return the single soil group that a group counts as: a dual one is D unless its ground is drained."""
    written = soil_group.strip().upper()
    if written in SINGLE_GROUPS:
        return written
    if written in DUAL_GROUPS:
        return written[0] if drained else "D"
    raise UnknownNameError(
        f"hydrologic soil group {shown(soil_group)}: there is none of that name; expected one of "
        f"{', '.join((*SINGLE_GROUPS, *DUAL_GROUPS))}; look it up in the soil survey"
    )


def _folded(name: str) -> str:
    return " ".join(re.findall(r"[a-z0-9/]+", name.lower()))


# ---- by area ---------------------------------------------------------------------------------------------------------


def composite_curve_number(areas: Iterable[tuple[float, float]]) -> float:
    """Return the curve number of pieces of (area, curve number), weighted by area and not rounded.

    References
    ----------
    TR55, worksheet 2.

    Examples
    --------
    TR55 figure 2-6, whose worksheet goes on with 75:

    >>> composite_curve_number([(75, 70), (100, 80), (75, 74)])
    75.2
    """
    pieces = tuple(areas)
    total = math.fsum(area for area, _ in pieces)
    if not total > 0:
        raise OutOfRangeError(f"composite curve number: total area {total}; expected above 0; give areas with numbers")
    return math.fsum(area * number for area, number in pieces) / total


def whole_curve_number(curve_number: float) -> float:
    """Return the nearest whole number, halves up, as the worksheet and the programs after it go on with.

    >>> whole_curve_number(74.5), whole_curve_number(74.49)
    (75.0, 74.0)
    """
    return float(math.floor(curve_number + _HALF))


# ---- impervious ground -----------------------------------------------------------------------------------------------


def connected_curve_number(pervious_curve_number: float, *, impervious_fraction: float) -> float:
    """Return the composite number where all impervious ground drains straight into the system. TR55 figure 2-3."""
    _check_fraction("impervious_fraction", impervious_fraction)
    return pervious_curve_number + impervious_fraction * (PAVED - pervious_curve_number)


def unconnected_curve_number(
    pervious_curve_number: float, *, impervious_fraction: float, unconnected_fraction: float
) -> float:
    """Return the composite number where a share of the impervious ground drains over pervious ground first.

    At 30 % impervious and more the ground cannot take it up, and the share makes no difference.

    Parameters
    ----------
    pervious_curve_number
        Of the pervious ground.
    impervious_fraction
        The impervious share of the whole.
    unconnected_fraction
        The unconnected share of what is impervious.

    References
    ----------
    TR55 figure 2-4.

    Examples
    --------
    >>> unconnected_curve_number(61, impervious_fraction=0.25, unconnected_fraction=0.5)
    67.9375
    """
    connected = connected_curve_number(pervious_curve_number, impervious_fraction=impervious_fraction)
    _check_fraction("unconnected_fraction", unconnected_fraction)
    if not takes_up_unconnected(impervious_fraction):
        return connected
    return pervious_curve_number + (connected - pervious_curve_number) * (1 - 0.5 * unconnected_fraction)


def takes_up_unconnected(impervious_fraction: float) -> bool:
    """Return whether so little is impervious that the pervious ground takes up what drains over it: less than 30 %.

    A share worked out from areas is 30 % where it is that but for what float arithmetic loses.
    """
    return impervious_fraction < MOST_UNCONNECTED_FRACTION - _LOST


def _check_fraction(name: str, fraction: float) -> None:
    if not 0 <= fraction <= 1:
        raise OutOfRangeError(f"{name}: {fraction}; expected 0 to 1; write 25 % as 0.25")


# ---- a wetter or drier start -----------------------------------------------------------------------------------------


def antecedent_curve_number(curve_number: float, condition: Antecedent) -> float:
    """Return the number at a dry (I), average (II) or wet (III) start, by straight lines between the rows of the table.

    The table was not re-read in its source.

    References
    ----------
    NEH630-10 table 10-1.

    Examples
    --------
    >>> antecedent_curve_number(75, "I"), antecedent_curve_number(75, "III")
    (57.0, 88.0)
    """
    if not 0 <= curve_number <= 100:
        raise OutOfRangeError(f"curve number: {curve_number}; expected 0 to 100; look it up by cover and soil group")
    if condition == "II":
        return float(curve_number)
    if condition not in ("I", "III"):
        raise UnknownNameError(
            f"antecedent condition {shown(condition)}: there is none of that name; expected I, II or III; write II for "
            "the average one"
        )
    column = 1 if condition == "I" else 2
    rows = [(row[0], row[column]) for row in _data()["antecedent"]["rows"]]
    above = next(index for index in range(len(rows) - 1, -1, -1) if rows[index][0] >= curve_number)
    if rows[above][0] == curve_number:
        return float(rows[above][1])
    (high, there), (low, here) = rows[above], rows[above + 1]
    return float(here + (there - here) * (curve_number - low) / (high - low))
