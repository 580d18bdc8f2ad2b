"""Culverts as HEC-22, Bedient and EPA SWMM have them."""

from __future__ import annotations

import pytest
from tests.golden.case_files import expected, inputs

from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.culvert_inlet import inlet_headwater_ft, inlet_named
from headwater.hydraulics.pipe_sections import CircularSection

STANDARD_INCHES = (12, 15, 18, 21, 24, 27, 30, 33, 36, 42, 48)


def test_example_10_8_of_hec22_the_smallest_pipe_under_a_head() -> None:
    given, due = inputs("hec22_ex10_8"), expected("hec22_ex10_8")

    def headwater_ft(inches: float) -> float:
        pipe = CircularSection(diameter_ft=inches / 12, manning_n=given["n"])
        inlet = inlet_named("metal pipe headwall")
        return inlet_headwater_ft(inlet, pipe, given["Q"], slope_fraction=given["S"])

    assert headwater_ft(30) == due["HW_30in"]
    assert headwater_ft(27) == due["HW_27in"]
    assert next(inches for inches in STANDARD_INCHES if headwater_ft(inches) <= given["Hmax"]) == due["diameter"]


def bedient_pipe(diameter_ft: float, given: dict[str, float], *, invert_ft: float) -> Culvert:
    return Culvert(
        inlet_invert_ft=invert_ft,
        outlet_invert_ft=invert_ft,
        length_ft=given["L"],
        section=CircularSection(diameter_ft=diameter_ft, manning_n=given["n"]),
        inlet=inlet_named("metal pipe headwall"),
        entrance_loss=given["Ke"],
    )


def test_example_9_4_of_bedient_a_pipe_for_a_flow() -> None:
    given, due = inputs("bedient_9_4_outlet_pipe"), expected("bedient_9_4_outlet_pipe")
    # Full flow from pool to pool: both over the crown.
    low_ft, high_ft = 4.0, 7.0
    for _ in range(40):
        diameter_ft = (low_ft + high_ft) / 2
        if bedient_pipe(diameter_ft, given, invert_ft=0.0).outlet_control_ft(given["Q"], 10.0) > 10.0 + given["Ht"]:
            low_ft = diameter_ft
        else:
            high_ft = diameter_ft
    assert low_ft == due["d"]


def test_example_9_4_of_bedient_the_rating_of_a_drowned_pipe() -> None:
    given, due = inputs("bedient_9_4_rating"), expected("bedient_9_4_rating")
    # The inverts are not given; the pipe runs full from pool to pool, so they do not matter where its crown is drowned.
    pipe = bedient_pipe(given["d"], given, invert_ft=given["tailwater"] - 2 * given["d"])
    assert [pipe.flow_cfs(level_ft, given["tailwater"]) for level_ft in given["elevation"]] == due["Q"]
    assert pipe.flow_cfs(given["tailwater"], given["tailwater"]) == 0


@pytest.mark.parametrize("way", ["backwater", "full flow"])
def test_inlet_control_as_epa_swmm_has_it(way) -> None:
    given, due = inputs("swmm_culvert_code4"), expected("swmm_culvert_code4")
    culvert = Culvert(
        inlet_invert_ft=10.0,
        outlet_invert_ft=10.0 - given["S"] * given["L"],
        length_ft=given["L"],
        section=CircularSection(diameter_ft=given["D"], manning_n=given["n"]),
        inlet=inlet_named("metal pipe headwall"),
        entrance_loss=given["Ke"],
        outlet_control=way,
    )
    depths_ft = [culvert.inlet_control_ft(flow_cfs) - 10.0 for flow_cfs in given["Q"]]
    assert depths_ft[1:] == due["headwater_depth_51_72_87"]
    assert depths_ft[0] == due["headwater_depth_19"]
    # SWMM knows inlet control alone; up to 72 cfs it is what controls here too.
    for flow_cfs, depth_ft in zip(given["Q"][:3], depths_ft, strict=False):
        assert culvert.headwater_ft(flow_cfs) - 10.0 == pytest.approx(depth_ft, rel=0.01)
    # And at 87 cfs HDS-5's approximation asks for 7.96 ft under outlet control, as the case has it with R^1.33.
    if way == "full flow":
        assert culvert.headwater_ft(87.0) - 10.0 == pytest.approx(7.96, abs=0.02)
