"""One hierarchy, drawn where it is written, and messages that say what to do."""

from __future__ import annotations

import inspect

import headwater.errors
from headwater.errors import HeadwaterError, PlanFileError, Problem, shown


def all_errors() -> set[type]:
    found = (member for _, member in inspect.getmembers(headwater.errors, inspect.isclass))
    return {member for member in found if issubclass(member, BaseException)}


def test_every_error_is_a_headwater_error() -> None:
    assert all(issubclass(error, HeadwaterError) for error in all_errors())


def test_every_error_is_drawn_at_the_top_with_its_place() -> None:
    lines = (headwater.errors.__doc__ or "").splitlines()
    drawn = [line for line in lines if "Error" in line]
    assert {line.split("─")[-1].split()[0] for line in drawn} == {error.__name__ for error in all_errors()}
    for error in all_errors() - {HeadwaterError}:
        (line,) = (line for line in drawn if line.split("─")[-1].split()[0] == error.__name__)
        depth = len(error.__mro__) - len(HeadwaterError.__mro__)
        assert line.index("──") == 2 + 4 + 5 * (depth - 1), line


def test_every_error_says_in_one_sentence_what_it_is() -> None:
    for error in all_errors():
        assert (error.__doc__ or "").strip().endswith(".")


def test_a_problem_says_where_what_and_what_to_do() -> None:
    problem = Problem(
        file="plan.yaml",
        line=12,
        field="site.area",
        wrong="the number has no unit",
        value="2.55",
        expected="an area",
        remedy='write "2.55 ac"',
    )
    assert str(problem) == (
        "plan.yaml:12: site.area: '2.55': the number has no unit; expected an area; write \"2.55 ac\""
    )


def test_a_plan_file_error_prints_a_hundred_problems_and_counts_the_rest() -> None:
    problem = Problem(file="p", line=1, field="", wrong="wrong", value=None, expected="right", remedy="do")
    error = PlanFileError([problem] * 1_234)
    assert len(error.problems) == 1_234
    assert str(error).startswith("1,234 problems in the plan file\n")
    assert str(error).endswith("\nand 1,134 more")
    assert str(error).count("\n") == 101


def test_a_hostile_value_stays_on_one_short_line() -> None:
    assert shown("a\nb\x1b[31m") == "'a\\nb\\x1b[31m'"
    assert len(shown("x" * 1_000_000)) < 100
