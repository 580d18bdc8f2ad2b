"""Shares of pollutants that practices remove, as published, table by table.

Owns the reading of `data/removals.yaml`. Tables that disagree stay apart, each value with the id, date and standing of
its table; a range is made of them only by naming which table each end is from. Credits of water that leaves by an
underdrain are `underdrain_credit`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, get_args

import yaml

from headwater.errors import UnknownNameError, shown
from headwater.treatment.levels import Level, RemovalRange

Pollutant = Literal[
    "total suspended solids", "total phosphorus", "particulate phosphorus", "dissolved phosphorus"
]  # in the order of the columns
POLLUTANTS: Final[tuple[Pollutant, ...]] = get_args(Pollutant)

USUAL_TABLE: Final = "msm-median-2022-07"
_PERCENT: Final = 100.0
_BY_UNDERDRAIN: Final = "underdrain"


@dataclass(frozen=True, kw_only=True)
class RemovalTable:
    """One published table: its id, where it stands, its date, what its numbers are, and how sure the reading is."""

    id: str
    source: str
    title: str
    where: str
    date: str
    statistic: str
    sure: str
    provisional: bool
    remark: str


@dataclass(frozen=True, kw_only=True)
class ListedRemoval:
    """One cell of one table; `removal_fraction` is None where the table refers to the credit of an underdrain."""

    table: RemovalTable
    practice: str
    design: str
    pollutant: Pollutant
    removal_fraction: float | None


@cache
def _kept() -> Any:
    return yaml.safe_load((files("headwater.treatment") / "data" / "removals.yaml").read_text(encoding="utf-8"))


@cache
def removal_tables() -> tuple[RemovalTable, ...]:
    """Return every table, in the order in which it is kept."""
    return tuple(
        RemovalTable(**{key: value for key, value in table.items() if key != "rows"}) for table in _kept()["tables"]
    )


@cache
def listed_removals() -> tuple[ListedRemoval, ...]:
    """Return every cell of every table that holds a value, or that refers to the credit of an underdrain."""
    return tuple(
        ListedRemoval(
            table=table,
            practice=practice,
            design=design,
            pollutant=pollutant,
            removal_fraction=None if cell == _BY_UNDERDRAIN else cell / _PERCENT,
        )
        for table, kept in zip(removal_tables(), _kept()["tables"], strict=True)
        for practice, design, *cells in kept["rows"]
        for pollutant, cell in zip(POLLUTANTS, cells, strict=True)
        if cell is not None
    )


def removals_of(practice: str, *, pollutant: Pollutant, design: str | None = None) -> tuple[ListedRemoval, ...]:
    """Return what each table lists for a practice; without a `design`, for all of its designs.

    Raises
    ------
    UnknownNameError
        If no table lists the practice, the design or the pollutant for it.

    Examples
    --------
    The Manual's two values for the phosphorus of a wet pond, and the average and maximum of an older page:

    >>> [
    ...     (one.table.id, round(one.removal_fraction * 100))
    ...     for one in removals_of("wet pond", pollutant="total phosphorus")
    ... ]  # doctest: +NORMALIZE_WHITESPACE
    [('msm-median-2022-07', 46), ('msm-typical-2022-08', 50), ('msm-comparative-average', 50),
     ('msm-comparative-maximum', 75)]
    """
    of_practice = [one for one in listed_removals() if one.practice == practice]
    if not of_practice:
        raise _unknown("practice", practice, {one.practice for one in listed_removals()})
    of_design = [one for one in of_practice if design in (None, one.design)]
    if not of_design:
        raise _unknown(f"design of {practice}", str(design), {one.design for one in of_practice})
    found = tuple(one for one in of_design if one.pollutant == pollutant)
    if not found:
        raise _unknown(f"pollutant for {practice}", pollutant, {one.pollutant for one in of_design})
    return found


def removal_range(
    practice: str, *, pollutant: Pollutant, design: str | None = None, table_id: str = USUAL_TABLE
) -> RemovalRange:
    """Return the range of a practice: its median by the table named, its ends the lowest and highest that any lists.

    The tables give no low and high of their own. So the ends show how far the tables are apart; an end that rests on a
    provisional table is among the `provisional` levels, and `basis` names the table of each.

    Raises
    ------
    UnknownNameError
        If nothing is listed, the table named does not list the practice once, or refers to the credit of an underdrain.
    """
    listed = removals_of(practice, pollutant=pollutant, design=design)
    chosen = [one for one in listed if one.table.id == table_id]
    if len(chosen) != 1:
        raise _unknown(
            f"{'design' if chosen else 'table'} for {practice}, {pollutant}",
            table_id,
            {one.design for one in chosen} if chosen else {one.table.id for one in listed},
        )
    valued = [(one.removal_fraction, one) for one in listed if one.removal_fraction is not None]
    median_fraction = chosen[0].removal_fraction
    if median_fraction is None:
        raise UnknownNameError(
            f"removals: {shown(practice)}, {pollutant}: {table_id} gives no value but refers to the credit of an "
            "underdrain; expected a practice with a value; take it from underdrain_removal, by layout and media"
        )
    low_fraction, lowest = min(valued, key=lambda pair: pair[0])
    high_fraction, highest = max(valued, key=lambda pair: pair[0])
    # An end that the table named gives too is that table's.
    ends: dict[Level, ListedRemoval] = {
        "low": chosen[0] if low_fraction == median_fraction else lowest,
        "median": chosen[0],
        "high": chosen[0] if high_fraction == median_fraction else highest,
    }
    told = [
        f"{level} {(one.removal_fraction or 0) * _PERCENT:g} % ({one.table.id}, {one.table.statistic})"
        for level, one in ends.items()
    ]
    return RemovalRange(
        low_fraction=low_fraction,
        median_fraction=median_fraction,
        high_fraction=high_fraction,
        basis=f"{practice}, {pollutant}: {'; '.join(told)}",
        provisional=frozenset(level for level, one in ends.items() if one.table.provisional),
    )


def _unknown(what: str, name: str, known: set[str]) -> UnknownNameError:
    some = ", ".join(sorted(filter(None, known))) or "none named"
    return UnknownNameError(f"removals: {what}: {shown(name)}: not listed; expected one of: {some}; take one of these")
