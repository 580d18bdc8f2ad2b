"""Headwater beside its peers, in one run on one machine: `python benchmarks/peers.py`.

Owns three comparisons: a plan of twenty nodes against EPA SWMM on the same networks; a hundred thousand
catchment-storms against a loop over PyFlo, where that is installed, and against one matrix product of as many
multiply-adds; and how time and memory grow with nodes, storms and steps. All run warm, in process, on one thread;
what is quoted is the ratio.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from headwater.hydraulics.contours import Contours
from headwater.hydraulics.network import Network, Outfall, Outlet, Pond
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.simulation import Model
from headwater.hydrology.batch import runoff_peaks
from headwater.hydrology.distribution import named_distribution
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Part, Subcatchment
from headwater.intake.plan_file import read_plan
from headwater.review.analysis.model import model_of
from headwater.review.analysis.rain import storms_of

Floats = NDArray[np.float64]

PLAN = Path(__file__).parent.parent / "examples" / "engine" / "twenty-nodes.yaml"
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
SPAN_H = 72.0
STEP_H = 0.01
REPEATS = 3


def least_s(act: Callable[[], object], *, repeats: int = REPEATS) -> float:
    """Return the least CPU time of several repeats, the first of all left out."""
    act()
    times_s = []
    for _ in range(repeats):
        gc.collect()
        start = time.process_time()
        act()
        times_s.append(time.process_time() - start)
    return min(times_s)


def say(what: str, figure: str) -> None:
    """Print one line."""
    print(f"{what:<74} {figure}", flush=True)


# ---- a plan of twenty nodes against EPA SWMM -------------------------------------------------------------------------
def networks() -> Iterator[tuple[str, Network, tuple[Storm, ...]]]:
    """Yield the conditions of the example, and its storms, each storm once."""
    drainage = read_plan(PLAN).drainage
    assert drainage is not None
    storms = tuple(replace(storm, repeats=1) for storm in storms_of(drainage))
    for condition in ("existing", "proposed"):
        yield condition, model_of(drainage, condition).network, storms


def against_swmm() -> None:
    """Compare the time for both conditions in three storms, ratings and all."""
    cases = list(networks())

    def ours() -> None:
        for _, network, storms in cases:
            model = Model(network=network)
            for storm in storms:
                model.run(storm, dt_h=STEP_H, span_h=SPAN_H, keep=())

    ours_s = least_s(ours)
    nodes = sum(len(network.nodes) for _, network, _ in cases)
    say(f"Headwater: {nodes} nodes in two conditions, three storms, {SPAN_H:g} h", f"{ours_s:.3f} s")
    try:
        from headwater.hydraulics.swmm.export import ExportOptions, export
    except ImportError:
        say("EPA SWMM", "not installed: pip install 'headwater[swmm]'")
        return
    texts: dict[float, list[str]] = {}
    for step_s in (1.0, 5.0, 15.0, 30.0, 60.0):
        options = ExportOptions(routing_step_h=step_s / 3600, report_step_h=60 / 3600)
        texts[step_s] = [
            export(network, Model(network=network).run(storm, dt_h=STEP_H, span_h=SPAN_H), options=options).text
            for _, network, storms in cases
            for storm in storms
        ]
    reference = [swmm_peaks(text) for text in texts[1.0]]
    chosen_s, theirs_s = 1.0, float("nan")
    for step_s in (60.0, 30.0, 15.0, 5.0, 1.0):
        found = [swmm_peaks(text) for text in texts[step_s]]
        if all(near(one, other) for one, other in zip(found, reference, strict=True)):
            chosen_s = step_s
            theirs_s = least_s(lambda step_s=step_s: [swmm_peaks(text) for text in texts[step_s]])  # type: ignore[misc]
            break
    say(f"EPA SWMM, routing step {chosen_s:g} s (its peaks within 1 % of its 1 s run)", f"{theirs_s:.3f} s")
    say("Headwater is faster by a factor of", f"{theirs_s / ours_s:.1f}  (goal 10)")


def swmm_peaks(text: str) -> dict[str, float]:
    """Return the highest inflow of every node, from the engine in this process."""
    from swmm.toolkit import shared_enum, solver

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "model.inp")
        source.write_text(text, encoding="ascii")
        with contextlib.redirect_stdout(io.StringIO()):
            solver.swmm_open(str(source), str(Path(folder, "model.rpt")), str(Path(folder, "model.out")))
            solver.swmm_start(0)
            while solver.swmm_step() > 0:
                pass
            count = solver.project_get_count(shared_enum.ObjectType.NODE)
            names = [solver.project_get_id(shared_enum.ObjectType.NODE, index) for index in range(count)]
            peaks = {name: solver.node_get_stats(index).maxInflow for index, name in enumerate(names)}
            solver.swmm_end()
            solver.swmm_close()
    return {name: float(peak) for name, peak in peaks.items()}


def near(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether all peaks are within 1 %, small ones within 0.06 cfs.

    Nodes that stand for water pumped or soaked away are left out by that: a pump that switches on and off jumps.
    """
    return all(abs(one[name] - peak) <= max(0.01 * peak, 0.06) for name, peak in other.items())


