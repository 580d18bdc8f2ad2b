"""Temporary address of `headwater.window`; to be removed."""

from headwater.window import *  # noqa: F403
from headwater.window import AT_LEAST_ZERO, LESS, MORE, OPPOSITE, ZERO, Window, largest, point, ratio, smallest, total  # noqa: F401
