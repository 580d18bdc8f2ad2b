"""Every error that Headwater raises on purpose, one sentence each.

    HeadwaterError
     ├── QuantityError               a text cannot be read as the quantity that is due
     ├── PlanFileError               a plan file cannot be used; carries every problem found in it
     │    ├── DailyRainError         a record of daily rain that a plan names cannot be used
     │    └── HandedFileError        a file handed in, as a model or its printout, cannot be used
     ├── ContradictionError          facts stated together cannot all be true
     ├── OutOfRangeError             a number lies outside the range for which a formula holds
     ├── UnknownNameError            no published curve, table or row of the engine is called so
     ├── NetworkError                subcatchments, ponds and what joins them are no network that water can run through
     │    └── IncompleteModelError   a drainage model leaves out what a computation needs
     ├── SecondEngineError           EPA SWMM is not installed, refuses a model, crashes, or takes more than it may
     ├── UndefinedValueError         an exact expression has no value, as a share of nothing
     ├── EditionError                the data of an edition is unsound
     │    └── OverlayError           a District's overlay cannot be laid over an edition
     ├── UnknownEditionError         no edition has this key, or none governs this date
     │    └── EditionNotSuppliedError   an edition governs this date, but its text is not at hand
     ├── UnknownKindError            there is no such kind of action
     ├── UnknownProvisionError       an edition has no provision, row or table of this name
     ├── PackageError                a package of a plan cannot be opened, or is none of ours
     └── ReportError                 a document cannot be written

A message says what is wrong, where, the value met, what was expected, and what to do. That a plan fails the rule is a
finding, never an error; so is a missing fact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN = 60
PROBLEMS_SHOWN = 100


def shown(value: object) -> str:
    """Return `value` on one line and in quotes, shortened, so that hostile text cannot break a message.

    >>> shown("2.55")
    "'2.55'"
    """
    text = value if isinstance(value, str) else str(value)
    if len(text) > SHOWN:
        return f"{text[:SHOWN]!r}... ({len(text):,} characters)"
    return repr(text)


class HeadwaterError(Exception):
    """Something that the person who runs Headwater can put right."""


class QuantityError(HeadwaterError):
    """A text cannot be read as the quantity that is due."""

    def __init__(self, wrong: str, *, value: str, expected: str, remedy: str, line: int | None = None) -> None:
        self.wrong = wrong
        self.value = value
        self.expected = expected
        self.remedy = remedy
        self.line = line
        where = "" if line is None else f"line {line}: "
        super().__init__(f"{where}{shown(value)}: {wrong}; expected {expected}; {remedy}")


@dataclass(frozen=True, kw_only=True)
class Problem:
    """One thing wrong with a file: where, what, which value, what was expected, and what to do."""

    file: str
    line: int | None
    field: str
    wrong: str
    value: str | None
    expected: str
    remedy: str

    def __str__(self) -> str:
        # A name of a file may hold an end of line too, and so forge a message.
        file = self.file if self.file.isprintable() else repr(self.file)
        where = file if self.line is None else f"{file}:{self.line}"
        field = f" {self.field}:" if self.field else ""
        value = "" if self.value is None else f" {shown(self.value)}:"
        return f"{where}:{field}{value} {self.wrong}; expected {self.expected}; {self.remedy}"


class PlanFileError(HeadwaterError):
    """A plan file cannot be used; `problems` holds all that is wrong with it, in the order of its lines."""

    of = "plan file"

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        count = len(self.problems)
        lines = [str(problem) for problem in self.problems[:PROBLEMS_SHOWN]]
        if count > 1:
            lines.insert(0, f"{count:,} problems in the {self.of}")
        if count > PROBLEMS_SHOWN:
            lines.append(f"and {count - PROBLEMS_SHOWN:,} more")
        return "\n".join(lines)


class DailyRainError(PlanFileError):
    """A record of daily rain that a plan names cannot be used; `problems` holds all that is wrong with it."""

    of = "record of daily rain"


class HandedFileError(PlanFileError):
    """A file handed in, as a model or its printout, cannot be used; `problems` holds all that is wrong with it."""

    of = "file handed in"


class ContradictionError(HeadwaterError):
    """Facts stated together cannot all be true, however they were rounded."""


class OutOfRangeError(HeadwaterError):
    """A number lies outside the range for which a formula holds."""


class UnknownNameError(HeadwaterError):
    """No published curve, table or row of the engine is called so."""


class NetworkError(HeadwaterError):
    """Subcatchments, ponds and what joins them are no network that water can run through."""


class IncompleteModelError(NetworkError):
    """A drainage model leaves out what a computation needs; what is unknown is never taken for zero."""


class SecondEngineError(HeadwaterError):
    """The second engine, EPA SWMM, is not installed, refuses a model, crashes, or takes more than it may."""


class UndefinedValueError(HeadwaterError):
    """An exact expression has no value, as a share of nothing has none."""


class EditionError(HeadwaterError):
    """The data of an edition is unsound: a row, value, reading or citation cannot be used."""


class OverlayError(EditionError):
    """A District's overlay cannot be laid over an edition."""


class UnknownEditionError(HeadwaterError):
    """No edition has this key, or none governs this date."""


class EditionNotSuppliedError(UnknownEditionError):
    """An edition governs this date, but its text is not at hand; a neighbour's verdict is never given in its place."""


class UnknownKindError(HeadwaterError):
    """There is no such kind of action."""


class UnknownProvisionError(HeadwaterError):
    """An edition has no provision, row or table of this name, or a plan no item of it."""


class PackageError(HeadwaterError):
    """A package of a plan cannot be opened, is damaged or hostile, or leaves out what it is made from."""


class ReportError(HeadwaterError):
    """A document cannot be written."""
