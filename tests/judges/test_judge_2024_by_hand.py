"""Sites of the 2024 edition worked by hand; 1 ac = 43,560 sq ft, one inch over 1 ac = 3,630 cu ft."""

from __future__ import annotations

import datetime
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.judges import judge_2024 as judge_module
from tests.judges.judge_2024 import Earlier, Site, judge, random_site

TINY = Fraction(1, 10**6)
RATE = ("site", "existing")


def make_site(**changes: Any) -> Site:
    """A commercial redevelopment of 2 ac without any surface, changed as asked."""
    areas = {name: Fraction(0) for name in ("kept_sf", "reconstructed_sf", "removed_sf", "new_sf")}
    areas |= {f"permeable_{name}": Fraction(0) for name in areas}
    facts: dict[str, Any] = {
        "kind": "redevelopment",
        "use": "commercial",
        "housing": None,
        "site_sf": Fraction(87_120),
        "disturbed_sf": Fraction(87_120),
        "former_use": "other",
        "affects": frozenset(),
        "earlier": (),
        **dict.fromkeys(("lots", "buildable_lots", "density", "width_ft", "buffer_left_ft", "buffer_right_ft")),
        **dict.fromkeys(("downgradient_buffer_ft", "crossings_sf", "required_buffer_area_sf", "homes")),
        "lots_of_record": None,
        **dict.fromkeys(("buffer_vegetated", "agricultural", "mass_grading", "maintenance_or_improvement"), False),
        **dict.fromkeys(("inside_development", "appurtenance_only", "owner_runs_shop_beside", "public_body"), False),
        **areas,
    }
    facts |= {name: Fraction(value) if name.endswith(("_sf", "_ft")) else value for name, value in changes.items()}
    return Site(**facts)


def make_earlier(**changes: Any) -> Earlier:
    areas = ("existing_before_sf", "new_sf", "removed_sf", "reconstructed_sf", "disturbed_sf")
    facts: dict[str, Any] = {
        "date": datetime.date(2019, 5, 1),
        "where": "adjacent site",
        "relation": "common plan",
        "exempt_home": False,
        "site_sf": Fraction(87_120),
        **{name: Fraction(0) for name in areas},
    }
    facts |= {name: Fraction(value) if name.endswith("_sf") else value for name, value in changes.items()}
    return Earlier(**facts)


def make_home(**changes: Any) -> Site:
    home = {"kind": "single-family home", "use": "residential", "housing": "single-family"}
    return make_site(**(home | {"homes": 1, "lots_of_record": 1, "new_sf": 5_000} | changes))


def make_walk(**changes: Any) -> Site:
    walk = {"kind": "walk or trail", "use": "public way", "width_ft": 12, "downgradient_buffer_ft": 6}
    return make_site(**(walk | {"buffer_vegetated": True, "new_sf": 20_000} | changes))


def make_way(**changes: Any) -> Site:
    return make_site(**({"kind": "linear reconstruction", "use": "public way"} | changes))


def test_development_of_exactly_one_acre_abstracts_an_inch_over_it() -> None:
    # 20,000 new + 23,560 reconstructed = 43,560 sq ft; 43,560 / 12 = 3,630 cu ft.
    verdict = judge(make_site(new_sf=20_000, reconstructed_sf=23_560))
    assert verdict.permit is True
    assert verdict.requirements == {"volume": ("new_and_reconstructed", "existing"), "rate": RATE}
    assert verdict.required_volume_cf == 3_630
    assert verdict.rows == ("2024.2.a.1", "2024.T1.D1")


def test_a_millionth_below_one_acre_the_missing_table_cannot_tell() -> None:
    # 43,560 - 0.000001 < 1 ac, and new surface without removal is no reduction.
    verdict = judge(make_site(new_sf=20_000, reconstructed_sf=23_560 - TINY))
    assert verdict.permit is None
    assert verdict.requirements == {}
    assert verdict.required_volume_cf is None
    assert verdict.rows == ("2024.T1",)


def test_a_removal_of_exactly_a_tenth_frees_a_site_below_one_acre() -> None:
    # Existing 20,000 + 6,000 + 4,000 = 30,000; removed - new = 4,000 - 1,000 = 3,000 = 10 %.
    verdict = judge(make_site(kept_sf=20_000, reconstructed_sf=6_000, removed_sf=4_000, new_sf=1_000))
    assert verdict.permit is False
    assert verdict.rows == ("2024.2.b.4",)


