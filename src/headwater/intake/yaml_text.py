"""YAML as text with lines: the shape of a file, every scalar as it was written, and nothing that can surprise.

Owns the safe part of YAML that Headwater reads: mappings, lists and texts. Tags, anchors, aliases, merge keys, several
documents and repeated keys are refused. The file is read as a stream of events and never as YAML objects, so that its
size, depth and number of nodes are known before anything is built, and no text is turned into a number, date or truth
value behind the writer's back. What the keys mean is left to `headwater.intake.plan_file`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG
from typing import Final

import yaml

from headwater.plan.problems import Problems

MOST_BYTES: Final = 1_000_000
MOST_DEPTH: Final = 20
MOST_NODES: Final = 50_000

# The C loader is some twenty times faster; PyYAML is also sold without it.
LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(slots=True)
class TextNode:
    """A scalar, as written."""

    text: str
    line: int


@dataclass(slots=True)
class ListNode:
    """A list."""

    line: int
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class MapNode:
    """A mapping; each key with its line."""

    line: int
    entries: dict[str, Node] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


Node = TextNode | ListNode | MapNode


_BEFORE_COMMA = re.compile(r"(?:exactly\s+)?[+-]?[0-9]{1,3}(?:,[0-9]{3}){0,4}", re.IGNORECASE)
_AFTER_COMMA = re.compile(r"[0-9]{3}(?:\.[0-9]+)?(?:\s*[a-zA-Z%][^\n]{0,30})?")

# Stands for a key that was refused, so that its value is passed over.
_REFUSED: Final = TextNode("", 0)


def read_bytes(path: Path, name: str) -> bytes:
    """Return the bytes of a file that is no larger than a plan can be; its size is asked before it is read."""
    problems = Problems(name)
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            problems.add("this is not a file", line=None, expected="a file of text", remedy="name the plan file itself")
            raise problems.error()
        if status.st_size <= MOST_BYTES:
            with path.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
            # It may have grown between the two.
            if len(data) <= MOST_BYTES:
                return data
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        problems.add(
            f"the file cannot be read ({reason.lower()})",
            line=None,
            expected="a plan file",
            remedy="check its name and your right to read it",
        )
        raise problems.error() from error
    _too_large(problems, status.st_size)
    raise problems.error()


def _too_large(problems: Problems, size: int) -> None:
    problems.add(
        f"the file has {size:,} bytes",
        line=None,
        expected=f"at most {MOST_BYTES:,}",
        remedy="give the plan file, not a drawing or a report",
    )


def decode(data: bytes, name: str) -> str:
    """Return the text of a file, which is UTF-8, with or without a byte order mark."""
    problems = Problems(name)
    zero = data.find(b"\0")
    if zero >= 0:
        problems.add(
            "the file holds NUL bytes, as no UTF-8 text does",
            line=data.count(b"\n", 0, zero) + 1,
            expected="text in UTF-8",
            remedy="save it as text in UTF-8",
        )
        raise problems.error()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.add(
            f"byte {data[error.start]:#04x} is not UTF-8",
            line=data.count(b"\n", 0, error.start) + 1,
            expected="text in UTF-8",
            remedy="save the file in UTF-8",
        )
        raise problems.error() from error


def compose(text: str, problems: Problems) -> Node:
    """Return the shape of `text`.

    What can be passed over is noted in `problems`; what cannot, ends the reading.

    Raises
    ------
    PlanFileError
        If the text is not YAML, is too large, too deep, has too many nodes, or is empty or several documents.
    """
    if len(text) > MOST_BYTES:
        _too_large(problems, len(text))
        raise problems.error()
    odd = _NOT_TEXT.search(text)
    if odd is not None:
        problems.add(
            f"character U+{ord(odd[0]):04X} does not belong in a text",
            line=text.count("\n", 0, odd.start()) + 1,
            expected="text",
            remedy="delete it, or save the file as plain text",
        )
        raise problems.error()
    try:
        return _Composer(problems).run(yaml.parse(text, Loader=LOADER))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = getattr(error, "problem", None) or "this cannot be read"
        if "nesting depth" in said:
            said = f"more than {MOST_DEPTH} levels"
        problems.add(
            f"this is not YAML: {said}",
            line=None if mark is None else mark.line + 1,
            expected="keys, a colon, and values; indented by spaces",
            remedy=_remedy(said),
        )
        raise problems.error() from error


def _remedy(said: str) -> str:
    if "cannot start any token" in said:
        return "indent by spaces, not tabs, and put quotes round a text that starts with a special sign"
    if "mapping values" in said:
        return "check the indentation, and put quotes round a text that holds a colon and a space"
    return "check quotes, brackets and indentation on this line and the one before"


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark is not None else 1


class _Composer:
    """Builds nodes from events, with a stack of its own, so that depth costs nothing."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.nodes = 0
        self.open: list[ListNode | MapNode] = []
        self.keys: list[TextNode | None] = []
        self.root: Node | None = None
        # Told once each, since a file that uses one uses many.
        self.anchored = False
        self.tagged = False

    def run(self, events: Iterator[yaml.Event]) -> Node:
        for event in events:
            if isinstance(event, yaml.NodeEvent):
                self.node(event, _line(event))
            elif isinstance(event, yaml.CollectionEndEvent):
                self.open.pop()
                self.keys.pop()
            elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
                self.stop("the file holds several documents", event, "one", "remove the line `---` and what follows")
        if self.root is None:
            self.problems.add("the file is empty", line=1, expected="a plan", remedy="start from `headwater new KIND`")
            raise self.problems.error()
        if self.anchored:
            raise self.problems.error()  # with values missing, all else that could be said of it would mislead
        return self.root

    def node(self, event: yaml.NodeEvent, line: int) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            self.stop(f"the file has more than {MOST_NODES:,} keys and values", event, "fewer", "split the plan")
        if event.anchor is not None and not self.anchored:
            self.anchored = True
            self.refuse("the file uses an anchor or alias", event.anchor, line, "write the value out in each place")
        tag = getattr(event, "tag", None)
        if tag is not None and not self.tagged:
            self.tagged = True
            self.refuse("the file uses a tag", tag, line, "remove all tags; every value is read as text")
        if isinstance(event, yaml.ScalarEvent):
            # An escape between quotes can write what the file itself may not hold.
            odd = _NOT_TEXT.search(event.value)
            if odd is not None:
                self.refuse(f"character U+{ord(odd[0]):04X} does not belong in a text", None, line, "leave it out")
            plain_merge = event.value == "<<" and event.implicit[0]
            self.attach(TextNode(event.value, line), merge=plain_merge)
        elif isinstance(event, yaml.AliasEvent):
            self.attach(TextNode("", line))
        else:
            if len(self.open) >= MOST_DEPTH:
                self.stop(f"the file is more than {MOST_DEPTH} levels deep", event, "fewer", "check the brackets")
            node = MapNode(line) if isinstance(event, yaml.MappingStartEvent) else ListNode(line)
            self.attach(node)
            self.open.append(node)
            self.keys.append(None)

    def attach(self, node: Node, *, merge: bool = False) -> None:
        if not self.open:
            self.root = node
            return
        parent, key = self.open[-1], self.keys[-1]
        if isinstance(parent, ListNode):
            parent.items.append(node)
        elif key is None:
            self.keys[-1] = _REFUSED
            if merge:
                self.refuse("the file uses a merge key", "<<", node.line, "write the keys out in each place")
            elif isinstance(node, TextNode):
                self.keys[-1] = node
            else:
                self.refuse("a key is a list or a mapping", None, node.line, "write a word as the key")
        else:
            self.keys[-1] = None
            if self.rejoined(parent, key, node):
                return
            if key.text in parent.entries:
                first = parent.lines[key.text]
                self.refuse(f"the key is already on line {first}", key.text, key.line, "keep one of the two")
            elif key is not _REFUSED:
                parent.entries[key.text] = node
                parent.lines[key.text] = key.line

    def rejoined(self, parent: MapNode, key: TextNode, node: Node) -> bool:
        """Say so where a comma of thousands has ended a value early: `{new: 30,000 sf}` has the keys new and 000 sf."""
        last = next(reversed(parent.entries.values()), None)
        if not (isinstance(node, TextNode) and not node.text and isinstance(last, TextNode)):
            return False
        if not (_AFTER_COMMA.fullmatch(key.text) and _BEFORE_COMMA.fullmatch(last.text)):
            return False
        again = "," in last.text
        last.text = f"{last.text},{key.text}"
        if again and self.problems.found:
            self.problems.found.pop()  # said of the first part alone
        self.problems.add(
            "the comma ends the value, since it stands between braces",
            line=key.line,
            value=last.text,
            expected="quotes round a number with a comma",
            remedy=f'write "{last.text}" in quotes, or leave the comma out',
        )
        return True

    def refuse(self, wrong: str, value: str | None, line: int, remedy: str) -> None:
        self.problems.add(wrong, line=line, value=value, expected="plain keys and values", remedy=remedy)

    def stop(self, wrong: str, event: yaml.Event, expected: str, remedy: str) -> None:
        self.problems.add(wrong, line=_line(event), expected=expected, remedy=remedy)
        raise self.problems.error()
