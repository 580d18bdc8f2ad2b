"""Files that mean harm, or are no plan at all: one clear error each, and soon."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import PlanFileError, Problem
from headwater.intake import yaml_text
from headwater.intake.plan_file import read_plan, read_plan_text
from headwater.intake.yaml_text import MOST_BYTES, MOST_DEPTH, MOST_NODES

HEAD = "headwater: 1\nplan: Corner store\nactions: [{id: store, kind: redevelopment}]\n"
WHOLE = (Path(__file__).parent / "whole-plan.yaml").read_text(encoding="utf-8")
NINE = "[" + ",".join(["x"] * 9) + "]"
BOMB = f"a0: &a0 {NINE}\n" + "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))


def refused(text: str) -> PlanFileError:
    start_s = time.process_time()
    with pytest.raises(PlanFileError) as error:
        read_plan_text(text)
    assert str(error.value)
    assert time.process_time() - start_s < 1
    return error.value


def refused_file(path: Path) -> PlanFileError:
    start_s = time.process_time()
    with pytest.raises(PlanFileError) as error:
        read_plan(path)
    assert time.process_time() - start_s < 1
    (problem,) = error.value.problems
    assert problem.file == str(path)
    return error.value


# ---- files -----------------------------------------------------------------------------------------------------------


def test_a_file_of_fifty_megabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_bytes(b"#" * 50_000_000)
    assert "50,000,000 bytes" in str(refused_file(path))


def test_a_file_at_the_limit_is_read_and_one_byte_more_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(HEAD + "#" * (MOST_BYTES - len(HEAD)), encoding="utf-8")
    assert read_plan(path).plan.text == "Corner store"
    path.write_text(HEAD + "#" * (MOST_BYTES - len(HEAD) + 1), encoding="utf-8")
    assert "at most 1,000,000" in str(refused_file(path))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "no such file" in str(refused_file(tmp_path / "none.yaml"))


def test_a_name_that_no_file_can_have_is_refused() -> None:
    assert "cannot be read" in str(refused_file(Path("plan\0.yaml")))


def test_a_folder_is_no_plan(tmp_path: Path) -> None:
    assert "not a file" in str(refused_file(tmp_path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "plan.yaml")
    assert "not a file" in str(refused_file(tmp_path / "plan.yaml"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (HEAD.encode("utf-16"), "NUL bytes"),
        (HEAD.encode() + b"note: a\0b\n", "NUL bytes"),
        (HEAD.encode() + "note: Müller\n".encode("latin-1"), "byte 0xfc is not UTF-8"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "is not UTF-8"),
        (b"", "the file is empty"),
        (b"\x1b[31mred", "U+001B"),
    ],
    ids=["utf-16", "nul", "latin-1", "pdf", "empty", "control-character"],
)
def test_what_is_no_text_in_utf_8_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "plan.yaml"
    path.write_bytes(content)
    assert said in str(refused_file(path))


def test_a_wrong_byte_is_found_on_its_line(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_bytes(HEAD.encode() + b"note: \xff\n")
    assert refused_file(path).problems[0].line == 4


def test_an_escape_cannot_write_what_the_file_may_not_hold() -> None:
    (problem,) = refused(HEAD + 'note: "\\e[31mred"\n').problems
    assert problem.wrong == "character U+001B does not belong in a text"
    assert "U+0000" in str(refused(HEAD + 'note: "\\0"\n'))


def test_an_id_stays_on_one_short_line_of_a_message() -> None:
    name = "a\\n" * 1_000
    error = refused(HEAD + f'practices: [{{id: "{name}", kind: pond}}]\nborings: [{{id: "{name}", practice: x}}]\n')
    assert len(error.problems) == 2
    assert str(error).count("\n") == 2
    assert len(str(error)) < 1_500


# ---- bombs -----------------------------------------------------------------------------------------------------------


def test_a_billion_laughs_end_at_the_first_anchor() -> None:
    (problem,) = refused(BOMB).problems
    assert problem.line == 1
    assert "anchor or alias" in problem.wrong


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "note: " + "[" * 10_000 + "]" * 10_000,
        HEAD + "note: " + "{a: " * 10_000 + "}" * 10_000,
        "\n".join(" " * depth + "a:" for depth in range(1_000)),
        "- " * 400_000,
        "[" * MOST_BYTES,
    ],
    ids=["lists", "mappings", "indentation", "dashes", "only brackets"],
)
def test_deep_nesting_is_refused_at_the_twentieth_level(text: str) -> None:
    assert f"more than {MOST_DEPTH} levels" in str(refused(text))


def test_twenty_levels_are_read_and_twenty_one_are_not() -> None:
    def nested(depth: int) -> str:
        return HEAD + "note: " + "[" * depth + "]" * depth

    # The mapping at the top is the first level.
    assert "this is not one value" in str(refused(nested(MOST_DEPTH - 1)))
    assert f"more than {MOST_DEPTH} levels" in str(refused(nested(MOST_DEPTH)))


def test_too_many_keys_and_values_are_refused() -> None:
    assert f"more than {MOST_NODES:,} keys and values" in str(refused("[" + "x," * MOST_NODES + "]"))


def test_a_number_with_a_million_digits_or_a_giant_exponent_is_refused() -> None:
    assert "exponent" in str(refused(HEAD + "site: {area: 1e1000000 ac}\n"))
    assert "too long" in str(refused(HEAD + "site: {area: " + "9" * 900_000 + " ac}\n"))
    assert "whole number" in str(refused(HEAD.replace("}]", ", homes: " + "9" * 900_000 + "}]")))


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"key_{n}: 1\n" for n in range(24_000)),
        "a: 1\n" * 24_000,
        HEAD + "site: {area: 1" + ",000" * 24_000 + " sf}\n",
        HEAD + "exhibits:\n" + "- {exhibit: x, date: y}\n" * 500,
        HEAD + "practices:\n" + "".join(f"- {{id: p{n}, kind: wet pont}}\n" for n in range(500)),
        HEAD + "structures:\n" + "".join(f"- {{id: s{n}, disconnected_from: [w{n}]}}\n" for n in range(500)),
        HEAD + "b: [" + "!!str x," * 40_000 + "]",
        "? " * 400_000,
        '"' * MOST_BYTES,
        "\t" * MOST_BYTES,
    ],
    ids=["keys", "repeats", "commas", "dates", "kinds", "references", "tags", "questions", "quotes", "tabs"],
)
def test_a_file_with_thousands_of_mistakes_is_refused_as_fast(text: str) -> None:
    assert len(str(refused(text))) < 50_000


def test_a_circle_of_as_many_projects_as_may_be_is_found() -> None:
    chain = "".join(f"- {{id: p{n}, part_of: p{n + 1}}}\n" for n in range(99)) + "- {id: p99, part_of: p0}\n"
    (problem,) = refused(HEAD + "earlier_projects:\n" + chain).problems
    assert "leads back to itself" in problem.wrong


# ---- anything at all -------------------------------------------------------------------------------------------------


def read_or_refuse(text: str) -> None:
    """Read a text; any error but our own goes through."""
    problems: tuple[Problem, ...] = ()
    try:
        read_plan_text(text)
    except PlanFileError as error:
        problems = error.problems or pytest.fail("a refusal without a reason")
    assert all(str(problem) for problem in problems)


@given(st.text())
def test_any_text_is_a_plan_or_a_plan_file_error(text: str) -> None:
    read_or_refuse(text)


@given(st.text(alphabet="{}[]:,-&*!|>'\"%@`#?<~ \n\tabyes1", max_size=120))
def test_any_tangle_of_yaml_signs_is_a_plan_or_a_plan_file_error(text: str) -> None:
    read_or_refuse(text)


LINES = WHOLE.splitlines(keepends=True)


@given(st.data())
def test_a_plan_with_lines_lost_swapped_and_scribbled_on_is_read_or_refused(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["lose", "swap", "scribble"])):
            case "lose":
                del lines[at]
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                cut = data.draw(st.integers(0, len(lines[at])))
                scribble = data.draw(st.text(alphabet="{}[]:,-&*!|>'\"% 0.ac\n", max_size=6))
                lines[at] = lines[at][:cut] + scribble + lines[at][cut:]
    read_or_refuse("".join(lines))


def test_the_slower_loader_in_pure_python_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = read_plan_text(WHOLE)
    monkeypatch.setattr(yaml_text, "LOADER", yaml.SafeLoader)
    assert read_plan_text(WHOLE) == fast
    assert "anchor or alias" in str(refused(BOMB))
    assert f"more than {MOST_DEPTH} levels" in str(refused("[" * 10_000))
