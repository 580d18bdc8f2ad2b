"""A condition: one fact held against one threshold, as an edition's data writes it.

`site_area_sf <= 1 ac`, `use in commercial, industrial` and `requires.rate = yes` are conditions. Owns their reading
from text and what each needs; deciding them is `headwater.rules.world`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from headwater.errors import EditionError, QuantityError
from headwater.units import FAMILIES, parse_quantity, to_base
from headwater.window import OPPOSITE

_FORM = re.compile(r"^(?P<fact>[a-z][a-z0-9_.]*)\s+(?P<op><=|>=|!=|<|>|=|in|not in)\s+(?P<value>.+)$")


@dataclass(frozen=True, slots=True)
class Condition:
    """One fact, one comparison, one threshold.

    Exactly one of `number` (in the base unit of the fact's suffix) and `words` (the texts that pass) is given.
    """

    fact: str
    op: str
    text: str
    number: Fraction | None = None
    words: frozenset[str] = frozenset()

    def opposite(self) -> Condition:
        """Return the condition that holds exactly where this one does not."""
        if self.number is None:
            op = "in" if self.op == "not in" else "not in"
        else:
            op = OPPOSITE[self.op]
        return replace(self, op=op, text=f"not ({self.text})")


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Several lists of clauses, of which one must hold whole."""

    parts: tuple[tuple[Clause, ...], ...]


Clause = Condition | AnyOf
Clauses = tuple[Clause, ...]


def parse_condition(text: str, *, values: Mapping[str, str], where: str) -> Condition:
    """Return the condition that `text` writes; `$name` stands for the text of a value of the edition.

    Raises
    ------
    EditionError
        If the text is no condition, or its value has no such unit.
    """
    filled = re.sub(r"\$([a-z0-9_]+)", lambda match: _value(match.group(1), values, where), " ".join(text.split()))
    match = _FORM.match(filled)
    if match is None:
        raise EditionError(f"{where}: {text!r} is not a condition; expected `fact op value`, as `site_area_sf <= 1 ac`")
    fact, op, value = match["fact"], match["op"], match["value"].strip()
    number = _threshold(value, fact=fact, where=where)
    if number is not None:
        if op in ("in", "not in"):
            raise EditionError(f"{where}: {text!r} compares a number with a list")
        return Condition(fact=fact, op=op, text=filled, number=number)
    words = frozenset(word.strip() for word in value.split(","))
    if op in ("=", "in"):
        return Condition(fact=fact, op="in", text=filled, words=words)
    if op in ("!=", "not in"):
        return Condition(fact=fact, op="not in", text=filled, words=words)
    if family_of(fact) is None:
        raise EditionError(
            f"{where}: {text!r}: no number is named {fact!r}, since the name of a number ends in its unit, as "
            "site_area_sf; words are compared by =, !=, in and not in"
        )
    raise EditionError(f"{where}: {text!r}: {value!r} is no number in a unit of {fact!r}")


_COUNT = re.compile(r"[0-9]{1,9}")
_STARTS_AS_NUMBER = re.compile(r"-?[0-9.]")
# The longest suffix first, so that `_in_per_hr` is not taken for `_hr`; elevations are compared by their difference.
_BY_SUFFIX = sorted(
    ((f"_{family.suffix}", family.name) for family in FAMILIES.values() if family.name != "elevation"),
    key=lambda pair: -len(pair[0]),
)


def _threshold(value: str, *, fact: str, where: str) -> Fraction | None:
    """Return the exact number that `value` writes, in the base unit of the fact's suffix, or None if it is a word."""
    if _STARTS_AS_NUMBER.match(value) is None:
        return None
    family = family_of(fact)
    if family is None:
        return Fraction(value) if _COUNT.fullmatch(value) else None
    return exact_number(value, family=family, where=where)


def family_of(fact: str) -> str | None:
    """Return the family of units that the suffix of a fact's name tells, or None where it has no such suffix.

    >>> family_of("practice.soil_rate_in_per_hr"), family_of("action.lots")
    ('rate', None)
    """
    return next((name for suffix, name in _BY_SUFFIX if fact.endswith(suffix)), None)


def exact_number(text: str, *, family: str, where: str) -> Fraction:
    """Return a number of the law, which stands for itself alone, in the base unit of its family.

    Raises
    ------
    EditionError
        If the text is no such number.
    """
    sign = -1 if text.startswith("-") else 1
    try:
        return sign * to_base(parse_quantity(text.removeprefix("-"), family=family))[2]
    except QuantityError as error:
        raise EditionError(f"{where}: {error}") from error


def _value(name: str, values: Mapping[str, str], where: str) -> str:
    if name not in values:
        raise EditionError(f"{where}: no value is named {name!r}; values.yaml has {', '.join(sorted(values))}")
    return values[name]


def parse_clauses(items: object, *, values: Mapping[str, str], where: str) -> Clauses:
    """Return a list of clauses as YAML gives it: texts, and `{any: [[...], [...]]}`."""
    if items is None:
        return ()
    if not isinstance(items, list):
        raise EditionError(f"{where}: expected a list of conditions, found {items!r}")
    clauses: list[Clause] = []
    for item in items:
        if isinstance(item, str):
            clauses.append(parse_condition(item, values=values, where=where))
        elif isinstance(item, dict) and set(item) == {"any"} and isinstance(item["any"], list):
            parts = (part if isinstance(part, list) else [part] for part in item["any"])
            clauses.append(AnyOf(tuple(parse_clauses(part, values=values, where=where) for part in parts)))
        else:
            raise EditionError(f"{where}: {item!r} is neither a condition nor `any:`")
    return tuple(clauses)


def conditions_of(clauses: Clauses) -> Iterator[Condition]:
    """Yield every condition in `clauses`, those inside `any:` too."""
    for clause in clauses:
        if isinstance(clause, Condition):
            yield clause
        else:
            for part in clause.parts:
                yield from conditions_of(part)


def mentions(clause: Clause, prefix: str) -> bool:
    """Return whether a clause asks a fact whose name begins so."""
    return any(condition.fact.startswith(prefix) for condition in conditions_of((clause,)))


def amended(clauses: Clauses, *, old: str | None, new: Clauses) -> tuple[Clauses, bool]:
    """Return `clauses` with the condition written `old` put in the form `new`, and whether one was found.

    With `old` None the new clauses are added; with `new` empty the old one is dropped.
    """
    if old is None:
        return clauses + new, True
    wanted = " ".join(old.split())
    found = False
    result: list[Clause] = []
    for clause in clauses:
        if isinstance(clause, AnyOf):
            parts = []
            for part in clause.parts:
                changed, hit = amended(part, old=old, new=new)
                found = found or hit
                parts.append(changed)
            result.append(AnyOf(tuple(parts)))
        elif clause.text == wanted:
            found = True
            result.extend(new)
        else:
            result.append(clause)
    return tuple(result), found
