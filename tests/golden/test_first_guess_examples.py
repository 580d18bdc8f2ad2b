"""First guesses of storage and a pool's yearly budget, as HEC-22 has them."""

from __future__ import annotations

import pytest
from tests.golden.case_files import case, expected, inputs

from headwater.errors import OutOfRangeError, UnknownNameError
from headwater.hydraulics.first_guess import storage_cf, storage_fraction, triangular_storage_cf
from headwater.treatment.annual_budget import annual_budget


def test_example_10_2_of_hec22() -> None:
    given, due = inputs("hec22_ex10_2"), expected("hec22_ex10_2")
    peaks = {"inflow_peak_cfs": given["qi"], "outflow_peak_cfs": given["qo"]}
    assert triangular_storage_cf(**peaks, base_h=given["ti"]) == due["Vs_triangular"]
    assert given["qo"] / given["qi"] == due["Rq"]
    assert storage_fraction(**peaks, rain_type=given["distribution"]) == due["Rs"]
    guess_cf = storage_cf(**peaks, runoff_in=given["Qa"], area_ac=given["A"], rain_type=given["distribution"])
    assert guess_cf == due["Vs_TR55"]


def test_three_guesses_for_one_pond_lie_far_apart() -> None:
    whole = case("hec22_storage_estimates")
    given, printed = whole["inputs"], whole["published_outputs"]
    peaks = {"inflow_peak_cfs": given["inflow_peak_cfs"], "outflow_peak_cfs": given["allowed_cfs"]}
    by_triangle = triangular_storage_cf(**peaks, base_h=given["hydrograph_base_h"])
    by_curve = storage_cf(
        **peaks, runoff_in=given["runoff_in"], area_ac=given["area_ac"], rain_type=given["storm_type"]
    )
    assert round(by_triangle) == printed["triangular_cf"]
    assert by_curve == pytest.approx(printed["tr55_cf"], rel=0.02)
    assert given["hydrograph_area_between_in2"] * given["scale_cf_per_in2"] == printed["between_hydrographs_cf"]


@pytest.mark.parametrize(("outflow_cfs", "is_covered"), [(9.99, False), (10.0, True), (80.0, True), (80.01, False)])
def test_the_curves_end_at_a_tenth_and_at_eight_tenths(outflow_cfs: float, is_covered: bool) -> None:
    def guess() -> float:
        return storage_fraction(inflow_peak_cfs=100.0, outflow_peak_cfs=outflow_cfs, rain_type="Type II")

    if is_covered:
        assert 0 < guess() < 0.6
    else:
        with pytest.raises(OutOfRangeError, match=r"expected 0\.1 to 0\.8"):
            guess()


def test_there_is_no_curve_for_newer_rain() -> None:
    with pytest.raises(UnknownNameError, match="route the storm instead"):
        storage_fraction(inflow_peak_cfs=10.0, outflow_peak_cfs=5.0, rain_type="MSE 3")


def test_an_outflow_above_the_inflow_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="an outflow from 0 to it"):
        triangular_storage_cf(inflow_peak_cfs=10.0, outflow_peak_cfs=11.0, base_h=1.0)


def test_example_10_13_of_hec22() -> None:
    given, due = inputs("hec22_ex10_13"), expected("hec22_ex10_13")

    def budget(*, surface_area_ac: float, bottom_area_ac: float):
        return annual_budget(
            drained_area_ac=given["A"],
            runoff_fraction=given["C"],
            rain_in=given["Pa"],
            surface_area_ac=surface_area_ac,
            evaporation_in=given["Ea"],
            bottom_area_ac=bottom_area_ac,
            rate_in_per_hr=given["Fa"],
        )

    first = budget(surface_area_ac=given["As"], bottom_area_ac=given["AB"])
    assert first.runoff_cf == due["runoff"]
    assert first.evaporation_cf == due["evaporation"]
    assert first.infiltration_cf == due["infiltration"]
    assert first.net_cf == due["net"]
    assert budget(surface_area_ac=2, bottom_area_ac=1).net_cf == due["net_revised_2ac_1ac"]


def test_a_budget_of_less_than_nothing_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="rain_in is -1"):
        annual_budget(
            drained_area_ac=1,
            runoff_fraction=0.5,
            rain_in=-1,
            surface_area_ac=1,
            evaporation_in=1,
            bottom_area_ac=1,
            rate_in_per_hr=0.1,
        )
