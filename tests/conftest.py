"""Switches and fixtures for every test: how long to look, which outside programs are there, and what was left out.

Owns the only environment variables that tests read:

HEADWATER_PROOF=1
    Full counts instead of quick ones (`make proof` sets it).
HEADWATER_CHROMIUM
    The path of a Chromium, when it is not on PATH under a usual name.
HEADWATER_REQUIRE_BROWSER=1
    A missing outside program (Chromium, poppler) is a failure, not a reason to leave a test out (`.ci/run` sets it).
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

PROOF = os.environ.get("HEADWATER_PROOF") == "1"
REQUIRED = os.environ.get("HEADWATER_REQUIRE_BROWSER") == "1"
LEFT_OUT = "left out: no "

# The quick profile draws the same examples every time, so that a run says nothing new by chance; the long one searches.
settings.register_profile("quick", max_examples=100, deadline=None, derandomize=True, database=None)
settings.register_profile(
    "proof", max_examples=5_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("proof" if PROOF else "quick")


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the folder that holds pyproject.toml."""
    return Path(__file__).parents[1]


@pytest.fixture(scope="session")
def how_many() -> Callable[[int, int], int]:
    """Return a function of two counts: the first in an everyday run, the second under `make proof`."""

    def choose(quick: int, full: int) -> int:
        return full if PROOF else quick

    return choose


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count as proofs, while proofs are run, all tests that have a count of their own for them."""
    for item in items if PROOF else ():
        if "how_many" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.proof)


def _program(program: str, *names: str, named: str | None = None) -> Path:
    """Return where the first of `names` is on PATH; leave the test out, or fail it, when there is none."""
    for name in (named,) if named else names:
        if path := shutil.which(name):
            return Path(path)
    if REQUIRED:
        pytest.fail(f"{program} is required here (HEADWATER_REQUIRE_BROWSER=1) and was not found", pytrace=False)
    pytest.skip(f"{LEFT_OUT}{program}")


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Return the path of Chromium, for Playwright's `executable_path`."""
    named = os.environ.get("HEADWATER_CHROMIUM")
    return _program("chromium", "chromium", "chromium-browser", "google-chrome", "chrome", named=named)


@pytest.fixture(scope="session")
def pdftotext() -> Path:
    """Return the path of poppler's pdftotext; pdftoppm and pdfinfo lie beside it."""
    return _program("poppler", "pdftotext")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None]:
    """Say, last of all, which tests were left out for want of an outside program."""
    yield
    left_out: defaultdict[str, list[str]] = defaultdict(list)
    for report in terminalreporter.stats.get("skipped", ()):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if LEFT_OUT in reason:
            left_out[reason.partition(LEFT_OUT)[2]].append(report.nodeid)
    terminalreporter.section("left out")
    for program, tests in sorted(left_out.items()):
        terminalreporter.write_line(f"for want of {program}, {len(tests)}:")
        for test in sorted(tests):
            terminalreporter.write_line(f"  {test}")
    if not left_out:
        terminalreporter.write_line("nothing for want of an outside program")
    if not PROOF:
        terminalreporter.write_line("the proofs, which `make proof` runs")
