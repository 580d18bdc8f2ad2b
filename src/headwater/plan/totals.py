"""What a submittal prints beside its impervious surfaces: the pervious rest of the site, and shares of it.

None of it is used in the place of a surface that is not stated; it is compared with those that are, so that a submittal
which contradicts itself is found.
"""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass

from headwater.plan.leaves import Area, Record, Share, entry


@dataclass(frozen=True, kw_only=True)
class Pervious(Record):
    """The rest of the site, as printed; compared with the surfaces, and used for nothing else."""

    existing: Area | None = entry("Pervious surface before: the site less `existing`.")
    proposed: Area | None = entry("Pervious surface after: the site less `proposed`.")


@dataclass(frozen=True, kw_only=True)
class ImperviousShare(Record):
    """Impervious surface as a share of the site, as printed; compared with the surfaces, and used for nothing else."""

    existing: Share | None = entry("`existing` as a share of the site.")
    proposed: Share | None = entry("`proposed` as a share of the site.")
