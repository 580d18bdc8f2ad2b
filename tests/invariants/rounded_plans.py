"""Plans of which much is rounded near thresholds, and exact plans that may be behind them.

Owns the drawing. A rounded plan is a tree with places that hold rounded quantities; a plan behind it has at each such
place one exact value for which the rounded one stands. Areas, widths, buffers and densities alone are rounded, since
volumes are computed from numbers as they were written, and so may differ behind the windows.
"""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

import yaml

from headwater.errors import PlanFileError
from headwater.intake.plan_file import read_plan_text
from headwater.plan import Plan
from headwater.units import Quantity, parse_quantity

Tree = dict[str, Any]
Place = tuple[str | int, ...]

# Around 10,000 sq ft, an acre and its half; with so few digits that a window holds the threshold or ends at it.
AREAS: Final = ("0.23 ac", "0.2 ac", "0.46 ac", "0.5 ac", "0.50 ac", "1 ac", "1.0 ac", "1.00 ac", "0.11 ac", "0.00 ac")
SMALL: Final = ("0.00 ac", "0.01 ac", "0.02 ac", "0.05 ac", "0.1 ac", "0.12 ac", "0.23 ac")
SITES: Final = ("1.0 ac", "1 ac", "2.0 ac", "5 ac", "5.0 ac", "8 ac", "20 ac")
WIDTHS: Final = ("10 ft", "12 ft", "12.0 ft", "10.0 ft", "8 ft")
BUFFERS: Final = ("5 ft", "6 ft", "5.0 ft", "6.0 ft", "3 ft")
DENSITIES: Final = ("2 units/ac", "8 units/ac", "2.0 units/ac", "1 units/ac")
WORK: Final = ("new development", "redevelopment", "subdivision", "linear new", "linear reconstruction", "mass grading")
USES: Final = ("residential", "commercial", "industrial", "public way", "park", "other")
FAMILY_OF: Final = {"ac": "area", "ft": "length", "units/ac": "density"}


@dataclass(frozen=True, kw_only=True)
class RoundedPlan:
    """A plan file, and its places that are rounded, each with what is written there."""

    tree: Tree
    rounded: Mapping[Place, Quantity]

    @property
    def plan(self) -> Plan:
        """The plan as it is read."""
        return read_plan_text(yaml.safe_dump(self.tree, sort_keys=False))

    def behind(self, rng: random.Random) -> Plan | None:
        """Return an exact plan that may be behind it; None where what was drawn contradicts itself."""
        return self._with({place: _inside(rng, written) for place, written in self.rounded.items()})

    def at_ends(self) -> Iterator[Plan]:
        """Yield the exact plan of every choice of ends: the low one, and a value as good as the high one."""
        ends = ((written.low, _below_high(written)) for written in self.rounded.values())
        for chosen in itertools.product(*ends):
            plan = self._with(dict(zip(self.rounded, chosen, strict=True)))
            if plan is not None:
                yield plan

    def _with(self, values: Mapping[Place, Fraction]) -> Plan | None:
        tree = copy.deepcopy(self.tree)
        for place, value in values.items():
            node: Any = tree
            for part in place[:-1]:
                node = node[part]
            number = Decimal(value.numerator) / Decimal(value.denominator)
            node[place[-1]] = f"exactly {number:f} {self.rounded[place].unit}"
        try:
            return read_plan_text(yaml.safe_dump(tree, sort_keys=False))
        except PlanFileError:
            return None


def _below_high(written: Quantity) -> Fraction:
    return written.high - (written.high - written.low) / 1_000


def _inside(rng: random.Random, written: Quantity) -> Fraction:
    if rng.random() < 0.6:
        return rng.choice((written.low, written.value, _below_high(written)))
    return written.low + (written.high - written.low) * Fraction(rng.randrange(1_000), 1_000)


def rounded_plan(rng: random.Random, *, most_actions: int = 10) -> RoundedPlan:
    """Return a plan whose open facts hang together: of a few actions, or of very many."""
    drawing = rng.choice((_walks, _walks, _roads, _several, _one, _homes))
    tree: Tree = {
        "headwater": "1",
        "plan": "In few digits",
        "received": rng.choice(("2012-05-14", "2024-06-01")),
        "applicant": {"public_body": rng.choice(("yes", "no"))},
        "site": {"area": "exactly 40 ac", "disturbed": "exactly 30 ac", "former_use": "other"},
        "earlier_projects": "none",
        "practices": "none",
    }
    tree |= drawing(rng, most_actions)
    if rng.random() < 0.2:
        tree["earlier_projects"] = [_earlier(rng, place) for place in range(rng.choice((1, 2)))]
    return RoundedPlan(tree=tree, rounded=dict(_rounded(tree, ())))


