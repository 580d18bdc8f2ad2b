"""A public name that stands for a number says its unit."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import sys
import textwrap
import types
import typing
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import pytest

import headwater

NUMBERS = (int, float, Fraction, Decimal)

# Numbers without a unit. Add a name only where the number is a count, a position or a plain ratio.
COUNTS = {"homes", "lots", "lots_of_record", "buildable_lots", "units", "most_leaves", "tried"}
COUNTS |= {"repeats", "bursts", "ordinates", "lead", "trail", "most_bytes", "answer_bytes", "more_count", "ways"}
POSITIONS = {"indent", "line", "column", "page", "number", "index", "order", "code", "exit_code"}
RATIOS = {"factor", "when_zero", "curve_number", "abstraction_ratio", "peak_rate_factor", "shape", "manning_n"}
# A velocity factor is in feet per second at a slope of one, and so are its tables.
RATIOS |= {"pervious_curve_number", "velocity_factor"}
# Of devices, sections and culverts. Coefficients of weirs are in feet and seconds, as the trade has them.
COUNTS |= {"openings", "side_by_side", "end_contractions", "barrels", "chambers", "pipes_side_by_side"}
RATIOS |= {"discharge_coefficient", "weir_coefficient", "entrance_loss", "power"}
RATIOS |= {"unsubmerged_k", "unsubmerged_m", "submerged_c", "submerged_y"}
WITHOUT_UNIT = COUNTS | POSITIONS | RATIOS
# A record with a field `unit` beside these says the unit there.
BESIDE_A_UNIT = {"value", "low", "high", "threshold", "at", "change"}
# The arithmetic of numbers of any unit: who calls it names the unit.
OF_ANY_UNIT = (
    *("headwater.units", "headwater.window", "headwater.plan.leaves", "headwater.plan.rewriting"),
    *("headwater.rules.world", "headwater.review.crossing", "headwater.hydraulics.tabled"),
    *("headwater.treatment.limits", "headwater.review.analysis.floats", "headwater.review.analysis.digits"),
    *("headwater.plan.submitted", "headwater.review.computed.meeting", "headwater.review.crosscheck.items"),
    *("headwater.cli.size", "headwater.review.sizing.search", "headwater.review.sizing.variables"),
    *("headwater.review.robustness.ranges", "headwater.review.robustness.varying"),
    *("headwater.intake.foreign_values", "headwater.intake.hydrocad.blocks", "headwater.intake.hydrocad.printed"),
    "headwater.reports.plots",
)
OF_ANY_UNIT_BELOW = ("headwater.rules.verify.",)


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


def annotated(member: types.FunctionType | type, module: types.ModuleType) -> dict[str, object]:
    """Return what annotates `member` itself; a name that exists for type checkers only stands for no number."""
    resolved = {}
    for name, annotation in inspect.get_annotations(member).items():
        try:
            resolved[name] = eval(annotation, vars(module)) if isinstance(annotation, str) else annotation
        except NameError:
            continue
    return resolved


def holders(module: types.ModuleType) -> Iterator[tuple[str, types.FunctionType | type]]:
    """Yield the public functions, dataclasses and methods of a module, and where each is."""
    for name, member in public(module):
        where = f"{module.__name__}.{name}"
        if isinstance(member, types.FunctionType):
            yield where, member
        elif isinstance(member, type):
            if dataclasses.is_dataclass(member):
                yield where, member
            for method_name, method in public(member):
                if isinstance(method, types.FunctionType):
                    yield f"{where}.{method_name}", method


def numbers_of(module: types.ModuleType) -> Iterator[tuple[str, str, bool]]:
    """Yield where a number is named, its name, and whether a name `unit` stands beside it."""
    for where, holder in holders(module):
        named = annotated(holder, module)
        for name, annotation in named.items():
            if is_number(annotation) and name != "return" and not name.startswith("_"):
                yield f"{where}: {name}", name, "unit" in named


def suffixes() -> frozenset[str]:
    from headwater.units import SUFFIXES

    return frozenset("_" + suffix.lstrip("_") for suffix in SUFFIXES)


def silent(module: types.ModuleType) -> list[str]:
    known = suffixes()
    return [
        where
        for where, name, beside_a_unit in numbers_of(module)
        if not any(f"_{name}".endswith(suffix) for suffix in known)
        and name not in WITHOUT_UNIT
        and not (beside_a_unit and name in BESIDE_A_UNIT)
    ]


def test_every_public_number_says_its_unit() -> None:
    named = (module for module in modules() if module.__name__ not in OF_ANY_UNIT)
    found = [where for module in named if not module.__name__.startswith(OF_ANY_UNIT_BELOW) for where in silent(module)]
    assert not found, "no unit in the name of:\n" + "\n".join(found)


def test_a_number_without_a_unit_is_found_wherever_it_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = types.ModuleType("made_up")
    monkeypatch.setitem(sys.modules, "made_up", made_up)  # dataclasses look their module up there
    source = """
        from __future__ import annotations
        from dataclasses import dataclass
        from fractions import Fraction

        def storage(depth: float, area_sf: Fraction, *, name: str, lots: int) -> Fraction: ...

        def _private(depth: float) -> None: ...

        @dataclass(frozen=True, kw_only=True)
        class Basin:
            area: Fraction | None
            volume_cf: Fraction
            credited: bool
            other: Elsewhere

            def drained(self, hours: int, rate_in_per_hr: Fraction) -> Fraction: ...

        @dataclass(frozen=True, kw_only=True)
        class Written:
            value: Fraction
            unit: str
    """
    exec(textwrap.dedent(source), vars(made_up))
    assert silent(made_up) == ["made_up.storage: depth", "made_up.Basin: area", "made_up.Basin.drained: hours"]


def test_a_number_that_may_be_missing_is_a_number() -> None:
    assert is_number(Fraction)
    assert is_number(Fraction | None)
    assert is_number(typing.Optional[float])  # noqa: UP045
    assert not is_number(bool)
    assert not is_number(str | int)
