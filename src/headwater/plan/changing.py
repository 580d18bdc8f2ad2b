"""What a plan states, value by value, and the plan with one of them stated differently.

Owns the walk over the records and the change; which change matters is asked by `headwater.review.flips`. A number that
is not stated follows by itself, since it is derived from those that are. One that is stated and that others add up to
is stated anew with the digits it had, so that the changed plan does not contradict itself where the first did not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from headwater.plan.leaves import Among, Answer, Choice, Count, Date, Family, Record
from headwater.plan.plan import Plan
from headwater.plan.rewriting import rewritten
from headwater.plan.surfaces import Surfaces, stated_surfaces
from headwater.units import Quantity, to_base

Leaf = Quantity | Count | Choice | Answer | Date
Step = str | int
Path = tuple[Step, ...]

# What is said of the file, the day of receipt and the papers is no fact of the site; neither model is judged.
_PASSED_OVER: Final = frozenset({"headwater", "received", "edition", "drainage", "loads", "exhibits", "certification"})


@dataclass(frozen=True, kw_only=True)
class Stated:
    """One value that a plan states: where, and what its field expects.

    `field` is its place in the plan file, `path` the same as attributes, places in lists and keys. `family` is that of
    a number, `choices` the words of a closed list.
    """

    field: str
    path: Path
    leaf: Leaf
    family: Family | None = None
    choices: tuple[str, ...] = ()


def stated_values(plan: Plan) -> Iterator[Stated]:
    """Yield every number, count, day, word of a list and answer that a plan states, in the order of the records."""
    for name, key, hint in _fields_of(Plan):
        if name not in _PASSED_OVER:
            yield from _walk(getattr(plan, name), hint, key, (name,))


_KNOWN: Final[dict[type[Record], tuple[tuple[str, str, Any], ...]]] = {}


def _fields_of(record: type[Record]) -> tuple[tuple[str, str, Any], ...]:
    """Return the fields of a record that a plan file writes: name, key and type."""
    if record not in _KNOWN:
        hints = get_type_hints(record, include_extras=True)
        _KNOWN[record] = tuple(
            (spec.name, str(spec.metadata.get("alias", spec.name)), hints[spec.name])
            for spec in fields(record)
            if "description" in spec.metadata
        )
    return _KNOWN[record]


def _walk(value: Any, hint: Any, field: str, path: Path) -> Iterator[Stated]:
    if value is None:
        return
    hint = _inner(hint)
    if isinstance(value, Record):
        for name, key, inner in _fields_of(type(value)):
            yield from _walk(getattr(value, name), inner, f"{field}.{key}", (*path, name))
    elif isinstance(value, Mapping):
        inner = get_args(_bare(hint))[1]
        for key, item in value.items():
            yield from _walk(item, inner, f"{field}.{key}", (*path, key))
    elif isinstance(value, tuple):
        inner = get_args(hint)[0]
        for place, item in enumerate(value):
            # The words of a list have no place of their own in the file.
            if isinstance(item, Record):
                own = getattr(item, "id", None)
                label = place + 1 if own is None else own.value
                yield from _walk(item, inner, f"{field}[{label}]", (*path, place))
    elif isinstance(value, Quantity):
        yield Stated(field=field, path=path, leaf=value, family=_mark(hint, Family))
    elif isinstance(value, Choice):
        among = _mark(hint, Among)
        yield Stated(field=field, path=path, leaf=value, choices=among.choices if among else ())
    elif isinstance(value, Count | Answer | Date):
        yield Stated(field=field, path=path, leaf=value)


def _inner(hint: Any) -> Any:
    """Return the type of a field without its None."""
    if get_origin(hint) in (Union, UnionType):
        parts = [part for part in get_args(hint) if part is not NoneType]
        return parts[0] if len(parts) == 1 else hint
    return hint


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _mark(hint: Any, kind: type[Any]) -> Any:
    if get_origin(hint) is Annotated:
        return next((mark for mark in get_args(hint)[1:] if isinstance(mark, kind)), None)
    return None


# ---- the plan with one value changed ---------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Followed:
    """A stated number that others add up to, stated anew: its place in the plan file, as it was and as it is."""

    field: str
    before: str
    after: str


def changed(plan: Plan, stated: Stated, leaf: Leaf) -> Plan:
    """Return the plan that states `leaf` in the place of `stated`, and anew what adds up from it.

    Raises
    ------
    QuantityError
        If what adds up would be no quantity, as an area below zero.
    """
    other: Plan = _put(plan, stated.path, leaf)
    for path in _surfaces_touched(stated.path, plan):
        other = _follow(plan, other, path, stated.path)
    return other


def followed(before: Plan, after: Plan, stated: Stated) -> tuple[Followed, ...]:
    """Return what `changed` stated anew beside `stated` itself."""
    texts = {item.path: item.leaf.text for item in stated_values(before) if isinstance(item.leaf, Quantity)}
    return tuple(
        Followed(field=item.field, before=texts[item.path], after=item.leaf.text)
        for item in stated_values(after)
        if isinstance(item.leaf, Quantity) and item.path != stated.path and item.leaf.text != texts[item.path]
    )


def _put(value: Any, path: Path, leaf: Any) -> Any:
    if not path:
        return leaf
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*value[:step], _put(value[step], rest, leaf), *value[step + 1 :])
    if isinstance(value, Mapping):
        return {**value, step: _put(value[step], rest, leaf)}
    return _with(value, step, _put(getattr(value, step), rest, leaf))


def _with(record: Any, name: str, value: Any) -> Any:
    return replace(record, **{name: value})


def _get(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
        if value is None:
            return None
    return value


def _surfaces_touched(path: Path, plan: Plan) -> tuple[Path, ...]:
    """Return where the surfaces stand that a change at `path` may move: its own, or all of them for the site's area."""
    if "surfaces" in path:
        return (path[: path.index("surfaces") + 1],)
    if path[-1:] == ("area",) and path[0] in ("site", "actions"):
        every = [("surfaces",), *(("actions", place, "surfaces") for place in range(len(plan.actions)))]
        return tuple(where for where in every if _get(plan, where) is not None)
    return ()


