"""The routing diagram of a model: a shape for each node, an arrow for each way that water takes, as plain SVG.

Subcatchments are hexagons, ponds triangles, reaches squares, links octagons, as reviewers know them; outfalls are
rounded bars. A kind is told by its shape, never by its colour, and the drawing follows a light or dark page. Where
nodes stand is `layering`; the same routing draws the same bytes, whatever the order of the nodes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from headwater.reports.layering import Edge, Layout, layout_of

Node = Mapping[str, Any]

ACROSS: Final = 150
DOWN: Final = 76
MARGIN: Final = 46
TOP: Final = 74
HALF: Final = 24
LONGEST_ID: Final = 12
GROUND: Final = "ground"
KINDS: Final = {
    "subcatchment": "Subcatchment",
    "pond": "Pond",
    "reach": "Reach",
    "link": "Link",
    "outfall": "Outfall",
}
_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "text{font:13px system-ui,sans-serif;fill:#16202b;text-anchor:middle}"
    ".title{font-size:15px;font-weight:600;text-anchor:start}.key{font-size:12px;text-anchor:start}"
    ".page{fill:#fff}.node{fill:#f4f6f8;stroke:#16202b;stroke-width:1.6}"
    ".way{fill:none;stroke:#16202b;stroke-width:1.4}.soaks{stroke-dasharray:4 3}.tip{fill:#16202b}"
    "@media (prefers-color-scheme:dark){text{fill:#e8edf2}.page{fill:#14191f}.node{fill:#232c36;stroke:#e8edf2}"
    ".way{stroke:#e8edf2}.tip{fill:#e8edf2}}"
    "@media print{text,.tip{fill:#000}.page,.node{fill:#fff}.node,.way{stroke:#000}}"
)


def routing_lines(routing: Sequence[Node]) -> list[str]:
    """Return the routing as a list: each node, and where its water goes.

    >>> routing_lines([{"id": "1P", "kind": "pond", "to": ["1O"], "discards": True}])
    ['1P (pond) to 1O, ground']
    """
    lines = []
    for node in routing:
        ways = [*node["to"], *([GROUND] if node["discards"] else [])]
        named = f"{node['id']} ({node['kind']})"
        if ways:
            lines.append(f"{named} to {', '.join(ways)}")
        else:
            lines.append(named if node["kind"] == "outfall" else f"{named} has no outlet")
    return lines


def routing_svg(routing: Sequence[Node], *, title: str) -> str:
    """Return the routing as a drawing; title and description say the same for who cannot see it."""
    nodes = {node["id"]: node for node in routing}
    layout = layout_of([(node["id"], to) for node in routing for to in node["to"]], sorted(nodes))
    layers, rows = layout.extent
    width = max(2 * MARGIN + ACROSS * (layers - 1) + 2 * HALF, 560)
    height = TOP + DOWN * rows + 58
    said = "; ".join(routing_lines(routing))
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" aria-labelledby="title what">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="what">{escape(said)}</desc>',
        f"<style>{_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><path class="tip" d="M0 0 8 4 0 8Z"/></marker></defs>',
        f'<rect class="page" width="{width}" height="{height}"/>',
        f'<text class="title" x="16" y="28">{escape(title)}</text>',
        *(_way(edge, layout) for edge in layout.edges),
        *(_soaks(id_, layout) for id_, node in sorted(nodes.items()) if node["discards"]),
        *(_node(node, layout) for _, node in sorted(nodes.items())),
        *_key({node["kind"] for node in routing}, height - 26),
        "</svg>",
    ]
    return "\n".join(drawn) + "\n"


def _place(layer: float, row: float) -> tuple[float, float]:
    return MARGIN + HALF + ACROSS * layer, TOP + DOWN * row + DOWN / 2 - 12


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _way(edge: Edge, layout: Layout) -> str:
    """Draw one way as a smooth line through the places that keep it clear of the nodes between."""
    points = [_place(layer, row) for layer, row in layout.path(edge)]
    x, y = points[0][0] + HALF + 2, points[0][1]
    path = [f"M{_number(x)} {_number(y)}"]
    for index, (next_x, next_y) in enumerate(points[1:], start=1):
        end_x = next_x - HALF - 4 if index == len(points) - 1 else next_x
        bend = (end_x - x) / 2
        path.append(
            f"C{_number(x + bend)} {_number(y)} {_number(end_x - bend)} {_number(next_y)} "
            f"{_number(end_x)} {_number(next_y)}"
        )
        x, y = end_x, next_y
    source, target = escape(edge.source), escape(edge.target)
    return f'<path class="way" data-from="{source}" data-to="{target}" marker-end="url(#tip)" d="{"".join(path)}"/>'


def _soaks(id_: str, layout: Layout) -> str:
    x, y = _place(*layout.place(id_))
    return (
        f'<path class="way soaks" data-soaks="{escape(id_)}" marker-end="url(#tip)" '
        f'd="M{_number(x)} {_number(y + HALF)}V{_number(y + HALF + 20)}"/>'
        f'<text x="{_number(x + 30)}" y="{_number(y + HALF + 16)}" style="font-size:11px">{GROUND}</text>'
    )


def _node(node: Node, layout: Layout) -> str:
    x, y = _place(*layout.place(node["id"]))
    id_ = str(node["id"])
    shown = id_ if len(id_) <= LONGEST_ID else f"{id_[: LONGEST_ID - 1]}\N{HORIZONTAL ELLIPSIS}"
    words = f"{KINDS[node['kind']]} {id_}"
    # A long name does not fit into its shape and stands above it.
    inside = len(shown) <= (2 if node["kind"] == "pond" else 4)
    text_y = y + (9 if node["kind"] == "pond" else 5) if inside else y - HALF - 5
    return (
        f'<g data-id="{escape(id_)}" data-kind="{node["kind"]}"><title>{escape(words)}</title>'
        f"{_shape(node['kind'], x, y)}"
        f'<text x="{_number(x)}" y="{_number(text_y)}">{escape(shown)}</text></g>'
    )


def _shape(kind: str, x: float, y: float, half: float = HALF) -> str:
    match kind:
        case "reach":
            side = half * 0.86
            return (
                f'<rect class="node" x="{_number(x - side)}" y="{_number(y - side)}" width="{_number(2 * side)}" '
                f'height="{_number(2 * side)}"/>'
            )
        case "outfall":
            return (
                f'<rect class="node" x="{_number(x - half)}" y="{_number(y - half * 0.6)}" '
                f'width="{_number(2 * half)}" height="{_number(1.2 * half)}" rx="{_number(0.6 * half)}"/>'
            )
        case "pond":
            corners = [(0.0, -1.0), (1.0, 0.8), (-1.0, 0.8)]
        case "link":
            corners = _polygon(8, turned=math.pi / 8)
        case _:
            corners = _polygon(6, turned=0.0)
    points = " ".join(f"{_number(x + half * across)},{_number(y + half * down)}" for across, down in corners)
    return f'<polygon class="node" points="{points}"/>'


def _polygon(sides: int, *, turned: float) -> list[tuple[float, float]]:
    angles = [turned + 2 * math.pi * side / sides for side in range(sides)]
    return [(math.cos(angle), math.sin(angle)) for angle in angles]


def _key(kinds: set[str], y: float) -> Iterator[str]:
    """Draw what each shape stands for, of the kinds that are there."""
    x = 28.0
    for kind, name in KINDS.items():
        if kind in kinds:
            yield _shape(kind, x, y, 9)
            yield f'<text class="key" x="{_number(x + 15)}" y="{_number(y + 4)}">{name}</text>'
            x += 46 + 7 * len(name)
