"""Texts, names and numbers drawn at random as a plan file may hold them: odd ones, and those at and beside thresholds.

Owns single values; how they make up a plan is `random_plans`.
"""

from __future__ import annotations

import datetime
import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Final

from headwater.editions.registry import SUPPLIED, load_edition
from headwater.plan.leaves import Family
from headwater.rules.condition import Clauses, conditions_of, family_of
from headwater.rules.edition import Edition
from headwater.units import FAMILIES, NO_ZERO_WORD, SF_PER_AC

# Legal everywhere where a plan takes words: the reader refuses only characters that belong in no text.
ODD: Final = (
    "\"quoted\" and 'quoted'",
    "`tick` $x$ #panic() *bold* _it_ <label> @ref",
    "<script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-basin",
    "@SUM(1)",
    "\\x1b[31mred\\x1b[0m",
    "[31mred[0m",
    "\u202egnp.exe",
    "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "\u4e2d\u6587 \U0001f600\U0001f469\u200d\U0001f467",
    "z\u0351\u0357\u030f\u0301",
    "a\u2028b\u0085c\u00a0d",
    "two\nlines\tand a tab",
    "x" * 300,
    "x" * 300 + " again",
    "word " * 80 + "end",
    "none",
    "None",
    "none found",
    "yes",
    "NO",
    "null",
    "~",
    "1",
    "0",
    "1e3",
    "A",
    "a",
    "site",
    "plan",
    "permit",
    "increase",
    "unlisted",
    "action",
    "action[a].kind",
    "a].surfaces.new",
    "practice[",
    "]",
    ".",
    "a.b",
    "a / b",
    "a x b",
    "a, b",
    "a: b",
    "- a",
    "#",
    "&a",
    "*a",
    "!!python/object:os.system",
    "{{ 7 * 7 }}{% x %}",
    "%s %(name)s {0} {name}",
    "../../etc/passwd",
    "2011.3.c.1",
    "T1.1",
    "12,000 sf",
    "exactly 1 ac",
)
PLAIN: Final = ("north", "south", "store", "road", "pond-1", "basin", "B-2", "the old mill", "phase 2", "lot 7")
# What no condition of an edition has, in base units: nothing, little, much.
NUMBERS: Final[Mapping[str, tuple[int | Fraction, ...]]] = {
    "area": (0, 1, 500, 3_000, 100_000, 1_000_000),
    "length": (0, 1, 5, 10, 25, 5_000),
    "volume": (0, 1, 900, 12_000, 3_000_000),
    "flow": (0, 1, Fraction(9, 2), 20, 400),
    "rate": (0, Fraction(1, 5), 1, 8, 20),
    "depth": (0, 1, 2),
    "load": (0, Fraction(1, 2), 3, 80),
    "duration": (0, 24, 36, 72, 1_000),
    "density": (0, 1, 2, 12),
    "fraction": (0, Fraction(1, 10), Fraction(1, 2), 1),
    "slope": (0, 3, 10, 40),
}
OF_ANY: Final = (1, 2, 10)
LONGEST_NUMBERS: Final = ("9" * 30, f"0.{'0' * 28}1", f"{'1' * 15}.{'1' * 15}")
RARELY: Final = 0.01
SELDOM: Final = 0.05


@cache
def thresholds() -> Mapping[str, tuple[Fraction, ...]]:
    """Return every number that a condition of an edition compares with, by family; bare numbers under `count`."""
    found: defaultdict[str, set[Fraction]] = defaultdict(set)
    for key in SUPPLIED:
        for clauses in _clauses(load_edition(key)):
            for condition in conditions_of(clauses):
                if condition.number is not None:
                    found[family_of(condition.fact) or "count"].add(condition.number)
    return {family: tuple(sorted(numbers)) for family, numbers in found.items()}


def _clauses(edition: Edition) -> Iterator[Clauses]:
    yield from (row.when for row in edition.rows.values())
    yield from (branch.when for branch in edition.branches.values())
    yield from (duty.when for duty in edition.duties.values())
    for criterion in (*edition.criteria.values(), *edition.guidance.values()):
        yield criterion.when
        yield criterion.test


@cache
def statements() -> tuple[str, ...]:
    """Return the keys of all statements that the editions ask for."""
    criteria = (item for key in SUPPLIED for item in load_edition(key).criteria.values())
    return tuple(sorted({item.statement for item in criteria if item.statement is not None}))


@cache
def exhibit_keys() -> tuple[str, ...]:
    """Return the keys of all exhibits that the editions ask for."""
    criteria = (item for key in SUPPLIED for item in load_edition(key).criteria.values())
    return tuple(sorted({item.exhibit for item in criteria if item.exhibit is not None}))


@cache
def species() -> tuple[str, ...]:
    """Return the trees that the editions name."""
    return tuple(sorted({name for key in SUPPLIED for name in load_edition(key).species}))


