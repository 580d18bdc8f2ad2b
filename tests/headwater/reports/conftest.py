"""Plans, their assessment documents, and how a page, a PDF and a table are read back without our own code."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from headwater.editions.registry import load_edition
from headwater.intake.plan_file import read_plan
from headwater.reports.memo import memo_of
from headwater.reports.pdf import Paper, memo_pdf
from headwater.review.assessment import assess
from headwater.review.document import assessment_document

PLANS = Path(__file__).parent / "plans"
EDITIONS = {
    "corner-2011": "mcwd-2011",
    "home-2011": "mcwd-2011",
    "open-2011": "mcwd-2011",
    "shops-2024": "mcwd-2024",
}


@cache
def document_of(name: str) -> dict[str, Any]:
    """Return the assessment document of a plan in the folder beside this file."""
    plan = read_plan(PLANS / f"{name}.yaml")
    return assessment_document(assess(plan, load_edition(EDITIONS[name])))


@cache
def pdf_of(name: str, paper: Paper) -> bytes:
    """Return the memo of a plan as a PDF."""
    return memo_pdf(memo_of(document_of(name)), paper=paper)


@pytest.fixture(params=EDITIONS)
def name(request: pytest.FixtureRequest) -> str:
    """Return the name of each plan in turn."""
    return str(request.param)


@pytest.fixture
def document(name: str) -> dict[str, Any]:
    """Return the assessment document of each plan in turn."""
    return document_of(name)


@pytest.fixture
def corner() -> dict[str, Any]:
    """Return the assessment document of the plan with a little of everything."""
    return document_of("corner-2011")


@pytest.fixture
def text_of_pdf(pdftotext: Path, tmp_path: Path) -> Callable[..., str]:
    """Return a function that reads the text of a PDF, by poppler."""

    def read(pdf: bytes, *options: str) -> str:
        path = tmp_path / "read.pdf"
        path.write_bytes(pdf)
        done = subprocess.run(
            [str(pdftotext), *options, "-enc", "UTF-8", str(path), "-"], capture_output=True, check=True, timeout=60
        )
        return done.stdout.decode().replace("\u200b", "")

    return read
