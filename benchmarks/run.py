"""What Headwater costs: one assessment, many, and the verification of an edition. One command: `make bench`.

Everything is timed in one run on one machine, as CPU seconds of this process, the least of several repeats; figures of
different runs or machines are not to be compared, ratios are. Memory is the peak of a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from headwater.editions.registry import SUPPLIED, load_edition
from headwater.intake.plan_file import read_plan
from headwater.review.assessment import assess
from headwater.rules.verify import verify_edition

EXAMPLE = Path(__file__).parent.parent / "examples" / "corner-store-2011.yaml"
REPEATS = 5


def least_cpu_s(act: Callable[[], object], *, repeats: int = REPEATS) -> float:
    """Return the least CPU time of several repeats, in seconds."""
    times_s = []
    for _ in range(repeats):
        gc.collect()
        start = time.process_time()
        act()
        times_s.append(time.process_time() - start)
    return min(times_s)


def cold(arguments: list[str]) -> tuple[float, float]:
    """Return CPU seconds and peak megabytes of one command in a process of its own, the least of several."""
    best: list[tuple[float, float]] = []
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", _MEASURED, *arguments], check=False, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best.append((cpu_s, after.ru_maxrss / 1024))
    return min(best)


_MEASURED = "import sys; from headwater.cli.main import main; main(sys.argv[1:])"


def say(what: str, figure: str) -> None:
    """Print one line of the table."""
    print(f"{what:<58} {figure}", flush=True)


def main() -> None:
    """Run every benchmark and print its figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--many", type=int, default=10_000, help="how many assessments in a row")
    many = parser.parse_args().many
    cpu_s, peak_mb = cold(["check", str(EXAMPLE)])
    say("headwater check, cold", f"{cpu_s:.3f} s CPU, {peak_mb:.0f} MB")
    plan, edition = read_plan(EXAMPLE), load_edition("mcwd-2011")
    say("read the plan file", f"{least_cpu_s(lambda: read_plan(EXAMPLE)) * 1000:.2f} ms")
    say(
        "one assessment, with the other choice of every reading",
        f"{least_cpu_s(lambda: assess(plan, edition)) * 1000:.2f} ms",
    )

    def several(count: int) -> float:
        start = time.process_time()
        for _ in range(count):
            assess(plan, edition, readings=False)
        return time.process_time() - start

    tenth_s, whole_s = several(many // 10), several(many)
    say(f"{many // 10:,} assessments, outcomes alone", f"{tenth_s / (many // 10) * 1000:.2f} ms each")
    say(f"{many:,} assessments, outcomes alone", f"{whole_s / many * 1000:.2f} ms each")
    say("ten times as many cost", f"{whole_s / tenth_s:.2f} times as much")
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    say("peak memory after them", f"{peak_mb:.0f} MB")
    for key in SUPPLIED:
        some = load_edition(key)
        verified_s = least_cpu_s(lambda some=some: verify_edition(some), repeats=1)
        bare_s = least_cpu_s(lambda some=some: verify_edition(some.without_readings()), repeats=1)
        say(f"verify {key}", f"{verified_s:.2f} s CPU; without readings {bare_s:.2f} s")


if __name__ == "__main__":
    main()
