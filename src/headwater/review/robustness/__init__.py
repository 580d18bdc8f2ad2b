"""How an assessment stands when what a plan states is varied within honest ranges.

`ranges` holds what is varied and how far, each end with its basis, as data; `varying` makes the varied plan,
`robustness` asks every finding again, `document` says it in plain values.
"""

from headwater.review.robustness.robustness import Robustness, robustness_of

__all__ = ["Robustness", "robustness_of"]
