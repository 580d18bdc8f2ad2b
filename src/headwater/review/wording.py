"""What the facts, conditions and amounts of a rule are called in a sentence.

A fact that an edition adds up or divides is said by its parts, as "new + reconstructed" or "proposed impervious over
site"; an amount is said in the unit of the threshold that it is held against.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from headwater.review.naming import plain_name
from headwater.review.tracing import unit_of
from headwater.rules.condition import Condition, family_of
from headwater.rules.edition import Edition
from headwater.rules.fact import Facts
from headwater.units import FAMILIES, SF_PER_AC, format_plain

_LAYER: Final = re.compile(r"^(own|counted|tested) ")
_OPS: Final = {
    "<": ("below", "stays below"),
    "<=": ("at most", "stays at or below"),
    ">": ("above", "stays above"),
    ">=": ("at least", "stays at or above"),
    "=": ("exactly", "stays exactly"),
    "!=": ("other than", "stays other than"),
}


def fact_words(fact: str, edition: Edition, facts: Facts | None = None) -> str:
    """Return a fact in words: by its parts where the edition makes it of some.

    Which projects are counted goes without saying where there are no earlier ones.
    """
    parts = edition.sums[fact].parts if fact in edition.sums else ()
    if len(parts) > 1:
        said = " ".join(f"{'+' if sign > 0 else '-'} {fact_words(part, edition, facts)}" for sign, part in parts)
        return said.removeprefix("+ ")
    if fact in edition.ratios:
        share = edition.ratios[fact]
        return f"{fact_words(share.of, edition, facts)} over {fact_words(share.over, edition, facts)}"
    words = plain_name(fact.partition(".")[2] if fact.startswith("action.") else fact)
    bare = _LAYER.sub("", words)
    alone = facts is not None and not facts.ids("earlier")
    return bare if alone or words.startswith("own ") else words


def condition_words(condition: Condition, edition: Edition, facts: Facts | None = None, *, stays: bool = False) -> str:
    """Return a condition in words, or with `stays` as a proviso: "site stays below 1 ac"."""
    name = fact_words(condition.fact, edition, facts)
    if condition.number is None:
        words = " or ".join(sorted(condition.words))
        verb = ("stays " if stays else "is ") + ("not " if condition.op == "not in" else "")
        return f"{name} {verb}{words}"
    return f"{name} {_OPS[condition.op][stays]} {threshold_words(condition)}"


def threshold_words(condition: Condition) -> str:
    """Return the threshold of a condition as the edition writes it."""
    return amount_words(condition.number or Fraction(0), condition)


def amount_words(number: Fraction, condition: Condition) -> str:
    """Return an amount in the unit in which the condition writes its threshold."""
    unit = threshold_unit(condition)
    family = family_of(condition.fact)
    if unit is None or family is None:
        return format_plain(number)
    said = format_plain(number / FAMILIES[family].units[unit])
    return f"{said}:1" if family == "slope" else f"{said} {unit}"


def threshold_unit(condition: Condition) -> str | None:
    """Return the unit in which a condition writes its threshold; None for a count, which has none."""
    family = family_of(condition.fact)
    if family is None:
        return None
    units = FAMILIES[family]
    written = re.split(r"[<>=!]+", condition.text)[-1].strip(" )").lower()
    spelled = re.sub(r"^-?[0-9.,]+\s*", "", written)
    return units.spellings.get(spelled, units.base)


def exact_words(number: Fraction, fact: str) -> str:
    """Return a number in the base unit that the name of its fact tells, an area in acres as well."""
    if fact.endswith("_fraction"):
        return f"{format_plain(number * 100)} %"
    said = f"{format_plain(number)} {unit_of(fact)}".rstrip()
    acres = number / SF_PER_AC
    return f"{said} ({format_plain(acres)} ac)" if fact.endswith("_sf") and acres >= Fraction(1, 100) else said
