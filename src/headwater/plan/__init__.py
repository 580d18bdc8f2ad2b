"""Facts: what exists and what is proposed, as frozen records that mirror the plan file name for name.

Each leaf knows its unit, the values it stands for, its line and its origin; a missing thing is None. The records judge
nothing and read nothing: `headwater.intake` makes them, `headwater.review` turns them into facts.
"""

from headwater.plan.plan import Plan

__all__ = ["Plan"]
