"""Times of concentration: hand computations, limits and floors that are said, and what is refused."""

from __future__ import annotations

import math

import pytest

from headwater.errors import OutOfRangeError, UnknownNameError
from headwater.hydrology.concentration import (
    BoxFlow,
    ChannelFlow,
    DirectTime,
    LagTime,
    LakeFlow,
    PipeFlow,
    ShallowFlow,
    SheetFlow,
    time_of_concentration,
)
from headwater.hydrology.roughness import (
    channel_roughness,
    shallow_factors,
    sheet_roughness,
    sheet_roughness_of,
)


def sheet(length_ft: float = 100, slope: float = 0.01) -> SheetFlow:
    return SheetFlow(length_ft=length_ft, slope_ft_per_ft=slope, manning_n=0.24, two_year_rain_in=3.6)


@pytest.mark.parametrize(
    ("length_ft", "said"), [(99.9, None), (100, None), (100.1, "100 ft"), (300, "100 ft"), (300.1, "300 ft")]
)
def test_sheet_flow_longer_than_100_ft_is_said_and_longer_than_300_ft_more_so(
    length_ft: float, said: str | None
) -> None:
    cautions = sheet(length_ft).cautions
    assert [caution.code for caution in cautions] == ([] if said is None else ["sheet-flow-long"])
    assert all(caution.grade == "warning" and f"to {said}" in caution.text for caution in cautions)
    assert ("300 ft" in "".join(caution.text.partition(":")[2] for caution in cautions)) == (length_ft > 300)


def test_a_wave_over_a_lake_runs_at_the_root_of_gravity_times_depth_and_says_that_it_was_not_re_read() -> None:
    """10 ft deep: (32.174 x 10)^0.5 = 17.94 ft/s; 1,000 ft take 0.929 min."""
    lake = LakeFlow(length_ft=1000, mean_depth_ft=10)
    assert lake.velocity_fps == pytest.approx(17.94, abs=0.005)
    assert lake.time_min == pytest.approx(0.929, abs=0.001)
    assert [caution.code for caution in lake.cautions] == ["wave-speed-unread"]


def test_the_lag_equation_by_hand() -> None:
    """2,000 ft at 4 % and CN 80: S = 2.5, L = 2000^0.8 x 3.5^0.7 / (1900 x 2) = 437.3 x 2.4035 / 3800 = 0.2766 h."""
    lag = LagTime(length_ft=2000, slope_ft_per_ft=0.04, curve_number=80)
    assert lag.lag_min == pytest.approx(16.6, abs=0.05)
    assert lag.time_min == pytest.approx(16.6 / 0.6, abs=0.1)


@pytest.mark.parametrize(("number", "said"), [(49.9, True), (50, False), (95, False), (95.1, True)])
def test_the_lag_equation_outside_its_range_says_so(number: float, said: bool) -> None:
    lag = LagTime(length_ft=2000, slope_ft_per_ft=0.04, curve_number=number)
    assert [caution.code for caution in lag.cautions] == (["lag-outside-range"] if said else [])


def test_a_pipe_that_runs_full_is_a_channel_with_its_area_and_perimeter() -> None:
    pipe = PipeFlow(length_ft=100, slope_ft_per_ft=0.01, manning_n=0.013, diameter_in=12)
    channel = ChannelFlow(
        length_ft=100, slope_ft_per_ft=0.01, manning_n=0.013, area_sf=math.pi / 4, wetted_perimeter_ft=math.pi
    )
    assert pipe.time_min == pytest.approx(channel.time_min)
    assert pipe.capacity_cfs == pytest.approx(channel.capacity_cfs)
    # A 12-inch pipe at 1 % with n 0.013 carries 3.56 cfs, as every table of pipes has it.
    assert pipe.capacity_cfs == pytest.approx(3.56, abs=0.01)


@pytest.mark.parametrize(("minimum_min", "used", "said"), [(4.9, 5.0, False), (5.0, 5.0, False), (5.1, 5.1, True)])
def test_a_smallest_time_takes_the_place_of_a_shorter_sum_and_is_said(
    minimum_min: float, used: float, said: bool
) -> None:
    whole = time_of_concentration([DirectTime(time_min=2), DirectTime(time_min=3)], where="3S", minimum_min=minimum_min)
    assert whole.time_min == used
    assert whole.sum_min == 5.0
    assert [caution.code for caution in whole.cautions] == (["concentration-floor"] if said else [])
    assert all(
        caution.where == "3S" and "5.1 min" in caution.text and "5.0 min" in caution.text for caution in whole.cautions
    )


