"""Level-pool routing, against HEC-HMS, closed forms and an explicit integration with a step of a second."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.hydraulics.contours import Contours
from headwater.hydraulics.network import Outlet, Pond
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.rating import Rating, rating_of
from headwater.hydraulics.routing import route
from headwater.hydraulics.weir import SharpCrestedWeir
from headwater.hydrology.hydrograph import Hydrograph

CASE = Path(__file__).parents[2] / "golden" / "usace_modified_puls"
CFS_H_PER_ACFT = 43_560 / 3_600


def columns(name: str) -> dict[str, list[float]]:
    with (CASE / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {key: [float(row[key]) for row in rows] for key in rows[0]}


def reservoir() -> Rating:
    table = columns("rating.csv")
    return Rating(
        stage_ft=table["elev_ft"],
        storage_cf=[acft * 43_560 for acft in table["stor_acft"]],
        flow_cfs=table["outflow_cfs"],
        by_destination_cfs={},
    )


def hourly_inflow() -> Hydrograph:
    return Hydrograph(dt_h=1.0, flow_cfs=np.array(columns("inflow.csv")["inflow_cfs"]))


def test_all_hours_of_the_hec_hms_series_come_out_with_the_step_held_at_its_hour() -> None:
    answer = columns("answer.csv")
    routed = route(hourly_inflow(), reservoir(), start_ft=5565.0, held_step=True)
    assert len(routed.time_h) == 457
    assert routed.stage_ft == pytest.approx(answer["elevation_ft"], abs=0.001)
    assert routed.outflow_cfs == pytest.approx(answer["outflow_cfs"], abs=0.01)
    assert routed.storage_cf / 43_560 == pytest.approx(answer["storage_acft"], abs=0.01)


def test_adapting_steps_stay_within_two_thousandths_of_a_foot_of_the_hourly_series() -> None:
    # The hour itself is the error: shorter steps move the level by 0.0012 ft. The tolerance is for the held step.
    answer = columns("answer.csv")
    routed = route(hourly_inflow(), reservoir(), start_ft=5565.0)
    hourly = np.interp(np.arange(457.0), routed.time_h, routed.stage_ft)
    assert hourly == pytest.approx(answer["elevation_ft"], abs=0.002)
    assert routed.stage_ft.max() == pytest.approx(5572.9426, abs=0.002)


def test_the_first_hour_by_hand() -> None:
    # 2S1/dt - O1 + I1 + I2 = 2 x 28,347 x 12.1 - 750 + 15 + 15 = 685,277.4 cfs; the answer's end of that hour holds
    # 28,286.4221 ac-ft and passes 745.9841 cfs: 2 x 28,286.4221 x 12.1 + 745.9841 = 685,277.4.
    assert pytest.approx(685_277.4, abs=0.05) == 2 * 28_286.4221 * CFS_H_PER_ACFT + 745.9841
    routed = route(hourly_inflow(), reservoir(), start_ft=5565.0, held_step=True)
    assert routed.storage_cf[1] / 43_560 == pytest.approx(28_286.4221, abs=0.001)


# ---- a pond with an orifice and a weir -------------------------------------------------------------------------------
POND = Pond(
    id="1P",
    storage=Contours(elevations_ft=(930.0, 934.0, 938.0), areas_sf=(8_000.0, 16_000.0, 26_000.0)),
    outlets=(
        Outlet(id="A", device=CircularOrifice(invert_ft=930.0, diameter_ft=0.75), to="1O"),
        Outlet(id="B", device=SharpCrestedWeir(invert_ft=934.0, length_ft=6.0), to="1O"),
    ),
)


def triangle_cfs(peak_cfs: float, *, peak_h: float = 1.0, base_h: float = 3.0, span_h: float = 24.0) -> Hydrograph:
    time_h = np.arange(0.0, span_h + 0.005, 0.01)
    return Hydrograph(dt_h=0.01, flow_cfs=np.interp(time_h, [0.0, peak_h, base_h], [0.0, peak_cfs, 0.0]))


def explicit_levels(inflow: Hydrograph) -> tuple[float, float]:
    """Return highest stage and outflow by the midpoint rule with steps of a second, from the devices' own formulas.

    Orifice 0.6 a sqrt(2 g (h - D/2)) when full, else the power form; weir 3.33 L H^1.5; trapezoids by quadratics.
    """

    def stage_ft(stored_cf: float) -> float:
        # 8,000 h + 1,000 h^2 up to 934 ft, which holds 48,000 cf; above it 16,000 h + 1,250 h^2.
        if stored_cf <= 48_000:
            return 930.0 + (-8_000 + math.sqrt(8_000.0**2 + 4_000 * stored_cf)) / 2_000
        return 934.0 + (-16_000 + math.sqrt(16_000.0**2 + 5_000 * (stored_cf - 48_000))) / 2_500

    area_sf = math.pi * 0.75**2 / 4

    def outflow_cfs(level_ft: float) -> float:
        depth_ft = level_ft - 930
        if depth_ft <= 0:
            return 0.0
        if depth_ft < 0.75:
            orifice_cfs = 0.6 * area_sf * math.sqrt(64.4 * 0.375) * math.pow(depth_ft / 0.75, 1.5)
        else:
            orifice_cfs = 0.6 * area_sf * math.sqrt(64.4 * (depth_ft - 0.375))
        return orifice_cfs + 3.33 * 6 * math.pow(max(level_ft - 934, 0.0), 1.5)

    flow = inflow.flow_cfs
    stored_cf = highest_ft = highest_cfs = 0.0
    for second in range(int(inflow.span_h * 3600)):
        come_cfs = float(np.interp((second + 0.5) / 36, np.arange(len(flow)), flow)) if second < 4 * 3600 else 0.0
        out_cfs = outflow_cfs(stage_ft(stored_cf))
        middle_cf = max(stored_cf + (come_cfs - out_cfs) / 2, 0.0)
        stored_cf = max(stored_cf + come_cfs - outflow_cfs(stage_ft(middle_cf)), 0.0)
        highest_ft, highest_cfs = max(highest_ft, stage_ft(stored_cf)), max(highest_cfs, out_cfs)
    return highest_ft, highest_cfs


@pytest.mark.parametrize("peak_cfs", [5.0, 60.0])
def test_a_pond_agrees_with_an_explicit_integration(peak_cfs: float) -> None:
    inflow = triangle_cfs(peak_cfs, span_h=6.0)
    highest_ft, highest_cfs = explicit_levels(inflow)
    routed = route(inflow, rating_of(POND), start_ft=930.0)
    assert routed.stage_ft.max() == pytest.approx(highest_ft, abs=0.001)
    assert routed.outflow_cfs.max() == pytest.approx(highest_cfs, rel=0.001)


def test_a_rating_that_bends_is_drawn_within_two_parts_in_ten_thousand() -> None:
    rating = rating_of(POND)
    for stage_ft in (930.3, 931.234, 933.99, 934.05, 934.7, 937.3):
        exact_cfs = sum(outlet.device.flow_cfs(stage_ft) for outlet in POND.outlets)
        assert np.interp(stage_ft, rating.stage_ft, rating.flow_cfs) == pytest.approx(exact_cfs, rel=4e-4)
        assert np.interp(stage_ft, rating.stage_ft, rating.storage_cf) == pytest.approx(
            POND.storage.storage_cf(stage_ft), rel=1e-4
        )


def straight_pond(*, area_sf: float, rate_per_h: float, top_ft: float = 50.0) -> Rating:
    """Return a pond whose outflow is `rate_per_h` of its storage each hour."""
    stages = [0.0, top_ft]
    return Rating(
        stage_ft=stages,
        storage_cf=[area_sf * stage_ft for stage_ft in stages],
        flow_cfs=[area_sf * stage_ft * rate_per_h / 3600 for stage_ft in stages],
        by_destination_cfs={},
    )


def test_a_linear_reservoir_falls_as_its_exponential() -> None:
    # dS/dt = -k S: from 10 ft with k = 0.5 per hour, 10 exp(-0.5 x 6) = 0.4979 ft after six hours.
    none = Hydrograph(dt_h=0.01, flow_cfs=np.zeros(601))
    routed = route(none, straight_pond(area_sf=10_000, rate_per_h=0.5), start_ft=10.0)
    assert routed.stage_ft[-1] == pytest.approx(10 * math.exp(-3), abs=2e-4)


def test_a_storage_too_small_for_its_outlet_passes_its_inflow_without_oscillating() -> None:
    # One square foot that drains within a tenth of a second: what comes is what leaves.
    inflow = triangle_cfs(5.0, span_h=4.0)
    routed = route(inflow, straight_pond(area_sf=1.0, rate_per_h=36_000), start_ft=0.0)
    drawn = np.interp(inflow.time_h, routed.time_h, routed.outflow_cfs)
    assert drawn == pytest.approx(inflow.flow_cfs, abs=0.05)
    assert (np.diff(routed.outflow_cfs[routed.time_h <= 1.0]) >= -1e-9).all()


def test_water_above_the_top_is_told_with_its_time_and_its_volume() -> None:
    # No outlet; 1,000 sf, 4 ft deep: 4,000 cf. Ten cfs for an hour are 36,000 cf: full at 0.111 h, short 32,000 cf.
    inflow = Hydrograph(dt_h=0.01, flow_cfs=np.where(np.arange(301) <= 100, 10.0, 0.0))
    tub = Rating(stage_ft=[0.0, 4.0], storage_cf=[0.0, 4_000.0], flow_cfs=[0.0, 0.0], by_destination_cfs={})
    routed = route(inflow, tub, start_ft=0.0)
    assert routed.excess is not None
    assert routed.excess.time_h == pytest.approx(0.111, abs=0.011)
    assert routed.excess.short_cf == pytest.approx(32_000 + 180, abs=20)  # and 180 cf while the inflow ends
    assert routed.stage_ft.max() <= 4.0


@given(
    peak_cfs=st.floats(0.1, 90.0),
    base_h=st.floats(1.2, 12.0),
    start_ft=st.floats(930.0, 933.0),
)
def test_no_pond_gains_water_or_passes_more_than_the_higher_of_inflow_and_start(
    peak_cfs: float, base_h: float, start_ft: float
) -> None:
    inflow = triangle_cfs(peak_cfs, base_h=base_h)
    rating = rating_of(POND)
    routed = route(inflow, rating, start_ft=start_ft)
    if routed.excess is not None:
        return
    come_cf = inflow.volume_cf
    assert routed.outflow_cf[-1] + routed.storage_cf[-1] - routed.storage_cf[0] == pytest.approx(come_cf, rel=1e-6)
    at_start_cfs = float(np.interp(start_ft, rating.stage_ft, rating.flow_cfs))
    assert routed.outflow_cfs.max() <= max(peak_cfs, at_start_cfs) * (1 + 1e-9)


@given(peak_cfs=st.floats(1.0, 60.0), more=st.floats(1.01, 1.5))
def test_more_water_stands_higher(peak_cfs: float, more: float) -> None:
    rating = rating_of(POND)
    low = route(triangle_cfs(peak_cfs), rating, start_ft=930.0)
    high = route(triangle_cfs(peak_cfs * more), rating, start_ft=930.0)
    assert high.stage_ft.max() > low.stage_ft.max()
