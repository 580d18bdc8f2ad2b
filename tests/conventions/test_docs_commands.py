"""What the README and the docs tell a reader to type runs, and prints what the page says that it prints.

Three kinds of fenced blocks are looked at. In a `console` block a line after `$` is typed, and what follows it is what
it prints, with `...` for what the page leaves out; where lines break does not matter. In an `sh` block of the README or
a tutorial each line that begins with `headwater` is typed. A block under a comment `<!-- file: plan.yaml -->` is a file
that the reader writes. The commands of one page run in its order, in one scratch folder that holds the examples.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
LESSONS = [ROOT / "README.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md"))]
PAGES = [*LESSONS, *sorted(path for path in (ROOT / "docs").rglob("*.md") if path not in LESSONS)]
BLOCK = re.compile(
    r"(?:^ *<!-- file: (?P<file>\S+) -->\n\n?)?^(?P<indent> *)```(?P<kind>[^\n`]+)\n(?P<body>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
OURS = ("headwater", ".venv/bin/headwater")
# What else a page may have its reader type.
AND = ("cp", "ls", "sed")
ASSESSED = (0, 1, 2)
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True, kw_only=True)
class Typed:
    """One line that a reader types, and what the page says that it prints, if it says anything."""

    line: str
    prints: str = ""


@dataclass(frozen=True, kw_only=True)
class Written:
    """A file that a page has its reader write."""

    name: str
    text: str


def steps(page: Path) -> Iterator[Typed | Written]:
    """Yield what a reader of the page does, in order."""
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        kind, body = block["kind"].strip(), textwrap.dedent(block["body"])
        if block["file"]:
            yield Written(name=block["file"], text=body)
        elif kind == "console":
            yield from in_console(body)
        elif kind == "sh" and page in LESSONS:
            yield from (Typed(line=line) for line in body.splitlines() if line.startswith(OURS))


def in_console(body: str) -> Iterator[Typed]:
    """Yield each line after `$` with what follows it; commands that are not ours to run are passed over."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        line, _, prints = part.partition("\n")
        if line.startswith((*OURS, *AND)):
            yield Typed(line=line, prints=prints)


def at_work(page: Path) -> object:
    """Return the page as a parameter, marked where it has a PDF typeset."""
    typesets = any(isinstance(step, Typed) and "headwater report" in step.line for step in steps(page))
    return pytest.param(page, id=str(page.relative_to(ROOT)), marks=[pytest.mark.pdf] if typesets else [])


WITH_STEPS = [at_work(page) for page in PAGES if any(isinstance(step, Typed) for step in steps(page))]


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """Return a folder as a reader has it: the examples, and `headwater` in `.venv/bin` and on the path."""
    program = tmp_path / ".venv" / "bin" / "headwater"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m headwater.cli.main "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


def type_in(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    )


@pytest.mark.parametrize("page", WITH_STEPS)
def test_every_command_of_a_page_runs_and_prints_what_the_page_says(page: Path, scratch: Path) -> None:
    for step in steps(page):
        if isinstance(step, Written):
            (scratch / step.name).write_text(step.text, encoding="utf-8")
            continue
        run = type_in(step.line, scratch)
        if run.returncode not in ASSESSED:
            pytest.fail(f"$ {step.line}\nends with {run.returncode}:\n{run.stdout}", pytrace=False)
        same = doctest.OutputChecker().check_output(step.prints, run.stdout, LOOSELY)
        if step.prints.strip() and not same:
            pytest.fail(f"$ {step.line}\nprints\n{run.stdout}\nand not\n{step.prints}", pytrace=False)


def test_the_readme_and_every_tutorial_have_something_to_type() -> None:
    idle = [page.name for page in LESSONS if page.name != "index.md" and not any(True for _ in steps(page))]
    assert idle == []


# ---- examples in Python ----------------------------------------------------------------------------------------------

IN_PYTHON = [page for page in PAGES if "\n>>> " in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", IN_PYTHON, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_example_in_python_gives_what_the_page_says(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = page.read_text(encoding="utf-8")
    examples = "\n".join(block["body"] for block in BLOCK.finditer(text) if "python" in block["kind"])
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    said: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert tried
    assert not failed, "".join(said)