# ---- words -----------------------------------------------------------------------------------------------------------


def words(rng: random.Random, *, odd: float) -> str:
    """Return words, plain or odd; they are never empty, nor the word for what is not known."""
    return rng.choice(ODD if rng.random() < odd else PLAIN)


def names(rng: random.Random, *, count: int, odd: float, but: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return so many names, each another, and none of those in `but`."""
    found: list[str] = []
    while len(found) < count:
        name = words(rng, odd=odd)
        if name not in found and name not in but:
            found.append(name)
    return tuple(found)


def day(rng: random.Random) -> str:
    """Return a day near the days on which editions and their countings begin, or any."""
    if rng.random() < 0.3:
        edges = ("2005-01-01", "2005-05-31", "2011-05-31", "2011-06-01", "2014-06-05", "2024-04-29", "2024-02-29")
        return rng.choice((*edges, "0001-01-01", "9999-12-31"))
    return (datetime.date(2000, 1, 1) + datetime.timedelta(days=rng.randrange(10_000))).isoformat()


# ---- numbers ---------------------------------------------------------------------------------------------------------


def count(rng: random.Random) -> int:
    """Return a whole number of things, at or beside a threshold, or any."""
    near = int(rng.choice(thresholds().get("count", (Fraction(1),)))) + rng.choice((-1, 0, 1))
    return max(0, rng.choice((near, near, rng.randrange(60), 0, 999_999_999 if rng.random() < SELDOM else 1)))


def near(rng: random.Random, family: str) -> Fraction:
    """Return a number of a family in its base unit: a threshold, one that no edition has, or one between."""
    number = Fraction(rng.choice((*thresholds().get(family, ()), *NUMBERS.get(family, OF_ANY))))
    return number * Fraction(rng.randrange(300), 100) if rng.random() < 0.2 else number


def quantity(rng: random.Random, family: Family, *, ground_ft: int) -> str:
    """Return a quantity as written, at a threshold, beside it by its last digit, or anywhere.

    `ground_ft` is the elevation around which the elevations of a plan lie.
    """
    if (family.absence or family.name not in NO_ZERO_WORD) and rng.random() < SELDOM:
        return "none"
    unit = rng.choice(sorted(FAMILIES[family.name].units))
    if rng.random() < RARELY and family.name not in ("fraction", "elevation"):
        return f"{rng.choice(LONGEST_NUMBERS)} {unit}" if family.name != "slope" else "3:1"
    if family.name == "elevation":
        value = ground_ft + rng.choice((0, 0, -1, 1)) * near(rng, "length")
        unit = rng.choice(("ft NAVD88", "ft NAVD88", "ft NAVD88", "ft NGVD29"))
    else:
        value = near(rng, family.name) / FAMILIES[family.name].units[unit]
    digits = rng.choice((0, 1, 1, 2, 2, 3))
    steps = rounded(value, digits) + rng.choice((0, 0, -1, 1))
    if family.name == "fraction":
        steps = min(steps, 100 * 10**digits)
    if not FAMILIES[family.name].negative and not family.signed:
        steps = max(0, steps)
    number = decimal(steps, digits)
    exactly = rng.choice(("", "", "exactly "))
    return f"{exactly}{number}:1" if family.name == "slope" else f"{exactly}{number} {unit}"


def area(rng: random.Random, area_sf: int) -> str:
    """Return an area as somebody would write it, whole or rounded; what it stands for holds `area_sf`."""
    if area_sf == 0 and rng.random() < 0.3:
        return "none"
    how = rng.randrange(5)
    if how == 0:
        digits = rng.choice((0, 1, 2, 3, 4))
        return f"{decimal(rounded(Fraction(area_sf) / SF_PER_AC, digits), digits)} ac"
    if how == 1:
        return f"exactly {area_sf} sf"
    return f"{area_sf:,} sf" if how == 2 else f"{area_sf} sf" if how == 3 else f"{area_sf}.0 sf"


def percent(rng: random.Random, part: int, whole: int) -> str:
    """Return a share as printed; what it stands for holds the share that `part` is of `whole`."""
    digits = rng.choice((0, 1, 2))
    return f"{decimal(rounded(Fraction(100 * part, whole), digits), digits)} %"


def rounded(value: Fraction, digits: int) -> int:
    """Return how many units of the last of so many digits a number rounds to, halves upwards."""
    return math.floor(value * Fraction(10) ** digits + Fraction(1, 2))


def decimal(steps: int, digits: int) -> str:
    """Return so many units of the last digit as a decimal.

    >>> decimal(-105, 2), decimal(7, 0)
    ('-1.05', '7')
    """
    text = f"{abs(steps):0{digits + 1}d}"
    sign = "-" if steps < 0 else ""
    return f"{sign}{text[: len(text) - digits]}.{text[len(text) - digits :]}" if digits else f"{sign}{text}"