def test_what_each_stretch_has_to_say_is_said_of_the_whole() -> None:
    whole = time_of_concentration([sheet(250), LakeFlow(length_ft=100, mean_depth_ft=4)])
    assert [caution.code for caution in whole.cautions] == ["sheet-flow-long", "wave-speed-unread"]


def test_no_stretch_is_no_time() -> None:
    with pytest.raises(OutOfRangeError, match="no stretch"):
        time_of_concentration([], where="3S")


@pytest.mark.parametrize("bad", [0, -1, float("nan"), float("inf")])
def test_a_length_or_slope_of_zero_is_refused(bad: float) -> None:
    with pytest.raises(OutOfRangeError, match="length_ft of sheet flow"):
        sheet(length_ft=bad)
    with pytest.raises(OutOfRangeError, match="slope_ft_per_ft of sheet flow"):
        sheet(slope=bad)
    with pytest.raises(OutOfRangeError, match="slope_ft_per_ft of pipe flow"):
        PipeFlow(length_ft=100, slope_ft_per_ft=bad, manning_n=0.013, diameter_in=12)
    with pytest.raises(OutOfRangeError, match="slope_ft_per_ft of shallow"):
        ShallowFlow(length_ft=100, slope_ft_per_ft=bad, surface="paved")
    with pytest.raises(OutOfRangeError, match="mean_depth_ft of lake"):
        LakeFlow(length_ft=100, mean_depth_ft=bad)


@pytest.mark.parametrize("bad", [-0.1, float("nan"), float("inf")])
def test_a_time_that_is_none_is_refused(bad: float) -> None:
    with pytest.raises(OutOfRangeError, match="expected 0 or more"):
        DirectTime(time_min=bad)
    with pytest.raises(OutOfRangeError, match="smallest time"):
        time_of_concentration([DirectTime(time_min=1)], minimum_min=bad)


def test_a_surface_that_is_not_in_the_table_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownNameError, match="paved; unpaved"):
        ShallowFlow(length_ft=100, slope_ft_per_ft=0.01, surface="gravel")


def test_the_tables_of_roughness_are_those_that_were_typed_again() -> None:
    assert list(sheet_roughness().values()) == [0.011, 0.05, 0.06, 0.17, 0.15, 0.24, 0.41, 0.13, 0.4, 0.8]
    assert sheet_roughness()["dense grass"] == 0.24
    assert sheet_roughness()["woods, light underbrush"] == 0.40
    assert list(shallow_factors().values()) == [20.3282, 16.1345, 15, 10, 9, 7, 5, 2.5]
    assert channel_roughness()["concrete pipe"] == (0.012, 0.013)
    assert all(0.01 <= low <= high <= 0.05 for low, high in channel_roughness().values())


@pytest.mark.parametrize("written", ["woods, dense underbrush", "Woods dense Underbrush", "WOODS - DENSE UNDERBRUSH"])
def test_a_surface_is_found_however_it_is_written(written: str) -> None:
    assert sheet_roughness_of(written) == 0.8
    assert ShallowFlow(length_ft=1, slope_ft_per_ft=1, surface="Grassed  Waterway").velocity_fps == 15


def test_a_surface_that_the_table_of_sheet_flow_has_not_is_refused_with_those_it_has() -> None:
    with pytest.raises(UnknownNameError, match="dense grass; bermuda grass"):
        sheet_roughness_of("lawn")


def test_a_box_that_runs_full_is_a_channel_with_its_area_and_perimeter() -> None:
    box = BoxFlow(length_ft=200, slope_ft_per_ft=0.005, manning_n=0.013, width_ft=4, height_ft=3)
    channel = ChannelFlow(length_ft=200, slope_ft_per_ft=0.005, manning_n=0.013, area_sf=12, wetted_perimeter_ft=14)
    assert box.time_min == pytest.approx(channel.time_min)
    assert box.capacity_cfs == pytest.approx(channel.capacity_cfs)
