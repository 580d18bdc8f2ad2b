"""One walk of a storm down a network: each node is given what comes from above and hands on what leaves it.

Owns the order of events and the balance of the whole. What one node makes of its water is `outcomes`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import numpy as np

from headwater.caution import Caution
from headwater.hydraulics import cautions
from headwater.hydraulics.backwater import Boundary
from headwater.hydraulics.grid import Floats, Grid
from headwater.hydraulics.network import Link, Network, Node, Outfall, Pond, Reach, targets_of
from headwater.hydraulics.outcomes import (
    SLIGHT_CF,
    Outcome,
    link_outcome,
    not_computed,
    outcomes_together,
    outfall_outcome,
    pond_outcome,
    reach_outcome,
    subcatchment_outcome,
)
from headwater.hydraulics.rating import OutletGroup, Rating
from headwater.hydraulics.results import NodeAnswer, Run
from headwater.hydraulics.tailwater import Cluster, boundary_of
from headwater.hydraulics.tailwater_remarks import tailwater_cautions
from headwater.hydrology.hydrograph import Hydrograph
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Subcatchment, runoff_hydrograph

GRADES: Final = ("error", "warning", "note")


class Walk:
    """One walk; its parts are filled as it goes.

    `before` holds the outcomes of a walk made earlier, in which every pond of `apart` was still taken alone: a node
    that lies below none of them has the same outcome again. `remember` says whether a later walk may ask for this
    one's.
    """

    def __init__(
        self,
        *,
        network: Network,
        groups: Mapping[str, tuple[OutletGroup, ...]],
        ratings: Mapping[str, Rating],
        storm: Storm,
        grid: Grid,
        keep: Collection[str] | None,
        held_step: bool,
        units: tuple[tuple[str, ...], ...],
        dropped: set[Cluster],
        changing: frozenset[str],
        remember: bool,
        before: Mapping[str, Outcome] | None = None,
        apart: frozenset[str] = frozenset(),
    ) -> None:
        self.network, self.groups, self.ratings = network, groups, ratings
        self.storm, self.grid, self.keep, self.held_step = storm, grid, keep, held_step
        self.units, self.dropped, self.changing = units, dropped, changing
        self.remember, self.before, self.altered = remember, before or {}, set(apart)
        self.outcomes: dict[str, Outcome] = {}
        self.arriving: dict[str, dict[str, Floats]] = {}
        self.answers: dict[str, NodeAnswer] = {}
        self.hydrographs: dict[str, Hydrograph] = {}
        self.inflows: dict[str, Hydrograph] = {}
        self.because: dict[str, str] = {}
        self.cautions: list[Caution] = []
        self.came_cf = self.left_cf = self.stayed_cf = 0.0

    def run(self) -> None:
        """Visit every unit in its order."""
        storm_h = self.storm.duration_h * self.storm.repeats
        if self.grid.span_h < storm_h:
            self.cautions.append(cautions.run_shorter_than_storm(self.grid.span_h, storm_h, self.storm.id))
        for unit in self.units:
            for id_, outcome in self._outcomes(unit).items():
                self._take(self.network.nodes[id_], outcome)

    def _outcomes(self, unit: tuple[str, ...]) -> Mapping[str, Outcome]:
        nodes = [self.network.nodes[id_] for id_ in unit]
        blocked = next((self.because[id_] for id_ in unit if id_ in self.because), None)
        if blocked is not None:
            return {node.id: not_computed(node, blocked) for node in nodes}
        # What stands in a changing tailwater may feel flows that do not come to it.
        if all(id_ in self.before and id_ not in self.altered | self.changing for id_ in unit):
            return {id_: self.before[id_] for id_ in unit}
        self.altered.update(target for node in nodes for target in targets_of(node))
        inflows = {id_: self._arrived(id_) for id_ in unit}
        if len(unit) > 1 or unit[0] in self.changing:
            return outcomes_together(
                [node for node in nodes if isinstance(node, Pond)],
                ratings=self.ratings,
                groups=self.groups,
                inflows=inflows,
                boundaries=self._boundaries(unit),
                grid=self.grid,
            )
        return {unit[0]: self._outcome(nodes[0], inflows[unit[0]])}

    def _outcome(self, node: Node, inflow: Floats) -> Outcome:
        match node:
            case Pond():
                return pond_outcome(node, self.ratings[node.id], inflow, self.grid, held_step=self.held_step)
            case Reach():
                return reach_outcome(node, self.ratings[node.id], inflow, self.grid)
            case Link():
                return link_outcome(node, inflow, self.grid)
            case Outfall():
                return outfall_outcome(node, inflow, self.grid)
            case Subcatchment():
                runoff = runoff_hydrograph(node, self.storm, dt_h=self.grid.dt_h, span_h=self.grid.span_h)
                return subcatchment_outcome(node, runoff, self.grid)

    def _take(self, node: Node, outcome: Outcome) -> None:
        """Enter the outcome of a node, and hand its water on."""
        self.arriving.pop(node.id, None)
        self.answers[node.id] = outcome.answer
        self.cautions += outcome.cautions
        self.came_cf += outcome.came_cf
        self.left_cf += outcome.left_cf
        self.stayed_cf += outcome.stayed_cf
        if self.remember:
            self.outcomes[node.id] = outcome
        for to, flow in outcome.sends.items():
            self.arriving.setdefault(to, {})[node.id] = flow
        if outcome.answer.status != "computed":
            for target in targets_of(node):
                self.because.setdefault(target, outcome.answer.because or node.id)
        if self.keep is None or node.id in self.keep:
            if outcome.outflow is not None:
                self.hydrographs[node.id] = outcome.outflow
            if outcome.inflow is not None:
                self.inflows[node.id] = outcome.inflow

    def _arrived(self, id_: str) -> Floats:
        """Return the sum of what comes to a node, in the order of the ids, so that no other order changes a bit."""
        total = np.zeros(self.grid.ordinates)
        for _, flow in sorted(self.arriving.get(id_, {}).items()):
            total = total + flow
        return total

    def _boundaries(self, unit: tuple[str, ...]) -> dict[str, Boundary]:
        """Return the level at each outfall that the ponds discharge to, the flow of others counted in."""
        found: dict[str, Boundary] = {}
        for id_ in unit:
            for group in self.groups[id_]:
                outfall = self.network.nodes.get(group.to or "")
                if isinstance(outfall, Outfall) and outfall.tailwater is not None:
                    others = [flow for source, flow in self.arriving.get(outfall.id, {}).items() if source not in unit]
                    found[outfall.id] = boundary_of(outfall, others, dt_h=self.grid.dt_h)
        return found

    def answer(self) -> Run:
        """Return what the walk found."""
        self.cautions += tailwater_cautions(self.network, self.groups, self.answers, self.dropped)
        complete = all(node.status == "computed" for node in self.answers.values())
        residual = (self.came_cf - self.left_cf - self.stayed_cf) / max(self.came_cf, SLIGHT_CF)
        return Run(
            storm=self.storm,
            dt_h=self.grid.dt_h,
            span_h=self.grid.span_h,
            nodes={id_: self.answers[id_] for id_ in self.network.nodes},
            hydrographs=self.hydrographs,
            inflows=self.inflows,
            cautions=tuple(sorted(dict.fromkeys(self.cautions), key=_gravest_first)),
            mass_residual_fraction=residual if complete else None,
        )


def _gravest_first(caution: Caution) -> tuple[int, str, str, str]:
    return GRADES.index(caution.grade), caution.code, caution.where, caution.text
