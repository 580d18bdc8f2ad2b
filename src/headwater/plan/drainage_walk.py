"""The records of a drainage model one by one, each with its place in the plan file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from headwater.plan import paths
from headwater.plan.leaves import Record, Text


def records_of(record: Record, path: str) -> Iterator[tuple[str, Record]]:
    """Yield `record`, which stands at `path`, and every record in it."""
    yield path, record
    for spec in fields(record):
        value = getattr(record, spec.name)
        if isinstance(value, Record):
            yield from records_of(value, f"{path}.{spec.name}")
        elif isinstance(value, tuple):
            for number, item in enumerate(value, start=1):
                if isinstance(item, Record):
                    yield from records_of(item, item_path(f"{path}.{spec.name}", item, number))


def item_path(path: str, record: Record, number: int) -> str:
    """Return the place of one item of a list: by its id, or else by its number, counted from 1."""
    own: Text | None = getattr(record, "id", None)
    return paths.item(path, own.text if own else None, number=number)
