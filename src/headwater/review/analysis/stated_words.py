"""What a plan states of a storage or an outlet in one line, every value as it was written.

Owns the words for a node page; nothing is computed here, so that the line can be held against the drawing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields

from headwater.plan.leaves import Answer, Record

# Where an element is and where its water goes stand in columns of their own.
PLACE = frozenset({"line", "id", "kind", "to", "into", "inside", "backflow", "invert", "crest", "bottom"})


def stated_words(record: Record, *, without: Collection[str] = PLACE) -> str:
    """Return the kind of a record and all that it states, in the order of its keys.

    >>> from headwater.plan.leaves import Choice, Number, Text
    >>> from headwater.plan.outlets import OrificeOutlet
    >>> opening = OrificeOutlet(
    ...     id=Text(text="A"), kind=Choice(text="orifice"), coefficient=Number(text="0.6", value=3 / 5)
    ... )
    >>> stated_words(opening)
    'orifice, coefficient 0.6'
    """
    kind = getattr(record, "kind", None)
    said = [] if kind is None else [str(kind.text)]
    for due in fields(record):
        value = getattr(record, due.name)
        if due.name not in without and value is not None:
            said.append(_said(str(due.metadata.get("alias", due.name)).replace("_", " "), value))
    return ", ".join(said)


def _said(name: str, value: object) -> str:
    if isinstance(value, Answer):
        return name if value.answer else f"not {name}"
    if isinstance(value, Record):
        return f"{name} ({stated_words(value, without=('line',))})"
    if isinstance(value, tuple):
        return f"{len(value)} {name}" if len(value) != 1 else f"1 {name.removesuffix('s')}"
    return f"{name} {getattr(value, 'text', value)}"
