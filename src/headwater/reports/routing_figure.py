"""The routing diagram as a figure of a document, in its font and colours, with the list that says the same beside it.

`diagram` draws for a page of its own, which it styles; inside a document such a style would reach the whole page, and a
typesetter reads none of it. So each shape carries its looks itself here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from headwater.reports.diagram import TOP, routing_lines, routing_svg
from headwater.reports.glyphs import printable, seen
from headwater.reports.model import Figure

INK: Final = "#1b1b1b"
# A node that stands highest begins so far below the top, but for a margin.
ROOM: Final = TOP - 24
FONT: Final = f'font-family="Public Sans" fill="{INK}"'
# A name of a plan is escaped before it is drawn, so that no such piece of markup can come from one.
_LOOKS: Final = (
    ('<text class="key"', f'<text {FONT} font-size="12"'),
    ('<text x="', f'<text {FONT} font-size="13" text-anchor="middle" x="'),
    (' class="page"', ' fill="#ffffff"'),
    (' class="node"', f' fill="#f4f6f8" stroke="{INK}" stroke-width="1.6"'),
    (' class="way soaks"', f' fill="none" stroke="{INK}" stroke-width="1.4" stroke-dasharray="4 3"'),
    (' class="way"', f' fill="none" stroke="{INK}" stroke-width="1.4"'),
    (' class="tip"', f' fill="{INK}"'),
)


def routing_figure(routing: Sequence[Mapping[str, Any]], *, condition: str) -> Figure:
    """Return the routing of one condition as a figure."""
    title = f"Routing, {condition}"
    svg = routing_svg(_fit_to_print(routing), title=title)
    # The heading above it says its title, and the words that stand for it are the figure's.
    svg = _without(_without(svg, "<title", "</style>"), '<text class="title"', "</text>")
    for drawn, looks in _LOOKS:
        svg = svg.replace(drawn, looks)
    # The room of the title goes with it.
    width, height = (svg.partition(f' {name}="')[2].partition('"')[0] for name in ("width", "height"))
    shown = str(int(height) - ROOM)
    svg = svg.replace(f'viewBox="0 0 {width} {height}"', f'viewBox="0 {ROOM} {width} {shown}"', 1)
    svg = svg.replace(f'height="{height}"', f'height="{shown}"', 1)
    # Two drawings on one page must not share a mark by its id.
    svg = svg.replace('role="img" aria-labelledby="title what"', "")
    svg = svg.replace('id="tip"', f'id="tip-{condition}"').replace("url(#tip)", f"url(#tip-{condition})")
    return Figure(
        key=f"routing-{condition}",
        svg=svg,
        alternative=f"{title}: {'; '.join(routing_lines(routing))}.",
        caption="Where the water of each node goes; the list below says the same.",
        wide=True,
    )


def _fit_to_print(routing: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the routing with names that the fonts of a document can set; two nodes never get one name."""
    names: dict[str, str] = {}
    for node in routing:
        name = printable(seen(node["id"]))
        names[node["id"]] = name if name not in names.values() else f"{name} ({len(names) + 1})"
    return [{**node, "id": names[node["id"]], "to": [names[to] for to in node["to"]]} for node in routing]


def _without(svg: str, first: str, last: str) -> str:
    start = svg.index(first)
    return svg[:start] + svg[svg.index(last, start) + len(last) :]
