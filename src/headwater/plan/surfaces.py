"""Impervious surfaces: what is kept, rebuilt, removed and built."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass

from headwater.plan.leaves import Area, AreaChange, Record, entry


@dataclass(frozen=True, kw_only=True)
class PermeableShare(Record):
    """The part of each surface that is permeable pavement, turf or play surfacing."""

    kept: Area | None = entry("Permeable part of what is kept.")
    reconstructed: Area | None = entry("Permeable part of what is rebuilt.")
    removed: Area | None = entry("Permeable part of what is removed.")
    new: Area | None = entry("Permeable part of what is new.")


@dataclass(frozen=True, kw_only=True)
class Surfaces(Record):
    """Impervious surface by what becomes of it.

    Existing surface is kept, reconstructed or removed; proposed surface is kept, reconstructed or new; the net increase
    is what is new less what is removed.
    """

    kept: Area | None = entry("Existing surface left as it is.")
    reconstructed: Area | None = entry("Existing surface rebuilt in place.")
    removed: Area | None = entry("Existing surface taken away.")
    new: Area | None = entry("Surface where there was none.")
    existing: Area | None = entry("All surface before: kept + reconstructed + removed.")
    proposed: Area | None = entry("All surface after: kept + reconstructed + new.")
    net_increase: AreaChange | None = entry("new - removed; below zero for a reduction.")
    permeable: PermeableShare | None = entry("The permeable part of each.")
