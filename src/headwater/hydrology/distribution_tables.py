"""The published rainfall distributions as they are kept: the 0.1-h tables and the quadratics of SCS types II and III.

Owns the files `data/nrcs_24h_distributions.csv` (whose origin is told in the file beside it) and
`data/scs_quadratics.yaml`; what is made of them is `distribution`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, Literal

import numpy as np
import yaml
from numpy.typing import NDArray

PublishedFamily = Literal["SCS", "MSE", "NOAA", "NRCC", "CA", "NV"]

_FAMILIES: Final[tuple[PublishedFamily, ...]] = ("SCS", "MSE", "NOAA", "NRCC", "CA", "NV")
AS_PUBLISHED: Final = frozenset({"Type I", "Type IA", "Type II", "Type III", "MSE 3"})
REBUILT: Final = (
    "its table was rebuilt from published key ordinates, and agrees with every published ordinate looked at to 0.00001"
)
REBUILT_COARSELY: Final = "its table was rebuilt from published key ordinates, and agrees with them to 0.0001"


@dataclass(frozen=True, kw_only=True)
class TableOrigin:
    """Where a published table comes from: its family, the work it stands in, and what has to be said of it."""

    family: PublishedFamily
    source: str
    remark: str


def table_origin(name: str) -> TableOrigin:
    """Return the origin of the table of a published curve, by the name as it is kept."""
    word = name.partition(" ")[0]
    family: PublishedFamily = next((one for one in _FAMILIES if one == word), "SCS")
    if name in AS_PUBLISHED:
        remark = ""
    else:
        remark = REBUILT_COARSELY if family == "NV" else REBUILT
    return TableOrigin(family=family, source="NEH630-4" if family == "SCS" else "WINTR20", remark=remark)


@cache
def _columns() -> Mapping[str, NDArray[np.float64]]:
    text = (files("headwater.hydrology") / "data" / "nrcs_24h_distributions.csv").read_text(encoding="utf-8")
    rows = list(csv.reader(text.splitlines()))
    columns = np.array(rows[1:], dtype=np.float64).T
    columns.flags.writeable = False
    return MappingProxyType(dict(zip(rows[0], columns, strict=True)))


def table_fractions(name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the hours and the cumulative fractions of a published curve: 241 each, 0 to 24 h."""
    key = name.replace("Type", "SCS").replace(" ", "_")
    return _columns()["t_h"], _columns()[key]


@cache
def quadratic_pieces() -> Mapping[str, NDArray[np.float64]]:
    """Return for SCS types II and III the pieces as rows of start_h, F0, slope per h, curvature per h^2."""
    text = (files("headwater.hydrology") / "data" / "scs_quadratics.yaml").read_text(encoding="utf-8")
    types = yaml.safe_load(text)["types"]
    return MappingProxyType({name: np.array(kept["pieces"], dtype=np.float64) for name, kept in types.items()})
