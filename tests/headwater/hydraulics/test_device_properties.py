"""What every gravity device keeps, whatever its size: see `headwater.hydraulics.devices`."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.hydraulics.basin import TrapezoidalBasin
from headwater.hydraulics.broad_crest import BroadCrestedWeir, RoadOverflow
from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.culvert_inlet import inlet_named, inlets
from headwater.hydraulics.devices import FREE, Device, series_flow_cfs
from headwater.hydraulics.exfiltration import Exfiltration, GroundwaterExfiltration
from headwater.hydraulics.orifice import CircularOrifice, HorizontalOrifice, RectangularOrifice
from headwater.hydraulics.pipe_sections import BoxSection, CircularSection, EllipticalSection
from headwater.hydraulics.pump import HeadPump
from headwater.hydraulics.riser import Riser
from headwater.hydraulics.sections import Section
from headwater.hydraulics.underdrain import Underdrain
from headwater.hydraulics.user_rating import UserRating
from headwater.hydraulics.weir import CipollettiWeir, SharpCrestedWeir, VNotchWeir

INVERT_FT = 100.0


def number(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False)


SIZES = number(0.05, 8.0)

SMALL: dict[str, st.SearchStrategy[Any]] = {
    "round orifice": st.builds(
        CircularOrifice,
        invert_ft=st.just(INVERT_FT),
        diameter_ft=SIZES,
        openings=st.integers(1, 9),
        partly_full=st.sampled_from(("power", "segment")),
    ),
    "rectangular orifice": st.builds(RectangularOrifice, invert_ft=st.just(INVERT_FT), width_ft=SIZES, height_ft=SIZES),
    "opening in a plate": st.builds(
        HorizontalOrifice, invert_ft=st.just(INVERT_FT), open_area_sf=number(0.01, 50), rim_ft=number(0.1, 50)
    ),
    "contracted weir": st.builds(
        SharpCrestedWeir,
        invert_ft=st.just(INVERT_FT),
        length_ft=number(0.1, 50),
        crest_height_ft=st.none() | number(0.1, 9),
        end_contractions=st.sampled_from((0, 1, 2)),
    ),
    "notch": st.builds(VNotchWeir, invert_ft=st.just(INVERT_FT), angle_deg=number(1, 179)),
    "Cipolletti weir": st.builds(CipollettiWeir, invert_ft=st.just(INVERT_FT), length_ft=number(0.1, 50)),
    "broad crest": st.builds(
        BroadCrestedWeir,
        invert_ft=st.just(INVERT_FT),
        length_ft=number(0.1, 99),
        breadth_ft=number(0.5, 40),
        side_slope_h_per_v=number(0, 6),
    ),
    "road": st.builds(
        RoadOverflow,
        invert_ft=st.just(INVERT_FT),
        length_ft=number(1, 99),
        width_ft=number(1, 60),
        surface=st.sampled_from(("paved", "gravel")),
    ),
    "riser": st.builds(
        Riser,
        invert_ft=st.just(INVERT_FT),
        area_sf=number(0.1, 50),
        rim_ft=number(0.5, 50),
        open_fraction=number(0.05, 1),
        clogged_fraction=number(0, 0.9),
    ),
    "underdrain": st.builds(
        Underdrain,
        invert_ft=st.just(INVERT_FT),
        media_top_ft=number(INVERT_FT + 0.5, INVERT_FT + 6),
        area_sf=number(1, 9999),
        conductivity_in_per_hr=number(0.01, 20),
        pipe=st.none() | st.builds(CircularOrifice, invert_ft=number(99, 100), diameter_ft=number(0.02, 0.5)),
    ),
    "given rating": st.lists(st.tuples(number(0.05, 3), number(0, 20)), min_size=1, max_size=6).map(
        lambda steps: UserRating(
            levels_ft=tuple(INVERT_FT + sum(rise for rise, _ in steps[:k]) for k in range(len(steps) + 1)),
            flows_cfs=tuple(sum(more for _, more in steps[:k]) for k in range(len(steps) + 1)),
        )
    ),
}


@cache
def culverts() -> tuple[Culvert, ...]:
    """A few culverts, their curves worked out once: shapes, slopes and lengths that differ as much as they may."""
    pipe, metal = CircularSection(diameter_ft=2.0, manning_n=0.013), CircularSection(diameter_ft=3.0, manning_n=0.024)
    box, oval = (
        BoxSection(width_ft=4, rise_ft=3, manning_n=0.012),
        EllipticalSection(span_ft=4, rise_ft=2.5, manning_n=0.013),
    )
    rows: list[tuple[Section, str, float, float, float]] = [
        (pipe, "concrete pipe square edge headwall", 60, 0.0, 0.5),
        (pipe, "concrete pipe groove end projecting", 200, 0.9, 0.2),
        (pipe, "concrete pipe square edge headwall", 80, 8.0, 0.5),
        (metal, "metal pipe mitered", 120, 0.4, 0.7),
        (metal, "metal pipe projecting", 40, 6.0, 0.9),
        (box, "box headwall chamfer", 100, 0.5, 0.5),
        (box, "box wingwall 0", 100, 4.0, 0.7),
        (oval, "horizontal ellipse groove end headwall", 90, 0.3, 0.2),
    ]
    return tuple(
        Culvert(
            inlet_invert_ft=INVERT_FT,
            outlet_invert_ft=INVERT_FT - fall_ft,
            length_ft=length_ft,
            section=section,
            inlet=inlet_named(inlet),
            entrance_loss=loss,
        )
        for section, inlet, length_ft, fall_ft, loss in rows
    )


ALL = [*SMALL, "culvert"]


def devices(kind: str) -> st.SearchStrategy[Any]:
    return SMALL[kind] if kind in SMALL else st.deferred(lambda: st.sampled_from(culverts()))


HEADWATERS = number(INVERT_FT - 1, INVERT_FT + 12)
TAILWATERS = st.just(FREE) | number(INVERT_FT - 3, INVERT_FT + 12)


def not_above(lower_cfs: float, upper_cfs: float) -> bool:
    """Return whether one flow is not above another, but for the rounding of a float."""
    return lower_cfs <= upper_cfs * (1 + 1e-12) + 1e-15


@pytest.mark.parametrize("kind", ALL)
def test_flow_never_falls_with_a_rising_headwater(kind) -> None:
    @given(device=devices(kind), levels=st.tuples(HEADWATERS, HEADWATERS).map(sorted), tailwater_ft=TAILWATERS)
    def check(device: Device, levels: list[float], tailwater_ft: float) -> None:
        low_cfs, high_cfs = (device.flow_cfs(level_ft, tailwater_ft) for level_ft in levels)
        assert low_cfs >= 0
        assert not_above(low_cfs, high_cfs)

    check()


@pytest.mark.parametrize("kind", ALL)
def test_flow_never_rises_with_the_tailwater(kind) -> None:
    @given(device=devices(kind), headwater_ft=HEADWATERS, levels=st.tuples(TAILWATERS, TAILWATERS).map(sorted))
    def check(device: Device, headwater_ft: float, levels: list[float]) -> None:
        low_cfs, high_cfs = (device.flow_cfs(headwater_ft, level_ft) for level_ft in levels)
        assert not_above(high_cfs, low_cfs)

    check()


@pytest.mark.parametrize("kind", ALL)
def test_nothing_passes_up_to_the_invert_or_up_to_the_tailwater(kind) -> None:
    @given(device=devices(kind), below_ft=number(0, 9), headwater_ft=HEADWATERS, tailwater_ft=TAILWATERS)
    def check(device: Device, below_ft: float, headwater_ft: float, tailwater_ft: float) -> None:
        assert device.invert_ft == INVERT_FT
        assert device.flow_cfs(INVERT_FT - below_ft, tailwater_ft) == 0
        assert device.flow_cfs(headwater_ft, headwater_ft + below_ft) == 0

    check()


@pytest.mark.parametrize("kind", ALL)
def test_flow_jumps_nowhere(kind) -> None:
    """From a billionth of a foot below to one above, by less than a hundredth of what passes a foot higher."""

    @given(device=devices(kind), headwater_ft=HEADWATERS, tailwater_ft=TAILWATERS, data=st.data())
    def check(device: Device, headwater_ft: float, tailwater_ft: float, data: st.DataObject) -> None:
        kinks_ft = device.kinks_ft()
        assert list(kinks_ft) == sorted(kinks_ft)
        assert kinks_ft[0] <= INVERT_FT
        at_ft = data.draw(st.sampled_from([*kinks_ft, headwater_ft, max(tailwater_ft, INVERT_FT)]))
        jump_cfs = device.flow_cfs(at_ft + 1e-9, tailwater_ft) - device.flow_cfs(at_ft - 1e-9, tailwater_ft)
        assert jump_cfs <= 0.01 * device.flow_cfs(at_ft + 1, tailwater_ft)

    check()


@pytest.mark.parametrize("kind", ALL)
def test_a_thousandth_of_a_foot_at_a_bend_changes_a_flow_by_less_than_a_hundredth(kind) -> None:
    """Half a foot and more above the invert, discharging freely, where no formula is that steep by itself."""

    @given(device=devices(kind))
    def check(device: Device) -> None:
        for kink_ft in device.kinks_ft():
            if kink_ft >= INVERT_FT + 0.5:
                low_cfs, high_cfs = device.flow_cfs(kink_ft - 0.0005), device.flow_cfs(kink_ft + 0.0005)
                assert high_cfs - low_cfs <= 0.01 * high_cfs

    # A given rating may be as steep as its maker says.
    if kind != "given rating":
        check()


@given(
    upper=SMALL["contracted weir"] | SMALL["round orifice"],
    lower=SMALL["rectangular orifice"],
    headwater_ft=HEADWATERS,
    tailwater_ft=TAILWATERS,
)
def test_a_junction_passes_no_more_than_the_smaller_and_both_ways_pass_the_same(
    upper, lower, headwater_ft, tailwater_ft
) -> None:
    def flow_cfs(way: Any) -> float:
        return series_flow_cfs([upper], lower, headwater_ft=headwater_ft, tailwater_ft=tailwater_ft, way=way)

    limited_cfs, junction_cfs = flow_cfs("limited"), flow_cfs("junction")
    assert junction_cfs >= 0
    assert not_above(junction_cfs, limited_cfs)
    if junction_cfs > 1e-6:
        # The level between: where the lower one passes that flow. The upper one passes the same down to it.
        low_ft, high_ft = max(tailwater_ft, INVERT_FT), headwater_ft
        for _ in range(200):
            middle_ft = (low_ft + high_ft) / 2
            if lower.flow_cfs(middle_ft, tailwater_ft) < junction_cfs:
                low_ft = middle_ft
            else:
                high_ft = middle_ft
        # At a level a hair lower, and a hair higher, it passes as much, and as little.
        assert upper.flow_cfs(headwater_ft, low_ft - 1e-7) >= junction_cfs * (1 - 1e-4)
        assert upper.flow_cfs(headwater_ft, high_ft + 1e-7) <= junction_cfs * (1 + 1e-4)


BASIN = TrapezoidalBasin(bottom_ft=INVERT_FT, top_ft=104, bottom_length_ft=90, bottom_width_ft=40, side_slope_h_per_v=3)


@given(levels=st.tuples(HEADWATERS, HEADWATERS).map(sorted), over=st.sampled_from(("bottom", "horizontal", "wetted")))
def test_exfiltration_never_falls_with_a_rising_level_and_feels_no_tailwater(levels, over) -> None:
    for device in (
        Exfiltration(storage=BASIN, rate_in_per_hr=0.8, over=over),
        GroundwaterExfiltration(storage=BASIN, conductivity_in_per_hr=0.8, groundwater_ft=95.0),
    ):
        low_cfs, high_cfs = (device.flow_cfs(level_ft) for level_ft in levels)
        assert 0 <= low_cfs <= high_cfs
        assert device.flow_cfs(levels[0], math.inf) == low_cfs
        assert (device.flow_cfs(levels[0]) > 0) is (levels[0] > INVERT_FT)


@given(levels=st.tuples(HEADWATERS, HEADWATERS).map(sorted), tails=st.tuples(TAILWATERS, TAILWATERS).map(sorted))
def test_a_pump_passes_more_from_a_higher_pool_and_less_to_a_higher_tailwater(levels, tails) -> None:
    pump = HeadPump(
        stop_ft=99.5, start_ft=100, discharge_ft=105, heads_ft=(0, 4, 12), flows_cfs=(3, 2.5, 0), loss_ft=0.5
    )
    assert pump.flow_cfs(levels[0], tails[0]) <= pump.flow_cfs(levels[1], tails[0])
    assert pump.flow_cfs(levels[0], tails[1]) <= pump.flow_cfs(levels[0], tails[0])


@pytest.mark.parametrize("id_", list(inlets()))
def test_inlet_control_of_every_entrance_asks_for_more_head_for_more_flow(id_) -> None:
    inlet = inlet_named(id_)
    section: Section = BoxSection(width_ft=4, rise_ft=3, manning_n=0.013)
    if inlet.shape == "circle":
        section = CircularSection(diameter_ft=3, manning_n=0.013)
    elif inlet.shape in ("ellipse", "arch"):
        section = EllipticalSection(span_ft=4, rise_ft=3, manning_n=0.013)
    culvert = Culvert(
        inlet_invert_ft=100, outlet_invert_ft=98, length_ft=100, section=section, inlet=inlet, entrance_loss=0.5
    )
    scale_cfs = section.area_sf(3.0) * math.sqrt(3.0)
    levels_ft = [culvert.inlet_control_ft(scale_cfs * step / 50) for step in range(5, 500)]
    assert levels_ft == sorted(levels_ft)
