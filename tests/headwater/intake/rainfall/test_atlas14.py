"""A rainfall page of Atlas 14: found by its header, in inches of depth, every line accounted for.

The page is laid out by us. Its 24-hour depths of 2, 10 and 100 years are those of examples/engine/one-pond.yaml.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import HandedFileError
from headwater.intake.handed import Handed
from headwater.intake.handed_plan import submitted_of
from headwater.intake.reading import read_handed, read_handed_bytes
from headwater.plan.storms import Rainfall
from headwater.units import to_base

PAGE = Path(__file__).parents[4] / "examples/handed/reconstructed-atlas14.csv"
TEXT = PAGE.read_text()


def _rainfall(handed: Handed) -> Rainfall:
    plan = submitted_of(handed, condition=None, datum="NAVD88").plan
    assert plan is not None
    assert plan.drainage is not None
    assert plan.drainage.rainfall is not None
    return plan.drainage.rainfall


def _read(text: str) -> Handed:
    return read_handed_bytes(text.encode(), file="page.csv")


def test_depths_are_by_duration_and_return_period() -> None:
    rows = {
        (float(row.return_period.value), float(to_base(row.duration)[2])): row.depth.text
        for row in _rainfall(read_handed(PAGE)).depths or ()
        if row.return_period and row.duration and row.depth
    }
    assert len(rows) == 20
    assert (rows[2, 24], rows[10, 24], rows[100, 24]) == ("2.87 in", "4.28 in", "7.40 in")
    assert rows[1000, 1] == "5.03 in"


def test_every_line_is_accounted_for_and_the_volume_is_kept() -> None:
    handed = read_handed(PAGE)
    assert handed.ledger.count("not understood") == 0
    rainfall = _rainfall(handed)
    assert rainfall.source is not None
    assert rainfall.source.text == "NOAA Atlas 14 Volume 8 Version 2, partial duration"
    assert rainfall.station is not None
    assert "latitude 44.94 Degree" in rainfall.station.text


def test_the_header_is_found_wherever_it_stands() -> None:
    moved = TEXT.replace("PRECIPITATION FREQUENCY ESTIMATES\n", "\n\n\nPRECIPITATION FREQUENCY ESTIMATES\n\n")
    assert len(_rainfall(_read(moved)).depths or ()) == 20


def test_columns_go_by_their_value() -> None:
    turned = TEXT.replace("1,2,5,10,25,50,100,200,500,1000", "1000,500,200,100,50,25,10,5,2,1")
    rows = [row for row in _rainfall(_read(turned)).depths or () if row.return_period and row.return_period.value == 1]
    assert [row.depth.text for row in rows if row.depth] == ["5.03 in", "12.1 in"]


def test_bounds_of_the_interval_are_no_depths() -> None:
    bounds = TEXT + "\nby duration for ARI (years):, 1,2\n24-hr:, 9.9,9.9\n"
    handed = _read(bounds)
    assert len(_rainfall(handed).depths or ()) == 20
    assert [remark.code for remark in handed.remarks] == ["interval-passed-over"]


def test_annual_maxima_are_said_to_be_such() -> None:
    probabilities = "1/2,1/5,1/10,1/25,1/50,1/100,1/200,1/500,1/1000"
    annual = TEXT.replace("ARI (years):, 1,2,5,10,25,50,100,200,500,1000", f"AEP:, {probabilities}")
    handed = _read(annual)
    assert [remark.code for remark in handed.remarks] == ["annual-maximum-series"]
    assert (_rainfall(handed).depths or ())[0].return_period.text == "2 yr"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("(inches)", "(millimeters)", "page.csv:1: the page is in millimeters"),
        ("Precipitation depth", "Precipitation intensity", "page.csv:3: the page is of precipitation intensity"),
        ("by duration for ARI", "by length for ARI", "there is no table of depths"),
        ("1,2,5,10,25,50,100,200,500,1000", "a,b", "the columns have no return periods"),
    ],
)
def test_a_page_of_something_else_is_refused(old: str, new: str, wrong: str) -> None:
    with pytest.raises(HandedFileError, match=wrong):
        _read(TEXT.replace(old, new))


def test_a_cell_that_is_no_depth_is_not_understood() -> None:
    handed = _read(TEXT.replace("2.87", "=2+1"))
    (missed,) = handed.ledger.of("not understood")
    assert "'=2+1' is no depth" in missed.said
    assert len(_rainfall(handed).depths or ()) == 19
