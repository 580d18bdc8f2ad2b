"""The smallest size that meets what is asked, proven by a plan of it and a plan an increment smaller."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from headwater.cli.main import headwater
from headwater.cli.size import edits_of
from headwater.editions.registry import load_edition
from headwater.errors import IncompleteModelError, PlanFileError, UnknownNameError
from headwater.intake.plan_edits import Edit, with_edits
from headwater.intake.plan_file import read_plan_text
from headwater.plan import Plan
from headwater.review.analysis.analysis import analyse
from headwater.review.assessment import assess
from headwater.review.sizing import Sized, smallest, variable_of
from headwater.review.sizing.document import sizing_document

ROOT = Path(__file__).parents[4]
STORE = (ROOT / "examples/corner-store-2011.yaml").read_text()
CLINIC = (ROOT / "examples/engine/one-pond.yaml").read_text()


def _sized(text: str, practice: str, vary: str) -> tuple[Sized, dict[int, str]]:
    variable = variable_of(read_plan_text(text), practice, vary=vary)
    texts: dict[int, str] = {}

    def plan_at(steps: int) -> Plan:
        texts[steps] = with_edits(text, edits_of(variable, steps), file="plan")
        return read_plan_text(texts[steps])

    return smallest(variable, plan_at, load_edition("mcwd-2011"), practice=practice), texts


def _outcomes(text: str) -> dict[str, str]:
    found = assess(read_plan_text(text), load_edition("mcwd-2011"), readings=False).findings
    return {one.id: one.outcome for one in found if one.item is None}


def test_a_basin_grows_to_the_foot_that_holds_the_inch() -> None:
    # The store lacks 66 cf of 3,000. Its basin holds 2,560 cf over 1,800 sf, 1.4222 ft deep; 2,626 cf need
    # 2,626 / 1.42222 = 1,846.4 sf: 1,846 sf hold 2,625 cf, 1,847 sf hold 2,626 cf.
    sized, texts = _sized(STORE, "basin", "area")
    assert sized.found is not None
    assert sized.less is not None
    assert (sized.found.steps, sized.less.steps) == (1847, 1846)
    assert _outcomes(texts[1847])["2011.3.c.1"] == "met"
    assert _outcomes(texts[1846])["2011.3.c.1"] == "not_met"


def _clinic(orifice: str = "5 in") -> str:
    """The clinic with a filter for a pond, whose storms are those that the rule of 2011 asks for."""
    storm = "{id: 1-yr, return_period: 1 yr, depth: 0.50 in, duration: 24 h, distribution: MSE 3}"
    return (
        CLINIC.replace("  storms:\n    - {id: 2-yr", f"  storms:\n    - {storm}\n    - {{id: 2-yr")
        .replace("diameter: 5 in", f"diameter: {orifice}")
        .replace("kind: wet pond", "kind: filtration")
    )


def _high_water_ft(text: str) -> float:
    (proposed,) = analyse(read_plan_text(text), conditions=["proposed"], storms=["100-yr"]).conditions
    pond = proposed.runs[0].nodes["1P"].pond
    assert pond is not None
    return pond.peak_elevation_ft


def test_a_pipe_is_sized_to_a_quarter_of_an_inch_and_the_next_smaller_one_fails() -> None:
    # A smaller opening lets the pond rise higher in the 100-year storm. The low opening of the shop lies 2 ft above the
    # level that a 5 in opening gives and 4.75 in do not hold.
    limit_ft = 933.21
    assert _high_water_ft(_clinic("5 in")) <= limit_ft < _high_water_ft(_clinic("4.75 in"))
    beside = "structures: [{id: shop, low_opening: exactly 935.21 ft NAVD88, new: yes}]\nwaters: none\n"
    sized, texts = _sized(_clinic() + beside, "pond", "A")
    assert sized.found is not None
    assert sized.less is not None
    assert (sized.variable.told(sized.found.steps), sized.variable.told(sized.less.steps)) == ("5 in", "4.75 in")
    assert sized.less.outcomes["2011.3.e", "shop/pond"] == "not_met"
    assert "diameter: exactly 5 in" in texts[sized.found.steps]


def test_a_pond_grows_at_every_stage_and_its_volume_is_the_one_computed() -> None:
    # 47,900 sf x 1 in / 12 = 3,991.67 cf at the filter's half share: 7,983.33 cf below the overflow. With the opening
    # raised to 931 ft, 1 ft lies below it: (A + A + 700) / 2 x 1 ft = A + 350: A = 7,633.33 sf; 7,634 sf is the first.
    raised = _clinic().replace("kind: orifice, invert: 930.0", "kind: orifice, invert: 931.0")
    sized, texts = _sized(raised, "pond", "area")
    assert sized.found is not None
    assert sized.less is not None
    held = re.findall(r"area: exactly ([0-9]+) sf", texts[sized.found.steps])
    assert [int(area) - sized.found.steps for area in held[:3]] == [0, 1400, 3000]
    volumes = [_outcomes(texts[steps]) for steps in (sized.found.steps, sized.less.steps)]
    assert volumes[0]["2011.3.c.1"] == "met"
    assert volumes[1]["2011.3.c.1"] == "not_met"
    assert sized.found.steps == 7634


def test_a_basin_deepens_in_tenths_of_a_foot() -> None:
    # 1 ft below the opening at 931 ft holds A + 350 = 5,350 cf; each foot more holds at least 5,000 cf over the bottom.
    raised = _clinic().replace("kind: orifice, invert: 930.0", "kind: orifice, invert: 931.0")
    variable = variable_of(read_plan_text(raised), "pond", vary="depth")
    assert variable.told(1) == "0.1 ft"
    changed = with_edits(raised, edits_of(variable, 5), file="plan")
    assert "{elevation: exactly 929.5 ft NAVD88, area" in changed
    assert "starting: exactly 929.5 ft NAVD88" in changed


def test_where_nothing_can_be_told_there_is_nothing_to_size_by() -> None:
    text = """
