"""A plan file with some of its values written otherwise, everything else left as its writer had it.

Owns the text alone: a value is found by its line, its key and what stands there, and is written in its place, so that
comments, order and layout stay. What is to be written is for whoever asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from headwater.errors import PlanFileError, Problem


@dataclass(frozen=True, kw_only=True)
class Edit:
    """One value of a plan file: the line it stands on, its key, what is written there, and what is to be."""

    line: int
    key: str
    old: str
    new: str


def with_edits(text: str, edits: Iterable[Edit], *, file: str) -> str:
    """Return the text of a plan file with these values in place of those that stand there.

    Raises
    ------
    PlanFileError
        If a value does not stand where it is said to, as where it was written over several lines.
    """
    lines = text.split("\n")
    for edit in edits:
        line = lines[edit.line - 1] if edit.line <= len(lines) else ""
        pattern = re.compile(
            rf"((?:^|[\s{{,-]){re.escape(edit.key)}:\s*(?:\{{\s*value:\s*)?)(?P<quote>[\"']?){re.escape(edit.old)}(?P=quote)(?=\s*(?:[,}}#]|$))"
        )
        found = pattern.search(line)
        if found is None:
            raise PlanFileError(
                [
                    Problem(
                        file=file,
                        line=edit.line,
                        field=edit.key,
                        wrong="the value cannot be changed where it stands",
                        value=edit.old,
                        expected=f"`{edit.key}: {edit.old}` on one line",
                        remedy="write key and value on one line of their own",
                    )
                ]
            )
        written = f'"{edit.new}"' if "," in edit.new else edit.new
        lines[edit.line - 1] = line[: found.start()] + found[1] + written + line[found.end() :]
    return "\n".join(lines)
