"""The drainage model of a plan as a network that water can run through.

Owns what becomes of each node; land, storages and outlets are made by the modules of those names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from headwater.caution import Caution
from headwater.errors import IncompleteModelError
from headwater.hydraulics.network import (
    FixedTailwater,
    Link,
    Network,
    Outfall,
    Pond,
    RatedTailwater,
    Reach,
    ReachMethod,
    Split,
    Tailwater,
    TimedTailwater,
)
from headwater.hydraulics.pipe_sections import BoxSection, CircularSection
from headwater.hydraulics.sections import Section, TrapezoidalSection
from headwater.hydrology.hydrograph import Hydrograph, imported
from headwater.plan import model as stated
from headwater.plan.drainage_gaps import Gap, gaps_of
from headwater.plan.outlets import DISCARDED
from headwater.review.analysis.floats import due, fraction, name_of, number, plain, whole
from headwater.review.analysis.land import Land, land_of
from headwater.review.analysis.outlets import outlets_of
from headwater.review.analysis.storages import storage_of

SHOWN_GAPS = 20
# A hydrograph that comes in is kept at its own times; a minute is finer than any that is written by hand.
INFLOW_STEP_H = 1 / 60
BEYOND_CFS = 1e6


@dataclass(frozen=True, kw_only=True)
class Model:
    """A network, the land of each of its subcatchments, and what is to be said of the whole."""

    condition: str
    network: Network
    land: tuple[Land, ...]
    cautions: tuple[Caution, ...]


def model_of(drainage: stated.Drainage, condition: str) -> Model:
    """Return the drainage of the land in one condition as a network.

    Raises
    ------
    IncompleteModelError
        If something is left out that a computation needs; the message names all of it.
    NetworkError
        If water cannot run through it.
    OutOfRangeError, UnknownNameError
        If a number or a name cannot be used.
    """
    gaps = gaps_of(drainage, condition)
    if gaps:
        raise IncompleteModelError(_told(gaps, condition))
    drained: stated.DrainageModel = getattr(drainage, condition)
    land = tuple(land_of(subcatchment, drainage.runoff) for subcatchment in drained.subcatchments or ())
    network = Network(
        subcatchments=tuple(piece.subcatchment for piece in land),
        ponds=tuple(_pond(pond) for pond in drained.ponds or ()),
        reaches=tuple(_reach(reach) for reach in drained.reaches or ()),
        links=tuple(_link(link) for link in drained.links or ()),
        outfalls=tuple(_outfall(outfall) for outfall in drained.outfalls or ()),
    )
    cautions = tuple(caution for piece in land for caution in piece.cautions)
    return Model(condition=condition, network=network, land=land, cautions=cautions)


def _told(gaps: Sequence[Gap], condition: str) -> str:
    named = "; ".join(
        f"{gap.field}{'' if gap.line is None else f' (line {gap.line})'}"
        + (f", or one of {', '.join(gap.keys)}" if len(gap.keys) > 1 else "")
        for gap in gaps[:SHOWN_GAPS]
    )
    more = "" if len(gaps) <= SHOWN_GAPS else f"; and {len(gaps) - SHOWN_GAPS} more"
    return (
        f"the drainage model {condition!r} cannot be run: {_count(gaps)} unknown; expected all that a run "
        f"needs; write {named}{more}"
    )


def _count(gaps: Sequence[Gap]) -> str:
    return "1 value is" if len(gaps) == 1 else f"{len(gaps)} values are"


def _pond(pond: stated.Pond) -> Pond:
    storage = storage_of(pond)
    return Pond(
        id=pond.id.text,
        storage=storage,
        outlets=outlets_of(pond, storage),
        start_ft=number(pond.starting),
        series="junction" if pond.series is not None and pond.series.text == "junction" else "limited",
    )


def _reach(reach: stated.AnyReach) -> Reach:
    method: ReachMethod = "Muskingum-Cunge"
    if reach.method is not None and reach.method.text == "storage-indication":
        moved = reach.translation is None or reach.translation.answer
        method = "storage-indication with translation" if moved else "storage-indication"
    return Reach(
        id=reach.id.text,
        to=name_of(reach.to),
        section=_section(reach),
        length_ft=due(reach.length),
        slope_fraction=due(reach.slope),
        method=method,
        side_by_side=whole(reach.count),
    )


def _section(reach: stated.AnyReach) -> Section:
    manning_n = plain(reach.roughness) or 0.0
    if isinstance(reach, stated.ChannelReach):
        side_slope_h_per_v = number(reach.side_slope) or 0.0
        return TrapezoidalSection(
            bottom_width_ft=due(reach.bottom_width),
            left_slope_h_per_v=side_slope_h_per_v,
            right_slope_h_per_v=side_slope_h_per_v,
            depth_ft=due(reach.depth),
            manning_n=manning_n,
        )
    if reach.diameter is not None:
        return CircularSection(diameter_ft=due(reach.diameter), manning_n=manning_n)
    if reach.width is None or reach.height is None:
        raise IncompleteModelError(
            f"reach {reach.id.text!r}: its size is unknown; expected a diameter, or width and height; write it"
        )
    return BoxSection(width_ft=due(reach.width), rise_ft=due(reach.height), manning_n=manning_n)


def _link(link: stated.Link) -> Link:
    return Link(
        id=link.id.text,
        to=name_of(link.to),
        splits=tuple(_split(split, link.id.text) for split in link.splits or ()),
        inflow=_inflow(link),
    )


def _split(split: stated.Split, link: str) -> Split:
    named = name_of(split.to)
    to = None if named == DISCARDED else named
    if split.share is not None:
        return Split(to=to, curve_cfs=((0.0, 0.0), (BEYOND_CFS, BEYOND_CFS * fraction(split.share))))
    if split.above is not None:
        above_cfs = due(split.above)
        dry = ((0.0, 0.0),) if above_cfs > 0 else ()
        return Split(to=to, curve_cfs=(*dry, (above_cfs, 0.0), (above_cfs + BEYOND_CFS, BEYOND_CFS)))
    points = tuple(
        (due(point.inflow), due(point.flow))
        for point in split.curve or ()
        if point.inflow is not None and point.flow is not None
    )
    if not points:
        raise IncompleteModelError(
            f"link {link!r}: how much goes to {named!r} is unknown; expected a curve, a share or a flow above "
            "which all goes there; write one of them"
        )
    return Split(to=to, curve_cfs=points)


def _inflow(link: stated.Link) -> Hydrograph | None:
    if not link.inflow:
        return None
    time_h = [due(point.time) for point in link.inflow if point.time is not None]
    flow_cfs = [due(point.flow) for point in link.inflow if point.flow is not None]
    step_h = min([INFLOW_STEP_H, *np.diff(time_h).tolist()])
    return imported(time_h, flow_cfs, dt_h=step_h, span_h=max(time_h[-1], step_h))


def _outfall(outfall: stated.Outfall) -> Outfall:
    return Outfall(id=outfall.id.text, tailwater=_tailwater(outfall))


def _tailwater(outfall: stated.Outfall) -> Tailwater | None:
    if outfall.tailwater is not None:
        return FixedTailwater(elevation_ft=number(outfall.tailwater))
    if outfall.tailwater_curve:
        return RatedTailwater(
            curve=tuple(
                (due(point.flow), due(point.elevation))
                for point in outfall.tailwater_curve
                if point.flow is not None and point.elevation is not None
            )
        )
    if outfall.tailwater_series:
        return TimedTailwater(
            series=tuple(
                (due(point.time), due(point.elevation))
                for point in outfall.tailwater_series
                if point.time is not None and point.elevation is not None
            )
        )
    return None
