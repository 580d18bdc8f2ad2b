"""Write the tables of the page on removals from the data of `headwater.treatment`.

Run it after a change to `src/headwater/treatment/data`; a test fails until then::

    .venv/bin/python docs/reference/make_removals.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from headwater.treatment.concentrations import annual_rains, listed_concentrations
from headwater.treatment.pool import pool_rules
from headwater.treatment.removals import POLLUTANTS, ListedRemoval, listed_removals, removal_tables
from headwater.treatment.underdrain_credit import underdrain_credits

PAGE: Final = Path(__file__).parent / "removals.md"
MARK: Final = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page(old: str) -> str:
    """Return the page with all that is made in it made anew."""
    made = {
        "tables": tables(),
        "removals": removals(),
        "underdrains": underdrains(),
        "concentrations": concentrations(),
        "rain": rain(),
        "pools": pools(),
    }
    return MARK.sub(lambda match: f"{match[1]}\n{made[match[2]]}\n{match[3]}", old)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def standing(sure: str, provisional: bool) -> str:
    """Return how sure a reading is, in words."""
    return f"{sure}; provisional" if provisional else sure


def tables() -> str:
    """Return the tables of removals, each with its source."""
    rows = [
        (
            f"`{one.id}`",
            f"[{one.title}]({one.where})",
            one.source,
            one.date,
            one.statistic,
            standing(one.sure, one.provisional),
            one.remark,
        )
        for one in removal_tables()
    ]
    return table(("id", "title", "work", "date", "numbers are", "how sure", "remark"), rows)


def removals() -> str:
    """Return every practice with what each table lists for it."""
    found: dict[tuple[str, str, str], dict[str, str]] = {}
    for one in listed_removals():
        cell = found.setdefault((one.practice, one.design, one.table.id), {})
        cell[one.pollutant] = percent(one)
    rows = [
        (
            f"{practice}, {design}" if design else practice,
            f"`{table_id}`",
            *(cells.get(name, "") for name in POLLUTANTS),
        )
        for (practice, design, table_id), cells in sorted(found.items())
    ]
    return table(("practice", "table", "TSS %", "TP %", "particulate P %", "dissolved P %"), rows)


def percent(one: ListedRemoval) -> str:
    """Return a cell as it is printed."""
    return "underdrain" if one.removal_fraction is None else f"{one.removal_fraction * 100:g}"


def underdrains() -> str:
    """Return the credits of water that leaves by an underdrain."""
    rows = [
        (column, layout, *(f"{value:g}" for value in values))
        for column, layouts in underdrain_credits()["editions"].items()
        for layout, values in layouts.items()
    ]
    return table(("column", "underdrain", "particulate P %", "dissolved P %", "dissolved P by an amendment %"), rows)


def concentrations() -> str:
    """Return the event mean concentrations."""
    rows = [
        (
            f"`{one.table_id}`",
            one.pollutant,
            one.land_use,
            f"{one.concentration_mg_per_l:g}",
            "" if one.low_mg_per_l is None else f"{one.low_mg_per_l:g} to {one.high_mg_per_l:g}",
            one.source,
            one.date,
            standing(one.sure, one.provisional),
        )
        for one in listed_concentrations()
    ]
    return table(("table", "of", "land use", "mg/L", "range", "work", "date", "how sure"), rows)


def rain() -> str:
    """Return the annual depths of rain."""
    rows = [
        (f"`{one.id}`", one.place, f"{one.depth_in:g}", one.source, standing(one.sure, one.provisional))
        for one in annual_rains()
    ]
    return table(("id", "place", "in a year", "work", "how sure"), rows)


def pools() -> str:
    """Return the rules of permanent pools."""
    rows = []
    for rule in pool_rules():
        limits = [
            f"{words} {value:g} {unit}"
            for words, value, unit in (
                ("at least", rule.least_depth_ft, "ft deep"),
                ("at most", rule.most_depth_ft, "ft deep"),
                ("release at most", rule.most_release_cfs_per_ac, "cfs per acre of surface"),
            )
            if value is not None
        ]
        rows.append(
            (
                f"`{rule.id}`",
                rule.title,
                "; ".join(limits),
                rule.standing,
                rule.source,
                standing(rule.sure, rule.provisional),
            )
        )
    return table(("id", "volume", "besides", "standing", "work", "how sure"), rows)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
