"""Every number that a record takes, and what it does not: below its range, and no number at all."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from headwater.errors import OutOfRangeError
from headwater.hydraulics.basin import Box, TrapezoidalBasin
from headwater.hydraulics.broad_crest import BroadCrestedWeir, RoadOverflow
from headwater.hydraulics.contours import Contours
from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.culvert_inlet import inlet_named
from headwater.hydraulics.exfiltration import ConstantExfiltration, Exfiltration, GroundwaterExfiltration
from headwater.hydraulics.orifice import CircularOrifice, HorizontalOrifice, RectangularOrifice
from headwater.hydraulics.pipe_sections import BoxSection, CircularSection, EllipticalSection
from headwater.hydraulics.pipe_storage import PipeStorage
from headwater.hydraulics.pump import HeadPump, LevelPump
from headwater.hydraulics.riser import Riser
from headwater.hydraulics.sections import TrapezoidalSection
from headwater.hydraulics.stone import Embedded
from headwater.hydraulics.underdrain import Underdrain
from headwater.hydraulics.weir import CipollettiWeir, SharpCrestedWeir, VNotchWeir

PIPE = CircularSection(diameter_ft=2.0, manning_n=0.013)
BOX = Box(bottom_ft=1.0, top_ft=5.0, length_ft=9.0, width_ft=9.0)

# A sound record, the fields that must be above 0, those that may be 0, and those that may be any number.
RECORDS: tuple[tuple[Any, str, str, str], ...] = (
    (CircularOrifice(invert_ft=1, diameter_ft=1), "diameter_ft discharge_coefficient openings", "", "invert_ft"),
    (
        RectangularOrifice(invert_ft=1, width_ft=1, height_ft=1),
        "width_ft height_ft discharge_coefficient",
        "",
        "invert_ft",
    ),
    (
        HorizontalOrifice(invert_ft=1, open_area_sf=1, rim_ft=4),
        "open_area_sf rim_ft discharge_coefficient weir_coefficient",
        "",
        "invert_ft",
    ),
    (SharpCrestedWeir(invert_ft=1, length_ft=4), "length_ft discharge_coefficient crest_height_ft", "", "invert_ft"),
    (VNotchWeir(invert_ft=1, angle_deg=90), "angle_deg discharge_coefficient", "", "invert_ft"),
    (CipollettiWeir(invert_ft=1, length_ft=4), "length_ft discharge_coefficient", "", "invert_ft"),
    (
        BroadCrestedWeir(invert_ft=1, length_ft=4, discharge_coefficient=2.6),
        "length_ft discharge_coefficient",
        "side_slope_h_per_v",
        "invert_ft",
    ),
    (BroadCrestedWeir(invert_ft=1, length_ft=4, breadth_ft=5), "length_ft breadth_ft", "", "invert_ft"),
    (RoadOverflow(invert_ft=1, length_ft=4, width_ft=20, surface="paved"), "length_ft width_ft", "", "invert_ft"),
    (
        Riser(invert_ft=1, area_sf=4, rim_ft=8),
        "area_sf rim_ft discharge_coefficient weir_coefficient open_fraction",
        "clogged_fraction",
        "invert_ft",
    ),
    (
        Culvert(
            inlet_invert_ft=1,
            outlet_invert_ft=0,
            length_ft=50,
            section=PIPE,
            inlet=inlet_named("metal pipe headwall"),
            entrance_loss=0.5,
        ),
        "length_ft barrels",
        "entrance_loss",
        "inlet_invert_ft outlet_invert_ft",
    ),
    (ConstantExfiltration(invert_ft=1, constant_cfs=1), "", "constant_cfs", "invert_ft"),
    (Exfiltration(storage=BOX, rate_in_per_hr=1), "", "rate_in_per_hr", ""),
    (
        GroundwaterExfiltration(storage=BOX, conductivity_in_per_hr=1, groundwater_ft=-9),
        "conductivity_in_per_hr",
        "",
        "groundwater_ft",
    ),
    (
        Underdrain(invert_ft=1, media_top_ft=3, area_sf=9, conductivity_in_per_hr=1),
        "area_sf conductivity_in_per_hr",
        "",
        "invert_ft media_top_ft",
    ),
    (LevelPump(stop_ft=1, start_ft=2, levels_ft=(1, 2), flows_cfs=(1, 1)), "", "", "stop_ft start_ft"),
    (
        HeadPump(stop_ft=1, start_ft=2, discharge_ft=9, heads_ft=(0, 9), flows_cfs=(1, 0)),
        "",
        "loss_ft",
        "stop_ft start_ft discharge_ft",
    ),
    (BOX, "length_ft width_ft", "", "bottom_ft top_ft"),
    (
        TrapezoidalBasin(
            bottom_ft=1, top_ft=5, bottom_length_ft=9, bottom_width_ft=9, side_slope_h_per_v=3, end_slope_h_per_v=3
        ),
        "bottom_length_ft bottom_width_ft",
        "side_slope_h_per_v end_slope_h_per_v",
        "bottom_ft top_ft",
    ),
    (
        PipeStorage(bottom_ft=1, diameter_ft=2, length_ft=50),
        "diameter_ft length_ft pipes_side_by_side",
        "slope_fraction",
        "bottom_ft",
    ),
    (Embedded(inside=BOX), "chambers", "", ""),
    (PIPE, "diameter_ft manning_n", "", ""),
    (BoxSection(width_ft=1, rise_ft=1, manning_n=0.01), "width_ft rise_ft manning_n", "", ""),
    (EllipticalSection(span_ft=1, rise_ft=1, manning_n=0.01), "span_ft rise_ft manning_n", "", ""),
    (
        TrapezoidalSection(bottom_width_ft=1, left_slope_h_per_v=1, right_slope_h_per_v=1, depth_ft=1, manning_n=0.01),
        "depth_ft manning_n",
        "bottom_width_ft left_slope_h_per_v right_slope_h_per_v",
        "",
    ),
)


def cases() -> list[Any]:
    found = []
    for record, positive, not_negative, finite in RECORDS:
        refused: dict[str, tuple[float, ...]] = dict.fromkeys(positive.split(), (0.0, -1.0, math.nan, math.inf))
        refused |= dict.fromkeys(not_negative.split(), (-1.0, math.nan, math.inf))
        refused |= dict.fromkeys(finite.split(), (math.nan, math.inf, -math.inf))
        for name, values in refused.items():
            found += [
                pytest.param(record, name, value, id=f"{type(record).__name__}.{name}={value}") for value in values
            ]
    return found


@pytest.mark.parametrize(("record", "name", "value"), cases())
def test_a_number_outside_its_range_is_refused_by_name(record, name, value) -> None:
    with pytest.raises(OutOfRangeError, match=rf"{type(record).__name__}: {name} is .*; expected .*; ") as refusal:
        replace(record, **{name: value})
    assert str(value) in str(refusal.value)


@pytest.mark.parametrize(
    ("record", "changes", "wrong"),
    [
        (RECORDS[0][0], {"partly_full": "half"}, "expected 'power' or 'segment'"),
        (SharpCrestedWeir(invert_ft=1, length_ft=4), {"end_contractions": 3}, "expected 0, 1 or 2"),
        (
            SharpCrestedWeir(invert_ft=1, length_ft=4),
            {"discharge_coefficient": 3.3, "crest_height_ft": 2},
            "expected nothing beside a discharge_coefficient",
        ),
        (VNotchWeir(invert_ft=1, angle_deg=90), {"angle_deg": 180}, "expected less than 180"),
        (
            BroadCrestedWeir(invert_ft=1, length_ft=4, breadth_ft=5),
            {"discharge_coefficient": 2.6},
            "expected either a breadth or a discharge_coefficient",
        ),
        (BroadCrestedWeir(invert_ft=1, length_ft=4, breadth_ft=5), {"breadth_ft": None}, "expected either a breadth"),
        (BroadCrestedWeir(invert_ft=1, length_ft=4, breadth_ft=5), {"breadth_ft": 0.49}, "expected 0.5 ft or more"),
        (
            RoadOverflow(invert_ft=1, length_ft=4, width_ft=20, surface="paved"),
            {"surface": "grass"},
            "expected 'paved' or 'gravel'",
        ),
        (Riser(invert_ft=1, area_sf=4, rim_ft=8), {"clogged_fraction": 1.0}, "expected 0 to below 1"),
        (Riser(invert_ft=1, area_sf=4, rim_ft=8), {"open_fraction": 1.01}, "expected above 0, to 1"),
        (Exfiltration(storage=BOX, rate_in_per_hr=1), {"over": "sides"}, "expected 'bottom', 'horizontal' or 'wetted'"),
        (Exfiltration(storage=BOX, rate_in_per_hr=1), {"highest_ft": 1.0}, "expected above 1"),
        (
            LevelPump(stop_ft=1, start_ft=2, levels_ft=(1, 2), flows_cfs=(1, 1)),
            {"start_ft": 0.5},
            "expected stop_ft, 1, or above",
        ),
        (
            LevelPump(stop_ft=1, start_ft=2, levels_ft=(1, 2), flows_cfs=(1, 1)),
            {"flows_cfs": (2, 1)},
            "no fall from 2",
        ),
        (BOX, {"top_ft": 1.0}, "expected a number above bottom_ft, which is 1.0"),
        (Contours(elevations_ft=(1, 2), areas_sf=(1, 1)), {"kind": "shut"}, "expected 'open' or 'closed'"),
        (Contours(elevations_ft=(1, 2), areas_sf=(1, 1)), {"perimeters_ft": (4, -4)}, r"perimeters_ft is -4\.0"),
    ],
)
def test_a_choice_that_is_none_is_refused(record, changes, wrong) -> None:
    with pytest.raises(OutOfRangeError, match=wrong):
        replace(record, **changes)
