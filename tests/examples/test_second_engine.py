"""The drainage models of the examples come out of EPA SWMM as they come out of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.hydraulics.swmm.export import SECOND_H, ExportOptions
from headwater.hydraulics.swmm.ledger import explained
from headwater.intake.plan_file import read_plan
from headwater.review.analysis.analysis import analyse

# What comes after thirty hours is drawdown; five seconds move no peak of these by a thousandth.
SPAN_H = 30.0
STEPS = ExportOptions(routing_step_h=5 * SECOND_H, report_step_h=30 * SECOND_H)


@pytest.mark.parametrize("name", ["one-pond", "twenty-nodes"])
def test_every_condition_and_storm_of_an_example_is_within_or_explained(name: str, repository: Path) -> None:
    pytest.importorskip("swmm")
    analysis = analyse(read_plan(repository / "examples" / "engine" / f"{name}.yaml"))
    for condition in analysis.conditions:
        for storm in analysis.storms:
            ledger = explained(condition.model.network, storm, span_h=SPAN_H, options=STEPS)
            assert ledger.settled, (condition.model.condition, storm.id, ledger.outside, ledger.reason)
            assert len(ledger.outside) <= 1
