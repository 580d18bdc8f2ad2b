"""Ponds that act on each other, against an explicit integration with short steps and against what must hold at rest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.headwater.hydraulics.networks import HUNDRED_YEAR, basin, land

from headwater.hydraulics.contours import Contours
from headwater.hydraulics.network import (
    FixedTailwater,
    Network,
    Outfall,
    Outlet,
    Pond,
    RatedTailwater,
    TimedTailwater,
)
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.results import PondAnswer, Run
from headwater.hydraulics.simulation import simulate

STEP_S = 2.0


def pond_of(run: Run, id_: str) -> PondAnswer:
    answer = run.nodes[id_].pond
    assert answer is not None
    return answer


def two_ponds() -> Network:
    """Return a pond whose orifice and weir lie below the highest water of the one that it discharges to."""
    return Network(
        subcatchments=(land("1S", "1P"), land("2S", "2P", area_ac=9.0, curve_number=85.0, minutes=10.0)),
        ponds=(
            basin("1P", "2P", orifice_ft=2.0),
            basin("2P", "1O", bottom_ft=929.0, scale=0.8, crest_ft=935.0),
        ),
        outfalls=(Outfall(id="1O"),),
    )


def explicit(network: Network, inflows: dict[str, np.ndarray], hours: float) -> dict[str, tuple[float, float]]:
    """Return highest level and its time by the midpoint rule with steps of two seconds, water both ways."""
    upper, lower = network.ponds
    stored = {"1P": 0.0, "2P": 0.0}
    highest = {"1P": (0.0, 0.0), "2P": (0.0, 0.0)}

    def passing_cfs(pond: Pond, high_ft: float, low_ft: float) -> float:
        return sum(outlet.device.flow_cfs(high_ft, low_ft) for outlet in pond.outlets)

    def change(at_s: float, state: dict[str, float]) -> tuple[dict[str, float], dict[str, float]]:
        levels = {pond.id: pond.storage.stage_ft(state[pond.id]) for pond in network.ponds}
        come = {id_: float(np.interp(at_s / 36, np.arange(len(flow)), flow)) for id_, flow in inflows.items()}
        if levels["1P"] >= levels["2P"]:
            between_cfs = passing_cfs(upper, levels["1P"], levels["2P"])
        else:
            between_cfs = -passing_cfs(upper, levels["2P"], levels["1P"])
        out_cfs = passing_cfs(lower, levels["2P"], -np.inf)
        return {"1P": come["1P"] - between_cfs, "2P": come["2P"] + between_cfs - out_cfs}, levels

    for step in range(int(hours * 3600 / STEP_S)):
        at_s = step * STEP_S
        slopes, levels = change(at_s, stored)
        for id_, level_ft in levels.items():
            if level_ft > highest[id_][0]:
                highest[id_] = level_ft, at_s / 3600
        middle = {id_: max(stored[id_] + slopes[id_] * STEP_S / 2, 0.0) for id_ in stored}
        slopes, _ = change(at_s + STEP_S / 2, middle)
        stored = {id_: max(stored[id_] + slopes[id_] * STEP_S, 0.0) for id_ in stored}
    return highest


def test_two_ponds_agree_with_an_explicit_integration() -> None:
    network = two_ponds()
    run = simulate(network, HUNDRED_YEAR, span_h=40.0)
    inflows = {"1P": run.hydrographs["1S"].flow_cfs, "2P": run.hydrographs["2S"].flow_cfs}
    highest = explicit(network, inflows, hours=14.0)
    for id_, (level_ft, time_h) in highest.items():
        assert pond_of(run, id_).peak_elevation_ft == pytest.approx(level_ft, abs=0.005)
        assert pond_of(run, id_).time_of_peak_elevation_h == pytest.approx(time_h, abs=0.05)
    assert run.mass_residual_fraction == pytest.approx(0.0, abs=0.0005)
    assert "tailwater-above-invert" in {caution.code for caution in run.cautions}


def test_a_pond_below_that_stays_low_changes_nothing() -> None:
    network = two_ponds()
    apart = replace(network, ponds=(network.ponds[0], basin("2P", "1O", bottom_ft=900.0, crest_ft=906.0)))
    free = Network(
        subcatchments=network.subcatchments[:1],
        ponds=(basin("1P", "1O", orifice_ft=2.0),),
        outfalls=(Outfall(id="1O"),),
    )
    run = simulate(apart, HUNDRED_YEAR, span_h=40.0)
    assert (
        pond_of(run, "1P").peak_elevation_ft
        == pond_of(simulate(free, HUNDRED_YEAR, span_h=40.0), "1P").peak_elevation_ft
    )
    assert "tailwater-above-invert" not in {caution.code for caution in run.cautions}


def test_ponds_joined_by_a_pipe_come_to_one_level() -> None:
    # No way out but the pipe between them: after days both stand at the level that holds all the water.
    pipe = Outlet(id="A", device=CircularOrifice(invert_ft=930.0, diameter_ft=2.0), to="2P")
    one = replace(basin("1P", None), outlets=(pipe,))
    other = replace(basin("2P", None), outlets=())
    network = Network(subcatchments=(land("1S", "1P"), land("2S", "2P", area_ac=1.0)), ponds=(one, other))
    run = simulate(network, HUNDRED_YEAR, span_h=96.0)
    levels = {id_: pond_of(run, id_).final_ft for id_ in ("1P", "2P")}
    assert levels["1P"] == pytest.approx(levels["2P"], abs=0.005)
    come_acft = sum(flow.volume_acft for id_ in ("1S", "2S") if (flow := run.nodes[id_].outflow) is not None)
    held_cf = sum(float(pond_of(run, id_).levels.storage_cf[-1]) for id_ in levels)
    assert held_cf == pytest.approx(come_acft * 43_560, rel=0.001)


def test_water_comes_back_only_where_it_may() -> None:
    network = two_ponds()
    flooded = replace(
        network,
        subcatchments=(land("1S", "1P", area_ac=0.2), land("2S", "2P", area_ac=12.0, curve_number=90.0, minutes=8.0)),
    )
    flapped = replace(
        flooded,
        ponds=(
            replace(
                flooded.ponds[0],
                outlets=tuple(replace(outlet, backflow=False) for outlet in flooded.ponds[0].outlets),
            ),
            flooded.ponds[1],
        ),
    )
    free, held = simulate(flooded, HUNDRED_YEAR, span_h=40.0), simulate(flapped, HUNDRED_YEAR, span_h=40.0)
    assert free.hydrographs["1P"].flow_cfs.min() < -1.0
    assert held.hydrographs["1P"].flow_cfs.min() >= -1e-6
    assert pond_of(free, "1P").peak_elevation_ft > pond_of(held, "1P").peak_elevation_ft + 0.5


def with_tailwater(tailwater: FixedTailwater | RatedTailwater | TimedTailwater | None, *, others: bool = False) -> Run:
    extra = (land("9S", "1O", area_ac=4.0),) if others else ()
    network = Network(
        subcatchments=(land("1S", "1P"), *extra),
        ponds=(basin("1P", "1O"),),
        outfalls=(Outfall(id="1O", tailwater=tailwater),),
    )
    return simulate(network, HUNDRED_YEAR, span_h=48.0)


def test_a_fixed_tailwater_below_the_outlets_changes_nothing_and_above_them_raises_the_pool() -> None:
    free = pond_of(with_tailwater(None), "1P").peak_elevation_ft
    low = with_tailwater(FixedTailwater(elevation_ft=930.0))
    high = with_tailwater(FixedTailwater(elevation_ft=932.0))
    assert pond_of(low, "1P").peak_elevation_ft == free
    assert pond_of(high, "1P").peak_elevation_ft > free
    assert pond_of(high, "1P").final_ft > 931.5  # it drains to the tailwater, and no water comes back
    assert "tailwater-above-invert" in {caution.code for caution in high.cautions}


def test_a_timed_tailwater_that_stays_is_a_fixed_one() -> None:
    fixed = with_tailwater(FixedTailwater(elevation_ft=932.0))
    timed = with_tailwater(TimedTailwater(series=((0.0, 932.0), (48.0, 932.0))))
    assert pond_of(timed, "1P").peak_elevation_ft == pytest.approx(pond_of(fixed, "1P").peak_elevation_ft, abs=0.005)


def test_a_rated_tailwater_that_stays_is_a_fixed_one_alone_and_beside_others() -> None:
    fixed = pond_of(with_tailwater(FixedTailwater(elevation_ft=932.0)), "1P").peak_elevation_ft
    level = RatedTailwater(curve=((0.0, 932.0), (1000.0, 932.0)))
    for others in (False, True):
        rated = pond_of(with_tailwater(level, others=others), "1P").peak_elevation_ft
        assert rated == pytest.approx(fixed, abs=0.005)


def test_flow_of_others_raises_a_rated_tailwater() -> None:
    curve = RatedTailwater(curve=((0.0, 930.0), (30.0, 936.0)))
    alone, beside = with_tailwater(curve), with_tailwater(curve, others=True)
    assert pond_of(beside, "1P").peak_elevation_ft > pond_of(alone, "1P").peak_elevation_ft + 0.02


def test_of_ponds_solved_together_one_that_is_full_ends_both_with_its_time_and_volume() -> None:
    # The lower pond holds 36,000 cf below 933 ft, (6,000 + 12,000) / 2 x 4, and has no way out but a trickle.
    network = two_ponds()
    small = replace(
        network.ponds[1],
        storage=Contours(elevations_ft=(929.0, 933.0), areas_sf=(6_000.0, 12_000.0)),
        outlets=(Outlet(id="A", device=CircularOrifice(invert_ft=930.0, diameter_ft=0.2), to="1O"),),
    )
    run = simulate(replace(network, ponds=(network.ponds[0], small)), HUNDRED_YEAR, span_h=40.0)
    full = run.nodes["2P"]
    assert full.status == "storage exceeded"
    assert full.shortfall is not None
    # What comes and neither fits nor is held by the upper pond, whose orifice lets it down, has no room.
    come_cf = sum(flow.volume_acft for id_ in ("1S", "2S") if (flow := run.nodes[id_].outflow) is not None) * 43_560
    assert 0.3 * come_cf < full.shortfall.short_cf < come_cf - 36_000
    assert 11.0 < full.shortfall.time_h < 13.0
    assert {run.nodes[id_].status for id_ in ("1P", "1O")} == {"not computed"}
    assert all(node.pond is None for node in run.nodes.values())
