"""The binary output of SWMM: series of nodes and links by name.

Owns the layout of the file, so that what reads it need not load the engine. Numbers are little-endian: a header of
seven integers, the names, at the end six integers that say where the parts begin, and between them one record for each
report, a date and then single-precision values of subcatchments, nodes and links. Pollutants are not read.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from headwater.errors import SecondEngineError

MAGIC = 516_114_522
SUBCATCHMENT_VALUES = 8
NODE_VALUES = 6
LINK_VALUES = 5
SYSTEM_VALUES = 15
# Places of a value in its record.
RUNOFF = 4
DEPTH, VOLUME, FLOODING = 0, 2, 5
FLOW = 0


@dataclass(frozen=True, kw_only=True, eq=False)
class OutputFile:
    """Times from the start, and series at them by name: of subcatchments, of nodes, and the flow of links."""

    time_h: NDArray[np.float64]
    runoff_cfs: Mapping[str, NDArray[np.float64]]
    depth_ft: Mapping[str, NDArray[np.float64]]
    storage_cf: Mapping[str, NDArray[np.float64]]
    flooded_cfs: Mapping[str, NDArray[np.float64]]
    flow_cfs: Mapping[str, NDArray[np.float64]]


def read_output(content: bytes) -> OutputFile:
    """Return what is in the bytes of an output file.

    Raises
    ------
    SecondEngineError
        If they are not those of a finished run.
    """
    try:
        magic, _, _, subcatchments, nodes, links, pollutants = struct.unpack_from("<7i", content, 0)
        names_at, _, results_at, reports, error, end_magic = struct.unpack_from("<6i", content, len(content) - 24)
    except struct.error as short:
        raise _unreadable(f"it has {len(content)} bytes") from short
    if magic != MAGIC or end_magic != MAGIC or error or pollutants:
        raise _unreadable(f"it says error {error} at its end")
    names = _names(content, names_at, subcatchments + nodes + links)
    record = np.dtype(
        [
            ("date", "<f8"),
            ("subcatchment", "<f4", (subcatchments, SUBCATCHMENT_VALUES)),
            ("node", "<f4", (nodes, NODE_VALUES)),
            ("link", "<f4", (links, LINK_VALUES)),
            ("system", "<f4", SYSTEM_VALUES),
        ]
    )
    rows = np.frombuffer(content, dtype=record, count=reports, offset=results_at)
    dates = rows["date"]
    # The first report is one step after the start.
    step_h = round(float(dates[-1] - dates[0]) * 86_400 / max(reports - 1, 1)) / 3600
    node_names = names[subcatchments : subcatchments + nodes]
    return OutputFile(
        time_h=step_h * np.arange(1, reports + 1),
        runoff_cfs=_columns(rows["subcatchment"], names[:subcatchments], RUNOFF),
        depth_ft=_columns(rows["node"], node_names, DEPTH),
        storage_cf=_columns(rows["node"], node_names, VOLUME),
        flooded_cfs=_columns(rows["node"], node_names, FLOODING),
        flow_cfs=_columns(rows["link"], names[subcatchments + nodes :], FLOW),
    )


def _columns(rows: NDArray[np.float32], names: Sequence[str], place: int) -> dict[str, NDArray[np.float64]]:
    return {name: rows[:, index, place].astype(np.float64) for index, name in enumerate(names)}


def _names(content: bytes, offset: int, count: int) -> list[str]:
    names = []
    for _ in range(count):
        (length,) = struct.unpack_from("<i", content, offset)
        names.append(content[offset + 4 : offset + 4 + length].decode("ascii"))
        offset += 4 + length
    return names


def _unreadable(why: str) -> SecondEngineError:
    return SecondEngineError(
        f"the output of EPA SWMM cannot be read: {why}; expected the file of a finished run; run it again, and report "
        "the model if it stays so"
    )
