"""Whatever is done to a printed report, it is read, or refused by one clear error, in bounded time.

The inputs are the laid-out samples with bytes turned, lines cut, doubled, swapped, made huge, and numbers made huge. An
input that fails is left in the folder of the run.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from tests.headwater.intake.hydrocad.laid_out import pond
from tests.headwater.intake.mutated_files import least_cpu_s

from headwater.cli.read import handed_document
from headwater.cli.screen import json_text
from headwater.errors import HandedFileError, IncompleteModelError
from headwater.intake.handed_plan import plan_of, section_text
from headwater.intake.reading import read_handed_bytes

GOLDEN: Final = Path(__file__).parents[3] / "golden"
SAMPLES: Final = (
    *sorted(GOLDEN.glob("hydrocad_*/reconstructed*.txt")),
    Path(__file__).parent / "whole-report.txt",
)
KIND: Final = "hydrocad-report"
# CPU time and no clock, so that other work beside it costs nothing; an input as it is takes 0.02 s.
MOST_CPU_S: Final = 2.0
MOST_BYTES: Final = 300_000
NUMBER: Final = re.compile(rb"[0-9]+(?:\.[0-9]+)?")
NUMBERS: Final = (b"0", b"-1", b"9" * 15, b"9" * 40, b"1e99", b"0.00000001", b"nan", b"1,2,3", b".", b"")


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return a sample with one to four things done to it."""
    for _ in range(rng.randint(1, 4)):
        if len(data) > MOST_BYTES:
            break
        lines = data.split(b"\n")
        at = rng.randrange(len(lines))
        match rng.randrange(9):
            case 0:
                place = rng.randrange(len(data) or 1)
                data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
            case 1:
                data = b"\n".join(lines[:at] + lines[at + rng.randint(1, 5) :])
            case 2:
                data = b"\n".join(lines[:at] + lines[at : at + 6] * rng.randint(2, 40) + lines[at:])
            case 3:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
                data = b"\n".join(lines)
            case 4:
                found = list(NUMBER.finditer(data))
                if found:
                    one = rng.choice(found)
                    data = data[: one.start()] + rng.choice(NUMBERS) + data[one.end() :]
            case 5:
                lines[at] = (lines[at] or b" ") * rng.choice((10, 300, 5_000))
                data = b"\n".join(lines)
            case 6:
                data = data[: rng.randrange(len(data) or 1)]
            case 7:
                lines[at] = lines[at].replace(b" ", b" " * rng.choice((2, 400)))
                data = b"\n".join(lines)
            case 8:
                place = rng.randrange(len(data) or 1)
                data = (
                    data[:place]
                    + rng.choice((b"\f", b"\xe2\x86\x91", b'"', b"'", b"#1 ", b"(" * 50, b"=" * 50))
                    + data[place:]
                )
    return data


def check(data: bytes) -> None:
    """Read one input, and whatever is made of what was read; only our own errors may come, and they are short."""
    start_s = time.process_time()
    said = ""
    try:
        handed = read_handed_bytes(data, file="mutated.txt", kind=KIND)
        assert json_text(handed_document(handed, 0)).endswith("\n")
        if handed.model is not None:
            section_text(handed, condition="proposed", datum="NAVD88")
        plan_of(handed)
    except (HandedFileError, IncompleteModelError) as error:
        said = str(error)
    assert len(said) < 100_000
    assert time.process_time() - start_s < MOST_CPU_S


def _check_kept(data: bytes, keep: Path) -> None:
    try:
        check(data)
    except BaseException:
        keep.write_bytes(data)
        raise


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.parent.name)
def test_a_mutated_report_is_read_or_refused(sample: Path, how_many: Callable[[int, int], int], tmp_path: Path) -> None:
    rng, data = random.Random(sample.parent.name), sample.read_bytes()
    for _ in range(how_many(40, 3_000)):
        _check_kept(mutated(data, rng), tmp_path / "failed.txt")


@pytest.mark.proof
@pytest.mark.parametrize("draw", range(5))
def test_many_mutated_reports_are_read_or_refused(
    draw: int, how_many: Callable[[int, int], int], tmp_path: Path
) -> None:
    rng = random.Random(1_000 + draw)
    samples = [sample.read_bytes() for sample in SAMPLES]
    for _ in range(how_many(40, 20_000)):
        _check_kept(mutated(rng.choice(samples), rng), tmp_path / "failed.txt")


def test_time_grows_with_the_length_of_a_report_and_no_faster() -> None:
    data = (GOLDEN / "hydrocad_middle_school" / "reconstructed.txt").read_bytes()
    blocks = data.split(b"Summary for Subcatchment 3S: Existing")[1]

    def spent_s(count: int) -> float:
        text = b"HydroCAD 10.00\nPrepared by us\n" + b"".join(
            b"Summary for Subcatchment %dS: x" % number + blocks for number in range(count)
        )
        return least_cpu_s(lambda: read_handed_bytes(text, file="long.txt", kind=KIND))

    spent_s(10)
    # Four times as long may take eight times as long, were it never so uneven; sixteen would be the square.
    assert spent_s(800) < 8 * max(spent_s(200), 0.05)


@pytest.mark.parametrize(
    "again", ["n= 0.013 and more words", "1.00 2,000 0 0", "1,000 cf Overall x 40.0% Voids", "[1] Hint: x"]
)
def test_a_table_that_does_not_end_is_read_in_time(again: str) -> None:
    text = pond("1P", "1.000", "1.00", "1.00", "0.100")
    for start in ("", "Volume Invert", "Elevation Surf.Area", "Device Routing"):
        begun = text if not start else text[: text.index("\n", text.index(start)) + 1]
        data = f"HydroCAD 10.00\nPrepared by us\n{begun}" + f"{again}\n" * 20_000
        start_s = time.process_time()
        read_handed_bytes(data.encode(), file="long.txt", kind=KIND)
        assert time.process_time() - start_s < MOST_CPU_S
