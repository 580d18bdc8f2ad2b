"""What every storage keeps, whatever its shape: see `headwater.hydraulics.stage_storage`."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import OutOfRangeError
from headwater.hydraulics.basin import Box, TrapezoidalBasin
from headwater.hydraulics.contours import ConicContours, Contours
from headwater.hydraulics.pipe_storage import PipeStorage
from headwater.hydraulics.stage_storage import AbovePool, StageStorage
from headwater.hydraulics.stone import Embedded, StoneBed
from headwater.hydraulics.storage_sum import StorageSum
from headwater.hydraulics.storage_table import StorageTable


def number(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False)


@st.composite
def tables(draw, kind: Any, *, way: str) -> Any:
    steps = draw(st.lists(st.tuples(number(0.05, 4), number(0, 5000)), min_size=1, max_size=6))
    level_ft, area_sf = draw(number(-50, 1500)), draw(number(0, 900))
    levels_ft, areas_sf = [level_ft], [area_sf]
    for rise_ft, change_sf in steps:
        level_ft += rise_ft
        area_sf = max(area_sf + change_sf, 1.0) if way == "open" else change_sf + 1.0
        levels_ft.append(level_ft)
        areas_sf.append(area_sf)
    return kind(elevations_ft=tuple(levels_ft), areas_sf=tuple(areas_sf), kind=way)


@st.composite
def listed(draw, *, way: Any) -> StorageTable:
    steps = draw(st.lists(st.tuples(number(0.05, 4), number(1, 900)), min_size=1, max_size=6))
    areas = sorted(more for _, more in steps) if way == "open" else [more for _, more in steps]
    levels_ft, volumes_cf = [100.0], [0.0]
    for (rise_ft, _), area_sf in zip(steps, areas, strict=True):
        levels_ft.append(levels_ft[-1] + rise_ft)
        volumes_cf.append(volumes_cf[-1] + area_sf * rise_ft)
    return StorageTable(elevations_ft=tuple(levels_ft), storages_cf=tuple(volumes_cf), kind=way)


BASINS = st.builds(
    TrapezoidalBasin,
    bottom_ft=number(-50, 1500),
    top_ft=number(1501, 1520),
    bottom_length_ft=number(0.5, 500),
    bottom_width_ft=number(0.5, 500),
    side_slope_h_per_v=number(0, 10),
    end_slope_h_per_v=st.none() | number(0, 10),
)
PIPES = st.builds(
    PipeStorage,
    bottom_ft=number(900, 902),
    diameter_ft=number(0.5, 10),
    length_ft=number(5, 900),
    slope_fraction=st.just(0.0) | number(1e-4, 0.2),
    pipes_side_by_side=st.integers(1, 5),
)
BOXES = st.builds(
    Box, bottom_ft=number(899, 900), top_ft=number(902, 910), length_ft=number(1, 500), width_ft=number(1, 500)
)


@st.composite
def stone(draw) -> StoneBed:
    inside = PipeStorage(bottom_ft=draw(number(100.5, 101)), diameter_ft=draw(number(0.5, 3)), length_ft=50)
    count = draw(st.integers(0, 4))
    bed = Box(bottom_ft=100, top_ft=104.5, length_ft=55, width_ft=count * 3 + 2)
    chambers = (Embedded(inside=inside, chambers=count),) if count else ()
    return StoneBed(bed=bed, voids_fraction=draw(number(0.2, 1)), embedded=chambers)


OPEN = tables(Contours, way="open")
STORAGES: dict[str, st.SearchStrategy[Any]] = {
    "contours": OPEN,
    "closed contours": tables(Contours, way="closed"),
    "conic contours": tables(ConicContours, way="open"),
    "closed conic contours": tables(ConicContours, way="closed"),
    "basin": BASINS,
    "box": BOXES,
    "pipe": PIPES,
    "listed, open": listed(way="open"),
    "listed, closed": listed(way="closed"),
    "stone": stone(),
    "sum": st.tuples(PIPES, BOXES).map(lambda parts: StorageSum(parts=parts)),
    "above a pool": st.tuples(OPEN, number(0.01, 0.95)).map(
        lambda drawn: AbovePool(
            whole=drawn[0], pool_ft=drawn[0].bottom_ft + drawn[1] * (drawn[0].top_ft - drawn[0].bottom_ft)
        )
    ),
}


def inner_stages_ft(storage: StageStorage) -> list[tuple[float, float]]:
    """Return stages between the bends, each with its distance to the next one."""
    stages = []
    for low_ft, high_ft in pairwise(storage.stages_ft()):
        for share in (0.02, 0.3, 0.5, 0.77, 0.98):
            stages.append((low_ft + share * (high_ft - low_ft), min(share, 1 - share) * (high_ft - low_ft)))
    return [(stage_ft, near_ft) for stage_ft, near_ft in stages if near_ft > 1e-3]


@pytest.mark.parametrize("kind", STORAGES)
def test_storage_rises_from_none_at_the_bottom(kind) -> None:
    @given(storage=STORAGES[kind], shares=st.tuples(number(0, 1), number(0, 1)).map(sorted))
    def check(storage: StageStorage, shares: list[float]) -> None:
        stages_ft = storage.stages_ft()
        assert list(stages_ft) == sorted(set(stages_ft))
        assert (stages_ft[0], stages_ft[-1]) == (storage.bottom_ft, storage.top_ft)
        assert storage.storage_cf(storage.bottom_ft) == storage.storage_cf(storage.bottom_ft - 1) == 0
        low_ft, high_ft = (storage.bottom_ft + share * (storage.top_ft - storage.bottom_ft) for share in shares)
        low_cf, high_cf = storage.storage_cf(low_ft), storage.storage_cf(high_ft)
        assert 0 <= low_cf <= high_cf * (1 + 1e-12) + 1e-9
        if high_ft - low_ft > 0.01:
            assert low_cf < high_cf

    check()


@pytest.mark.parametrize("kind", STORAGES)
def test_area_is_the_rise_of_storage_per_foot(kind) -> None:
    @given(storage=STORAGES[kind])
    def check(storage: StageStorage) -> None:
        for stage_ft, near_ft in inner_stages_ft(storage):
            step_ft = near_ft * 1e-2
            rise_cf = storage.storage_cf(stage_ft + step_ft) - storage.storage_cf(stage_ft - step_ft)
            rounding_cf = 1e-13 * storage.storage_cf(storage.top_ft)
            step_ft = ((stage_ft + step_ft) - (stage_ft - step_ft)) / 2  # as a float has it
            assert rise_cf == pytest.approx(2 * step_ft * storage.area_sf(stage_ft), rel=2e-4, abs=rounding_cf)

    check()


@pytest.mark.parametrize("kind", STORAGES)
def test_the_level_undoes_the_storage(kind) -> None:
    @given(storage=STORAGES[kind])
    def check(storage: StageStorage) -> None:
        for stage_ft, _ in inner_stages_ft(storage):
            held_cf = storage.storage_cf(stage_ft)
            level_ft = storage.stage_ft(held_cf)
            full_cf = storage.storage_cf(storage.top_ft)
            # A float of the whole storage does not tell levels closer than this.
            blurred_ft = 1e-13 * full_cf / max(storage.area_sf(stage_ft), 1e-9) + 1e-9
            assert abs(level_ft - stage_ft) <= blurred_ft
            assert storage.storage_cf(level_ft) == pytest.approx(held_cf, rel=1e-9, abs=1e-12 * full_cf)
        assert storage.stage_ft(0.0) == storage.bottom_ft
        assert storage.stage_ft(storage.storage_cf(storage.top_ft)) == pytest.approx(storage.top_ft, abs=1e-9)

    check()


@pytest.mark.parametrize("kind", STORAGES)
def test_above_the_top_a_storage_goes_on_or_holds_no_more(kind) -> None:
    @given(storage=STORAGES[kind], above_ft=number(0.01, 5))
    def check(storage: StageStorage, above_ft: float) -> None:
        full_cf = storage.storage_cf(storage.top_ft)
        higher_cf = storage.storage_cf(storage.top_ft + above_ft)
        if higher_cf > full_cf * (1 + 1e-12):
            assert storage.stage_ft(higher_cf) == pytest.approx(storage.top_ft + above_ft, abs=1e-6)
        else:
            with pytest.raises(OutOfRangeError, match="give it an overflow below its top"):
                storage.stage_ft(full_cf * 1.001)

    check()


@pytest.mark.parametrize("kind", STORAGES)
def test_wetted_and_plan_areas_never_shrink_as_the_level_rises(kind) -> None:
    @given(storage=STORAGES[kind])
    def check(storage: StageStorage) -> None:
        stages_ft = [stage_ft for stage_ft, _ in inner_stages_ft(storage)]
        for area in (storage.wetted_area_sf, storage.plan_area_sf):
            areas_sf = [area(stage_ft) for stage_ft in stages_ft]
            assert all(low <= high * (1 + 1e-9) + 1e-9 for low, high in pairwise(areas_sf))

    check()
