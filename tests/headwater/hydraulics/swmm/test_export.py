"""What is written for EPA SWMM: safe names, every element, and a word on each that has no counterpart."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from headwater.hydraulics.contours import Contours
from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.culvert_inlet import inlet_named, inlets
from headwater.hydraulics.exfiltration import Exfiltration
from headwater.hydraulics.network import (
    FixedTailwater,
    Link,
    Network,
    Outfall,
    Outlet,
    Pond,
    RatedTailwater,
    Reach,
    Split,
    TimedTailwater,
)
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.pipe_sections import BoxSection, CircularSection, EllipticalSection
from headwater.hydraulics.riser import circular_riser
from headwater.hydraulics.sections import Section, SurveyedSection, TrapezoidalSection
from headwater.hydraulics.simulation import simulate
from headwater.hydraulics.stone import StoneBed
from headwater.hydraulics.storage_table import StorageTable
from headwater.hydraulics.swmm.export import Exported, ExportOptions, export
from headwater.hydraulics.swmm.ledger import compare
from headwater.hydraulics.swmm.pools import area_curve, seepage_in_per_hr
from headwater.hydraulics.swmm.run import run_engine
from headwater.hydraulics.swmm.sections import CULVERT_CODES, culvert_code, shape_of
from headwater.hydraulics.weir import SharpCrestedWeir, VNotchWeir
from headwater.hydrology.distribution import uniform_distribution
from headwater.hydrology.hydrograph import Hydrograph
from headwater.hydrology.storm import Storm

DRY = Storm(id="none", depth_in=0.0, distribution=uniform_distribution(1.0), duration_h=1)
PIPE = CircularSection(diameter_ft=2.0, manning_n=0.013)
BOWL = Contours(elevations_ft=(100.0, 104.0, 108.0), areas_sf=(4000.0, 8000.0, 13_000.0))


def flood(most_cfs: float) -> Hydrograph:
    """A triangle of two hours, and then nothing until four."""
    grid_h = 0.01 * np.arange(401)
    return Hydrograph(dt_h=0.01, flow_cfs=np.interp(grid_h, [0.0, 0.5, 2.0, 4.0], [0.0, most_cfs, 0.0, 0.0]))


def exported(network: Network, options: ExportOptions | None = None) -> Exported:
    return export(network, simulate(network, DRY, span_h=4.0), options=options)


def section_of(text: str, name: str) -> list[str]:
    return [line for part in re.findall(rf"\[{name}\]\n(.*?)(?:\n\n|\Z)", text, re.S) for line in part.splitlines()]


def with_pond(*outlets: Outlet, outfall: Outfall | None = None, storage: Contours = BOWL) -> Network:
    return Network(
        links=(Link(id="in", to="pond", inflow=flood(20.0)),),
        ponds=(Pond(id="pond", storage=storage, outlets=outlets),),
        outfalls=(outfall or Outfall(id="out"),),
    )


def test_no_id_of_a_plan_gets_into_the_input_but_as_a_short_comment() -> None:
    hostile = "x" * 5000 + "\n[OPTIONS]\nROUTING_STEP 999\u00df"
    network = Network(links=(Link(id=hostile, to="out", inflow=flood(1.0)),), outfalls=(Outfall(id="out"),))
    made = exported(network)
    assert made.text.isascii()
    assert max(map(len, made.text.splitlines())) < 200
    assert sum("x" * 20 in line for line in made.text.splitlines()) == 1
    assert "ROUTING_STEP 999" not in made.text
    assert set(made.leaving) == {hostile, "out"}


def test_an_orifice_with_three_openings_is_three_orifices_each_with_an_outfall_of_its_own_under_a_tailwater() -> None:
    orifice = CircularOrifice(invert_ft=100.0, diameter_ft=0.5, openings=3)
    low = Outfall(id="out", tailwater=FixedTailwater(elevation_ft=100.2))
    made = exported(with_pond(Outlet(id="low", device=orifice, to="out"), outfall=low))
    assert len(section_of(made.text, "ORIFICES")) == 3
    assert len([line for line in section_of(made.text, "OUTFALLS") if "FIXED 100.2 YES" in line]) == 3
    assert len(made.leaving["pond"]["out"]) == 3


def test_seepage_over_the_surface_is_that_of_the_storage_and_over_the_bottom_a_rating() -> None:
    over_all = with_pond(Outlet(id="soil", device=Exfiltration(storage=BOWL, rate_in_per_hr=0.8)))
    bottom = with_pond(Outlet(id="soil", device=Exfiltration(storage=BOWL, rate_in_per_hr=0.8, over="bottom")))
    assert any(line.endswith(" 0 0.8 0") for line in section_of(exported(over_all).text, "STORAGE"))
    assert not any(line.endswith(" 0 0.8 0") for line in section_of(exported(bottom).text, "STORAGE"))
    assert [row.what for row in exported(bottom).replaced] == ["Exfiltration"]


def test_seepage_under_stone_is_a_rating_as_the_ground_is_wider_than_the_water() -> None:
    stone = StoneBed(bed=Contours(elevations_ft=(0.0, 3.0), areas_sf=(1000.0, 1000.0)), voids_fraction=0.4)
    pond = Pond(
        id="bed", storage=stone, outlets=(Outlet(id="soil", device=Exfiltration(storage=stone, rate_in_per_hr=1.0)),)
    )
    assert seepage_in_per_hr(pond) == (0.0, None)


def test_what_has_no_counterpart_is_listed_with_what_stands_for_it() -> None:
    riser = Outlet(id="riser", device=circular_riser(invert_ft=102.0, diameter_ft=3.0, open_fraction=0.8), to="reach")
    network = Network(
        links=(
            Link(id="in", to="pond", inflow=flood(20.0)),
            Link(id="fork", to="out", splits=(Split(to=None, curve_cfs=((0.0, 0.0), (10.0, 5.0))),)),
        ),
        ponds=(Pond(id="pond", storage=BOWL, outlets=(riser,)),),
        reaches=(Reach(id="reach", to="fork", section=PIPE, length_ft=250.0, slope_fraction=0.02),),
        outfalls=(Outfall(id="out", tailwater=RatedTailwater(curve=((0.0, 90.0), (20.0, 92.0)))),),
    )
    told = {row.where: row.by for row in exported(network).replaced}
    assert told["pond pond, outlet riser"] == "its rating curve, under a free discharge"
    assert told["reach reach"] == "2 conduits under the dynamic wave, its end free"
    assert told["link fork"] == "a sump with a pump for each branch, which takes its share by depth"
    assert told["outfall out"] == "a small pool whose outflow by depth is that curve"


def test_a_culvert_is_a_rating_or_a_conduit_with_its_entrance_as_asked_and_a_mitered_one_always_a_rating() -> None:
    def pipe(inlet: str) -> Outlet:
        culvert = Culvert(
            inlet_invert_ft=100.0,
            outlet_invert_ft=99.0,
            length_ft=80.0,
            section=PIPE,
            inlet=inlet_named(inlet),
            entrance_loss=0.5,
        )
        return Outlet(id="pipe", device=culvert, to="out")

    square = with_pond(pipe("concrete pipe square edge headwall"))
    assert any(line.endswith("CIRCULAR 2 0 0 0 1 1") for line in section_of(exported(square).text, "XSECTIONS"))
    assert section_of(exported(square).text, "LOSSES") == ["L3 1.5 0 0 NO 0"]
    rating = exported(square, ExportOptions(culverts="rating"))
    assert not section_of(rating.text, "CONDUITS")
    assert not section_of(exported(with_pond(pipe("metal pipe mitered"))).text, "CONDUITS")


def test_codes_of_culverts_are_those_of_the_engine_and_none_is_given_to_another_shape() -> None:
    # EPA SWMM 5.2's manual, table A.10: circular concrete 1-3, corrugated metal 4-6, bevels 7-8, boxes 9-29.
    assert set(CULVERT_CODES) <= set(inlets())
    assert sorted(CULVERT_CODES.values()) == [*range(1, 5), *range(6, 30)]
    for id_, code in CULVERT_CODES.items():
        assert inlets()[id_].shape == ("circle" if code <= 8 else "box")
    assert culvert_code(inlet_named("metal pipe headwall"), PIPE) == 4
    box = BoxSection(width_ft=4.0, rise_ft=3.0, manning_n=0.013)
    assert culvert_code(inlet_named("metal pipe headwall"), box) is None


@pytest.mark.parametrize(
    ("section", "line"),
    [
        (PIPE, "CIRCULAR 2 0 0 0"),
        (BoxSection(width_ft=4.0, rise_ft=3.0, manning_n=0.013), "RECT_CLOSED 3 4 0 0"),
        (EllipticalSection(span_ft=3.0, rise_ft=2.0, manning_n=0.013), "HORIZ_ELLIPSE 2 3 0 0"),
        (
            TrapezoidalSection(
                bottom_width_ft=0.0, left_slope_h_per_v=2.0, right_slope_h_per_v=4.0, depth_ft=3.0, manning_n=0.03
            ),
            "TRIANGULAR 3 18 0 0",
        ),
        (
            TrapezoidalSection(
                bottom_width_ft=5.0, left_slope_h_per_v=2.0, right_slope_h_per_v=4.0, depth_ft=3.0, manning_n=0.03
            ),
            "TRAPEZOIDAL 3 5 2 4",
        ),
    ],
)
def test_a_section_has_the_shape_of_that_engine(section: Section, line: str) -> None:
    assert shape_of(section) == line


def test_areas_hold_what_the_storage_holds_even_where_a_table_makes_them_jump() -> None:
    table = StorageTable(elevations_ft=(0.0, 1.0, 3.0), storages_cf=(0.0, 500.0, 2500.0))
    depths, areas = zip(*area_curve(table), strict=True)
    assert all(after > before for before, after in pairwise(depths))
    assert float(np.trapezoid(areas, depths)) == pytest.approx(2500.0, rel=1e-3)
    # Two ends of a frustum of 4,000 and 8,000 sf 4 ft apart: areas straight, so their mean by the height.
    low = [point for point in area_curve(BOWL) if point[0] <= 4.0]
    assert [depth_ft for depth_ft, _ in low] == [0.0, 4.0]
    assert [area_sf for _, area_sf in low] == pytest.approx([4000.0, 8000.0])


NETWORKS = {
    "a weir and an orifice to a free outfall": with_pond(
        Outlet(id="low", device=CircularOrifice(invert_ft=100.0, diameter_ft=0.8), to="out"),
        Outlet(id="high", device=SharpCrestedWeir(invert_ft=103.0, length_ft=4.0, end_contractions=2), to="out"),
    ),
    "a V-notch against a level that rises and falls": with_pond(
        Outlet(id="notch", device=VNotchWeir(invert_ft=101.0, angle_deg=90.0), to="out"),
        outfall=Outfall(id="out", tailwater=TimedTailwater(series=((0.0, 100.0), (1.5, 102.0), (4.0, 101.0)))),
    ),
    "a weir against a level that follows the flow": with_pond(
        Outlet(id="weir", device=SharpCrestedWeir(invert_ft=101.0, length_ft=4.0), to="out"),
        outfall=Outfall(id="out", tailwater=RatedTailwater(curve=((0.0, 100.0), (10.0, 101.5), (30.0, 102.5)))),
    ),
    "a surveyed reach, and a fork": Network(
        links=(
            Link(id="in", to="ditch", inflow=flood(20.0)),
            Link(id="fork", to="out", splits=(Split(to="other", curve_cfs=((0.0, 0.0), (5.0, 0.0), (25.0, 12.0))),)),
        ),
        reaches=(
            Reach(
                id="ditch",
                to="fork",
                section=SurveyedSection(
                    points_ft=((0.0, 4.0), (8.0, 0.5), (10.0, 0.0), (12.0, 0.5), (20.0, 4.0)), manning_n=0.035
                ),
                length_ft=150.0,
                slope_fraction=0.01,
                method="Muskingum-Cunge",
            ),
        ),
        outfalls=(Outfall(id="out"), Outfall(id="other")),
    ),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_small_networks_come_out_alike_in_both_engines(name: str) -> None:
    pytest.importorskip("swmm")
    ledger = compare(NETWORKS[name], DRY, span_h=4.0)
    assert ledger.outside == ()
    assert abs(ledger.continuity_fraction) < 0.001
    assert {line.id for line in ledger.lines} == set(NETWORKS[name].nodes)


def test_no_water_is_lost_by_flooding_on_its_way_through_that_engine() -> None:
    pytest.importorskip("swmm")
    network = NETWORKS["a surveyed reach, and a fork"]
    run = run_engine(exported(network))
    assert max(float(flow.max()) for flow in run.output.flooded_cfs.values()) == 0.0