def test_a_removal_short_of_a_tenth_by_a_millionth_does_not() -> None:
    # Existing stays 30,000; the reduction is 3,000 - 0.000001.
    site = make_site(kept_sf=20_000, reconstructed_sf=6_000, removed_sf=4_000, new_sf=1_000 + TINY)
    assert judge(site).permit is None


def test_a_removal_of_a_tenth_frees_nothing_at_one_acre_rebuilt() -> None:
    # Rebuilt 43,560 of 60,000; removed 16,440 = 27 %. The limit of one acre is reached: 3,630 cu ft.
    verdict = judge(make_site(reconstructed_sf=43_560, removed_sf=16_440))
    assert verdict.permit is True
    assert verdict.required_volume_cf == 3_630


def test_ten_points_of_the_site_ask_for_a_larger_removal() -> None:
    # 3,000 of 30,000 existing is 10 %, but of 87,120 sq ft of site only 3.4 %.
    site = make_site(kept_sf=20_000, reconstructed_sf=6_000, removed_sf=4_000, new_sf=1_000)
    assert judge(site, other=frozenset({"R11"})).permit is None


def test_a_home_on_a_lot_of_record_is_free_below_one_acre() -> None:
    # 43,559 sq ft new < 43,560, although the grading turns the runoff.
    verdict = judge(make_home(new_sf=43_559, affects=frozenset({"direction"})))
    assert verdict.permit is False
    assert verdict.rows == ("2024.2.b.1",)


def test_a_home_of_one_acre_of_surface_is_not_free() -> None:
    # 43,560 / 12 = 3,630.
    verdict = judge(make_home(new_sf=43_560))
    assert verdict.permit is True
    assert verdict.required_volume_cf == 3_630


def test_three_homes_on_three_lots_are_free_only_as_a_platted_group() -> None:
    site = make_home(kind="lot of record", homes=3, lots_of_record=3, new_sf=15_000)
    assert judge(site).permit is None
    assert judge(site, other=frozenset({"R65"})).permit is False


def test_a_home_on_no_lot_of_record_is_left_to_the_missing_table() -> None:
    assert judge(make_home(lots_of_record=0)).permit is None


def test_a_twelve_foot_walk_with_half_its_width_of_buffer_is_free() -> None:
    # 12 <= 12 and 6 >= 12 / 2; 20,000 sq ft new is over the linear limit, so only 2(b)2 frees it.
    verdict = judge(make_walk())
    assert verdict.permit is False
    assert verdict.rows == ("2024.2.b.2",)


@pytest.mark.parametrize(
    "changes", [{"width_ft": 12 + TINY}, {"downgradient_buffer_ft": 6 - TINY}, {"buffer_vegetated": False}]
)
def test_a_walk_that_misses_one_condition_owes_an_inch_over_its_increase(changes: dict[str, Any]) -> None:
    # 20,000 / 12 = 1,666.67.
    verdict = judge(make_walk(**changes))
    assert verdict.requirements == {"volume": ("increase", "existing"), "rate": RATE}
    assert verdict.required_volume_cf == Fraction(5_000, 3)
    assert verdict.rows == ("2024.2.a.1", "2024.T2.L1")


def test_a_road_growing_by_less_than_ten_thousand_square_feet_is_free() -> None:
    # 12,000 - 2,000.000001 = 9,999.999999 net; 12,000 + 30,000 = 42,000 < 1 ac.
    verdict = judge(make_way(new_sf=12_000, removed_sf=2_000 + TINY, reconstructed_sf=30_000))
    assert verdict.permit is False
    assert verdict.rows == ("2024.2.b.3",)


def test_a_road_growing_by_exactly_ten_thousand_owes_for_the_increase() -> None:
    # 12,000 - 2,000 = 10,000 net; 10,000 / 12 = 833.33; by half an inch 416.67; larger-of max(1,000, 1,750) = 1,750.
    site = make_way(new_sf=12_000, removed_sf=2_000, reconstructed_sf=30_000)
    assert judge(site).required_volume_cf == Fraction(2_500, 3)
    assert judge(site, other=frozenset({"R12"})).required_volume_cf == Fraction(1_250, 3)
    assert judge(site, other=frozenset({"R13"})).required_volume_cf == 1_750


