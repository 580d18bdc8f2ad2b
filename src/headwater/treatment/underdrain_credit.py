"""Credit for the phosphorus of water that has passed media and leaves by an underdrain.

Owns the reading of `data/underdrain_credits.yaml`: a page of the Manual with a current and a proposed column. The water
that soaks in below an elevated underdrain is removed whole, and is the `infiltrated_fraction` of a step, not this.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import yaml

from headwater.errors import UnknownNameError, shown
from headwater.hydraulics.ranges import not_negative
from headwater.treatment.limits import check_share

Layout = Literal["none", "elevated", "bottom"]
Column = Literal["current", "proposed"]
_PERCENT: Final = 100.0


@dataclass(frozen=True, kw_only=True)
class Media:
    """What the water passes: its phosphorus by Mehlich III, its depth above the drain, and whether it is amended."""

    phosphorus_mg_per_kg: float
    above_drain_ft: float
    amended: bool = False

    def __post_init__(self) -> None:
        not_negative(self, "phosphorus_mg_per_kg", "above_drain_ft")


@dataclass(frozen=True, kw_only=True)
class UnderdrainCredit:
    """Shares removed of particulate, dissolved and total phosphorus, and what they rest on."""

    particulate_fraction: float
    dissolved_fraction: float
    total_fraction: float
    basis: str
    provisional: bool


@cache
def underdrain_credits() -> Any:
    """Return the table as it is kept."""
    return yaml.safe_load(
        (files("headwater.treatment") / "data" / "underdrain_credits.yaml").read_text(encoding="utf-8")
    )


def usual_particulate_fraction() -> float:
    """Return the share of total phosphorus that is particulate where nothing is measured, 0.55 by MIDS."""
    return float(underdrain_credits()["particulate"]["percent"]) / _PERCENT


def underdrain_removal(
    layout: Layout, *, media: Media, column: Column = "proposed", particulate_fraction: float | None = None
) -> UnderdrainCredit:
    """Return the credit of water that leaves by an underdrain.

    `particulate_fraction` is the share of the phosphorus that comes in as particulate; left out, that of MIDS. Without
    an underdrain no water leaves by one, and the credit is zero.

    Raises
    ------
    UnknownNameError
        If there is no such layout or column.
    OutOfRangeError
        If the particulate share is none.

    References
    ----------
    MSM, percent of phosphorus removed without reduction of volume; MIDS for 55 and 45 %.

    Examples
    --------
    Of 55 parts particulate 40 %, of 45 parts dissolved 20 %: 22 + 9 = 31 %.

    >>> media = Media(phosphorus_mg_per_kg=12, above_drain_ft=2)
    >>> round(underdrain_removal("bottom", media=media).total_fraction, 4)
    0.31
    """
    kept = underdrain_credits()
    if column not in kept["editions"]:
        raise UnknownNameError(f"underdrain credit: {shown(column)}: no such column; expected current or proposed")
    rows = kept["editions"][column]
    if layout not in rows:
        raise UnknownNameError(
            f"underdrain credit: {shown(layout)}: no such layout; expected one of {', '.join(rows)}; take one of these"
        )
    share = usual_particulate_fraction() if particulate_fraction is None else particulate_fraction
    check_share("particulate_fraction", share)
    particulate, dissolved, by_amendment = (value / _PERCENT for value in rows[layout])
    if not media.phosphorus_mg_per_kg < kept["passes_below_mg_per_kg"]:
        particulate = dissolved = 0.0
    if layout == "elevated":
        dissolved *= min(media.above_drain_ft / kept["whole_credit_above_drain_ft"], 1.0)
    if media.amended:
        dissolved += by_amendment
    return UnderdrainCredit(
        particulate_fraction=particulate,
        dissolved_fraction=dissolved,
        total_fraction=math.fsum((share * particulate, (1 - share) * dissolved)),
        basis=f"underdrain, {layout}, {column} column of the Manual's undated page, {share * _PERCENT:g} % particulate",
        provisional=bool(kept["provisional"]),
    )
