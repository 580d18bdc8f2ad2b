"""Names in a drainage section: ids that occur twice, and references that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from headwater.plan import paths
from headwater.plan.leaves import Text
from headwater.plan.outlets import DISCARDED
from headwater.plan.problems import Problems


@dataclass(frozen=True)
class Nodes:
    """The nodes of one model that water can go to."""

    ids: Mapping[str, None]

    def check(self, to: Text | None, path: str, problems: Problems, *, own: Text | None, discarded: bool) -> None:
        """Note a `to` that names no node, or the node itself."""
        if to is None or (discarded and to.text == DISCARDED):
            return
        if own is not None and to.text == own.text:
            wrong = "this leads back to the node itself"
        elif to.text == DISCARDED:
            wrong = "only outlets of ponds and splits of links may be discarded"
        elif to.text not in self.ids:
            wrong = "there is no such pond, reach, link or outfall in this condition"
        else:
            return
        some = paths.some(self.ids)
        problems.add(
            wrong,
            line=to.line,
            path=path,
            value=to.text,
            expected=f"one of: {some}{', ' + DISCARDED if discarded else ''}" if some else "the id of a node",
            remedy="correct the id, or add what it names",
        )


@dataclass(frozen=True)
class Listed:
    """The ids of another list of the plan, and what it is called."""

    named: str
    ids: Mapping[str, None]

    def check(self, reference: Text | None, path: str, problems: Problems) -> None:
        """Note a reference that names nothing in the list."""
        if reference is None or reference.text in self.ids:
            return
        some = paths.some(self.ids)
        problems.add(
            f"there is no such id under {self.named}",
            line=reference.line,
            path=path,
            value=reference.text,
            expected=f"one of: {some}" if some else f"an id under {self.named}",
            remedy="correct the id, or add what it names",
        )


def listed(named: str, records: Iterable[Any] | None) -> Listed:
    """Return the ids of a list of the plan."""
    return Listed(named, dict.fromkeys(id_.text for _, id_ in ids_of(named, records)))


def ids_of(path: str, records: Iterable[Any] | None) -> list[tuple[str, Text]]:
    """Return the ids of a list that stands at `path`; where one was refused, the record is passed over."""
    return [(path, record.id) for record in records or () if record.id is not None]


def check_unique(ids: Iterable[tuple[str, Text]], problems: Problems) -> None:
    """Note an id that is used twice, or that stands for water that leaves the surface."""
    first: dict[str, int | None] = {}
    for path, id_ in ids:
        if id_.text == DISCARDED:
            wrong = "this word stands for water that leaves the surface"
        elif id_.text in first:
            wrong = f"the id is already used on line {first[id_.text]}"
        else:
            first[id_.text] = id_.line
            continue
        problems.add(
            wrong,
            line=id_.line,
            path=path,
            value=id_.text,
            expected="a name of its own for each",
            remedy="rename one of the two, and what refers to it",
        )
