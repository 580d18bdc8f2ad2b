"""A public name that stands for a number says its unit."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import types
import typing
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import headwater

NUMBERS = (int, float, Fraction, Decimal)

# Numbers without a unit. Add a name only where the number is a count, a position or a plain ratio.
COUNTS = {"homes", "lots", "lots_of_record", "buildable_lots", "units", "lines", "code"}
POSITIONS = {"line", "column", "page", "row", "number", "index", "order", "width", "indent", "digits"}
# A record with a field `unit` beside these says the unit there.
BESIDE_A_UNIT = {"value", "low", "high"}
WITHOUT_UNIT = COUNTS | POSITIONS


def is_number(annotation: object) -> bool:
    """Return whether an annotation is a number, or a number that may be missing."""
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        return bool(members) and all(is_number(member) for member in members)
    return any(annotation is number for number in NUMBERS)


def modules() -> Iterator[types.ModuleType]:
    for found in pkgutil.walk_packages(headwater.__path__, prefix="headwater."):
        if not found.name.endswith(".__main__"):
            yield importlib.import_module(found.name)


def public(holder: types.ModuleType | type) -> Iterator[tuple[str, object]]:
    """Yield the public members that were written in `holder` itself."""
    home = holder.__name__ if isinstance(holder, types.ModuleType) else holder.__module__
    for name, member in vars(holder).items():
        if isinstance(member, (staticmethod, classmethod)):
            member = member.__func__
        if not name.startswith("_") and getattr(member, "__module__", None) == home:
            yield name, member


def numbers_of(module: types.ModuleType) -> Iterator[tuple[str, str, bool]]:
    """Yield where a number is named, its name, and whether a field `unit` stands beside it."""

    def parameters(
        where: str, function: types.FunctionType, names: set[str] | None = None
    ) -> Iterator[tuple[str, str, bool]]:
        hints = typing.get_type_hints(function)
        for name in inspect.signature(function).parameters:
            if is_number(hints.get(name)):
                yield f"{where}({name})", name, "unit" in hints

    for name, member in public(module):
        where = f"{module.__name__}.{name}"
        if isinstance(member, types.FunctionType):
            yield from parameters(where, member)
        elif isinstance(member, type):
            if dataclasses.is_dataclass(member):
                hints = typing.get_type_hints(member)
                fields = {field.name for field in dataclasses.fields(member)}
                for field in sorted(fields):
                    if not field.startswith("_") and is_number(hints[field]):
                        yield f"{where}.{field}", field, "unit" in fields
            for method_name, method in public(member):
                if isinstance(method, types.FunctionType):
                    yield from parameters(f"{where}.{method_name}", method)


def suffixes() -> frozenset[str]:
    from headwater.units import SUFFIXES

    return frozenset("_" + suffix.lstrip("_") for suffix in SUFFIXES)


def test_every_public_number_says_its_unit() -> None:
    known = suffixes()
    silent = [
        where
        for module in modules()
        for where, name, beside_a_unit in numbers_of(module)
        if not any(f"_{name}".endswith(suffix) for suffix in known)
        and name not in WITHOUT_UNIT
        and not (beside_a_unit and name in BESIDE_A_UNIT)
    ]
    assert not silent, "no unit in the name of " + ", ".join(silent)


def test_a_number_that_may_be_missing_is_a_number() -> None:
    assert is_number(Fraction)
    assert is_number(Fraction | None)
    assert is_number(typing.Optional[float])  # noqa: UP045
    assert not is_number(bool)
    assert not is_number(str | int)
