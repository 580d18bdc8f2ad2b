"""Broad crests and roads against hand computations, and their tables against a second copy."""

from __future__ import annotations

from importlib.resources import files

import pytest
import yaml

from headwater.hydraulics.broad_crest import BroadCrestedWeir, RoadOverflow, broad_crest_coefficient

# HEC-22 table 10.7 once more, by breadth: heads 0.2, 0.4, 0.6, 0.8, 1.0, 1.4, 2.0, 3.0, 4.0 ft, in hundredths.
BY_BREADTH = {
    0.5: "35 36 38 41 41 41 41 41 41",
    1: "34 34 34 36 37 40 41 41 41",
    2: "32 33 33 32 33 35 36 40 41",
    3: "30 32 33 33 33 33 34 36 38",
    5: "29 31 34 33 33 33 33 33 34",
    10: "31 32 34 34 33 33 33 33 33",
    15: "33 34 34 33 33 33 33 33 33",
}
HEADS_FT = (0.2, 0.4, 0.6, 0.8, 1.0, 1.4, 2.0, 3.0, 4.0)


def test_the_table_agrees_with_a_second_copy() -> None:
    text = (files("headwater.hydraulics") / "data" / "broad_crested.yaml").read_text(encoding="utf-8")
    table = yaml.safe_load(text)["hec22"]
    assert tuple(table["rows"]) == HEADS_FT
    columns = zip(*table["rows"].values(), strict=True)
    kept = {
        breadth: " ".join(f"{value * 100:.0f}" for value in column)
        for breadth, column in zip(table["breadths_ft"], columns, strict=True)
    }
    assert kept == BY_BREADTH


def test_the_coefficient_runs_straight_between_heads_and_breadths() -> None:
    # Head 0.5 between 0.4 and 0.6, breadth 4 between 3 and 5: (.32 + .33 + .31 + .34) / 4 = .325; times 8.025 = 2.608.
    assert broad_crest_coefficient(head_ft=0.5, breadth_ft=4.0) == pytest.approx(2.608, abs=0.001)
    # Held below 0.2 ft and above 4 ft, and for a crest broader than 15 ft: .33 * 8.025 = 2.648.
    assert broad_crest_coefficient(head_ft=0.01, breadth_ft=15.0) == pytest.approx(2.648, abs=0.001)
    assert broad_crest_coefficient(head_ft=9.0, breadth_ft=40.0) == pytest.approx(2.648, abs=0.001)


def test_a_broad_crest_by_its_breadth() -> None:
    # Head 1, breadth 5: .33 * 8.025 = 2.64825; times 20 ft = 52.965.
    weir = BroadCrestedWeir(invert_ft=100.0, length_ft=20.0, breadth_ft=5.0)
    assert weir.flow_cfs(101.0) == pytest.approx(52.965, abs=1e-3)
    assert weir.kinks_ft() == (100.0, *(100.0 + head_ft for head_ft in HEADS_FT))


def test_sloping_sides_pass_what_each_strip_of_them_does() -> None:
    # 2.6 * (10 * 1 + 0.8 * 3 * 1) = 32.24 under a foot.
    weir = BroadCrestedWeir(invert_ft=0.0, length_ft=10.0, discharge_coefficient=2.6, side_slope_h_per_v=3.0)
    assert weir.flow_cfs(1.0) == pytest.approx(32.24, abs=1e-9)
    # The strips one by one: two sides of 3 ft, the head falling from 1 ft to none.
    strips = 3000
    by_strips_cfs = 2 * sum(2.6 * (3 / strips) * (1 - (k + 0.5) / strips) ** 1.5 for k in range(strips))
    assert weir.flow_cfs(1.0) - 26.0 == pytest.approx(by_strips_cfs, rel=1e-4)


# The tables of EPA SWMM's roadway.c once more.
LOW = {
    "paved": {0.0: 2.85, 0.2: 2.95, 0.7: 3.03, 4.0: 3.05},
    "gravel": {0.0: 2.5, 0.5: 2.7, 1.0: 2.8, 1.5: 2.9, 2.0: 2.98, 2.5: 3.02, 3.0: 3.03, 4.0: 3.05},
}
KEPT = {
    "paved": {0.8: 1.0, 0.85: 0.98, 0.9: 0.92, 0.93: 0.85, 0.95: 0.8, 0.97: 0.7, 0.98: 0.6, 0.99: 0.5},
    "gravel": dict(
        zip(
            (0.75, 0.8, 0.83, 0.86, 0.89, 0.9, 0.92, 0.94, 0.96, 0.98, 0.99),
            (1.0, 0.985, 0.97, 0.93, 0.9, 0.87, 0.8, 0.7, 0.6, 0.5, 0.4),
            strict=True,
        )
    ),
}


@pytest.mark.parametrize("surface", ["paved", "gravel"])
def test_a_road_agrees_with_a_second_copy_of_its_tables(surface) -> None:
    # So wide that every head is low, a foot long.
    road = RoadOverflow(invert_ft=0.0, length_ft=1.0, width_ft=1000.0, surface=surface)
    for head_ft, coefficient in LOW[surface].items():
        if head_ft:
            assert road.flow_cfs(head_ft) / head_ft**1.5 == pytest.approx(coefficient, rel=1e-12)
    for ratio, kept in KEPT[surface].items():
        assert road.flow_cfs(1.0, ratio) / road.flow_cfs(1.0) == pytest.approx(kept, rel=1e-12)


def test_a_high_head_over_a_narrow_road_goes_to_the_higher_coefficient() -> None:
    # 4 ft wide: low up to 0.6 ft, high from 0.30 * 4 = 1.2 ft, and half way at 0.9 ft. Gravel at 0.6 ft: 2.72.
    road = RoadOverflow(invert_ft=0.0, length_ft=1.0, width_ft=4.0, surface="gravel")
    for head_ft, coefficient in ((0.6, 2.72), (0.9, (2.72 + 3.10) / 2), (1.2, 3.10), (3.0, 3.10)):
        assert road.flow_cfs(head_ft) / head_ft**1.5 == pytest.approx(coefficient, rel=1e-12)


def test_example_iii_4_of_hds5_is_near() -> None:
    # The example reads 2.70 at 0.5 ft and 2.92 at 1.5 ft off its figure, for gravel.
    road = RoadOverflow(invert_ft=0.0, length_ft=1.0, width_ft=40.0, surface="gravel")
    assert road.flow_cfs(0.5) / 0.5**1.5 == pytest.approx(2.70, rel=0.01)
    assert road.flow_cfs(1.5) / 1.5**1.5 == pytest.approx(2.92, rel=0.01)
