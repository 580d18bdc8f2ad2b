"""Whatever is done to files of SWMM and WinTR-20, rainfall pages and workbooks, they are read or refused.

Only our own errors may come, in bounded time. Texts are mutated by lines, bytes and numbers; workbooks by the parts
that they are packed of, in the process of the test itself, since what the parser does there is what it does in its own.
"""

from __future__ import annotations

import io
import json
import random
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from tests.headwater.intake.mutated_files import mutated_text

from headwater.cli.read import handed_document
from headwater.cli.screen import json_text
from headwater.errors import HandedFileError, IncompleteModelError
from headwater.intake.handed_plan import submitted_of
from headwater.intake.reading import read_handed_bytes
from headwater.intake.workbook.cells import answer

ROOT: Final = Path(__file__).parents[3]
SAMPLES: Final = {
    "inp": ROOT / "examples/handed/reconstructed-basin.inp",
    "rpt": ROOT / "tests/golden/swmm_report/one-pond.rpt",
    "atlas14": ROOT / "examples/handed/reconstructed-atlas14.csv",
    "wintr20": ROOT / "examples/handed/reconstructed-wintr20.inp",
}
# CPU time and no clock; the samples as they are take under 0.05 s.
MOST_CPU_S: Final = 2.0
TEXTS: Final = [pytest.param(200, id="200 inputs"), pytest.param(100_000, marks=pytest.mark.proof, id="100,000 inputs")]
BOOKS: Final = [pytest.param(60, id="60 inputs"), pytest.param(5_000, marks=pytest.mark.proof, id="5,000 inputs")]


def check(data: bytes, kind: str) -> None:
    """Read one input, and make of it what is made of what was read."""
    start_s = time.process_time()
    said = "read"
    try:
        handed = read_handed_bytes(data, file="mutated", kind=kind)
        assert [line.number for line in handed.ledger.lines] == list(range(1, len(handed.ledger.lines) + 1))
        assert json_text(handed_document(handed, 0)).endswith("\n")
        submitted_of(handed, condition="proposed" if handed.model is not None else None, datum="NAVD88")
    except (HandedFileError, IncompleteModelError) as error:
        said = str(error)
    assert said
    assert time.process_time() - start_s < MOST_CPU_S


@pytest.mark.parametrize("count", TEXTS)
@pytest.mark.parametrize("kind", SAMPLES)
def test_texts_of_strangers_are_read_or_refused(kind: str, count: int, tmp_path: Path) -> None:
    sample = SAMPLES[kind].read_bytes()
    for seed in range(count):
        data = mutated_text(sample, random.Random(seed))
        _kept(lambda data=data: check(data, kind), data, tmp_path / f"{kind}-{seed}")  # type: ignore[misc]


def _kept(tried: Callable[[], object], data: bytes, path: Path) -> None:
    try:
        tried()
    except BaseException:
        path.write_bytes(data)
        raise


def _workbook() -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["Site area (acres)", 2.5], ["Proposed impervious surface", 43560, "sf"], ["Words", "=1+1"]):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _mutated_workbook(data: bytes, rng: random.Random) -> bytes:
    """Return a workbook with one of its parts mutated, or with its bytes."""
    if rng.random() < 0.3:
        return mutated_text(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    name = rng.choice(sorted(parts))
    parts[name] = mutated_text(parts[name].replace(b"><", b">\n<"), rng)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for each, content in parts.items():
            packed.writestr(each, content)
    return stream.getvalue()


@pytest.mark.parametrize("count", BOOKS)
def test_workbooks_of_strangers_are_read_or_refused(count: int, tmp_path: Path) -> None:
    sample = _workbook()
    for seed in range(count):
        data = _mutated_workbook(sample, random.Random(seed))
        start_s = time.process_time()
        _kept(lambda data=data: json.dumps(answer(data)), data, tmp_path / f"book-{seed}.xlsx")  # type: ignore[misc]
        assert time.process_time() - start_s < MOST_CPU_S
