"""What a printout says, what the engine gets from the same inputs, and what the plan says, side by side.

`crosscheck` is the one public door; `items` holds the records and the data of the kinds of conflict.
"""

from headwater.review.crosscheck.crosscheck import Crosscheck, crosscheck

__all__ = ["Crosscheck", "crosscheck"]
