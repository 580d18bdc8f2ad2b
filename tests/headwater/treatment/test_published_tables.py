"""Removals, concentrations, annual rain, underdrains and pools as published: typed a second time, and looked up."""

from __future__ import annotations

import pytest

from headwater.errors import UnknownNameError
from headwater.sources import SOURCES
from headwater.treatment.concentrations import annual_rain, annual_rains, concentration, listed_concentrations
from headwater.treatment.levels import LEVELS
from headwater.treatment.pool import pool_rules
from headwater.treatment.removals import listed_removals, removal_range, removal_tables, removals_of
from headwater.treatment.underdrain_credit import Media, underdrain_credits, underdrain_removal

# Typed from the pages, not from the data: TSS, TP, PP, DP; U where the page links to the table of underdrains.
U = "U"
MEDIAN = {
    "infiltration": (100, 100, 100, 100),
    "biofiltration with underdrain": (80, U, U, U),
    "sand filter": (85, 50, 85, 0),
    "iron-enhanced sand filter": (85, 74, 85, 60),
    "dry swale without check dams": (68, U, U, U),
    "wet swale without check dams": (35, 0, 0, 0),
    "wet pond": (84, 46, 84, 0),
    "constructed wetland": (73, 38, 69, 0),
    "permeable pavement with underdrain": (74, 41, 74, 0),
    "green roof": (85, 0, 0, 0),
}
# TSS and TP.
TYPICAL = {
    ("biofiltration with underdrain", ""): (80, U),
    ("sand filter", ""): (85, 50),
    ("iron-enhanced sand filter", "tier 1"): (85, 65),
    ("iron-enhanced sand filter", "tier 2"): (85, 74),
    ("dry swale", ""): (68, U),
    ("wet pond", ""): (84, 50),
    ("wet pond with iron-enhanced bench", ""): (84, 68),
    ("constructed wetland", ""): (73, 38),
    ("permeable pavement with underdrain", ""): (74, 41),
    ("green roof", ""): (85, 0),
}
# Average TP, maximum TP, soluble P.
COMPARATIVE = {
    ("biofiltration with underdrain", ""): (50, 65, 0),
    ("media filter", ""): (50, 55, 0),
    ("dry swale", ""): (0, 55, 0),
    ("wet swale", ""): (0, 40, 0),
    ("infiltration", "trench"): (100, 100, 100),
    ("infiltration", "basin"): (100, 100, 100),
    ("wet pond", ""): (50, 75, 0),
    ("multiple pond", ""): (60, 75, 0),
    ("constructed wetland", "shallow"): (40, 55, 0),
    ("pond and wetland", ""): (55, 75, 0),
}
COLUMNS = ("total suspended solids", "total phosphorus", "particulate phosphorus", "dissolved phosphorus")


def cells(table_id: str) -> dict[tuple[str, str, str], object]:
    return {
        (one.practice, one.design, one.pollutant): U if one.removal_fraction is None else one.removal_fraction
        for one in listed_removals()
        if one.table.id == table_id
    }


def share(percent: object) -> object:
    return percent / 100 if isinstance(percent, int) else percent


def test_the_table_of_medians_is_as_typed_a_second_time() -> None:
    typed = {
        (practice, "", pollutant): share(percent)
        for practice, row in MEDIAN.items()
        for pollutant, percent in zip(COLUMNS, row, strict=True)
    }
    assert cells("msm-median-2022-07") == typed


def test_the_table_of_typical_removals_is_as_typed_a_second_time() -> None:
    typed = {
        (*name, pollutant): share(percent)
        for name, row in TYPICAL.items()
        for pollutant, percent in zip(COLUMNS, row, strict=False)
    }
    # The 40 % of the dissolved part is a note below the table.
    typed["wet pond with iron-enhanced bench", "", "dissolved phosphorus"] = 0.40
    assert cells("msm-typical-2022-08") == typed


def test_the_comparative_table_is_as_typed_a_second_time() -> None:
    average = {(*name, "total phosphorus"): share(row[0]) for name, row in COMPARATIVE.items()}
    soluble = {(*name, "dissolved phosphorus"): share(row[2]) for name, row in COMPARATIVE.items()}
    assert cells("msm-comparative-average") == average | soluble
    maximum = {(*name, "total phosphorus"): share(row[1]) for name, row in COMPARATIVE.items()}
    assert cells("msm-comparative-maximum") == maximum


