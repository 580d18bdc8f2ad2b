"""Two answers side by side: Headwater's and EPA SWMM's, node by node, what they may differ by, and why they do.

Owns the tolerances, the comparison, and the reruns that show a reason: a difference is explained only by a rerun of
both engines without the feature named, in which it closes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from headwater.hydraulics.network import Network
from headwater.hydraulics.results import NodeAnswer, Run
from headwater.hydraulics.simulation import USUAL_STEP_H, simulate
from headwater.hydraulics.swmm.export import Exported, ExportOptions, Replacement, export
from headwater.hydraulics.swmm.reasons import REASONS, Feature
from headwater.hydraulics.swmm.run import EngineRun, Limits, run_engine
from headwater.hydrology.storm import Storm

PEAK_FRACTION = 0.02
STAGE_FT = 0.05
# Two percent of a trickle is less than what rounds away: a difference below this passes whatever the flow is.
SLIGHT_CFS = 0.05
# Our ordinates are means over their step, of half a minute; a peak of SWMM's is taken over a minute, since a short
# conduit there may flutter from one second to the next.
MEAN_OVER_H = 1 / 60
CF_PER_ACFT = 43_560.0
S_PER_H = 3600.0


@dataclass(frozen=True, kw_only=True)
class LedgerLine:
    """One node: what leaves it over the surface (an outfall: what comes to it), and the level of a pond."""

    id: str
    kind: str
    peak_cfs: float
    engine_peak_cfs: float
    volume_acft: float
    engine_volume_acft: float
    elevation_ft: float | None = None
    engine_elevation_ft: float | None = None

    @property
    def peak_difference_cfs(self) -> float:
        """SWMM's peak less ours."""
        return self.engine_peak_cfs - self.peak_cfs

    @property
    def allowed_cfs(self) -> float:
        """What the peaks may differ by: 2 % of the larger, or 0.05 cfs if that is more."""
        return max(PEAK_FRACTION * max(self.peak_cfs, self.engine_peak_cfs), SLIGHT_CFS)

    @property
    def elevation_difference_ft(self) -> float:
        """SWMM's highest level less ours; 0 where there is no pond."""
        if self.elevation_ft is None or self.engine_elevation_ft is None:
            return 0.0
        return self.engine_elevation_ft - self.elevation_ft

    @property
    def strain_fraction(self) -> float:
        """The larger of both differences as a share of what is allowed: 1 at the tolerance."""
        return max(abs(self.peak_difference_cfs) / self.allowed_cfs, abs(self.elevation_difference_ft) / STAGE_FT)

    @property
    def within(self) -> bool:
        """Whether both differences are within the tolerance."""
        return self.strain_fraction <= 1.0


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why lines are outside: the features left out of a rerun, and the largest strain that was left in it."""

    features: tuple[Feature, ...]
    strain_left_fraction: float

    @property
    def name(self) -> str:
        """The names of the features."""
        return " and ".join(feature.name for feature in self.features)

    @property
    def closes(self) -> bool:
        """Whether every line was within its tolerance in the rerun."""
        return self.strain_left_fraction <= 1.0


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """Both answers of one network to one storm.

    `continuity_fraction` is SWMM's error of continuity, `mass_residual_fraction` ours.
    """

    lines: tuple[LedgerLine, ...]
    continuity_fraction: float
    mass_residual_fraction: float | None
    replaced: tuple[Replacement, ...]
    version: str
    reason: Reason | None = None

    @property
    def outside(self) -> tuple[LedgerLine, ...]:
        """The lines outside their tolerance, the worst one first."""
        return tuple(sorted((line for line in self.lines if not line.within), key=lambda line: -line.strain_fraction))

    @property
    def strain_fraction(self) -> float:
        """The largest of all lines."""
        return max((line.strain_fraction for line in self.lines), default=0.0)

    @property
    def settled(self) -> bool:
        """Whether all lines are within, or outside for a reason that a rerun has shown."""
        return not self.outside or (self.reason is not None and self.reason.closes)


def compare(
    network: Network,
    storm: Storm,
    *,
    span_h: float,
    dt_h: float = USUAL_STEP_H,
    options: ExportOptions | None = None,
    limits: Limits | None = None,
) -> Ledger:
    """Return both answers, without looking for reasons.

    Raises
    ------
    SecondEngineError
        As of `run_engine`.
    """
    run = simulate(network, storm, dt_h=dt_h, span_h=span_h)
    exported = export(network, run, options=options)
    return ledger_of(run, exported, run_engine(exported, limits=limits))


def ledger_of(run: Run, exported: Exported, engine: EngineRun) -> Ledger:
    """Return the two answers side by side, for every node but subcatchments that has one from us."""
    answers = [answer for answer in run.nodes.values() if answer.kind != "subcatchment" and answer.status == "computed"]
    return Ledger(
        lines=tuple(_line(answer, exported, engine) for answer in answers),
        continuity_fraction=engine.continuity_fraction,
        mass_residual_fraction=run.mass_residual_fraction,
        replaced=exported.replaced,
        version=engine.version,
    )


def _line(answer: NodeAnswer, exported: Exported, engine: EngineRun) -> LedgerLine:
    series = engine.output
    flow_cfs = np.zeros(len(series.time_h))
    for to, links in exported.leaving.get(answer.id, {}).items():
        if to:  # what leaves the surface for good is no part of the outflow
            for link in links:
                flow_cfs = flow_cfs + series.flow_cfs[link]
    assert answer.outflow is not None
    step_s = float(series.time_h[1] - series.time_h[0]) * S_PER_H
    elevation_ft = engine_ft = None
    if answer.pond is not None:
        elevation_ft = answer.pond.peak_elevation_ft
        engine_ft = exported.bottoms_ft[answer.id] + float(series.depth_ft[exported.storages[answer.id]].max())
    return LedgerLine(
        id=answer.id,
        kind=answer.kind,
        peak_cfs=answer.outflow.peak_cfs,
        engine_peak_cfs=_peak_cfs(flow_cfs, step_s / S_PER_H),
        volume_acft=answer.outflow.volume_acft,
        engine_volume_acft=float(flow_cfs.sum()) * step_s / CF_PER_ACFT,
        elevation_ft=elevation_ft,
        engine_elevation_ft=engine_ft,
    )


def _peak_cfs(flow_cfs: NDArray[np.float64], step_h: float) -> float:
    """Return the highest mean over a minute."""
    count = max(round(MEAN_OVER_H / step_h), 1)
    return float(np.convolve(flow_cfs, np.full(count, 1 / count), mode="valid").max())


def explained(
    network: Network,
    storm: Storm,
    *,
    span_h: float,
    dt_h: float = USUAL_STEP_H,
    options: ExportOptions | None = None,
    limits: Limits | None = None,
) -> Ledger:
    """Return both answers, and where they differ by more than they may, the reason that reruns show.

    Each feature that the network has is left out in turn; if none alone closes the difference, those that make it
    smaller are left out together. A reason that does not close it is returned too, and says so.
    """
    options = options or ExportOptions()

    def rerun(features: Sequence[Feature]) -> float:
        changed, changed_options = network, options
        for feature in features:
            changed, changed_options = feature.without(changed, changed_options)
        ledger = compare(changed, storm, span_h=span_h, dt_h=dt_h, options=changed_options, limits=limits)
        return ledger.strain_fraction

    first = compare(network, storm, span_h=span_h, dt_h=dt_h, options=options, limits=limits)
    if not first.outside:
        return first
    tried: list[Reason] = []
    for feature in REASONS:
        if feature.is_in(network):
            tried.append(Reason(features=(feature,), strain_left_fraction=rerun((feature,))))
            if tried[-1].closes:
                return replace(first, reason=tried[-1])
    helping = tuple(reason.features[0] for reason in tried if reason.strain_left_fraction < first.strain_fraction)
    if len(helping) > 1:
        tried.append(Reason(features=helping, strain_left_fraction=rerun(helping)))
    best = min(tried, key=lambda reason: reason.strain_left_fraction, default=None)
    return replace(first, reason=best)
