"""Whatever is done to a PDF, its pages are given or it is refused, within the time that its own process has.

The parser is asked here in the process of the tests, where a hundred are asked in the time that one takes to start; a
few go the whole way, through a process of their own and the reader of the report.
"""

from __future__ import annotations

import json
import random
import signal
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import pytest
from tests.headwater.intake.mutated_files import mutated_bytes, mutated_text
from tests.headwater.intake.printed_pdf import printed_pdf

from headwater.errors import HandedFileError
from headwater.intake.pdf_pages import answer
from headwater.intake.reading import read_handed_bytes

pytestmark = pytest.mark.pdf

REPORT: Final = Path(__file__).parents[2] / "golden/hydrocad_eugene_tank/reconstructed.txt"
MOST_CPU_S: Final = 20.0


class Late(BaseException):
    """Nothing in a parser may catch it."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise Late(f"over {seconds:g} s of CPU time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _samples() -> list[bytes]:
    """Return PDFs of one report: as typeset, and by hand with its content unpacked, where a turned byte does more."""
    lines = REPORT.read_text(encoding="utf-8").encode("ascii", "replace").decode().split("\n")
    shown = b"\n".join(
        b"BT /F1 7 Tf 1 0 0 1 36 %d Tm (%s) Tj ET" % (760 - 12 * at, line.replace("(", "[").replace(")", "]").encode())
        for at, line in enumerate(lines)
    )
    packed = zlib.compress(shown)
    return [
        printed_pdf([REPORT.read_text(encoding="utf-8")]),
        _by_hand(shown, b""),
        _by_hand(packed, b"/Filter/FlateDecode"),
    ]


def _by_hand(content: bytes, encoding: bytes) -> bytes:
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 792 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(content), encoding, content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
    )
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(out)
    return out + b"xref\n0 6\n0000000000 65535 f \n%strailer\n<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        table,
        start,
    )


def _asked(data: bytes, keep: Path) -> None:
    try:
        with _within(MOST_CPU_S):
            found = answer(data)
        assert set(found) <= {"refused", "remedy"} or set(found) == {
            "pages",
            "unreadable",
            "recognised",
            "partly",
            "unordered",
        }
        assert len(json.dumps(found)) < 40_000_000
    except BaseException:
        keep.write_bytes(data)
        raise


def test_the_samples_themselves_are_read_whole() -> None:
    for data in _samples():
        handed = read_handed_bytes(data, file="whole.pdf")
        assert ("peak_elevation_ft", "887.62") in [(claim.quantity, claim.text) for claim in handed.claims]


@pytest.mark.parametrize("sample", range(3))
def test_a_mutated_pdf_gives_pages_or_is_refused(
    sample: int, how_many: Callable[[int, int], int], tmp_path: Path
) -> None:
    rng, data = random.Random(sample), _samples()[sample]
    for _ in range(how_many(70, 1_700)):
        _asked(rng.choice((mutated_bytes, mutated_text))(data, rng), tmp_path / "failed.pdf")


def test_a_mutated_pdf_ends_in_one_clear_error_or_a_reading(how_many: Callable[[int, int], int]) -> None:
    rng, samples = random.Random(9), _samples()
    for _ in range(how_many(6, 300)):
        said = ""
        try:
            handed = read_handed_bytes(mutated_bytes(rng.choice(samples), rng), file="mutated.pdf", kind="pdf")
            assert handed.ledger.lines
        except HandedFileError as error:
            said = str(error)
        assert len(said) < 2_000