def test_every_table_cites_a_work_that_is_listed() -> None:
    cited = {table.source for table in removal_tables()}
    cited |= {one.source for one in listed_concentrations()} | {one.source for one in annual_rains()}
    cited |= {rule.source for rule in pool_rules()} | {underdrain_credits()["source"]}
    assert cited <= SOURCES.keys()


def test_what_is_from_memory_or_uncertain_is_provisional() -> None:
    unsure = [one.table_id for one in listed_concentrations() if one.sure != "read"]
    assert unsure
    assert all(one.provisional for one in listed_concentrations() if one.table_id in unsure)
    assert all(table.provisional for table in removal_tables() if table.sure != "read")
    assert all(rule.provisional for rule in pool_rules())


def test_the_two_values_of_the_manual_for_a_wet_pond_are_both_there() -> None:
    read = [one for one in removals_of("wet pond", pollutant="total phosphorus") if not one.table.provisional]
    assert [(one.removal_fraction, one.table.date) for one in read] == [(0.46, "28 July 2022"), (0.50, "4 August 2022")]


def test_a_range_names_the_table_of_each_of_its_ends() -> None:
    pond = removal_range("wet pond", pollutant="total phosphorus")
    assert [pond.at(level) for level in LEVELS] == [0.46, 0.46, 0.75]
    assert pond.provisional == {"high"}
    assert "median 46 % (msm-median-2022-07, median)" in pond.basis
    assert "high 75 % (msm-comparative-maximum, maximum)" in pond.basis
    other = removal_range("wet pond", pollutant="total phosphorus", table_id="msm-typical-2022-08")
    assert [other.at(level) for level in LEVELS] == [0.46, 0.50, 0.75]


def test_a_filter_on_which_both_tables_agree_has_no_width() -> None:
    sand = removal_range("sand filter", pollutant="total phosphorus")
    assert [sand.at(level) for level in LEVELS] == [0.5, 0.5, 0.5]
    assert sand.provisional == frozenset()


def test_iron_enhanced_sand_of_no_known_tier_goes_down_to_the_first() -> None:
    iron = removal_range("iron-enhanced sand filter", pollutant="total phosphorus")
    assert [iron.at(level) for level in LEVELS] == [0.65, 0.74, 0.74]
    with pytest.raises(UnknownNameError, match="tier 1, tier 2"):
        removal_range("iron-enhanced sand filter", pollutant="total phosphorus", table_id="msm-typical-2022-08")


def test_the_link_to_the_table_of_underdrains_is_no_number() -> None:
    """In the fact sheet this was drawn from it looks like 5.2 %; the page has a link in its place."""
    with pytest.raises(UnknownNameError, match="underdrain_removal"):
        removal_range("biofiltration with underdrain", pollutant="total phosphorus")


@pytest.mark.parametrize(
    ("practice", "said"), [("wet ponds", "practice: 'wet ponds': not listed"), ("", "practice: '': not listed")]
)
def test_a_practice_that_no_table_lists_is_refused_with_those_that_are(practice: str, said: str) -> None:
    with pytest.raises(UnknownNameError, match=said):
        removal_range(practice, pollutant="total phosphorus")


def test_concentrations_are_as_typed_a_second_time() -> None:
    typed = {
        ("msm-tp-2019-12", "commercial"): (0.200, None, None),
        ("msm-tp-2019-12", "industrial"): (0.235, None, None),
        ("msm-tp-2019-12", "residential"): (0.325, 0.26, 0.38),
        ("msm-tp-literature-2019-12", "freeway"): (0.25, None, None),
        ("msm-tp-literature-2019-12", "mixed"): (0.29, None, None),
        ("msm-tp-literature-2019-12", "open space"): (0.13, None, None),
        ("msm-tp-literature-2019-12", "conventional roof"): (0.09, None, None),
        ("msm-tp-literature-2019-12", "institutional"): (0.26, None, None),
        ("msm-tp-literature-2019-12", "forest"): (0.25, None, None),
        ("mids-default", "any"): (0.30, None, None),
        ("mids-default-solids", "any"): (54.5, None, None),
    }
    listed = {
        (one.table_id, one.land_use): (one.concentration_mg_per_l, one.low_mg_per_l, one.high_mg_per_l)
        for one in listed_concentrations()
    }
    assert listed == typed


