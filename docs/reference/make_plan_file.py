"""Write what the reference says of the plan file from the records of a plan: the tables of keys, and the JSON Schema.

Run it after a change to `headwater.plan`; a test fails until then::

    .venv/bin/python docs/reference/make_plan_file.py
"""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from headwater.plan import Plan
from headwater.plan.leaves import Among, Answer, Count, Date, Family, Keys, Later, Number, Record, Text, Within
from headwater.plan.schema import plan_schema
from headwater.units import FAMILIES

HERE: Final = Path(__file__).parent
PAGE: Final = HERE / "plan-file.md"
SCHEMA: Final = HERE / "plan.schema.json"
MARK: Final = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
WORDS: Final = {Text: "text", Answer: "yes or no", Date: "date", Count: "whole number", Number: "plain number"}


def page(old: str) -> str:
    """Return the page with all that is made in it made anew."""
    made = {"keys": keys_of_all_records(), "units": unit_table()}
    return MARK.sub(lambda match: f"{match[1]}{made[match[2]]}{match[3]}", old)


def schema() -> str:
    """Return the JSON Schema as it is published."""
    return json.dumps(plan_schema(), indent=1) + "\n"


def unit_table() -> str:
    """Return the table of unit families."""
    rows = ["| quantity | units | also read as | example | suffix of facts |", "|---|---|---|---|---|"]
    for family in FAMILIES.values():
        others = [
            spelling for spelling in family.spellings if spelling not in {unit.lower() for unit in family.written}
        ]
        units = ", ".join(f"`{unit}`" for unit in family.written)
        also = ", ".join(f"`{other}`" for other in others)
        rows.append(f"| {family.name} | {units} | {also} | `{family.example}` | `_{family.suffix}` |")
    return "\n".join(rows) + "\n"


def keys_of_all_records() -> str:
    """Return one heading and one table for each record, in the order in which a plan holds them."""
    places: dict[type[Record], list[str]] = {}
    collect(Plan, "", places)
    return "\n".join(section(record, paths) for record, paths in places.items())


def collect(record: type[Record], path: str, places: dict[type[Record], list[str]]) -> None:
    """Note at which paths each record stands."""
    seen = record in places
    places.setdefault(record, []).append(path)
    if seen:
        return
    for key, hint, _ in keys(record):
        inner, form = unwrapped(hint)
        for held in records(inner):
            collect(held, f"{path}.{key}".lstrip(".") + ("[]" if form == "list" else ""), places)


def records(hint: Any) -> tuple[type[Record], ...]:
    """Return the records that a type stands for: none, one, or several that `kind` tells apart."""
    if get_origin(hint) in (Union, UnionType):
        return get_args(hint)
    return (hint,) if isinstance(hint, type) and issubclass(hint, Record) else ()


def keys(record: type[Record]) -> list[tuple[str, Any, dataclasses.Field[Any]]]:
    """Return key, type and field of every key of a record."""
    hints = get_type_hints(record, include_extras=True)
    return [
        (spec.metadata.get("alias", spec.name), hints[spec.name], spec)
        for spec in dataclasses.fields(record)
        if "description" in spec.metadata
    ]


def unwrapped(hint: Any) -> tuple[Any, str]:
    """Return what a type holds, and whether one, a list or a mapping of it."""
    if get_origin(hint) in (Union, UnionType):
        parts = [part for part in get_args(hint) if part is not NoneType]
        hint = parts[0] if len(parts) == 1 else hint
    if get_origin(hint) is Annotated and isinstance(get_args(hint)[1], Later):
        return get_args(hint)[1].record, "one"
    if get_origin(hint) is tuple:
        return get_args(hint)[0], "list"
    if get_origin(hint) is Annotated and isinstance(get_args(hint)[1], Keys):
        return hint, "mapping"
    return hint, "one"


def in_words(hint: Any) -> str:
    """Return what to write for a type."""
    inner, form = unwrapped(hint)
    if form == "list":
        return f"list of {plural(inner)}"
    if form == "mapping":
        kind, mark = get_args(inner)
        names = ", ".join(f"`{name}`" for name in mark.names) or "a word each"
        return f"{names}: each {in_words(get_args(kind)[1])}"
    if inner in WORDS:
        return WORDS[inner]
    if get_origin(inner) is Annotated:
        mark = get_args(inner)[1]
        if isinstance(mark, Among):
            return "one of " + ", ".join(f"`{choice}`" for choice in mark.choices)
        if isinstance(mark, Within):
            return f"{WORDS[get_args(inner)[0]]} ({mark.expected})"
        assert isinstance(mark, Family)
        units = ", ".join(f"`{unit}`" for unit in mark.units.written)
        more = ", or below zero" if mark.signed else ", or `none`" if mark.absence else ""
        more += ", above zero" if mark.positive else ""
        return f"{mark.name} ({units}{more})"
    return "keys, below"


def plural(hint: Any) -> str:
    """Return what a list holds, in words."""
    if records(hint):
        return "mappings, below"
    return "texts" if hint is Text else in_words(hint)


def only_kind(hint: Any) -> str | None:
    """Return the one kind that a record stands for, where it is one of several."""
    choices = get_args(hint)[1].choices if get_origin(hint) is Annotated else ()
    return choices[0] if len(choices) == 1 else None


def section(record: type[Record], paths: list[str]) -> str:
    """Return the heading, the sentence and the table of one record."""
    title = "The top" if record is Plan else ", ".join(f"`{path}`" for path in paths)
    kind = next((mark for key, hint, _ in keys(record) if key == "kind" and (mark := only_kind(hint))), None)
    title += f", kind: {kind}" if kind else ""
    said = " ".join((record.__doc__ or "").partition("\n\n")[0].split())
    rows = ["| key | write | meaning |", "|---|---|---|"]
    for key, hint, spec in keys(record):
        must = " **Needed.**" if spec.default is dataclasses.MISSING else ""
        must = " **Needed to run.**" if "needed" in spec.metadata else must
        rows.append(f"| `{key}` | {in_words(hint)} | {spec.metadata['description']}{must} |")
    return f"### {title}\n\n{said}\n\n" + "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA.write_text(schema(), encoding="utf-8")
