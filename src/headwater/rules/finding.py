"""A finding: the outcome of one provision, with all that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from headwater.rules.judging import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """How far a fact lies from a threshold, signed: value less threshold, in the fact's base unit."""

    fact: str
    value: Fraction
    op: str
    threshold: Fraction
    unit: str
    holds: bool

    @property
    def distance(self) -> Fraction:
        """Value less threshold."""
        return self.value - self.threshold

    @property
    def share(self) -> Fraction | None:
        """The distance as a share of the threshold; None where that is zero."""
        return None if self.threshold == 0 else self.distance / abs(self.threshold)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestsOn:
    """A reading on which an outcome rests, and what the other choice would have decided."""

    reading: str
    choice: str
    other: str
    other_outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one provision makes of the plan, for one item where it has items.

    `kind` is trigger, exemption, table, prose, aggregation, criterion, statement, exhibit or credit; `outcomes` holds
    every outcome that open facts leave possible, `missing` the facts that could still change it, and `settled_by` a
    smallest set of them that leaves nothing open. For what brings a plan under the rule, `met` says that it holds.
    `whole` is false where open facts leave more ways than were looked at: the outcome is then `cannot_tell`, and both
    `missing` and `settled_by` are all facts that the ways looked at hang on.
    """

    id: str
    provision: str
    kind: str
    gist: str
    outcome: Outcome
    row: str | None = None
    item: str | None = None
    outcomes: tuple[Outcome, ...] = ()
    facts: tuple[str, ...] = ()
    arithmetic: tuple[str, ...] = ()
    margins: tuple[Margin, ...] = ()
    rests_on: tuple[RestsOn, ...] = ()
    provisional: bool = False
    basis: str | None = None
    missing: tuple[str, ...] = ()
    settled_by: tuple[str, ...] = ()
    note: str = ""
    remedy: str = ""
    legal_minimum: bool = True
    whole: bool = True

    @property
    def margin(self) -> Margin | None:
        """The margin nearest to its threshold, by share of it where it has one."""
        if not self.margins:
            return None
        return min(self.margins, key=lambda m: (m.share is None, abs(m.share if m.share is not None else m.distance)))
