"""`headwater robustness`: how the findings on a plan stand when it is varied within honest ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.cli.check_text import wrapped
from headwater.cli.choosing import choose
from headwater.cli.reading_plan import plan_at
from headwater.cli.screen import json_text
from headwater.cli.simulate import progress
from headwater.errors import ReportError
from headwater.reports.tornado import tornado_svg
from headwater.review.robustness import robustness_of
from headwater.review.robustness.document import robustness_document
from headwater.review.robustness.ranges import ranges_of

_ORDER = ("failing", "fragile", "open", "robust")
MOST_BYTES = 100_000


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the command line asks for."""

    plan: Path
    ranges: Path | None
    figures: Path | None
    edition_key: str | None
    because: str | None
    overlay: Path | None
    as_json: bool


def robustness(asked: Asked) -> tuple[dict[str, Any], str]:
    """Return how the findings stand as a document, and what is printed; drawings are written where that was asked."""
    chosen = choose(plan_at(asked.plan), key=asked.edition_key, because=asked.because, overlay=asked.overlay)
    ranges = None if asked.ranges is None else ranges_of(_text(asked.ranges))
    document = robustness_document(robustness_of(chosen.plan, chosen.edition, ranges=ranges, progress=progress()))
    files = [] if asked.figures is None else _draw(document, asked.figures)
    text = json_text(document) if asked.as_json else "\n".join([*_lines(document), *files]) + "\n"
    return document, text


def _text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ReportError(f"{path}: the ranges cannot be read ({error}); name a file of text in UTF-8") from error


def _draw(document: Mapping[str, Any], folder: Path) -> list[str]:
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for finding in document["findings"]:
            drawing = tornado_svg(finding)
            if drawing is not None:
                name = re.sub(r"[^a-zA-Z0-9.]+", "-", f"{finding['id']}-{finding['item'] or 'plan'}")[:80]
                path = folder / f"robustness-{name}.svg"
                path.write_text(drawing, encoding="utf-8")
                written.append(str(path))
    except OSError as error:
        raise ReportError(
            f"{folder}: the drawings cannot be written ({error.strerror}); name another folder"
        ) from error
    return written


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield from wrapped(document["plan"]["name"])
    yield from wrapped(document["statement"])
    counts = document["counts"]
    yield ", ".join(f"{counts[name]} {name}" for name in _ORDER)
    for name in _ORDER:
        found = [one for one in document["findings"] if one["standing"] == name]
        if found:
            yield ""
            yield f"{name.upper()} ({len(found)})"
            for one in found:
                yield from _finding(one)
    yield ""
    yield "RANGES"
    for one in document["ranges"]:
        yield f"  {one['title']}"
        for end in (one["low"], one["high"]):
            yield from wrapped(f"{end['said']}: {end['basis']}; {end['source']}", indent=8, first="      ")
    for one in document["without"]:
        yield from wrapped(f"not varied: {one['range'].replace('_', ' ')}: {one['because']}", indent=6, first="  ")


def _finding(one: Mapping[str, Any]) -> Iterator[str]:
    item = f" [{one['item']}]" if one["item"] else ""
    yield from wrapped(f"{one['id']}{item}  {one['gist']}", indent=6, first="  ")
    if one["margin"] is not None:
        yield from wrapped(f"as it stands: {one['margin']['words']}", indent=8, first="      ")
    for swing in one["swings"]:
        ends = "; ".join(
            f"{end['said']}{' (assumed)' if end['basis'] == 'assumed' else ''}: {_said(end)}"
            for end in (swing["low"], swing["high"])
        )
        yield from wrapped(f"{swing['title']}  {ends}", indent=8, first="      ")


def _said(end: Mapping[str, Any]) -> str:
    outcome = str(end["outcome"]).replace("_", " ")
    return outcome if end["margin"] is None else f"{outcome}, {end['margin']['words'].split(': ', 1)[-1]}"
