"""The arithmetic of the 2011 edition by name: its derived facts and its judges. Thresholds stand in the data.

`classes` has section 2, `volume` sections 3(a) and 3(c), `water` sections 3(b) and 8, `ground` Appendix A.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from headwater.editions.mcwd_2011 import classes, ground, volume, water
from headwater.rules.judging import Judgment
from headwater.rules.provision import Criterion
from headwater.rules.world import World

FORMULAS: Mapping[str, Callable[[World], Any]] = {**classes.FORMULAS, **volume.FORMULAS, **ground.FORMULAS}
JUDGES: Mapping[str, Callable[[World, Criterion], Judgment]] = {
    **classes.JUDGES,
    **volume.JUDGES,
    **water.JUDGES,
}
CITED: Mapping[str, str] = {
    "2011.2.agg": "action.counted_site_sf",
    "2011.A.note2": "practice.credit_cf",
    "2011.A.note3": "practice.interception_by",
}
"""The provisions that are arithmetic, each with the formula that carries it."""
