"""The plan: everything a submittal states, as one frozen value that mirrors the plan file name for name."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from headwater.plan.document import Certification, Exhibit
from headwater.plan.drainage import Discharge, Landlocked, Phosphorus
from headwater.plan.leaves import Answer, Answers, Count, Date, Later, Record, Text, entry
from headwater.plan.practices import Practice
from headwater.plan.proposal import Action, EarlierProject, RightOfWay
from headwater.plan.receiving import Regional, Structure, Water
from headwater.plan.site import Site
from headwater.plan.soils import Boring, Soils
from headwater.plan.surfaces import Surfaces

if TYPE_CHECKING:
    from headwater.plan.computed import Computed
    from headwater.plan.loads import Loads
    from headwater.plan.model import Drainage
else:
    # No file writes it.
    Computed = Any
    # Their many records would make every command slower by a fifth.
    Drainage = Annotated[Record, Later("headwater.plan.model", "Drainage")]
    Loads = Annotated[Record, Later("headwater.plan.loads", "Loads")]


@dataclass(frozen=True, kw_only=True)
class Applicant(Record):
    """Who applies."""

    public_body: Answer | None = entry("Whether the applicant is a public body.")


@dataclass(frozen=True, kw_only=True)
class EditionChoice(Record):
    """An edition of the rule chosen for another reason than the date."""

    key: Text = entry("Key of the edition, as mcwd-2011.", required=True)
    because: Text | None = entry("Why this edition is used.")


@dataclass(frozen=True, kw_only=True)
class Plan(Record):
    """Everything a submittal states.

    A field that is None is not known; an empty tuple says that there is none.
    """

    headwater: Count = entry("Version of this format: 1.", required=True)
    plan: Text = entry("Name of the plan.", required=True)
    note: Text | None = entry("Free text, printed with every answer.")
    applicant: Applicant | None = entry("Who applies.")
    received: Date | None = entry("Day on which the application was received; it picks the edition of the rule.")
    edition: EditionChoice | None = entry("The edition, only where the date does not pick it.")
    site: Site | None = entry("The land as a whole.")
    surfaces: Surfaces | None = entry("Impervious surfaces of the whole plan.")
    actions: tuple[Action, ...] = entry("What is proposed; one action or more.", required=True)
    earlier_projects: tuple[EarlierProject, ...] | None = entry(
        "Earlier projects of common or related ownership or of a common plan."
    )
    right_of_way: RightOfWay | None = entry("Right-of-way of a linear project.")
    soils: Soils | None = entry("Soils of the site.")
    borings: tuple[Boring, ...] | None = entry("Borings, auger holes and soil pits.")
    practices: tuple[Practice, ...] | None = entry("The practices proposed.")
    discharge: Discharge | None = entry("Peak flows over the boundary.")
    phosphorus: Phosphorus | None = entry("Annual phosphorus loads.")
    landlocked: tuple[Landlocked, ...] | None = entry("Receivers without an outlet.")
    structures: tuple[Structure, ...] | None = entry("Buildings and other structures that water could enter.")
    waters: tuple[Water, ...] | None = entry("Lakes, wetlands, streams and ponds.")
    regional: Regional | None = entry("A regional or off-site facility that the plan relies on.")
    drainage: Drainage | None = entry("The drainage model, from which flows, levels and volumes are computed.")
    loads: Loads | None = entry("What annual loads, pools and reuse are worked out from.")
    easements: Answer | None = entry("Whether the facilities lie inside easements.")
    answers: Answers | None = entry("Answers to the statements of the rule, by the key of the statement.")
    certification: Certification | None = entry("The engineer's certification of the plans.")
    exhibits: tuple[Exhibit, ...] | None = entry("The documents handed in, or waived.")
    file: str | None = field(default=None, compare=False)
    """Name of the file that the plan was read from."""
    sha256: str | None = field(default=None, compare=False)
    """Hash of the bytes of that file."""
    computed: Computed | None = field(default=None, compare=False)
    """What was computed from its models; None until that is asked for."""
