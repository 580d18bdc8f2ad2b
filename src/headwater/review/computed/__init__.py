"""Where the engine meets the rule: what a plan's models compute, put beside what the plan states.

`with_computed` runs the drainage and the loads of a plan, and returns the plan with each value that a rule may ask:
where the plan states none, the computed one; where both are there and agree, the computed one, which has more digits;
where they differ, a value that may be either, so that a finding holds only if it holds for both. Numbers are rounded
here, once, on their way from floats to exact ones. Storms are picked by `storms`; `rates`, `levels`, `practices` and
`loads` each own a part; `meeting` puts two values beside one another.
"""

from headwater.review.computed.computed import with_computed

__all__ = ["with_computed"]
