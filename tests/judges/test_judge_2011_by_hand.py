"""Sites and criteria of the 2011 edition worked by hand from its text; the arithmetic stands in the comments."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from tests.judges.judge_2011 import (
    ACRE,
    KINDS,
    NONE,
    Earlier,
    Site,
    Verdict,
    credit_cf,
    judge,
    opening_ok,
    phosphorus_ok,
    random_site,
    rate_ok,
    volume_path,
    waterbody_ok,
)

AREAS = ("site", "disturbed", "kept", "reconstructed", "removed", "new")
UNSAID = """
    housing lots buildable_lots density width_ft buffer_left_ft buffer_right_ft downgradient_buffer_ft crossings_sf
    required_buffer_area_sf homes lots_of_record
""".split()
NO = """
    buffer_vegetated agricultural mass_grading maintenance_or_improvement inside_development appurtenance_only
    owner_runs_shop_beside public_body
""".split()


def site(kind: str, **facts: Any) -> Site:
    """A site of `kind`; areas are given in sq ft without their suffix, and what is not given is none."""
    plain: dict[str, Any] = dict.fromkeys(UNSAID) | dict.fromkeys(NO, False)
    plain |= {f"{name}_sf": Fraction(facts.pop(name, 0)) for name in AREAS}
    plain |= {f"permeable_{name}_sf": Fraction(facts.pop(f"permeable_{name}", 0)) for name in AREAS[2:]}
    plain |= {"use": "commercial", "former_use": "other", "affects": NONE, "earlier": ()}
    return Site(**(plain | {"kind": kind} | facts))


def before(when: date, where: str = "same site", **facts: Any) -> Earlier:
    names = ("site", "existing_before", "new", "removed", "reconstructed", "disturbed")
    areas = {f"{name}_sf": Fraction(facts.pop(name, 0)) for name in names}
    plain: dict[str, Any] = {"relation": "common ownership", "exempt_home": False}
    return Earlier(date=when, where=where, **(plain | areas | facts))


def all_three(scope: str, baseline: str = "existing") -> dict[str, tuple[str, str]]:
    return {"phosphorus": (scope, baseline), "rate": (scope, baseline), "volume": (scope, "existing")}


def found(verdict: Verdict) -> tuple[str, int | Fraction | None]:
    """Return the deciding row and the required volume."""
    return verdict.rows[-1], verdict.required_volume_cf


def other(plan: Site, reading: str) -> Verdict:
    return judge(plan, other=frozenset({reading}))


# Trigger


def test_nothing_created_no_contour_changed_and_nothing_split_needs_no_permit() -> None:
    # taking surface away is not creating or replacing it
    plan = site("redevelopment", site=2 * ACRE, kept=20_000, removed=5_000, disturbed=5_000)
    assert judge(plan) == Verdict(permit=False, requirements={}, required_volume_cf=None, rows=("2011.2",))


def test_replacing_surface_without_any_new_is_a_trigger() -> None:
    # 4 ac; 20,000 of 174,240 disturbed is 11.5 %, under 40 %; no change of impervious
    plan = site("redevelopment", site=4 * ACRE, kept=30_000, reconstructed=20_000, disturbed=20_000)
    assert judge(plan).rows == ("2011.2", "2011.T3.4")
    assert judge(plan).requirements == {"bmp": ("site", "existing")}


def test_grading_that_affects_runoff_needs_rate_control_and_bmps_and_without_effect_no_permit() -> None:
    plan = site("mass grading", site=3 * ACRE, disturbed=2 * ACRE, affects=frozenset({"direction"}), agricultural=True)
    assert judge(plan).requirements == {"rate": ("site", "existing"), "bmp": ("site", "existing")}
    assert other(plan, "R28").permit is True
    assert other(plan, "R28").requirements == {}
    assert judge(site("mass grading", site=3 * ACRE, disturbed=2 * ACRE)).permit is False


# Homes


def test_a_home_is_free_and_its_pool_with_it_unless_a_pool_is_no_home() -> None:
    # pool of 600 sq ft on half an acre that has 3,000: as redevelopment with an increase on <= 1 ac, BMPs
    plan = site(
        "single-family home", use="residential", site=21_780, kept=3_000, new=600, disturbed=900, appurtenance_only=True
    )
    assert judge(plan).rows == ("2011.2.a",)
    assert judge(plan).permit is False
    assert other(plan, "R59").rows == ("2011.2", "2011.T4.1")


# New development, Table 2


def test_new_development_just_under_one_acre_is_exempt_however_much_is_paved() -> None:
    plan = site("new development", site=43_559, new=40_000, disturbed=43_559)
    assert judge(plan) == Verdict(
        permit=False, requirements={}, required_volume_cf=None, rows=("2011.2.b", "2011.T2.1")
    )


def test_new_development_at_exactly_one_acre_and_twenty_percent_needs_all_three() -> None:
    # 20 % of 43,560 is 8,712; one inch over it is 8,712 / 12 = 726 cf
    plan = site("new development", site=ACRE, new=8_712, disturbed=ACRE)
    assert judge(plan) == Verdict(
        permit=True, requirements=all_three("site"), required_volume_cf=Fraction(726), rows=("2011.2", "2011.T2.3")
    )


def test_new_development_a_millionth_under_twenty_percent_is_exempt() -> None:
    plan = site("new development", site=ACRE, new=8_712 - Fraction(1, 10**6), disturbed=ACRE)
    assert judge(plan).rows == ("2011.2.b", "2011.T2.2")


def test_new_development_on_a_feedlot_is_held_against_meadow() -> None:
    # 60,000 of 174,240 is 34 %; 60,000 / 12 = 5,000 cf
    plan = site("new development", site=4 * ACRE, new=60_000, disturbed=100_000, former_use="feedlot")
    assert judge(plan).requirements == all_three("site", "meadow")
    assert judge(plan).required_volume_cf == 5_000


def test_a_park_is_not_among_the_exempt_uses_but_the_table_asks_nothing_of_it() -> None:
    # 10,000 of 130,680 is 7.7 %, under 20 %
    plan = site("new development", use="park", site=3 * ACRE, new=10_000, disturbed=20_000)
    assert judge(plan) == Verdict(permit=True, requirements={}, required_volume_cf=None, rows=("2011.2", "2011.T2.2"))


def test_permeable_paving_counts_unless_it_is_read_as_pervious() -> None:
    # 9,000 of 43,560 is 20.7 %; without 1,000 permeable, 8,000 is 18.4 %
    plan = site("new development", site=ACRE, new=9_000, permeable_new=1_000, disturbed=20_000)
    assert judge(plan).required_volume_cf == 750
    assert other(plan, "R42").rows == ("2011.2.b", "2011.T2.2")


def test_new_development_where_surface_exists_stays_what_the_applicant_states() -> None:
    # 2 ac with 10,000 kept and 10,000 new: 20,000 of 87,120 is 23 %; 20,000 / 12 = 5,000 / 3
    # as redevelopment: +100 %, 20,000 / 87,120 disturbed is under 40 %: the whole site by the 50 % row
    plan = site("new development", site=2 * ACRE, kept=10_000, new=10_000, disturbed=20_000)
    assert found(judge(plan)) == ("2011.T2.3", Fraction(5_000, 3))
    assert other(plan, "R26").rows == ("2011.2", "2011.T4.3")


# Subdivision


def test_splitting_one_acre_into_three_lots_needs_a_permit_though_the_building_would_be_exempt() -> None:
    # 6,000 of 43,560 is 13.8 %
    plan = site("subdivision", use="residential", site=ACRE, new=6_000, disturbed=20_000, lots=3)
    assert judge(plan) == Verdict(permit=True, requirements={}, required_volume_cf=None, rows=("2011.2", "2011.T2.2"))
    assert other(plan, "R60").rows == ("2011.2.b", "2011.T2.2")


def test_splitting_into_two_lots_is_judged_by_what_is_built() -> None:
    plan = site("subdivision", use="residential", site=ACRE, new=6_000, disturbed=20_000, lots=2)
    assert judge(plan).permit is False
    assert judge(site("subdivision", use="residential", site=ACRE, lots=2)).rows == ("2011.2",)
    assert judge(site("subdivision", use="residential", site=ACRE - 1, lots=3)).permit is False
    assert judge(site("subdivision", use="residential", site=ACRE, lots=None)).permit is None


def test_a_plat_of_homes_is_judged_by_its_build_out_or_without_the_homes() -> None:
    # 10 ac, 100,000 planned: 100,000 of 435,600 is 23 %; 100,000 / 12 = 25,000 / 3
    plan = site(
        "subdivision",
        use="residential",
        housing="single-family",
        site=10 * ACRE,
        new=100_000,
        disturbed=200_000,
        lots=12,
    )
    assert judge(plan).requirements == all_three("site")
    assert judge(plan).required_volume_cf == Fraction(25_000, 3)
    assert (other(plan, "R27").permit, other(plan, "R27").rows) == (True, ("2011.2", "2011.T2.2"))


# Redevelopment without an increase, Table 3


def test_redevelopment_that_sheds_exactly_ten_percent_below_five_acres_is_exempt() -> None:
    # existing 50,000; removed 5,000 net
    plan = site("redevelopment", site=4 * ACRE, kept=25_000, reconstructed=20_000, removed=5_000, disturbed=100_000)
    assert judge(plan).rows == ("2011.2.c", "2011.T3.5")
    # ten points of the site would be 17,424
    assert other(plan, "R11").rows == ("2011.2", "2011.T3.6")


def test_a_reduction_between_nine_and_ten_percent_falls_to_the_lower_row() -> None:
    # existing 50,000; 4,750 is 9.5 %; 100,000 of 174,240 is 57 %; proposed 45,250 / 12 = 22,625 / 6
    plan = site("redevelopment", site=4 * ACRE, kept=25_250, reconstructed=20_000, removed=4_750, disturbed=100_000)
    assert judge(plan) == Verdict(
        permit=True,
        requirements={"volume": ("site", "existing"), "phosphorus": ("site", "existing")},
        required_volume_cf=Fraction(22_625, 6),
        rows=("2011.2", "2011.T3.6"),
    )
    assert other(plan, "R4").requirements == {"volume": ("site", "existing")}
    assert other(plan, "R29").requirements["rate"] == ("site", "existing")
    assert (other(plan, "R1").permit, other(plan, "R1").rows[-1]) == (True, "2011.T3.5")


def test_one_acre_without_change_needs_bmps_or_volume_by_the_row_chosen() -> None:
    # 20,000 of 43,560 disturbed is 46 %; 24,000 / 12 = 2,000
    plan = site("redevelopment", site=ACRE, kept=4_000, reconstructed=20_000, disturbed=20_000)
    assert judge(plan).rows == ("2011.2", "2011.T3.2")
    assert found(other(plan, "R2")) == ("2011.T3.6", 2_000)


def test_five_acres_disturbed_by_forty_percent_owes_volume_whatever_it_sheds() -> None:
    # 40 % of 217,800 is 87,120; existing 120,000 less 30,000 (25 %) leaves 90,000 / 12 = 7,500
    plan = site("redevelopment", site=5 * ACRE, kept=40_000, reconstructed=50_000, removed=30_000, disturbed=87_120)
    assert found(judge(plan)) == ("2011.T3.9", 7_500)
    assert (other(plan, "R3").permit, other(plan, "R3").rows[-1]) == (True, "2011.T3.5")


def test_five_acres_disturbed_by_less_than_forty_percent_and_shedding_ten_is_exempt() -> None:
    plan = site("redevelopment", site=5 * ACRE, kept=88_000, reconstructed=20_000, removed=12_000, disturbed=87_119)
    assert judge(plan).rows == ("2011.2.c", "2011.T3.7")  # 12,000 of 120,000
    plan = site("redevelopment", site=5 * ACRE, kept=88_001, reconstructed=20_000, removed=11_999, disturbed=87_119)
    assert judge(plan).rows == ("2011.2", "2011.T3.8")


def test_the_redevelopment_of_a_public_building_is_not_among_the_exempt_uses() -> None:
    # sheds 20 % of 50,000 on 4 ac, 23 % disturbed: the row asks nothing
    plan = site(
        "redevelopment",
        use="public building",
        site=4 * ACRE,
        kept=20_000,
        reconstructed=20_000,
        removed=10_000,
        disturbed=40_000,
    )
    assert judge(plan) == Verdict(permit=True, requirements={}, required_volume_cf=None, rows=("2011.2", "2011.T3.3"))


# Redevelopment with an increase, Table 4


def test_an_increase_on_one_acre_or_less_needs_bmps_only() -> None:
    plan = site("redevelopment", site=ACRE, kept=4_000, new=30_000, disturbed=40_000)
    assert judge(plan).rows == ("2011.2", "2011.T4.1")
    assert judge(plan).requirements == {"bmp": ("site", "existing")}


def test_an_increase_under_half_with_little_disturbed_is_treated_alone() -> None:
    # +19,999 on 40,000 is just under 50 %; 30,000 of 130,680 is 23 %; 19,999 / 12
    plan = site("redevelopment", site=3 * ACRE, kept=40_000, new=19_999, disturbed=30_000)
    assert judge(plan) == Verdict(
        permit=True,
        requirements=all_three("increase"),
        required_volume_cf=Fraction(19_999, 12),
        rows=("2011.2", "2011.T4.2"),
    )


def test_an_increase_of_exactly_half_brings_in_the_whole_site() -> None:
    # 60,000 / 12 = 5,000; against the site's area 20,000 of 130,680 is 15 %
    plan = site("redevelopment", site=3 * ACRE, kept=40_000, new=20_000, disturbed=30_000)
    assert found(judge(plan)) == ("2011.T4.3", 5_000)
    assert found(other(plan, "R10")) == ("2011.T4.2", Fraction(5_000, 3))


def test_forty_percent_disturbed_brings_in_the_whole_site_at_any_increase() -> None:
    # 40 % of 130,680 is 52,272; proposed 41,200 / 12 = 10,300 / 3
    plan = site("redevelopment", site=3 * ACRE, kept=40_000, new=1_200, disturbed=52_272)
    assert found(judge(plan)) == ("2011.T4.4", Fraction(10_300, 3))


def test_any_increase_over_none_counts_as_half_or_more_or_alone() -> None:
    # 6,000 / 12 = 500 both ways: the whole site's surface is the increase
    plan = site("redevelopment", site=3 * ACRE, new=6_000, disturbed=9_000)
    assert found(judge(plan)) == ("2011.T4.3", 500)
    assert (other(plan, "R5").rows[-1], other(plan, "R5").requirements) == ("2011.T4.2", all_three("increase"))


# Linear, Table 5


def test_a_new_road_is_free_below_ten_thousand_and_owes_all_three_from_there() -> None:
    plan = site("linear new", use="public way", site=60_000, kept=2_000, new=9_999, disturbed=60_000)
    assert judge(plan).rows == ("2011.2.d", "2011.T5.1")
    # 10,000 / 12 = 2,500 / 3; with the 2,000 beside it 12,000 / 12 = 1,000; farmland does not matter for a way
    plan = site(
        "linear new", use="public way", site=60_000, kept=2_000, new=10_000, disturbed=60_000, former_use="row crop"
    )
    assert judge(plan) == Verdict(
        permit=True, requirements=all_three("new"), required_volume_cf=Fraction(2_500, 3), rows=("2011.2", "2011.T5.2")
    )
    assert other(plan, "R61").required_volume_cf == 1_000
    assert other(plan, "R61").requirements["rate"] == ("new", "existing")


def test_a_road_rebuilt_counts_its_net_increase() -> None:
    # 15,000 new less 6,000 removed is 9,000: free; 15,000 created is not
    plan = site(
        "linear reconstruction",
        use="public way",
        site=200_000,
        reconstructed=80_000,
        removed=6_000,
        new=15_000,
        disturbed=150_000,
    )
    assert judge(plan).rows == ("2011.2.d", "2011.T5.3")
    assert other(plan, "R7").rows == ("2011.2", "2011.T5.4")


def test_a_road_rebuilt_with_exactly_one_acre_more_owes_volume_too() -> None:
    # 43,560 / 12 = 3,630
    plan = site(
        "linear reconstruction", use="public way", site=300_000, reconstructed=80_000, new=ACRE, disturbed=300_000
    )
    assert found(judge(plan)) == ("2011.T5.5", 3_630)
    assert judge(plan).requirements == all_three("increase")
    assert other(plan, "R6").requirements == {"phosphorus": ("increase", "existing"), "rate": ("increase", "existing")}
    assert other(plan, "R6").required_volume_cf is None


@pytest.mark.parametrize(
    ("width", "buffer", "permit"),
    [
        (Fraction(12), Fraction(6), False),
        (Fraction(12), Fraction(6) - Fraction(1, 10**6), True),
        (Fraction(12) + Fraction(1, 10**6), Fraction(20), True),
        (Fraction(10), Fraction(5), False),
    ],
)
def test_a_walk_is_free_to_twelve_feet_with_half_its_width_of_buffer(
    width: Fraction, buffer: Fraction, permit: bool
) -> None:
    plan = site(
        "walk or trail",
        use="public way",
        site=90_000,
        new=12_000,
        disturbed=30_000,
        width_ft=width,
        downgradient_buffer_ft=buffer,
    )
    assert judge(plan).permit is permit


def test_a_street_inside_a_plat_is_part_of_it_unless_read_as_a_way_of_its_own() -> None:
    # 9,000 of 43,560 is 20.7 %: 9,000 / 12 = 750; as a way of its own it is under 10,000
    plan = site("linear new", use="private way", site=ACRE, new=9_000, disturbed=20_000, inside_development=True)
    assert found(judge(plan)) == ("2011.T2.3", 750)
    assert other(plan, "R43").rows == ("2011.2.d", "2011.T5.1")


# Earlier projects


def test_a_second_phase_is_added_to_the_first_unless_it_came_before_2005() -> None:
    # 40,000 in 2005, then +15,000 (37.5 %), now +5,000: 20,000 of 40,000 is 50 %; 60,000 / 12 = 5,000
    phase = before(date(2005, 1, 1), site=3 * ACRE, existing_before=40_000, new=15_000, disturbed=20_000)
    plan = site("redevelopment", site=3 * ACRE, kept=55_000, new=5_000, disturbed=10_000, earlier=(phase,))
    assert found(judge(plan)) == ("2011.T4.3", 5_000)
    # alone: 5,000 of 55,000 is 9 %; 5,000 / 12
    assert found(other(plan, "R51")) == ("2011.T4.2", Fraction(5_000, 12))
    # 20,000 of the 55,000 before this action is 36 %; the increase is this action's
    assert found(other(plan, "R32")) == ("2011.T4.2", Fraction(5_000, 12))
    assert other(plan, "R57").rows[-1] == "2011.T4.2"
    old = before(date(2004, 12, 31), site=3 * ACRE, existing_before=40_000, new=15_000, disturbed=20_000)
    plan = site("redevelopment", site=3 * ACRE, kept=55_000, new=5_000, disturbed=10_000, earlier=(old,))
    assert judge(plan).rows[-1] == "2011.T4.2"


def test_the_same_owners_lot_beside_counts_and_a_common_plan_alone_does_not() -> None:
    # 0.8 ac (34,848) with 10,000 and 0.4 ac (17,424) built over by 5,000: 1.2 ac = 52,272, 15,000 is 28.7 %
    # volume of this site's 10,000 / 12 = 2,500 / 3; of both 15,000 / 12 = 1,250
    lot = before(date(2009, 5, 1), "adjacent site", site=17_424, new=5_000, disturbed=9_000)
    plan = site("new development", site=34_848, new=10_000, disturbed=20_000, earlier=(lot,))
    assert found(judge(plan)) == ("2011.T2.3", Fraction(2_500, 3))
    assert other(plan, "R58").required_volume_cf == 1_250
    apart = before(date(2009, 5, 1), "adjacent site", site=17_424, new=5_000, disturbed=9_000, relation="common plan")
    plan = site("new development", site=34_848, new=10_000, disturbed=20_000, earlier=(apart,))
    assert judge(plan).rows == ("2011.2.b", "2011.T2.1")


def test_an_earlier_exempt_home_counts_unless_read_otherwise() -> None:
    home = before(date(2009, 5, 1), "adjacent site", site=17_424, new=5_000, disturbed=9_000, exempt_home=True)
    plan = site("new development", site=34_848, new=10_000, disturbed=20_000, earlier=(home,))
    assert judge(plan).permit is True
    assert other(plan, "R52").permit is False


def test_disturbance_adds_up_too() -> None:
    # 40 % of 130,680 is 52,272 = 30,000 + 22,272
    phase = before(date(2010, 5, 1), site=3 * ACRE, existing_before=40_000, reconstructed=30_000, disturbed=30_000)
    plan = site("redevelopment", site=3 * ACRE, kept=20_000, reconstructed=20_000, disturbed=22_272, earlier=(phase,))
    assert judge(plan).rows[-1] == "2011.T3.6"
    assert other(plan, "R51").rows[-1] == "2011.T3.4"


# Criteria


def test_openings_stand_two_feet_above_high_water() -> None:
    assert opening_ok(Fraction("932.5"), Fraction("930.5")) is True
    assert opening_ok(Fraction("932.49"), Fraction("930.5")) is False
    assert opening_ok(None, Fraction("930.5")) is None


def test_no_event_may_peak_higher_and_one_worse_event_settles_it() -> None:
    now = {1: Fraction(2), 10: Fraction(5), 100: Fraction(12)}
    assert rate_ok(now, now) is True
    assert rate_ok(now, {1: Fraction(2), 10: Fraction("5.01")}) is False
    assert rate_ok(now, {1: Fraction(2), 10: Fraction(5)}) is None


def test_phosphorus_is_held_against_meadow_only_for_new_development_on_farmed_ground() -> None:
    assert phosphorus_ok("new development", "row crop", Fraction(9), Fraction(2), Fraction(3)) is False
    assert phosphorus_ok("new development", "other", Fraction(9), Fraction(2), Fraction(3)) is True
    assert phosphorus_ok("linear new", "row crop", Fraction(9), Fraction(2), Fraction(9)) is True
    assert phosphorus_ok("redevelopment", "other", Fraction(9), Fraction(2), Fraction(3)) is None


@pytest.mark.parametrize(
    ("practice", "credit"),
    [
        ({"kind": "infiltration basin", "below_overflow_cf": 1_200}, Fraction(1_200)),
        ({"kind": "infiltration trench", "below_overflow_cf": 400}, Fraction(400)),  # of voids
        ({"kind": "filtration", "below_overflow_cf": 1_200}, Fraction(600)),
        ({"kind": "tree kept", "species": "Silver Maple", "canopy_sf": 600}, Fraction(8)),  # 0.16 x 600 / 12
        ({"kind": "tree new", "species": "Silver Maple", "canopy_sf": 600}, Fraction(4)),
        ({"kind": "tree kept", "species": "bur oak", "canopy_sf": 600}, Fraction(5)),  # the median, 0.10 x 600 / 12
        ({"kind": "tree kept", "species": "bur oak", "arborist_percent": 12, "canopy_sf": 600}, Fraction(6)),
        (
            {"kind": "tree kept", "species": "ginkgo", "arborist_percent": 12, "canopy_sf": 600},
            Fraction(2),
        ),  # listed: 4 %
        ({"kind": "soil amendment", "area_sf": 2_400}, Fraction(100)),  # 0.5 / 12 x 2,400
        ({"kind": "enhancement", "area_sf": 2_400}, Fraction(100)),
        ({"kind": "enhancement", "area_sf": 2_400, "trafficked": True}, Fraction(0)),
        ({"kind": "enhancement", "area_sf": 2_400, "yielded_sf": 1_200}, Fraction(50)),
        ({"kind": "reuse", "capacity_cf": 900, "one_inch_runoff_cf": 700}, Fraction(700)),
        ({"kind": "green roof", "area_sf": 2_400}, None),
        ({"kind": "tree kept", "species": "elm"}, None),
    ],
)
def test_each_practice_earns_what_the_schedule_gives(practice: dict[str, Any], credit: Fraction | None) -> None:
    assert credit_cf(practice) == credit


def test_amended_soil_can_be_asked_to_perform_as_group_b() -> None:
    strict = frozenset({"R19"})
    assert credit_cf({"kind": "soil amendment", "area_sf": 2_400, "amended_group": "C"}, other=strict) == 0
    assert credit_cf({"kind": "soil amendment", "area_sf": 2_400, "amended_group": "B"}, other=strict) == 100


def test_ground_given_to_another_practice_earns_twice_only_outside_the_pair_named() -> None:
    lawn = {"kind": "soil amendment", "area_sf": 2_400, "yielded_sf": 2_400}
    assert credit_cf(lawn) == 0
    assert credit_cf(lawn, other=frozenset({"R31"})) == 100


def test_a_manage_2_wetland_may_bounce_a_foot_and_stay_two_days_longer_but_its_runout_not_fall() -> None:
    bounce = {1: (Fraction(1), Fraction(2)), 10: (Fraction(1), Fraction(2)), 100: (Fraction(2), Fraction(3))}
    wet = {
        1: (Fraction(24), Fraction(72)),
        10: (Fraction(48), Fraction(384)),
        100: (Fraction(72), Fraction(408)),
    }  # +48 h, +336 h, +336 h
    assert waterbody_ok("Manage 2", bounce, wet, (Fraction(930), Fraction(931))) is True
    assert waterbody_ok("Manage 2", bounce, wet, (Fraction(930), Fraction("929.9"))) is False
    assert waterbody_ok("Manage 1", bounce, wet, (Fraction(930), Fraction(930))) is False
    assert waterbody_ok("Manage 3", {}, wet, (Fraction(930), Fraction(934))) is True  # bounce has no limit there
    assert waterbody_ok("Manage 2", bounce, {}, (Fraction(930), Fraction(931))) is None


def test_a_lake_may_not_bounce_more_and_has_no_inundation_limit() -> None:
    level = {1: (Fraction(1), Fraction(1)), 10: (Fraction(1), Fraction(1)), 100: (Fraction(2), Fraction(2))}
    assert waterbody_ok("lake", level, {}, (Fraction(929), Fraction(929))) is True
    assert (
        waterbody_ok("lake", level | {100: (Fraction(2), Fraction("2.01"))}, {}, (Fraction(929), Fraction(929)))
        is False
    )


def test_the_half_inch_path_needs_infeasibility_the_half_inch_and_phosphorus_for_the_rest() -> None:
    # 3,630 owed, half is 1,815; 1,815 abstracted + 0.5 x 3,630 filtered = 3,630
    half, rest = Fraction(1_815), [(Fraction(1, 2), Fraction(3_630))]
    assert volume_path(Fraction(3_630), Fraction(3_630), [], False, half) == "one inch met"
    assert volume_path(Fraction(3_630), half, rest, True, half) == "path met"
    assert volume_path(Fraction(3_630), half, rest, False, half) == "not met"
    assert volume_path(Fraction(3_630), half, [(Fraction(1, 2), Fraction(3_629))], True, half) == "not met"
    low, more = half - 1, [(Fraction(1, 2), Fraction(3_632))]
    assert volume_path(Fraction(3_630), low, more, True, half) == "not met"
    assert volume_path(Fraction(3_630), low, more, True, half, other=frozenset({"R63"})) == "path met"
    by_load = frozenset({"R38"})
    assert (
        volume_path(Fraction(3_630), half, [], True, half, annual_lb=(Fraction(2), Fraction(2)), other=by_load)
        == "path met"
    )


# Random sites


def test_random_sites_are_consistent_and_reach_every_row() -> None:
    rng = random.Random(2011)
    kinds: set[str] = set()
    rows: set[str] = set()
    for _ in range(4_000):
        plan = random_site(rng)
        kinds.add(plan.kind)
        least = min(plan.kept_sf, plan.reconstructed_sf, plan.removed_sf, plan.new_sf, plan.disturbed_sf)
        assert least >= 0
        assert max(plan.existing_sf, plan.proposed_sf, plan.disturbed_sf) <= plan.site_sf
        phases = [e for e in plan.earlier if e.where == "same site"]
        ends = [e.existing_before_sf for e in phases[1:]] + [plan.existing_sf]
        assert all(e.existing_before_sf + e.net_sf == end for e, end in zip(phases, ends, strict=bool(phases)))
        verdict = judge(plan)
        rows.update(verdict.rows)
        assert (verdict.required_volume_cf is None) == ("volume" not in verdict.requirements)
    assert kinds == set(KINDS)
    counts = {2: 3, 3: 9, 4: 4, 5: 5}
    tables = {f"2011.T{table}.{row}" for table, last in counts.items() for row in range(1, last + 1)}
    assert rows == tables | {"2011.2", "2011.2.a", "2011.2.b", "2011.2.c", "2011.2.d", "2011.3.b.1", "2011.3.d"}
