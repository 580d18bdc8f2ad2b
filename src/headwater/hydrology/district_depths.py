"""Depths of rain published for places in the District, and which storms each edition names.

Owns the reading of `data/district_depths.yaml`. No edition prints a depth; these are for holding a plan's depth
against, and each says how sure it is. Tables for computing are `depths`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import yaml

from headwater.hydrology.distribution import DAY_H


@dataclass(frozen=True, kw_only=True)
class PublishedDepth:
    """One 24-hour depth at one place: its atlas (key in `headwater.sources`), where it was read, and how sure it is."""

    place: str
    atlas: str
    return_period_yr: float
    depth_in: float
    sure: str
    provisional: bool
    where: str
    remark: str
    duration_h: float = DAY_H


@dataclass(frozen=True, kw_only=True)
class NamedStorms:
    """The storms that one edition names, without depths: by provision, return periods, and duration in its words."""

    edition: str
    provision: str
    return_periods_yr: tuple[float, ...]
    duration: str


@cache
def _kept() -> Mapping[str, Any]:
    text = (files("headwater.hydrology") / "data" / "district_depths.yaml").read_text(encoding="utf-8")
    return MappingProxyType(yaml.safe_load(text))


@cache
def district_depths() -> tuple[PublishedDepth, ...]:
    """Return every published depth of a place in the District."""
    return tuple(
        PublishedDepth(
            place=row["place"],
            atlas=row["atlas"],
            return_period_yr=float(period),
            depth_in=float(depth),
            sure=row["sure"],
            provisional=row["provisional"],
            where=row["where"],
            remark=row["remark"],
        )
        for row in _kept()["depths"]
        for period, depth in row["depth_in"].items()
    )


@cache
def named_storms() -> tuple[NamedStorms, ...]:
    """Return for each edition the storms that it names."""
    return tuple(
        NamedStorms(
            edition=edition,
            provision=row["provision"],
            return_periods_yr=tuple(float(period) for period in row["return_periods_yr"]),
            duration=row["duration"],
        )
        for edition, row in _kept()["provisions"].items()
    )
