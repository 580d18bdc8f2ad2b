"""In which cells two members differ: the path in JSON, row and column in CSV, the line of a page, the byte of the rest.

`was` is what a package holds, `now` what was computed again. The work is in proportion to the two members.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from headwater.errors import shown

MOST_NAMED: Final = 20
# Beyond it a member is told by its byte: taken apart it would be many times larger.
MOST_COMPARED: Final = 8_000_000
AROUND: Final = 40
ABSENT: Final = "nothing"
_PLAIN_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One place in which two members differ."""

    where: str
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.where}: was {self.was}, recomputed {self.now}"


@dataclass(frozen=True, kw_only=True)
class Differences:
    """The first differences, and how many more there are."""

    named: tuple[Difference, ...]
    more_count: int


def differences(name: str, was: bytes, now: bytes) -> Differences:
    """Return where two contents of the member `name` differ; they are not the same bytes."""
    small = max(len(was), len(now)) <= MOST_COMPARED
    named, more = _first(_cells(name, was, now) if small else iter(()))
    # Where every value is the same, it is written differently.
    return Differences(named=tuple(named) or (_bytes(was, now),), more_count=more)


def value_differences(was: Any, now: Any) -> Differences:
    """Return where two plain values differ."""
    named, more = _first(_values(was, now))
    return Differences(named=tuple(named), more_count=more)


def _first(found: Iterator[Difference]) -> tuple[list[Difference], int]:
    named: list[Difference] = []
    more = 0
    for one in found:
        if len(named) < MOST_NAMED:
            named.append(one)
        else:
            more += 1
    return named, more


def _cells(name: str, was: bytes, now: bytes) -> Iterator[Difference]:
    kind = name.rpartition(".")[2].lower()
    try:
        if kind == "json":
            yield from _values(_parsed(was), _parsed(now))
        elif kind == "csv":
            yield from _rows(was.decode("utf-8-sig"), now.decode("utf-8-sig"))
        elif kind in ("html", "txt"):
            yield from _lines(was.decode("utf-8"), now.decode("utf-8"))
    except (ValueError, RecursionError, csv.Error):
        # It is no longer what its name says: the bytes tell where that begins.
        return


# ---- JSON ------------------------------------------------------------------------------------------------------------


class _Number(str):
    """A number as it is written, so that 1.0 and 1.00 are two."""

    __slots__ = ()


def _parsed(content: bytes) -> Any:
    return json.loads(content.decode("utf-8"), parse_float=_Number, parse_int=_Number, parse_constant=_Number)


def _values(was: Any, now: Any) -> Iterator[Difference]:
    """Yield the leaves that differ, in order; without recursion, since a package may be nested as deep as it likes."""
    todo: list[tuple[str, Any, Any]] = [("", was, now)]
    while todo:
        path, one, two = todo.pop()
        if isinstance(one, dict) and isinstance(two, dict):
            keys = [*one, *(key for key in two if key not in one)]
            todo += [(_below(path, key), one.get(key, _Absent), two.get(key, _Absent)) for key in reversed(keys)]
        elif isinstance(one, list) and isinstance(two, list):
            both = list(enumerate(zip_longest(one, two, fillvalue=_Absent)))
            todo += [(f"{path}[{number}]", *pair) for number, pair in reversed(both)]
        elif type(one) is not type(two) or one != two:
            yield Difference(where=path or "the whole", was=_words(one), now=_words(two))


class _Absent:
    """Stands where one side has no such value."""


def _below(path: str, key: str) -> str:
    if _PLAIN_KEY.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{shown(key)}]"


def _words(value: Any) -> str:
    if value is _Absent:
        return ABSENT
    if isinstance(value, _Number):
        return shown(str(value))[1:-1]
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return f"{len(value)} keys"
    if isinstance(value, list):
        return f"{len(value)} items"
    return json.dumps(value)


# ---- CSV, pages, bytes -----------------------------------------------------------------------------------------------


def _rows(was: str, now: str) -> Iterator[Difference]:
    before, after = csv.reader(io.StringIO(was)), csv.reader(io.StringIO(now))
    heads: list[str] = []
    for number, (one, two) in enumerate(zip_longest(before, after), start=1):
        if number == 1:
            heads = two or one or []
        if one is None or two is None:
            told = ", ".join((one or two or [""])[:6])
            yield Difference(
                where=f"row {number}",
                was=ABSENT if one is None else shown(told),
                now=ABSENT if two is None else shown(told),
            )
            continue
        for place, (left, right) in enumerate(zip_longest(one, two)):
            if left != right:
                head = heads[place] if place < len(heads) else str(place + 1)
                yield Difference(where=f"row {number}, column {shown(head)}", was=_cell(left), now=_cell(right))


def _cell(text: str | None) -> str:
    return ABSENT if text is None else shown(text)


def _lines(was: str, now: str) -> Iterator[Difference]:
    for number, (one, two) in enumerate(zip_longest(was.split("\n"), now.split("\n")), start=1):
        if one == two:
            continue
        if one is None or two is None:
            yield Difference(where=f"line {number}", was=_cell(one), now=_cell(two))
            continue
        start = max(0, _apart(one, two) - AROUND // 2)
        yield Difference(
            where=f"line {number}", was=shown(one[start : start + AROUND]), now=shown(two[start : start + AROUND])
        )


def _bytes(was: bytes, now: bytes) -> Difference:
    at = _apart(was, now)
    return Difference(where=f"byte {at:,}", was=_byte(was, at), now=_byte(now, at))


def _byte(content: bytes, at: int) -> str:
    return "the end" if at >= len(content) else f"0x{content[at]:02x} of {len(content):,} bytes"


def _apart(was: Any, now: Any) -> int:
    """Return where two texts, or two runs of bytes, cease to be the same."""
    low, high = 0, min(len(was), len(now))
    while low < high:
        middle = (low + high + 1) // 2
        if was[:middle] == now[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
