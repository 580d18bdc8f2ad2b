"""Basins, boxes, pipes, stone, tables and sums against hand computations."""

from __future__ import annotations

import math

import pytest

from headwater.errors import OutOfRangeError
from headwater.hydraulics.basin import Box, TrapezoidalBasin
from headwater.hydraulics.contours import Contours
from headwater.hydraulics.pipe_storage import PipeStorage
from headwater.hydraulics.stone import Embedded, StoneBed
from headwater.hydraulics.storage_sum import StorageSum
from headwater.hydraulics.storage_table import StorageTable

BOX = Box(bottom_ft=90.0, top_ft=94.0, length_ft=50.0, width_ft=20.0)


def test_a_basin_with_sides_and_ends_of_other_slopes() -> None:
    basin = TrapezoidalBasin(
        bottom_ft=0, top_ft=5, bottom_length_ft=20, bottom_width_ft=10, side_slope_h_per_v=2, end_slope_h_per_v=1
    )
    # 3 ft up: 26 by 22 ft. By the prismoid of bottom 200, middle 23 * 16 = 368 and top 572: 3 / 6 * (200 + 1472 + 572).
    assert basin.area_sf(3.0) == 572
    assert basin.storage_cf(3.0) == pytest.approx(1122.0, rel=1e-12)
    # Sides 2 * (20 + 26) / 2 * 3 sqrt(5), ends 2 * (10 + 22) / 2 * 3 sqrt(2): 308.577 + 135.765, on 200 sf.
    assert basin.wetted_area_sf(3.0) == pytest.approx(644.342, abs=1e-3)
    # Above the top, 30 by 30 ft, upright walls of 120 ft around.
    assert basin.storage_cf(6.0) - basin.storage_cf(5.0) == pytest.approx(900.0, rel=1e-12)
    assert basin.wetted_area_sf(6.0) - basin.wetted_area_sf(5.0) == pytest.approx(120.0, rel=1e-12)


def test_a_box_is_closed() -> None:
    assert BOX.storage_cf(92.5) == 2500
    assert BOX.stage_ft(2500.0) == 92.5
    assert BOX.wetted_area_sf(92.5) == 1000 + 2.5 * 140
    assert BOX.storage_cf(99.0) == 4000
    with pytest.raises(OutOfRangeError, match="expected at most what it holds at 94 ft, 4000 cf"):
        BOX.stage_ft(4001.0)


def test_a_level_pipe_half_full() -> None:
    # 2 ft across, 100 ft long: half of pi * 100 = 157.080 cf; surface 200 sf; wet wall pi * 100 = 314.159 sf.
    pipe = PipeStorage(bottom_ft=10.0, diameter_ft=2.0, length_ft=100.0)
    assert pipe.storage_cf(11.0) == pytest.approx(157.0796, abs=1e-3)
    assert pipe.area_sf(11.0) == pytest.approx(200.0, rel=1e-12)
    assert pipe.wetted_area_sf(11.0) == pytest.approx(314.1593, abs=1e-3)
    assert pipe.plan_area_sf(11.7) == pytest.approx(200.0, rel=1e-12)
    assert pipe.stage_ft(157.0796327) == pytest.approx(11.0, abs=1e-8)
    assert (pipe.bottom_ft, pipe.top_ft) == (10, 12)


def test_a_sloped_pipe_agrees_with_slices_of_it() -> None:
    pipe = PipeStorage(bottom_ft=10.0, diameter_ft=2.0, length_ft=100.0, slope_fraction=0.015, pipes_side_by_side=2)
    assert pipe.top_ft == 13.5
    for level_ft in (10.3, 11.2, 11.7, 12.4, 13.4):
        slices = 4000
        volume_cf = 0.0
        for number in range(slices):
            along_ft = (number + 0.5) * 100 / slices
            depth_ft = min(max(level_ft - 10.0 - 0.015 * along_ft, 0.0), 2.0)
            angle = 2 * math.acos(1 - depth_ft)
            volume_cf += 2 * (angle - math.sin(angle)) / 2 * 100 / slices
        assert pipe.storage_cf(level_ft) == pytest.approx(volume_cf, rel=1e-5)
    assert pipe.storage_cf(13.5) == pytest.approx(2 * math.pi * 100, rel=1e-12)


