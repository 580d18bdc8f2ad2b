"""HydroCAD's words in ours: the data beside this module, and names of storms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml

from headwater.errors import HeadwaterError
from headwater.hydrology.distribution_names import parsed_name

_YEARS: Final = re.compile(r"(?<![0-9.])([0-9]{1,4})\s*-?\s*(?:yr|year)", re.IGNORECASE)


@cache
def words() -> Mapping[str, Any]:
    """Return the data."""
    text = files("headwater.intake.hydrocad").joinpath("data.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Any] = yaml.load(text, Loader=yaml.BaseLoader)
    return found


def distribution_of(storm_type: str) -> str | None:
    """Return our name of a published curve of rain; None where there is none of that name.

    >>> distribution_of("Type II 24-hr"), distribution_of("MSE 24-hr 3"), distribution_of("Huff 1st quartile")
    ('Type II', 'MSE 3', None)
    """
    try:
        return parsed_name(storm_type)
    except HeadwaterError:
        return None


def return_period_of(event: str) -> str | None:
    """Return the return period that an event's name tells, as a plan writes it.

    >>> return_period_of("100-yr"), return_period_of("10-Year Storm"), return_period_of("snowmelt")
    ('100 yr', '10 yr', None)
    """
    found = _YEARS.search(event)
    return f"{int(found[1])} yr" if found and int(found[1]) else None


def inlet_of(entrance_loss: Fraction, manning_n: Fraction | None, *, box: bool) -> str | None:
    """Return the form of inlet that an entrance loss stands for; None where it may be several, or a box."""
    if box or manning_n is None:
        return None
    table = words()["inlets_by_loss"]
    kind = "corrugated" if manning_n >= Fraction(table["corrugated_from_n"]) else "smooth"
    return next((inlet for loss, inlet in table[kind].items() if Fraction(loss) == entrance_loss), None)
