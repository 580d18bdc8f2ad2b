"""How a figure of a simulation is printed: one number of digits for each quantity, whatever it is printed on."""

from __future__ import annotations

from typing import Final

# As reviewers read them: flows and levels to a hundredth, volumes to a thousandth of an acre-foot, cubic feet whole.
DIGITS: Final = {
    "ac": 3,
    "af": 3,
    "cf": 0,
    "cfs": 2,
    "fps": 2,
    "ft": 2,
    "h": 2,
    "in": 2,
    "min": 1,
    "sf": 0,
    "%": 1,
    "ft/ft": 4,
}
NO_ANSWER: Final = "no answer"


def printed(value: float | None, unit: str) -> str | None:
    """Return a figure as it is printed; nothing stays nothing. An elevation's unit may name its datum.

    >>> printed(136000.4, "cf"), printed(931.2249, "ft NAVD88"), printed(None, "cfs"), printed(-0.001, "cfs")
    ('136,000', '931.22', None, '0.00')
    """
    if value is None:
        return None
    digits = DIGITS[unit.split(" ")[0]]
    return f"{round(value, digits) + 0.0:,.{digits}f}"


def percent(fraction: float | None) -> str | None:
    """Return a share as a percentage.

    >>> percent(0.8481)
    '84.8'
    """
    return None if fraction is None else printed(100 * fraction, "%")


def residual_words(fraction: float) -> str:
    """Return the share of water that is lost or, below zero, gained.

    >>> residual_words(-1e-7), residual_words(0.00123)
    ('0.000 %', '0.123 %')
    """
    return f"{round(100 * fraction, 3) + 0.0:.3f} %"


def elevation_unit(datum: str | None) -> str:
    """Return the unit of an elevation, with its datum where the plan names one."""
    return "ft" if datum is None else f"ft {datum}"
