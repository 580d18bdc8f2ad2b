"""Where the checks of the section of loads turn: just below, at, and just above; and names that leave the folder."""

from __future__ import annotations

import pytest

from headwater.errors import PlanFileError
from headwater.intake.plan_file import read_plan_text

HEAD = "headwater: 1\nplan: x\nactions: [{id: a, kind: utility}]\n"


def fields_refused(loads: str, *, before: str = "") -> list[str]:
    try:
        read_plan_text(f"{HEAD}{before}loads: {loads}\n")
    except PlanFileError as refused:
        return [problem.field.removeprefix("loads.") for problem in refused.problems]
    return []


@pytest.mark.parametrize(
    ("impervious", "refused"),
    [
        # 1.00 ac stands for up to 1.005 ac and 43,778 sf; what some rounding makes right is right.
        pytest.param("43,777 sf", [], id="just below"),
        pytest.param("43,778 sf", ["existing[lot].impervious_area"], id="just above"),
        pytest.param("1.00 ac", [], id="the same"),
        pytest.param("1.02 ac", ["existing[lot].impervious_area"], id="above"),
    ],
)
def test_the_impervious_area_is_within_its_land(impervious: str, refused: list[str]) -> None:
    assert fields_refused(f'{{existing: [{{id: lot, area: 1.00 ac, impervious_area: "{impervious}"}}]}}') == refused


@pytest.mark.parametrize(
    ("removal", "refused"),
    # 46 % stands for 45.5 up to 46.5 %, 46.5 % for 46.45 up to 46.55 %: some of it is in both.
    [("45.4 %", ["treatment[s].removal"]), ("45.5 %", []), ("46.5 %", []), ("46.6 %", ["treatment[s].removal"])],
)
def test_a_removal_agrees_with_the_practices(removal: str, refused: list[str]) -> None:
    practice = "practices: [{id: pond, kind: wet pond, removal: 46 %}]\n"
    loads = f"{{treatment: [{{id: s, practice: pond, removal: {removal}}}]}}"
    assert fields_refused(loads, before=practice) == refused


@pytest.mark.parametrize(("depth", "refused"), [("30.65 in", []), ("30.7 in", []), ("30.6 in", ["annual_rain.depth"])])
def test_a_depth_agrees_with_the_table_that_is_named_beside_it(depth: str, refused: list[str]) -> None:
    # 30.65 in rounds to 30.7 in, since halves go up.
    assert fields_refused(f"{{annual_rain: {{table: estimator-msp, depth: {depth}}}}}") == refused


@pytest.mark.parametrize(
    ("first", "last", "refused"),
    [
        ("2001-01-01", "2001-01-02", []),
        ("2001-01-01", "2001-01-01", []),
        ("2001-01-02", "2001-01-01", ["rain_record.last_day"]),
    ],
)
def test_a_record_ends_on_its_first_day_or_later(first: str, last: str, refused: list[str]) -> None:
    assert fields_refused(f"{{rain_record: {{first_day: {first}, last_day: {last}}}}}") == refused


@pytest.mark.parametrize("name", ["rain.csv", "rain/daily.csv", "./rain.csv", "..rain.csv", "rain..csv", "~rain.csv"])
def test_a_file_in_the_folder_or_below_it_may_be_named(name: str) -> None:
    assert fields_refused(f'{{rain_record: {{csv: "{name}"}}}}') == []


@pytest.mark.parametrize(
    "name",
    [
        "../rain.csv",
        "rain/../../rain.csv",
        "rain/..",
        "/etc/hostname",
        "//server/share/rain.csv",
        "C:/rain.csv",
        "C:rain.csv",
        r"..\\rain.csv",
        r"rain\\daily.csv",
        r"\\\\server\\share\\rain.csv",
        r"rain\u202e.csv",
    ],
)
def test_a_name_that_may_lead_elsewhere_is_refused_on_any_system(name: str) -> None:
    assert fields_refused(f'{{rain_record: {{csv: "{name}"}}}}') == ["rain_record.csv"]


def test_lists_inside_the_section_keep_their_ids_apart() -> None:
    twice = "[{id: a}, {id: a}]"
    for name in ("treatment", "existing", "proposed", "meadow", "pools", "reuse"):
        assert fields_refused(f"{{{name}: {twice}}}") == [name]
    assert fields_refused(f"{{equivalence: {{treated: {twice}}}}}") == ["equivalence.treated"]
    assert fields_refused(f"{{reuse: [{{id: r, uses: {twice}}}]}}") == ["reuse[r].uses"]


def test_a_practice_that_is_not_listed_is_told_wherever_it_is_named() -> None:
    for name in ("treatment", "pools", "reuse"):
        assert fields_refused(f"{{{name}: [{{id: a, practice: pond}}]}}") == [f"{name}[a].practice"]
