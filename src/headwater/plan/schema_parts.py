"""The JSON Schema of one value of the plan file: patterns for units, lists of choices, and the form with a source.

Owns plain dictionaries; the schema of the whole file is `headwater.plan.schema`. A pattern takes the usual spellings in
small letters; the reader also takes capitals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from headwater.units import FAMILIES, NO_ZERO_WORD, ORIGINS

# Stands in for a reference to a shared definition until the schema is whole: pydantic resolves references itself, and
# knows no others than its own.
SHARED: Final = "headwater:shared"

_DIGITS: Final = r"(([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\.[0-9]+)?|\.[0-9]+)"
_WORDS: Final = {"type": ["string", "number", "boolean"]}


def shared(name: str) -> dict[str, Any]:
    """Return the place of a reference to the shared definition `name`."""
    return {SHARED: name}


def with_source(value: dict[str, Any], *, key: str = "value", also: Sequence[str] = ()) -> dict[str, Any]:
    """Return the schema of a mapping that says where a value comes from."""
    return {
        "type": "object",
        "properties": {
            key: value,
            "origin": {"enum": list(ORIGINS)},
            **dict.fromkeys(("source", "page", *also), _WORDS),
        },
        "required": [key],
        "additionalProperties": False,
    }


def quantity_name(family: str, *, signed: bool, absence: bool) -> str:
    """Return the name of the shared definition of a quantity."""
    return family + ("_change" if signed else "") + ("_or_none" if absence else "")


def quantity_schema(name: str) -> dict[str, Any]:
    """Return the shared definition of that name."""
    family = FAMILIES[name.removesuffix("_or_none").removesuffix("_change")]
    number = _DIGITS
    if name.endswith("_change") or family.negative:
        number = "[+-]?" + number
    units = sorted({*family.units, *family.spellings}, key=lambda unit: (len(unit), unit))
    unit = "( ?:1)" if family.name == "slope" else "(" + "|".join(re.escape(unit) for unit in units) + ")"
    words = ["unknown"]
    if name.endswith("_or_none"):
        words += ["none", "none found"]
    elif family.name not in NO_ZERO_WORD:
        words += ["none"]
    text = {
        "type": "string",
        "pattern": f"^((exactly )?{number} ?{unit}|{'|'.join(words)})$".replace(r"\ ", " ").replace(r"\-", "-"),
        "examples": [family.example, f"exactly {family.example}", *words],
    }
    return {"description": f"A quantity: {family.expected}.", "anyOf": [text, with_source(text)]}


def choice_schema(choices: Sequence[str]) -> dict[str, Any]:
    """Return the schema of one word of a closed list."""
    return {"anyOf": [{"enum": [*choices, "unknown"]}, shared("word_with_source")]}


def keyed_schema(names: Sequence[str], value: dict[str, Any], any_key: str) -> dict[str, Any]:
    """Return the schema of a mapping whose values are alike."""
    if names:
        return {"type": "object", "properties": dict.fromkeys(names, value), "additionalProperties": False}
    return {"type": "object", "patternProperties": {f"^{any_key}$": value}, "additionalProperties": False}


_DAY: Final = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "examples": ["2012-05-14"]}
_WHOLE: Final = {
    "anyOf": [
        {"type": "integer", "minimum": 0},
        {"type": "string", "pattern": "^([0-9]{1,3}(,[0-9]{3})*|[0-9]{1,9}|none|unknown)$"},
    ]
}
_YES_NO: Final = {"enum": [True, False, "yes", "no", "Yes", "No", "YES", "NO", "unknown"]}

_PLAIN: Final = {
    "anyOf": [
        {"type": "number", "minimum": 0},
        {"type": "string", "pattern": f"^({_DIGITS}|unknown)$"},
    ]
}

LEAF_SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    "Answer": {
        "description": "Yes or no, with or without what shows it.",
        "anyOf": [_YES_NO, with_source(_YES_NO, key="answer", also=("evidence",))],
    },
    "Count": {"description": "A whole number.", "anyOf": [_WHOLE, with_source(_WHOLE)]},
    "Date": {"description": "A day.", "anyOf": [_DAY, with_source(_DAY)]},
    "Number": {"description": "A plain number without a unit.", "anyOf": [_PLAIN, with_source(_PLAIN)]},
    "Text": {"description": "Words.", "anyOf": [_WORDS, with_source(_WORDS)]},
}
WORD_WITH_SOURCE: Final = with_source(_WORDS)