# ---- a hundred thousand catchment-storms -----------------------------------------------------------------------------
def as_printed(count: int) -> list[Subcatchment]:
    """Return made-up subcatchments: times to a tenth of a minute, as they are printed, and whole curve numbers."""
    chance = np.random.default_rng(7)
    times = np.round(chance.uniform(5.0, 60.0, count), 1)
    return catchments(chance.uniform(0.2, 40.0, count), chance.integers(55, 99, count), times)


def all_different(count: int) -> list[Subcatchment]:
    """Return made-up subcatchments with times to a tenth of a minute and curve numbers that all differ."""
    chance = np.random.default_rng(7)
    times = np.round(chance.uniform(5.0, 60.0, count), 1)
    return catchments(chance.uniform(0.2, 40.0, count), chance.uniform(55.0, 98.0, count), times)


def catchments(areas_ac: Floats, numbers: Floats, minutes: Floats) -> list[Subcatchment]:
    """Return subcatchments of one part each, their numbers as they are."""
    return [
        Subcatchment(
            id=f"{index}S",
            to="O",
            parts=(Part(area_ac=float(area), curve_number=float(number)),),
            time_of_concentration_min=float(time_min),
            rounding="exact",
        )
        for index, (area, number, time_min) in enumerate(zip(areas_ac, numbers, minutes, strict=True))
    ]


