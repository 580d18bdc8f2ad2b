"""Write the page that holds our peaks against printed ones: `.venv/bin/python docs/reference/make_peaks.py`.

Its rows are the golden cases in `tests/golden`. A test fails while the page lags behind.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from tests.golden.case_files import case  # noqa: E402
from tests.golden.printed_subcatchments import PRINTED, curve_of, rows_of, run  # noqa: E402

from headwater.hydrology.distribution import Distribution, named_distribution  # noqa: E402
from headwater.hydrology.smoothing import smoothed  # noqa: E402
from headwater.hydrology.storm import Storm  # noqa: E402
from headwater.hydrology.subcatchment import Part, Subcatchment, runoff_hydrograph  # noqa: E402

PAGE: Final = HERE / "peaks-reproduced.md"
HALF_A_DIGIT_CFS: Final = 0.005
TIMES_MIN: Final = (1, 2, 5, 7, 10, 15, 20, 30, 60)
STEPS_H: Final = (0.02, 0.05, 0.10)

INTRODUCTION: Final = """# Peaks reproduced

<!-- made by docs/reference/make_peaks.py; change what it is made from -->

Every subcatchment of the printed HydroCAD models at hand, computed by one method for all times of concentration, at the
step of its printout. No constant of the method is fitted to a peak.

1. Rain: SCS types II and III by their own chain of quadratics, not by the table at 0.1 h that is read off it. All other
   curves by straight lines between their points.
2. Runoff: the curve number, weighted by area and rounded to a whole number, on the rain summed up since the storm
   began.
3. Unit hydrograph: bursts of D = 2/15 Tc whatever the step, Tp = D/2 + 0.6 Tc = 2/3 Tc, the 33 ordinates of NEH 630
   chapter 16 joined by straight lines and divided by their own area, each from the end of its burst on.
4. Ordinates: the flow averaged over the step that is centred on each.
5. Peak: the parabola through the three highest consecutive ordinates, never above the fastest burst.
6. Depth and volume: what has run off by the end of the run.

A peak is reproduced when it is within 1 % and half a printed digit, which is what is allowed. The last two columns say
how far off it would be by the table at 0.1 h with straight lines, and at a step of 0.01 h where the printout has a
longer one.
"""

STEPS: Final = """
## What the step does to a peak

Type II, 4.2 in, one acre: the peak at a step against the peak at 0.01 h, in percent. A printout at 0.1 h and Tc 5 min
is 14 to 15 % low beside one at 0.01 h, and neither is a mistake. Compare peaks at one step; where the step is longer
than a fifth of the time of concentration, a caution says so.

"""

OPEN: Final = """
## What is not settled

No printed peak under MSE 3, NOAA or NRCC rain was found. Programs may smooth such curves between their points, and do
not say how. Here the points are joined by straight lines, and a note says so with each storm; a smoothed form is an
option, and this is what the monotone cubic (PCHIP) does to a peak under MSE 3, 4.2 in, in percent:

"""

AFTER: Final = """
A cross-check of two back-to-back storms (`swmm_landlocked_b2b`) has a peak inflow 4 % higher than ours. It took bursts
of 0.01 h, and so a time to peak of 0.6 Tc where the recipe above has 2/3 Tc; with that its peaks come out, and its
depths and volumes do in any case.
"""


def percent(made: float, due: float, *, digits: int = 2) -> str:
    """Return by how much `made` is off `due`, with its sign and never as a negative zero."""
    text = f"{100 * (made / due - 1):+.{digits}f}"
    return text if text.strip("+-0.") else f"{0:.{digits}f}"


def page() -> str:
    """Return the page."""
    return INTRODUCTION + _printed() + STEPS + _steps() + OPEN + _smoothing() + AFTER + _cases()


def _printed() -> str:
    columns = ("case", "id", "Tc min", "step h", "depth in, printed", "ours", "peak cfs, printed", "ours")
    columns += ("off by %", "allowed %", "table %", "0.01 h %")
    lines = ["", f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for name in PRINTED:
        dt_h = case(name)["inputs"]["dt_h"]
        for label, row, due in rows_of(name):
            ours, printed_cfs = run(name, row), due["peak_cfs"]
            table = run(name, row, curve=f"{curve_of(name)} Tabular").peak.flow_cfs
            fine = run(name, row, dt_h=0.01).peak.flow_cfs
            cells = [
                name.removeprefix("hydrocad_").replace("_", " "),
                label.split()[0],
                f"{row['tc_min']:g}",
                f"{dt_h:g}",
                f"{due['depth_in']:.2f}",
                f"{ours.depth_in:.3f}",
                f"{printed_cfs:.2f}",
                f"{ours.peak.flow_cfs:.3f}",
                percent(ours.peak.flow_cfs, printed_cfs),
                f"{1 + 100 * HALF_A_DIGIT_CFS / printed_cfs:.2f}",
                percent(table, printed_cfs, digits=1),
                percent(fine, printed_cfs, digits=1),
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _peak_cfs(curve: Distribution, number: int, tc_min: int, dt_h: float) -> float:
    rain = Storm(id=curve.name, depth_in=4.2, distribution=curve, duration_h=24)
    part = Part(area_ac=1, curve_number=number)
    land = Subcatchment(id="1S", to="1P", parts=(part,), time_of_concentration_min=tc_min)
    return runoff_hydrograph(land, rain, dt_h=dt_h, span_h=72).peak.flow_cfs


def _smoothing() -> str:
    straight = named_distribution("MSE 3")
    smooth = smoothed(straight, by="PCHIP")
    lines = ["| Tc min | CN 98 | CN 75 |", "|---|---|---|"]
    for tc_min in TIMES_MIN:
        cells = [
            percent(_peak_cfs(smooth, number, tc_min, 0.01), _peak_cfs(straight, number, tc_min, 0.01), digits=1)
            for number in (98, 75)
        ]
        lines.append(f"| {tc_min} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _steps() -> str:
    rain = named_distribution("Type II")
    steps = " | ".join(f"CN {number}: {dt_h:.2f} h" for number in (98, 75) for dt_h in STEPS_H)
    lines = [f"| Tc min | {steps} |", "|---|---|---|---|---|---|---|"]
    for tc_min in TIMES_MIN:
        cells = [
            percent(_peak_cfs(rain, number, tc_min, dt_h), _peak_cfs(rain, number, tc_min, 0.01), digits=1)
            for number in (98, 75)
            for dt_h in STEPS_H
        ]
        lines.append(f"| {tc_min} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cases() -> str:
    lines = ["", "## Where they were printed", ""]
    for name in PRINTED:
        read = case(name)
        where = ", ".join(f"<{address}>" for address in read["source"])
        lines.append(f"- `{name}`: {read['title']}; {read['rule_edition'].split('; ')[-1]}; {where}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))
