"""Where the checks of the drainage section turn: just below, at, and just above."""

from __future__ import annotations

import pytest

from headwater.errors import PlanFileError
from headwater.intake.plan_file import read_plan_text

HEAD = "headwater: 1\nplan: x\nactions: [{id: a, kind: utility}]\n"
STAGES = (
    "{kind: contours, stages: [{elevation: 930.0 ft NAVD88, area: 4000 sf}, {elevation: 934.0 ft NAVD88, area: %s}]}"
)


def fields_refused(drainage: str) -> list[str]:
    """Return where a drainage section is refused."""
    try:
        read_plan_text(f"{HEAD}drainage: {drainage}\n")
    except PlanFileError as refused:
        return [problem.field.removeprefix("drainage.") for problem in refused.problems]
    return []


def pond_refused(pond: str) -> list[str]:
    """Return where a pond is refused."""
    fields = fields_refused(f"{{existing: {{ponds: [{{id: 1P, {pond}}}]}}}}")
    return [field.removeprefix("existing.ponds[1P].") for field in fields]


def outlet_refused(outlet: str, storage: str = STAGES % "6000 sf") -> list[str]:
    """Return where the outlet of a pond from 930 to 934 ft is refused."""
    fields = pond_refused(f"storage: [{storage}], outlets: [{{id: A, {outlet}}}]")
    return [field.removeprefix("outlets[A].") for field in fields]


@pytest.mark.parametrize(("area", "falls"), [("3999 sf", True), ("4000 sf", False), ("4001 sf", False)])
def test_an_area_may_stay_and_may_not_fall_with_height(area: str, falls: bool) -> None:
    assert pond_refused(f"storage: [{STAGES % area}]") == (["storage[1].stages[2].area"] if falls else [])


def test_the_refusal_of_a_falling_area_names_both_stages() -> None:
    with pytest.raises(PlanFileError) as refused:
        read_plan_text(f"{HEAD}drainage: {{existing: {{ponds: [{{id: 1P, storage: [{STAGES % '0.09 ac'}]}}]}}}}\n")
    # 0.09 ac are 3,920.4 sf, as written.
    (problem,) = refused.value.problems
    assert "4000 sf at 930.0 ft NAVD88" in problem.wrong
    assert "0.09 ac at 934.0 ft NAVD88" in problem.wrong


@pytest.mark.parametrize(
    ("elevation", "high"), [("933.9 ft NAVD88", False), ("934.0 ft NAVD88", False), ("934.1 ft NAVD88", True)]
)
@pytest.mark.parametrize(
    ("kind", "key"), [("orifice", "invert"), ("sharp weir", "crest"), ("riser", "crest"), ("pump", "starts_at")]
)
def test_an_outlet_may_lie_at_the_top_of_its_storage_and_not_above(
    kind: str, key: str, elevation: str, high: bool
) -> None:
    assert outlet_refused(f"kind: {kind}, {key}: {elevation}") == ([key] if high else [])


@pytest.mark.parametrize(
    ("storage", "top_ft"),
    [
        ("{kind: box, bottom: 930.0 ft NAVD88, depth: 2.5 ft}", "932.5"),
        # 24 in on 100 ft at 1 %: 930 + 2 + 1.
        ("{kind: pipe, invert: 930.0 ft NAVD88, diameter: 24 in, length: 100 ft, slope: 1.0 %}", "933.0"),
        ("{kind: pipe, invert: 930.0 ft NAVD88, diameter: 24 in, length: 100 ft}", "932.0"),
        ("{kind: chambers, bottom: 930.0 ft NAVD88, depth: 3.5 ft}", "933.5"),
        ("{kind: volumes, stages: [{elevation: 930 ft NAVD88}, {elevation: 931.5 ft NAVD88}]}", "931.5"),
    ],
)
def test_the_top_of_a_storage_is_found_for_each_kind(storage: str, top_ft: str) -> None:
    assert outlet_refused(f"kind: orifice, invert: {top_ft} ft NAVD88", storage) == []
    assert outlet_refused(f"kind: orifice, invert: {top_ft}1 ft NAVD88", storage) == ["invert"]


def test_the_lowest_point_of_a_road_counts_as_its_height() -> None:
    profile = "profile: [{station: 0 ft, elevation: 936 ft NAVD88}, {station: 9 ft, elevation: %s}]"
    assert outlet_refused("kind: spillway, " + profile % "934.0 ft NAVD88") == []
    assert outlet_refused("kind: spillway, " + profile % "934.1 ft NAVD88") == ["profile[2].elevation"]


