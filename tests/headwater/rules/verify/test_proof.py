"""What the proof finds in the bare text of every edition, what answers it, and that nothing else is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from headwater.editions.registry import SUPPLIED, load_edition
from headwater.rules.edition import Edition
from headwater.rules.verify import Defect, Site, verify_edition
from headwater.rules.verify.examine import triggered
from headwater.rules.verify.site import clashes_at, facts_of
from headwater.rules.verify.unknown import ACTION
from headwater.rules.verify.vocabulary import LAWS, vocabulary
from headwater.rules.world import World
from headwater.units import SF_PER_AC, rounded_half_up

# Those with a star in the table of readings, and R11: what the walk over the rows has to find by itself.
STARRED: Mapping[str, tuple[str, ...]] = {
    "mcwd-2005": ("R5", "R8", "R9"),
    "mcwd-2011": ("R1", "R2", "R3", "R4", "R5", "R6", "R11"),
    "mcwd-2024": ("R11", "R13"),
}
KINDS = {
    ("mcwd-2005", "R5"): "undefined",
    ("mcwd-2005", "R8"): "overlap",
    ("mcwd-2005", "R9"): "gap",
    ("mcwd-2011", "R1"): "gap",
    ("mcwd-2011", "R2"): "overlap",
    ("mcwd-2011", "R3"): "contradiction",
    ("mcwd-2011", "R4"): "contradiction",
    ("mcwd-2011", "R5"): "undefined",
    ("mcwd-2011", "R6"): "contradiction",
    ("mcwd-2011", "R11"): "undefined",
    ("mcwd-2024", "R11"): "undefined",
    ("mcwd-2024", "R13"): "jump",
}


@cache
def bare(key: str) -> tuple[Defect, ...]:
    return verify_edition(load_edition(key).without_readings())


@cache
def as_loaded(key: str) -> tuple[Defect, ...]:
    return verify_edition(load_edition(key))


def base_of(edition: Edition) -> Edition:
    assert edition.base is not None
    return edition.base


def taken_out(key: str, reading: str) -> Edition:
    """Return an edition whose data lack one reading."""
    loaded = load_edition(key)
    readings = {name: item for name, item in loaded.readings.items() if name != reading}
    taken = {name: choice for name, choice in loaded.taken.items() if name != reading}
    return replace(base_of(loaded), readings=readings).choosing(taken)


def unexplained(found: tuple[Defect, ...]) -> list[Defect]:
    return [defect for defect in found if defect.explanation is None]


# ---- what is found ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "reading"), KINDS)
def test_it_finds_the_conflict_by_itself(key: str, reading: str) -> None:
    kinds = {defect.kind for defect in bare(key) if reading in defect.readings}
    assert KINDS[key, reading] in kinds


@pytest.mark.parametrize("key", SUPPLIED)
def test_a_reading_answers_everything_that_the_bare_text_leaves(key: str) -> None:
    assert not unexplained(bare(key))


@pytest.mark.parametrize("key", SUPPLIED)
def test_with_the_readings_taken_nothing_is_unexplained(key: str) -> None:
    assert not unexplained(as_loaded(key))


@pytest.mark.parametrize(("key", "reading"), [(key, reading) for key, all_ in STARRED.items() for reading in all_])
def test_taking_a_reading_out_leaves_its_conflict_unexplained(key: str, reading: str) -> None:
    kinds = {defect.kind for defect in unexplained(verify_edition(taken_out(key, reading)))}
    assert KINDS[key, reading] in kinds


def test_what_a_reading_says_of_itself_plays_no_part() -> None:
    loaded = load_edition("mcwd-2011")
    silent = {name: replace(item, kind="silent", question="?", why="?") for name, item in loaded.readings.items()}
    anonymous = replace(base_of(loaded), readings=silent).without_readings()
    assert [defect.readings for defect in verify_edition(anonymous)] == [
        defect.readings for defect in bare("mcwd-2011")
    ]


def test_the_text_that_is_not_at_hand_explains_itself() -> None:
    missing = [defect for defect in as_loaded("mcwd-2024") if defect.source_missing]
    assert [(defect.kind, defect.explanation) for defect in missing] == [("gap", "source missing")] * len(missing)
    assert missing


# ---- the sites -------------------------------------------------------------------------------------------------------


def shown(key: str) -> list[Defect]:
    return [defect for defect in bare(key) if defect.site is not None and defect.kind not in ("jump", "dead row")]


@pytest.mark.parametrize("key", SUPPLIED)
def test_every_site_shows_its_defect(key: str) -> None:
    edition = load_edition(key).without_readings()
    words = vocabulary(edition)
    for defect in shown(key):
        assert defect.site is not None
        found = clashes_at(facts_of(defect.site, words), edition)
        assert any(
            clash.kind == defect.kind and (not clash.rows or set(clash.rows) <= set(defect.rows)) for clash in found
        ), defect


@pytest.mark.parametrize("key", SUPPLIED)
def test_every_site_is_one_that_there_can_be(key: str) -> None:
    for defect in bare(key):
        if defect.site is not None:
            values = defect.site.values
            assert all(value >= 0 for value in values.values())
            for law in LAWS:
                assert sum(sign * values[name] for name, sign in law.items()) >= 0


def test_the_sites_of_2011_are_the_ones_a_person_would_draw() -> None:
    """N2: exactly 5 acres, 40 % disturbed, 10 % less impervious surface: one row says none, another volume."""
    found = next(defect for defect in bare("mcwd-2011") if defect.rows == ("2011.T3.5", "2011.T3.9"))
    assert found.site is not None
    assert found.site.values["site_area_sf"] == 5 * SF_PER_AC
    assert found.site.shares == {
        "action.disturbed_fraction": Fraction(2, 5),
        "action.reduction_fraction": Fraction(1, 10),
    }
    assert dict(found.says) == {"2011.T3.5": "none", "2011.T3.9": "volume (site)"}
    gap = next(defect for defect in bare("mcwd-2011") if defect.kind == "gap")
    assert dict(gap.where)["action.reduction_fraction"] == "> 9 %, < 10 %"
    assert gap.decides.endswith("cannot be told: no row of 2011.T3 holds this site")


def test_the_jump_of_2024_is_half_an_inch_over_an_acre_against_the_net_increase() -> None:
    (found,) = (defect for defect in bare("mcwd-2024") if defect.kind == "jump")
    assert found.site is not None
    values = found.site.values
    new, rebuilt, removed = (values[name] for name in ("new_sf", "reconstructed_sf", "removed_sf"))
    assert new + rebuilt == SF_PER_AC
    assert removed == 0
    before_cf, at_cf = rounded_half_up(new / 12), rounded_half_up(max(new / 12, SF_PER_AC / 24))
    assert [text for _, text in found.says] == [f"{before_cf} cf just before it", f"{at_cf} cf at it"]


@pytest.mark.parametrize("key", SUPPLIED)
def test_the_same_edition_gives_the_same_defects(key: str) -> None:
    assert verify_edition(load_edition(key)) == as_loaded(key)


# ---- nothing is passed over ------------------------------------------------------------------------------------------

AREAS = [SF_PER_AC * share for share in (Fraction(1, 2), 1, 2, 5, 8, 20, 30)]
SHARES = [Fraction(percent, 100) for percent in (0, 5, 9, 10, 20, 39, 40, 50, 60, 100)] + [Fraction(19, 200)]
AMOUNTS = [Fraction(0), Fraction(1000), Fraction(10_000), SF_PER_AC / 4, SF_PER_AC]


def random_site(chance: Random, words: Mapping[str, tuple[str, ...]]) -> Site:
    area = chance.choice(AREAS)
    existing = min(area, chance.choice([*AMOUNTS, area / 2]))
    removed = existing * chance.choice(SHARES)
    rebuilt = min(existing - removed, chance.choice(AMOUNTS))
    new = min(area - existing + removed, chance.choice([*AMOUNTS, removed]))
    values = {
        "site_area_sf": area,
        "disturbed_area_sf": area * chance.choice(SHARES),
        "kept_sf": existing - removed - rebuilt,
        "reconstructed_sf": rebuilt,
        "removed_sf": removed,
        "new_sf": new,
        "action.density_units_per_ac": Fraction(chance.choice([1, 2, 3, 7, 8, 9])),
        "action.width_ft": Fraction(chance.choice([8, 10, 12, 14])),
        "action.downgradient_buffer_ft": Fraction(chance.choice([0, 4, 6])),
        "action.buffer_left_ft": Fraction(chance.choice([0, 5])),
        "action.buffer_right_ft": Fraction(chance.choice([0, 5])),
        "action.lots": Fraction(chance.choice([2, 3])),
        "action.buildable_lots": Fraction(chance.choice([2, 3])),
        "action.homes": Fraction(chance.choice([1, 2])),
        "action.lots_of_record": Fraction(chance.choice([1, 2])),
    }
    return Site(values=values, words={name: chance.choice(domain) for name, domain in words.items()})


@pytest.mark.parametrize("key", SUPPLIED)
@pytest.mark.parametrize("with_readings", [False, True])
def test_no_random_site_shows_what_the_proof_does_not_name(key: str, with_readings: bool, how_many) -> None:
    edition = load_edition(key) if with_readings else load_edition(key).without_readings()
    named = as_loaded(key) if with_readings else bare(key)
    words = vocabulary(edition)
    of_an_action = {name: domain for name, domain in words.words.items() if name.startswith("action.")}
    free = {name: domain for name, domain in of_an_action.items() if name not in words.derived}
    chance = Random(7)
    for _ in range(how_many(100, 3_000)):
        site = random_site(chance, {**free, "action.impervious_proposed": ("no", "yes")})
        facts = facts_of(site, words)
        world = World(facts, edition)
        with world.item("action", ACTION):
            if not triggered(world):
                continue
        for clash in clashes_at(facts, edition):
            assert any(
                defect.kind == clash.kind and set(clash.rows) <= set(defect.rows) and clash.about in ("", defect.about)
                for defect in named
            ), (clash, site)
