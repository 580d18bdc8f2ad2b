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
from headwater.hydraulics.grid import Grid
from headwater.hydraulics.network import Network, Pond
from headwater.hydraulics.outcomes import Outcome
from headwater.hydraulics.rating import Levels, OutletGroup, Rating, outlet_groups, rating_of
from headwater.hydraulics.reach import reach_rating
from headwater.hydraulics.results import Run
from headwater.hydraulics.tailwater import Cluster, level_ft, outfall_clusters, units_of
from headwater.hydraulics.tailwater_remarks import ponds_that_felt
from headwater.hydraulics.walk import Walk
from headwater.hydrology.storm import Storm

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

    @cached_property
    def may_back_up(self) -> bool:
        """Whether any pond could stand above the outlets of one that discharges to it."""
        tops_ft = {pond.id: pond.storage.top_ft for pond in self.network.ponds}
        return any(
            group.lowest_ft < tops_ft.get(group.to or "", -math.inf)
            for groups in self.groups.values()
            for group in groups
        )

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
            run = _walk(self, storm, Grid(dt_h=dt_h, span_h=tried_h), keep, held_step)
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


def _walk(model: Model, storm: Storm, grid: Grid, keep: Collection[str] | None, held_step: bool) -> Run:
    """Walk down the network until no pond is found in a tailwater that the walk did not reckon with."""
    clusters = set(model.outfall_clusters)
    changing = frozenset(id_ for cluster in clusters for id_ in cluster)
    before: Mapping[str, Outcome] = {}
    apart: frozenset[str] = frozenset()
    for _ in range(ROUNDS):
        units, dropped = units_of(model.network, clusters)
        walk = Walk(
            network=model.network,
            groups=model.groups,
            ratings=model.ratings,
            storm=storm,
            grid=grid,
            keep=keep,
            held_step=held_step,
            units=units,
            dropped=dropped,
            changing=changing,
            remember=model.may_back_up,
            before=before,
            apart=apart,
        )
        walk.run()
        found = ponds_that_felt(model.network, model.groups, walk.answers) - clusters
        if not found:
            break
        clusters |= found
        before, apart = walk.outcomes, frozenset(id_ for cluster in found for id_ in cluster)
    return walk.answer()
