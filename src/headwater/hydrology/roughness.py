"""What slows water on its way: published tables of Manning's n, and velocity factors of shallow concentrated flow.

Owns the file `data/roughness.yaml` and the looking up of a surface in it; what is made of them is `concentration`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import yaml

from headwater.errors import UnknownNameError, shown


@cache
def _data() -> Mapping[str, Any]:
    text = (files("headwater.hydrology") / "data" / "roughness.yaml").read_text(encoding="utf-8")
    return MappingProxyType(yaml.safe_load(text))


@cache
def sheet_roughness() -> Mapping[str, float]:
    """Return Manning's n of sheet flow by what covers the ground. TR55 table 3-1."""
    return MappingProxyType(_data()["sheet"]["manning_n"])


@cache
def channel_roughness() -> Mapping[str, tuple[float, float]]:
    """Return the usual range of Manning's n of channels and pipes by what they are made of."""
    return MappingProxyType({name: (low, high) for name, (low, high) in _data()["channel"]["manning_n"].items()})


@cache
def shallow_factors() -> Mapping[str, float]:
    """Return the velocity at a slope of one, in feet per second, by surface. NEH630-15."""
    return MappingProxyType(_data()["shallow"]["velocity_factor"])


def sheet_roughness_of(surface: str) -> float:
    """Return Manning's n of sheet flow over a surface; case and commas are as you like.

    Raises
    ------
    UnknownNameError
        If the table has no such surface.

    Examples
    --------
    >>> sheet_roughness_of("Woods light underbrush")
    0.4
    """
    return _found(sheet_roughness(), surface, what="sheet flow")


def shallow_factor_of(surface: str) -> float:
    """Return the velocity factor of shallow concentrated flow over a surface; case and commas are as you like.

    Raises
    ------
    UnknownNameError
        If the table has no such surface.
    """
    return _found(shallow_factors(), surface, what="shallow concentrated flow")


def _found(table: Mapping[str, float], surface: str, *, what: str) -> float:
    wanted = _folded(surface)
    for name, number in table.items():
        if _folded(name) == wanted:
            return number
    raise UnknownNameError(
        f"surface of {what}: {shown(surface)}: none is called so; expected one of {'; '.join(table)}; "
        "take the one that fits, or write the number itself"
    )


def _folded(name: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", name.lower())
