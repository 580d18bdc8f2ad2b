"""The model of a file handed in as a plan that holds its drainage and nothing else, and as the text of such a section.

Owns the step from the nodes of a reader to the records of a plan, by the doors of a plan file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from headwater.errors import HandedFileError, IncompleteModelError, Problem, shown
from headwater.intake.handed import Handed, with_datum
from headwater.intake.plan_file import read_group
from headwater.intake.yaml_text import ListNode, MapNode, Node, TextNode
from headwater.plan.drainage_checks import check_drainage
from headwater.plan.leaves import Count, Text
from headwater.plan.model import CONDITIONS, Drainage
from headwater.plan.plan import Plan
from headwater.plan.problems import Problems
from headwater.plan.submitted import Submitted

_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,-/%()^+")


def section_of(handed: Handed, *, condition: str, datum: str) -> MapNode:
    """Return the drainage section that a file holds, its model as that of `condition`, its elevations on `datum`.

    Raises
    ------
    IncompleteModelError
        If the file holds no model.
    """
    if handed.model is None:
        raise IncompleteModelError(
            f"{shown(handed.file)}: the file ({handed.kind}) holds no model of nodes; expected a drainage model; "
            "hand in the model itself, or its full printout"
        )
    section = handed.section
    entries: dict[str, Node] = dict(section.entries) if section is not None else {}
    lines = dict(section.lines) if section is not None else {}
    entries[condition] = handed.model
    lines[condition] = handed.model.line
    found = with_datum(MapNode(section.line if section is not None else 1, entries, lines), datum)
    assert isinstance(found, MapNode)
    return found


def plan_of(handed: Handed, *, condition: str = "proposed", datum: str = "NAVD88") -> Plan:
    """Return a plan with the drainage that a file holds, and nothing else; its lines are those of the file.

    Parameters
    ----------
    condition
        The condition of the land that the model stands for, one of `headwater.plan.model.CONDITIONS`.
    datum
        The datum of the file's elevations, which the file does not name. Nothing is converted.

    Raises
    ------
    HandedFileError
        If the model contradicts itself, or holds a value that no plan can; it carries all that is wrong.
    IncompleteModelError
        If the file holds no model.
    """
    assert condition in CONDITIONS
    section = section_of(handed, condition=condition, datum=datum)
    problems = Problems(handed.file)
    drainage: Drainage = read_group(Drainage, section, "drainage", problems)
    plan = Plan(
        headwater=Count(text="1", value=1),
        plan=Text(text=handed.title or handed.kind, line=1),
        actions=(),
        drainage=drainage,
        file=handed.file,
        sha256=handed.sha256,
    )
    if not problems.found:
        check_drainage(plan, problems)
    if problems.found:
        raise HandedFileError(_by_line(problems.found))
    return plan


def submitted_of(handed: Handed, *, condition: str | None, datum: str) -> Submitted:
    """Return what a file says as it is held against a plan.

    A model that contradicts itself is no error here: what is wrong with it stands in `refused`.

    Parameters
    ----------
    condition
        The condition of the land that its model stands for; None for a file without a model.
    """
    plan: Plan | None = None
    refused: tuple[Problem, ...] = ()
    try:
        if handed.model is not None and condition is not None:
            plan = plan_of(handed, condition=condition, datum=datum)
        elif handed.section is not None:
            plan = plan_of(replace(handed, model=MapNode(1)), condition="proposed", datum=datum)
            if plan.drainage is not None:
                plan = replace(plan, drainage=replace(plan.drainage, proposed=None))
    except HandedFileError as error:
        refused = error.problems
    return Submitted(
        file=handed.file,
        sha256=handed.sha256,
        kind=handed.kind,
        program=handed.program,
        condition=condition if handed.model is not None else None,
        plan=plan,
        refused=refused,
        claims=handed.claims,
        remarks=handed.remarks,
        pages=handed.ledger.pages,
        not_understood=tuple(line.number for line in handed.ledger.of("not understood")),
    )


def _by_line(found: list[Problem]) -> list[Problem]:
    return sorted(found, key=lambda problem: problem.line or 0)


# ---- as text ---------------------------------------------------------------------------------------------------------


def section_text(handed: Handed, *, condition: str, datum: str) -> str:
    """Return the drainage section that a file holds as the text of a plan file, each item with the line it is from."""
    lines = [
        f"# Read from {shown(handed.file)} ({handed.kind}), SHA-256 {handed.sha256}.",
        f"# The file names no vertical datum; {datum} was said by whoever had it read.",
        "drainage:",
        *_entries(section_of(handed, condition=condition, datum=datum), "  "),
    ]
    return "\n".join(lines) + "\n"


def _entries(node: MapNode, indent: str) -> Iterator[str]:
    for key, child in node.entries.items():
        if isinstance(child, TextNode):
            yield f"{indent}{key}: {_scalar(child.text)}"
        elif isinstance(child, MapNode):
            yield f"{indent}{key}:"
            yield from _entries(child, indent + "  ")
        elif child.items:
            yield f"{indent}{key}:"
            yield from _items(child, indent + "  ")
        else:
            yield f"{indent}{key}: none"


def _items(node: ListNode, indent: str) -> Iterator[str]:
    for item in node.items:
        if isinstance(item, TextNode):
            yield f"{indent}- {_scalar(item.text)}"
        elif isinstance(item, MapNode) and all(isinstance(child, TextNode) for child in item.entries.values()):
            pairs = ", ".join(f"{key}: {_scalar(child.text)}" for key, child in item.entries.items())  # type: ignore[union-attr]
            yield f"{indent}- {{{pairs}}}  # line {item.line}"
        elif isinstance(item, MapNode):
            yield f"{indent}-  # line {item.line}"
            yield from _entries(item, indent + "  ")


def _scalar(text: str) -> str:
    plain = text and set(text) <= _PLAIN and text[0].isalnum() and text == text.strip() and "," not in text
    if plain:
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else " " for letter in escaped) + '"'
