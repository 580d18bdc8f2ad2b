"""Every code of a caution stands in its page, and the page lists no code that nothing says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from headwater.caution import Grade


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called == name:
                yield node


def text_of(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def graded(tree: ast.AST) -> Iterator[str]:
    """Yield the codes that are written as grade, code and text, to become a caution further on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 3 and text_of(node.elts[0]) in get_args(Grade):
            # The grades themselves make such a tuple too.
            if (code := text_of(node.elts[1])) is not None and code not in get_args(Grade):
                yield code


def wrappers(tree: ast.AST) -> dict[str, list[str]]:
    """Return the functions that hand a parameter `code` on to a caution, each with its parameters in order."""
    return {
        node.name: [one.arg for one in node.args.args]
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(one.arg == "code" for one in (*node.args.args, *node.args.kwonlyargs))
        and any(calls(node, "Caution"))
    }


def codes_of(text: str, where: str) -> set[str]:
    """Return the codes that a module gives to cautions: to the record itself, by a function, or by way of a tuple."""
    tree = ast.parse(text)
    by_way, found = wrappers(tree), set(graded(tree))
    handed_on = bool(by_way or found)
    for name, parameters in {"Caution": [], **by_way}.items():
        for call in calls(tree, name):
            code = next((one.value for one in call.keywords if one.arg == "code"), None)
            if code is None and "code" in parameters and len(call.args) > parameters.index("code"):
                code = call.args[parameters.index("code")]
            if (written := text_of(code)) is not None:
                found.add(written)
            elif not (handed_on and isinstance(code, ast.Name) and code.id == "code"):
                pytest.fail(f"{where}:{call.lineno}: write the code of a caution out, so that it can be found")
    return found


def listed(page: str) -> list[str]:
    return re.findall(r"^\| `([a-z0-9-]+)` \|", page, flags=re.MULTILINE)


def test_every_code_of_a_caution_stands_in_its_page_and_no_other(repository: Path) -> None:
    page = (repository / "docs" / "reference" / "cautions.md").read_text(encoding="utf-8")
    said: set[str] = set()
    for path in sorted((repository / "src" / "headwater").rglob("*.py")):
        said |= codes_of(path.read_text(encoding="utf-8"), str(path))
    assert said
    assert sorted(said - set(listed(page))) == [], "not in docs/reference/cautions.md"
    assert sorted(set(listed(page)) - said) == [], "in docs/reference/cautions.md, and said by nothing"
    assert len(listed(page)) == len(set(listed(page)))


def test_every_grade_in_the_page_is_one(repository: Path) -> None:
    page = (repository / "docs" / "reference" / "cautions.md").read_text(encoding="utf-8")
    grades = re.findall(r"^\| `[a-z0-9-]+` \| ([a-z, ]+) \|", page, flags=re.MULTILINE)
    assert len(grades) == len(listed(page))
    assert {word for grade in grades for word in re.split(r", | or ", grade)} <= set(get_args(Grade))


def test_codes_are_found_behind_a_function_and_a_hidden_one_is_not_passed_over() -> None:
    behind = """
def _note(code: str, where: str) -> Caution:
    return Caution(grade="note", code=code, where=where, text="")
_note("by-place", "a")
_note(code="by-name", where="a")
Caution(grade="note", code="itself", where="a", text="")
for grade, code, text in [("warning", "in-a-tuple", "...")]:
    Caution(grade=grade, code=code, where="a", text=text)
"""
    assert codes_of(behind, "made up") == {"by-place", "by-name", "itself", "in-a-tuple"}
    with pytest.raises(pytest.fail.Exception, match="write the code of a caution out"):
        codes_of('Caution(grade="note", code=CODES[0], where="a", text="")', "made up")