@pytest.mark.parametrize("depth_ft", [1e-12, 1e-9, 1e-6, 2.4e-5, 2.6e-5, 1e-3])
def test_the_last_drops_in_a_sloped_pipe_are_those_of_a_parabola(depth_ft) -> None:
    # The bottom of a circle of radius 1 ft is a parabola, 2 sqrt(2 y) wide. Its segment, 4/3 sqrt(2) y^(3/2), adds up
    # over the wet length to 8/15 sqrt(2) y^(5/2) by the slope.
    pipe = PipeStorage(bottom_ft=0.0, diameter_ft=2.0, length_ft=100.0, slope_fraction=0.01)
    assert pipe.storage_cf(depth_ft) == pytest.approx(8 / 15 * math.sqrt(2) * depth_ft**2.5 / 0.01, rel=1e-3)


def test_a_hardly_sloped_pipe_is_as_a_level_one() -> None:
    level = PipeStorage(bottom_ft=10.0, diameter_ft=2.0, length_ft=100.0)
    for slope in (1e-12, 1e-7, 1e-5):
        sloped = PipeStorage(bottom_ft=10.0, diameter_ft=2.0, length_ft=100.0, slope_fraction=slope)
        assert sloped.storage_cf(10.8) == pytest.approx(level.storage_cf(10.8), rel=2e-3)


def test_stone_holds_its_voids_and_chambers_all_of_themselves() -> None:
    # 50 by 20 by 4 ft of stone, 40 % open: 1,600 cf. Three pipes 2 ft across and 45 ft long: 424.115 cf in place of
    # 40 % of it: 1600 + 0.6 * 424.115 = 1,854.469.
    pipe = PipeStorage(bottom_ft=91.0, diameter_ft=2.0, length_ft=45.0)
    bed = StoneBed(bed=BOX, embedded=(Embedded(inside=pipe, chambers=3),))
    assert StoneBed(bed=BOX).storage_cf(94.0) == pytest.approx(1600.0, rel=1e-12)
    assert bed.storage_cf(94.0) == pytest.approx(1854.469, abs=1e-3)
    # Half way up the pipes: 400 + 0.6 * 3 * 2 * 45 = 562 sf more a foot; the ground is 1,000 sf all the same.
    assert bed.area_sf(92.0) == pytest.approx(562.0, rel=1e-12)
    assert bed.plan_area_sf(92.0) == 1000
    assert bed.stages_ft() == (90, 91, 93, 94)
    assert bed.stage_ft(1854.469) == pytest.approx(94.0, abs=1e-5)


def test_a_thick_wall_takes_stone_and_holds_no_water() -> None:
    inside = PipeStorage(bottom_ft=91.0, diameter_ft=2.0, length_ft=45.0)
    outside = PipeStorage(bottom_ft=90.75, diameter_ft=2.5, length_ft=45.0)
    bed = StoneBed(bed=BOX, embedded=(Embedded(inside=inside, outside=outside),))
    # 1600 - 0.4 * 220.893 + 141.372.
    assert bed.storage_cf(94.0) == pytest.approx(1653.014, abs=1e-3)
    with pytest.raises(OutOfRangeError, match="outside"):
        Embedded(inside=outside, outside=inside)


def test_chambers_that_do_not_fit_their_stone_are_refused() -> None:
    high = PipeStorage(bottom_ft=93.0, diameter_ft=2.0, length_ft=45.0)
    with pytest.raises(OutOfRangeError, match="embedded is 'from 93 to 95 ft'; expected within the stone, 90 to 94 ft"):
        StoneBed(bed=BOX, embedded=(Embedded(inside=high),))
    wide = Box(bottom_ft=91.0, top_ft=92.0, length_ft=50.0, width_ft=7.0)
    with pytest.raises(OutOfRangeError, match="the area of what is embedded at 91 ft is 1050"):
        StoneBed(bed=BOX, embedded=(Embedded(inside=wide, chambers=3),))
    for voids in (0.0, 1.1, math.nan):
        with pytest.raises(OutOfRangeError, match="voids_fraction"):
            StoneBed(bed=BOX, voids_fraction=voids)


