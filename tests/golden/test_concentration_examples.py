"""Times of concentration as TR-55, HEC-22 and a printed model have them."""

from __future__ import annotations

import math

import pytest
from tests.golden.case_files import case, expected, inputs

from headwater.hydrology.concentration import (
    ChannelFlow,
    PipeFlow,
    ShallowFlow,
    SheetFlow,
    time_of_concentration,
)


def sheet_of(row: list[float]) -> SheetFlow:
    manning_n, length_ft, rain_in, slope = row
    return SheetFlow(length_ft=length_ft, slope_ft_per_ft=slope, manning_n=manning_n, two_year_rain_in=rain_in)


def channel_of(row: list[float]) -> ChannelFlow:
    area_sf, perimeter_ft, slope, manning_n, length_ft = row
    return ChannelFlow(
        length_ft=length_ft,
        slope_ft_per_ft=slope,
        manning_n=manning_n,
        area_sf=area_sf,
        wetted_perimeter_ft=perimeter_ft,
    )


def test_example_3_1_of_tr55_is_reproduced() -> None:
    given, due = inputs("tr55_ex3_1"), expected("tr55_ex3_1")
    sheet = sheet_of(given["sheet"][0])
    surface, length_ft, slope = given["shallow"][0]
    shallow = ShallowFlow(length_ft=length_ft, slope_ft_per_ft=slope, surface=surface)
    channel = channel_of(given["channel"][0])
    whole = time_of_concentration([sheet, shallow, channel])
    assert sheet.time_min / 60 == due["Tt_sheet"]
    assert shallow.velocity_fps == due["V_shallow"]
    assert shallow.time_min / 60 == due["Tt_shallow"]
    assert channel.hydraulic_radius_ft == due["hydraulic_radius"]
    assert channel.velocity_fps == due["V_channel"]
    assert channel.time_min / 60 == due["Tt_channel"]
    assert whole.time_min / 60 == due["Tc"]
    assert whole.cautions == ()


def test_the_printed_way_of_the_school_is_reproduced() -> None:
    given, due = inputs("hydrocad_mms_tc"), expected("hydrocad_mms_tc")
    _, factor, length_ft, slope = given["shallow"][0]
    sheet = sheet_of(given["sheet"][0])
    shallow = ShallowFlow(length_ft=length_ft, slope_ft_per_ft=slope, velocity_factor=factor)
    channel = channel_of(given["channel"][0])
    assert [way.time_min for way in (sheet, shallow, channel)] == due["Tt"]
    assert [way.velocity_fps for way in (sheet, shallow, channel)] == due["V"]
    assert channel.capacity_cfs == due["channel_capacity"]
    assert time_of_concentration([sheet, shallow, channel]).time_min == due["Tc"]


def test_the_capacity_printed_for_the_schools_channel_closes_with_1_486_and_not_with_1_49() -> None:
    due = expected("hydrocad_mms_tc")["channel_capacity"]
    channel = channel_of(inputs("hydrocad_mms_tc")["channel"][0])
    assert channel.capacity_cfs == due
    assert channel.capacity_cfs * 1.49 / 1.486 != due


def test_example_4_2_of_hec22_is_reproduced() -> None:
    given, due = inputs("hec22_ex4_2"), expected("hec22_ex4_2")
    sheet = sheet_of(given["sheet"][0])
    intercept, length_ft, slope = given["shallow"][0]
    # The circular writes V = 3.281 k sqrt(slope in percent).
    shallow = ShallowFlow(
        length_ft=length_ft, slope_ft_per_ft=slope, velocity_factor=3.281 * intercept * math.sqrt(100)
    )
    manning_n, diameter_in, pipe_ft, pipe_slope = given["pipe"][0]
    pipe = PipeFlow(length_ft=pipe_ft, slope_ft_per_ft=pipe_slope, manning_n=manning_n, diameter_in=diameter_in)
    whole = time_of_concentration([sheet, shallow, pipe])
    assert sheet.time_min == due["Tt_sheet"]
    assert shallow.time_min == due["Tt_shallow"]
    assert pipe.velocity_fps == due["V_pipe"]
    assert pipe.time_min == due["Tt_pipe"]
    assert whole.time_min == due["Tc"]


def test_the_sheet_flow_of_that_example_is_said_to_be_too_long() -> None:
    read = case("hec22_tc_and_unit_hydrograph")
    row = read["inputs"]["ex_4.2"][0]
    sheet = sheet_of([row["n"], row["length_ft"], row["p2_in"], row["slope"]])
    assert sheet.time_min == pytest.approx(
        read["published_outputs"]["ex_4.2_min"]["sheet"], abs=read["suggested_tolerance"]["tt_min"]
    )
    (caution,) = sheet.cautions
    assert (caution.grade, caution.code) == ("warning", "sheet-flow-long")
    assert "223 ft" in caution.text
