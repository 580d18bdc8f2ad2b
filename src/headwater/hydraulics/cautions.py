"""What a run has to say of its nodes besides the answers, each thing graded.

Owns the words and the limits; `docs/reference/cautions.md` lists the codes.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from headwater.caution import Caution
from headwater.hydraulics.network import Pond
from headwater.hydraulics.results import PondAnswer
from headwater.hydraulics.routing import Excess

NEAR_TOP_FT: Final = 0.1
ON_STAGE_FT: Final = 0.005
# A reach so many times its characteristic length loses peak: 14 % at 1,300 ft of a ditch, against EPA SWMM.
LONG_REACH: Final = 5.0
# Turns of a flow that are more than a storm gives: each by at least this share of the peak.
MOST_TURNS: Final = 12
TURN_FRACTION: Final = 0.01


def storage_exceeded(where: str, kind: str, excess: Excess) -> Caution:
    """Say that a node could not hold or carry its water, when, and by how much."""
    what = "storage" if kind == "pond" else "capacity"
    return Caution(
        grade="error",
        code="storage-exceeded",
        where=where,
        text=f"the {what} of {kind} {where} is exceeded at {excess.time_h:.2f} h; {excess.short_cf:,.0f} cf more would "
        "have to be held; no answer is given for it: extend its stage table or its outlets",
    )


def not_computed(where: str, kind: str, because: str) -> Caution:
    """Say that a node has no answer because one above has none."""
    return Caution(
        grade="error",
        code="not-computed",
        where=where,
        text=f"{kind} {where} is not computed, as {because} above it has no answer",
    )


def mass_residual(where: str, residual_fraction: float) -> Caution:
    """Say that water was lost or gained on the way."""
    return Caution(
        grade="error",
        code="mass-residual",
        where=where,
        text=f"{abs(residual_fraction):.2%} of the water at {where} is "
        f"{'lost' if residual_fraction > 0 else 'gained'}; expected under 0.1 %; take a shorter time step",
    )


def peak_at_end(where: str, span_h: float) -> Caution:
    """Say that a flow or level was still rising when the run ended."""
    return Caution(
        grade="warning",
        code="peak-at-end",
        where=where,
        text=f"the peak of {where} stands at the end of the run, {span_h:g} h; a longer run may find a higher one",
    )


def run_shorter_than_storm(span_h: float, storm_h: float, storm: str) -> Caution:
    """Say that part of the storm was left out."""
    return Caution(
        grade="warning",
        code="run-shorter-than-storm",
        where=storm,
        text=f"the run ends at {span_h:g} h and storm {storm} at {storm_h:g} h; rain after the end is in no depth or "
        "volume; make the run longer",
    )


def stage_near_top(where: str, answer: PondAnswer) -> Caution | None:
    """Say that a pool comes close to the top of its table."""
    left_ft = answer.top_ft - answer.peak_elevation_ft
    if left_ft >= NEAR_TOP_FT:
        return None
    return Caution(
        grade="warning",
        code="stage-near-top",
        where=where,
        text=f"pond {where} rises to {answer.peak_elevation_ft:.2f} ft, {max(left_ft, 0.0):.2f} ft below the top of "
        "its storage; a little more water exceeds it",
    )


def tailwater_above_invert(where: str, to: str, level_ft: float, invert_ft: float) -> Caution:
    """Say that the water below a pond stands above its lowest outlet, and so was reckoned with."""
    return Caution(
        grade="note",
        code="tailwater-above-invert",
        where=where,
        text=f"{to} below pond {where} stands up to {level_ft:.2f} ft, above the outlet at {invert_ft:.2f} ft; the "
        "flow is worked out with that tailwater",
    )


def tailwater_not_followed(where: str, by_way_of: str, pond: str, level_ft: float, invert_ft: float) -> Caution:
    """Say that a tailwater was left out, since something stands between the ponds."""
    return Caution(
        grade="warning",
        code="tailwater-not-followed",
        where=where,
        text=f"{pond} stands up to {level_ft:.2f} ft, above the outlet of pond {where} at {invert_ft:.2f} ft, "
        f"which discharges to it by way of {by_way_of}; that tailwater is left out: let {where} discharge to it "
        "directly",
    )


def crest_between_stages(pond: Pond) -> list[Caution]:
    """Say which outlets begin between two listed stages, where the storage is drawn between them."""
    listed = pond.storage.stages_ft()
    found = []
    for outlet in pond.outlets:
        invert_ft = outlet.device.invert_ft
        inside = pond.storage.bottom_ft < invert_ft < pond.storage.top_ft
        if inside and min(abs(invert_ft - stage_ft) for stage_ft in listed) > ON_STAGE_FT:
            found.append(
                Caution(
                    grade="note",
                    code="crest-between-stages",
                    where=pond.id,
                    text=f"outlet {outlet.id} of pond {pond.id} begins at {invert_ft:.2f} ft, between two listed "
                    "stages; the storage there is drawn between them",
                )
            )
    return found


def reach_flattens(where: str, length_ft: float, longest_ft: float) -> Caution | None:
    """Say that a reach is too long to be one storage."""
    times = length_ft / longest_ft
    if times <= LONG_REACH:
        return None
    return Caution(
        grade="warning",
        code="reach-flattens",
        where=where,
        text=f"reach {where} is {times:.0f} times the {longest_ft:,.0f} ft up to which one storage flattens a flood as "
        "the channel does, so its peak comes out low; take Muskingum-Cunge",
    )


def oscillation(where: str, flow_cfs: NDArray[np.float64]) -> Caution | None:
    """Say that a flow goes up and down oftener than a storm makes it."""
    peak_cfs = float(np.abs(flow_cfs).max(initial=0.0))
    # Between two turns a flow only rises or only falls, so its turns and ends are all that has to be looked at.
    slopes = np.sign(np.diff(flow_cfs))
    ends = np.flatnonzero(np.diff(slopes)) + 1
    turns, direction, extreme = 0, 0, float(flow_cfs[0])
    for value in [*flow_cfs[ends].tolist(), float(flow_cfs[-1])]:
        if (direction >= 0 and value > extreme) or (direction <= 0 and value < extreme):
            if direction == 0 and abs(value - extreme) > TURN_FRACTION * peak_cfs:
                direction = 1 if value > extreme else -1
            if direction:
                extreme = value
        elif abs(value - extreme) > TURN_FRACTION * peak_cfs:
            turns, direction, extreme = turns + 1, -direction, value
    if turns <= MOST_TURNS:
        return None
    return Caution(
        grade="warning",
        code="oscillation",
        where=where,
        text=f"the flow of {where} turns {turns} times; its rating may jump or its storage be too small for its "
        "outlets; look at the hydrograph",
    )
