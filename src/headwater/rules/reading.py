"""Readings: the recorded choices where a text is silent, contradicts itself, or can be read in two ways."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from headwater.rules.condition import Clauses
from headwater.rules.table import Depths, Duties, Measure


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """What one choice of a reading does to rows as written.

    In every row of `on` the condition written `old` takes the form `new` (none drops it; with `old` None the new ones
    are added), `then` replaces what the row says, and `off` silences it, or takes the floor from a branch. For a
    branch, `floor`, `every`, `reached` and `freed` replace its own. For a ratio, `over` and `when_zero` replace its
    base and the value that it has over nothing.
    """

    on: tuple[str, ...]
    old: str | None = None
    new: Clauses = ()
    then: Duties | Measure | Depths | None = None
    off: bool = False
    floor: Duties | None = None
    every: Duties | None = None
    reached: Duties | None = None
    freed: tuple[str, ...] = ()
    over: str | None = None
    when_zero: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One way to read a text: its key, its gist, and what it changes."""

    key: str
    gist: str
    amendments: tuple[Amendment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A District's word on a reading: the choice that it takes for cases received from a day on, who ruled, and why."""

    edition: str
    reading: str
    choice: str
    since: datetime.date
    by: str
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A place where two readings exist, with the one taken unless the District rules otherwise.

    `kind` is what the text does without the reading: gap, overlap, contradiction, undefined, jump, dead row, or silent
    where no walk over the rows can show it.
    """

    id: str
    provisions: tuple[str, ...]
    question: str
    choices: Mapping[str, Choice]
    default: str
    why: str
    kind: str = "silent"

    def other(self, taken: str) -> str:
        """Return the choice beside the one taken."""
        return next(key for key in self.choices if key != taken)