def test_a_road_rebuilt_over_one_acre_owes_half_an_inch_even_without_growth() -> None:
    # Net 0, but 43,560 rebuilt is not < 1 ac: max(0, 43,560 / 24) = 1,815.
    verdict = judge(make_way(reconstructed_sf=43_560))
    assert verdict.required_volume_cf == 1_815
    assert verdict.requirements["volume"] == ("new_and_reconstructed", "existing")
    assert verdict.rows == ("2024.2.a.1", "2024.T2.L2")


def test_a_fifth_of_an_acre_of_new_road_is_free_just_below_one_acre_rebuilt() -> None:
    # 8,712 net < 10,000: free below 1 ac; at 1 ac max(8,712 / 12, 43,560 / 24) = max(726, 1,815).
    assert judge(make_way(new_sf=8_712, reconstructed_sf=34_848 - TINY)).permit is False
    assert judge(make_way(new_sf=8_712, reconstructed_sf=34_848)).required_volume_cf == 1_815


def test_a_mostly_new_road_owes_an_inch_over_the_new_surface() -> None:
    # 40,000 / 12 = 3,333.33 > (40,000 + 10,000) / 24 = 2,083.33.
    assert judge(make_way(new_sf=40_000, reconstructed_sf=10_000)).required_volume_cf == Fraction(10_000, 3)


def test_a_tract_of_one_acre_in_three_buildable_lots_gets_a_conceptual_plan() -> None:
    tract = {"kind": "subdivision", "use": "residential", "site_sf": 43_560, "disturbed_sf": 0, "lots": 3}
    verdict = judge(make_site(**tract, buildable_lots=3))
    assert verdict.permit is True
    assert verdict.requirements == {}
    assert verdict.rows == ("2024.2.a.2", "2024.2.c")
    assert judge(make_site(**tract, buildable_lots=2)).permit is False
    assert judge(make_site(**tract | {"site_sf": 43_560 - TINY}, buildable_lots=3)).permit is False


def test_a_subdivision_with_half_an_acre_of_street_owes_rate_and_volume_only_by_the_other_choice() -> None:
    # 21,780 / 12 = 1,815.
    site = make_site(kind="subdivision", buildable_lots=4, new_sf=21_780)
    assert judge(site).requirements == {"rate": RATE}
    assert judge(site).required_volume_cf is None
    other = judge(site, other=frozenset({"R20"}))
    assert other.requirements["volume"] == ("new_and_reconstructed", "existing")
    assert other.required_volume_cf == 1_815


def test_a_subdivision_with_an_acre_of_street_is_reached_by_both_triggers() -> None:
    verdict = judge(make_site(kind="subdivision", buildable_lots=4, new_sf=43_560))
    assert verdict.required_volume_cf == 3_630
    assert verdict.rows == ("2024.2.a.1", "2024.2.a.2", "2024.T1.D1")


def test_mass_grading_that_matters_owes_rate_and_no_volume() -> None:
    site = make_site(kind="mass grading", affects=frozenset({"volume"}), former_use="row crop")
    verdict = judge(site)
    assert verdict.permit is True
    assert verdict.requirements == {"rate": ("site", "meadow")}
    assert verdict.required_volume_cf is None
    assert verdict.rows == ("2024.2.a.3", "2024.2.d")
    assert judge(replace(site, agricultural=True)).permit is False


def test_mass_grading_without_effect_needs_a_permit_only_if_scale_is_not_asked() -> None:
    site = make_site(kind="mass grading")
    assert judge(site).permit is False
    assert judge(site, other=frozenset({"R66"})).permit is True


def test_a_graded_development_keeps_its_volume_unless_section_three_is_off() -> None:
    # 60,000 / 12 = 5,000.
    site = make_site(new_sf=60_000, mass_grading=True, affects=frozenset({"peak_rate"}))
    assert judge(site).required_volume_cf == 5_000
    off = judge(site, other=frozenset({"R67"}))
    assert off.requirements == {"rate": RATE}
    assert off.required_volume_cf is None


def test_small_development_whose_grading_matters_needs_a_permit_without_table_one() -> None:
    verdict = judge(make_site(new_sf=5_000, affects=frozenset({"direction"})))
    assert verdict.permit is True
    assert verdict.requirements == {"rate": RATE}
    assert verdict.rows == ("2024.2.a.3", "2024.T1")


