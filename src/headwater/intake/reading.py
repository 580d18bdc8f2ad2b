"""A file that somebody handed in, read by the reader of its kind, which its content tells and not its name.

Owns the list of kinds. What each says is its own reader's.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from headwater.intake.handed import Handed
from headwater.intake.opening import MOST_BYTES, UTF_16, handed_bytes, refuse

START: Final = 20_000


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of file: its key on the command line, what it is in words, and the module that reads it.

    The module has `read(data, file=...)` and `looks_like(start)`, which is asked of the beginning of a file; it is
    loaded when it is needed.
    """

    key: str
    words: str
    module: str


KINDS: Final[Mapping[str, Kind]] = {
    kind.key: kind
    for kind in (
        # Before the printouts: a PDF that is not packed shows their words too.
        Kind(key="pdf", words="a printout as PDF", module="headwater.intake.pdf"),
        Kind(key="workbook", words="workbook (.xlsx)", module="headwater.intake.workbook.claims"),
        Kind(key="atlas14", words="Atlas 14 rainfall page", module="headwater.intake.rainfall.atlas14"),
        Kind(key="wintr20", words="WinTR-20 input", module="headwater.intake.wintr20.inp"),
        Kind(key="rpt", words="EPA SWMM report", module="headwater.intake.swmm.rpt"),
        Kind(key="inp", words="EPA SWMM input", module="headwater.intake.swmm.model"),
        Kind(key="hcp", words="HydroCAD project", module="headwater.intake.hydrocad.project"),
        Kind(key="hydrocad-report", words="printed HydroCAD report", module="headwater.intake.hydrocad.report"),
        Kind(key="hce", words="HydroCAD hydrograph file", module="headwater.intake.hydrocad.hce"),
        Kind(key="hydrograph-csv", words="table of hydrographs", module="headwater.intake.hydrocad.hydrograph_csv"),
    )
}


def read_handed(path: Path, *, kind: str | None = None) -> Handed:
    """Return what a file says.

    Parameters
    ----------
    kind
        One of the keys of `KINDS`; None looks at the content.

    Raises
    ------
    HandedFileError
        If it cannot be read, is of no kind that is known, or is not what its kind can be.
    """
    return read_handed_bytes(handed_bytes(path), file=str(path), kind=kind)


def read_handed_bytes(data: bytes, *, file: str, kind: str | None = None) -> Handed:
    """Return what the bytes of a file say; `file` stands for it in messages."""
    if not data:
        refuse(file, "the file is empty", expected="a file handed in", remedy="hand it in again")
    if len(data) > MOST_BYTES:
        refuse(
            file,
            f"the file has {len(data):,} bytes",
            expected=f"at most {MOST_BYTES:,}",
            remedy="hand in the model or its printout, not a drawing",
        )
    if data[:2] in UTF_16:
        refuse(file, "the text is UTF-16", expected="UTF-8 or Windows-1252", remedy="save it as UTF-8")
    chosen = _told(data) if kind is None else KINDS.get(kind)
    if chosen is None:
        known = ", ".join(f"{one.key} ({one.words})" for one in KINDS.values())
        refuse(
            file,
            "this kind of file is not known" if kind is None else "there is no such kind",
            value=kind,
            expected=f"one of: {known}",
            remedy="name its kind with --kind, or hand in a text export",
        )
    found: Handed = importlib.import_module(chosen.module).read(data, file=file)
    return found


def _told(data: bytes) -> Kind | None:
    start = data[:START]
    for kind in KINDS.values():
        if importlib.import_module(kind.module).looks_like(start.decode("latin-1")):
            return kind
    return None