def _rounded(node: Any, place: Place) -> Iterator[tuple[Place, Quantity]]:
    """Yield the places of a tree that hold a rounded quantity."""
    if isinstance(node, str):
        unit = node.rpartition(" ")[2]
        if unit in FAMILY_OF and not node.startswith("exactly"):
            yield place, parse_quantity(node, family=FAMILY_OF[unit])
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from _rounded(value, (*place, key))
    elif isinstance(node, list):
        for number, item in enumerate(node):
            yield from _rounded(item, (*place, number))


# ---- drawings --------------------------------------------------------------------------------------------------------


def _count(rng: random.Random, most: int) -> int:
    return rng.choice((1, 2, 3, min(most, 6), most))


def _walk(rng: random.Random, place: int) -> Tree:
    found = {
        "id": f"walk-{place}",
        "kind": "walk or trail",
        "use": "public way",
        "width": rng.choice(WIDTHS),
        "buffer_left": rng.choice(BUFFERS),
        "buffer_right": rng.choice(BUFFERS),
        "downgradient_buffer": rng.choice(BUFFERS),
        "buffer_vegetated": "yes",
        "crossings": "none",
        "surfaces": {"existing": "none", "new": rng.choice(SMALL)},
    }
    return {key: value for key, value in found.items() if key in ("id", "kind", "surfaces") or rng.random() < 0.95}


def _road(rng: random.Random, place: int) -> Tree:
    surfaces = {"existing": "none", "new": rng.choice(AREAS)}
    if rng.random() < 0.4:
        surfaces = {
            "kept": rng.choice(SMALL),
            "reconstructed": rng.choice(SMALL),
            "removed": rng.choice(SMALL),
            "new": rng.choice(AREAS),
        }
    return {
        "id": f"road-{place}",
        "kind": rng.choice(("linear new", "linear reconstruction", "utility")),
        "use": "public way",
        "maintenance_or_improvement": rng.choice(("yes", "no")),
        "surfaces": surfaces,
    }


def _work(rng: random.Random, place: int) -> Tree:
    kind = rng.choice(WORK)
    lots = {"lots": "4", "buildable_lots": "4"} if kind == "subdivision" else {}
    return {
        "id": f"work-{place}",
        "kind": kind,
        "use": rng.choice(USES),
        "density": rng.choice(DENSITIES),
        "housing": rng.choice(("single-family", "both")),
        **lots,
        "surfaces": {
            "kept": rng.choice(SMALL),
            "reconstructed": rng.choice(SMALL),
            "removed": rng.choice(SMALL),
            "new": rng.choice(AREAS),
        },
    }


def _home(rng: random.Random, place: int) -> Tree:
    return {
        "id": f"home-{place}",
        "kind": rng.choice(("single-family home", "lot of record")),
        "use": "residential",
        "homes": rng.choice(("1", "2")),
        "density": rng.choice(DENSITIES),
        "disturbed": rng.choice(SMALL),
        "surfaces": {"existing": "none", "new": rng.choice(SMALL)},
    }


def _walks(rng: random.Random, most: int) -> Tree:
    return {"actions": [_walk(rng, place) for place in range(_count(rng, most))]}


def _roads(rng: random.Random, most: int) -> Tree:
    return {"actions": [_road(rng, place) for place in range(_count(rng, most))]}


def _homes(rng: random.Random, most: int) -> Tree:
    return {"actions": [_home(rng, place) for place in range(_count(rng, most))]}


def _several(rng: random.Random, most: int) -> Tree:
    draws = [rng.choice((_walk, _road, _work, _home)) for _ in range(_count(rng, most))]
    return {"actions": [draw(rng, place) for place, draw in enumerate(draws)]}


def _one(rng: random.Random, most: int) -> Tree:
    site = {"area": rng.choice(SITES), "disturbed": rng.choice(("0.4 ac", "0.5 ac", "1 ac", "1.0 ac"))}
    return {"site": {**site, "former_use": rng.choice(("row crop", "other"))}, "actions": [_work(rng, 0)]}


def _earlier(rng: random.Random, place: int) -> Tree:
    return {
        "id": f"before-{place}",
        "date": rng.choice(("2006-03-01", "2013-07-15")),
        "where": "same site",
        "relation": rng.choice(("common ownership", "common plan")),
        "exempt_home": "no",
        "existing_before": "none",
        "new": rng.choice(SMALL),
        "removed": "none",
        "reconstructed": "none",
        "disturbed": rng.choice(SMALL),
    }
