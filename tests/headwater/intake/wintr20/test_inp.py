"""An input of WinTR-20, laid out by us: fields of ten characters, square miles and hours."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import HandedFileError
from headwater.intake.handed_plan import plan_of
from headwater.intake.reading import read_handed, read_handed_bytes
from headwater.review.analysis.analysis import analyse
from headwater.review.analysis.floats import number
from headwater.review.analysis.storages import storage_of

SAMPLE = Path(__file__).parents[4] / "examples/handed/reconstructed-wintr20.inp"


def test_areas_are_square_miles_and_times_hours() -> None:
    drainage = plan_of(read_handed(SAMPLE)).drainage
    assert drainage is not None
    assert drainage.proposed is not None
    upper, lower = drainage.proposed.subcatchments or ()
    # 0.015625 sq mi x 640 = 10 ac; 0.0078125 x 640 = 5 ac.
    areas = [(piece.areas or ())[0].area for piece in (upper, lower)]
    assert [number(area) / 43_560 for area in areas if area] == [10, 5]
    assert upper.time_of_concentration is not None
    assert number(upper.time_of_concentration) == 0.25
    assert [piece.to.text for piece in (upper, lower) if piece.to] == ["Basin", "Outlet"]


def test_a_structure_is_a_pond_with_its_rating() -> None:
    drainage = plan_of(read_handed(SAMPLE)).drainage
    assert drainage is not None
    assert drainage.proposed is not None
    (pond,) = drainage.proposed.ponds or ()
    assert pond.id.text == "Basin"
    # 0.26 ac-ft x 43,560.
    assert storage_of(pond).storage_cf(932.0) == pytest.approx(11_325.6)


def test_it_runs_and_every_line_is_accounted_for() -> None:
    handed = read_handed(SAMPLE)
    assert handed.ledger.count("not understood") == 0
    assert handed.program == "WinTR-20 3.20"
    run = analyse(plan_of(handed)).conditions[0].runs[0]
    assert run.complete


def test_a_block_and_a_row_that_are_not_known_are_not_understood() -> None:
    text = SAMPLE.read_text() + "\nSTREAM CROSS SECTION:\n          XS1\n"
    text = text.replace("          Lower     ", "          Lower     Outlet    x\n          Lower     ", 1)
    handed = read_handed_bytes(text.encode(), file="x.inp")
    missed = [line.text.strip() for line in handed.ledger.of("not understood")]
    assert missed == ["Lower     Outlet    x", "STREAM CROSS SECTION:", "XS1"]


def test_a_curve_of_no_known_name_stays_open() -> None:
    handed = read_handed_bytes(SAMPLE.read_text().replace("MSE3", "OWN1").encode(), file="x.inp")
    assert [remark.code for remark in handed.remarks] == ["curve-not-known"]


def test_an_input_of_nothing_is_refused() -> None:
    with pytest.raises(HandedFileError, match="no sub-area and no storm"):
        read_handed_bytes(b"WinTR-20: Version 3.20\n", file="x.inp")
