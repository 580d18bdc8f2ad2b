"""A file that somebody handed in, read: what it models, what it claims, and what became of its lines.

Owns the records that every reader of other people's files ends in, and the step from a model as read to the records of
a plan. A reader writes what it finds as nodes, the shape that our own plan file is read from, each with the line of
the foreign file; they then go through the same doors as a plan: the same units, the same checks, the same messages.
Such files name no vertical datum, so that an elevation is written with `DATUM` in its place, and who uses the model
says which datum it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from headwater.intake.ledger import Ledger
from headwater.intake.yaml_text import ListNode, MapNode, Node, TextNode
from headwater.plan.submitted import Claim, Remark

__all__ = ["DATUM", "Claim", "Handed", "Remark", "list_node", "map_node", "text_node", "with_datum"]

DATUM: Final = "DATUM"
"""Stands in the texts of elevations for the datum that the file does not name, as `930.50 ft DATUM`."""


@dataclass(frozen=True, kw_only=True)
class Handed:
    """What one file says.

    `kind` is the kind of file in words, `program` who wrote it. `section` holds the keys of a plan's drainage section
    that stand for every condition (`storms`, `rainfall`, `time_step`, `runoff`, ...); `model` those of one condition
    (`subcatchments`, `ponds`, ...), None where the file models nothing. `condition` is the condition of the land where
    the file itself says which.
    """

    file: str
    sha256: str
    kind: str
    ledger: Ledger
    program: str | None = None
    title: str | None = None
    condition: str | None = None
    section: MapNode | None = None
    model: MapNode | None = None
    claims: tuple[Claim, ...] = ()
    remarks: tuple[Remark, ...] = ()


def text_node(text: str, line: int) -> TextNode:
    """Return a value as a node."""
    return TextNode(text, line)


def map_node(line: int, /, **entries: Node | None) -> MapNode:
    """Return keys and values as a node; a value of None is left out, since what is unknown stays unknown."""
    given = {key: node for key, node in entries.items() if node is not None}
    return MapNode(line, given, {key: node.line for key, node in given.items()})


def list_node(items: list[Node], line: int) -> ListNode:
    """Return a list as a node."""
    return ListNode(line, items)


def with_datum(node: Node, datum: str) -> Node:
    """Return a node of which every elevation is on `datum`."""
    if isinstance(node, TextNode):
        return TextNode(node.text.replace(DATUM, datum), node.line) if node.text.endswith(DATUM) else node
    if isinstance(node, ListNode):
        return ListNode(node.line, [with_datum(child, datum) for child in node.items])
    return MapNode(node.line, {key: with_datum(child, datum) for key, child in node.entries.items()}, node.lines)
