"""Print the ledger of the thirty networks as the table of docs/explanation/second-engine.md.

Run it after a change of the engine or of the drawing: `.venv/bin/python -m tests.invariants.second_engine_table`.
"""

from __future__ import annotations

from tests.invariants.random_networks import SPAN_H, random_network, random_storm

from headwater.hydraulics.swmm.ledger import Ledger, explained

SEEDS = range(1, 31)
HEAD = (
    "| network | nodes | ponds, reaches | largest difference of a peak | of a level | at | reason |",
    "|---|---|---|---|---|---|---|",
)


def row(seed: int, ledger: Ledger) -> str:
    """Return one network as a row."""
    network = random_network(seed)
    lines = [line for line in ledger.lines if max(line.peak_cfs, line.engine_peak_cfs) > 0]
    peak = max(lines, key=lambda line: abs(line.peak_difference_cfs) / line.allowed_cfs)
    level = max(lines, key=lambda line: abs(line.elevation_difference_ft))
    share = 100 * peak.peak_difference_cfs / max(peak.peak_cfs, peak.engine_peak_cfs)
    reason = ledger.reason.name if ledger.reason is not None else ""
    cells = (
        *(str(seed), str(len(network.nodes)), f"{len(network.ponds)}, {len(network.reaches)}"),
        f"{share:+.2f} % of {peak.peak_cfs:.2f} cfs",
        f"{level.elevation_difference_ft:+.3f} ft",
        peak.id,
        reason,
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    print(*HEAD, sep="\n")
    for seed in SEEDS:
        ledger = explained(random_network(seed), random_storm(seed), span_h=SPAN_H)
        print(row(seed, ledger), flush=True)
        if ledger.outside and ledger.reason is not None:
            print(f"  strain left {ledger.reason.strain_left_fraction:.2f}: {[one.id for one in ledger.outside]}")


if __name__ == "__main__":
    main()
