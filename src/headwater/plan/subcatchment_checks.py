"""What a subcatchment, or its method of runoff, says against itself."""

from __future__ import annotations

from headwater.plan.curve_checks import only_one
from headwater.plan.drainage_walk import item_path
from headwater.plan.flow_paths import PipeStretch
from headwater.plan.problems import Problems
from headwater.plan.subcatchments import RunoffMethod, Subcatchment


def check_subcatchment(subcatchment: Subcatchment, path: str, problems: Problems) -> None:
    """Note land without an area, and a time of concentration that is given twice."""
    if subcatchment.areas == ():
        problems.add(
            "the subcatchment has no area",
            line=subcatchment.line,
            path=f"{path}.areas",
            expected="one piece of land or more",
            remedy="list its covers, or remove the subcatchment",
        )
    only_one(subcatchment, ("flow_path",), ("time_of_concentration",), path=path, problems=problems)
    for number, stretch in enumerate(subcatchment.flow_path or (), start=1):
        if isinstance(stretch, PipeStretch):
            where = item_path(f"{path}.flow_path", stretch, number)
            only_one(stretch, ("diameter",), ("width", "height"), path=where, problems=problems)
    if subcatchment.runoff is not None:
        check_method(subcatchment.runoff, f"{path}.runoff", problems)


def check_method(method: RunoffMethod, path: str, problems: Problems) -> None:
    """Note a peak rate factor beside a unit hydrograph that has its own."""
    shape, factor = method.unit_hydrograph, method.peak_rate_factor
    if factor is not None and shape is not None and shape.text != "gamma":
        problems.add(
            f"the {shape.text} unit hydrograph has a peak rate factor of its own",
            line=factor.line,
            path=f"{path}.peak_rate_factor",
            value=factor.text,
            expected="a peak rate factor beside `unit_hydrograph: gamma` alone",
            remedy="remove it, or write gamma",
        )
