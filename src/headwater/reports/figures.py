"""Bars drawn as plain SVG, each with the words that stand for it.

No text of a plan goes into a drawing. Widths are whole tenths of a pixel, so that the same numbers draw the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from headwater.reports.model import Figure

Row = Mapping[str, Any]
WIDTH = 640
LEFT = 92
BAR = 26
# Dark enough for white text and told apart in grey; every segment is also named beside the bar.
KEPT, REBUILT, OTHER = "#3d4551", "#1a4480", "#9a3b00"
PROVIDED, REQUIRED = "#1a4480", "#3d4551"


def surface_figure(rows: Sequence[Row]) -> Figure | None:
    """Return the existing and the proposed impervious surface as bars, where all their parts are known."""
    areas = {row["surface"]: Fraction(row["area_sf"]) for row in rows if row["area_sf"] is not None}
    shown = {row["surface"]: row["area_sf_printed"] for row in rows}
    if not {"kept", "reconstructed", "removed", "new"} <= set(areas):
        return None
    bars = (
        ("Existing", (("kept", KEPT), ("reconstructed", REBUILT), ("removed", OTHER))),
        ("Proposed", (("kept", KEPT), ("reconstructed", REBUILT), ("new", OTHER))),
    )
    longest = max(sum((areas[name] for name, _ in parts), Fraction(0)) for _, parts in bars)
    if longest == 0:
        return None
    drawn: list[str] = []
    told = []
    top = 6
    for label, parts in bars:
        total = shown[f"{label.lower()} impervious"]
        drawn.append(_text(label, x=0, y=top + 17, weight="bold"))
        drawn.extend(_bar([(areas[name], colour) for name, colour in parts], longest=longest, top=top))
        legend = ", ".join(f"{name} {shown[name]} sf" for name, _ in parts if areas[name] != 0) or "none"
        sentence = f"{legend}; in all {total} sf" if total is not None else legend
        drawn.append(_text(sentence, x=LEFT, y=top + BAR + 16))
        told.append(f"{label}: {sentence}.")
        top += BAR + 34
    return Figure(
        key="surfaces-figure",
        svg=_svg(drawn, height=top - 12),
        alternative="Two bars of impervious surface. " + " ".join(told),
        caption="Impervious surface, existing above proposed; the parts stand in the order named.",
    )


def volume_figure(document: Mapping[str, Any]) -> Figure | None:
    """Return the required and the provided volume as bars, where both are known."""
    required, provided = document["required_volume_cf"], document["provided_volume_cf"]
    if required is None or provided is None:
        return None
    volumes = (Fraction(required), Fraction(provided))
    longest = max(volumes)
    if longest <= 0:
        return None
    printed = (document["required_volume_printed"], document["provided_volume_printed"])
    drawn: list[str] = []
    top = 6
    for label, volume_cf, words, colour in zip(
        ("Required", "Provided"), volumes, printed, (REQUIRED, PROVIDED), strict=True
    ):
        drawn.append(_text(label, x=0, y=top + 17, weight="bold"))
        drawn.extend(_bar([(volume_cf, colour)], longest=longest, top=top, most=WIDTH - LEFT - 110))
        x = LEFT + _px(volume_cf, longest, WIDTH - LEFT - 110) + 8
        drawn.append(_text(f"{words} cf", x=x, y=top + 17))
        top += BAR + 10
    return Figure(
        key="volume-figure",
        svg=_svg(drawn, height=top - 8),
        alternative=f"Two bars of volume: required {printed[0]} cf, provided {printed[1]} cf.",
        caption="Volume required and provided.",
    )


def _px(amount: Fraction, longest: Fraction, most: int) -> Fraction:
    """Return a length in pixels, to the tenth."""
    return Fraction(round(amount / longest * most * 10), 10)


def _bar(
    parts: Sequence[tuple[Fraction, str]], *, longest: Fraction, top: int, most: int = WIDTH - LEFT
) -> Iterator[str]:
    x = Fraction(LEFT)
    for amount, colour in parts:
        width = _px(amount, longest, most)
        if width > 0:
            yield (
                f'<rect x="{_number(x)}" y="{top}" width="{_number(width)}" height="{BAR}" fill="{colour}" '
                'stroke="#ffffff" stroke-width="1"/>'
            )
        x += width


def _text(words: str, *, x: Fraction | int, y: int, weight: str = "normal") -> str:
    return (
        f'<text x="{_number(Fraction(x))}" y="{y}" font-family="Public Sans" font-size="13" font-weight="{weight}" '
        f'fill="#1b1b1b">{words}</text>'
    )


def _number(value: Fraction) -> str:
    tenths = int(value * 10)
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def _svg(drawn: Sequence[str], *, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        f"{''.join(drawn)}</svg>"
    )
