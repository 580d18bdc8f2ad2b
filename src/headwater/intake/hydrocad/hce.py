"""A hydrograph file of HydroCAD (`.hce`): blocks of a name, an event, a start and a step in seconds, and flows.

Laid out as the vendor's page on such files describes it; no original file has been read yet.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from headwater.intake.foreign_values import S_PER_H, number_of
from headwater.intake.handed import Handed, Remark
from headwater.intake.hydrocad.hydrographs import Hydrograph, handed_of
from headwater.intake.ledger import LedgerBook
from headwater.intake.opening import HandedText, handed_text, refuse

KIND: Final = "HydroCAD hydrograph file"
ENGLISH: Final = ("english", "english-lowflow")
_NUMBERED: Final = {"t0": "the start, s", "dt": "the step, s", "area": "the land above, sq ft"}


def looks_like(start: str) -> bool:
    """Return whether a file that begins so is a hydrograph file."""
    return "[hydrograph]" in start.lower()


def read(data: bytes, *, file: str) -> Handed:
    """Return what a hydrograph file says.

    Raises
    ------
    HandedFileError
        If it is no text, in metric units, or holds no flow.
    """
    text = handed_text(data, file=file)
    reader = _Reader(text, LedgerBook(text.lines))
    for number, line in enumerate(text.lines, start=1):
        words = line.strip()
        if words:
            reader.line(number, words)
    return handed_of(text, reader.book, KIND, reader.found, reader.remarks)


class _Reader:
    def __init__(self, text: HandedText, book: LedgerBook) -> None:
        self.text = text
        self.book = book
        self.found: list[Hydrograph] = []
        self.remarks: list[Remark] = []
        self.numbers: dict[str, Fraction] = {}
        self.flowing = False

    def line(self, number: int, words: str) -> None:
        if words.startswith("["):
            self._open(number, words)
            return
        key, equals, value = words.partition("=")
        name = key.strip().lower()
        if not equals and self.flowing:
            self._flows(number, words)
        elif name == "fileunits":
            self._units(number, value)
        elif name == "comment":
            self.book.ignore(number, "a comment")
        elif self.found and name == "flow":
            self._flows(number, value)
        elif self.found and name in ("name", "event"):
            self._named(number, name, value.strip())
        elif self.found and name in _NUMBERED:
            self._numbered(number, name, value)
        else:
            self.flowing = False
            self.book.not_understood(number, "this key is not known")

    def _open(self, number: int, words: str) -> None:
        self.flowing = False
        if words.lower() != "[hydrograph]":
            self.book.not_understood(number, "this kind of block is not known")
            return
        self.found.append(Hydrograph(name=None, storm=None, line=number))
        self.numbers = {}
        self.book.use(number, "a hydrograph")

    def _units(self, number: int, value: str) -> None:
        if value.strip().lower() not in ENGLISH:
            refuse(
                self.text.file,
                "the file keeps its numbers in other units",
                line=number,
                field="FileUnits",
                value=value.strip(),
                expected="English",
                remedy="save it with English units in the file",
            )
        self.book.use(number, "units of the numbers: square feet, seconds, cfs")

    def _named(self, number: int, name: str, value: str) -> None:
        if not value:
            self.book.not_understood(number, "it says nothing")
        elif name == "name":
            self.found[-1].name = value
            self.book.use(number, "name of the hydrograph")
        else:
            self.found[-1].storm = value
            self.book.use(number, "its storm")

    def _numbered(self, number: int, name: str, value: str) -> None:
        found = number_of(value)
        if found is None or found < 0 or (name == "dt" and found == 0):
            self.book.not_understood(number, f"it is not {_NUMBERED[name]}")
        elif name == "area":
            self.book.ignore(number, "a plan has no land above a link")
        else:
            self.numbers[name] = found
            self.book.use(number, _NUMBERED[name])

    def _flows(self, number: int, value: str) -> None:
        step_s = self.numbers.get("dt")
        parts = value.split()
        flows = [number_of(part) for part in parts]
        if step_s is None or None in flows or any(flow < 0 for flow in flows if flow is not None):
            self.book.not_understood(number, "flows without a step, or what is no flow")
            self.flowing = False
            return
        hydrograph = self.found[-1]
        for part in parts:
            time_s = self.numbers.get("t0", Fraction(0)) + step_s * len(hydrograph.flows)
            hydrograph.add(time_s / S_PER_H, part, number, file=self.text.file)
        self.flowing = True
        self.book.use(number, "flows, cfs")
