"""Drawings as SVG by matplotlib, which is loaded here alone, and only when something is drawn.

The same lines draw the same bytes: no date, a fixed salt for ids, no settings of the person who draws. Conditions are
told apart by width and dash as well as by colour, so that a drawing holds in black and white.
"""

from __future__ import annotations

import io
from html import escape
from typing import Any, Final

from headwater.errors import ReportError
from headwater.reports.charts.chart import Chart, Curve, Panel

SALT: Final = "headwater"
WIDTH_IN: Final = 7.5
PANEL_IN: Final = 2.9
# Colour and width of each condition; inflows are dashed in it.
LOOKS: Final = {
    "existing": ("#16202b", 1.1),
    "proposed": ("#c05600", 2.2),
    "meadow": ("#2e7d32", 1.6),
    "predevelopment": ("#1a4480", 2.8),
}
RAIN: Final = "#1a4480"
STEPS_H: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 6.0, 12.0, 24.0, 72.0)
MOST_STEPS: Final = 10
SETTINGS: Final[dict[Any, Any]] = {
    "svg.hashsalt": SALT,
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#d5dae0",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "path.simplify": True,
    # A name of the plan is no formula.
    "text.parse_math": False,
}


def require_matplotlib() -> None:
    """Say at once if drawings cannot be made.

    Raises
    ------
    ReportError
        If matplotlib is not installed.
    """
    try:
        import matplotlib  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise ReportError(
            "figures cannot be drawn: matplotlib is not installed; expected the extra `figures`; install "
            "headwater[figures], or leave --figures out"
        ) from error


def chart_svg(chart: Chart) -> bytes:
    """Return a drawing as SVG.

    Raises
    ------
    ReportError
        If matplotlib is not installed.
    """
    require_matplotlib()
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        figure = Figure(figsize=(WIDTH_IN, 0.5 + PANEL_IN * len(chart.panels)), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.subplots(len(chart.panels), 1, sharex=True, squeeze=False)[:, 0]
        for place, panel in zip(axes, chart.panels, strict=True):
            _panel(place, panel, chart)
        axes[0].set_title(chart.title, loc="left")
        axes[-1].set_xlabel("time since the start of the rain (h)")
        stream = io.BytesIO()
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return _told(stream.getvalue().decode(), chart).encode()


def _panel(axes: Any, panel: Panel, chart: Chart) -> None:
    from matplotlib.ticker import MultipleLocator

    for curve in panel.curves:
        _draw(axes, curve)
    axes.set_ylabel(panel.y_label)
    axes.set_xlim(0.0, chart.end_h)
    step_h = next((step_h for step_h in STEPS_H if chart.end_h / step_h <= MOST_STEPS), STEPS_H[-1])
    axes.xaxis.set_major_locator(MultipleLocator(step_h))
    if panel.curves[0].role != "level":
        # Flow that runs back, as between two ponds, keeps its room below zero.
        if min(float(curve.y.min()) for curve in panel.curves) >= 0:
            axes.set_ylim(bottom=0.0)
    else:
        # 930 ft, never 1.2 above 9.3e2.
        axes.ticklabel_format(axis="y", useOffset=False, style="plain")
    if len(panel.curves) > 1 or panel.curves[0].condition:
        axes.legend()


def _draw(axes: Any, curve: Curve) -> None:
    if curve.role == "rain":
        axes.fill_between(curve.x, curve.y, step="post", color=RAIN, linewidth=0)
        return
    colour, width = LOOKS[curve.condition]
    axes.plot(
        curve.x,
        curve.y,
        color=colour,
        linewidth=width,
        linestyle=(0, (4, 2)) if curve.role == "inflow" else "solid",
        label=curve.label,
    )


def _told(svg: str, chart: Chart) -> str:
    """Return a drawing with the words that stand for it in the places where a reader of screens looks."""
    start = svg.index("<svg")
    end = svg.index(">", start)
    words = f'<title id="title">{escape(chart.title)}</title><desc id="what">{escape(chart.alternative)}</desc>'
    return f'{svg[start:end]} role="img" aria-labelledby="title what">{words}{svg[end + 1 :]}'
