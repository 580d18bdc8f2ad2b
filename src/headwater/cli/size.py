"""`headwater size`: the smallest basin, practice or outlet that meets what is asked, proven by two plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.cli.check_text import wrapped
from headwater.cli.choosing import choose
from headwater.cli.screen import json_text
from headwater.cli.simulate import progress
from headwater.errors import ReportError
from headwater.intake.plan_edits import Edit, with_edits
from headwater.intake.plan_file import read_plan, read_plan_text
from headwater.plan import Plan
from headwater.review.sizing import Variable, smallest, variable_of
from headwater.review.sizing.document import sizing_document


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the command line asks for."""

    plan: Path
    practice: str
    vary: str
    out: Path | None
    edition_key: str | None
    because: str | None
    overlay: Path | None
    as_json: bool


def size(asked: Asked) -> tuple[dict[str, Any], str]:
    """Return what was found as a document, and what is printed; the two plans are written where that was asked."""
    stated = read_plan(asked.plan)
    chosen = choose(stated, key=asked.edition_key, because=asked.because, overlay=asked.overlay)
    text = asked.plan.read_text(encoding="utf-8-sig")
    variable = variable_of(stated, asked.practice, vary=asked.vary)

    def text_at(steps: int) -> str:
        return with_edits(text, edits_of(variable, steps), file=str(asked.plan))

    def plan_at(steps: int) -> Plan:
        return read_plan_text(text_at(steps), name=str(asked.plan))

    sized = smallest(
        variable,
        plan_at,
        chosen.edition,
        practice=asked.practice,
        progress=progress(),
    )
    written: dict[str, str] = {}
    if asked.out is not None and sized.found is not None:
        plans = {"sized": text_at(sized.found.steps)}
        if sized.less is not None:
            plans["less"] = text_at(sized.less.steps)
        written = _write(asked.out, asked.plan.stem, plans)
    document = sizing_document(sized, written=written)
    return document, json_text(document) if asked.as_json else "\n".join(_lines(document)) + "\n"


def edits_of(variable: Variable, steps: int) -> list[Edit]:
    """Return the edits of a plan file that make a size of it."""
    return [
        Edit(line=change.leaf.line, key=change.key, old=change.leaf.text, new=change.text)
        for change in variable.changes(steps)
    ]


def _write(out: Path, stem: str, plans: Mapping[str, str]) -> dict[str, str]:
    written = {}
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in plans.items():
            path = out / f"{stem}-{'sized' if name == 'sized' else 'one-less'}.yaml"
            path.write_text(text, encoding="utf-8")
            written[name] = str(path)
    except OSError as error:
        raise ReportError(f"{out}: the plans cannot be written ({error.strerror}); name another folder") from error
    return written


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield f"{document['what']}, in steps of {document['increment']}; now {document['now']}"
    yield ""
    found, less = document["found"], document["less"]
    if found is None and not document["asked"]:
        yield from wrapped("NOTHING TO SIZE BY: no criterion can be told at any size; settle what is open first")
    elif found is None:
        low, high = document["range"]
        yield from wrapped(f"NO SIZE from {low} to {high} meets everything; {document['trials']} sizes were tried")
        yield from _named("what some size meets", document["asked"])
    else:
        yield f"SMALLEST     {found['size']}"
        smaller = document["smaller_tried"]
        if less is None:
            yield "             there is no smaller one"
        else:
            yield f"ONE LESS     {less['size']} does not meet"
            for one in less["not_met"]:
                yield from _one(one, f": {one['outcome'].replace('_', ' ')}")
            told = f"{smaller} smaller sizes were tried; none meets everything"
            yield from wrapped(told, indent=13, first="             ")
        yield from _named("MEETS", document["asked"])
        yield ""
        yield from (f"  write  {change['key']}: {change['to']}" for change in found["changes"])
    yield from _named("NOT MET WHATEVER THE SIZE", document["beyond"])
    yield from _named("CANNOT TELL WHATEVER THE SIZE", document["open"])
    yield from document["written"].values()


def _named(heading: str, some: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if some:
        yield ""
        yield f"{heading} ({len(some)})"
        for one in some:
            yield from _one(one, "")


def _one(one: Mapping[str, Any], after: str) -> Iterator[str]:
    item = f" [{one['item']}]" if one["item"] else ""
    yield from wrapped(f"{one['id']}{item}{after}  {one['gist']}", indent=6, first="  ")
