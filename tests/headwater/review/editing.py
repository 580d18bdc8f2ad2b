"""A plan file with one value written otherwise, by its place in the file; independent of how a plan is changed."""

from __future__ import annotations

import copy
import re
from typing import Any

import yaml

Tree = dict[str, Any]
_PART = re.compile(r"^([a-z_]+)\[(.*)\]$")


def tree_of(text: str) -> Tree:
    """Return a plan file as nested texts."""
    tree: Tree = yaml.load(text, Loader=yaml.BaseLoader)
    return tree


def text_of(tree: Tree) -> str:
    """Return nested texts as a plan file."""
    return yaml.safe_dump(tree, sort_keys=False)


def put(tree: Tree, field: str, value: Any) -> Tree:
    """Return the plan file with `value` at a place such as `actions[road].surfaces.new`, made where it is not there."""
    result = copy.deepcopy(tree)
    node: Any = result
    parts = re.split(r"\.(?![^\[]*\])", field)
    for place, part in enumerate(parts):
        item = _PART.match(part)
        if item is not None:
            items = node.setdefault(item[1], [])
            found = next((one for one in items if one.get("id") == item[2]), None)
            if found is None:
                found = {"id": item[2]}
                items.append(found)
            node = found
        elif place == len(parts) - 1:
            if isinstance(node.get(part), dict) and not isinstance(value, dict):
                node[part]["answer" if "answer" in node[part] else "value"] = value
            else:
                node[part] = value
        else:
            if isinstance(node.get(part), str):
                node[part] = {"answer": node[part]}
            node = node.setdefault(part, {})
    return result
