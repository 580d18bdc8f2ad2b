"""Our own plan file: YAML to a `Plan`, with everything that is wrong with it told at once.

Owns the walk over the records of `headwater.plan`, whose fields say what each key holds; what YAML is allowed is
`yaml_text`, how one value is read is `plan_values`, and what the values say of each other is
`headwater.plan.checks`.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from headwater.intake.lengths import check_lengths
from headwater.intake.plan_values import LEAVES, read_choice, read_quantity, read_within
from headwater.intake.yaml_text import (
    ListNode,
    MapNode,
    Node,
    TextNode,
    compose,
    decode,
    read_bytes,
)
from headwater.plan import paths
from headwater.plan.checks import check_plan
from headwater.plan.leaves import Among, Family, Keys, Later, Record, Within
from headwater.plan.plan import Plan
from headwater.plan.problems import Problems

VERSION: Final = "1"

LONGEST_KEY: Final = 60

Reader = Callable[[Node, str, Problems], Any]


def read_plan(path: str | PathLike[str]) -> Plan:
    """Return the plan in the file at `path`.

    Raises
    ------
    PlanFileError
        If it is no plan file, or one with mistakes; the error carries all of them.
    """
    name = str(path)
    data = read_bytes(Path(path), name)
    return _read(decode(data, name), name=name, sha256=plan_hash(data))


def read_plan_text(text: str, *, name: str = "plan") -> Plan:
    """Return the plan that `text` writes; `name` stands for the file in messages.

    Raises
    ------
    PlanFileError
        If it is no plan, or one with mistakes; the error carries all of them.

    Examples
    --------
    >>> plan = read_plan_text(
    ...     "headwater: 1\\nplan: Corner store\\nactions: [{id: store, kind: redevelopment}]\\nsite: {area: 2.55 ac}"
    ... )
    >>> plan.site.area.text, plan.site.area.line
    ('2.55 ac', 4)
    """
    return _read(text, name=name, sha256=plan_hash(text.encode("utf-8", "surrogatepass")))


def plan_hash(data: bytes) -> str:
    """Return the SHA-256 of a plan file, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _read(text: str, *, name: str, sha256: str) -> Plan:
    problems = Problems(name)
    root = compose(text, problems)
    if not isinstance(root, MapNode):
        problems.add(
            "the file is not a mapping",
            line=root.line,
            expected="keys at the top, such as `headwater: 1`",
            remedy="start from `headwater new` and a kind of action",
        )
        raise problems.error()
    _check_version(root, problems)
    check_lengths(root, problems)
    plan: Plan = _record(Plan, root, "", problems, file=name, sha256=sha256)
    # Where the actions could not be read, the rest is still looked at.
    check_plan(replace(plan, actions=plan.actions or ()), problems)
    if problems.found:
        raise problems.error()
    return plan


def _check_version(root: MapNode, problems: Problems) -> None:
    """Refuse another version by itself: what the rest of such a file means is not known."""
    node = root.entries.get("headwater")
    if isinstance(node, MapNode):
        node = node.entries.get("value")
    if isinstance(node, TextNode) and node.text.strip() not in (VERSION, "", "unknown"):
        only = Problems(problems.file)
        only.add(
            "this version of the plan file is not known",
            line=node.line,
            path="headwater",
            value=node.text,
            expected=VERSION,
            remedy=f"read it with the Headwater that it was written for, or bring it to version {VERSION}",
        )
        raise only.error()


def read_group(record: type[Record], node: MapNode, path: str, problems: Problems) -> Any:
    """Return one group of keys of a plan, as `record`; what is wrong is noted. `path` is where it stands in a plan."""
    return _record(record, node, path, problems)


# ---- records ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Entry:
    """One key of a record: the name of its field, how to read it, and whether it must be there."""

    field: str
    read: Reader
    required: bool
    description: str


_KNOWN: Final[dict[type[Record], Mapping[str, _Entry]]] = {}


def entries(record: type[Record]) -> Mapping[str, _Entry]:
    """Return the keys of a record, in their order, and how to read each."""
    if record not in _KNOWN:
        _KNOWN[record] = _entries(record)
    return _KNOWN[record]


