"""Where a value stands in a plan file, in words: `practices[basin].bars.well`.

Ids come from the file, so that they are cut and put on one line before they are printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

LONGEST_ID: Final = 60
MOST_IDS: Final = 12


def one_line(id_text: str) -> str:
    """Return an id as it may be printed."""
    return " ".join(id_text.split())[:LONGEST_ID]


def some(ids: Iterable[str], *, between: str = ", ") -> str:
    """Return the first of a list of ids."""
    listed = [one_line(id_text) for _, id_text in zip(range(MOST_IDS), ids, strict=False)]
    return between.join(listed)


def item(path: str, id_text: str | None, *, number: int | None = None) -> str:
    """Return the path of one item of a list: by its id, or else by its place, counted from 1."""
    name = one_line(id_text or "") or ("?" if number is None else str(number))
    return f"{path}[{name}]"


def of(path: str, record: Any) -> str:
    """Return the path of a record that has an id, unless it is missing while a plan with mistakes is read."""
    return item(path, None if record.id is None else record.id.text)
