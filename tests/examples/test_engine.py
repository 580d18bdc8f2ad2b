"""The drainage models among the examples are whole: they say what a run needs, and what their heads say of them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from headwater.intake.plan_file import read_plan
from headwater.plan.drainage_gaps import gaps_of
from headwater.plan.model import Drainage, DrainageModel
from headwater.plan.storms import storm_depth
from headwater.units import to_base

ENGINE = Path(__file__).parents[2] / "examples" / "engine"
LOADS = ENGINE / "loads.yaml"
MODELS = sorted(path for path in ENGINE.glob("*.yaml") if path != LOADS)


def drainage_of(name: str) -> Drainage:
    drainage = read_plan(ENGINE / f"{name}.yaml").drainage
    assert drainage is not None
    return drainage


def models_of(drainage: Drainage) -> tuple[DrainageModel, DrainageModel]:
    assert drainage.existing is not None
    assert drainage.proposed is not None
    return drainage.existing, drainage.proposed


def land_sf(model: DrainageModel, *, impervious: bool = False) -> Fraction:
    """Return the land of a model, or its impervious part, as written."""
    covers = [cover for land in model.subcatchments or () for cover in land.areas or ()]
    return sum(
        (
            to_base(cover.area)[2]
            for cover in covers
            if cover.area is not None and (not impervious or (cover.impervious is not None and cover.impervious.answer))
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_it_leaves_nothing_out_that_a_run_needs(path: Path) -> None:
    drainage = drainage_of(path.stem)
    assert [gaps_of(drainage, condition) for condition in ("existing", "proposed")] == [(), ()]


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_its_land_is_the_site_before_and_after(path: Path) -> None:
    site = read_plan(path).site
    assert site is not None
    assert site.area is not None
    existing, proposed = models_of(drainage_of(path.stem))
    assert land_sf(existing) == land_sf(proposed) == to_base(site.area)[2]


def test_the_impervious_land_of_the_campus_is_its_surfaces() -> None:
    # Before: 1.20 kept, 2.40 rebuilt, 0.30 removed; after: 1.20 kept, 2.40 rebuilt, 2.40 new.
    existing, proposed = models_of(drainage_of("twenty-nodes"))
    assert land_sf(existing, impervious=True) == Fraction("3.90") * 43_560
    assert land_sf(proposed, impervious=True) == Fraction("6.00") * 43_560


def test_the_campus_has_twenty_nodes() -> None:
    _, proposed = models_of(drainage_of("twenty-nodes"))
    lists = (proposed.subcatchments, proposed.ponds, proposed.reaches, proposed.links, proposed.outfalls)
    assert [len(nodes or ()) for nodes in lists] == [8, 5, 3, 2, 2]


def test_the_storms_of_the_campus_take_their_depths_from_its_table() -> None:
    drainage = drainage_of("twenty-nodes")
    depths = [storm_depth(storm, drainage.rainfall) for storm in drainage.storms or ()]
    assert [depth and depth.text for depth in depths] == ["2.87 in", "4.28 in", "7.40 in"]
