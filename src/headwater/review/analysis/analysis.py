"""The drainage of a plan, run: each condition of the land in each storm.

Owns which conditions and storms are run, and what each of them says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from headwater.caution import Caution
from headwater.errors import IncompleteModelError, NetworkError, OutOfRangeError, UnknownNameError, shown
from headwater.hydraulics.results import Run
from headwater.hydraulics.simulation import USUAL_STEP_H
from headwater.hydraulics.simulation import Model as ReadyModel
from headwater.hydrology.storm import Storm, check_storm
from headwater.plan.model import CONDITIONS, Drainage, DrainageModel
from headwater.plan.plan import Plan
from headwater.review.analysis.floats import number
from headwater.review.analysis.model import Model, model_of
from headwater.review.analysis.outlets import outlet_cautions
from headwater.review.analysis.rain import storms_of

Progress = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class ConditionRuns:
    """One condition of the land: its model, what is to be said of it, and a run for each storm, in their order."""

    model: Model
    runs: tuple[Run, ...]
    cautions: tuple[Caution, ...]


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """All that was run of a plan."""

    plan: Plan
    storms: tuple[Storm, ...]
    conditions: tuple[ConditionRuns, ...]
    cautions: tuple[Caution, ...]
    """Of the storms; those of a model and of a run are with them."""


def analyse(
    plan: Plan,
    *,
    storms: Sequence[str] | None = None,
    conditions: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Return the runs of a plan's drainage section.

    Parameters
    ----------
    storms, conditions
        Ids of the storms, names of the conditions to run; None runs all that the plan has.
    progress
        Called with a line before each run.

    Raises
    ------
    IncompleteModelError
        If the plan has no drainage, no storm, or leaves out what a computation needs.
    UnknownNameError
        If a storm or condition is asked for that the plan does not have, or a curve or surface is not known.
    NetworkError, OutOfRangeError
        If water cannot run through a model.
    """
    drainage = plan.drainage
    if drainage is None:
        raise IncompleteModelError(
            f"plan {shown(plan.plan.text)} has no drainage model; expected `drainage:` with storms, subcatchments and "
            "an outfall; write one, or begin with examples/engine"
        )
    chosen = _chosen_storms(drainage, storms)
    models = _models(drainage, conditions)
    step_h = USUAL_STEP_H if drainage.time_step is None else number(drainage.time_step)
    said: list[Caution] = [caution for storm in chosen for caution in check_storm(storm)]
    found = []
    for stated, model in models:
        of_model = [*(caution for pond in stated.ponds or () for caution in outlet_cautions(pond)), *model.cautions]
        ready = ReadyModel(network=model.network)
        runs = []
        for storm in chosen:
            if progress is not None:
                progress(f"{model.condition}, {storm.id}")
            runs.append(ready.run(storm, dt_h=step_h, span_h=number(drainage.span)))
        found.append(ConditionRuns(model=model, runs=tuple(runs), cautions=tuple(dict.fromkeys(of_model))))
    return Analysis(plan=plan, storms=chosen, conditions=tuple(found), cautions=tuple(dict.fromkeys(said)))


def _chosen_storms(drainage: Drainage, ids: Sequence[str] | None) -> tuple[Storm, ...]:
    storms = storms_of(drainage)
    if not storms:
        raise IncompleteModelError(
            "drainage.storms: there is none; expected one storm or more; write depth and distribution of each"
        )
    if ids is None:
        return storms
    by_id = {storm.id: storm for storm in storms}
    for id_ in ids:
        if id_ not in by_id:
            raise UnknownNameError(
                f"storm {shown(id_)} is not in the plan; expected one of {', '.join(by_id)}; name one of them"
            )
    return tuple(by_id[id_] for id_ in dict.fromkeys(ids))


def _models(drainage: Drainage, names: Sequence[str] | None) -> list[tuple[DrainageModel, Model]]:
    present = {name: model for name in CONDITIONS if (model := getattr(drainage, name)) is not None}
    if not present:
        raise IncompleteModelError(
            f"drainage: it has no model; expected one of {', '.join(CONDITIONS)}; write the nodes of one"
        )
    for name in names or ():
        if name not in present:
            raise UnknownNameError(
                f"condition {shown(name)} is not in the plan; expected one of {', '.join(present)}; name one of them"
            )
    chosen = present if names is None else {name: present[name] for name in present if name in names}
    return [(model, _model(drainage, name)) for name, model in chosen.items()]


def _model(drainage: Drainage, condition: str) -> Model:
    """Return the model of one condition; what is wrong with it is told with the condition, since ids are in several."""
    try:
        return model_of(drainage, condition)
    except IncompleteModelError:  # names the whole way to each value
        raise
    except (NetworkError, OutOfRangeError, UnknownNameError) as error:
        raise type(error)(f"{condition}: {error}") from error
