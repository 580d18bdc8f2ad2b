"""Tables, rows, branches, shares and sums of an edition, from their YAML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from headwater.editions.fields import Raw, check_keys, flag_of, items_of, put_new, text_of
from headwater.errors import EditionError
from headwater.rules.condition import exact_number, parse_clauses
from headwater.rules.edition import Ratio, Sum
from headwater.rules.table import Branch, Depths, Duties, HitPolicy, Measure, Row, Table

_HITS: tuple[HitPolicy, ...] = ("one row", "first row", "heaviest row")
_NONE = ("none", "None", "")


def parse_table(item: Raw, rows: dict[str, Row], *, values: Mapping[str, str]) -> Table:
    """Return one table, its rows put among `rows`."""
    name = text_of(item, "id", where="table")
    check_keys(item, {"id", "title", "hit", "rows", "provision"}, where=name)
    hit = item.get("hit", "one row")
    if hit not in _HITS:
        raise EditionError(f"{name}: hit policy {hit!r}; expected {', '.join(_HITS)}")
    ids = tuple(parse_rows(items_of(item, "rows"), rows, values=values, table=item.get("provision", name)))
    return Table(id=name, title=text_of(item, "title", where=name), hit=hit, rows=ids)


def parse_rows(items: list[Raw], rows: dict[str, Row], *, values: Mapping[str, str], table: str) -> Iterator[str]:
    """Yield the ids of rows, each put among `rows`."""
    for item in items:
        row = parse_row(item, values=values, table=table)
        put_new(rows, row.id, row, "row")
        yield row.id


def parse_row(item: Raw, *, values: Mapping[str, str], table: str, provisional: bool = False) -> Row:
    """Return one row of a table from its YAML.

    Raises
    ------
    EditionError
        If the row is unsound.
    """
    name = text_of(item, "id", where=f"row of {table}")
    check_keys(item, {"id", "provision", "gist", "when", "then", "provisional", "basis", "enabled"}, where=name)
    return Row(
        id=name,
        provision=item.get("provision", table if table not in ("triggers", "volumes", "baselines") else name),
        gist=" ".join(str(item.get("gist", "")).split()),
        when=parse_clauses(item.get("when"), values=values, where=name),
        then=parse_then(item.get("then"), values=values, where=name),
        provisional=flag_of(item, "provisional", default=provisional),
        basis=item.get("basis"),
        enabled=flag_of(item, "enabled", default=True),
    )


def parse_then(raw: Any, *, values: Mapping[str, str], where: str) -> Duties | Measure | Depths:
    """Return what a row says: requirements, a measure, depths, or that the text is missing."""
    if raw is None or raw in _NONE:
        return Duties()
    if not isinstance(raw, Mapping):
        raise EditionError(f"{where}: `then` is {raw!r}; expected none, requirements, a measure, depths, or missing")
    if "missing" in raw:
        return Duties(missing=text_of(raw, "missing", where=where))
    if "largest_of" in raw or "depth" in raw:
        terms = raw.get("largest_of") or [raw]
        return Depths(tuple(_term(term, values=values, where=where) for term in terms))
    if set(raw) <= {"scope", "baseline", "for"}:
        fors = raw.get("for") or []
        return Measure(scope=raw.get("scope"), baseline=raw.get("baseline"), requirements=tuple(fors))
    pairs = []
    for requirement, scope in raw.items():
        pairs.append((str(requirement), "" if scope in ("by measure", None) else str(scope)))
    return Duties(requirements=tuple(sorted(pairs)))


def _term(raw: Raw, *, values: Mapping[str, str], where: str) -> tuple[Fraction, str]:
    check_keys(raw, {"depth", "over"}, where=where)
    depth = text_of(raw, "depth", where=where)
    depth = values[depth[1:]] if depth.startswith("$") and depth[1:] in values else depth
    return exact_number(depth, family="depth", where=where), text_of(raw, "over", where=where)


_BRANCH_KEYS = {"id", "when", "exemptions", "table", "beside", "measures", "floor", "every", "reached", "freed"}


def parse_branch(item: Raw, *, values: Mapping[str, str]) -> Branch:
    """Return one branch."""
    name = text_of(item, "id", where="branch")
    check_keys(item, _BRANCH_KEYS, where=name)
    return Branch(
        id=name,
        when=parse_clauses(item.get("when"), values=values, where=name),
        exemptions=tuple(item.get("exemptions") or ()),
        table=item.get("table"),
        beside=tuple(item.get("beside") or ()),
        measures=tuple(item.get("measures") or ()),
        floor=parse_duties(item, "floor", values=values, where=name),
        every=parse_duties(item, "every", values=values, where=name),
        reached=parse_duties(item, "reached", values=values, where=name),
        freed=tuple(item.get("freed") or ()),
    )


def parse_duties(item: Raw, key: str, *, values: Mapping[str, str], where: str) -> Duties | None:
    """Return the requirements under a key, None where it is left out."""
    if key not in item:
        return None
    found = parse_then(item[key], values=values, where=where)
    if not isinstance(found, Duties) or found.missing:
        raise EditionError(f"{where}: `{key}` is no list of requirements")
    return found


def parse_ratio(name: str, item: Raw) -> Ratio:
    """Return one share."""
    check_keys(item, {"of", "over", "when_zero"}, where=name)
    when_zero = item.get("when_zero")
    zero = None if when_zero is None else exact_number(when_zero, family="fraction", where=name)
    return Ratio(id=name, of=text_of(item, "of", where=name), over=text_of(item, "over", where=name), when_zero=zero)


def parse_sum(name: str, item: Any) -> Sum:
    """Return one sum."""
    if not isinstance(item, list):
        raise EditionError(f"{name}: expected a list of facts, each with + or -")
    return Sum(id=name, parts=tuple((-1 if part.startswith("-") else 1, part.lstrip("+-").strip()) for part in item))
