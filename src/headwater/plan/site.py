"""The land as a whole: its size, how much of it is disturbed, and what it was used for."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from headwater.plan.leaves import Among, Area, Choice, Record, entry

FORMER_USES: Final = ("row crop", "feedlot", "other")


@dataclass(frozen=True, kw_only=True)
class Site(Record):
    """The parcel or tract that the plan is about."""

    area: Area | None = entry("Area of the whole site.")
    disturbed: Area | None = entry("Area that the work disturbs.")
    former_use: Annotated[Choice, Among(FORMER_USES)] | None = entry(
        "Existing use of the parcel: row crop agriculture, feedlot, or anything else."
    )
