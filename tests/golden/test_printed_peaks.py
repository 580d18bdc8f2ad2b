"""Subcatchments as HydroCAD printed them: curve number, depth, volume and peak, each at the printout's own step.

One method for every time of concentration, and no constant of it fitted to a peak. A peak is reproduced when it is
within 1 % and half a printed digit; all else to the printed digit.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.golden.case_files import case, expected, inputs
from tests.golden.printed_subcatchments import PRINTED, SF_PER_AC, land_of, rows_of, run

from headwater.hydrology.distribution import named_distribution
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Part, Subcatchment, runoff_hydrograph

ROWS = [pytest.param(name, *row, id=f"{name} {row[0]}") for name in PRINTED for row in rows_of(name)]


@pytest.mark.parametrize(("name", "label", "row", "printed"), ROWS)
def test_a_printed_peak_is_reproduced(name: str, label: str, row: dict[str, Any], printed: dict[str, Any]) -> None:
    half_a_digit = 0.005
    assert run(name, row).peak.flow_cfs == pytest.approx(
        printed["peak_cfs"], abs=0.01 * printed["peak_cfs"] + half_a_digit
    )


@pytest.mark.parametrize(("name", "label", "row", "printed"), ROWS)
def test_a_printed_depth_and_volume_are_reproduced_to_the_digit(
    name: str, label: str, row: dict[str, Any], printed: dict[str, Any]
) -> None:
    runoff = run(name, row)
    assert round(runoff.depth_in, 2) == printed["depth_in"]
    assert round(runoff.volume_acft, 3) == printed["volume_acft"]


@pytest.mark.parametrize(("label", "row", "printed"), rows_of("hydrocad_middle_school"))
def test_a_printed_curve_number_is_the_whole_one_by_area(
    label: str, row: dict[str, Any], printed: dict[str, Any]
) -> None:
    assert land_of(row).shares == ((1.0, printed["weighted_cn"]),)


def test_the_peaks_of_the_school_come_at_the_printed_hundredth_of_an_hour() -> None:
    times = [run("hydrocad_middle_school", row).peak.time_h for _, row, _ in rows_of("hydrocad_middle_school")]
    assert [round(time, 2) for time in times] == [12.12, 12.12]


def test_a_run_that_stops_at_20_h_says_that_the_storm_lasts_24() -> None:
    for _, row, _ in rows_of("hydrocad_small_lots"):
        codes = [caution.code for caution in run("hydrocad_small_lots", row).cautions]
        assert "run-shorter-than-storm" in codes


def test_run_for_24_h_the_small_lots_have_their_full_depth() -> None:
    given = case("hydrocad_small_lots")
    storm = Storm(id="10-yr", depth_in=4.2, distribution=named_distribution("Type II"), duration_h=24)
    for label, row, _ in rows_of("hydrocad_small_lots"):
        runoff = runoff_hydrograph(land_of(row), storm, dt_h=0.05, span_h=30)
        assert runoff.depth_in == pytest.approx(given["derived_not_published"]["full_24h_depth_in"][label], abs=0.001)


def test_a_pond_surface_of_curve_number_100_and_a_third_of_a_minute_gives_all_its_rain() -> None:
    """Its peak needs a rain table that is not at hand; depth and volume do not."""
    given = case("hydrocad_pond_surface")
    (row,) = given["inputs"]["subcatchments"]
    storm = Storm(id="2-yr", depth_in=2.8, distribution=named_distribution("MSE 3"), duration_h=24)
    land = Subcatchment(
        id="3S",
        to="pond",
        parts=(Part(area_ac=row["area_ac"], curve_number=100, description="pond"),),
        time_of_concentration_min=row["tc_min"],
    )
    runoff = runoff_hydrograph(land, storm, dt_h=given["inputs"]["dt_h"], span_h=120)
    printed = given["published_outputs"]["3S"]
    assert runoff.depth_in == pytest.approx(printed["depth_in"], abs=1e-12)
    assert round(runoff.volume_acft, 3) == printed["volume_acft"]
    assert runoff.hydrograph.volume_acft == pytest.approx(runoff.volume_acft, rel=1e-12)
    assert [caution.code for caution in runoff.cautions] == ["step-long", "curve-number-100"]


def test_the_school_as_a_worked_case_holds_at_the_tolerances_of_its_file() -> None:
    given, due = inputs("hydrocad_mms_runoff"), expected("hydrocad_mms_runoff")
    storm = Storm(id="2-yr", depth_in=given["P"], distribution=named_distribution("Type II"), duration_h=24)
    runs, numbers = [], []
    for label, impervious_sf, pervious_sf, tc_min in given["subcatchments"]:
        parts = (
            Part(area_ac=impervious_sf / SF_PER_AC, curve_number=98, impervious=True),
            Part(area_ac=pervious_sf / SF_PER_AC, curve_number=61),
        )
        land = Subcatchment(id=label, to="pond", parts=parts, time_of_concentration_min=tc_min)
        numbers.append(land.shares[0][1])
        runs.append(runoff_hydrograph(land, storm, dt_h=given["dt"], span_h=48))
    assert numbers == due["CN"]
    assert [one.depth_in for one in runs] == due["Q_depth"]
    assert [one.volume_acft for one in runs] == due["volume"]
    assert [one.peak.flow_cfs for one in runs] == due["peak"]
    assert all(one.peak.time_h == due["t_peak"] for one in runs)