def many_catchments() -> None:
    """Compare 10,000 subcatchments under ten storms with a matrix product, and with PyFlo where it is installed."""
    curve = named_distribution("MSE 3")
    storms = [
        Storm(id=f"{depth:g} in", depth_in=depth, distribution=curve, duration_h=24.0)
        for depth in (1.1, 2.0, 2.8, 3.5, 4.2, 5.0, 5.8, 6.5, 7.3, 8.0)
    ]
    land = as_printed(10_000)
    ours_s = least_s(lambda: runoff_peaks(land, storms, dt_h=STEP_H, span_h=36.0))
    other_land = all_different(10_000)
    other_s = least_s(lambda: runoff_peaks(other_land, storms, dt_h=STEP_H, span_h=36.0))
    say("Headwater: 100,000 catchment-storms, times and numbers as they are printed", f"{ours_s:.3f} s")
    say("Headwater: 100,000 catchment-storms, no curve number like another", f"{other_s:.3f} s")
    adds = sum(multiply_adds(one) for one in land) * len(storms)
    side = round((adds / 2_000) ** 0.5)
    chance = np.random.default_rng(1)
    one, other = chance.random((side, 2_000)), chance.random((2_000, side))
    product_s = least_s(lambda: one @ other)
    say(f"one matrix product of as many multiply-adds ({adds:,})", f"{product_s:.3f} s")
    say(
        "Headwater takes as long as so many of them",
        f"{ours_s / product_s:.2f} and {other_s / product_s:.2f}  (goal 3)",
    )
    python = os.environ.get("HEADWATER_PYFLO_PYTHON")
    if not python:
        say("PyFlo", "not asked for: name a Python that has it in HEADWATER_PYFLO_PYTHON")
        return
    done = subprocess.run([python, "-c", PYFLO], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        say("PyFlo", f"failed: {done.stderr.strip().splitlines()[-1:]}")
        return
    each_s = float(done.stdout.split()[-1])
    say("PyFlo in a loop, one catchment-storm, 0.05 h", f"{each_s * 1000:.2f} ms")
    say(
        "Headwater is faster by a factor of",
        f"{each_s * 1e5 / ours_s:,.0f} and {each_s * 1e5 / other_s:,.0f}  (goal 100)",
    )


def multiply_adds(subcatchment: Subcatchment) -> int:
    """Return how many products a plain convolution at the ordinates of one storm takes."""
    minutes = subcatchment.time_of_concentration_min
    burst_h = minutes * 2 / 15 / 60
    tail_h = 5 * 2 / 3 * minutes / 60
    return int((24.0 + tail_h) / STEP_H) * (int(tail_h / burst_h) + 2)


# Its dimensionless unit hydrograph and its rain are columns: time and value. Run beside us only.
PYFLO = """
import time
import numpy
from pyflo.nrcs.hydrology import Basin
ratios = [0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.2, 2.4, 2.6, 2.8,
          3, 3.2, 3.4, 3.6, 3.8, 4, 4.5, 5]
flows = [0, .03, .1, .19, .31, .47, .66, .82, .93, .99, 1, .99, .93, .86, .78, .68, .56, .46, .39, .33, .28, .207, .147,
         .107, .077, .055, .04, .029, .021, .015, .011, .005, 0]
hours = numpy.linspace(0, 24, 241)
rain = numpy.column_stack((hours, 5.0 * (3 * (hours / 24) ** 2 - 2 * (hours / 24) ** 3)))
basin = Basin(area=10.0, cn=84.0, tc=24.0, runoff_dist=numpy.column_stack((ratios, flows)), peak_factor=484.0)
basin.flood_hydrograph(rain, interval=0.05)
start = time.process_time()
for _ in range(20):
    basin.flood_hydrograph(rain, interval=0.05)
print((time.process_time() - start) / 20)
"""


# ---- growth ----------------------------------------------------------------------------------------------------------
def chain(ponds: int) -> Network:
    """Return a chain of ponds, each below the one before."""
    return Network(
        subcatchments=(
            Subcatchment(
                id="S", to="00000", parts=(Part(area_ac=10.0, curve_number=80.0),), time_of_concentration_min=15.0
            ),
        ),
        ponds=tuple(
            Pond(
                id=f"{n:05d}",
                storage=Contours(
                    elevations_ft=(930.0 - 10 * n, 934.0 - 10 * n, 938.0 - 10 * n), areas_sf=(8e3, 16e3, 26e3)
                ),
                outlets=(
                    Outlet(
                        id="A",
                        device=CircularOrifice(invert_ft=930.0 - 10 * n, diameter_ft=2.5),
                        to="O" if n == ponds - 1 else f"{n + 1:05d}",
                    ),
                ),
            )
            for n in range(ponds)
        ),
        outfalls=(Outfall(id="O"),),
    )


def growth() -> None:
    """Print time and memory for ten and a hundred times as many nodes, storms and steps."""
    curve = named_distribution("MSE 3")
    storm = Storm(id="s", depth_in=5.0, distribution=curve, duration_h=24.0)

    def run(ponds: int, storms: int, step_h: float) -> None:
        model = Model(network=chain(ponds))
        for _ in range(storms):
            model.run(storm, dt_h=step_h, span_h=36.0, keep=("O",))

    for what, sizes in (
        ("nodes", [(10, 1, 0.01), (100, 1, 0.01), (1_000, 1, 0.01)]),
        ("storms", [(10, 1, 0.01), (10, 10, 0.01), (10, 100, 0.01)]),
        ("steps", [(10, 1, 0.1), (10, 1, 0.01), (10, 1, 0.001)]),
    ):
        first_s = 0.0
        for place, (ponds, storms, step_h) in enumerate(sizes):
            taken_s = least_s(lambda a=ponds, b=storms, c=step_h: run(a, b, c), repeats=1)  # type: ignore[misc]
            tracemalloc.start()
            run(ponds, storms, step_h)
            peak_mb = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
            first_s = first_s or taken_s
            say(f"{what} x {10**place}", f"{taken_s:.3f} s, x {taken_s / first_s:.1f}; {peak_mb:.1f} MB")


def main() -> None:
    """Run what is asked for, all of it by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", choices=["swmm", "many", "growth", []], help="what to run; all by default")
    parts = parser.parse_args().part or ["swmm", "many", "growth"]
    for part in parts:
        {"swmm": against_swmm, "many": many_catchments, "growth": growth}[part]()


if __name__ == "__main__":
    # A library of matrices counts its threads when it is loaded, so it is loaded anew with one.
    if any(os.environ.get(name) != one for name, one in ONE_THREAD.items()):
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | ONE_THREAD)
    main()