def _entries(record: type[Record]) -> Mapping[str, _Entry]:
    hints = get_type_hints(record, include_extras=True)
    return {
        spec.metadata.get("alias", spec.name): _Entry(
            field=spec.name,
            read=reader(hints[spec.name]),
            required=spec.default is not None,
            description=spec.metadata["description"],
        )
        for spec in fields(record)
        if "description" in spec.metadata
    }


def _record(
    record: type[Any],
    node: MapNode,
    path: str,
    problems: Problems,
    *,
    by_kind: Mapping[str, type[Record]] | None = None,
    **extra: object,
) -> Any:
    known = entries(record)
    values: dict[str, object] = dict(extra)
    for key, child in node.entries.items():
        entry = known.get(key)
        if entry is None:
            others = [kind for kind, other in (by_kind or {}).items() if key in entries(other)]
            if others:
                _key_of_another_kind(key, node.lines[key], record, others, path, problems)
            else:
                _unknown_key(key, node.lines[key], tuple(known), path, problems)
            continue
        before = len(problems.found)
        value = entry.read(child, f"{path}.{key}" if path else key, problems)
        values[entry.field] = value
        if value is None and entry.required and len(problems.found) == before:
            _missing(key, entry, child.line, path, problems)
    for key, entry in known.items():
        if entry.required and key not in node.entries:
            _missing(key, entry, node.line, path, problems)
            values[entry.field] = None
    return record(line=node.line, **values)


def _missing(key: str, entry: _Entry, line: int, path: str, problems: Problems) -> None:
    problems.add(
        f"the key `{key}` is missing",
        line=line,
        path=f"{path}.{key}" if path else key,
        expected=entry.description[0].lower() + entry.description[1:].rstrip("."),
        remedy=f"add `{key}:`",
    )


def _key_of_another_kind(
    key: str, line: int, record: type[Record], others: list[str], path: str, problems: Problems
) -> None:
    problems.add(
        f"this key does not belong to the kind {' or '.join(kinds_of(record))}",
        line=line,
        path=path,
        value=key,
        expected="one of: " + ", ".join(entries(record)),
        remedy=f"remove it, or correct the kind: {key} belongs to {', '.join(others)}",
    )


def _unknown_key(key: str, line: int, known: tuple[str, ...], path: str, problems: Problems) -> None:
    near: list[str] = []
    if len(key) <= LONGEST_KEY and problems.worth_a_suggestion:
        near = difflib.get_close_matches(key.lower().replace("-", "_").replace(" ", "_"), known, n=1)
        near = near or [name for name in known if name in key.lower() or key.lower() in name][:1]
    problems.add(
        "this key is not known here",
        line=line,
        path=path,
        value=key,
        expected="one of: " + ", ".join(known),
        remedy=f"write `{near[0]}`, if that is meant" if near else "remove it, or put it into `note`",
    )


# ---- readers, by the type of a field ---------------------------------------------------------------------------------


def reader(hint: Any) -> Reader:
    """Return how to read a field of this type."""
    if get_origin(hint) in (Union, UnionType):
        inner = [part for part in get_args(hint) if part is not NoneType]
        return reader(inner[0]) if len(inner) == 1 else _tagged(tuple(inner))
    if get_origin(hint) is Annotated:
        kind, mark = get_args(hint)
        if isinstance(mark, Family):
            return lambda node, path, problems: read_quantity(node, path, problems, mark)
        if isinstance(mark, Among):
            return lambda node, path, problems: read_choice(node, path, problems, mark)
        if isinstance(mark, Within):
            read = LEAVES[kind]
            return lambda node, path, problems: read_within(node, path, problems, read, mark)
        if isinstance(mark, Later):
            return _later(mark)
        if isinstance(mark, Keys):
            return _keyed(reader(get_args(kind)[1]), mark)
    if get_origin(hint) is tuple:
        return _several(reader(get_args(hint)[0]))
    if hint in LEAVES:
        return LEAVES[hint]
    if isinstance(hint, type) and issubclass(hint, Record):
        return _group(hint)
    raise TypeError(f"no reader for {hint!r}")  # a field was given a type that no plan file can write