def test_a_concentration_has_its_range_or_none() -> None:
    homes = concentration("residential", table_id="msm-tp-2019-12")
    assert [homes.at(level) for level in LEVELS] == [0.26, 0.325, 0.38]
    assert not homes.provisional
    shops = concentration("commercial", table_id="msm-tp-2019-12")
    assert [shops.at(level) for level in LEVELS] == [0.2, 0.2, 0.2]
    assert concentration("any", table_id="mids-default").provisional


def test_a_land_use_or_table_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="commercial, industrial, residential"):
        concentration("dense residential", table_id="msm-tp-2019-12")
    with pytest.raises(UnknownNameError, match="mids-default"):
        concentration("residential", table_id="msm")


def test_the_annual_depths_of_guidance_are_two_and_one_is_about_so_much() -> None:
    assert (annual_rain("estimator-msp").depth_in, annual_rain("manual-state").depth_in) == (30.65, 26)
    assert annual_rain("manual-state").provisional
    with pytest.raises(UnknownNameError, match="estimator-msp, manual-state"):
        annual_rain("msp")


# ---- underdrains -----------------------------------------------------------------------------------------------------

CLEAN = Media(phosphorus_mg_per_kg=12, above_drain_ft=2)
AMENDED = Media(phosphorus_mg_per_kg=12, above_drain_ft=2, amended=True)


def test_the_credits_of_underdrains_are_as_typed_a_second_time() -> None:
    assert underdrain_credits()["editions"] == {
        "current": {"none": [0, 0, 0], "elevated": [45, 0, 0], "bottom": [45, 0, 0]},
        "proposed": {"none": [0, 0, 0], "elevated": [40, 20, 40], "bottom": [40, 20, 40]},
    }
    assert underdrain_credits()["particulate"]["percent"] == 55


def test_total_phosphorus_is_weighed_from_its_parts() -> None:
    """0.55 x 40 + 0.45 x 20 = 31 % plain; 0.55 x 40 + 0.45 x 60 = 49 % amended; 0.55 x 45 = 24.75 % as it was."""
    assert underdrain_removal("bottom", media=CLEAN).total_fraction == pytest.approx(0.31)
    assert underdrain_removal("bottom", media=AMENDED).total_fraction == pytest.approx(0.49)
    assert underdrain_removal("bottom", media=CLEAN, column="current").total_fraction == pytest.approx(0.2475)
    assert underdrain_removal("bottom", media=CLEAN, particulate_fraction=1.0).total_fraction == pytest.approx(0.40)


@pytest.mark.parametrize(("phosphorus", "particulate"), [(29.9, 0.40), (30.0, 0.0), (30.1, 0.0)])
def test_media_pass_the_test_below_30_mg_per_kg(phosphorus: float, particulate: float) -> None:
    media = Media(phosphorus_mg_per_kg=phosphorus, above_drain_ft=2)
    assert underdrain_removal("elevated", media=media).particulate_fraction == particulate


@pytest.mark.parametrize(("depth_ft", "dissolved"), [(0.0, 0.0), (1.0, 0.10), (2.0, 0.20), (3.0, 0.20)])
def test_the_dissolved_credit_of_an_elevated_drain_grows_to_2_ft(depth_ft: float, dissolved: float) -> None:
    media = Media(phosphorus_mg_per_kg=12, above_drain_ft=depth_ft)
    assert underdrain_removal("elevated", media=media).dissolved_fraction == pytest.approx(dissolved)


def test_without_an_underdrain_nothing_leaves_by_one() -> None:
    assert underdrain_removal("none", media=AMENDED).total_fraction == 0


def test_a_credit_is_marked_provisional_and_an_unknown_layout_refused() -> None:
    assert underdrain_removal("bottom", media=CLEAN).provisional
    with pytest.raises(UnknownNameError, match="none, elevated, bottom"):
        underdrain_removal("upturned", media=CLEAN)  # type: ignore[arg-type]
