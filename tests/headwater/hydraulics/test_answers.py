"""What is read out of a run: inundation, drawdown, freeboard, and several outfalls at once."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.headwater.hydraulics.networks import HUNDRED_YEAR, basin, land

from headwater.errors import NetworkError, OutOfRangeError
from headwater.hydraulics.answers import bounce_ft, drawdown_h, falls_back_h, freeboard_ft, inundation, together
from headwater.hydraulics.exfiltration import Exfiltration
from headwater.hydraulics.network import Network, Outfall, Outlet, Pond
from headwater.hydraulics.rating import Rating, rating_of
from headwater.hydraulics.results import PoolLevels
from headwater.hydraulics.simulation import simulate


def levels(*points: tuple[float, float]) -> PoolLevels:
    time_h, stage_ft = (np.array(column) for column in zip(*points, strict=True))
    return PoolLevels(time_h=time_h, stage_ft=stage_ft, storage_cf=np.zeros(len(points)))


TWO_PEAKS = levels((0, 0), (2, 4), (4, 0), (6, 0), (8, 2), (10, 0))


def test_inundation_counts_both_peaks_and_names_first_and_last() -> None:
    # Above 1 ft: from 0.5 h to 3.5 h, and from 7 h to 9 h.
    found = inundation(TWO_PEAKS, stage_ft=1.0)
    assert found.total_h == pytest.approx(5.0)
    assert found.first_h == pytest.approx(0.5)
    assert found.last_h == pytest.approx(9.0)
    assert not found.still


@pytest.mark.parametrize(("stage_ft", "total_h"), [(3.999, 0.001), (4.0, 0.0), (4.001, 0.0)])
def test_a_stage_at_the_peak_is_not_exceeded(stage_ft: float, total_h: float) -> None:
    found = inundation(TWO_PEAKS, stage_ft=stage_ft)
    assert found.total_h == pytest.approx(total_h, abs=1e-6)
    assert (found.first_h is None) == (total_h == 0.0)


def test_a_pool_that_stands_above_at_the_end_is_told() -> None:
    assert inundation(levels((0, 0), (1, 2), (3, 1)), stage_ft=0.5).still


def test_drawdown_of_a_constant_flow_is_volume_over_flow() -> None:
    # 3,600 cf at 0.1 cfs: 10 hours.
    rating = Rating(stage_ft=[0.0, 1.0], storage_cf=[0.0, 3_600.0], flow_cfs=[0.1, 0.1], by_destination_cfs={})
    assert drawdown_h(rating, from_ft=1.0, to_ft=0.0) == pytest.approx(10.0)


def test_drawdown_of_a_flow_in_proportion_is_a_logarithm() -> None:
    # dS/dt = -k S with S from 3,600 to 1,800 cf and Q = S/3,600 per second: ln 2 x 3,600 s.
    rating = Rating(stage_ft=[0.0, 1.0, 2.0], storage_cf=[0, 3_600, 7_200], flow_cfs=[0, 1, 2], by_destination_cfs={})
    assert drawdown_h(rating, from_ft=1.0, to_ft=0.5) == pytest.approx(math.log(2))


def test_a_foot_at_half_an_inch_an_hour_takes_a_day() -> None:
    # Infiltration over the surface lowers the pool at its own rate: 12 in / 0.5 in/h = 24 h.
    pond = basin("1P", None)
    soaking = Pond(
        id="1P",
        storage=pond.storage,
        outlets=(Outlet(id="E", device=Exfiltration(storage=pond.storage, rate_in_per_hr=0.5)),),
    )
    assert drawdown_h(rating_of(soaking), from_ft=933.0, to_ft=932.0) == pytest.approx(24.0, rel=0.001)


def test_a_pool_below_its_lowest_outlet_never_draws_down() -> None:
    rating = Rating(stage_ft=[0.0, 1.0, 2.0], storage_cf=[0, 10, 20], flow_cfs=[0.0, 0.0, 1.0], by_destination_cfs={})
    assert drawdown_h(rating, from_ft=2.0, to_ft=0.5) is None


@pytest.mark.parametrize(("from_ft", "to_ft"), [(1.0, 1.0), (3.0, 0.0), (1.0, -1.0)])
def test_a_drawdown_outside_the_storage_is_refused(from_ft: float, to_ft: float) -> None:
    rating = Rating(stage_ft=[0.0, 2.0], storage_cf=[0, 20], flow_cfs=[0.0, 1.0], by_destination_cfs={})
    with pytest.raises(OutOfRangeError, match="expected to fall within the storage, 0 to 2 ft"):
        drawdown_h(rating, from_ft=from_ft, to_ft=to_ft)


def two_outfalls() -> Network:
    return Network(
        subcatchments=(land("1S", "1P"), land("2S", "2O", minutes=8.0)),
        ponds=(basin("1P", "1O"),),
        outfalls=(Outfall(id="1O"), Outfall(id="2O")),
    )


def test_hydrographs_are_summed_and_the_sum_of_peaks_would_mislead() -> None:
    run = simulate(two_outfalls(), HUNDRED_YEAR)
    whole = together(run, ["2O", "1O"])
    added = run.hydrographs["1O"].flow_cfs + run.hydrographs["2O"].flow_cfs
    assert whole.summed.peak_cfs == pytest.approx(added.max(), rel=1e-3)
    peaks = [flow.peak_cfs for id_ in ("1O", "2O") if (flow := run.nodes[id_].inflow) is not None]
    assert whole.sum_of_peaks_cfs == pytest.approx(sum(peaks))
    assert whole.sum_of_peaks_cfs > whole.summed.peak_cfs * 1.02
    assert whole.ids == ("1O", "2O")


def test_an_outfall_that_is_not_there_has_no_sum() -> None:
    run = simulate(two_outfalls(), HUNDRED_YEAR)
    with pytest.raises(NetworkError, match="'9O' is not there"):
        together(run, ["1O", "9O"])


def test_bounce_and_freeboard_are_measured_from_the_highest_level() -> None:
    answer = simulate(two_outfalls(), HUNDRED_YEAR).nodes["1P"].pond
    assert answer is not None
    assert bounce_ft(answer) == pytest.approx(answer.peak_elevation_ft - 930.0)
    assert freeboard_ft(answer, opening_ft=answer.peak_elevation_ft + 2.0) == pytest.approx(2.0)
    assert freeboard_ft(answer, opening_ft=answer.peak_elevation_ft - 0.5) == pytest.approx(-0.5)


def test_a_pool_falls_back_to_its_start_or_is_told_not_to() -> None:
    # Highest at 2 h, and at 0.05 ft above its start again at 4 h less 0.05/4 of the two hours of its fall: 3.975 h.
    run = simulate(two_outfalls(), HUNDRED_YEAR)
    answer = run.nodes["1P"].pond
    assert answer is not None
    drawn = replace(answer, start_ft=0.0, time_of_peak_elevation_h=2.0, levels=levels((0, 0), (2, 4), (4, 0)))
    assert falls_back_h(drawn) == pytest.approx(3.975 - 2.0)
    assert falls_back_h(replace(drawn, levels=levels((0, 0), (2, 4), (4, 3)))) is None
