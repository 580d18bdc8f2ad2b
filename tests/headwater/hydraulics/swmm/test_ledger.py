"""The ledger's tolerances at their edges, and reasons that a rerun shows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from headwater.hydraulics.contours import Contours
from headwater.hydraulics.culvert import Culvert
from headwater.hydraulics.culvert_inlet import critical_head_ft, inlet_named
from headwater.hydraulics.network import FixedTailwater, Link, Network, Outfall, Outlet, Pond, Reach
from headwater.hydraulics.orifice import CircularOrifice
from headwater.hydraulics.pipe_sections import CircularSection
from headwater.hydraulics.sections import TrapezoidalSection
from headwater.hydraulics.swmm.export import ExportOptions
from headwater.hydraulics.swmm.ledger import Ledger, LedgerLine, compare, explained
from headwater.hydraulics.swmm.reasons import REASONS
from headwater.hydrology.distribution import uniform_distribution
from headwater.hydrology.hydrograph import Hydrograph
from headwater.hydrology.storm import Storm

DRY = Storm(id="none", depth_in=0.0, distribution=uniform_distribution(1.0), duration_h=1)


def line(**changed: float) -> LedgerLine:
    given = {"peak_cfs": 100.0, "engine_peak_cfs": 100.0, "elevation_ft": 10.0, "engine_elevation_ft": 10.0} | changed
    return LedgerLine(id="pond", kind="pond", volume_acft=1.0, engine_volume_acft=1.0, **given)


@pytest.mark.parametrize(
    ("changed", "within"),
    [
        ({"engine_peak_cfs": 98.01}, True),
        ({"engine_peak_cfs": 98.0}, True),
        ({"engine_peak_cfs": 97.99}, False),
        ({"engine_peak_cfs": 102.0}, True),
        ({"engine_peak_cfs": 102.05}, False),
        # A flow of 1 cfs may differ by 0.05 cfs, as 2 % of it would be 0.02.
        ({"peak_cfs": 1.0, "engine_peak_cfs": 1.049}, True),
        ({"peak_cfs": 1.0, "engine_peak_cfs": 1.051}, False),
        ({"engine_elevation_ft": 10.049}, True),
        ({"engine_elevation_ft": 10.051}, False),
        ({"engine_elevation_ft": 9.949}, False),
    ],
)
def test_two_percent_of_a_peak_and_five_hundredths_of_a_foot_are_within(
    changed: dict[str, float], within: bool
) -> None:
    made = line(**changed)
    assert made.within is within
    ledger = Ledger(lines=(made,), continuity_fraction=0.0, mass_residual_fraction=0.0, replaced=(), version="")
    assert ledger.settled is within


def steep_pipe() -> Network:
    """A wide pond that stands less than a foot above the invert of a steep pipe of two feet."""
    grid_h = 0.01 * np.arange(601)
    inflow = Hydrograph(dt_h=0.01, flow_cfs=np.interp(grid_h, [0.0, 1.0, 2.0, 6.0], [0.0, 6.0, 1.0, 1.0]))
    pipe = Culvert(
        inlet_invert_ft=100.0,
        outlet_invert_ft=98.8,
        length_ft=68.0,
        section=CircularSection(diameter_ft=2.0, manning_n=0.013),
        inlet=inlet_named("concrete pipe groove end projecting"),
        entrance_loss=0.2,
    )
    storage = Contours(elevations_ft=(100.0, 104.0), areas_sf=(15_000.0, 20_000.0))
    return Network(
        links=(Link(id="in", to="pond", inflow=inflow),),
        ponds=(Pond(id="pond", storage=storage, outlets=(Outlet(id="pipe", device=pipe, to="out"),)),),
        outfalls=(Outfall(id="out"),),
    )


def test_a_steep_barrel_at_low_head_differs_and_the_rerun_with_its_rating_shows_that_it_is_the_barrel() -> None:
    pytest.importorskip("swmm")
    ledger = explained(steep_pipe(), DRY, span_h=6.0)
    assert {line.id for line in ledger.outside} == {"pond", "out"}
    assert ledger.reason is not None
    assert ledger.reason.name == "culvert hydraulics"
    assert ledger.reason.closes
    assert ledger.settled


def test_what_that_engine_passes_there_is_more_than_critical_depth_lets_through() -> None:
    pytest.importorskip("swmm")
    ledger = compare(steep_pipe(), DRY, span_h=6.0)
    pond = next(line for line in ledger.lines if line.id == "pond")
    assert pond.elevation_ft is not None
    assert pond.engine_elevation_ft is not None
    pipe = CircularSection(diameter_ft=2.0, manning_n=0.013)
    # No flow enters with less energy than its critical head. Ours keeps to that; theirs stands lower for more.
    assert pond.elevation_ft - 100.0 == pytest.approx(critical_head_ft(pipe, pond.peak_cfs), rel=0.03)
    assert pond.engine_elevation_ft - 100.0 < critical_head_ft(pipe, pond.engine_peak_cfs)


def long_ditch() -> Network:
    """A short flood through a quarter of a mile of ditch, as one pool."""
    grid_h = 0.01 * np.arange(301)
    inflow = Hydrograph(dt_h=0.01, flow_cfs=np.interp(grid_h, [0.0, 0.2, 0.3, 0.5, 3.0], [0.0, 20.0, 20.0, 2.0, 0.0]))
    ditch = Reach(
        id="ditch",
        to="out",
        section=TrapezoidalSection(
            bottom_width_ft=4.0, left_slope_h_per_v=3.0, right_slope_h_per_v=3.0, depth_ft=4.0, manning_n=0.035
        ),
        length_ft=1300.0,
        slope_fraction=0.01,
        method="storage-indication",
    )
    return Network(links=(Link(id="in", to="ditch", inflow=inflow),), reaches=(ditch,), outfalls=(Outfall(id="out"),))


def wide_hole() -> Network:
    """A hole of four feet that never fills, against water that stands in half of it."""
    grid_h = 0.01 * np.arange(401)
    inflow = Hydrograph(dt_h=0.01, flow_cfs=np.interp(grid_h, [0.0, 1.0, 2.0, 4.0], [0.0, 36.0, 36.0, 5.0]))
    hole = Outlet(id="hole", device=CircularOrifice(invert_ft=100.0, diameter_ft=4.0), to="out")
    storage = Contours(elevations_ft=(100.0, 106.0), areas_sf=(2000.0, 3000.0))
    return Network(
        links=(Link(id="in", to="pond", inflow=inflow),),
        ponds=(Pond(id="pond", storage=storage, outlets=(hole,), start_ft=102.0),),
        outfalls=(Outfall(id="out", tailwater=FixedTailwater(elevation_ft=102.0)),),
    )


@pytest.mark.parametrize(
    ("made", "reason"),
    [(long_ditch, "storage-indication in a reach"), (wide_hole, "partly full orifice under a tailwater")],
)
def test_a_difference_is_named_by_the_rerun_in_which_it_closes(made: Callable[[], Network], reason: str) -> None:
    pytest.importorskip("swmm")
    ledger = explained(made(), DRY, span_h=3.0)
    assert ledger.outside
    assert ledger.reason is not None
    assert (ledger.reason.name, ledger.reason.closes) == (reason, True)


def test_leaving_a_feature_out_leaves_the_rest_of_the_network_as_it_is() -> None:
    reach = Reach(
        id="ditch",
        to="out",
        section=CircularSection(diameter_ft=2.0, manning_n=0.013),
        length_ft=100.0,
        slope_fraction=0.01,
    )
    network = Network(reaches=(reach,), outfalls=(Outfall(id="out"),))
    features = {feature.name: feature for feature in REASONS}
    without, options = features["reach hydraulics"].without(network, ExportOptions())
    assert without == Network(links=(Link(id="ditch", to="out"),), outfalls=network.outfalls)
    assert options == ExportOptions()
    assert not features["reach hydraulics"].is_in(without)
    assert not features["culvert hydraulics"].is_in(network)
    assert features["culvert hydraulics"].without(network, options) == (network, ExportOptions(culverts="rating"))
