"""A plan's section of loads, worked out by hand: loads, verdicts, equivalence, pools, reuse, and what is missing."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from headwater.errors import IncompleteModelError
from headwater.hydrology.daily_rain import DailyRain
from headwater.intake.plan_file import read_plan_text
from headwater.review.analysis.loads import LoadsAnswer, loads_of
from headwater.review.analysis.loads_document import loads_document
from headwater.review.analysis.loads_verdicts import Comparison, least_removal_fraction

HEAD = "headwater: 1\nplan: x\nactions: [{id: a, kind: utility}]\n"
RAIN = "annual_rain: {depth: 30.65 in}"
LOT = "id: lot, area: 10.00 ac, impervious: 40 %, phosphorus: 0.30 mg/L"
# Rv = 0.05 + 0.9 x 0.40 = 0.41; 30.65 x 0.9 x 0.41 = 11.30985 in; / 12 x 10 x 0.30 x 2.72 = 7.690698 lb/yr.
LOT_LB_PER_YR = 7.690698
# The same without impervious ground: Rv = 0.05, 30.65 x 0.9 x 0.05 / 12 x 10 x 0.30 x 2.72 = 0.937890 lb/yr.
FIELD = "id: lot, area: 10.00 ac, impervious: 0 %, phosphorus: 0.30 mg/L"
FIELD_LB_PER_YR = 0.937890


def answer(loads: str, *, record: DailyRain | None = None, before: str = "") -> LoadsAnswer:
    return loads_of(read_plan_text(f"{HEAD}{before}loads: {{{loads}}}\n"), record)


def document(loads: str, *, record: DailyRain | None = None, before: str = "") -> dict[str, Any]:
    return loads_document(answer(loads, record=record, before=before))


def verdict(found: LoadsAnswer, id_: str) -> Comparison:
    return next(one for one in found.comparisons if one.id == id_)


def treated(removal: str, *, captured: str = "captured: 100 %, ") -> str:
    return (
        f"{RAIN}, treatment: [{{id: s, {captured}removal: {removal}}}], "
        f"existing: [{{{LOT}, train: none}}], proposed: [{{{LOT}, train: [s]}}]"
    )


# ---- loads -----------------------------------------------------------------------------------------------------------


def test_the_load_before_and_after_is_that_of_the_simple_method_by_hand() -> None:
    # Nine tenths captured: of that a fifth soaks in, and half of the rest is removed. 0.9 x (0.2 + 0.8 x 0.5) = 0.54.
    step = "treatment: [{id: s, captured: 90 %, infiltrated: 20 %, removal: 50 %}]"
    found = answer(f"{RAIN}, {step}, proposed: [{{{LOT}, train: [s]}}]")
    (condition,) = found.conditions
    at = condition.at("median")
    assert at.before_lb_per_yr == pytest.approx(LOT_LB_PER_YR, abs=1e-6)
    assert at.removed_fraction == pytest.approx(0.54)
    assert at.after_lb_per_yr == pytest.approx(0.46 * LOT_LB_PER_YR, abs=1e-6)


def test_solids_are_worked_out_beside_phosphorus_where_land_says_what_its_runoff_holds() -> None:
    # 11.30985 / 12 x 10 x 54.5 x 2.72 = 1,397.1434 lb/yr; a wet pond removes 84 % of it, and 46 % of the phosphorus.
    found = answer(
        f"{RAIN}, treatment: [{{id: s, kind: wet pond, captured: 100 %}}], "
        f"proposed: [{{{LOT}, solids_table: mids-default-solids, train: [s]}}]"
    )
    phosphorus, solids = found.conditions
    assert solids.pollutant == "total suspended solids"
    assert solids.at("median").before_lb_per_yr == pytest.approx(1397.1434, abs=1e-3)
    assert solids.at("median").removed_fraction == pytest.approx(0.84)
    assert phosphorus.at("median").removed_fraction == pytest.approx(0.46)


def test_an_impervious_area_is_its_share_and_a_producing_share_is_taken() -> None:
    # 4 of 10 ac; half of the rain: 7.690698 x 0.5 / 0.9 = 4.272610 lb/yr.
    land = "id: lot, area: 10.00 ac, impervious_area: 4.00 ac, phosphorus: 0.30 mg/L, train: none"
    rain = "annual_rain: {depth: 30.65 in, producing_share: 50 %}"
    (condition,) = answer(f"{rain}, proposed: [{{{land}}}]").conditions
    assert condition.at("median").before_lb_per_yr == pytest.approx(4.272610, abs=1e-6)


@pytest.mark.parametrize(("level", "concentration"), [("low", 0.26), ("median", 0.325), ("high", 0.38)])
def test_concentrations_are_taken_at_the_level_that_the_plan_names(level: str, concentration: float) -> None:
    land = "id: lot, area: 10.00 ac, impervious: 40 %, land_use: residential, phosphorus_table: msm-tp-2019-12"
    found = answer(f"{RAIN}, concentration_level: {level}, proposed: [{{{land}, train: none}}]")
    before = found.conditions[0].at("median").before_lb_per_yr
    assert before == pytest.approx(LOT_LB_PER_YR * concentration / 0.30, abs=1e-6)


def test_the_manuals_two_values_for_a_wet_pond_are_each_taken_by_their_id() -> None:
    for table, share in (("msm-median-2022-07", 0.46), ("msm-typical-2022-08", 0.50)):
        found = answer(
            f"{RAIN}, treatment: [{{id: s, kind: wet pond, table: {table}, captured: 100 %}}], "
            f"proposed: [{{{LOT}, train: [s]}}]"
        )
        removed = [one.removed_fraction for one in found.conditions[0].levels]
        assert removed == pytest.approx([0.46, share, 0.75])
        used = next(one for one in found.used if one.what.startswith("removal"))
        assert (used.table, used.source) == (table, "MSM")


def test_water_that_leaves_by_an_underdrain_has_the_credit_of_its_layout() -> None:
    # 0.55 x 40 % + 0.45 x 20 % = 31 % by the proposed column; 0.55 x 45 % = 24.75 % by the current one.
    media = "media_phosphorus: 12 mg/kg, media_above_drain: 2 ft"
    for column, share in (("proposed", 0.31), ("current", 0.2475)):
        found = answer(
            f"{RAIN}, treatment: [{{id: s, kind: biofiltration with underdrain, captured: 100 %, "
            f"underdrain: {{layout: bottom, column: {column}, {media}}}}}], proposed: [{{{LOT}, train: [s]}}]"
        )
        assert found.conditions[0].at("median").removed_fraction == pytest.approx(share)
        assert [one.grade for one in found.cautions if one.code == "value-provisional"] == ["warning"]


def test_a_removal_may_be_that_of_the_practice() -> None:
    practice = "practices: [{id: p, kind: filtration, removal: 60 %, removal_source: a study}]\n"
    found = answer(
        f"{RAIN}, treatment: [{{id: s, practice: p, captured: 100 %}}], proposed: [{{{LOT}, train: [s]}}]",
        before=practice,
    )
    assert found.conditions[0].at("median").removed_fraction == pytest.approx(0.60)
    assert [one.source for one in found.used if one.what.startswith("removal")] == ["a study"]


# ---- what is missing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loads", "missing"),
    [
        pytest.param(f"proposed: [{{{LOT}, train: none}}]", "loads.annual_rain", id="rain"),
        pytest.param(
            f"{RAIN}, proposed: [{{id: lot, impervious: 40 %, phosphorus: 0.30 mg/L, train: none}}]",
            "loads.proposed[lot].area",
            id="area",
        ),
        pytest.param(
            f"{RAIN}, proposed: [{{id: lot, area: 1 ac, phosphorus: 0.30 mg/L, train: none}}]",
            "loads.proposed[lot].impervious",
            id="impervious",
        ),
        pytest.param(
            f"{RAIN}, proposed: [{{id: lot, area: 1 ac, impervious: 40 %, train: none}}]",
            "loads.proposed[lot].phosphorus",
            id="concentration",
        ),
        pytest.param(
            f"{RAIN}, proposed: [{{id: lot, area: 1 ac, impervious: 4 %, train: none, "
            "phosphorus_table: msm-tp-2019-12}]",
            "loads.proposed[lot].land_use",
            id="land use",
        ),
        pytest.param(f"{RAIN}, proposed: none", "loads.proposed", id="land"),
    ],
)
def test_without_a_value_of_the_load_before_nothing_is_told_and_the_value_is_named(loads: str, missing: str) -> None:
    (condition,) = document(loads)["conditions"]
    assert (condition["outcome"], condition["missing"]) == ("cannot tell", [missing])
    assert {value for level in condition["levels"] for value in list(level.values())[1:]} == {None}


@pytest.mark.parametrize(
    ("step", "missing"),
    [
        pytest.param("removal: 50 %", "loads.treatment[s].captured", id="capture"),
        pytest.param("captured: 90 %", "loads.treatment[s].removal", id="removal"),
        pytest.param(
            "captured: 90 %, kind: biofiltration with underdrain", "loads.treatment[s].underdrain", id="underdrain"
        ),
        pytest.param(
            "captured: 90 %, underdrain: {layout: bottom, media_above_drain: 2 ft}",
            "loads.treatment[s].underdrain.media_phosphorus",
            id="media",
        ),
    ],
)
def test_without_a_value_of_the_treatment_the_load_before_is_told_and_no_other(step: str, missing: str) -> None:
    (condition,) = document(f"{RAIN}, treatment: [{{id: s, {step}}}], proposed: [{{{LOT}, train: [s]}}]")["conditions"]
    assert condition["missing"] == [missing]
    assert [(one["before_lb_per_yr"], one["after_lb_per_yr"]) for one in condition["levels"]] == [(7.691, None)] * 3


def test_a_train_that_is_left_out_is_unknown_and_one_of_none_is_untreated() -> None:
    left_out, none = (document(f"{RAIN}, proposed: [{{{LOT}{train}}}]") for train in ("", ", train: none"))
    assert left_out["conditions"][0]["missing"] == ["loads.proposed[lot].train"]
    assert left_out["conditions"][0]["levels"][1]["after_lb_per_yr"] is None
    assert none["conditions"][0]["levels"][1]["after_lb_per_yr"] == 7.691


def test_what_soaks_in_whole_needs_no_removal() -> None:
    step = "treatment: [{id: s, captured: 90 %, infiltrated: 100 %}]"
    found = document(f"{RAIN}, {step}, proposed: [{{{LOT}, train: [s]}}]")
    assert found["conditions"][0]["levels"][1]["removed_fraction"] == 0.9


def test_a_plan_without_the_section_is_refused() -> None:
    with pytest.raises(IncompleteModelError, match="has no section of loads"):
        loads_of(read_plan_text(HEAD))


# ---- verdicts --------------------------------------------------------------------------------------------------------


def test_the_share_that_rule_n_asks_for_is_half() -> None:
    assert least_removal_fraction() == 0.5


@pytest.mark.parametrize(("removal", "told"), [("49.9 %", "not met"), ("50 %", "met"), ("50.1 %", "met")])
def test_half_removed_turns_at_half(removal: str, told: str) -> None:
    found = answer(treated(removal))
    assert [one.verdict for one in verdict(found, "half-removed").levels] == [told] * 3


@pytest.mark.parametrize(("removal", "told"), [("87.7 %", "not met"), ("87.9 %", "met")])
def test_no_increase_turns_at_the_load_of_the_existing_site(removal: str, told: str) -> None:
    # 1 - 0.937890 / 7.690698 = 87.805 % has to be removed.
    found = answer(
        f"{RAIN}, treatment: [{{id: s, captured: 100 %, removal: {removal}}}], "
        f"existing: [{{{FIELD}, train: none}}], proposed: [{{{LOT}, train: [s]}}]"
    )
    one = verdict(found, "no-increase")
    assert one.verdict == told
    assert one.levels[1].threshold == pytest.approx(FIELD_LB_PER_YR, abs=1e-6)


def test_the_same_load_before_and_after_is_no_increase() -> None:
    land = f"[{{{LOT}, train: none}}]"
    found = answer(f"{RAIN}, existing: {land}, proposed: {land}, meadow: {land}")
    assert verdict(found, "no-increase").verdict == "met"
    assert verdict(found, "no-more-than-meadow").verdict == "met"
    assert verdict(found, "half-of-existing").verdict == "not met"


def test_without_existing_land_no_increase_cannot_be_told_and_half_removed_can() -> None:
    found = answer(f"{RAIN}, proposed: [{{{LOT}, train: none}}]")
    one = verdict(found, "no-increase")
    assert (one.verdict, one.missing) == ("cannot tell", ("loads.existing",))
    assert verdict(found, "half-removed").verdict == "not met"


def test_a_verdict_that_hangs_on_the_page_of_the_manual_is_warned_of() -> None:
    step = "treatment: [{id: s, kind: wet pond, table: msm-typical-2022-08, captured: 100 %}]"
    found = answer(f"{RAIN}, {step}, proposed: [{{{LOT}, train: [s]}}]")
    one = verdict(found, "half-removed")
    assert [level.verdict for level in one.levels] == ["not met", "met", "met"]
    assert one.verdict == "met"
    assert "verdict-by-level" in [caution.code for caution in found.cautions]


def test_the_exit_code_is_that_of_the_worst_that_decides() -> None:
    assert document(treated("50 %"))["exit_code"] == 0
    assert document(treated("49 %"))["exit_code"] == 1
    assert document(treated("50 %", captured=""))["exit_code"] == 2


def test_the_other_choice_of_a_reading_stands_beside_and_changes_no_exit_code() -> None:
    # 5 % of 7.69 lb/yr is left, 0.38: below half of the field's 0.94. 95 % is less than the 99 % of abstraction.
    found = document(
        f"{RAIN}, treatment: [{{id: s, captured: 100 %, removal: 95 %}}], "
        f"existing: [{{{FIELD}, train: none}}], proposed: [{{{LOT}, train: [s]}}], "
        "equivalence: {owed: 10 cf, owed_captured: 99 %, treated: [{id: t, train: [s], volume: 100 cf}]}"
    )
    told = {one["id"]: (one["verdict"], one["decides"]) for one in found["verdicts"]}
    assert told == {
        "half-removed": ("met", True),
        "half-of-existing": ("met", False),
        "no-increase": ("met", True),
        "equivalence-by-volume": ("met", True),
        "equivalence-by-annual-load": ("not met", False),
    }
    assert found["exit_code"] == 0


# ---- provisional values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loads", "grade", "where"),
    [
        pytest.param("annual_rain: {table: manual-state}", "warning", "loads.annual_rain", id="annual rain"),
        pytest.param(
            f"{RAIN}, treatment: [{{id: s, kind: multiple pond, table: msm-comparative-average, captured: 100 %}}]",
            "warning",
            "loads.treatment[s].kind",
            id="a removal",
        ),
        pytest.param(
            f"{RAIN}, treatment: [{{id: s, kind: wet pond, captured: 100 %}}]",
            "note",
            "loads.treatment[s].kind",
            id="the high end of a removal",
        ),
    ],
)
def test_a_value_that_was_not_read_with_certainty_is_told(loads: str, grade: str, where: str) -> None:
    found = answer(f"{loads}, proposed: [{{{LOT}, train: none}}]")
    assert [(one.grade, one.where) for one in found.cautions if one.code == "value-provisional"] == [(grade, where)]


def test_a_concentration_from_memory_is_warned_of_and_one_that_was_read_is_not() -> None:
    land = "id: lot, area: 1 ac, impervious: 40 %, land_use: residential, train: none"
    for table, warned in (("mids-default", ["value-provisional"]), ("msm-tp-2019-12", [])):
        found = answer(f"{RAIN}, proposed: [{{{land}, phosphorus_table: {table}}}]")
        assert [one.code for one in found.cautions] == warned


# ---- equivalence -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("volume", "told"), [("9,999 cf", "not met"), ("10,000 cf", "met"), ("10,001 cf", "met")])
def test_equivalence_by_volume_turns_at_the_volume_owed(volume: str, told: str) -> None:
    # Half of 10,000 cf is the 5,000 cf owed.
    found = answer(
        "treatment: [{id: s, removal: 50 %}], "
        f'equivalence: {{owed: "5,000 cf", treated: [{{id: t, train: [s], volume: "{volume}"}}]}}'
    )
    assert verdict(found, "equivalence-by-volume").verdict == told


def test_practices_in_series_count_as_one_and_what_soaks_in_counts_whole() -> None:
    # First 0.2 + 0.8 x 0.5 = 0.6, then 0.5: 1 - 0.4 x 0.5 = 0.8 of 1,000 cf.
    found = answer(
        "treatment: [{id: a, infiltrated: 20 %, removal: 50 %}, {id: b, removal: 50 %}], "
        "equivalence: {owed: 800 cf, treated: [{id: t, train: [a, b], volume: exactly 1000 cf}]}"
    )
    one = verdict(found, "equivalence-by-volume")
    assert one.verdict == "met"
    assert one.levels[1].value == pytest.approx(800)


def test_the_volume_may_be_that_of_the_practice() -> None:
    practice = "practices: [{id: p, kind: filtration, removal: 50 %, treated_volume: exactly 1000 cf}]\n"
    found = answer(
        "treatment: [{id: s, practice: p}], equivalence: {owed: 500 cf, treated: [{id: t, train: [s]}]}",
        before=practice,
    )
    assert verdict(found, "equivalence-by-volume").levels[1].value == pytest.approx(500)


@pytest.mark.parametrize(
    ("equivalence", "missing"),
    [
        ("{treated: [{id: t, train: [s], volume: 10 cf}]}", "loads.equivalence.owed"),
        ("{owed: 10 cf}", "loads.equivalence.treated"),
        ("{owed: 10 cf, treated: [{id: t, train: [s]}]}", "loads.equivalence.treated[t].volume"),
        ("{owed: 10 cf, treated: [{id: t, volume: 10 cf}]}", "loads.equivalence.treated[t].train"),
        ("{owed: 10 cf, treated: [{id: t, train: [u], volume: 10 cf}]}", "loads.treatment[u].removal"),
    ],
)
def test_equivalence_cannot_be_told_without_what_it_needs(equivalence: str, missing: str) -> None:
    found = answer(f"treatment: [{{id: s, removal: 50 %}}, {{id: u}}], equivalence: {equivalence}")
    one = verdict(found, "equivalence-by-volume")
    assert (one.verdict, one.missing) == ("cannot tell", (missing,))


@pytest.mark.parametrize(
    ("owed", "told"), [("50.1 %", "not met"), ("50 %", "met"), ("49.9 %", "met"), ("unknown", "cannot tell")]
)
def test_equivalence_by_annual_load_turns_at_the_share_that_would_be_captured(owed: str, told: str) -> None:
    found = answer(f"{treated('50 %')}, equivalence: {{owed_captured: {owed}}}")
    one = verdict(found, "equivalence-by-annual-load")
    assert (one.verdict, one.decides) == (told, False)


# ---- pools and reuse -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("volume", "told"), [("17,999 cf", "not met"), ("18,000 cf", "met"), ("18,001 cf", "met")])
def test_a_pool_is_held_against_the_state_permit_and_the_drafts_beside_it(volume: str, told: str) -> None:
    # 1,800 cf/ac x 10 ac; a curve number of 80 has 0.8890 in of 2.5 in, and 32,267 cf of 10 ac.
    found = document(f'pools: [{{id: p, drainage_area: 10 ac, volume: "{volume}", curve_number: 80}}]')
    parts = {(part["rule"], part["part"]): part for part in found["pools"][0]["parts"]}
    assert (parts["state-permit", "volume"]["verdict"], parts["state-permit", "volume"]["threshold"]) == (told, 18000)
    assert parts["rice-creek-draft", "volume"]["threshold"] == pytest.approx(32_267, abs=1)
    assert parts["rice-creek-draft", "volume"]["decides"] is False
    assert parts["state-permit", "least depth"]["missing"] == ["loads.pools[p].depth"]
    assert found["exit_code"] == (1 if told == "not met" else 2)


def test_a_pool_without_its_drainage_area_cannot_be_told() -> None:
    (pool,) = document("pools: [{id: p, volume: 100 cf}]")["pools"]
    assert (pool["parts"], pool["missing"]) == ([], ["loads.pools[p].drainage_area"])


CISTERN = (
    "reuse: [{id: c, capacity: exactly 100 cf, capture_area: 1200 sf, runoff_share: 100 %, "
    "uses: [{id: lawn, demand: 30 cf/day}]}]"
)


def record(*depths_in: float) -> DailyRain:
    return DailyRain(station="s", source="made up", first_day=datetime.date(2001, 1, 1), depths_in=depths_in)


def test_reuse_without_a_record_cannot_be_told_and_nor_can_the_load_that_it_removes() -> None:
    step = "treatment: [{id: s, reuse: c}]"
    found = document(f"{RAIN}, {CISTERN}, {step}, proposed: [{{{LOT}, train: [s]}}]")
    (reuse,) = found["reuse"]
    assert (reuse["outcome"], reuse["missing"]) == ("cannot tell", ["loads.rain_record.csv"])
    assert found["conditions"][0]["missing"] == ["loads.rain_record.csv"]
    assert found["exit_code"] == 2


def test_a_few_days_of_reuse_by_hand() -> None:
    # 1,200 sf: 1 in is 100 cf. Each day what was held yesterday is drawn, at most 30 cf.
    # day 1: 150 in, 50 over, 0 used, 100 held; day 2: 30 used, 70; day 3: 100 in, 70 over, 30 used, 70; day 4: 30, 40.
    found = document(CISTERN, record=record(1.5, 0, 1.0, 0))
    (reuse,) = found["reuse"]
    whole = reuse["whole"]
    assert (whole["inflow_cf"], whole["used_cf"], whole["overflow_cf"], whole["change_cf"]) == (250, 90, 120, 40)
    assert whole["captured_fraction"] == 0.36
    assert reuse["missing"] == ["loads.rain_record.csv: 3 whole calendar years"]


def test_what_a_reuse_system_uses_over_the_record_is_what_its_step_captures() -> None:
    step = "treatment: [{id: s, reuse: c}]"
    found = answer(f"{RAIN}, {CISTERN}, {step}, proposed: [{{{LOT}, train: [s]}}]", record=record(1.5, 0, 1.0, 0))
    assert found.conditions[0].at("median").removed_fraction == pytest.approx(0.36)


def test_a_season_may_go_over_the_turn_of_the_year() -> None:
    uses = "uses: [{id: rink, demand: 30 cf/day, first_month: 12, last_month: 1}]"
    system = f"reuse: [{{id: c, capacity: 100 cf, capture_area: 1200 sf, runoff_share: 100 %, {uses}}}]"
    (reuse,) = document(system, record=record(*[0.0] * 365))["reuse"]
    # 31 days of January and 31 of December, 30 cf each.
    assert reuse["whole"]["demand_cf"] == 1860


def test_dry_average_and_wet_years_are_those_of_the_record_named() -> None:
    # 365 x 0.05, 0.10 and 0.15 in; of three depths the first, second and third are nearest the quantiles 10, 50, 90 %.
    depths = [depth for depth in (0.05, 0.10, 0.15) for _ in range(365)]
    (reuse,) = document(CISTERN, record=record(*depths))["reuse"]
    assert [(year["name"], year["calendar_yr"], year["depth_in"]) for year in reuse["years"]] == [
        ("dry", 2001, 18.25),
        ("average", 2002, 36.5),
        ("wet", 2003, 54.75),
    ]
    assert reuse["outcome"] == "computed"


@pytest.mark.parametrize("key", ["capacity", "capture_area", "runoff_share", "uses"])
def test_a_reuse_system_without_a_value_cannot_be_told(key: str) -> None:
    keys = {
        "capacity": "capacity: 100 cf",
        "capture_area": "capture_area: 1200 sf",
        "runoff_share": "runoff_share: 95 %",
        "uses": "uses: [{id: lawn, demand: 30 cf/day}]",
    }
    kept = ", ".join(text for name, text in keys.items() if name != key)
    (reuse,) = document(f"reuse: [{{id: c, {kept}}}]", record=record(1.0))["reuse"]
    assert (reuse["outcome"], reuse["missing"]) == ("cannot tell", [f"loads.reuse[c].{key}"])
