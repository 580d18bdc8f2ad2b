"""What stays met when a plan is varied within honest ranges, what does not, and on which basis a range stands."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from headwater.cli.main import headwater
from headwater.editions.registry import load_edition
from headwater.errors import OutOfRangeError, UnknownNameError
from headwater.intake.plan_file import read_plan_text
from headwater.plan import Plan
from headwater.plan.model import DrainageModel
from headwater.plan.storage import ContourStorage
from headwater.reports.tornado import tornado_svg
from headwater.review.analysis.land import land_of
from headwater.review.completing import completed
from headwater.review.robustness import robustness_of
from headwater.review.robustness.document import robustness_document
from headwater.review.robustness.ranges import ranges_of, usual_ranges
from headwater.review.robustness.varying import varied
from headwater.units import to_base

CLINIC = (Path(__file__).parents[4] / "examples/engine/one-pond.yaml").read_text()
STORM = "{id: 1-yr, return_period: 1 yr, depth: 0.50 in, duration: 24 h, distribution: MSE 3}"


def _clinic(*, low_opening_ft: str = "", orifice: str = "5 in") -> str:
    beside = ""
    if low_opening_ft:
        beside = (
            f"structures: [{{id: shop, low_opening: exactly {low_opening_ft} ft NAVD88, new: yes}}]\nwaters: none\n"
        )
    text = CLINIC.replace("  storms:\n    - {id: 2-yr", f"  storms:\n    - {STORM}\n    - {{id: 2-yr")
    return text.replace("diameter: 5 in", f"diameter: {orifice}") + beside


def _proposed(plan: Plan | None) -> DrainageModel:
    assert plan is not None
    assert plan.drainage is not None
    assert plan.drainage.proposed is not None
    return plan.drainage.proposed


def _document(text: str) -> dict[str, Any]:
    return robustness_document(robustness_of(read_plan_text(text), load_edition("mcwd-2011")))


def _standing(document: dict[str, Any], id_: str, item: str | None = None) -> str:
    return next(str(one["standing"]) for one in document["findings"] if (one["id"], one["item"]) == (id_, item))


# ---- what is varied --------------------------------------------------------------------------------------------------


def test_depths_of_all_storms_are_multiplied() -> None:
    plan = varied(read_plan_text(CLINIC), "depth", Fraction(9, 10))
    assert plan is not None
    assert plan.drainage is not None
    # 2.87, 4.28 and 7.40 in less a tenth.
    depths = [to_base(storm.depth)[2] for storm in plan.drainage.storms or () if storm.depth is not None]
    assert depths == [Fraction("2.583"), Fraction("3.852"), Fraction("6.66")]


def test_curve_numbers_of_pervious_cover_move_and_pavement_stays() -> None:
    areas = (_proposed(varied(read_plan_text(CLINIC), "curve_number", Fraction(5))).subcatchments or ())[0].areas or ()
    assert [cover.curve_number.value if cover.curve_number else None for cover in areas] == [98, 66]
    existing = varied(read_plan_text(CLINIC), "curve_number", Fraction(-5))
    assert existing is not None
    assert existing.drainage is not None
    assert existing.drainage.existing is not None
    # Meadow on soil B is looked up: 58 in TR-55 table 2-2c.
    (cover,) = (existing.drainage.existing.subcatchments or ())[0].areas or ()
    assert cover.curve_number is not None
    assert cover.curve_number.value == 53


@pytest.mark.parametrize(("more", "expected"), [(-60, 30), (60, 98)])
def test_a_curve_number_stays_within_those_of_the_tables(more: int, expected: int) -> None:
    areas = (_proposed(varied(read_plan_text(CLINIC), "curve_number", Fraction(more))).subcatchments or ())[
        0
    ].areas or ()
    assert areas[1].curve_number is not None
    assert areas[1].curve_number.value == expected


def test_times_of_concentration_are_multiplied_whichever_way_they_are_stated() -> None:
    before = _proposed(read_plan_text(CLINIC)).subcatchments or ()
    after = _proposed(varied(read_plan_text(CLINIC), "time_of_concentration", Fraction(4, 3))).subcatchments or ()
    times = [[land_of(piece, None).concentration.time_min for piece in side] for side in (before, after)]
    # The first is the sum of a flow path below its floor of 6 min: 6 x 4/3 = 8; the second is stated as 10 min.
    assert times[1] == pytest.approx([time * 4 / 3 for time in times[0]], rel=1e-6)
    assert times[1][1] == pytest.approx(40 / 3)


def test_areas_by_elevation_are_multiplied() -> None:
    (pond,) = _proposed(varied(read_plan_text(CLINIC), "stage_table", Fraction(21, 20))).ponds or ()
    (storage,) = pond.storage or ()
    # 5,000, 6,400 and 8,000 sf and a twentieth.
    assert isinstance(storage, ContourStorage)
    areas = [stage.area for stage in storage.stages or () if stage.area is not None]
    assert [to_base(area)[2] for area in areas] == [5250, 6720, 8400]


def test_a_soil_that_takes_half_as_fast_empties_a_basin_in_twice_the_time() -> None:
    text = CLINIC.replace(
        "- {id: A, kind: orifice, invert: 930.0 ft NAVD88, diameter: 5 in, coefficient: 0.6}",
        "- {id: A, kind: exfiltration, rate: 1.0 in/h, over: bottom}",
    ).replace("kind: wet pond", "kind: infiltration basin")
    hours = []
    for plan in (read_plan_text(text), varied(read_plan_text(text), "soil_rate", Fraction(1, 2))):
        assert plan is not None
        (practice,) = completed(plan).practices or ()
        assert practice.drawdown is not None
        hours.append(practice.drawdown.value)
    assert float(hours[1] / hours[0]) == pytest.approx(2, rel=1e-3)


def test_a_plan_that_states_nothing_of_the_kind_is_not_varied() -> None:
    assert varied(read_plan_text(CLINIC), "soil_rate", Fraction(1, 2)) is None


# ---- how findings stand ----------------------------------------------------------------------------------------------


def test_a_finding_is_robust_fragile_or_failing() -> None:
    # The 100-year high water of the pond is 933.2031 ft; the rule asks for 2 ft. A tenth more rain lifts it.
    robust = _document(_clinic(low_opening_ft="937.00"))
    fragile = _document(_clinic(low_opening_ft="935.21"))
    failing = _document(_clinic(low_opening_ft="935.20"))
    found = [_standing(one, "2011.3.e", "shop/pond") for one in (robust, fragile, failing)]
    assert found == ["robust", "fragile", "failing"]
    assert failing["counts"]["failing"] == fragile["counts"]["failing"] + 1
    assert failing["exit_code"] == 1


def test_a_swing_says_what_each_end_gives_and_the_widest_comes_first() -> None:
    document = _document(_clinic(low_opening_ft="935.21"))
    finding = next(one for one in document["findings"] if one["id"] == "2011.3.e" and one["item"] == "shop/pond")
    widths = [
        abs(Fraction(swing["high"]["margin"]["distance"]) - Fraction(swing["low"]["margin"]["distance"]))
        for swing in finding["swings"]
    ]
    assert widths == sorted(widths, reverse=True)
    depth = next(swing for swing in finding["swings"] if swing["range"] == "depth")
    assert (depth["low"]["outcome"], depth["high"]["outcome"]) == ("met", "not_met")
    assert depth["low"]["basis"] == "assumed"


def test_a_tornado_is_drawn_and_says_what_is_assumed() -> None:
    document = _document(_clinic(low_opening_ft="935.21"))
    finding = next(one for one in document["findings"] if one["id"] == "2011.3.e" and one["item"] == "shop/pond")
    drawing = tornado_svg(finding)
    assert drawing is not None
    root = ET.fromstring(drawing)
    words = "".join(root.itertext())
    assert "assumed" in words
    assert "threshold" in words
    bars = [one for one in root.iter() if one.tag.endswith("rect")]
    assert len(bars) == 1 + len(finding["swings"])


def test_every_range_has_a_basis_and_a_source() -> None:
    for one in usual_ranges():
        for end in (one.low, one.high):
            assert end.basis in ("printed", "statistical", "assumed")
            assert end.source


@pytest.mark.parametrize(
    ("text", "error", "match"),
    [
        ("ranges: {wind: {title: w, kind: add}}", UnknownNameError, "'wind' is not varied; expected one of soil_rate"),
        ("nothing: 1", OutOfRangeError, "the ranges cannot be read"),
        ("[", OutOfRangeError, "the ranges cannot be read"),
        (
            "ranges: {depth: {title: d, kind: factor, low: {value: 1.1, basis: assumed, source: s}, "
            "high: {value: 0.9, basis: assumed, source: s}}}",
            OutOfRangeError,
            "depth: from 1.1 to 0.9; expected the low end first",
        ),
        (
            "ranges: {depth: {title: d, kind: factor, low: {value: 0.9, basis: felt, source: s}, high: {}}}",
            UnknownNameError,
            "depth: basis 'felt' is not known; expected one of printed, statistical, assumed",
        ),
    ],
)
def test_ranges_that_make_no_sense_are_told(text: str, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        ranges_of(text)


def test_the_command_prints_what_fails_first_and_draws(tmp_path: Path) -> None:
    plan = tmp_path / "clinic.yaml"
    plan.write_text(_clinic(low_opening_ft="935.21"))
    result = CliRunner().invoke(headwater, ["robustness", str(plan), "--figures", str(tmp_path / "drawn")])
    assert "FRAGILE (1)" in result.output
    assert "assumed" in result.output
    assert (tmp_path / "drawn/robustness-2011.3.e-shop-pond.svg").exists()
