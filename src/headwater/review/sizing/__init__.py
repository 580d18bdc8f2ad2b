"""The smallest basin, filtration practice or outlet that meets what a rule asks of it, to a stated increment.

`variables` says what may be made larger or smaller and which values of the plan that changes, `search` looks for the
smallest size that meets everything, `document` says it in plain values. The proof of a size is two plans: the sized
one, and the one an increment smaller.
"""

from headwater.review.sizing.search import Sized, Trial, smallest
from headwater.review.sizing.variables import Variable, variable_of

__all__ = ["Sized", "Trial", "Variable", "smallest", "variable_of"]