def test_where_a_storage_is_not_known_its_top_is_not_either() -> None:
    assert outlet_refused("kind: orifice, invert: 999 ft NAVD88", "{kind: box, bottom: 930 ft NAVD88}") == []


@pytest.mark.parametrize(("kind", "refused"), [("culvert", False), ("riser", False), ("orifice", True)])
def test_water_goes_into_culverts_and_risers_alone(kind: str, refused: bool) -> None:
    fields = pond_refused(f"outlets: [{{id: A, kind: orifice, into: B}}, {{id: B, kind: {kind}}}]")
    assert fields == (["outlets[A].into"] if refused else [])


@pytest.mark.parametrize(("depth", "refused"), [("0.00 in", True), ("none", True), ("0.01 in", False)])
def test_a_storm_has_rain(depth: str, refused: bool) -> None:
    assert fields_refused(f"{{storms: [{{id: s, depth: {depth}}}]}}") == (["storms[s].depth"] if refused else [])


@pytest.mark.parametrize(("slope", "refused"), [("0.00 %", True), ("0.01 %", False), ("0.0001 ft/ft", False)])
def test_a_way_of_the_water_falls(slope: str, refused: bool) -> None:
    fields = fields_refused(f"{{existing: {{reaches: [{{id: 1R, kind: channel, slope: {slope}}}]}}}}")
    assert fields == (["existing.reaches[1R].slope"] if refused else [])


@pytest.mark.parametrize(("share", "refused"), [("39 %", False), ("40 %", False), ("41 %", True)])
def test_the_shares_of_a_link_are_at_most_all_of_it(share: str, refused: bool) -> None:
    splits = f"[{{to: discarded, share: 60 %}}, {{to: discarded, share: {share}}}]"
    fields = fields_refused(f"{{existing: {{links: [{{id: 1L, splits: {splits}}}]}}}}")
    assert fields == (["existing.links[1L].splits"] if refused else [])


@pytest.mark.parametrize(("number", "refused"), [("0", True), ("0.1", False), ("100", False), ("100.1", True)])
def test_a_curve_number_is_above_zero_and_at_most_a_hundred(number: str, refused: bool) -> None:
    land = f"[{{id: 1S, areas: [{{area: 1 ac, curve_number: {number}}}]}}]"
    fields = fields_refused(f"{{existing: {{subcatchments: {land}}}}}")
    assert bool(fields) is refused


def test_the_nodes_of_two_conditions_do_not_know_each_other() -> None:
    both = "existing: {outfalls: [{id: 1O}]}, proposed: {subcatchments: [{id: 1S, to: 1O}], outfalls: [{id: 2O}]}"
    assert fields_refused(f"{{{both}}}") == ["proposed.subcatchments[1S].to"]
    assert fields_refused("{existing: {outfalls: [{id: 1O}]}, proposed: {outfalls: [{id: 1O}]}}") == []


def test_the_ids_of_outlets_are_their_ponds_own() -> None:
    ponds = "[{id: 1P, outlets: [{id: A, kind: orifice}]}, {id: 2P, outlets: [{id: A, kind: orifice}]}]"
    assert fields_refused(f"{{existing: {{ponds: {ponds}}}}}") == []


def test_a_circle_between_nodes_is_for_the_network_to_find() -> None:
    reaches = "[{id: 1R, kind: pipe, to: 2R}, {id: 2R, kind: pipe, to: 1R}]"
    assert fields_refused(f"{{existing: {{reaches: {reaches}}}}}") == []


def test_all_mistakes_of_a_section_come_at_once() -> None:
    text = """{storms: [{id: s, depth: 0 in}], existing: {
      subcatchments: [{id: 1S, to: 9P, areas: none}],
      ponds: [{id: 1P, to: 9P, outlets: [{id: A, kind: orifice, into: Z, diameter: 4}]}]}}"""
    assert fields_refused(text) == [
        "storms[s].depth",
        "existing.subcatchments[1S].to",
        "existing.subcatchments[1S].areas",
        "existing.ponds[1P].outlets[A].diameter",
        "existing.ponds[1P].to",
        "existing.ponds[1P].outlets[A].into",
    ]


def test_what_is_unknown_is_left_out_and_no_mistake() -> None:
    outlets = "[{id: A, kind: orifice, invert: unknown, diameter: , to: unknown}]"
    assert pond_refused(f"starting: unknown, storage: unknown, outlets: {outlets}") == []
