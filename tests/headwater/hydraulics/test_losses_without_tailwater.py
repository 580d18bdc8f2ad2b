"""Exfiltration and underdrains against hand computations."""

from __future__ import annotations

import pytest

from headwater.errors import OutOfRangeError
from headwater.hydraulics.basin import Box, TrapezoidalBasin
from headwater.hydraulics.exfiltration import ConstantExfiltration, Exfiltration, GroundwaterExfiltration, Over
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.stone import StoneBed
from headwater.hydraulics.underdrain import Underdrain

# Bottom 100 by 40 ft, sides 3:1: 4,000 sf at the bottom, 106 * 46 = 4,876 sf a foot up.
BASIN = TrapezoidalBasin(
    bottom_ft=100.0, top_ft=104.0, bottom_length_ft=100.0, bottom_width_ft=40.0, side_slope_h_per_v=3.0
)


def test_a_rate_over_the_bottom_the_surface_and_the_wetted_area() -> None:
    # 0.8 in/h: over 4,000 sf 0.8 * 4000 / 43200 = 0.074074; over 4,876 sf 0.090296. Wetted: 4,000 sf and sides of
    # sqrt(10) ft up the slope, 2 * (103 + 43) = 292 ft around half way: 4000 + 923.385 = 4,923.385 sf, 0.091174.
    ways: tuple[Over, ...] = ("bottom", "horizontal", "wetted")
    flows = {over: Exfiltration(storage=BASIN, rate_in_per_hr=0.8, over=over).flow_cfs(101.0) for over in ways}
    assert flows["bottom"] == pytest.approx(0.074074, abs=1e-6)
    assert flows["horizontal"] == pytest.approx(0.090296, abs=1e-6)
    assert flows["wetted"] == pytest.approx(0.091174, abs=1e-6)


def test_the_surface_falls_at_the_rate_itself() -> None:
    # Half an inch an hour takes a foot of depth in 24 hours.
    seeping = Exfiltration(storage=BASIN, rate_in_per_hr=0.5)
    fall_ft_per_day = seeping.flow_cfs(102.7) / BASIN.area_sf(102.7) * 86_400
    assert fall_ft_per_day == pytest.approx(1.0, rel=1e-12)


def test_in_stone_the_ground_seeps_and_not_the_voids() -> None:
    bed = StoneBed(bed=Box(bottom_ft=90.0, top_ft=93.0, length_ft=50.0, width_ft=20.0))
    # 1,000 sf of ground: 0.45 * 1000 / 43200 = 0.010417, though the voids are 400 sf.
    assert bed.area_sf(91.0) == 400
    assert Exfiltration(storage=bed, rate_in_per_hr=0.45).flow_cfs(91.0) == pytest.approx(0.010417, abs=1e-6)


def test_what_lies_below_or_above_given_levels_does_not_seep() -> None:
    # Between 101 and 102 ft: the surface at 102 ft is 112 * 52 = 5,824 sf, less 4,876 sf: 948 sf, at every level above.
    part = Exfiltration(storage=BASIN, rate_in_per_hr=1.0, lowest_ft=101.0, highest_ft=102.0)
    assert part.flow_cfs(101.0) == 0
    for level_ft in (102.0, 103.5):
        assert part.flow_cfs(level_ft) == pytest.approx(948 / 43_200, rel=1e-12)
    assert part.kinks_ft() == (101.0, 102.0)


@pytest.mark.parametrize(("lowest_ft", "seeping_sf"), [(99.0, 4_876), (100.0, 4_876), (100.5, 4_876 - 103 * 43)])
def test_below_a_level_at_the_bottom_lies_nothing_so_that_the_whole_surface_seeps(lowest_ft, seeping_sf) -> None:
    # 106 * 46 = 4,876 sf at 101 ft, 103 * 43 = 4,429 sf at 100.5 ft.
    part = Exfiltration(storage=BASIN, rate_in_per_hr=1.0, lowest_ft=lowest_ft)
    assert part.seeping_sf(101.0) == pytest.approx(seeping_sf, rel=1e-12)


@pytest.mark.parametrize("lowest_ft", [None, 99.0, 100.0])
def test_a_bottom_seeps_alone_where_it_does_not_lie_below_the_level(lowest_ft) -> None:
    part = Exfiltration(storage=BASIN, rate_in_per_hr=1.0, over="bottom", lowest_ft=lowest_ft)
    assert part.seeping_sf(101.0) == 4_000


def test_a_bottom_below_the_level_from_which_it_would_seep_is_refused_as_it_never_would() -> None:
    with pytest.raises(OutOfRangeError, match=r"lowest_ft.*100\.1.*at most the bottom, 100,"):
        Exfiltration(storage=BASIN, rate_in_per_hr=1.0, over="bottom", lowest_ft=100.1)


@pytest.mark.parametrize(("level_ft", "flow_cfs"), [(99.9, 0.0), (100.0, 0.0), (100.1, 0.03)])
def test_a_constant_flow_begins_above_its_level(level_ft, flow_cfs) -> None:
    assert ConstantExfiltration(invert_ft=100.0, constant_cfs=0.03).flow_cfs(level_ft) == flow_cfs


def test_a_tailwater_is_not_felt() -> None:
    seeping = Exfiltration(storage=BASIN, rate_in_per_hr=0.8)
    assert seeping.flow_cfs(101.0, 110.0) == seeping.flow_cfs(101.0)


def test_darcys_flow_to_groundwater() -> None:
    # Groundwater 5 ft below the bottom, a foot of water: gradient 6 / 5; 0.8 * 4876 * 1.2 / 43200 = 0.108356.
    seeping = GroundwaterExfiltration(storage=BASIN, conductivity_in_per_hr=0.8, groundwater_ft=95.0)
    assert seeping.flow_cfs(101.0) == pytest.approx(0.108356, abs=1e-6)
    with pytest.raises(OutOfRangeError, match=r"groundwater_ft is 100\.0; expected below the bottom"):
        GroundwaterExfiltration(storage=BASIN, conductivity_in_per_hr=0.8, groundwater_ft=100.0)


def test_water_seeps_through_media_to_a_drain() -> None:
    # 1,000 sf of media, 2.5 ft deep, 2 in/h, a foot ponded: 2 * 1000 * 3.5 / 2.5 / 43200 = 0.064815.
    drain = Underdrain(invert_ft=97.5, media_top_ft=100.0, area_sf=1000.0, conductivity_in_per_hr=2.0)
    assert drain.flow_cfs(101.0) == pytest.approx(0.064815, abs=1e-6)
    # With the tailwater at 99 ft: 2 ft of head over 2.5 ft: 0.037037.
    assert drain.flow_cfs(101.0, 99.0) == pytest.approx(0.037037, abs=1e-6)


def test_the_pipe_of_a_drain_may_pass_less_than_the_media() -> None:
    # A half-inch orifice under 3.5 ft less half its height: 0.6 * 0.00136354 * sqrt(64.4 * 3.479167) = 0.012246.
    valve = CircularOrifice(invert_ft=97.5, diameter_ft=0.5 / 12)
    drain = Underdrain(invert_ft=97.5, media_top_ft=100.0, area_sf=1000.0, conductivity_in_per_hr=2.0, pipe=valve)
    assert drain.flow_cfs(101.0) == pytest.approx(0.012246, abs=1e-5)
