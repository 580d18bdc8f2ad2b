"""One value of a plan file: from the text written to a leaf of the plan, or to what is wrong with it.

A value is a text, or a mapping that says where it comes from: ``{value: 2.55 ac, origin: measured, source: survey,
page: C-2}``; an answer is yes or no, or ``{answer: yes, evidence: detail 4, page: C-501}``. `unknown`, and nothing at
all, are the same as leaving the key out.
"""

from __future__ import annotations

import datetime
import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from headwater.errors import QuantityError
from headwater.intake.yaml_text import MapNode, Node, TextNode
from headwater.plan.leaves import Among, Answer, Choice, Count, Date, Family, NoneFound, Number, Text, Within
from headwater.plan.problems import Problems
from headwater.units import ORIGINS, Quantity, parse_quantity

YES: Final = frozenset({"yes", "true"})
NO: Final = frozenset({"no", "false"})
NOTHING: Final = frozenset({"none", "none found"})

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NUMBER = re.compile(r"(?=\.?[0-9])(?:[0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,9})?(?:\.[0-9]{1,20})?")
_COUNT = re.compile(r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class _Written:
    """A value as written, and what the file says beside it."""

    text: str
    line: int
    beside: Mapping[str, Any]


def _written(node: Node, path: str, problems: Problems, *, key: str = "value", also: str = "") -> _Written | None:
    """Return what is written at `node`, or None where it is unknown or where something is wrong with it."""
    if isinstance(node, TextNode):
        text = node.text.strip()
        return None if text.lower() in ("", "unknown") else _Written(text, node.line, {})
    allowed = (key, "origin", "source", "page", *([also] if also else []))
    if not isinstance(node, MapNode) or key not in node.entries:
        problems.add(
            "this is not one value",
            line=node.line,
            path=path,
            expected=f"a text, or a mapping with the key `{key}`",
            remedy=f"write the value behind the key, or as {{{key}: ..., source: ..., page: ...}}",
        )
        return None
    texts: dict[str, str] = {}
    for name, child in node.entries.items():
        if name not in allowed or not isinstance(child, TextNode):
            problems.add(
                "this does not belong beside a value",
                line=node.lines[name],
                path=f"{path}.{name}",
                value=child.text if isinstance(child, TextNode) else None,
                expected="texts under: " + ", ".join(allowed),
                remedy="correct the key, or remove it",
            )
        elif child.text.strip().lower() not in ("", "unknown"):
            texts[name] = child.text.strip()
    origin = texts.get("origin", "stated").lower()
    if origin not in ORIGINS:
        problems.add(
            "this origin is not known",
            line=node.lines["origin"],
            path=f"{path}.origin",
            value=origin,
            expected="one of: " + ", ".join(ORIGINS),
            remedy="say how the value came about, or leave the key out",
        )
        origin = "stated"
    if key not in texts:
        return None
    beside = {name: text for name, text in texts.items() if name not in (key, "origin")}
    return _Written(texts[key], node.entries[key].line, {**beside, "origin": origin})


def read_quantity(node: Node, path: str, problems: Problems, family: Family) -> Quantity | NoneFound | None:
    """Return the quantity at `node`, of the family that its field expects."""
    written = _written(node, path, problems)
    if written is None:
        return None
    if family.absence and written.text.lower() in NOTHING:
        return NoneFound(text=written.text, line=written.line, **written.beside)
    try:
        quantity = parse_quantity(
            " ".join(written.text.split()),
            family=family.name,
            signed=family.signed,
            line=written.line,
            **written.beside,
        )
    except QuantityError as error:
        problems.add(
            error.wrong,
            line=written.line,
            path=path,
            value=written.text,
            expected=family.expected,
            remedy=error.remedy,
        )
        return None
    if family.name == "fraction" and quantity.low > 100:
        problems.add(
            "a share is above 100 %",
            line=written.line,
            path=path,
            value=written.text,
            expected="0 % to 100 %",
            remedy="correct the percentage",
        )
        return None
    if family.positive and quantity.value <= 0:
        problems.add(
            "this is not above zero",
            line=written.line,
            path=path,
            value=written.text,
            expected=f"{family.expected}, above zero",
            remedy="correct the number, or leave the key out if it is not known",
        )
        return None
    return quantity


def read_choice(node: Node, path: str, problems: Problems, among: Among) -> Choice | None:
    """Return the choice at `node`; case and spacing do not matter."""
    if isinstance(node, TextNode) and node.text.strip().lower() == "unknown":
        return None
    written = _written(node, path, problems)
    if written is None:
        return None
    folded = " ".join(written.text.lower().split())
    for choice in among.choices:
        if choice.lower() == folded:
            return Choice(text=choice, line=written.line, **written.beside)
    near: list[str] = []
    if problems.worth_a_suggestion:
        near = difflib.get_close_matches(folded[:60], [choice.lower() for choice in among.choices], n=1)
    spelled = [choice for choice in among.choices if near and choice.lower() == near[0]]
    problems.add(
        "this is not one of the choices",
        line=written.line,
        path=path,
        value=written.text,
        expected=among.expected,
        remedy=f"write `{spelled[0]}`, if that is meant" if spelled else "write one of them, or leave the key out",
    )
    return None


def read_text(node: Node, path: str, problems: Problems) -> Text | None:
    """Return the words at `node`, without the white space around them."""
    written = _written(node, path, problems)
    return None if written is None else Text(text=written.text, line=written.line, **written.beside)


def read_answer(node: Node, path: str, problems: Problems) -> Answer | None:
    """Return the yes or no at `node`."""
    written = _written(node, path, problems, key="answer", also="evidence")
    if written is None:
        return None
    word = written.text.lower()
    if word not in YES | NO:
        problems.add(
            "this is neither yes nor no",
            line=written.line,
            path=path,
            value=written.text,
            expected="yes or no",
            remedy="write yes or no, or leave the key out if it is not known; "
            "put what shows it behind `evidence`, as {answer: yes, evidence: ...}",
        )
        return None
    return Answer(answer=word in YES, line=written.line, **written.beside)


def read_date(node: Node, path: str, problems: Problems) -> Date | None:
    """Return the day at `node`, written as 2012-05-14."""
    written = _written(node, path, problems)
    if written is None:
        return None
    wrong = "this is not a date"
    if _DATE.fullmatch(written.text):
        year, month, day = (int(part) for part in written.text.split("-"))
        try:
            value = datetime.date(year, month, day)
        except ValueError:
            wrong = "there is no such day"
        else:
            return Date(text=written.text, value=value, line=written.line, **written.beside)
    problems.add(
        wrong,
        line=written.line,
        path=path,
        value=written.text,
        expected="a day, as 2012-05-14",
        remedy="write year, month and day with dashes between",
    )
    return None


def read_count(node: Node, path: str, problems: Problems) -> Count | None:
    """Return the whole number at `node`."""
    written = _written(node, path, problems)
    if written is None:
        return None
    text = "0" if written.text.lower() == "none" else written.text
    if not _COUNT.fullmatch(text):
        problems.add(
            "this is not a whole number",
            line=written.line,
            path=path,
            value=written.text,
            expected="a whole number, as 4",
            remedy="write the number alone, without a unit",
        )
        return None
    return Count(text=written.text, value=int(text.replace(",", "")), line=written.line, **written.beside)


def read_number(node: Node, path: str, problems: Problems) -> Number | None:
    """Return the plain number at `node`."""
    written = _written(node, path, problems)
    if written is None:
        return None
    if not _NUMBER.fullmatch(written.text):
        problems.add(
            "this is not a plain number",
            line=written.line,
            path=path,
            value=written.text,
            expected="a number without a unit, as 0.013",
            remedy="write the number alone, with a decimal point",
        )
        return None
    value = Fraction(written.text.replace(",", ""))
    return Number(text=written.text, value=value, line=written.line, **written.beside)


def read_within(
    node: Node, path: str, problems: Problems, read: Callable[[Node, str, Problems], Any], within: Within
) -> Any:
    """Return the number or count at `node`, which has a range."""
    leaf = read(node, path, problems)
    if leaf is None or within.allows(leaf.value):
        return leaf
    problems.add(
        "this number cannot be",
        line=leaf.line,
        path=path,
        value=leaf.text,
        expected=within.expected,
        remedy="correct it, or leave the key out if it is not known",
    )
    return None


_Read = Callable[[Node, str, Problems], Text | Answer | Date | Count | Number | None]

LEAVES: Final[Mapping[Any, _Read]] = {
    Text: read_text,
    Answer: read_answer,
    Date: read_date,
    Count: read_count,
    Number: read_number,
}
