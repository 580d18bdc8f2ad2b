"""The page that shows the drawings of a simulation, each with the words that stand for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from headwater.reports.diagram import routing_lines

# By this a folder of ours is known again.
MARK: Final = '<meta name="generator" content="Headwater, drawings of a simulation">'
_STYLE: Final = (
    ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;"
    "padding:0 1rem}figure{margin:1.5rem 0}img{max-width:100%;height:auto;background:#fff}"
    "img.routing{background:none}figcaption{font-size:.9rem}.missing{border-left:4px solid;padding-left:.8rem}"
)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """One drawing on the page: its file, its heading, the words for it, and what stands below it.

    A drawing of the `routing` follows the page into light or dark; the others are on white.
    """

    file: str
    title: str
    words: str
    caption: str
    routing: bool = False


def page_html(
    document: Mapping[str, Any],
    diagrams: Sequence[tuple[Mapping[str, Any], Shown]],
    storms: Sequence[tuple[str, Sequence[Shown], Sequence[str]]],
) -> str:
    """Return the page: the routing of each condition, then the drawings of each storm and what has no answer there."""
    name = escape(str(document["plan"]["name"]))
    body = [f"<h1>{name}</h1>", f"<p>{escape(document['statement'])} {escape(document['software'])}.</p>"]
    for condition, shown in diagrams:
        body.append(f"<h2>{escape(shown.title)}</h2>")
        body.append(_figure(shown))
        items = "".join(f"<li>{escape(line)}</li>" for line in routing_lines(condition["routing"]))
        body.append(f"<ul>{items}</ul>")
    described = {storm["id"]: storm["described"] for storm in document["storms"]}
    for storm, drawings, missing in storms:
        body.append(f"<h2>Storm {escape(storm)}</h2>")
        body.append(f"<p>{escape(described[storm])}</p>")
        if missing:
            body.append(f'<p class="missing"><strong>No answer, so no line:</strong> {escape("; ".join(missing))}.</p>')
        body += [_figure(shown) for shown in drawings]
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        MARK,
        f"<title>Drawings: {name}</title><style>{_STYLE}</style></head><body><main>",
        *body,
        "</main></body></html>",
    ]
    return "\n".join(lines) + "\n"


def _figure(shown: Shown) -> str:
    kind = ' class="routing"' if shown.routing else ""
    return (
        f'<figure><img{kind} src="{escape(shown.file)}" alt="{escape(shown.words)}">'
        f"<figcaption>{escape(shown.caption)}</figcaption></figure>"
    )
