"""The storms of all files against each other, against the rainfall page, and against the time that a run takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from headwater.errors import HeadwaterError
from headwater.hydrology.distribution import named_distribution
from headwater.plan import Plan
from headwater.plan.storms import HOURS_OF_A_DAY, Rainfall, Storm, storm_depth
from headwater.plan.submitted import Submitted
from headwater.review.crosscheck.figures import ModelFigures
from headwater.review.crosscheck.items import Item, Place, in_file, in_plan
from headwater.units import Quantity, to_base

_YEARS: Final = re.compile(r"(?<![0-9.])([0-9]{1,4})\s*-?\s*(?:yr|year)", re.IGNORECASE)
TOO_SHORT: Final = frozenset({"run-shorter-than-storm", "run-shorter-than-runoff", "peak-at-end"})


@dataclass(frozen=True)
class _Rain:
    """One storm of one source: return period in years, hours of one burst, depth, curve, and where it stands."""

    years: Fraction
    hours: Fraction
    depth: Quantity | None
    curve: str | None
    where: Place
    source: str


def rain_items(plan: Plan, files: Sequence[Submitted]) -> Iterator[Item]:
    """Yield depths that are not those of the rainfall page, and storms that are not the same everywhere."""
    storms = [*_of_plan(plan), *(rain for one in files for rain in _of_file(one))]
    pages = [(one, one.plan.drainage.rainfall) for one in files if one.plan and one.plan.drainage and _is_page(one)]
    wrong: set[int] = set()
    for number, rain in enumerate(storms):
        for page, table in pages:
            assert table is not None
            depth = _depth_of(table, rain)
            if depth is None or rain.depth is None or _same_depth(depth, rain.depth):
                continue
            wrong.add(number)
            yield Item(
                code="depth-not-of-place",
                element=rain.source,
                found=(
                    f"The {rain.years}-year storm of {float(rain.hours):g} h in {rain.where.file} has "
                    f"{rain.depth.text}; the rainfall page {page.file} has {depth.text}."
                ),
                where=(rain.where, in_file(page, line=depth.line, says=depth.text)),
            )
    yield from _mixed([rain for number, rain in enumerate(storms) if number not in wrong])


def _is_page(submitted: Submitted) -> bool:
    """Return whether a file is a page of rainfall depths, and no model."""
    drainage = submitted.plan.drainage if submitted.plan else None
    return drainage is not None and drainage.rainfall is not None and submitted.condition is None


def _of_plan(plan: Plan) -> Iterator[_Rain]:
    drainage = plan.drainage
    if drainage is None:
        return
    for storm in drainage.storms or ():
        where = in_plan(plan, f"drainage.storms[{storm.id.text}]", line=storm.line, says="")
        yield from _rain(storm, storm_depth(storm, drainage.rainfall), where, plan.file or "plan")


def _of_file(submitted: Submitted) -> Iterator[_Rain]:
    drainage = submitted.plan.drainage if submitted.plan else None
    if drainage is None:
        return
    for storm in drainage.storms or ():
        depth = storm_depth(storm, drainage.rainfall)
        yield from _rain(storm, depth, in_file(submitted, line=storm.line, says=""), submitted.file)


def _rain(storm: Storm, depth: Quantity | None, where: Place, source: str) -> Iterator[_Rain]:
    years = storm.return_period.value if storm.return_period is not None else _years_of(storm.id.text)
    if years is None or (storm.repeats is not None and storm.repeats.value > 1):
        return
    hours = Fraction(HOURS_OF_A_DAY) if storm.duration is None else to_base(storm.duration)[2]
    curve = storm.distribution.text if storm.distribution is not None else None
    says = ", ".join(text for text in (depth.text if depth else None, curve) if text)
    yield _Rain(Fraction(years), hours, depth, curve, replace(where, says=says), source)


def _years_of(name: str) -> Fraction | None:
    """Return the return period that a storm's name tells, as `10-yr`."""
    found = _YEARS.search(name)
    return Fraction(found[1]) if found else None


def _depth_of(table: Rainfall, rain: _Rain) -> Quantity | None:
    for row in table.depths or ():
        if row.return_period is not None and row.duration is not None:
            if (row.return_period.value, to_base(row.duration)[2]) == (rain.years, rain.hours):
                return row.depth
    return None


def _same_depth(one: Quantity, two: Quantity) -> bool:
    (low, high, _), (other_low, other_high, _) = to_base(one), to_base(two)
    return low <= other_high and other_low <= high


def _mixed(storms: Sequence[_Rain]) -> Iterator[Item]:
    """Yield storms of one return period and duration that differ from source to source, one item for each pair."""
    first: dict[tuple[Fraction, Fraction], _Rain] = {}
    told: set[tuple[str, str]] = set()
    for rain in storms:
        before = first.setdefault((rain.years, rain.hours), rain)
        if before is rain:
            continue
        what = []
        if before.depth is not None and rain.depth is not None and not _same_depth(before.depth, rain.depth):
            what.append(f"{before.depth.text} and {rain.depth.text}")
        if before.curve is not None and rain.curve is not None and not _same_curve(before.curve, rain.curve):
            what.append(f"{before.curve} and {rain.curve}")
        pair = (before.source, rain.source)
        if what and pair not in told:
            told.add(pair)
            yield Item(
                code="storms-mixed",
                element=rain.source,
                found=(
                    f"The {rain.years}-year storm of {float(rain.hours):g} h differs between {before.where.file} and "
                    f"{rain.where.file}: {'; '.join(what)}."
                ),
                where=(before.where, rain.where),
            )


def _same_curve(one: str, two: str) -> bool:
    if one == two:
        return True
    try:
        return named_distribution(one).name == named_distribution(two).name
    except HeadwaterError:
        return one.lower().split() == two.lower().split()


def run_items(submitted: Submitted, model: ModelFigures) -> Iterator[Item]:
    """Yield a run that ends before its water has come, one item for a file."""
    found = [warning for warning in model.warnings if warning["code"] in TOO_SHORT]
    drainage = submitted.plan.drainage if submitted.plan else None
    if not found or drainage is None or drainage.span is None:
        return
    storms = ", ".join(dict.fromkeys(str(warning["storm"]) for warning in found))
    yield Item(
        code="run-too-short",
        element=None,
        found=f"{submitted.file} ends its run at {drainage.span.text}; in {storms}: {found[0]['text'].rstrip('.')}.",
        where=(in_file(submitted, line=drainage.span.line, says=drainage.span.text),),
    )
