"""Questions asked in every world that open facts leave: nothing undecided is decided, every fact used is named."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.editions.registry import load_edition
from headwater.rules.condition import Condition, parse_clauses
from headwater.rules.fact import Fact, Facts
from headwater.rules.openness import mattering, settling
from headwater.rules.world import World, explore
from headwater.window import Window, point

EDITION = load_edition("mcwd-2011")


def number(name: str, region: Window) -> Fact:
    return Fact(name=name, region=region)


def facts(**regions: Window | frozenset[str]) -> Facts:
    return Facts(plain={name: Fact(name=name, region=region) for name, region in regions.items()})


def between(low: int, high: int) -> Window:
    return Window(Fraction(low), Fraction(high))


def test_a_known_fact_gives_one_answer_and_no_split() -> None:
    ways = explore(lambda world: world.compare("a_sf", ">", 5), facts=facts(a_sf=point(6)), edition=EDITION)
    assert [leaf.answer for leaf in ways.leaves] == [True]
    assert ways.leaves[0].splits == ()
    assert ways.used == {"a_sf"}


def test_an_open_fact_is_followed_to_both_sides() -> None:
    ways = explore(lambda world: world.compare("a_sf", ">", 5), facts=facts(a_sf=between(0, 10)), edition=EDITION)
    assert {leaf.answer for leaf in ways.leaves} == {True, False}


def test_a_second_test_of_one_fact_remembers_the_first() -> None:
    def question(world: World) -> tuple[bool, bool]:
        return world.compare("a_sf", ">", 5), world.compare("a_sf", ">", 3)

    ways = explore(question, facts=facts(a_sf=between(0, 10)), edition=EDITION)
    # Above 5 is above 3 too: (True, False) is no world.
    assert set(ways.answers) == {(True, True), (False, True), (False, False)}


def test_too_many_ways_are_said_to_be_too_many() -> None:
    open_facts = {f"f{n}_sf": between(0, 10) for n in range(12)}

    def question(world: World) -> tuple[bool, ...]:
        return tuple(world.compare(name, ">", 5) for name in open_facts)

    ways = explore(question, facts=facts(**open_facts), edition=EDITION, most_leaves=100)
    assert not ways.whole
    assert len(ways.leaves) == 100


CLAUSES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from("abc"), st.sampled_from(["<", "<=", ">", ">="]), st.integers(0, 4)).map(
            lambda t: f"{t[0]}_sf {t[1]} {t[2]} sf"
        ),
        st.sampled_from(["w = yes", "w = no"]),
    ),
    min_size=1,
    max_size=3,
)


@st.composite
def open_cases(draw: st.DrawFn) -> tuple[Facts, dict[str, list[object]]]:
    regions: dict[str, Window | frozenset[str]] = {}
    values: dict[str, list[object]] = {}
    for name in "abc":
        low = draw(st.integers(0, 4))
        high = draw(st.integers(low, 5))
        regions[f"{name}_sf"] = between(low, high)
        values[f"{name}_sf"] = [Fraction(n, 4) for n in range(4 * low, 4 * high + 1)]
    words = draw(st.sampled_from([frozenset({"yes"}), frozenset({"no"}), frozenset({"yes", "no"})]))
    regions["w"] = words
    values["w"] = [*sorted(words)]
    return facts(**regions), values


@given(open_cases(), st.lists(CLAUSES, min_size=1, max_size=3))
def test_exploring_finds_exactly_the_answers_of_the_sites_there_are(
    case: tuple[Facts, dict[str, list[object]]], rows: list[list[str]]
) -> None:
    """Against brute force: every point of the open facts, asked one by one."""
    some, values = case
    clauses = [parse_clauses(row, values={}, where="test") for row in rows]

    def first_row(world: World) -> int:
        return next((place for place, row in enumerate(clauses) if world.all_hold(row)), -1)

    ways = explore(first_row, facts=some, edition=EDITION)
    by_hand = set()
    for combination in itertools.product(*values.values()):
        site = {
            name: point(value) if isinstance(value, Fraction) else frozenset({str(value)})
            for name, value in zip(values, combination, strict=True)
        }
        (leaf,) = explore(first_row, facts=facts(**site), edition=EDITION).leaves
        by_hand.add(leaf.answer)
    assert set(ways.answers) == by_hand


@given(open_cases(), st.lists(CLAUSES, min_size=1, max_size=3))
def test_whatever_the_settling_facts_are_they_leave_nothing_open(
    case: tuple[Facts, dict[str, list[object]]], rows: list[list[str]]
) -> None:
    some, values = case
    clauses = [parse_clauses(row, values={}, where="test") for row in rows]

    def first_row(world: World) -> int:
        return next((place for place, row in enumerate(clauses) if world.all_hold(row)), -1)

    chosen = settling(explore(first_row, facts=some, edition=EDITION), some.by_name)
    assert set(chosen) <= set(mattering(explore(first_row, facts=some, edition=EDITION), some.by_name))
    for combination in itertools.product(*(values[name] for name in chosen)):
        given_now = {
            name: point(value) if isinstance(value, Fraction) else frozenset({str(value)})
            for name, value in zip(chosen, combination, strict=True)
        }
        regions = {name: fact.region for name, fact in some.plain.items()} | given_now
        assert len(explore(first_row, facts=facts(**regions), edition=EDITION).answers) == 1


@pytest.mark.parametrize(
    ("text", "number_sf"),
    [("site_area_sf <= 1 ac", 43_560), ("site_area_sf >= 10000 sf", 10_000), ("site_area_sf < 0.5 ac", 21_780)],
)
def test_a_threshold_of_the_law_stands_for_itself_in_the_base_unit(text: str, number_sf: int) -> None:
    (condition,) = parse_clauses([text], values={}, where="test")
    assert isinstance(condition, Condition)
    assert condition.number == number_sf


def test_the_opposite_of_a_condition_holds_where_it_does_not() -> None:
    (condition,) = parse_clauses(["a_sf < 5 sf"], values={}, where="test")
    assert isinstance(condition, Condition)
    for value in (4, 5, 6):
        assert point(value).holds(condition.op, Fraction(5)) != point(value).holds(condition.opposite().op, Fraction(5))
