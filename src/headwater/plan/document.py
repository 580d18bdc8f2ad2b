"""The papers handed in with a plan, and the engineer who certifies them."""

# ruff: noqa: RUF009 - `entry` returns a dataclass field, as dataclasses.field does.
from __future__ import annotations

from dataclasses import dataclass

from headwater.plan.leaves import Answer, Date, Record, Text, entry


@dataclass(frozen=True, kw_only=True)
class Waiver(Record):
    """The word that an exhibit need not be handed in."""

    by: Text | None = entry("Who waived it.")
    date: Date | None = entry("When.")
    in_writing: Answer | None = entry("Whether it was waived in writing.")


@dataclass(frozen=True, kw_only=True)
class Certification(Record):
    """The professional engineer's certification of the plans."""

    engineer: Text | None = entry("Name of the professional engineer, or a role where a name is not to be given.")
    licence: Text | None = entry("Licence number in Minnesota.")
    date: Date | None = entry("Date of the signature.")
    signature_sha256: Text | None = entry("SHA-256 of the file that holds the signature, if there is one.")


@dataclass(frozen=True, kw_only=True)
class Exhibit(Record):
    """One required document, where it is to be found or why it is not there."""

    exhibit: Text = entry("Key of the exhibit, as the edition lists it.", required=True)
    document: Text | None = entry("Title of the document that holds it.")
    page: Text | None = entry("Page or sheet.")
    date: Date | None = entry("Date on the document.")
    waived: Waiver | None = entry("Who waived it, and when.")
    reason: Text | None = entry("Why it is not needed.")
