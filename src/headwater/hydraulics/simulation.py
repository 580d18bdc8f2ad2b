"""One storm through a network: from rain on the subcatchments to what passes each outfall.

Owns the model, which serves many storms, the span of a run, and walking again where a tailwater was found that the walk
before did not reckon with. One walk is `walk`'s.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from headwater.hydraulics.devices import FREE
from headwater.hydraulics.network import Network, Pond
from headwater.hydraulics.rating import Levels, OutletGroup, Rating, outlet_groups, rating_of
from headwater.hydraulics.reach import reach_rating
from headwater.hydraulics.results import Run
from headwater.hydraulics.tailwater import Cluster, level_ft, outfall_clusters, units_of
from headwater.hydraulics.tailwater_remarks import ponds_that_felt
from headwater.hydraulics.walk import Grid, Walk
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Runoff

USUAL_STEP_H: Final = 0.01
SHORTEST_SPAN_H: Final = 72.0
LONGEST_SPAN_H: Final = 720.0
# A pond has drained when no more than this share of the water that stood highest above its start is left.
DRAINED_FRACTION: Final = 0.01
ROUNDS: Final = 6


@dataclass(frozen=True, kw_only=True)
class Model:
    """A network made ready: its ratings are worked out once and serve every storm."""

    network: Network

    @cached_property
    def groups(self) -> Mapping[str, tuple[OutletGroup, ...]]:
        """The outlets of every pond, by its id."""
        return {pond.id: outlet_groups(pond) for pond in self.network.ponds}

    @cached_property
    def outfall_clusters(self) -> frozenset[Cluster]:
        """The ponds that have to be solved together for the sake of an outfall's level."""
        return frozenset(outfall_clusters(self.network, self.groups))

    @cached_property
    def ratings(self) -> Mapping[str, Rating]:
        """The rating of every pond and reach, with tailwaters that depend on its own flow alone."""
        outfalls = {outfall.id: outfall for outfall in self.network.outfalls}
        changing = {id_ for cluster in self.outfall_clusters for id_ in cluster}

        def below(pond: Pond) -> Levels | None:
            # Levels that change with time or with the flow of others are met when ponds are solved together.
            if pond.id in changing:
                return None

            def level(to: str | None, flow_cfs: float) -> float:
                outfall = outfalls.get(to or "")
                return FREE if outfall is None else level_ft(outfall, 0.0, flow_cfs)

            return level

        ratings = {pond.id: rating_of(pond, tailwater_ft=below(pond)) for pond in self.network.ponds}
        return ratings | {reach.id: reach_rating(reach) for reach in self.network.reaches}

    def run(
        self,
        storm: Storm,
        *,
        dt_h: float = USUAL_STEP_H,
        span_h: float | None = None,
        keep: Collection[str] | None = None,
        held_step: bool = False,
    ) -> Run:
        """Return what `storm` does to every node.

        Parameters
        ----------
        dt_h
            Time between ordinates; routing takes shorter or longer steps where the error asks for it or allows it.
        span_h
            When the run ends; None lets it go on until all ponds have drained, between 72 and 720 hours.
        keep
            The nodes whose hydrographs the answer holds; None keeps all.
        held_step
            Whether ponds are routed with the ordinates' own step, as a hand computation does.

        Raises
        ------
        OutOfRangeError
            If the step or the span cannot be used.
        NetworkError
            If ponds that act on each other find no common level.
        """
        storm_h = storm.duration_h * storm.repeats
        tried_h = span_h if span_h is not None else max(SHORTEST_SPAN_H, storm_h + 48.0)
        while True:
            run = _Passes(self, storm, dt_h, tried_h, keep, held_step).run()
            if span_h is not None or tried_h >= LONGEST_SPAN_H or _has_drained(self, run):
                return run
            tried_h = min(2 * tried_h, LONGEST_SPAN_H)


def simulate(
    network: Network,
    storm: Storm,
    *,
    dt_h: float = USUAL_STEP_H,
    span_h: float | None = None,
    keep: Collection[str] | None = None,
) -> Run:
    """Return what `storm` does to every node of `network`; `Model.run` with a network that serves once."""
    return Model(network=network).run(storm, dt_h=dt_h, span_h=span_h, keep=keep)


def _has_drained(model: Model, run: Run) -> bool:
    for pond in model.network.ponds:
        answer = run.nodes[pond.id].pond
        if answer is None:
            continue
        rose_cf = answer.peak_storage_cf - answer.start_storage_cf
        left_cf = float(answer.levels.storage_cf[-1]) - answer.start_storage_cf
        lowest_ft = min((group.lowest_ft for group in model.groups[pond.id]), default=math.inf)
        if left_cf > DRAINED_FRACTION * rose_cf and answer.final_ft > lowest_ft + 0.01:
            return False
    return True


class _Passes:
    """Walks of one storm down the network, until no pond is found in a tailwater that the walk did not reckon with."""

    def __init__(
        self,
        model: Model,
        storm: Storm,
        dt_h: float,
        span_h: float,
        keep: Collection[str] | None,
        held_step: bool,
    ) -> None:
        self.model, self.storm, self.dt_h, self.span_h = model, storm, dt_h, span_h
        self.keep, self.held_step = keep, held_step
        self.runoffs: dict[str, Runoff] = {}

    def run(self) -> Run:
        clusters = set(self.model.outfall_clusters)
        for _ in range(ROUNDS):
            units, dropped = units_of(self.model.network, clusters)
            walk = Walk(
                network=self.model.network,
                groups=self.model.groups,
                ratings=self.model.ratings,
                runoffs=self.runoffs,
                storm=self.storm,
                grid=Grid(dt_h=self.dt_h, span_h=self.span_h),
                keep=self.keep,
                held_step=self.held_step,
                units=units,
                dropped=dropped,
                changing=frozenset(id_ for cluster in self.model.outfall_clusters for id_ in cluster),
            )
            walk.run()
            found = ponds_that_felt(self.model.network, self.model.groups, walk.answers) - clusters
            if not found:
                break
            clusters |= found
        return walk.answer()
