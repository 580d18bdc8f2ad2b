"""The ledger of a file handed in: what became of every one of its lines.

A reader opens a `LedgerBook` over the lines of a file, and says of each line that it was used, that it was ignored and
why, or that it was not understood. A line of which nothing was said was not understood: nothing is passed over in
silence. Of several words on one line the gravest stands: not understood before used, used before ignored.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

Verdict = Literal["used", "ignored", "not understood"]

VERDICTS: Final[tuple[Verdict, ...]] = ("used", "ignored", "not understood")
_GRAVITY: Final = {"ignored": 0, "used": 1, "not understood": 2}
UNTOUCHED: Final = "nothing in it is known to this reader"
BLANK: Final = "blank"
MOST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """What became of one line; `said` is what it was used as, or why it was not."""

    number: int
    verdict: Verdict
    said: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """Every line of a file, in order, from line 1 on; `pages` holds the first line of each page of a paged file."""

    lines: tuple[LedgerLine, ...]
    pages: tuple[int, ...] = ()

    def count(self, verdict: Verdict) -> int:
        """Return how many lines have this verdict."""
        return sum(line.verdict == verdict for line in self.lines)

    def of(self, verdict: Verdict) -> tuple[LedgerLine, ...]:
        """Return the lines of this verdict."""
        return tuple(line for line in self.lines if line.verdict == verdict)

    def page_of(self, number: int) -> int | None:
        """Return the page, from 1, that line `number` stands on; None in a file without pages."""
        return bisect_right(self.pages, number) or None


class LedgerBook:
    """A ledger while its file is read. Lines are numbered from 1; a text is kept up to `MOST_SHOWN` characters."""

    def __init__(self, lines: Sequence[str], *, pages: Sequence[int] = ()) -> None:
        self._texts = [line[:MOST_SHOWN] for line in lines]
        self._pages = tuple(pages)
        self._said: list[tuple[Verdict, str] | None] = [None] * len(self._texts)

    def use(self, number: int, as_: str) -> None:
        """Note that line `number` was used, as what."""
        self._note(number, "used", as_)

    def ignore(self, number: int, reason: str) -> None:
        """Note that line `number` says nothing that is asked, and why."""
        self._note(number, "ignored", reason)

    def not_understood(self, number: int, reason: str) -> None:
        """Note that line `number` may say something that is asked, but is not understood, and why."""
        self._note(number, "not understood", reason)

    def _note(self, number: int, verdict: Verdict, said: str) -> None:
        before = self._said[number - 1]
        if before is None or _GRAVITY[verdict] > _GRAVITY[before[0]]:
            self._said[number - 1] = (verdict, said)

    def close(self) -> Ledger:
        """Return the ledger; blank lines of which nothing was said are ignored, others were not understood."""
        return Ledger(lines=tuple(self._line(index) for index in range(len(self._texts))), pages=self._pages)

    def _line(self, index: int) -> LedgerLine:
        text = self._texts[index]
        untouched: tuple[Verdict, str] = ("not understood", UNTOUCHED) if text.strip() else ("ignored", BLANK)
        verdict, said = self._said[index] or untouched
        return LedgerLine(number=index + 1, verdict=verdict, said=said, text=text)
