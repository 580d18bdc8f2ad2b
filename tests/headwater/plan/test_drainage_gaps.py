"""What a drainage section leaves out and a run needs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from headwater.intake.plan_file import read_plan_text
from headwater.plan.drainage_gaps import gaps_of
from headwater.plan.model import Drainage
from headwater.plan.storms import storm_depth

HEAD = "headwater: 1\nplan: x\nactions: [{id: a, kind: utility}]\n"
STORMS = "storms: [{id: s, depth: 2.87 in, distribution: MSE 3}]"


def drainage(text: str) -> Drainage:
    found = read_plan_text(f"{HEAD}drainage: {{{text}}}\n").drainage
    assert found is not None
    return found


def gaps(existing: str, storms: str = STORMS) -> list[tuple[str, tuple[str, ...]]]:
    found = gaps_of(drainage(f"{storms}, existing: {{{existing}}}"), "existing")
    return [(gap.field.removeprefix("drainage.").removeprefix("existing."), gap.keys) for gap in found]


LAND = "subcatchments: [{id: 1S, to: 1O, areas: [{area: 1 ac, curve_number: 61}], time_of_concentration: 6 min}]"
OUTFALL = "outfalls: [{id: 1O}]"


def test_land_storm_and_outfall_are_enough() -> None:
    assert gaps(f"{LAND}, {OUTFALL}") == []


def test_a_model_that_is_not_there_is_a_gap() -> None:
    (gap,) = gaps_of(drainage(STORMS), "proposed")
    assert gap.field == "drainage.proposed"


def test_a_storm_wants_its_depth_and_its_distribution() -> None:
    assert gaps(f"{LAND}, {OUTFALL}", storms="storms: [{id: s}]") == [
        ("storms[s].distribution", ("distribution",)),
        ("storms[s].depth", ("depth",)),
    ]
    assert gaps(f"{LAND}, {OUTFALL}", storms="time_step: 0.01 h") == [("storms", ("storms",))]


def test_land_wants_its_area_its_cover_and_its_time() -> None:
    assert gaps("subcatchments: [{id: 1S, areas: [{cover: meadow}]}]") == [
        ("subcatchments[1S].to", ("to",)),
        ("subcatchments[1S].flow_path", ("flow_path", "time_of_concentration")),
        ("subcatchments[1S].areas[1].area", ("area",)),
        ("subcatchments[1S].areas[1].curve_number", ("curve_number", "cover and soil_group", "impervious")),
    ]


@pytest.mark.parametrize(
    "cover", ["curve_number: 61", "cover: meadow, soil_group: B", "cover: pavement, impervious: yes"]
)
def test_a_cover_is_known_by_its_number_by_the_table_or_as_impervious(cover: str) -> None:
    land = f"subcatchments: [{{id: 1S, to: 1O, areas: [{{area: 1 ac, {cover}}}], time_of_concentration: 6 min}}]"
    assert gaps(f"{land}, {OUTFALL}") == []


@pytest.mark.parametrize(
    ("outlet", "open_"),
    [
        ("kind: orifice, invert: 930 ft NAVD88, diameter: 4 in, to: 1O", []),
        ("kind: orifice, invert: 930 ft NAVD88, width: 4 in, height: 3 in, to: 1O", []),
        ("kind: orifice, invert: 930 ft NAVD88, width: 4 in, to: 1O", ["diameter"]),
        ("kind: orifice, diameter: 4 in, to: 1O", ["invert"]),
        ("kind: orifice, invert: 930 ft NAVD88, diameter: 4 in", ["to"]),
        ("kind: exfiltration, rate: 0.45 in/h", []),
        ("kind: exfiltration", ["rate"]),
        ("kind: spillway, crest: 930 ft NAVD88, length: 9 ft, to: 1O", ["breadth"]),
        ("kind: spillway, coefficient: 2.6, to: 1O", ["crest"]),
        ("kind: pump, to: 1O", ["starts_at", "stops_at", "curve"]),
    ],
)
def test_an_outlet_wants_what_its_kind_is_computed_from(outlet: str, open_: list[str]) -> None:
    box = "{kind: box, bottom: 929 ft NAVD88, depth: 5 ft, length: 9 ft, width: 9 ft}"
    pond = f"ponds: [{{id: 1P, storage: [{box}], outlets: [{{id: A, {outlet}}}]}}]"
    found = gaps(f"{LAND}, {pond}, {OUTFALL}")
    assert [field.removeprefix("ponds[1P].outlets[A].") for field, _ in found] == open_


def test_an_outlet_may_go_where_its_pond_goes() -> None:
    box = "{kind: box, bottom: 929 ft NAVD88, depth: 5 ft, length: 9 ft, width: 9 ft}"
    outlet = "{id: A, kind: orifice, invert: 930 ft NAVD88, diameter: 4 in}"
    assert gaps(f"{LAND}, ponds: [{{id: 1P, to: 1O, storage: [{box}], outlets: [{outlet}]}}], {OUTFALL}") == []


def test_a_storm_takes_its_depth_from_the_table_by_its_period_and_duration() -> None:
    table = """rainfall: {depths: [
      {return_period: 2 yr, duration: 24 h, depth: 2.87 in},
      {return_period: 100 yr, duration: 24 h, depth: 7.40 in},
      {return_period: 100 yr, duration: 1 h, depth: 3.20 in}]}"""
    storms = """storms: [
      {id: a, return_period: 2 yr}, {id: b, return_period: 100 yr, duration: 1 day},
      {id: c, return_period: 100 yr, duration: 60 min}, {id: d, return_period: 10 yr}, {id: e}]"""
    section = drainage(f"{table}, {storms}")
    depths = [storm_depth(storm, section.rainfall) for storm in section.storms or ()]
    assert [depth and depth.value for depth in depths] == [
        Fraction("2.87"),
        Fraction("7.40"),
        Fraction("3.20"),
        None,
        None,
    ]
    # Its own depth goes before the table's.
    own = drainage(f"{table}, storms: [{{id: a, return_period: 2 yr, depth: 2.80 in}}]")
    assert own.storms is not None
    depth = storm_depth(own.storms[0], own.rainfall)
    assert depth is not None
    assert depth.text == "2.80 in"
