"""Limits of numbers of any unit: what lies outside a range is refused, what reaches a limit is met.

Owns the comparison with a limit, and the refusal of what is no share or no amount. Which limit applies is law, and
whoever asks gives it. The ranges of other fields are `headwater.hydraulics.ranges`.
"""

from __future__ import annotations

import math
from typing import Final, Literal

from headwater.errors import OutOfRangeError
from headwater.hydraulics.ranges import refuse

Verdict = Literal["met", "not met", "cannot tell"]

# A product of shares may miss by its last bits what it is by hand: 1 - 0.5 x 0.8 against 60 %.
_SAME: Final = 1e-9


def at_least(amount: float | None, limit: float) -> Verdict:
    """Return whether `amount` reaches `limit`; what is not known cannot be told.

    >>> at_least(1 - 0.5 * 0.8, 0.6), at_least(0.599, 0.6), at_least(None, 0.6)
    ('met', 'not met', 'cannot tell')
    """
    if amount is None:
        return "cannot tell"
    reaches = amount > limit or math.isclose(amount, limit, rel_tol=_SAME, abs_tol=_SAME)
    return "met" if reaches else "not met"


def at_most(amount: float | None, limit: float) -> Verdict:
    """Return whether `amount` stays within `limit`; what is not known cannot be told."""
    return at_least(None if amount is None else -amount, -limit)


def share(record: object, *names: str) -> None:
    """Refuse a field that is not a share of one: 0 to 1."""
    for name in names:
        value = getattr(record, name)
        if not 0 <= value <= 1:
            raise refuse(record, name, value, expected="a share from 0 to 1", remedy="write 40 % as 0.40")


def check_share(name: str, value: float) -> None:
    """Refuse an argument that is not a share of one: 0 to 1."""
    if not 0 <= value <= 1:
        raise OutOfRangeError(f"{name}: {value!r}; expected a share from 0 to 1; write 40 % as 0.40")


def check_amount(name: str, value: float) -> None:
    """Refuse an argument that is not a finite number of 0 or more."""
    if not 0 <= value < math.inf:
        raise OutOfRangeError(f"{name}: {value!r}; expected a number of 0 or more; correct it")
