"""The page of reproduced peaks is current, and what it says holds."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_peaks", REFERENCE / "make_peaks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = maker()


def test_the_page_of_reproduced_peaks_is_current() -> None:
    written = (REFERENCE / "peaks-reproduced.md").read_text(encoding="utf-8")
    assert written == MAKER.page(), "run .venv/bin/python docs/reference/make_peaks.py"


def test_every_row_of_it_is_within_what_it_allows() -> None:
    rows = [
        line.split(" | ") for line in MAKER.page().splitlines() if line.startswith("| ") and line.count(" | ") == 11
    ]
    printed = [row for row in rows if row[3].replace(".", "").isdigit()]
    assert len(printed) == 17
    assert all(abs(float(row[8])) <= float(row[9]) for row in printed)


def test_the_table_of_steps_is_the_one_that_was_made_beforehand() -> None:
    """By a program of its own on the same recipe: Tc; CN 98 at 0.02, 0.05 and 0.10 h; CN 75 at 0.05 and 0.10 h."""
    before = {
        1: (-2.2, -4.7, -10.3, -6.8, -13.4),
        2: (-0.6, -6.3, -10.2, -6.0, -14.6),
        5: (-0.2, -2.1, -15.1, -3.2, -13.7),
        7: (-0.1, -1.8, -6.7, -1.8, -6.8),
        10: (-0.3, -1.4, -4.5, -1.8, -6.1),
        15: (0.0, -0.7, -4.5, -1.2, -4.2),
        20: (-0.2, -0.7, -2.1, -0.6, -2.4),
        60: (-0.1, -0.3, -0.6, 0.0, 0.0),
    }
    made = {}
    for line in MAKER.page().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and cells[0].isdigit():
            made[int(cells[0])] = tuple(float(cells[index]) for index in (1, 2, 3, 5, 6))
    for tc_min, due in before.items():
        assert all(abs(one - other) <= 0.11 for one, other in zip(made[tc_min], due, strict=True)), tc_min


def test_the_table_of_smoothing_is_the_one_that_was_made_beforehand() -> None:
    """By the same other program, by a monotone cubic through the points of MSE 3."""
    before = {1: (19.9, 10.6), 5: (8.2, 6.4), 10: (4.6, 4.2), 20: (2.2, 2.2), 30: (1.2, 0.9)}
    made = {}
    for line in MAKER.page().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[0].isdigit():
            made[int(cells[0])] = (float(cells[1]), float(cells[2]))
    for tc_min, due in before.items():
        assert all(abs(one - other) <= 0.11 for one, other in zip(made[tc_min], due, strict=True)), tc_min
