"""The made-up examples decide as their authors computed by hand, from the text of the rule and not from this program.

The computation stands at the head of each example, and so does what is expected of it, in lines that start with
`# expected:`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.examples.expectations import agrees_cf, assessed, edition_key, expectations, listed, named

from headwater.review.assessment import Assessment

EXAMPLES = Path(__file__).parents[2] / "examples"
MADE_UP = sorted((EXAMPLES / "made-up").glob("*.yaml"))
WHOLE = [EXAMPLES / "corner-store-2011.yaml", *MADE_UP]
KINDS = (
    "linear-new linear-reconstruction lot-of-record mass-grading new-development redevelopment single-family-home "
    "subdivision utility walk-or-trail"
).split()
EDITIONS = ("2005", "2011", "2024")
# What hangs on an open answer is not listed one by one; such an expectation ends so.
AND_THE_REST = "and what hangs on it"


@cache
def assessment_of(path: Path) -> Assessment:
    return assessed(path)


def expecting(what: str) -> list[pytest.param]:  # type: ignore[valid-type]
    """Return the examples that expect something of `what`."""
    found = ((path, expectations(path)) for path in WHOLE)
    return [pytest.param(path, said[what], id=path.stem) for path, said in found if what in said]


def test_there_is_one_for_each_kind_and_edition() -> None:
    assert [path.stem for path in MADE_UP] == sorted(f"{kind}-{year}" for kind in KINDS for year in EDITIONS)


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_its_name_tells_its_kind_and_the_edition_that_its_date_picks(path: Path) -> None:
    plan = assessment_of(path).plan
    kind, _, year = path.stem.rpartition("-")
    assert plan.edition is None
    assert edition_key(plan) == f"mcwd-{year}"
    assert kind == "corner-store" or plan.actions[0].kind.value.replace(" ", "-") == kind


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_it_says_that_it_is_made_up(path: Path) -> None:
    note = assessment_of(path).plan.note
    assert note is not None
    assert note.value.startswith("Made up.")


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_it_says_what_is_expected_of_it(path: Path) -> None:
    always = {"permit", "decided by", "requirements", "not met", "cannot tell", "for judgment", "rests on", "exit"}
    assert always <= expectations(path).keys() | ({"decided by"} if path.stem.startswith("corner") else set())


@pytest.mark.parametrize(("path", "expected"), expecting("permit"))
def test_whether_a_permit_is_needed(path: Path, expected: str) -> None:
    assert assessment_of(path).permit_required is {"yes": True, "no": False, "cannot tell": None}[expected]


@pytest.mark.parametrize(("path", "expected"), expecting("decided by"))
def test_which_rows_decide(path: Path, expected: str) -> None:
    leaves = assessment_of(path).conclusions.leaves
    rows = {row for leaf in leaves for conclusion in leaf.answer for row in (*conclusion.exempt_by, *conclusion.rows)}
    assert sorted(rows) == listed(expected)


@pytest.mark.parametrize(("path", "expected"), expecting("requirements"))
def test_what_is_required_over_which_area_against_which_baseline(path: Path, expected: str) -> None:
    on_path = assessment_of(path).facts.plain["claims_infeasible"].region == frozenset({"yes"})
    found = []
    for (_, required), applies in assessment_of(path).requirements.items():
        assert applies is True
        # Phosphorus of redevelopment binds on the path of 2011.3.c.2 alone.
        if required.requirement == "phosphorus.3c2" and not on_path:
            continue
        name = required.requirement.removesuffix(".3c2")
        baseline = "" if required.baseline == "existing" else f" {required.baseline}"
        found.append(f"{name} {required.scope}{baseline}")
    assert sorted(found) == listed(expected)


@pytest.mark.parametrize(("path", "expected"), expecting("required"))
def test_the_volume_required(path: Path, expected: str) -> None:
    assert agrees_cf(assessment_of(path).required_volume_cf, expected)


@pytest.mark.parametrize(("path", "expected"), expecting("provided"))
def test_the_volume_provided(path: Path, expected: str) -> None:
    assert agrees_cf(assessment_of(path).provided_volume_cf, expected)


@pytest.mark.parametrize(("path", "expected"), expecting("not met"))
def test_what_is_not_met(path: Path, expected: str) -> None:
    assert named(assessment_of(path).findings, "not_met") == listed(expected)


@pytest.mark.parametrize(("path", "expected"), expecting("cannot tell"))
def test_what_cannot_be_told(path: Path, expected: str) -> None:
    found, due = named(assessment_of(path).findings, "cannot_tell"), listed(expected)
    if AND_THE_REST in due:
        due.remove(AND_THE_REST)
        assert set(due) < set(found)
    else:
        assert found == due


@pytest.mark.parametrize(("path", "expected"), expecting("for judgment"))
def test_what_is_for_the_district_to_judge(path: Path, expected: str) -> None:
    assert named(assessment_of(path).findings, "for_judgment") == listed(expected)


@pytest.mark.parametrize(("path", "expected"), expecting("rests on"))
def test_the_readings_that_what_is_owed_rests_on(path: Path, expected: str) -> None:
    assert sorted(item.reading for item in assessment_of(path).rests_on) == listed(expected)


@pytest.mark.parametrize(("path", "expected"), expecting("findings rest on"))
def test_findings_that_rest_on_a_reading_of_their_own(path: Path, expected: str) -> None:
    found = {f"{finding.id} {item.reading}" for finding in assessment_of(path).findings for item in finding.rests_on}
    assert set(listed(expected)) <= found


@pytest.mark.parametrize(("path", "expected"), expecting("beside"))
def test_what_switched_off_rows_would_say_stands_beside(path: Path, expected: str) -> None:
    (beside,) = assessment_of(path).beside
    found = []
    for required in beside.required:
        amount = ""
        if required.requirement == "volume":
            assert beside.volume_cf is not None
            assert beside.volume_cf.written is not None
            amount = f" {float(beside.volume_cf.written):.2f} cf"
        found.append(f"{required.requirement} {required.scope}{amount}")
    assert sorted(found) == listed(expected)


@pytest.mark.parametrize(("path", "expected"), expecting("duties"))
def test_what_the_permit_would_carry(path: Path, expected: str) -> None:
    assert sorted(duty.id for duty, applies in assessment_of(path).duties if applies) == listed(expected)


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_what_rests_on_provisional_rows_says_so(path: Path) -> None:
    assert assessment_of(path).permit_provisional is (expectations(path).get("provisional") == "yes")


@pytest.mark.parametrize(("path", "expected"), expecting("exit"))
def test_how_the_command_would_end(path: Path, expected: str) -> None:
    assert assessment_of(path).exit_code == int(expected)
