"""One walk of a storm down a network: each node is given what comes from above and hands on what leaves it.

Owns the order of events, the balance of water, and what is said when a node has no answer. How one node passes water on
is `routing`'s, `backwater`'s and `reach`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from headwater.caution import Caution
from headwater.hydraulics import cautions
from headwater.hydraulics.backwater import Boundary, Pool, route_together
from headwater.hydraulics.network import Link, Network, Outfall, Pond, Reach, kind_of, targets_of
from headwater.hydraulics.rating import OutletGroup, Rating
from headwater.hydraulics.reach import route_reach
from headwater.hydraulics.results import Flow, NodeAnswer, PondAnswer, PoolLevels, ReachAnswer, Run, Shortfall
from headwater.hydraulics.routing import S_PER_H, Excess, flow_at_ordinates, flow_from_volume, route
from headwater.hydraulics.splits import split_cfs
from headwater.hydraulics.tailwater import Cluster, boundary_of
from headwater.hydraulics.tailwater_remarks import tailwater_cautions
from headwater.hydrology.hydrograph import Hydrograph, ordinates_of
from headwater.hydrology.storm import Storm
from headwater.hydrology.subcatchment import Runoff, Subcatchment, runoff_hydrograph

Floats = NDArray[np.float64]

CF_PER_ACFT: Final = 43_560.0
MOST_RESIDUAL_FRACTION: Final = 0.001
SLIGHT_CF: Final = 1.0


@dataclass(frozen=True, kw_only=True)
class Grid:
    """The times of all hydrographs of a run."""

    dt_h: float
    span_h: float

    @property
    def ordinates(self) -> int:
        """How many ordinates there are."""
        return ordinates_of(self.span_h, dt_h=self.dt_h)

    def volume_cf(self, flow_cfs: Floats) -> float:
        """Return the volume under straight lines between ordinates, which is what routing passes on."""
        return float(flow_cfs.sum() - (flow_cfs[0] + flow_cfs[-1]) / 2) * self.dt_h * S_PER_H


class Walk:
    """One walk; its parts are filled as it goes."""

    def __init__(
        self,
        *,
        network: Network,
        groups: Mapping[str, tuple[OutletGroup, ...]],
        ratings: Mapping[str, Rating],
        runoffs: dict[str, Runoff],
        storm: Storm,
        grid: Grid,
        keep: Collection[str] | None,
        held_step: bool,
        units: tuple[tuple[str, ...], ...],
        dropped: set[Cluster],
        changing: frozenset[str],
    ) -> None:
        self.network, self.groups, self.ratings, self.runoffs = network, groups, ratings, runoffs
        self.storm, self.grid, self.keep, self.held_step = storm, grid, keep, held_step
        self.units, self.dropped, self.changing = units, dropped, changing
        self.ordinates = grid.ordinates
        self.solved_together: set[Cluster] = set()
        self.arriving: dict[str, dict[str, Floats]] = {}
        self.answers: dict[str, NodeAnswer] = {}
        self.hydrographs: dict[str, Hydrograph] = {}
        self.inflows: dict[str, Hydrograph] = {}
        self.because: dict[str, str] = {}
        self.cautions: list[Caution] = []
        self.came_cf = self.left_cf = self.stayed_cf = 0.0

    # ---- the walk --------------------------------------------------------------------------------------------------
    def run(self) -> None:
        """Visit every unit in its order."""
        storm_h = self.storm.duration_h * self.storm.repeats
        if self.grid.span_h < storm_h:
            self.cautions.append(cautions.run_shorter_than_storm(self.grid.span_h, storm_h, self.storm.id))
        for unit in self.units:
            blocked = next((self.because[id_] for id_ in unit if id_ in self.because), None)
            if blocked is not None:
                for id_ in unit:
                    self._not_computed(id_, blocked)
            elif len(unit) > 1 or unit[0] in self.changing:
                self._ponds(unit)
            else:
                self._node(unit[0])

    def _node(self, id_: str) -> None:
        match self.network.nodes[id_]:
            case Subcatchment() as subcatchment:
                self._subcatchment(subcatchment)
            case Pond() as pond:
                self._pond(pond)
            case Reach() as reach:
                self._reach(reach)
            case Link() as link:
                self._link(link)
            case Outfall() as outfall:
                self._outfall(outfall)

    def _not_computed(self, id_: str, because: str) -> None:
        node = self.network.nodes[id_]
        self.arriving.pop(id_, None)
        self.answers[id_] = NodeAnswer(id=id_, kind=kind_of(node), status="not computed", because=because)
        self.cautions.append(cautions.not_computed(id_, kind_of(node), because))
        for target in targets_of(node):
            self.because.setdefault(target, because)

    def _fails(self, id_: str, inflow: Floats, excess: Excess) -> None:
        node = self.network.nodes[id_]
        self.answers[id_] = NodeAnswer(
            id=id_,
            kind=kind_of(node),
            status="storage exceeded",
            inflow=self._flow(inflow),
            shortfall=Shortfall(time_h=excess.time_h, short_cf=excess.short_cf),
        )
        self.cautions.append(cautions.storage_exceeded(id_, kind_of(node), excess))
        for target in targets_of(node):
            self.because.setdefault(target, id_)

    # ---- nodes -----------------------------------------------------------------------------------------------------
    def _subcatchment(self, subcatchment: Subcatchment) -> None:
        runoff = self.runoffs.get(subcatchment.id)
        if runoff is None:
            runoff = runoff_hydrograph(subcatchment, self.storm, dt_h=self.grid.dt_h, span_h=self.grid.span_h)
            self.runoffs[subcatchment.id] = runoff
        flow = Flow(peak_cfs=runoff.peak.flow_cfs, time_of_peak_h=runoff.peak.time_h, volume_acft=runoff.volume_acft)
        self.came_cf += self.grid.volume_cf(runoff.hydrograph.flow_cfs)
        self.cautions += runoff.cautions
        self.answers[subcatchment.id] = NodeAnswer(
            id=subcatchment.id,
            kind="subcatchment",
            status="computed",
            inflow=flow,
            outflow=flow,
            to={subcatchment.to: flow},
            runoff_in=runoff.depth_in,
        )
        self._keep(subcatchment.id, runoff.hydrograph, None)
        self._send(subcatchment.id, subcatchment.to, runoff.hydrograph.flow_cfs)

    def _link(self, link: Link) -> None:
        inflow = self._arrived(link.id)
        if link.inflow is not None:
            own = np.zeros(self.ordinates)
            grid_h = np.arange(self.ordinates) * self.grid.dt_h
            own[:] = np.interp(grid_h, link.inflow.time_h, link.inflow.flow_cfs, left=0.0, right=0.0)
            self.came_cf += self.grid.volume_cf(own)
            inflow = inflow + own
        left = inflow
        parts: dict[str | None, Floats] = {}
        for split in link.splits:
            share = np.minimum(split_cfs(split, inflow), left)
            left = left - share
            parts[split.to] = parts.get(split.to, np.zeros(self.ordinates)) + share
        parts[link.to] = parts.get(link.to, np.zeros(self.ordinates)) + left
        self._passes_on(link.id, inflow, parts, stored_cf=0.0)

    def _outfall(self, outfall: Outfall) -> None:
        inflow = self._arrived(outfall.id)
        flow = self._flow(inflow)
        self.left_cf += self.grid.volume_cf(inflow)
        self.answers[outfall.id] = NodeAnswer(
            id=outfall.id, kind="outfall", status="computed", inflow=flow, outflow=flow, mass_residual_fraction=0.0
        )
        hydrograph = Hydrograph(dt_h=self.grid.dt_h, flow_cfs=inflow)
        self._keep(outfall.id, hydrograph, hydrograph)
        self._peak_within(outfall.id, inflow)

    def _reach(self, reach: Reach) -> None:
        inflow = self._arrived(reach.id)
        routed = route_reach(Hydrograph(dt_h=self.grid.dt_h, flow_cfs=inflow), reach, self.ratings[reach.id])
        if routed.excess is not None:
            self._fails(reach.id, inflow, routed.excess)
            return
        answer = ReachAnswer(
            peak_depth_ft=routed.peak_depth_ft,
            peak_velocity_fps=routed.peak_velocity_fps,
            capacity_cfs=routed.capacity_cfs,
            travel_min=routed.travel_min,
            translation_min=routed.translation_min,
        )
        self._passes_on(reach.id, inflow, {reach.to: routed.outflow.flow_cfs}, stored_cf=routed.stored_cf, reach=answer)
        self._say(cautions.oscillation(reach.id, routed.outflow.flow_cfs))
        if routed.longest_ft is not None:
            self._say(cautions.reach_flattens(reach.id, reach.length_ft, routed.longest_ft))

    def _pond(self, pond: Pond) -> None:
        inflow = self._arrived(pond.id)
        rating = self.ratings[pond.id]
        start_ft = rating.stage_ft[0] if pond.start_ft is None else pond.start_ft
        routed = route(
            Hydrograph(dt_h=self.grid.dt_h, flow_cfs=inflow), rating, start_ft=start_ft, held_step=self.held_step
        )
        if routed.excess is not None:
            self._fails(pond.id, inflow, routed.excess)
            return
        places = np.arange(len(rating.stage_ft))
        parts = {
            to: flow_at_ordinates(
                routed.time_h,
                np.interp(routed.position, places, flows_cfs),
                dt_h=self.grid.dt_h,
                ordinates=self.ordinates,
                subdivided=routed.subdivided,
            )
            for to, flows_cfs in rating.by_destination_cfs.items()
        }
        self._pond_answer(pond, inflow, routed.time_h, routed.stage_ft, routed.storage_cf, parts)

    def _ponds(self, unit: tuple[str, ...]) -> None:
        """Solve several ponds together, or one whose tailwater changes."""
        inflows = {id_: self._arrived(id_) for id_ in unit}
        pools = []
        for id_ in unit:
            pond = self._pond_of(id_)
            rating = self.ratings[id_]
            pools.append(
                Pool(
                    id=id_,
                    rating=rating,
                    start_ft=rating.stage_ft[0] if pond.start_ft is None else pond.start_ft,
                    groups=self.groups[id_],
                    inflow=Hydrograph(dt_h=self.grid.dt_h, flow_cfs=inflows[id_]),
                )
            )
        together = route_together(pools, self._boundaries(unit), dt_h=self.grid.dt_h, span_h=self.grid.span_h)
        self.solved_together.add(frozenset(unit))
        if together.excess:
            for id_ in unit:
                if id_ in together.excess:
                    self._fails(id_, inflows[id_], together.excess[id_])
            failed = min(together.excess)
            for id_ in unit:
                if id_ not in together.excess:
                    self._not_computed(id_, failed)
            return
        parts = {
            key: flow_from_volume(
                together.time_h, flow_cfs, together.passed_cf[key], dt_h=self.grid.dt_h, ordinates=self.ordinates
            )
            for key, flow_cfs in together.flow_cfs.items()
        }
        for id_ in unit:
            inflow = inflows[id_]
            for (source, to), flow in sorted(parts.items(), key=lambda item: item[0][0]):
                if to == id_ and source != id_:
                    inflow = inflow + flow
            self._pond_answer(
                self._pond_of(id_),
                inflow,
                together.time_h,
                together.stage_ft[id_],
                together.storage_cf[id_],
                {to: flow for (source, to), flow in parts.items() if source == id_},
                within=unit,
            )

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

    def _pond_of(self, id_: str) -> Pond:
        node = self.network.nodes[id_]
        assert isinstance(node, Pond)
        return node

    def _pond_answer(
        self,
        pond: Pond,
        inflow: Floats,
        time_h: Floats,
        stage_ft: Floats,
        storage_cf: Floats,
        parts: Mapping[str | None, Floats],
        within: tuple[str, ...] = (),
    ) -> None:
        highest = int(np.argmax(stage_ft))
        peak_ft = float(stage_ft[highest])
        answer = PondAnswer(
            start_ft=float(stage_ft[0]),
            start_storage_cf=float(storage_cf[0]),
            peak_elevation_ft=peak_ft,
            time_of_peak_elevation_h=float(time_h[highest]),
            peak_storage_cf=float(storage_cf[highest]),
            peak_area_sf=pond.storage.area_sf(peak_ft),
            top_ft=pond.storage.top_ft,
            final_ft=float(stage_ft[-1]),
            levels=PoolLevels(time_h=time_h, stage_ft=stage_ft, storage_cf=storage_cf),
            device_flows_cfs={outlet.id: outlet.device.flow_cfs(peak_ft) for outlet in pond.outlets},
            detention_min=_detention_min(inflow, parts.values(), self.grid.dt_h),
        )
        # Of ponds solved together, what one hands to another is in the other's inflow already.
        self._passes_on(
            pond.id,
            inflow,
            parts,
            stored_cf=float(storage_cf[-1] - storage_cf[0]),
            base_cf=float(storage_cf[0]),
            pond=answer,
            within=within,
        )
        self.cautions += cautions.crest_between_stages(pond)
        self._say(cautions.stage_near_top(pond.id, answer))
        for flow in parts.values():
            self._say(cautions.oscillation(pond.id, flow))
        if highest == len(time_h) - 1 and peak_ft > answer.start_ft:
            self.cautions.append(cautions.peak_at_end(pond.id, self.grid.span_h))

    # ---- what all nodes share --------------------------------------------------------------------------------------
    def _passes_on(
        self,
        id_: str,
        inflow: Floats,
        parts: Mapping[str | None, Floats],
        *,
        stored_cf: float,
        base_cf: float = 0.0,
        pond: PondAnswer | None = None,
        reach: ReachAnswer | None = None,
        within: tuple[str, ...] = (),
    ) -> None:
        """Give a node its answer and hand its water on."""
        surface = np.zeros(self.ordinates)
        for to in sorted(to for to in parts if to is not None):
            surface = surface + parts[to]
            if to not in within:
                self._send(id_, to, parts[to])
        gone = parts.get(None)
        in_cf, out_cf = self.grid.volume_cf(inflow), self.grid.volume_cf(surface)
        gone_cf = 0.0 if gone is None else self.grid.volume_cf(gone)
        self.left_cf += gone_cf
        self.stayed_cf += stored_cf
        lost_cf = in_cf - out_cf - gone_cf - stored_cf
        residual_fraction = lost_cf / max(in_cf + base_cf, SLIGHT_CF)
        if abs(residual_fraction) > MOST_RESIDUAL_FRACTION and abs(lost_cf) > SLIGHT_CF:
            self.cautions.append(cautions.mass_residual(id_, residual_fraction))
        self.answers[id_] = NodeAnswer(
            id=id_,
            kind=kind_of(self.network.nodes[id_]),
            status="computed",
            inflow=self._flow(inflow),
            outflow=self._flow(surface),
            to={to: self._flow(flow) for to, flow in parts.items() if to is not None},
            discarded=None if gone is None else self._flow(gone),
            pond=pond,
            reach=reach,
            mass_residual_fraction=residual_fraction,
        )
        dt_h = self.grid.dt_h
        self._keep(id_, Hydrograph(dt_h=dt_h, flow_cfs=surface), Hydrograph(dt_h=dt_h, flow_cfs=inflow))
        self._peak_within(id_, surface)

    def _send(self, source: str, to: str, flow: Floats) -> None:
        self.arriving.setdefault(to, {})[source] = flow

    def _arrived(self, id_: str) -> Floats:
        """Return the sum of what comes to a node, in the order of the ids, so that no other order changes a bit."""
        total = np.zeros(self.ordinates)
        for _, flow in sorted(self.arriving.pop(id_, {}).items()):
            total = total + flow
        return total

    def _flow(self, flow: Floats) -> Flow:
        peak = Hydrograph(dt_h=self.grid.dt_h, flow_cfs=flow).peak()
        return Flow(
            peak_cfs=peak.flow_cfs, time_of_peak_h=peak.time_h, volume_acft=self.grid.volume_cf(flow) / CF_PER_ACFT
        )

    def _keep(self, id_: str, outflow: Hydrograph, inflow: Hydrograph | None) -> None:
        if self.keep is None or id_ in self.keep:
            self.hydrographs[id_] = outflow
            if inflow is not None:
                self.inflows[id_] = inflow

    def _peak_within(self, id_: str, flow: Floats) -> None:
        if int(np.argmax(flow)) == len(flow) - 1 and flow[-1] > 0:
            self.cautions.append(cautions.peak_at_end(id_, self.grid.span_h))

    def _say(self, caution: Caution | None) -> None:
        if caution is not None:
            self.cautions.append(caution)

    # ---- afterwards ------------------------------------------------------------------------------------------------
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
    return ("error", "warning", "note").index(caution.grade), caution.code, caution.where, caution.text


def _detention_min(inflow: Floats, parts: Collection[Floats], dt_h: float) -> float | None:
    """Return the centre of mass of all that left less that of what came; None where less than nine tenths left."""
    outflow = sum(parts, np.zeros_like(inflow))
    came, left = float(inflow.sum()), float(outflow.sum())
    if came <= 0 or left < 0.9 * came:
        return None
    time_h = np.arange(len(inflow)) * dt_h
    return float((outflow * time_h).sum() / left - (inflow * time_h).sum() / came) * 60