def test_a_table_of_storage_runs_straight_between_its_rows() -> None:
    table = StorageTable(elevations_ft=(10.0, 11.0, 13.0), storages_cf=(0.0, 100.0, 500.0))
    assert [table.storage_cf(stage_ft) for stage_ft in (10.0, 10.5, 12.0, 13.0, 14.0)] == [0, 50, 300, 500, 500]
    assert [table.area_sf(stage_ft) for stage_ft in (10.5, 11.0, 12.9)] == [100, 200, 200]
    assert [table.stage_ft(volume_cf) for volume_cf in (0.0, 50.0, 300.0, 500.0)] == [10, 10.5, 12, 13]
    open_above = StorageTable(elevations_ft=(10.0, 11.0, 13.0), storages_cf=(0.0, 100.0, 500.0), kind="open")
    assert open_above.storage_cf(14.0) == 700
    assert open_above.stage_ft(700.0) == 14


@pytest.mark.parametrize(
    ("storages_cf", "kind", "wrong"),
    [
        ((5.0, 100.0, 500.0), "closed", "expected none at the first elevation"),
        ((0.0, 100.0, 100.0), "closed", r"storages_cf is 100\.0; expected rising numbers"),
        (
            (0.0, 100.0, 250.0),
            "open",
            r"the area from 11 ft to 13 ft is 75\.0; expected at least that from 10 ft, 100 sf",
        ),
    ],
)
def test_a_table_of_storage_that_cannot_be_is_refused(storages_cf, kind, wrong) -> None:
    with pytest.raises(OutOfRangeError, match=wrong):
        StorageTable(elevations_ft=(10.0, 11.0, 13.0), storages_cf=storages_cf, kind=kind)


def test_storages_that_share_a_level_add_up() -> None:
    pond = Contours(elevations_ft=(94.0, 96.0), areas_sf=(500.0, 900.0))
    both = StorageSum(parts=(StoneBed(bed=BOX), pond))
    # The stone is full at 94 ft, 1,600 cf; a foot of pond is (500 + 700) / 2 = 600 cf.
    assert both.storage_cf(95.0) == pytest.approx(2200.0, rel=1e-12)
    assert both.stage_ft(2200.0) == pytest.approx(95.0, abs=1e-9)
    assert both.stage_ft(both.storage_cf(97.0)) == pytest.approx(97.0, abs=1e-9)
    assert (both.bottom_ft, both.top_ft, both.stages_ft()) == (90, 96, (90, 94, 96))


def test_storages_with_a_gap_between_are_refused() -> None:
    high = Box(bottom_ft=95.0, top_ft=96.0, length_ft=5.0, width_ft=5.0)
    with pytest.raises(OutOfRangeError, match="nothing from 94 ft to 95 ft"):
        StorageSum(parts=(BOX, high))
    with pytest.raises(OutOfRangeError, match="expected one storage or more"):
        StorageSum(parts=())


def test_a_volume_that_is_no_number_has_no_level() -> None:
    basin = TrapezoidalBasin(bottom_ft=0, top_ft=5, bottom_length_ft=20, bottom_width_ft=10, side_slope_h_per_v=2)
    pipe = PipeStorage(bottom_ft=10.0, diameter_ft=2.0, length_ft=100.0)
    table = StorageTable(elevations_ft=(10.0, 11.0), storages_cf=(0.0, 100.0), kind="open")
    for storage in (basin, BOX, pipe, table, StoneBed(bed=BOX), StorageSum(parts=(basin,))):
        with pytest.raises(OutOfRangeError, match="storage_cf is nan"):
            storage.stage_ft(math.nan)