def _is_unknown(node: Node) -> bool:
    return isinstance(node, TextNode) and node.text.strip().lower() in ("", "unknown")


def _group(record: type[Record]) -> Reader:
    def read(node: Node, path: str, problems: Problems) -> Record | None:
        if isinstance(node, MapNode):
            result: Record = _record(record, node, path, problems)
            return result
        if not _is_unknown(node):
            _wrong_shape(node, path, problems, "keys and values", entries(record))
        return None

    return read


def _later(mark: Later) -> Reader:
    return lambda node, path, problems: _group(mark.record)(node, path, problems)


def _tagged(records: tuple[type[Record], ...]) -> Reader:
    """Return how to read one of several records, which `kind` tells apart."""

    def read(node: Node, path: str, problems: Problems) -> Record | None:
        if not isinstance(node, MapNode):
            if not _is_unknown(node):
                _wrong_shape(node, path, problems, "keys and values", ("kind",))
            return None
        by_kind = _by_kind(records)
        if "kind" not in node.entries or _is_unknown(node.entries["kind"]):
            problems.add(
                "the key `kind` is missing",
                line=node.line,
                path=f"{path}.kind",
                expected=Among(tuple(by_kind)).expected,
                remedy="add `kind:`; the other keys follow from it",
            )
            return None
        kind = read_choice(node.entries["kind"], f"{path}.kind", problems, Among(tuple(by_kind)))
        if kind is None:
            return None
        result: Record = _record(by_kind[kind.text], node, path, problems, by_kind=by_kind)
        return result

    return read


@cache
def _by_kind(records: tuple[type[Record], ...]) -> Mapping[str, type[Record]]:
    return {kind: record for record in records for kind in kinds_of(record)}


def kinds_of(record: type[Record]) -> tuple[str, ...]:
    """Return the kinds that a record stands for, where `kind` tells it from others."""
    among: Among = get_args(get_type_hints(record, include_extras=True)["kind"])[1]
    return among.choices


def _several(read_one: Reader) -> Reader:
    def read(node: Node, path: str, problems: Problems) -> tuple[Any, ...] | None:
        if isinstance(node, ListNode):
            items = ((child, _item_path(path, child, number)) for number, child in enumerate(node.items, start=1))
            values = (read_one(child, where, problems) for child, where in items)
            return tuple(value for value in values if value is not None)
        if isinstance(node, TextNode) and node.text.strip().lower() == "none":
            return ()
        if not _is_unknown(node):
            _wrong_shape(node, path, problems, "a list, each item after a dash, or none", ())
        return None

    return read


def _item_path(path: str, node: Node, number: int) -> str:
    id_node = (node.entries.get("id") or node.entries.get("exhibit")) if isinstance(node, MapNode) else None
    return paths.item(path, id_node.text if isinstance(id_node, TextNode) else None, number=number)


def _keyed(read_one: Reader, mark: Keys) -> Reader:
    def read(node: Node, path: str, problems: Problems) -> dict[str, Any] | None:
        if not isinstance(node, MapNode):
            if not _is_unknown(node):
                _wrong_shape(node, path, problems, "keys and values", mark.names)
            return None
        found = {}
        for key, child in node.entries.items():
            if not mark.allows(key):
                _unknown_key(key, node.lines[key], mark.names or ("small_letters_and_digits",), path, problems)
                continue
            value = read_one(child, f"{path}.{key}", problems)
            if value is not None:
                found[key] = value
        return found

    return read


def _wrong_shape(node: Node, path: str, problems: Problems, expected: str, keys: Any) -> None:
    names = tuple(keys)
    some = ", ".join(names[:4]) + (", ..." if len(names) > 4 else "")
    problems.add(
        "this is a list" if isinstance(node, ListNode) else "this is not what belongs here",
        line=node.line,
        path=path,
        value=node.text if isinstance(node, TextNode) else None,
        expected=f"{expected} ({some})" if some else expected,
        remedy="see the page on the plan file for an example",
    )
