"""Points of a curve that do not rise, and keys that exclude each other: questions that several records are asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from headwater.plan.drainage_walk import item_path
from headwater.plan.leaves import Record
from headwater.plan.problems import Problems
from headwater.units import Quantity, to_base


def check_rising(
    points: Iterable[Record] | None, field: str, *, path: str, problems: Problems, may_stay: bool = False
) -> None:
    """Note the first point whose `field` is not above that of the point before it; with `may_stay`, that is below."""
    for (_, before), (where, after) in pairwise(_known(points, field, path)):
        low, high = to_base(before)[2], to_base(after)[2]
        if high > low or (may_stay and high == low):
            continue
        problems.add(
            f"this is {'below' if high < low else 'not above'} the {field} before it ({before.text})",
            line=after.line,
            path=where,
            value=after.text,
            expected=f"{field}s that {'do not fall' if may_stay else 'rise'} from one point to the next",
            remedy="put the points in order, or correct one of the two",
        )
        return


def check_within(points: Iterable[Record] | None, field: str, whole: str, *, path: str, problems: Problems) -> None:
    """Note a point whose `field` is above its `whole`."""
    for number, point in enumerate(points or (), start=1):
        part: Quantity | None = getattr(point, field)
        most: Quantity | None = getattr(point, whole)
        if part is not None and most is not None and to_base(part)[2] > to_base(most)[2]:
            problems.add(
                f"this is above the {whole} ({most.text})",
                line=part.line,
                path=f"{item_path(path, point, number)}.{field}",
                value=part.text,
                expected=f"at most {most.text}",
                remedy="correct one of the two",
            )


def _known(points: Iterable[Record] | None, field: str, path: str) -> Iterator[tuple[str, Quantity]]:
    for number, point in enumerate(points or (), start=1):
        value: Quantity | None = getattr(point, field)
        if value is not None:
            yield f"{item_path(path, point, number)}.{field}", value


def only_one(record: Record, *ways: tuple[str, ...], path: str, problems: Problems) -> None:
    """Note a record that says one thing in several ways: each way is a group of keys that belong together."""
    said = [[key for key in way if getattr(record, key) is not None] for way in ways]
    found = [keys for keys in said if keys]
    if len(found) < 2:
        return
    last = getattr(record, found[-1][0])
    line = getattr(last, "line", None) or record.line
    problems.add(
        f"this is said in more than one way: {', '.join(' and '.join(keys) for keys in found)}",
        line=line,
        path=f"{path}.{found[-1][0]}",
        expected="one of: " + ", ".join(" and ".join(way) for way in ways),
        remedy="keep one, and remove the other",
    )