def test_a_feedlot_is_compared_with_what_exists_and_row_crop_with_meadow() -> None:
    assert judge(make_site(new_sf=50_000, former_use="feedlot")).requirements["rate"] == RATE
    assert judge(make_site(new_sf=50_000, former_use="row crop")).requirements["rate"] == ("site", "meadow")


def test_a_common_plan_reaches_one_acre_together_and_common_ownership_does_not() -> None:
    # 23,560 now + 20,000 earlier = 43,560: 3,630 over the plan, 23,560 / 12 = 1,963.33 over this action alone.
    earlier = make_earlier(new_sf=20_000)
    site = make_site(kind="new development", new_sf=23_560, earlier=(earlier,))
    assert judge(site).required_volume_cf == 3_630
    assert judge(site, other=frozenset({"J1"})).required_volume_cf == Fraction(5_890, 3)
    owned = replace(site, earlier=(replace(earlier, relation="common ownership"),))
    assert judge(owned).permit is None


def test_an_exemption_looks_at_the_action_alone_unless_its_limit_is_the_plans() -> None:
    # Road: 9,000 net now, 34,560 rebuilt and new before: 43,560 together; max(9,000 / 12, 43,560 / 24) = 1,815.
    site = make_way(new_sf=9_000, earlier=(make_earlier(existing_before_sf=34_560, reconstructed_sf=34_560),))
    assert judge(site).rows == ("2024.2.b.3",)
    assert judge(site, other=frozenset({"R33"})).required_volume_cf == 1_815


def test_an_earlier_removal_of_the_plan_can_bring_the_net_increase_below_the_limit() -> None:
    # 12,000 now - 2,001 removed before = 9,999; 12,000 built in all.
    earlier = make_earlier(where="same site", existing_before_sf=2_001, removed_sf=2_001)
    verdict = judge(make_way(kind="linear new", new_sf=12_000, earlier=(earlier,)))
    assert verdict.permit is False
    assert verdict.rows == ("2024.T2.L0",)


def test_a_street_inside_a_development_is_part_of_it_unless_read_as_its_own_project() -> None:
    # 30,000 + 20,000 = 50,000: an inch over all is 4,166.67; linear max(2,500, 2,083.33) = 2,500.
    site = make_way(kind="linear new", inside_development=True, new_sf=30_000, reconstructed_sf=20_000)
    assert judge(site).required_volume_cf == Fraction(12_500, 3)
    assert judge(site, other=frozenset({"R43"})).required_volume_cf == 2_500
    assert judge(replace(site, new_sf=Fraction(9_000), reconstructed_sf=Fraction(0))).permit is None


def test_permeable_surface_counts_for_the_permit_and_leaves_the_volume_only_by_the_other_choice() -> None:
    # 48,000 counts as >= 1 ac; without 12,000 permeable 36,000 / 12 = 3,000.
    site = make_site(new_sf=48_000, permeable_new_sf=12_000)
    assert judge(site).required_volume_cf == 4_000
    assert judge(site, other=frozenset({"R14"})).required_volume_cf == 3_000


def test_a_utility_is_linear_unless_taken_for_a_development() -> None:
    site = make_site(kind="utility", use="public way", new_sf=9_999)
    assert judge(site).rows == ("2024.2.b.3",)
    assert judge(site, other=frozenset({"J2"})).permit is None


