"""Storms through whole networks: balance, order, linearity, links and splits, and what is not computed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.headwater.hydraulics.networks import HUNDRED_YEAR, TWO_YEAR, basin, land, one_pond
from tests.headwater.hydraulics.test_network import DITCH

from headwater.hydraulics.contours import Contours
from headwater.hydraulics.network import Link, Network, Outfall, Outlet, Pond, Reach, Split
from headwater.hydraulics.results import NodeAnswer, Run
from headwater.hydraulics.simulation import Model, simulate
from headwater.hydrology.hydrograph import Hydrograph

DIFFERENT = settings(max_examples=25)


def peak_cfs(run: Run, id_: str) -> float:
    flow = run.nodes[id_].inflow
    assert flow is not None
    return flow.peak_cfs


def wide() -> Network:
    """Return ten nodes of every kind, with a split and a reach of each method."""
    return Network(
        subcatchments=(land("1S", "1P"), land("2S", "1L", area_ac=3.0, minutes=8.0), land("3S", "2R", area_ac=2.0)),
        ponds=(basin("1P", "1R"), basin("2P", "2O", bottom_ft=900.0, crest_ft=904.0)),
        reaches=(
            Reach(id="1R", to="1L", section=DITCH, length_ft=400.0, slope_fraction=0.01),
            Reach(id="2R", to="2P", section=DITCH, length_ft=900.0, slope_fraction=0.005, method="Muskingum-Cunge"),
        ),
        links=(Link(id="1L", to="1O", splits=(Split(to="2P", curve_cfs=((0, 0), (5, 0), (15, 10))),)),),
        outfalls=(Outfall(id="1O"), Outfall(id="2O")),
    )


def test_all_water_is_accounted_for() -> None:
    run = simulate(wide(), HUNDRED_YEAR)
    assert run.complete
    assert run.mass_residual_fraction is not None
    assert abs(run.mass_residual_fraction) < 0.001
    for node in run.nodes.values():
        assert node.mass_residual_fraction is None or abs(node.mass_residual_fraction) < 0.001


def test_no_order_of_the_records_changes_a_bit_of_the_answer() -> None:
    network = wide()
    turned = Network(
        subcatchments=network.subcatchments[::-1],
        ponds=network.ponds[::-1],
        reaches=network.reaches[::-1],
        links=network.links[::-1],
        outfalls=network.outfalls[::-1],
    )
    one, other = simulate(network, HUNDRED_YEAR), simulate(turned, HUNDRED_YEAR)
    for id_ in network.nodes:
        assert one.nodes[id_].outflow == other.nodes[id_].outflow
        assert np.array_equal(one.hydrographs[id_].flow_cfs, other.hydrographs[id_].flow_cfs)


def test_a_split_takes_what_lies_above_its_flow() -> None:
    # All above 5 cfs goes to the other pond: the curve is (0, 0), (5, 0), (15, 10) and goes on with its slope of one.
    run = simulate(wide(), HUNDRED_YEAR)
    inflow = run.inflows["1L"].flow_cfs
    assert inflow.max() > 15
    kept = run.hydrographs["1O"].flow_cfs
    assert kept == pytest.approx(np.minimum(inflow, 5.0), abs=1e-9)


def test_a_link_adds_a_hydrograph_that_comes_from_elsewhere() -> None:
    triangle = Hydrograph(dt_h=0.5, flow_cfs=np.array([0.0, 4.0, 0.0]))
    network = Network(links=(Link(id="1L", to="1O", inflow=triangle),), outfalls=(Outfall(id="1O"),))
    run = simulate(network, TWO_YEAR, span_h=24.0)
    flow = run.nodes["1O"].inflow
    assert flow is not None
    # A triangle 4 cfs high and one hour long: 2 cfs-hours are 7,200 cf.
    assert flow.volume_acft * 43_560 == pytest.approx(7_200, rel=1e-6)
    assert flow.peak_cfs == pytest.approx(4.0)
    assert run.mass_residual_fraction == pytest.approx(0.0, abs=1e-9)


def shallow(id_: str, to: str) -> Pond:
    """Return a pond that a large storm exceeds, and a small one does not."""
    return basin(id_, to, scale=0.12, orifice_ft=1.5, crest_ft=937.9)


def overflowing() -> Network:
    return Network(
        subcatchments=(land("1S", "1P"), land("2S", "2O", area_ac=2.0)),
        ponds=(shallow("1P", "2P"), basin("2P", "1O", bottom_ft=900.0, crest_ft=904.0)),
        outfalls=(Outfall(id="1O"), Outfall(id="2O")),
    )


def test_a_pond_that_overflows_ends_its_own_answer_and_those_below_and_no_others() -> None:
    model = Model(network=overflowing())
    run = model.run(HUNDRED_YEAR)
    pond = run.nodes["1P"]
    assert pond.status == "storage exceeded"
    assert pond.outflow is None
    assert pond.pond is None
    assert pond.shortfall is not None
    assert 11.0 < pond.shortfall.time_h < 13.0
    assert pond.shortfall.short_cf > 0
    assert {run.nodes[id_].status for id_ in ("2P", "1O")} == {"not computed"}
    assert run.nodes["2P"].because == "1P"
    assert run.nodes["2O"].status == "computed"
    graded = {(caution.grade, caution.code, caution.where) for caution in run.cautions}
    assert ("error", "storage-exceeded", "1P") in graded
    assert ("error", "not-computed", "1O") in graded
    assert run.mass_residual_fraction is None
    assert model.run(TWO_YEAR).complete


def test_the_water_that_a_full_pond_is_short_of_is_what_would_have_been_held_above_its_top() -> None:
    # The same pond, its walls carried up 30 ft: at its highest it holds the shortfall above 938 ft, but for what the
    # orifice passes more under the higher water, which is little.
    pond = replace(shallow("1P", "2P"), outlets=shallow("1P", "2P").outlets[:1])
    tall = replace(
        pond,
        storage=Contours(elevations_ft=(930.0, 934.0, 938.0, 968.0), areas_sf=(960.0, 1_920.0, 3_120.0, 3_120.0)),
    )

    def answer(first: Pond) -> NodeAnswer:
        network = replace(overflowing(), ponds=(first, overflowing().ponds[1]))
        return simulate(network, HUNDRED_YEAR).nodes["1P"]

    short, held = answer(pond).shortfall, answer(tall).pond
    assert short is not None
    assert held is not None
    above_cf = held.peak_storage_cf - tall.storage.storage_cf(938.0)
    assert above_cf < short.short_cf < 1.1 * above_cf


def test_a_span_shorter_than_the_storm_is_told() -> None:
    run = simulate(one_pond(), TWO_YEAR, span_h=20.0)
    assert "run-shorter-than-storm" in {caution.code for caution in run.cautions}


def test_a_span_as_long_as_the_storm_is_not() -> None:
    run = simulate(one_pond(), TWO_YEAR, span_h=24.0)
    assert "run-shorter-than-storm" not in {caution.code for caution in run.cautions}


def test_a_run_left_to_itself_goes_on_until_the_ponds_have_drained() -> None:
    slow = basin("1P", "1O", orifice_ft=0.12)
    run = simulate(replace(one_pond(), ponds=(slow,)), TWO_YEAR)
    answer = run.nodes["1P"].pond
    assert answer is not None
    assert run.span_h > 72
    assert answer.final_ft < answer.peak_elevation_ft - 0.5 * (answer.peak_elevation_ft - 930)


def test_a_landlocked_pond_keeps_its_water() -> None:
    network = Network(subcatchments=(land("1S", "1P"),), ponds=(replace(basin("1P", None), outlets=()),))
    run = simulate(network, TWO_YEAR)
    answer, runoff = run.nodes["1P"].pond, run.nodes["1S"].outflow
    assert answer is not None
    assert runoff is not None
    assert answer.peak_storage_cf == pytest.approx(runoff.volume_acft * 43_560, rel=1e-6)
    assert answer.final_ft == pytest.approx(answer.peak_elevation_ft)


def test_water_that_leaves_the_surface_is_in_the_balance_and_not_downstream() -> None:
    pond = basin("1P", "1O")
    seeping = replace(pond, outlets=(Outlet(id="A", device=pond.outlets[0].device, to=None), pond.outlets[1]))
    run = simulate(replace(one_pond(), ponds=(seeping,)), TWO_YEAR)
    node = run.nodes["1P"]
    assert node.discarded is not None
    assert node.outflow is not None
    assert node.inflow is not None
    assert node.outflow.peak_cfs == 0.0
    assert node.discarded.volume_acft == pytest.approx(node.inflow.volume_acft, rel=0.02)
    assert run.mass_residual_fraction == pytest.approx(0.0, abs=0.001)


@DIFFERENT
@given(area_ac=st.floats(0.5, 9.0), more=st.floats(1.05, 2.0))
def test_runoff_is_linear_in_the_area(area_ac: float, more: float) -> None:
    one = simulate(Network(subcatchments=(land("1S", "1O", area_ac=area_ac),), outfalls=(Outfall(id="1O"),)), TWO_YEAR)
    other = simulate(
        Network(subcatchments=(land("1S", "1O", area_ac=area_ac * more),), outfalls=(Outfall(id="1O"),)), TWO_YEAR
    )
    assert peak_cfs(other, "1O") == pytest.approx(more * peak_cfs(one, "1O"), rel=1e-9)


@DIFFERENT
@given(curve_number=st.integers(55, 96), depth_in=st.floats(1.0, 7.0))
def test_more_rain_and_a_higher_curve_number_raise_peak_and_level(curve_number: int, depth_in: float) -> None:
    def levels(number: int, rain_in: float) -> tuple[float, float]:
        network = replace(one_pond(), subcatchments=(land("1S", "1P", curve_number=number),))
        run = simulate(network, replace(TWO_YEAR, depth_in=rain_in), span_h=36.0)
        answer, flow = run.nodes["1P"].pond, run.nodes["1P"].outflow
        assert answer is not None
        assert flow is not None
        return answer.peak_elevation_ft, flow.peak_cfs

    base = levels(curve_number, depth_in)
    for higher in (levels(curve_number + 2, depth_in), levels(curve_number, depth_in * 1.1)):
        assert higher[0] >= base[0]
        assert higher[1] >= base[1]


@DIFFERENT
@given(orifice_ft=st.floats(0.3, 3.0), depth_in=st.floats(1.0, 7.3))
def test_no_pond_passes_more_than_comes(orifice_ft: float, depth_in: float) -> None:
    network = replace(one_pond(), ponds=(basin("1P", "1O", orifice_ft=orifice_ft),))
    node = simulate(network, replace(TWO_YEAR, depth_in=depth_in), span_h=48.0).nodes["1P"]
    if node.status == "computed":
        assert node.outflow is not None
        assert node.inflow is not None
        assert node.outflow.peak_cfs <= node.inflow.peak_cfs * (1 + 1e-6)


def test_a_chain_of_ten_thousand_nodes_is_computed() -> None:
    links = tuple(Link(id=f"{n:05d}", to=f"{n + 1:05d}") for n in range(9_998))
    network = Network(subcatchments=(land("1S", "00000"),), links=links, outfalls=(Outfall(id="09998"),))
    run = simulate(network, TWO_YEAR, span_h=36.0, keep=("09998",))
    assert run.complete
    assert len(run.nodes) == 10_000
    assert peak_cfs(run, "09998") == run.nodes["1S"].outflow.peak_cfs  # type: ignore[union-attr]
    assert set(run.hydrographs) == {"09998"}


@pytest.mark.proof
def test_a_chain_of_ten_thousand_nodes_of_every_kind_is_computed() -> None:
    nodes: list[Pond | Reach | Link] = []
    for n in range(9_998):
        here, there = f"{n:05d}", f"{n + 1:05d}"
        if n % 20 == 0:
            nodes.append(basin(here, there, bottom_ft=9_000.0 - n, crest_ft=9_004.0 - n, orifice_ft=3.0))
        elif n % 20 == 10:
            nodes.append(Reach(id=here, to=there, section=DITCH, length_ft=200.0, slope_fraction=0.01))
        else:
            nodes.append(Link(id=here, to=there))
    network = Network(
        subcatchments=(land("1S", "00000"),),
        ponds=tuple(node for node in nodes if isinstance(node, Pond)),
        reaches=tuple(node for node in nodes if isinstance(node, Reach)),
        links=tuple(node for node in nodes if isinstance(node, Link)),
        outfalls=(Outfall(id="09998"),),
    )
    run = simulate(network, TWO_YEAR, span_h=96.0, keep=("09998",))
    assert run.complete
    assert run.mass_residual_fraction == pytest.approx(0.0, abs=0.001)
