"""What would change an outcome: the records of changes of one stated fact, and what crossing a threshold costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from headwater.plan.changing import Followed
from headwater.review.outlook import Aspect
from headwater.rules.condition import Condition


@dataclass(frozen=True, kw_only=True)
class Step:
    """What crossing the threshold costs: the volume owed and the requirements just before it and just after."""

    volume_before_cf: Fraction | None
    volume_after_cf: Fraction | None
    requirements_before: str
    requirements_after: str


@dataclass(frozen=True, kw_only=True)
class Flip:
    """One change of one stated fact, and what it makes of an aspect.

    `before` and `after` are the value as written; `share_fraction` is the size of the change as a share of what was
    stated, of an elevation as a share of the height compared, None for a word. `at` is the exact value, in the plan's
    `unit`, where the outcome changes, `attained` whether it does so at that value already, `condition` and `fact` what
    is compared there.
    """

    field: str
    line: int | None
    before: str
    after: str
    outcome_before: str
    outcome_after: str
    unit: str | None = None
    change: Fraction | None = None
    share_fraction: Fraction | None = None
    at: Fraction | None = None
    attained: bool = False
    fact: str | None = None
    condition: Condition | None = None
    followed: tuple[Followed, ...] = ()
    step: Step | None = None

    @property
    def order(self) -> tuple[bool, Fraction]:
        """By what flips are sorted: numbers first, the smaller change before the larger."""
        return self.share_fraction is None, self.share_fraction or Fraction(0)


@dataclass(frozen=True, kw_only=True)
class Flips:
    """Every stated fact that alone flips an aspect, each by its smallest change; the smallest of all first.

    `tried` is how many stated facts have a say in the aspect. A plan of very many numbers, or one so open that what it
    owes may go in more ways than are looked at, is not `whole`: not all changes were tried.
    """

    aspect: Aspect
    outcome: str
    flips: tuple[Flip, ...]
    tried: int
    whole: bool = True

    @property
    def smallest(self) -> Flip | None:
        """The smallest change; None where no single fact flips the aspect."""
        return self.flips[0] if self.flips else None
