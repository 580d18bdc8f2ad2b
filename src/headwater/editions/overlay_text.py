"""The text of an overlay as mappings, lists and texts, with the line of each, and every problem found in it.

An overlay comes from outside, so that nothing in it is trusted: no anchors, no tags, one document, no key twice, not
too large and not too deep. Owns the reading; what an overlay may hold is `headwater.editions.overlay`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from headwater.errors import OverlayError, Problem

LONGEST_TEXT = 1_000_000
DEEPEST = 16
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
Path = tuple[str | int, ...]


@dataclass(frozen=True, kw_only=True)
class OverlayText:
    """An overlay as its file has it: the name to call it by in messages, and its text."""

    name: str
    text: str


@dataclass(slots=True)
class Reader:
    """The content of an overlay's text, where each thing in it stands, and the problems found so far."""

    name: str
    content: Mapping[str, Any]
    lines: Mapping[Path, int]
    problems: list[Problem] = field(default_factory=list)

    def problem(self, path: Path, wrong: str, *, value: object = None, expected: str, remedy: str) -> None:
        """Note a problem at a place, `("tables", "2024.T1", "rows", 2)`."""
        line = next((self.lines[path[:size]] for size in range(len(path), -1, -1) if path[:size] in self.lines), None)
        place = ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
        shown = None if value is None else str(value)
        self.problems.append(
            Problem(file=self.name, line=line, field=place, wrong=wrong, value=shown, expected=expected, remedy=remedy)
        )

    def refuse(self) -> None:
        """Raise what was found, if anything was.

        Raises
        ------
        OverlayError
            If there is a problem; all of them, one to a line.
        """
        if self.problems:
            count = len(self.problems)
            head = f"{count} problems in the overlay\n" if count > 1 else ""
            raise OverlayError(head + "\n".join(str(problem) for problem in self.problems))


def read_text(given: OverlayText) -> Reader:
    """Return the content of an overlay's text.

    Raises
    ------
    OverlayError
        If it is no YAML, or YAML of a kind that is not taken.
    """
    reader = Reader(given.name, {}, {(): 1})
    if len(given.text) > LONGEST_TEXT:
        reader.problem(
            (), "it is too long", expected=f"at most {LONGEST_TEXT:,} characters", remedy="leave out the rest"
        )
        reader.refuse()
    try:
        _look_for_trouble(given.text, reader)
        reader.refuse()
        node = yaml.compose(given.text, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        reader.lines = {(): line}
        reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "no reason given"
        wrong = f"it is not readable as YAML ({reason})"
        reader.problem(
            (), wrong, expected="keys and values", remedy="correct the line; docs/reference/overlay.md has one whole"
        )
        reader.refuse()
    lines: dict[Path, int] = {(): 1}
    content = _plain(node, (), lines, reader) if node is not None else None
    reader.lines = lines
    if not isinstance(content, dict):
        reader.problem(
            (), "it holds no keys", expected="`overlay: 1` and the other keys", remedy="start from a whole one"
        )
    else:
        reader.content = content
    reader.refuse()
    return reader


def _look_for_trouble(text: str, reader: Reader) -> None:
    """Note what is not taken, before anything is built from the text."""
    depth = documents = 0
    for event in yaml.parse(text, Loader=_LOADER):
        reader.lines = {(): event.start_mark.line + 1 if event.start_mark else 1}
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            reader.problem(
                (), "an anchor or alias", expected="every value written out", remedy="write the value again here"
            )
            return
        if tag := getattr(event, "tag", None):
            reader.problem((), "a tag", value=tag, expected="plain values", remedy="leave the tag out")
            return
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            depth += 1
            if depth > DEEPEST:
                reader.problem(
                    (), "keys nested too deep", expected=f"at most {DEEPEST} levels", remedy="look at the indents"
                )
                return
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            depth -= 1
        elif isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                reader.problem((), "a second document", expected="one document", remedy="leave out the line `---`")
                return


def _plain(node: yaml.Node, path: Path, lines: dict[Path, int], reader: Reader) -> Any:
    lines[path] = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, (*path, place), lines, reader) for place, item in enumerate(node.value)]
    found: dict[str, Any] = {}
    for key, value in node.value:
        name = str(key.value)
        lines[(*path, name)] = key.start_mark.line + 1
        if name in found:
            reader.lines = lines
            reader.problem(
                (*path, name), "this key stands twice", expected="each key once", remedy="leave one of them out"
            )
        found[name] = _plain(value, (*path, name), lines, reader)
        lines[(*path, name)] = key.start_mark.line + 1
    return found
