"""One project for each way to be no project that can be run: each ends in one error that names file, line and value."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from headwater.errors import HandedFileError, HeadwaterError
from headwater.intake.handed_plan import plan_of
from headwater.intake.reading import read_handed
from headwater.review.analysis.analysis import analyse

BROKEN: Final = Path(__file__).parent / "broken"
REFUSED: Final = {
    "metric-units": r":2: FileUnits: 'Metric': the project keeps its numbers in other units",
    "no-block": r": there is no block in it",
    "sheet-rain-in-inches": r":3: P2: '3\.2': a depth of 3\.2 ft of rain was written in inches",
    "storm-in-inches": r":7: StormDepth: '4\.2': a depth of 4\.2 ft of rain was written in inches",
}
CONTRADICTORY: Final = {
    "curve-number-over-100": r":10: .*curve_number: '120': this number cannot be",
    "one-name-twice": r":9: .*'1S': the id is already used on line 5",
    "stages-that-fall": r":13: .*elevation: .*below the elevation before it",
    "water-into-no-node": r":4: .*to: '9P': there is no such pond, reach, link or outfall",
}
CIRCLE: Final = "two-ponds-in-a-circle"


def test_every_broken_project_is_looked_at() -> None:
    assert {path.stem for path in BROKEN.glob("*.hcp")} == {*REFUSED, *CONTRADICTORY, CIRCLE}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_with_its_line(name: str) -> None:
    with pytest.raises(HandedFileError, match=REFUSED[name]):
        read_handed(BROKEN / f"{name}.hcp", kind="hcp")


@pytest.mark.parametrize("name", CONTRADICTORY)
def test_what_contradicts_itself_is_read_and_then_told_by_its_line(name: str) -> None:
    handed = read_handed(BROKEN / f"{name}.hcp")
    assert handed.model is not None
    with pytest.raises(HandedFileError, match=CONTRADICTORY[name]):
        plan_of(handed)


def test_ponds_that_feed_each_other_are_read_and_not_run() -> None:
    plan = plan_of(read_handed(BROKEN / f"{CIRCLE}.hcp"))
    with pytest.raises(HeadwaterError, match=r"1P.*2P|2P.*1P"):
        analyse(plan)