headwater: 1
plan: Nothing said
received: 2012-05-14
applicant: {public_body: no}
site: {area: 5 ac, disturbed: 1 ac}
surfaces: {kept: none, reconstructed: none, removed: none}
actions: [{id: a, kind: redevelopment, use: commercial}]
earlier_projects: none
practices:
  - {id: basin, kind: infiltration basin, footprint: 100 sf, volume_below_overflow: 200 cf}
"""
    sized, _ = _sized(text, "basin", "area")
    assert sized.found is None
    assert sizing_document(sized)["exit_code"] == 1


@pytest.mark.parametrize(
    ("practice", "vary", "error", "match"),
    [
        ("none", "area", UnknownNameError, "practice 'none' is not in the plan; expected one of pond"),
        ("pond", "Z", UnknownNameError, "'Z' cannot be sized; expected area, depth, or an outlet of its pond: A, B, C"),
    ],
)
def test_what_cannot_be_sized_is_told(practice: str, vary: str, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        variable_of(read_plan_text(CLINIC), practice, vary=vary)


def test_a_practice_without_a_size_is_told() -> None:
    with pytest.raises(IncompleteModelError, match="no footprint and no pond"):
        variable_of(read_plan_text(STORE), "lawn", vary="area")


# ---- the text of a plan ----------------------------------------------------------------------------------------------


def test_a_value_is_written_where_it_stood_and_nothing_else_moves() -> None:
    text = 'a:\n  footprint: 1,800 sf   # as drawn\n  - {area: "5,000 sf", other: 5,000 sf}\n'
    edits = [
        Edit(line=2, key="footprint", old="1,800 sf", new="1,900 sf"),
        Edit(line=3, key="area", old="5,000 sf", new="exactly 5001 sf"),
    ]
    assert with_edits(text, edits, file="p") == (
        'a:\n  footprint: "1,900 sf"   # as drawn\n  - {area: exactly 5001 sf, other: 5,000 sf}\n'
    )


def test_a_value_that_does_not_stand_there_is_an_error_with_its_line() -> None:
    with pytest.raises(PlanFileError, match="p:1: area: '7 sf': the value cannot be changed where it stands"):
        with_edits("area: 8 sf\n", [Edit(line=1, key="area", old="7 sf", new="9 sf")], file="p")


def test_the_command_writes_both_plans_of_the_proof(tmp_path: Path) -> None:
    plan = tmp_path / "store.yaml"
    plan.write_text(STORE)
    result = CliRunner().invoke(headwater, ["size", str(plan), "basin", "--out", str(tmp_path / "out")])
    assert "SMALLEST     1847 sf" in result.output
    assert (tmp_path / "out/store-sized.yaml").exists()
    assert "footprint: exactly 1846 sf" in (tmp_path / "out/store-one-less.yaml").read_text()
