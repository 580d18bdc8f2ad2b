"""The lines of a simulation as plain SVG in a document: the same drawing on the screen and in the PDF.

Owns no figure: which lines there are is `charts/chart`. No text of a plan goes into a drawing; places are whole tenths
of a pixel, so that the same lines draw the same bytes. Conditions are told apart by width as well as by colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from headwater.reports.charts.chart import SLIGHT_FRACTION, Chart, Curve, Floats, Panel
from headwater.reports.charts.drawing import LOOKS, MOST_STEPS, RAIN, STEPS_H
from headwater.reports.model import Figure

WIDTH: Final = 640
LEFT: Final = 62
RIGHT: Final = 14
ABOVE: Final = 26
HEIGHT: Final = 116
BELOW: Final = 40
MOST_TICKS: Final = 6
# A peak between two columns of pixels is kept where it stands out by more than this.
STANDS_OUT: Final = 0.2
GRID: Final = "#d5dae0"
INK: Final = "#1b1b1b"


def chart_figure(chart: Chart) -> Figure:
    """Return a drawing as a figure, with the words that stand for it."""
    drawn: list[str] = []
    for number, panel in enumerate(chart.panels):
        drawn.extend(_panel(panel, chart.end_h, top=number * (ABOVE + HEIGHT + BELOW)))
    height = len(chart.panels) * (ABOVE + HEIGHT + BELOW)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        f"{''.join(drawn)}</svg>"
    )
    return Figure(key=chart.key, svg=svg, alternative=chart.alternative, caption=chart.alternative, wide=True)


def ticks(low: float, high: float) -> list[float]:
    """Return round values from at or below `low` to at or above `high`, at most six steps of 1, 2 or 5.

    >>> ticks(0.0, 23.1), ticks(930.0, 933.2)
    ([0.0, 5.0, 10.0, 15.0, 20.0, 25.0], [930.0, 931.0, 932.0, 933.0, 934.0])
    """
    span = high - low if high > low else max(abs(high), 1.0) * 0.01
    power = 10.0 ** math.floor(math.log10(span / MOST_TICKS))
    step = next(power * digit for digit in (1, 2, 5, 10, 20) if span / (power * digit) <= MOST_TICKS - 1)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(number * step, 10) for number in range(first, max(last, first + 1) + 1)]


def _panel(panel: Panel, end_h: float, *, top: int) -> Iterator[str]:
    lowest = min(float(curve.y[curve.x <= end_h].min(initial=math.inf)) for curve in panel.curves)
    highest = max(float(curve.y[curve.x <= end_h].max(initial=-math.inf)) for curve in panel.curves)
    level = panel.curves[0].role == "level"
    # Flow that runs back keeps its room below zero; what a float leaves there does not.
    least = lowest if level or lowest < -SLIGHT_FRACTION * highest else 0.0
    values = ticks(least, highest)
    base, right = top + ABOVE + HEIGHT, WIDTH - RIGHT

    def across(x: Floats) -> Floats:
        return LEFT + (right - LEFT) * x / end_h

    def up(y: Floats) -> Floats:
        return base - HEIGHT * (y - values[0]) / (values[-1] - values[0])

    yield from _axes(panel, values, end_h, top=top)
    for curve in panel.curves:
        yield _line(curve, across(curve.x[curve.x <= end_h]), up(curve.y[curve.x <= end_h]), base=base)
    yield f'<path d="M{LEFT} {top + ABOVE}V{base}H{right}" fill="none" stroke="{INK}" stroke-width="1"/>'
    if len(panel.curves) > 1 or panel.curves[0].condition:
        yield from _legend(panel.curves, y=top + 12)


def _axes(panel: Panel, values: Sequence[float], end_h: float, *, top: int) -> Iterator[str]:
    base, right = top + ABOVE + HEIGHT, WIDTH - RIGHT
    digits = max(0, -math.floor(math.log10(values[1] - values[0]) + 1e-9))
    for value in values:
        y = base - HEIGHT * (value - values[0]) / (values[-1] - values[0])
        yield f'<path d="M{LEFT} {_px(y)}H{right}" stroke="{GRID}" stroke-width="0.6"/>'
        yield _text(f"{value + 0.0:,.{digits}f}", x=LEFT - 6, y=y + 4, anchor="end")
    step_h = next((step_h for step_h in STEPS_H if end_h / step_h <= MOST_STEPS), STEPS_H[-1])
    for number in range(int(end_h / step_h + 1e-9) + 1):
        x = LEFT + (right - LEFT) * number * step_h / end_h
        yield f'<path d="M{_px(x)} {top + ABOVE}V{base}" stroke="{GRID}" stroke-width="0.6"/>'
        yield _text(f"{number * step_h:g}", x=x, y=base + 15, anchor="middle")
    yield _text("hours since the start of the rain", x=(LEFT + right) / 2, y=base + 31, anchor="middle")
    middle = top + ABOVE + HEIGHT / 2
    yield (
        f'<text x="14" y="{_px(middle)}" transform="rotate(-90 14 {_px(middle)})" font-family="Public Sans" '
        f'font-size="11" text-anchor="middle" fill="{INK}">{panel.y_label}</text>'
    )


def _legend(curves: Sequence[Curve], *, y: float) -> Iterator[str]:
    x = float(LEFT)
    for curve in curves:
        yield f'<path d="M{_px(x)} {_px(y - 4)}h20" {_stroke(curve)}/>'
        yield _text(curve.label, x=x + 25, y=y, anchor="start")
        x += 25 + 5.6 * len(curve.label) + 16


def _stroke(curve: Curve) -> str:
    colour, width = LOOKS[curve.condition]
    dash = ' stroke-dasharray="5 3"' if curve.role == "inflow" else ""
    return f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"{dash}'


def _line(curve: Curve, x: Floats, y: Floats, *, base: float) -> str:
    if curve.role == "rain":
        # Rain is flat over each step.
        places = [f"M{_px(x[0])} {_px(base)}"]
        places += [f"V{_px(height)}H{_px(end)}" for height, end in zip(y[:-1], x[1:], strict=True)]
        return f'<path d="{"".join(places)}V{_px(base)}Z" fill="{RAIN}"/>'
    points = " ".join(f"{_px(at)},{_px(height)}" for at, height in _thinned(x, y))
    return f'<polyline points="{points}" {_stroke(curve)}/>'


def _thinned(x: Floats, y: Floats) -> Iterator[tuple[float, float]]:
    """Yield what is seen of a line: the first point of each column of pixels, and a peak or a low that stands out."""
    columns = np.floor(x).astype(np.int64)
    starts = np.flatnonzero(np.diff(columns, prepend=columns[0] - 1))
    tops, lows = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    for place, start in enumerate(starts):
        end = starts[place + 1] if place + 1 < len(starts) else len(y)
        yield float(x[start]), float(y[start])
        between = (float(y[start]), float(y[end] if end < len(y) else y[-1]))
        if min(between) - tops[place] > STANDS_OUT:
            at = start + int(y[start:end].argmin())
            yield float(x[at]), float(y[at])
        if lows[place] - max(between) > STANDS_OUT:
            at = start + int(y[start:end].argmax())
            yield float(x[at]), float(y[at])
    if starts[-1] != len(y) - 1:
        yield float(x[-1]), float(y[-1])


def _text(words: str, *, x: float, y: float, anchor: str) -> str:
    return (
        f'<text x="{_px(x)}" y="{_px(y)}" font-family="Public Sans" font-size="11" text-anchor="{anchor}" '
        f'fill="{INK}">{words}</text>'
    )


def _px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
