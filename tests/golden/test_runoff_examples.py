"""Runoff depths and composite curve numbers as TR-55, printed models and an independent computation have them."""

from __future__ import annotations

import numpy as np
import pytest
from tests.golden.case_files import case, expected, inputs

from headwater.hydrology.curve_number import composite_curve_number, unconnected_curve_number, whole_curve_number
from headwater.hydrology.distribution import named_distribution
from headwater.hydrology.runoff import retention_in, runoff_in
from headwater.hydrology.storm import Retention, Storm, back_to_back, rain_in
from headwater.hydrology.subcatchment import Part, Subcatchment, runoff_hydrograph
from headwater.hydrology.unit_hydrograph import CURVILINEAR


@pytest.mark.parametrize("name", ["tr55_ex2_1", "tr55_ex2_2", "tr55_ex2_3", "tr55_ex2_4"])
def test_the_worksheets_of_chapter_2_are_reproduced(name: str) -> None:
    given, due = inputs(name), expected(name)
    number = composite_curve_number([(area, number) for number, area in given["areas"]])
    assert number == due["CN_weighted_unrounded"]
    assert whole_curve_number(number) == due["CN"]
    assert runoff_in(given["P"], curve_number=whole_curve_number(number)) == due["Q"]


@pytest.mark.parametrize("figure", ["fig_2_5", "fig_2_6", "fig_2_7", "fig_2_8"])
def test_the_manuals_own_sheets_are_reproduced(figure: str) -> None:
    read = case("tr55_worksheets")
    (rows,), due = read["inputs"][figure].values(), read["published_outputs"][figure]
    number = whole_curve_number(composite_curve_number([(area, number) for area, number in rows]))
    assert number == due["cn"]
    assert round(retention_in(number), 2) == due["S"]
    assert runoff_in(6.0, curve_number=number) == pytest.approx(due["Q_in"], abs=read["suggested_tolerance"]["Q_in"])


@pytest.mark.parametrize("model", ["546704 pre", "546703 post", "646741", "477390", "280728"])
def test_the_composite_numbers_of_printed_models_are_reproduced(model: str) -> None:
    read = case("hydrocad_composite_numbers")
    number = composite_curve_number([(area, number) for area, number in read["inputs"][model]["areas_ac_cn"]])
    assert whole_curve_number(number) == read["published_outputs"][model]["cn"]


def test_the_depth_that_a_printed_model_gives_its_composite_number_is_reproduced() -> None:
    printed = case("hydrocad_composite_numbers")["published_outputs"]["546704 pre"]
    assert round(float(runoff_in(2.87, curve_number=printed["cn"])), 2) == printed["depth_in"]


def test_the_whole_model_with_a_pond_has_its_printed_composite_number() -> None:
    read = case("hydrocad_pond_surface")
    areas = [(row["area_ac"], row["cn"]) for row in read["inputs"]["whole_model_area_list_ac"]]
    assert whole_curve_number(composite_curve_number(areas)) == read["published_outputs"]["whole_model"]["cn"]


def test_the_figures_for_impervious_ground_are_reproduced() -> None:
    made = [
        unconnected_curve_number(pervious, impervious_fraction=percent / 100, unconnected_fraction=ratio)
        for pervious, percent, ratio in inputs("tr55_fig2_3_2_4_composite")["rows"]
    ]
    assert made == expected("tr55_fig2_3_2_4_composite")["CN_composite"]


def test_the_table_of_initial_abstraction_is_reproduced() -> None:
    made = [0.2 * retention_in(number) for number in inputs("tr55_table4_1_ia")["CN"]]
    assert made == expected("tr55_table4_1_ia")["Ia"]


BACK_TO_BACK: list[tuple[str, Retention]] = [("cum", "cumulative"), ("reset", "reset")]


@pytest.mark.parametrize(("name", "retention"), BACK_TO_BACK)
def test_two_storms_in_a_row_run_off_as_an_independent_computation_has_it(name: str, retention: Retention) -> None:
    given, due = inputs(f"swmm_landlocked_b2b_{name}"), expected(f"swmm_landlocked_b2b_{name}")
    land = Subcatchment(
        id="basin",
        to="pool",
        parts=(Part(area_ac=given["A"], curve_number=given["CN"]),),
        time_of_concentration_min=60 * given["Tc"],
    )
    curve = named_distribution(given["distribution"])
    storm = Storm(id="100-yr", depth_in=given["P_each"], distribution=curve, duration_h=24)
    one = runoff_hydrograph(land, storm, dt_h=0.01, span_h=96)
    both = runoff_hydrograph(land, back_to_back(storm, retention=retention), dt_h=0.01, span_h=96)
    assert one.depth_in == due["runoff_first_storm"]
    assert both.depth_in == due["runoff_total"]
    assert both.volume_acft == due["inflow_volume"]
    assert both.hydrograph.volume_acft == due["inflow_volume"]


@pytest.mark.parametrize(("name", "retention"), BACK_TO_BACK)
def test_the_sharper_peaks_of_that_computation_are_those_of_its_narrower_unit_hydrograph(
    name: str, retention: Retention
) -> None:
    """It took bursts of 0.01 h, and so Tp = 0.005 h + 0.6 Tc where ours is 2/3 Tc; with that its peaks come out."""
    given, due = inputs(f"swmm_landlocked_b2b_{name}"), expected(f"swmm_landlocked_b2b_{name}")
    curve = named_distribution(given["distribution"])
    storm = Storm(id="100-yr", depth_in=given["P_each"], distribution=curve, duration_h=24)
    time_h = 0.01 * np.arange(4801)
    if retention == "cumulative":
        formed_in = runoff_in(rain_in(back_to_back(storm), time_h), curve_number=given["CN"])
    else:
        once_in = runoff_in(rain_in(storm, time_h), curve_number=given["CN"])
        formed_in = once_in + np.concatenate((np.zeros(2400), once_in[:2401]))
    time_to_peak_h = 0.005 + 0.6 * given["Tc"]
    unit = CURVILINEAR.ordinate(0.01 * np.arange(300) / time_to_peak_h)
    flow_cfs = np.convolve(np.diff(formed_in), unit / unit.sum()) * given["A"] * 43_560 / 12 / 36
    assert flow_cfs[:2400].max() == due["peak_inflow_first"]
    assert flow_cfs.max() == due["peak_inflow_overall"]
