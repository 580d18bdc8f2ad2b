"""Questions asked one after the other of the same worlds: as if all were one, and no earlier one twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from headwater.editions.registry import load_edition
from headwater.rules.fact import Fact, Facts
from headwater.rules.world import MOST_LEAVES, World, explore, explore_in_turn
from headwater.window import Window

EDITION = load_edition("mcwd-2011")
NAMES = ("a_sf", "b_sf", "c_sf")


def open_facts(names: tuple[str, ...]) -> Facts:
    anything = Window(Fraction(0), Fraction(10))
    return Facts(plain={name: Fact(name=name, region=anything) for name in names})


def above(world: World, name: str, asked: Counter[str]) -> bool:
    asked[name] += 1
    return world.compare(name, ">", 5)


def with_the_first(world: World, name: str) -> bool:
    return world.compare("a_sf", ">", 5) and world.compare(name, ">", 3)


@pytest.mark.parametrize("question", [partial(above, asked=Counter()), with_the_first])
def test_the_leaves_are_those_of_all_questions_in_one(question: Callable[..., bool]) -> None:
    def together(world: World) -> tuple[bool, ...]:
        return tuple(question(world, name=name) for name in NAMES)

    one = explore(together, facts=open_facts(NAMES), edition=EDITION)
    turns = [partial(question, name=name) for name in NAMES]
    assert explore_in_turn(turns, facts=open_facts(NAMES), edition=EDITION) == one


def test_what_was_asked_before_a_split_is_not_asked_again_behind_it() -> None:
    asked: Counter[str] = Counter()
    turns = [partial(above, name=name, asked=asked) for name in NAMES]
    ways = explore_in_turn(turns, facts=open_facts(NAMES), edition=EDITION)
    # Three facts of two sides each are 8 ways. The first is asked once for each of its sides, the second once for each
    # of its sides behind either side of the first, the third for each way: 2, 4 and 8.
    assert len(ways.leaves) == 8
    assert asked == {"a_sf": 2, "b_sf": 4, "c_sf": 8}


def test_many_open_questions_cost_little_more_than_the_last_few() -> None:
    asked: Counter[str] = Counter()
    names = tuple(f"f{number}_sf" for number in range(100))
    ways = explore_in_turn(
        [partial(above, name=name, asked=asked) for name in names], facts=open_facts(names), edition=EDITION
    )
    assert not ways.whole
    assert len(ways.leaves) == MOST_LEAVES
    # The 256 leaves are the sides of the last eight: 256 + 128 + ... + 2 of them, and once each of the 92 before.
    assert sum(asked.values()) == 2 * (MOST_LEAVES - 1) + 92


def test_what_is_kept_is_found_anew_once_a_fact_behind_it_is_narrowed() -> None:
    found: list[Window] = []

    def question(world: World) -> bool:
        for _ in range(2):
            world.kept("a", lambda: found.append(world.number("a_sf")))
        above = world.compare("a_sf", ">", 5)
        world.kept("a", lambda: found.append(world.number("a_sf")))
        return above

    explore(question, facts=open_facts(("a_sf",)), edition=EDITION)
    # In each of the two ways once before the split, and once after it.
    assert [f"{window.low} to {window.high}" for window in found] == ["0 to 10", "5 to 10", "0 to 10", "0 to 5"]
