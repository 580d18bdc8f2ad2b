"""The process in which SWMM runs: `python -m headwater.hydraulics.swmm.child INPUT REPORT OUTPUT BYTES SECONDS`.

Owns the limits that the process sets itself before it loads the engine, and nothing that is read afterwards but one
line of JSON: the engine's version and its error of continuity. The only module that imports SWMM.
"""

from __future__ import annotations

import json
import os
import sys


def main(arguments: list[str]) -> int:
    """Run one input file; 0 if the engine came to its end."""
    input_path, report_path, output_path, most_bytes, most_s = arguments
    _limit(int(most_bytes), int(most_s))
    answer = os.dup(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)  # the engine writes its progress to the standard output
    from swmm.toolkit import solver

    solver.swmm_open(input_path, report_path, output_path)
    solver.swmm_start(True)
    while solver.swmm_step() > 0:
        pass
    solver.swmm_end()
    _, flow_error_pct, _ = solver.swmm_get_mass_balance()
    solver.swmm_report()
    solver.swmm_close()
    with os.fdopen(answer, "w") as file:
        json.dump({"version": str(solver.swmm_version_info()), "flow_error_pct": flow_error_pct}, file)
    return 0


def _limit(most_bytes: int, most_s: int) -> None:
    try:
        import resource
    except ImportError:  # not on every system; the parent's clock holds everywhere
        return
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (most_s, most_s + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
