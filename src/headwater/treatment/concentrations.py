"""Event mean concentrations and annual depths of rain, as published.

Owns the reading of `data/concentrations.yaml` and `data/annual_rain.yaml`. Tables stay apart; each value carries its
table and whether it is provisional: from memory, or from a text that could not be read with certainty.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from headwater.errors import UnknownNameError, shown
from headwater.treatment.levels import ConcentrationRange


@dataclass(frozen=True, kw_only=True)
class ListedConcentration:
    """One event mean concentration of one table; low and high where the table gives a range."""

    table_id: str
    source: str
    where: str
    date: str
    sure: str
    provisional: bool
    land_use: str
    pollutant: str
    concentration_mg_per_l: float
    low_mg_per_l: float | None
    high_mg_per_l: float | None


@dataclass(frozen=True, kw_only=True)
class AnnualRain:
    """An annual depth of rain that guidance prints for a place."""

    id: str
    place: str
    depth_in: float
    source: str
    where: str
    sure: str
    provisional: bool


@cache
def _kept(name: str) -> Any:
    return yaml.safe_load((files("headwater.treatment") / "data" / name).read_text(encoding="utf-8"))


@cache
def listed_concentrations() -> tuple[ListedConcentration, ...]:
    """Return every event mean concentration of every table."""
    return tuple(
        ListedConcentration(
            table_id=table["id"],
            source=table["source"],
            where=table["where"],
            date=table["date"],
            sure=table["sure"],
            provisional=table["provisional"],
            land_use=land_use,
            pollutant=table["pollutant"],
            concentration_mg_per_l=value,
            low_mg_per_l=low,
            high_mg_per_l=high,
        )
        for table in _kept("concentrations.yaml")["tables"]
        for land_use, value, low, high in table["rows"]
    )


def concentration(land_use: str, *, table_id: str) -> ConcentrationRange:
    """Return the concentration that a table lists for a land use; without a range, low and high are the value itself.

    Raises
    ------
    UnknownNameError
        If there is no such table, or it does not list the land use.

    Examples
    --------
    >>> concentration("residential", table_id="msm-tp-2019-12").high_mg_per_l
    0.38
    """
    of_table = [one for one in listed_concentrations() if one.table_id == table_id]
    if not of_table:
        raise _unknown("table", table_id, {one.table_id for one in listed_concentrations()})
    found = next((one for one in of_table if one.land_use == land_use), None)
    if found is None:
        raise _unknown(f"land use of {table_id}", land_use, {one.land_use for one in of_table})
    value = found.concentration_mg_per_l
    return ConcentrationRange(
        low_mg_per_l=value if found.low_mg_per_l is None else found.low_mg_per_l,
        median_mg_per_l=value,
        high_mg_per_l=value if found.high_mg_per_l is None else found.high_mg_per_l,
        basis=f"{land_use}, {found.pollutant} ({table_id}, {found.sure})",
        provisional=found.provisional,
    )


@cache
def annual_rains() -> tuple[AnnualRain, ...]:
    """Return the annual depths of rain that guidance prints for the Simple Method."""
    names = ("id", "place", "depth_in", "source", "where", "sure", "provisional")
    return tuple(AnnualRain(**dict(zip(names, row, strict=True))) for row in _kept("annual_rain.yaml")["depths"])


def annual_rain(rain_id: str) -> AnnualRain:
    """Return a printed annual depth by its id.

    Raises
    ------
    UnknownNameError
        If none has this id.
    """
    found = next((one for one in annual_rains() if one.id == rain_id), None)
    if found is None:
        raise _unknown("annual rain", rain_id, {one.id for one in annual_rains()})
    return found


def _unknown(what: str, name: str, known: set[str]) -> UnknownNameError:
    some = ", ".join(sorted(known))
    return UnknownNameError(f"{what}: {shown(name)}: not listed; expected one of: {some}; take one of these")
