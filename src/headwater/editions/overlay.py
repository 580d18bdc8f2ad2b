"""Overlays: what a District puts in the place of text that is not at hand, and what it rules on readings.

An overlay is one file. It replaces, whole, the tables, criteria and credits of provisions whose text an edition
lacks, and says from which day a reading is taken another way. The provisional content of an edition is such a file
too, laid over it until a District's own takes its place. Owns the record of an overlay and its laying over an
edition's data; its text is read by `headwater.editions.overlay_text`, its parts are checked in
`headwater.editions.overlay_checks`, and which overlay applies is decided in `headwater.editions.registry`. The
format is described in docs/reference/overlay.md.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from headwater.editions.overlay_checks import (
    OF_A_CRITERION,
    Check,
    Raw,
    a_date,
    keys_of,
    not_among,
    one_text,
    rulings_of,
)
from headwater.editions.overlay_text import OverlayText, read_text
from headwater.rules.edition import Edition
from headwater.rules.reading import Ruling

FORMAT = "1"
HEAD = ("overlay", "edition", "title", "source", "provisional", "effective")
PARTS = ("tables", "criteria", "credits", "species", "rulings")


@dataclass(frozen=True, kw_only=True, eq=False)
class Overlay:
    """One overlay: what it is called, over which edition it is laid, from which day, and what it holds.

    The parts are as written, to be laid over an edition's data; `rulings` may be on readings of any edition.
    """

    name: str
    text: str
    edition: str
    title: str
    source: str
    provisional: bool
    effective: datetime.date
    tables: Mapping[str, Raw]
    criteria: tuple[Raw, ...]
    credits: tuple[Raw, ...]
    species: Mapping[str, str]
    rulings: tuple[Ruling, ...]

    @property
    def has_content(self) -> bool:
        """Whether it puts anything in the place of text, beside what it rules."""
        return bool(self.tables or self.criteria or self.credits or self.species)

    @property
    def editions(self) -> frozenset[str]:
        """The editions that it says something of."""
        return frozenset({self.edition, *(ruling.edition for ruling in self.rulings)})

    def rulings_in_force(self, edition: str, *, received: datetime.date | None) -> tuple[Ruling, ...]:
        """Return what it rules on an edition's readings for a case received on a day, the latest word on each."""
        found: dict[str, Ruling] = {}
        for ruling in sorted(self.rulings, key=lambda ruling: ruling.since):
            if ruling.edition == edition and (received is None or ruling.since <= received):
                found[ruling.reading] = ruling
        return tuple(found[reading] for reading in sorted(found))


def read_overlay(given: OverlayText, *, edition_of: Callable[[str], Edition], known: Collection[str]) -> Overlay:
    """Return an overlay, checked whole against every edition that it names.

    `known` are the keys of the editions at hand, and `edition_of` returns one of them without anything laid over it.

    Raises
    ------
    OverlayError
        If anything in it cannot be used; with every problem, its line, and what to do.
    """
    reader = read_text(given)
    keys_of(reader, (), reader.content, allowed=(*HEAD, *PARTS), needed=HEAD)
    reader.refuse()
    head = {name: one_text(reader, (name,), reader.content[name]) for name in HEAD}
    if head["overlay"] != FORMAT:
        remedy = f"write overlay: {FORMAT}, or use a Headwater that knows this format"
        reader.problem(
            ("overlay",), "unknown version of the format", value=head["overlay"], expected=FORMAT, remedy=remedy
        )
    if head["edition"] not in known:
        not_among(reader, ("edition",), head["edition"], known)
    effective = a_date(reader, ("effective",), head["effective"])
    if head["provisional"] not in ("yes", "no"):
        not_among(reader, ("provisional",), head["provisional"], ("yes", "no"))
    reader.refuse()
    check = Check(reader, edition_of(head["edition"]), provisional=head["provisional"] == "yes")
    overlay = Overlay(
        name=given.name,
        text=given.text,
        edition=head["edition"],
        title=head["title"],
        source=head["source"],
        provisional=check.provisional,
        effective=effective,
        tables=check.tables(),
        criteria=check.criteria(),
        credits=check.credits(),
        species=check.species(),
        rulings=rulings_of(reader, head["edition"], edition_of=edition_of, known=known),
    )
    reader.refuse()
    return overlay


def laid_over(raw: Mapping[str, Any], overlay: Overlay) -> dict[str, Any]:
    """Return an edition's data with the overlay's content in the place of what it replaces.

    A table replaces the rows of its namesake; criteria replace all those of the same provision; credits and species
    replace the edition's. A credit brings the criterion by which its arithmetic is shown.
    """
    tables = [{**item, **overlay.tables.get(item["id"], {})} for item in raw["tables"]["tables"]]
    replaced = {item["provision"] for item in (*overlay.criteria, *overlay.credits)}
    kept = [item for item in raw["criteria"].get("criteria") or () if item.get("provision", item["id"]) not in replaced]
    shown = [_criterion_of(item) for item in overlay.credits]
    credits = [{key: value for key, value in item.items() if key not in OF_A_CRITERION} for item in overlay.credits]
    laid = dict(raw)
    laid["tables"] = {**raw["tables"], "tables": tables}
    laid["criteria"] = {
        **raw["criteria"],
        "criteria": [*kept, *overlay.criteria, *shown],
        "credits": credits or raw["criteria"].get("credits") or [],
    }
    if overlay.species:
        laid["values"] = {**raw["values"], "species": overlay.species}
    return laid


def _criterion_of(credit: Raw) -> dict[str, Any]:
    return {
        "id": credit["id"],
        "provision": credit["provision"],
        "gist": credit.get("gist", credit["kind"]),
        "for_each": "practice",
        "when": [f"practice.kind = {credit['kind']}"],
        "judge": "credit",
        "provisional": credit["provisional"],
        "basis": credit.get("basis"),
    }
