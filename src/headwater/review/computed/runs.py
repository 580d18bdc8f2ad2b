"""The runs of a plan's drainage that its facts are read from, by condition and storm.

A condition that cannot be run is said so; the others still are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from headwater.errors import HeadwaterError
from headwater.hydraulics.network import Network
from headwater.hydraulics.results import NodeAnswer, Run
from headwater.plan import paths
from headwater.plan.model import CONDITIONS, DrainageModel
from headwater.plan.plan import Plan
from headwater.review.analysis.analysis import analyse
from headwater.review.computed.meeting import Meeting
from headwater.review.computed.storms import RuleStorms, drainage_of


@dataclass(frozen=True, kw_only=True)
class Condition:
    """One condition of the land, run: what the plan says of it, the network, and the runs by the id of the storm."""

    name: str
    stated: DrainageModel
    network: Network
    runs: Mapping[str, Run]


@dataclass(frozen=True, kw_only=True)
class Runs:
    """All conditions that could be run, and which storms stand for those of a rule."""

    conditions: Mapping[str, Condition]
    storms: RuleStorms
    datum: str | None

    def each(self, *, any_duration: bool = False) -> Iterator[tuple[Condition, str, tuple[Run, ...]]]:
        """Yield each condition with each storm that a rule names, and the runs that stand for it."""
        named = self.storms.any_duration if any_duration else self.storms.by_name
        for condition in self.conditions.values():
            for name, ids in named.items():
                yield condition, name, tuple(condition.runs[id_] for id_ in ids)

    def source(self, condition: Condition, what: str, run: Run) -> str:
        """Return where a number came out of, in words."""
        return f"drainage.{condition.name}, {what}, storm {run.storm.id}"


def runs_of(plan: Plan, storms: RuleStorms, datum: str | None, meeting: Meeting) -> Runs:
    """Return the runs of every condition in the storms of a rule."""
    drainage = drainage_of(plan)
    found: dict[str, Condition] = {}
    for name in CONDITIONS:
        stated: DrainageModel | None = getattr(drainage, name)
        if stated is None or not storms.all_ids:
            continue
        try:
            analysis = analyse(plan, storms=storms.all_ids, conditions=(name,))
        except HeadwaterError as error:
            meeting.leave_out(f"drainage.{name}", str(error))
            continue
        (condition,) = analysis.conditions
        meeting.warn("", analysis.cautions)
        meeting.warn(name, condition.cautions)
        for run in condition.runs:
            meeting.warn(f"{name}, {run.storm.id}", run.cautions)
        runs = {run.storm.id: run for run in condition.runs}
        found[name] = Condition(name=name, stated=stated, network=condition.model.network, runs=runs)
    return Runs(conditions=found, storms=storms, datum=datum)


def most(runs: tuple[Run, ...], figure: Callable[[Run], float | None]) -> tuple[float, Run] | None:
    """Return the greatest of a figure over runs, with its run; None where one of them does not have it."""
    figures = [(figure(run), run) for run in runs]
    known = [(value, run) for value, run in figures if value is not None]
    return max(known, key=lambda pair: pair[0]) if known and len(known) == len(figures) else None


def why_not(run: Run, node: str) -> str:
    """Return why a node has no answer in a run."""
    answer: NodeAnswer = run.nodes[node]
    if answer.status == "storage exceeded" and answer.shortfall is not None:
        return (
            f"the storage of {node} is exceeded in storm {run.storm.id} at {answer.shortfall.time_h:.2f} h, by "
            f"{answer.shortfall.short_cf:,.0f} cf"
        )
    return f"{node} is not computed in storm {run.storm.id}, since {answer.because or 'a node above'} has no answer"


def standing_for(condition: Condition, key: str, id_: str) -> tuple[str, ...]:
    """Return the ponds of a model that say by `key` that they are this item of the plan."""
    named = ((pond.id.text, getattr(pond, key)) for pond in condition.stated.ponds or ())
    return tuple(pond for pond, item in named if item is not None and item.text == id_)


def several(ponds: tuple[str, ...]) -> str:
    """Return why nothing is read from several ponds of one item: which of them counts is not ours to choose."""
    return f"ponds {paths.some(ponds)} all say that they stand for it; name one of them"
