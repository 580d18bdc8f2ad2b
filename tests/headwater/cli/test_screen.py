"""What reaches the terminal: whole or with an error, the exit code kept, and nothing in it that steers the screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from headwater.cli.screen import json_text, visible

# One home on a small site needs no permit, so that `check` ends with 0; the store is short of volume and ends with 1.
STORE = """
headwater: 1
plan: "A store \u202egnp.exe"
received: 2012-05-14
site: {area: 2.55 ac, disturbed: 1.20 ac, former_use: other}
surfaces: {kept: 0 sf, reconstructed: "12,000 sf", removed: "4,000 sf", new: "30,000 sf"}
actions: [{id: "store\u200b\u2066", kind: redevelopment, use: commercial}]
practices: [{id: basin, kind: infiltration basin, volume_below_overflow: "3,400 cf"}]
"""
NOT_MET, BAD_INPUT = 1, 3


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "store.yaml"
    path.write_text(STORE, encoding="utf-8")
    return path


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "headwater.cli.main", *map(str, arguments)]


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, encoding="utf-8", timeout=60)


def in_shell(text: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command as `"$@"` in a line of a shell."""
    line = ["sh", "-c", text, "sh", *command(*arguments)]
    return subprocess.run(line, capture_output=True, encoding="utf-8", timeout=60)


def test_marks_that_turn_writing_round_are_shown_by_their_code(store: Path) -> None:
    out = run("check", store).stdout
    assert "A store ‹U+202E›gnp.exe" in out
    assert not {"\u202e", "\u200b", "\u2066"} & set(out)


def test_json_escapes_them_and_keeps_the_value(store: Path) -> None:
    out = run("check", store, "--json").stdout
    assert not {"\u202e", "\u200b", "\u2066"} & set(out)
    assert json.loads(out)["plan"]["name"] == "A store \u202egnp.exe"


@pytest.mark.parametrize("letter", ["\x1b", "\x9b", "\x07", "\u202e", "\u2028", "\ud800", "\ufeff", "\U000e0041"])
def test_no_hidden_letter_is_printed_and_none_is_lost_from_json(letter: str) -> None:
    assert visible(f"a{letter}b\n") == f"a‹U+{ord(letter):04X}›b\n"
    assert letter not in json_text({"text": letter})
    assert json.loads(json_text({"text": letter})) == {"text": letter}


def test_a_reason_on_the_command_line_steers_nothing(store: Path) -> None:
    done = run("check", store, "--edition", "mcwd-2005", "--because", "to\x1b[2J\x9bcompare")
    assert "because: to‹U+001B›[2J‹U+009B›compare" in done.stdout


@pytest.mark.parametrize("arguments", [("check",), ("check", "x.yaml", "--overlay"), ("verify", "--overlay")])
def test_a_name_of_a_file_steers_nothing_and_forges_no_line(arguments: tuple[str, ...]) -> None:
    done = run(*arguments, "no\x1b[31m.yaml")
    assert done.returncode == BAD_INPUT
    assert "\x1b" not in done.stderr
    assert run("check", "no\nsuch.yaml").stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("check",), ("check", "--json"), ("compare",)])
def test_a_full_disk_is_told_and_is_no_verdict(store: Path, arguments: tuple[str, ...]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = in_shell('"$@" > /dev/full', *arguments, store)
    assert (done.returncode, done.stderr) == (BAD_INPUT, "the output cannot be written: No space left on device\n")


def test_help_on_a_full_disk_is_told_too() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    assert in_shell('"$@" > /dev/full', "check", "--help").returncode == BAD_INPUT


def test_the_exit_code_is_kept_when_the_reader_leaves_early(store: Path) -> None:
    done = in_shell('{ "$@"; echo "code $?" >&2; } | head -c 1', "check", store)
    assert done.stderr == f"code {NOT_MET}\n"


def test_the_exit_code_is_kept_when_a_stream_is_closed(store: Path) -> None:
    assert in_shell('"$@" >&-', "check", store).returncode == NOT_MET
    assert in_shell('"$@" 2>&-', "check", store).returncode == NOT_MET
    assert in_shell('"$@" 2>&-', "check", "none.yaml").returncode == BAD_INPUT


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_an_overlay_that_is_a_pipe_or_a_device_is_refused_and_not_waited_for(store: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path / "pipe.yaml", Path("/dev/zero"), tmp_path):
        done = run("check", store, "--overlay", path)
        assert done.returncode == BAD_INPUT
        assert "is not a file" in done.stderr
