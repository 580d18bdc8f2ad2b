"""How long the lists of a plan file may be: more than an application holds is refused before anything is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from headwater.intake.yaml_text import ListNode, MapNode, Node
from headwater.plan.problems import Problems

MOST_ITEMS: Final[Mapping[str, int]] = {
    "actions": 50,
    "earlier_projects": 100,
    "practices": 500,
    "borings": 500,
    "discharge.points": 500,
    "landlocked": 500,
    "structures": 500,
    "waters": 500,
    "exhibits": 500,
}
"""The most items of each list. The work, and what is written of it, grows with the square of some of these."""
MOST_PAIRS: Final = 5_000
"""The most pairs of a structure with a water or a practice: the opening of each is held against the level of each."""


def check_lengths(root: MapNode, problems: Problems) -> None:
    """Refuse, by themselves, lists that are longer than any application's: nothing else is said of such a file."""
    only = Problems(problems.file)
    counts: dict[str, int] = {}
    for path, items in _lists(root):
        counts[path] = len(items.items)
        if counts[path] > MOST_ITEMS[path]:
            only.add(
                "this list is longer than one application can be assessed for",
                line=items.line,
                path=path,
                value=f"{counts[path]:,} items",
                expected=f"at most {MOST_ITEMS[path]:,} items",
                remedy="take together what is alike, or assess the parts of the plan by themselves",
            )
    structures, levels = counts.get("structures", 0), counts.get("waters", 0) + counts.get("practices", 0)
    if not only.found and structures * levels > MOST_PAIRS:
        only.add(
            "there are more pairs of a structure with a water or a practice than one application can be assessed for",
            line=root.lines["structures"],
            path="structures",
            value=f"{structures:,} x {levels:,} = {structures * levels:,} pairs",
            expected=f"at most {MOST_PAIRS:,} pairs",
            remedy="give of each group of structures the one with the lowest opening, or assess parts by themselves",
        )
    if only.found:
        raise only.error()


def _lists(root: MapNode) -> Iterator[tuple[str, ListNode]]:
    for path in MOST_ITEMS:
        node: Node | None = root
        for key in path.split("."):
            node = node.entries.get(key) if isinstance(node, MapNode) else None
        if isinstance(node, ListNode):
            yield path, node
