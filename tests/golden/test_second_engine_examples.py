"""Cases that were made with EPA SWMM: the engine run here again, and our own routing beside it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.golden.case_files import expected, inputs

from headwater.hydraulics.answers import inundation
from headwater.hydraulics.contours import Contours
from headwater.hydraulics.exfiltration import Exfiltration
from headwater.hydraulics.network import Link, Network, Outfall, Outlet, Pond
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.results import PondAnswer, Run
from headwater.hydraulics.simulation import simulate
from headwater.hydraulics.swmm.run import EngineRun, run_text
from headwater.hydraulics.weir import SharpCrestedWeir
from headwater.hydrology.distribution import named_distribution, uniform_distribution
from headwater.hydrology.hydrograph import imported
from headwater.hydrology.storm import Retention, Storm, back_to_back
from headwater.hydrology.subcatchment import Part, Subcatchment

TRIVIAL = "swmm_trivial_subcatchment_pond"
BACK_TO_BACK: list[tuple[str, Retention]] = [("cum", "cumulative"), ("reset", "reset")]


@pytest.fixture(scope="module")
def trivial() -> EngineRun:
    pytest.importorskip("swmm")
    model = Path(__file__).parent / TRIVIAL / inputs(TRIVIAL)["model"]
    return run_text(model.read_text(encoding="ascii"))


def test_the_engine_gives_here_what_seven_builds_of_it_gave(trivial: EngineRun) -> None:
    due, series = expected(TRIVIAL), trivial.output
    assert trivial.version == "5.2.4"
    runoff_cfs = series.runoff_cfs["S1"]
    assert runoff_cfs.max() == due["S1_peak_runoff"]
    step_s = 3600 * (series.time_h[1] - series.time_h[0])
    assert runoff_cfs.sum() * step_s * 12 / (10 * 43_560) == due["S1_runoff_depth"]
    assert series.depth_ft["P1"].max() == due["P1_max_depth"]
    assert series.storage_cf["P1"].max() == due["P1_max_volume"]
    assert (series.flow_cfs["OR1"] + series.flow_cfs["W1"]).max() == due["P1_peak_outflow"]


def test_our_pond_under_the_runoff_of_that_engine_rises_and_flows_as_its_pond_does(trivial: EngineRun) -> None:
    due, series = expected(TRIVIAL), trivial.output
    inflow = imported(series.time_h, series.runoff_cfs["S1"], dt_h=1 / 60, span_h=48.0)
    pond = Pond(
        id="P1",
        storage=Contours(elevations_ft=(100.0, 104.0, 108.0), areas_sf=(8000.0, 16_000.0, 26_000.0)),
        outlets=(
            Outlet(id="OR1", to="O1", device=CircularOrifice(invert_ft=100.0, diameter_ft=0.75)),
            Outlet(
                id="W1", to="O1", device=SharpCrestedWeir(invert_ft=104.0, length_ft=6.0, discharge_coefficient=3.33)
            ),
        ),
    )
    network = Network(links=(Link(id="S1", to="P1", inflow=inflow),), ponds=(pond,), outfalls=(Outfall(id="O1"),))
    dry = Storm(id="none", depth_in=0.0, distribution=uniform_distribution(24.0), duration_h=24)
    answer = simulate(network, dry, dt_h=1 / 60, span_h=48.0).nodes["P1"]
    assert answer.pond is not None
    assert answer.outflow is not None
    assert answer.pond.peak_elevation_ft - 100.0 == due["P1_max_depth"]
    assert answer.pond.peak_storage_cf == due["P1_max_volume"]
    assert answer.outflow.peak_cfs == due["P1_peak_outflow"]


def landlocked(name: str, retention: Retention) -> Run:
    given = inputs(f"swmm_landlocked_b2b_{name}")
    storage = Contours(
        elevations_ft=tuple(depth_ft for depth_ft, _ in given["area_depth"]),
        areas_sf=tuple(area_sf for _, area_sf in given["area_depth"]),
    )
    soil = Exfiltration(storage=storage, rate_in_per_hr=given["exfiltration"])
    land = Subcatchment(
        id="land",
        to="basin",
        parts=(Part(area_ac=given["A"], curve_number=given["CN"]),),
        time_of_concentration_min=60 * given["Tc"],
    )
    curve = named_distribution(given["distribution"])
    storm = Storm(id="100-yr", depth_in=given["P_each"], distribution=curve, duration_h=24)
    pond = Pond(id="basin", storage=storage, outlets=(Outlet(id="soil", device=soil),), start_ft=given["initial_depth"])
    network = Network(subcatchments=(land,), ponds=(pond,))
    return simulate(network, back_to_back(storm, retention=retention), span_h=600.0)


@pytest.mark.parametrize(("name", "retention"), BACK_TO_BACK)
def test_a_landlocked_basin_holds_two_storms_as_the_engine_has_it(name: str, retention: Retention) -> None:
    due = expected(f"swmm_landlocked_b2b_{name}")
    pond = landlocked(name, retention).nodes["basin"].pond
    assert isinstance(pond, PondAnswer)
    assert pond.peak_elevation_ft == due["high_water"]
    assert pond.peak_elevation_ft - pond.start_ft == due["bounce"]
    assert pond.time_of_peak_elevation_h == due["time_of_high_water"]
    assert float(np.interp(24.0, pond.levels.time_h, pond.levels.stage_ft)) == due["depth_at_24h"]
    assert [inundation(pond.levels, stage_ft=stage_ft).total_h for stage_ft in (2.0, 4.0)] == due[
        "hours_above_2_and_4_ft"
    ]


@pytest.mark.parametrize(("name", "retention"), BACK_TO_BACK)
def test_without_soil_the_basin_holds_all_that_comes(name: str, retention: Retention) -> None:
    due = expected(f"swmm_landlocked_b2b_{name}")
    inflow = landlocked(name, retention).nodes["basin"].inflow
    assert inflow is not None
    given = inputs(f"swmm_landlocked_b2b_{name}")["area_depth"]
    storage = Contours(elevations_ft=tuple(row[0] for row in given), areas_sf=tuple(row[1] for row in given))
    assert storage.stage_ft(inflow.volume_acft * 43_560) == due["high_water_if_no_exfiltration"]
