"""A finding's margin under every range, the widest first, as a drawing: a tornado.

Each bar runs from the margin at the low end of a range to that at its high end. The line at zero is the threshold, the
dashed one the margin as the plan stands. An end whose basis is assumed is drawn hollow, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any, Final

Document = Mapping[str, Any]

WIDTH: Final = 720
LEFT: Final = 270
RIGHT: Final = 40
ROW: Final = 34
TOP: Final = 62
BAR: Final = 16
MOST_TITLE: Final = 92


def tornado_svg(finding: Document) -> str | None:
    """Return the drawing of one finding as SVG; None where it has no margin, or no range moves it."""
    base = finding["margin"]
    rows = [swing for swing in finding["swings"] if swing["low"]["margin"] and swing["high"]["margin"]]
    if base is None or not rows:
        return None
    now = _number(base)
    ends = [(_number(row["low"]["margin"]), _number(row["high"]["margin"])) for row in rows]
    every = [0.0, now, *(value for pair in ends for value in pair)]
    low, high = min(every), max(every)
    spare = (high - low) * 0.08 or 1.0
    low, high = low - spare, high + spare

    def across(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    height = TOP + ROW * len(rows) + 40
    item = f" [{finding['item']}]" if finding["item"] else ""
    title = f"{finding['id']}{item}: {finding['gist']}"
    words = "; ".join(_words(row) for row in rows)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'font-family="sans-serif" font-size="12"><title>{escape(title)}</title><desc>{escape(words)}</desc>',
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
            f'<text x="12" y="20" font-weight="bold">{escape(title[:MOST_TITLE])}</text>',
            f'<text x="12" y="38" fill="#444">{escape(_scale(base, finding))}</text>',
            *[line for number, row in enumerate(rows) for line in _row(row, ends[number], number, across)],
            _upright(across(0.0), height, "threshold", dashed=False),
            _upright(across(now), height, "as it stands", dashed=True),
            "</svg>\n",
        ]
    )


def _number(margin: Document) -> float:
    """Return a distance, which a document writes as an exact fraction."""
    return float(Fraction(margin["distance"]))


def _scale(base: Document, finding: Document) -> str:
    return f"{finding['standing']}; margin: {base['words']}; bars in {base['unit'] or 'the unit of the number'}"


def _words(row: Document) -> str:
    ends = (f"{end['said']} ({end['basis']}): {end['margin']['words']}" for end in (row["low"], row["high"]))
    return f"{row['title']}: {'; '.join(ends)}"


def _row(row: Document, ends: tuple[float, float], number: int, across: Any) -> Sequence[str]:
    y = TOP + ROW * number
    start, end = sorted(map(across, ends))
    fill = "#c05600" if row["turns"] else "#16202b"
    assumed = "assumed" in (row["low"]["basis"], row["high"]["basis"])
    look = f'fill="#fff" stroke="{fill}" stroke-width="1.5"' if assumed else f'fill="{fill}"'
    said = f"{row['low']['said']} to {row['high']['said']}" + (", assumed" if assumed else "")
    return [
        f'<text x="12" y="{y + 8}">{escape(row["title"][:44])}</text>',
        f'<text x="12" y="{y + 22}" fill="#444" font-size="11">{escape(said)}</text>',
        f'<rect x="{start:.1f}" y="{y + 3}" width="{max(end - start, 1.5):.1f}" height="{BAR}" {look}/>',
    ]


def _upright(x: float, height: int, words: str, *, dashed: bool) -> str:
    dash = ' stroke-dasharray="4 3"' if dashed else ""
    y = height - (8 if dashed else 22)
    return (
        f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - 34}" stroke="#16202b"{dash}/>'
        f'<text x="{x:.1f}" y="{y}" text-anchor="middle" font-size="11">{words}</text>'
    )
