"""High water and receiving waters: openings, bounce, inundation, runout, and receivers without an outlet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from headwater.reports.model import Block, Column, Mark, Section, Table
from headwater.reports.wording import Document, outcome_mark

Row = Mapping[str, Any]


def _found(row: Row) -> Mark:
    """Return how the findings on a row came out together, the gravest first."""
    outcomes = [item["outcome"] for item in row["findings"]]
    for outcome in ("not_met", "cannot_tell", "for_judgment", "met"):
        if outcome in outcomes:
            provisional = any(item["provisional"] for item in row["findings"])
            mark = outcome_mark(outcome)
            words = {"met": "provisional: would be met", "not_met": "provisional: would not be met"}
            if provisional:
                return Mark(tone="provisional", words=words.get(outcome, f"provisional: {mark.words}"))
            return mark
    return Mark(tone="not_applicable", words="not tested")


def _tests(row: Row) -> str:
    return "; ".join(f"{item['id']}: {item['gist']}" for item in row["findings"])


def openings_section(document: Document) -> Section | None:
    """Return low openings against high water."""
    rows = document["tables"]["openings"]
    if not rows:
        return None
    table = Table(
        key="openings",
        title="Low openings above high water",
        columns=(
            Column(label="Structure"),
            Column(label="Water or practice"),
            Column(label="Low opening", kind="number", unit="ft"),
            Column(label="100-year high water", kind="number", unit="ft"),
            Column(label="Separation", kind="number", unit="ft"),
            Column(label="Datum", weight=0),
            Column(label="Disconnected", weight=0),
            Column(label="Finding", kind="mark"),
        ),
        rows=tuple(
            (
                row["structure"],
                row["water"],
                row["low_opening_ft_printed"],
                row["high_water_ft_printed"],
                "" if row["datum"] == "mixed" else row["separation_ft_printed"],
                row["datum"] or "",
                "yes" if row["disconnected"] else "no",
                _found(row),
            )
            for row in rows
        ),
        note="Where the datum is mixed, the two elevations are in different datums and are not compared.",
    )
    return Section(key="openings", title="High water and low openings", blocks=(table,))


def waters_section(document: Document) -> Section | None:
    """Return bounce, inundation, runout and the limits of each receiving water."""
    waters = document["tables"]["waters"]
    if not waters:
        return None
    hydroperiod = [
        (
            water["water"],
            storm["storm"],
            *(storm[f"bounce_{side}_ft_printed"] for side in ("existing", "proposed", "change")),
            *(storm[f"inundation_{side}_h_printed"] for side in ("existing", "proposed", "change")),
        )
        for water in waters
        for storm in water["storms"]
    ]
    bounce, inundation = "Bounce", "Inundation"
    blocks: list[Block] = []
    if hydroperiod:
        blocks.append(
            Table(
                key="hydroperiod",
                title="Bounce and inundation",
                columns=(
                    Column(label="Water", weight=2),
                    Column(label="Storm", weight=0),
                    *(
                        Column(label=label, kind="number", unit="ft", group=bounce)
                        for label in ("Existing", "Proposed", "Change")
                    ),
                    *(
                        Column(label=label, kind="number", unit="h", group=inundation)
                        for label in ("Existing", "Proposed", "Change")
                    ),
                ),
                rows=tuple(hydroperiod),
                note="1 day = 24 h.",
            )
        )
    blocks.append(
        Table(
            key="waters",
            title="Waters: class, runout and limits",
            columns=(
                Column(label="Water"),
                Column(label="Class", weight=2),
                Column(label="Existing runout", kind="number", unit="ft"),
                Column(label="Proposed runout", kind="number", unit="ft"),
                Column(label="Change", kind="number", unit="ft"),
                Column(label="Datum", weight=0),
                Column(label="Tested", weight=5),
                Column(label="Findings", kind="mark"),
            ),
            rows=tuple(
                (
                    water["water"],
                    _class(water),
                    water["runout_existing_ft_printed"],
                    water["runout_proposed_ft_printed"],
                    "" if water["datum"] == "mixed" else water["runout_change_ft_printed"],
                    water["datum"] or "",
                    _tests(water),
                    _found(water),
                )
                for water in waters
            ),
            note="Where several limits are tested, the gravest outcome is shown; each is a finding of its own below.",
        )
    )
    return Section(key="waters", title="Receiving waters", blocks=tuple(blocks))


def _class(water: Row) -> str:
    parts = [part for part in (water["kind"], water["class"]) if part and part not in ("none", "Lakes")]
    return ", ".join(parts)


def landlocked_section(document: Document) -> Section | None:
    """Return what receivers without an outlet get and hold."""
    rows = document["tables"]["landlocked"]
    if not rows:
        return None
    volume = ("volume_existing_cf", "volume_proposed_cf", "volume_change_cf", "abstracted_cf", "capacity_cf")
    labels = ("Existing", "Proposed", "Change", "Abstracted", "Capacity")
    table = Table(
        key="landlocked",
        title="Receivers without an outlet",
        columns=(
            Column(label="Receiver"),
            Column(label="Storm", weight=2),
            *(Column(label=label, kind="number", unit="cf") for label in labels),
            Column(label="Freeboard", kind="number", unit="ft"),
            Column(label="Finding", kind="mark"),
        ),
        rows=tuple(
            (
                row["receiver"],
                row["storm"] or "",
                *(row[f"{name}_printed"] for name in volume),
                row["freeboard_ft_printed"],
                _found(row),
            )
            for row in rows
        ),
    )
    return Section(key="landlocked", title="Receivers without an outlet", blocks=(table,))
