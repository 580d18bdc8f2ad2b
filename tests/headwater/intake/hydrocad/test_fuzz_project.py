"""Whatever is done to a HydroCAD project, it is read, or refused by one clear error, in bounded time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from tests.headwater.intake.mutated_files import least_cpu_s, mutated_text

from headwater.cli.read import handed_document
from headwater.cli.screen import json_text
from headwater.errors import HandedFileError, IncompleteModelError
from headwater.intake.handed_plan import plan_of, section_text
from headwater.intake.reading import read_handed_bytes
from headwater.plan.drainage_gaps import gaps_of

SAMPLE: Final = Path(__file__).parents[4] / "examples/handed/reconstructed-one-pond.hcp"
# CPU time and no clock, so that other work beside it costs nothing; the sample as it is takes 0.01 s.
MOST_CPU_S: Final = 2.0


def check(data: bytes) -> None:
    """Read one input, and make of it what is made of what was read; only our own errors may come."""
    start_s = time.process_time()
    said = ""
    try:
        handed = read_handed_bytes(data, file="mutated.hcp", kind="hcp")
        assert [line.number for line in handed.ledger.lines] == list(range(1, len(handed.ledger.lines) + 1))
        assert json_text(handed_document(handed, 0)).endswith("\n")
        if handed.model is not None:
            section_text(handed, condition="proposed", datum="NAVD88")
        drainage = plan_of(handed).drainage
        assert drainage is not None
        gaps_of(drainage, "proposed")
    except (HandedFileError, IncompleteModelError) as error:
        said = str(error)
    assert len(said) < 200_000
    assert time.process_time() - start_s < MOST_CPU_S


def _check_kept(data: bytes, keep: Path) -> None:
    try:
        check(data)
    except BaseException:
        keep.write_bytes(data)
        raise


def test_a_mutated_project_is_read_or_refused(how_many: Callable[[int, int], int], tmp_path: Path) -> None:
    rng, data = random.Random(1), SAMPLE.read_bytes()
    for _ in range(how_many(200, 20_000)):
        _check_kept(mutated_text(data, rng), tmp_path / "failed.hcp")


@pytest.mark.proof
@pytest.mark.parametrize("draw", range(4))
def test_many_mutated_projects_are_read_or_refused(
    draw: int, how_many: Callable[[int, int], int], tmp_path: Path
) -> None:
    rng, data = random.Random(1_000 + draw), SAMPLE.read_bytes()
    for _ in range(how_many(200, 20_000)):
        _check_kept(mutated_text(data, rng), tmp_path / "failed.hcp")


def test_time_grows_with_the_length_of_a_project_and_no_faster() -> None:
    def spent_s(count: int) -> float:
        text = "[HydroCAD]\nFileUnits=English\n\n" + "".join(
            f"[NODE]\nNumber={at}P\nType=Pond\nOutflow={at + 1}P\n\n[STAGE]\nElev=900\nArea=100\n\n"
            f"[STAGE]\nElev=905\nArea=100\n\n[DEVICE]\nType=Orifice\nRouting=Primary\nInvert=900\nDiam=0.5\n\n"
            for at in range(count)
        )
        data = text.encode()
        return least_cpu_s(lambda: read_handed_bytes(data, file="long.hcp", kind="hcp"))

    spent_s(10)
    # Four times as long may take eight times as long, were it never so uneven; sixteen would be the square.
    assert spent_s(4_000) < 8 * max(spent_s(1_000), 0.05)


def test_one_node_of_very_many_keys_takes_no_square_of_time() -> None:
    def spent_s(count: int) -> float:
        text = "[NODE]\nNumber=1P\nType=Pond\n" + "Outflow=2P\n" * count + "XYPos=1 2\n" * count
        data = text.encode()
        return least_cpu_s(lambda: read_handed_bytes(data, file="long.hcp", kind="hcp"))

    spent_s(10)
    assert spent_s(80_000) < 8 * max(spent_s(20_000), 0.1)
