"""Whatever happens to the second engine, what comes back is an answer or one clear error."""

from __future__ import annotations

import struct
import subprocess
import sys

import pytest

import headwater.hydraulics.swmm.run as run_module
from headwater.errors import SecondEngineError
from headwater.hydraulics.swmm.output_file import read_output
from headwater.hydraulics.swmm.run import Limits, run_text

pytest.importorskip("swmm")

SMALL = """[OPTIONS]
FLOW_UNITS CFS
FLOW_ROUTING DYNWAVE
START_DATE 01/01/2020
END_DATE 01/01/2020
END_TIME {hours}:00:00
REPORT_STEP 00:01:00
ROUTING_STEP 1
VARIABLE_STEP 0
[JUNCTIONS]
J1 10 5 0 0 0
[OUTFALLS]
O1 9 FREE NO
[CONDUITS]
C1 J1 {to} 100 0.013 0 0 0 0
[XSECTIONS]
C1 CIRCULAR 2 0 0 0 1
[INFLOWS]
J1 FLOW "" FLOW 1.0 1.0 3.0
[REPORT]
NODES ALL
LINKS ALL
"""


def test_a_steady_flow_comes_out_as_it_went_in() -> None:
    run = run_text(SMALL.format(hours="02", to="O1"))
    assert run.version == "5.2.4"
    assert run.output.time_h[[0, -1]] == pytest.approx([1 / 60, 2.0])
    assert run.output.flow_cfs["C1"][-1] == pytest.approx(3.0, rel=1e-4)
    assert run.output.depth_ft["J1"].shape == run.output.time_h.shape


def test_an_input_that_the_engine_refuses_is_one_error_in_its_words() -> None:
    with pytest.raises(SecondEngineError, match=r"refuses the input: ERROR 209: undefined object NOWHERE"):
        run_text(SMALL.format(hours="02", to="NOWHERE"))


def test_a_run_that_takes_too_long_is_stopped() -> None:
    # Three hundredths of a second are not enough to start a process, however fast the machine.
    with pytest.raises(SecondEngineError, match=r"stopped after 0\.0005 minutes.*give it more time"):
        run_text(SMALL.format(hours="23", to="O1"), limits=Limits(time_min=0.0005))


def test_a_run_that_may_take_less_memory_than_it_needs_is_an_error_and_no_crash_of_ours() -> None:
    with pytest.raises(SecondEngineError, match="EPA SWMM"):
        run_text(SMALL.format(hours="01", to="O1"), limits=Limits(most_bytes=5_000_000))


def test_a_line_that_would_crash_the_engine_is_not_given_to_it() -> None:
    with pytest.raises(SecondEngineError, match=r"a line of 5,\d+ characters"):
        run_text(SMALL.format(hours="01", to="O" * 5000))


def test_a_process_that_dies_of_a_signal_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(*_: object, **__: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess([], -11, b"", b"")

    monkeypatch.setattr(subprocess, "run", dying)
    with pytest.raises(SecondEngineError, match=r"crashed \(signal 11\)"):
        run_text(SMALL.format(hours="01", to="O1"))


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "find_spec", lambda _: None)
    with pytest.raises(SecondEngineError, match=r"not installed.*headwater\[swmm\]"):
        run_text(SMALL)


@pytest.mark.parametrize("content", [b"", b"\0" * 100, struct.pack("<7i", 516_114_522, 52004, 1, 0, 1, 1, 0)])
def test_an_output_that_is_cut_short_is_one_error(content: bytes) -> None:
    with pytest.raises(SecondEngineError, match="cannot be read"):
        read_output(content)


def test_this_process_never_loads_the_engine() -> None:
    code = (
        "import sys, headwater.hydraulics.swmm.ledger as l;"
        "print(*[n for n in sys.modules if n.partition('.')[0] == 'swmm'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == []
