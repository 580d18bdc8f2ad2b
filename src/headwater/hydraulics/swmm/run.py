"""Running an input file of SWMM in a process of its own, within limits, and reading its answer.

Owns the process, its temporary folder, and what is said when it fails: whatever happens to the engine, what comes back
is an answer or one error. What the engine does before it fails is lost on purpose.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from headwater.errors import SecondEngineError
from headwater.hydraulics.swmm.export import Exported
from headwater.hydraulics.swmm.output_file import OutputFile, read_output

MOST_BYTES = 2_000_000_000
LONGEST_LINE = 1_000


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the engine may take: minutes on the clock, and bytes of memory (where the system can hold it to them)."""

    time_min: float = 10.0
    most_bytes: int = MOST_BYTES


@dataclass(frozen=True, kw_only=True, eq=False)
class EngineRun:
    """What SWMM gave: its version, its own error of continuity as a share of the flow, and its series."""

    version: str
    continuity_fraction: float
    output: OutputFile


def run_engine(exported: Exported, *, limits: Limits | None = None) -> EngineRun:
    """Return the answer of EPA SWMM to an exported network.

    Raises
    ------
    SecondEngineError
        If the engine is not installed, refuses the input, crashes, or takes more than it may.
    """
    return run_text(exported.text, limits=limits)


def run_text(text: str, *, limits: Limits | None = None) -> EngineRun:
    """Return the answer of EPA SWMM to the text of an input file; errors as of `run_engine`."""
    limits = limits or Limits()
    if find_spec("swmm") is None:
        raise SecondEngineError(
            "EPA SWMM is not installed; expected the package swmm-toolkit; install headwater with its extra: "
            'pip install "headwater[swmm]"'
        )
    longest = max(map(len, text.splitlines()), default=0)
    if longest > LONGEST_LINE:
        raise SecondEngineError(
            f"the input for EPA SWMM has a line of {longest:,} characters; expected at most {LONGEST_LINE:,}, as "
            "longer ones make it crash; shorten names and lines"
        )
    with tempfile.TemporaryDirectory(prefix="headwater-swmm-") as folder:
        return _run_in(Path(folder), text, limits)


def _run_in(folder: Path, text: str, limits: Limits) -> EngineRun:
    source, report, output = folder / "model.inp", folder / "model.rpt", folder / "model.out"
    source.write_text(text, encoding="ascii")
    seconds = limits.time_min * 60
    command = [sys.executable, "-m", "headwater.hydraulics.swmm.child", str(source), str(report), str(output)]
    try:
        done = subprocess.run(
            [*command, str(limits.most_bytes), str(max(1, round(seconds)))],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONSAFEPATH": "1"},
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise SecondEngineError(
            f"EPA SWMM was stopped after {limits.time_min:g} minutes; expected an end within them; give it more time, "
            "or a shorter span or a longer routing step"
        ) from late
    if done.returncode != 0:
        raise _failed(done.returncode, report, done.stderr.decode(errors="replace"))
    answer = json.loads(done.stdout)
    return EngineRun(
        version=answer["version"],
        continuity_fraction=float(answer["flow_error_pct"]) / 100,
        output=read_output(output.read_bytes()),
    )


def _failed(code: int, report: Path, complaint: str) -> SecondEngineError:
    if code < 0:
        return SecondEngineError(
            f"EPA SWMM crashed (signal {-code}); expected it to come to an end; give it more memory or a shorter span, "
            "and report the model if it stays so"
        )
    written = report.read_text(encoding="utf-8", errors="replace") if report.is_file() else ""
    said = re.findall(r"ERROR \d+:[^\n]*", written) or complaint.strip().splitlines()[-1:]
    return SecondEngineError(
        f"EPA SWMM refuses the input: {'; '.join(line.strip()[:200] for line in said[:3]) or 'without a word'}; "
        "expected a model that it can run; look at the element it names"
    )
