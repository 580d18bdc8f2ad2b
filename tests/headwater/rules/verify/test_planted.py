"""Defects planted in a copy of each edition are found, and no recorded reading explains them away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache

import pytest

from headwater.editions.registry import SUPPLIED, load_edition
from headwater.rules.condition import Clauses, parse_clauses
from headwater.rules.edition import Edition
from headwater.rules.table import Depths, Duties, Row
from headwater.rules.verify import Defect, verify_edition


@dataclass(frozen=True, kw_only=True)
class Plants:
    """Where something is planted: rows that get a condition too many, and copies of rows."""

    narrowed: Mapping[str, str] = field(default_factory=dict)
    copied: Mapping[str, str] = field(default_factory=dict)
    differing: Mapping[str, str] = field(default_factory=dict)
    dead: Mapping[str, str] = field(default_factory=dict)
    jump: str = ""


NOWHERE = ["action.counted_site_sf < 1 ac", "action.counted_site_sf > 2 ac"]
PLANTS = {
    "mcwd-2005": Plants(
        narrowed={"N.2.E.3": "action.project_area_sf < 40 ac"},
        copied={"N.2.B.2": "N.2.B.2.copy"},
        differing={"N.2.E.2": "N.2.E.2.other"},
        dead={"N.2.C.3": "N.2.C.3.dead"},
        jump="N.2.D.3",
    ),
    "mcwd-2011": Plants(
        narrowed={"2011.T2.3": "action.impervious_fraction <= 60 %"},
        copied={"2011.T2.2": "2011.T2.2.copy"},
        differing={"2011.T4.4": "2011.T4.4.other"},
        dead={"2011.T5.2": "2011.T5.2.dead"},
        jump="2011.3.c.1",
    ),
    "mcwd-2024": Plants(
        narrowed={"2024.2.d.1": "action.counted_site_sf < 3 ac"},
        copied={"2024.2.b.1": "2024.2.b.1.copy"},
        differing={"2024.2.c.1": "2024.2.c.1.other"},
        dead={"2024.T2.L2": "2024.T2.L2.dead"},
        jump="2024.3.a.1",
    ),
}


def clauses(*texts: str) -> Clauses:
    return parse_clauses(list(texts), values={}, where="planted")


def planted(key: str) -> Edition:
    """Return an edition with one defect of each kind planted in it, its readings taken."""
    loaded = load_edition(key)
    base = loaded.base
    assert base is not None
    plants = PLANTS[key]
    rows, tables = dict(base.rows), dict(base.tables)
    for name, condition in plants.narrowed.items():
        rows[name] = replace(rows[name], when=rows[name].when + clauses(condition))
    copies: dict[str, Row] = {copy: replace(rows[name], id=copy) for name, copy in plants.copied.items()}
    for name, copy in plants.differing.items():
        copies[copy] = replace(rows[name], id=copy, then=Duties(requirements=(("planted", "site"),)))
    for name, copy in plants.dead.items():
        copies[copy] = replace(rows[name], id=copy, when=rows[name].when + clauses(*NOWHERE))
    sources = {copy: name for pairs in (plants.copied, plants.differing, plants.dead) for name, copy in pairs.items()}
    for copy, row in copies.items():
        table = next(table for table in tables.values() if sources[copy] in table.rows)
        tables[table.id] = replace(table, rows=(copy, *table.rows))
        rows[copy] = row
    volumes = _with_a_jump(key, plants.jump, rows, base.volumes)
    return replace(base, rows=rows, tables=tables, volumes=volumes).choosing(loaded.taken)


def _with_a_jump(key: str, name: str, rows: dict[str, Row], volumes: tuple[str, ...]) -> tuple[str, ...]:
    """Put two pieces in the place of a volume: an inch below two acres of site, and half an inch from there on."""
    if key == "mcwd-2005":  # Rule N owes no volume
        whole = Row(id="N.volume", provision=rows[name].provision, gist="planted", when=(), then=Depths(()))
        rows[name] = replace(rows[name], then=Duties(requirements=(("volume", "site"),)))
    else:
        whole = rows[name]
    small, large = f"{whole.id}.small", f"{whole.id}.large"
    for piece, depth, condition in (
        (small, Fraction(1), "action.counted_site_sf < 10 ac"),
        (large, Fraction(1, 2), "action.counted_site_sf >= 10 ac"),
    ):
        then = Depths(((depth, "action.counted_proposed_impervious_sf"),))
        when = whole.when + clauses(condition)
        rows[piece] = replace(whole, id=piece, provision=whole.provision, when=when, then=then)
    if name not in volumes:
        return (small, large, *volumes)
    place = volumes.index(name)
    return (*volumes[:place], small, large, *volumes[place + 1 :])


@cache
def found_in(key: str) -> tuple[Defect, ...]:
    return verify_edition(planted(key))


def unexplained(key: str, kind: str, rows: set[str]) -> list[Defect]:
    return [
        defect
        for defect in found_in(key)
        if defect.kind == kind and rows <= set(defect.rows) and defect.explanation is None
    ]


@pytest.mark.parametrize("key", SUPPLIED)
class TestWhatIsPlanted:
    def test_a_gap(self, key: str) -> None:
        (found,) = unexplained(key, "gap", set(PLANTS[key].narrowed))
        assert found.site is not None

    def test_an_overlap(self, key: str) -> None:
        ((name, copy),) = PLANTS[key].copied.items()
        (found,) = unexplained(key, "overlap", {name, copy})
        assert found.site is not None

    def test_a_contradiction(self, key: str) -> None:
        ((name, copy),) = PLANTS[key].differing.items()
        (found,) = unexplained(key, "contradiction", {name, copy})
        assert found.site is not None
        assert dict(found.says)[copy] == "planted (site)"

    def test_a_dead_row(self, key: str) -> None:
        ((_, copy),) = PLANTS[key].dead.items()
        (found,) = unexplained(key, "dead row", {copy})
        assert found.site is None

    def test_a_jump(self, key: str) -> None:
        found = [defect for defect in unexplained(key, "jump", set()) if defect.rows[0].endswith(".large")]
        assert len(found) == 1
        assert found[0].site is not None
        assert found[0].site.values["site_area_sf"] == 10 * 43_560

    def test_and_nothing_else_that_was_not_there(self, key: str) -> None:
        """A copy in a table of one row clashes with its original alone."""
        plants = PLANTS[key]
        touched = {*plants.narrowed, *plants.copied.values(), *plants.differing.values(), *plants.dead.values()}
        before = {(defect.kind, defect.rows) for defect in verify_edition(load_edition(key))}
        for defect in found_in(key):
            known = (defect.kind, defect.rows) in before
            assert known or touched & set(defect.rows) or defect.kind == "jump", defect


def test_a_row_behind_one_that_takes_every_site_is_dead_and_a_site_shows_it() -> None:
    loaded = load_edition("mcwd-2011")
    base = loaded.base
    assert base is not None
    first = base.rows["2011.2.b.2"]
    behind = replace(first, id="behind", when=first.when + clauses("action.counted_site_sf < 0.5 ac"))
    table = base.tables["2011.2.b"]
    tables = {**base.tables, table.id: replace(table, rows=(*table.rows, "behind"))}
    found = verify_edition(replace(base, rows={**base.rows, "behind": behind}, tables=tables).choosing(loaded.taken))
    (dead,) = (defect for defect in found if defect.kind == "dead row")
    assert dead.rows == ("behind",)
    assert dead.site is not None
    assert dead.site.values["site_area_sf"] < Fraction(43_560, 2)