@pytest.mark.parametrize(
    ("changes", "row", "volume"),
    [
        # 40 % of 87,120 is 34,848 disturbed; 30,000 + 5,000 = 35,000 proposed; 35,000 / 12 = 2,916.67.
        ({"kept_sf": 30_000, "new_sf": 5_000, "disturbed_sf": 34_848}, "D2", Fraction(8_750, 3)),
        # 5,000 over 30,000 existing is 16.7 %; 5,000 / 12 = 416.67.
        ({"kept_sf": 30_000, "new_sf": 5_000, "disturbed_sf": 34_847}, "D3", Fraction(1_250, 3)),
        # 15,000 over 30,000 is exactly half; 45,000 / 12 = 3,750.
        ({"kept_sf": 30_000, "new_sf": 15_000, "disturbed_sf": 20_000}, "D2", Fraction(3_750)),
        # No increase, all disturbed; 24,000 / 12 = 2,000.
        ({"reconstructed_sf": 24_000}, "D4", Fraction(2_000)),
        ({"reconstructed_sf": 24_000, "disturbed_sf": 30_000}, "D5", None),
        # Exactly 1 ac is on the smaller side, increase or not.
        ({"site_sf": 43_560, "disturbed_sf": 43_560, "new_sf": 12_000}, "D5", None),
        # A fifth of 87,120 is 17,424.
        ({"kind": "new development", "new_sf": 17_424 - TINY}, "D6", None),
        ({"kind": "new development", "new_sf": 17_424}, "D7", Fraction(1_452)),
        ({"kind": "new development", "new_sf": 30_000, "site_sf": 43_559, "disturbed_sf": 43_559}, "D6", None),
        # Exactly 1 ac of site and 24,000 of it built over: 24,000 / 12 = 2,000.
        (
            {"kind": "new development", "new_sf": 24_000, "site_sf": 43_560, "disturbed_sf": 30_000},
            "D7",
            Fraction(2_000),
        ),
    ],
)
def test_a_switched_off_row_decides_only_when_all_are_on(
    changes: dict[str, Any], row: str, volume: Fraction | None
) -> None:
    site = make_site(**changes)
    assert judge(site).permit is None
    verdict = judge(site, provisional_all=True)
    assert verdict.permit is (row != "D6")
    assert verdict.rows[-1] == f"2024.T1.{row}"
    assert verdict.required_volume_cf == volume
    duties = {"D2": {"volume", "rate"}, "D3": {"volume", "rate"}, "D4": {"volume"}, "D5": {"bmp"}, "D6": set()}
    assert set(verdict.requirements) == duties.get(row, {"volume", "rate"})


def test_volume_and_rate_bind_a_practice_only_row_if_they_bind_every_action() -> None:
    # 24,000 rebuilt / 12 = 2,000.
    site = make_site(reconstructed_sf=24_000, disturbed_sf=30_000)
    verdict = judge(site, other=frozenset({"R68"}), provisional_all=True)
    assert set(verdict.requirements) == {"bmp", "volume", "rate"}
    assert verdict.required_volume_cf == 2_000


# Criteria ------------------------------------------------------------------------------------------------------------


def test_an_opening_two_feet_up_or_cut_off_is_fine() -> None:
    opening_ok = judge_module.opening_ok
    assert opening_ok(Fraction(9305, 10), Fraction(9285, 10), False) is True
    assert opening_ok(Fraction(93049, 100), Fraction(9285, 10), False) is False
    assert opening_ok(Fraction(93049, 100), Fraction(9285, 10), True) is True
    assert opening_ok(Fraction(93049, 100), Fraction(9285, 10), None) is None
    assert opening_ok(None, Fraction(9285, 10), False) is None


def test_one_low_storm_of_the_applicants_choice_is_enough() -> None:
    large = {"10-yr": (Fraction(8), Fraction(8)), "100-yr": (Fraction(20), Fraction(19))}
    both = {"1-yr": (Fraction(2), Fraction(3)), "2-yr": (Fraction(3), Fraction(3))} | large
    assert judge_module.rate_ok(both) is True
    assert judge_module.rate_ok(both, low_storm="1-yr") is False
    assert judge_module.rate_ok(large) is None
    assert judge_module.rate_ok(both | {"10-yr": (Fraction(8), 8 + TINY)}) is False


@pytest.mark.parametrize(
    ("practice", "bar", "other"),
    [
        ({"fueling_runoff": True, "maintenance_runoff": False}, "1", "R34"),
        ({"contamination": True}, "2", None),
        ({"soil_rate_in_per_hr": Fraction(83, 10) + TINY, "soil_amended": True}, "3", "R16"),
        ({"separation_ft": 3 - TINY}, "4", None),
        ({"hsg_d_share": Fraction(51, 100), "dominant_hsg": "C"}, "5", "R35"),
        ({"soil_unreliable": True}, "5", None),
        ({"era": True, "dwsma_vulnerability": "very high", "evaluation": True}, "6", None),
        ({"era": True, "dwsma_vulnerability": "moderate", "evaluation": False}, "7", None),
        ({"era": False, "dwsma_vulnerability": "high", "evaluation": False}, "7", None),
        ({"well_ft": Fraction(50)}, "8", "R36"),
        ({"public_supply_well_ft": Fraction(100), "public_supply_well_sensitive": True}, "8", "R36"),
        ({"karst_upgradient_ft": Fraction(1_000)}, "9", "R36"),
        ({"karst_downgradient_ft": Fraction(100)}, "9", "R36"),
        ({"industrial_source": "scrap recycling"}, "10", None),
    ],
)
def test_each_bar_to_infiltration_stands_alone(practice: dict[str, Any], bar: str, other: str | None) -> None:
    assert judge_module.infiltration_barred(practice) == {f"2024.3.b.{bar}"}
    if other:
        assert judge_module.infiltration_barred(practice, other=frozenset({other})) == set()


