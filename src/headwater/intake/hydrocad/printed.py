"""The lines of a printed report, and its numbers: as texts of a plan, and as claims.

A printed number is rounded, so that its node holds the digits that were printed and no more. Owns no meaning of a line;
that is `report` and the modules beside it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from headwater.intake.foreign_values import half_of, number_of
from headwater.intake.handed import DATUM, Claim, Remark, text_node
from headwater.intake.ledger import LedgerBook
from headwater.intake.yaml_text import TextNode

LONGEST: Final = 600
MOST_SAID: Final = 2_000
"""How many characters may be said of one outlet, storage or stretch; a printout takes some hundred."""
N: Final = r"(-?(?:[0-9][0-9,]{0,14}(?:\.[0-9]{1,8})?|\.[0-9]{1,8}))"
"""The pattern of a printed number."""

SF_PER_AC: Final = 43_560
_STRAIGHT: Final = str.maketrans({"“": '"', "”": '"', "″": '"', "’": "'", "‘": "'", "′": "'", "\f": " "})


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line, its spaces made single."""

    number: int
    words: str


def words_of(raw: str) -> str:
    """Return a line with single spaces and straight quotes.

    >>> words_of("  Peak Elev=  887.62’   @ 8.44 hrs ")
    "Peak Elev= 887.62' @ 8.44 hrs"
    """
    return " ".join(raw.translate(_STRAIGHT).split())


def bare(text: str) -> str:
    """Return a printed number without its commas.

    >>> bare("1,502.24")
    '1502.24'
    """
    return text.replace(",", "")


def figure(text: str, unit: str, line: int) -> TextNode:
    """Return a printed number with its unit."""
    return text_node(f"{bare(text)} {unit}", line)


def level(text: str, line: int) -> TextNode:
    """Return a printed elevation on the datum that the report does not name."""
    return text_node(f"{bare(text)} ft {DATUM}", line)


@dataclass
class Reading:
    """A report while it is read: its ledger, what it claims, and what is to be remarked."""

    book: LedgerBook
    pages: Sequence[int]
    claims: dict[tuple[str, str | None, str | None], Claim] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)

    def claim(
        self,
        quantity: str,
        element: str | None,
        storm: str | None,
        text: str,
        line: int,
        *,
        per: Fraction = Fraction(1),
    ) -> None:
        """Keep a printed result; `per` of its printed unit make one of the unit of its name. The first one stands."""
        value = number_of(text)
        if value is None or (quantity, element, storm) in self.claims:
            return
        self.claims[quantity, element, storm] = Claim(
            quantity=quantity,
            element=element,
            storm=storm,
            text=bare(text),
            value=value / per,
            half=half_of(bare(text)) / per,
            line=line,
            page=bisect_right(self.pages, line) or None,
        )

    def volume(self, quantity: str, element: str, storm: str | None, text: str, unit: str, line: int) -> None:
        """Keep a printed volume, of acre-feet or cubic feet, in acre-feet."""
        self.claim(quantity, element, storm, text, line, per=Fraction(SF_PER_AC if unit == "cf" else 1))

    def remark(self, code: str, message: str, *, line: int | None = None, element: str | None = None) -> None:
        """Keep a remark."""
        self.remarks.append(Remark(code=code, message=message, line=line, element=element))