_AREA: Final = Family("area")
_CHANGE: Final = Family("area", signed=True)
_SHARE: Final = Family("fraction")

# Each total with its parts and their signs; the later ones may add up from the earlier.
_ADDED: Final[tuple[tuple[str, Mapping[str, int]], ...]] = (
    ("existing", {"kept": 1, "reconstructed": 1, "removed": 1}),
    ("proposed", {"kept": 1, "reconstructed": 1, "new": 1}),
    ("net_increase", {"new": 1, "removed": -1}),
    ("net_increase", {"proposed": 1, "existing": -1}),
)


def _follow(before: Plan, after: Plan, where: Path, cause: Path) -> Plan:
    old: Surfaces = _get(before, where)
    new: Surfaces = _get(after, where)
    moved: set[str] = {str(cause[-1])} if cause[: len(where)] == where else set()
    for total, parts in _ADDED:
        stated = stated_surfaces(new)
        if total in moved or total not in stated or not moved & set(parts) or any(part not in stated for part in parts):
            continue
        change = sum(
            (sign * (_sf(stated[part]) - _sf(getattr(old, part))) for part, sign in parts.items()), Fraction(0)
        )
        family = _CHANGE if total == "net_increase" else _AREA
        new = _with(new, total, rewritten(stated[total], _sf(stated[total]) + change, family))
        moved.add(total)
    return _put(after, where, _printed_beside(before, after, old, new, where))  # type: ignore[no-any-return]


def _printed_beside(before: Plan, after: Plan, old: Surfaces, new: Surfaces, where: Path) -> Surfaces:
    """State anew what is printed beside a total that moved: the rest of the site, and the share of it."""
    site_before, site_after = (_site_of(plan, where) for plan in (before, after))
    if site_before is None or site_after is None:
        return new
    for name in ("existing", "proposed"):
        total_before, total = getattr(old, name), getattr(new, name)
        if total is None or (total == total_before and site_before == site_after):
            continue
        rest = getattr(new.pervious, name) if new.pervious else None
        if rest is not None:
            moved = (_sf(site_after) - _sf(site_before)) - (_sf(total) - _sf(total_before))
            pervious = _with(new.pervious, name, rewritten(rest, _sf(rest) + moved, _AREA))
            new = replace(new, pervious=pervious)
        share = getattr(new.impervious_share, name) if new.impervious_share else None
        # Of no land at all nothing is a share; what is printed stays, and contradicts the rest or says nothing.
        if share is not None and _sf(site_after) != 0:
            anew = rewritten(share, _sf(total) / _sf(site_after), _SHARE)
            new = replace(new, impervious_share=_with(new.impervious_share, name, anew))
    return new


def _site_of(plan: Plan, where: Path) -> Quantity | None:
    own: Quantity | None = _get(plan, (*where[:-1], "area")) if len(where) > 1 else None
    return own or (plan.site.area if plan.site else None)


def _sf(quantity: Quantity) -> Fraction:
    return to_base(quantity)[2]
