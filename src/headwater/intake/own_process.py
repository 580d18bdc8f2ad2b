"""A parser of other people's files in a process of its own: `python -m headwater.intake.own_process MODULE ...`.

Owns the process and its limits of memory, time and output, on both sides. What is large, or was not written for files
of strangers, runs here: whatever a file does to it, what comes back is an answer or one error. The module that parses
has a function `answer(data)`, which gives what JSON can hold; `{"refused": words}` says why there is none.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from headwater.intake.opening import refuse

PARSERS: Final = frozenset({"headwater.intake.pdf_pages", "headwater.intake.workbook.cells"})
"""The modules that may be named; each is ours, and alone in importing the library that it parses with."""
_LAST_WORDS: Final = 2_000


@dataclass(frozen=True, kw_only=True)
class OwnLimits:
    """What a parser may take: minutes on the clock, bytes of memory, and bytes of answer."""

    time_min: float = 1.0
    most_bytes: int = 1_500_000_000
    answer_bytes: int = 120_000_000


def answer_of(parser: str, data: bytes, *, file: str, what: str, limits: OwnLimits | None = None) -> dict[str, Any]:
    """Return what a parser answers to the bytes of a file.

    Parameters
    ----------
    parser
        One of `PARSERS`.
    what
        The kind of file in words, for messages.

    Raises
    ------
    HandedFileError
        If the parser refuses the file, crashes on it, or takes more than it may.
    """
    assert parser in PARSERS
    limits = limits or OwnLimits()
    with tempfile.TemporaryDirectory(prefix="headwater-own-") as folder:
        source, answer, complaint = (Path(folder) / name for name in ("handed", "answer", "complaint"))
        source.write_bytes(data)
        code = _run(parser, source, answer, complaint, limits)
        if code == 0:
            found: dict[str, Any] = json.loads(answer.read_bytes())
            if "refused" not in found:
                return found
            refuse(file, str(found["refused"]), expected=what, remedy=str(found.get("remedy", _REMEDY)))
        said = complaint.read_bytes()[-_LAST_WORDS:].decode(errors="replace") if complaint.is_file() else ""
        refuse(file, f"the file cannot be parsed: {_why(code, said, limits)}", expected=what, remedy=_REMEDY)


_REMEDY: Final = "save it again with the program that made it, or hand in a text export"


def _run(parser: str, source: Path, answer: Path, complaint: Path, limits: OwnLimits) -> int | None:
    """Return the exit code of the process; None where it was stopped."""
    command = [sys.executable, "-X", "utf8", "-m", __name__, parser, str(source)]
    seconds = limits.time_min * 60
    with answer.open("wb") as out, complaint.open("wb") as errors:
        try:
            done = subprocess.run(
                [*command, str(limits.most_bytes), str(max(1, round(seconds))), str(limits.answer_bytes)],
                cwd=source.parent,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
                timeout=seconds,
                env={**os.environ, "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"},
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None
    return done.returncode


def _why(code: int | None, said: str, limits: OwnLimits) -> str:
    if code is None:
        return f"it was stopped after {limits.time_min * 60:g} seconds"
    if code < 0:
        return f"its parser was stopped by the system (signal {-code}), for the memory or time that it took"
    last = said.strip().splitlines()[-1:] or ["without a word"]
    # The name of the error alone: its words may hold anything that the file has.
    name = last[0].split(":")[0].strip()[:80]
    return "it takes more memory than it may" if name == "MemoryError" else name


# ---- in the process itself -------------------------------------------------------------------------------------------


def main(arguments: list[str]) -> int:
    """Parse one file, and write the answer to the standard output."""
    parser, source, most_bytes, most_s, answer_bytes = arguments
    if parser not in PARSERS:
        return 2
    _limit(int(most_bytes), int(most_s), int(answer_bytes))
    found = json.dumps(importlib.import_module(parser).answer(Path(source).read_bytes()))
    if len(found) > int(answer_bytes):  # all of it is ASCII
        found = json.dumps({"refused": f"what it unpacks to is longer than {int(answer_bytes):,} characters"})
    sys.stdout.write(found)
    sys.stdout.flush()
    return 0


def _limit(most_bytes: int, most_s: int, answer_bytes: int) -> None:
    try:
        import resource
    except ImportError:  # not on every system; the parent's clock holds everywhere
        return
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (most_s, most_s + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (answer_bytes, answer_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
