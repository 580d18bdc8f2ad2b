"""Storage between contours: both ways, sides, and what is refused."""

from __future__ import annotations

import math

import pytest

from headwater.errors import OutOfRangeError
from headwater.hydraulics.contours import ConicContours, Contours
from headwater.hydraulics.stage_storage import AbovePool

POND = Contours(elevations_ft=(100.0, 102.0, 104.0), areas_sf=(1000.0, 2000.0, 4000.0))
CONE = ConicContours(elevations_ft=(0.0, 3.0), areas_sf=(0.0, 9 * math.pi))


def test_average_end_areas_between_contours() -> None:
    # 1 ft up: area 1,500 sf, (1000 + 1500) / 2 = 1,250 cf. 3 ft up: 3,000 cf to 102 ft, then (2000 + 3000) / 2.
    assert POND.storage_cf(101.0) == 1250
    assert POND.storage_cf(103.0) == 5500
    assert POND.area_sf(103.0) == 3000
    assert POND.stage_ft(1250.0) == pytest.approx(101.0, abs=1e-12)
    assert POND.stage_ft(5500.0) == pytest.approx(103.0, abs=1e-12)


def test_a_cone_is_a_cone() -> None:
    # Radius as the height: V = pi h^3 / 3, surface pi h^2, side pi h sqrt(2) h.
    for height_ft in (0.5, 1.0, 2.9, 3.0):
        assert CONE.storage_cf(height_ft) == pytest.approx(math.pi * height_ft**3 / 3, rel=1e-12)
        assert CONE.area_sf(height_ft) == pytest.approx(math.pi * height_ft**2, rel=1e-12)
        assert CONE.wetted_area_sf(height_ft) == pytest.approx(math.pi * height_ft**2 * math.sqrt(2), rel=1e-12)
        assert CONE.stage_ft(math.pi * height_ft**3 / 3) == pytest.approx(height_ft, rel=1e-12)


def test_both_ways_hold_where_contours_do_not_widen() -> None:
    for shaft in (
        Contours(elevations_ft=(0.0, 4.0), areas_sf=(50.0, 50.0)),
        ConicContours(elevations_ft=(0.0, 4.0), areas_sf=(50.0, 50.0)),
    ):
        assert shaft.storage_cf(1.5) == pytest.approx(75.0, rel=1e-12)
        assert shaft.stage_ft(75.0) == pytest.approx(1.5, rel=1e-12)


def test_listed_lengths_around_make_the_sides() -> None:
    # 40 ft around, upright: 1 ft of wall is 40 sf, on a bottom of 100 sf.
    tank = Contours(elevations_ft=(0.0, 2.0), areas_sf=(100.0, 100.0), perimeters_ft=(40.0, 40.0))
    assert tank.wetted_area_sf(1.0) == pytest.approx(140.0, rel=1e-12)
    assert tank.wetted_area_sf(-0.1) == 0


def test_an_open_pond_goes_on_above_its_top_with_upright_walls() -> None:
    assert POND.storage_cf(105.0) == POND.storage_cf(104.0) + 4000
    assert POND.stage_ft(POND.storage_cf(105.0)) == 105.0
    assert POND.area_sf(105.0) == 4000


def test_a_closed_storage_may_narrow_and_holds_no_more_than_it_holds() -> None:
    tank = Contours(elevations_ft=(0.0, 1.0, 2.0), areas_sf=(0.0, 100.0, 0.0), kind="closed")
    assert tank.storage_cf(2.0) == tank.storage_cf(3.0) == 100
    assert tank.stage_ft(100.0) == 2.0
    assert tank.stage_ft(50.0) == pytest.approx(1.0, abs=1e-12)
    assert tank.plan_area_sf(1.9) == 100
    with pytest.raises(OutOfRangeError, match=r"storage_cf is 100\.1; expected at most what it holds at 2 ft, 100 cf"):
        tank.stage_ft(100.1)


def test_no_water_stands_at_the_bottom() -> None:
    assert [POND.storage_cf(stage_ft) for stage_ft in (99.0, 100.0)] == [0, 0]
    assert [POND.stage_ft(volume_cf) for volume_cf in (0.0, -1e-9)] == [100, 100]
    assert (POND.bottom_ft, POND.top_ft, POND.stages_ft()) == (100, 104, (100, 102, 104))
    assert POND.area_sf(99.0) == 0


def test_a_volume_that_is_no_number_is_refused() -> None:
    for storage in (POND, CONE):
        with pytest.raises(OutOfRangeError, match="storage_cf is nan"):
            storage.stage_ft(math.nan)


def test_above_a_pool_counts_what_is_above_it() -> None:
    above = AbovePool(whole=POND, pool_ft=102.0)
    # 3,000 cf lie below the pool.
    assert above.dead_cf == 3000
    assert above.storage_cf(103.0) == 2500
    assert above.stage_ft(2500.0) == pytest.approx(103.0, abs=1e-12)
    assert above.stages_ft() == (102.0, 104.0)
    assert above.storage_cf(101.0) == above.area_sf(101.0) == above.wetted_area_sf(101.0) == 0


@pytest.mark.parametrize("pool_ft", [99.999, 104.0, math.nan])
def test_a_pool_outside_its_pond_is_refused(pool_ft) -> None:
    with pytest.raises(OutOfRangeError, match="pool_ft"):
        AbovePool(whole=POND, pool_ft=pool_ft)


@pytest.mark.parametrize("kind", [Contours, ConicContours])
@pytest.mark.parametrize(
    ("elevations_ft", "areas_sf", "wrong"),
    [
        ((100, 101, 102), (10, 20, 19), r"the area falls from 20 sf at 101 ft to 19 sf at 102 ft; expected one that"),
        ((100, 101), (10, -1), r"the area at 101 ft is -1\.0; expected 0 or more"),
        ((100, 101), (10, math.nan), r"the area at 101 ft is nan; expected 0 or more"),
        ((100, 101, 102), (0, 0, 10), r"no area from 100 ft to 101 ft"),
        ((100, 100), (10, 20), r"elevations_ft is 100\.0; expected rising numbers, so more than 100\.0"),
        ((100, math.nan), (10, 20), r"elevations_ft is nan; expected numbers"),
        ((100,), (10,), r"expected 2 numbers or more"),
        ((100, 101), (10,), r"areas_sf is '1 numbers'; expected as many as elevations_ft, 2"),
    ],
)
def test_a_table_that_cannot_be_is_refused(kind, elevations_ft, areas_sf, wrong) -> None:
    with pytest.raises(OutOfRangeError, match=wrong):
        kind(elevations_ft=elevations_ft, areas_sf=areas_sf)


def test_an_equal_area_is_no_fall() -> None:
    Contours(elevations_ft=(100, 101, 102), areas_sf=(10, 20, 20))
