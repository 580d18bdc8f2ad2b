"""What a drainage model lacks before water can run through it.

Owns the walk over the records of `headwater.plan`, whose fields say what a computation needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from headwater.plan.leaves import Record


@dataclass(frozen=True, kw_only=True)
class Lack:
    """One thing that a plan leaves out: where it belongs, what it is, and the line of the record it belongs to."""

    path: str
    meaning: str
    line: int | None


def lacks_of(record: Record, path: str) -> Iterator[Lack]:
    """Yield what `record`, found at `path`, and the records in it leave out."""
    for due in fields(record):
        value = getattr(record, due.name)
        where = f"{path}.{due.metadata.get('alias', due.name)}"
        if value is None:
            if due.metadata.get("needed"):
                yield Lack(path=where, meaning=due.metadata["description"], line=record.line)
        elif isinstance(value, Record):
            yield from lacks_of(value, where)
        elif isinstance(value, tuple):
            for index, item in enumerate(value):
                if isinstance(item, Record):
                    yield from lacks_of(item, f"{where}[{_named(item, index)}]")


def _named(record: Record, index: int) -> str:
    named = getattr(record, "id", None)
    return named.text if named is not None else str(index + 1)