def test_a_practice_at_the_open_side_of_every_limit_is_not_barred() -> None:
    practice = {
        "soil_rate_in_per_hr": Fraction(83, 10),
        "separation_ft": Fraction(3),
        "hsg_d_share": Fraction(1, 2),
        "era": False,
        "dwsma_vulnerability": "high",
        "evaluation": True,
        "well_ft": 50 + TINY,
        "public_supply_well_ft": Fraction(60),
        "public_supply_well_sensitive": False,
        "karst_upgradient_ft": 1_000 + TINY,
        "karst_downgradient_ft": 100 + TINY,
        "industrial_source": "none",
    }
    assert judge_module.infiltration_barred(practice) == set()


def test_the_linear_volume_alone_follows_the_acre_and_the_two_readings() -> None:
    # 12,000 / 12 = 1,000; halved 500; larger-of max(15,000 / 12, 45,000 / 24) = 1,875 once 45,000 >= 1 ac.
    linear_volume = judge_module.linear_volume
    assert linear_volume(Fraction(12_000), Fraction(15_000), Fraction(20_000)) == 1_000
    assert linear_volume(Fraction(12_000), Fraction(15_000), Fraction(20_000), other=frozenset({"R12"})) == 500
    assert linear_volume(Fraction(12_000), Fraction(15_000), Fraction(30_000)) == 1_875
    assert linear_volume(Fraction(-3_000), Fraction(0), Fraction(20_000)) == 0


def test_filtration_treats_twice_what_is_owed() -> None:
    assert judge_module.filtration_ok(Fraction(500), Fraction(1_000)) is True
    assert judge_module.filtration_ok(Fraction(500), 1_000 - TINY) is False
    assert judge_module.filtration_ok(None, Fraction(1_000)) is None


def test_a_manage_two_wetland_may_rise_a_foot_for_fourteen_days() -> None:
    # Low storm +2 days = 48 h, larger storms +14 days = 336 h, runout 0 to +1 ft.
    foot, storms = Fraction(1), ("2-yr", "10-yr", "100-yr")
    bounce = dict.fromkeys(storms, (foot, 2 * foot))
    hours = {"2-yr": (24 * foot, 72 * foot), "10-yr": (24 * foot, 360 * foot), "100-yr": (24 * foot, 360 * foot)}
    runout = (926 * foot, 927 * foot)
    waterbody_ok = judge_module.waterbody_ok
    assert waterbody_ok("Manage 2", bounce, hours, runout) is True
    assert waterbody_ok("Manage 2", bounce, hours | {"10-yr": (24 * foot, 361 * foot)}, runout) is False
    assert waterbody_ok("Manage 2", bounce, hours, (927 * foot, 926 * foot)) is False
    assert waterbody_ok("Manage 2", bounce, {}, runout) is None
    assert waterbody_ok("Preserve", bounce, hours, runout) is False
    assert waterbody_ok("Lakes", dict.fromkeys(storms, (foot, foot)), {}, (foot, foot)) is True
    assert waterbody_ok(None, bounce, hours, runout) is None


def test_drawn_sites_are_consistent_and_reach_every_row() -> None:
    rng = random.Random(2024)
    rows: set[str] = set()
    for _ in range(4_000):
        site = random_site(rng)
        existing = site.kept_sf + site.reconstructed_sf + site.removed_sf
        proposed = site.kept_sf + site.reconstructed_sf + site.new_sf
        assert max(existing, proposed, site.disturbed_sf) <= site.site_sf
        rows.update(judge(site, provisional_all=True).rows, judge(site).rows)
    tables = {"2024.T1", *(f"2024.T1.D{n}" for n in range(8)), *(f"2024.T2.L{n}" for n in range(3))}
    exemptions = {f"2024.2.b.{n}" for n in range(1, 5)}
    assert rows >= tables | exemptions | {"2024.2.c", "2024.2.d"}
