"""What the values of one plan say of each other: names that lead nowhere, and numbers that cannot all be true.

Owns the checks that need no rule. A number is called wrong only where no rounding of what was written makes it right.
Areas are checked in `areas`, the drainage section in `drainage_checks`, the loads in `loads_checks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from headwater.errors import Problem
from headwater.plan import paths
from headwater.plan.areas import check_areas
from headwater.plan.leaves import Text
from headwater.plan.plan import Plan
from headwater.plan.problems import Problems
from headwater.plan.proposal import EarlierProject
from headwater.plan.windows import window_of
from headwater.window import ZERO


def contradictions(plan: Plan) -> tuple[Problem, ...]:
    """Return everything in `plan` that contradicts itself; a plan that was read from a file has none."""
    problems = Problems(plan.file or "plan")
    check_plan(plan, problems)
    return tuple(problems.found)


def check_plan(plan: Plan, problems: Problems) -> None:
    """Note everything in `plan` that contradicts itself."""
    if not plan.actions and not any(problem.field.startswith("actions") for problem in problems.found):
        problems.add(
            "the plan has no action",
            line=plan.line,
            path="actions",
            expected="one action or more",
            remedy="say under `actions` what is proposed",
        )
    _check_ids(plan, problems)
    _check_references(plan, problems)
    _check_circles(plan, problems)
    _check_soils(plan, problems)
    _check_lots(plan, problems)
    check_areas(plan, problems)
    if plan.drainage is not None:
        # Loaded with the records that it looks at, which most plans do without.
        from headwater.plan.drainage_checks import check_drainage

        check_drainage(plan, problems)
    if plan.loads is not None:
        from headwater.plan.loads_checks import check_loads

        check_loads(plan, problems)


# ---- names -----------------------------------------------------------------------------------------------------------


def _ids(records: Iterable[Any] | None) -> list[Text]:
    return [record.id for record in records or () if record.id is not None]


def _check_ids(plan: Plan, problems: Problems) -> None:
    points = plan.discharge.points if plan.discharge else None
    # An earlier project may be a part of an action, so that the two share their names.
    groups = {
        "actions, earlier_projects": [*_ids(plan.actions), *_ids(plan.earlier_projects)],
        "borings": _ids(plan.borings),
        "practices": _ids(plan.practices),
        "discharge.points": _ids(points),
        "landlocked": _ids(plan.landlocked),
        "structures": _ids(plan.structures),
        "waters": _ids(plan.waters),
    }
    for path, ids in groups.items():
        first: dict[str, int | None] = {}
        for id_ in ids:
            if id_.text in first:
                problems.add(
                    f"the id is already used on line {first[id_.text]}",
                    line=id_.line,
                    path=path,
                    value=id_.text,
                    expected="a name of its own for each",
                    remedy="rename one of the two, and what refers to it",
                )
            else:
                first[id_.text] = id_.line


@dataclass(frozen=True)
class _Places:
    """Where an id may be found: the names of the lists, and the ids in them."""

    named: str
    ids: Mapping[str, None]  # a set that keeps its order

    def __or__(self, other: _Places) -> _Places:
        return _Places(f"{self.named} or {other.named}", {**self.ids, **other.ids})


def _places(named: str, records: Iterable[Any] | None) -> _Places:
    return _Places(named, dict.fromkeys(id_.text for id_ in _ids(records)))


def _check_references(plan: Plan, problems: Problems) -> None:
    def refers(reference: Text | None, path: str, places: _Places) -> None:
        if reference is None or reference.text in places.ids:
            return
        some = paths.some(places.ids)
        problems.add(
            f"there is no such id under {places.named}",
            line=reference.line,
            path=path,
            value=reference.text,
            expected=f"one of: {some}" if some else f"an id under {places.named}",
            remedy="correct the id, or add what it names",
        )

    points = plan.discharge.points if plan.discharge else None
    actions = _places("actions", plan.actions)
    earlier_or_action = _places("earlier_projects", plan.earlier_projects) | actions
    practices = _places("practices", plan.practices)
    receivers = _places("waters", plan.waters) | practices | _places("landlocked", plan.landlocked)
    receivers_or_points = receivers | _places("discharge.points", points)
    for action in plan.actions:
        refers(action.counted_in, paths.of("actions", action) + ".counted_in", actions)
    for earlier in plan.earlier_projects or ():
        refers(earlier.part_of, paths.of("earlier_projects", earlier) + ".part_of", earlier_or_action)
    for boring in plan.borings or ():
        refers(boring.practice, paths.of("borings", boring) + ".practice", practices)
    for structure in plan.structures or ():
        for reference in structure.disconnected_from or ():
            refers(reference, paths.of("structures", structure) + ".disconnected_from", receivers)
    for point in points or ():
        refers(point.to, paths.of("discharge.points", point) + ".to", receivers_or_points)


def _check_circles(plan: Plan, problems: Problems) -> None:
    def step(records: Iterable[Any] | None, field: str) -> dict[str, Text]:
        pairs = ((record.id, getattr(record, field)) for record in records or ())
        return {id_.text: reference for id_, reference in pairs if id_ is not None and reference is not None}

    earlier: tuple[EarlierProject, ...] = plan.earlier_projects or ()
    for path, field, onward in (
        ("earlier_projects", "part_of", step(earlier, "part_of")),
        ("actions", "counted_in", step(plan.actions, "counted_in")),
    ):
        settled: set[str] = set()
        for start in onward:
            trail: dict[str, None] = {}  # a set that keeps its order
            here = start
            while here in onward and here not in settled and here not in trail:
                trail[here] = None
                here = onward[here].text
            if here in trail:
                order = list(trail)
                circle = [*order[order.index(here) :], here]
                problems.add(
                    f"this leads back to itself: {paths.some(circle, between=' > ')}",
                    line=onward[here].line,
                    path=paths.item(path, here) + f".{field}",
                    value=onward[here].text,
                    expected="a chain with an end",
                    remedy="remove one link of the circle",
                )
            settled.update(trail)


# ---- numbers that need no area ---------------------------------------------------------------------------------------


def _check_soils(plan: Plan, problems: Problems) -> None:
    if plan.soils is None or not plan.soils.hsg:
        return
    total = ZERO
    for share in plan.soils.hsg.values():
        total = total + window_of(share)
    if total.low is not None and total.low > 1:
        problems.add(
            "the shares of the soil groups add up to more than 100 %",
            line=next(iter(plan.soils.hsg.values())).line,
            path="soils.hsg",
            value=" + ".join(share.text for share in plan.soils.hsg.values()),
            expected="at most 100 %",
            remedy="correct a share",
        )


def _check_lots(plan: Plan, problems: Problems) -> None:
    for action in plan.actions:
        lots, buildable = action.lots, action.buildable_lots
        if lots is not None and buildable is not None and buildable.value > lots.value:
            problems.add(
                f"there are more buildable lots than lots ({lots.value})",
                line=buildable.line,
                path=paths.of("actions", action) + ".buildable_lots",
                value=buildable.text,
                expected=f"at most {lots.value}",
                remedy="correct one of the two",
            )
