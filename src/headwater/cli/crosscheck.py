"""`headwater crosscheck`: a plan and the files handed in beside it, held against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from headwater.cli.check_text import wrapped
from headwater.cli.choosing import choose
from headwater.cli.reading_plan import plan_at
from headwater.cli.screen import json_text
from headwater.errors import HandedFileError, Problem
from headwater.intake.handed import Handed
from headwater.intake.handed_plan import submitted_of
from headwater.intake.reading import read_handed
from headwater.intake.yaml_text import ListNode, MapNode, TextNode
from headwater.plan import Plan
from headwater.plan.model import CONDITIONS, DrainageModel
from headwater.plan.submitted import Submitted
from headwater.review.analysis.document import datum_of
from headwater.review.crosscheck import crosscheck as hold_against
from headwater.review.crosscheck.document import crosscheck_document

USUAL_DATUM: Final = "NAVD88"
_WORDS: Final = {
    "existing": ("existing", "exist", "predev", "pre-dev"),
    "proposed": ("proposed", "prop", "postdev", "post-dev", "developed"),
    "meadow": ("meadow",),
    "predevelopment": ("predevelopment",),
}


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the command line asks for; `conditions` are files whose condition was said."""

    plan: Path
    files: tuple[Path, ...]
    conditions: Mapping[str, tuple[Path, ...]]
    edition_key: str | None
    because: str | None
    overlay: Path | None
    as_json: bool


def crosscheck(asked: Asked) -> tuple[dict[str, Any], str]:
    """Return the crosscheck as a document, and what is printed."""
    chosen = choose(plan_at(asked.plan), key=asked.edition_key, because=asked.because, overlay=asked.overlay)
    said = {path: condition for condition, paths in asked.conditions.items() for path in paths}
    paths = dict.fromkeys((*said, *asked.files))
    files = [submitted(read_handed(path), chosen.plan, condition=said.get(path)) for path in paths]
    document = crosscheck_document(hold_against(chosen.plan, chosen.edition, files))
    return document, json_text(document) if asked.as_json else "\n".join(_lines(document)) + "\n"


def submitted(handed: Handed, plan: Plan, *, condition: str | None) -> Submitted:
    """Return a file as it is held against a plan; of a model whose condition nobody said, the nodes and words tell.

    Raises
    ------
    HandedFileError
        If nothing tells which condition of the land a model stands for.
    """
    if handed.model is not None:
        condition = condition or handed.condition or _told(handed, plan)
        if condition is None:
            raise HandedFileError(
                [
                    Problem(
                        file=handed.file,
                        line=None,
                        field="",
                        wrong="nothing tells which condition of the land this model stands for",
                        value=None,
                        expected="existing or proposed",
                        remedy="say --existing FILE or --proposed FILE",
                    )
                ]
            )
    return submitted_of(handed, condition=condition, datum=datum_of(plan) or USUAL_DATUM)


def _told(handed: Handed, plan: Plan) -> str | None:
    """Return the condition that a file's own words, or else the names of its nodes, tell."""
    words = f"{Path(handed.file).name} {handed.title or ''}".lower()
    named = [condition for condition, some in _WORDS.items() if any(word in words for word in some)]
    if len(named) == 1:
        return named[0]
    theirs = _ids(handed.model)
    shared: dict[str, int] = {}
    for condition in CONDITIONS:
        model: DrainageModel | None = getattr(plan.drainage, condition) if plan.drainage else None
        if model is not None:
            own = {piece.id.text for piece in model.subcatchments or ()} | {pond.id.text for pond in model.ponds or ()}
            shared[condition] = len(theirs & own)
    best = max(shared.values(), default=0)
    most = [condition for condition, count in shared.items() if count == best]
    return most[0] if best and len(most) == 1 else None


def _ids(model: MapNode | None) -> set[str]:
    found: set[str] = set()
    for name in ("subcatchments", "ponds"):
        nodes = model.entries.get(name) if model is not None else None
        for node in nodes.items if isinstance(nodes, ListNode) else ():
            id_ = node.entries.get("id") if isinstance(node, MapNode) else None
            if isinstance(id_, TextNode):
                found.add(id_.text)
    return found


# ---- the terminal ----------------------------------------------------------------------------------------------------


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield from wrapped(str(document["plan"]["name"]))
    yield from wrapped(document["statement"])
    for one in document["files"]:
        condition = f", {one['condition']}" if one["condition"] else ""
        missed = len(one["not_understood"])
        said = f"; {missed} lines not understood" if missed else ""
        yield from wrapped(f"{one['file']}  ({one['kind']}{condition}{said})", indent=6, first="  ")
        for remark in one["remarks"]:
            yield from wrapped(f"{remark['text']} ({remark['code']})", indent=8, first="      ")
    items = document["items"]
    yield ""
    if not items:
        yield "NO CONFLICT FOUND"
    moving = [item for item in items if item["moves"]]
    others = [item for item in items if not item["moves"]]
    yield from _group(f"CONFLICTS THAT MOVE A FINDING ({len(moving)})", moving)
    if moving and others:
        yield ""
    yield from _group(f"{'OTHER ' if moving else ''}CONFLICTS ({len(others)})", others)
    for one in document["unused"]:
        yield ""
        yield from wrapped(f"Not held against anything: {one['file']}: {one['because']}")


def _group(heading: str, items: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not items:
        return
    yield heading
    for number, item in enumerate(items, start=1):
        yield from wrapped(
            f"{item['title']}  ({item['code']}, {item['provision']})", indent=6, first=f"  {number:>2}. "
        )
        yield from wrapped(item["found"], indent=6)
        for place in item["where"]:
            yield from wrapped(f"{_place(place)}  {place['says']}", indent=10, first="      - ")
        for move in item["moves"]:
            named = f" [{move['item']}]" if move["item"] else ""
            turned = f"{_words(move['outcome'])} -> {_words(move['instead'])}"
            yield from wrapped(f"if the other is right: {move['finding']}{named} {turned}", indent=8, first="      ")
        yield from wrapped(f"ask: {item['satisfied_by']}", indent=11, first="      ")


def _place(place: Mapping[str, Any]) -> str:
    parts = [str(place["file"])]
    parts += [f"page {place['page']}"] if place["page"] is not None else []
    parts += [f"line {place['line']}"] if place["line"] is not None else []
    parts += [str(place["field"])] if place["field"] else []
    return ", ".join(parts)


def _words(outcome: str) -> str:
    return outcome.replace("_", " ")
