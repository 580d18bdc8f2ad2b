"""What the windows of written quantities can prove of each other.

Owns the few questions that a plan asks of itself; windows and their arithmetic are `headwater.window`.
"""

from __future__ import annotations

from headwater.units import Quantity, to_base
from headwater.window import Window


def window_of(quantity: Quantity) -> Window:
    """Return all that a quantity stands for, in the base unit of its family."""
    low, high, value = to_base(quantity)
    return Window(low, high, high_open=low != high, written=value)


def is_empty(window: Window) -> bool:
    """Return whether there is no value in it."""
    if window.low is None or window.high is None:
        return False
    return window.low > window.high or (window.low == window.high and (window.low_open or window.high_open))


def both(one: Window, two: Window) -> Window:
    """Return the values that are in both; what was written of the first stays written."""
    low, low_open = one.low, one.low_open
    if two.low is not None and (low is None or two.low >= low):
        low, low_open = two.low, two.low_open or (two.low == low and low_open)
    high, high_open = one.high, one.high_open
    if two.high is not None and (high is None or two.high <= high):
        high, high_open = two.high, two.high_open or (two.high == high and high_open)
    return Window(low, high, low_open, high_open, one.written)


def exceeds(one: Window, two: Window) -> bool:
    """Return whether every value of the one is above every value of the other."""
    if one.low is None or two.high is None:
        return False
    return one.low > two.high or (one.low == two.high and (one.low_open or two.high_open))
